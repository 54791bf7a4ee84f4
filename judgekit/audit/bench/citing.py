"""What citing costs: the same play by the same clauses, with every event's clauses kept and without."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from judgekit.audit.bench import duel60
from judgekit.audit.bench.report import Figure, figure, race
from judgekit.engine.events import Entry, Happened
from judgekit.engine.machine import Line
from judgekit.engine.state import State

NOTHING = Entry(0, (), ())


class Silent(Line):
    """A line that records nothing about the clauses it performs."""

    def _entry(self, state: State, events: tuple[Happened, ...]) -> Entry:
        return NOTHING


@contextmanager
def uncited() -> Iterator[None]:
    """Actions of Duel-60 as bare functions: what happens inside them cites nothing."""
    known = {name: value for name, value in vars(duel60).items() if hasattr(value, "__wrapped__")}
    vars(duel60).update({name: value.__wrapped__ for name, value in known.items()})
    try:
        yield
    finally:
        vars(duel60).update(known)


def measure(moves: int, times: int) -> Iterator[Figure]:
    taken = race(times, on=lambda: partial(cite, moves), off=lambda: partial(keep_silent, moves))
    ratios = [on / off for on, off in zip(taken["on"], taken["off"], strict=True)]
    metric = "cost of citing (on / off): entries with clauses, causes and reasons, or none"
    yield figure(metric, "times", ratios)


def cite(moves: int) -> Line:
    line = duel60.opening()
    line.run(moves)
    return line


def keep_silent(moves: int) -> Line:
    line = duel60.opening()
    silent = Silent(line.rules, line.pool, line.start)
    with uncited():
        silent.run(moves)
    return silent
