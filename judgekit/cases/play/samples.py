"""Cases to look at, so that a new database is not empty."""

from __future__ import annotations

from pathlib import Path

from judgekit import paths
from judgekit.cases.play.case import Archive
from judgekit.errors import is_ours
from judgekit.known import titled

LIMIT = 2000


def add_samples(database: Path) -> list[str]:
    """Make the sample cases if there are none at all; returns what is wrong with those that failed."""
    problems: list[str] = []
    with Archive(database) as archive:
        if archive.cases():
            return problems
        archive.create("duel-60", "", "Duel-60: forty moves").sit().run(40)
        for path in sorted((paths.fixtures() / "positions").rglob("*.toml")):
            try:
                name = f"{titled(path.parent.name)}: {path.stem.replace('-', ' ')}"
                archive.create("position", path.read_text("utf-8"), name).sit().run(LIMIT)
            except Exception as problem:
                if not is_ours(problem):
                    raise
                problems.append(f"{path.name}: {problem}")
    return problems
