"""What the table does not look for twice: the log is the same as if it did."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from judgekit.engine.codec import encode_entry
from judgekit.engine.events import Moved, Numbered, ReadAs, Went
from judgekit.engine.machine import Line
from judgekit.engine.state import Player
from judgekit.engine.table import Offers, Table
from tests.engine.walks import walk
from tests.practice.game import position

BOXES = {"A.box": ["Moss"] * 4, "B.box": ["Moss"] * 4}


def look_every_time(patch: pytest.MonkeyPatch) -> None:
    """No check and no offer is ever taken from the last time."""

    def legal(table: Table, player: Player, window: str, closed: frozenset[str]) -> Offers:
        return table._legal_by_id(player, window, closed)

    patch.setattr(Table, "_check", lambda table: table._due(table._rule_actions))
    patch.setattr(Table, "_legal_now", legal)


@pytest.mark.parametrize("seed", range(25))
def test_logs_are_the_same_as_if_everything_were_looked_for_every_time(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    once = walk(seed, 40)
    with monkeypatch.context() as patch:
        look_every_time(patch)
        always = walk(seed, 40)
    assert [encode_entry(entry) for entry in once.log] == [encode_entry(entry) for entry in always.log]
    assert once.question == always.question


def counting(line: Line, patch: pytest.MonkeyPatch, name: str) -> Callable[[], int]:
    """How often the table really looks."""
    real, calls = getattr(Table, name), []

    def look(table: Table, *args: object) -> object:
        calls.append(args)
        return real(table, *args)

    patch.setattr(Table, name, look)
    return lambda: len(calls)


def test_a_check_that_found_nothing_is_made_again_only_when_something_has_changed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    line = position({"A.garden": ["Moss"], **BOXES})
    line.run()
    table = line.table
    table.open(line.state, 0)
    looks = counting(line, monkeypatch, "_due")
    assert not table.perform_rule_actions()
    before = looks()
    table.emit(Went("6.2.2"))
    assert not table.perform_rule_actions()
    assert looks() == before
    table.emit(Numbered("A.suns", 0, 7))
    assert table.has_rule_actions_due()
    assert looks() > before


def test_what_looking_cited_is_cited_again_when_nothing_is_looked_for() -> None:
    line = position({"A.garden": ["Moss"], **BOXES})
    line.run()
    table = line.table
    table.open(line.state, 0)

    def look() -> bool:
        table.cite("2.3.1")
        return table.reading("D-1") == "anew"

    finding = table._look(look)
    assert (finding.found, list(table.reasons), len(table.happened)) == (True, ["2.3.1"], 1)
    table.open(line.state, 1)
    table._repeat(finding)
    assert (list(table.reasons), [type(one.event) for one in table.happened]) == (["2.3.1"], [ReadAs])
    assert finding.repeatable


def test_what_made_something_happen_is_looked_for_again() -> None:
    line = position({"A.garden": ["Moss"], **BOXES})
    line.table.open(line.state, 0)
    finding = line.table._look(lambda: line.table.note("a clause spoke"))
    assert not finding.repeatable


def test_a_doubt_read_in_an_attempt_that_was_taken_back_is_not_read_again() -> None:
    line = position({"A.garden": ["Moss"], **BOXES})
    table = line.table
    table.open(line.state, 0)
    finding = table._look(lambda: table.would_do(lambda: table.note(table.reading("D-1"))))
    assert (finding.found, finding.doubts, table.happened) == (False, [], [])


def test_the_offer_of_the_run_that_asked_is_used_by_the_run_that_has_the_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    line = position({"A.hand": ["Moss", "Rain"], **BOXES}, numbers={"A.water": 5})
    looks = counting(line, monkeypatch, "_legal_by_id")
    line.run()
    assert looks() == 1
    line.answer("play c2")
    line.step()
    assert looks() == 1
    assert any(isinstance(happened.event, Moved) for happened in line.log[-1].events)
    assert "6.3.1.2" in line.log[-1].consulted


def test_a_correction_in_between_is_seen_by_the_offer() -> None:
    line = position({"A.hand": ["Fern"], **BOXES}, numbers={"A.water": 0})
    line.run()
    assert line.question is not None
    assert [option.id for option in line.question.options] == ["pass"]
    line.correct([Numbered("A.water", 0, 5)], "water was forgotten", "HJ")
    line.run()
    assert line.question is not None
    assert [option.id for option in line.question.options] == ["play c1", "pass"]
