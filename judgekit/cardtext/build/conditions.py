"""Conditions and durations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeGuard, cast

from msgspec.structs import replace

from judgekit.cardtext import model as m
from judgekit.cardtext.before import AS_BEFORE, SO_MUCH_BEFORE
from judgekit.cardtext.build.registry import (
    BOTH,
    IT,
    THEM,
    AnyQuantity,
    Compared,
    During,
    Head,
    Just,
    OwnNumber,
    Per,
    Several,
    Tensed,
    Where,
    action,
    actions,
    constants,
    pronoun,
)
from judgekit.cardtext.build.targets import (
    Counted,
    Lone,
    comparison,
    count_of,
    counted_selector,
    selector,
    there_is_one,
)
from judgekit.cardtext.build.targets.quantities import all_of, count_different, extreme_value
from judgekit.cardtext.build.targets.selecting import NoSuch, Whole
from judgekit.cardtext.build.targets.tails import features_or
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.marks import Each, EitherZone, Singly

Several_ = tuple[m.Selector, ...]

constants(
    until_turn=m.Until("turn"),
    until_battle=m.Until("battle"),
    for_game=m.ForGame(),
    while_in_play=m.WhileIn(m.This()),
    while_it_is_there=m.WhileIn(m.Itself()),  # what the effect is about, each card by itself
    is_in_play=m.State("in play"),
    during_battle=m.DuringPhase("battle"),
    not_during_battle=m.NotSo(m.DuringPhase("battle")),
    more_hand="more",
    fewer_hand="less",
    nothing=None,
)


@action
def all_conditions(*found: Any) -> tuple[m.Condition, ...]:
    flat: list[m.Condition] = []
    for each in found:
        flat.extend(each if type(each) is tuple else (each,))
    return tuple(flat)


@action
def either_condition(*found: Any) -> tuple[m.Condition, ...]:
    return (m.OneHolds(tuple(as_one(each) for each in found)),)


@action
def both_hold(one: Any, other: Any) -> tuple[m.Condition, ...]:
    """ "If both A and B, or C": our own wording too, where what one phrase asks is several things."""
    return all_conditions(one, other)


def as_one(found: Any) -> m.Condition:
    """What one phrase asks, also where it asks several things ("each player has 3 or more")."""
    if type(found) is not tuple:
        return found  # type: ignore[no-any-return]
    return found[0] if len(found) == 1 else m.AllHold(found)


def quantity_of(what: m.Selector) -> AnyQuantity:
    if not isinstance(what, m.Selector | Counted):
        raise Unsound("ask about each of them in a condition of its own")
    return what.several if isinstance(what, Counted) else what.quantity


def existing(what: m.Selector) -> m.Compare:
    compare, n = comparison(quantity_of(what))
    if any(isinstance(each, m.State) and each.state.startswith("different ") for each in what.filters):
        compare, n = ("at least", 2) if n == 1 else (compare, n)  # one card differs from none
    return m.Compare(m.Count(counted_selector(what)), compare, n)


PLAYERS: tuple[m.Who, ...] = ("you", "opponent")


def of_players(who: m.Who, asked: Callable[[m.Who], m.Condition]) -> m.Condition | tuple[m.Condition, ...]:
    """ "Each player has 3 or more …": each of the two; "either player has …": one of them."""
    if who == "each":
        return tuple(asked(each) for each in PLAYERS)
    return m.OneHolds(tuple(asked(each) for each in PLAYERS)) if who == "any" else asked(who)


@action
def exists(what: m.Selector) -> m.Condition | tuple[m.Condition, ...]:
    """ "If there are Mines in zones 1 and 5": in each of the two. "5 or more cards in each player's hand": by
    themselves; but "no cards in either player's hand" are none at all."""
    whose: m.Who = what.whose if isinstance(what, m.Selector) else ""
    alone = isinstance(whose, Singly) or whose == "any"
    sure = [("equal", 0)] if isinstance(whose, Singly) else [("at least", 1), ("equal", 0)]
    if alone and comparison(quantity_of(what)) not in sure:
        by: m.Who = "any" if whose == "any" else "each"
        return of_players(by, lambda who: existing(replace(what, whose=who)))
    filters = what.filters if isinstance(what, m.Selector) else ()
    spots = [each for each in filters if isinstance(each, m.Zones) and isinstance(each.numbers, Each)]
    if not spots or comparison(quantity_of(what)) != ("at least", 1):
        return existing(what)
    rest = tuple(each for each in filters if each not in spots)
    return tuple(existing(replace(what, filters=(*rest, m.Zones((number,))))) for number in spots[0].numbers)


@action
def so_many_kinds(quantity: AnyQuantity, kind: str, what: m.Selector) -> m.Condition:
    """ "If there are 3 or more different colors among …": that many values."""
    return m.Compare(count_different(kind, what), *comparison(quantity))


@action
def has_of_kinds(
    who: m.Who, what: Head, quantity: AnyQuantity, kind: str, rest: tuple[Any, ...]
) -> m.Condition | tuple[m.Condition, ...]:
    """ "If you have units with 3 or more different levels": all of them together."""
    if what.lone:
        raise Unsound("one card, or several together? Say the cards in the plural")
    return so_many_kinds(quantity, kind, owned(who, selector(m.Some(), "", what, rest)))


@action
def exists_have(who: m.Who, what: m.Selector) -> m.Condition | tuple[m.Condition, ...]:
    quantity: Any = quantity_of(what)
    if who == "each" and isinstance(getattr(quantity, "n", None), m.ThatMany):
        raise Unsound("said in another way")
    if who not in ("each", "any"):
        return exists(owned(who, what))
    theirs = what.whose == "their"
    return of_players(
        who, lambda each: as_one(exists(owned(each, replace(what, whose=each) if theirs else what)))
    )


@action
def has_beside_it(of: m.Target, what: m.Selector, relation: Any) -> m.Condition | tuple[m.Condition, ...]:
    """ "If it has a unit behind it": there is such a unit."""
    return exists(replace(what, filters=(*what.filters, m.Near(relation, of))))


@action
def exists_one_of(who: m.Who, one: m.Selector, other: m.Selector) -> m.Condition:
    """ "If you have a <A> or a red card": one of the two, where the last one is said to be."""
    if any(isinstance(each, Lone) for each in (one, other)):
        raise Unsound("does that describe both of them? Say “a … or a …”")
    asked = tuple(exists_have(who, each) for each in in_one_place((one, other)))
    if any(isinstance(each, tuple) for each in asked):
        raise Unsound("which player?")
    return m.OneHolds(asked)  # type: ignore[arg-type]


@action
def have_only(who: m.Who, what: m.Selector) -> m.Condition:
    """ "Only one": that many, and no more."""
    first = exists_have(who, what)
    if not isinstance(first, m.Compare) or not isinstance(first.right, int):
        raise Unsound("“only” needs a number: say how many")
    return first if first.compare == "at most" else replace(first, compare="equal")


@action
def so_many_in_area(
    whose: m.Who, area: str, quantity: AnyQuantity | None
) -> m.Condition | tuple[m.Condition, ...]:
    """ "Your opponent's hand has 6 or more cards"."""
    if quantity is None:
        raise Unsound("how many cards?")
    n = comparison(quantity)
    return of_players(whose, lambda who: m.Compare(m.Count(m.Selector(m.Some(), who, (area,))), *n))


@action
def area_contains(whose: m.Who, area: str, what: m.Selector) -> m.Condition | tuple[m.Condition, ...]:
    """ "Your discard pile contains 3 or more strategy cards"."""
    quantity_of(what)
    if what.areas or what.whose or "zone" in what.types:
        raise Unsound("the text gives two places for one card")
    return of_players(whose, lambda who: existing(replace(what, whose=who, areas=(area,))))


@action
def is_the_only(what: m.Target, like: Head, rest: tuple[Any, ...]) -> tuple[m.Condition, ...]:
    """It is one, and there is no other."""
    plain(what)
    one = selector(m.Some(), "", like, rest)
    return m.Matches(what, one), m.Compare(
        m.Count(replace(one, filters=(*one.filters, m.OtherThan(what)))), "equal", 0
    )


@action
def exists_all(who: m.Who, found: Several_) -> tuple[m.Condition, ...]:
    """ "If you have a red card and a blue card in your level zone": each of them, in that place."""
    return tuple(existing(owned(who, each)) for each in in_one_place(found))


@action
def there_are_all(found: Several_) -> tuple[m.Condition, ...]:
    return tuple(existing(each) for each in in_one_place(found))


@action
def area_contains_all(whose: m.Who, area: str, found: Several_) -> tuple[m.Condition, ...]:
    """ "If your level zone contains a red card and a blue card"."""
    asked = tuple(area_contains(whose, area, each) for each in in_one_place(found))
    return all_conditions(*asked)


def in_one_place(found: Several_) -> Several_:
    """The place behind the last is that of all; a number must be said of each."""
    *before, last = found
    ways = [comparison(quantity_of(each)) for each in found]
    if ways[-1] == ("at least", 1) and isinstance(last.quantity, m.Some | m.Every) and ways[0] != ways[-1]:
        raise Unsound("does the number count both together, or only the first? Say how many of each")
    there = {"areas": last.areas} if last.areas else {}
    whose = {"whose": last.whose} if last.whose else {}
    play = tuple(each for each in last.filters if each == m.State("in play"))
    before = [each if each.areas else replace(each, **there, **whose) for each in before]
    plain = [replace(each, filters=tuple(f for f in each.filters if f not in play)) for each in before]
    return (*(replace(each, filters=(*each.filters, *play)) for each in plain), last)


@action
def same_noun(*said: Any) -> Several_:
    """ "A red, a blue, and a green card in your level zone": the noun and the place are said once."""
    *short, quantity, what, rest = said
    found = [selector(n, "", Head(what.types, tuple(like)), rest) for n, *like in short]
    return (*found, selector(quantity, "", what, rest))


@action
def one_of_each(quantity: Any, what: Head, kinds: tuple[m.Filter, ...], rest: tuple[Any, ...]) -> Several_:
    """ "A card of each of the colors red and blue": one of the one and one of the other."""
    return tuple(selector(quantity, "", Head(what.types, (*what.filters, kind)), rest) for kind in kinds)


@action
def none_have(whose: m.Who, what: Head, rest: tuple[Any, ...], found: tuple[Any, ...]) -> m.Condition:
    """ "None of your battle cards has …"."""
    return m.Compare(m.Count(selector(m.Some(), whose, what, (*rest, *found))), "equal", 0)


@action
def there_is_not(what: m.Selector) -> m.Condition:
    """ "No such card", or, where a number is said, not that many."""
    if comparison(quantity_of(what)) != ("at least", 1):
        return m.NotSo(existing(what))
    return m.Compare(m.Count(counted_selector(what)), "equal", 0)


def owned(who: m.Who, what: m.Selector) -> m.Selector:
    """What a player has is theirs."""
    if not isinstance(what, m.Selector):
        raise Unsound("describe one kind of card at a time")
    if who == "you" and what.whose == "their":
        raise Unsound("“you have … in their …”: whose is it?")
    if what.whose in ("", "their") or what.whose == who:
        return replace(what, whose=who)
    raise Unsound("whose card is it? “Has” is only said of a player's own cards")


@action
def more_than_player(who: m.Who, way: Any, other: m.Who) -> m.Condition:
    def hand(whose: m.Who) -> m.Count:
        return m.Count(m.Selector(m.Some(), whose, ("hand",)))

    return m.Compare(hand(who), way, hand(other))


@action
def more_such_than(who: m.Who, way: Any, what: m.Selector, other: m.Who) -> m.Condition:
    """ "If your opponent controls more units than you"."""
    if not isinstance(quantity_of(what), m.Some | m.Every) or what.whose not in ("", "their", who):
        raise Unsound("more of what? Leave out the number")
    return m.Compare(count_of(owned(who, what)), way, count_of(replace(what, whose=other)))


@action
def more_such_there_than(who: m.Who, way: Any, what: m.Selector, other: m.Who, there: Where) -> m.Condition:
    """ "If you have more cards in your deck than your opponent has in theirs"."""
    found = more_such_than(who, way, what, other)
    if there.whose not in (other, "their") or there.areas not in ((), what.areas) or len(what.areas) != 1:
        raise Unsound("more of what, and in which area?")
    return found


@action
def lies_between(amount: m.Amount, low: int, high: int) -> m.Condition | tuple[m.Condition, ...]:
    def asked(left: m.Amount) -> tuple[m.Condition, ...]:
        return compare_one(left, Compared("at least", low)), compare_one(left, Compared("at most", high))

    if not isinstance(amount, m.PlayerNumber) or amount.who not in ("each", "any"):
        return asked(amount)
    found = [asked(m.PlayerNumber(amount.number, who)) for who in PLAYERS]
    return m.OneHolds(tuple(map(m.AllHold, found))) if amount.who == "any" else (*found[0], *found[1])


class Beside(NamedTuple):
    """ "Twice as many", "2 more": how one player's number stands to the other's."""

    compare: m.Comparison
    more: int = 0
    times: int = 1

    def between(self, one: m.Amount, other: m.Amount) -> m.Compare:
        if self.more < 0:  # 2 fewer: these and 2 are as many as those
            return m.Compare(m.Plus(one, -self.more), self.compare, other)
        right = m.Times(self.times, other) if self.times > 1 else other
        return m.Compare(one, self.compare, m.Plus(right, self.more) if self.more else right)


def apart(compare: m.Comparison, n: int, way: str) -> Beside:
    """ "2 more", "at least 2 fewer"."""
    if way == "more":
        return Beside(compare, n)
    return Beside("at most" if compare == "at least" else compare, -n)


@action
def so_many_beside(who: m.Who, way: Beside, what: m.Selector, other: m.Who) -> m.Condition:
    found = more_such_than(who, way.compare, what, other)
    assert isinstance(found, m.Compare)
    return way.between(found.left, found.right)


@action
def number_beside(who: m.Who, way: Any, number: str, other: m.Who) -> m.Condition:
    """ "If you have more life than your opponent"."""
    beside = way if isinstance(way, Beside) else Beside(way)
    return beside.between(m.PlayerNumber(number, who), m.PlayerNumber(number, other))


NO_SUCH = {"more": "at most", "less": "at least"}
OTHER_PLAYER: dict[m.Who, m.Who] = {"you": "opponent", "opponent": "you"}


def the_other(who: m.Who) -> m.Who:
    if who not in OTHER_PLAYER:
        raise Unsound("who is the other player?")
    return OTHER_PLAYER[who]


@action
def only_one_has(who: m.Who, what: m.Selector) -> tuple[m.Condition, ...]:
    """ "If only your opponent has units": they have some, and you have none."""
    if what.whose not in ("", "their") or comparison(quantity_of(what)) != ("at least", 1):
        raise Unsound("whose are they?")
    theirs = replace(what, whose="")
    return existing(owned(who, theirs)), there_is_not(owned(the_other(who), theirs))


@action
def one_has_other_not(who: m.Who, what: m.Selector, other: m.Who) -> tuple[m.Condition, ...]:
    if other != the_other(who):
        raise Unsound("which player does not?")
    return only_one_has(who, what)


@action
def has_extreme(what: m.Target, which: Any, stat: str, group: m.Selector) -> m.Condition:
    """ "If this unit has the highest ATK among your units"; also if another has as much."""
    return m.Compare(m.ValueOf(stat, alone(what)), "equal", extreme_value(which, stat, group))


@action
def has_more_than_each(what: m.Target, way: Any, stat: str, group: m.Selector) -> m.Condition:
    """ "If this unit has more ATK than any of your other units": none of them has as much."""
    compare: m.Comparison = "at least" if way == "more" else "at most"
    value = m.Stat(stat, compare, m.ValueOf(stat, alone(what)))
    others = all_of(group)
    if not any(isinstance(each, m.OtherThan) for each in others.filters) and others.whose != "opponent":
        raise Unsound("no card has more than itself: say “other”")
    none = replace(others, quantity=m.Some(), filters=(*others.filters, value))
    return m.Compare(m.Count(none), "equal", 0)


@action
def has_more_than_owners(what: m.Target, way: Any, stat: str, whose: m.Who) -> m.Condition:
    """ "If your monster has a higher rank than your opponent's"."""
    return compare_one(
        m.ValueOf(stat, alone(what)), Compared(way, cast(m.Amount, OwnNumber(m.Player(whose))))
    )


@action
def one_of_either_sort(one: m.Filter, other: Head, rest: tuple[Any, ...]) -> Several_:
    """ "Both red and blue battle cards": some of the one, and some of the other sort."""
    if len(other.filters) != 1:
        raise Unsound("does that describe both of them? Say “a … and a …”")
    return tuple(selector(m.Some(), "", each, rest) for each in (other._replace(filters=(one,)), other))


def not_all(what: m.Target, asked: Callable[[], m.Condition | tuple[m.Condition, ...]]) -> m.Condition:
    if not isinstance(what, m.Selector) or not isinstance(what.quantity, m.Every):
        raise Unsound("say “not all of …”")
    found = asked()
    return m.NotSo(m.AllHold(found) if isinstance(found, tuple) else found)


def like_too(what: Head, like: Head) -> Head:
    """ "None of your units are red units": one kind of card, said twice."""
    if what.types and like.types and what.types != like.types:
        raise Unsound("the text gives two types for one card")
    return Head(what.types or like.types, (*what.filters, *like.filters))


@action
def has_neither(who: m.Who, one: m.Selector, other: m.Selector) -> tuple[m.Condition, ...]:
    return tuple(there_is_not(owned(who, each)) for each in in_one_place((one, other)))


@action
def matches_neither(what: m.Target, one: Any, other: Any) -> tuple[m.Condition, ...]:
    return denied(what, one), denied(what, other)


@action
def as_many_as_player(who: m.Who, what: m.Selector, other: m.Who) -> m.Condition:
    return more_such_than(who, "equal", what, other)


@action
def each_as_many(who: m.Who, what: m.Target) -> m.Condition:
    """ "If both players have the same number of cards"."""
    if who != "each" or not isinstance(what, m.Selector):
        raise Unsound("the same number as whom?")
    return more_such_than("you", "equal", replace(what, whose=""), "opponent")


@action
def compare(left: m.Amount, bound: Compared) -> m.Condition | tuple[m.Condition, ...]:
    if isinstance(left, m.Count) and isinstance(left.what.whose, Singly):
        of = left.what
        return of_players("each", lambda who: compare_one(m.Count(replace(of, whose=who)), bound))
    if isinstance(left, m.PlayerNumber) and left.who in ("each", "any"):
        number = left.number
        return of_players(left.who, lambda who: compare_one(m.PlayerNumber(number, who), bound))
    return compare_one(left, bound)


def compare_one(left: m.Amount, bound: Compared) -> m.Condition:
    return m.Compare(left, bound.compare, like_left(left, bound.amount))


@action
def reaches(left: m.Amount, bound: Compared) -> m.Condition:
    """A number that rises to 4 may pass it: 3 cards become 5. Where it falls, it is said to be 0."""
    if bound.compare == "equal" and bound.amount == 0:
        return compare_one(left, bound)
    return compare_one(left, bound._replace(compare="at least") if bound.compare == "equal" else bound)


def like_left(left: m.Amount, amount: Any) -> m.Amount:
    """ "Your rage is higher than your opponent's": the number on the left, of another player or card."""
    if isinstance(amount, m.Plus | m.Minus):
        return replace(amount, left=like_left(left, amount.left))
    if not isinstance(amount, OwnNumber):
        return amount  # type: ignore[no-any-return]
    of = amount.what
    if isinstance(left, m.PlayerNumber) and isinstance(of, m.Player | m.Selector):
        return m.PlayerNumber(left.number, of.who if isinstance(of, m.Player) else whose_only(of))
    if isinstance(left, m.ValueOf) and isinstance(of, m.Player):
        if not isinstance(left.what, m.Selector) or not left.what.whose:
            raise Unsound("which of that player's cards is meant?")
        return replace(left, what=replace(left.what, whose=of.who))
    if isinstance(left, m.ValueOf):
        return replace(left, what=of)
    if isinstance(left, m.Count) and isinstance(of, m.Player) and left.what.whose:
        return replace(left, what=replace(left.what, whose=of.who))
    raise Unsound("compared with what?")


def whose_only(what: m.Selector) -> m.Who:
    """A player's number, by way of the one card of a kind that the player has."""
    if what.whose not in ("you", "opponent") or not there_is_one(what.whose, what.types, []) or what.filters:
        raise Unsound("whose number is it?")
    return what.whose


def asked_of_both(what: m.Target) -> m.Target:
    """ "If both of them are red": two of them are, not just all there are."""
    return m.Selector(m.AtLeast(2), filters=(m.Among(pronoun("both")),)) if what == BOTH else what


def matching(what: m.Target, found: Any) -> m.Condition:
    what = asked_of_both(what)
    parts = found if type(found) is tuple else (found,)
    if is_there(what, parts):
        assert isinstance(what, m.Selector)
        return existing(selector(some_of(what), what.whose, Head((), what.filters), parts))
    if isinstance(what, Counted):
        return so_many(what, Head((), ()), parts)
    plain(what)
    if tells_how_many(what):
        return so_many(what, Head((), ()), parts)
    if len(parts) == 1 and isinstance(parts[0], m.Stat) and is_one(what):
        return m.Compare(value_of_stat(parts[0].stat, what), parts[0].compare, parts[0].amount)
    like = selector(m.Some(), "", Head((), ()), parts)
    if like.chooser:
        raise Unsound("a condition cannot choose a card")
    return m.Matches(what, like)


def matching_each(what: m.Target, found: Any) -> m.Condition | tuple[m.Condition, ...]:
    """ "Both players' monsters have rank 4": each of the two; "either player's": one of them."""
    if either := one_by_one(what):
        return m.OneHolds(tuple(matching(each, found) for each in either))
    if not is_one_of_each(what):
        return matching(what, found)
    return of_players(what.whose, lambda who: matching(replace(what, whose=who), found))


def one_by_one(what: m.Target) -> tuple[m.Selector, ...]:
    """ "Zone 1 or 2 is empty": one of the two is."""
    if not isinstance(what, m.Selector) or what.types != ("zone",) or not what.filters:
        return ()
    spots, *rest = what.filters
    if not isinstance(spots, m.Zones) or not isinstance(spots.numbers, EitherZone) or len(spots.numbers) < 2:
        return ()
    return tuple(replace(what, filters=(m.Zones((number,)), *rest)) for number in spots.numbers)


def is_one_of_each(what: m.Target) -> TypeGuard[m.Selector]:
    """One card of either player, and not a player's only one."""
    mine = isinstance(what, m.Selector) and what.whose in ("each", "any")
    return mine and there_is_one(what.whose, what.types, [])  # type: ignore[union-attr]


def is_there(what: m.Target, parts: tuple[Any, ...]) -> bool:
    """ "If <A> is in your hand", "if {B} is under this card", "if your <A> is attacking": there is such a
    card."""
    if not isinstance(what, m.Selector) or what.types:
        return False
    if what.whose:
        return isinstance(what, Lone) and not what.areas and isinstance(parts[0], m.State)
    return isinstance(parts[0], Where) or (isinstance(what, Lone) and isinstance(parts[0], m.Under))


def some_of(what: m.Selector) -> AnyQuantity:
    return m.Some() if isinstance(what, Lone) else quantity_of(what)


def is_one(what: m.Target) -> bool:
    """Whether its number is its own, not a sum over many."""
    return not isinstance(what, m.Selector) or (
        there_is_one(what.whose, what.types, []) and not is_one_of_each(what)
    )


def tells_how_many(what: m.Target) -> TypeGuard[m.Selector]:
    """ "2 of your battle cards", "any of your energy": that many of them, no matter which."""
    if not isinstance(what, m.Selector) or what.end is not None:
        return False
    return isinstance(what.quantity, m.Exactly | m.AtLeast | m.Some)


def denied(what: m.Target, found: Any) -> m.Condition:
    """ "2 of your battle cards are not red": that many are something else."""
    parts = found if type(found) is tuple else (found,)
    if one_by_one(what):
        raise Unsound("none of them, or not all of them? Ask of each")
    if isinstance(what, Lone) and is_there(what, parts):
        return m.Compare(m.Count(selector(m.Some(), "", Head((), what.filters), parts)), "equal", 0)
    if is_one_of_each(what):
        raise Unsound("not both, or neither of them? Ask of each")
    if not tells_how_many(what):
        return m.NotSo(matching(what, found))
    if len(parts) != 1 or not isinstance(parts[0], m.Filter) or isinstance(parts[0], m.OneOf):
        raise Unsound("say what they are, not what they are not")
    plain(what)
    return so_many(what, Head((), ()), (parts[0].what if isinstance(parts[0], m.Not) else m.Not(parts[0]),))


def so_many(what: m.Selector, like: Head, parts: tuple[Any, ...]) -> m.Condition:
    """ "If 2 of your battle cards are red": that many of them are."""
    if any(isinstance(each, m.OneOf) for each in (*like.filters, *parts)):
        raise Unsound("ask for one thing at a time")
    if like.types and what.types and like.types != what.types:
        raise Unsound("the text gives two types for one card")
    areas = (Where(what.areas, what.whose),) if what.areas else ()
    head = Head(what.types or like.types, (*what.filters, *like.filters))
    return m.Compare(
        m.Count(selector(m.Some(), what.whose, head, (*areas, *parts))), *comparison(quantity_of(what))
    )


def value_of_stat(stat: str, what: m.Target) -> m.Amount:
    if stat == "cards under":
        return m.Count(m.Selector(m.Some(), filters=(m.Under(what),)))
    return m.ValueOf(stat, what)


def plain(what: m.Target) -> None:
    if isinstance(what, Counted):
        raise Unsound("a number of cards is given where one card is meant")
    if isinstance(what, Lone):
        raise Unsound("which one? Say “1 of”, “all” or “the” before it")
    if isinstance(what, m.Selector) and isinstance(what.quantity, m.UpTo | m.AnyNumber):
        raise Unsound("a choice cannot be a condition")
    if isinstance(what, m.Selector) and what.areas == ("gate",) and what.end is not None:
        raise Unsound("said in another way")  # it is nobody's: see top_of_gate


@action
def matches_head(what: m.Target, like: Head, rest: tuple[Any, ...] = ()) -> m.Condition:
    what = asked_of_both(what)
    plain(what)
    if not like.types and not like.filters and not rest:
        raise Unsound("this is true of every card")
    if "ability" in like.types and rest:
        raise Unsound("said in another way")  # "it was an ability of a unit"
    if tells_how_many(what):
        return so_many(what, like, rest)
    return m.Matches(what, selector(m.Some(), "", like, rest))


@action
def either_matches(one: m.Target, other: m.Target, found: Any) -> m.Condition:
    """ "If your leader card or your opponent's leader card is <A>": at least one of the two."""
    if isinstance(one, m.Selector) and isinstance(other, m.Selector) and not (one.whose and other.whose):
        raise Unsound("said in another way")  # "<A> or <B> is in your hand": one of either kind
    return m.OneHolds((matching(one, found), matching(other, found)))


@action
def both_match(one: m.Target, other: m.Target, found: Any) -> tuple[m.Condition, ...]:
    """ "If this card and all your other cards are rested": each of the two is so."""
    if isinstance(one, m.Selector) and isinstance(one.quantity, m.Exactly | m.AtLeast | m.Some):
        raise Unsound("does the number count both together, or only the first? Say how many of each")
    return matching(one, found), matching(other, found)


@action
def matches_and_features(what: m.Target, found: Any, more: Any) -> tuple[m.Condition, ...]:
    """ "If it is rested and has [Guard]": one card, two things."""
    if isinstance(asked_of_both(what), m.Selector):
        raise Unsound("say both of one card, or ask twice")
    return matching(what, found), matching(what, more)


@action
def matches_and_head(
    what: m.Target, found: Any, like: Head, rest: tuple[Any, ...] = ()
) -> tuple[m.Condition, ...]:
    if isinstance(asked_of_both(what), m.Selector):
        raise Unsound("say both of one card, or ask twice")
    whose = tuple(each for each in rest if isinstance(each, Where) and each == Where((), "you"))
    plainly = tuple(each for each in rest if each not in whose) if what == m.This() else rest
    return matching(what, found), matches_head(what, like, plainly)


@action
def it_has_as_many(what: m.Target, quantity: AnyQuantity) -> m.Condition:
    """ "If this card has 2 or more charges, …. If it has 4 or more, …": of the same cards."""
    if what not in (m.This(), IT):
        raise Unsound("as many of what?")
    return m.Compare(m.Count(m.Selector(types=(AS_BEFORE,))), *comparison(quantity))


@action
def matches_owned(what: m.Target, whose: m.Who, like: Head, rest: tuple[Any, ...] = ()) -> m.Condition:
    """ "If it was your opponent's paradox": of that sort, and theirs."""
    if whose not in ("you", "opponent"):
        raise Unsound("whose is it?")
    return m.Matches(what, selector(m.Some(), whose, like, rest))


@action
def near_each(one: m.Target, other: m.Target, relation: Any) -> m.Condition:
    """ "If your monster card and your opponent's monster card are in the same column"."""
    return m.Matches(alone(one), m.Selector(filters=(m.Near(relation, alone(other)),)))


@action
def same_each(one: m.Target, other: m.Target, what: str) -> m.Condition:
    return m.Matches(alone(one), m.Selector(filters=(m.SameAs(what, alone(other)),)))


def alone(what: m.Target) -> m.Target:
    plain(what)
    if not is_one(what):
        raise Unsound("of which two cards is it asked? Name each of them")
    return what


@action
def they_share(what: m.Target, kind: str) -> tuple[m.Condition, ...]:
    """ "If they share a color": two or more, and all of them."""
    if what not in (THEM, BOTH):
        raise Unsound("the same as which card?")
    them = m.Among(THEM)
    alike = m.Count(m.Selector(filters=(them, m.Alike(kind))))
    return m.Compare(alike, "at least", 2), m.Compare(alike, "equal", m.Count(m.Selector(filters=(them,))))


def in_area(whose: m.Who, area: str) -> m.Count:
    return m.Count(m.Selector(m.Some(), whose, (area,)))


@action
def more_there_than(way: Any, what: m.Selector, whose: m.Who, area: str) -> m.Condition:
    if not isinstance(quantity_of(what), m.Some | m.Every) or not what.areas:
        raise Unsound("more of what, and in which area?")
    return m.Compare(count_of(what), way, count_of(replace(what, whose=whose, areas=(area,))))


def more_than_on_the_other_side(way: Any, what: m.Target, other: m.Who) -> m.Condition:
    """ "If there are more cards in your deck than in theirs"."""
    if not isinstance(what, m.Selector) or len(what.areas) != 1 or {what.whose, other} != {"you", "opponent"}:
        raise Unsound("more of what, and in which area?")
    return more_there_than(way, what, other, what.areas[0])


@action
def matches_not_head(what: m.Target, like: Head, rest: tuple[Any, ...] = ()) -> m.Condition:
    if tells_how_many(what):
        raise Unsound("say what they are, not what they are not")
    return m.NotSo(matches_head(what, like, rest))


def none_of_them(like: Head, rest: tuple[Any, ...]) -> m.Condition:
    them = Head(like.types, (m.Among(THEM), *like.filters))
    return m.Compare(m.Count(selector(m.Some(), "", them, rest)), "equal", 0)


@action
def neither_is(found: Any) -> m.Condition:
    return none_of_them(Head((), ()), found if type(found) is tuple else (found,))


@action
def not_so(what: m.Condition) -> m.Condition:
    """Our own wording, where English has no short way to deny a condition."""
    if isinstance(what, m.NotSo | m.Matches | m.DuringTurn):
        raise Unsound("said in another way")
    return m.NotSo(what)


@action
def under_condition(what: m.Target, quantity: AnyQuantity) -> m.Condition:
    way, n = comparison(quantity)
    return m.Compare(value_of_stat("cards under", what), way, n)


@action
def own_in_zone(whose: m.Who, noun: str, zones: tuple[int, ...]) -> m.Condition:
    raise Unsound("said in another way")


def nth_turn(whose: m.Who, n: int) -> m.Condition:
    """ "Your first turn": the number is 0 while it is the other player's turn."""
    return m.Compare(m.PlayerNumber("turn of their own", whose), "equal", n)


def deniable(asked: Callable[[Tensed, m.Period], Any]) -> Callable[[Tensed, m.Period], Any]:
    """ "No cards were discarded this way", "you did not discard …": what is asked, denied."""

    def of(event: Tensed, period: m.Period) -> Any:
        what = getattr(event.event, "what", None)
        if event.tense == "past not":
            return never(as_one(of(Tensed("past", event.event), period)))
        if isinstance(what, NoSuch):
            return m.NotSo(
                as_one(of(Tensed(event.tense, replace(event.event, what=some_such(what))), period))
            )
        return asked(event, period)

    return of


def never(what: m.Condition) -> m.Condition:
    """One meaning has one shape: "no card" is none of them."""
    if isinstance(what, m.Compare) and (what.compare, what.right) == ("at least", 1):
        return replace(what, compare="equal", right=0)
    return m.NotSo(what)


@action
def happened(event: Tensed, period: m.Period) -> m.Condition:
    """ "2 or more cards were destroyed": it happened that many times."""
    if event.tense == "past not":
        return m.NotSo(happened(Tensed("past", event.event), period))
    found = event.event if period == "effect" and event.tense == "now" else past(event)
    period = whose_period(found, period)
    what = getattr(found, "what", None)
    if isinstance(what, NoSuch):
        return m.NotSo(m.Happened(replace(found, what=some_such(what)), period))
    if isinstance(what, Whole):
        if period != "turn":
            raise Unsound("of all of them? Say it of one, or of this turn")
        did = m.Did(replace(found, what=m.This()), period)
        return m.Matches(replace(what, quantity=m.Every()), m.Selector(m.Some(), filters=(did,)))
    if isinstance(what, m.Selector) and isinstance(what.quantity, m.Exactly | m.AtLeast):
        if not isinstance(what.quantity.n, int):
            raise Unsound("how often did it happen? Give a whole number")
        if isinstance(what.quantity, Just):
            one = replace(found, what=replace(what, quantity=m.Some()))
            return m.Compare(m.HowOften(one, period, is_several_times(one)), "equal", what.quantity.n)
        one, n = replace(found, what=replace(what, quantity=m.Some())), what.quantity.n
        return m.Happened(one, period, n, n > 1 and is_several_times(one))
    return m.Happened(found, period)


def is_several_times(event: m.Event) -> bool:
    """Whether the same card could do it again: "you attacked with 2 or more members"."""
    return isinstance(event, m.Attacks)


@action
def happened_so_often(event: Tensed, often: Any, period: m.Period) -> m.Condition:
    """ "It happened 2 or more times", "only once": of what can happen several times."""
    if event.tense == "past not":
        raise Unsound("how often did it not happen? Say how often it did")
    found, period = past(event), whose_period(event.event, period)
    what = getattr(found, "what", None)
    if isinstance(what, m.Selector) and not isinstance(what.quantity, m.Some | m.Every):
        raise Unsound("so many of them, or so many times? Say it of one")
    how, n = comparison(often)
    if how == "at least" and isinstance(n, int):
        return m.Happened(found, period, n)
    return m.Compare(m.HowOften(found, period), how, n)


LAST_TURNS: dict[m.Who, Any] = {
    "you": "your last turn", "opponent": "opponent's last turn", "the opponent": "opponent's last turn",
    "their": "their last turn",
}  # fmt: skip


@action
def last_turn_of(whose: m.Who) -> m.Period:
    if whose not in LAST_TURNS:
        raise Unsound("whose last turn?")
    return LAST_TURNS[whose]  # type: ignore[no-any-return]


def whose_period(event: m.Event, period: Any) -> m.Period:
    """ "If your opponent invaded during their last turn": that of whoever did it."""
    if period != LAST_TURNS["their"]:
        return period  # type: ignore[no-any-return]
    doers = [getattr(event, name, None) for name in ("who", "by")]
    doers.append(getattr(getattr(event, "what", None), "whose", None))
    return last_turn_of(next((each for each in doers if each in ("you", "opponent")), "any"))


def some_such(what: m.Selector) -> m.Selector:
    return m.Selector(**{name: getattr(what, name) for name in m.Selector.__struct_fields__})


@action
def happened_just(event: Tensed) -> m.Condition:
    """ "if it was played from your hand": some time before; the card itself knows."""
    if isinstance(event.event, m.Summoned) and not isinstance(event.event.what, m.Selector):
        raise Unsound("said in another way")  # a unit in play is normal summoned or special summoned
    if isinstance(event.event, m.Battles):
        return happened(event, "battle")
    known = isinstance(event.event, m.Played) and not isinstance(event.event.what, m.Selector)
    return happened(event, "game" if known else "")


def past(event: Tensed) -> Any:
    if event.tense != "past":
        raise Unsound("a condition looks back: “was played”, “has attacked”")
    return event.event


# Durations


@action
def until_whose_turn(whose: m.Who) -> m.Duration:
    if whose in ("any", "each"):
        raise Unsound("until the end of whose turn?")
    return m.Until("turn", whose, next=True)


@action
def in_whose_turn(whose: m.Who) -> m.Duration:
    if whose in ("any", "each"):
        raise Unsound("during whose next turn?")
    return m.Until("turn", whose, next=True, only=True)


@action
def until_whose_turn_begins(whose: m.Who) -> m.Duration:
    if whose in ("any", "each"):
        raise Unsound("until the beginning of whose turn?")
    return m.Until("turn", whose, next=True, moment="beginning")


@action
def until_whose_phase_begins(whose: m.Who, phase: str) -> m.Duration:
    if whose in ("any", "each"):
        raise Unsound("until the beginning of whose phase?")
    return m.Until(phase, whose, next=True, moment="beginning")


@action
def until_whose_phase(whose: m.Who, phase: str) -> m.Duration:
    if whose in ("any", "each"):
        raise Unsound("until the end of whose phase?")
    return m.Until(phase, whose)


@action
def until_whose_next_phase(whose: m.Who, phase: str) -> m.Duration:
    until_whose_phase(whose, phase)
    return m.Until(phase, whose, next=True)


actions(
    exceeds=lambda left, right: compare_one(left, Compared("more", right)),
    equals=lambda left, right: compare_one(left, Compared("equal", right)),
    more_there_than_yours=lambda way, what: more_than_on_the_other_side(way, what, "you"),
    more_there_than_theirs=lambda way, what: more_than_on_the_other_side(way, what, "opponent"),
    theirs_too=lambda: Where((), "opponent"),
    yours_too=lambda: Where((), "you"),
    equal_many=lambda: Beside("equal"),
    unequal_many=lambda: Beside("unequal"),
    at_least_as_many=lambda: Beside("at least"),
    at_most_as_many=lambda: Beside("at most"),
    twice_as_many=lambda: Beside("equal", times=2),
    at_least_twice_as_many=lambda: Beside("at least", times=2),
    so_many_apart=lambda n, way: apart("equal", n, way),
    so_many_or_more_apart=lambda n, way: apart("at least", n, way),
    has_none_of_number=lambda who, number: of_players(
        who, lambda each: m.Compare(m.PlayerNumber(number, each), "equal", 0)
    ),
    stat_is_extreme=lambda what, stat, which, group: has_extreme(what, which, stat, group),
    has_more_than_each_swapped=lambda what, stat, way, group: has_more_than_each(what, way, stat, group),
    it_is_so_much=lambda bound: m.Compare(SO_MUCH_BEFORE, bound.compare, bound.amount),
    beside_as_before=lambda who, way: m.Compare(
        m.Count(m.Selector(whose=who, types=(AS_BEFORE,))), way, SO_MUCH_BEFORE
    ),
    none_are_such=lambda whose, what, rest, like, more: none_have(whose, like_too(what, like), rest, more),
    not_all_are=lambda what, found: not_all(what, lambda: matching_each(what, found)),
    not_all_are_such=lambda what, like, rest=(): not_all(what, lambda: matches_head(what, like, rest)),
    area_more_than_yours=lambda whose, area, way: m.Compare(in_area(whose, area), way, in_area("you", area)),
    not_as_many=lambda who, what, other: more_such_than(who, "less", what, other),
    no_more_such_than=lambda who, way, what, other: more_such_than(who, NO_SUCH[way], what, other),
    more_such_than_other=lambda who, way, what: more_such_than(who, way, what, the_other(who)),
    matches_either=lambda what, one, other: matching_each(what, features_or(one, other)),
    is_the_only_of=lambda what, whose, like, rest: is_the_only(what, like, (*rest, Where((), whose))),
    has_so_many_kinds=lambda who, quantity, kind, what: so_many_kinds(quantity, kind, owned(who, what)),
    as_many_as_before=lambda quantity: m.Compare(
        m.Count(m.Selector(types=(AS_BEFORE,))), *comparison(quantity)
    ),
    have_as_many_as_before=lambda who, quantity: m.Compare(
        m.Count(m.Selector(whose=who, types=(AS_BEFORE,))), *comparison(quantity)
    ),
    neither_has=lambda what: there_is_not(owned("each", what)),
    area_is_empty=lambda whose, area: so_many_in_area(whose, area, m.Exactly(0)),
    area_is_not_empty=lambda whose, area: so_many_in_area(whose, area, m.AtLeast(1)),
    count_have=lambda who, what: count_of(owned(who, what)),
    exists_not=lambda who, what: there_is_not(owned(who, what)),
    exists_no=lambda what, rest: m.Compare(m.Count(selector(m.Some(), "", what, rest)), "equal", 0),
    player_number_is=lambda whose, number, bound: of_players(
        whose, lambda who: compare_one(m.PlayerNumber(number, who), bound)
    ),
    player_has_number=lambda who, bound, number: of_players(
        who, lambda each: m.Compare(m.PlayerNumber(number, each), bound.compare, bound.amount)
    ),
    matches=matching_each,
    matches_not=denied,
    # "If your hand has fewer cards than your opponent's": than the same area of theirs.
    area_more_than=lambda whose, area, way, other, there="": m.Compare(
        in_area(whose, area), way, in_area(other, there or area)
    ),
    area_holds=lambda whose, area, quantity: m.Compare(in_area(whose, area), *comparison(quantity)),
    number_of_both=lambda number: m.Plus(m.PlayerNumber(number, "you"), m.PlayerNumber(number, "opponent")),
    its_so=lambda found: matching(IT, found),
    its_head=lambda like, rest=(): matches_head(IT, like, rest),
    neither_of_those_is=lambda noun, found: neither_is(found),
    neither_is_head=lambda like, rest=(): none_of_them(like, rest),
    neither_of_those_is_head=lambda noun, like, rest=(): none_of_them(like, rest),
    matches_features=matching_each,
    matches_not_features=denied,
    # A card that is gone is as the game's book says it was.
    none_are=none_have,
    stat_of_was=lambda stat, what, bound: compare(m.ValueOf(stat, what), bound),
    stat_was=lambda what, stat, bound: compare(m.ValueOf(stat, what), bound),
    during_turn=lambda _, whose: m.DuringTurn(whose),
    turn_of_their_own=lambda _, whose, n: nth_turn(whose, n),
    during_nth_turn=lambda whose, n: During(None, (nth_turn(whose, n),)),
    not_during_turn=lambda _, whose: m.NotSo(m.DuringTurn(whose)),
    during_phase=lambda _, whose, phase: m.DuringPhase(phase, whose),
    during_any_phase=lambda _, phase: m.DuringPhase(phase),
    not_during_phase=lambda _, whose, phase: m.NotSo(m.DuringPhase(phase, whose)),
    not_during_any_phase=lambda _, phase: m.NotSo(m.DuringPhase(phase)),
    how_often=lambda event, period: m.HowOften(past(event), whose_period(event.event, period)),
    per_how_often=lambda event, period: Per(m.HowOften(past(event), whose_period(event.event, period))),
    drew_so_many=lambda who, tense, many, period: happened_so_often(
        Tensed(tense, m.Drawn(who)), many, period
    ),
    happened_so_often_behind=lambda event, period, often: happened_so_often(event, often, period),
    two_or_more=lambda: m.AtLeast(2),
    three_or_more=lambda: m.AtLeast(3),
    just_once=lambda: Just(1),
    just_twice=lambda: Just(2),
    once_at_most=lambda: Several("at most", 1),
    once_or_more=lambda: m.AtLeast(1),
    until_phase=m.Until,
    duration_front=During,
    during_whose_turn=lambda whose: During(None, (m.DuringTurn(whose),)),
    during_whose_phase=lambda whose, phase: During(
        None, (m.DuringPhase(phase, "any" if whose == "each" else whose),)
    ),
    during_each_phase=lambda phase: During(None, (m.DuringPhase(phase),)),
    while_conditions=lambda found: During(None, found, asked_always=True),
)
