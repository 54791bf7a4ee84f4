"""What a game tells the rest of judgekit about itself, besides its rules.

Everything here is data or a plain function: positions, boards, decks and pages are built from it, and know
nothing else of any game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

import msgspec

from judgekit.cardtext.checks.soundness import Wiring, never
from judgekit.cardtext.lexicon import Lexicon, lexicon
from judgekit.cardtext.model import Ability, Unread
from judgekit.engine.abilities import Pool
from judgekit.engine.registry import Rulebook
from judgekit.engine.state import UNKNOWN, Facts, Player, State
from judgekit.engine.words import ENGINE


@dataclass(frozen=True, slots=True)
class AreaSpec:
    """An area as the book has it, and where it lies on the table (from its player's side)."""

    name: str  # "hand", "zone 3": the part after the dot; the whole name if both share it
    title: str  # as the book calls it
    clause: str
    seen_by: Literal["all", "owner", "nobody"] = "all"
    ordered: bool = False
    shared: bool = False
    row: int = 0  # of the board, 0 next to the middle line; -1: not drawn on the grid
    column: int = 0
    capacity: int | None = None
    lies: Literal["place", "row", "pips", "pile"] = "place"  # how a drawn board shows it
    at: tuple[int, int] | None = None  # row and column of a place there, if not those above
    span: int = 1  # columns that it takes there
    usual: int = 0  # cards that nobody knows are taken to lie there, if a position does not mention it
    usual_with: str = ""  # nor any other area that has this word here: "gates"
    usual_mark: str = ""  # what those cards bear: "face down"
    noun: str = ""  # in a sentence ("A's …", "the …"), if the title does not fit there

    @property
    def said(self) -> str:
        """Its name in a sentence: a one-word title is an ordinary noun."""
        return self.noun or (self.title if " " in self.title else self.title.lower())

    @property
    def drawn(self) -> str:
        """How a board shows it, on its grid or beside it."""
        return "pile" if self.row < 0 and not self.shared else self.lies

    @property
    def is_listed(self) -> bool:
        """Whether a board shows its cards one by one."""
        return self.seen_by == "all" or self.drawn != "pile"


@dataclass(frozen=True, slots=True)
class PropertySpec:
    """Something printed on a card."""

    name: str  # "counter power"
    form: Literal["number", "word", "words"] = "number"
    types: tuple[str, ...] = ()  # card types that have it; empty: all
    required: bool = False
    always: bool = False  # every card of these types has it: left out, it is unknown and asked for
    choices: tuple[str, ...] = ()
    short: str = ""  # on the board: "CP"
    key: bool = False  # what a glance at the board looks for: it stands in the card's corner


@dataclass(frozen=True, slots=True)
class NumberSpec:
    """A number of the game or of a player, as a position may give it."""

    key: str  # "rage": stored as "A.rage"; of the game as a whole: "turn"
    title: str
    clause: str = ""
    per_player: bool = True
    default: int = 0
    bookkeeping: bool = False  # kept for the rules' sake: a log that tells actions alone leaves it out
    words: tuple[tuple[int, str], ...] = ()  # how the board tells a value: ((1, "A"), (2, "B"))

    def told(self, value: int) -> str:
        """A value as the board shows it."""
        return dict(self.words).get(value, str(value))

    @property
    def name(self) -> str:
        """The title without its notes on values, if those are shown in words."""
        return self.title.partition(" (")[0].partition(", ")[0] if self.words else self.title


@dataclass(frozen=True, slots=True)
class MarkSpec:
    """Something a card can have: rested, face down, a counter."""

    name: str
    values: tuple[Any, ...] = (True,)
    clause: str = ""
    bookkeeping: bool = False  # as with a number
    names: Literal["", "card", "cards", "amounts", "players"] = ""  # what a position names in its place


@dataclass(frozen=True, slots=True)
class TieSpec:
    """Cards that lie beside another and belong to it: a position lists them with that card."""

    field: str  # "set": set = ["Scout"]
    mark: str  # what they bear: the id and the object of the card they belong to
    beside: Callable[
        [str], str
    ]  # where they lie, by where that card lies; empty: nothing belongs to it there
    expected: str  # what that card has to be, for people


class Assumed(NamedTuple):
    """What a position leaves out, as it is taken to be."""

    key: str  # what accepts it
    text: str


@dataclass(frozen=True, slots=True)
class Completed:
    """A position with its gaps filled, and what was assumed for it."""

    state: State
    assumed: tuple[Assumed, ...] = ()


@dataclass(frozen=True, slots=True)
class Violation:
    """A rule of deck construction that a deck breaks."""

    clause: str
    text: str
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """A card as a judge types it: stats and text, nothing compiled; `abilities` are those given as data.

    A text that nobody has given is `?`; `wording` marks the wording of a library that it was taken from.
    """

    name: str
    properties: Mapping[str, Any]
    text: str = ""
    abilities: tuple[Ability, ...] = ()
    wording: str = ""
    refers: tuple[tuple[str, str], ...] = ()  # what the judge says a word means: ("it", "this card")

    @property
    def text_is(self) -> Literal["known", "empty", "unknown"]:
        """Whether the printed text is known: a card without text differs from one with unknown text."""
        return "unknown" if self.text.strip() == UNKNOWN else "known" if self.text.strip() else "empty"

    def untold(self, specs: Sequence[PropertySpec]) -> frozenset[str]:
        """Numbers that such a card has printed but that were not given."""
        kind = self.properties.get("type")
        always = (spec for spec in specs if spec.always and (not spec.types or kind in spec.types))
        return frozenset(spec.name for spec in always if spec.name not in self.properties)

    def parsed(self, language: str, known: Lexicon | None = None) -> tuple[Ability, ...]:
        """Abilities read from its text, then those given as data."""
        from judgekit.cardtext.checks.bearer import read_on

        if self.text_is == "unknown":
            unknown = Unread(UNKNOWN, ENGINE("card unknown"))
            return (Ability("continuous", body=(unknown,), text=UNKNOWN), *self.abilities)
        if self.refers:
            known = msgspec.structs.replace(
                known or lexicon(language, (self.properties,)), refers=tuple(self.refers)
            )
        return (*read_on(self.text, language, self.properties, known), *self.abilities)


@dataclass(frozen=True, slots=True)
class Deck:
    """Named piles of a deck list: "main", "monster", "gate", "leader" … -> card names, one per copy."""

    piles: Mapping[str, Sequence[str]]
    ruler: str = ""
    readings: Mapping[str, str] = field(default_factory=dict)  # open questions that it is checked by


@dataclass(frozen=True, slots=True)
class Caller:
    """Where a procedure is usually called from: how a position can stand in the middle of the rules."""

    step: str  # the clause that calls it
    locals: Facts = ()
    then: str = ""  # where the caller goes on, if not at its next clause


@dataclass(frozen=True)
class Game:
    name: str  # "godzilla"
    title: str
    editions: Mapping[str, Rulebook]  # "1.2" -> its rules; the first one is the newest
    areas: tuple[AreaSpec, ...]
    properties: tuple[PropertySpec, ...]
    numbers: tuple[NumberSpec, ...]
    marks: tuple[MarkSpec, ...]
    moments: Mapping[str, str]  # friendly name -> clause of the newest edition: "main phase" -> "7.3.2"
    callers: Mapping[str, Caller]  # procedure -> where it is usually called from; the outermost has none
    playable: Callable[[Iterable[PrintedCard], Rulebook], Pool]  # what is not read of a card is by hand
    check_deck: Callable[[Deck, Mapping[str, PrintedCard], Rulebook], list[Violation]]
    new_game: Callable[
        [Mapping[Player, Deck], int | None, Rulebook], State
    ]  # stands at the first clause of set-up
    row_titles: Sequence[str] = field(default_factory=tuple)
    deck_reasons: Callable[[Deck, Mapping[str, PrintedCard], Rulebook], list[str]] | None = (
        None  # clauses that let something into a deck, as check_deck tells those that keep something out
    )
    durations: tuple[str, ...] = ()  # how long effects last, as the game's steps name it; none: not told
    wiring: Wiring | None = None  # what its card texts can set off, do and ask; none: not told
    ties: tuple[TieSpec, ...] = ()
    needs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # card -> marks it is nothing without
    set_up: str = ""  # how the clauses of set-up begin: before the game, an area not mentioned is empty
    moving: frozenset[str] = frozenset()  # clauses on how any move is carried out: no reason for one
    effects: frozenset[str] = frozenset()  # clauses by which what a card says is done
    across: str = ""  # the mark of a card that lies across several areas, which names them
    completes: Callable[[State, Pool], Completed] | None = (
        None  # what a position leaves out and the rules tell: numbers of the moment, circles of a wide card
    )

    @property
    def types(self) -> tuple[str, ...]:
        """The types that a card of the game can have."""
        return next((spec.choices for spec in self.properties if spec.name == "type"), ())

    def compile(self, cards: Iterable[PrintedCard], rules: Rulebook) -> Pool:
        """Compile cards whose every word is understood; the first that is not raises an error."""
        from judgekit.cardtext.interpret import NoMeaning

        cards = tuple(cards)
        if cards and self.wiring is not None:
            self._understand(cards)
        pool = self.playable(cards, rules)
        for card in cards:
            for words in pool[card.name].by_hand:
                raise NoMeaning(words.reason)
        return pool

    def _understand(self, cards: Sequence[PrintedCard]) -> None:
        """Read every word, among the same cards as when they are played: each text is read once for both."""
        from judgekit.cardtext.checks.bearer import parse_on

        language = self.name.replace("-", "_")
        known = lexicon(language, (card.properties for card in cards), (card.text for card in cards))
        for card in cards:
            for text in (card.text, card.properties.get("back text") or ""):
                parse_on(text, language, card.properties, known)

    def never(self, card: PrintedCard) -> list[str]:
        """Why abilities of a card that can be read, or parts of them, could never happen."""
        if self.wiring is None:
            return []
        found = []
        for ability in card.parsed(self.name.replace("-", "_")):
            found += self.never_happens(ability)
        return list(dict.fromkeys(found))

    def never_happens(self, ability: Ability) -> list[str]:
        """Why an ability, or a part of it, could never happen."""
        return [] if self.wiring is None else never(ability, self.wiring.with_own(ability))

    def duration(self, told: str) -> str | None:
        """The name by which the game's steps end this duration; None if no step would ever end it."""
        for name in (told, told.removeprefix("end of "), f"end of {told}"):
            if not name or name in self.durations:
                return name
        dated = re.fullmatch(r"(?:beginning|end) of (.+) \d+", told)
        ends = {name.removeprefix("end of ") for name in self.durations}
        if (dated and dated[1] in ends) or re.fullmatch(r"over|while (true|\d+\.\d+)", told):
            return told
        return None if self.durations else told

    def rules(self, edition: str = "") -> Rulebook:
        """The rules of an edition, by default the newest."""
        return self.editions[edition] if edition else next(iter(self.editions.values()))

    def area(self, name: str) -> AreaSpec | None:
        return next((spec for spec in self.areas if spec.name == name), None)
