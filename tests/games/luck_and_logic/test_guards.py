"""A clause that is only consulted decides something: without it, some ruling takes another course."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from judgekit.book.model import CONSULTED
from judgekit.cases.rulings import ruling
from judgekit.cases.rulings.ruling import Result, Ruling
from judgekit.engine.registry import Rulebook
from judgekit.games.luck_and_logic import game
from judgekit.games.luck_and_logic.rules import rules

# what would be the same without the clause, and why
DECIDES_NOTHING = {
    "3.2.1.3.1": "an effect that names nobody has no other player than its master to fall back on",
    "4.1.6.1": "it is about what a seat learns: test_corners shows it",
    "9.6.3.1.3": "where there is nothing to choose from, nothing can be chosen in any case",
    "10.1.2.1.1": "the book has a single rule action that interrupts, so there is nothing to order",
    "12.5.2": "a number is counted before it is used in any case",
}
assert game.GAME  # the clauses are registered with their chapters
RULES = [row.number for row in rules.book if row.kind in CONSULTED and not row.alias_of]
MANY = 60  # rulings tried for a clause at most


@pytest.fixture(autouse=True)
def soon_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """A course that does not end any more is another one long before the limit of rulings."""
    monkeypatch.setattr(ruling, "LIMIT", 2_000)


@cache
def scripts() -> dict[Path, Ruling]:
    found = {path: ruling.load(path) for path in ruling.files("luck-and-logic")}
    return {path: one for path, one in found.items() if next(iter(one.scripts.values())).position is not None}


def course(result: Result) -> Any:
    """What happens in a ruling, event by event and group by group, and how often somebody is asked."""
    assert result.end is not None
    log = result.end.line.log
    return [(h.event, h.group) for entry in log for h in entry.events], len(result.asked)


@cache
def usual() -> dict[Path, Result]:
    return {path: ruling.run(one) for path, one in scripts().items()}


@cache
def consulting() -> dict[str, list[Path]]:
    """By clause, the rulings that consult it, those first that name it."""
    found: dict[str, list[Path]] = {}
    for path, result in usual().items():
        for clause in result.consulted | result.acted:
            named = clause in result.script.names()
            found.setdefault(clause, []).insert(0 if named else len(found.get(clause, ())), path)
    return found


def takes_another_course(path: Path, changed: Rulebook) -> bool:
    expected = course(usual()[path])
    try:
        return bool(course(ruling.run(scripts()[path], rules=changed)) != expected)
    except Exception:  # a rule that others build on may leave them with nothing
        return True


@pytest.mark.parametrize("clause", RULES)
def test_without_it_a_ruling_takes_another_course(clause: str) -> None:
    if clause in rules.deck_rules:
        pytest.skip("a rule of deck construction: the rulings about decks show it")
    changed = rules.without(clause)
    differs = any(takes_another_course(path, changed) for path in consulting().get(clause, [])[:MANY])
    assert differs != (clause in DECIDES_NOTHING)
