"""How many: exactly, up to, at least, a letter; and the amounts that are counted or worked out."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from judgekit.cardtext import model as m
from judgekit.cardtext.build.registry import THEM, Just, Several, action, actions
from judgekit.cardtext.build.targets.selecting import Counted, Lone, is_taken_out
from judgekit.cardtext.errors import Unsound


@action
def many_times(factor: int, amount: m.Amount) -> m.Amount:
    return amount if factor == 1 else m.Times(factor, amount)


@action
def no_more(amount: m.Amount, most: int) -> m.Amount:
    if isinstance(amount, int):
        raise Unsound("a plain number needs no upper limit")
    return m.NoMore(amount, most)


def described(what: m.Target) -> m.Target:
    """A selector as a description: its quantity says nothing."""
    if isinstance(what, Counted):
        raise Unsound("a number cannot stand here: describe the card only")
    if isinstance(what, m.Selector) and what.quantity in (m.Exactly(1), m.Every(), m.Some()):
        return replace(what, quantity=m.Some())
    return what


def counted_selector(what: m.Selector) -> m.Selector:
    """What is counted, without its quantity."""
    if isinstance(what, Counted):
        return m.Selector(
            m.Some(), what.whose, what.areas, what.end, what.types, what.filters, what.chooser, what.bind
        )
    return replace(what, quantity=m.Some())


@action
def count_of(what: m.Selector) -> m.Count:
    return m.Count(all_of(what))


@action
def number_of(what: m.Selector) -> m.Count:
    if isinstance(what, Lone):
        raise Unsound("how many is one card? Say the cards in the plural")
    return count_of(what)


@action
def count_different(what: str, found: m.Selector) -> m.Count:
    return m.Count(all_of(found), what)


def all_of(what: m.Selector) -> m.Selector:
    """What is counted; a number before it would state the quantity twice."""
    if (
        not isinstance(what, m.Selector)
        or isinstance(what, Counted)
        or what.quantity not in (m.Every(), m.Some())
    ):
        raise Unsound("leave out the number before the cards that are counted")
    if is_taken_out(what):
        raise Unsound("said in another way")
    if counted_selector(what) == m.Selector():
        raise Unsound("which cards are counted? Say their area or their kind")
    return counted_selector(what)


@action
def value_of_cards(stat: str, what: m.Target) -> m.ValueOf:
    if isinstance(what, Counted | Lone) or getattr(what, "quantity", None) == m.Some():
        raise Unsound("of how many cards?")
    return m.ValueOf(stat, what)


def more_than(n: m.Amount, amount: m.Amount) -> m.Amount:
    return m.Plus(said_once(amount), n)


def less_than(n: m.Amount, amount: m.Amount) -> m.Amount:
    """ "2 fewer than that many", "that many minus 2"."""
    said_once(n)
    return m.Minus(said_once(amount), n)


def said_once(amount: m.Amount) -> m.Amount:
    found = amount.amount if isinstance(amount, m.NoMore) else amount
    if isinstance(found, m.Plus | m.Minus) and isinstance(found.right, int):
        raise Unsound("more or less than what is more or less? Say one number")
    return amount


@action
def extreme_value(which: Any, stat: str, group: m.Selector) -> m.ValueOf:
    """ "The highest level among your units": one number, however many have it."""
    group = all_of(group)
    return m.ValueOf(
        stat, replace(group, quantity=m.Every(), filters=(*group.filters, m.Extreme(stat, which)))
    )


ROMAN = {"i": 1, "ii": 2, "iii": 3, "iv": 4}


@action
def number(value: Any) -> m.Amount:
    return ROMAN[value] if isinstance(value, str) else value


actions(
    exactly=m.Exactly,
    just=Just,
    up_to=m.UpTo,
    unknown=m.Unknown,
    exactly_letter=lambda letter: m.Exactly(m.Unknown(letter)),
    up_to_letter=lambda letter: m.UpTo(m.Unknown(letter)),
    at_least=m.AtLeast,
    one_or_more=lambda: m.AtLeast(1),
    at_most=lambda n: Several("at most", n),
    fewer_than=lambda n: Several("less", n),
    more_than=lambda n: Several("more", n),
    plus=m.Plus,
    minus=lambda amount, n: less_than(n, amount),
    difference=m.Difference,
    of_two=lambda way, left, right: m.OfTwo("highest" if way == "more" else "lowest", left, right),
    in_excess=m.Excess,
    more_than_that=more_than,
    less_than_that=less_than,
    twice=lambda amount: m.Times(2, amount),
    thrice=lambda amount: m.Times(3, amount),
    multiplied_by=lambda amount, factor: many_times(factor, amount),
    half=m.Half,
    half_up=lambda amount: m.Half(amount, "up"),
    player_number_of=lambda whose, number: m.PlayerNumber(number, whose),
    value_of=lambda what, stat: value_of_cards(stat, what),
    value_of_anchor=value_of_cards,
    value_of_all=m.ValueOf,
    value_of_them=lambda stat: m.ValueOf(stat, THEM),
)
