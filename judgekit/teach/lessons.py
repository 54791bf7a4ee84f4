"""Lessons: text files that lead a newcomer through a book.

Each part has words, a table and a line of play, and its required outcome; so a lesson is also a test.
`fixtures/lessons/README.md` says how to write one.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path as File
from typing import Any

import tomli_w

from judgekit import paths
from judgekit.audit.impact import Item
from judgekit.audit.proof.origins import origin_of
from judgekit.cases.files.page import Page, Problem, WrongInput, open_page, page_of, shown
from judgekit.cases.files.position import A_GAME, Position, read_edition, read_in
from judgekit.cases.files.writer import written
from judgekit.cases.play.answering import names_for
from judgekit.cases.rulings import ruling as rulings
from judgekit.cases.rulings.expectations import Fact, read_facts
from judgekit.cases.rulings.folder import brought
from judgekit.cases.rulings.folder import file as library_file
from judgekit.cases.rulings.reader import read as read_ruling
from judgekit.cases.rulings.ruling import Result, Ruling, fits
from judgekit.cases.rulings.script import Wanted
from judgekit.engine.state import State
from judgekit.games.game import Game
from judgekit.known import GAMES, OURS
from judgekit.narrate.said import said
from judgekit.teach.store import TeachError
from judgekit.teach.stretch import Moment, Stretch
from judgekit.teach.telling import Step

FIELDS = ("title", "game", "goal", "part", "position")
PLAYED = ("position", "continues", "answers", "until", "never")
OF_A_PART = ("text", "see", "ask", "right", "wrong", "note", "ruling", "clauses", "facts", *PLAYED)
MOST = 40  # parts of a lesson
PROVED = "a ruling, or a position or `continues = true` with clauses or facts, that proves the answer"
BEGUN = "a step before it with a table, or a table of the lesson, [position]"
PLAIN = {"yes", "no", "none", "nobody", "nothing", "both", "neither", "all", "each", "three", "four", "five"}
LONG = 4  # letters of a word that says something
_WORD = re.compile(r"[^\W_]+")
_PLACE = re.compile(r"\[(\d+)\]")  # counted from 0, in the name of a field


class UnknownLesson(TeachError):
    """No such lesson."""


@dataclass(frozen=True)
class Part:
    """Words, then a table that shows them, then a question about it."""

    text: str
    see: tuple[str, ...]  # clauses to read beside it
    ask: str
    right: str
    wrong: tuple[str, ...]
    ruling: Ruling | None
    clauses: tuple[str, ...]  # that must come
    facts: tuple[Fact, ...]
    note: str = ""  # told with the answer
    continues: bool = False  # it goes on from the step before
    lines: Mapping[str, int] = field(default_factory=dict)  # where its fields are written

    def line(self, *fields: str) -> int:
        """The line of the first of these fields that it has, or of the part."""
        return next((self.lines[one] for one in fields if one in self.lines), self.lines.get("", 1))


@dataclass(frozen=True)
class Fault:
    """What is wrong with a lesson, and the line to look at."""

    line: int
    text: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.text}"


@dataclass(frozen=True)
class Lesson:
    name: str  # "godzilla/01-the-turn"
    file: str
    title: str
    goal: str
    game: Game
    edition: str
    parts: tuple[Part, ...]

    @property
    def book(self) -> str:
        return f"{self.game.name}/{self.edition}"


@dataclass(frozen=True)
class Listed:
    name: str
    title: str
    goal: str


def folder(game: str) -> File:
    """Where the lessons of a game lie: with ours, or in its own package."""
    return paths.fixtures() / "lessons" / game if game in OURS else brought(game) / "lessons"


def files(game: str = "") -> list[File]:
    """The lessons in the order of their numbers."""
    return [path for one in ((game,) if game else GAMES) for path in sorted(folder(one).glob("*.toml"))]


def listed(game: str) -> list[Listed]:
    return [_listed(game, str(path), path.stat().st_mtime_ns) for path in files(game)]


@lru_cache(maxsize=512)
def _listed(game: str, file: str, changed: int) -> Listed:
    path = File(file)
    data = tomllib.loads(path.read_text("utf-8-sig"))
    return Listed(f"{game}/{path.stem}", str(data.get("title", "")), str(data.get("goal", "")))


def find(name: str) -> Lesson:
    """A lesson by its name."""
    game, _, stem = name.partition("/")
    path = next((path for path in files(game) if path.stem == stem), None) if game in GAMES else None
    if path is None:
        raise UnknownLesson(f"there is no lesson {name!r}; the first page of Learn lists them")
    return load(path)


def load(path: File | str) -> Lesson:
    return _read(open_page(path))


def loads(text: str, name: str = "lesson") -> Lesson:
    """A lesson from a text, as the page for writing one sends it."""
    return _read(page_of(text, name, "toml"))


def _read(page: Page) -> Lesson:
    try:
        return _lesson(page)
    except WrongInput as wrong:
        raise WrongInput(replace_field(one, _counted(one.field)) for one in wrong.problems) from None


def _counted(name: str) -> str:
    """`part[0].clauses[1]` as people count: `part 1.clauses 2`."""
    return _PLACE.sub(lambda found: f" {int(found[1]) + 1}", name)


def replace_field(problem: Problem, name: str) -> Problem:
    return Problem(problem.file, problem.line, name, problem.expected, problem.came)


def _lesson(page: Page) -> Lesson:
    page.only(FIELDS, "the fields of a lesson")
    title = page.text("title", required=True)
    goal = page.text("goal")
    game, number = read_edition(page, page.text("game", required=True, expected=A_GAME))
    tables = page.tables("part")
    if not 0 < len(tables) <= MOST:
        page.tell(("part",), f"1 to {MOST} parts, each begun with [[part]]", str(len(tables)))
    if game is None:
        page.finish()
        raise AssertionError  # a game that is not there has been reported
    parts = _parts(page, tables, game, number)
    page.finish()
    stem = File(page.file).stem
    return Lesson(f"{game.name}/{stem}", page.file, title, goal, game, number, parts)


def _parts(page: Page, tables: list[Page], game: Game, number: str) -> tuple[Part, ...]:
    """The parts, each with the table from which the next may go on."""
    table = _own_table(page, game, number)
    found = []
    for one in tables:
        found.append(part := _part(one, game, number, table))
        table = _place(part) or table
    return tuple(found)


def _own_table(page: Page, game: Game, number: str) -> Position | None:
    if "position" not in page.data:
        return None
    try:
        return read_in(page.inside("position"), game, number, number)
    except WrongInput as error:
        page.problems += [one for one in error.problems if one not in page.problems]
    return None


def _place(part: Part) -> Position | None:
    return next(iter(part.ruling.scripts.values())).position if part.ruling else None


def _part(page: Page, game: Game, edition: str, table: Position | None) -> Part:
    before = len(page.problems)
    page.only(OF_A_PART, "the fields of a part")
    text = page.text("text", required=True)
    book = game.rules(edition).book
    see = page.texts("see")
    for at, number in enumerate(see):
        if number not in book:
            page.wrong(("see", at), f"a clause of {book.name}", number)
    ask, right, wrong = page.text("ask"), page.text("right"), page.texts("wrong")
    if ask and not (right and wrong):
        page.tell(("ask",), "a right answer (right) and at least one wrong one (wrong)", shown(ask))
    if right in wrong:
        page.wrong(("wrong",), "answers that differ from the right one", right)
    found = _ruling(page, game, edition, table)
    proofs = bool(page.data.get("clauses") or page.data.get("facts")) or "ruling" in page.data
    if ask and (found is None or not proofs) and len(page.problems) == before:
        page.tell(("ask",), PROVED, shown(ask))
    named = "ruling" in page.data
    clauses = tuple(one for one in page.texts("clauses")) if named else ()
    facts = read_facts(page, game) if named else ()
    lines = {key: page.line((*page.path, key)) for key in page.data} | {"": page.line(page.path)}
    on = bool(page.data.get("continues"))
    return Part(
        text.strip(), see, ask, right, wrong, found, clauses, facts, page.text("note").strip(), on, lines
    )


def _ruling(page: Page, game: Game, edition: str, table: Position | None) -> Ruling | None:
    """The line of play of a part: from a ruling in the library, written here, or going on."""
    if "ruling" in page.data:
        for key in PLAYED:
            if key in page.data:
                page.tell((key,), "nothing: the ruling has its own", shown(page.data[key]))
        return _of_the_library(page, game, edition)
    data = dict(page.data)
    if page.take("continues", bool, "true, or nothing", False):
        if not _can_continue(page, table):
            return None
        assert table is not None
        data["position"] = written(table)
    return _own(page, data, f"{game.name}/{edition}") if "position" in data else None


def _can_continue(page: Page, table: Position | None) -> bool:
    if "position" in page.data:
        page.tell(("continues",), "either a position or `continues = true`", "both")
    elif table is None and not page.problems:  # a table that cannot be read has been reported
        page.tell(("continues",), BEGUN, "neither")
    return table is not None and "position" not in page.data


def _own(page: Page, data: Mapping[str, Any], edition: str) -> Ruling | None:
    before = len(page.problems)
    inner = Page(page.file, _as_ruling(data, edition), page._lines, page.problems, page.path)
    try:
        return read_ruling(inner)
    except Exception:
        if len(page.problems) > before:
            return None
        raise


def _of_the_library(page: Page, game: Game, edition: str) -> Ruling | None:
    name = page.text("ruling")
    path = library_file(f"{game.name}/{name}")
    if "/" in name or not path.is_file():
        page.wrong(("ruling",), f"the name of a ruling of {game.name}", name)
        return None
    found = rulings.load(path)
    if edition not in found.scripts:
        page.wrong(("ruling",), f"a ruling that holds in {edition}", name)
        return None
    return replace(found, scripts={edition: found.scripts[edition]})


# a lesson is run again, under another edition or reading


def items(game: str = "") -> Iterator[Item]:
    """Each line of play of the shipped lessons, as a ruling."""
    for path in files(game):
        data = tomllib.loads(path.read_text("utf-8-sig"))
        name = f"{data['game'].partition('/')[0]}/{path.stem}"
        last = {"position": data["position"]} if "position" in data else {}
        for at, part in enumerate(data["part"], 1):
            if "ruling" in part:
                text = library_file(f"{name.partition('/')[0]}/{part['ruling']}").read_text("utf-8")
            elif "position" in part or "continues" in part:
                text = tomli_w.dumps(_as_ruling(_joined(last, part), data["game"]))
            else:
                continue
            last = tomllib.loads(text)
            origin = origin_of(str(last.get("source", "")))
            yield Item("lesson", f"{name}, part {at}", text, data["game"], origin=origin)


def _joined(last: Mapping[str, Any], part: Mapping[str, Any]) -> dict[str, Any]:
    """A part that goes on, with all that was chosen before it."""
    if "continues" not in part:
        return dict(part)
    answers = [*last.get("answers", ()), *part.get("answers", ())]
    return {**part, "position": last["position"], "answers": answers}


def _as_ruling(part: Mapping[str, Any], edition: str) -> dict[str, Any]:
    own = {key: part[key] for key in (*PLAYED, "clauses", "facts") if key in part and key != "continues"}
    return {
        "question": part.get("ask") or said("what happens"),
        "answer": part.get("right") or said("it is played"),
        "difficulty": "easy", "status": "settled", "source": "lesson", "explanation": "lesson",
        "editions": [edition], **own,
    }  # fmt: skip


# a lesson is a test

Runs = tuple[Result | None, ...]


def played(lesson: Lesson) -> Runs:
    """What came of each part; one that continues begins where the part before it ended."""
    found: list[Result | None] = []
    last: Result | None = None
    for part in lesson.parts:
        result = None if part.ruling is None else rulings.run(_begun(part, part.ruling, last))
        last = result or last
        found.append(result)
    return tuple(found)


def _begun(part: Part, ruling: Ruling, last: Result | None) -> Ruling:
    """Its clauses may be written in any order: each is looked for on its own."""
    script = next(iter(ruling.scripts.values()))
    if "ruling" in part.lines:
        return ruling
    place = script.position
    if part.continues and last is not None and last.end is not None and last.script.position is not None:
        place = replace(last.script.position, state=last.end.line.state)
    return replace(ruling, scripts={script.edition: replace(script, position=place, clauses=())})


def at_its_question(place: Position) -> State | None:
    """The table on which a part begins, if the step that asks there has done something already."""
    line = place.line()
    return line.provisional if line.ask() is not None else None


def stretches(lesson: Lesson) -> list[Stretch | None]:
    """What happens in each part."""
    return [_stretch(result) for result in played(lesson)]


def _stretch(result: Result | None) -> Stretch | None:
    if result is None or result.end is None or result.script.position is None:
        return None
    place = result.script.position
    return Stretch(Moment(place, place.state), result.end.line)


def _told(result: Result | None) -> list[Step]:
    stretch = _stretch(result)
    return stretch.steps if stretch is not None else []


def check(lesson: Lesson) -> list[str]:
    """What differs from what the lesson says."""
    return list(map(str, faults(lesson, played(lesson))))


def faults(lesson: Lesson, runs: Runs) -> list[Fault]:
    """What is wrong, by part; what only follows from a part that did not come to its end is left out."""
    found: list[Fault] = []
    broken = False
    for at, (part, result) in enumerate(zip(lesson.parts, runs, strict=True), 1):
        if result is None or (broken and part.continues):
            continue
        wrong = list(_wrong(part, result))
        broken = bool(result.failures)
        found += [Fault(one.line, said("in a part", n=at, fault=one.text)) for one in wrong]
    return found


def _wrong(part: Part, result: Result) -> Iterator[Fault]:
    yield from (Fault(part.line(*_blamed(one, result)), one) for one in result.failures)
    cited = {stop.clause for stop in result.stops}
    missing = [*(c for c in part.clauses if c not in cited), *map(str, _unmet(part, result))]
    if not result.failures or "ruling" in part.lines:
        yield from (Fault(part.line("clauses"), said("does not come", clause=clause)) for clause in missing)
    if part.ask and not result.failures and not _speaks_of(part.right, result):
        yield Fault(part.line("right"), said("names nothing", right=shown(part.right)))
    if result.end is not None:
        failed = ((fact, result.end.fails(fact)) for fact in part.facts)
        yield from (Fault(part.line("facts"), f"{fact}: {why}") for fact, why in failed if why)


def _blamed(failure: str, result: Result) -> tuple[str, ...]:
    """The fields to look at first, for what a line of play says against a part."""
    is_a_fact = failure.startswith(tuple(f"{fact}: " for fact in result.script.facts))
    return ("facts",) if is_a_fact else ("answers", "until", "ruling")


def _unmet(part: Part, result: Result) -> list[Wanted]:
    """The clauses of a part's own line of play that nothing meets."""
    if part.ruling is None or result.end is None or "ruling" in part.lines:
        return []
    line, place = result.end.line, result.script.position
    assert place is not None
    names = names_for(line, place.labels, place.game)
    wanted = next(iter(part.ruling.scripts.values())).clauses
    return [one for one in wanted if not any(fits(one, stop, line, names) for stop in result.stops)]


# a right answer


def _speaks_of(answer: str, result: Result) -> bool:
    """Whether an answer says yes, no or how many, or has a word of what happens and what is asked."""
    words = _words(answer)
    if words & PLAIN or any(word.isdigit() for word in words) or all(len(word) < LONG for word in words):
        return True
    return any(_near(words, _words(text)) for text in _evidence(result))


def in_own_words(lesson: Lesson, runs: Runs) -> list[int]:
    """The parts whose right answer is no sentence of what happens: judgekit proves the clauses and facts
    under it, not its words."""
    asked = [(at, part, result) for at, (part, result) in enumerate(zip(lesson.parts, runs, strict=True), 1)]
    return [at for at, part, result in asked if part.ask and part.right not in _happens(result)]


def _happens(result: Result | None) -> set[str]:
    asks = [
        said("asked for", player=question.player, prompt=question.prompt)
        for question, _ in (result.asked if result else ())
    ]
    return {*(step.text for step in _told(result)), *asks}


def _evidence(result: Result) -> Iterator[str]:
    yield from (step.text for step in _told(result))
    yield from (result.ruling.question, result.script.answer if result.ruling.source != "lesson" else "")
    if result.end is None or result.script.position is None:
        return
    place = result.script.position
    names = names_for(result.end.line, place.labels, place.game)
    for question, _ in result.asked:
        yield from (question.prompt, *names.sentences(question.options))
    yield from (card.name for card in place.state.cards.values())
    yield from (area.name for area in place.game.areas)


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text.casefold()))


def _near(words: set[str], others: set[str]) -> bool:
    """Whether they share a word, or the beginning of a long one: draw, draws, drawn."""
    return any(a[:LONG] == b[:LONG] for a in words for b in others if len(a) >= LONG)
