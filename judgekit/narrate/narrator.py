"""Narrates a game: events, options, questions in sentences that page, terminal and sheet share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from weakref import WeakKeyDictionary

from msgspec.structs import replace

from judgekit.engine.abilities import Pool
from judgekit.engine.events import Answered, Applied, Called, Event, Marked, Moved, Numbered, ReadAs, Settled
from judgekit.engine.questions import Option, Question
from judgekit.engine.registry import Rulebook
from judgekit.engine.state import State, area_name, area_player
from judgekit.games.game import Game
from judgekit.narrate import asking
from judgekit.narrate.course import Books
from judgekit.narrate.events import (
    Deed,
    Labels,
    assumes,
    bears,
    begins,
    decided,
    deed,
    describe,
    listed,
    moves,
    named,
    performs,
    renumbered,
    settles,
)
from judgekit.narrate.signs import Wording
from judgekit.narrate.titles import title_of

UNASKED = "This choice is hidden from you."
Waited = Mapping[int, tuple[str, str]]  # standby -> its ability, its player


@dataclass(frozen=True)
class Narrator:
    """Tells one game to one reader, who knows cards by `label`."""

    rules: Rulebook
    wording: Wording
    books: Books
    label: Labels
    waited: Waited = field(default_factory=lambda: MappingProxyType({}))
    state: State | None = None  # the table as it is, for what an option says about an area

    # events

    def sentence(self, event: Event, clause: str = "") -> str:
        """What happened, by a clause."""
        text = self.plain(self._words(event, clause))
        text = text[:-1] if text.endswith("..") else text  # of a name that ends with a point
        return text[:1].upper() + text[1:]

    def plain(self, text: str) -> str:
        """A text without signs for areas and abilities."""
        return self.wording.plain(text, self.label)

    def area(self, where: str, whose: bool = True) -> str:
        return self.wording.area(where, self.label, whose)

    def area_called(self, written: str) -> str:
        """The area meant by its name in sentences (`A's Battle Area`); else the text as written."""
        for name in self.wording.areas:
            for where in (f"A.{name}", f"B.{name}", name):
                if written.casefold() in (self.area(where).casefold(), where.casefold()):
                    return where
        return written

    def _words(self, event: Event, clause: str) -> str:
        """With what else the game knows: the title of a procedure, the name of an ability."""
        if isinstance(event, Called) and (title := title_of(self.rules.book, event.procedure)):
            return begins(title, event)
        if isinstance(event, Numbered) and (spec := self.books.worded.get(area_name(event.key))):
            whose = f"{player}'s " if (player := area_player(event.key)) else ""
            return renumbered(f"{whose}{spec.name}", spec.told(event.was), spec.told(event.now))
        if isinstance(event, Moved) and (told := moves(event, self.rules.words.moves, self.label, self.area)):
            return told
        if isinstance(event, Marked):
            event = bears(event, self.rules.words.states)
        if isinstance(event, Answered) and (what := self.deed(event.chosen)):
            return decided(event, what)
        if isinstance(event, Answered):
            event = replace(event, labels=tuple(map(self._where, event.labels or event.chosen)))
        if isinstance(event, Settled) and (known := self.waited.get(event.standby)):
            return settles(*known, event)
        if isinstance(event, ReadAs):
            doubts = (one for one in self.rules.book.doubts if one.id == event.doubt)
            return assumes(event, [each for one in doubts for each in one.choices if each != event.choice])
        told = describe(event, self.label, self.area)
        matter = isinstance(event, Applied) and (title_of(self.rules.book, clause) or clause)
        return performs(matter, told) if matter else told

    # choices

    def deed(self, chosen: tuple[str, ...]) -> Deed | None:
        """What a player does by taking an option, if it is an action."""
        (option,) = chosen if len(chosen) == 1 else ("",)
        found = deed(option, self.rules.words.deeds, self.label, self._where)
        return found and found._replace(text=self.plain(found.text))

    def option(self, option: Option, bare: bool = False) -> str:
        """What an option means: `Knight attacks B's Attack zone 2 (empty)`; bare, without what lies there."""
        found = deed(option.id, self.rules.words.deeds, self.label, self._where)
        if found is None:
            text = named(self._where(option.label))
            text = self.plain(text if bare else self._filled_areas(text))
            return text[:1].upper() + text[1:]
        return self.plain(self._filled_areas(found.option))

    def options(self, options: Sequence[Option]) -> list[str]:
        """All options, each a different sentence."""
        return self.told_apart([self.option(one) for one in options], [one.id for one in options])

    def told_apart(self, told: Sequence[str], ids: Sequence[str]) -> list[str]:
        """Sentences about actions and cards, with marks that distinguish those that read alike."""
        return asking.told_apart(told, ids, self.state, self.area, self.label)

    def chosen(self, event: Answered) -> tuple[str, ...]:
        """What was chosen, as the options name it."""
        if what := self.deed(event.chosen):
            return (what.option,)
        return tuple(self.plain(self._where(one)) for one in event.labels or event.chosen) or ("nothing",)

    def question(self, question: Question) -> str:
        """What is asked; for another player's hidden choice, that there is one."""
        text = self.plain(asking.in_full(question))
        return text[:1].upper() + text[1:] or UNASKED

    def asked(self, question: Question) -> str:
        """Who is asked what, in one sentence."""
        text = f"{asking.addressee(question)} is asked: {self.question(question)}"
        return text[:1].upper() + text[1:]

    def _where(self, text: str) -> str:
        """Areas of the chooser, as the game calls them: `front left + back left`; any other text as it is."""
        areas = [self.wording.areas.get(name) for name in text.split(" + ")]
        return listed(f"the {area}" for area in areas) if all(areas) else text

    def _filled_areas(self, text: str) -> str:
        """An option with the contents of the one-card places it names."""
        pattern, state = self.books.slots, self.state
        if state is None or pattern is None:
            return text
        return pattern.sub(lambda found: f"{found[0]} ({self._held(state, found[0])})", text)

    def _held(self, state: State, where: str) -> str:
        pile = state.pile(where)
        return listed(map(self.label, pile)) if pile else "empty"


def narrator_for(
    rules: Rulebook, pool: Pool, game: Game | None, label: Labels, state: State | None = None
) -> Narrator:
    wording = _wordings.get(pool)
    if wording is None:
        wording = _wordings[pool] = Wording(rules.book, pool, game)
    return Narrator(rules, wording, Books(game), label, state=state)


_wordings: WeakKeyDictionary[Pool, Wording] = WeakKeyDictionary()  # of a pool, which is of one book
