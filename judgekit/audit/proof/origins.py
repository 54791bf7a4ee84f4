"""Where an expected answer comes from: what counts as proof, and what only repeats what judgekit says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Literal

from judgekit.narrate.said import said

Origin = Literal["official answer", "head judge", "own reading", "computed"]
ORIGINS: tuple[Origin, ...] = ("official answer", "head judge", "own reading", "computed")
OWN = ("reading of the book", "own reading", "drawn by lot")
WEIGHT: dict[Origin, int] = {"official answer": 3, "head judge": 2, "own reading": 1, "computed": 0}


def origin_of(source: str) -> Origin:
    """By a ruling's `source`: a reading of the book is our own; a head judge is named; `computed` is what
    judgekit itself said, and proves nothing; anything else names an official answer."""
    told = source.strip().casefold()
    if told.startswith(OWN):
        return "own reading"
    if told.startswith("head judge"):
        return "head judge"
    return "computed" if told.startswith("computed") else "official answer"


def counted(sources: Iterable[str]) -> dict[Origin, int]:
    """How many of each origin, those that prove most first."""
    many = Counter(map(origin_of, sources))
    return {origin: many[origin] for origin in ORIGINS}


def told(many: dict[Origin, int]) -> str:
    return ", ".join(said("of an origin", n=count, origin=origin) for origin, count in many.items() if count)
