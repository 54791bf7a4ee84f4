"""The rulebooks: the shelf, a book's tree, a section, a clause with all its links, import."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, quote, unquote, urlsplit

import msgspec
from flask import request
from werkzeug.wrappers import Response

from judgekit.book.address import parent
from judgekit.book.importing import import_file
from judgekit.book.links import ancestors, children, siblings
from judgekit.book.model import Book, Doubt, Misprint, Row
from judgekit.book.pages import KINDS, UnreadableFile
from judgekit.book.whereabouts import code_of
from judgekit.cases.errors import UnknownCase
from judgekit.errors import JudgekitError
from judgekit.narrate.course import Course
from judgekit.web.jobs import Report, Work, begun
from judgekit.web.responses import led_to, show
from judgekit.web.rules.coverage import class_of
from judgekit.web.rules.editions import Era, edition_of, eras
from judgekit.web.rulings.library import naming
from judgekit.web.services import Desk, desk
from judgekit.web.urls import View, clause_href, line_in, ruling_href, spot_text

MOMENTS = 30  # places of a case that a clause names
CLOSE = 40  # rulings that a clause lists


class BookCard(msgspec.Struct, frozen=True):
    name: str
    title: str
    date: str
    clauses: int
    misprints: int
    doubts: int
    imported: bool
    older: str


class ShelfPage(msgspec.Struct):
    books: tuple[BookCard, ...]


class Branchlet(msgspec.Struct, frozen=True):
    """A clause in the tree, with what stands under it."""

    number: str
    title: str
    gist: str
    kind: str
    below: int
    inside: tuple[Branchlet, ...] = ()


class BookPage(msgspec.Struct):
    book: BookCard
    chapters: tuple[Branchlet, ...]
    doubts: tuple[Doubt, ...]
    misprints: tuple[Misprint, ...]


class Near(msgspec.Struct, frozen=True):
    """A clause beside, above or below the one that is shown."""

    number: str
    title: str
    gist: str
    kind: str


class Word(msgspec.Struct, frozen=True):
    """A run of the gist; a defined term leads to its clause."""

    text: str
    href: str = ""


class RulingLink(msgspec.Struct, frozen=True):
    question: str
    clause: str
    href: str


class ClausePage(msgspec.Struct):
    edition: str
    book_title: str
    number: str
    kind: str
    title: str
    gist: str
    words: tuple[Word, ...]
    official: str
    imported: bool
    resolved: str
    parents: tuple[Near, ...]
    before: tuple[Near, ...]
    after: tuple[Near, ...]
    children: tuple[Near, ...]
    cites: tuple[Near, ...]
    cited_by: tuple[Near, ...]
    used_by: tuple[Near, ...]
    alias_of: str
    misprints: tuple[Misprint, ...]
    readings: tuple[Doubt, ...]
    history: tuple[Era, ...]
    newer: str  # the newest edition, where it has no such clause any more
    code: tuple[str, ...]
    coverage: str
    rulings: tuple[RulingLink, ...]
    many_rulings: int
    moments: tuple[tuple[str, str], ...]
    case: str
    previous: str
    next: str


class Read(msgspec.Struct, frozen=True):
    """A clause of a section, as one reads it through."""

    number: str
    title: str
    kind: str
    deep: int
    words: tuple[Word, ...]
    official: str


class SectionPage(msgspec.Struct):
    edition: str
    book_title: str
    number: str
    title: str
    imported: bool
    parents: tuple[Near, ...]
    clauses: tuple[Read, ...]


# the shelf


def shelf_page() -> Response:
    """All books, and a field to import one."""
    return show("rules/shelf.html", ShelfPage(tuple(_cards())))


def _cards() -> Iterator[BookCard]:
    shelf = desk().shelf
    imported = set(shelf.store.names())
    for book in shelf.books.values():
        older = shelf.older(book.name)
        yield _card(book, book.name in imported, older.name if older else "")


def _card(book: Book, imported: bool, older: str) -> BookCard:
    return BookCard(
        book.name,
        book.title,
        book.date,
        len(book.rows),
        len(book.misprints),
        len(book.doubts),
        imported,
        older,
    )


def take_book() -> Response:
    """Import an official text (.txt, .md, .pdf); it stays on this computer."""
    upload = request.files.get("file")
    if upload is None or not upload.filename:
        raise UnreadableFile("choose the rulebook's file: .txt, .md or .pdf")
    suffix = Path(upload.filename).suffix.lower()
    if suffix not in KINDS:
        raise UnreadableFile(f"judgekit reads {', '.join(KINDS)}; got {suffix or 'a file without suffix'}")
    folder = Path(tempfile.mkdtemp(prefix="judgekit-import-"))
    path = folder / f"rulebook{suffix}"  # no part of a visitor's name becomes a path
    upload.save(path)
    name, named = Path(upload.filename).name[:80], request.form.get("as", "").strip()
    return begun(desk().jobs.start(f"Reading {name}", 1, "/rules", importing(desk(), path, named, name)))


def importing(where: Desk, path: Path, named: str, shown: str = "") -> Work:
    """Read the file and keep it; if stopped before the end, nothing is kept."""

    def work(tell: Report) -> str:
        def told(doing: str, done: int, total: int) -> None:
            tell(done, total, doing)

        try:
            text, report = import_file(path, where.shipped, named, told)
            where.shelf.store.save(text, told)
            where.imports += 1
            where.shelf.search.find("card")  # makes the index anew, here and not for the next reader
        except JudgekitError as problem:  # under the name that the reader knows the file by
            raise UnreadableFile(str(problem).replace(str(path), shown or path.name)) from problem
        finally:
            where.let_go()
            path.unlink(missing_ok=True)
            path.parent.rmdir()
        return f"/rules/{report.name}?imported={report.clauses}&suspect={len(report.suspect)}"

    return work


# one book


def book_page(game: str, edition: str) -> Response:
    """A book as a tree of its headings."""
    book, _ = edition_of(game, edition)
    shelf = desk().shelf
    older = shelf.older(book.name)
    card = _card(book, book.name in shelf.store.names(), older.name if older else "")
    return show("rules/book.html", BookPage(card, _grown(book.name, book.rows), book.doubts, book.misprints))


@lru_cache(maxsize=16)
def _grown(name: str, rows: tuple[Row, ...]) -> tuple[Branchlet, ...]:
    """Chapters, their sections, and what has a title of its own below those."""
    tops, below = _nested(rows)
    counts = {number: _all_below(number, below) for number in below}

    def grow(row: Row, deep: int) -> Branchlet:
        inner = below.get(row.number, ()) if deep < 2 else ()
        kept = tuple(grow(one, deep + 1) for one in inner if one.title or deep < 1)
        return Branchlet(row.number, row.title, row.gist, row.kind, counts.get(row.number, 0), kept)

    return tuple(grow(row, 0) for row in tops)


def _nested(rows: tuple[Row, ...]) -> tuple[list[Row], dict[str, list[Row]]]:
    known = {row.number for row in rows}
    tops: list[Row] = []
    below: dict[str, list[Row]] = {}
    for row in rows:
        above = _above(row.number, known)
        (below.setdefault(above, []) if above else tops).append(row)
    return tops, below


def _all_below(number: str, below: dict[str, list[Row]]) -> int:
    return sum(1 + _all_below(row.number, below) for row in below.get(number, ()))


def _above(number: str, known: set[str]) -> str:
    above = parent(number)
    while above and above not in known:
        above = parent(above)
    return above or ""


# a section to read


def section_page(game: str, edition: str, clause: str) -> Response:
    """A clause with everything below it, to be read through; official sentences beside, if imported."""
    book, _ = edition_of(game, edition)
    row = desk().shelf.clause(book.name, clause)
    known = set(book.order)
    rows = [one for one in book if _is_inside(one.number, row.number, known)]
    return show(
        "rules/section.html",
        SectionPage(
            book.name, book.title, row.number, row.title or row.gist, book.name in desk().shelf.store.names(),
            _near(book, [one.number for one in ancestors(book, row.number)]),
            tuple(_read(book, one, known, row.number) for one in rows),
        ),
    )  # fmt: skip


def _is_inside(number: str, top: str, known: set[str]) -> bool:
    while number and number != top:
        number = _above(number, known)
    return number == top


def _read(book: Book, row: Row, known: set[str], top: str) -> Read:
    shelf = desk().shelf
    deep, above = 0, row.number
    while above != top:
        above, deep = _above(above, known), deep + 1
    mentions = shelf.links(book.name).mentions.get(row.number, ())
    official = shelf.store.sentence(book.name, row.number)
    words = tuple(_words(row, mentions, book.name))
    return Read(row.number, row.title, row.kind, min(deep, 4), words, official)


# one clause


def short_address(game: str, edition: str, clause: str) -> Response:
    """A short address of a clause; leads to its page."""
    return led_to(f"/rules/{quote(game)}/{quote(edition)}/{quote(clause, safe='')}")


def clause_page(game: str, edition: str, clause: str) -> Response:
    """A clause with everything that leads to it and from it."""
    book, resolved = edition_of(game, edition)
    return show("rules/clause.html", _clause(book, clause, resolved, request.args.get("case") or came_from()))


def came_from() -> str:
    """The line that the reader was looking at, if that was the page before this one."""
    before = urlsplit(request.headers.get("Referer", ""))
    asked = parse_qs(before.query).get("case", [""])[0]
    parts = before.path.split("/")
    if before.netloc != request.host or len(parts) < 4 or parts[1] != "cases" or not parts[2].isdecimal():
        return asked if before.netloc == request.host else ""
    return f"{parts[2]}:{line_in(unquote(parts[3]))}"


def _clause(book: Book, number: str, resolved: str, case: str) -> ClausePage:
    shelf = desk().shelf
    row = shelf.clause(book.name, number)
    links = shelf.links(book.name)
    beside = siblings(book, number)
    at = book.order[number]
    found = list(_rulings(book, number))
    told = tuple(eras(book, number))
    return ClausePage(
        edition=book.name, book_title=book.title, number=number, kind=row.kind, title=row.title,
        gist=row.gist,
        words=tuple(_words(row, links.mentions.get(number, ()), book.name)),
        official=shelf.store.sentence(book.name, number), imported=book.name in shelf.store.names(),
        resolved=resolved, parents=_near(book, [one.number for one in ancestors(book, number)]),
        before=_near(book, [one.number for one in beside if book.order[one.number] < at][-4:]),
        after=_near(book, [one.number for one in beside if book.order[one.number] > at][:4]),
        children=_near(book, [one.number for one in children(book, number)]),
        cites=_near(book, row.cites), cited_by=_near(book, links.cited_by.get(number, ())),
        used_by=_near(book, links.used_by.get(number, ())[:24]), alias_of=row.alias_of,
        misprints=tuple(slip for slip in book.misprints if slip.clause == number),
        readings=tuple(doubt for doubt in book.doubts if number in doubt.clauses),
        history=told, newer=_without(book, told), code=tuple(code_of(book, number)),
        coverage=class_of(book, row), rulings=tuple(found[:CLOSE]), many_rulings=len(found),
        moments=tuple(_moments(case, book, number)), case=case,
        previous=book.rows[at - 1].number if at else "",
        next=book.rows[at + 1].number if at + 1 < len(book.rows) else "",
    )  # fmt: skip


def _near(book: Book, numbers: Any) -> tuple[Near, ...]:
    return tuple(
        Near(n, book[n].title, book[n].gist, book[n].kind) if n in book else Near(n, "", "", "")
        for n in numbers
    )


def _words(row: Row, mentions: Any, edition: str) -> Iterator[Word]:
    at = 0
    for mention in mentions:
        if mention.start < at:
            continue
        if mention.start > at:
            yield Word(row.gist[at : mention.start])
        yield Word(row.gist[mention.start : mention.end], clause_href(edition, mention.term.number))
        at = mention.end
    if at < len(row.gist):
        yield Word(row.gist[at:])


def _without(book: Book, told: tuple[Era, ...]) -> str:
    newest, _ = edition_of(book.game, "latest")
    return newest.name if told and told[-1].edition != newest.name else ""


def _rulings(book: Book, number: str) -> Iterator[RulingLink]:
    """Rulings that hold in this edition and name the clause; those about it come first."""
    for one in sorted(naming(book.name, number), key=lambda one: one.clause != number):
        yield RulingLink(one.question, one.clause, ruling_href(one.name))


def _moments(case: str, book: Book, number: str) -> Iterator[tuple[str, str]]:
    """Where the clause acted in the line that the reader comes from (`case=3:main`), if it is of this
    book."""
    which, colon, name = case.partition(":")
    if not colon or not which.isascii() or not which.isdecimal() or len(which) > 9:
        return
    try:
        found = desk().archive.case(int(which))
        branch = found.branch(name)
    except UnknownCase:
        return  # the clause is there all the same
    if found.edition == book.name:
        yield from islice(
            _acted(desk().courses.of(found, branch), View(found.id, branch.name), number), MOMENTS
        )


def _acted(course: Course, view: View, number: str) -> Iterator[tuple[str, str]]:
    for spot in course.stops[4][1:]:
        happened, entry = course.happened(spot), course.entry(spot)
        if happened is None or entry is None:
            continue
        if number in happened.path or (number == entry.clause and spot[1] == 1):
            yield spot_text(spot), view.at(spot)
