"""Conditions and durations."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from judgekit.cardtext.build.registry import (
    AnyQuantity,
    Compared,
    During,
    Head,
    Tensed,
    Where,
    action,
    constants,
)
from judgekit.cardtext.build.targets import Counted, comparison, counted_selector, selector
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.model import (
    Amount,
    Compare,
    Condition,
    Count,
    Duration,
    DuringPhase,
    DuringTurn,
    ForGame,
    Happened,
    Matches,
    NotSo,
    OneHolds,
    Period,
    PlayerNumber,
    Selector,
    Some,
    Stat,
    Target,
    This,
    Under,
    Until,
    ValueOf,
    WhileIn,
    Who,
)

constants(
    until_turn=Until("turn"),
    until_battle=Until("battle"),
    for_game=ForGame(),
    while_in_play=WhileIn(This()),
    more_hand="more",
    fewer_hand="less",
    nothing=None,
)


@action
def all_conditions(*found: Any) -> tuple[Condition, ...]:
    flat: list[Condition] = []
    for each in found:
        flat.extend(each if type(each) is tuple else (each,))
    return tuple(flat)


@action
def either_condition(*found: Condition) -> tuple[Condition, ...]:
    return (OneHolds(found),)


def existing(what: Selector) -> Compare:
    quantity: AnyQuantity = what.several if isinstance(what, Counted) else what.quantity
    compare, n = comparison(quantity)
    return Compare(Count(counted_selector(what)), compare, n)


@action
def exists(what: Selector) -> Condition:
    return existing(what)


@action
def exists_have(who: Who, what: Selector) -> Condition:
    return existing(owned(who, what))


@action
def exists_both(who: Who, one: Selector, other: Selector) -> tuple[Condition, ...]:
    return existing(owned(who, one)), existing(owned(who, other))


@action
def exists_not(who: Who, what: Selector) -> Condition:
    return Compare(Count(counted_selector(owned(who, what))), "equal", 0)


@action
def there_is_not(what: Selector) -> Condition:
    return Compare(Count(counted_selector(what)), "equal", 0)


@action
def exists_no(what: Head, rest: tuple[Any, ...]) -> Condition:
    return Compare(Count(selector(Some(), "", what, rest)), "equal", 0)


def owned(who: Who, what: Selector) -> Selector:
    """What a player has is theirs."""
    if what.whose in ("", "their") or what.whose == who:
        return replace(what, whose=who)
    raise Unsound("a player has what is theirs")


@action
def more_than_player(who: Who, way: Any, other: Who) -> Condition:
    def hand(whose: Who) -> Count:
        return Count(Selector(Some(), whose, ("hand",)))

    return Compare(hand(who), way, hand(other))


@action
def compare(left: Amount, bound: Compared) -> Condition:
    return Compare(left, bound.compare, bound.amount)


@action
def player_number_is(whose: Who, number: str, bound: Compared) -> Condition:
    return Compare(PlayerNumber(number, whose), bound.compare, bound.amount)


@action
def player_has_number(who: Who, bound: Compared, number: str) -> Condition:
    return Compare(PlayerNumber(number, who), bound.compare, bound.amount)


def matching(what: Target, found: Any) -> Condition:
    parts = found if type(found) is tuple else (found,)
    plain(what)
    if isinstance(what, Selector) and not what.whose and not what.types and isinstance(parts[0], Where):
        return existing(selector(Some(), "", Head((), what.filters), parts))
    if len(parts) == 1 and isinstance(parts[0], Stat):
        return Compare(value_of_stat(parts[0].stat, what), parts[0].compare, parts[0].amount)
    return Matches(what, selector(Some(), "", Head((), ()), parts))


def value_of_stat(stat: str, what: Target) -> Amount:
    if stat == "cards under":
        return Count(Selector(Some(), filters=(Under(what),)))
    return ValueOf(stat, what)


def plain(what: Target) -> None:
    if isinstance(what, Counted):
        raise Unsound("a number of cards stands where one card is meant")


@action
def matches(what: Target, found: Any) -> Condition:
    return matching(what, found)


@action
def matches_not(what: Target, found: Any) -> Condition:
    return NotSo(matching(what, found))


@action
def matches_head(what: Target, like: Head) -> Condition:
    plain(what)
    return Matches(what, selector(Some(), "", like, ()))


@action
def matches_not_head(what: Target, like: Head) -> Condition:
    return NotSo(matches_head(what, like))


@action
def matches_features(what: Target, found: Any) -> Condition:
    return matching(what, found)


@action
def matches_not_features(what: Target, found: Any) -> Condition:
    return NotSo(matching(what, found))


@action
def under_condition(what: Target, quantity: AnyQuantity) -> Condition:
    way, n = comparison(quantity)
    return Compare(value_of_stat("cards under", what), way, n)


@action
def own_in_zone(whose: Who, noun: str, zones: tuple[int, ...]) -> Condition:
    raise Unsound("said in another way")


@action
def during_turn(_: None, whose: Who) -> Condition:
    return DuringTurn(whose)


@action
def not_during_turn(_: None, whose: Who) -> Condition:
    return NotSo(DuringTurn(whose))


@action
def during_phase(_: None, whose: Who, phase: str) -> Condition:
    return DuringPhase(phase, whose)


@action
def during_any_phase(_: None, phase: str) -> Condition:
    return DuringPhase(phase)


@action
def happened(event: Tensed, period: Period) -> Condition:
    return Happened(past(event), period)


@action
def happened_times(event: Tensed, n: int, period: Period) -> Condition:
    return Happened(past(event), period, n)


@action
def happened_just(event: Tensed) -> Condition:
    """ "if it was played from your hand": some time before; the card itself knows."""
    return Happened(past(event), "game")


def past(event: Tensed) -> Any:
    if event.tense != "past":
        raise Unsound("a condition looks back: “was played”, “has attacked”")
    return event.event


# Durations


@action
def until_whose_turn(whose: Who) -> Duration:
    return Until("turn", whose, next=True)


@action
def until_whose_turn_begins(whose: Who) -> Duration:
    return Until("turn", whose, next=True, moment="beginning")


@action
def until_whose_phase(whose: Who, phase: str) -> Duration:
    return Until(phase, whose)


@action
def until_whose_next_phase(whose: Who, phase: str) -> Duration:
    return Until(phase, whose, next=True)


@action
def until_phase(phase: str) -> Duration:
    return Until(phase)


@action
def duration_front(found: Duration) -> During:
    return During(found)


@action
def during_whose_turn(whose: Who) -> During:
    return During(None, (DuringTurn(whose),))


@action
def while_conditions(found: tuple[Condition, ...]) -> During:
    return During(None, found)
