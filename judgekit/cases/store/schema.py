"""The tables of cases, and how an older database becomes a newer one."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from judgekit.cases.errors import Damaged
from judgekit.cases.store import journal

if TYPE_CHECKING:
    import sqlite_utils


def _first(database: sqlite_utils.Database) -> None:
    for statement in (
        """CREATE TABLE cases (
            id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, edition TEXT NOT NULL, created TEXT NOT NULL,
            pinned BLOB NOT NULL)""",
        # `fork` entries are the parent's; `head` counts all, shared ones too; `hash` is the last one's
        """CREATE TABLE branches (
            id INTEGER PRIMARY KEY, "case" INTEGER NOT NULL REFERENCES cases (id), name TEXT NOT NULL,
            parent INTEGER REFERENCES branches (id), fork INTEGER NOT NULL, head INTEGER NOT NULL,
            hash BLOB NOT NULL, readings TEXT NOT NULL, created TEXT NOT NULL, UNIQUE ("case", name))""",
        """CREATE TABLE entries (
            branch INTEGER NOT NULL, seq INTEGER NOT NULL, entry BLOB NOT NULL, hash BLOB NOT NULL,
            PRIMARY KEY (branch, seq)) WITHOUT ROWID""",
        # the state before entry `seq`: it can be worked out again, and is kept for speed alone
        """CREATE TABLE snapshots (
            branch INTEGER NOT NULL, seq INTEGER NOT NULL, state BLOB NOT NULL,
            PRIMARY KEY (branch, seq)) WITHOUT ROWID""",
        # what re-running a branch gave, by which code; `at` is where it diverged
        """CREATE TABLE verdicts (
            branch INTEGER NOT NULL, head INTEGER NOT NULL, fingerprint TEXT NOT NULL, verdict BLOB NOT NULL,
            PRIMARY KEY (branch, head, fingerprint)) WITHOUT ROWID""",
        _append_only("entries", "UPDATE", "a log is only ever added to"),
        _append_only("entries", "DELETE", "a log is only ever added to"),
        _append_only("cases", "UPDATE OF pinned, edition", "what a case runs on never changes"),
        _append_only("cases", "DELETE", "a case is never taken away"),
        _append_only("branches", 'UPDATE OF "case", parent, fork, readings', "a branch stays where it began"),
        _append_only("branches", "DELETE", "a branch is never taken away"),
    ):
        database.execute(in_one_line(statement))


def in_one_line(statement: str) -> str:
    """A database keeps the SQL of its tables: without our line breaks it fits into one page."""
    return " ".join(statement.split())


def _append_only(table: str, deed: str, reason: str) -> str:
    name = f"{table}_keep_{deed.split()[0].lower()}"
    return (
        f"CREATE TRIGGER {name} BEFORE {deed} ON {table} BEGIN SELECT RAISE(ABORT, '{table}: {reason}'); END"
    )


def _nothing_is_written_over(database: sqlite_utils.Database) -> None:
    """`INSERT OR REPLACE` and `UPDATE OR REPLACE` take rows away without a DELETE that a trigger would see,
    unless the connection asks for it (`recursive_triggers`): they are refused before they do."""
    for statement in (
        """CREATE TRIGGER entries_keep_insert BEFORE INSERT ON entries
            WHEN EXISTS (SELECT 1 FROM entries WHERE branch = NEW.branch AND seq = NEW.seq)
            BEGIN SELECT RAISE(ABORT, 'entries: a log is only ever added to'); END""",
        """CREATE TRIGGER cases_keep_insert BEFORE INSERT ON cases
            WHEN EXISTS (SELECT 1 FROM cases WHERE id = NEW.id OR name = NEW.name)
            BEGIN SELECT RAISE(ABORT, 'cases: a case is never taken away'); END""",
        """CREATE TRIGGER branches_keep_insert BEFORE INSERT ON branches
            WHEN EXISTS (SELECT 1 FROM branches
                WHERE id = NEW.id OR ("case" = NEW."case" AND name = NEW.name))
            BEGIN SELECT RAISE(ABORT, 'branches: a branch is never taken away'); END""",
        # a row keeps its number, and takes no name that another one has
        """CREATE TRIGGER cases_keep_name BEFORE UPDATE OF id, name ON cases
            WHEN NEW.id <> OLD.id OR EXISTS (SELECT 1 FROM cases WHERE name = NEW.name AND id <> OLD.id)
            BEGIN SELECT RAISE(ABORT, 'cases: a case is never taken away'); END""",
        """CREATE TRIGGER branches_keep_name BEFORE UPDATE OF id, name ON branches
            WHEN NEW.id <> OLD.id OR EXISTS (SELECT 1 FROM branches
                WHERE "case" = NEW."case" AND name = NEW.name AND id <> OLD.id)
            BEGIN SELECT RAISE(ABORT, 'branches: a branch is never taken away'); END""",
        """CREATE TRIGGER branches_keep_head BEFORE UPDATE OF head ON branches WHEN NEW.head < OLD.head
            BEGIN SELECT RAISE(ABORT, 'branches: a log is only ever added to'); END""",
    ):
        database.execute(in_one_line(statement))


def _rows_lie_close(database: sqlite_utils.Database) -> None:
    """Where a row belongs is one number, its branch's and its own put together: SQLite packs such rows
    without gaps and needs no index for them. WITHOUT ROWID, every kept state took up a page."""
    where = "place INTEGER PRIMARY KEY, branch INTEGER AS (place >> 32), seq INTEGER AS (place & 0xffffffff)"
    for statement in (
        "ALTER TABLE entries RENAME TO former_entries",
        "ALTER TABLE snapshots RENAME TO former_snapshots",
        f"CREATE TABLE entries ({where}, entry BLOB NOT NULL, hash BLOB NOT NULL)",
        f"CREATE TABLE snapshots ({where}, state BLOB NOT NULL)",
        "INSERT INTO entries SELECT branch << 32 | seq, entry, hash FROM former_entries ORDER BY branch, seq",
        "INSERT INTO snapshots SELECT branch << 32 | seq, state FROM former_snapshots ORDER BY branch, seq",
        "DROP TABLE former_entries",  # its triggers go with it
        "DROP TABLE former_snapshots",
        _append_only("entries", "UPDATE", "a log is only ever added to"),
        _append_only("entries", "DELETE", "a log is only ever added to"),
        """CREATE TRIGGER entries_keep_insert BEFORE INSERT ON entries
            WHEN EXISTS (SELECT 1 FROM entries WHERE place = NEW.place)
            BEGIN SELECT RAISE(ABORT, 'entries: a log is only ever added to'); END""",
    ):
        database.execute(in_one_line(statement))


def _heads_and_a_journal(database: sqlite_utils.Database) -> None:
    """Verdicts belong to what they are about, kept states to the log that they come from, and a journal says
    what names, dates, readings and lengths must be."""
    for statement in (
        *REMARKS,
        """CREATE TABLE journal (
            id INTEGER PRIMARY KEY, "case" INTEGER NOT NULL, what TEXT NOT NULL, told BLOB NOT NULL,
            created TEXT NOT NULL, hash BLOB NOT NULL)""",
        'CREATE INDEX journal_of_case ON journal ("case")',
        _append_only("journal", "UPDATE", "a journal is only ever added to"),
        _append_only("journal", "DELETE", "a journal is only ever added to"),
        "ALTER TABLE cases ADD COLUMN removed TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE snapshots ADD COLUMN mark BLOB",
        "DROP TABLE verdicts",
        """CREATE TABLE verdicts (
            branch INTEGER NOT NULL, record BLOB NOT NULL, fingerprint TEXT NOT NULL, verdict BLOB NOT NULL,
            mark BLOB NOT NULL, PRIMARY KEY (branch, record, fingerprint)) WITHOUT ROWID""",
    ):
        database.execute(in_one_line(statement))
    journal.take_stock(database.conn)


def _passes(database: sqlite_utils.Database) -> None:
    """Who may enter as whom, until when; the word that stands for a pass is signed, not stored."""
    database.execute(
        in_one_line("""CREATE TABLE passes (
            id INTEGER PRIMARY KEY, role TEXT NOT NULL, label TEXT NOT NULL, created TEXT NOT NULL,
            expires TEXT NOT NULL, revoked TEXT NOT NULL)""")
    )


def _seals(database: sqlite_utils.Database) -> None:
    """How far the journal of a case went, by the key of the folder in which it was written."""
    database.execute(
        in_one_line("""CREATE TABLE seals (
            "case" INTEGER NOT NULL, who TEXT NOT NULL, row INTEGER NOT NULL, mark BLOB NOT NULL,
            PRIMARY KEY ("case", who)) WITHOUT ROWID""")
    )


REMARKS = (
    """CREATE TABLE IF NOT EXISTS line_marks (
    id INTEGER PRIMARY KEY, "case" INTEGER NOT NULL, branch INTEGER NOT NULL, mark TEXT NOT NULL,
    author TEXT NOT NULL, why TEXT NOT NULL, created TEXT NOT NULL)""",
    """CREATE TABLE IF NOT EXISTS notes (
    id INTEGER PRIMARY KEY, branch INTEGER NOT NULL, at TEXT NOT NULL, author TEXT NOT NULL,
    text TEXT NOT NULL, created TEXT NOT NULL)""",
)


MIGRATIONS: tuple[Callable[[sqlite_utils.Database], None], ...] = (
    _first,
    _nothing_is_written_over,
    _rows_lie_close,
    _heads_and_a_journal,
    _passes,
    _seals,
)


def take_away(connection: sqlite3.Connection, case: int) -> None:
    """Delete every row of a case; the triggers that forbid it are back when the transaction ends."""
    kept = connection.execute(
        "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name LIKE '%_keep_delete'"
    ).fetchall()
    for name, _ in kept:
        connection.execute(f"DROP TRIGGER {name}")
    own = [row[0] for row in connection.execute('SELECT id FROM branches WHERE "case" = ?', (case,))]
    for number in own:
        span = number << 32, (number + 1) << 32
        for table in ("entries", "snapshots"):
            connection.execute(f"DELETE FROM {table} WHERE place >= ? AND place < ?", span)  # noqa: S608 (our tables)
        for table in ("notes", "verdicts"):
            connection.execute(f"DELETE FROM {table} WHERE branch = ?", (number,))  # noqa: S608
    for table in ("line_marks", "branches"):
        connection.execute(f'DELETE FROM {table} WHERE "case" = ?', (case,))  # noqa: S608
    connection.execute("DELETE FROM cases WHERE id = ?", (case,))
    for _, statement in kept:
        connection.execute(statement)


def migrate(database: sqlite_utils.Database) -> None:
    """Bring a database up to date, one migration per transaction; one newer than ours is left alone."""
    done = begun = _version(database)
    if done > len(MIGRATIONS):
        raise Damaged(
            f"this database is of a newer judgekit (its cases have version {done}, this one knows "
            f"{len(MIGRATIONS)}): upgrade judgekit, or set JUDGEKIT_HOME to another folder"
        )
    while done < len(MIGRATIONS):
        database.execute("BEGIN IMMEDIATE")
        try:
            database.execute(
                "CREATE TABLE IF NOT EXISTS case_migrations (version INTEGER PRIMARY KEY, applied TEXT)"
            )
            done = _version(database)  # another process may have been quicker
            if done < len(MIGRATIONS):
                MIGRATIONS[done](database)
                done += 1
                database.execute("INSERT INTO case_migrations VALUES (?, datetime('now'))", [done])
            database.execute("COMMIT")
        except BaseException:
            database.execute("ROLLBACK")
            raise
    if done > begun:
        _close_the_gaps(database)


def _close_the_gaps(database: sqlite_utils.Database) -> None:
    """Give back the pages that a migration has emptied, unless another process is at work."""
    with suppress(sqlite3.OperationalError):
        database.execute("VACUUM")


def _version(database: sqlite_utils.Database) -> int:
    if "case_migrations" not in database.table_names():
        return 0
    return int(database.execute("SELECT coalesce(max(version), 0) FROM case_migrations").fetchone()[0])
