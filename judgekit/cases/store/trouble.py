"""SQLite's complaints as what they really are, with the way out that loses nothing."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from judgekit.cases.errors import CaseError, Damaged

_PRIMARY = 0xFF  # an extended code has the primary one in its last byte
_LOCKED = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_CLOSED = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH)


DOCTOR = "`judgekit doctor` says what is wrong, `judgekit doctor --repair` saves what can be read"


def is_damage(problem: sqlite3.Error) -> bool:
    """Whether the file itself is damaged."""
    code = getattr(problem, "sqlite_errorcode", 0) & _PRIMARY
    return code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def told(path: Path, problem: sqlite3.Error, way_out: str = "") -> CaseError:
    """An error of ours that says what is wrong; what was written before is always intact."""
    code = getattr(problem, "sqlite_errorcode", 0) & _PRIMARY
    if code in _LOCKED:
        return CaseError(f"{path} is being written by another process; try again")
    if code == sqlite3.SQLITE_FULL:
        return CaseError(
            f"the disk of {path} is full: this was not written, everything before it is there. Make room, "
            "then do it again"
        )
    if code in _CLOSED:
        return CaseError(
            f"{path} cannot be written: the file or its folder is read-only, or belongs to somebody else. "
            f"Give yourself the right to write in {path.parent}, or set JUDGEKIT_HOME to another folder"
        )
    if code == sqlite3.SQLITE_IOERR:
        return CaseError(
            f"the disk of {path} does not read or write as it should ({problem}). Copy the folder "
            f"{path.parent} to another disk, set JUDGEKIT_HOME to the copy, then run `judgekit doctor`"
        )
    if code == sqlite3.SQLITE_CONSTRAINT:
        return CaseError(f"{path} does not take that: {problem}; nothing was changed")
    return Damaged(
        f"{path} cannot be read as a judgekit database ({problem}); nothing was changed. Leave the file "
        f"where it is: {way_out or DOCTOR}"
    )
