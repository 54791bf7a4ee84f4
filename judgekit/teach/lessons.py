"""Lessons: text files that lead a newcomer through a book.

Each part has words, a table and a line of play, and its required outcome; so a lesson is also a test.
`fixtures/lessons/README.md` says how to write one.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path as File
from typing import Any

import tomli_w

from judgekit import games, paths
from judgekit.audit.impact import Item
from judgekit.audit.origins import origin_of
from judgekit.cases.files.page import Page, open_page, page_of, shown
from judgekit.cases.files.position import A_GAME, read_edition
from judgekit.cases.rulings import ruling as rulings
from judgekit.cases.rulings.expectations import Fact, read_facts
from judgekit.cases.rulings.folder import brought
from judgekit.cases.rulings.folder import file as library_file
from judgekit.cases.rulings.reader import read as read_ruling
from judgekit.cases.rulings.ruling import Result, Ruling
from judgekit.games.game import Game
from judgekit.known import GAMES, OURS
from judgekit.teach.store import TeachError

FIELDS = ("title", "game", "goal", "part")
PLAYED = ("position", "answers", "until", "never")
OF_A_PART = ("text", "see", "ask", "right", "wrong", "ruling", "clauses", "facts", *PLAYED)
MOST = 40  # parts of a lesson
PROVED = "a ruling, or a position with clauses or facts, that proves the answer"


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
    parts = tuple(_part(one, game, number) for one in tables)
    page.finish()
    stem = File(page.file).stem
    return Lesson(f"{game.name}/{stem}", page.file, title, goal, game, number, parts)


def _part(page: Page, game: Game, edition: str) -> Part:
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
    found = _ruling(page, game, edition)
    proofs = bool(page.data.get("clauses") or page.data.get("facts")) or "ruling" in page.data
    if ask and (found is None or not proofs):
        page.tell(("ask",), PROVED, shown(ask))
    named = "ruling" in page.data
    clauses = tuple(one for one in page.texts("clauses")) if named else ()
    facts = read_facts(page, game) if named else ()
    return Part(text.strip(), see, ask, right, wrong, found, clauses, facts)


def _ruling(page: Page, game: Game, edition: str) -> Ruling | None:
    """The line of play of a part: from a ruling in the library, or written here."""
    if "ruling" in page.data:
        for key in PLAYED:
            if key in page.data:
                page.tell((key,), "nothing: the ruling has its own", shown(page.data[key]))
        return _of_the_library(page, game, edition)
    if "position" not in page.data:
        return None
    before = len(page.problems)
    told = _as_ruling(page.data, f"{game.name}/{edition}")
    inner = Page(page.file, told, page._lines, page.problems, page.path)
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
        for at, part in enumerate(data["part"], 1):
            if "ruling" in part:
                text = library_file(f"{name.partition('/')[0]}/{part['ruling']}").read_text("utf-8")
            elif "position" in part:
                text = tomli_w.dumps(_as_ruling(part, data["game"]))
            else:
                continue
            origin = origin_of(str(tomllib.loads(text).get("source", "")))
            yield Item("lesson", f"{name}, part {at}", text, data["game"], origin=origin)


def _as_ruling(part: Mapping[str, Any], edition: str) -> dict[str, Any]:
    own = {key: part[key] for key in (*PLAYED, "clauses", "facts") if key in part}
    return {
        "question": part.get("ask") or "What happens?", "answer": part.get("right") or "It is played.",
        "difficulty": "easy", "status": "settled", "source": "lesson", "explanation": "lesson",
        "editions": [edition], **own,
    }  # fmt: skip


# a lesson is a test


def check(lesson: Lesson) -> list[str]:
    """What differs from what the lesson says."""
    return [f"part {at}: {wrong}" for at, part in enumerate(lesson.parts, 1) for wrong in _wrong(part)]


def _wrong(part: Part) -> Iterator[str]:
    if part.ruling is None:
        return
    result = rulings.run(part.ruling)
    yield from result.failures
    cited = {stop.clause for stop in result.stops}
    yield from (f"{clause} does not come" for clause in part.clauses if clause not in cited)
    if result.end is not None:
        yield from (f"{fact}: {why}" for fact in part.facts if (why := result.end.fails(fact)))


def played(part: Part) -> Result | None:
    return None if part.ruling is None else rulings.run(part.ruling)


# a lesson from a case


def draft(game: str, position: str, answers: list[str], title: str, until: str, clauses: list[str]) -> str:
    """A lesson to continue writing: a table, the choices made on it, and the clauses that came up."""
    told = "\n".join(f"  {_quoted(one)}," for one in answers)
    proofs = ", ".join(map(_quoted, clauses))
    usual = _usual(game)
    lines = (line for line in position.splitlines() if not line.startswith("game =") and line not in usual)
    table = "\n".join(map(_nested, lines)).replace("[part.position.readings]\n\n", "")
    return (
        f'title = {_quoted(title)}\ngame = {_quoted(game)}\ngoal = "What will a learner know afterwards?"\n\n'
        f'[[part]]\ntext = """\nSay what is to be seen here, in your own words."""\n'
        f'ask = "What is the learner asked?"\nright = "The right answer."\nwrong = ["A wrong one."]\n'
        f"answers = [\n{told}\n]\nuntil = {_quoted(until)}\nclauses = [{proofs}]\n\n"
        f"[part.position]\n{table}\n"
    )


def _usual(game: str) -> set[str]:
    """The default readings: a lesson need not state them."""
    found, number = games.edition(game)
    return {f"{row.id} = {_quoted(row.default)}" for row in found.rules(number).book.doubts}


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _nested(line: str) -> str:
    """A table's header of a position, inside the part."""
    if line.startswith("[[") and line.endswith("]]"):
        return f"[[part.position.{line[2:-2]}]]"
    return f"[part.position.{line[1:-1]}]" if line.startswith("[") and line.endswith("]") else line
