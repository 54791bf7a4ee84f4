"""Looking back and sideways from a refusal: when its condition was last met, and what change would meet it.

Both try the same conditions as `explain`, in other states: in those of the log, the latest first, or in the
present one with a small change made to it. What is tried leaves no trace.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec

from judgekit.engine.errors import EngineError
from judgekit.engine.events import AnyEvent, Corrected
from judgekit.engine.explain import fresh
from judgekit.engine.legality import Check
from judgekit.engine.machine import Line
from judgekit.engine.questions import Asked
from judgekit.engine.state import State
from judgekit.engine.table import Table

Conditions = Callable[[Table], list[Check]]  # of one matter, at any table
STRETCH = 128  # entries that are folded at a time on the way back
FARTHEST = 4000  # entries that are looked at


class Past(msgspec.Struct, frozen=True):
    """The last entry before which a condition was met; how far back the search went."""

    seq: int | None
    looked: int


def last_met(line: Line, conditions: Conditions, wanted: Check) -> Past:
    """When a condition was last met, before the moment at which the line stands."""
    looked = 0
    for seq, state in _back_from(line):
        if looked >= FARTHEST:
            break
        looked += 1
        if any(check.ok and _same(check, wanted) for check in tried(line, conditions, state)):
            return Past(seq, looked)
    return Past(None, looked)


def enough(
    line: Line, conditions: Conditions, changes: Iterable[Sequence[AnyEvent]]
) -> Iterator[Sequence[AnyEvent]]:
    """The changes after which every condition would be met."""
    for change in changes:
        checks = tried(line, conditions, _after(line.state, change))
        if checks and all(check.ok for check in checks):
            yield change


def tried(line: Line, conditions: Conditions, state: State) -> list[Check]:
    """The conditions in a state; none where they cannot be known, as with an unknown card."""
    try:
        return conditions(fresh(line, state))
    except (Asked, EngineError, KeyError):
        return []


def _same(one: Check, other: Check) -> bool:
    return (one.clause, one.needed) == (other.clause, other.needed)


def _after(state: State, change: Sequence[AnyEvent]) -> State:
    return Corrected("", "", tuple(change)).onto(state)


def _back_from(line: Line) -> Iterator[tuple[int, State]]:
    """The states before each entry, the latest first."""
    end = len(line.log)
    while end > 0:
        begin = max(0, end - STRETCH)
        states = [line.at(begin)]
        for entry in line.log[begin : end - 1]:
            state = states[-1]
            for happened in entry.events:
                state = happened.event.onto(state)
            states.append(state)
        for at in range(len(states) - 1, -1, -1):
            yield begin + at, states[at]
        end = begin
