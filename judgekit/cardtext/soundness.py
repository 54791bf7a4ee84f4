"""Abilities that can be read but could never happen.

What a game's interpreter has wired is a table of names: `Wiring`. The names are those of the model's
structs, with the
part that tells kinds apart behind a colon: "Attacks", "Performs:drive", "PhaseMoment:beginning main phase",
"Pay:energy". `needs` lists what an ability asks for; `never` what of that is missing, in words.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from judgekit.cardtext.model import (
    Ability,
    Condition,
    EitherEvent,
    Event,
    Keyword,
    Move,
    Node,
    Nth,
    Orient,
    Pay,
    Performs,
    PhaseMoment,
    Situation,
    This,
    Verb,
)


class Wiring(msgspec.Struct, frozen=True):
    """What a game can notice, do, ask and pay for. An empty set means that nothing is wired."""

    triggers: frozenset[str] = frozenset()
    verbs: frozenset[str] = frozenset()
    costs: frozenset[str] = frozenset()
    conditions: frozenset[str] = frozenset()
    keywords: frozenset[str] = frozenset()
    windows: frozenset[str] = frozenset()

    def with_own(self, ability: Ability) -> Wiring:
        """With the keyword and the window of an ability that compiles: a game refuses those it lacks."""
        keywords = {ability.keyword.name} if ability.keyword is not None else set()
        return msgspec.structs.replace(
            self, keywords=frozenset(keywords), windows=frozenset({ability.window})
        )


def never(ability: Ability, wired: Wiring) -> list[str]:
    """Why the ability, or a part of it, could never happen; nothing if it could."""
    return [*unset_off(ability, wired), *unpayable(ability, wired), *undone(ability, wired)]


def unset_off(ability: Ability, wired: Wiring) -> Iterator[str]:
    if ability.kind == "automatic" and ability.trigger is None:
        yield "nothing sets this automatic ability off"
    for name in event_names(ability.trigger):
        if not known(name, wired.triggers):
            yield f"no trigger is wired for {name}"
    if ability.window and ability.kind in ("activated", "counter") and ability.window not in wired.windows:
        yield f"there is no window called {ability.window}"
    if ability.keyword is not None and ability.keyword.name not in wired.keywords:
        yield f"the keyword {ability.keyword.name} is not wired"


def unpayable(ability: Ability, wired: Wiring) -> Iterator[str]:
    for cost in costs_of(ability):
        name = cost_name(cost)
        if not known(name, wired.costs):
            yield f"no way to pay {name}"
    if repeated_self(ability.costs):
        yield "the same card would have to leave its area twice to pay"


def undone(ability: Ability, wired: Wiring) -> Iterator[str]:
    for name in sorted(needs(ability.body)):
        if name in VERB_NAMES and name not in wired.verbs:
            yield f"the verb {name} is not wired"
        if name in CONDITION_NAMES and name not in wired.conditions:
            yield f"the condition {name} is not wired"


def costs_of(ability: Ability) -> tuple[Verb, ...]:
    keyword = ability.keyword
    return (*ability.costs, *(keyword.costs if isinstance(keyword, Keyword) else ()))


def known(name: str, wired: frozenset[str]) -> bool:
    """Wired by its full name, or for every kind of it."""
    return name in wired or name.partition(":")[0] in wired


def event_names(event: Event | None) -> Iterator[str]:
    if event is None:
        return
    if isinstance(event, EitherEvent):
        for each in event.events:
            yield from event_names(each)
    elif isinstance(event, Nth):
        yield from event_names(event.event)
    elif isinstance(event, PhaseMoment):
        yield f"PhaseMoment:{event.moment} {event.phase}"
    elif isinstance(event, Performs):
        yield f"Performs:{event.action}"
    elif isinstance(event, Situation):
        yield "Situation"
    else:
        yield type(event).__name__


def cost_name(cost: Verb) -> str:
    if isinstance(cost, Pay):
        return f"Pay:{cost.currency}"
    return type(cost).__name__


def repeated_self(costs: tuple[Verb, ...]) -> bool:
    """Costs are paid in order: what has left cannot leave again, what rests cannot be rested again."""
    left = 0
    rested = 0
    for cost in costs:
        left += isinstance(cost, Move) and cost.what == This()
        rested += isinstance(cost, Orient) and cost.what == This() and cost.orientation == "rest"
    return left > 1 or rested > 1


def needs(node: Any) -> set[str]:
    """Names of all structs inside."""
    if isinstance(node, tuple):
        return {name for each in node for name in needs(each)}
    if not isinstance(node, Node):
        return set()
    return {type(node).__name__}.union(*(needs(getattr(node, name)) for name in node.__struct_fields__))


def names_of(union: Any) -> frozenset[str]:
    return frozenset(each.__name__ for each in union.__args__)


VERB_NAMES = names_of(Verb)
CONDITION_NAMES = names_of(Condition)
__all__ = ["Wiring", "needs", "never"]
