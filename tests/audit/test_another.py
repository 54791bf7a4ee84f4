"""Ask for another one: what is offered differs by what was asked for, and what cannot be offered says why."""

from __future__ import annotations

from functools import cache

import pytest

from judgekit.audit.exploring.another import KINDS, Examples, NoSuchLine
from judgekit.audit.exploring.concerns import everything, winner
from judgekit.audit.exploring.ends import read_end
from judgekit.audit.exploring.explore import Budget, Exploration, explore
from judgekit.audit.exploring.graph import Answer, Choice, Graph, Node
from tests.audit.tables import GODZILLA, LUCK, waiting
from tests.audit.test_explore import LABELLED

TABLES = list(dict.fromkeys((game, texts) for game, texts, *_ in LABELLED))


@cache
def examples(
    game: str, texts: str, asks: str = "everything", states: int = 400
) -> tuple[Examples, Exploration]:
    line = waiting(game, texts)
    kept: list[Graph] = []
    found = explore(
        line, until=read_end("check", line), question=winner() if asks == "winner" else everything(),
        budget=Budget(60, states), lines=kept.append,
    )  # fmt: skip
    return Examples(kept[0]), found


def given(line: tuple[Choice, ...]) -> tuple[Answer, ...]:
    return tuple(choice.chosen for choice in line)


@pytest.mark.parametrize(("game", "texts"), TABLES)
def test_every_example_that_is_offered_differs_by_what_was_asked_for(game: str, texts: str) -> None:
    every, found = examples(game, texts)
    line = given(every.first(0))
    for _ in range(12):
        now = every.outcome_of(line)
        for kind in KINDS:
            for at in range(len(line)) if kind == "choice" else (0,):
                other = every.another(line, kind, at)
                assert (other.line is None) == bool(other.why)
                if other.line is None:
                    continue
                there = given(other.line)
                assert every.outcome_of(there) == other.outcome
                assert there != line
                if kind == "example":
                    assert other.outcome == now
                elif kind == "ending":
                    assert other.outcome != now
                else:
                    assert (there[:at], there[at] != line[at]) == (line[:at], True)
        assert (every.another(line, "ending").line is None) is (len(found.outcomes) == 1)
        onward = every.another(line, "example").line or every.another(line, "ending").line
        line = given(onward) if onward is not None else line


@pytest.mark.parametrize("texts", ["draw draw mill", "draw mill bury", "may draw"])
def test_asking_again_and_again_shows_every_line_before_the_first_comes_back(texts: str) -> None:
    every, found = examples(GODZILLA, texts)
    for outcome, one in enumerate(found.outcomes):
        first = line = given(every.first(outcome))
        seen = {first}
        while (other := every.another(line, "example").line) is not None and given(other) != first:
            line = given(other)
            assert line not in seen
            seen.add(line)
        assert len(seen) == one.lines


def test_endings_go_round_all_outcomes() -> None:
    every, found = examples(GODZILLA, "draw draw mill")
    line, seen = given(every.first(0)), [0]
    while (other := every.another(line, "ending")).outcome not in (0, None):
        assert other.line is not None
        line = given(other.line)
        seen.append(other.outcome or 0)
    assert sorted(seen) == list(range(len(found.outcomes)))


def test_what_cannot_be_offered_says_why() -> None:
    every, _ = examples(GODZILLA, "draw draw", "winner")
    line = given(every.first(0))
    assert every.another(line, "ending").why == "every line ends the same way"
    assert every.another(line, "choice", len(line)).why == "the line has 1 choice"
    alone = Examples(Graph("over", {"over": Node(facts=())}))
    assert [alone.another((), kind).why for kind in ("example", "start")] == [
        "no other line leads to this outcome", "nobody chooses anything",
    ]  # fmt: skip


def test_of_a_search_that_is_not_finished_no_more_is_said_than_is_known() -> None:
    every, found = examples(LUCK, "draw draw draw draw", "winner", states=6)
    assert not found.is_whole
    assert every.another(given(every.first(0)), "ending").why.endswith("as far as the search came")


def test_a_line_that_was_not_followed_is_refused() -> None:
    every, _ = examples(GODZILLA, "draw mill")
    with pytest.raises(NoSuchLine, match="did not follow nowhere"):
        every.another((("nowhere",),), "example")
    with pytest.raises(NoSuchLine, match="do not lead to an end"):
        every.another((), "example")
    with pytest.raises(NoSuchLine, match="outcome 10"):
        every.first(9)
