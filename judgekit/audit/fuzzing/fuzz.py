"""Random play against the book's invariants: from rulings' positions, towards unseen clauses.

Each finding can be traced: seed, position, edition, rules, and the first entry at which something is wrong.
It is made smaller while the same invariant stays broken, and opens as a case.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from judgekit.audit.exploring.search import WrongBudget
from judgekit.audit.fuzzing.invariants import Broken, Moment, Row, Watcher, broken, invariants
from judgekit.audit.fuzzing.random_play import pick
from judgekit.audit.fuzzing.trail import Trail, shortest
from judgekit.audit.fuzzing.trail import kept as told
from judgekit.audit.minimise import Shrinker, cards_in, expanded
from judgekit.book.links import ancestors
from judgekit.cases.files.page import WrongInput, page_of
from judgekit.cases.files.position import Position, read_in
from judgekit.cases.files.writer import saved, toml
from judgekit.cases.play.answering import NoSuchOption, names_for
from judgekit.cases.play.fingerprint import fingerprint
from judgekit.cases.rulings.folder import files
from judgekit.engine.errors import EngineError
from judgekit.engine.events import AnyEvent, Derived, Entry
from judgekit.engine.explain import first_failed, fresh, why_not
from judgekit.engine.machine import Line
from judgekit.engine.questions import Asked, Question
from judgekit.engine.state import JUDGE, PLAYERS
from judgekit.errors import JudgekitError, is_ours
from judgekit.games import game as game_of
from judgekit.narrate.said import said

CHOICES = 25  # of a game
CLAUSES = 1_500  # of a game
HOPE = 30  # how much more often a position is taken for each clause that its ruling alone may reach
NOT_PLAYED = ("deck rule", "definition")  # roles of clauses that no event follows from
Data = dict[str, Any]


class Violation(msgspec.Struct, frozen=True):
    """An invariant that did not hold, with all that is needed to see it again."""

    broken: Broken
    edition: str
    rules: str
    commit: str
    seed: int
    file: str
    answers: tuple[str, ...]  # in words
    position: Data
    cards: int
    before: int  # cards, before it was made smaller
    events: int = 0  # that lead to it
    events_before: int = 0


class Unreached(msgspec.Struct, frozen=True):
    """A clause that no game reached, and what last stood in the way."""

    clause: str
    blocked: str


class Fuzzed(msgspec.Struct, frozen=True):
    game: str
    edition: str
    seed: int
    games: int
    choices: int
    entries: int
    invariants: int
    violations: tuple[Violation, ...]
    faults: tuple[str, ...]  # where the rules could not go on
    reached: int  # clauses that acted or were consulted
    unreached: tuple[Unreached, ...]  # those with code that were neither, without the rules for decks


def fuzz(
    game: str,
    seconds: float | None = 60.0,
    seed: int = 1,
    games: int | None = None,
    rows: tuple[Row, ...] | None = None,
    tell: Callable[[int], None] | None = None,
    enough: Callable[[Broken], bool] | None = None,
) -> Fuzzed:
    """Games until time is up, a number is played, or enough is broken; each invariant is reported once."""
    if (seconds is not None and seconds <= 0) or (games is not None and games <= 0):
        raise WrongBudget("fuzzing needs some seconds, or a number of games")
    return _Fuzzer(game, seed, invariants(game) if rows is None else rows).go(seconds, games, tell, enough)


@lru_cache(maxsize=1024)
def _parsed(text: str) -> dict[str, Any]:
    return tomllib.loads(text)


class _Fuzzer:
    def __init__(self, game: str, seed: int, rows: tuple[Row, ...]) -> None:
        self.game, self.seed, self.rows = game_of(game), seed, rows
        self.edition, self.rulebook = next(iter(self.game.editions.items()))
        self.dice = Random(seed)  # noqa: S311 (for play, not for secrets)
        self.paths = [path for path in files(game) if _is_as_usual(path.read_text("utf-8"))]
        self.worth = dict.fromkeys(
            self.paths, 1.0
        )  # by the clauses that a position brought for the first time
        self.reached: Counter[str] = Counter()
        self.rulings = {path: _parsed(path.read_text("utf-8")) for path in self.paths}
        self.named = {path: self._named(ruling) for path, ruling in self.rulings.items()}
        self.blocked: dict[str, str] = {}  # clause of a player's action: the condition that failed last
        self.found: dict[str, Violation] = {}
        self.faults: dict[str, None] = {}
        self.games = self.choices = self.entries = 0

    def go(
        self,
        seconds: float | None,
        games: int | None,
        tell: Callable[[int], None] | None,
        enough: Callable[[Broken], bool] | None,
    ) -> Fuzzed:
        end = None if seconds is None else time.monotonic() + seconds
        while (end is None or time.monotonic() < end) and (games is None or self.games < games):
            self._game()
            if enough is not None and any(enough(one.broken) for one in self.found.values()):
                break
            if tell is not None:
                tell(self.games)
        unreached = tuple(Unreached(number, self._before(number)) for number in self._unreached())
        return Fuzzed(
            self.game.name, self.edition, self.seed, self.games, self.choices, self.entries, len(self.rows),
            tuple(self.found.values()), tuple(self.faults), len(self.reached), unreached,
        )  # fmt: skip

    def _unreached(self) -> list[str]:
        book, rows = self.rulebook.book, self.rulebook.registered.items()
        playable = [number for number, row in rows if number in book and row.role not in NOT_PLAYED]
        return [number for number in playable if number not in self.reached]

    def _before(self, number: str) -> str:
        """What kept play from a clause: the condition that failed last, or how far play came."""
        if number in self.blocked:
            return self.blocked[number]
        above = [row.number for row in ancestors(self.rulebook.book, number) if row.number in self.reached]
        return said("play came to", clause=above[-1]) if above else said("nothing above reached")

    def _named(self, ruling: Data) -> list[str]:
        """The clauses with code that a ruling expects."""
        told = [one.get("clause", "") if isinstance(one, dict) else one for one in ruling.get("clauses", ())]
        return [number for number in told if number in self.rulebook.registered]

    def _missing(self, path: Path) -> int:
        """How many clauses a ruling names that nobody has reached."""
        return sum(number not in self.reached for number in self.named[path])

    def _hopes(self, path: Path) -> float:
        """How promising a position is: what it brought, and much more if its ruling names a clause that has
        not been reached; less each time that nothing comes of it."""
        return self.worth[path] * (1 + HOPE * self._missing(path))

    def _game(self) -> None:
        """One game from a position; those that may lead to new clauses are taken more often. Most of these,
        and half of the others, begin with the answers of their ruling."""
        path = self.dice.choices(self.paths, [self._hopes(one) for one in self.paths])[0]
        self.games += 1
        data = self.rulings[path]["position"]
        told = self.rulings[path].get("answers", [])
        follows = self.dice.random() < (0.9 if self._missing(path) else 0.5)
        script = [one for one in told if isinstance(one, str)] if follows else []
        line = line_of(self.game.name, self.edition, data)
        if line is None:
            self.worth[path] = 0.01
            return
        given: list[str] = []
        before = len(self.reached)
        try:
            wrong = self._play(line, given, script)
        except EngineError as problem:
            self.faults[f"{path.stem}: {problem}"] = None
            return
        self.worth[path] = max(0.2, self.worth[path] * 0.7 + (len(self.reached) - before))
        for one in wrong:
            if one.check not in self.found:
                self.found[one.check] = self._violation(one, path, data, given)

    def _play(self, line: Line, given: list[str], script: list[str]) -> list[Broken]:
        watcher = Watcher(line, held_at(line, self.rows), line.start)
        for _ in range(CHOICES):
            question = line.run(CLAUSES)
            for moment in watcher.moments():
                self._note(moment.entry)
                if wrong := list(broken(watcher.rows, moment)):
                    return wrong
            if question is None or question.player == JUDGE or len(line.log) > CLAUSES:
                break
            self._try_in_vain(line, question)
            if script and announced(line, script[0]):
                given.append(script.pop(0))
                continue
            answer = scripted(line, question, script) or pick(question, self.dice)
            given.append(told(question, answer))
            line.answer(*answer)
            self.choices += 1
        return []

    def _note(self, entry: Entry) -> None:
        """What has been reached by a clause that was performed."""
        self.entries += 1
        self.reached.update((*entry.path, *entry.consulted))
        for happened in entry.events:
            self.reached.update((*happened.path, *layers_in(happened.event)))

    def _try_in_vain(self, line: Line, question: Question) -> None:
        """Note what keeps a player from the actions that nobody has taken yet."""
        for action in line.rules.actions.values():
            clause = line.rules.number(action.clause) or action.clause
            if action.window != question.window or clause in self.reached:
                continue
            try:
                for subject in islice(action.subjects(fresh(line, line.asking), question.player), 2):
                    failed = first_failed(why_not(line, question.player, action.name, subject))
                    if failed is not None:
                        why = said("needs", clause=failed.clause, needed=failed.needed, found=failed.found)
                        self.blocked[clause] = why
            except (Asked, EngineError):
                continue

    def _violation(self, one: Broken, path: Path, data: Data, given: list[str]) -> Violation:
        ruling = expanded(
            {"editions": [f"{self.game.name}/{self.edition}"], "position": data, "answers": list(given)}
        )
        before = cards_in(ruling)
        rows = tuple(row for row in self.rows if row.check == one.check)
        at_first = self._events(ruling, rows)
        ruling = self._later(ruling, rows, at_first)
        least = self._events(ruling, rows)
        shrinker = Shrinker(ruling, 20.0, None, lambda there: self._wrong(there, rows, least))
        if not shrinker.wrong(ruling):
            shrinker.shrink()
        small = shrinker.data
        trail = self._trail(small, rows) or Trail(at_first, tuple(given))
        line = line_of(self.game.name, self.edition, small["position"])
        now = next(first_broken(line, list(trail.answers), rows), one) if line is not None else one
        return Violation(
            now, f"{self.game.name}/{self.edition}", fingerprint(self.rulebook), commit(), self.seed,
            path.stem, trail.answers, small["position"], cards_in(small), before, trail.events, at_first,
        )  # fmt: skip

    def _wrong(self, data: Data, rows: tuple[Row, ...], most: int) -> str:
        """Empty if the same invariant breaks after the same number of events or fewer."""
        why = _still(self.game.name, self.edition, data, rows)
        return why or ("" if self._events(data, rows) <= most else said("more events"))

    def _later(self, ruling: Data, rows: tuple[Row, ...], most: int) -> Data:
        """The same finding from the last choice on its line that still leads to it, on the table of that
        moment."""
        for left in range(1, len(ruling["answers"]) + 1):
            place = position_in(self.game.name, self.edition, ruling["position"])
            before = ruling["answers"][: len(ruling["answers"]) - left]
            moment = moment_after(place, before) if place is not None else None
            if moment is None:
                return ruling
            there = expanded({**ruling, "position": moment, "answers": ruling["answers"][len(before) :]})
            if not self._wrong(there, rows, most):
                return there
        return ruling

    def _events(self, data: Data, rows: tuple[Row, ...]) -> int:
        """How many events lead to what is broken."""
        line = line_of(self.game.name, self.edition, data["position"])
        if line is None or (first := next(first_broken(line, data["answers"], rows), None)) is None:
            return 0
        return sum(len(entry.events) for entry in line.log if entry.seq <= first.at)

    def _trail(self, small: Data, rows: tuple[Row, ...]) -> Trail | None:
        """The shortest way on a small table."""
        found = Trail(self._events(small, rows), tuple(small["answers"]))
        line = line_of(self.game.name, self.edition, small["position"])
        return None if line is None or not found.events else shortest(line, held_at(line, rows), found)


def layers_in(event: AnyEvent) -> Iterator[str]:
    """The clauses of the layers that a number was worked out by."""
    if isinstance(event, Derived):
        yield from (row.layer for row in event.rows if row.layer)


def announced(line: Line, answer: str) -> bool:
    """Whether an answer of a ruling is an announcement, allowed at any time; if so, it is announced."""
    told, _, words = answer.partition(": ")
    player = next((one for one in PLAYERS if one == told), None)
    if player is None or not words.startswith("announce "):
        return False
    line.announce(player, words.removeprefix("announce "))
    return True


def scripted(line: Line, question: Question, script: list[str]) -> tuple[str, ...]:
    """The next answer of a ruling, if it fits; else the ruling is dropped, and chance decides."""
    if not script:
        return ()
    player, _, words = script.pop(0).partition(": ")
    try:
        chosen = names_for(line, {}, None).options(question, tuple(words.split("; ")))
    except JudgekitError:
        chosen = ()
    if player != question.player or not chosen or not question.admits(tuple(chosen)):
        script.clear()
        return ()
    return tuple(chosen)


def _is_as_usual(ruling: str) -> bool:
    """Whether a table uses the usual readings: a book's invariants assume them."""
    otherwise = "[position.readings]" in ruling or "readings = {" in ruling
    return "[position]" in ruling and not otherwise


def line_of(game: str, edition: str, position: Data) -> Line | None:
    found = position_in(game, edition, position)
    return None if found is None else found.line()


def position_in(game: str, edition: str, data: Data) -> Position | None:
    try:
        return read_in(page_of(json.dumps(data, default=str), "position", "json"), game_of(game), edition)
    except WrongInput:
        return None


def moment_after(place: Position, answers: list[str]) -> Data | None:
    """The table after these answers, at the next question; None if they cannot be given."""
    line = place.line()
    try:
        for answer in answers:
            question = line.run(CLAUSES)
            if question is None:
                return None
            words = answer.partition(": ")[2]
            line.answer(*names_for(line, {}, None).options(question, tuple(words.split("; "))))
        line.run(CLAUSES)
        data = tomllib.loads(saved(place, line.state))
    except (EngineError, JudgekitError):
        return None
    data.pop("game", None)
    return data


def _still(game: str, edition: str, data: Data, rows: tuple[Row, ...]) -> str:
    """Nothing if the same invariant is broken; else why not."""
    line = line_of(game, edition, data["position"])
    if line is None:
        return said("position not read")
    try:
        return "" if next(first_broken(line, data["answers"], rows), None) else said("nothing broken")
    except (EngineError, NoSuchOption) as problem:
        return str(problem)
    except Exception as problem:
        if not is_ours(problem):
            return f"{type(problem).__name__}: {problem}"
        return str(problem)


def held_at(line: Line, rows: tuple[Row, ...]) -> tuple[Row, ...]:
    """The invariants that hold where a line begins: in a position something may still need to be put right,
    or a text may override the rule."""
    start = Moment(line, Entry(0, (), ()), line.start, line.start)
    wrong = {one.check for one in broken(rows, start)}
    texts = [card.text.lower() for card in line.pool.definitions.values()]
    return tuple(row for row in rows if row.check not in wrong and not row.is_set_aside(texts))


def first_broken(line: Line, answers: list[str], rows: tuple[Row, ...]) -> Iterator[Broken]:
    """What breaks while these answers are played."""
    watcher, left = Watcher(line, held_at(line, rows), line.start), list(answers)
    while True:
        question = line.run(CLAUSES)
        yield from watcher.broken()
        if question is None or not left:
            return
        answer = left.pop(0)
        if announced(line, answer):
            continue
        player, _, words = answer.partition(": ")
        chosen = names_for(line, {}, None).options(question, tuple(words.split("; ")))
        if question.player != player:
            return
        line.answer(*chosen)


def commit() -> str:
    """The commit that judgekit runs from, if it runs from one."""
    git = shutil.which("git")
    if git is None:
        return ""
    asked = [git, "rev-parse", "--short", "HEAD"]
    done = subprocess.run(  # noqa: S603 (nothing in it comes from outside)
        asked, cwd=Path(__file__).parent, capture_output=True, text=True, check=False
    )
    return done.stdout.strip() if done.returncode == 0 else ""


class NoFinding(JudgekitError):
    """A file that contains no finding."""


def again(path: Path) -> tuple[Broken, bool]:
    """A finding that was kept, and whether what it found is still broken."""
    try:
        one = msgspec.json.decode(path.read_bytes(), type=Violation)
    except (OSError, msgspec.DecodeError) as problem:
        raise NoFinding(f"{path} is not a finding of `audit fuzz --out`: {problem}") from problem
    game, _, edition = one.edition.partition("/")
    rows = tuple(row for row in invariants(game) if row.check == one.broken.check)
    data = {"position": one.position, "answers": list(one.answers)}
    return one.broken, not _still(game, edition, data, rows)


def position_of(one: Violation) -> str:
    """A finding as a position file, with the answers that lead to it in its notes."""
    wrong, answers = one.broken, " | ".join(one.answers)
    notes = said("a finding", clause=wrong.clause, says=wrong.says, found=wrong.found, answers=answers)
    return toml({"game": one.edition, **one.position, "notes": notes})
