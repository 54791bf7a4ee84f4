"""Which cards of a game could react to what: worked out again only when cards appear or are named."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from judgekit.engine.abilities import (
    Ability,
    Activated,
    Automatic,
    Modifier,
    Pool,
    Prohibition,
    Replacement,
    Status,
)
from judgekit.engine.events import (
    Began,
    Corrected,
    Created,
    Ended,
    Event,
    Identified,
    Marked,
    Moved,
    Numbered,
    Occurred,
    Renewed,
    Settled,
    TurnBegan,
    Vanished,
)
from judgekit.engine.loops import Deal
from judgekit.engine.state import UNKNOWN, CardId, State

Watchers = Sequence[tuple[CardId, Automatic]]

RESHAPES: frozenset[type[Event]] = frozenset({Created, Vanished, Identified, Corrected})

CHANGES: frozenset[type[Event]] = frozenset(
    {Moved, Numbered, Marked, Created, Vanished, Began, Ended, TurnBegan, Settled, Renewed}
)


@dataclass(slots=True)
class Index:
    """The abilities of all cards by what they react to, and the cards by their names."""

    watch: dict[type[Event], list[tuple[CardId, Automatic]]] = field(default_factory=dict)
    timed: dict[str, list[tuple[CardId, Automatic]]] = field(default_factory=dict)  # by timing; "" is any
    heard: dict[str, Watchers] = field(default_factory=dict)  # those of a timing, and of any
    situations: list[tuple[CardId, Automatic]] = field(default_factory=list)
    modifiers: list[tuple[CardId, Modifier]] = field(default_factory=list)
    prohibitions: list[tuple[CardId, Prohibition]] = field(default_factory=list)
    replacements: list[tuple[CardId, Replacement]] = field(default_factory=list)
    statuses: dict[str, list[tuple[CardId, Status]]] = field(default_factory=dict)  # by name
    activated: dict[CardId, list[Activated]] = field(default_factory=dict)  # of the cards that have any
    touched: set[str] = field(default_factory=set)  # properties that printed modifiers can change
    named: dict[str, list[CardId]] = field(default_factory=dict)  # the cards of each name
    deal: Deal | None = None  # what every situation of these cards has in common

    def watchers(self, event: Event) -> Watchers:
        """Whose printed abilities could notice this event."""
        if type(event) is Occurred:
            timing = event.timing
            heard = self.heard.get(timing)
            if heard is None:
                heard = self.heard[timing] = [*self.timed.get(timing, ()), *self.timed.get("", ())]
            return heard
        return self.watch.get(type(event), ())

    def add(self, card: CardId, ability: Ability) -> None:
        if isinstance(ability, Automatic):
            for kind in ability.on:
                self.watch.setdefault(kind, []).append((card, ability))
                if kind is Occurred:
                    for timing in ability.timings or ("",):
                        self.timed.setdefault(timing, []).append((card, ability))
            if ability.situation is not None:
                self.situations.append((card, ability))
        elif isinstance(ability, Modifier):
            self.modifiers.append((card, ability))
            self.touched |= ability.properties
        elif isinstance(ability, Prohibition):
            self.prohibitions.append((card, ability))
        elif isinstance(ability, Replacement):
            self.replacements.append((card, ability))
        elif isinstance(ability, Activated):
            self.activated.setdefault(card, []).append(ability)
        elif isinstance(ability, Status):
            self.statuses.setdefault(ability.name, []).append((card, ability))


def index_cards(pool: Pool, state: State, before: State | None = None) -> Index:
    """The cards of a state; those that an event has just taken away still notice that event."""
    index = Index()
    for card in state.cards.values():
        index.named.setdefault(card.name, []).append(card.id)
        if card.name != UNKNOWN:
            for ability in pool[card.name].abilities:
                index.add(card.id, ability)
    for card in before.cards.values() if before is not None else ():
        if card.id not in state.cards and card.name != UNKNOWN:
            for ability in pool[card.name].abilities:
                if isinstance(ability, Automatic):
                    index.add(card.id, ability)
    return index
