from __future__ import annotations

from pathlib import Path

import pytest

from tests.web.table import Visitor, app_on, played


@pytest.fixture(scope="session")
def library(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with one long case in it; tests only look at it."""
    database = tmp_path_factory.mktemp("web") / "judgekit.sqlite"
    played(database)
    return database


@pytest.fixture(scope="session")
def reader(library: Path) -> Visitor:
    return Visitor(app_on(library))


@pytest.fixture
def visitor(tmp_path: Path) -> Visitor:
    """A visitor of a judgekit of their own."""
    return Visitor(app_on(tmp_path / "judgekit.sqlite"))
