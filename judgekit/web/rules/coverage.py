"""What is known about a whole book: its faults, and which of its clauses have code and are exercised."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import msgspec
from flask import render_template, request
from werkzeug.wrappers import Response

from judgekit import games
from judgekit.book.address import parent
from judgekit.book.lint import Finding, Subject, lexicon_of, lint
from judgekit.book.model import ACTING, CONSULTED, Book, Row
from judgekit.cases.files.page import WrongInput
from judgekit.cases.rulings import ruling as library
from judgekit.engine.registry import Rulebook
from judgekit.games import UnknownGame
from judgekit.known import titled
from judgekit.narrate.said import by_id
from judgekit.web.jobs import Report, Work, begun
from judgekit.web.responses import file_answer, show
from judgekit.web.rules.editions import edition_of
from judgekit.web.services import desk

STATES = by_id("states of clauses")
BEFORE = {**STATES, **by_id("states of clauses before rulings are run")}


class Cell(msgspec.Struct, frozen=True):
    number: str
    gist: str
    state: str  # one of STATES


class CoveragePage(msgspec.Struct):
    edition: str
    measured: bool
    rulings: int
    failed: tuple[str, ...]
    counts: dict[str, int]
    states: dict[str, str]
    chapters: tuple[tuple[str, str, tuple[Cell, ...]], ...]


class LintPage(msgspec.Struct):
    edition: str
    imported: bool
    findings: tuple[Finding, ...]
    checks: tuple[tuple[str, int], ...]
    chosen: str
    misprints: tuple[tuple[str, str, str, str], ...]  # clause, printed, read as, note


class Measured(msgspec.Struct, frozen=True):
    acted: frozenset[str]
    consulted: frozenset[str]
    rulings: int
    failed: tuple[str, ...]


_measured: dict[str, Measured] = {}


def lint_page(game: str, edition: str) -> Response:
    """The book's own faults, as far as a machine can find them; the official text is needed."""
    return show("rules/lint.html", lint_of(game, edition))


def lint_file(game: str, edition: str) -> Response:
    """The same as one page to send to the publisher."""
    page = lint_of(game, edition)
    body = render_template("audit/lint.html", page=page)
    return file_answer(body, f"faults-of-{page.edition}.html".replace("/", "-"), "text/html")


def lint_of(game: str, edition: str) -> LintPage:
    book, _ = edition_of(game, edition)
    text = desk().shelf.text(book.name)
    found = _findings(book.name, desk().imports) if text else ()
    names = sorted({one.check for one in found})
    checks = tuple((name, sum(one.check == name for one in found)) for name in names)
    chosen = request.args.get("check", "")
    kept = tuple(one for one in found if chosen in ("", one.check))
    slips = tuple((slip.clause, slip.printed, slip.read_as, slip.note) for slip in book.misprints)
    return LintPage(book.name, bool(text), kept, checks, chosen, slips)


@lru_cache(maxsize=8)
def _findings(name: str, imports: int) -> tuple[Finding, ...]:
    shelf = desk().shelf
    older = shelf.older(name)
    before = shelf.text(older.name) if older else None
    index = next((book for book in shelf.shipped if book.name == name), None)
    subject = Subject(shelf.imported(name), index, before, lexicon_of(shelf.shipped))
    return tuple(one for one in lint(subject) if one.fault == "publisher")


def coverage_page(game: str, edition: str) -> Response:
    """Every clause as a cell: does it have code, does a ruling exercise it?"""
    book, _ = edition_of(game, edition)
    return show("rules/coverage.html", _coverage(book))


def _coverage(book: Book) -> CoveragePage:
    found = _measured.get(book.name)
    rules = _rules(book.name)
    cells = [Cell(row.number, row.gist or row.title, _state(row, rules, found)) for row in book]
    counts = {state: sum(cell.state == state for cell in cells) for state in STATES}
    chapters: dict[str, list[Cell]] = {}
    for cell in cells:
        chapters.setdefault(_chapter(cell.number), []).append(cell)
    told = tuple((n, book[n].title if n in book else "", tuple(own)) for n, own in chapters.items())
    return CoveragePage(
        book.name, found is not None, found.rulings if found else len(library.files(book.game)),
        found.failed if found else (), counts, dict(STATES if found else BEFORE), told,
    )  # fmt: skip


def class_of(book: Book, row: Row) -> str:
    """A clause's coverage, in words."""
    found = _measured.get(book.name)
    return (STATES if found else BEFORE)[_state(row, _rules(book.name), found)]


def _chapter(number: str) -> str:
    while above := parent(number):
        number = above
    return number


def _rules(name: str) -> Rulebook | None:
    try:
        game, number = games.edition(name)
    except (UnknownGame, ModuleNotFoundError):
        return None
    return game.rules(number)


def _state(row: Row, rules: Rulebook | None, found: Measured | None) -> str:
    if row.alias_of or row.kind not in ACTING | CONSULTED:
        return "told"
    if found is not None and row.number in found.acted:
        return "exercised"
    if row.kind in CONSULTED:
        return "consulted" if found is not None and row.number in found.consulted else "unread"
    return "coded" if rules is not None and row.number in rules.registered else "missing"


def measure_coverage(game: str, edition: str) -> Response:
    """Run all rulings of an edition and count the clauses they exercise; the job says how far it is."""
    book, _ = edition_of(game, edition)
    files = library.files(book.game)
    back = f"/rules/{book.name}/coverage"
    title = f"Playing the rulings of {titled(book.name)}"
    return begun(desk().jobs.start(title, len(files), back, measuring(book, files, back)))


def measuring(book: Book, files: list[Path], back: str) -> Work:
    """Play every ruling of the edition; if stopped before the end, the map stays as it was."""

    def work(tell: Report) -> str:
        acted: set[str] = set()
        consulted: set[str] = set()
        failed, played = [], 0
        for at, path in enumerate(files):
            tell(at, len(files), path.stem)
            try:
                result = _played(path, book.edition)
            except WrongInput:
                failed.append(path.stem)
                continue
            played += result is not None
            if result is not None and result.ok:
                acted |= result.acted
                consulted |= result.acted | result.consulted
            elif result is not None:
                failed.append(path.stem)
        _measured[book.name] = Measured(frozenset(acted), frozenset(consulted), played, tuple(failed))
        return back

    return work


def _played(path: Path, edition: str) -> library.Result | None:
    """The ruling, played; none if it is not about this edition."""
    ruling = library.load(path)
    return library.run(ruling, edition) if edition in ruling.scripts else None
