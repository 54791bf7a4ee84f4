"""A database file of the home folder: for its owner alone, with a write-ahead log and errors in our words."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from judgekit import paths
from judgekit.cases.errors import CaseError
from judgekit.cases.store import trouble

WAIT = 10  # seconds for another process that writes


def make_home(folder: Path) -> None:
    """The folder of a database, readable only by its owner when it is made here."""
    try:
        paths.make(folder)
    except FileExistsError as problem:
        raise CaseError(f"{folder} is a file, not a folder: set JUDGEKIT_HOME to a folder") from problem
    except OSError as problem:
        raise CaseError(
            f"the folder {folder} cannot be made ({problem.strerror}): set JUDGEKIT_HOME to one of your own"
        ) from problem


def open_file(path: Path, synchronous: str = "full", way_out: str = "") -> sqlite3.Connection:
    """A connection to a file, which is made on first use: readers never wait for writers."""
    make_home(path.parent)
    with telling(path, way_out):
        connection = sqlite3.connect(path, isolation_level=None, timeout=WAIT)
        for own in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm"))):
            with suppress(OSError):
                own.chmod(0o600)
        try:
            connection.execute(f"PRAGMA synchronous = {synchronous}")
            connection.execute("PRAGMA journal_mode = wal")
        except BaseException:
            connection.close()
            raise
    return connection


@contextmanager
def telling(path: Path, way_out: str = "") -> Iterator[None]:
    """SQLite's complaints inside are reported in our words."""
    try:
        yield
    except sqlite3.DatabaseError as problem:
        raise trouble.told(path, problem, way_out) from problem


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All of it, or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    with committing(connection):
        yield


@contextmanager
def committing(connection: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    """The rest of a transaction that has begun."""
    try:
        yield connection
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
