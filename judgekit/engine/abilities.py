"""What cards can do, as the engine sees it: plain functions under an address.

The state never holds any of this, only addresses (`Titan#1`, `Titan#1/2`), so that a state is data and a
card's text can be compiled again whenever a case is opened. What is made at every event (moments, sources,
proposals, changes) is a struct, which costs a fraction of a frozen dataclass; abilities are made once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec

from judgekit.engine.errors import EngineError
from judgekit.engine.events import Event, Happened
from judgekit.engine.state import IRRELEVANT, CardId, Effect, Facts, Player, Ref, Standby, State, Value

if TYPE_CHECKING:
    from judgekit.engine.layers import Board
    from judgekit.engine.legality import Check
    from judgekit.engine.table import Table


class Moment(msgspec.Struct, frozen=True, gc=False):
    """An event with the state before and after it (after the whole group, if it is in one)."""

    before: State
    after: State
    happened: Happened
    address: tuple[int, int]

    @property
    def event(self) -> Event:
        return self.happened.event


class Source(msgspec.Struct, frozen=True, gc=False):
    """Where an ability or effect comes from: which object, whose, since when, with what bound."""

    what: str
    card: Ref
    player: Player
    stamp: int
    facts: Facts = ()
    cards: tuple[Ref, ...] | None = None
    effect: int | None = None  # id of the effect; none: a continuous ability of the card itself

    def altered(self, **changes: Any) -> Source:
        """The same source with new values for these fields."""
        return msgspec.structs.replace(self, **changes)


def effect_source(effect: Effect) -> Source:
    return Source(
        effect.what, effect.source, effect.player, effect.stamp, effect.facts, effect.cards, effect.id
    )


@dataclass(frozen=True, slots=True)
class Ability:
    address: str
    clause: str  # the clause that makes it an ability of this kind
    text: str = ""
    where: tuple[str, ...] = ()  # the areas in which it works, if it names any; else the game's own rule
    active_if: Callable[[Table, Source], bool] | None = None  # a condition that is asked all the time
    data: Any = None  # whatever the game wants to keep with it


ANYTHING = frozenset({"event", "source"})  # the event that set an ability off, the card that has it


@dataclass(frozen=True, slots=True)
class Automatic(Ability):
    """Waits for events of the types `on`; each fulfilment yields the facts to bind.

    With `situation` it waits for a situation instead of an event. One that waits for moments (`Occurred`) may
    name their timings, so that it is not asked about others. `speaks_of` is what its effect may depend on.
    """

    on: tuple[type[Event], ...] = ()
    fulfilled: Callable[[Table, Moment, Source], Iterable[Facts]] | None = None
    situation: Callable[[Table, Source], bool] | None = None
    resolve: Callable[[Table, Standby], object] | None = None
    checks: Callable[[Table, Moment, Source], Iterable[Check]] | None = None  # its condition, part by part
    timings: frozenset[str] = frozenset()
    speaks_of: frozenset[str] = ANYTHING


@dataclass(frozen=True, slots=True)
class Activated(Ability):
    """Used by a player in one of the `windows`; the game's own clauses say how."""

    windows: frozenset[str] = frozenset()


class Change(msgspec.Struct, frozen=True, gc=False):
    """One modification of one property of one card."""

    card: CardId
    property: str
    op: str  # "+", "=", "*", "gain", "lose"
    operand: Value
    by: str = ""  # of what the rules change: the clause that says so
    lent_by: CardId | None = None  # and the card whose number it is


TAKES = "takes abilities"  # kept with a modifier that takes all abilities of a card, or all of a kind


@dataclass(frozen=True, slots=True)
class Modifier(Ability):
    """A continuous modification, applied in the layer of its clause."""

    layer: str = ""
    properties: frozenset[str] = frozenset()
    changes: Callable[[Board, Source], Iterable[Change]] | None = None


class Proposal(msgspec.Struct, frozen=True, gc=False):
    """Something that is about to happen, and may yet be forbidden or replaced."""

    verb: str
    player: Player | None = None
    card: CardId | None = None
    src: str = ""
    dst: str = ""
    facts: Facts = ()


@dataclass(frozen=True, slots=True)
class Prohibition(Ability):
    forbids: Callable[[Table, Source, Proposal], bool] | None = None


@dataclass(frozen=True, slots=True)
class Replacement(Ability):
    optional: bool = False
    by_hand: bool = False  # what it says is not read whole: the judge says whether it applies
    replaces: Callable[[Table, Source, Proposal], bool] | None = None
    can: Callable[[Table, Source, Proposal], bool] | None = None  # an optional one that can't be done is none
    instead: Callable[[Table, Source, Proposal], None] | None = None
    declined: Callable[[Table, Source], None] | None = None  # when an optional one was offered and not taken


@dataclass(frozen=True, slots=True)
class Status(Ability):
    """A continuous rule about the game that the game's own clauses ask for by name."""

    name: str = ""
    holds: Callable[[Table, Source, Value], bool] | None = None


@dataclass(frozen=True, slots=True)
class ByHand:
    """Words of a card that the judge carries out by hand, and why."""

    text: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Definition:
    """A card as printed."""

    name: str
    properties: Mapping[str, Any]
    abilities: tuple[Ability, ...] = ()
    text: str = ""
    by_hand: tuple[ByHand, ...] = ()
    untold: frozenset[str] = frozenset()  # numbers that are printed on it, and nobody has told us
    addresses: tuple[str, ...] = field(init=False, repr=False, compare=False)  # of its abilities

    def __post_init__(self) -> None:
        object.__setattr__(self, "addresses", tuple([ability.address for ability in self.abilities]))


BLANK = Definition(IRRELEVANT, {})


@dataclass(frozen=True, eq=False)
class Pool:
    """The cards of a case, and everything that can be addressed in them."""

    definitions: Mapping[str, Definition] = field(default_factory=dict)
    inner: Mapping[str, Ability] = field(default_factory=dict)  # abilities inside abilities

    def __post_init__(self) -> None:
        known: dict[str, Ability] = dict(self.inner)
        for definition in self.definitions.values():
            for ability in definition.abilities:
                if ability.address in known:
                    raise EngineError(f"two abilities have the address {ability.address}")
                known[ability.address] = ability
        object.__setattr__(self, "abilities", known)

    abilities: dict[str, Ability] = field(init=False, repr=False, compare=False)

    def by_hand(self) -> dict[str, tuple[ByHand, ...]]:
        """The cards with words that the judge carries out by hand, and these words."""
        return {name: found.by_hand for name, found in self.definitions.items() if found.by_hand}

    def __getitem__(self, name: str) -> Definition:
        try:
            return self.definitions[name]
        except KeyError:
            if name == IRRELEVANT:
                return BLANK
            raise EngineError(f"no card is called {name!r} in this case") from None

    def ability(self, address: str) -> Ability:
        try:
            return self.abilities[address]
        except KeyError:
            raise EngineError(f"no ability has the address {address!r} in this case") from None
