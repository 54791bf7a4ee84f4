"""File names of card libraries: the unnamed one, and those that events name."""

from __future__ import annotations

import re
from pathlib import Path

from judgekit.cases.store.profiles import A_LIBRARY

FILE = "cards.sqlite"
NAMED = re.compile(rf"cards-({A_LIBRARY.pattern})\.sqlite")


def library_beside(database: Path, name: str = "") -> Path:
    return database.with_name(f"cards-{name}.sqlite" if name else FILE)


def named_libraries(folder: Path) -> list[str]:
    """The names of the libraries in a folder, except the unnamed one."""
    found = (NAMED.fullmatch(file.name) for file in folder.glob("cards-*.sqlite"))
    return sorted(one[1] for one in found if one)
