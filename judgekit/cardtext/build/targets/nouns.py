"""A noun and what stands before it: types, names, traits, colours, states, stats and their bounds."""

from __future__ import annotations

from typing import Any

from judgekit.cardtext.build.registry import Chooser, Compared, Head, Numbered, OwnNumber, Where, action
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.marks import Noun
from judgekit.cardtext.model import (
    Amount,
    Filter,
    Is,
    Not,
    OneOf,
    OtherThan,
    Player,
    Stat,
    State,
    Target,
    Together,
    ValueOf,
    Who,
)


def type_of(noun: str) -> tuple[str, ...]:
    return () if noun == "card" else (noun,)


@action
def noun_either(*nouns: str) -> tuple[str, ...]:
    if nouns == ("card", "ability"):
        raise Unsound("said in another way")
    if "set card" in nouns[1:-1]:
        raise Unsound("“set cards” could be something to do here: name them first")
    return nouns


@action
def head(*parts: Any) -> Head:
    *adjectives, noun = parts
    nouns = noun if isinstance(noun, tuple) else type_of(noun)
    last = noun[-1] if isinstance(noun, tuple) else noun
    return Head(nouns, tuple(adjectives), isinstance(last, Noun) and last.singular)


@action
def head_label(*parts: Any) -> Head:
    return Head((), tuple(parts), lone=True)


@action
def by_name(names: tuple[str, ...]) -> Is:
    return Is("name", names)


@action
def by_trait(traits: tuple[str, ...]) -> Is:
    return Is("trait", traits)


@action
def by_character(names: tuple[str, ...]) -> Is:
    return Is("character", names)


@action
def by_colour(colours: tuple[str, ...]) -> Is:
    return Is("colour", colours)


@action
def by_all_traits(one: str, other: str) -> tuple[Filter, ...]:
    """ "With both «A» and «B»": one after the other, as “«A» «B» card” says it too."""
    return Is("trait", (one,)), Is("trait", (other,))


@action
def part_of_name(names: tuple[str, ...]) -> Is:
    return Is("name", names, part=True)


@action
def by_state(state: str) -> State:
    return State(state)


@action
def not_filter(what: Filter) -> Filter:
    if isinstance(what, Stat):
        raise Unsound("a number is denied by “less” or “more”")
    return negated(what)


@action
def of_type(noun: str) -> Is:
    if noun in NO_TYPES:
        raise Unsound("every one of them is a card")
    return Is("type", (str(noun),))


NO_TYPES = frozenset({
    "card", "zone", "circle", "strategy zone", "ability", "token", "energy", "life", "resource", "charge",
    "set card", "damage card", "stock", "level card", "soul card",
})  # fmt: skip


@action
def not_of_type(noun: str) -> Not:
    return Not(of_type(noun))


@action
def stat_is(stat: str, bound: Compared) -> Stat:
    return Stat(stat, bound.compare, amount_of(bound, stat))


def amount_of(bound: Compared, stat: str) -> Amount:
    """What a number is compared with; "this card's" is the same number of this card."""
    if isinstance(bound.amount, OwnNumber):
        return ValueOf(stat, bound.amount.what)
    return bound.amount


@action
def the_same_of(what: Target) -> OwnNumber:
    return OwnNumber(what)


@action
def the_same_of_player(whose: Who) -> OwnNumber:
    return OwnNumber(Player(whose))


@action
def the_same_of_you() -> OwnNumber:
    return OwnNumber(Player("you"))


@action
def stat_listed(stat: str, numbers: tuple[Amount, ...]) -> OneOf:
    """ "rank 3 or 4"."""
    return OneOf(tuple(Stat(stat, "equal", each) for each in numbers))


@action
def stat_rank(bound: Compared) -> Stat:
    return stat_is("rank", bound)


@action
def stat_most(amount: Amount, stat: str) -> Stat:
    return Stat(stat, "at most", amount)


@action
def stat_least(amount: Amount, stat: str) -> Stat:
    return Stat(stat, "at least", amount)


@action
def stat_than(way: Any, stat: str, other_card: Target) -> Stat:
    return Stat(stat, way, ValueOf(stat, other_card))


@action
def together(stat: str, bound: Compared) -> Together:
    if bound.compare not in ("at most", "less"):
        raise Unsound("cards are only taken up to a sum: say “or less”")
    return Together(stat, bound.compare, bound.amount)


@action
def bound_stat(bound: Compared, stat: str) -> Stat:
    return stat_is(stat, bound)


@action
def bound_equal(amount: Amount) -> Compared:
    return Compared("equal", amount)


@action
def bound_most(amount: Amount) -> Compared:
    return Compared("at most", amount)


@action
def bound_least(amount: Amount) -> Compared:
    return Compared("at least", amount)


@action
def bound_less(amount: Amount) -> Compared:
    return Compared("less", amount)


@action
def bound_more(amount: Amount) -> Compared:
    return Compared("more", amount)


@action
def bound_unequal(amount: Amount) -> Compared:
    return Compared("unequal", amount)


def negated(what: Any) -> Filter:
    if isinstance(what, Where | Chooser):
        raise Unsound("a place cannot be negated here")
    if isinstance(what, OtherThan | Numbered):
        raise Unsound("this cannot be negated")
    return what.what if isinstance(what, Not) else Not(what)
