"""Notes that judges leave at a place; they are no part of the log."""

from __future__ import annotations

import msgspec

from judgekit.cases.errors import CaseError
from judgekit.cases.store import now
from judgekit.web.address import spot_text
from judgekit.web.desk import Desk
from judgekit.web.scene import Scene

LONGEST = 4000
_MADE = """CREATE TABLE IF NOT EXISTS notes (
    id INTEGER PRIMARY KEY, branch INTEGER NOT NULL, at TEXT NOT NULL, author TEXT NOT NULL,
    text TEXT NOT NULL, created TEXT NOT NULL)"""


class Note(msgspec.Struct, frozen=True):
    at: str
    author: str
    text: str
    created: str
    href: str


def notes_at(desk: Desk, scene: Scene) -> tuple[Note, ...]:
    """All notes of the line, those of this place first; the judge's alone."""
    if scene.view.seat != "judge":
        return ()
    connection = desk.archive.store.database.conn
    connection.execute(_MADE)
    rows = connection.execute(
        "SELECT at, author, text, created FROM notes WHERE branch = ? ORDER BY at <> ?, id",
        (scene.branch.id, spot_text(scene.spot)),
    ).fetchall()
    return tuple(
        Note(at, by, text, made, f"{scene.view.root}/{at}{scene.view.asked}") for at, by, text, made in rows
    )


def noted_at(scene: Scene) -> frozenset[str]:
    """The places of the line with notes; the judge's alone."""
    if scene.view.seat != "judge":
        return frozenset()
    connection = scene.case.store.database.conn
    connection.execute(_MADE)
    rows = connection.execute("SELECT DISTINCT at FROM notes WHERE branch = ?", (scene.branch.id,)).fetchall()
    return frozenset(at for (at,) in rows)


def write_note(desk: Desk, scene: Scene, author: str, text: str) -> None:
    if not text.strip():
        raise CaseError("a note needs some words")
    if len(text) > LONGEST or len(author) > 100:
        raise CaseError(f"a note has at most {LONGEST} characters")
    with desk.archive.store.writing() as connection:
        connection.execute(_MADE)
        connection.execute(
            "INSERT INTO notes (branch, at, author, text, created) VALUES (?, ?, ?, ?, ?)",
            (scene.branch.id, spot_text(scene.spot), author.strip(), text.strip(), now()),
        )
