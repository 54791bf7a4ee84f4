"""What was done to a case, in the order in which it was done: made, forked, grown, noted, removed.

Every row has a hash over all that the journal says of its case before it. Names, dates, readings of branches
and the lengths of logs stand in tables that can be edited; the journal says what they must be.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from hashlib import blake2b
from typing import Any

import msgspec

HASH = 16
Problem = tuple[int, str]  # the branch it is about (0: the case), and what is wrong

_encoder = msgspec.json.Encoder(order="deterministic")


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def raw(value: object) -> bytes:
    """The bytes of a column; someone may have put a text there."""
    return value if isinstance(value, bytes) else str(value).encode()


def write(connection: sqlite3.Connection, case: int, what: str, **told: Any) -> None:
    """Add a row, in the same transaction as what it records."""
    last = connection.execute(
        'SELECT hash FROM journal WHERE "case" = ? ORDER BY id DESC LIMIT 1', (case,)
    ).fetchone()
    before, data, created = raw(last[0]) if last else b"", _encoder.encode(told), now()
    connection.execute(
        'INSERT INTO journal ("case", what, told, created, hash) VALUES (?, ?, ?, ?, ?)',
        (case, what, data, created, _mark(before, case, what, data, created)),
    )


def _mark(before: bytes, case: int, what: str, told: bytes, created: str) -> bytes:
    parts = b"\0".join([before, str(case).encode(), what.encode(), told, created.encode()])
    return blake2b(parts, digest_size=HASH).digest()


def forked(connection: sqlite3.Connection, branch: int) -> None:
    """A branch was created as its row says."""
    case, *told = connection.execute(
        'SELECT "case", name, parent, fork, readings, created FROM branches WHERE id = ?', (branch,)
    ).fetchone()
    write(connection, case, "forked", branch=branch, row=told)


def grown(connection: sqlite3.Connection, branch: int) -> None:
    """A branch has the length and the hash that its row says."""
    case, head, mark = connection.execute(
        'SELECT "case", head, hash FROM branches WHERE id = ?', (branch,)
    ).fetchone()
    write(connection, case, "grew", branch=branch, row=[head, bytes(mark).hex()])


def take_stock(connection: sqlite3.Connection) -> None:
    """Record everything that was there before there was a journal."""
    for number, name, edition, created in connection.execute(
        "SELECT id, name, edition, created FROM cases ORDER BY id"
    ).fetchall():
        write(connection, number, "made", row=[name, edition, created])
    for (branch,) in connection.execute("SELECT id FROM branches ORDER BY id").fetchall():
        forked(connection, branch)
        grown(connection, branch)
    for case, *mark in connection.execute(
        'SELECT "case", branch, mark, author, why, created FROM line_marks ORDER BY id'
    ).fetchall():
        write(connection, case, "marked", row=mark)
    for case, *note in connection.execute(
        'SELECT b."case", n.branch, n.at, n.author, n.text, n.created FROM notes n '
        "JOIN branches b ON b.id = n.branch ORDER BY n.id"
    ).fetchall():
        write(connection, case, "noted", row=note)


def free_case(connection: sqlite3.Connection) -> int:
    """A number that no case has or ever had: addresses and sheets of a purged case lead to no other one."""
    (here,) = connection.execute("SELECT coalesce(max(id), 0) FROM cases").fetchone()
    (told,) = connection.execute('SELECT coalesce(max("case"), 0) FROM journal').fetchone()
    return 1 + max(int(here), int(told))


def free_branch(connection: sqlite3.Connection) -> int:
    """The same for a branch."""
    return 1 + max(_last_branch(connection), _spent(connection))


def spend_branches(connection: sqlite3.Connection) -> None:
    """No future branch gets the number of one that existed until now."""
    write(connection, 0, "spent", branches=max(_last_branch(connection), _spent(connection)))


def _last_branch(connection: sqlite3.Connection) -> int:
    return int(connection.execute("SELECT coalesce(max(id), 0) FROM branches").fetchone()[0])


def _spent(connection: sqlite3.Connection) -> int:
    row = connection.execute(
        "SELECT told FROM journal WHERE \"case\" = 0 AND what = 'spent' ORDER BY id DESC LIMIT 1"
    ).fetchone()
    return int(msgspec.json.decode(raw(row[0]))["branches"]) if row else 0


@dataclass
class Account:
    """What the journal says of one case."""

    row: list[Any] | None = None
    branches: dict[int, list[Any]] = field(default_factory=dict)
    heads: dict[int, list[Any]] = field(default_factory=dict)
    marks: list[Any] = field(default_factory=list)
    notes: list[Any] = field(default_factory=list)
    removed: bool = False
    purged: bool = False
    mended: list[str] = field(default_factory=list)

    def hear(self, what: str, told: dict[str, Any]) -> None:
        if what == "made":
            self.row = told["row"]
        elif what == "forked":
            self.branches[told["branch"]] = told["row"]
        elif what == "grew":
            self.heads[told["branch"]] = told["row"]
        elif what == "marked":
            self.marks.append(told["row"])
        elif what == "noted":
            self.notes.append(told["row"])
        elif what == "mended":
            self.mended.append(str(told["text"]))
        elif what in ("removed", "restored", "purged"):
            self.removed, self.purged = what == "removed", what == "purged"


def problems(connection: sqlite3.Connection, case: int) -> list[Problem]:
    """Where a case is not as its journal says; nothing if it is."""
    try:
        account = _account(connection, case)
    except (ValueError, KeyError, TypeError, msgspec.MsgspecError) as problem:
        return [(0, str(problem) if type(problem) is ValueError else "its journal cannot be read")]
    return list(_differences(connection, case, account))


def mended(connection: sqlite3.Connection, case: int) -> list[str]:
    """What was found wrong and put right; a fault in the journal itself is reported elsewhere."""
    try:
        return _account(connection, case).mended
    except (ValueError, KeyError, TypeError, msgspec.MsgspecError):
        return []


def lost(connection: sqlite3.Connection) -> list[str]:
    """Cases and rows of the journal that were taken away without being removed."""
    found = []
    many, last = connection.execute("SELECT count(*), coalesce(max(id), 0) FROM journal").fetchone()
    if many != last:
        found.append(f"{last - many} rows of the journal are missing")
    for (case,) in connection.execute(
        'SELECT DISTINCT "case" FROM journal WHERE "case" > 0 AND "case" NOT IN (SELECT id FROM cases)'
    ).fetchall():
        if not _account(connection, case).purged:
            found.append(f"case {case} was taken out of the database; nobody purged it")
    try:
        _account(connection, 0)  # of what belongs to no case
    except ValueError as problem:
        found.append(str(problem))
    for (case,) in connection.execute("SELECT id FROM cases WHERE removed <> ''").fetchall():
        found += [f"case {case}: {text}" for _, text in problems(connection, case)]
    return found


def length(connection: sqlite3.Connection) -> int:
    return int(connection.execute("SELECT coalesce(max(id), 0) FROM journal").fetchone()[0])


def touched(connection: sqlite3.Connection, since: int) -> list[int]:
    """The cases that rows after `since` are about."""
    rows = connection.execute('SELECT DISTINCT "case" FROM journal WHERE id > ?', (since,))
    return [int(row[0]) for row in rows.fetchall()]


def last(connection: sqlite3.Connection) -> tuple[int, bytes]:
    """The last row, and its hash."""
    row = connection.execute("SELECT id, hash FROM journal ORDER BY id DESC LIMIT 1").fetchone()
    return (int(row[0]), raw(row[1])) if row else (0, b"")


def has(connection: sqlite3.Connection, row: tuple[int, bytes]) -> bool:
    """Whether a row that was the last one once is still there: then what came before it is too."""
    found = connection.execute("SELECT hash FROM journal WHERE id = ?", row[:1]).fetchone()
    return not row[0] or (found is not None and raw(found[0]) == row[1])


def seal(connection: sqlite3.Connection, before: int, who: str, mark: Callable[..., bytes]) -> list[int]:
    """Seal with the folder's key how far the journal goes for each case written to since; returns those
    cases."""
    rows = connection.execute(
        'SELECT "case", max(id), hash FROM journal WHERE id > ? GROUP BY "case"', (before,)
    ).fetchall()
    for case, row, last in rows:
        connection.execute(
            "INSERT OR REPLACE INTO seals VALUES (?, ?, ?, ?)",
            (case, who, row, mark(b"journal", str(case).encode(), str(row).encode(), raw(last))),
        )
    return [case for case, _, _ in rows]


def cut(
    connection: sqlite3.Connection, who: str, mark: Callable[..., bytes], case: int | None = None
) -> Iterator[str]:
    """Whether the journal of a case ends differently from its seal in this folder; without a case, for those
    that no list shows. A database from elsewhere has no seal of this folder yet."""
    which = "= ?" if case is not None else "NOT IN (SELECT id FROM cases WHERE removed = ?)"
    seals = connection.execute(
        f'SELECT "case", row, mark FROM seals WHERE who = ? AND "case" {which}',  # noqa: S608 (our own words)
        (who, "" if case is None else case),
    ).fetchall()
    for number, row, sealed in seals:
        last, told = connection.execute(
            'SELECT id, hash FROM journal WHERE "case" = ? ORDER BY id DESC LIMIT 1', (number,)
        ).fetchone() or (0, b"")
        name = f"the journal of case {number}" if number else "the journal of events"
        if last < row:
            yield f"{name} was cut off: it went to row {row}, and ends with row {last}"
        elif mark(b"journal", str(number).encode(), str(last).encode(), raw(told)) != sealed:
            yield f"the end of {name}, row {last}, was not written here"


def _account(connection: sqlite3.Connection, case: int) -> Account:
    account, before = Account(), b""
    rows = connection.execute(
        'SELECT id, what, told, created, hash FROM journal WHERE "case" = ? ORDER BY id', (case,)
    )
    for number, what, told, created, mark in rows:
        before = _mark(before, case, what, raw(told), created)
        if before != mark:
            raise ValueError(f"row {number} of the journal was edited, or one before it was taken away")
        account.hear(what, msgspec.json.decode(told))
    return account


def _differences(connection: sqlite3.Connection, case: int, account: Account) -> Iterator[Problem]:
    row = connection.execute(
        "SELECT name, edition, created, removed FROM cases WHERE id = ?", (case,)
    ).fetchone()
    if account.row is None:
        yield 0, "the journal does not know the case"
        return
    for what, here, told in zip(("name", "edition", "date"), row, account.row, strict=False):
        if here != told:
            yield 0, f"its {what} is {here!r}; the journal says {told!r}"
    if bool(row[3]) != account.removed:
        yield 0, "it was removed or restored without a word in the journal"
    yield from _branches(connection, case, account)
    yield from _remarks(connection, case, account)


def _branches(connection: sqlite3.Connection, case: int, account: Account) -> Iterator[Problem]:
    rows = connection.execute(
        'SELECT id, name, parent, fork, readings, created, head, hash FROM branches WHERE "case" = ?', (case,)
    ).fetchall()
    here = {row[0]: row for row in rows}
    for number in account.branches.keys() - here.keys():
        yield 0, f"branch {account.branches[number][0]!r} is missing"
    for number, row in here.items():
        told = account.branches.get(number)
        if told is None:
            yield number, f"the journal does not know branch {row[1]!r}"
            continue
        for what, mine, theirs in zip(
            ("name", "parent", "fork", "readings", "date"), row[1:6], told, strict=True
        ):
            if mine != theirs:
                yield number, f"branch {row[1]!r}: its {what} is {mine!r}; the journal says {theirs!r}"
        length, mark = account.heads.get(number, [told[2], None])
        if row[6] != length:
            yield number, f"branch {row[1]!r} has {row[6]} entries; the journal says {length}"
        elif mark is not None and raw(row[7]).hex() != mark:
            yield (
                number,
                f"branch {row[1]!r} was rewritten: its {length} entries are not those of the journal",
            )


def _remarks(connection: sqlite3.Connection, case: int, account: Account) -> Iterator[Problem]:
    marks = connection.execute(
        'SELECT branch, mark, author, why, created FROM line_marks WHERE "case" = ? ORDER BY id', (case,)
    ).fetchall()
    notes = connection.execute(
        "SELECT n.branch, n.at, n.author, n.text, n.created FROM notes n "
        'JOIN branches b ON b.id = n.branch WHERE b."case" = ? ORDER BY n.id',
        (case,),
    ).fetchall()
    if [list(row) for row in marks] != account.marks:
        yield 0, "what was struck or put first is not what the journal says"
    if [list(row) for row in notes] != account.notes:
        yield 0, "its notes are not those of the journal"
