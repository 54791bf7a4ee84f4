"""Loops of a line: exact or growing, forced or by choice, who can stop, what the book does.

The machine notices that a situation has recurred (`Looped`, `CameRound`); here the previous round is looked
up in the log, and what it changed is counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from itertools import islice
from typing import Literal

import msgspec

from judgekit.audit.exploring.explore import fresh
from judgekit.audit.exploring.search import every_answer
from judgekit.engine.errors import EngineError
from judgekit.engine.events import Answered, Bounded, CameRound, Decided, Looped
from judgekit.engine.machine import Line
from judgekit.engine.state import JUDGE, State, area_name
from judgekit.games import UnknownGame
from judgekit.games import edition as edition_of
from judgekit.narrate import searching
from judgekit.narrate.events import place

Kind = Literal["exact", "growing"]
LOOKED_AT = 24  # answers of a question that are tried
LONGEST = 4_000  # clauses that follow from one
LOOKED_AHEAD = 12_000  # clauses, after all answers of a question that is shown
AFTER = 8  # entries in which the book's clause is performed
BACK = 2_000  # entries in which the round before is looked for


class Loop(msgspec.Struct, frozen=True):
    at: int  # the entry in which it was noticed
    kind: Kind
    is_forced: bool
    can_stop: tuple[str, ...]
    grows: tuple[tuple[str, int], ...]  # a thing, and by how much each round
    entries: int  # of a round; none if it runs inside one clause
    clause: str  # that was applied
    result: str  # what it made of the game: drawn, a winner, a number of times, or that it goes on

    @property
    def told(self) -> str:
        """In one sentence."""
        stoppers = () if self.is_forced else self.can_stop
        ends = f"{self.clause}: {self.result}"
        return searching.loop(self.grows, self.kind == "exact", stoppers, ends)


class Warning(msgspec.Struct, frozen=True):
    """An answer that begins a loop that nobody can leave."""

    chosen: tuple[str, ...]
    labels: tuple[str, ...]
    loop: Loop

    @property
    def told(self) -> str:
        return searching.begins_a_loop(self.labels or self.chosen, self.loop.told)


def loops_of(line: Line) -> list[Loop]:
    """Every loop that the machine noticed in a line."""
    return list(_loops(line))


def _loops(line: Line) -> Iterator[Loop]:
    noticed = [
        entry.seq - line.log[0].seq
        for entry in line.log
        if any(isinstance(happened.event, Looped | CameRound) for happened in entry.events)
    ]
    states = [line.start, *line.states()] if noticed else []
    for at in noticed:
        yield _classed(line, states, at)


def _classed(line: Line, states: list[State], at: int) -> Loop:
    before = _round_before(line, states, at)
    grows = () if before is None else tuple(_growth(line, states[before], states[at]))
    round = [] if before is None else line.log[before:at]
    answers = [h.event for entry in round for h in entry.events if isinstance(h.event, Answered)]
    players = tuple(dict.fromkeys(one.player for one in answers if one.free and one.player != JUDGE))
    is_forced = any(isinstance(h.event, Looped) for h in line.log[at].events) or not players
    clause, result = _applied(line, at)
    kind: Kind = "growing" if grows else "exact"
    return Loop(at, kind, is_forced, players, grows, len(round), clause, result)


def _round_before(line: Line, states: list[State], at: int) -> int | None:
    """The last entry before which everything was as it is now, except what grows."""
    now = states[at]
    here = _situation(line, now, at)
    for back in range(at - 1, max(-1, at - BACK), -1):
        state = states[back]
        if state.frames and now.frames and state.frames[-1].at == now.frames[-1].at and not state.answers:
            if _situation(line, state, back) == here:
                return back
    return None


def _situation(line: Line, state: State, at: int) -> str:
    """What the machine compares: cards that are copies of each other count once."""
    table, plain = line.table, line.table.policy.without_copies(state)
    table.attach(plain)
    table.open(plain, at)
    return table.situation(plain)


def _growth(line: Line, then: State, now: State) -> Iterator[tuple[str, int]]:
    kept = bookkeeping(line.rules.book.name)
    for key in sorted({*then.numbers, *now.numbers}):
        if "@" not in key and area_name(key) not in kept and (by := now.number(key) - then.number(key)):
            yield place(key), by
    kinds = (
        (then.standby, now.standby), (then.effects, now.effects), (then.scheduled, now.scheduled),
        (then.cards, now.cards),
    )  # fmt: skip
    for thing, (a, b) in zip(searching.GROWING, kinds, strict=True):
        if len(b) != len(a):
            yield thing, len(b) - len(a)


@cache
def bookkeeping(edition: str) -> frozenset[str]:
    """The numbers that a game keeps for its rules' sake, and that nobody at the table counts."""
    with suppress(UnknownGame):
        game, _ = edition_of(edition)
        return frozenset(spec.key for spec in game.numbers if spec.bookkeeping)
    return frozenset()


def _applied(line: Line, at: int) -> tuple[str, str]:
    """The clause that was applied to it, and its effect on the game."""
    for entry in line.log[at : at + AFTER]:
        for happened in entry.events:
            clause = happened.path[-1] if happened.path else entry.clause
            if isinstance(happened.event, Decided):
                outcome = happened.event.outcome
                return outcome.clause or clause, searching.decided(outcome)
            if isinstance(happened.event, Bounded):
                return clause, searching.rounds(happened.event.times)
    return line.log[at].clause, searching.GOES_ON


def warnings(line: Line, clauses: int | None = None) -> list[Warning]:
    """At a question: the answers that lead, before the next question, to a loop that nobody can leave. At
    most this many `clauses` are performed to find them."""
    question = line.ask()
    found: list[Warning] = []
    if question is None:
        return found
    ahead = fresh(line)
    ahead.ask()
    here, left = ahead.bookmark(), clauses
    for answer in islice(every_answer(question), LOOKED_AT):
        if left is not None and left <= 0:
            break
        with suppress(EngineError):  # where the rules cannot go on, they do not go round
            ahead.answer(*answer)
            ahead.run(LONGEST if left is None else min(left, LONGEST))
            if forced := [loop for loop in loops_of(ahead) if loop.is_forced]:
                found.append(Warning(answer, question.labels(answer), forced[0]))
        left = None if left is None else left - (len(ahead.log) - here.length)
        ahead.go_back(here)
    return found
