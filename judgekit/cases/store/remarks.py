"""What judges say of a case besides its log: lines struck or put first, and notes at a place.

A remark is added, never changed or taken away. It is no part of the log, and no hash of the log hangs on it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from judgekit.cases.errors import CaseError
from judgekit.cases.store import journal
from judgekit.cases.store.journal import now

if TYPE_CHECKING:
    from judgekit.cases.play.case import Case

MARKS = ("struck", "restored", "first")
LONGEST_REASON, LONGEST_NOTE, LONGEST_NAME = 300, 4000, 100


class MarkLine(msgspec.Struct, frozen=True, tag="mark", tag_field="is"):
    """A line that was struck, restored or put first: by whom, and why."""

    branch: str
    mark: str
    author: str
    why: str
    created: str


class NoteLine(msgspec.Struct, frozen=True, tag="note", tag_field="is"):
    """What somebody wrote down at a place of a line."""

    branch: str
    at: str
    author: str
    text: str
    created: str


Remark = MarkLine | NoteLine


def rows(case: Case, question: str, *values: Any) -> list[Any]:
    return list(case.store.database.conn.execute(question, values).fetchall())


def mark(case: Case, branch: int, what: str, author: str, why: str) -> None:
    author, why = author.strip(), why.strip()
    if what not in MARKS:
        raise CaseError(f"a line is {', '.join(MARKS[:-1])} or put {MARKS[-1]}, not {what!r}")
    if len(author) > LONGEST_NAME or len(why) > LONGEST_REASON:
        raise CaseError(f"a reason has at most {LONGEST_REASON} characters, a name {LONGEST_NAME}")
    with case.store.writing() as connection:
        _insert_mark(connection, case.id, branch, MarkLine("", what, author, why, now()))


def note(case: Case, branch: int, at: str, author: str, text: str) -> None:
    author, text = author.strip(), text.strip()
    if not text:
        raise CaseError("a note needs some words")
    if len(text) > LONGEST_NOTE or len(author) > LONGEST_NAME:
        raise CaseError(f"a note has at most {LONGEST_NOTE} characters, a name {LONGEST_NAME}")
    with case.store.writing() as connection:
        _insert_note(connection, case.id, branch, NoteLine("", at, author, text, now()))


def remarks(case: Case) -> Iterator[Remark]:
    """All of them in the order in which they were made, marks first; lines by their names."""
    names = {branch.id: branch.name for branch in case.branches()}
    marks = rows(case, 'SELECT branch, mark, author, why, created FROM line_marks WHERE "case" = ?', case.id)
    for branch, *told in marks:
        yield MarkLine(names[branch], *told)
    for branch, *told in rows(case, "SELECT branch, at, author, text, created FROM notes ORDER BY id"):
        if branch in names:
            yield NoteLine(names[branch], *told)


def insert(
    connection: sqlite3.Connection, case: int, numbers: dict[str, int], found: Iterable[Remark]
) -> None:
    """Write remarks that came with a file; lines are known by their names."""
    for one in found:
        if isinstance(one, MarkLine):
            _insert_mark(connection, case, numbers[one.branch], one)
        else:
            _insert_note(connection, case, numbers[one.branch], one)


def _insert_mark(connection: sqlite3.Connection, case: int, branch: int, one: MarkLine) -> None:
    connection.execute(
        'INSERT INTO line_marks ("case", branch, mark, author, why, created) VALUES (?, ?, ?, ?, ?, ?)',
        (case, branch, one.mark, one.author, one.why, one.created),
    )
    journal.write(connection, case, "marked", row=[branch, one.mark, one.author, one.why, one.created])


def _insert_note(connection: sqlite3.Connection, case: int, branch: int, one: NoteLine) -> None:
    connection.execute(
        "INSERT INTO notes (branch, at, author, text, created) VALUES (?, ?, ?, ?, ?)",
        (branch, one.at, one.author, one.text, one.created),
    )
    journal.write(connection, case, "noted", row=[branch, one.at, one.author, one.text, one.created])
