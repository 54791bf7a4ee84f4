"""How many ways there are to go on, so many choices deep: counted by two explorers that must agree."""

from __future__ import annotations

import random

import pytest

from judgekit.audit.exploring.concerns import everything
from judgekit.audit.exploring.ends import the_end
from judgekit.audit.exploring.search import Budget, Search, every_answer
from judgekit.engine.machine import Line
from judgekit.engine.state import JUDGE
from judgekit.known import GAMES
from tests.audit.test_explore import somewhere
from tests.lots import rest_is_long

WIDEST = 12  # answers to a question: a count of those that have more takes too long
LONGEST = 400  # ways


class NotCounted(Exception):
    """More ways than anybody waits for, or a loop is being settled."""


def plain(line: Line, depth: int) -> list[int]:
    """Each way by itself, on a line of its own: how many there are one, two … choices deep."""
    found = [0] * depth
    question = line.run(3_000)
    if line.state.trail.settling or line.state.trail.loops:
        raise NotCounted  # what came before, which is no part of a situation, closes choices now
    if question is None or question.player == JUDGE or question.form == "number" or not depth:
        return found
    for answer in every_answer(question):
        found[0] += 1
        if found[0] > WIDEST:
            raise NotCounted
        other = line.fork()
        other.ask()
        other.answer(*answer)
        for at, many in enumerate(plain(other, depth - 1), 1):
            found[at] += many
        if sum(found) > LONGEST:
            raise NotCounted
    return found


class Merged:
    """Equal situations are counted once, and one line is taken back and followed on."""

    def __init__(self, line: Line) -> None:
        self.line = Line(line.rules, line.pool, line.state, line.readings)
        self.search = Search(self.line, the_end(), everything(), Budget(None, None))
        self.known: dict[tuple[str, int], list[int]] = {}

    def count(self, depth: int) -> list[int]:
        found = [0] * depth
        question = self.line.run(3_000)
        if question is None or question.player == JUDGE or question.form == "number" or not depth:
            return found
        key = (self.search._key(question), depth)
        if key not in self.known:
            place = self.line.bookmark()
            for answer in every_answer(question):
                found[0] += 1
                self.line.answer(*answer)
                for at, many in enumerate(self.count(depth - 1), 1):
                    found[at] += many
                self.line.go_back(place)
            self.known[key] = found
        return self.known[key]


def agree(game: str, positions: int, depth: int, seed: int) -> int:
    """At how many positions both were counted, and the merged one had less to do."""
    dice, done, fewer = random.Random(seed), 0, 0
    while done < positions:
        line = somewhere(game, dice)
        try:
            ways = plain(line.fork(), depth)
        except NotCounted:
            continue
        if not ways[-1]:
            continue
        merged = Merged(line)
        assert merged.count(depth) == ways
        done += 1
        fewer += len(merged.known) < sum(ways)
    return fewer


@pytest.mark.parametrize("game", rest_is_long(GAMES, 2))
def test_two_explorers_count_the_same_ways(game: str) -> None:
    assert agree(game, 2, 3, 5) >= 1


@pytest.mark.long
@pytest.mark.parametrize("game", rest_is_long(GAMES, 2))
def test_two_explorers_count_the_same_ways_four_choices_deep_at_twenty_positions(game: str) -> None:
    assert agree(game, 20, 4, 11) >= 10
