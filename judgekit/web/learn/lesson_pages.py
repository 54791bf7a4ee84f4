"""Lessons: read on a page, printed, taken along as one file, and written with a preview beside the text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec
from flask import g, render_template, request
from werkzeug.wrappers import Response

from judgekit.book.model import Book
from judgekit.cases.files.page import WrongInput
from judgekit.cases.rulings.ruling import Result
from judgekit.errors import JudgekitError
from judgekit.teach import lessons
from judgekit.teach.drafting import another
from judgekit.teach.kept import LONGEST, KeptLessons
from judgekit.teach.lessons import Lesson, Part, Runs
from judgekit.teach.question import mark
from judgekit.teach.stretch import Moment, Stretch
from judgekit.teach.telling import Step
from judgekit.web.case.board import BoardView
from judgekit.web.case.scene import ClauseRef, clause_ref
from judgekit.web.jobs import few_at_once
from judgekit.web.learn.still import still_board
from judgekit.web.responses import file_answer, show
from judgekit.web.services import desk

EXAMPLE = """title = "A first lesson"
game = "godzilla/1.2"
goal = "You know what a lesson looks like."

[[part]]
text = \"\"\"
Say it in your own words. Then show it on a table.\"\"\"
see = ["7.4.3"]
ruling = "7.4.3-a-total-that-equals-the-threat-counters"
ask = "Does the monster go back?"
right = "Yes: an equal total is enough."
wrong = ["No: the total must be greater."]
"""


class PartView(msgspec.Struct, frozen=True):
    number: int
    text: tuple[str, ...]
    see: tuple[ClauseRef, ...]
    board: BoardView | None
    cards: tuple[tuple[str, str], ...]
    ask: str
    options: tuple[tuple[str, bool], ...]
    steps: tuple[Step, ...]
    clauses: tuple[ClauseRef, ...]
    note: tuple[str, ...] = ()
    why: ClauseRef | None = None  # the clause that a wrong answer goes against


class LessonPage(msgspec.Struct):
    name: str
    title: str
    goal: str
    edition: str
    parts: tuple[PartView, ...]
    earlier: tuple[str, str]  # address and title
    later: tuple[str, str]
    kept: int = 0  # number of a lesson of the users' own
    hidden: bool = False
    may_change: bool = False


class FaultView(msgspec.Struct, frozen=True):
    """What is wrong, the line it is about, and what is written there."""

    line: int
    told: str
    written: str


class WritePage(msgspec.Struct):
    text: str
    problems: tuple[FaultView, ...]
    lesson: LessonPage | None
    unproved: tuple[int, ...] = ()  # parts whose right answer is in the writer's own words
    failing: bool = False  # somebody wants to save it though it fails
    number: int = 0  # of the kept lesson that is changed
    may_keep: bool = False
    words: tuple[int, ...] = ()  # the lines with the words of the steps


def lesson_page(game: str, lesson: str) -> Response:
    """A lesson to read: words, tables, questions, and what happens."""
    found = lessons.find(f"{game}/{lesson}")
    return show("learn/lesson.html", shown(found, _beside(found)))


Beside = tuple[tuple[str, str], tuple[str, str]]


def _beside(found: Lesson) -> Beside:
    """The lessons before and after this one."""
    every = lessons.listed(found.game.name)
    at = next(i for i, one in enumerate(every) if one.name == found.name)
    before = every[at - 1] if at else None
    after = every[at + 1] if at + 1 < len(every) else None
    first, second = (
        (f"/learn/lessons/{one.name}", one.title) if one else ("", "") for one in (before, after)
    )
    return first, second


def shown(found: Lesson, beside: Beside = (("", ""), ("", "")), runs: Runs | None = None) -> LessonPage:
    book = found.game.rules(found.edition).book
    came = zip(found.parts, runs or lessons.played(found), strict=True)
    parts = tuple(_part(at, part, result, book) for at, (part, result) in enumerate(came, 1))
    return LessonPage(found.name, found.title, found.goal, found.book, parts, *beside)


def _part(number: int, part: Part, result: Result | None, book: Book) -> PartView:
    options = [(part.right, True), *((one, False) for one in part.wrong)] if part.ask else []
    options.sort(key=lambda pair: mark(part.ask, pair[0]))
    see = tuple(clause_ref(book, clause) for clause in part.see)
    prose, note = _paragraphs(part.text), _paragraphs(part.note)
    if result is None or result.end is None or result.script.position is None:
        return PartView(
            number, prose, see, None, (), part.ask, tuple(options), (), (), note, next(iter(see), None)
        )
    place = result.script.position
    stretch = Stretch(Moment(place, place.state), result.end.line)
    asking = lessons.at_its_question(place)
    texts = tuple((card.name, card.text.strip()) for card in place.cards if card.text.strip())
    steps = tuple(_from_the_choice(stretch.steps) if asking else stretch.steps)
    refs = tuple(clause_ref(book, clause) for clause in dict.fromkeys(s.clause for s in steps))
    board = still_board(place, asking or place.state)
    why = next((ref for ref in _reasons(part, result, steps, refs, see)), None)
    return PartView(number, prose, see, board, texts, part.ask, tuple(options), steps, refs, note, why)


def _from_the_choice(steps: list[Step]) -> list[Step]:
    """What the step that asks has done before is on the table already."""
    return steps[next((at for at, step in enumerate(steps) if step.is_choice), 0) :]


Refs = tuple[ClauseRef, ...]


def _reasons(
    part: Part, result: Result, steps: tuple[Step, ...], refs: Refs, see: Refs
) -> Iterator[ClauseRef]:
    """The clauses of the right answer, best first: of its own sentence, to be read with it, or proving it."""
    told = {step.clause for step in steps if step.text == part.right}
    yield from (ref for ref in refs if ref.number in told)
    yield from see
    script = next(iter(part.ruling.scripts.values())) if part.ruling else result.script
    wanted = [*part.clauses, *(one.clause for one in script.clauses)]
    yield from (clause_ref(script.position.rules.book, one) for one in wanted if one and script.position)


def _paragraphs(text: str) -> tuple[str, ...]:
    return tuple(text.split("\n\n")) if text else ()


def kept_lessons() -> KeptLessons:
    return KeptLessons(desk().practice.bank.store)


def kept_page(number: int) -> Response:
    """A lesson that was kept here, to read and to answer."""
    found = kept_lessons().find(number)
    page = shown(found.lesson)
    page.kept, page.hidden, page.may_change = number, found.hidden, g.access.may_change
    return show("learn/lesson.html", page)


def kept_file(number: int) -> Response:
    """A kept lesson as its text."""
    return file_answer(kept_lessons().find(number).text, f"lesson-{number}.toml", "application/toml")


@few_at_once
def offline_kept(number: int) -> Response:
    """A kept lesson as one file that needs no network."""
    return _one_file(kept_lessons().find(number).lesson, f"lesson-{number}")


@few_at_once
def offline_lesson(game: str, lesson: str) -> Response:
    """A lesson as one file that needs no network."""
    return _one_file(lessons.find(f"{game}/{lesson}"), lesson)


def _one_file(found: Lesson, name: str) -> Response:
    from judgekit.web.app import STATIC  # the app imports the pages

    style = "\n".join(
        (STATIC / name).read_text("utf-8") for name in ("judgekit.css", "pages.css", "case.css", "learn.css")
    )
    page = shown(found)
    body = render_template("learn/lesson_offline.html", page=page, style=style)
    return file_answer(body, f"{name}.html", "text/html")


# writing


def write_page() -> Response:
    """Write a lesson: the text, and beside it what it looks like."""
    return show("learn/write.html", previewed(EXAMPLE))


@few_at_once
def preview() -> Response:
    """Read a lesson's text: what is wrong with it, or what it looks like, with one more step on request; or
    take it along as a file; one that fails only after a warning."""
    text, number = sent()
    do = request.form.get("do", "")
    if do == "anyway":
        return file_answer(text, "lesson.toml", "application/toml")
    page = previewed(another(text) if do == "step" else text)
    if do == "save" and not page.problems:
        return file_answer(text, "lesson.toml", "application/toml")
    page.failing, page.number = do == "save", number
    return show("learn/write.html", page)


def sent() -> tuple[str, int]:
    """The text of a form, or of the file that came with it, and the kept lesson that it is to be."""
    upload = request.files.get("file")
    given = upload.read(LONGEST * 4).decode("utf-8-sig", "replace") if upload and upload.filename else ""
    text = (given or request.form.get("text", ""))[:LONGEST].replace("\r\n", "\n")
    number = request.form.get("number", "")
    return text, int(number) if number.isdecimal() and len(number) < 10 else 0


def previewed(text: str) -> WritePage:
    page = _previewed(text)
    page.may_keep = g.access.may_change
    page.words = tuple(_words_of_steps(text))
    return page


def _words_of_steps(text: str) -> Iterator[int]:
    """For each step, the line at which its words stand."""
    lines = list(enumerate(text.splitlines(), 1))
    for begun in (at for at, line in lines if line.strip() == "[[part]]"):
        yield next((at for at, line in lines[begun:] if line.startswith("text")), begun)


def _previewed(text: str) -> WritePage:
    try:
        found = lessons.loads(text)
        runs = lessons.played(found)
        wrong = [(one.line, one.text) for one in lessons.faults(found, runs)]
        unproved = tuple(lessons.in_own_words(found, runs))
        return WritePage(text, _faults(text, wrong), shown(found, runs=runs), unproved)
    except WrongInput as problem:
        return WritePage(text, _faults(text, [(one.line, one.told) for one in problem.problems]), None)
    except JudgekitError as problem:
        return WritePage(text, _faults(text, [(1, str(problem))]), None)


def _faults(text: str, wrong: Iterable[tuple[int, str]]) -> tuple[FaultView, ...]:
    lines = text.splitlines()
    return tuple(FaultView(at, told, lines[at - 1].strip() if at <= len(lines) else "") for at, told in wrong)
