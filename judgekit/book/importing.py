"""An official rulebook's file -> the book it is, its clauses, and a report of the file's faults.

The book is recognised by its numbers and headings, never by the file's name.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import msgspec

from judgekit.book.draft import Draft, is_title, read_lines
from judgekit.book.mending import content_words, finish
from judgekit.book.model import Book
from judgekit.book.numbering import depth_of
from judgekit.book.official import SUSPECT, Damage, OfficialText
from judgekit.book.pages import UnreadableFile, readings
from judgekit.book.progress import Tell, silent
from judgekit.errors import JudgekitError


class UnknownBook(JudgekitError):
    """The file is a text, but not one of the books we know."""


class NamedWrongly(JudgekitError):
    """`--as` does not say game/edition."""


class Report(msgspec.Struct, frozen=True):
    """What an import did, against the index of the book."""

    name: str
    source: str
    clauses: int
    matched: tuple[str, ...]
    new: tuple[str, ...]
    missing: tuple[str, ...]
    damage: tuple[Damage, ...]

    @property
    def suspect(self) -> tuple[Damage, ...]:
        return tuple(damage for damage in self.damage if damage.harm in SUSPECT)


def import_file(
    path: Path, books: Sequence[Book], named: str = "", tell: Tell = silent
) -> tuple[OfficialText, Report]:
    """Read a file as one of `books`, or as the edition that `named` says ("game/edition")."""
    draft = best_draft(path, tell)
    known = {book.name: book for book in books}
    if named:
        game, edition = split_name(named)
        book = known.get(named)
    else:
        book = recognise(draft, books)
        game, edition = book.game, book.edition
    text = finish(draft, game, edition, book)
    return text, report_on(text, book)


def split_name(named: str) -> tuple[str, str]:
    game, _, edition = named.partition("/")
    if not re.fullmatch(r"[a-z0-9-]+", game) or not re.fullmatch(r"[\w.-]+", edition):
        raise NamedWrongly(f"{named!r} does not name an edition; write game/edition, such as godzilla/1.3")
    return game, edition


def best_draft(path: Path, tell: Tell = silent) -> Draft:
    """The reading of the file that yields the most clauses with the least damage."""
    drafts = []
    ways = readings(path, tell)
    for at, lines in enumerate(ways):
        tell("finding clauses", at, len(ways))
        drafts.append(read_lines(lines, path.name))
    best = max(drafts, key=lambda draft: len(draft.nodes) * 10 - sum(len(node.harms) for node in draft.nodes))
    if len(best.nodes) < 3:
        raise UnreadableFile(
            f"{path}: no numbered clauses found; "
            "a rulebook has lines such as `1.1.1. …`, `1-1-1. …` or `1-1a. …`"
        )
    return best


def recognise(draft: Draft, books: Sequence[Book]) -> Book:
    """The book whose numbers and headings these are."""
    scored = sorted(((_likeness(draft, book), at) for at, book in enumerate(books)), reverse=True)
    best, at = scored[0] if scored else (0.0, 0)
    if best >= 0.9:
        return books[at]
    if best >= 0.5:
        raise UnknownBook(
            f"{draft.source}: looks like another edition of {books[at].game} "
            f"({best:.0%} like {books[at].name}); to take it as one, say --as {books[at].game}/EDITION"
        )
    known = ", ".join(book.name for book in books) or "none"
    raise UnknownBook(
        f"{draft.source}: has {len(draft.nodes)} numbered clauses, but is none of the known books ({known}); "
        "check that it is the comprehensive rules, or take it as a new book with --as GAME/EDITION"
    )


def _likeness(draft: Draft, book: Book) -> float:
    """Shared numbers over all numbers, reduced where the shared headings differ."""
    titles = {node.number: node.lines[0].text for node in draft.nodes if is_title(node)}
    ours = {row.number for row in book if "#" not in row.number and row.number[0].isdigit()}
    theirs = {node.number for node in draft.nodes}
    if not any(depth_of(number) == 1 for number in ours):
        theirs = {number for number in theirs if depth_of(number) > 1}
    shared = [row for row in book if row.number in titles and row.title]
    alike = sum(1 for row in shared if content_words(row.title) & content_words(titles[row.number]))
    share = len(ours & theirs) / max(1, len(ours | theirs))
    return share * min(1.0, (alike + 1) / (len(shared) * 0.6 + 1))


def report_on(text: OfficialText, book: Book | None) -> Report:
    numbers = [clause.number for clause in text.clauses]
    known = set(book.order) if book else set()
    return Report(
        text.name,
        text.source,
        len(numbers),
        tuple(number for number in numbers if number in known),
        tuple(number for number in numbers if number not in known),
        tuple(row.number for row in book if row.number not in text) if book else (),
        text.damage,
    )
