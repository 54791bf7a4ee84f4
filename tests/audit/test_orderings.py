"""All the orders in which waiting abilities can be played, one by one and with equal situations merged."""

from __future__ import annotations

from math import comb, factorial

import pytest

from judgekit.audit.bench.orderings import Plays
from judgekit.audit.bench.practice.orderings import waiting
from judgekit.audit.exploring.orderings import Explorer, explore
from judgekit.audit.exploring.search import every_answer
from judgekit.engine.machine import Line
from judgekit.engine.questions import Option, Question
from judgekit.engine.state import A


@pytest.mark.parametrize("many", [1, 2, 3, 5])
def test_abilities_that_do_not_care_for_their_order_all_lead_to_the_same_end(many: int) -> None:
    each = explore(waiting(*["Mourner"] * many))
    assert each.orderings == factorial(many)
    assert len(each.ends) == 1
    asked = [
        factorial(many) // factorial(left) for left in range(2, many + 1)
    ]  # the last one is not asked for
    assert each.answers == sum(n * left for n, left in zip(asked, range(2, many + 1), strict=True))


def test_merging_follows_each_set_of_what_is_left_once() -> None:
    merged = explore(waiting(*["Mourner"] * 5), merged=True)
    assert merged.answers == sum(left * comb(5, left) for left in range(2, 6))
    assert merged.ends.keys() == explore(waiting(*["Mourner"] * 5)).ends.keys()


def test_an_order_that_matters_leads_to_different_ends() -> None:
    """A card drawn before the seedlings came is older than they are, one drawn afterwards is younger."""
    cards = ("Sower", "Ivy", "Mourner", "Mourner")
    each = explore(waiting(*cards))
    assert (each.orderings, len(each.ends)) == (factorial(4), 2)
    merged = explore(waiting(*cards), merged=True)
    assert merged.ends.keys() == each.ends.keys()
    assert merged.answers < each.answers


def test_counting_alone_counts_the_same() -> None:
    told, counted = explore(waiting(*["Mourner"] * 4)), Explorer(counts_only=True)
    found = counted.follow(waiting(*["Mourner"] * 4))
    assert (found.answers, found.orderings) == (told.answers, told.orderings)


def test_exploring_leaves_the_line_where_it_was() -> None:
    line = waiting("Sower", "Mourner", "Ivy")
    line.run()
    before, log, question = line.state, list(line.log), line.question
    explore(line)
    assert (line.state, line.log, line.question) == (before, log, question)
    line.answer(question.options[0].id if question else "")
    assert replay(line) == line.log


def replay(line: Line) -> list[object]:
    other = Line(line.rules, line.pool, line.start, line.readings)
    other.run()
    other.answer(*line.log[-1].events[0].event.chosen)  # type: ignore[union-attr]
    return list(other.log)


def test_every_form_of_question_is_answered_in_every_way() -> None:
    options = tuple(Option(one, one) for one in "abc")
    assert set(every_answer(Question(A, "1", "?", options, 1, 2))) == {
        ("a",), ("b",), ("c",), ("a", "b"), ("a", "c"), ("b", "c"),
    }  # fmt: skip
    assert len(list(every_answer(Question(A, "1", "?", options, 3, 3, "order")))) == 6
    assert list(every_answer(Question(A, "1", "?", (), 2, 4, "number"))) == [("2",), ("3",), ("4",)]


def test_a_node_is_a_play_also_where_only_one_was_left() -> None:
    plays = Plays()
    plays.follow(waiting(*["Mourner"] * 4))
    assert plays.many == 4 + 4 * 3 + 4 * 3 * 2 + 4 * 3 * 2 * 1
    assert plays.found.answers == 4 + 4 * 3 + 4 * 3 * 2
