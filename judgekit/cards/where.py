"""Where libraries are: beside the case database. An event can name one other than the user's own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from judgekit import paths
from judgekit.cards.library import Library
from judgekit.cards.looking import Shelf
from judgekit.cards.naming import library_beside
from judgekit.cases.store import profiles
from judgekit.cases.store.profiles import Event


def own_library() -> Library:
    """The library of the event in use, or else the user's own; created on first use."""
    return Library(_file(profiles.in_use(paths.database())))


def _file(event: Event | None) -> Path:
    return library_beside(paths.database(), event.library if event else "")


@contextmanager
def own_shelf(event: Event | None = None) -> Iterator[Shelf | None]:
    """Where positions look cards up: the library of an event as it read on the event's day. Without an event,
    that of the event in use, as it reads today. None, if there is no such library."""
    file = _file(event or profiles.in_use(paths.database()))
    if not file.is_file():
        yield None
        return
    with Library(file) as library:
        yield Shelf(library, event.cards_on if event else "")
