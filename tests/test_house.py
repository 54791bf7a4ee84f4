"""The house: which room knows which, and that no room below the games names one."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

import grimp
import pytest

import judgekit
from judgekit.known import GAMES

PACKAGE = Path(judgekit.__file__).parent
NAMES = re.compile("|".join(name.replace("-", "[-_ ]") for name in GAMES), re.IGNORECASE)


def rooms() -> dict[str, set[str]]:
    """Each room, and the rooms it imports from, late imports included."""
    graph = grimp.build_graph("judgekit")
    found: dict[str, set[str]] = defaultdict(set)
    for module in graph.modules:
        for imported in graph.find_modules_directly_imported_by(module):
            here, there = room(module), room(imported)
            if here != there:
                found[here].add(there)
    return found


def room(module: str) -> str:
    return [*module.split("."), ""][1]


def test_no_room_is_reached_from_a_room_that_it_knows(capsys: pytest.CaptureFixture[str]) -> None:
    known = rooms()
    order: list[str] = []
    left = set(known) | {there for all_there in known.values() for there in all_there}
    while free := {one for one in left if not (known[one] & left)}:
        order += sorted(free)
        left -= free
    with capsys.disabled():
        for one in order:
            print(f"\n{one or 'judgekit':>10} <- {', '.join(sorted(known[one])) or '-'}", end="")
    assert not left, f"these know each other in a circle: {sorted(left)}"


@pytest.mark.parametrize("place", ["engine", "cardtext"])
def test_no_game_is_named_below_the_games(place: str) -> None:
    named = [
        f"{path.relative_to(PACKAGE)}: {found[0]}"
        for path in sorted((PACKAGE / place).rglob("*.py"))
        if (found := NAMES.search(path.read_text("utf-8")))
    ]
    assert not named


def test_nothing_that_ships_imports_the_tests() -> None:
    importing = re.compile(r"^\s*(from|import) tests\b", re.MULTILINE)
    assert not [path for path in PACKAGE.rglob("*.py") if importing.search(path.read_text("utf-8"))]
