"""Abilities that can be read but could never happen.

What a game's interpreter has wired is a table of names: `Wiring`. The names are those of the model's structs,
with the part that tells kinds apart after a colon: "Attacks", "Performs:drive", "PhaseMoment:beginning main
phase", "Pay:energy". `needs` lists what an ability asks for; `never` what of that is missing, in words.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec

from judgekit.cardtext import model as m


class Wiring(msgspec.Struct, frozen=True):
    """What a game can notice, do, ask and pay for. An empty set means that nothing is wired; None, that the
    game does not say, so that nothing is reported here."""

    triggers: frozenset[str] = frozenset()
    verbs: frozenset[str] = frozenset()
    costs: frozenset[str] = frozenset()
    conditions: frozenset[str] = frozenset()
    keywords: frozenset[str] = frozenset()
    windows: frozenset[str] = frozenset()
    filters: frozenset[str] | None = None
    states: frozenset[str] | None = None
    relations: frozenset[str] | None = None
    replaced: frozenset[str] | None = None  # events that can be replaced
    recorded: frozenset[str] | None = None  # events that are remembered: "Destroyed turn"
    stacks: frozenset[str] | None = None  # ways to put a card to another
    words: dict[str, frozenset[str]] = {}  # "Role.role": the words that mean something there
    unheeded: frozenset[str] = frozenset()  # "Drawn.cause": what the game does not look at

    def with_own(self, ability: m.Ability) -> Wiring:
        """With the keyword and the window of an ability that compiles: a game refuses those it lacks."""
        keywords = {ability.keyword.name} if ability.keyword is not None else set()
        return msgspec.structs.replace(
            self, keywords=frozenset(keywords), windows=frozenset({ability.window})
        )


def never(ability: m.Ability, wired: Wiring) -> list[str]:
    """Why the ability, or a part of it, could never happen; nothing if it could."""
    reasons = (unset_off, unpayable, undone, senseless)
    return list(dict.fromkeys(why for reason in reasons for why in reason(ability, wired)))


def unset_off(ability: m.Ability, wired: Wiring) -> Iterator[str]:
    if ability.kind == "automatic" and ability.trigger is None:
        yield "nothing triggers this automatic ability"
    later = [node.event for node in m.walk(ability) if isinstance(node, m.Delayed)]
    given = [node.trigger for node in m.walk(ability) if isinstance(node, m.Ability)]
    for event in (*given, *later):
        for name in event_names(event):
            if not known(name, wired.triggers):
                yield f"no trigger is wired for {name}"
    if ability.window and ability.kind in ("activated", "counter") and ability.window not in wired.windows:
        yield f"there is no window called {ability.window}"
    if ability.keyword is not None and ability.keyword.name not in wired.keywords:
        yield f"the keyword {ability.keyword.name} is not wired"


def unpayable(ability: m.Ability, wired: Wiring) -> Iterator[str]:
    for cost in costs_of(ability):
        name = cost_name(cost)
        if not known(name, wired.costs):
            yield f"no way to pay {name}"
        if is_too_many(cost):
            yield "the cost takes more cards than there can be"
    for costs in cost_lists(ability):
        if repeated_self(costs):
            yield "the same card would have to leave its area twice to pay"


def undone(ability: m.Ability, wired: Wiring) -> Iterator[str]:
    for name in sorted(needs((ability.conditions, ability.body))):
        if name in VERB_NAMES and name not in wired.verbs:
            yield f"the verb {name} is not wired (the judge will be asked to do it by hand)"
        if name in CONDITION_NAMES and name not in wired.conditions:
            yield f"the condition {name} is not wired"


def senseless(ability: m.Ability, wired: Wiring) -> Iterator[str]:
    """Words inside a description, a condition or a replacement that the game has nothing for."""
    for node in m.walk(ability):
        for names, name, why in asked(node, wired):
            if names is not None and name not in names:
                yield why


def asked(node: m.Node, wired: Wiring) -> Iterator[tuple[frozenset[str] | None, str, str]]:
    name = type(node).__name__
    if isinstance(node, m.State) and not node.state.startswith("different "):
        yield wired.states, node.state, f"no card is ever {node.state!r}"
    elif name in FILTER_NAMES:
        yield wired.filters, name, f"cards cannot be selected by {name}"
    if isinstance(node, m.Near):
        yield wired.relations, node.relation, f"nothing is ever {node.relation!r} something"
    if isinstance(node, m.Instead):
        event = type(node.event).__name__
        yield wired.replaced, event, f"nothing replaces {event}"
    if isinstance(node, m.Happened | m.Did):
        event = f"{type(node.event).__name__} {node.period}"
        yield wired.recorded, event, f"no record is kept of {event}"
    if isinstance(node, m.Stack):
        yield wired.stacks, node.how, f"no card is ever put to another as {node.how!r}"
    yield from asked_of_fields(node, wired)


def asked_of_fields(node: m.Node, wired: Wiring) -> Iterator[tuple[frozenset[str] | None, str, str]]:
    """Words that must mean something where they are, and fields that nothing looks at."""
    kind = type(node).__name__
    for name, default in defaults(type(node)).items():
        key, value = f"{kind}.{name}", getattr(node, name)
        if value == default:
            continue
        if key in wired.unheeded:
            yield frozenset(), key, f"{kind} cannot say {TOLD.get(name, name)}"
        for word in words_in(value) if key in wired.words else ():
            yield wired.words[key], word, f"{word!r} means nothing as the {name} of {kind}"


@cache
def defaults(kind: type[m.Node]) -> dict[str, Any]:
    return {field.name: field.default for field in msgspec.structs.fields(kind)}


def words_in(value: Any) -> tuple[str, ...]:
    return value if isinstance(value, tuple) else (value,) if isinstance(value, str) else ()


TOLD = {
    "cause": "what causes it", "areas": "from where", "origin": "from where", "to": "to where or what",
    "how": "in which way", "whose": "whose area it goes to", "origin_whose": "whose area it leaves",
    "kind": "of which kind", "of": "which card it is of", "stage": "how far it has come", "only": "“only”",
    "which": "which one", "what": "of which cards", "times": "how often", "one_by_one": "“one by one”",
}  # fmt: skip


def cost_lists(ability: m.Ability) -> list[tuple[m.Verb, ...]]:
    """Every list of costs in an ability: its own, its keyword's, those of other ways to pay."""
    found = [
        node.costs for node in m.walk(ability) if isinstance(node, m.Ability | m.Keyword | m.AlternativeCost)
    ]
    return [costs for costs in found if costs]


def costs_of(ability: m.Ability) -> tuple[m.Verb, ...]:
    return tuple(cost for costs in cost_lists(ability) for cost in costs)


ONE_OF_A_KIND = frozenset({"monster card", "leader card", "ruler"})


def is_too_many(cost: m.Verb) -> bool:
    """A player has one monster, one Leader, one ruler: two of them in play can never be taken."""
    what = getattr(cost, "what", None)
    if not isinstance(what, m.Selector) or not isinstance(what.quantity, m.Exactly) or what.areas:
        return False
    single = bool(what.types) and ONE_OF_A_KIND.issuperset(what.types)
    return single and isinstance(what.quantity.n, int) and what.quantity.n > 1 and what.whose == "you"


def known(name: str, wired: frozenset[str]) -> bool:
    """Wired by its full name, or for every kind of it."""
    return name in wired or name.partition(":")[0] in wired


def event_names(event: m.Event | None) -> Iterator[str]:
    if event is None:
        return
    if isinstance(event, m.EitherEvent):
        for each in event.events:
            yield from event_names(each)
    elif isinstance(event, m.After):
        yield from event_names(event.event)
        yield from event_names(event.moment)
    elif isinstance(event, m.Nth):
        yield from event_names(event.event)
    elif isinstance(event, m.PhaseMoment):
        yield f"PhaseMoment:{event.moment} {event.phase}"
    elif isinstance(event, m.Performs):
        yield f"Performs:{event.action}"
    elif isinstance(event, m.Situation):
        yield "Situation"
    else:
        yield type(event).__name__


def cost_name(cost: m.Verb) -> str:
    if isinstance(cost, m.Pay):
        return f"Pay:{cost.currency}"
    return type(cost).__name__


def repeated_self(costs: tuple[m.Verb, ...]) -> bool:
    """Costs are paid in order: what has left cannot leave again, what rests cannot be rested again."""
    left = 0
    rested = 0
    for cost in costs:
        left += isinstance(cost, m.Move) and cost.what == m.This()
        rested += isinstance(cost, m.Orient) and cost.what == m.This() and cost.orientation == "rest"
    return left > 1 or rested > 1


def needs(node: Any) -> set[str]:
    """Names of all structs inside."""
    return {type(each).__name__ for each in m.walk(node)}


def names_of(union: Any) -> frozenset[str]:
    return frozenset(each.__name__ for each in union.__args__)


VERB_NAMES = names_of(m.Verb) - {"Unread"}  # told as words that are not read
CONDITION_NAMES = names_of(m.Condition)
FILTER_NAMES = names_of(m.Filter)
__all__ = ["Wiring", "needs", "never", "senseless"]
