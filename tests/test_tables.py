"""Tables that are remembered are those that tomllib reads."""

from __future__ import annotations

import datetime
import tomllib
from pathlib import Path

import pytest

from tests import tables


def test_a_text_that_was_read_before_gives_the_same_tables_to_each_reader(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tomllib, "loads", tables._read)
    room = tmp_path / "rulings"
    room.mkdir()
    told = {
        "plain.toml": "n = [1, 2.0, true]\n[a]\nb = 'ü'",
        "day.toml": "day = 2026-11-18",
        "wrong.toml": "n =",
    }
    for name, text in told.items():
        (room / name).write_text(text, "utf-8")
    tables.keep(tmp_path, tmp_path / "kept")
    tables._known.cache_clear()
    tables.remember(tmp_path / "kept")
    assert tomllib.loads is not tables._read
    assert set(tables._known(tmp_path / "kept")) == {told["plain.toml"]}
    first, second = (tomllib.loads(told["plain.toml"]) for _ in range(2))
    assert first == second == {"n": [1, 2.0, True], "a": {"b": "ü"}}
    assert list(map(type, first["n"])) == [int, float, bool]
    assert first["a"] is not second["a"]
    assert tomllib.loads(told["day.toml"]) == {"day": datetime.date(2026, 11, 18)}
    with pytest.raises(tomllib.TOMLDecodeError):
        tomllib.loads(told["wrong.toml"])
