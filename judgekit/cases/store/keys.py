"""Secrets of a folder: files that only their owner can read."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from judgekit import paths

SIZE = 32


def secret(path: Path) -> bytes:
    """The secret in a file, made on first use; where nothing can be written, one for this process alone."""
    try:
        found = path.read_bytes()
    except OSError:
        found = b""
    return found if len(found) == SIZE else _made(path)


def _made(path: Path) -> bytes:
    fresh = secrets.token_bytes(SIZE)
    try:
        paths.make(path.parent)
        part = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
        with os.fdopen(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file:
            file.write(fresh)
        if path.exists() and path.stat().st_size != SIZE:
            path.replace(path.with_name(f"{path.name}.damaged"))  # no secret is ever thrown away
        try:
            _put(part, path)
        except FileExistsError:  # another process was quicker: its secret counts
            fresh = path.read_bytes()
        finally:
            part.unlink(missing_ok=True)
    except OSError:
        pass
    return fresh


def _put(part: Path, path: Path) -> None:
    """Give a file its name, if no other one has it."""
    try:
        os.link(part, path)
    except FileExistsError:
        raise
    except OSError:  # a disk without hard links, such as a memory stick
        if path.exists():
            raise FileExistsError from None
        part.replace(path)
