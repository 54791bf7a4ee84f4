"""The list of cases, read without the engine."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from judgekit.cases.errors import Damaged
from judgekit.cases.store import catalogue
from judgekit.cases.store.schema import MIGRATIONS
from tests.cases.skirmish import POSITION, begin


def test_it_lists_what_the_store_lists(tmp_path: Path) -> None:
    archive, first, _ = begin(tmp_path)
    path = archive.store.path
    with archive:
        archive.create("position", POSITION, "second")
        archive.store.fork(first.branch(), 0, "other")
        wanted = [(row, archive.store.branches(row.id)) for row in archive.store.cases()]
    assert [len(lines) for _, lines in wanted] == [2, 1]
    assert catalogue.listed(path) == wanted


def test_without_a_database_there_is_no_case_and_none_is_made(tmp_path: Path) -> None:
    assert catalogue.listed(tmp_path / "x.sqlite") == []
    assert list(tmp_path.iterdir()) == []


def test_an_unfinished_database_is_brought_up_to_date(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite"
    path.touch()
    assert catalogue.listed(path) == []
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT max(version) FROM case_migrations").fetchone() == (len(MIGRATIONS),)
    connection.close()


def test_what_is_no_database_is_told(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite"
    path.write_text("no database at all, but some words that are long enough to look at" * 20)
    with pytest.raises(Damaged, match="Leave the file where it is"):
        catalogue.listed(path)


def test_a_newer_database_is_left_alone(tmp_path: Path) -> None:
    with begin(tmp_path)[0] as archive:
        path = archive.store.path
    with sqlite3.connect(path) as connection:
        connection.execute("INSERT INTO case_migrations VALUES (99, '')")
    connection.close()
    with pytest.raises(Damaged, match="upgrade judgekit"):
        catalogue.listed(path)
