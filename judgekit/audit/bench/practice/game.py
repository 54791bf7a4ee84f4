"""Glasshouse put together: its editions, new games, and positions written down by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

import judgekit.audit.bench.practice.ch01_game
import judgekit.audit.bench.practice.ch03_setup
import judgekit.audit.bench.practice.ch04_turn
import judgekit.audit.bench.practice.ch07_lasting
import judgekit.audit.bench.practice.ch08_rule_actions  # noqa: F401  (each chapter registers its clauses)
from judgekit.audit.bench.practice.cards import pool
from judgekit.audit.bench.practice.ch02_cards import garden
from judgekit.audit.bench.practice.ch05_actions import draw, gain
from judgekit.audit.bench.practice.rules import CHECK, DAWN, DUSK, FOLDER, NOON, PLAY, QUARREL, SETUP, TURN
from judgekit.audit.bench.practice.rules import rules as rules
from judgekit.book.load import read
from judgekit.engine.machine import Line
from judgekit.engine.registry import Override, Rulebook
from judgekit.engine.state import PLAYERS, A, Area, Card, CardId, Facts, Frame, Map, Player, State
from judgekit.engine.table import Table

rules.close()

DECK = ("Moss", "Fern", "Oak", "Ivy", "Rose", "Sundew", "Willow", "Rain", "Frost", "Sunbeam", "Bell", "Bell")


def gain_one_water(table: Table) -> None:
    gain(table, table.turn_player, "water", 1)


def draw_without_plants(table: Table) -> None:
    if not garden(table, table.turn_player):
        draw(table, table.turn_player, 1)
    table.call(CHECK)


def only_look(table: Table, player: Player, count: int) -> None:
    table.look(player, table.pile(f"{player}.box")[:count])


@cache
def first_print() -> Rulebook:
    """Edition 0.9: less water, no keywords, no second look at dusk, scrying without arranging."""
    book = read(FOLDER / "clauses-0.9.toml")
    overrides = {
        "4.2.1": Override(gain_one_water),
        "4.3.7": Override(draw_without_plants),
        "5.1.3": Override(only_look),
    }
    return rules.edition(book, book.renumbering, overrides)


def new_game(
    decks: Mapping[str, Sequence[str]] | None = None,
    seed: int | None = 1,
    book: Rulebook = rules,
    readings: dict[str, str] | None = None,
) -> Line:
    """A game at the first clause of set-up."""
    decks = decks or dict.fromkeys(PLAYERS, DECK)
    piles = {f"{player}.box": decks[player] for player in PLAYERS}
    return position(piles, at=(Frame(SETUP, "3.2.1"),), seed=seed, book=book, readings=readings)


def position(
    piles: Mapping[str, Sequence[str]],
    at: Sequence[Frame] | None = None,
    *,
    turn: Player = A,
    numbers: Mapping[str, int] | None = None,
    seed: int | None = 1,
    book: Rulebook = rules,
    readings: dict[str, str] | None = None,
) -> Line:
    """Cards by place, numbered in the order given; "Oak*" is tired, "?" is unknown."""
    cards: dict[CardId, Card] = {}
    areas: dict[Area, tuple[CardId, ...]] = {}
    for where, names in piles.items():
        for name in names:
            number = CardId(len(cards) + 1)
            marks: Facts = (("tired", True),) if name.endswith("*") else ()
            plain = name.removesuffix("*")
            owner = Player(where[0]) if where[1] == "." else A
            cards[number] = Card(number, plain, owner, Area(where), 0, number, marks)
            areas[Area(where)] = (*areas.get(Area(where), ()), number)
    start = State(
        Map(cards), Map(areas), Map({"turn": 2, **(numbers or {})}), tuple(at or noon(turn)),
        turn_player=turn, clock=len(cards), seed=seed,
    )  # fmt: skip
    return Line(book, pool(book), start, readings)


def turn_frames(turn: Player, *inner: Frame) -> tuple[Frame, ...]:
    """The frames around a part of the turn."""
    clause = {DAWN: "4.1.2", NOON: "4.1.3", DUSK: "4.1.4"}[inner[0].procedure]
    outer = (Frame(SETUP, "3.2.5", (("first", turn),)), Frame(TURN, clause, (("next", turn),)))
    return (*outer, *inner)


def noon(turn: Player) -> tuple[Frame, ...]:
    """A play timing of the turn gardener."""
    return turn_frames(turn, Frame(NOON, "4.3.3"), Frame(PLAY, "6.2.1", (("player", turn),)))


def quarrel(turn: Player, attacker: int) -> tuple[Frame, ...]:
    known = (("attacker", attacker), ("object", 0))
    return turn_frames(turn, Frame(NOON, "4.3.4", (), "4.3.3"), Frame(QUARREL, "4.4.1", known))


def dusk(turn: Player) -> tuple[Frame, ...]:
    return turn_frames(turn, Frame(DUSK, "4.5.1"))
