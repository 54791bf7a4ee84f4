"""Duel-60 as a clause-numbered rulebook: the workload that engines are compared by."""

from __future__ import annotations

from pathlib import Path

from judgekit.book.load import read
from judgekit.cases.play.pinned import Opening
from judgekit.engine.abilities import Definition, Pool
from judgekit.engine.machine import Line
from judgekit.engine.registry import Rulebook
from judgekit.engine.state import A, Area, B, Card, CardId, Frame, Map, Player, State, area
from judgekit.engine.table import Table

rules = Rulebook(read(Path(__file__).with_name("duel60.toml")))
TURN = rules.procedure("1")


@rules.step("1.1")
def draw_for_the_turn(table: Table) -> None:
    draw(table, table.turn_player)


@rules.step("1.2")
def play_a_card(table: Table) -> None:
    play(table, table.turn_player)


@rules.step("1.3")
def attack(table: Table) -> None:
    card = table.pile(f"{table.turn_player}.field")[-1]
    target = f"{table.opponent()}.damage"
    table.set_number(target, table.number(target) + (card - 1) % 7)


@rules.step("1.4", to=("1.1",))
def pass_the_turn(table: Table) -> None:
    table.begin_turn(table.opponent())
    table.goto("1.1")


@rules.action("2.1")
def draw(table: Table, player: Player) -> None:
    if not table.pile(f"{player}.deck"):
        renew_the_deck(table, player)
    table.move(table.pile(f"{player}.deck")[0], f"{player}.hand")


@rules.action("2.1.1")
def renew_the_deck(table: Table, player: Player) -> None:
    with table.together():
        for card in table.pile(f"{player}.trash"):
            table.move(card, f"{player}.deck")


@rules.action("2.2")
def play(table: Table, player: Player) -> None:
    table.move(table.pile(f"{player}.hand")[0], f"{player}.field")
    if len(table.pile(f"{player}.field")) > 5:
        trim_the_field(table, player)


@rules.action("2.2.1")
def trim_the_field(table: Table, player: Player) -> None:
    table.move(table.pile(f"{player}.field")[0], f"{player}.trash")


rules.close()


def opening() -> Line:
    """Both decks, nothing else. Engine ids count from 1, so that card n of the workload is id n + 1."""
    cards: dict[CardId, Card] = {}
    areas: dict[Area, tuple[CardId, ...]] = {}
    for base, player in ((0, A), (100, B)):
        deck = area(player, "deck")
        areas[deck] = tuple(CardId(base + n + 1) for n in range(60))
        cards |= {number: Card(number, "card", player, deck) for number in areas[deck]}
    start = State(Map(cards), Map(areas), Map(), (Frame(TURN, "1.1"),))
    return Line(rules, Pool({"card": Definition("card", {})}), start)


def load(text: str = "") -> Opening:
    """The workload as a case: it always begins the same way, whatever the text says."""
    line = opening()
    return Opening(line.rules, line.pool, line.start, title="Duel-60")


def checksum(state: State) -> str:
    parts = []
    for player in (A, B):
        held = [c - 1 for zone in ("deck", "hand", "field", "trash") for c in state.pile(area(player, zone))]
        parts.append(sum(at * card for at, card in enumerate(held, 1)))
        parts.append(state.number(f"{player}.damage"))
    return ",".join(map(str, parts))
