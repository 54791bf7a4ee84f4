"""Clause numbers of every style: `10.4.3.1`, `4-5-3-1`, `14-13c-2a`.

A bullet that has no number of its own is `8-4c#1`; what stands after the last chapter may begin with a
name, `Appendix-2`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TypeAlias

SortKey: TypeAlias = tuple[tuple[int, int, str], ...]

_NUMBER = re.compile(r"(?:\d+|[A-Z][A-Za-z]*)(?:(?:\.\d+)*|(?:-\d+[a-z]?)*)(?:#\d+)?")
_WITHIN = re.compile(r"\d+(?:(?:\.\d+)+|(?:-\d+[a-z]?)+)(?:#\d+)?")  # a chapter alone is only a number
_LEVEL = re.compile(r"#(?P<bullet>\d+)|(?:^|[.-])(?P<digits>\d+)|(?P<letter>[a-z])|(?P<name>[A-Z][A-Za-z]*)")
_RANK = {"bullet": 0, "digits": 1, "letter": 2, "name": 3}  # the order of a parent's children


def is_number(text: str) -> bool:
    return _NUMBER.fullmatch(text) is not None


def sort_key(number: str) -> SortKey:
    """The book's order: a clause, its bullets, its children, its next sibling."""
    if not is_number(number):
        raise ValueError(f"{number!r} is not a clause number; write it like 10.4.3.1, 14-13c-2a or 8-4c#1")
    return tuple(_level(match) for match in _LEVEL.finditer(number))


def parent(number: str) -> str | None:
    """The clause one level up, whether or not the book has it; None for a chapter."""
    *_, last = _LEVEL.finditer(number)
    return number[: last.start()] or None


def renumbered(text: str, numbers: Mapping[str, str]) -> str:
    """A sentence that names clauses, with the numbers that they have in another edition."""
    return _WITHIN.sub(lambda match: numbers.get(match[0], match[0]), text)


def numbers_in(text: str) -> list[str]:
    """The clauses that a sentence names."""
    return _WITHIN.findall(text)


def _level(match: re.Match[str]) -> tuple[int, int, str]:
    kind = match.lastgroup
    assert kind is not None  # one of the groups has matched
    text = match[kind]
    return (_RANK[kind], int(text), "") if text.isdigit() else (_RANK[kind], 0, text)
