"""The alignment of two editions is worked out, moves are told once, and citations follow their clauses."""

from __future__ import annotations

from pathlib import Path

import pytest

from judgekit import paths
from judgekit.book.compare import (
    Comparison,
    LostCitation,
    Move,
    compare_books,
    follow,
    history,
    word_pieces,
)
from judgekit.book.importing import best_draft, import_file
from judgekit.book.load import load
from judgekit.book.mending import finish
from judgekit.book.model import Book, Row
from judgekit.book.official import OfficialText
from judgekit.book.shelf import book_of

BOOKS = paths.fixtures() / "books"
OFFICIAL = Path(__file__).parents[3] / "shared" / "rulebooks"


def sample(edition: str) -> OfficialText:
    return finish(best_draft(BOOKS / f"lanterns-{edition}.txt"), "lanterns", edition, None)


def compared(old: OfficialText, new: OfficialText) -> Comparison:
    texts = {old.name: old, new.name: new}
    return compare_books(book_of(old), book_of(new), texts.get)


LANTERNS = compared(sample("1.0"), sample("2.0"))


def test_a_chapter_that_moved_is_one_move() -> None:
    assert LANTERNS.moves == (Move("3.2.2", "3.2.3", 1), Move("4", "5", 12), Move("5", "6", 7))


def test_what_came_and_what_went() -> None:
    assert LANTERNS.added == ("3.2.2", "4", "4.1", "4.1.1", "4.1.2")
    assert LANTERNS.removed == ("2.1.3",)


def test_a_changed_clause_shows_the_words_that_changed() -> None:
    (change,) = LANTERNS.changes
    assert (change.old, change.new) == ("2.2.1", "2.2.1")
    assert [(piece.change, piece.new) for piece in change.pieces if piece.change != "equal"] == [
        ("insert", "a night")
    ]


def test_a_renumbered_reference_alone_is_no_change() -> None:
    assert "1.1.2" not in {change.old for change in LANTERNS.changes}


def test_numbers_that_mean_different_clauses_are_collisions() -> None:
    collisions = {one.number: (one.became, one.was) for one in LANTERNS.collisions}
    assert collisions["3.2.2"] == ("3.2.3", "")
    assert collisions["5.1.1"] == ("6.1.1", "4.1.1")
    assert "3.1.1" not in collisions


def test_a_citation_follows_its_clause() -> None:
    assert follow(LANTERNS, "4.3.3") == "5.3.3"


def test_a_citation_that_cannot_follow_says_why() -> None:
    with pytest.raises(LostCitation, match=r"lanterns/2\.0 no longer has that clause"):
        follow(LANTERNS, "2.1.3")
    with pytest.raises(LostCitation, match=r"lanterns/1\.0 has no such clause"):
        follow(LANTERNS, "9.9")


def test_the_history_of_a_clause_goes_back_to_where_it_began() -> None:
    assert history("5.3.3", [LANTERNS]) == [("lanterns/1.0", "4.3.3"), ("lanterns/2.0", "5.3.3")]
    assert history("4.1.1", [LANTERNS]) == [("lanterns/2.0", "4.1.1")]


def test_words_are_compared_one_by_one() -> None:
    pieces = word_pieces("douse one lamp", "douse two lamps")
    assert [(piece.change, piece.old, piece.new) for piece in pieces] == [
        ("equal", "douse", "douse"),
        ("replace", "one lamp", "two lamps"),
    ]


def test_sentences_that_stand_in_the_book_many_times_are_told_apart_by_their_place() -> None:
    def book(edition: str, numbers: list[str]) -> Book:
        rows = [
            Row(number, "step", {"1": "Dusk.", "2": "Dawn."}.get(number, "Look round.")) for number in numbers
        ]
        return Book("g", edition, "t", "", tuple(rows))

    old = book("1", ["1", "1.1", "1.2", "2", "2.1"])
    new = book("2", ["1", "1.1", "1.2", "1.3", "2", "2.1"])
    pairs = compare_books(old, new).pairs
    assert pairs["2.1"] == "2.1"
    assert {pairs["1.1"], pairs["1.2"]} <= {"1.1", "1.2", "1.3"}


GODZILLA = (load("godzilla", "1.00"), load("godzilla", "1.2"))


def share_right(comparison: Comparison) -> float:
    """How much of the renumbering that the older edition is derived by was found."""
    renumbering = GODZILLA[0].renumbering  # new number -> old number
    right = sum(comparison.pairs.get(old) == new for new, old in renumbering.items())
    return right / len(renumbering)


def test_by_gists_the_two_godzilla_editions_align_as_derived() -> None:
    comparison = compare_books(*GODZILLA)
    assert comparison.basis == "gist"
    assert share_right(comparison) >= 0.99


@pytest.mark.skipif(not OFFICIAL.is_dir(), reason="the official texts are not here")
def test_by_official_texts_the_two_godzilla_editions_align_as_derived() -> None:
    texts = {}
    for book in GODZILLA:
        path = OFFICIAL / f"godzilla-{book.edition}.txt"
        texts[book.name] = import_file(path, GODZILLA)[0]
    comparison = compare_books(*GODZILLA, texts.get)
    assert comparison.basis == "official"
    assert share_right(comparison) >= 0.99
    assert len(comparison.added) == 46
    assert comparison.removed == ()
    chapters = [(move.old, move.new) for move in comparison.moves]
    assert chapters == [
        ("4.4.6", "4.4.7"),
        ("4.4.7", "4.4.8"),
        ("9", "10"),
        ("10", "11"),
        ("11", "12"),
        ("12", "13"),
    ]
    assert len(comparison.collisions) == 38  # the 37 of the printed texts, and the lost title 9.1
