"""Home: what this is, cases to resume, positions to begin with, rulings to look at."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import msgspec
from flask import Blueprint, redirect, request
from werkzeug.wrappers import Response

from judgekit import games, paths
from judgekit.cases.errors import CaseError, UnknownCase
from judgekit.cases.page import Problem, WrongInput
from judgekit.cases.sanity import Oddity
from judgekit.web.address import View
from judgekit.web.answers import json_answer, show, wants_json
from judgekit.web.desk import desk
from judgekit.web.rulings import Shown, count, some

pages = Blueprint("home", __name__)

LIMIT = 20_000  # clauses that a new case may run before it stops and waits to be sent on
SUFFIXES = (".toml", ".json", ".txt")
CASE_FILES = (".judgekit", ".ndjson", ".jsonl")
DENSITIES = ("roomy", "plain", "dense")


class CaseRow(msgspec.Struct, frozen=True):
    id: int
    name: str
    edition: str
    created: str
    lines: tuple[tuple[str, int, str], ...]  # name, entries, address
    href: str


class Sample(msgspec.Struct, frozen=True):
    name: str
    game: str
    file: str


class Home(msgspec.Struct):
    cases: tuple[CaseRow, ...]
    samples: tuple[Sample, ...]
    rulings: tuple[Shown, ...]
    many_rulings: int
    games: tuple[tuple[str, str], ...]
    text: str = ""


class Cases(msgspec.Struct):
    cases: tuple[CaseRow, ...]
    density: str = "plain"


class JobView(msgspec.Struct, frozen=True):
    """A piece of long work, as its page shows it."""

    id: int
    title: str
    done: int
    total: int
    status: str  # "running", "done", "stopped", "failed"
    doing: str
    problem: str
    back: str
    result: str


class JobPage(msgspec.Struct):
    job: JobView


class Begun(msgspec.Struct):
    """A case that was made, and its address."""

    case: int
    href: str


class Token(msgspec.Struct):
    token: str


class Draft(msgspec.Struct):
    """A position that was given, with everything that is wrong with it, or odd about it."""

    text: str
    name: str
    problems: tuple[Problem, ...]
    oddities: tuple[Oddity, ...]
    lines: tuple[tuple[int, str, tuple[Problem, ...]], ...]
    edition: str = ""  # of which its clauses are


@pages.get("/")
def home() -> Response:
    """Home: cases, samples, rulings, and a field for a position."""
    asked = request.args.get("draft", "")
    text = _empty(asked) if asked in dict(known_games()) else ""
    return show(
        "home.html",
        Home(tuple(case_rows()), tuple(samples()), tuple(some()), count(), known_games(), text),
    )


def _empty(game: str) -> str:
    from judgekit.cases.drafts import position_draft

    return position_draft(game)


@pages.get("/cases")
def cases() -> Response:
    """All cases, in one of three densities (`rows`)."""
    asked = request.args.get("rows", "")
    return show("cases.html", Cases(tuple(case_rows()), asked if asked in DENSITIES else "plain"))


def case_rows() -> list[CaseRow]:
    """The newest case first; its address leads to its first line, a line's to what is fact of it."""
    rows = []
    for case in reversed(desk().archive.cases()):
        lines = tuple((b.name, b.head, View(case.id, b.name).root) for b in case.branches())
        made = case.created[:16].replace("T", " ")
        rows.append(CaseRow(case.id, case.name, case.edition, made, lines, f"/cases/{case.id}"))
    return rows


def samples() -> list[Sample]:
    """Positions that come with judgekit."""
    folder = paths.fixtures() / "positions"
    return [
        Sample(path.stem.replace("-", " "), path.parent.name, str(path.relative_to(folder)))
        for path in sorted(folder.rglob("*.toml"))
    ]


def known_games() -> tuple[tuple[str, str], ...]:
    """Games whose rules are there, by name and for people; none is loaded for it."""
    there = (name for name in games.NAMES if find_spec(f"judgekit.games.{name.replace('-', '_')}.game"))
    return tuple((name, name.replace("-", " ").title().replace(" And ", " & ")) for name in there)


@pages.post("/samples")
def open_sample() -> Response:
    """Begin a case from a position that comes with judgekit."""
    wanted = request.form.get("file", "")
    for sample in samples():
        if sample.file == wanted:
            text = (paths.fixtures() / "positions" / sample.file).read_text("utf-8")
            return begin(text, sample.name)
    raise UnknownCase(f"there is no sample {wanted!r}")


@pages.post("/positions")
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
            return upload.read().decode("utf-8"), name or path.stem[:120]
        except UnicodeDecodeError:
            raise CaseError("that file is no text in UTF-8; save it as such and try again") from None
    return request.form.get("text", "").replace("\r\n", "\n"), name


def checked(text: str, name: str) -> Draft:
    """A position looked at before it becomes a case."""
    from judgekit.cases.position import loads
    from judgekit.cases.sanity import oddities

    try:
        found = loads(text)
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
    """A case from a position, run until somebody must choose."""
    from judgekit.cases.position import loads

    if accept:
        text = _accepting(text, accept)
    found = loads(text)
    case = desk().archive.create("position", text, name or found.title or "position")
    case.sit().run(LIMIT)
    if wants_json():
        return json_answer(Begun(case.id, f"/cases/{case.id}"), 201)
    return redirect(View(case.id, "main").href, 303)


def _accepting(text: str, accept: list[str]) -> str:
    """The text with these oddities among its assumptions."""
    from judgekit.cases.saving import toml_text

    listed = ", ".join(toml_text(one) for one in accept)
    return f"assumptions = [{listed}]\n{text}" if "assumptions" not in text else text


@pages.post("/cases/import")
def take_case() -> Response:
    """Take in a case file that judgekit exported, all of it or nothing."""
    import tempfile

    from judgekit.cases.bundle import bring

    upload = request.files.get("file")
    if upload is None or not upload.filename:
        raise CaseError("choose the case file to take in")
    if Path(upload.filename).suffix.lower() not in CASE_FILES:
        raise CaseError(
            f"a case file ends in {', '.join(CASE_FILES)}; got {Path(upload.filename).name[:80]!r}"
        )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "case.judgekit"
        upload.save(path)
        case = bring(desk().archive, path)
    if wants_json():
        return json_answer(Begun(case.id, f"/cases/{case.id}"), 201)
    return redirect(View(case.id, "main").href, 303)


@pages.post("/theme")
def choose_theme() -> Response:
    """Light, dark, or as the system has it."""
    theme = request.form.get("theme", "auto")
    if theme not in ("light", "dark", "auto"):
        raise CaseError(f"a theme is light, dark or auto; got {theme!r}")
    back = local(request.form.get("back", "/"))
    answer = json_answer({"theme": theme}) if wants_json() else redirect(back, 303)
    answer.set_cookie("judgekit_theme", theme, samesite="Strict", max_age=31_536_000)
    return answer


def local(address: str) -> str:
    """An address of ours, whatever was sent."""
    is_ours = address.startswith("/") and not address.startswith(("//", "/\\")) and "\n" not in address
    return address if is_ours else "/"


@pages.get("/csrf")
def forgery_token() -> Response:
    """The token that a program sends as X-CSRF-Token with every change, together with its cookie."""
    from flask import g

    return json_answer(Token(g.forgery))


@pages.get("/jobs/<int:number>")
def job(number: int) -> Response:
    """How far a piece of long work is."""
    found = desk().jobs.find(number)
    if found.status == "done" and not wants_json():
        return redirect(found.result, 303)
    told = JobView(
        found.id, found.title, found.done, found.total, found.status, found.doing, found.problem, found.back,
        found.result,
    )  # fmt: skip
    return show("job.html", JobPage(told))


@pages.post("/jobs/<int:number>/stop")
def stop_job(number: int) -> Response:
    """Stop a piece of long work."""
    found = desk().jobs.find(number)
    found.is_unwanted = True
    found.is_over.wait(2)
    if wants_json():
        return json_answer({"job": number, "status": found.status, "href": f"/jobs/{number}"})
    return redirect(f"/jobs/{number}", 303)
