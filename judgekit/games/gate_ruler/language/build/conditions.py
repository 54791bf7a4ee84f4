"""Conditions of Gate Ruler."""

from __future__ import annotations

from typing import Any

from judgekit.cardtext.build.registry import AnyQuantity, Compared, Head, action
from judgekit.cardtext.build.targets import comparison, selector
from judgekit.cardtext.build.verbs.drawing import search
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.model import (
    Act,
    Cause,
    Choose,
    Compare,
    Condition,
    Count,
    Every,
    Matches,
    NotSo,
    PlayerNumber,
    Role,
    Search,
    Selector,
    Some,
    State,
    Target,
    ThatMany,
    Verb,
    Who,
)
from judgekit.games.gate_ruler.language.build.descriptions import charges_of


@action
def damage_is(who: Who, bound: Compared) -> Condition:
    found = Count(Selector(Some(), who, ("damage zone",)))
    return Compare(found, bound.compare, bound.amount)


@action
def gr_attacking_such(what: Target, whom: Head, rest: tuple[Any, ...]) -> tuple[Condition, ...]:
    """8-4e-1: it is attacking, and what it attacks is such a card."""
    return (
        Matches(what, Selector(filters=(State("attacking"),))),
        Matches(Role("attacked"), selector(Some(), "", whom, rest)),
    )


@action
def gr_so_many_done(quantity: AnyQuantity, word: str) -> Condition:
    """ "If 2 cards were removed this way": so many or more, as of all that is there."""
    return Compare(ThatMany(word), *comparison(quantity))


@action
def gr_survives(what: Target) -> Condition:
    return Matches(what, Selector(filters=(State("in play"),)))


@action
def life_left(who: Who, bound: Compared) -> Condition:
    return Compare(PlayerNumber("life", who), bound.compare, bound.amount)


@action
def gr_life_beside(who: Who, way: Any, other: Who) -> Condition:
    return Compare(PlayerNumber("life", who), way, PlayerNumber("life", other))


def gr_hands(who: Who, way: Any, other: Who) -> Condition:
    return Compare(Count(Selector(Some(), who, ("hand",))), way, Count(Selector(Some(), other, ("hand",))))


@action
def gr_hand_beside(way: Any) -> Condition:
    return gr_hands("you", way, "opponent")


@action
def gr_their_hand_beside(way: Any) -> Condition:
    return gr_hands("opponent", way, "you")


DAMAGED = Selector(filters=(State("damaged"),))


@action
def gr_is_damaged(what: Target) -> Condition:
    return Matches(what, DAMAGED)


@action
def gr_is_undamaged(what: Target) -> Condition:
    return NotSo(Matches(what, DAMAGED))


@action
def gate_empty() -> Condition:
    return Compare(Count(Selector(Some(), areas=("gate",))), "equal", 0)


@action
def first_turn() -> Condition:
    return Compare(PlayerNumber("turns taken", "you"), "equal", 1)


@action
def area_empty(whose: Who, area: str) -> Condition:
    return Compare(Count(Selector(Some(), whose, (area,))), "equal", 0)


@action
def has_charges(what: Target, quantity: AnyQuantity) -> Condition:
    way, n = comparison(quantity)
    return Compare(charges_of(what), way, n)


@action
def has_any_charges(what: Target) -> Condition:
    return Compare(charges_of(what), "at least", 1)


@action
def has_no_charges(what: Target) -> Condition:
    return Compare(charges_of(what), "equal", 0)


@action
def nth_attack(whose: Who, n: int) -> Condition:
    return Compare(PlayerNumber("attacks this turn", whose), "equal", n)


@action
def top_of_gate(what: Head) -> Condition:
    top = Selector(Every(), areas=("gate",), end="top")
    return Matches(top, selector(Some(), "", what, ()))


def by_no_keyword(*_: Any) -> Any:
    """In place of the common ones: "plays a card with [CNT]" is said of the card."""
    raise Unsound("said in another way")


def gr_act_by(verb: str, cause: Cause) -> Act:
    """In place of the common one: what cannot be attacked by some units is said of those units."""
    if verb == "be attacked":
        raise Unsound("said in another way")
    return Act(verb, cause=cause)


def found_in_deck(whose: Who, area: str, what: Target) -> Verb:
    """15-6a: who searches a deck chooses from it."""
    found = search(whose, area, what)
    assert isinstance(found, Search)
    return Choose(found.what)
