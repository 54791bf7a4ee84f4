"""Moving cards: to an area, to a zone, to an end of a pile, under and onto others."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from judgekit.cardtext import model as m
from judgekit.cardtext.build.registry import ACTIONS, IT, Head, The, action, actions, pronoun
from judgekit.cardtext.build.targets import Counted, Lone, described, selector
from judgekit.cardtext.build.targets.selectors import as_many, as_many_from_top
from judgekit.cardtext.build.verbs.choosing import taken
from judgekit.cardtext.errors import Unsound


def zone_of(whose: m.Who, zones: tuple[int, ...]) -> m.Selector:
    return m.Selector(m.Exactly(1), whose, types=("zone",), filters=(m.Zones(zones),))


@action
def to_zone(zones: tuple[int, ...]) -> m.Place:
    return m.Place("field", zone=zone_of("", zones))


def is_place(what: m.Selector) -> m.Selector:
    every = isinstance(what.quantity, m.Every) and what.types == ("strategy zone",)
    if isinstance(what, Counted | Lone) or every:
        raise Unsound("to which zone? Say “1 of”, or its number")
    if not what.types or any(each not in PLACES for each in what.types):
        raise Unsound("a card goes to a zone or an area")
    if what.areas == ("field",):  # "to an empty zone on their field"
        what = replace(what, areas=())
    if what.areas:  # "to your defense zone from your graveyard"
        raise Unsound("a zone lies in no area: say first where the card comes from")
    if any(isinstance(each, m.Under) for each in what.filters):
        raise Unsound("a zone cannot be under a card")
    return what


def if_there(what: m.Target, whose: m.Who, area: str, verb: m.Verb) -> m.Verb:
    """ "Add it from your drop area to your hand": that card, if it lies there."""
    if what == m.This():
        raise Unsound("said in another way")
    return m.If((m.Matches(what, m.Selector(m.Some(), whose, (area,))),), (verb,))


@action
def move_from(what: m.Target, whose: m.Who, area: str, *to: Any) -> m.Verb:
    return if_there(what, whose, area, ACTIONS["move_how" if to[1:] else "move"](what, *to))


@action
def move_from_to_end(what: m.Target, whose: m.Who, area: str, *to: Any) -> m.Verb:
    return if_there(what, whose, area, ACTIONS["move_end"](what, *to))


PLACES = frozenset({"zone", "strategy zone", "circle", "gate", "attack zone", "defense zone", "set zone"})


@action
def to_another_place(what: Head, rest: tuple[Any, ...]) -> m.Place:
    elsewhere = m.Not(m.Near("same zone", pronoun("moved")))
    found = selector(m.Exactly(1), "", Head(what.types, (elsewhere, *what.filters)), rest)
    return m.Place("field", zone=is_place(found))


@action
def to_another_place_of(whose: m.Who, what: Head, rest: tuple[Any, ...]) -> m.Place:
    found = to_another_place(what, rest)
    assert isinstance(found.zone, m.Selector)
    return replace(found, zone=replace(found.zone, whose=whose))


@action
def to_own_place(whose: m.Who, what: Head, rest: tuple[Any, ...]) -> m.Place:
    if set(what.types) <= {"attack zone", "defense zone", "strategy zone"} and not what.filters and not rest:
        raise Unsound("said in another way")
    return m.Place("field", zone=is_place(selector(m.Exactly(1), whose, what, rest)))


@action
def to_some_place(quantity: Any, whose: m.Who, what: Head, rest: tuple[Any, ...]) -> m.Place:
    if quantity is None or isinstance(quantity, The):  # "the zone in front of it" is one
        raise Unsound("said in another way")
    one = m.Exactly(1) if quantity == m.Some() else quantity
    return m.Place("field", zone=is_place(selector(one, whose, what, rest)))


@action
def move(what: m.Target, to: m.Place) -> m.Verb:
    return m.Move(taken(what), to)


@action
def move_how(what: m.Target, to: m.Place, how: tuple[str, Any]) -> m.Verb:
    return m.Move(taken(what), replace(to, **{how[0]: how[1]}))


def passive(what: m.Target) -> m.Target:
    """ "It is put …", "all of them are destroyed", "1 of your units is destroyed": where there is a choice,
    it is made by the player whose effect it is. Nobody chooses from another player's hand so."""
    found = taken(what)
    if isinstance(found, m.Selector) and is_left_open(found):
        raise Unsound("who chooses? Name the player: “your opponent puts …”")
    return found


def is_left_open(what: m.Selector) -> bool:
    if isinstance(what.quantity, m.Every) or what.end is not None or what.chooser:
        return False
    return what.whose not in ("you", "opponent", "") or ("hand" in what.areas and what.whose != "you")


@action
def remains(what: m.Target) -> m.Verb:
    """ "It stays where it is": after something happened instead."""
    return m.Perform("remain", taken(pronoun("topic") if what == IT else what))


@action
def remains_there(what: m.Target, area: Any) -> m.Verb:
    return remains(what)


@action
def move_and_end(
    what: m.Target, to: m.Place, other: m.Target, end: m.End, whose: m.Who, area: str, *order: tuple[str, Any]
) -> tuple[m.Verb, ...]:
    there = m.Place(area, whose, end, order=order[0][1]) if order else m.Place(area, whose, end)
    return move(what, to), m.Move(taken(other), there)


@action
def move_ends(
    what: m.Target, end: m.End, whose: m.Who, area: str, other: m.Target, far: m.End, owner: m.Who,
    there: str, *order: tuple[str, Any],
) -> tuple[m.Verb, ...]:  # fmt: skip
    """ "Put 1 of them on the top of your deck and the other on the bottom of your deck"."""
    rest = m.Place(there, owner, far, order=order[0][1] if order else "")
    return move_end(what, end, whose, area), m.Move(taken(other), rest)


@action
def move_end_and(
    what: m.Target,
    end: m.End,
    whose: m.Who,
    area: str,
    other: m.Target,
    there: m.Place,
    *how: tuple[str, Any],
) -> tuple[m.Verb, ...]:
    return move_end(what, end, whose, area), move_how(other, there, how[0]) if how else move(other, there)


@action
def move_top_and_end(
    what: m.Target, whose: m.Who, area: str, other: m.Target, far: m.End, owner: m.Who, there: str,
    *order: tuple[str, Any],
) -> tuple[m.Verb, ...]:  # fmt: skip
    return move_ends(what, "top", whose, area, other, far, owner, there, *order)


@action
def move_end(what: m.Target, end: m.End, whose: m.Who, area: str) -> m.Verb:
    return m.Move(taken(what), m.Place(area, whose, end))


@action
def return_hand(what: m.Target) -> m.Verb:
    raise Unsound("say where it returns to")


@action
def place_under(what: m.Target, onto: m.Target) -> m.Verb:
    return m.Stack(taken(what), one_of_yours(onto), "under")


@action
def place_under_from(what: m.Target, whose: m.Who, area: str, onto: m.Target) -> m.Verb:
    return if_there(what, whose, area, place_under(what, onto))


@action
def place_under_until(end: m.End, whose: m.Who, area: str, onto: m.Target, n: int, under: m.Target) -> m.Verb:
    """As many as are missing."""
    there = m.Count(m.Selector(m.Some(), filters=(m.Under(described(under)),)))
    cards = m.Selector(m.Exactly(m.Minus(n, there)), whose, (area,), end)
    return m.Stack(cards, one_of_yours(onto), "under")


def one_of_yours(onto: m.Target) -> m.Target:
    """ "under your {Gate}": one card; if there are several, one is chosen."""
    if isinstance(onto, Lone) and onto.whose:
        parts = {name: getattr(onto, name) for name in m.Selector.__struct_fields__}
        return m.Selector(**{**parts, "quantity": m.Exactly(1)})
    return taken(onto)


@action
def place_on(what: m.Target, onto: m.Target) -> m.Verb:
    below = taken(onto)
    if isinstance(below, m.Selector) and below.areas and not below.types and not below.filters:
        return m.Move(taken(what), m.Place(below.areas[0], below.whose, "top"))
    return m.Stack(taken(what), below, "on top")


@action
def move_equal(whose: m.Who, what: Head, rest: tuple[Any, ...], to: m.Place, amount: m.Amount) -> m.Verb:
    """ "Put cards from your stock zone into your drop zone equal to …"."""
    return move(as_many(whose, what, rest, amount), to)


@action
def move_equal_how(
    whose: m.Who, what: Head, rest: tuple[Any, ...], to: m.Place, how: tuple[str, Any], amount: m.Amount
) -> m.Verb:
    return move_how(as_many(whose, what, rest, amount), to, how)


@action
def move_so_many(what: Head, end: m.End, whose: m.Who, area: str, to: m.Place, amount: m.Amount) -> m.Verb:
    """ "Place cards from the top of your deck into your discard pile equal to …"."""
    return m.Move(as_many_from_top(what, end, whose, area, (), amount), to)


@action
def stack_so_many(
    what: Head, end: m.End, whose: m.Who, area: str, onto: m.Target, amount: m.Amount
) -> m.Verb:
    return place_under(as_many_from_top(what, end, whose, area, (), amount), onto)


actions(
    to_owner_area=lambda whose, area: m.Place(area, whose),
    to_area=m.Place,
    to_owner_zone=lambda whose, zones: m.Place("field", zone=zone_of(whose, zones)),
    to_place=lambda what, rest: m.Place("field", zone=is_place(selector(m.Exactly(1), "", what, rest))),
    move_facing=lambda what, how, to: move_how(what, to, how),
    move_end_facing=lambda what, end, whose, area, how: move_how(what, m.Place(area, whose, end), how),
    is_done=lambda what, done: done(passive(what)),
    goes_there=lambda what, to, *how: move_how(passive(what), to, *how) if how else move(passive(what), to),
    # "Put 1 of them into your hand and the rest into your graveyard".
    move_and=lambda what, to, other, there: (move(what, to), move(other, there)),
    move_and_how=lambda what, to, other, there, how: (move(what, to), move_how(other, there, how)),
    move_top_and=lambda what, whose, area, other, there: move_end_and(what, "top", whose, area, other, there),
    move_end_order=lambda what, end, whose, area, how: m.Move(
        taken(what), m.Place(area, whose, end, order=how[1])
    ),
    move_end_own=lambda what, end, area: m.Move(taken(what), m.Place(area, "", end)),
    move_end_own_order=lambda what, end, area, how: m.Move(taken(what), m.Place(area, "", end, order=how[1])),
    move_either_own=lambda what, area, *how: m.Move(
        taken(what), m.Place(area, "", "either", order=how[0][1] if how else "")
    ),
    move_either_end=lambda what, whose, area: m.Move(taken(what), m.Place(area, whose, "either")),
    move_either_end_order=lambda what, whose, area, how: m.Move(
        taken(what), m.Place(area, whose, "either", order=how[1])
    ),
    # Where it was: the deck may be the other player's.
    move_either_deck=lambda what: m.Move(taken(what), m.Place("deck", "owner", "either")),
    move_back_on_top=lambda what: m.Move(taken(what), m.Place("deck", "owner", "top")),
    move_deck_top_order=lambda what, whose, how: m.Move(
        taken(what), m.Place("deck", whose, "top", order=how[1])
    ),
)
