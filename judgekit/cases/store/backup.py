"""Copies of a database that is in use, and the way back to one; and a doctor for one that is ill."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from judgekit.cases.errors import CaseError, Damaged
from judgekit.cases.store import trouble
from judgekit.cases.store.schema import MIGRATIONS

PAGES = 256  # copied at a time: writers come in between


def backup(database: Path, to: Path) -> None:
    """Copy a database, also while others write; the file appears whole or not at all."""
    if not database.exists():
        raise CaseError(f"there is no database {database} to copy yet")
    if to.is_dir():
        raise CaseError(f"{to} is a folder: name the file to write")
    part = to.with_name(to.name + ".part")
    try:
        part.unlink(missing_ok=True)
        part.touch(mode=0o600)
        _copied(database, part)
        _must_be_whole(part)
        part.replace(to)
    except OSError as problem:
        raise CaseError(f"{to} cannot be written: {problem.strerror}") from problem
    except sqlite3.Error as problem:
        raise trouble.told(database, problem) from problem
    finally:
        part.unlink(missing_ok=True)


def restore(database: Path, file: Path) -> Path | None:
    """Put a copy in the place of the database; where that was is told, it is kept."""
    _must_be_whole(file)
    kept = None
    if database.exists():
        kept = _beside(database, "before-restore")
        try:
            backup(database, kept)
        except Damaged:  # an ill one is kept as it is
            shutil.copyfile(database, kept)
    try:
        database.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        database.touch(mode=0o600)
        _copied(file, database)
    except sqlite3.Error as problem:
        raise trouble.told(database, problem) from problem
    return kept


def _copied(source: Path, to: Path) -> None:
    with (
        closing(sqlite3.connect(source, timeout=10)) as here,
        closing(sqlite3.connect(to, timeout=10)) as there,
    ):
        here.backup(there, pages=PAGES)


def _must_be_whole(file: Path) -> None:
    if not file.is_file():
        raise CaseError(f"there is no file {file}")
    try:
        with closing(
            sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True, timeout=10)
        ) as connection:
            (version,) = connection.execute("SELECT max(version) FROM case_migrations").fetchone()
            (whole,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
    except sqlite3.Error as problem:
        raise CaseError(f"{file} is no database of judgekit ({problem}); nothing was changed") from problem
    if version > len(MIGRATIONS):
        raise CaseError(f"{file} is of a newer judgekit; upgrade judgekit")
    if whole != "ok":
        raise Damaged(f"{file} is damaged ({whole}); nothing was changed")


def _beside(database: Path, what: str) -> Path:
    """A free name next to the database that says what it is and from when."""
    stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
    name, number = f"{database.name}.{what}-{stamp}", 2
    while database.with_name(name).exists():
        name, number = f"{database.name}.{what}-{stamp}-{number}", number + 1
    return database.with_name(name)


def faults(database: Path) -> list[str]:
    """What SQLite finds wrong with a file."""
    try:
        with closing(sqlite3.connect(database, timeout=10)) as connection:
            found = [str(row[0]) for row in connection.execute("PRAGMA integrity_check(20)")]
    except sqlite3.Error as problem:
        return [str(problem)]
    return [] if found == ["ok"] else found


def salvage(database: Path) -> tuple[Path, dict[str, int]]:
    """Make a new database of every row that can still be read; the ill one is kept beside it."""
    kept = _beside(database, "damaged")
    fresh = _beside(database, "repaired")
    for end in ("", "-wal", "-shm"):
        ill = database.with_name(database.name + end)
        if ill.exists():
            shutil.copyfile(ill, kept.with_name(kept.name + end))
    with closing(sqlite3.connect(database)) as here, closing(sqlite3.connect(fresh)) as there:
        saved = dict(_saved(here, there))
        there.commit()
    fresh.chmod(0o600)
    for end in ("-wal", "-shm"):
        database.with_name(database.name + end).unlink(missing_ok=True)
    fresh.replace(database)
    return kept, saved


def _saved(here: sqlite3.Connection, there: sqlite3.Connection) -> Iterator[tuple[str, int]]:
    try:
        made = here.execute("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
    except sqlite3.Error as problem:
        raise Damaged(
            f"nothing in it can be read ({problem}); restore a backup with `judgekit restore`"
        ) from None
    tables = [(name, sql) for kind, name, sql in made if kind == "table" and not name.startswith("sqlite_")]
    for name, sql in tables:
        there.execute(sql)
        yield name, _rows(here, there, name)
    for kind, _, sql in made:
        if kind in ("index", "trigger"):
            there.execute(sql)


def _rows(here: sqlite3.Connection, there: sqlite3.Connection, table: str) -> int:
    """Copy row by row as far as rows can be read, from both ends."""
    columns = [row[1] for row in here.execute(f'PRAGMA table_info("{table}")')]
    named = ", ".join(f'"{column}"' for column in columns)
    holes = ", ".join("?" for _ in columns)
    before = there.total_changes
    for order in ("", " ORDER BY rowid DESC"):
        try:
            for row in here.execute(f'SELECT {named} FROM "{table}"{order}'):  # noqa: S608 (our tables)
                there.execute(f'INSERT OR IGNORE INTO "{table}" ({named}) VALUES ({holes})', row)  # noqa: S608
            break
        except sqlite3.Error:
            continue
    return there.total_changes - before
