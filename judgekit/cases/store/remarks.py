"""What judges say beside a case's log: lines struck or put first, notes and sheets at a place.

A remark is added, never changed or taken away: editing a note or a sheet adds a version. It is not part of
the log, and no hash of the log depends on it.
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
    from judgekit.cases.store.store import Store

MARKS = ("struck", "restored", "first")
INTRODUCED = "SELECT told FROM journal WHERE \"case\" = ? AND what = 'introduced' ORDER BY id"
LONGEST_REASON, LONGEST_NOTE, LONGEST_NAME = 300, 4000, 100


class MarkLine(msgspec.Struct, frozen=True, tag="mark", tag_field="is"):
    """A line that was struck, restored or put first: by whom, and why."""

    branch: str
    mark: str
    author: str
    why: str
    created: str


class NoteLine(msgspec.Struct, frozen=True, tag="note", tag_field="is"):
    """What someone wrote down at a place in a line."""

    branch: str
    at: str
    author: str
    text: str
    created: str
    replaces: int = -1  # the note, counted from 0, that it is a later version of


class SheetLine(msgspec.Struct, frozen=True, tag="sheet", tag_field="is"):
    """A version of the ruling sheet at a place of a line; all versions have one code."""

    branch: str
    at: str
    code: str
    fields: dict[str, str]
    created: str


class CardLine(msgspec.Struct, frozen=True, tag="cards", tag_field="is"):
    """Cards that were added to a case under way, as a position describes them."""

    branch: str
    cards: dict[str, dict[str, Any]]


Remark = MarkLine | NoteLine | SheetLine | CardLine


def mark(case: Case, branch: int, what: str, author: str, why: str) -> None:
    author, why = author.strip(), why.strip()
    if what not in MARKS:
        raise CaseError(f"a line is {', '.join(MARKS[:-1])} or put {MARKS[-1]}, not {what!r}")
    if len(author) > LONGEST_NAME or len(why) > LONGEST_REASON:
        raise CaseError(f"a reason has at most {LONGEST_REASON} characters, a name {LONGEST_NAME}")
    with case.store.writing() as connection:
        _insert_mark(connection, case.id, branch, MarkLine("", what, author, why, now()))


def note(case: Case, branch: int, at: str, author: str, text: str, replaces: int = 0) -> None:
    """Record a note; as a later version of another one (its number), if it replaces that."""
    author, text = author.strip(), text.strip()
    if not text:
        raise CaseError("a note needs some words")
    if len(text) > LONGEST_NOTE or len(author) > LONGEST_NAME:
        raise CaseError(f"a note has at most {LONGEST_NOTE} characters, a name {LONGEST_NAME}")
    known = {number for number, *_ in case.store.ask("SELECT id FROM notes WHERE branch = ?", branch)}
    if replaces and (replaces not in known or replaces in replaced(case)):
        raise CaseError("that note was edited by somebody else meanwhile; reload, and edit the newer one")
    with case.store.writing() as connection:
        number = _insert_note(connection, case.id, branch, NoteLine("", at, author, text, now()))
        if replaces:
            journal.write(connection, case.id, "replaced", note=replaces, by=number)


def replaced(case: Case) -> dict[int, int]:
    """The notes that have a later version, and which."""
    found = case.store.ask("SELECT told FROM journal WHERE \"case\" = ? AND what = 'replaced'", case.id)
    told = [msgspec.json.decode(journal.raw(row[0])) for row in found]
    return {one["note"]: one["by"] for one in told}


def introduce(case: Case, branch: int, cards: dict[str, dict[str, Any]]) -> None:
    """Cards that the case knows from now on."""
    with case.store.writing() as connection:
        journal.write(connection, case.id, "introduced", branch=branch, cards=cards)


def introduced(store: Store, case: int) -> list[tuple[int, dict[str, dict[str, Any]]]]:
    """The cards that were added to a case under way, with the branch they were added to."""
    told = [msgspec.json.decode(journal.raw(told)) for (told,) in store.ask(INTRODUCED, case)]
    return [(one["branch"], one["cards"]) for one in told]


def sheet(case: Case, branch: int, at: str, code: str, fields: dict[str, str]) -> None:
    """A version of the sheet at a place."""
    if any(len(text) > LONGEST_NOTE for text in fields.values()):
        raise CaseError(f"a box of a sheet has at most {LONGEST_NOTE} characters")
    with case.store.writing() as connection:
        _insert_sheet(connection, case.id, branch, SheetLine("", at, code, fields, now()))


def sheets(case: Case, branch: int, at: str) -> list[SheetLine]:
    """The versions of the sheet at a place, the oldest first."""
    return [one for number, one in _sheets(case) if number == branch and one.at == at]


def _sheets(case: Case) -> Iterator[tuple[int, SheetLine]]:
    for (told,) in case.store.ask(
        "SELECT told FROM journal WHERE \"case\" = ? AND what = 'sheet' ORDER BY id", case.id
    ):
        data = msgspec.json.decode(journal.raw(told))
        yield data["branch"], SheetLine("", data["at"], data["code"], data["fields"], data["created"])


def sheet_of_code(connection: sqlite3.Connection, code: str) -> tuple[int, int, str] | None:
    """The case, the branch and the place of the sheet with a code."""
    for case, told in connection.execute(
        "SELECT \"case\", told FROM journal WHERE what = 'sheet' ORDER BY id"
    ):
        data = msgspec.json.decode(journal.raw(told))
        if data["code"] == code:
            return case, data["branch"], data["at"]
    return None


def remarks(case: Case) -> Iterator[Remark]:
    """All of them in the order in which they were made, marks first; lines by their names."""
    names = {branch.id: branch.name for branch in case.branches()}
    marks = 'SELECT branch, mark, author, why, created FROM line_marks WHERE "case" = ?'
    for branch, *told in case.store.ask(marks, case.id):
        yield MarkLine(names[branch], *told)
    numbers: dict[int, int] = {}
    earlier = {by: note for note, by in replaced(case).items()}
    notes = case.store.ask("SELECT id, branch, at, author, text, created FROM notes ORDER BY id")
    for number, branch, at, author, text, created in notes:
        if branch in names:
            numbers[number] = len(numbers)
            before = numbers.get(earlier.get(number, 0), -1)
            yield NoteLine(names[branch], at, author, text, created, before)
    for branch, cards in introduced(case.store, case.id):
        yield CardLine(names[branch], cards)
    for branch, one in _sheets(case):
        yield msgspec.structs.replace(one, branch=names[branch])


def insert(
    connection: sqlite3.Connection, case: int, numbers: dict[str, int], found: Iterable[Remark]
) -> None:
    """Write remarks that came with a file; lines are known by their names."""
    notes: list[int] = []
    for one in found:
        if isinstance(one, MarkLine):
            _insert_mark(connection, case, numbers[one.branch], one)
        elif isinstance(one, CardLine):
            journal.write(connection, case, "introduced", branch=numbers[one.branch], cards=one.cards)
        elif isinstance(one, SheetLine):
            _insert_sheet(connection, case, numbers[one.branch], one)
        else:
            notes.append(_insert_note(connection, case, numbers[one.branch], one))
            if 0 <= one.replaces < len(notes) - 1:
                journal.write(connection, case, "replaced", note=notes[one.replaces], by=notes[-1])


def _insert_mark(connection: sqlite3.Connection, case: int, branch: int, one: MarkLine) -> None:
    connection.execute(
        'INSERT INTO line_marks ("case", branch, mark, author, why, created) VALUES (?, ?, ?, ?, ?, ?)',
        (case, branch, one.mark, one.author, one.why, one.created),
    )
    journal.write(connection, case, "marked", row=[branch, one.mark, one.author, one.why, one.created])


def _insert_sheet(connection: sqlite3.Connection, case: int, branch: int, one: SheetLine) -> None:
    told = {"at": one.at, "code": one.code, "fields": one.fields, "created": one.created}
    journal.write(connection, case, "sheet", branch=branch, **told)


def _insert_note(connection: sqlite3.Connection, case: int, branch: int, one: NoteLine) -> int:
    made = connection.execute(
        "INSERT INTO notes (branch, at, author, text, created) VALUES (?, ?, ?, ?, ?)",
        (branch, one.at, one.author, one.text, one.created),
    )
    journal.write(connection, case, "noted", row=[branch, one.at, one.author, one.text, one.created])
    assert made.lastrowid is not None
    return made.lastrowid
