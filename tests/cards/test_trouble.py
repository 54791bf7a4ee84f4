"""What goes wrong with the file of a library is told as what it is, and nothing is lost by the way out."""

from __future__ import annotations

import io
import json
import sqlite3
import stat
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from judgekit.audit.bench.cards import made_up
from judgekit.cards import samples
from judgekit.cards.finding import find
from judgekit.cards.library import Library
from judgekit.cards.naming import library_beside
from judgekit.cases.errors import CaseError
from judgekit.cases.play.case import Archive
from judgekit.cases.store import file
from judgekit.cli import main
from judgekit.web.cards import views
from tests.web.table import Visitor, app_on


@pytest.fixture
def path(tmp_path: Path) -> Path:
    where = tmp_path / "home" / "cards.sqlite"
    with Library(where) as library:
        samples.take_sample(library, "godzilla")
    return where


def test_a_library_is_for_its_owner_alone(path: Path) -> None:
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_damaged_library_is_left_where_it_is(path: Path) -> None:
    path.write_bytes(b"no database at all" * 100)
    with pytest.raises(CaseError, match=r"nothing was changed.*`judgekit restore` brings a backup back"):
        Library(path)
    assert path.read_bytes().startswith(b"no database")


def test_cards_are_found_while_somebody_writes_and_writers_are_told(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file, "WAIT", 0.2)
    with closing(sqlite3.connect(path, isolation_level=None)) as other, Library(path) as library:
        other.execute("BEGIN EXCLUSIVE")
        assert find(library, "godzilla", "warden", 3) is not None
        assert library.cards("godzilla")
        with pytest.raises(CaseError, match="is being written by another process; try again"):
            samples.take_sample(library, "gate-ruler")
        other.execute("ROLLBACK")
        samples.take_sample(library, "gate-ruler")


def test_a_full_disk_is_told_and_everything_before_is_there(path: Path) -> None:
    with Library(path) as library:
        before = library.digest("godzilla")
        (pages,) = library.rows("PRAGMA page_count")[0]
        library.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(CaseError, match=r"is full: this was not written, everything before it is there"):
            samples.take_sample(library, "gate-ruler")
        assert library.digest("godzilla") == before
        assert library.cards("gate-ruler") == []


def test_the_doctor_looks_at_the_library_too(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JUDGEKIT_HOME", str(path.parent))
    with Archive(path.with_name("judgekit.sqlite")) as archive:
        archive.cases()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = delete")
    data = bytearray(path.read_bytes())
    data[4096 : 4096 + 2048] = b"\xff" * 2048
    path.write_bytes(bytes(data))
    told = CliRunner().invoke(main, ["doctor"])
    assert told.exit_code == 1
    assert "cards.sqlite: " in told.output
    assert "`judgekit restore` brings a backup back" in told.output


def test_a_long_list_comes_in_beside_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "ROWS", 50)
    visitor = Visitor(app_on(tmp_path / "judgekit.sqlite"))
    data = json.dumps(made_up(60, 4)).encode()
    sent = visitor.post("/library/import", game="godzilla", file=(io.BytesIO(data), "list.json"))
    assert sent.status_code == 303
    shown = visitor.get(visitor.followed(sent.headers["Location"]))
    assert "64 rows" in shown.text
    with Library(library_beside(tmp_path / "judgekit.sqlite")) as library:
        assert len(library.cards("godzilla")) == 60


def test_a_long_list_that_is_stopped_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, "ROWS", 50)
    visitor = Visitor(app_on(tmp_path / "judgekit.sqlite"))
    jobs = visitor.app.extensions["judgekit"].jobs
    started = jobs.start

    def stopped(*given: object, **named: object) -> object:
        job = started(*given, **named)
        job.is_unwanted = True
        return job

    monkeypatch.setattr(jobs, "start", stopped)
    data = json.dumps(made_up(900, 4)).encode()
    sent = visitor.post("/library/import", game="godzilla", file=(io.BytesIO(data), "list.json"))
    job = jobs.find(int(sent.headers["Location"].rpartition("/")[2]))
    assert job.is_over.wait(120)
    assert job.status == "stopped"
    with Library(library_beside(tmp_path / "judgekit.sqlite")) as library:
        assert library.cards("godzilla") == []
