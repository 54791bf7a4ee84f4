"""The code and the book fit together."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from judgekit.book.model import ACTING, CONSULTED
from judgekit.games.dragon_ball_super import game
from judgekit.games.dragon_ball_super.game import GAME

RULES = GAME.rules()
FOLDER = Path(game.__file__).parent


def test_every_clause_that_acts_has_code_under_its_number() -> None:
    assert [
        row.number for row in RULES.book if row.kind in ACTING and row.number not in RULES.registered
    ] == []


def test_every_limit_and_deck_rule_is_a_function_under_its_number() -> None:
    missing = [
        row.number for row in RULES.book if row.kind in CONSULTED and row.number not in RULES.registered
    ]
    assert missing == []


@pytest.mark.parametrize("doubt", [doubt.id for doubt in RULES.book.doubts])
def test_every_open_question_is_asked_by_name_in_the_code(doubt: str) -> None:
    code = "".join(path.read_text() for path in FOLDER.rglob("*.py"))
    assert re.search(rf'"{doubt}"', code)


def test_every_procedure_but_the_outermost_says_where_it_is_called_from() -> None:
    assert set(RULES.procedures) - set(GAME.callers) == {"6-1"}
    assert all(caller.step in RULES.steps for caller in GAME.callers.values())


def test_every_moment_is_a_step() -> None:
    assert all(clause in RULES.steps for clause in GAME.moments.values())
