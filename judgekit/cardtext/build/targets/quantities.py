"""How many: exactly, up to, at least, a letter; and the amounts that are counted or worked out."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from judgekit.cardtext.build.registry import Just, Several, action
from judgekit.cardtext.build.targets.selecting import Counted
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.model import (
    Amount,
    AtLeast,
    Count,
    Every,
    Exactly,
    Extreme,
    Half,
    Minus,
    NoMore,
    PlayerNumber,
    Plus,
    Selector,
    Some,
    Target,
    Times,
    Unknown,
    UpTo,
    ValueOf,
    Who,
)


@action
def exactly(n: int) -> Exactly:
    return Exactly(n)


@action
def just(n: int) -> Exactly:
    return Just(n)


@action
def up_to(n: int) -> UpTo:
    return UpTo(n)


@action
def unknown(letter: str) -> Unknown:
    return Unknown(letter)


@action
def exactly_letter(letter: str) -> Exactly:
    return Exactly(Unknown(letter))


@action
def up_to_letter(letter: str) -> UpTo:
    return UpTo(Unknown(letter))


@action
def at_least(n: int) -> AtLeast:
    return AtLeast(n)


@action
def one_or_more() -> AtLeast:
    return AtLeast(1)


@action
def at_most(n: int) -> Several:
    return Several("at most", n)


@action
def fewer_than(n: int) -> Several:
    return Several("less", n)


@action
def more_than(n: int) -> Several:
    return Several("more", n)


@action
def plus(one: Amount, other_amount: Amount) -> Plus:
    return Plus(one, other_amount)


@action
def minus(one: Amount, other_amount: Amount) -> Minus:
    return Minus(one, other_amount)


@action
def twice(amount: Amount) -> Times:
    return Times(2, amount)


@action
def many_times(factor: int, amount: Amount) -> Amount:
    return amount if factor == 1 else Times(factor, amount)


@action
def multiplied_by(amount: Amount, factor: int) -> Amount:
    return many_times(factor, amount)


@action
def no_more(amount: Amount, most: int) -> Amount:
    if isinstance(amount, int):
        raise Unsound("a number needs no limit")
    return NoMore(amount, most)


@action
def half(amount: Amount) -> Half:
    return Half(amount)


@action
def half_up(amount: Amount) -> Half:
    return Half(amount, "up")


def described(what: Target) -> Target:
    """A selector as a description: its quantity says nothing."""
    if isinstance(what, Counted):
        raise Unsound("a number stands where only a description can")
    if isinstance(what, Selector) and what.quantity in (Exactly(1), Every(), Some()):
        return replace(what, quantity=Some())
    return what


def counted_selector(what: Selector) -> Selector:
    """What is counted, without its quantity."""
    if isinstance(what, Counted):
        return Selector(
            Some(), what.whose, what.areas, what.end, what.types, what.filters, what.chooser, what.bind
        )
    return replace(what, quantity=Some())


@action
def count_of(what: Selector) -> Count:
    return Count(all_of(what))


@action
def count_different(what: str, found: Selector) -> Count:
    return Count(all_of(found), what)


def all_of(what: Selector) -> Selector:
    """What is counted; a number before it would say twice how many."""
    if not isinstance(what, Selector) or isinstance(what, Counted) or what.quantity not in (Every(), Some()):
        raise Unsound("a number cannot stand before what is counted")
    if counted_selector(what) == Selector():
        raise Unsound("cards where are counted?")
    return counted_selector(what)


@action
def player_number_of(whose: Who, number: str) -> PlayerNumber:
    return PlayerNumber(number, whose)


@action
def value_of(what: Target, stat: str) -> ValueOf:
    return ValueOf(stat, what)


@action
def value_of_anchor(stat: str, what: Target) -> ValueOf:
    return ValueOf(stat, what)


@action
def value_of_cards(stat: str, what: Selector) -> ValueOf:
    if isinstance(what, Counted) or what.quantity == Some():
        raise Unsound("of how many cards?")
    return ValueOf(stat, what)


@action
def extreme_value(which: Any, stat: str, group: Selector) -> ValueOf:
    """ "The highest level among your units": one number, however many have it."""
    group = all_of(group)
    return ValueOf(stat, replace(group, quantity=Every(), filters=(*group.filters, Extreme(stat, which))))


ROMAN = {"i": 1, "ii": 2, "iii": 3, "iv": 4}


@action
def number(value: Any) -> Amount:
    return ROMAN[value] if isinstance(value, str) else value
