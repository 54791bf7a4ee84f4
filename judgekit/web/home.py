"""Home: what this is, cases to resume, positions to begin with, rulings to look at."""

from __future__ import annotations

import msgspec
from flask import abort, g, redirect, request
from werkzeug.wrappers import Response

from judgekit import paths
from judgekit.cases.errors import CaseError
from judgekit.cases.store import catalogue, labels, profiles
from judgekit.known import titled
from judgekit.web.events import chosen
from judgekit.web.jobs import Job
from judgekit.web.remembered import ROWS, my_game, my_games, remember
from judgekit.web.responses import came_of, json_answer, show, wants_json
from judgekit.web.rulings.library import Shown, count, some
from judgekit.web.services import desk
from judgekit.web.urls import View

DENSITIES = ("roomy", "plain", "dense")


class CaseRow(msgspec.Struct, frozen=True):
    id: int
    name: str
    edition: str
    created: str
    lines: tuple[tuple[str, int, str], ...]  # name, entries, address
    href: str
    tags: tuple[str, ...] = ()
    archived: bool = False
    event: str = ""
    was: str = ""  # its name when it was made, if it has another one now

    def fits(self, words: str) -> bool:
        """Whether its names, its edition, its event and its tags have all these words."""
        told = " ".join((self.name, self.was, self.edition, self.event, *self.tags)).lower()
        return all(word in told for word in words.lower().split())


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
    events: tuple[str, ...] = ()
    event: str = ""  # that new cases are of


class Cases(msgspec.Struct):
    cases: tuple[CaseRow, ...]
    density: str = "plain"
    removed: tuple[
        tuple[int, str, str], ...
    ] = ()  # cases that can be shown again: number, name, when and why
    wanted: str = ""  # words of a name, or a tag
    archived: bool = False  # whether archived ones are listed too
    tags: tuple[str, ...] = ()  # all that there are


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
    keeps: bool = False  # whether what is done is kept when it is stopped


class JobPage(msgspec.Struct):
    job: JobView


class Token(msgspec.Struct):
    token: str


def home() -> Response:
    """Home: cases, samples, rulings, and a field for a position."""
    asked = request.args.get("draft", "")
    text = _empty(asked) if asked in dict(known_games()) else ""
    event = chosen()
    current = (one for one in case_rows() if not one.archived)
    return show(
        "home.html",
        Home(
            tuple(current),
            tuple(sorted(samples(), key=lambda one: one.game != my_game())),
            tuple(sorted(some(), key=lambda one: one.game != my_game())),
            count(),
            known_games(),
            text,
            tuple(profiles.events(desk().database)),
            event.name if event else "",
        ),
    )


class TourStep(msgspec.Struct, frozen=True):
    """What to look at, on which page, and what to do there."""

    title: str
    text: str
    key: str
    page: str  # "case", "editor", "sheet"
    target: str  # what is marked on that page


class Tour(msgspec.Struct):
    games: tuple[tuple[str, str], ...]
    steps: tuple[TourStep, ...]


STEPS = (
    TourStep("Read the board", "Your side is below. A number with a dotted line is modified: click the card "
             "to see by what. A pile opens as a list. Names with a dashed edge are empty areas.", "", "case",
             "#board"),
    TourStep("Step", "Each step has its own address, its sentence and its clause. Step forward and back with "
             "the arrow keys; the line over the board says what has just happened.", "→", "case",
             "#transport"),
    TourStep("Ask why", "The tab Why leads from what happened back to the choice that began it. Why not "
             "shows what is refused, and the first condition that fails.", "w", "case", "#inspector"),
    TourStep("Answer", "Go to the end: the question says who chooses what. Click an option, or a card on the "
             "board. The case goes on to the next question and says what happened in between.", "q", "case",
             "#question"),
    TourStep("Choose differently", "Step back to that question and take another option: a branch begins, the "
             "first one stays. Compare them to see how each one ends.", "Ctrl+←", "case", "#tools"),
    TourStep("Enter a table", "Type a table in one line, type cards into areas, or drag them. What you leave "
             "out is unknown; where a rule needs it, you are asked.", "", "editor", ".ed-quick"),
    TourStep("Hand over a sheet", "One page with the table, the answer and the clauses. Fill in the boxes "
             "and keep it; the code leads back to it. Print it, or show the picture to a phone.", "⇧P",
             "sheet", ".sheet"),
)  # fmt: skip


def tour() -> Response:
    """What to do first, step by step, with a sample of each game to do it on."""
    return show("help.html", Tour(known_games(), STEPS))


def _empty(game: str) -> str:
    from judgekit.cases.files.drafts import position_draft

    return position_draft(game)


def cases() -> Response:
    """Cases by name and tag, in one of three densities (`rows`)."""
    asked = request.args.get("rows", "") or request.cookies.get(ROWS, "")
    wanted = request.args.get("q", "")[:100]
    if asked in DENSITIES:
        remember(ROWS, asked)
    every, with_old = case_rows(), bool(request.args.get("archived"))
    fitting = [one for one in every if (with_old or not one.archived) and one.fits(wanted)]
    removed = desk().archive.store.removed() if request.args.get("removed") else []
    page = Cases(
        tuple(fitting), asked if asked in DENSITIES else "plain",
        tuple((case.id, case.name[:120], when) for case, when in removed), wanted, with_old,
        tuple(sorted({tag for one in every for tag in one.tags})),
    )  # fmt: skip
    return show("cases.html", page)


def case_rows() -> list[CaseRow]:
    """The newest case first; its address leads to its first branch, a branch's to its last fact."""
    rows, named = [], labels.labels(desk().database)
    for case, branches in reversed(catalogue.listed(desk().database)):
        lines = tuple((b.name, b.head, View(case.id, b.name).root) for b in branches)
        made, own = case.created[:16].replace("T", " "), named.get(case.id, labels.Label())
        rows.append(CaseRow(
            case.id, own.name or case.name, case.edition, made, lines, f"/cases/{case.id}", own.tags,
            own.archived, own.event, case.name if own.name else "",
        ))  # fmt: skip
    return rows


def label_case(case: int) -> Response:
    """Give a case a name and tags, put it into the archive or take it out."""
    form = request.form
    made = labels.label(
        desk().archive.store, case, form.get("name", ""), form.get("tags", ""), bool(form.get("archived"))
    )
    return came_of(made, "/cases")


def samples() -> list[Sample]:
    """Positions that come with judgekit."""
    folder = paths.fixtures() / "positions"
    return [
        Sample(path.stem.replace("-", " "), path.parent.name, str(path.relative_to(folder)))
        for path in sorted(folder.rglob("*.toml"))
    ]


def known_games() -> tuple[tuple[str, str], ...]:
    """The games by name and by title, the reader's own first; none is loaded for this."""
    return tuple((name, titled(name)) for name in my_games())


def choose_theme() -> Response:
    """Light, dark, or as the system is set."""
    theme = request.form.get("theme", "auto")
    if theme not in ("light", "dark", "auto"):
        raise CaseError(f"a theme is light, dark or auto; got {theme!r}")
    back = local(request.form.get("back", "/"))
    answer = came_of({"theme": theme}, back)
    answer.set_cookie("judgekit_theme", theme, samesite="Strict", max_age=31_536_000)
    return answer


def local(address: str) -> str:
    """The address if it is one of ours; else the home page."""
    is_ours = address.startswith("/") and not address.startswith(("//", "/\\")) and "\n" not in address
    return address if is_ours else "/"


def forgery_token() -> Response:
    """The token that a program sends as X-CSRF-Token with every change, together with its cookie."""
    return json_answer(Token(g.forgery))


def job(number: int) -> Response:
    """The progress of a long job."""
    found = _own_job(number)
    if found.status == "done" and not wants_json():
        return redirect(found.result, 303)
    told = JobView(
        found.id, found.title, found.done, found.total, found.status, found.doing, found.problem, found.back,
        found.result, found.keeps,
    )  # fmt: skip
    return show("job.html", JobPage(told))


def _own_job(number: int) -> Job:
    """A read-only visitor, or one bound to a seat, has access only to their own jobs."""
    found = desk().jobs.find(number)
    is_bound = bool(g.access.seat) or (request.method == "POST" and not g.access.may_change)
    if is_bound and found.visitor != g.visitor:
        abort(403, "this work was begun by somebody else")
    return found


def stop_job(number: int) -> Response:
    """Stop a piece of long work."""
    found = _own_job(number)
    found.is_unwanted = True
    found.is_over.wait(2)
    return came_of({"job": number, "status": found.status, "href": f"/jobs/{number}"}, f"/jobs/{number}")
