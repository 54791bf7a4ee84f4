"""The page for writing a lesson: the words of each step in fields beside what a reader sees, and all of it as
a text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from hashlib import blake2b

import msgspec
from flask import g, request
from werkzeug.wrappers import Response

from judgekit.cases.files.page import WrongInput
from judgekit.errors import JudgekitError
from judgekit.known import GAMES
from judgekit.teach import lessons
from judgekit.teach.bank import names
from judgekit.teach.drafting import another
from judgekit.teach.kept import LONGEST
from judgekit.teach.revising import OF_A_LESSON, OF_A_STEP, Words, with_words, without_step, words_of
from judgekit.teach.store import TeachError
from judgekit.web.jobs import few_at_once
from judgekit.web.learn.lesson_pages import LessonPage, shown
from judgekit.web.responses import file_answer, show
from judgekit.web.rulings.library import Shown, listed

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
OFFERED = 12  # rulings to begin with
CHOICES = 4  # of a ruling that make a whole lesson
LABELS = {
    "title": "Title", "goal": "What the reader can do afterwards", "text": "Your words, above the table",
    "ruling": "Worked ruling that shows it, by its name",
    "ask": "Question", "right": "Right answer", "wrong": "Wrong answers, one on each line",
    "note": "Note, shown with the answer",
}  # fmt: skip
FIELD = re.compile(r"words/(\d{1,3})/([a-z]+)/([0-9a-f]{8})")


class FaultView(msgspec.Struct, frozen=True):
    """What is wrong, the line it is about, and what is written there."""

    line: int
    told: str
    written: str
    step: int = 0


class FieldView(msgspec.Struct, frozen=True):
    """Words that can be changed; the name says which they are, and marks what they were."""

    name: str
    label: str
    value: str
    lines: int  # 1: a line
    of_rulings: bool = False  # the names of rulings are offered


class Beginning(msgspec.Struct):
    """Rulings to make a lesson of."""

    game: str
    q: str
    rulings: tuple[Shown, ...] = ()
    more: int = 0
    games: tuple[str, ...] = GAMES


class WritePage(msgspec.Struct):
    text: str
    problems: tuple[FaultView, ...]
    lesson: LessonPage | None
    unproved: tuple[int, ...] = ()  # parts whose right answer is in the writer's own words
    failing: bool = False  # somebody wants to save it though it fails
    number: int = 0  # of the kept lesson that is changed
    may_keep: bool = False
    head: tuple[FieldView, ...] = ()
    steps: tuple[tuple[FieldView, ...], ...] = ()
    rulings: tuple[str, ...] = ()  # names to offer
    begin: Beginning | None = None


def write_page() -> Response:
    """Write a lesson: find a ruling to begin with, or change the example."""
    page = previewed(EXAMPLE)
    if g.access.may_change:
        page.begin = _beginning()
    return show("learn/write.html", page)


def _beginning() -> Beginning:
    """The rulings of a game that fit the words, first those that have enough choices for a lesson."""
    game, words = (request.args.get(key, "").strip()[:80] for key in ("game", "q"))
    if game not in GAMES:
        return Beginning("", words)
    found = [one for one in listed(game, words=words) if one.choices]
    found.sort(
        key=lambda one: (one.choices < CHOICES, one.status == "open", one.difficulty != "easy", -one.choices)
    )
    return Beginning(game, words, tuple(found[:OFFERED]), max(0, len(found) - OFFERED))


@few_at_once
def preview() -> Response:
    """Read a lesson with the words of its fields: what is wrong with it, or what it looks like; with a step
    more or less on request; or take it along as a file, one that fails only after a warning."""
    text, number = sent()
    do = request.form.get("do", "")
    if do == "anyway":
        return file_answer(text, "lesson.toml", "application/toml")
    if do == "step":
        text = another(text)
    elif do.startswith("remove "):
        text = without_step(text, int(do[7:]) if do[7:].isdecimal() and len(do) < 12 else 0)
    page = previewed(text)
    if do == "save" and not page.problems:
        return file_answer(text, "lesson.toml", "application/toml")
    page.failing, page.number = do == "save", number
    return show("learn/write.html", page)


def sent() -> tuple[str, int]:
    """The text of a form with the words of its fields, or of the file that came with it, and the kept lesson
    that it is to be."""
    upload = request.files.get("file")
    given = _text_of(upload.read(LONGEST * 4)) if upload and upload.filename else ""
    text = (given or request.form.get("text", "")).replace("\r\n", "\n")
    number = request.form.get("number", "")
    revised = text if given else _revised(text)
    return revised, int(number) if number.isdecimal() and len(number) < 10 else 0


def _text_of(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise TeachError("the file is not UTF-8 text; a lesson is a text file, written in TOML") from None


def _revised(text: str) -> str:
    """The text with those words that were changed in their fields; one that cannot be read is left alone."""
    changes: Words = {}
    for name, value in request.form.items():
        found = FIELD.fullmatch(name)
        if found and _mark(value) != found[3] and found[2] in (*OF_A_LESSON, *OF_A_STEP):
            changes[int(found[1]), found[2]] = value
    try:
        return with_words(text, changes) if changes else text
    except JudgekitError:
        return text


def previewed(text: str) -> WritePage:
    page = _previewed(text)
    page.may_keep = g.access.may_change
    words = words_of(text) if len(text) <= LONGEST else {}
    if words:
        page.head = tuple(_field(words, 0, key) for key in OF_A_LESSON)
        steps = range(1, max(at for at, _ in words) + 1)
        page.steps = tuple(
            tuple(_field(words, at, key) for key in OF_A_STEP if (at, key) in words) for at in steps
        )
        game = words[0, "game"].partition("/")[0]
        if game in GAMES and any(one.of_rulings for own in page.steps for one in own):
            page.rulings = tuple(name.partition("/")[2] for name in names(game))
    return page


def _field(words: Words, part: int, key: str) -> FieldView:
    value = words[part, key]
    lines = {"title": 1, "ask": 2, "right": 1, "ruling": 1, "text": 3}.get(key, 2)
    longer = sum(1 + len(line) // 60 for line in value.splitlines())
    return FieldView(
        f"words/{part}/{key}/{_mark(value)}",
        LABELS[key],
        value,
        lines if lines == 1 else max(lines, longer),
        key == "ruling",
    )


def _mark(value: str) -> str:
    """The same for words that a form sends back as they were."""
    return blake2b(value.replace("\r\n", "\n").strip().encode(), digest_size=4).hexdigest()


def _previewed(text: str) -> WritePage:
    if len(text) > LONGEST:
        long = f"a lesson has at most {LONGEST} characters; this one has {len(text)}"
        return WritePage(text, (FaultView(1, long, ""),), None)
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
    found = []
    for at, told in wrong:
        step = STEP.match(told)
        said = f"{LABELS.get(step[2], step[2] or '')}: {step[3]}".removeprefix(": ") if step else told
        written = lines[at - 1].strip() if at <= len(lines) else ""
        found.append(FaultView(at, said, written, int(step[1]) if step else 0))
    return tuple(found)


STEP = re.compile(r"(?:part|step) (\d+)(?:\.([a-z]+))?(?: \d+)?: (.*)", re.DOTALL)  # `part 3.ask: expected …`
