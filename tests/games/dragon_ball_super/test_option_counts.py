"""How many ways there are to go on from ten positions, one, two and three choices deep.

A rule that allows too much or too little changes these numbers.
"""

from __future__ import annotations

from itertools import combinations, permutations

import pytest

from judgekit.engine.machine import Line
from judgekit.engine.questions import Question
from tests.games.dragon_ball_super.board import Side, duel, resting

Row = tuple[str, str, Side, Side, tuple[int, int, int]]
E = {"energy": ["Drone", "Drone"]}
TABLE: list[Row] = [
    ("two Leaders face each other", "main phase", {}, {}, (2, 3, 4)),
    ("a hand that can be paid for", "main phase", {"hand": ["Grunt", "Wisp"], **E}, {}, (4, 9, 25)),
    ("three targets", "main phase", {}, {"battle": [resting("Grunt"), resting("Wisp")]}, (4, 7, 12)),
    ("an evolution", "main phase", {"hand": ["Great Kaz"], "battle": ["Kaz"], **E}, {}, (5, 11, 24)),
    ("a fusion", "main phase", {"hand": ["Kazuri"], "battle": ["Kaz", "Uri"], **E}, {}, (6, 16, 39)),
    ("a counter in hand", "main phase", {"battle": ["Grunt"]}, {"hand": ["Push"]}, (3, 6, 12)),
    ("a blocker", "main phase", {"battle": ["Grunt"]}, {"battle": ["Wall"]}, (3, 7, 12)),
    ("a card to charge", "charge", {"hand": ["Grunt", "Wisp", "Drone"]}, {}, (3, 12, 33)),
    ("a target to choose", "main phase", {"hand": ["Cull"]}, {"battle": ["Grunt", "Wisp"]}, (3, 7, 16)),
    ("a chain of counters", "main phase", {"hand": ["Hush"]}, {"hand": ["Push", "Hush"]}, (2, 5, 11)),
]  # fmt: skip


def ways(question: Question) -> list[tuple[str, ...]]:
    names = [option.id for option in question.options]
    if question.form == "number":
        return [(str(n),) for n in range(question.least, question.most + 1)]
    if question.form == "order":
        return list(permutations(names))
    sizes = range(question.least, min(question.most, len(names)) + 1)
    return [some for size in sizes for some in combinations(names, size)]


def leaves(line: Line, depth: int) -> int:
    """How many lines of so many choices there are."""
    question = line.run()
    if question is None or depth == 0:
        return 1
    total = 0
    for answer in ways(question):
        fork = line.fork()
        fork.answer(*answer)
        total += leaves(fork, depth - 1)
    return total


@pytest.mark.parametrize(("about", "at", "ours", "theirs", "counts"), TABLE, ids=[row[0] for row in TABLE])
def test_the_number_of_ways_to_go_on(
    about: str, at: str, ours: Side, theirs: Side, counts: tuple[int, int, int]
) -> None:
    line = duel(at=at, A=ours, B=theirs)
    assert tuple(leaves(line, depth) for depth in (1, 2, 3)) == counts
