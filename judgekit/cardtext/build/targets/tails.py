"""What follows a noun: with, without, other than, beside, under, and where it is."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from msgspec.structs import replace

from judgekit.cardtext import model as m
from judgekit.cardtext.build.registry import (
    GAP,
    IT,
    THEM,
    AttackedBy,
    Chooser,
    Excepted,
    Head,
    Numbered,
    OutOf,
    Tensed,
    Topped,
    Where,
    action,
    actions,
    pronoun,
)
from judgekit.cardtext.build.targets.nouns import head, negated
from judgekit.cardtext.build.targets.selecting import (
    Counted,
    Lone,
    comparison,
    is_superlative,
    is_taken_out,
    selector,
)
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.marks import Each, EitherZone


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
        if names_another(before) and (type(after) is tuple or isinstance(after, m.State | m.Spot)):
            raise Unsound("which of the two cards does this describe? Put it before that card")
    return merged(parts)


def names_another(what: Any) -> bool:
    """A place beside or under another card, or any but that card, by what that card is; or a number that is
    compared with a number of other cards."""
    if isinstance(what, Excepted):
        return what.named
    if type(what) is tuple:
        return any(counts_others(each) for each in what)
    if counts_others(what):
        return True
    of = what.of if isinstance(what, m.Near) else None
    of = what.what if isinstance(what, m.Under | m.OtherThan) else of
    return isinstance(of, m.Selector) and not {"zone", "circle"} & set(of.types)


def counts_others(what: Any) -> bool:
    amount = what.amount if isinstance(what, m.Stat | m.Together) else 0
    return isinstance(amount, m.Node) and any(isinstance(each, m.Selector) for each in m.walk(amount))


@action
def features_or(one: Any, other: Any) -> tuple[m.Filter, ...]:
    if isinstance(one, Where | Chooser) or isinstance(other, Where | Chooser):
        raise Unsound("“or” joins two places inside one description")
    both = merged((one, other))
    if len(both) != 2 or any(isinstance(each, m.OneOf) for each in both):
        raise Unsound("“and” and “or” in one description can be read in two ways")
    if all(isinstance(each, m.Is) and each.what == both[0].what for each in both):
        return (m.Is(both[0].what, tuple(value for each in both for value in each.values)),)
    return (m.OneOf(both),)


def excepted(what: Head, named: bool) -> Excepted:
    """ "Other than a red battle card": what may be told of any card, wherever it lies."""
    told = merged(what.filters)
    if any(isinstance(each, Where | Chooser | Numbered) or is_superlative([each]) for each in told):
        raise Unsound("say “other than” of what the cards are, and not of where they are")
    return Excepted(what.types, told, named)


def past_event_of(word: str) -> m.Event:
    this: m.Target = m.This()
    events: dict[str, m.Event] = {
        "played": m.Played(this),
        "destroyed": m.Destroyed(this),
        "placed": m.Moved(this),
        "moved": m.Moved(this),
        "discarded": m.Discarded(this),
        "revealed": m.Seen("reveal", "any", this),
        "drawn": m.Drawn("any"),
    }
    return events[word]


@action
def that_was(word: str, period: m.Period) -> m.Did | m.Among:
    if (word, period) == ("revealed", "effect"):
        return m.Among(THEM)
    within_the_field = word == "moved" and period != "effect"
    return m.Did(m.ChangesZone(m.This()) if within_the_field else past_event_of(word), period)


@action
def relative_event(told: Tensed, period: m.Period) -> m.Filter:
    """ "Cards that moved this turn": any event, of the card that is described."""
    event = told.event
    arrived = isinstance(event, m.Moved) and event.to == ("play",) and not event.origin
    if told.tense not in ("past", "past not") or period == "effect" or arrived:
        raise Unsound("said in another way")
    gaps = [name for name in event.__struct_fields__ if getattr(event, name) == GAP]
    if gaps != ["what"] and not (gaps == ["target"] and isinstance(event, m.Attacks)):
        raise Unsound("said in another way")
    if isinstance(event, AttackedBy):
        event = m.Attacks(event.what, event.target)
    did = m.Did(replace(event, **{gaps[0]: m.This()}), period)
    return m.Not(did) if told.tense == "past not" else did


def like_head(what: Head) -> m.Filter:
    parts: list[m.Filter] = [m.Is("type", what.types)] if what.types else []
    parts += what.filters
    if len(parts) != 1:
        raise Unsound("only one thing at a time can be excluded")
    return parts[0]


@action
def not_like_head(what: Head) -> m.Filter:
    """ "That is not a red card"."""
    if what.types or len(what.filters) != 1 or not isinstance(what.filters[0], m.Is):
        raise Unsound("said in another way")
    return m.Not(what.filters[0])


@action
def near(relation: Any, of: m.Target) -> m.Near:
    return m.Near(relation, of)


@action
def near_some(relation: Any, what: Head, rest: tuple[Any, ...]) -> m.Near:
    found = selector(m.Some(), "", what, rest)
    if is_somebodys(found):
        found = replace(found, quantity=m.Every(), areas=())
    return m.Near(relation, found)


def is_somebodys(found: m.Selector) -> bool:
    """ "A card in your zones" is one of yours."""
    return found.areas == ("field",) and found.whose in ("you", "opponent")


@action
def under_one_of(whose: m.Who, what: Head, rest: tuple[Any, ...]) -> m.Under:
    found = selector(m.Some(), whose, what, rest)
    return m.Under(replace(found, areas=()) if is_somebodys(found) else found)


@action
def under_another(whose: m.Who, what: Head, rest: tuple[Any, ...]) -> m.Under:
    return under_one_of(whose, what, (m.OtherThan(pronoun("other")), *rest))


@action
def under(what: m.Target) -> m.Under:
    return m.Under(what)


@action
def holding(what: Head) -> m.Holding:
    return m.Holding(selector(m.Some(), "", what, ()))


@action
def holding_under(quantity: Any, what: Head) -> m.Holding:
    if not what.types and not what.filters:
        raise Unsound("said in another way")
    if not isinstance(quantity, m.Exactly | m.Some | m.Every | m.AtLeast):
        raise Unsound("say “a”, “all” or “… or more” for the cards under it")
    return m.Holding(selector(quantity, "", what, ()), "under")


@action
def owner_areas_both(whose: m.Who, one: str, other_whose: m.Who, other_area: str) -> Where:
    if whose != other_whose and {whose, other_whose} != {"you", "opponent"}:
        raise Unsound("the two areas belong to different players")
    if whose != other_whose and one != other_area:
        raise Unsound("different areas of different players cannot be joined here")
    areas = (one,) if one == other_area else (one, other_area)
    return Where(areas, whose if whose == other_whose else "each")


@action
def area_only(area: str) -> Where | m.State:
    if area == "play":
        return m.State("in play")
    return Where((area,), "")


@action
def each_number(*found: int) -> tuple[int, ...]:
    return Each(found)


@action
def numbers(*found: int) -> tuple[int, ...]:
    return EitherZone(found)


@action
def number_range(low: int, high: int) -> tuple[int, ...]:
    if low >= high:
        raise Unsound(f"there are no zones from {low} to {high}: put the smaller number first")
    return tuple(range(low, high + 1))


@action
def same_as_some(what: str, found: m.Selector) -> m.SameAs:
    """ "the same name as a card in your drop zone": as any of them."""
    if isinstance(found, Lone | Counted) or found.quantity not in (m.Exactly(1), m.Some()):
        raise Unsound("as which card?")
    if not (found.areas or (found.whose and found.types)) or found.bind or is_taken_out(found):
        raise Unsound("said in another way")
    if m.Among(m.This()) in found.filters:
        raise Unsound("said in another way")  # "as this card", wherever it is
    return m.SameAs(what, replace(found, quantity=m.Every()))


@action
def has_keyword(name: str) -> m.HasKeyword:
    return m.HasKeyword(name)


def standing_there(state: str) -> m.State:
    """ "Face up in your set zone"; a card "normal summoned from your graveyard" is there no more."""
    if state.endswith("summoned"):
        raise Unsound("said in another way")
    return m.State(state)


@action
def same_as_it(what: str) -> m.SameAs:
    """ "Destroy it and all others with the same name": as the card that was spoken of, or as this card."""
    if what in ("rank", "level"):
        raise Unsound("said in another way")  # a number
    return m.SameAs(what, pronoun("this of the event"))


actions(
    features=lambda *parts: merged(parts),
    with_features=lambda found: found,
    that_did=m.Did,
    without_features=lambda found: tuple(negated(each) for each in found),
    that_is=lambda what: what,
    that_is_not=negated,
    other_than=m.OtherThan,
    excepted_so=lambda *parts: excepted(Head((), parts), named=False),
    excepted_such=lambda *parts: excepted(head(*parts), named=True),
    excepted_such_with=lambda *parts: excepted(head(*parts[:-2], parts[-1], parts[-2]), named=True),
    excepted_with=lambda found: excepted(Head((), (found,)), named=True),
    other_than_and_named=lambda what, names: (m.OtherThan(what), m.Not(m.Is("name", names))),
    that_was_not=lambda word, period: m.Not(that_was(word, period)),
    not_chosen_before=lambda: m.OtherThan(THEM),
    as_choice=Numbered,
    among_choice=lambda n: m.Among(m.Bound(n)),
    # "As long as this card is face up in your hand".
    so_and_there=lambda state, where: (standing_there(state), where),
    there_and_so=lambda where, state: (where, standing_there(state)),
    # "is adjacent to your monster with rank 2 or less": what stands last is said of the monster.
    near_with=lambda relation, whose, what, found: m.Near(relation, selector(m.Every(), whose, what, found)),
    same_as_that=lambda other, what: m.SameAs(what, other),
    not_named=lambda names: m.Not(m.Is("name", names)),
    # "Neither monster cards nor strategy cards".
    neither_head=lambda one, other: tuple(m.Not(like_head(each)) for each in (one, other)),
    near_either=lambda one, other, of: m.OneOf((m.Near(one, of), m.Near(other, of))),
    near_some_either=lambda one, other, what, rest: m.OneOf(
        (near_some(one, what, rest), near_some(other, what, rest))
    ),
    near_its_side=lambda side: m.Near(side, IT),
    # Near one of them is near them: "adjacent to your tokens" asks for no more.
    near_one_of=lambda relation, whose, what, rest: m.Near(relation, selector(m.Every(), whose, what, rest)),
    # A card does not lie beside itself, so that "another" says no more than "a".
    near_another=near_some,
    under_some=lambda what, rest: under_one_of("", what, rest),
    under_another_one=lambda what, rest: under_another("", what, rest),
    not_holding=lambda what: m.Not(holding(what)),
    was_under=lambda what: m.Under(what, before=True),
    in_area=lambda where: where,
    out_of_area=lambda where: OutOf(*where) if isinstance(where, Where) else where,
    of_each=lambda: Where((), "each"),
    of_any=lambda: Where((), "any"),
    of_opponent=lambda: Where((), "opponent"),
    in_areas=lambda where: where,
    owner_area=lambda whose, area: Where((area,), whose),
    owner_areas=lambda whose, *areas: Where(areas, whose),
    area_either=lambda one, other_area: Where((one, other_area), ""),
    in_zones=m.Zones,
    in_zone_numbers=m.Zones,
    in_owner_zones=lambda whose, numbers: (Where((), whose), m.Zones(numbers)),
    zone_words=lambda numbers: numbers,
    number_up=lambda low: tuple(range(low, 9)),
    number_down=lambda high: tuple(range(1, high + 1)),
    same_as=m.SameAs,
    same_in_both=lambda one, two, other: (m.SameAs(one, other), m.SameAs(two, other)),
    same_as_one=lambda what, whose, other_card: m.SameAs(what, selector(m.Every(), whose, other_card, ())),
    not_same_as=lambda what, other_card: m.Not(m.SameAs(what, other_card)),
    not_same_as_it=lambda what: m.Not(m.SameAs(what, pronoun("this of the event"))),
    alike_each_other=m.Alike,
    near_each_other=lambda relation: m.Alike(near=relation),
    all_different=lambda what: m.State(f"different {what}"),
    extreme=lambda which, stat: m.Extreme(stat, which),
    extreme_among=lambda which, stat, group: Topped(m.Extreme(stat, which), group),
    whose_extreme=lambda stat, which: m.Extreme(stat, which),
    whose_extreme_among=lambda stat, which, group: Topped(m.Extreme(stat, which), group),
    keyword_ref=lambda name: name,
    under_count=lambda quantity: m.Stat("cards under", *comparison(quantity)),
)
