"""A log as a walk through the book: which clauses acted, which were reasons, in their order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from judgekit.engine.abilities import Pool
from judgekit.engine.events import (
    Began,
    Decided,
    Derived,
    Entry,
    Event,
    Happened,
    Planned,
    Played,
    Refused,
    Replaced,
    Row,
    StoodBy,
)
from judgekit.engine.registry import Rulebook


class Stop(NamedTuple):
    """One place of the walk: a clause that acted, one that was a reason, or an event with all it cites."""

    entry: int
    clause: str = ""
    reason: bool = False
    happened: Happened | None = None
    cites: frozenset[str] = frozenset()


class Walk:
    """What a line's log cites."""

    def __init__(self, log: Iterable[Entry], rules: Rulebook, pool: Pool) -> None:
        self.rules = rules
        self.pool = pool
        self.stops: list[Stop] = []
        for entry in log:
            self._note(entry)

    def add_reasons(self, entry: int, clauses: Iterable[str]) -> None:
        """Reasons of a step; also of one that asks, and has not been performed yet."""
        self.stops += [Stop(entry, clause, reason=True) for clause in clauses]

    def acted(self) -> set[str]:
        """Every clause that an event cites."""
        return {stop.clause for stop in self.stops if stop.clause and not stop.reason}

    def consulted(self) -> set[str]:
        """Every clause that was read as a reason."""
        return {stop.clause for stop in self.stops if stop.reason}

    def clauses(self) -> list[str]:
        """The clauses that acted, one after the other, without repeats in a row."""
        return [clause for clause, _ in groupby(s.clause for s in self.stops if s.clause and not s.reason)]

    def _note(self, entry: Entry) -> None:
        """Reasons stand before everything that happens in their step; among each other they have no order."""
        stops, seq = self.stops, entry.seq
        stops.append(Stop(seq, entry.clause))
        self.add_reasons(seq, entry.consulted)
        for happened in entry.events:
            inside = (*happened.path, *self._cited(happened.event))
            stops += [Stop(seq, clause) for clause in inside]
            stops.append(Stop(seq, happened=happened, cites=frozenset((*entry.path, *inside))))

    def _cited(self, event: Event) -> Iterator[str]:
        """The clauses that an event names itself, besides the actions it happened in."""
        for address in _addresses(event):
            yield from clause_of_effect(address, self.rules, self.pool)
        if isinstance(event, Derived):
            yield from self._layers(event)
        elif isinstance(event, Decided) and event.outcome.clause:
            yield event.outcome.clause

    def _layers(self, derived: Derived) -> Iterator[str]:
        yield from layers(derived.rows, self.rules)


def clause_of_effect(address: str, rules: Rulebook, pool: Pool) -> Iterator[str]:
    """The clause of an ability, by its address; or the clause that stands there itself."""
    if address in pool.abilities:
        number = rules.number(pool.abilities[address].clause)
        if number:
            yield number
    elif address in rules.book:
        yield address


def layers(rows: Sequence[Row], rules: Rulebook) -> Iterator[str]:
    """The clauses that produced a value: its layers, and what ordered the effects within one."""
    yield from (row.layer for row in rows)
    if any(row.after_effect for row in rows) and rules.dependency_clause:
        yield rules.number(rules.dependency_clause) or ""
    stamps, used = {(row.layer, row.stamp) for row in rows}, {row.layer for row in rows}
    if len(stamps) > len(used) and rules.time_stamp_clause:
        yield rules.number(rules.time_stamp_clause) or ""


def _addresses(event: Event) -> tuple[str, ...]:
    """The abilities an event is about."""
    if isinstance(event, StoodBy):
        return (event.standby.ability,)
    if isinstance(event, Began):
        return (event.effect.what,)
    if isinstance(event, Planned):
        return (event.scheduled.ability,)
    if isinstance(event, Played):
        return (event.what,)
    if isinstance(event, Replaced):
        return (event.by,)
    if isinstance(event, Refused):
        return (event.reason,)
    if isinstance(event, Derived):
        return tuple(row.effect for row in event.rows)
    return ()
