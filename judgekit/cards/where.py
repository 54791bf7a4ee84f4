"""Where the library lies: beside the database of the cases."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from judgekit import paths
from judgekit.cards.library import FILE, Library
from judgekit.cards.looking import Shelf


def library_beside(database: Path) -> Path:
    return database.with_name(FILE)


def own_library() -> Library:
    """The user's library; made when it is first asked for."""
    return Library(library_beside(paths.database()))


@contextmanager
def own_shelf(on: str = "") -> Iterator[Shelf | None]:
    """The user's library for positions to look cards up in, as it read on a day; none, if there is none."""
    if not library_beside(paths.database()).is_file():
        yield None
        return
    with own_library() as library:
        yield Shelf(library, on)
