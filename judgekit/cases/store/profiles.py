"""Events: what all cases of a tournament share is said once. Rows of the journal that belong to no case.

A profile is never changed: the last row of its name counts, and those before it stay to be read.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from judgekit.cases.errors import CaseError, UnknownCase
from judgekit.cases.store import journal

if TYPE_CHECKING:
    from judgekit.cases.store.store import Store

NO_CASE = 0  # the case of rows that belong to none
LONGEST, MOST = 80, 200  # characters of a name, events
A_LIBRARY = re.compile(r"[a-z0-9-]{1,40}")  # it is part of a file's name
TOLD = "SELECT told FROM journal WHERE \"case\" = 0 AND what = 'event' ORDER BY id"
CHOSEN = "SELECT told FROM journal WHERE \"case\" = 0 AND what = 'chosen' ORDER BY id DESC LIMIT 1"


class Event(msgspec.Struct, frozen=True):
    """What a case of an event is made with, unless its own text says something else."""

    name: str
    edition: str  # godzilla/1.2
    readings: dict[str, str] = {}
    cards_on: str = ""  # card texts as they read on this day; nothing: as they read today
    judges: tuple[str, ...] = ()
    library: str = ""  # of cards; nothing: the user's own
    closed: bool = False

    @property
    def game(self) -> str:
        return self.edition.partition("/")[0]


def keep(store: Store, event: Event) -> Event:
    """Record an event; one with the same name is replaced, and stays in the journal."""
    _check(event)
    with store.writing() as connection:
        if len(_all(connection)) >= MOST:
            raise CaseError(f"there are {MOST} events already; close one by giving its name to the new one")
        journal.write(connection, NO_CASE, "event", **msgspec.to_builtins(event))
    return event


def _check(event: Event) -> None:
    if not event.name or len(event.name) > LONGEST or not event.name.isprintable():
        raise CaseError(f"an event has a name of 1 to {LONGEST} characters in one line; got {event.name!r}")
    if event.library and not A_LIBRARY.fullmatch(event.library):
        said = "small letters, digits and hyphens, at most 40, like spring-open"
        raise CaseError(f"the name of a library is {said}; got {event.library!r}")
    if event.cards_on:
        try:
            date.fromisoformat(event.cards_on)
        except ValueError:
            raise CaseError(f"a day is written 2026-05-01; got {event.cards_on!r}") from None


def choose(store: Store, name: str) -> None:
    """The event that cases are made under from now on; without a name, none."""
    if name:
        find(store.path, name)
    with store.writing() as connection:
        journal.write(connection, NO_CASE, "chosen", event=name)


def chosen(path: Path) -> str:
    """The name of the event that was chosen last, if it is still there."""
    rows = _rows(path, CHOSEN)
    name: str = msgspec.json.decode(journal.raw(rows[0][0]))["event"] if rows else ""
    return name if name in events(path) else ""


def in_use(path: Path) -> Event | None:
    """The event that was chosen last."""
    return events(path).get(chosen(path))


def events(path: Path) -> Mapping[str, Event]:
    """The events that are not closed, by name; the last one first."""
    return dict(reversed(_last(_rows(path, TOLD)).items()))


def find(path: Path, name: str) -> Event:
    known = events(path)
    if name not in known:
        some = ", ".join(known) or "none yet"
        raise UnknownCase(f"there is no event {name!r}; there are: {some}. `judgekit event new` makes one")
    return known[name]


def _all(connection: sqlite3.Connection) -> dict[str, Event]:
    return _last(connection.execute(TOLD).fetchall())


def _last(rows: list[tuple[object]]) -> dict[str, Event]:
    told = [msgspec.json.decode(journal.raw(row[0]), type=Event) for row in rows]
    known: dict[str, Event] = {}
    for event in told:
        known.pop(event.name, None)
        known[event.name] = event
    return {name: event for name, event in known.items() if not event.closed}


def _rows(path: Path, question: str) -> list[tuple[object]]:
    if not path.exists():
        return []
    try:
        with closing(sqlite3.connect(path, timeout=10)) as connection:
            return connection.execute(question).fetchall()
    except sqlite3.DatabaseError:  # one of before there was a journal
        return []
