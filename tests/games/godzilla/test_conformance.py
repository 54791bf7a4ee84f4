"""The code and both books fit together."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from judgekit.book.model import ACTING, CONSULTED
from judgekit.games.game import Deck, PrintedCard
from judgekit.games.godzilla import ch06_setup, game
from judgekit.games.godzilla.game import GAME

FOLDER = Path(game.__file__).parent
EDITIONS = tuple(GAME.editions)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_clause_that_acts_has_code_under_its_number(edition: str) -> None:
    rules = GAME.rules(edition)
    rows = [row for row in rules.book if row.kind in ACTING and not row.alias_of]
    assert [row.number for row in rows if row.number not in rules.registered] == []


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_guard_and_deck_rule_is_a_function_under_its_number(edition: str) -> None:
    rules = GAME.rules(edition)
    rows = [row for row in rules.book if row.kind in CONSULTED and not row.alias_of]
    assert [row.number for row in rows if row.number not in rules.registered] == []


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_jump_leads_to_a_step_of_its_procedure(edition: str) -> None:
    rules = GAME.rules(edition)
    for clause, step in rules.registered.items():
        for target in step.to:
            assert rules.procedure_of(target) == rules.procedure_of(clause)


def test_the_older_edition_has_no_code_that_its_book_lacks() -> None:
    older = GAME.rules("1.00")
    assert [clause for clause in older.registered if clause not in older.book] == []


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_open_question_is_asked_by_name_in_the_code(edition: str) -> None:
    code = "".join(path.read_text() for path in FOLDER.rglob("*.py"))
    doubts = [doubt.id for doubt in GAME.rules(edition).book.doubts]
    assert [d for d in doubts if not re.search(rf'"{d}"', code)] == []


def test_every_procedure_but_the_outermost_says_where_it_is_called_from() -> None:
    rules = GAME.rules()
    assert set(rules.procedures) - set(GAME.callers) == {"7.1"}
    assert all(caller.step in rules.steps for caller in GAME.callers.values())


def test_every_moment_is_a_step() -> None:
    assert all(clause in GAME.rules().steps for clause in GAME.moments.values())


def a_deck(first: list[str], extra: list[str]) -> tuple[Deck, dict[str, PrintedCard]]:
    """A deck of one colour, but for its rank I monster and one card."""
    cards = {
        f"Titan {rank}": PrintedCard(f"Titan {rank}", {"type": "monster", "rank": rank, "colors": first})
        for rank in (1, 2, 3, 4)
    }
    cards["Odd"] = PrintedCard("Odd", {"type": "battle", "rank": 1, "colors": extra})
    return Deck({"monster": [f"Titan {rank}" for rank in (1, 2, 3, 4)], "main": ["Odd"]}), cards


@pytest.mark.parametrize(("choice", "broken"), [("every-color", True), ("any-color", False)])
def test_a_rank_one_monster_of_two_colors_is_read_in_two_ways(choice: str, broken: bool) -> None:
    deck, cards = a_deck(["red", "blue"], ["red"])
    built = ch06_setup.check(deck, cards, {"A-38": choice})
    assert bool(list(ch06_setup.colors_fit_the_first_monster(built))) is broken
