"""A gist can be ruled from where it stands alone: the book's own terms, and a subject of its own."""

from __future__ import annotations

import re

import pytest

from judgekit.games import game
from judgekit.known import GAMES

POINTING = re.compile(
    r"(It|Its|They|Such|Those|None of them|Found on|Act:|Breaking off)\b|(First|Second|Third) option:"
    r"|.*\b(this (zone|area|keyword)\b|that sum\b|stand for the keyword[.,])"
)
EVERYDAY = re.compile(r"\b(picks?|picked|turns? up|turned up|at once)\b")
MEANT = {"2.4.4", "6.2.1.5.1"}  # several colors at once; whom chance picks


@pytest.mark.parametrize("name", GAMES)
def test_no_gist_begins_with_a_word_that_points_at_another_clause(name: str) -> None:
    found = game(name)
    book = found.rules(next(iter(found.editions))).book
    assert [row.number for row in book if row.kind != "heading" and POINTING.match(row.gist)] == []


@pytest.mark.parametrize("name", GAMES)
def test_no_gist_has_an_everyday_word_in_the_place_of_a_term(name: str) -> None:
    found = game(name)
    book = found.rules(next(iter(found.editions))).book
    assert [row.number for row in book if EVERYDAY.search(row.gist) and row.number not in MEANT] == []


@pytest.mark.parametrize("name", GAMES)
def test_the_gist_of_a_heading_names_what_the_heading_is_about(name: str) -> None:
    found = game(name)
    book = found.rules(next(iter(found.editions))).book
    headings = [row for row in book if row.kind == "heading"]
    assert [row.number for row in headings if not words(row.title) & words(row.gist)] == []


def words(text: str) -> set[str]:
    """Long words by their beginning, so that "drawing" names "draw"."""
    return {word[:4] for word in re.findall(r"[a-z]{2,}", text.lower())}
