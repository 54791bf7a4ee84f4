"""Where libraries lie: beside the database of the cases. An event can name another than the user's own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from judgekit import paths
from judgekit.cards.library import FILE, Library
from judgekit.cards.looking import Shelf
from judgekit.cases.store import profiles
from judgekit.cases.store.profiles import A_LIBRARY, Event

NAMED = re.compile(rf"cards-({A_LIBRARY.pattern})\.sqlite")


def library_beside(database: Path, name: str = "") -> Path:
    return database.with_name(f"cards-{name}.sqlite" if name else FILE)


def named_libraries(folder: Path) -> list[str]:
    """The names of the libraries in a folder, without the one that has none."""
    found = (NAMED.fullmatch(file.name) for file in folder.glob("cards-*.sqlite"))
    return sorted(one[1] for one in found if one)


def own_library() -> Library:
    """The library of the event in use, else the user's own; made when it is first asked for."""
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
