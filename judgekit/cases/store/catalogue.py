"""Which cases there are, and their lines: read from the database without the engine that plays them."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from judgekit.cases.store import journal
from judgekit.cases.store.schema import MIGRATIONS

CASE = "SELECT id, name, edition, created FROM cases"
BRANCH = 'SELECT id, "case", name, parent, fork, head, hash, readings, created FROM branches'


@dataclass(frozen=True, slots=True)
class CaseRow:
    id: int
    name: str
    edition: str
    created: str


@dataclass(frozen=True, slots=True)
class Branch:
    """`fork` entries are its parent's; it has `head` in all, and its own readings from the fork on."""

    id: int
    case: int
    name: str
    parent: int | None
    fork: int
    head: int
    hash: bytes
    readings: Mapping[str, str]
    created: str


Listed = tuple[CaseRow, list[Branch]]


def branch_of(row: Any) -> Branch:
    """A branch as its row says; one that was edited outside judgekit is still shown."""
    number, case, name, parent, fork, head, mark, readings, created = row
    return Branch(
        number, case, str(name), parent, _number(fork), _number(head), journal.raw(mark), _readings(readings),
        str(created),
    )  # fmt: skip


def _number(value: Any) -> int:
    return value if isinstance(value, int) else 0


def _readings(text: Any) -> dict[str, str]:
    try:
        return msgspec.json.decode(text, type=dict[str, str])
    except (msgspec.MsgspecError, TypeError, ValueError):
        return {}


def case_of(row: Any) -> CaseRow:
    number, name, edition, created = row
    return CaseRow(number, str(name), str(edition), str(created))


def listed(path: Path) -> list[Listed]:
    """Every case with its lines, the oldest first; where there is no database yet, none."""
    if not path.exists():
        return []
    try:
        with closing(sqlite3.connect(path, timeout=10)) as connection:
            return _of_today(connection)
    except sqlite3.DatabaseError:  # an older one, or a damaged one: the store mends it, or says what is wrong
        return _through_the_store(path)


def _of_today(connection: sqlite3.Connection) -> list[Listed]:
    (version,) = connection.execute("SELECT max(version) FROM case_migrations").fetchone()
    if version != len(MIGRATIONS):
        raise sqlite3.DatabaseError(f"version {version}")
    found: dict[int, Listed] = {
        row[0]: (case_of(row), []) for row in connection.execute(f"{CASE} WHERE removed = '' ORDER BY id")
    }
    for row in connection.execute(f"{BRANCH} ORDER BY id"):
        branch = branch_of(row)
        if branch.case in found:  # begun since the cases were read
            found[branch.case][1].append(branch)
    return list(found.values())


def _through_the_store(path: Path) -> list[Listed]:
    from judgekit.cases.store.store import Store

    with Store(path) as store:
        return [(case, store.branches(case.id)) for case in store.cases()]
