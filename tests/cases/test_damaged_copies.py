"""Files that a disk, a copy or a hand has damaged: it is told, and every way out keeps everything."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from judgekit.cases.errors import CaseError, Damaged
from judgekit.cases.play.case import Archive
from judgekit.cases.play.verify import verify
from judgekit.cases.store import backup, keys
from judgekit.cases.store.store import Store
from tests.cases.skirmish import begin, play


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A case with some hundred entries, and a backup of it."""
    archive, _, sitting = begin(tmp_path)
    with archive:
        play(sitting, seed=3, answers=60)
        archive.store.database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    backup.backup(archive.store.path, tmp_path / "good")
    return archive.store.path


def pages(database: Path) -> tuple[int, int]:
    with closing(sqlite3.connect(database)) as connection:
        (size,) = connection.execute("PRAGMA page_size").fetchone()
        (many,) = connection.execute("PRAGMA page_count").fetchone()
    return size, many


def files(folder: Path) -> set[str]:
    return {one.name for one in folder.iterdir()}


def test_a_backup_comes_back_where_nothing_can_be_read(database: Path) -> None:
    ill = b"\x00no database" * 900
    database.write_bytes(ill)
    with pytest.raises(Damaged, match="restore a backup"):
        backup.salvage(database)
    assert not [name for name in files(database.parent) if "repaired" in name or "reading" in name]
    kept = backup.restore(database, database.with_name("good"))
    assert kept is not None
    assert kept.read_bytes() == ill
    with Archive(database) as archive:
        assert verify(archive.case(1), archive.case(1).branch()).status == "verified"


def test_the_first_signs_of_a_file_are_put_right(database: Path) -> None:
    whole = bytearray(database.read_bytes())
    whole[3] ^= 0xFF
    database.write_bytes(whole)
    backup.salvage(database)
    with Archive(database) as archive:
        assert verify(archive.case(1), archive.case(1).branch()).status == "verified"


def test_rows_between_two_pages_that_cannot_be_read_are_saved(database: Path) -> None:
    size, _ = pages(database)
    with closing(sqlite3.connect(database)) as connection:
        found = connection.execute("SELECT pageno FROM dbstat WHERE name = 'entries' AND pagetype = 'leaf'")
        leaves = [row[0] for row in found.fetchall()]
        (many,) = connection.execute("SELECT count(*) FROM entries").fetchone()
    whole = bytearray(database.read_bytes())
    for page in (leaves[1], leaves[-2]):
        whole[(page - 1) * size : page * size] = b"\xff" * size
    database.write_bytes(whole)
    _, saved = backup.salvage(database)
    assert many * 0.5 < saved["entries"] < many
    assert backup.faults(database) == []


def test_a_file_that_was_cut_off_gives_what_is_left(database: Path) -> None:
    size, many = pages(database)
    os.truncate(database, size * (many - 2) - 100)
    assert backup.faults(database)
    _, saved = backup.salvage(database)
    assert sum(saved.values()) > 0
    assert backup.faults(database) == []


def test_an_empty_file_is_told(database: Path) -> None:
    os.truncate(database, 0)
    assert backup.faults(database) == [backup.EMPTY]


def test_the_end_of_the_log_that_a_disk_has_lost_is_missed(database: Path, tmp_path: Path) -> None:
    home = tmp_path / "after the power came back"
    with Archive(database) as archive:
        play(archive.case(1).sit(), seed=4, answers=1)
        head = archive.case(1).branch().head
        play(archive.case(1).sit(), seed=4, answers=3)
        shutil.copytree(database.parent, home, ignore=lambda *_: ["after the power came back"])
    log = home / f"{database.name}-wal"
    os.truncate(log, log.stat().st_size * 2 // 3)
    with Store(home / database.name) as store:
        assert store.branch(1).head <= archive.case(1).branch().head
        assert any("what was written last is gone" in text for text in store.lost())
        store.remove(1)
        assert any("what was written last is gone" in text for text in store.lost()), "also when work goes on"
    assert head


def test_what_somebody_brought_back_is_not_missed(database: Path) -> None:
    with Archive(database) as archive:
        play(archive.case(1).sit(), seed=4, answers=3)
    backup.restore(database, database.with_name("good"))
    with Store(database) as store:
        assert store.lost() == []


def test_a_restore_for_which_there_is_no_room_changes_nothing_and_leaves_nothing(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    before = files(database.parent), database.read_bytes()
    monkeypatch.setattr(backup, "_copied_to_the_end", full)
    with pytest.raises(CaseError, match="No space left on device; nothing is lost"):
        backup.restore(database, database.with_name("good"))
    assert (files(database.parent), database.read_bytes()) == before


def test_a_key_is_kept_on_a_disk_without_hard_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: object) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", none)
    assert keys.secret(tmp_path / "key") == keys.secret(tmp_path / "key")
    assert files(tmp_path) == {"key"}


def test_a_key_of_another_length_is_kept_beside_the_new_one(tmp_path: Path) -> None:
    (tmp_path / "key").write_bytes(b"half of it")
    assert len(keys.secret(tmp_path / "key")) == keys.SIZE
    assert (tmp_path / "key.damaged").read_bytes() == b"half of it"


@pytest.mark.skipif(sys.platform == "win32", reason="modes are of Unix")
def test_whatever_makes_the_home_folder_makes_it_for_its_owner_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from judgekit.book.store import Store as Books
    from judgekit.cardtext.stored import write
    from judgekit.cases.play import fingerprint

    makers: tuple[Callable[[Path], object], ...] = (
        lambda home: Books(home / "judgekit.sqlite").database.close(),
        lambda home: write(home / "cache" / "x-1.msgpack", None),  # type: ignore[arg-type]
        lambda home: fingerprint._keep(home / "cache" / "x", {}),
        lambda home: keys.secret(home / "key"),
    )
    for at, make in enumerate(makers):
        home = tmp_path / str(at) / "häuslich 家"
        make(home)
        assert home.stat().st_mode & 0o777 == 0o700
        for file in home.iterdir():
            assert file.stat().st_mode & 0o077 == 0, file.name
