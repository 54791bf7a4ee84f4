"""Beginning a case: from a position that was pasted or uploaded, from a sample, from a case file."""

from __future__ import annotations

import tempfile
from pathlib import Path
from urllib.parse import urlencode

import msgspec
from flask import redirect, request
from werkzeug.wrappers import Response

from judgekit import paths
from judgekit.cases.errors import BadBundle, CaseError, UnknownCase
from judgekit.cases.files.page import Problem, WrongInput
from judgekit.cases.files.position import loads
from judgekit.cases.files.position_check import Oddity, oddities
from judgekit.cases.files.writer import toml_text
from judgekit.cases.play.under_event import Table, table_of
from judgekit.cases.play.under_event import begin as start
from judgekit.cases.store.bundle import bring
from judgekit.known import titled
from judgekit.narrate.said import said
from judgekit.web.case.what_if import answers_in, follow
from judgekit.web.events import chosen
from judgekit.web.home import samples
from judgekit.web.remembered import GAME, remember
from judgekit.web.responses import came_of, show, wants_json
from judgekit.web.services import desk
from judgekit.web.urls import View

LIMIT = 20_000  # clauses that a new case may run before it stops and waits to be sent on
SUFFIXES = (".toml", ".json", ".txt")
CASE_FILES = (".judgekit", ".ndjson", ".jsonl")


class Begun(msgspec.Struct):
    """A case that was made, and its address."""

    case: int
    href: str


class Draft(msgspec.Struct):
    """A position that was given, with everything that is wrong with it, or odd about it."""

    text: str
    name: str
    problems: tuple[Problem, ...]
    oddities: tuple[Oddity, ...]
    lines: tuple[tuple[int, str, tuple[Problem, ...]], ...]
    edition: str = ""  # of which its clauses are


class Removed(msgspec.Struct):
    """A case that was removed from every list, or restored to them."""

    case: int
    removed: bool
    href: str


def remove_case(case: int) -> Response:
    """Take a case out of every list; nothing of it is lost, and it can be shown again."""
    number = desk().archive.store.remove(case, request.form.get("why", "")[:300])
    return _removed(Removed(number, True, "/cases?removed=1"))


def restore_case(case: int) -> Response:
    """Show a removed case again."""
    number = desk().archive.store.restore(case)
    return _removed(Removed(number, False, f"/cases/{number}"))


def _removed(told: Removed) -> Response:
    return came_of(told, told.href)


def open_sample() -> Response:
    """Begin a case from a position that comes with judgekit; with `tour`, the tour begins there."""
    wanted = request.form.get("file", "")
    for sample in samples():
        if sample.file == wanted:
            text = (paths.fixtures() / "positions" / sample.file).read_text("utf-8")
            begun = begin(text, sample.name)
            if request.form.get("tour") and not wants_json():
                return redirect(f"{begun.headers['Location']}#tour={sample.game}", 303)
            return begun
    raise UnknownCase(f"there is no sample {wanted!r}")


def take_position() -> Response:
    """Begin a case from a position that was pasted or uploaded; wrong ones come back with their faults."""
    text, name = given_text()
    if "check" in request.form:
        return show("position.html", checked(text, name))
    try:
        return begin(text, name, accept=request.form.getlist("accept"))
    except WrongInput as problem:
        if wants_json():
            raise
        return show("position.html", drafted(text, name, problem.problems), 422)


def given_text() -> tuple[str, str]:
    """The text of the form or of its file, and a name for it."""
    upload = request.files.get("file")
    name = request.form.get("name", "").strip()[:120]
    if upload is not None and upload.filename:
        path = Path(upload.filename)
        if path.suffix.lower() not in SUFFIXES:
            raise CaseError(
                f"a position is a text file ({', '.join(SUFFIXES)}); got {path.suffix or 'no suffix'}"
            )
        try:
            return upload.read().decode("utf-8-sig"), name or path.stem[:120]
        except UnicodeDecodeError:
            raise CaseError("that file is not UTF-8 text; save it as UTF-8 and try again") from None
    return request.form.get("text", "").replace("\r\n", "\n"), name


def checked(text: str, name: str) -> Draft:
    """A position looked at before it becomes a case."""
    try:
        found = loads(text, library=desk().cards_of(chosen()))
    except WrongInput as problem:
        return drafted(text, name, problem.problems)
    draft = drafted(text, name, (), tuple(oddities(found)))
    draft.edition = f"{found.game.name}/{found.edition}"
    return draft


def drafted(text: str, name: str, problems: tuple[Problem, ...], odd: tuple[Oddity, ...] = ()) -> Draft:
    by_line: dict[int, list[Problem]] = {}
    for problem in problems:
        by_line.setdefault(problem.line, []).append(problem)
    lines = tuple(
        (at, line, tuple(by_line.get(at, ()))) for at, line in enumerate(text.split("\n") or [""], 1)
    )
    return Draft(text, name, problems, odd, lines if problems else ())


def begin(text: str, name: str = "", accept: list[str] | None = None) -> Response:
    """A case from a position, run until a player must choose."""
    if accept:
        text = _accepting(text, accept)
    table = _table(text)
    case = start(desk().archive, table, name or table.position.title or _untitled(table))
    remember(GAME, table.position.game.name)
    case.sit().run(LIMIT)
    return came_of(Begun(case.id, f"/cases/{case.id}"), View.start(case.id).href, 201)


def _untitled(table: Table) -> str:
    return f"{titled(table.position.game.name)} table"


def _table(text: str) -> Table:
    """A position as the chosen event reads it, with its cards worded as they are there."""
    event = chosen()
    return table_of(text, event, desk().cards_of(event))


def begin_again(text: str, follows: str) -> Response:
    """A case from a changed position, with the answers of a branch (`3:main`) given again as far as they
    fit; leads to the comparison with it."""
    which, _, name = follows.partition(":")
    old = desk().archive.case(which)
    branch = old.branch(name or "main")
    table = _table(text)
    case = start(desk().archive, table, table.position.title or f"{old.title}, changed")
    followed = follow(case.sit(), answers_in(old.entries(branch)))
    told = said("so many of", n=followed.given, of=followed.of)
    told += said("then stopped", why=followed.why) if followed.why else ""
    asked = urlencode({"with": f"{old.id}:{branch.name}", "note": told[:200]})
    address = f"{View(case.id, 'main').root}/compare?{asked}"
    return came_of(Begun(case.id, address), address, 201)


def _accepting(text: str, accept: list[str]) -> str:
    """The text with these oddities among its assumptions."""
    listed = ", ".join(toml_text(one) for one in accept)
    return f"assumptions = [{listed}]\n{text}" if "assumptions" not in text else text


def take_case() -> Response:
    """Import a case file that judgekit exported, all of it or nothing."""
    upload = request.files.get("file")
    if upload is None or not upload.filename:
        raise CaseError("choose the case file to import")
    if Path(upload.filename).suffix.lower() not in CASE_FILES:
        raise CaseError(
            f"a case file ends in {', '.join(CASE_FILES)}; got {Path(upload.filename).name[:80]!r}"
        )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "case.judgekit"
        upload.save(path)
        try:
            case = bring(desk().archive, path)
        except BadBundle as problem:  # under the name that the reader knows the file by
            raise BadBundle(str(problem).replace(str(path), Path(upload.filename).name[:80])) from problem
    return came_of(Begun(case.id, f"/cases/{case.id}"), View(case.id, "main").href, 201)
