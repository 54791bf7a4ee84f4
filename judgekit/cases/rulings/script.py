"""A worked ruling as data: what is asked, what is chosen, and what must result, for each edition."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from judgekit.cases.files.decks import DeckList
from judgekit.cases.files.page import shown
from judgekit.cases.files.position import Position
from judgekit.cases.rulings.expectations import Fact
from judgekit.engine.state import Player
from judgekit.games.game import Game
from judgekit.narrate.said import said


@dataclass(frozen=True)
class Wanted:
    """A clause that the walk must pass; with an event, where that matters."""

    clause: str
    event: str = ""
    fields: Mapping[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        told = "".join(f" {name}={shown(value)}" for name, value in self.fields.items())
        return " ".join(filter(None, [self.clause, self.event])) + told


@dataclass(frozen=True)
class Given:
    """An answer: whose, and what in words; an announcement needs no question."""

    player: Player
    words: tuple[str, ...]
    clause: str = ""
    announced: bool = False

    def __str__(self) -> str:
        words = "; ".join(self.words) or said("nothing")
        key = "announced by" if self.announced else "chosen by"
        return said(key, player=self.player, words=words)


@dataclass(frozen=True)
class Script:
    """A ruling in one edition, with that edition's clause numbers."""

    edition: str
    answer: str
    explanation: str
    position: Position | None = None
    deck: DeckList | None = None
    answers: tuple[Given, ...] = ()
    clauses: tuple[Wanted, ...] = ()
    never: tuple[Wanted, ...] = ()
    facts: tuple[Fact, ...] = ()
    until: str = ""
    violations: tuple[str, ...] = ()
    numbers: Callable[[str], str] = str

    def names(self) -> set[str]:
        """The clauses that this ruling names."""
        named = {wanted.clause for wanted in self.clauses} | set(self.violations)
        return named | {self.numbers(fact.data["clause"]) for fact in self.facts if "clause" in fact.data}


@dataclass(frozen=True)
class Ruling:
    name: str  # "godzilla/7.4.3-counter-beats-threat"
    file: str
    game: Game
    question: str
    difficulty: str
    status: str
    source: str
    readings: tuple[str, ...]
    scripts: Mapping[str, Script]  # by edition; the first one is the file's own

    @property
    def answer(self) -> str:
        return next(iter(self.scripts.values())).answer
