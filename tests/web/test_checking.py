"""A check of the rule actions is told, also where it finds nothing and leaves no event."""

from __future__ import annotations

from typing import Any

import pytest

from judgekit.cases.rulings.ruling import files, load, run
from judgekit.engine.events import Applied, Entry
from judgekit.games import game
from judgekit.known import GAMES
from judgekit.narrate.checks import checks_of, looked_at, told_check
from tests.web.table import COUNTER, Visitor


@pytest.mark.parametrize("each", [30, pytest.param(7, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", GAMES)
def test_every_clause_that_checks_is_known(name: str, each: int) -> None:
    """A rule action that waits for a check is performed in an entry of one of these clauses, in no other;
    and each of these clauses is one of the book."""
    seen = 0
    for path in files(name)[::each]:
        end = run(load(path)).end
        if end is None:
            continue
        rules = end.line.rules
        for entry in end.line.log:
            if set(applied(entry)) & set(looked_at(rules)):
                seen += 1
                assert entry.clause in checks_of(rules), (path.stem, entry.clause)
    assert seen
    for edition in game(name).editions:
        rules = game(name).rules(edition)
        assert checks_of(rules)
        assert len(checks_of(rules)) == len(rules.policy.checks)
        assert looked_at(rules)


def applied(entry: Entry) -> list[str]:
    return [one.path[-1] for one in entry.events if isinstance(one.event, Applied)]


def checks_in(page: dict[str, Any]) -> list[dict[str, Any]]:
    return [line for line in page["log"]["lines"] if line["text"].startswith("Checked ")]


def test_a_check_that_finds_nothing_is_a_line_of_the_log_with_its_reasons(visitor: Visitor) -> None:
    there = visitor.open_ruling("godzilla", COUNTER).rpartition("/")[0]
    rules = game("godzilla").rules("1.2")
    lines = checks_in(visitor.json(f"{there}/0?d=3"))
    assert {line["clause"]["number"] for line in lines} == {"10.4.3.1"}
    none = f"Checked {len(looked_at(rules))} rule actions: none applies."
    assert none in [line["text"] for line in lines]
    place = next(line["at"] for line in lines if line["text"] == none)
    page = visitor.json(f"{there}/{place}?d=3")
    assert page["said"] == page["checked"]["told"] == none
    assert [one["id"] for one in page["checked"]["looked"]] == list(looked_at(rules))
    assert not any(one["ok"] for one in page["checked"]["looked"])
    assert '<details class="checked">' in visitor.get(f"{there}/{place}?d=3").text


def test_a_check_that_performs_something_says_how_often(visitor: Visitor) -> None:
    """Two battle cards in one zone: the later one stays, the other is destroyed."""
    visitor.post("/positions", text=CROWDED)
    case = visitor.app.extensions["judgekit"].archive.case(1)
    rules = game("godzilla").rules("1.2")
    told = [told for entry in case.entries(case.branch()) if (told := told_check(rules, entry))]
    many = len(looked_at(rules))
    assert told[:2] == [
        f"Checked {many} rule actions: 1 performed.",
        f"Checked {many} rule actions: none applies.",
    ]


def test_a_seat_learns_that_a_check_was_made_and_not_what_it_looked_at(visitor: Visitor) -> None:
    there = visitor.open_ruling("godzilla", COUNTER).rpartition("/")[0]
    place = checks_in(visitor.json(f"{there}/0?d=3"))[0]["at"]
    page = visitor.json(f"{there}/{place}?d=3&v=A")
    assert page["checked"]["told"].startswith("Checked ")
    assert page["checked"]["looked"] == []


CROWDED = """game = "godzilla/1.2"
at = "counter phase"
turn = "A"

[cards.Tank]
type = "battle"
rank = 1
"counter power" = 1000

[cards.Titan]
type = "monster"
rank = 1
traits = ["Titan"]
"threat level" = 5000

[A]
"zone 1" = [{ card = "Titan", invading = true }]
"zone 3" = ["Tank", "Tank"]
deck = 20

[B]
"zone 1" = [{ card = "Titan", invading = true }]
deck = 20
"""
