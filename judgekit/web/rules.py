"""The rulebooks: tree, clause, comparison of editions, lint, coverage map, import."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
from flask import Blueprint, redirect, request
from werkzeug.wrappers import Response

from judgekit import games
from judgekit.book.compare import Comparison, history
from judgekit.book.importing import import_file
from judgekit.book.links import ancestors, children, siblings
from judgekit.book.lint import Finding, Subject, lexicon_of, lint
from judgekit.book.model import ACTING, CONSULTED, Book, Doubt, Misprint, Row
from judgekit.book.pages import KINDS, UnreadableFile
from judgekit.book.shelf import UnknownEdition
from judgekit.book.whereabouts import code_of, rulings_of
from judgekit.cases import ruling as library
from judgekit.cases.page import WrongInput
from judgekit.engine.registry import Rulebook
from judgekit.games import UnknownGame
from judgekit.web.address import clause_href, ruling_href
from judgekit.web.answers import json_answer, show, wants_json
from judgekit.web.desk import Desk, desk

pages = Blueprint("rules", __name__)


class BookCard(msgspec.Struct, frozen=True):
    name: str
    title: str
    date: str
    clauses: int
    misprints: int
    doubts: int
    imported: bool
    older: str


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
    history: tuple[tuple[str, str, str], ...]  # edition, number, address
    code: tuple[str, ...]
    rulings: tuple[tuple[str, str], ...]
    moments: tuple[tuple[str, str], ...]
    previous: str
    next: str


class Cell(msgspec.Struct, frozen=True):
    number: str
    gist: str
    state: str  # "exercised", "coded", "missing", "consulted", "unread", "told"


class CoveragePage(msgspec.Struct):
    edition: str
    measured: bool
    rulings: int
    failed: tuple[str, ...]
    counts: dict[str, int]
    chapters: tuple[tuple[str, str, tuple[Cell, ...]], ...]


# the shelf


@pages.get("/rules")
def shelf_page() -> Response:
    """All books, and a field to import one."""
    return show("rules/shelf.html", {"books": tuple(_cards())})


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


@pages.post("/rules/import")
def take_book() -> Response:
    """Import an official text (.txt, .md, .pdf); it stays on this computer."""
    upload = request.files.get("file")
    if upload is None or not upload.filename:
        raise UnreadableFile("choose the rulebook's file: .txt, .md or .pdf")
    suffix = Path(upload.filename).suffix.lower()
    if suffix not in KINDS:
        raise UnreadableFile(f"judgekit reads {', '.join(KINDS)}; got {suffix or 'a file without suffix'}")
    folder = Path(tempfile.mkdtemp(prefix="judgekit-import-"))
    path = folder / f"rulebook{suffix}"
    upload.save(path)
    name, named = Path(upload.filename).name[:80], request.form.get("as", "").strip()
    job = desk().jobs.start(f"Reading {name}", 3, "/rules", _importing(desk(), path, named))
    job.is_over.wait(4)
    address = job.result or f"/jobs/{job.id}"
    return json_answer({"job": job.id, "href": address}, 202) if wants_json() else redirect(address, 303)


def _importing(where: Desk, path: Path, named: str) -> Callable[[Callable[[int], None]], str]:
    def work(tell: Callable[[int], None]) -> str:
        try:
            tell(0)
            text, report = import_file(path, where.shipped, named)
            tell(1)
            where.shelf.store.save(text)
            where.imports += 1
            tell(2)
            where.shelf.search.find("card")
            where.shelf.store.close()
        finally:
            path.unlink(missing_ok=True)
            path.parent.rmdir()
        suspect = len(report.suspect)
        return f"/rules/{report.name}?imported={report.clauses}&suspect={suspect}"

    return work


# one book


def _edition(game: str, edition: str) -> tuple[Book, str]:
    """A book; `latest` is the newest of its game, and the page says which that was."""
    shelf = desk().shelf
    if edition != "latest":
        return shelf.book(f"{game}/{edition}"), ""
    own = [book for book in shelf.books.values() if book.game == game]
    if not own:
        raise UnknownEdition(f"there is no game {game!r} on the shelf")
    newest = max(own, key=lambda book: book.date)
    return newest, newest.name


@pages.get("/rules/<game>/<edition>")
def book_page(game: str, edition: str) -> Response:
    """A book as a tree of its headings."""
    book, _ = _edition(game, edition)
    shelf = desk().shelf
    older = shelf.older(book.name)
    card = _card(book, book.name in shelf.store.names(), older.name if older else "")
    return show("rules/book.html", BookPage(card, _tree(book.name), book.doubts, book.misprints))


@lru_cache(maxsize=16)
def _grown(name: str, rows: tuple[Row, ...]) -> tuple[Branchlet, ...]:
    below: dict[str, list[Row]] = {}
    counts: dict[str, int] = {}
    tops: list[Row] = []
    known = {row.number for row in rows}
    for row in rows:
        above = _above(row.number, known)
        (below.setdefault(above, []) if above else tops).append(row)
        while above:
            counts[above] = counts.get(above, 0) + 1
            above = _above(above, known)

    def grow(row: Row, deep: int) -> Branchlet:
        inner = below.get(row.number, ()) if deep < 2 else ()
        kept = tuple(grow(one, deep + 1) for one in inner if one.title or deep < 1)
        return Branchlet(row.number, row.title, row.gist, row.kind, counts.get(row.number, 0), kept)

    return tuple(grow(row, 0) for row in tops)


def _above(number: str, known: set[str]) -> str:
    from judgekit.book.address import parent

    above = parent(number)
    while above and above not in known:
        above = parent(above)
    return above or ""


def _tree(name: str) -> tuple[Branchlet, ...]:
    return _grown(name, desk().shelf.book(name).rows)


# one clause


@pages.get("/rules/<game>/<edition>/<clause>")
def clause_page(game: str, edition: str, clause: str) -> Response:
    """A clause with everything that leads to it and from it."""
    book, resolved = _edition(game, edition)
    return show("rules/clause.html", _clause(book, clause, resolved, request.args.get("case", "")))


def _clause(book: Book, number: str, resolved: str, case: str) -> ClausePage:
    shelf = desk().shelf
    row = shelf.clause(book.name, number)
    links = shelf.links(book.name)
    beside = siblings(book, number)
    at = book.order[number]
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
        history=tuple(_history(book, number)), code=tuple(code_of(book, number)),
        rulings=tuple(_rulings(book, number)), moments=tuple(_moments(case, number)),
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


def _rulings(book: Book, number: str) -> Iterator[tuple[str, str]]:
    for file in rulings_of(book, number):
        path = Path(file)
        yield path.stem, ruling_href(f"{path.parent.name}/{path.stem}")


def _history(book: Book, number: str) -> Iterator[tuple[str, str, str]]:
    """The clause in the other editions of its game, the oldest first."""
    others = sorted(
        (one for one in desk().shelf.books.values() if one.game == book.game), key=lambda b: b.date
    )
    if len(others) < 2:
        return
    names = [one.name for one in others]
    here = names.index(book.name)
    chain = [compared(old, new) for old, new in pairwise(names[: here + 1])]
    told = history(number, chain) if chain else [(book.name, number)]
    for step in (compared(a, b) for a, b in pairwise(names[here:])):
        follow = step.pairs.get(told[-1][1])
        if follow is None:
            break
        told.append((step.new, follow))
    for name, own in told:
        yield name, own, clause_href(name, own)


_compared: dict[tuple[str, str, int], Comparison] = {}
_comparing = threading.Lock()


def compared(old: str, new: str) -> Comparison:
    """Two editions side by side, worked out once."""
    key = old, new, desk().imports
    with _comparing:
        if key not in _compared:
            _compared[key] = desk().shelf.compare(old, new)
        return _compared[key]


def _moments(case: str, number: str) -> Iterator[tuple[str, str]]:
    """Where the clause acted in the line that the reader comes from (`case=3:main`)."""
    which, colon, name = case.partition(":")
    if not colon or not which.isdecimal():
        return
    found = desk().archive.case(int(which))
    branch = found.branch(name)
    from judgekit.web.address import View, spot_text

    course = desk().courses.of(found, branch)
    count = 0
    for spot in course.stops[4][1:]:
        happened, entry = course.happened(spot), course.entry(spot)
        assert happened is not None
        assert entry is not None
        if number in happened.path or (number == entry.clause and spot[1] == 1):
            count += 1
            if count > 30:
                return
            yield spot_text(spot), View(found.id, branch.name, spot).href


# comparison, lint, coverage


@pages.get("/rules/compare")
def compare_page() -> Response:
    """Two editions: what moved, came, went and changed."""
    old, new = request.args.get("old", ""), request.args.get("new", "")
    shelf = desk().shelf
    if not (old and new):
        pair = next(((o.name, b.name) for b in shelf.books.values() if (o := shelf.older(b.name))), ("", ""))
        old, new = old or pair[0], new or pair[1]
    if not (old and new):
        raise UnknownEdition("there are no two editions of one game on the shelf; import another one")
    outcome = compared(shelf.book(old).name, shelf.book(new).name)
    texts = {row.number: row for row in shelf.book(old)}, {row.number: row for row in shelf.book(new)}
    names = tuple(shelf.books)
    return show(
        "rules/compare.html",
        {"outcome": outcome, "names": names, "old": old, "new": new}
        | ({} if wants_json() else {"old_rows": texts[0], "new_rows": texts[1]}),
    )


@pages.get("/rules/<game>/<edition>/lint")
def lint_page(game: str, edition: str) -> Response:
    """The book's own faults, as far as machine can find them; the official text is needed."""
    book, _ = _edition(game, edition)
    shelf = desk().shelf
    text = shelf.text(book.name)
    findings = _findings(book.name, desk().imports) if text else ()
    return show(
        "rules/lint.html",
        {"edition": book.name, "imported": bool(text), "findings": findings, "misprints": book.misprints},
    )


@lru_cache(maxsize=8)
def _findings(name: str, imports: int) -> tuple[Finding, ...]:
    shelf = desk().shelf
    older = shelf.older(name)
    before = shelf.text(older.name) if older else None
    index = next((book for book in shelf.shipped if book.name == name), None)
    subject = Subject(shelf.imported(name), index, before, lexicon_of(shelf.shipped))
    return tuple(one for one in lint(subject) if one.fault == "publisher")


class Measured(msgspec.Struct, frozen=True):
    acted: frozenset[str]
    consulted: frozenset[str]
    rulings: int
    failed: tuple[str, ...]


_measured: dict[str, Measured] = {}


@pages.get("/rules/<game>/<edition>/coverage")
def coverage_page(game: str, edition: str) -> Response:
    """Every clause as a cell: has it code, does a ruling exercise it?"""
    book, _ = _edition(game, edition)
    return show("rules/coverage.html", _coverage(book))


def _coverage(book: Book) -> CoveragePage:
    rules = _rules(book.name)
    found = _measured.get(book.name)
    cells = {row.number: _cell(row, rules, found) for row in book}
    counts: dict[str, int] = {}
    for cell in cells.values():
        counts[cell.state] = counts.get(cell.state, 0) + 1
    chapters: dict[str, list[Cell]] = {}
    for row in book:
        chapters.setdefault(_chapter(row.number), []).append(cells[row.number])
    told = tuple((n, book[n].title if n in book else "", tuple(found)) for n, found in chapters.items())
    return CoveragePage(
        book.name, found is not None, found.rulings if found else len(library.files(book.game)),
        found.failed if found else (), counts, told,
    )  # fmt: skip


def _chapter(number: str) -> str:
    from judgekit.book.address import parent

    while above := parent(number):
        number = above
    return number


def _rules(name: str) -> Rulebook | None:
    try:
        game, number = games.edition(name)
    except (UnknownGame, ModuleNotFoundError):
        return None
    return game.rules(number)


def _cell(row: Row, rules: Rulebook | None, found: Measured | None) -> Cell:
    coded = rules is not None and row.number in rules.registered
    if row.alias_of or row.kind not in ACTING | CONSULTED:
        state = "told"
    elif found is not None and row.number in found.acted:
        state = "exercised"
    elif row.kind in CONSULTED:
        state = "consulted" if found is not None and row.number in found.consulted else "unread"
    else:
        state = "coded" if coded else "missing"
    return Cell(row.number, row.gist or row.title, state)


@pages.post("/rules/<game>/<edition>/coverage")
def measure_coverage(game: str, edition: str) -> Response:
    """Run all rulings of an edition and count the clauses they come by; the job says how far it is."""
    book, _ = _edition(game, edition)
    files = library.files(book.game)
    back = f"/rules/{book.name}/coverage"
    work = _measuring(book, files, back)
    job = desk().jobs.start(f"Playing the rulings of {book.name}", len(files), back, work)
    job.is_over.wait(2)
    address = job.result or f"/jobs/{job.id}"
    return json_answer({"job": job.id, "href": address}, 202) if wants_json() else redirect(address, 303)


def _measuring(book: Book, files: list[Path], back: str) -> Callable[[Callable[[int], None]], str]:
    def work(tell: Callable[[int], None]) -> str:
        acted: set[str] = set()
        consulted: set[str] = set()
        failed, played = [], 0
        for at, path in enumerate(files):
            tell(at)
            try:
                ruling = library.load(path)
                if book.edition not in ruling.scripts:
                    continue
                result = library.run(ruling, book.edition)
            except WrongInput:
                failed.append(path.stem)
                continue
            played += 1
            if result.ok:
                acted |= result.acted
                consulted |= result.acted | result.consulted
            else:
                failed.append(path.stem)
        _measured[book.name] = Measured(frozenset(acted), frozenset(consulted), played, tuple(failed))
        return back

    return work
