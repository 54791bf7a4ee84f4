"""What stands behind a noun: with, without, other than, beside, under, and where it lies."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from msgspec.structs import replace

from judgekit.cardtext.build.registry import (
    IT,
    THEM,
    AnyQuantity,
    Chooser,
    Head,
    Numbered,
    Topped,
    Where,
    action,
)
from judgekit.cardtext.build.targets.nouns import negated
from judgekit.cardtext.build.targets.selecting import Counted, Lone, comparison, selector
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.model import (
    Among,
    AtLeast,
    Bound,
    Destroyed,
    Did,
    Discarded,
    Drawn,
    Event,
    Every,
    Exactly,
    Extreme,
    Filter,
    HasKeyword,
    Holding,
    Is,
    Moved,
    Near,
    Not,
    OneOf,
    OtherThan,
    Period,
    Played,
    SameAs,
    Seen,
    Selector,
    Some,
    Stat,
    State,
    Target,
    This,
    Under,
    Who,
    Zones,
)


def merged(parts: tuple[Any, ...]) -> tuple[Any, ...]:
    """Flatten lists of filters that one phrase gave."""
    flat: list[Any] = []
    for part in parts:
        if type(part) is tuple:
            flat.extend(part)
        elif part is not None:
            flat.append(part)
    return tuple(flat)


@action
def tails(*parts: Any) -> tuple[Any, ...]:
    for before, after in pairwise(parts):
        if names_another(before) and type(after) is tuple:
            raise Unsound("of which of the two cards is that said? Say it before the card that has it")
    return merged(parts)


def names_another(what: Any) -> bool:
    """A place beside or under another card, by what that card is."""
    of = what.of if isinstance(what, Near) else what.what if isinstance(what, Under) else None
    return isinstance(of, Selector) and not {"zone", "circle"} & set(of.types)


@action
def features(*parts: Any) -> tuple[Any, ...]:
    return merged(parts)


@action
def features_or(one: Any, other: Any) -> tuple[Filter, ...]:
    if isinstance(one, Where | Chooser) or isinstance(other, Where | Chooser):
        raise Unsound("two places are joined by “or” inside one description")
    both = merged((one, other))
    if len(both) != 2 or any(isinstance(each, OneOf) for each in both):
        raise Unsound("“and” and “or” in one description can be taken in two ways")
    if all(isinstance(each, Is) and each.what == both[0].what for each in both):
        return (Is(both[0].what, tuple(value for each in both for value in each.values)),)
    return (OneOf(both),)


@action
def with_features(found: tuple[Filter, ...]) -> tuple[Filter, ...]:
    return found


@action
def without_features(found: tuple[Filter, ...]) -> tuple[Filter, ...]:
    return tuple(negated(each) for each in found)


@action
def that_is(what: Any) -> Any:
    return what


@action
def that_is_not(what: Any) -> Filter:
    return negated(what)


@action
def other_than(what: Target) -> OtherThan:
    return OtherThan(what)


@action
def other_than_label(what: Filter) -> Not:
    return Not(what)


@action
def other_than_label_noun(what: Filter, noun: str) -> Not:
    """ "Members other than <A> members": what every one of them is called says nothing more."""
    if noun not in ("card", "member", "unit"):
        raise Unsound("say of which type the others are before “other than”")
    return Not(what)


def past_event_of(word: str) -> Event:
    this: Target = This()
    events: dict[str, Event] = {
        "played": Played(this),
        "destroyed": Destroyed(this),
        "placed": Moved(this),
        "moved": Moved(this),
        "discarded": Discarded(this),
        "revealed": Seen("reveal", "any", this),
        "drawn": Drawn("any"),
    }
    return events[word]


@action
def that_was(word: str, period: Period) -> Did | Among:
    if (word, period) == ("revealed", "effect"):
        return Among(THEM)
    return Did(past_event_of(word), period)


@action
def that_did(event: Event, period: Period) -> Did:
    return Did(event, period)


@action
def as_choice(n: int) -> Numbered:
    return Numbered(n)


@action
def among_choice(n: int) -> Among:
    return Among(Bound(n))


@action
def so_and_there(state: str, where: Any) -> tuple[Any, ...]:
    """ "As long as this card is face up in your hand"."""
    return State(state), where


@action
def near_with(relation: Any, whose: Who, what: Head, found: Any) -> Near:
    """ "is adjacent to your monster with rank 2 or less": what stands last is said of the monster."""
    return Near(relation, selector(Every(), whose, what, found))


@action
def not_named(names: tuple[str, ...]) -> Not:
    return Not(Is("name", names))


@action
def neither_head(one: Head, other: Head) -> tuple[Filter, ...]:
    """ "Neither monster cards nor strategy cards"."""
    return tuple(Not(like_head(each)) for each in (one, other))


def like_head(what: Head) -> Filter:
    parts: list[Filter] = [Is("type", what.types)] if what.types else []
    parts += what.filters
    if len(parts) != 1:
        raise Unsound("one thing at a time is denied")
    return parts[0]


@action
def near_either(one: Any, other: Any, of: Target) -> OneOf:
    return OneOf((Near(one, of), Near(other, of)))


@action
def near_its_side(side: Any) -> Near:
    return Near(side, IT)


@action
def near(relation: Any, of: Target) -> Near:
    return Near(relation, of)


@action
def near_some(relation: Any, what: Head, rest: tuple[Any, ...]) -> Near:
    found = selector(Some(), "", what, rest)
    if found.areas == ("field",) and found.whose in ("you", "opponent"):
        found = replace(found, quantity=Every(), areas=())  # "a card in your zones" is one of yours
    return Near(relation, found)


@action
def near_one_of(relation: Any, whose: Who, what: Head, rest: tuple[Any, ...]) -> Near:
    """Near one of them is near them: "adjacent to your tokens" asks for no more."""
    return Near(relation, selector(Every(), whose, what, rest))


@action
def near_another(relation: Any, what: Head, rest: tuple[Any, ...]) -> Near:
    """A card does not lie beside itself, so that "another" says no more than "a"."""
    return near_some(relation, what, rest)


@action
def under(what: Target) -> Under:
    return Under(what)


@action
def holding(what: Head) -> Holding:
    return Holding(selector(Some(), "", what, ()))


@action
def not_holding(what: Head) -> Not:
    return Not(holding(what))


@action
def holding_under(quantity: Any, what: Head) -> Holding:
    if not what.types and not what.filters:
        raise Unsound("said in another way")
    if not isinstance(quantity, Exactly | Some | Every | AtLeast):
        raise Unsound("“a”, “all” or so many “or more” can lie under it")
    return Holding(selector(quantity, "", what, ()), "under")


@action
def in_area(where: Where) -> Where:
    return where


@action
def in_areas(where: Where) -> Where:
    return where


@action
def owner_area(whose: Who, area: str) -> Where:
    return Where((area,), whose)


@action
def owner_areas(whose: Who, one: str, other_area: str) -> Where:
    return Where((one, other_area), whose)


@action
def owner_areas_both(whose: Who, one: str, other_whose: Who, other_area: str) -> Where:
    if whose != other_whose and {whose, other_whose} != {"you", "opponent"}:
        raise Unsound("the two areas belong to different players")
    if whose != other_whose and one != other_area:
        raise Unsound("different areas of different players cannot be told apart here")
    areas = (one,) if one == other_area else (one, other_area)
    return Where(areas, whose if whose == other_whose else "each")


@action
def area_only(area: str) -> Where | State:
    if area == "play":
        return State("in play")
    return Where((area,), "")


@action
def area_either(one: str, other_area: str) -> Where:
    return Where((one, other_area), "")


@action
def in_zones(numbers: tuple[int, ...]) -> Zones:
    return Zones(numbers)


@action
def in_zone_numbers(numbers: tuple[int, ...]) -> Zones:
    return Zones(numbers)


@action
def in_owner_zones(whose: Who, numbers: tuple[int, ...]) -> tuple[Any, ...]:
    return (Where((), whose), Zones(numbers))


@action
def zone_words(numbers: tuple[int, ...]) -> tuple[int, ...]:
    return numbers


@action
def numbers(*found: int) -> tuple[int, ...]:
    return tuple(found)


@action
def number_range(low: int, high: int) -> tuple[int, ...]:
    if low >= high:
        raise Unsound(f"zones {low} to {high} are none")
    return tuple(range(low, high + 1))


@action
def number_up(low: int) -> tuple[int, ...]:
    return tuple(range(low, 9))


@action
def number_down(high: int) -> tuple[int, ...]:
    return tuple(range(1, high + 1))


@action
def same_as(what: str, other_card: Target) -> SameAs:
    return SameAs(what, other_card)


@action
def same_as_some(what: str, found: Selector) -> SameAs:
    """ "the same name as a card in your drop zone": as any of them."""
    if isinstance(found, Lone | Counted) or found.quantity not in (Exactly(1), Some()):
        raise Unsound("as which card?")
    if not found.areas or found.bind:
        raise Unsound("said in another way")
    return SameAs(what, replace(found, quantity=Every()))


@action
def same_as_one(what: str, whose: Who, other_card: Head) -> SameAs:
    return SameAs(what, selector(Every(), whose, other_card, ()))


@action
def not_same_as(what: str, other_card: Target) -> Not:
    return Not(SameAs(what, other_card))


@action
def all_different(what: str) -> State:
    return State(f"different {what}")


@action
def extreme(which: Any, stat: str) -> Extreme:
    return Extreme(stat, which)


@action
def extreme_among(which: Any, stat: str, group: Selector) -> Topped:
    return Topped(Extreme(stat, which), group)


@action
def keyword_ref(name: str) -> str:
    return name


@action
def has_keyword(name: str) -> HasKeyword:
    return HasKeyword(name)


@action
def under_count(quantity: AnyQuantity) -> Stat:
    return Stat("cards under", *comparison(quantity))
