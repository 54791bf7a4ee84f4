"""An official rulebook as the user imported it: the sentences, where they stood, and what was wrong there."""

from __future__ import annotations

from functools import cached_property
from typing import Literal

import msgspec

Harm = Literal[
    "displaced number",  # the number had slid into the sentence
    "doubled number",  # the number was printed twice in a row
    "misprinted number",  # another number was printed; we read the one that fits
    "missing number",  # the line had no number; the gap round it says which
    "lost title",  # the heading's line is not in the text at all
    "broken clause",  # one clause over several paragraphs, joined
    "debris",  # picture captions, legends and the like, set aside
    "table",  # a table inside a clause
    "lost icon",  # a picture stood in the sentence
    "markup",  # links, tags or formula signs around the words
    "bulleted heading",  # a heading set as an item of a list
    "detached stop",  # a blank between the number and its full stop
    "detached quote",  # a closing quotation mark that slid over the blank behind it
    "torn end",  # the last words of the sentence are not in the text
    "heading mark",  # a clause set as a heading
    "bold clause",  # a clause in bold type from its first word to its last
    "bulleted clause",  # a run of clauses set as a list, in a book that sets none so
]

SUSPECT: frozenset[str] = frozenset({"misprinted number", "missing number", "lost title"})


class Damage(msgspec.Struct, frozen=True):
    """One thing that was wrong with the file at a line, and what the importer made of it."""

    line: int
    number: str
    harm: Harm
    note: str


class OfficialClause(msgspec.Struct, frozen=True):
    number: str
    line: int
    text: str
    printed: str = ""  # the number as it was printed, where that is another one


class Entry(msgspec.Struct, frozen=True):
    """A line of the contents list or of the changelog."""

    line: int
    text: str
    number: str = ""


class OfficialText(msgspec.Struct, frozen=True, dict=True):
    """A whole imported book, in the book's order."""

    game: str
    edition: str
    source: str
    clauses: tuple[OfficialClause, ...]
    contents: tuple[Entry, ...] = ()
    changelog: tuple[Entry, ...] = ()
    front: tuple[Entry, ...] = ()  # what stands before the first chapter and is no contents list
    damage: tuple[Damage, ...] = ()

    @property
    def name(self) -> str:
        return f"{self.game}/{self.edition}"

    @cached_property
    def by_number(self) -> dict[str, OfficialClause]:
        return {clause.number: clause for clause in self.clauses}

    def __contains__(self, number: str) -> bool:
        return number in self.by_number

    def __getitem__(self, number: str) -> OfficialClause:
        return self.by_number[number]
