"""A table for a test: cards, where they lie, where the rules stand, and what a test says about the log."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from judgekit.cases.files.moments import surround
from judgekit.engine.abilities import Ability, Pool
from judgekit.engine.events import Entry
from judgekit.engine.machine import Line
from judgekit.engine.registry import Rulebook
from judgekit.engine.state import Area, Card, CardId, Map, Player, State
from judgekit.games.game import PrintedCard
from judgekit.games.gate_ruler.game import GAME

Place = str | tuple[str, dict[str, Any]]  # a card's name, or its name and what it bears


def unit(text: str = "", level: int = 0, ATK: int = 2, HP: int = 2, STK: int = 1, **more: Any) -> PrintedCard:  # noqa: N803 - printed so
    stats = {"type": "unit", "level": level, "ATK": ATK, "HP": HP, "STK": STK, **more}
    return PrintedCard("", stats, text)


def event(text: str, level: int = 0) -> PrintedCard:
    return PrintedCard("", {"type": "event", "level": level}, text)


def stand(
    at: str,
    zones: Mapping[str, Sequence[Place] | int],
    cards: Mapping[str, PrintedCard] | None = None,
    numbers: Mapping[str, int] | None = None,
    turn: str = "A",
    rules: Rulebook | None = None,
    readings: dict[str, str] | None = None,
    inner: Mapping[str, Ability] | None = None,
) -> Line:
    """A line that stands at a clause; every player has a Knight and ten Pups unless told otherwise."""
    book = rules or GAME.rules()
    printed = {"Pup": unit(), **(cards or {})}
    pool = GAME.compile([PrintedCard(n, c.properties, c.text) for n, c in printed.items()], book)
    if inner:
        pool = Pool(pool.definitions, {**pool.inner, **inner})
    laid = {
        "A.ruler": ["Knight"],
        "B.ruler": ["Knight"],
        "A.deck": ["Pup"] * 10,
        "B.deck": ["Pup"] * 10,
        **zones,
    }
    made: dict[CardId, Card] = {}
    areas: dict[Area, tuple[CardId, ...]] = {}
    for where, names in laid.items():
        ids = []
        for one in names if not isinstance(names, int) else ["Pup"] * names:
            name, marks = (one, {}) if isinstance(one, str) else one
            card = CardId(len(made) + 1)
            owner = Player(marks.pop("owner", where[0] if where[1] == "." else "A"))
            made[card] = Card(card, name, owner, Area(where), 0, len(made), tuple(sorted(marks.items())))
            ids.append(card)
        areas[Area(where)] = tuple(ids)
    counted = {"turn": 2, "priority": 1 if turn == "A" else 2, **(numbers or {})}
    state = State(
        Map(made), Map(areas), Map(counted), surround(GAME, book, at), turn_player=Player(turn), seed=1
    )
    return Line(book, pool, state, readings)


def play(line: Line, *answers: str) -> Line:
    """Give the answers in turn, then go on until somebody is asked."""
    line.run()
    for answer in answers:
        line.answer(*answer.split("; "))
        line.run()
    return line


def cited(entries: Iterable[Entry]) -> list[str]:
    """Every clause of a log: steps, what acted inside them, and reasons, in order."""
    found: list[str] = []
    for entry in entries:
        found += [entry.clause, *entry.consulted]
        for happened in entry.events:
            found += happened.path
            found += [row.layer for row in getattr(happened.event, "rows", ())]
    return found


def shows(line: Line, *clauses: str) -> bool:
    """Whether the clauses come in the log in this order; others may come between."""
    log = iter(cited(line.log))
    missing = next((clause for clause in clauses if clause not in log), None)
    assert missing is None, f"{missing} does not come"
    return True


def names(line: Line, where: str) -> list[str]:
    return [line.state.cards[card].name for card in line.state.pile(where)]


def find(line: Line, name: str, where: str = "") -> Card:
    return next(
        card for card in line.state.cards.values() if card.name == name and (not where or card.area == where)
    )
