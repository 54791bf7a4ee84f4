"""What a verb is done to, and choosing: cards, numbers, names."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from judgekit.cardtext import model as m
from judgekit.cardtext.build.registry import THEM, Head, action, actions, constants
from judgekit.cardtext.build.targets import Counted, Lone, counted_selector, selector
from judgekit.cardtext.build.targets.nouns import NO_TYPES
from judgekit.cardtext.build.targets.references import both_sides
from judgekit.cardtext.errors import Unsound

PERFORMER: Any = "performer"  # the player of the verb, until the whole sentence is known


def taken(what: m.Target) -> m.Target:
    """An object of a verb: "2 or less" and "no" are not choices, and one card needs its number."""
    if isinstance(what, Counted) and what.several.compare == "at most":
        return replace(counted_selector(what), quantity=m.UpTo(what.several.n))
    if isinstance(what, Counted):
        raise Unsound("“no” and “or less” are conditions, not choices")
    if isinstance(what, Lone):
        raise Unsound("how many? Say “1”, “all” or “up to …” before it")
    if isinstance(what, m.Selector) and what.quantity == m.Some():
        raise Unsound("how many is “any”? Say “1”, “all” or “any number of”")
    if isinstance(what, m.Union):
        for each in what.parts:
            taken(each)
    if isinstance(what, m.Selector) and what.whose == "each" and is_told_of_both(what):
        return m.Union((replace(what, whose="you"), replace(what, whose="opponent")))
    return what


def is_told_of_both(what: m.Selector) -> bool:
    """A plain number, with nothing that could only be asked of all of them together."""
    if not isinstance(what.quantity, m.Exactly | m.UpTo) or not isinstance(what.quantity.n, int):
        return False
    return what.end is None and not what.chooser and not what.bind and bool(what.types)


constants(
    colour_word="colour",
    trait_word="trait",
    character_word="character",
    player_word="player",
    name_word="name",
    type_word="type",
    any_order=("order", "any"),
    random_order=("order", "random"),
    face_up=("face", "up"),
    face_down=("face", "down"),
    play_free=m.PlayCost("free"),
    plus_sign="plus",
    minus_sign="minus",
)


@action
def choose_of_them(quantity: Any) -> m.Verb:
    """ "Look at the top 3 cards of your deck, choose 1": of those."""
    if not isinstance(quantity, m.Exactly | m.UpTo):
        raise Unsound("how many of them?")
    return m.Choose(selector(quantity, "", Head((), ()), (m.Among(THEM),)))


@action
def choose_and_other(one: m.Target, quantity: Any, told: Any) -> m.Verb:
    """ "One of your units in the front row and one in the back row": the second differs in this alone."""
    said = told if type(told) is tuple else (told,)
    if not isinstance(one, m.Selector) or one.areas or not all(isinstance(each, DIFFERING) for each in said):
        raise Unsound("say what is chosen in the second place")
    kinds = {type(each) for each in said}
    kept = tuple(each for each in one.filters if type(each) not in kinds)
    if len(kept) != len(one.filters) - len(said) or not isinstance(quantity, m.Exactly | m.UpTo):
        raise Unsound("say what is chosen in the second place")
    other = replace(one, quantity=quantity, filters=(*kept, *said))
    return m.Choose(m.Union((taken(one), taken(other))))


DIFFERING = m.Spot | m.Zones | m.Near | m.State


@action
def choose_down_to(whose: m.Who, area: str, n: int) -> m.Verb:
    """All but n of them."""
    there = m.Selector(m.Some(), whose, (area,))
    return m.Choose(m.Selector(m.Exactly(m.Minus(m.Count(there), n)), whose, (area,)))


@action
def pick_number_range(low: int, high: m.Amount) -> m.Verb:
    if isinstance(high, int) and low >= high:
        raise Unsound("say the smaller number first")
    return m.Pick("number", low, high)


@action
def pick(what: str) -> m.Verb:
    return m.Pick(what)


@action
def pick_type_among(*nouns: Any) -> m.Verb:
    """ "Choose Battle Card or Extra Card": a type, and no card."""
    if any(noun in NO_TYPES or not noun.singular for noun in nouns):
        raise Unsound("how many? Say “1”, “all” or “up to …” before it")
    return m.Pick("type", among=tuple(map(str, nouns)))


actions(
    pick_colour_among=lambda *colours: m.Pick("colour", among=colours),
    choose=lambda what: m.Choose(taken(what)),
    choose_two=lambda one, other: m.Choose(m.Union((taken(one), taken(other)))),
    choose_and_theirs=lambda one, quantity: m.Choose(taken(both_sides(one, quantity, "opponent"))),
    choose_and_yours=lambda one, quantity: m.Choose(taken(both_sides(one, quantity, "you"))),
    pick_number=lambda: m.Pick("number"),
    pick_name=lambda: m.Pick("name"),
)
