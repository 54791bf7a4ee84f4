"""Compiled grammars kept on disk, so that a cold start does not read the grammar files with Lark each time.

The name of a file carries a fingerprint of the grammar and of its compiler: a changed grammar
is a new file. Without a place to write, everything works, only slower.
"""

from __future__ import annotations

import contextlib
import hashlib
import inspect
from pathlib import Path

import msgspec

from judgekit.cardtext import reader as chart
from judgekit.cardtext import scan
from judgekit.cardtext.reader import Grammar, compile_grammar
from judgekit.paths import cache, make


def stored_grammar(game: str, source: str) -> Grammar:
    """The compiled grammar, from disk if it is there."""
    file = place(game, source)
    found = read(file)
    if found is None:
        found = compile_grammar(source, "line")
        write(file, found)
    return found


def place(game: str, source: str) -> Path:
    parts = (source, inspect.getsource(chart), inspect.getsource(scan))
    fingerprint = hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]
    return cache() / f"cardtext-{game}-{fingerprint}.msgpack"


def read(file: Path) -> Grammar | None:
    try:
        return msgspec.msgpack.decode(file.read_bytes(), type=Grammar)
    except (OSError, msgspec.MsgspecError):
        return None


def write(file: Path, grammar: Grammar) -> None:
    with contextlib.suppress(OSError):
        make(file.parent)
        for old in file.parent.glob(f"{file.name.rsplit('-', 1)[0]}-*.msgpack"):
            old.unlink(missing_ok=True)
        fresh = file.with_suffix(".new")
        fresh.write_bytes(msgspec.msgpack.encode(grammar))
        fresh.replace(file)
