"""Conditions and durations."""

from __future__ import annotations

from typing import Any, TypeGuard

from msgspec.structs import replace

from judgekit.cardtext.before import AS_BEFORE
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
    Tensed,
    Where,
    action,
    constants,
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
from judgekit.cardtext.build.targets.quantities import count_different
from judgekit.cardtext.build.targets.selecting import NoSuch
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.model import (
    Among,
    Amount,
    AnyNumber,
    AtLeast,
    Battles,
    Compare,
    Condition,
    Count,
    Duration,
    DuringPhase,
    DuringTurn,
    Every,
    Exactly,
    Filter,
    ForGame,
    Happened,
    Matches,
    Not,
    NotSo,
    OneHolds,
    OneOf,
    OtherThan,
    Period,
    Player,
    PlayerNumber,
    Selector,
    Some,
    Stat,
    State,
    Summoned,
    Target,
    This,
    Under,
    Until,
    UpTo,
    ValueOf,
    WhileIn,
    Who,
)

constants(
    until_turn=Until("turn"),
    until_battle=Until("battle"),
    for_game=ForGame(),
    while_in_play=WhileIn(This()),
    while_it_is_there=WhileIn(IT),
    is_in_play=State("in play"),
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
def either_condition(*found: Any) -> tuple[Condition, ...]:
    if any(type(each) is tuple for each in found):
        raise Unsound("“and” and “or” in one condition can be taken in two ways")
    return (OneHolds(found),)


def quantity_of(what: Selector) -> AnyQuantity:
    if not isinstance(what, Selector | Counted):
        raise Unsound("say of each of them by itself whether it is there")
    return what.several if isinstance(what, Counted) else what.quantity


def existing(what: Selector) -> Compare:
    compare, n = comparison(quantity_of(what))
    return Compare(Count(counted_selector(what)), compare, n)


@action
def exists(what: Selector) -> Condition:
    return existing(what)


@action
def so_many_kinds(quantity: AnyQuantity, kind: str, what: Selector) -> Condition:
    """ "If there are 3 or more different colors among …": so many values."""
    return Compare(count_different(kind, what), *comparison(quantity))


@action
def has_so_many_kinds(who: Who, quantity: AnyQuantity, kind: str, what: Selector) -> Condition:
    return so_many_kinds(quantity, kind, owned(who, what))


@action
def as_many_as_before(quantity: AnyQuantity) -> Condition:
    return Compare(Count(Selector(types=(AS_BEFORE,))), *comparison(quantity))


@action
def have_as_many_as_before(who: Who, quantity: AnyQuantity) -> Condition:
    return Compare(Count(Selector(whose=who, types=(AS_BEFORE,))), *comparison(quantity))


@action
def exists_have(who: Who, what: Selector) -> Condition:
    return existing(owned(who, what))


@action
def neither_has(what: Selector) -> Condition:
    return there_is_not(owned("each", what))


@action
def have_only(who: Who, what: Selector) -> Condition:
    """ "Only one": that many, and no more."""
    first = exists_have(who, what)
    if not isinstance(first, Compare) or not isinstance(first.right, int):
        raise Unsound("only how many?")
    return first if first.compare == "at most" else replace(first, compare="equal")


@action
def area_is_empty(whose: Who, area: str) -> Condition:
    return Compare(Count(Selector(Some(), whose, (area,))), "equal", 0)


@action
def area_is_not_empty(whose: Who, area: str) -> Condition:
    return Compare(Count(Selector(Some(), whose, (area,))), "at least", 1)


@action
def so_many_in_area(whose: Who, area: str, quantity: AnyQuantity | None) -> Condition:
    """ "Your opponent's hand has 6 or more cards"."""
    if quantity is None:
        raise Unsound("how many cards?")
    return Compare(Count(Selector(Some(), whose, (area,))), *comparison(quantity))


@action
def area_contains(whose: Who, area: str, what: Selector) -> Condition:
    """ "Your discard pile contains 3 or more strategy cards"."""
    quantity_of(what)
    if what.areas or what.whose or "zone" in what.types:
        raise Unsound("two places are given for one card")
    return existing(replace(what, whose=whose, areas=(area,)))


@action
def is_the_only(what: Target, like: Head, rest: tuple[Any, ...]) -> tuple[Condition, ...]:
    """It is one, and there is no other."""
    plain(what)
    one = selector(Some(), "", like, rest)
    return Matches(what, one), Compare(
        Count(replace(one, filters=(*one.filters, OtherThan(what)))), "equal", 0
    )


@action
def exists_both(who: Who, one: Selector, other: Selector) -> tuple[Condition, ...]:
    if isinstance(quantity_of(other), Some | Every) and comparison(quantity_of(one)) != ("at least", 1):
        raise Unsound("so many of both together, or of the first? Say how many of each")
    if other.areas and not one.areas:
        one = replace(one, areas=other.areas)
    return existing(owned(who, one)), existing(owned(who, other))


@action
def count_have(who: Who, what: Selector) -> Count:
    return count_of(owned(who, what))


@action
def exists_not(who: Who, what: Selector) -> Condition:
    return there_is_not(owned(who, what))


@action
def there_is_not(what: Selector) -> Condition:
    """ "No such card", or, where a number is said, not that many."""
    if comparison(quantity_of(what)) != ("at least", 1):
        return NotSo(existing(what))
    return Compare(Count(counted_selector(what)), "equal", 0)


@action
def exists_no(what: Head, rest: tuple[Any, ...]) -> Condition:
    return Compare(Count(selector(Some(), "", what, rest)), "equal", 0)


def owned(who: Who, what: Selector) -> Selector:
    """What a player has is theirs."""
    if not isinstance(what, Selector):
        raise Unsound("one description at a time")
    if who == "you" and what.whose == "their":
        raise Unsound("“you have … in their …”: whose is it?")
    if what.whose in ("", "their") or what.whose == who:
        return replace(what, whose=who)
    raise Unsound("a player has what is theirs")


@action
def more_than_player(who: Who, way: Any, other: Who) -> Condition:
    def hand(whose: Who) -> Count:
        return Count(Selector(Some(), whose, ("hand",)))

    return Compare(hand(who), way, hand(other))


@action
def more_such_than(who: Who, way: Any, what: Selector, other: Who) -> Condition:
    """ "If your opponent controls more units than you"."""
    if not isinstance(quantity_of(what), Some | Every) or what.whose not in ("", "their", who):
        raise Unsound("more of what? Say it without a number")
    return Compare(count_of(owned(who, what)), way, count_of(replace(what, whose=other)))


@action
def compare(left: Amount, bound: Compared) -> Condition:
    return Compare(left, bound.compare, like_left(left, bound.amount))


def like_left(left: Amount, amount: Any) -> Amount:
    """ "Your rage is higher than your opponent's": the number on the left, of somebody or something else."""
    if not isinstance(amount, OwnNumber):
        return amount  # type: ignore[no-any-return]
    of = amount.what
    if isinstance(left, PlayerNumber) and isinstance(of, Player | Selector):
        return PlayerNumber(left.number, of.who if isinstance(of, Player) else whose_only(of))
    if isinstance(left, ValueOf) and isinstance(of, Player):
        if not isinstance(left.what, Selector) or not left.what.whose:
            raise Unsound("of which card of that player?")
        return replace(left, what=replace(left.what, whose=of.who))
    if isinstance(left, ValueOf):
        return replace(left, what=of)
    if isinstance(left, Count) and isinstance(of, Player) and left.what.whose:
        return replace(left, what=replace(left.what, whose=of.who))
    raise Unsound("compared with what?")


def whose_only(what: Selector) -> Who:
    """A number of a player, told of the one card that the player has of a kind."""
    if what.whose not in ("you", "opponent") or not there_is_one(what.whose, what.types, []) or what.filters:
        raise Unsound("whose number?")
    return what.whose


@action
def player_number_is(whose: Who, number: str, bound: Compared) -> Condition:
    return compare(PlayerNumber(number, whose), bound)


@action
def player_has_number(who: Who, bound: Compared, number: str) -> Condition:
    return Compare(PlayerNumber(number, who), bound.compare, bound.amount)


def asked_of_both(what: Target) -> Target:
    """ "If both of them are red": two of them are, not just all there are."""
    return Selector(AtLeast(2), filters=(Among(THEM),)) if what == BOTH else what


def matching(what: Target, found: Any) -> Condition:
    what = asked_of_both(what)
    parts = found if type(found) is tuple else (found,)
    if is_there(what, parts):
        assert isinstance(what, Selector)
        return existing(selector(some_of(what), "", Head((), what.filters), parts))
    if isinstance(what, Counted):
        return so_many(what, Head((), ()), parts)
    plain(what)
    if tells_how_many(what):
        return so_many(what, Head((), ()), parts)
    if len(parts) == 1 and isinstance(parts[0], Stat) and is_one(what):
        return Compare(value_of_stat(parts[0].stat, what), parts[0].compare, parts[0].amount)
    return Matches(what, selector(Some(), "", Head((), ()), parts))


def is_there(what: Target, parts: tuple[Any, ...]) -> bool:
    """ "If <A> is in your hand", "if {B} is under this card": there is such a card."""
    return (
        isinstance(what, Selector)
        and not what.whose
        and not what.types
        and (isinstance(parts[0], Where) or (isinstance(what, Lone) and isinstance(parts[0], Under)))
    )


def some_of(what: Selector) -> AnyQuantity:
    return Some() if isinstance(what, Lone) else quantity_of(what)


def is_one(what: Target) -> bool:
    """Whether a number of it is its own, not a sum over many."""
    return not isinstance(what, Selector) or there_is_one(what.whose, what.types, [])


def tells_how_many(what: Target) -> TypeGuard[Selector]:
    """ "2 of your battle cards", "any of your energy": so many of them, whichever they are."""
    if not isinstance(what, Selector) or what.end is not None:
        return False
    return isinstance(what.quantity, Exactly | AtLeast | Some)


def denied(what: Target, found: Any) -> Condition:
    """ "2 of your battle cards are not red": so many are something else."""
    parts = found if type(found) is tuple else (found,)
    if isinstance(what, Lone) and is_there(what, parts):
        return Compare(Count(selector(Some(), "", Head((), what.filters), parts)), "equal", 0)
    if not tells_how_many(what):
        return NotSo(matching(what, found))
    if len(parts) != 1 or not isinstance(parts[0], Filter) or isinstance(parts[0], OneOf):
        raise Unsound("say of them what they are, not what they are not")
    plain(what)
    return so_many(what, Head((), ()), (parts[0].what if isinstance(parts[0], Not) else Not(parts[0]),))


def so_many(what: Selector, like: Head, parts: tuple[Any, ...]) -> Condition:
    """ "If 2 of your battle cards are red": so many of them are."""
    if any(isinstance(each, OneOf) for each in (*like.filters, *parts)):
        raise Unsound("say it of one thing at a time")
    if like.types and what.types:
        raise Unsound("two kinds of card are given for one card")
    areas = (Where(what.areas, what.whose),) if what.areas else ()
    head = Head(what.types or like.types, (*what.filters, *like.filters))
    return Compare(
        Count(selector(Some(), what.whose, head, (*areas, *parts))), *comparison(quantity_of(what))
    )


def value_of_stat(stat: str, what: Target) -> Amount:
    if stat == "cards under":
        return Count(Selector(Some(), filters=(Under(what),)))
    return ValueOf(stat, what)


def plain(what: Target) -> None:
    if isinstance(what, Counted):
        raise Unsound("a number of cards stands where one card is meant")
    if isinstance(what, Lone):
        raise Unsound("which one? Say “1 of”, “all” or “the” before it")
    if isinstance(what, Selector) and isinstance(what.quantity, UpTo | AnyNumber):
        raise Unsound("a choice cannot be a condition")
    if isinstance(what, Selector) and what.areas == ("gate",) and what.end is not None:
        raise Unsound("said in another way")  # it is nobody's: see top_of_gate


@action
def matches(what: Target, found: Any) -> Condition:
    return matching(what, found)


@action
def matches_not(what: Target, found: Any) -> Condition:
    return denied(what, found)


@action
def matches_head(what: Target, like: Head, rest: tuple[Any, ...] = ()) -> Condition:
    what = asked_of_both(what)
    plain(what)
    if not like.types and not like.filters and not rest:
        raise Unsound("that is true of every card")
    if tells_how_many(what):
        return so_many(what, like, rest)
    return Matches(what, selector(Some(), "", like, rest))


@action
def matches_owned(what: Target, whose: Who, like: Head, rest: tuple[Any, ...] = ()) -> Condition:
    """ "If it was your opponent's paradox": of that sort, and theirs."""
    if whose not in ("you", "opponent"):
        raise Unsound("whose is it?")
    return Matches(what, selector(Some(), whose, like, rest))


def in_area(whose: Who, area: str) -> Count:
    return Count(Selector(Some(), whose, (area,)))


@action
def area_more_than(whose: Who, area: str, way: Any, other: Who, there: str = "") -> Condition:
    """ "If your hand has fewer cards than your opponent's": than the same area of theirs."""
    return Compare(in_area(whose, area), way, in_area(other, there or area))


@action
def area_holds(whose: Who, area: str, quantity: AnyQuantity) -> Condition:
    return Compare(in_area(whose, area), *comparison(quantity))


@action
def more_there_than(way: Any, what: Selector, whose: Who, area: str) -> Condition:
    if not isinstance(quantity_of(what), Some | Every) or not what.areas:
        raise Unsound("more of what, and where?")
    return Compare(count_of(what), way, count_of(replace(what, whose=whose, areas=(area,))))


@action
def its_so(found: Any) -> Condition:
    return matching(IT, found)


@action
def its_head(like: Head, rest: tuple[Any, ...] = ()) -> Condition:
    return matches_head(IT, like, rest)


@action
def matches_not_head(what: Target, like: Head, rest: tuple[Any, ...] = ()) -> Condition:
    if tells_how_many(what):
        raise Unsound("say of them what they are, not what they are not")
    return NotSo(matches_head(what, like, rest))


def none_of_them(like: Head, rest: tuple[Any, ...]) -> Condition:
    them = Head(like.types, (Among(THEM), *like.filters))
    return Compare(Count(selector(Some(), "", them, rest)), "equal", 0)


@action
def neither_is(found: Any) -> Condition:
    return none_of_them(Head((), ()), found if type(found) is tuple else (found,))


@action
def neither_of_those_is(noun: str, found: Any) -> Condition:
    return neither_is(found)


@action
def neither_is_head(like: Head, rest: tuple[Any, ...] = ()) -> Condition:
    return none_of_them(like, rest)


@action
def neither_of_those_is_head(noun: str, like: Head, rest: tuple[Any, ...] = ()) -> Condition:
    return none_of_them(like, rest)


@action
def matches_features(what: Target, found: Any) -> Condition:
    return matching(what, found)


@action
def matches_not_features(what: Target, found: Any) -> Condition:
    return denied(what, found)


@action
def not_so(what: Condition) -> Condition:
    """Our own wording, where English has no short way to deny a condition."""
    if isinstance(what, NotSo | Matches | DuringTurn):
        raise Unsound("said in another way")
    return NotSo(what)


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
    """ "2 or more cards were destroyed": it happened so many times."""
    if event.tense == "past not":
        return NotSo(happened(Tensed("past", event.event), period))
    found = event.event if period == "effect" and event.tense == "now" else past(event)
    what = getattr(found, "what", None)
    if isinstance(what, NoSuch):
        plain = Selector(**{name: getattr(what, name) for name in Selector.__struct_fields__})
        return NotSo(Happened(replace(found, what=plain), period))
    if isinstance(what, Selector) and isinstance(what.quantity, Exactly | AtLeast):
        if not isinstance(what.quantity.n, int):
            raise Unsound("a whole number tells how often it happened")
        if isinstance(what.quantity, Just):
            raise Unsound("say “… or more”: it is told how often it happened at least")
        return Happened(replace(found, what=replace(what, quantity=Some())), period, what.quantity.n)
    return Happened(found, period)


@action
def happened_times(event: Tensed, n: int, period: Period) -> Condition:
    return Happened(past(event), period, n)


@action
def happened_just(event: Tensed) -> Condition:
    """ "if it was played from your hand": some time before; the card itself knows."""
    if isinstance(event.event, Summoned) and not isinstance(event.event.what, Selector):
        raise Unsound("said in another way")  # a unit in play is normal summoned or special summoned
    return happened(event, "battle" if isinstance(event.event, Battles) else "game")


def past(event: Tensed) -> Any:
    if event.tense != "past":
        raise Unsound("a condition looks back: “was played”, “has attacked”")
    return event.event


# Durations


@action
def until_whose_turn(whose: Who) -> Duration:
    if whose in ("any", "each"):
        raise Unsound("until the end of whose turn?")
    return Until("turn", whose, next=True)


@action
def in_whose_turn(whose: Who) -> Duration:
    if whose in ("any", "each"):
        raise Unsound("during whose next turn?")
    return Until("turn", whose, next=True, only=True)


@action
def until_whose_turn_begins(whose: Who) -> Duration:
    if whose in ("any", "each"):
        raise Unsound("until the beginning of whose turn?")
    return Until("turn", whose, next=True, moment="beginning")


@action
def until_whose_phase_begins(whose: Who, phase: str) -> Duration:
    if whose in ("any", "each"):
        raise Unsound("until the beginning of whose phase?")
    return Until(phase, whose, next=True, moment="beginning")


@action
def until_whose_phase(whose: Who, phase: str) -> Duration:
    if whose in ("any", "each"):
        raise Unsound("until the end of whose phase?")
    return Until(phase, whose)


@action
def until_whose_next_phase(whose: Who, phase: str) -> Duration:
    until_whose_phase(whose, phase)
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
def during_whose_phase(whose: Who, phase: str) -> During:
    return During(None, (DuringPhase(phase, "any" if whose == "each" else whose),))


@action
def during_each_phase(phase: str) -> During:
    return During(None, (DuringPhase(phase),))


@action
def while_conditions(found: tuple[Condition, ...]) -> During:
    return During(None, found, asked_always=True)
