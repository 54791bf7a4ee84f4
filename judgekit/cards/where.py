"""Where the library lies: beside the database of the cases."""

from __future__ import annotations

from pathlib import Path

from judgekit import paths
from judgekit.cards.library import FILE, Library


def library_beside(database: Path) -> Path:
    return database.with_name(FILE)


def own_library() -> Library:
    """The user's library; made when it is first asked for."""
    return Library(library_beside(paths.database()))
