"""Several processes on one file: each knows what the others wrote, and which file it is."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from judgekit.cases.errors import UnknownCase
from judgekit.cases.play.case import Archive
from judgekit.cases.play.verify import standing, verify
from judgekit.cases.store import backup, journal, remarks, store
from judgekit.cases.store.family import Family
from judgekit.cases.store.file import WAIT
from judgekit.cases.store.labels import label, label_of
from judgekit.cases.store.store import Store
from tests.cases.skirmish import POSITION, begin, play


def test_a_number_of_a_purged_case_is_never_given_again(tmp_path: Path) -> None:
    archive, first, sitting = begin(tmp_path)
    play(sitting, 3, 4)
    other = Archive(archive.store.path)  # another process, which has looked at the case
    old = other.case(first.id)
    branches = {branch.id for branch in (*first.branches(), first.fork(first.branch(), 1, "x"))}
    other.timeline.before(old.branch(), 1)
    archive.store.remove(first.id)
    archive.store.purge(first.id)
    with other, archive:
        second = archive.create("position", POSITION)
        assert second.id > first.id
        assert not branches & {branch.id for branch in second.branches()}
        second.sit().run(50)
        assert other.case(second.id).at(other.case(second.id).branch(), 0) == second.at(second.branch(), 0)
        with pytest.raises(UnknownCase):
            other.case(first.id)
        assert archive.store.lost() == []


def test_what_one_of_a_family_writes_is_not_foreign_to_the_others(tmp_path: Path) -> None:
    archive, case, sitting = begin(tmp_path)
    other = Archive(archive.store.path)
    with archive, other:
        archive.store.family = other.store.family = Family()
        before = archive.store.foreign_writes(), other.store.foreign_writes()
        moments = other.store.moment(case.id), other.store.moment(77)
        for _ in range(3):
            play(sitting, 3, 1)
            assert (archive.store.foreign_writes(), other.store.foreign_writes()) == before
        assert other.store.moment(case.id) != moments[0], "what it shows of the case is out of date"
        assert other.store.moment(77) == moments[1]
        with closing(sqlite3.connect(archive.store.path)) as hand:
            hand.execute("UPDATE snapshots SET state = state WHERE 0")
            hand.execute("CREATE TABLE foreign_hand (x)")
            hand.commit()
        assert other.store.foreign_writes() == before[1] + 1
        play(sitting, 3, 1)
        assert archive.store.foreign_writes() == other.store.foreign_writes() == before[0] + 1


def test_while_one_of_a_family_writes_nobody_calls_it_foreign(tmp_path: Path) -> None:
    archive, case, _ = begin(tmp_path)
    other = Archive(archive.store.path)
    with archive, other:
        archive.store.family, other.store.family = Family(), Family()
        other.store.foreign_writes()
        other.store.family.begin = lambda wait: wait  # type: ignore[method-assign]
        before = other.store._foreign  # now another process has its turn
        archive.store.remove(case.id)
        assert other.store.foreign_writes() == before


def test_a_page_of_a_store_is_of_one_look(tmp_path: Path) -> None:
    archive, _, sitting = begin(tmp_path)
    with archive, Archive(archive.store.path) as other:
        with other.store.one_look():
            before = other.store.foreign_writes()
            play(sitting, 3, 1)
            assert other.store.foreign_writes() == before
        assert other.store.foreign_writes() > before


def test_whoever_has_a_file_open_finds_the_one_that_was_repaired(tmp_path: Path) -> None:
    archive, case, sitting = begin(tmp_path)
    play(sitting, 3, 2)
    head = case.branch().head
    with archive:
        with Store(archive.store.path) as other:
            other.cases()
            backup.salvage(archive.store.path)
            other.remove(case.id)
            with closing(sqlite3.connect(archive.store.path)) as there:
                (removed,) = there.execute("SELECT removed FROM cases").fetchone()
            assert removed, "it is written to the file that lies there, not to the one that was taken away"
            other.restore(case.id)
        assert archive.case(case.id).branch().head == head


def test_a_restored_file_is_shown_as_it_is(tmp_path: Path) -> None:
    """The same numbers mean another log then."""
    archive, case, sitting = begin(tmp_path)
    with archive:
        backup.backup(archive.store.path, tmp_path / "copy")
        play(sitting, 1, 6)
        branch = case.branch()
        seen = [archive.timeline.before(branch, at) for at in range(branch.head + 1)]
        archive.store.foreign_writes()
        lives = archive.store.lives
        backup.restore(archive.store.path, tmp_path / "copy")
        with Archive(archive.store.path) as another:
            play(another.case(case.id).sit(), 2, 6)
            truth = another.case(case.id).entries(another.case(case.id).branch())
            archive.store.foreign_writes()
            assert archive.store.lives == lives + 1
            branch = archive.case(case.id).branch()
            states = [archive.timeline.before(branch, at) for at in range(min(len(seen), branch.head + 1))]
            assert [archive.timeline.entry(branch, at) for at in range(branch.head)] == truth
            assert states != seen[: len(states)], "the second game went otherwise"


def test_whoever_looks_does_not_wait_for_whoever_writes(tmp_path: Path) -> None:
    """What a re-run finds out is kept in the file when nobody else writes, and in memory anyway."""
    archive, case, sitting = begin(tmp_path)
    play(sitting, 3, 6)
    with archive, closing(sqlite3.connect(archive.store.path, isolation_level=None)) as busy:
        busy.execute("BEGIN IMMEDIATE")
        begun = time.monotonic()
        assert verify(case, case.branch()).status == "verified"
        assert time.monotonic() - begun < WAIT / 2
        asked: list[str] = []
        archive.store.database.conn.set_trace_callback(asked.append)
        verdict = standing(case, case.branch())
        assert verdict is not None
        assert verdict.status == "verified"
        assert not any("BEGIN" in one for one in asked), "nobody runs it again"
        busy.execute("ROLLBACK")
        archive.store.remove(case.id)


def test_a_clock_that_goes_backwards_makes_nothing_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive, case, sitting = begin(tmp_path)
    with archive:
        for module in (journal, store, remarks):
            monkeypatch.setattr(module, "now", lambda: "2001-01-01T00:00:00+00:00")
        play(sitting, 3, 4)
        case.fork(case.branch(), 1, "x")
        remarks.mark(case, case.branch("x").id, "first", "Ann", "seen")
        label(archive.store, case.id, "Later", "")
        label(archive.store, case.id, "Latest", "")
        assert label_of(archive.store, case.id).name == "Latest"
        assert archive.store.problems(case.id) == []
        assert archive.store.lost() == []
        assert verify(case, case.branch("x")).status == "verified"
