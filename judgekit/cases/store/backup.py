"""Copies of a database in use, restoring one, and the repair of a damaged database.

A copy is one file. What lies beside the database (card libraries, what teaching keeps, the key that sheets
are signed with) is packed into a table of it.
"""

from __future__ import annotations

import re
import shutil
import sqlite3
import tempfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path

from judgekit import paths
from judgekit.cases.errors import CaseError, Damaged
from judgekit.cases.store import last, trouble
from judgekit.cases.store.schema import MIGRATIONS

PAGES = 256  # copied at a time: writers come in between
LARGEST = 1_000_000_000  # bytes of a file that lies beside
DATABASE, LOG = ".sqlite", ("-wal", "-shm")
MAGIC = b"SQLite format 3\0"
FIRST, LAST = -(2**62), 2**62  # numbers of rows


def backup(database: Path, to: Path, beside: Sequence[Path] = ()) -> None:
    """Copy a database and what lies beside it, even while others write; the file appears whole or not at
    all."""
    if not database.exists():
        raise CaseError(f"there is no database {database} to copy yet")
    if to.is_dir():
        raise CaseError(f"{to} is a folder: name the file to write")
    part = to.with_name(to.name + ".part")
    try:
        for end in ("", "-wal", "-shm", "-journal"):
            part.with_name(part.name + end).unlink(missing_ok=True)
        part.touch(mode=0o600)
        _copied(database, part)
        _pack(part, [one for one in beside if one.is_file()])
        _must_be_whole(part)
        part.replace(to)
    except OSError as problem:
        raise CaseError(f"{to} cannot be written: {problem.strerror}") from problem
    except sqlite3.Error as problem:
        raise trouble.told(database, problem) from problem
    finally:
        part.unlink(missing_ok=True)


def _pack(copy: Path, files: Sequence[Path]) -> None:
    with closing(sqlite3.connect(copy, isolation_level=None)) as there:
        there.execute("PRAGMA journal_mode = delete")  # one file, also where nothing can be written beside it
        there.execute("DROP TABLE IF EXISTS beside")
        there.execute("CREATE TABLE beside (name TEXT PRIMARY KEY, packed BLOB NOT NULL)")
        for file in files:
            there.execute("INSERT INTO beside VALUES (?, ?)", (file.name, zlib.compress(_whole(file))))


def _whole(file: Path) -> bytes:
    """The bytes of a file; of a database in use, as of one moment."""
    if file.suffix != DATABASE:
        return file.read_bytes()
    with tempfile.TemporaryDirectory() as place:
        copy = Path(place) / file.name
        _copied(file, copy)
        return copy.read_bytes()


def restore(database: Path, file: Path, beside: Sequence[Path] = ()) -> Path | None:
    """Put a copy in place of the database, and put back what was beside it. The old database is kept, as is
    everything replaced; returns where it is."""
    _must_be_whole(file)
    lay_beside = packed(file)
    try:
        paths.make(database.parent)
        kept = _kept(database) if database.exists() else None
        database.touch(mode=0o600)
        _brought(file, database)
        last.forget(database)
        for one in beside:
            if one.name in lay_beside:
                _put(one, lay_beside[one.name])
    except OSError as problem:
        raise CaseError(f"{database} cannot be written: {problem.strerror}; nothing is lost") from problem
    except sqlite3.Error as problem:
        raise trouble.told(database, problem) from problem
    return kept


def _brought(file: Path, database: Path) -> None:
    """Open connections see the backup; where nothing can be read, the backup replaces the file."""
    fresh = _beside(database, "restored")
    try:
        fresh.touch(mode=0o600)
        _copied(file, fresh)
        with closing(sqlite3.connect(fresh, isolation_level=None)) as there:
            there.execute("PRAGMA journal_mode = delete")
            there.execute("DROP TABLE IF EXISTS beside")
        try:
            _copied(fresh, database)
        except sqlite3.DatabaseError as problem:
            if not trouble.is_damage(problem):
                raise
            _without_log(database)
            fresh.replace(database)
    finally:
        fresh.unlink(missing_ok=True)


def _kept(file: Path) -> Path:
    """A copy of what is about to be replaced, with all that was written until it was made."""
    kept = _beside(file, "before-restore")
    try:
        if file.suffix != DATABASE or not _copied_to_the_end(file, kept):
            _copied_as_it_is(file, kept)
    except BaseException:
        for end in ("", *LOG):
            kept.with_name(kept.name + end).unlink(missing_ok=True)
        raise
    return kept


def _copied_to_the_end(file: Path, kept: Path) -> bool:
    """Copied, unless it is too damaged for that."""
    try:
        with closing(sqlite3.connect(file, timeout=10)) as watching:
            before = None
            while before != _version(watching):
                before = _version(watching)
                kept.touch(mode=0o600)
                _copied(file, kept)
    except sqlite3.Error as problem:
        if not trouble.is_damage(problem):
            raise
        return False
    return True


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA data_version").fetchone()[0])


def _copied_as_it_is(file: Path, to: Path) -> None:
    """A file that may be damaged, with its write-ahead log."""
    for end in ("", *LOG):
        own = file.with_name(file.name + end)
        if own.exists():
            shutil.copyfile(own, to.with_name(to.name + end))
            to.with_name(to.name + end).chmod(0o600)


def _without_log(file: Path) -> None:
    for end in LOG:
        file.with_name(file.name + end).unlink(missing_ok=True)


def packed(file: Path) -> dict[str, bytes]:
    """What lay beside the database of a backup; an older backup has nothing of it."""
    with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True, timeout=10)) as copy:
        try:
            rows = copy.execute("SELECT name, packed FROM beside").fetchall()
        except sqlite3.Error:
            return {}
    found = {}
    for name, packed in rows:
        unpacking = zlib.decompressobj()
        try:
            found[name] = unpacking.decompress(packed, LARGEST)
        except (zlib.error, TypeError):
            raise Damaged(f"{file} is damaged ({name} cannot be unpacked); nothing was changed") from None
        if unpacking.unconsumed_tail or not unpacking.eof:
            raise Damaged(f"{file} is damaged ({name} is not whole); nothing was changed")
    return found


def _put(file: Path, data: bytes) -> None:
    if file.exists():
        if file.suffix != DATABASE and file.read_bytes() == data:
            return
        _kept(file)
    if file.suffix != DATABASE:
        file.touch(mode=0o600)
        file.write_bytes(data)
        return
    with tempfile.TemporaryDirectory() as place:
        copy = Path(place) / file.name
        copy.write_bytes(data)
        file.touch(mode=0o600)
        _copied(copy, file)


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
        raise CaseError(f"{file} is not a judgekit database ({problem}); nothing was changed") from problem
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


EMPTY = "the file is empty; if there was something in it, a backup has it"


def faults(database: Path) -> list[str]:
    """What SQLite finds wrong with a file."""
    if not database.stat().st_size:
        return [EMPTY]
    try:
        with closing(sqlite3.connect(database, timeout=10)) as connection:
            told = [str(row[0]) for row in connection.execute("PRAGMA integrity_check(1000000)")]
            found = [text for text in told if _is_so(connection, text)]
    except sqlite3.Error as problem:
        return [str(problem)]
    return [] if found == ["ok"] else found[:20]


def _is_so(connection: sqlite3.Connection, text: str) -> bool:
    """SQLite 3.40 and nearby versions check the wrong column for NULL in a table WITHOUT ROWID."""
    named = re.fullmatch(r"NULL value in (\w+)\.(\w+)", text)
    if named is None:
        return True
    table, column = named.groups()
    return bool(connection.execute(f'SELECT 1 FROM "{table}" WHERE "{column}" IS NULL').fetchone())  # noqa: S608


def salvage(database: Path) -> tuple[Path, dict[str, int]]:
    """Make a new database of every row that can still be read; the damaged one is kept beside it."""
    kept, fresh, work = (_beside(database, what) for what in ("damaged", "repaired", "reading"))
    with closing(sqlite3.connect(database, isolation_level=None)) as lock:
        with suppress(sqlite3.Error):  # a damaged file may refuse even that
            lock.execute("BEGIN IMMEDIATE")  # whoever writes meanwhile waits, and then finds the new file
        _copied_as_it_is(database, kept)
        _copied_as_it_is(database, work)
        try:
            _straighten(work)
            fresh.touch(mode=0o600)
            with closing(sqlite3.connect(work)) as here, closing(sqlite3.connect(fresh)) as there:
                here.text_factory = lambda raw: raw.decode("utf-8", "replace")
                saved = dict(_saved(here, there))
                there.commit()
            _without_log(database)
            fresh.replace(database)
            last.forget(database)
        finally:
            for file in (work, fresh):
                _without_log(file)
                file.unlink(missing_ok=True)
    return kept, saved


def _straighten(file: Path) -> None:
    """The first bytes of a database are always the same, and what was cut off is read as empty."""
    with file.open("r+b") as opened:
        head = bytearray(opened.read(100))
        if len(head) == 100 and head[: len(MAGIC)] != MAGIC:
            opened.seek(0)
            opened.write(MAGIC)
        size = int.from_bytes(head[16:18], "big") or 1
        wanted = (size if size > 1 else 65_536) * int.from_bytes(head[28:32], "big")
        if file.stat().st_size < wanted <= LARGEST * 4:
            opened.truncate(wanted)


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
    """Copy every readable row; after an unreadable page, go on from the next readable one."""
    columns = [row[1] for row in here.execute(f'PRAGMA table_info("{table}")')]
    named = ", ".join(f'"{column}"' for column in columns)
    holes = ", ".join("?" for _ in columns)
    before = there.total_changes
    if _has_no_rowid(here, table):  # seals and verdicts, which can be made anew
        with suppress(sqlite3.Error):
            for row in here.execute(f'SELECT {named} FROM "{table}"'):  # noqa: S608 (our tables)
                there.execute(f'INSERT OR IGNORE INTO "{table}" ({named}) VALUES ({holes})', row)  # noqa: S608
        return there.total_changes - before

    def copy(which: str, *values: int) -> int | None:
        """The last row that was copied, if one after it could not be read."""
        last = values[0] if values else FIRST
        try:
            for row in here.execute(f'SELECT rowid, {named} FROM "{table}" {which}', values):  # noqa: S608 (our tables)
                last = row[0]
                there.execute(f'INSERT OR IGNORE INTO "{table}" ({named}) VALUES ({holes})', row[1:])  # noqa: S608
        except sqlite3.Error:
            return int(last)
        return None

    at = copy("WHERE rowid > ? ORDER BY rowid", FIRST)
    while at is not None and (further := _readable(here, table, at)) is not None:
        copy("WHERE rowid < ? AND rowid > ? ORDER BY rowid DESC", further, at)
        at = copy("WHERE rowid >= ? ORDER BY rowid", further)
    if at is not None:
        copy("ORDER BY rowid DESC")
    return there.total_changes - before


def _has_no_rowid(here: sqlite3.Connection, table: str) -> bool:
    (made,) = here.execute("SELECT sql FROM sqlite_master WHERE name = ?", (table,)).fetchone()
    return "WITHOUT ROWID" in made.upper()


def _readable(here: sqlite3.Connection, table: str, after: int) -> int | None:
    """The next row after those that cannot be read, if there is one."""
    step = 1
    while after + step < LAST:
        with suppress(sqlite3.Error):
            row = here.execute(
                f'SELECT rowid FROM "{table}" WHERE rowid >= ? ORDER BY rowid LIMIT 1',  # noqa: S608 (our tables)
                (after + step,),
            ).fetchone()
            return int(row[0]) if row else None
        step *= 2
    return None
