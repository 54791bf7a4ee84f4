"""Secrets of a folder: files that nobody but their owner reads."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

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
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        part = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
        with os.fdopen(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file:
            file.write(fresh)
        if path.exists() and path.stat().st_size != SIZE:
            path.unlink()
        try:
            os.link(part, path)  # another process may have been quicker: its secret counts
        except FileExistsError:
            fresh = path.read_bytes()
        part.unlink()
    except OSError:
        pass
    return fresh
