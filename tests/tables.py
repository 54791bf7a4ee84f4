"""Files of tables, each read by tomllib once: rulings are opened by many tests, and by every worker."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

ROOMS = ("rulings", "fixtures", "judgekit", "tests")
_read: Callable[..., dict[str, Any]] = tomllib.loads


def keep(root: Path, folder: Path) -> None:
    """Read what is in the project and not yet known, for those who `remember`."""
    before = _known(folder)
    texts = {file.read_text("utf-8") for room in ROOMS for file in (root / room).rglob("*.toml")}
    now = {text: before.get(text) or _packed(text) for text in texts}
    folder.mkdir(parents=True, exist_ok=True)
    _place(folder).write_bytes(msgspec.msgpack.encode({text: kept for text, kept in now.items() if kept}))


def remember(folder: Path) -> None:
    """A text that was read before is not read again; every reader has tables of its own all the same."""

    def loads(text: str, /, **options: Any) -> dict[str, Any]:
        kept = None if options else _known(folder).get(text)
        return _read(text, **options) if kept is None else msgspec.msgpack.decode(kept, type=dict[str, Any])

    if _place(folder).is_file():
        tomllib.loads = loads


def _packed(text: str) -> bytes:
    """Nothing, if the text is no TOML, or has what would come back as something else."""
    try:
        data = _read(text)
        kept = msgspec.msgpack.encode(data)
    except (ValueError, OverflowError, RecursionError):
        return b""
    return kept if msgspec.msgpack.decode(kept) == data else b""


@cache
def _known(folder: Path) -> dict[str, bytes]:
    place = _place(folder)
    return msgspec.msgpack.decode(place.read_bytes(), type=dict[str, bytes]) if place.is_file() else {}


def _place(folder: Path) -> Path:
    return folder / f"tables-{sys.implementation.cache_tag}.msgpack"
