"""In the middle of a step: the table up to the question, and what conceding there leaves."""

from __future__ import annotations

import random

import pytest

from judgekit.cases.files.position import loads
from judgekit.engine import views
from judgekit.engine.events import Announced, Moved
from judgekit.engine.machine import Line
from judgekit.engine.state import A, B, State

SET_UP = """
game = "luck-and-logic"
at = "set-up"
turn = "A"
seed = 4
[cards.Page]
type = "tactics"
level = 1
cost = 0
[cards.Arch]
type = "gate"
[A]
"main deck" = [{ card = "Page", count = 12 }]
"gate deck" = [{ card = "Arch", count = 6 }]
[B]
"main deck" = [{ card = "Page", count = 12 }]
"gate deck" = [{ card = "Arch", count = 6 }]
"""
SEARCH = """
game = "gate-ruler"
at = "main phase"
turn = "A"
seed = 4
[cards.Page]
type = "unit"
level = 9
ATK = 1
HP = 1
STK = 1
[cards.Sift]
type = "event"
level = 0
text = "Timing: Standard Action\\nDraw 2 cards. Discard 1 card."
[A]
ruler = ["Knight"]
deck = [{ card = "Page", count = 12 }]
hand = ["Sift", "Page"]
[B]
ruler = ["Knight"]
deck = [{ card = "Page", count = 12 }]
"""


def asked_to_discard() -> Line:
    line = loads(SEARCH).line()
    line.run()
    line.answer("play event c14")
    while (question := line.run()) is not None and "discard" not in question.prompt:
        line.answer(next(o.id for o in question.options if o.id == "give up priority"))
    assert line.question is not None
    return line


def test_at_a_question_the_table_shows_what_has_happened_in_its_step() -> None:
    line = asked_to_discard()
    assert len(line.state.pile("A.hand")) == 1
    assert line.provisional is not None
    assert len(line.provisional.pile("A.hand")) == 3


def test_a_seat_sees_the_provisional_table_as_any_other() -> None:
    line = asked_to_discard()
    assert line.provisional is not None
    theirs = views.view(line.rules, line.provisional, B, line.readings)
    own = views.view(line.rules, line.provisional, A, line.readings)
    assert {theirs.cards[c].name for c in theirs.pile("A.hand")} == {"?"}
    assert {own.cards[c].name for c in own.pile("A.hand")} == {"Page"}


def test_where_nothing_has_happened_yet_nothing_is_provisional() -> None:
    line = loads(SEARCH).line()
    line.run()
    assert line.question is not None
    assert line.provisional is None


def test_conceding_in_the_middle_of_a_step_leaves_what_had_happened_in_it() -> None:
    line = asked_to_discard()
    entry = line.announce(A, "concede")
    assert [type(h.event) for h in entry.events].count(Announced) == 1
    assert sum(isinstance(h.event, Moved) for h in entry.events) >= 2
    assert len(line.state.pile("A.hand")) == 3
    assert line.state.outcome is not None
    assert line.state.outcome.winner == B
    assert list(line.states())[-1] == line.state


def test_conceding_before_anything_has_happened_writes_the_concession_alone() -> None:
    line = loads(SEARCH).line()
    line.run()
    entry = line.announce(B, "concede")
    assert isinstance(entry.events[0].event, Announced)


def lying(state: State) -> dict[str, tuple[int, ...]]:
    return {where: pile for where, pile in state.areas.items() if pile}


@pytest.mark.parametrize("text", [SET_UP, SEARCH], ids=["set-up", "search"])
def test_the_provisional_table_is_the_table_after_the_answer_as_far_as_it_goes(text: str) -> None:
    line, chance, seen = loads(text).line(), random.Random(7), 0
    for _ in range(60):
        question = line.run()
        if question is None:
            break
        shown, length = line.provisional, len(line.log)
        options = [option.id for option in question.options]
        line.answer(*chance.sample(options, question.least) if options else ("0",))
        if shown is None or line.run() is None or len(line.log) < length + 2:
            continue
        states = [line.at(length + 1)]
        for happened in line.log[length + 1].events:
            states.append(happened.event.onto(states[-1]))
        assert lying(shown) in map(lying, states)
        seen += 1
    assert seen
