"""The code and the book fit together."""

from __future__ import annotations

from pathlib import Path

import pytest

from judgekit.book.model import ACTING, CONSULTED
from judgekit.games.luck_and_logic import game
from judgekit.games.luck_and_logic.rules import rules

FOLDER = Path(game.__file__).parent
SOURCE = "\n".join(path.read_text("utf-8") for path in sorted(FOLDER.rglob("*.py")))
ACTS = [row for row in rules.book if row.kind in ACTING | CONSULTED]


def test_a_clause_that_acts_has_code() -> None:
    assert [row.number for row in ACTS if row.number not in rules.registered] == []


def test_the_counts_of_the_notes_are_met() -> None:
    assert len(rules.book.rows) == 667
    assert len(ACTS) == 333


def test_what_the_coverage_leaves_out_is_said_twice_in_the_book() -> None:
    """1.2.2 and its two conditions are 10.3.1 and its own, which are counted."""
    assert [row.number for row in ACTS if row.alias_of] == ["1.2.2", "1.2.2.1", "1.2.2.2"]


@pytest.mark.parametrize("doubt", [doubt.id for doubt in rules.book.doubts])
def test_every_doubt_is_asked_somewhere_in_the_rules(doubt: str) -> None:
    assert f'"{doubt}"' in SOURCE


def test_every_moment_and_caller_is_a_place_to_stand() -> None:
    assert all(clause in rules.steps for clause in game.MOMENTS.values())
    assert all(caller.step in rules.steps for caller in game.CALLERS.values())
