"""Descriptions of cards: some of your cards, another one, those on top, those under a card."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from judgekit.cardtext.build.registry import THEM, AllTwo, Head, The, Where, action, pronoun
from judgekit.cardtext.build.targets.nouns import type_of
from judgekit.cardtext.build.targets.quantities import count_of
from judgekit.cardtext.build.targets.selecting import selector
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.marks import One
from judgekit.cardtext.model import (
    Among,
    Amount,
    End,
    Every,
    Exactly,
    Half,
    Is,
    Minus,
    OneOf,
    OtherThan,
    Outermost,
    SameAs,
    Selector,
    Target,
    ThatMany,
    This,
    Under,
    Unknown,
    UpTo,
    Who,
    Zones,
)


@action
def cards(quantity: Any, whose: Who, what: Head, rest: tuple[Any, ...]) -> Selector:
    if isinstance(whose, One):
        return selector(quantity or Exactly(1), "opponent", what, rest)
    if isinstance(quantity, The | AllTwo) and not (whose or what.types or what.filters or rest):
        raise Unsound("said in another way")  # "the cards": those spoken of before
    return selector(quantity, whose, what, rest)


@action
def cards_either(quantity: Any, whose: Who, one: Head, other_whose: Who, other_head: Head) -> Selector:
    """ "1 of your Battle Cards or your Leader Card"."""
    if quantity is None or whose != other_whose or one.filters or other_head.filters:
        raise Unsound("two descriptions are joined by “or” that differ in more than the type")
    return selector(quantity, whose, Head((*one.types, *other_head.types), ()), ())


@action
def total_cards(quantity: Any, what: Head, rest: tuple[Any, ...]) -> Selector:
    return selector(quantity, "", what, rest)


@action
def of_the_cards(quantity: Any, what: Head, rest: tuple[Any, ...]) -> Selector:
    return selector(quantity, "", what, rest)


@action
def as_many(whose: Who, what: Head, rest: tuple[Any, ...], amount: Amount) -> Selector:
    if isinstance(amount, int | Unknown | ThatMany):
        raise Unsound("a number stands in front of what is counted")
    return selector(Exactly(amount), whose, what, rest)


@action
def as_many_from_top(
    what: Head, end: End, whose: Who, area: str, rest: tuple[Any, ...], amount: Amount
) -> Selector:
    found = as_many(whose, what, (Where((area,), whose), *rest), amount)
    return replace(found, end=end)


ANOTHER = OtherThan(pronoun("another"))


@action
def another(what: Head, rest: tuple[Any, ...]) -> Selector:
    return selector(Exactly(1), "", Head(what.types, (ANOTHER, *what.filters)), rest)


@action
def another_of(whose: Who, what: Head, rest: tuple[Any, ...]) -> Selector:
    return selector(Exactly(1), whose, Head(what.types, (ANOTHER, *what.filters)), rest)


@action
def another_either(whose: Who, one: Head, other_whose: Who, other_head: Head) -> Selector:
    found = cards_either(Exactly(1), whose, one, other_whose, other_head)
    return replace(found, filters=(ANOTHER, *found.filters))


@action
def another_alike(what: Head, kind: str) -> Selector:
    """ "another member of the same world": as this one."""
    return another(what, (SameAs(kind, This()),))


@action
def another_of_alike(whose: Who, what: Head, kind: str) -> Selector:
    return another_of(whose, what, (SameAs(kind, This()),))


@action
def head_number(n: Amount) -> tuple[Amount, Head]:
    return n, Head((), ())


@action
def head_one() -> tuple[Amount, Head]:
    return 1, Head((), ())


@action
def head_number_of(n: int, what: Head) -> tuple[Amount, Head]:
    if what.types == () and not what.filters:
        raise Unsound("said in another way")
    return n, what


@action
def head_cards() -> Head:
    return Head((), ())


@action
def top_cards(end: End, what: tuple[Amount, Head], whose: Who, area: str, rest: tuple[Any, ...]) -> Selector:
    found = selector(Exactly(what[0]), whose, what[1], (Where((area,), whose), *rest))
    return replace(found, end=end)


@action
def top_cards_own(end: End, what: tuple[Amount, Head], area: str, rest: tuple[Any, ...]) -> Selector:
    return top_cards(end, what, "you", area, rest)


@action
def up_to_top_cards(end: End, n: int, whose: Who, area: str, rest: tuple[Any, ...]) -> Selector:
    return from_top(UpTo(n), Head((), ()), end, whose, area, rest)


@action
def both_characters(*parts: Any) -> Head:
    return both_kinds("character", parts)


@action
def both_traits(*parts: Any) -> Head:
    return both_kinds("trait", parts)


@action
def both_names(*parts: Any) -> Head:
    return both_kinds("name", parts)


def both_kinds(what: str, parts: tuple[Any, ...]) -> Head:
    *adjectives, one, other_one = parts
    return Head((), (*adjectives, Is(what, (one, other_one))))


@action
def all_of_both(whose: Who, what: Head, rest: tuple[Any, ...]) -> Selector:
    """ "All <A> and <B> in your hand": every card that is one of them."""
    return selector(Every(), whose, what, rest)


@action
def label_or_name(quantity: Any, whose: Who, label: Is, names: tuple[str, ...], rest: Any) -> Selector:
    """ "1 «A» or card whose name includes {B}"."""
    if quantity is None:
        raise Unsound("how many? Say “1”, “all” or “up to …” before it")
    either = OneOf((label, Is("name", names, part=True)))
    return selector(quantity, whose, Head((), (either,)), rest)


@action
def from_top(quantity: Any, what: Head, end: End, whose: Who, area: str, rest: tuple[Any, ...]) -> Selector:
    found = selector(quantity, whose, what, (Where((area,), whose), *rest))
    if found.quantity == Every():
        raise Unsound(f"how many from the {end}?")
    return replace(found, end=end)


@action
def from_top_own(quantity: Any, what: Head, end: End, area: str, rest: tuple[Any, ...]) -> Selector:
    return from_top(quantity, what, end, "you", area, rest)


@action
def some_of_them(*parts: Any) -> Selector:
    quantity, rest = parts[0], parts[-1] if isinstance(parts[-1], tuple) else ()
    if quantity is None or (isinstance(quantity, Every) and parts[-1] == ()):
        raise Unsound("said in another way")
    return selector(quantity, "", Head((), ()), (Among(THEM), *rest))


@action
def cards_under(quantity: Any, what: Target, rest: tuple[Any, ...]) -> Selector:
    if quantity is None:
        raise Unsound("said in another way")
    return selector(quantity, "", Head((), ()), (Under(what), *rest))


@action
def all_cards_under(what: Target) -> Selector:
    return selector(Every(), "", Head((), ()), (Under(what),))


@action
def whole_area(whose: Who, area: str, rest: tuple[Any, ...]) -> Selector:
    if area not in ("hand", "discard pile", "deck", "drop zone", "graveyard"):
        raise Unsound("a whole area is only meant for hand, deck and discard pile")
    return selector(Every(), whose, Head((), ()), (Where((area,), whose), *rest))


@action
def all_but(n: Amount, whose: Who, what: Head, rest: tuple[Any, ...]) -> Selector:
    """ "All but 2 of your battle cards": so many that 2 are left."""
    found = selector(Every(), whose, what, rest)
    return replace(found, quantity=Exactly(Minus(count_of(found), n)))


@action
def half_of_cards(what: Selector) -> Selector:
    return replace(what, quantity=Exactly(Half(count_of(what))))


@action
def half_of_cards_up(what: Selector) -> Selector:
    return replace(what, quantity=Exactly(Half(count_of(what), "up")))


@action
def outermost_of(which: Any, whose: Who, what: Head, rest: tuple[Any, ...]) -> Selector:
    one = selector(Every(), whose, Head(what.types, (Outermost(which), *what.filters)), rest)
    return replace(one, quantity=Exactly(1))


@action
def owned_head(whose: Who, what: Head) -> Selector:
    return selector(Every(), whose, what, ())


@action
def the_head(what: Head) -> Selector:
    return selector(Every(), "", what, ())


@action
def owned_noun(whose: Who, noun: str) -> Selector:
    return Selector(Every(), whose, types=type_of(noun))


@action
def zone_anchor_owned(whose: Who, zones: tuple[int, ...]) -> Selector:
    return Selector(Every(), whose, types=("zone",), filters=(Zones(zones),))


@action
def zone_anchor(zones: tuple[int, ...]) -> Selector:
    return zone_anchor_owned("", zones)
