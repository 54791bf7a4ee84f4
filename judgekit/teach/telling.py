"""Sentences about a stretch of play: each belongs to an event, with its address and clause."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

import msgspec

from judgekit.book.model import Book
from judgekit.engine import events as e
from judgekit.engine.events import AnyEvent, Entry, Happened
from judgekit.engine.machine import Line
from judgekit.engine.state import Card, CardId, State, area_name
from judgekit.games.game import Game
from judgekit.narrate.course import Books
from judgekit.narrate.events import named
from judgekit.narrate.narrator import Narrator
from judgekit.narrate.said import said
from judgekit.narrate.signs import Wording

TELLING = (
    e.TurnBegan, e.Played, e.Applied, e.Replaced, e.Refused, e.Decided, e.Looped, e.Drew, e.Identified,
    e.Moved, e.Numbered, e.Marked, e.Created, e.Vanished, e.Shuffled, e.Revealed, e.StoodBy, e.Settled,
    e.Began, e.Ended, e.Answered, e.Announced, e.CameRound, e.Bounded,
)  # fmt: skip
CHOICES = ("Answered", "Announced")


class Step(msgspec.Struct, frozen=True):
    """One thing that happened: its sentence, its clause, and its address in the log."""

    text: str
    clause: str
    at: str  # "42.3"
    entry: int = 0
    kind: str = ""  # of the event

    @property
    def is_choice(self) -> bool:
        return self.kind in CHOICES

    @property
    def place(self) -> tuple[int, int]:
        """Its entry, and the event in it."""
        return self.entry, int(self.at.partition(".")[2])


class Telling:
    """Words for what happens on one table."""

    def __init__(self, line: Line, game: Game, wording: Wording | None = None) -> None:
        self.line = line
        self.game = game
        self.wording = wording or Wording(line.rules.book, line.pool, game)
        self._made: tuple[State | None, Narrator | None] = (None, None)

    @cached_property
    def _kept(self) -> frozenset[str]:
        """Numbers and marks that are only bookkeeping for the rules."""
        numbers = frozenset(spec.key for spec in self.game.numbers if spec.bookkeeping)
        return numbers | frozenset(spec.name for spec in self.game.marks if spec.bookkeeping)

    @cached_property
    def _shown(self) -> frozenset[str]:
        return frozenset(s.key for s in self.game.numbers) | frozenset(s.name for s in self.game.marks)

    def is_telling(self, event: AnyEvent) -> bool:
        """Whether somebody at the table would notice it."""
        if isinstance(event, e.Numbered):
            key = area_name(event.key)
            return key in self._shown and key not in self._kept and event.was != event.now
        if isinstance(event, e.Marked):
            return not Books(self.game).hold(event)
        return isinstance(event, TELLING)

    def many(self, entry: Entry) -> int:
        """How many things of an entry are told."""
        return sum(self.is_telling(happened.event) for happened in entry.events)

    def label(self, card: int) -> str:
        state, number = self.line.state, CardId(card)
        found = state.cards.get(number) or self.line.start.cards.get(number) or self._gone.get(number)
        return said("a card", card=card) if found is None else named(found.name)

    @property
    def _gone(self) -> dict[CardId, Card]:
        return {ref.card: former.card for ref, former in self.line.state.former.items()}

    @property
    def narrator(self) -> Narrator:
        """Made anew only when the line has gone on."""
        here, made = self._made
        if made is None or here is not self.line.state:
            here = self.line.state
            made = Narrator(self.line.rules, self.wording, Books(self.game), self.label, self._waited, here)
            self._made = here, made
        return made

    def plain(self, text: str) -> str:
        return self.wording.plain(text, self.label)

    def sentence(self, event: AnyEvent, clause: str = "") -> str:
        return self.narrator.sentence(event, clause)

    @property
    def _waited(self) -> dict[int, tuple[str, str]]:
        """Abilities that are or were pending, with their players."""
        stood = (h.event.standby for en in self.line.log for h in en.events if isinstance(h.event, e.StoodBy))
        return {one.id: (one.ability, one.player) for one in (*self.line.start.standby, *stood)}

    def deed(self, chosen: tuple[str, ...]) -> str:
        """What a player does by taking an option, if it is an action."""
        found = self.narrator.deed(chosen)
        return found.text if found else ""

    def steps(self, entries: list[Entry]) -> list[Step]:
        return list(self._steps(entries))

    def _steps(self, entries: list[Entry]) -> Iterator[Step]:
        for entry in entries:
            for at, happened in enumerate(entry.events, 1):
                if self.is_telling(happened.event):
                    clause = self._said_by(entry, happened)
                    yield Step(
                        self.sentence(happened.event, clause), clause, f"{entry.seq}.{at}",
                        entry.seq, type(happened.event).__name__,
                    )  # fmt: skip

    def _said_by(self, entry: Entry, happened: Happened) -> str:
        """The clause that makes it happen, not one that only says how every move is carried out."""
        path = [clause for clause in happened.path if clause not in self.game.moving]
        return path[-1] if path else entry.clause


def clause_told(book: Book, number: str) -> str:
    """A clause as an option: its number and what it says, in our words."""
    gist = book[number].gist if number in book else ""
    return f"{number}: {gist}" if gist else number
