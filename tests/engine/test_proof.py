"""Every acting clause of the practice game is cited somewhere, and what cites it depends on it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from judgekit.audit.bench.practice.cards import pool
from judgekit.audit.bench.practice.game import dusk, new_game, position, quarrel, rules, turn_frames
from judgekit.audit.bench.practice.rules import DAWN
from judgekit.book.model import ACTING
from judgekit.engine.errors import EngineError
from judgekit.engine.events import Answered, Corrected, Entry
from judgekit.engine.machine import Line
from judgekit.engine.registry import Rulebook
from judgekit.engine.state import A, B, Frame
from tests.engine.acts import clauses, moved, play
from tests.engine.walks import walk

BOXES = {"A.box": ["Moss"] * 6, "B.box": ["Moss"] * 6}
IDLE = {"6.1.4", "6.2.3"}  # steps in which nothing happens


def scripted() -> Iterator[Line]:
    """Games in which something rare happens."""
    bells = position({"A.garden": ["Bell", "Bell"], **BOXES})
    for at in range(8):
        play(bells, f"use c{at % 2 + 1} Bell#1")
    yield play(bells, "2")
    broken = position({"A.garden": ["Oak"], **BOXES}, quarrel(A, 1))
    broken.step()
    broken.correct([moved(broken, "Oak", "A.hand")], "it was dug up", "judge")
    yield play(broken)
    given_up = play(position({"A.hand": ["Rain"], **BOXES}))
    given_up.announce(B, "give up")
    yield given_up
    yield play(position({"bench": ["Oak"], **BOXES}))
    yield play(position(BOXES, numbers={"A.suns": 7}))
    yield play(position(BOXES, turn_frames(A, Frame(DAWN, "4.2.1"))))
    yield play(position({"A.hand": ["Rain"] * 8, **BOXES}, dusk(A)), ("c1", "c2"))
    yield play(position({"A.garden": ["Pendulum"], **BOXES}, quarrel(A, 1)))
    shaded = {"A.garden": ["Moss"], "A.hand": ["Sunbeam"], "B.garden": ["Shroud"], **BOXES}
    yield play(position(shaded, numbers={"A.water": 8}), "play Sunbeam", "Moss", "pass", ())


def frosted() -> Iterator[Line]:
    """A frost on plants that do not simply wilt."""

    def frost(*garden: str) -> Line:
        piles = {"A.hand": ["Frost"], "B.garden": garden, **BOXES}
        return play(position(piles, numbers={"A.water": 5, "B.water": 2}), "play Frost")

    yield play(frost("Willow", "Worm"), "Willow", "evergreen", "yes")
    yield frost("Yew")
    yield frost("Rose")
    yield play(frost("Grafter", "Painter", "Briar", "Iris"), "Iris")


def compared() -> Iterator[Line]:
    """Quarrels in which growth and colours are read through several layers."""
    lamps = {"A.garden": ["Lamp", "Oak", "Sundew", "Sundew"], "B.garden": ["Pond"], **BOXES}
    yield play(position(lamps, quarrel(A, 2)), "Pond")
    mulch = {"A.garden": ["Oak"], "A.hand": ["Moss"], "B.garden": ["Fern"], "B.hand": ["Moss"], **BOXES}
    yield play(position(mulch, quarrel(A, 1)), "Fern", "Moss", "Moss")
    painted = {"A.garden": ["Oak"], "B.garden": ["Grafter", "Painter", "Iris"], **BOXES}
    yield play(position(painted, quarrel(A, 1)), "Iris")


def charmed() -> Line:
    piles = {"A.hand": ["Lily", "Menu", "Almanac", "Trowel"], **BOXES}
    line = position(piles, numbers={"A.water": 5})
    play(line, "play Lily", "play Menu", ("water", "sprout"))
    return play(line, "play Almanac", ("c5", "c6", "c7"), "play Trowel", "Seedling")


@cache
def games() -> tuple[Line, ...]:
    """Games that between them come by every clause."""
    walked = (walk(seed, 60) for seed in range(20))
    return (*scripted(), *frosted(), *compared(), charmed(), *walked)


def acting() -> list[str]:
    return [row.number for row in rules.book if row.kind in ACTING]


def test_every_acting_clause_is_cited() -> None:
    found = set().union(*(clauses(line) for line in games() if line.rules is rules))
    assert set(acting()) <= found


@pytest.mark.parametrize("clause", [clause for clause in acting() if clause not in IDLE])
def test_what_cites_a_clause_depends_on_it(clause: str) -> None:
    citing = [line for line in games() if line.rules is rules and clause in clauses(line)]
    assert any(differs(line, rules.without(clause)) for line in citing)


def differs(line: Line, book: Rulebook) -> bool:
    """Whether the same answers bring anything else under other rules, or no longer fit."""
    again = Line(book, pool(book), line.start, line.readings)
    try:
        return any(repeat(again, entry) != entry for entry in line.log)
    except EngineError:
        return True


def repeat(again: Line, entry: Entry) -> Entry | None:
    event = entry.events[0].event
    if isinstance(event, Answered) and not event.rote:
        again.ask()
        return again.answer(*event.chosen)
    if isinstance(event, Corrected):
        return again.correct(event.changes, event.why, event.by)
    if entry.events[0].path == ("1.1.2",):
        return again.announce(B, "give up")
    return again.step()


def test_a_new_game_reaches_its_first_turn() -> None:
    line = new_game()
    line.run()
    assert "3.2.4" in line.where()
