"""A stretch of a game: from a moment to the next choice, under the real rules or mistaken ones."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from functools import cached_property
from inspect import CO_GENERATOR
from types import FrameType

from judgekit.cases.files.position import Position
from judgekit.engine.errors import EngineError
from judgekit.engine.events import Announced, Answered, AnyEvent, Entry, Happened
from judgekit.engine.explain import fresh, why_not
from judgekit.engine.legality import Check, PlayerAction
from judgekit.engine.machine import Line
from judgekit.engine.questions import Asked, Question
from judgekit.engine.registry import Rulebook
from judgekit.engine.state import State
from judgekit.narrate.said import said
from judgekit.narrate.signs import Wording
from judgekit.teach.telling import Step, Telling

CALLS = 150_000  # calls of functions in a stretch under mistaken rules
SHORT = 75_000  # in one of which only the first steps are wanted
LIMIT = 600  # clauses of a stretch: no ruling takes as many between two choices


@dataclass(frozen=True)
class Moment:
    """Where a stretch begins: the table with its cards, the state, and the clause at which it ends."""

    place: Position
    state: State
    until: str = ""
    forced: tuple[AnyEvent, ...] = ()  # put on the table first, as if it had happened
    mistaken: bool = False  # under rules that lack something, which may never end
    done: tuple[AnyEvent, ...] = ()  # what has happened in the step that asked for the last choice
    after: State | None = None  # the table with that

    @property
    def table(self) -> State:
        """The table as everybody sees it, with what has happened in the step under way."""
        return self.after or self.state

    def under(self, rules: Rulebook) -> Moment:
        return replace(self, place=self.place.under(rules), mistaken=True)

    def reading(self, doubt: str, choice: str) -> Moment:
        return replace(self, place=replace(self.place, readings={**self.place.readings, doubt: choice}))

    @cached_property
    def wording(self) -> Wording:
        return Wording(self.place.rules.book, self.place.pool, self.place.game)


@dataclass
class Stretch:
    """What follows from a moment, until a choice is open."""

    moment: Moment
    line: Line
    question: Question | None = None
    broken: str = ""  # the rules could not go on: what is wrong
    goes_on: bool = False  # more would follow than was wanted
    telling: Telling = field(init=False)

    def __post_init__(self) -> None:
        self.telling = Telling(self.line, self.moment.place.game, self.moment.wording)

    @property
    def log(self) -> list[Entry]:
        return self.line.log

    @cached_property
    def entries(self) -> list[Entry]:
        """The log, and what has happened in the step that asks at its end."""
        if self.question is None or not (under_way := self._under_way(self.line.state)):
            return self.line.log
        path = (self.line.state.frames[-1].at,)
        return [*self.line.log, Entry(len(self.line.log), path, under_way)]

    def _under_way(self, state: State) -> tuple[Happened, ...]:
        """What the next step does before it asks."""
        place = self.moment.place
        line = Line(place.rules, place.pool, state, dict(place.readings))
        return tuple(line.table.happened) if line.ask() is not None else ()

    @cached_property
    def steps(self) -> list[Step]:
        """What happens from the moment on, in its order: a step that asks runs again with the answer, but
        what it had done before is not done twice."""
        told = [step for step in self.telling.steps(self.entries) if step.place not in self.done]
        return sorted(told, key=self._turn) if any(step.is_choice for step in told) else told

    @cached_property
    def done(self) -> set[tuple[int, int]]:
        """The places in the log of what the step under way had done already."""
        seq = int(bool(self.moment.forced))
        again = self.entries[seq].events if seq < len(self.entries) else ()
        found: set[tuple[int, int]] = set()
        for at, (happened, event) in enumerate(zip(again, self.moment.done, strict=False), 1):
            if happened.event != event:
                break
            found.add((seq, at))
        return found

    def _turn(self, step: Step) -> tuple[int, int, int, int]:
        """When a step comes: a choice follows what the asking step did, though that is logged later."""
        if not step.is_choice:
            return (*step.place, 0, 0)
        after = self._after[step.entry :]
        return after[0], len(self._under_way(self.line.at(step.entry))), 1, step.entry

    @cached_property
    def _after(self) -> list[int]:
        """For each entry, the next one in which nobody chooses."""
        found, last = [], len(self.line.log)
        for entry in reversed(self.line.log):
            is_choice = any(isinstance(h.event, Answered | Announced) for h in entry.events)
            last = last if is_choice else entry.seq
            found.append(last)
        return found[::-1]

    @property
    def state(self) -> State:
        return self.line.state

    @cached_property
    def candidates(self) -> list[tuple[PlayerAction, object, list[Check]]]:
        """Everything that could be tried where a player may act at the end, with every condition."""
        question, line = self.question, self.line
        assert question is not None
        found: list[tuple[PlayerAction, object, list[Check]]] = []
        for action in line.rules.actions.values():
            if action.window != question.window:
                continue
            try:
                table = fresh(line, line.asking)
                for subject in list(action.subjects(table, question.player))[:8]:
                    checks = why_not(line, question.player, action.name, subject)
                    # behind "may act now" and "something to do it with"
                    found.append((action, subject, checks[2:]))
            except (Asked, EngineError):
                continue
        return found

    def table_at(self, place: str) -> State:
        """The table after what is at a place of the log has happened."""
        seq, at = map(int, place.split("."))
        if seq >= len(self.entries) or not at:
            return self.line.provisional or self.state
        state = self.line.at(seq)
        for happened in self.entries[seq].events[:at]:
            state = happened.event.onto(state)
        return state


def play(moment: Moment, given: Sequence[tuple[str, ...]] = (), most: int = 0) -> Stretch:
    """Play a stretch, up to so many steps that are told; whatever breaks under mistaken rules ends it."""
    place = moment.place
    line = Line(place.rules, place.pool, moment.state, dict(place.readings))
    found = Stretch(moment, line)
    try:
        with bounded(SHORT if most else CALLS) if moment.mistaken or moment.forced else nullcontext():
            if moment.forced:
                line.correct(moment.forced, "as answered", "learner")
            _run(found, list(given), most)
    except EngineError as problem:
        found.broken = str(problem)
    except Exception:  # code that stands round a clause may need it
        found.broken = said("cannot go on from there")
    return found


class Endless(EngineError):
    """Rules that lack a clause can loop forever inside a step."""


@contextmanager
def bounded(left: int) -> Iterator[None]:
    """Limits the number of calls: counted, not timed, for the same result on every machine."""

    def count(frame: FrameType, event: str, arg: object) -> None:
        nonlocal left
        left -= 1
        if left < 0 and event == "call" and not frame.f_code.co_flags & CO_GENERATOR:
            raise Endless(said("goes on and on"))  # what a generator raises as it ends would be lost

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        yield
    finally:
        sys.setprofile(before)


def _run(found: Stretch, left: list[tuple[str, ...]], most: int) -> None:
    line, until, told = found.line, found.moment.until, 0
    while len(line.log) < LIMIT and not line.is_over:
        if most and told > most:
            found.goes_on = True
            return
        if line.log and not left and until and line.state.frames[-1].at == until:
            return
        if (entry := line.step()) is not None:
            told += found.telling.many(entry)
            continue
        if line.question is None:
            return
        if not left:
            found.question = line.question
            return
        line.answer(*left.pop(0))


def answers(entries: Sequence[Entry]) -> list[Answered]:
    """The choices in a log, in their order."""
    return [h.event for entry in entries for h in entry.events if isinstance(h.event, Answered)]


def first_difference(right: Sequence[Step], other: Sequence[Step]) -> int:
    """How many steps two stretches have in common."""
    same = 0
    for a, b in zip(right, other, strict=False):
        if (a.text, a.clause) != (b.text, b.clause):
            break
        same += 1
    return same
