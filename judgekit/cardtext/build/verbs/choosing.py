"""What a verb is done to, and choosing: cards, numbers, names."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from judgekit.cardtext.build.registry import THEM, Head, action, constants
from judgekit.cardtext.build.targets import Counted, Lone, counted_selector, selector
from judgekit.cardtext.build.targets.references import both_sides
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.model import (
    Among,
    Choose,
    Count,
    Exactly,
    Minus,
    Pick,
    PlayCost,
    Selector,
    Some,
    Target,
    Union,
    UpTo,
    Verb,
    Who,
)

PERFORMER: Any = "performer"  # the player of the verb, until the whole sentence is known


def taken(what: Target) -> Target:
    """An object of a verb: "2 or less" and "no" are no choices, and one card needs its number."""
    if isinstance(what, Counted) and what.several.compare == "at most":
        return replace(counted_selector(what), quantity=UpTo(what.several.n))
    if isinstance(what, Counted):
        raise Unsound("“no” and “or less” are conditions, not choices")
    if isinstance(what, Lone):
        raise Unsound("how many? Say “1”, “all” or “up to …” before it")
    if isinstance(what, Selector) and what.quantity == Some():
        raise Unsound("how many is “any”? Say “1”, “all” or “any number of”")
    if isinstance(what, Union):
        for each in what.parts:
            taken(each)
    if isinstance(what, Selector) and what.whose == "each" and is_told_of_both(what):
        return of_each_player(what)
    return what


def is_told_of_both(what: Selector) -> bool:
    """So many, and no more is said that could only be asked of all of them together."""
    if not isinstance(what.quantity, Exactly | UpTo) or not isinstance(what.quantity.n, int):
        return False
    return what.end is None and not what.chooser and not what.bind and bool(what.types)


def of_each_player(what: Selector) -> Union:
    """ "1 battle card in each player's zones": one of yours and one of your opponent's."""
    return Union((replace(what, whose="you"), replace(what, whose="opponent")))


constants(
    colour_word="colour",
    trait_word="trait",
    player_word="player",
    name_word="name",
    type_word="type",
    any_order=("order", "any"),
    random_order=("order", "random"),
    face_up=("face", "up"),
    face_down=("face", "down"),
    play_free=PlayCost("free"),
    plus_sign="plus",
    minus_sign="minus",
)


@action
def choose(what: Target) -> Verb:
    return Choose(taken(what))


@action
def choose_two(one: Target, other: Target) -> Verb:
    return Choose(Union((taken(one), taken(other))))


@action
def choose_and_theirs(one: Target, quantity: Any) -> Verb:
    return Choose(taken(both_sides(one, quantity, "opponent")))


@action
def choose_and_yours(one: Target, quantity: Any) -> Verb:
    return Choose(taken(both_sides(one, quantity, "you")))


@action
def choose_of_them(quantity: Any) -> Verb:
    """ "Look at the top 3 cards of your deck, choose 1": of those."""
    if not isinstance(quantity, Exactly | UpTo):
        raise Unsound("how many of them?")
    return Choose(selector(quantity, "", Head((), ()), (Among(THEM),)))


@action
def choose_down_to(whose: Who, area: str, n: int) -> Verb:
    """All but n of them."""
    there = Selector(Some(), whose, (area,))
    return Choose(Selector(Exactly(Minus(Count(there), n)), whose, (area,)))


@action
def pick_number() -> Verb:
    return Pick("number")


@action
def pick_number_range(low: int, high: int) -> Verb:
    if low >= high:
        raise Unsound("say the smaller number first")
    return Pick("number", low, high)


@action
def pick_name() -> Verb:
    return Pick("name")


@action
def pick(what: str) -> Verb:
    return Pick(what)
