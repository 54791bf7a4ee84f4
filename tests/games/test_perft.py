"""How many ways there are to go on from ten positions of each game, three choices deep (fixtures/perft).

`make test` counts from every third of them."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from judgekit import paths
from judgekit.audit.exploring.search import every_answer
from judgekit.cases.files import position
from judgekit.engine.machine import Line

PLACES = {
    "godzilla/1.2": {"at": "play timing"},
    "godzilla/1.00": {"at": "play timing"},
    "dragon-ball-super": {"at": "main phase"},
    "gate-ruler": {},
    "luck-and-logic": {"at": "play timing"},
}


def rows() -> Iterator[Any]:
    for edition, place in PLACES.items():
        name = edition.partition("/")[0]
        table = tomllib.loads((paths.fixtures() / "perft" / f"{name}.toml").read_text("utf-8"))
        common = {"game": edition, "turn": "A", "seed": 1, "cards": table["cards"], **place}
        for at, row in enumerate(table["positions"]):
            mark = [pytest.mark.long] * (at % 3 > 0)
            laid = {key: value for key, value in row.items() if key not in ("about", "counts")}
            yield pytest.param({**common, **laid}, row["counts"], id=f"{edition}: {row['about']}", marks=mark)


def leaves(line: Line, depth: int) -> list[int]:
    """How many lines of none, of one … of so many choices there are; the turn player's turn is as far as it
    goes."""
    question = line.run() if depth else None
    if question is None or line.state.turn_player != "A":
        return [1] * (depth + 1)
    below = []
    for answer in every_answer(question):
        fork = line.fork()
        fork.answer(*answer)
        below.append(leaves(fork, depth - 1))
    return [1, *map(sum, zip(*below, strict=True))]


@pytest.mark.parametrize(("table", "counts"), list(rows()))
def test_the_number_of_ways_to_go_on(table: dict[str, Any], counts: list[int]) -> None:
    line = position.loads(json.dumps(table)).line()
    assert leaves(line, 3) == [1, *counts]
