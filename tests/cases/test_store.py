"""The store: what is written stays, whole, and can be found again."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path

import pytest

from judgekit.cases.errors import CaseError, Conflict, Damaged, UnknownCase
from judgekit.cases.play.case import Archive, Place
from judgekit.cases.store.schema import MIGRATIONS
from judgekit.cases.store.store import Store, chained, place
from judgekit.engine.codec import encode_state
from judgekit.engine.errors import NotAnOption
from judgekit.engine.events import fold
from tests.cases.skirmish import POSITION, begin, play


def test_a_case_is_found_by_number_and_by_name_and_says_what_it_runs_on(tmp_path: Path) -> None:
    archive, case, _ = begin(tmp_path)
    with archive:
        for which in (1, "1", "Sparks"):
            assert archive.case(which).id == case.id
        assert case.edition == "toy/2"
        assert case.pinned.text == POSITION
        assert case.pinned.assumptions == ("nobody has played a card this turn",)
        with pytest.raises(UnknownCase, match="no case '9'; `judgekit cases` lists them"):
            archive.case(9)


def test_a_second_case_of_the_same_name_gets_a_number(tmp_path: Path) -> None:
    with Archive(tmp_path / "x.sqlite") as archive:
        names = [archive.create("position", POSITION).name for _ in range(3)]
    assert names == ["Sparks", "Sparks 2", "Sparks 3"]


def test_every_place_of_a_log_gives_the_state_that_folding_gives(tmp_path: Path) -> None:
    archive, case, sitting = begin(tmp_path)
    with archive:
        play(sitting, seed=3, answers=60)
        branch = sitting.branch
        entries = case.entries(branch)
        assert len(entries) == branch.head > 300
        state = case.opening.state
        for seq, entry in enumerate(entries):
            assert case.at(branch, seq) == state, seq
            for number, happened in enumerate(entry.events, 1):
                state = happened.event.onto(state)
                assert case.at(branch, Place(seq, number)) == state
        assert encode_state(case.at(branch, branch.head)) == encode_state(sitting.line.state)


def test_seeking_works_in_a_fresh_process_and_without_snapshots(tmp_path: Path) -> None:
    archive, case, sitting = begin(tmp_path)
    with archive:
        play(sitting, seed=3, answers=60)
        head = sitting.branch.head
        archive.store.database.execute("DELETE FROM snapshots")
    with Archive(archive.store.path) as again:
        same = again.case(case.id)
        expected = fold(same.opening.state, same.entries(same.branch(), 0, 200))
        assert same.at(same.branch(), 200) == expected
        assert same.at(same.branch(), head) == sitting.line.state


@pytest.mark.parametrize("place", ["x", "4.", "4.x", "-1", "4.3.2"])
def test_a_place_that_is_none_is_refused(place: str) -> None:
    with pytest.raises(UnknownCase, match=r"an entry \(42\) or an event of it \(42\.3\)"):
        Place.read(place)


def test_places_outside_a_log_are_refused_with_what_there_is(tmp_path: Path) -> None:
    archive, case, sitting = begin(tmp_path)
    with archive:
        sitting.answer("pass")
        branch = sitting.branch
        with pytest.raises(UnknownCase, match=f"places 0 to {branch.head}"):
            case.at(branch, branch.head + 1)
        with pytest.raises(UnknownCase, match=r"there is no 0\.9"):
            case.at(branch, Place(0, 9))


@pytest.mark.parametrize(
    ("statement", "reason"),
    [
        ("UPDATE entries SET entry = '{}' WHERE seq = 0", "only ever added to"),
        ("DELETE FROM entries WHERE seq = 0", "only ever added to"),
        ("INSERT OR REPLACE INTO entries VALUES (1 << 32, '{}', '')", "only ever added to"),
        ("UPDATE cases SET pinned = '{}'", "never changes"),
        ("DELETE FROM cases", "never taken away"),
        ("UPDATE branches SET fork = 3", "stays where it began"),
        ("DELETE FROM branches", "never taken away"),
    ],
)
def test_the_database_itself_refuses_to_change_the_past(tmp_path: Path, statement: str, reason: str) -> None:
    archive, _, sitting = begin(tmp_path)
    with archive:
        sitting.answer("pass")
        with pytest.raises(sqlite3.IntegrityError, match=reason):
            archive.store.database.execute(statement)


def test_an_edited_row_is_found_when_it_is_read(tmp_path: Path) -> None:
    archive, case, sitting = begin(tmp_path)
    with archive:
        play(sitting, seed=3, answers=10)
        archive.store.database.execute("DROP TRIGGER entries_keep_update")
        archive.store.database.execute(
            "UPDATE entries SET entry = replace(CAST(entry AS TEXT), 'A', 'B') WHERE seq = 5"
        )
    with Archive(archive.store.path) as again:
        case = again.case(case.id)
        with pytest.raises(Damaged, match=r"branch 'main': entry 5 is not what was written there. Fork at 5"):
            case.entries(case.branch())
        assert len(case.entries(case.branch(), 0, 5)) == 5
        assert case.fork(case.branch(), 5, "before the damage").head == 5


def test_a_lost_tail_is_noticed(tmp_path: Path) -> None:
    archive, case, sitting = begin(tmp_path)
    with archive:
        play(sitting, seed=3, answers=10)
        archive.store.database.execute("DROP TRIGGER entries_keep_delete")
        archive.store.database.execute("DELETE FROM entries WHERE seq > 20")
        with pytest.raises(Damaged, match="entries are missing"):
            case.entries(sitting.branch)


def test_two_writers_on_one_question_the_second_gets_a_conflict_and_nothing_is_lost(tmp_path: Path) -> None:
    archive, case, first = begin(tmp_path)
    with archive:
        second = case.sit()
        assert second.question == first.question
        first.answer("play c2")
        head = first.branch.head
        with pytest.raises(
            Conflict, match=r"1\.2: somebody was quicker .* A was answered 'play Tank'"
        ) as caught:
            second.answer("pass")
        assert "your answer (pass) was not written" in str(caught.value)
        assert caught.value.theirs == ("play c2",)
        assert case.branch().head == head
        own = case.sit(case.fork(case.branch(), caught.value.at, "mine"))
        own.answer("pass")
        assert {b.name: b.head for b in case.branches()}["main"] == head


def test_many_threads_answering_at_once_leave_one_answer_and_clear_conflicts(tmp_path: Path) -> None:
    archive, case, _ = begin(tmp_path)
    outcomes: list[str] = []
    gate = threading.Barrier(4, timeout=120)

    def answer() -> None:
        with Archive(archive.store.path) as own:
            sitting = own.case(case.id).sit()
            gate.wait()
            try:
                sitting.answer("play c2")
                outcomes.append("written")
            except Conflict:
                outcomes.append("conflict")

    threads = [threading.Thread(target=answer, daemon=True) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=120)
    assert sorted(outcomes) == ["conflict"] * 3 + ["written"]
    archive.store.close()


def test_an_answer_not_on_the_list_is_refused_and_the_question_stays(tmp_path: Path) -> None:
    archive, case, sitting = begin(tmp_path)
    with archive:
        with pytest.raises(
            NotAnOption, match=r"1\.2: A picks one of play c1, play c2, play c3, pass; got flee"
        ):
            sitting.answer("flee")
        assert case.branch().head == 0
        sitting.answer("pass")


def test_branches_share_their_past_by_reference(tmp_path: Path) -> None:
    archive, case, sitting = begin(tmp_path)
    with archive:
        play(sitting, seed=3, answers=20)
        main = sitting.branch
        rows = archive.store.database.execute("SELECT count(*) FROM entries").fetchone()[0]
        one = case.fork(main, 30, "one")
        two = case.fork(one, 10, "two")
        assert archive.store.database.execute("SELECT count(*) FROM entries").fetchone()[0] == rows
        assert case.entries(one) == case.entries(main, 0, 30)
        assert case.entries(two) == case.entries(main, 0, 10)
        assert case.at(two, 10) == case.at(main, 10)
        again = case.sit(one)
        again.run()
        play(again, seed=8, answers=10)
        three = case.fork(case.branch("one"), 35, "three")
        assert case.entries(three)[:30] == case.entries(main, 0, 30)
        assert case.at(three, 35) == fold(case.opening.state, case.entries(case.branch("one"), 0, 35))


def test_a_branch_name_is_taken_once_and_a_fork_lies_inside(tmp_path: Path) -> None:
    archive, case, sitting = begin(tmp_path)
    with archive:
        sitting.answer("pass")
        case.fork(sitting.branch, 1, "x")
        with pytest.raises(CaseError, match="already has a branch 'x'"):
            case.fork(sitting.branch, 1, "x")
        with pytest.raises(UnknownCase, match="no place 999"):
            case.fork(sitting.branch, 999, "y")
        assert case.fork(sitting.branch, 1).name == "line 1"
        with pytest.raises(UnknownCase, match="it has main, x, line 1"):
            case.branch("z")


def test_a_line_from_the_store_is_as_good_as_one_that_never_left_memory(tmp_path: Path) -> None:
    archive, case, sitting = begin(tmp_path)
    with archive:
        play(sitting, seed=3, answers=30)
        line = case.line(case.branch())
        entries = case.entries(case.branch())
        assert line.log == entries
        assert line.log[-1] == entries[-1]
        assert line.log[5:9] == entries[5:9]
        assert line.log[::7] == entries[::7]
        assert list(reversed(line.log))[:3] == entries[:-4:-1]
        assert line.at(40) == case.at(case.branch(), 40)
        assert line.fork(40).state == line.at(40)
        assert line.ask() == sitting.question
        with pytest.raises(IndexError):
            line.log[len(entries)]


def test_a_correction_is_saved_with_its_reason_and_needs_one(tmp_path: Path) -> None:
    from judgekit.engine.events import Corrected, Numbered

    archive, case, sitting = begin(tmp_path)
    with archive:
        with pytest.raises(CaseError, match="needs a reason"):
            sitting.correct([Numbered("B.damage", 0, 2)], "", "head judge")
        sitting.correct([Numbered("B.damage", 0, 2)], "damage was not marked", "head judge")
        (entry,) = case.entries(case.branch())
        assert isinstance(entry.events[0].event, Corrected)
        assert case.at(case.branch(), 1).number("B.damage") == 2


def test_a_log_of_another_judgekit_is_told_with_the_way_out(tmp_path: Path) -> None:
    archive, case, sitting = begin(tmp_path)
    with archive:
        play(sitting, seed=3, answers=5)
        archive.store.database.execute("DROP TRIGGER entries_keep_update")
        branch, mark = case.branch(), case.store.genesis(case.id)
        for at, (data, _) in enumerate(case.store.rows(branch, 0, branch.head)):
            other = data.replace(b"Went", b"Wandered")
            mark = chained(mark, other)
            where = (other, mark, place(branch.id, at))
            archive.store.database.execute("UPDATE entries SET entry = ?, hash = ? WHERE place = ?", where)
    with Archive(archive.store.path) as again:
        case = again.case(case.id)
        with pytest.raises(Damaged, match=r"written by another judgekit.*or play its position again"):
            case.entries(case.branch(), 0, 5)


def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "cases.sqlite"
    path.write_bytes(b"this is not a database, it is a letter" * 100)
    before = path.read_bytes()
    with pytest.raises(Damaged, match="cannot be read as a judgekit database"):
        Archive(path).cases()
    assert path.read_bytes() == before


def test_a_database_damaged_inside_is_a_clear_error(tmp_path: Path) -> None:
    archive, case, sitting = begin(tmp_path)
    with archive:
        play(sitting, seed=3, answers=40)
        archive.store.database.execute("PRAGMA wal_checkpoint(truncate)")
    path = archive.store.path
    data = bytearray(path.read_bytes())
    data[4096 * 6 :] = b"\xff" * (len(data) - 4096 * 6)
    path.write_bytes(bytes(data))
    with Archive(path) as again, pytest.raises(Damaged):
        again.case(case.id).entries(sitting.branch)


def test_a_database_of_a_newer_judgekit_is_left_alone(tmp_path: Path) -> None:
    with Store(tmp_path / "x.sqlite") as store:
        store.database.execute("INSERT INTO case_migrations VALUES (99, '')")
    with Store(tmp_path / "x.sqlite") as again, pytest.raises(Damaged, match=r"a newer judgekit .* upgrade"):
        again.cases()


def test_an_empty_database_is_brought_up_to_date_once(tmp_path: Path) -> None:
    for _ in range(2):
        with Store(tmp_path / "x.sqlite") as store:
            versions = store.database.execute("SELECT version FROM case_migrations").fetchall()
            assert len(versions) == len(MIGRATIONS)
            assert store.database.journal_mode == "wal"
