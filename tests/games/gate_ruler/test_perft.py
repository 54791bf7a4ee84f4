"""Ways to go on from ten positions (fixtures/perft/gate-ruler.toml), up to three choices deep."""

from __future__ import annotations

import json
import tomllib
from itertools import combinations, permutations
from typing import Any

import pytest

from judgekit import paths
from judgekit.cases.files import position
from judgekit.engine.machine import Line
from judgekit.engine.questions import Question

TABLE = tomllib.loads((paths.fixtures() / "perft" / "gate-ruler.toml").read_text())
POSITIONS = TABLE["positions"]


def ways(question: Question) -> list[tuple[str, ...]]:
    names = [option.id for option in question.options]
    if question.form == "number":
        return [(str(n),) for n in range(question.least, question.most + 1)]
    if question.form == "order":
        return list(permutations(names))
    sizes = range(question.least, min(question.most, len(names)) + 1)
    return [some for size in sizes for some in combinations(names, size)]


def leaves(line: Line, depth: int) -> int:
    """How many lines of so many choices there are; the turn player's turn is as far as it goes."""
    question = line.run()
    if question is None or depth == 0 or line.state.turn_player != "A":
        return 1
    total = 0
    for answer in ways(question):
        fork = line.fork()
        fork.answer(*answer)
        total += leaves(fork, depth - 1)
    return total


def laid_out(row: dict[str, Any]) -> Line:
    table = {"game": "gate-ruler", "turn": "A", "cards": TABLE["cards"], "seed": 1}
    rest = {name: value for name, value in row.items() if name not in ("about", "counts")}
    return position.loads(json.dumps(table | rest)).line()


@pytest.mark.parametrize("row", POSITIONS, ids=[row["about"] for row in POSITIONS])
def test_the_number_of_ways_to_go_on(row: dict[str, Any]) -> None:
    assert [leaves(laid_out(row), depth) for depth in (1, 2, 3)] == row["counts"]
