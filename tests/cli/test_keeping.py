"""A backup has everything of the home folder that is not made again by itself."""

from __future__ import annotations

import sqlite3
import stat
from pathlib import Path

import pytest
from click.testing import CliRunner

from judgekit import paths
from judgekit.cards.where import own_library
from judgekit.cases.store import signing
from judgekit.cli import main
from judgekit.teach.store import Store, beside


def _run(*words: str, code: int = 0) -> str:
    done = CliRunner().invoke(main, words)
    assert done.exit_code == code, done.output
    return done.output


def _paper(name: str) -> None:
    with Store(beside(paths.database())).writing() as connection:
        connection.execute("INSERT INTO papers (name, data, created) VALUES (?, x'00', '2026')", (name,))


def _papers() -> list[str]:
    with sqlite3.connect(beside(paths.database())) as connection:
        return [name for (name,) in connection.execute("SELECT name FROM papers ORDER BY id")]


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A backup of a home with cards, a paper and a key, and no case."""
    monkeypatch.setenv("JUDGEKIT_HOME", str(tmp_path / "home"))
    _run("cards", "sample", "gate-ruler")
    _paper("Spring exam")
    _run("sign", "--on")
    _run("backup", str(tmp_path / "copy.sqlite"))
    return tmp_path / "copy.sqlite"


def test_cards_papers_and_the_key_come_back_on_another_machine(
    copy: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    key = (paths.database().parent / signing.NAME).read_bytes()
    copy.chmod(0o400)
    monkeypatch.setenv("JUDGEKIT_HOME", str(tmp_path / "other"))
    _run("restore", str(copy))
    with own_library() as library:
        assert library.games()["gate-ruler"] >= 60
    assert _papers() == ["Spring exam"]
    restored = paths.database().parent / signing.NAME
    assert restored.read_bytes() == key
    assert stat.S_IMODE(restored.stat().st_mode) == 0o600
    assert "nothing is wrong" in _run("doctor")


def test_what_was_there_is_kept_beside(copy: Path) -> None:
    _paper("Written since")
    _run("restore", str(copy))
    assert _papers() == ["Spring exam"]
    (kept,) = paths.database().parent.glob("teach.sqlite.before-restore-*")
    with sqlite3.connect(kept) as connection:
        assert connection.execute("SELECT count(*) FROM papers").fetchone() == (2,)


def test_a_backup_whose_parts_are_broken_changes_nothing(copy: Path) -> None:
    with sqlite3.connect(copy) as connection:
        connection.execute("UPDATE beside SET packed = substr(packed, 1, 20) WHERE name = 'teach.sqlite'")
    connection.close()
    _paper("Written since")
    assert "teach.sqlite is not whole" in _run("restore", str(copy), code=2)
    assert _papers() == ["Spring exam", "Written since"]
