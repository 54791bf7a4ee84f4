"""How clause numbers are made: the three styles, what may follow a number, what is missing between two.

`10.4.3.1` is dotted, `4-5-3-1` is hyphened, `14-13c-2a` is lettered. A style knows a number's first child
and next sibling, so a reader of a damaged text can tell the number it expects from a number it merely meets.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Literal

import msgspec

StyleName = Literal["dotted", "hyphened", "lettered"]
Parts = tuple[str, ...]

_PART = re.compile(r"\d+|[a-z]+")
_SHAPES: dict[StyleName, str] = {
    "dotted": r"\d{1,2}(?:\.\d{1,2})*",
    "hyphened": r"\d{1,2}(?:-\d{1,2})*",
    "lettered": r"\d{1,2}(?:-\d{1,2}(?:[a-z](?:-\d{1,2}[a-z]?)?)?)?",
}
_NO_LINK = r"(?![\w]|[.-]\w)"  # the number does not go on
_NOT_INSIDE = r"(?<![\w.$-])"
_MANY = 4096  # more numbers than a book has: each is taken to pieces once


class Style(msgspec.Struct, frozen=True):
    """One way of writing clause numbers."""

    name: StyleName

    def leading(self) -> re.Pattern[str]:
        """A number that opens a line. One part alone needs its full stop, or it is only a figure."""
        return _leading(self.name)

    def inside(self) -> re.Pattern[str]:
        """A number of at least two parts anywhere in a line."""
        return _inside(self.name)

    def join(self, parts: Parts) -> str:
        separator = "." if self.name == "dotted" else "-"
        text = parts[0]
        for part in parts[1:]:
            text += part if part.isalpha() else separator + part
        return text

    def first_child(self, number: str) -> str:
        parts = parts_of(number)
        letter = self.name == "lettered" and len(parts) in (2, 4)
        return self.join((*parts, "a" if letter else "1"))

    def next_sibling(self, number: str) -> str:
        parts = parts_of(number)
        return self.join((*parts[:-1], _successor(parts[-1])))

    def may_follow(self, number: str) -> frozenset[str]:
        """The numbers that can come next in an intact book: a child, or the next sibling at any level."""
        return _may_follow(self, number)

    def between(self, before: str, after: str) -> list[str]:
        """The numbers a book without gaps would have after `before` and ahead of `after`."""
        left, right = parts_of(before), parts_of(after)
        common = 0
        while common < min(len(left), len(right)) and left[common] == right[common]:
            common += 1
        missing: list[str] = []
        for depth in range(common, len(right)):
            start = _successor(left[depth]) if depth == common and depth < len(left) else _first(right[depth])
            missing += [self.join((*right[:depth], part)) for part in _run(start, right[depth])]
            if depth < len(right) - 1:
                missing.append(self.join(right[: depth + 1]))
        return missing


@cache
def _leading(name: StyleName) -> re.Pattern[str]:
    stop = r"\s?\.(?=\D|$)"
    if name == "dotted":
        stop = rf"(?:{stop}|(?<=\.\d)(?=\s)|(?<=\.\d\d)(?=\s))"
    return re.compile(rf"({_SHAPES[name]}){stop}\s*")


@cache
def _inside(name: StyleName) -> re.Pattern[str]:
    shape = _SHAPES[name]
    long = shape.replace(")?)?)?", ")?)?)") if name == "lettered" else shape.replace(")*", ")+")
    return re.compile(rf"{_NOT_INSIDE}({long}){_NO_LINK}")


@lru_cache(_MANY)
def _may_follow(style: Style, number: str) -> frozenset[str]:
    parts = parts_of(number)
    next_ones = (style.join((*parts[:at], _successor(part))) for at, part in enumerate(parts))
    return frozenset((style.first_child(number), *next_ones))


DOTTED, HYPHENED, LETTERED = Style("dotted"), Style("hyphened"), Style("lettered")


@lru_cache(_MANY)
def parts_of(number: str) -> Parts:
    return tuple(_PART.findall(number.partition("#")[0]))


def forget() -> None:
    """Clear the cache: no number has been split into parts yet."""
    for remembered in (parts_of, _may_follow, _leading, _inside):
        remembered.cache_clear()


def depth_of(number: str) -> int:
    return len(parts_of(number)) + ("#" in number)


def style_of(numbers: Iterator[str] | list[str]) -> Style:
    """The style that a book's numbers are written in."""
    seen = list(numbers)
    if any(re.fullmatch(r"\d+-\d+[a-z].*", number) for number in seen):
        return LETTERED
    return HYPHENED if any("-" in number for number in seen) else DOTTED


def _successor(part: str) -> str:
    if part.isdigit():
        return str(int(part) + 1)
    return part[:-1] + chr(ord(part[-1]) + 1) if part[-1] < "z" else part + "a"


def _first(part: str) -> str:
    return "1" if part.isdigit() else "a"


def _run(start: str, stop: str) -> Iterator[str]:
    """From start up to, not including, stop; nothing when stop comes first or is of another sort."""
    if start.isdigit() != stop.isdigit():
        return
    while (len(start), start) < (len(stop), stop):
        yield start
        start = _successor(start)
