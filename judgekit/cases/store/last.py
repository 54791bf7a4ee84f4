"""How far the journal went, beside the database: a disk or a copy that has lost the end of it is noticed."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

Row = tuple[int, bytes]  # a row of the journal, and its hash
Seal = Callable[..., bytes]


def file_of(database: Path) -> Path:
    return database.with_name(f"{database.name}.last")


def keep(database: Path, row: Row, seal: Seal) -> None:
    """Called after the row is written: a crash in between leaves an earlier one, which is harmless."""
    file = file_of(database)
    with suppress(OSError):
        if not file.exists():
            file.touch(mode=0o600)
        file.write_bytes(_text(row, seal))


def missing(database: Path, end: Row, seal: Seal) -> str:
    """What to say if the journal once went further than it does now."""
    try:
        said = file_of(database).read_text("ascii")
        number, mark, _ = said.split()
        is_ours = said.encode() == _text((int(number), bytes.fromhex(mark)), seal)
    except (OSError, ValueError):
        return ""
    if not is_ours or int(number) <= end[0]:
        return ""
    return (
        f"what was written last is gone: the journal went to row {number}, and ends with row {end[0]}. An "
        "older file was put in its place, or the disk has lost the end of it; a backup may have it"
    )


def forget(database: Path) -> None:
    """A different database is used from now on, on purpose."""
    file_of(database).unlink(missing_ok=True)


def _text(row: Row, seal: Seal) -> bytes:
    return f"{row[0]} {row[1].hex()} {seal(b'last', str(row[0]).encode(), row[1]).hex()}\n".encode()
