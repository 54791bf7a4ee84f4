"""Lessons: read on a page, printed, taken along as one file, and written with a preview beside the text."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec
from flask import abort, g, redirect, render_template
from werkzeug.wrappers import Response

from judgekit.book.model import Book
from judgekit.cases.files.page import WrongInput
from judgekit.cases.files.position import Position
from judgekit.cases.rulings.ruling import Result
from judgekit.engine.state import State
from judgekit.teach import lessons
from judgekit.teach.kept import KeptLessons
from judgekit.teach.lessons import Lesson, Part, Runs
from judgekit.teach.question import mark
from judgekit.teach.stretch import Moment, Stretch
from judgekit.teach.telling import Step
from judgekit.web.case.board import BoardView
from judgekit.web.case.scene import ClauseRef, clause_ref
from judgekit.web.jobs import few_at_once
from judgekit.web.learn.practice import card_told, detached
from judgekit.web.learn.still import cards_on, still_board
from judgekit.web.responses import file_answer, show
from judgekit.web.services import desk


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
    here = {card.name for card in (asking or place.state).cards.values()}
    texts = tuple((card.name, card_told(card, place.game)) for card in place.cards if card.name in here)
    steps = tuple(_from_the_choice(stretch.steps) if asking else stretch.steps)
    refs = tuple(clause_ref(book, clause) for clause in dict.fromkeys(s.clause for s in steps))
    board = _board(place, asking or place.state, part)
    why = next((ref for ref in _reasons(part, result, steps, refs, see)), None)
    return PartView(number, prose, see, board, texts, part.ask, tuple(options), steps, refs, note, why)


def _board(place: Position, state: State, part: Part) -> BoardView:
    """The table of a part; if the right answer is a number that the board would show, that is hidden."""
    board = still_board(place, state)
    shown = {re.sub(r"\D", "", w.value) for card in cards_on(board) for w in card.worth if w.printed}
    return still_board(place, state, as_printed=True) if shown & {*_NUMBER.findall(part.right)} else board


_NUMBER = re.compile(r"\d+")


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
    """A lesson that was kept here, to read and to answer; if it no longer holds, its teacher changes it."""
    found = kept_lessons().find(number)
    try:
        page = shown(found.lesson)
    except WrongInput:
        if g.access.may_change:
            return redirect(f"/learn/lessons/kept/{number}/edit", 303)
        abort(422, "this lesson no longer holds: its ruling or the rules have changed; tell its teacher")
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
    body = detached(render_template("learn/lesson_offline.html", page=page, style=style))
    return file_answer(body, f"{name}.html", "text/html")
