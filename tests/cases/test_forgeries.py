"""What is called verified is what was recorded: edits past judgekit are found, each with its name."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path

import msgspec
import pytest

from judgekit.cases.errors import Damaged
from judgekit.cases.play.case import Archive
from judgekit.cases.play.verify import standing, verify
from judgekit.cases.store import journal, remarks
from judgekit.cases.store.store import EVERY, chained
from judgekit.engine.codec import decode_entry, encode_entry, encode_state
from tests.cases.skirmish import begin, play

Forgery = Callable[[sqlite3.Connection], object]


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A case with two branches, a note and a mark; both branches known to be verified."""
    archive, case, sitting = begin(tmp_path)
    with archive:
        play(sitting, seed=5, answers=60)
        other = case.fork(case.branch(), 20, "other", {"D-1": "oldest"})
        play(case.sit(other), seed=9, answers=3)
        remarks.note(case, case.branch().id, "7", "HJ", "looked at twice")
        remarks.mark(case, other.id, "struck", "HJ", "not what was played")
        for branch in case.branches():
            assert verify(case, branch).status == "verified"
    return archive.store.path


def forge(path: Path, forgery: Forgery) -> None:
    """Edit a database as somebody would who knows SQLite."""
    connection = sqlite3.connect(path)
    for (trigger,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        connection.execute(f"DROP TRIGGER {trigger}")
    forgery(connection)
    connection.commit()
    connection.close()


def rechain(connection: sqlite3.Connection, branch: int) -> None:
    """Compute every hash of a branch anew, as a careful forger does."""
    (pinned,) = connection.execute("SELECT pinned FROM cases").fetchone()
    mark = chained(b"", bytes(pinned))
    rows = connection.execute(
        "SELECT place, entry FROM entries WHERE branch = ? ORDER BY place", (branch,)
    ).fetchall()
    for place, entry in rows:
        mark = blake2b(mark + entry, digest_size=16).digest()
        connection.execute("UPDATE entries SET hash = ? WHERE place = ?", (mark, place))
    connection.execute("UPDATE branches SET head = ?, hash = ? WHERE id = ?", (len(rows), mark, branch))


def flip_a_byte(connection: sqlite3.Connection) -> None:
    place, entry = connection.execute("SELECT place, entry FROM entries WHERE seq = 5").fetchone()
    connection.execute(
        "UPDATE entries SET entry = ? WHERE place = ?", (entry.replace(b'"1.', b'"2.', 1), place)
    )


def rewrite_an_entry(connection: sqlite3.Connection) -> None:
    """Another clause in the middle of the log, with every hash computed anew: the same length."""
    place, entry = connection.execute("SELECT place, entry FROM entries WHERE seq = 5").fetchone()
    changed = msgspec.structs.replace(decode_entry(entry), path=("1.1",))
    connection.execute("UPDATE entries SET entry = ? WHERE place = ?", (encode_entry(changed), place))
    rechain(connection, 1)


def truncate(connection: sqlite3.Connection) -> None:
    connection.execute("DELETE FROM entries WHERE branch = 1 AND seq >= 30")
    connection.execute("DELETE FROM snapshots WHERE branch = 1")
    rechain(connection, 1)


def truncate_everything(connection: sqlite3.Connection) -> None:
    """The log, and the journal as if the rest had never been written."""
    head = connection.execute("SELECT head FROM branches WHERE id = 1").fetchone()[0]
    truncate(connection)
    connection.execute("DELETE FROM notes")
    connection.execute("DELETE FROM line_marks")
    connection.execute("DELETE FROM branches WHERE id = 2")
    connection.execute("DELETE FROM journal WHERE id > 3")
    told, mark = connection.execute("SELECT head, hex(hash) FROM branches WHERE id = 1").fetchone()
    assert told < head
    connection.execute("DELETE FROM journal WHERE id > 2")
    journal.write(connection, 1, "grew", branch=1, row=[told, mark.lower()])


def add_to_the_journal(connection: sqlite3.Connection) -> None:
    journal.write(connection, 1, "labelled", name="Another", tags=[], archived=False, event="")


def drop_notes(connection: sqlite3.Connection) -> None:
    connection.execute("DELETE FROM notes")


def edited(statement: str) -> Forgery:
    return lambda connection: connection.execute(statement)


FORGERIES: dict[str, tuple[Forgery, str]] = {
    "one flipped byte": (flip_a_byte, "entry 5 is not what was written there"),
    "a rewritten chain of equal length": (rewrite_an_entry, "was rewritten"),
    "a consistent truncation": (truncate, "has 30 entries; the journal says"),
    "a truncation of log and journal": (truncate_everything, "the journal of case 1 was cut off"),
    "a word added to the journal": (add_to_the_journal, "was not written here"),
    "the edition": (edited("UPDATE cases SET edition = 'toy/1'"), "listed as toy/1"),
    "the readings of a branch": (
        edited("""UPDATE branches SET readings = '{"D-1":"newest"}' WHERE id = 1"""),
        "its readings is",
    ),
    "the name": (edited("UPDATE cases SET name = 'Another'"), "its name is 'Another'"),
    "the date of a case": (edited("UPDATE cases SET created = '1999-01-01'"), "its date is '1999-01-01'"),
    "the date of a branch": (edited("UPDATE branches SET created = '1999'"), "its date is '1999'"),
    "the name of a branch": (edited("UPDATE branches SET name = 'x' WHERE id = 1"), "its name is 'x'"),
    "a note taken away": (drop_notes, "its notes are not those of the journal"),
    "a mark taken away": (edited("DELETE FROM line_marks"), "what was struck or put first"),
    "a branch taken away": (edited("DELETE FROM branches WHERE id = 2"), "branch 'other' is missing"),
    "an edited journal": (edited("UPDATE journal SET told = '{}' WHERE id = 2"), "row 2 of the journal"),
    "a row of the journal taken away": (edited("DELETE FROM journal WHERE id = 2"), "the journal was edited"),
    "another position": (
        edited("UPDATE cases SET pinned = replace(pinned, 'Tank', 'Bank')"), "is not what was written there",
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", FORGERIES)
def test_a_forged_record_is_never_called_verified(database: Path, kind: str) -> None:
    forgery, told = FORGERIES[kind]
    with Archive(database) as archive:  # a server that is open all the while
        assert standing(archive.case(1), archive.case(1).branch()).status == "verified"  # type: ignore[union-attr]
        forge(database, forgery)
        case = archive.case(1)
        branch = case.branches()[0]
        found = [standing(case, branch), verify(case, branch)]
        assert [verdict and verdict.status for verdict in found] == ["altered", "altered"]
        assert all(verdict and told in verdict.reason for verdict in found), found
        with pytest.raises(Damaged, match="is not as it was recorded"):
            case.sit(branch)


def test_a_kept_state_that_was_forged_is_worked_out_again_and_told(database: Path) -> None:
    with Archive(database) as archive:
        case = archive.case(1)
        assert case.branch().head > EVERY
        true = case.at(case.branch(), EVERY)
    other = msgspec.structs.replace(true, turn_player="B" if true.turn_player == "A" else "A")
    forged = zlib.compress(encode_state(other), 9)
    forge(database, lambda c: c.execute("UPDATE snapshots SET state = ? WHERE seq = ?", (forged, EVERY)))
    with Archive(database) as archive:
        case = archive.case(1)
        assert case.at(case.branch(), EVERY + 1).turn_player == true.turn_player
        assert case.at(case.branch(), EVERY) == true
        (told,) = archive.store.mended(1)
        assert f"the state kept before entry {EVERY} of branch 'main' was not what its log gives" in told
        assert verify(case, case.branch()).status == "verified"
        assert archive.store.mended(1) == [told], "mended once"


def test_running_again_finds_a_forged_kept_state_too(database: Path) -> None:
    junk = zlib.compress(b"{}")
    forge(database, lambda c: c.execute("UPDATE snapshots SET state = ?", (junk,)))
    with Archive(database) as archive:
        verify(archive.case(1), archive.case(1).branch())
        assert archive.store.mended(1)


def test_a_case_that_was_deleted_is_missed(database: Path) -> None:
    def delete(connection: sqlite3.Connection) -> None:
        for table in ("entries", "snapshots", "branches", "cases"):
            connection.execute(f"DELETE FROM {table}")

    forge(database, delete)
    with Archive(database) as archive:
        assert archive.store.lost() == ["case 1 was taken out of the database; nobody purged it"]
    forge(database, edited("DELETE FROM journal WHERE id > 1"))
    with Archive(database) as archive:
        assert archive.store.lost()
    forge(database, edited("UPDATE journal SET id = 4"))
    with Archive(database) as archive:
        assert "3 rows of the journal are missing" in archive.store.lost()


def test_a_case_that_was_hidden_past_judgekit_is_missed(database: Path) -> None:
    forge(database, edited("UPDATE cases SET removed = 'x'"))
    with Archive(database) as archive:
        (told,) = archive.store.lost()
        assert "it was removed or restored without a word in the journal" in told


def test_a_forged_verdict_counts_for_nothing(database: Path) -> None:
    forge(database, edited("UPDATE verdicts SET verdict = replace(verdict, 'verified', 'diverged')"))
    with Archive(database) as archive:
        found = standing(archive.case(1), archive.case(1).branch())
        assert found is not None
        assert found.status == "verified"


def test_the_head_of_a_record_is_the_same_wherever_it_is_and_another_for_every_change(
    database: Path, tmp_path: Path
) -> None:
    from judgekit.cases.store.bundle import bring, export

    with Archive(database) as archive:
        case = archive.case(1)
        heads = [archive.store.record(branch) for branch in case.branches()]
        assert len({archive.store.record(case.branch(), n) for n in range(case.branch().head + 1)}) > 30
        export(case, tmp_path / "case.judgekit")
    with Archive(tmp_path / "elsewhere" / "cases.sqlite") as other:
        brought = bring(other, tmp_path / "case.judgekit")
        assert [other.store.record(branch) for branch in brought.branches()] == heads


def test_a_database_in_another_folder_is_worked_out_anew_and_nothing_is_called_wrong(
    database: Path, tmp_path: Path
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    with Archive(database) as archive:
        archive.store.database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    (elsewhere / "cases.sqlite").write_bytes(database.read_bytes())
    with Archive(elsewhere / "cases.sqlite") as archive:
        case = archive.case(1)
        found = standing(case, case.branch())
        assert found is not None
        assert found.status == "verified"
        assert archive.store.mended(1) == []


def test_whoever_writes_while_a_case_is_looked_at_makes_nothing_wrong(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    account = journal._account
    written: list[int] = []

    def meanwhile(connection: sqlite3.Connection, number: int) -> journal.Account:
        found = account(connection, number)
        if not written:
            written.append(1)
            with Archive(database) as other:
                play(other.case(1).sit(), seed=3, answers=1)
        return found

    with Archive(database) as archive:
        before = archive.case(1).branch().head
        monkeypatch.setattr(journal, "_account", meanwhile)
        assert archive.store.problems(1) == []
        assert archive.store.problems(1) == []
        assert archive.case(1).branch().head > before


def test_a_journal_of_what_no_list_shows_is_missed_too(database: Path) -> None:
    with Archive(database) as archive:
        archive.store.remove(1, "twice")
    forge(database, edited("DELETE FROM journal WHERE id = (SELECT max(id) FROM journal)"))
    with Archive(database) as archive:
        assert any("the journal of case 1 was cut off" in told for told in archive.store.lost())
