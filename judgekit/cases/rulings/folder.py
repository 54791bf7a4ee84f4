"""Where the worked rulings are; what is in them is read by `judgekit.cases.rulings.ruling`."""

from __future__ import annotations

from pathlib import Path

from judgekit import paths


def files(game: str = "") -> list[Path]:
    """All rulings that are there, of one game or of all."""
    return sorted(paths.rulings().glob(f"{game or '*'}/*.toml"), key=lambda path: path.parts)
