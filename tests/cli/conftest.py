"""A home of its own for every test, and the invented game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cases.skirmish import POSITION
from tests.cases.toy_game import known


@pytest.fixture(autouse=True)
def toy() -> Iterator[None]:
    with known():
        yield


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("JUDGEKIT_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sparks.toml").write_text(POSITION, "utf-8")
    return tmp_path / "home"
