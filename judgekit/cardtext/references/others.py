"""Who "another" and "the others" are other than."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec

from judgekit.cardtext import model as m
from judgekit.cardtext.build.registry import Pronoun
from judgekit.cardtext.discourse import MADE, Mention
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.language import language
from judgekit.cardtext.references.agreement import (
    THIS,
    is_borne_by_one,
    is_mine,
    is_of_a_sort,
    is_of_other_ones,
    says_another,
    subjects,
    was_one_of_those,
)
from judgekit.cardtext.references.candidates import kinds_of_this, which
from judgekit.cardtext.references.scope import Scope


def other(scope: Scope, what: m.Selector, found: Any) -> Any:
    """ "Other" cards: other than those of their sort that were chosen before or were put where these are,
    or else than this one. "Another": other than the last of its sort mentioned, also by the event."""
    word = getattr(found.what, "word", "") if isinstance(found, m.OtherThan) else ""
    if word not in ("other", "another"):
        return found
    alike = [
        each
        for each in scope.spoken_of
        if (each.chosen or word == "another")
        and isinstance(each.what, m.Selector)
        and is_of_a_sort(each.what, what)
        and not is_of_other_ones(each)
        and (word == "other" or {each.what.whose, what.whose} != {"you", "opponent"})
    ]
    came = [each for each in scope.spoken_of if each.single and came_as(scope, each, what)]
    if not alike:
        among = (partial(went_among, scope), partial(was_made_such, scope))
        alike = [each for each in scope.spoken_of if any(is_now(each, what) for is_now in among)]
    if not alike and came and (scope.on_event or which(scope, Pronoun(word), [came[-1], THIS]) is not THIS):
        alike = came
    if not alike and (scope.is_bare or scope.on_event):
        alike = [each for each in scope.spoken_of if is_done_by_no_such_card(scope, each, what)]
    if not alike and word == "another" and isinstance(scope.doing, m.Redirect) and scope.on_event:
        return m.OtherThan(m.Role("attacked"))
    fighting = [each for each in scope.spoken_of if isinstance(each.what, m.Role)]
    played = [each for each in fighting if getattr(each.what, "role", "") in ("being played", "just played")]
    if not alike and played and what.types == ("battle card",):
        return m.OtherThan(played[-1].what)
    if not alike and scope.on_event and fighting:
        return m.OtherThan(fighting[-1].what)
    if not alike and scope.on_event:
        if (card := of_its_sort_in_event(scope, what)) is not None:
            return m.OtherThan(card)
    if not alike and scope.on_event and what.types and "event" not in what.types:
        raise Unsound(f"“{word}” than what? This event card is not one of them")
    if not alike and any(is_borne_by_one(each.what, what) for each in scope.spoken_of):
        raise Unsound(f"“{word}” than the card it is with? Choose that card first")
    if not alike and word == "another" and (card := of_its_sort_in_event(scope, what)) is not None:
        return m.OtherThan(card)
    if not alike and (card := across(scope, what)) is not None:
        return m.OtherThan(card)
    if not alike and (named := named_on_no_such_card(scope, what)) is not None:
        return m.OtherThan(named)
    alike = alike or [each for each in scope.spoken_of if was_one_of_those(each, what)]
    if not alike:
        return m.OtherThan(m.This())
    alike[-1].used = True
    return m.OtherThan(m.Bound(alike[-1].bind))


def as_the_other(said: tuple[m.Filter, ...], found: tuple[Any, ...]) -> tuple[Any, ...]:
    """ "Another of your units with the same name": as the one that it is other than."""
    than = next((each.what for each, one in zip(found, said, strict=True) if says_another(one)), None)
    return found if than is None else tuple(like_that(each, than) for each in found)


def like_that(filter_: Any, than: m.Target) -> Any:
    if isinstance(filter_, m.Not):
        return m.Not(like_that(filter_.what, than))
    if isinstance(filter_, m.SameAs) and getattr(filter_.other, "word", "") in (
        "another",
        "this of the event",
    ):
        return msgspec.structs.replace(filter_, other=than)
    amount = filter_.amount if isinstance(filter_, m.Stat) and filter_.compare == "equal" else None
    if isinstance(amount, m.ValueOf) and getattr(amount.what, "word", "") == "this of the event":
        return msgspec.structs.replace(filter_, amount=msgspec.structs.replace(amount, what=than))
    return filter_


def is_done_by_no_such_card(scope: Scope, each: Mention, what: m.Selector) -> bool:
    """ "Destroy 1 of your units. Then move 1 of your other units", on a card that is no unit: other than
    the one that something was done to. A text that does not say when it happens stands on such a card."""
    spoken = language(scope.game)
    kinds = {"event"} if scope.on_event else set(spoken.unsaid_on)
    if not kinds or not what.types or any(kinds & set(spoken.types.get(t, kinds)) for t in what.types):
        return False
    alike = isinstance(each.what, m.Selector) and is_of_a_sort(each.what, what)
    return alike and each.single and bool(each.deeds)


def named_on_no_such_card(scope: Scope, what: m.Selector) -> m.Target | None:
    """ "When this card is placed on the battle zone, your member in battle gets … for each of your other
    members": a card that is set off there is no member, so the others are those beside the one named."""
    spoken = language(scope.game)
    kinds = kinds_of_this(scope)
    if not kinds or any(kinds & set(spoken.types.get(noun, kinds)) for noun in what.types or ("card",)):
        return None
    beside = [each.of for each in what.filters if isinstance(each, m.Near)]
    said = [*(each.what for each in scope.spoken_of if each.single), *beside]
    named = [each for each in said if isinstance(each, m.Selector) and is_of_a_sort(each, what)]
    whole = [each for each in named if isinstance(each.quantity, m.Every)]
    theirs = [each for each in whole if each.whose == what.whose or not what.whose]
    if not theirs and spoken.speaks_for and what.whose in ("you", "opponent"):
        return msgspec.structs.replace(spoken.speaks_for, whose=what.whose)
    return msgspec.structs.replace(theirs[-1], bind=0) if theirs else None


def went_among(scope: Scope, each: Mention, what: m.Selector) -> bool:
    """Whether a mentioned card has been put among those that are described."""
    moved = isinstance(each.what, m.Selector) and bool(each.went)
    return moved and bool(what.areas) and each.went.issuperset(what.areas)


def was_made_such(scope: Scope, each: Mention, what: m.Selector) -> bool:
    """ "Destroy one of your gates. Choose one of your other destroyed gates": it is one of them now."""
    states = [one.state for one in what.filters if isinstance(one, m.State)]
    words = {word for state in states for word in MADE.get(state, ())}
    alike = isinstance(each.what, m.Selector) and is_of_a_sort(each.what, what)
    return alike and bool(each.deeds & words)


def of_its_sort_in_event(scope: Scope, what: m.Selector) -> m.Target | None:
    """ "When a Machine is destroyed, ready another Machine": the one that the event is about."""
    cards = subjects(scope.events[-1]) if scope.events else []
    if m.This() in cards:
        return None
    alike = [
        at
        for at, each in enumerate(cards)
        if isinstance(each, m.Selector)
        and is_of_a_sort(each, what)
        and {each.whose, what.whose} != {"you", "opponent"}
        and not any(isinstance(one, m.OtherThan) for one in each.filters)  # itself "another"
    ]
    return scope.side(alike[0]) if alike else None


def across(scope: Scope, what: m.Selector) -> m.Target | None:
    """ "When this unit is attacked, exhaust another enemy unit": the attacker is one, not this card."""
    event = scope.events[-1] if scope.events else None
    if not isinstance(event, m.Attacks) or what.whose != "opponent" or what.areas:
        return None
    if event.what == m.This():
        return m.Role("attacked") if event.target is None else m.Object()
    if not is_mine(event.target):
        return None
    return m.Role("attacking") if event.what is None else m.Subject()


def came_as(scope: Scope, each: Mention, what: m.Selector) -> bool:
    """Whether a mentioned card has come into play since, among those that are described."""
    return bool(each.deeds & {"summoned", "played"}) and each.types == what.types and not what.areas
