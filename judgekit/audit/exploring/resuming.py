"""Searches that can be interrupted: a file with every finished situation, one per line.

Whatever ends the search, even a power cut, the lines that were written are good: one that was cut short is
left out, and what it said is worked out again.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from typing import IO

import msgspec

from judgekit.audit.exploring.graph import Node
from judgekit.audit.exploring.search import Keeper, Search
from judgekit.cases.play.fingerprint import fingerprint
from judgekit.engine.codec import encode_state
from judgekit.errors import JudgekitError

FLUSHED = 0.2  # seconds after which what is done is written down

_encoder = msgspec.json.Encoder()


class CannotResume(JudgekitError):
    """The file belongs to another search."""


class Head(msgspec.Struct, frozen=True):
    """What a search is about: only the same one may go on from its file."""

    search: str


class Kept(msgspec.Struct, array_like=True):
    key: str
    node: Node


@contextmanager
def kept(path: Path | None, search: Search) -> Iterator[None]:
    """Inside, what is done is written to the file, and what the file has is known."""
    if path is None:
        yield
        return
    head = Head(identity(search))
    size = _take_up(path, head, search) if path.exists() and path.stat().st_size else 0
    with path.open("r+b" if size else "wb") as file:
        file.truncate(size)
        file.seek(size)
        if not size:
            file.write(_encoder.encode(head) + b"\n")
        search.keeper = _Writer(file)
        yield


def identity(search: Search) -> str:
    line = search.line
    about = (
        line.rules.book.name, fingerprint(line.rules), sorted(line.readings.items()),
        sorted((name, one.text, str(one.properties)) for name, one in line.pool.definitions.items()),
        search.question.name, search.until.name, search.merged, search.faces,
    )  # fmt: skip
    seal = blake2b(encode_state(line.state), digest_size=16)
    seal.update(_encoder.encode(about))
    return seal.hexdigest()


def _take_up(path: Path, head: Head, search: Search) -> int:
    """What an earlier search had done; how much of the file is whole."""
    first, *rest = path.read_bytes().splitlines(keepends=True)
    try:
        found = msgspec.json.decode(first, type=Head)
    except msgspec.DecodeError as problem:
        raise CannotResume(
            f"{path} is not a file of a search ({problem}); name another one, or one that does not exist yet"
        ) from problem
    if found != head:
        raise CannotResume(
            f"{path} belongs to another search: another position, question, end or edition. "
            "Name another file, or remove this one to begin anew"
        )
    size = len(first)
    decoder = msgspec.json.Decoder(Kept)
    for line in rest:
        if not line.endswith(b"\n"):
            break
        one = decoder.decode(line)
        search.graph.nodes[one.key] = one.node
        size += len(line)
    return size


class _Writer(Keeper):
    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._last = time.monotonic()

    def keep(self, key: str, node: Node) -> None:
        self._file.write(_encoder.encode(Kept(key, node)) + b"\n")
        if time.monotonic() - self._last > FLUSHED:
            self._file.flush()
            self._last = time.monotonic()
