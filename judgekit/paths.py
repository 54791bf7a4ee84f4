"""Where judgekit keeps a user's data, and where it finds what it ships outside the package."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

PACKAGE = Path(__file__).parent


def home() -> Path:
    """The user's data folder: JUDGEKIT_HOME, or the place the platform gives such data."""
    chosen = os.environ.get("JUDGEKIT_HOME")
    return Path(chosen) if chosen else platformdirs.user_data_path("judgekit")


def cache() -> Path:
    """What can be worked out again: JUDGEKIT_CACHE, or a folder in the user's data folder."""
    chosen = os.environ.get("JUDGEKIT_CACHE")
    return Path(chosen) if chosen else home() / "cache"


def make(folder: Path) -> None:
    """A folder for the user's data; any part created here is for its owner only."""
    for one in reversed((folder, *folder.parents)):
        if not one.is_dir():
            one.mkdir(mode=0o700, exist_ok=True)


def database() -> Path:
    return home() / "judgekit.sqlite"


def templates() -> Path:
    return _shipped("templates")


def rulings() -> Path:
    return _shipped("rulings")


def fixtures() -> Path:
    return _shipped("fixtures")


def _shipped(name: str) -> Path:
    """A top-level folder of a checkout; an installed judgekit carries it inside the package."""
    beside = PACKAGE.parent / name
    if beside.is_dir() and (PACKAGE.parent / "pyproject.toml").is_file():
        return beside
    return PACKAGE / "_installed" / name
