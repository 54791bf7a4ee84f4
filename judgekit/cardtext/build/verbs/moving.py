"""Moving cards: to an area, to a zone, to an end of a pile, under and onto others."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from judgekit.cardtext.build.registry import Head, action, pronoun
from judgekit.cardtext.build.targets import Counted, Lone, described, selector
from judgekit.cardtext.build.verbs.choosing import taken
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.model import (
    Count,
    End,
    Every,
    Exactly,
    Minus,
    Move,
    Near,
    Not,
    Place,
    Selector,
    Some,
    Stack,
    Target,
    Under,
    Verb,
    Who,
    Zones,
)


@action
def to_owner_area(whose: Who, area: str) -> Place:
    return Place(area, whose)


@action
def to_area(area: str) -> Place:
    return Place(area)


def zone_of(whose: Who, zones: tuple[int, ...]) -> Selector:
    return Selector(Exactly(1), whose, types=("zone",), filters=(Zones(zones),))


@action
def to_owner_zone(whose: Who, zones: tuple[int, ...]) -> Place:
    return Place("field", zone=zone_of(whose, zones))


@action
def to_zone(zones: tuple[int, ...]) -> Place:
    return Place("field", zone=zone_of("", zones))


def is_place(what: Selector) -> Selector:
    every = isinstance(what.quantity, Every) and what.types == ("strategy zone",)
    if isinstance(what, Counted | Lone) or every:
        raise Unsound("to which zone? Say “1 of”, or its number")
    if not what.types or any(each not in PLACES for each in what.types):
        raise Unsound("a card goes to a zone or an area")
    if any(isinstance(each, Under) for each in what.filters):
        raise Unsound("no zone lies under a card")
    return what


PLACES = frozenset({"zone", "strategy zone", "circle", "gate", "attack zone", "defense zone", "set zone"})


@action
def to_place(what: Head, rest: tuple[Any, ...]) -> Place:
    return Place("field", zone=is_place(selector(Exactly(1), "", what, rest)))


@action
def to_another_place(what: Head, rest: tuple[Any, ...]) -> Place:
    elsewhere = Not(Near("same zone", pronoun("moved")))
    found = selector(Exactly(1), "", Head(what.types, (elsewhere, *what.filters)), rest)
    return Place("field", zone=is_place(found))


@action
def to_another_place_of(whose: Who, what: Head, rest: tuple[Any, ...]) -> Place:
    found = to_another_place(what, rest)
    assert isinstance(found.zone, Selector)
    return replace(found, zone=replace(found.zone, whose=whose))


@action
def to_own_place(whose: Who, what: Head, rest: tuple[Any, ...]) -> Place:
    if set(what.types) <= {"attack zone", "defense zone", "strategy zone"} and not what.filters and not rest:
        raise Unsound("an area, said in another way")
    return Place("field", zone=is_place(selector(Exactly(1), whose, what, rest)))


@action
def to_some_place(quantity: Any, whose: Who, what: Head, rest: tuple[Any, ...]) -> Place:
    if quantity is None:
        raise Unsound("said in another way")
    one = Exactly(1) if quantity == Some() else quantity
    return Place("field", zone=is_place(selector(one, whose, what, rest)))


@action
def move(what: Target, to: Place) -> Verb:
    return Move(taken(what), to)


@action
def move_how(what: Target, to: Place, how: tuple[str, Any]) -> Verb:
    return Move(taken(what), replace(to, **{how[0]: how[1]}))


@action
def move_facing(what: Target, how: tuple[str, Any], to: Place) -> Verb:
    return move_how(what, to, how)


@action
def is_moved(what: Target, to: Place) -> Verb:
    return Move(passive(what), to)


@action
def is_moved_how(what: Target, to: Place, how: tuple[str, Any]) -> Verb:
    return move_how(passive(what), to, how)


@action
def is_moved_end(what: Target, end: End, whose: Who, area: str, *order: tuple[str, Any]) -> Verb:
    return Move(passive(what), Place(area, whose, end, order=order[0][1] if order else ""))


def passive(what: Target) -> Target:
    """ "It is put …", "all of them are destroyed": nobody chooses what it happens to."""
    found = taken(what)
    if isinstance(found, Selector) and not isinstance(found.quantity, Every):
        raise Unsound("who chooses? Say it of whoever does it")
    return found


@action
def move_and(what: Target, to: Place, other: Target, there: Place) -> tuple[Verb, ...]:
    """ "Put 1 of them into your hand and the rest into your graveyard"."""
    return move(what, to), move(other, there)


@action
def move_and_how(
    what: Target, to: Place, other: Target, there: Place, how: tuple[str, Any]
) -> tuple[Verb, ...]:
    return move(what, to), move_how(other, there, how)


@action
def move_and_end(
    what: Target, to: Place, other: Target, end: End, whose: Who, area: str, *order: tuple[str, Any]
) -> tuple[Verb, ...]:
    there = Place(area, whose, end, order=order[0][1]) if order else Place(area, whose, end)
    return move(what, to), Move(taken(other), there)


@action
def move_ends(
    what: Target, end: End, whose: Who, area: str, other: Target, far: End, owner: Who, there: str,
    *order: tuple[str, Any],
) -> tuple[Verb, ...]:  # fmt: skip
    """ "Put 1 of them on the top of your deck and the other on the bottom of your deck"."""
    rest = Place(there, owner, far, order=order[0][1] if order else "")
    return move_end(what, end, whose, area), Move(taken(other), rest)


@action
def move_end_and(
    what: Target, end: End, whose: Who, area: str, other: Target, there: Place, *how: tuple[str, Any]
) -> tuple[Verb, ...]:
    return move_end(what, end, whose, area), move_how(other, there, how[0]) if how else move(other, there)


@action
def move_top_and_end(
    what: Target, whose: Who, area: str, other: Target, far: End, owner: Who, there: str,
    *order: tuple[str, Any],
) -> tuple[Verb, ...]:  # fmt: skip
    return move_ends(what, "top", whose, area, other, far, owner, there, *order)


@action
def move_top_and(what: Target, whose: Who, area: str, other: Target, there: Place) -> tuple[Verb, ...]:
    return move_end_and(what, "top", whose, area, other, there)


@action
def move_end(what: Target, end: End, whose: Who, area: str) -> Verb:
    return Move(taken(what), Place(area, whose, end))


@action
def move_end_order(what: Target, end: End, whose: Who, area: str, how: tuple[str, Any]) -> Verb:
    return Move(taken(what), Place(area, whose, end, order=how[1]))


@action
def move_end_own(what: Target, end: End, area: str) -> Verb:
    return Move(taken(what), Place(area, "", end))


@action
def move_end_own_order(what: Target, end: End, area: str, how: tuple[str, Any]) -> Verb:
    return Move(taken(what), Place(area, "", end, order=how[1]))


@action
def move_either_end(what: Target, whose: Who, area: str) -> Verb:
    return Move(taken(what), Place(area, whose, "either"))


@action
def move_either_end_order(what: Target, whose: Who, area: str, how: tuple[str, Any]) -> Verb:
    return Move(taken(what), Place(area, whose, "either", order=how[1]))


@action
def move_either_deck(what: Target) -> Verb:
    return Move(taken(what), Place("deck", "you", "either"))


@action
def move_back_on_top(what: Target) -> Verb:
    return Move(taken(what), Place("deck", "you", "top"))


@action
def move_deck_top_order(what: Target, whose: Who, how: tuple[str, Any]) -> Verb:
    return Move(taken(what), Place("deck", whose, "top", order=how[1]))


@action
def return_hand(what: Target) -> Verb:
    raise Unsound("say where it returns to")


@action
def place_under(what: Target, onto: Target) -> Verb:
    return Stack(taken(what), one_of_yours(onto), "under")


@action
def place_under_until(end: End, whose: Who, area: str, onto: Target, n: int, under: Target) -> Verb:
    """As many as are missing."""
    there = Count(Selector(Some(), filters=(Under(described(under)),)))
    cards = Selector(Exactly(Minus(n, there)), whose, (area,), end)
    return Stack(cards, one_of_yours(onto), "under")


def one_of_yours(onto: Target) -> Target:
    """ "under your {Gate}": one card, of several the one that is chosen."""
    if isinstance(onto, Lone) and onto.whose:
        parts = {name: getattr(onto, name) for name in Selector.__struct_fields__}
        return Selector(**{**parts, "quantity": Exactly(1)})
    return taken(onto)


@action
def place_on(what: Target, onto: Target) -> Verb:
    below = taken(onto)
    if isinstance(below, Selector) and below.areas and not below.types and not below.filters:
        return Move(taken(what), Place(below.areas[0], below.whose, "top"))
    return Stack(taken(what), below, "on top")
