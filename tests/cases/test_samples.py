"""A new database is not empty when somebody looks at it first."""

from __future__ import annotations

from pathlib import Path

from judgekit import paths
from judgekit.cases.play.case import Archive
from judgekit.cases.play.samples import add_samples


def test_samples_are_put_into_an_empty_database_only(tmp_path: Path) -> None:
    for _ in range(2):
        assert add_samples(tmp_path / "new.sqlite") == []
        with Archive(tmp_path / "new.sqlite") as archive:
            made = [case.name for case in archive.cases()]
            assert made[0] == "Duel-60: forty moves"
            assert len(made) == 1 + len(list((paths.fixtures() / "positions").rglob("*.toml")))
