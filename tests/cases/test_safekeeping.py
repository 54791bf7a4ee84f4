"""What has been written stays written: whoever connects, whenever the process dies."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
import sqlite_utils

from judgekit.cases.play.case import Archive
from judgekit.cases.play.verify import verify
from judgekit.cases.store import schema
from judgekit.cases.store.store import Store
from tests.cases.skirmish import begin, play

OVERWRITING = [
    "INSERT OR REPLACE INTO entries SELECT place - 1, entry, hash FROM entries WHERE seq = 1",
    "REPLACE INTO entries SELECT place - 1, entry, hash FROM entries WHERE seq = 1",
    "UPDATE OR REPLACE entries SET place = place - 1 WHERE seq = 1",
    "INSERT OR REPLACE INTO cases SELECT id, name, edition, created, '{}', '' FROM cases",
    "INSERT OR REPLACE INTO cases SELECT NULL, name, edition, created, '{}', '' FROM cases",
    "UPDATE OR REPLACE cases SET name = 'Sparks' WHERE name = 'Sparks 2'",
    "UPDATE OR REPLACE cases SET id = 1 WHERE id = 2",
    'REPLACE INTO branches SELECT id, "case", name, parent, 0, 0, hash, readings, created FROM branches',
    "UPDATE OR REPLACE branches SET name = 'main' WHERE name = 'other'",
    "UPDATE OR REPLACE branches SET id = 1 WHERE name = 'other'",
    "UPDATE branches SET head = 0",
]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Two cases of the same name, one of them with a second branch."""
    archive, case, sitting = begin(tmp_path)
    with archive:
        sitting.answer("pass")
        case.fork(case.branch(), 1, "other")
        archive.create("position", case.pinned.text)
    return archive.store.path


def everything(path: Path) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(path)
    rows = [
        row
        for table in ("cases", "branches", "entries", "snapshots")
        for row in connection.execute(f"SELECT '{table}', * FROM {table}")
    ]
    connection.close()
    return rows


@pytest.mark.parametrize("statement", OVERWRITING)
@pytest.mark.parametrize("recursive", [0, 1])
def test_a_bare_connection_cannot_write_over_a_log(file: Path, statement: str, recursive: int) -> None:
    """REPLACE takes rows away without a DELETE that a trigger sees, unless triggers are recursive."""
    before = everything(file)
    connection = sqlite3.connect(file)
    connection.execute(f"PRAGMA recursive_triggers = {recursive}")
    with pytest.raises(sqlite3.IntegrityError, match=r"only ever added to|never taken away"):
        connection.execute(statement)
    connection.rollback()
    connection.close()
    assert everything(file) == before


def as_it_was(path: Path, version: int, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same cases in a database as an older judgekit wrote it."""
    older = path.with_name(f"version-{version}.sqlite")
    database = sqlite_utils.Database(sqlite3.connect(older, isolation_level=None))
    with monkeypatch.context() as then:
        then.setattr(schema, "MIGRATIONS", schema.MIGRATIONS[:version])
        schema.migrate(database)
    database.execute("ATTACH ? AS now", [str(path)])
    for table, columns in (
        ("cases", "id, name, edition, created, pinned"),
        ("branches", "*"),
        ("entries", "branch, seq, entry, hash" if version < 3 else "place, entry, hash"),
        ("snapshots", "branch, seq, state" if version < 3 else "place, state"),
    ):
        into = "" if "branch, seq" in columns or columns == "*" else f"({columns})"
        database.execute(f"INSERT INTO {table} {into} SELECT {columns} FROM now.{table}")
    database.close()
    return older


@pytest.mark.parametrize("version", [1, 2, 3])
def test_an_older_database_gets_the_same_protection_and_keeps_all_it_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: int
) -> None:
    archive, case, sitting = begin(tmp_path)
    with archive:
        play(sitting, seed=3, answers=60)
        forked = case.fork(case.branch(), 110, "other")
        case.sit(forked).run(5)
        archive.store.database.execute("PRAGMA wal_checkpoint(truncate)")
    older = as_it_was(archive.store.path, version, monkeypatch)
    with Archive(older) as again:
        same = again.case(case.id)
        for branch in same.branches():
            assert verify(same, branch).status == "verified"
    assert everything(older) == everything(archive.store.path)
    connection = sqlite3.connect(older)
    with pytest.raises(sqlite3.IntegrityError, match="only ever added to"):
        connection.execute(OVERWRITING[0])
    connection.close()


KILLED = """
import os, signal, sys
from judgekit.cases.play.case import Archive

def live(path, left):
    def count(statement):
        nonlocal left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    with Archive(path, "off") as archive:  # a killed process loses nothing that it has handed to the system
        archive.store.database.conn.set_trace_callback(count)
        case = archive.create("duel-60", "")
        case.sit().run(3)
        case.sit(case.fork(case.branch(), 2, "what if")).run(2)
        archive.store.database.conn.set_trace_callback(None)

statements, killed, stride = 1, True, int(sys.argv[2])
while killed:
    statements += stride
    child = os.fork()
    if child == 0:
        live(f"{sys.argv[1]}/{statements}.sqlite", statements)
        os._exit(0)
    killed = os.WIFSIGNALED(os.waitpid(child, 0)[1])
print(statements - stride)
"""


@pytest.mark.parametrize("stride", [4, pytest.param(1, marks=pytest.mark.long)])
def test_killed_at_any_statement_a_case_opens_and_verifies_and_goes_on(tmp_path: Path, stride: int) -> None:
    """Statements of making a case, playing, forking and playing on are each the last of a process."""
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(tmp_path), str(stride)],
        env={**os.environ},
        capture_output=True,
        text=True,
    )
    killed = int(done.stdout)
    assert killed > 20, done.stderr
    heads = set()
    for last in range(1 + stride, killed + 1, stride):
        with Archive(tmp_path / f"{last}.sqlite", "off") as archive:
            assert archive.store.database.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
            for row in archive.cases():
                case = archive.case(row.id)
                heads.add(tuple(branch.head for branch in case.branches()))
                for branch in case.branches():
                    assert verify(case, branch).status == "verified"
                    case.sit(branch).run(1)
                    assert case.branch(branch.name).head == branch.head + 1
    assert heads == {(0,), (3,), (3, 2), (3, 4)}, "what was committed before the kill is there, whole"


WRITER = """
import sys
from judgekit.cases.play.case import Archive
from judgekit.cases.errors import Conflict
written = conflicts = 0
with Archive(sys.argv[1]) as archive:
    case = archive.case(1)
    print("ready", flush=True)
    sys.stdin.readline()
    for _ in range(int(sys.argv[2])):
        try:
            case.sit().run(5)
            written += 5
        except Conflict:
            conflicts += 1
print(written, conflicts)
"""


def test_two_processes_that_write_at_once_lose_nothing_and_one_log_comes_of_it(tmp_path: Path) -> None:
    path = tmp_path / "cases.sqlite"
    with Archive(path) as archive:
        archive.create("duel-60", "")
    command = [sys.executable, "-c", WRITER, str(path), "12"]
    writers = [
        subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(2)
    ]
    for writer in writers:
        assert writer.stdout is not None
        assert writer.stdout.readline() == "ready\n"
    told = [writer.communicate("go\n", timeout=120)[0].split() for writer in writers]
    with Archive(path) as archive:
        case = archive.case(1)
        assert case.branch().head == sum(int(written) for written, _ in told)
        assert verify(case, case.branch()).status == "verified"


def test_a_database_that_cannot_be_read_is_left_as_it_is(file: Path) -> None:
    data = file.read_bytes()
    harmed = data[:100] + bytes(len(data) - 100)
    file.write_bytes(harmed)
    file.with_name(file.name + "-wal").unlink(missing_ok=True)
    with (
        Store(file) as store,
        pytest.raises(Exception, match=r"cannot be read as a judgekit database.*Leave the file"),
    ):
        store.cases()
    assert file.read_bytes() == harmed
