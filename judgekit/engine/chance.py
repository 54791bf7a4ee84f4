"""Chance from a seed, the same on every machine and in every version of Python."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeVar

T = TypeVar("T")


def shuffled(things: Sequence[T], seed: int, moment: int) -> tuple[T, ...]:
    """A random order that depends on the seed and the moment alone."""
    keys = [blake2b(f"{seed}/{moment}/{at}".encode(), digest_size=8).digest() for at in range(len(things))]
    return tuple(things[at] for at in sorted(range(len(things)), key=keys.__getitem__))
