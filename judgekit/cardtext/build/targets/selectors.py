"""Descriptions of cards: some of your cards, another one, those on top, those under a card."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from judgekit.cardtext import model as m
from judgekit.cardtext.build.registry import BOTH, THEM, AllTwo, Head, The, Where, action, actions, pronoun
from judgekit.cardtext.build.targets.nouns import type_of
from judgekit.cardtext.build.targets.quantities import count_of
from judgekit.cardtext.build.targets.selecting import ROLES, selector
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.marks import Noun, One


@action
def cards(quantity: Any, whose: m.Who, what: Head, rest: tuple[Any, ...]) -> m.Selector:
    if isinstance(whose, One):
        return selector(quantity or m.Exactly(1), "opponent", what, rest)
    if isinstance(quantity, The | AllTwo) and not (whose or what.types or what.filters or rest):
        raise Unsound("said in another way")  # "the cards": those spoken of before
    if isinstance(quantity, AllTwo) and not (whose or what.filters or rest):
        raise Unsound("said in another way")  # "both units": the two spoken of before
    return selector(quantity, whose, what, rest)


@action
def the_head(what: Head) -> m.Selector:
    if what.lone and any(each in ROLES for each in what.filters):
        raise Unsound("said in another way")  # "the attacking card" is a role
    return selector(The(), "", what, ())


@action
def cards_either(quantity: Any, whose: m.Who, one: Head, other_whose: m.Who, other_head: Head) -> m.Selector:
    """ "1 of your Battle Cards or your Leader Card"."""
    if quantity is None or whose != other_whose or one.filters or other_head.filters:
        raise Unsound("“or” joins two descriptions that differ in more than the type: say them separately")
    return selector(quantity, whose, Head((*one.types, *other_head.types), ()), ())


@action
def as_many(whose: m.Who, what: Head, rest: tuple[Any, ...], amount: m.Amount) -> m.Selector:
    if isinstance(amount, int | m.Unknown | m.ThatMany):
        raise Unsound("put the number in front of what it counts")
    return selector(m.Exactly(amount), whose, what, rest)


@action
def up_to_as_many(whose: m.Who, what: Head, rest: tuple[Any, ...], amount: m.Amount) -> m.Selector:
    return replace(as_many(whose, what, rest, amount), quantity=m.UpTo(amount))


@action
def as_many_from_top(
    what: Head, end: m.End, whose: m.Who, area: str, rest: tuple[Any, ...], amount: m.Amount
) -> m.Selector:
    placed = (Where((area,), whose), *rest)
    if isinstance(amount, m.ThatMany):
        return replace(selector(m.Exactly(amount), whose, what, placed), end=end)
    return replace(as_many(whose, what, placed, amount), end=end)


ANOTHER = m.OtherThan(pronoun("another"))


@action
def another(what: Head, rest: tuple[Any, ...]) -> m.Selector:
    return selector(m.Exactly(1), "", Head(what.types, (ANOTHER, *what.filters)), rest)


@action
def another_of(whose: m.Who, what: Head, rest: tuple[Any, ...]) -> m.Selector:
    return selector(m.Exactly(1), whose, Head(what.types, (ANOTHER, *what.filters)), rest)


@action
def more_such(quantity: Any, whose: m.Who, what: Head, rest: tuple[Any, ...]) -> m.Selector:
    """ "KO 1 Battle Card. Then KO 1 more": not the first one again."""
    if not isinstance(quantity, m.Exactly | m.UpTo) or not (what.types or what.filters):
        raise Unsound("how many more, and of which cards?")
    side = "opponent" if isinstance(whose, One) else whose
    return selector(quantity, side, Head(what.types, (ANOTHER, *what.filters)), rest)


def like_that_one(kind: str) -> m.Filter:
    """ "another member of the same world": as the one that it is other than; a number says it by itself."""
    if kind in NUMBERS:
        raise Unsound("said in another way")
    return m.SameAs(kind, pronoun("another"))


NUMBERS = frozenset({"level", "cost", "power", "aura", "limit", "rank"})


@action
def another_either(whose: m.Who, one: Head, other_whose: m.Who, other_head: Head) -> m.Selector:
    found = cards_either(m.Exactly(1), whose, one, other_whose, other_head)
    return replace(found, filters=(ANOTHER, *found.filters))


@action
def head_number_of(n: int, what: Head) -> tuple[m.Amount, Head]:
    if what.types == () and not what.filters:
        raise Unsound("said in another way")
    return n, what


@action
def top_cards(
    end: m.End, what: tuple[m.Amount, Head], whose: m.Who, area: str, rest: tuple[Any, ...]
) -> m.Selector:
    found = selector(m.Exactly(what[0]), whose, what[1], (Where((area,), whose), *rest))
    return replace(found, end=end)


def both_kinds(what: str, parts: tuple[Any, ...]) -> Head:
    named = tuple(each for each in parts if isinstance(each, str))
    return Head((), (*parts[: -len(named)], m.Is(what, named)))


@action
def all_of_both(whose: m.Who, what: Head, rest: Any) -> m.Selector:
    """ "All <A> and <B> in your hand": every card that is one of them."""
    if any(isinstance(each, m.Among) for each in rest):
        raise Unsound("said in another way")  # all <A>, and all <B> among them
    return selector(m.Every(), whose, what, rest)


@action
def label_or_name(quantity: Any, whose: m.Who, label: m.Is, names: tuple[str, ...], rest: Any) -> m.Selector:
    """ "1 «A» or card whose name includes {B}"."""
    if quantity is None:
        raise Unsound("how many? Say “1”, “all” or “up to …” before it")
    either = m.OneOf((label, m.Is("name", names, part=True)))
    return selector(quantity, whose, Head((), (either,)), rest)


@action
def from_top(
    quantity: Any, what: Head, end: m.End, whose: m.Who, area: str, rest: tuple[Any, ...]
) -> m.Selector:
    found = selector(quantity, whose, what, (Where((area,), whose), *rest))
    if found.quantity == m.Every():
        raise Unsound(f"how many from the {end}?")
    return replace(found, end=end)


@action
def top_down_to(whose: m.Who, area: str, nth: int, what: Head, rest: tuple[Any, ...]) -> m.Selector:
    """ "The top cards of your deck down to the first unit"."""
    first = selector(m.Exactly(1), whose, what._replace(lone=False), (Where((area,), whose), *rest))
    return down_to(replace(first, quantity=m.Some()), nth)


def down_to(first: m.Selector, nth: int = 1) -> m.Selector:
    """`bind` numbers all of them, not the first that fits."""
    down = m.Exactly(m.DownTo(replace(first, bind=0), nth))
    return m.Selector(down, first.whose, first.areas, "top", bind=first.bind)


@action
def some_of_them(*parts: Any) -> m.Selector:
    quantity, rest = parts[0], parts[-1] if isinstance(parts[-1], tuple) else ()
    if quantity is None or (isinstance(quantity, m.Every) and parts[-1] == ()):
        raise Unsound("said in another way")
    return selector(quantity, "", Head((), ()), (m.Among(THEM), *rest))


@action
def those_of_them(rest: tuple[Any, ...]) -> m.Selector:
    """ "The ones with power 5000 or less": of those spoken of, all that are so."""
    return some_of_them(m.Every(), rest)


@action
def all_of_them(*_: Any) -> m.Selector:
    return m.Selector(m.Every(), filters=(m.Among(THEM),))


@action
def one_of_two(way: m.Comparison, stat: str) -> m.Selector:
    """ "The one with the lower rank": of two, and neither, if they are alike in it."""
    top = m.Extreme(stat, "highest" if way == "less" else "lowest")
    both = m.Selector(m.Every(), filters=(m.Among(BOTH), top))
    return m.Selector(m.Every(), filters=(m.Among(BOTH), m.Stat(stat, way, m.ValueOf(stat, both))))


@action
def one_of_two_such(noun: str, way: m.Comparison, stat: str) -> m.Selector:
    if not isinstance(noun, Noun) or not noun.singular:
        raise Unsound("which of them? Say “the one with …”")
    return replace(one_of_two(way, stat), types=type_of(noun))


@action
def one_of_them_with(which: Any, stat: str) -> m.Selector:
    return m.Selector(m.Exactly(1), filters=(m.Among(THEM), m.Extreme(stat, which)))


@action
def some_of_the_others(quantity: Any) -> m.Selector:
    """ "If all your other units are exhausted, destroy one of the others"."""
    return selector(quantity, "", Head((), ()), (m.Among(pronoun("other ones")),))


@action
def some_alone(quantity: Any) -> m.Selector:
    """ "Look at the top 2 cards of your deck. Put 1 into your hand": of those."""
    if not isinstance(quantity, m.Exactly | m.UpTo) or not isinstance(quantity.n, int):
        raise Unsound("how many of them?")
    return selector(quantity, "", Head((), ()), (m.Among(THEM),))


@action
def some_of_the_handled(quantity: Any, deed: str, noun: str, rest: tuple[Any, ...]) -> m.Selector:
    """ "1 of the discarded cards": of those that were discarded before."""
    if deed == "revealed":
        raise Unsound("said in another way")
    among = m.Among(pronoun(f"the {deed}", noun, deed))
    return selector(quantity, "", Head((), ()), (among, *rest))


@action
def of_the_cards(quantity: Any, what: Head, rest: tuple[Any, ...]) -> m.Selector:
    if any(isinstance(each, Where) for each in what.filters):
        raise Unsound("said in another way")  # "1 of the removed cards" was removed just now
    return selector(quantity, "", what, rest)


@action
def cards_under(quantity: Any, what: m.Target, rest: tuple[Any, ...]) -> m.Selector:
    if quantity is None:
        raise Unsound("said in another way")
    return selector(quantity, "", Head((), ()), (m.Under(what), *rest))


@action
def any_number_of_cards(whose: m.Who, what: Head, rest: tuple[Any, ...]) -> m.Selector:
    return selector(m.AnyNumber(), whose, what, rest)


@action
def top_one(end: m.End, whose: m.Who, area: str) -> m.Selector:
    """ "the card on top of your deck"."""
    return m.Selector(m.Exactly(1), whose, (area,), end)


@action
def half_from_end(end: m.End, whose: m.Who, area: str) -> m.Selector:
    half = m.Half(m.Count(m.Selector(m.Some(), whose, (area,))))
    return m.Selector(m.Exactly(half), whose, (area,), end)


@action
def whole_area(whose: m.Who, area: str, rest: tuple[Any, ...]) -> m.Selector:
    if area not in ("hand", "discard pile", "deck", "drop zone", "graveyard"):
        raise Unsound("only a hand, deck or discard pile can be meant as a whole: say “all cards in …”")
    return selector(m.Every(), whose, Head((), ()), (Where((area,), whose), *rest))


@action
def all_but(n: m.Amount, whose: m.Who, what: Head, rest: tuple[Any, ...]) -> m.Selector:
    """ "All but 2 of your battle cards": enough that 2 are left."""
    found = selector(m.Every(), whose, what, rest)
    return replace(found, quantity=m.Exactly(m.Minus(count_of(found), n)))


@action
def outermost_of(which: Any, whose: m.Who, what: Head, rest: tuple[Any, ...]) -> m.Selector:
    one = selector(m.Every(), whose, Head(what.types, (m.Outermost(which), *what.filters)), rest)
    return replace(one, quantity=m.Exactly(1))


@action
def zone_anchor_owned(whose: m.Who, zones: tuple[int, ...]) -> m.Selector:
    return m.Selector(m.Every(), whose, types=("zone",), filters=(m.Zones(zones),))


actions(
    total_cards=lambda quantity, what, rest: selector(quantity, "", what, rest),
    another_alike=lambda what, kind: another(what, (like_that_one(kind),)),
    another_of_alike=lambda whose, what, kind: another_of(whose, what, (like_that_one(kind),)),
    head_number=lambda n: (n, Head((), ())),
    head_one=lambda: (1, Head((), ())),
    head_cards=lambda: Head((), ()),
    top_cards_own=lambda end, what, area, rest: top_cards(end, what, "you", area, rest),
    up_to_top_cards=lambda end, n, whose, area, rest: from_top(
        m.UpTo(n), Head((), ()), end, whose, area, rest
    ),
    both_characters=lambda *parts: both_kinds("character", parts),
    both_traits=lambda *parts: both_kinds("trait", parts),
    both_names=lambda *parts: both_kinds("name", parts),
    from_top_own=lambda quantity, what, end, area, rest: from_top(quantity, what, end, "you", area, rest),
    all_cards_under=lambda what: selector(m.Every(), "", Head((), ()), (m.Under(what),)),
    half_of_cards=lambda what: replace(what, quantity=m.Exactly(m.Half(count_of(what)))),
    half_of_cards_up=lambda what: replace(what, quantity=m.Exactly(m.Half(count_of(what), "up"))),
    owned_head=lambda whose, what: selector(None, whose, what, ()),
    # "Under one of your cards": any of them, but each by itself.
    some_owned=lambda whose, what: selector(m.Some(), whose, what, ()),
    owned_noun=lambda whose, noun: selector(None, whose, Head(type_of(noun), (), noun.singular), ()),
    zone_anchor=lambda zones: zone_anchor_owned("", zones),
)
