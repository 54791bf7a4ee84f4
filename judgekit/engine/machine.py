"""The machine: performs clause after clause until the game is over or someone must choose.

A `Line` is one history of one game: its start, its log, the state it has reached and the question that is
open. Lines fork for almost nothing, since states are immutable.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress

import msgspec

from judgekit import budget
from judgekit.engine.abilities import Pool
from judgekit.engine.endless import EVERY, nobody_can_leave
from judgekit.engine.errors import CannotStand, NotAnOption, NothingAsked
from judgekit.engine.events import (
    Answered,
    AnyEvent,
    Bounded,
    CameRound,
    Corrected,
    Entry,
    Happened,
    Landmarked,
    Looped,
)
from judgekit.engine.index import RESHAPES, Index
from judgekit.engine.loops import NO_CHOICE, Recurrence, barred, by_rote, heap, is_free, recurrence, without
from judgekit.engine.questions import Asked, Question
from judgekit.engine.registry import Rulebook
from judgekit.engine.state import JUDGE, Frame, Player, State
from judgekit.engine.table import Over, Table
from judgekit.engine.table.rule_actions import PATIENCE

ROUNDS = 50  # in which something grows, before that is called a loop


class Bookmark(msgspec.Struct, frozen=True):
    """A place of a line that it can go back to, with the question that is open there."""

    length: int
    state: State
    question: Question | None
    asking: State
    here: str
    index: Index


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
        self._caller: Frame | None = None
        self._inside = rules.places
        self.question: Question | None = None
        self.asking = start  # the state in the middle of the step that asked the last question
        self._here = ""  # the situation of the question, if loops are looked for in it
        self._is_probe = False
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
        return self._go_on(1)

    def _by_rote(self) -> Entry | None:
        """Within the named rounds of a loop, answers are given automatically."""
        trail, question = self.state.trail, self.question
        chosen = by_rote(trail, question) if trail.loops and question is not None else None
        return None if chosen is None or question is None else self._write(question, chosen, rote=True)

    def run(self, limit: int | None = None) -> Question | None:
        """Perform clauses until someone must choose, the game is over, or `limit` is reached."""
        self._go_on(-1 if limit is None else limit)
        return self.question

    def _go_on(self, many: int, rote: bool = True) -> Entry | None:
        """Perform this many clauses (all, if negative); returns the last entry, or none if it ended before.
        Questions answered by `rote` do not end it."""
        budget.ask()
        log, table, steps, entry = self.log, self.table, self.rules.steps, None
        while many:
            many -= 1
            if many and not many & 255:
                budget.ask()
            state = self.state
            frames = state.frames
            if state.outcome is not None or not frames:
                return None
            table.open(state, len(log))
            try:
                at = frames[-1].at
                if state.trail.settling:
                    self._bound()
                    events = tuple(table.happened)
                else:
                    if state.quiet < PATIENCE or not self._looped(at):
                        steps[at](table)
                    events = table.go_on()
            except Asked as asked:
                if not self._came_round(asked.question):
                    entry = self._by_rote() if rote else None
                    if entry is None:
                        return None
                    continue
                events = tuple(table.happened)
            except Over:
                events = tuple(table.happened)
            entry = self._entry(state, events)
            log.append(entry)
            self.state = table.state
            self.question = None
        return entry

    def _entry(self, state: State, events: tuple[Happened, ...]) -> Entry:
        """What has happened, as the next entry, at the place where the rules stood. The procedures around
        the innermost one stay the same as long as its calling frame does."""
        seq, reasons, frames = len(self.log), self.table.reasons, state.frames
        caller = frames[-2] if len(frames) > 1 else None
        if caller is not self._caller or caller is None:
            place = self.rules.places
            for frame in frames[:-1]:
                place = place[frame.at]
            self._caller, self._inside = caller, place
        path = self._inside[frames[-1].at].path if frames else ()
        return Entry(seq, path, events, seq - 1 if seq else None, tuple(reasons) if reasons else ())

    def _came_round(self, question: Question) -> bool:
        """Open a question, unless its situation has come round again: that is dealt with first."""
        state, table, trail = self.state, self.table, self.state.trail
        self.asking = table.state
        if table.reshaped:
            table.attach(state)
        self.question, self._here = question, ""
        if question.player == JUDGE or trail.settling or self._is_probe:
            return False
        if trail.choices < table.policy.looks_for_loops_after:
            return False
        here = table.situation(state)
        self._here = ":".join([here, *["/".join(answer) for answer in state.answers]])
        if trail.loops and by_rote(trail, question) is not None:
            return False
        again = None if state.answers else self._recurrence(here)
        if self._never_ends(question, again):
            return True
        if again is not None:
            self.question = None
            table.open(state, len(self.log))
            table.emit(CameRound(len(again.round)))
            return True
        if trail.loops:
            self.question = without(question, barred(trail, self._here, question.player))
        return False

    def _never_ends(self, question: Question, again: Recurrence | None) -> bool:
        """A loop in which there is something to choose, but nothing that stops it; looked for where a
        situation has come round, and now and then."""
        state, table = self.state, self.table
        due = (state.trail.choices + 1) % EVERY == 0 if again is None else not again.changes_something
        if question.window or not due or not nobody_can_leave(self):
            return False
        table.open(state, len(self.log))
        table.emit(Looped(state.trail.choices))
        with suppress(Over):
            self.rules.loops(table, NO_CHOICE)
        if table.state.outcome is None:
            return False
        self.question = None
        return True

    def _recurrence(self, here: str) -> Recurrence | None:
        table, state = self.table, self.state
        return recurrence(state, here, table.standing_apart(state), table.policy.rounds_make_a_loop)

    def _bound(self) -> None:
        """Perform the game's clause for a loop with choices; the step that asked comes after it."""
        table, state = self.table, self.state
        again = self._recurrence(table.situation(state))
        assert again is not None, "nothing but a loop is settled"
        self.rules.loops(table, again)
        if table.state.trail.settling:
            table.emit(Bounded("", len(again.round), 0))

    def _looped(self, at: str) -> bool:
        """Brent's way of noticing a loop, with all it needs in the state. Where something grows from round to
        round, it might still lead to something: that counts as a loop only after many rounds."""
        table, state = self.table, self.state
        if at not in table.policy.loop_points:
            return False
        plain = table.policy.without_copies(state)
        here = table.situation(plain)
        piled = heap(state) + len(state.cards) - len(plain.cards)
        grown = piled + sum(state.number(name) for name in table.policy.apart)
        since, rounds, before, seen = state.landmark.split(":") if state.landmark else ("0", "0", "0", "")
        if seen == here and grown >= int(before):
            if grown == int(before) or int(rounds) >= ROUNDS:
                table.emit(Looped(state.quiet))
                self.rules.loops(table, NO_CHOICE)
                return True
            table.emit(Landmarked(f"{state.quiet}:{int(rounds) + 1}:{grown}:{here}"))
        elif state.quiet >= 2 * int(since):
            table.emit(Landmarked(f"{state.quiet}:0:{grown}:{here}"))
        return False

    # choosing

    def ask(self) -> Question | None:
        """The question that is open, if there is one: found by trying the next clause."""
        if self.question is None and not self.is_over:
            here = self.bookmark()
            if self._go_on(1, rote=False) is not None:
                self.go_back(here)
        return self.question

    def answer(self, *chosen: str) -> Entry:
        """Write an answer down; the step will run again and find it."""
        question = self.question or self.ask()
        if question is None:
            raise NothingAsked(self.rules.words("nobody asked there", where=self.where()))
        return self._write(question, question.admit(tuple(chosen)))

    def _write(self, question: Question, chosen: tuple[str, ...], rote: bool = False) -> Entry:
        here = self._here
        apart = self.table.standing_apart(self.state) if here and not rote else ()
        free = bool(here) and not rote and is_free(question, self.state.trail, here)
        event = Answered(
            question.player, question.clause, chosen, question.prompt, question.labels(chosen),
            question.secret, here, free, apart, rote,
            question.form == "order",
        )  # fmt: skip
        closed = (question.closed_by,) if question.closed_by else ()
        return self._note(event, (*question.path, *closed))

    @property
    def provisional(self) -> State | None:
        """The table at the open question, if something has already happened in the step that asks. It shows
        what the log will contain once the step is done, as far as it goes; none of it is kept."""
        return self.asking if self.question is not None and self.asking is not self.state else None

    def announce(self, player: Player, name: str) -> Entry:
        """A player declares something that may be declared at any time. If that ends the game, whatever has
        happened so far in the current step stays, in the same entry."""
        announcement = self.rules.announcements.get(name)
        if announcement is None:
            known = ", ".join(self.rules.announcements) or self.rules.words("nothing taken")
            told = self.rules.words("nobody can announce", edition=self.rules.name, deed=name, known=known)
            raise NotAnOption(told)
        seq = len(self.log)
        for after in (self._as_far_as_it_goes, self._nothing_yet):
            self.table.open(self.state, seq)
            after()
            with suppress(Over):
                announcement(self.table, player)
            if self.table.state.outcome is not None:
                break
        entry = self._entry(self.state, tuple(self.table.happened))
        self.log.append(entry)
        self.state = self.table.state
        self.question = None
        return entry

    def _as_far_as_it_goes(self) -> None:
        """Perform the next clause up to its question; if it asks none, nothing has begun yet."""
        try:
            if self.state.frames and self.state.outcome is None and not self.state.trail.settling:
                self.rules.steps[self.state.frames[-1].at](self.table)
        except Asked:
            return
        except Over:
            pass
        self._nothing_yet()

    def _nothing_yet(self) -> None:
        if self.table.reshaped:
            self.table.attach(self.state)
        self.table.open(self.state, len(self.log))

    def correct(self, changes: Iterable[AnyEvent], why: str, by: str) -> Entry:
        """Put right what went wrong at the table; nothing triggers, and it stays on record."""
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

    def probe(self) -> Line:
        """Another line from here on, in which no choice is taken for a part of a loop."""
        other = Line(self.rules, self.pool, self.state, self.readings)
        other._is_probe = True
        return other

    def bookmark(self) -> Bookmark:
        index = self.table.index
        return Bookmark(len(self.log), self.state, self.question, self.asking, self._here, index)

    def go_back(self, to: Bookmark) -> None:
        """Forget everything since then; unlike a fork, nothing is set up again."""
        reshaped = self.table.index is not to.index and any(
            type(happened.event) in RESHAPES for entry in self.log[to.length :] for happened in entry.events
        )
        del self.log[to.length :]
        self.state, self.question, self.asking, self._here = to.state, to.question, to.asking, to.here
        if reshaped:
            self.table.attach(to.state)

    def where(self) -> str:
        return " > ".join(f.at for f in self.state.frames) or self.rules.words("at the end")


def near(rules: Rulebook, clause: str) -> str:
    """Some clauses where a game can stand, closest first, for an error message."""
    stem = clause
    while stem:
        found = [c for c in rules.steps if c.startswith(stem)]
        if found:
            return ", ".join(found[:5])
        stem = stem[:-1]
    return ", ".join(list(rules.steps)[:5])
