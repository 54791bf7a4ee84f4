"""A clause that is only consulted decides something: without it, some ruling takes another course."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from judgekit.book.model import CONSULTED
from judgekit.cases.rulings import ruling
from judgekit.cases.rulings.ruling import Result
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
# a ruling that does not name the clause and yet is decided by it: tried first, others come late
SHOWN_BY = {
    "1.3.2": "1.2.3-two-cards-each-from-decks-of-one",
    "2.9.2": "2.10.2.3-the-giant-on-four-circles",
    "2.10.2.1": "2.1.1-a-namesake-in-the-drop-zone",
    "2.12.2": "2.1.1-a-namesake-in-the-drop-zone",
    "4.1.2.2": "4.1.3.1.3-guests-that-come-resting",
    "4.1.3.2.2": "4.1.3.1.3-guests-that-come-resting",
    "4.1.3.2.4": "5.24.1-a-card-set-to-the-opponents-member",
    "4.1.4.1": "4.1.3.2.2-a-text-about-being-turned-face-down",
    "4.1.7": "12.2.1.1-order-of-member-and-soul",
    "5.23.2": "5.23.1-a-chosen-gate-is-looked-at",
    "5.23.3": "5.23.1-a-chosen-gate-is-looked-at",
    "5.24.4": "5.24.1-a-card-set-and-a-bonus",
    "5.24.5": "5.11.1-gates-traded-across-the-table",
    "8.1.1": "8.1.3-the-first-battle-of-the-turn",
    "8.1.3": "8.1.3-a-battle-cut-short-is-a-battle",
    "9.3.3": "9.10.1-the-last-gate-is-kept-only-when-it-is-the-last",
    "9.3.3.1": "9.10.1-the-last-gate-is-kept-only-when-it-is-the-last",
    "9.3.3.3": "9.11.1-as-much-as-the-returned-one-had",
    "9.6.2.1.2": "9.6.2.1.2-a-level-card-of-every-colour",
}


@pytest.fixture(autouse=True)
def soon_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """A course that does not end any more is another one long before the limit of rulings."""
    monkeypatch.setattr(ruling, "LIMIT", 2_000)


load = cache(ruling.load)


@cache
def texts() -> dict[Path, str]:
    return {path: path.read_text("utf-8") for path in ruling.files("luck-and-logic")}


@cache
def usual(path: Path) -> Result | None:
    """What comes of a ruling, if it is about a table."""
    script = next(iter(load(path).scripts.values()))
    return None if script.position is None else ruling.run(load(path))


def course(result: Result) -> Any:
    """What happens in a ruling, event by event and group by group, and how often somebody is asked."""
    assert result.end is not None
    log = result.end.line.log
    return [(h.event, h.group) for entry in log for h in entry.events], len(result.asked)


def naming(clause: str) -> Iterator[Path]:
    named = re.compile(rf"(?<![\d.]){re.escape(clause)}(?![\d.]*\d)")
    yield from (path for path, text in texts().items() if named.search(text))


def consulting(clause: str) -> Iterator[Path]:
    """The rulings that consult a clause, those about its chapter first."""
    chapter = clause.partition(".")[0] + "."
    known = SHOWN_BY.get(clause)
    for path in sorted(texts(), key=lambda path: (path.stem != known, not path.stem.startswith(chapter))):
        result = usual(path)
        if result is not None and clause in result.consulted | result.acted:
            yield path


def takes_another_course(path: Path, changed: Rulebook) -> bool:
    before = usual(path)
    if before is None:
        return False
    try:
        return bool(course(ruling.run(load(path), rules=changed)) != course(before))
    except Exception:  # a rule that others build on may leave them with nothing
        return True


def decides(clause: str, paths: Iterable[Path]) -> bool:
    changed = rules.without(clause)
    return any(takes_another_course(path, changed) for path in islice(paths, MANY))


@pytest.mark.parametrize("clause", RULES)
def test_without_it_a_ruling_takes_another_course(clause: str) -> None:
    """One of those that name it; else one that consults it."""
    if clause in rules.deck_rules:
        pytest.skip("a rule of deck construction: the rulings about decks show it")
    if clause in DECIDES_NOTHING:
        assert not decides(clause, naming(clause))
    else:
        assert decides(clause, naming(clause)) or decides(clause, consulting(clause))


@pytest.mark.long
@pytest.mark.parametrize("clause", DECIDES_NOTHING)
def test_what_decides_nothing_decides_nothing_in_any_ruling(clause: str) -> None:
    assert not decides(clause, consulting(clause))
