"""What teaching keeps, in one SQLite file beside the cases: questions, answers, rooms, papers."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from judgekit.cases.store.file import open_file, telling, transaction
from judgekit.errors import JudgekitError

FORM = 4
WAY_OUT = "`judgekit restore` brings a backup back; without one, move it to another folder to begin a new one"
TABLES = (
    "CREATE TABLE IF NOT EXISTS rulings (name TEXT PRIMARY KEY, mark TEXT NOT NULL)",
    """CREATE TABLE IF NOT EXISTS questions (
        id TEXT PRIMARY KEY, ruling TEXT NOT NULL, edition TEXT NOT NULL, game TEXT NOT NULL,
        kind TEXT NOT NULL, clause TEXT NOT NULL, difficulty TEXT NOT NULL, guess REAL NOT NULL,
        key TEXT NOT NULL, data BLOB NOT NULL)""",
    "CREATE INDEX IF NOT EXISTS questions_by_clause ON questions (game, clause)",
    "CREATE INDEX IF NOT EXISTS questions_by_ruling ON questions (ruling)",
    # answers are only ever added to; `token` is the page's own, so that one sent twice counts once
    """CREATE TABLE IF NOT EXISTS answers (
        id INTEGER PRIMARY KEY, learner TEXT NOT NULL, token TEXT NOT NULL, question TEXT NOT NULL,
        key TEXT NOT NULL, edition TEXT NOT NULL, clause TEXT NOT NULL, ruling TEXT NOT NULL,
        chosen TEXT NOT NULL, correct INTEGER NOT NULL, hints INTEGER NOT NULL, seconds REAL NOT NULL,
        at TEXT NOT NULL, place TEXT NOT NULL DEFAULT '', UNIQUE (learner, token))""",
    "CREATE INDEX IF NOT EXISTS answers_by_learner ON answers (learner, id)",
    "CREATE INDEX IF NOT EXISTS answers_by_question ON answers (question)",
    "CREATE INDEX IF NOT EXISTS answers_by_place ON answers (place, question) WHERE place <> ''",
    """CREATE TRIGGER IF NOT EXISTS answers_keep_update BEFORE UPDATE ON answers
        BEGIN SELECT RAISE(ABORT, 'answers: a try is kept as it was'); END""",
    """CREATE TRIGGER IF NOT EXISTS answers_keep_delete BEFORE DELETE ON answers
        BEGIN SELECT RAISE(ABORT, 'answers: a try is kept as it was'); END""",
    # what a learner's answers add up to, as far as the log had come; it can be worked out from the log
    """CREATE TABLE IF NOT EXISTS remembered (
        learner TEXT PRIMARY KEY, upto INTEGER NOT NULL, seen INTEGER NOT NULL, way TEXT NOT NULL,
        data BLOB NOT NULL)""",
    """CREATE TABLE IF NOT EXISTS ratings (
        who TEXT PRIMARY KEY, rating REAL NOT NULL, deviation REAL NOT NULL, volatility REAL NOT NULL,
        games INTEGER NOT NULL)""",
    """CREATE TABLE IF NOT EXISTS withdrawn (
        question TEXT PRIMARY KEY, key TEXT NOT NULL, reason TEXT NOT NULL, at TEXT NOT NULL)""",
    # what somebody answered and the rules answer differently now; `now` is empty if it can no longer be asked
    """CREATE TABLE IF NOT EXISTS retired (
        question TEXT NOT NULL, key TEXT NOT NULL, asked TEXT NOT NULL, now TEXT NOT NULL, at TEXT NOT NULL,
        PRIMARY KEY (question, key))""",
    """CREATE TABLE IF NOT EXISTS reports (
        id INTEGER PRIMARY KEY, learner TEXT NOT NULL, question TEXT NOT NULL, text TEXT NOT NULL,
        at TEXT NOT NULL, UNIQUE (learner, question))""",
    """CREATE TABLE IF NOT EXISTS papers (
        id INTEGER PRIMARY KEY, name TEXT NOT NULL, data BLOB NOT NULL, created TEXT NOT NULL)""",
    """CREATE TABLE IF NOT EXISTS marks (
        paper INTEGER NOT NULL, candidate TEXT NOT NULL, version TEXT NOT NULL, letters TEXT NOT NULL,
        at TEXT NOT NULL, PRIMARY KEY (paper, candidate))""",
    """CREATE TABLE IF NOT EXISTS rooms (
        code TEXT PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL, questions TEXT NOT NULL,
        now INTEGER NOT NULL, shown INTEGER NOT NULL, deadline TEXT NOT NULL, closed INTEGER NOT NULL,
        version INTEGER NOT NULL, created TEXT NOT NULL)""",
    """CREATE TABLE IF NOT EXISTS members (
        room TEXT NOT NULL, learner TEXT NOT NULL, name TEXT NOT NULL, joined TEXT NOT NULL,
        PRIMARY KEY (room, learner))""",
    # every version of a lesson that users keep; the last one counts
    """CREATE TABLE IF NOT EXISTS lessons (
        id INTEGER PRIMARY KEY, lesson INTEGER NOT NULL, title TEXT NOT NULL, text TEXT NOT NULL,
        hidden INTEGER NOT NULL, at TEXT NOT NULL)""",
    "CREATE INDEX IF NOT EXISTS lessons_by_number ON lessons (lesson, id)",
    """CREATE TRIGGER IF NOT EXISTS lessons_keep_update BEFORE UPDATE ON lessons
        BEGIN SELECT RAISE(ABORT, 'lessons: a version is kept as it was'); END""",
    """CREATE TRIGGER IF NOT EXISTS lessons_keep_delete BEFORE DELETE ON lessons
        BEGIN SELECT RAISE(ABORT, 'lessons: a version is kept as it was'); END""",
    "CREATE UNIQUE INDEX IF NOT EXISTS members_by_name ON members (room, name)",
)


class TeachError(JudgekitError):
    """Something about questions, lessons, papers or rooms that a user can put right."""


def beside(database: Path) -> Path:
    """Where teaching keeps its file: beside the cases."""
    return database.with_name("teach.sqlite")


LARGEST = 2**63 - 1  # number of a row


def row(number: int) -> int:
    """A row number that SQLite can look up: no row has a larger one."""
    return min(number, LARGEST)


class Store:
    """One file, made on first use; each thread has a connection of its own."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._here = threading.local()

    @property
    def connection(self) -> sqlite3.Connection:
        found: sqlite3.Connection | None = getattr(self._here, "connection", None)
        if found is None:
            found = self._here.connection = self._connect()
        return found

    def _connect(self) -> sqlite3.Connection:
        connection = open_file(self.path, "normal", WAY_OUT)
        try:
            with telling(self.path, WAY_OUT):
                self._prepare(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def _prepare(self, connection: sqlite3.Connection) -> None:
        form = connection.execute("PRAGMA user_version").fetchone()[0]
        if form > FORM:
            raise TeachError(f"{self.path} was written by a newer judgekit; use that one")
        if form < FORM:
            for table in TABLES:
                connection.execute(table)
            connection.execute(f"PRAGMA user_version = {FORM}")

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction: all of it, or nothing."""
        with telling(self.path, WAY_OUT), transaction(self.connection):
            yield self.connection

    def close(self) -> None:
        found: sqlite3.Connection | None = getattr(self._here, "connection", None)
        if found is not None:
            found.close()
            del self._here.connection
