"""How fast questions are: made from a ruling, proved, played out; and how many the kept bank holds."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TypeVar

from judgekit import paths
from judgekit.audit.bench.report import Figure, figure
from judgekit.cases.rulings.ruling import load
from judgekit.known import GAMES
from judgekit.teach.bank import Bank, file_of, mark_of, names
from judgekit.teach.classroom import Rooms
from judgekit.teach.making.questions import questions
from judgekit.teach.playing_out import asking_of, play_out, prove
from judgekit.teach.practice import COLUMNS, Practice
from judgekit.teach.question import Question
from judgekit.teach.store import Store, beside

EACH = 40  # rulings of a game: about 2,000 wrong options over the four
T = TypeVar("T")
LOG = 10_000  # answers of one learner
PUPILS = 40


def measure(folder: Path, scale: float) -> Iterator[Figure]:
    """The figures of teaching, each against its limit."""
    many = max(1, int(EACH * scale))
    chosen = [name for game in GAMES for name in names(game)[7 :: max(1, len(names(game)) // many)][:many]]
    rulings = [load(file_of(name)) for name in chosen]
    made = [_timed(partial(questions, ruling)) for ruling in rulings]
    yield figure("questions from a ruling", "ms", [took for took, _ in made])
    yield figure("questions a ruling gives", "questions", [float(len(own)) for _, own in made])
    asked = [question for _, own in made for question in own]
    proofs = [_timed(partial(prove, question))[0] for question in asked[::15]]
    yield figure("a key worked out again", "ms", proofs)
    gc.freeze()  # what lies in memory for the measuring is not searched through in it
    played = [took for question in asked for took in _played(question)]
    yield figure("a wrong option played out", "ms CPU", played).reaching("<= 300", of="max")
    many = max(100, int(LOG * scale))
    practice = _answered(folder, many)
    look = partial(practice.map, "ann", "godzilla")
    yield figure(f"map of the book from {many} answers, worked out from the log", "ms", [_timed(look)[0]])
    anew = [_timed(partial(_opened(folder).map, "ann", "godzilla"))[0] for _ in range(5)]
    first = figure(f"map of the book from {many} answers, first look", "ms", anew)
    yield first.reaching("<= 100", of="p95")
    again = figure(f"map of the book from {many} answers", "ms", [_timed(look)[0] for _ in range(5)])
    yield again.reaching("<= 100", of="p95")
    yield from _class(practice, asked[0])
    if beside(paths.database()).is_file():
        kept = len(Bank(Store(beside(paths.database()))).all())
        yield figure("questions in the kept bank", "questions", [float(kept)])


def _played(question: Question) -> Iterator[float]:
    """Processor time for each wrong option of a question that somebody has before them."""
    asking_of(question)
    for option in question.options[1:]:
        yield _timed(partial(play_out, question, option), time.process_time)[0]


def _class(practice: Practice, asked: Question) -> Iterator[Figure]:
    """Forty learners take their seats and answer one question; then the bars are complete."""
    practice.bank.keep(asked.ruling, mark_of(file_of(asked.ruling)), [asked])
    rooms = Rooms(practice)
    room = rooms.open("class", "", [asked.id])
    pupils = [f"pupil {at}" for at in range(PUPILS)]
    joins = [_timed(partial(rooms.join, room, one, one))[0] for one in pupils]
    yield figure(f"{PUPILS} learners join a room", "ms", [sum(joins)]).reaching("<= 60000", of="p95")
    right = asked.right.text
    answers = [_timed(partial(rooms.answer, room, one, asked, right, one))[0] for one in pupils]
    yield figure("an answer in a class", "ms", answers)
    looks = [_timed(partial(rooms.bars, room, asked.id))[0] for _ in pupils]
    yield figure("the bars of a class", "ms", looks).reaching("<= 1500", of="p95")


def _answered(folder: Path, many: int) -> Practice:
    """A learner who has answered that many times."""
    practice = _opened(folder)
    rows = [("ann", f"t{at}", *_answer(at)) for at in range(many)]
    with practice.store.writing() as connection:
        connection.executemany(
            f"INSERT INTO answers (learner, token, {COLUMNS}) VALUES ({', '.join('?' * 13)})",  # noqa: S608
            rows,
        )
    return practice


def _opened(folder: Path) -> Practice:
    """As after a start: nothing is remembered but what is stored."""
    return Practice(Store(folder / "teach.sqlite"))


def _answer(at: int) -> tuple[object, ...]:
    when = f"2026-{1 + at * 11 // LOG:02}-{1 + at % 28:02}T{at % 24:02}:00:00+00:00"
    return "q", "k", "godzilla/1.2", f"{at % 13 + 1}.{at % 23}", "r", "x", at % 4 > 0, 0, 9.0, when, ""


def _timed(do: Callable[[], T], clock: Callable[[], float] = time.perf_counter) -> tuple[float, T]:
    """Milliseconds, and the result."""
    begun = clock()
    found = do()
    return (clock() - begun) * 1000, found
