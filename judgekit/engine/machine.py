"""The machine: performs clause after clause until the game is over or somebody must choose.

A `Line` is one history of one game: its start, its log, the state it has reached and the question that is
open. Lines fork for almost nothing, since states are immutable.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress

import msgspec

from judgekit.engine.abilities import Pool
from judgekit.engine.codec import digest
from judgekit.engine.errors import CannotStand, NotAnOption, NothingAsked
from judgekit.engine.events import (
    Answered,
    AnyEvent,
    Corrected,
    Entry,
    Happened,
    Landmarked,
    Looped,
)
from judgekit.engine.questions import Asked, Question
from judgekit.engine.registry import Rulebook
from judgekit.engine.state import JUDGE, Player, State
from judgekit.engine.table import PATIENCE, Over, Table, onward


class Line:
    def __init__(
        self, rules: Rulebook, pool: Pool, start: State, readings: dict[str, str] | None = None
    ) -> None:
        self.rules = rules
        self.pool = pool
        self.start = start
        self.state = start
        self.log: list[Entry] = []
        self.readings = dict(readings or {})
        self.table = Table(rules, pool, readings)
        self.table.attach(start)
        self.question: Question | None = None
        self.asking = start  # the state in the middle of the step that asked the last question
        for frame in start.frames:
            if frame.at not in rules.steps:
                raise CannotStand(
                    f"{rules.name} {frame.at or '(nowhere)'}: no step stands there; a game can stand at "
                    f"{near(rules, frame.at)}"
                )

    @property
    def is_over(self) -> bool:
        return self.state.outcome is not None or not self.state.frames

    # going on

    def step(self) -> Entry | None:
        """Perform the next clause; none when the game is over or a question is open."""
        if self.is_over:
            return None
        entry = self._perform()
        if entry is not None:
            self.log.append(entry)
            self.state = self.table.state
        return entry

    def run(self, limit: int | None = None) -> Question | None:
        """Perform clauses until somebody must choose, the game is over, or `limit` is reached."""
        left = -1 if limit is None else limit
        while left and self.step() is not None:
            left -= 1
        return self.question

    def _perform(self) -> Entry | None:
        table, state = self.table, self.state
        seq = len(self.log)
        table.open(state, seq)
        frame = state.frames[-1]
        path = tuple([f.at for f in state.frames])
        try:
            if not (state.quiet >= PATIENCE and self._looped(frame.at)):
                self.rules.steps[frame.at](table)
            table.emit(table.flow or onward(self.rules, table.state))
        except Asked as asked:
            self.question, self.asking = asked.question, table.state
            if table.reshaped:
                table.attach(state)
            return None
        except Over:
            pass
        self.question = None
        cause = seq - 1 if seq else None
        return Entry(seq, path, tuple(table.happened), cause, tuple(table.reasons))

    def _looped(self, at: str) -> bool:
        """Brent's way of noticing a loop, with all it needs in the state."""
        if at not in self.table.customs.loop_points:
            return False
        state = self.state
        customs, waiting = self.table.customs, len(state.standby)
        here = digest(state, customs.dated, customs.apart, heaped=True, unordered=customs.unordered)
        since, heap, seen = state.landmark.split(":") if state.landmark else ("0", "0", "")
        if seen == here and waiting >= int(heap):
            self.table.emit(Looped(state.quiet))
            customs.loop(self.table)
            return True
        if state.quiet >= 2 * int(since):
            self.table.emit(Landmarked(f"{state.quiet}:{waiting}:{here}"))
        return False

    # choosing

    def ask(self) -> Question | None:
        """The question that is open, if there is one: found by trying the next clause."""
        if self.question is None and not self.is_over:
            entry = self._perform()
            if entry is not None:
                self.table.attach(self.state)
        return self.question

    def answer(self, *chosen: str) -> Entry:
        """Write an answer down; the step will run again and find it."""
        question = self.question or self.ask()
        if question is None:
            raise NothingAsked(f"nobody is asked anything at {self.where()}; step on instead")
        admitted = question.admit(tuple(chosen))
        event = Answered(
            question.player, question.clause, admitted, question.prompt, question.labels(admitted),
            question.secret,
        )  # fmt: skip
        return self._note(event, question.path)

    def announce(self, player: Player, name: str) -> Entry:
        """A player declares something that may be declared at any time."""
        announcement = self.rules.announcements.get(name)
        if announcement is None:
            known = ", ".join(self.rules.announcements) or "nothing"
            raise NotAnOption(f"{self.rules.name}: nobody can announce {name!r} at any time; only {known}")
        seq = len(self.log)
        self.table.open(self.state, seq)
        with suppress(Over):
            announcement(self.table, player)
        path = tuple(f.at for f in self.state.frames)
        entry = Entry(
            seq, path, tuple(self.table.happened), seq - 1 if seq else None, tuple(self.table.reasons)
        )
        self.log.append(entry)
        self.state = self.table.state
        self.question = None
        return entry

    def correct(self, changes: Iterable[AnyEvent], why: str, by: str) -> Entry:
        """Put right what went wrong at the table; nothing triggers, and it stays visible for ever."""
        event = Corrected(why, by, tuple(changes))
        entry = self._note(event, tuple(f.at for f in self.state.frames))
        self.table.attach(self.state)
        return entry

    def _note(self, event: AnyEvent, path: tuple[str, ...]) -> Entry:
        seq = len(self.log)
        entry = Entry(seq, path, (Happened(event),), seq - 1 if seq else None)
        self.log.append(entry)
        self.state = event.onto(self.state)
        self.question = None
        return entry

    # looking back

    def states(self) -> Iterator[State]:
        """The state before each entry, and the last one."""
        state = self.start
        yield state
        for entry in self.log:
            for happened in entry.events:
                state = happened.event.onto(state)
            yield state

    def at(self, seq: int) -> State:
        """The state before entry `seq`."""
        state = self.start
        for entry in self.log[:seq]:
            for happened in entry.events:
                state = happened.event.onto(state)
        return state

    def fork(self, seq: int | None = None) -> Line:
        """Another line that shares this one's first `seq` entries."""
        upto = len(self.log) if seq is None else seq
        other = Line(self.rules, self.pool, self.start, self.readings)
        other.log = self.log[:upto]
        other.state = self.state if upto == len(self.log) else self.at(upto)
        other.table.attach(other.state)
        return other

    def where(self) -> str:
        return " > ".join(f.at for f in self.state.frames) or "the end"


def near(rules: Rulebook, clause: str) -> str:
    """Some clauses where a game can stand, closest first, for an error message."""
    stem = clause
    while stem:
        found = [c for c in rules.steps if c.startswith(stem)]
        if found:
            return ", ".join(found[:5])
        stem = stem[:-1]
    return ", ".join(list(rules.steps)[:5])


def judge_decides(question: Question) -> bool:
    return question.player == JUDGE


replace = msgspec.structs.replace
