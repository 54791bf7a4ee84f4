"""A rulebook as data: its clauses in the book's order, its misprints, and the doubts it leaves open."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Literal

import msgspec

Kind = Literal[
    "heading",  # a title
    "definition",  # vocabulary; the shape of the data meets it
    "guard",  # a test, limit or computation that a transition cites as its reason
    "step",  # a place where the game can stand
    "action",  # performed from inside other clauses
    "rule action",  # happens by itself, at once or in a check
    "layer",  # a stage of applying continuous effects
    "keyword",  # what a keyword makes a card do
    "deck rule",  # deck construction
    "example",
    "information",
]

ACTING: frozenset[str] = frozenset({"step", "action", "rule action", "layer", "keyword"})
CONSULTED: frozenset[str] = frozenset({"guard", "deck rule"})


class Row(msgspec.Struct, frozen=True):
    """One clause. `gist` is our own wording; the official sentence is only ever imported by the user."""

    number: str
    kind: Kind
    gist: str
    title: str = ""  # headings only
    cites: tuple[str, ...] = ()  # cross-references as they are meant
    alias_of: str = ""  # a loose summary or duplicate of the clause that acts
    no_outcome: str = ""  # why nothing at a table hangs on it: no ruling can show more than its citation


class Misprint(msgspec.Struct, frozen=True):
    """A fault of the printed book: what it says at a clause, and what must be read instead."""

    clause: str
    printed: str
    read_as: str
    note: str = ""
    fault: Literal["publisher", "extraction"] = "publisher"


class Doubt(msgspec.Struct, frozen=True):
    """Where the book is silent or contradicts itself: the choices a head judge has, and our default."""

    id: str  # A-05, J-10: the name by which a case switches it
    clauses: tuple[str, ...]
    doubt: str
    choices: dict[str, str]  # key -> that reading in a sentence
    default: str  # one of the keys
    why: str = ""

    def told(self, choice: str) -> str:
        """A reading in a sentence. An old case can have chosen one that the book no longer offers."""
        return self.choices.get(choice, f"{choice}, which is no longer offered")


class Book(msgspec.Struct, frozen=True, dict=True):
    game: str  # "godzilla"
    edition: str  # "1.2"
    title: str
    date: str
    rows: tuple[Row, ...]  # in the book's order
    misprints: tuple[Misprint, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    derives: str = ""  # the edition whose rows this one is told as changes to
    renumbering: dict[str, str] = {}  # number there -> number here; what this edition drops is left out

    @property
    def name(self) -> str:
        return f"{self.game}/{self.edition}"

    @cached_property
    def order(self) -> dict[str, int]:
        return {row.number: at for at, row in enumerate(self.rows)}

    def __contains__(self, number: str) -> bool:
        return number in self.order

    def __getitem__(self, number: str) -> Row:
        return self.rows[self.order[number]]

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)
