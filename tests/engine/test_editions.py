"""An edition is another one renumbered, with drops and overrides."""

from __future__ import annotations

import pytest

from judgekit.audit.bench.practice.game import (
    dusk,
    first_print,
    new_game,
    position,
    quarrel,
    rules,
    turn_frames,
)
from judgekit.audit.bench.practice.rules import DAWN
from judgekit.engine.errors import RuleError
from judgekit.engine.events import Arranged, Looked
from judgekit.engine.machine import Line
from judgekit.engine.registry import Rulebook
from judgekit.engine.state import A, B, Frame
from tests.engine.acts import asked, clauses, events, names, play

BOXES = {"A.box": ["Moss"] * 4, "B.box": ["Moss"] * 4}


def dawn(book: Rulebook) -> Line:
    line = position({"A.garden": ["Oak*"], **BOXES}, turn_frames(A, Frame(DAWN, "4.2.1")), book=book)
    line.run(2)
    return line


def test_a_clause_stands_under_the_number_of_its_edition() -> None:
    assert first_print().procedures["4.2"].steps == ["4.2.1", "4.2.2", "4.2.3", "4.2.4"]
    assert rules.number("4.2.1") == "4.2.1"
    assert first_print().number("4.2.1") == "4.2.2"
    assert first_print().number("10.1.1") == "9.1.1"


def test_an_edition_performs_its_clauses_in_its_own_order() -> None:
    new, old = dawn(rules), dawn(first_print())
    assert [h.path for h in new.log[0].events] == [("5.3.2",), ()]
    assert [h.path for h in old.log[0].events] == [("5.2.1",), ()]
    assert [h.path for h in old.log[1].events] == [("5.3.2",), ()]


def test_an_edition_may_override_a_step() -> None:
    assert dawn(rules).state.number("A.water") == 2
    assert dawn(first_print()).state.number("A.water") == 1


def test_an_edition_may_override_an_action() -> None:
    line = play(position({"A.hand": ["Almanac"], **BOXES}, book=first_print()), "play Almanac")
    assert len(events(line, Looked)) == 1
    assert events(line, Arranged) == []
    assert "5.1.3" in clauses(line)


def test_an_edition_may_have_a_step_that_the_other_does_not_have() -> None:
    line = play(position(BOXES, book=first_print()), "pass")
    assert "4.3.7" in [entry.clause for entry in line.log]
    assert names(line, "A.hand") == ["Moss"]


def test_what_an_edition_drops_is_not_there() -> None:
    assert first_print().number("4.5.4") is None
    assert "4.5.4" in rules.steps
    assert "4.5.4" not in first_print().steps
    line = play(position(BOXES, dusk(A), book=first_print()))
    assert [e.clause for e in line.log if e.clause.startswith("4.5.")] == ["4.5.1", "4.5.2", "4.5.3"]


def test_a_keyword_that_an_edition_does_not_know_means_nothing() -> None:
    piles = {"A.hand": ["Frost"], "B.garden": ["Yew"], **BOXES}
    line = play(position(piles, numbers={"A.water": 2}, book=first_print()), "play Frost")
    assert names(line, "B.compost") == ["Yew"]


def test_a_loop_ends_the_game_under_the_number_of_the_edition() -> None:
    line = play(position({"A.garden": ["Pendulum"], **BOXES}, quarrel(A, 1), book=first_print()))
    assert line.state.outcome is not None
    assert line.state.outcome.clause == "9.1.1"


def test_an_edition_without_the_clause_asks_for_no_numbers() -> None:
    line = position({"A.garden": ["Bell", "Bell"], **BOXES}, book=first_print())
    for at in range(12):
        play(line, f"use c{at % 2 + 1} Bell#1")
    assert asked(line).clause == "6.2.2"


def test_an_edition_keeps_what_it_shares_of_the_doubts() -> None:
    assert [doubt.id for doubt in first_print().book.doubts] == ["D-1", "D-3"]
    assert {"D-1", "D-3"} <= set(position({}, book=first_print()).table.readings)


def test_a_procedure_can_be_called_in_every_edition_and_with_any_clause_switched_off() -> None:
    for book in (first_print(), rules.without("5.2.1"), first_print().without("5.2.1")):
        line = new_game(book=book)
        question = asked(line)
        play(line, question.options[0].id)
        play(line, asked(line).options[0].id)
        assert "6.1.1" in [entry.clause for entry in line.log]


def test_an_edition_can_be_derived_from_a_derived_one() -> None:
    book = first_print().book
    third = first_print().edition(book, {row.number: row.number for row in book if row.number != "4.3.7"})
    assert third.number("4.2.1") == "4.2.2"
    assert "4.3.7" not in third.steps
    line = play(position(BOXES, book=third), "pass")
    assert names(line, "A.hand") == []


def test_a_clause_that_is_not_in_the_edition_cannot_be_gone_to() -> None:
    table = position({}, book=first_print()).table
    table.open(table.state, 0)
    with pytest.raises(
        RuleError, match=r"glasshouse/0\.9: clause 4\.5\.4 is not in this edition, or switched off"
    ):
        table.goto("4.5.4")


def test_readings_are_switches_of_a_case() -> None:
    line = position({"A.hand": ["Frost"], "B.garden": ["Willow", "Worm"], **BOXES}, numbers={"A.water": 2})
    assert line.table.readings["D-3"] == "master"
    play(line, "play Frost", "Willow")
    assert asked(line).player == B
