"""Numbers are ids; what is wrong is told as what it is; removing, backing up and mending lose nothing."""

from __future__ import annotations

import os
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from judgekit.cases.errors import CaseError, Damaged, UnknownCase
from judgekit.cases.play.case import Archive
from judgekit.cases.play.verify import verify
from judgekit.cases.store import backup, trouble
from judgekit.cases.store.store import Store
from tests.cases.skirmish import POSITION, begin, play


def test_a_number_is_an_id_whatever_cases_are_called(tmp_path: Path) -> None:
    archive, first, _ = begin(tmp_path)
    with archive:
        second = archive.create("position", POSITION, "1")
        assert archive.case("1").id == archive.case(1).id == first.id
        third = archive.create("position", POSITION, "9")
        assert archive.case("9").id == third.id, "no case has the number 9"
        with pytest.raises(UnknownCase):
            archive.case(9)
        assert archive.case("Sparks").id == first.id
        assert second.id == 2


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (sqlite3.SQLITE_FULL, "is full: this was not written, everything before it is there. Make room"),
        (sqlite3.SQLITE_READONLY, "cannot be written: the file or its folder is read-only"),
        (sqlite3.SQLITE_CANTOPEN, "Give yourself the right to write"),
        (sqlite3.SQLITE_IOERR_FSYNC, "to another disk"),
        (sqlite3.SQLITE_BUSY, "is being written by another process"),
        (sqlite3.SQLITE_CONSTRAINT_UNIQUE, "does not take that"),
        (sqlite3.SQLITE_CORRUPT, "`judgekit doctor --repair` saves what can be read"),
    ],
)
def test_every_trouble_is_told_as_what_it_is(code: int, said: str) -> None:
    problem = sqlite3.OperationalError("what SQLite says")
    problem.sqlite_errorcode = code
    told = str(trouble.told(Path("/home/x/judgekit.sqlite"), problem))
    assert said in told
    assert "Move the file away" not in told


def test_a_full_disk_loses_nothing_that_was_written(tmp_path: Path) -> None:
    archive, case, sitting = begin(tmp_path)
    with archive:
        sitting.answer("pass")
        head = case.branch().head
        pages = archive.store.database.execute("PRAGMA page_count").fetchone()[0]
        archive.store.database.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(CaseError, match="is full"):
            play(case.sit(), seed=1, answers=2000)
        assert case.branch().head >= head
        archive.store.database.execute("PRAGMA max_page_count = 1000000")
        assert verify(case, case.branch()).status == "verified"


NOBODY = 65534


@pytest.fixture
def as_somebody() -> Iterator[Path]:
    """A folder of somebody's own, and the test as somebody whom a read-only folder stops: root writes
    everywhere, so root becomes nobody for a while."""
    with tempfile.TemporaryDirectory() as folder:  # pytest's own folders are closed to nobody
        begin(Path(folder) / "first")[0].store.close()  # what is imported late is imported as oneself
        is_root = os.geteuid() == 0
        if is_root:
            os.chown(folder, NOBODY, NOBODY)
            os.seteuid(NOBODY)
        try:
            yield Path(folder) / "home"
        finally:
            if is_root:
                os.seteuid(0)


@pytest.mark.skipif(sys.platform == "win32", reason="modes are of Unix")
def test_a_read_only_folder_is_told(as_somebody: Path) -> None:
    archive, _, _ = begin(as_somebody)
    archive.store.close()
    before = archive.store.path.read_bytes()
    archive.store.path.chmod(0o400)
    as_somebody.chmod(0o500)
    try:
        with pytest.raises(CaseError, match="cannot be written: the file or its folder is read-only") as told:
            begin(as_somebody)
        assert "ove the file away" not in str(told.value)
        assert archive.store.path.read_bytes() == before
    finally:
        as_somebody.chmod(0o700)


def test_a_home_that_is_a_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("no folder")
    with pytest.raises(CaseError, match="is a file, not a folder: set JUDGEKIT_HOME to a folder"):
        Archive(tmp_path / "home" / "judgekit.sqlite").cases()


@pytest.mark.skipif(sys.platform == "win32", reason="modes are of Unix")
def test_the_home_folder_and_what_is_in_it_are_for_their_owner_alone(tmp_path: Path) -> None:
    home = tmp_path / "home"
    archive, _, sitting = begin(home)
    with archive:
        sitting.answer("pass")
        _ = archive.store.key
        assert home.stat().st_mode & 0o777 == 0o700
        for file in home.iterdir():
            assert file.stat().st_mode & 0o777 == 0o600, file.name


def test_a_removed_case_is_in_no_list_and_comes_back_whole(tmp_path: Path) -> None:
    archive, case, sitting = begin(tmp_path)
    with archive:
        sitting.answer("pass")
        store = archive.store
        store.remove(case.id, "a test")
        assert archive.cases() == []
        assert [row.id for row, _ in store.removed()] == [case.id]
        with pytest.raises(UnknownCase, match="`judgekit remove 1 --undo` brings it back"):
            archive.case(case.id)
        store.restore(case.id)
        assert verify(archive.case(case.id), case.branch()).status == "verified"


def test_a_case_is_purged_only_when_it_was_removed_and_the_journal_remembers(tmp_path: Path) -> None:
    archive, case, sitting = begin(tmp_path)
    with archive:
        sitting.answer("pass")
        other = archive.create("position", POSITION)
        store = archive.store
        with pytest.raises(UnknownCase, match="no case '1' was removed"):
            store.purge(case.id)
        store.remove(case.id)
        store.purge(case.id)
        assert store.lost() == []
        assert [row.id for row in store.cases()] == [other.id]
        assert store.database.execute("SELECT count(*) FROM entries").fetchone()[0] == 0
        told = store.database.execute('SELECT what FROM journal WHERE "case" = 1 ORDER BY id').fetchall()
        assert [row[0] for row in told][-2:] == ["removed", "purged"]
        with pytest.raises(sqlite3.IntegrityError, match="never taken away"):
            store.database.execute("DELETE FROM cases")


def test_a_backup_is_whole_while_others_write_and_brings_everything_back(tmp_path: Path) -> None:
    archive, case, sitting = begin(tmp_path)
    database, copy = archive.store.path, tmp_path / "copy.sqlite"
    with archive:
        play(sitting, seed=3, answers=10)
        head = case.branch().head
        backup.backup(database, copy)  # the connection of the sitting is open all the while
        play(sitting, seed=3, answers=10)
        later = case.branch().head
    kept = backup.restore(database, copy)
    assert kept is not None
    with Archive(database) as again:
        assert again.case(1).branch().head == head
        assert verify(again.case(1), again.case(1).branch()).status == "verified"
    with Archive(kept) as before:
        assert before.case(1).branch().head == later


def test_what_is_no_backup_is_refused_and_nothing_changes(tmp_path: Path) -> None:
    archive, case, _ = begin(tmp_path)
    archive.store.close()
    (tmp_path / "words").write_text("no database " * 500)
    with pytest.raises(CaseError, match="is not a judgekit database"):
        backup.restore(archive.store.path, tmp_path / "words")
    with pytest.raises(CaseError, match="there is no file"):
        backup.restore(archive.store.path, tmp_path / "nothing")
    with Archive(archive.store.path) as again:
        assert again.case(case.id).branch().head == case.branch().head


def test_a_damaged_database_is_mended_as_far_as_it_can_be_read_and_kept(tmp_path: Path) -> None:
    archive, _, sitting = begin(tmp_path)
    with archive:
        play(sitting, seed=3, answers=60)
        archive.store.database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database = archive.store.path
    whole = bytearray(database.read_bytes())
    with closing(sqlite3.connect(database)) as connection:
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'verdicts'").fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    whole[(page - 1) * size : page * size] = b"\xff" * size
    database.write_bytes(whole)
    assert backup.faults(database)
    kept, saved = backup.salvage(database)
    assert kept.read_bytes() == bytes(whole)
    assert saved["entries"] > 60
    assert backup.faults(database) == []
    with Archive(database) as again:
        assert verify(again.case(1), again.case(1).branch()).status == "verified"


def test_what_cannot_be_read_at_all_is_told_with_the_way_out(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite"
    path.write_bytes(b"\x00no database" * 900)
    with pytest.raises(Damaged, match="restore a backup"):
        backup.salvage(path)
    with pytest.raises(Damaged, match="judgekit doctor"):
        Store(path).cases()
