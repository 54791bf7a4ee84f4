"""Playing cards: where to, and at what price."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from judgekit.cardtext.build.registry import IT, Head, action
from judgekit.cardtext.build.targets import selector
from judgekit.cardtext.build.verbs.choosing import taken
from judgekit.cardtext.build.verbs.moving import is_place, zone_of
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.model import (
    Amount,
    AnyNumber,
    Every,
    Exactly,
    Near,
    Play,
    PlayCost,
    Selector,
    Target,
    This,
    Union,
    Verb,
    Who,
    Zones,
)


def playable(what: Target) -> Target:
    found = taken(what)
    if isinstance(found, Union):
        return replace(found, parts=tuple(playable(each) for each in found.parts))
    if isinstance(found, Selector) and found.types == ("token",):
        raise Unsound("a token is played by its name")
    if isinstance(found, Selector) and any(isinstance(each, Zones) for each in found.filters):
        raise Unsound("what is in a zone has been played")
    return found


@action
def play(what: Target) -> Verb:
    return Play(playable(what))


@action
def to_owner_zone_target(whose: Who, zones: tuple[int, ...]) -> Selector:
    return zone_of(whose, zones)


@action
def to_zone_target(zones: tuple[int, ...]) -> Selector:
    return zone_of("", zones)


@action
def different_zones(what: Head) -> Selector:
    return is_place(selector(AnyNumber(), "", what, ()))


@action
def zone_target(what: Any) -> Target:
    if isinstance(what, Selector):
        return is_place(what)
    return what  # type: ignore[no-any-return]


@action
def zone_it_was() -> Target:
    return Selector(Exactly(1), "", types=("zone",), filters=(Near("on", IT),))


@action
def zone_this_was() -> Target:
    return Selector(Exactly(1), "", types=("zone",), filters=(Near("on", This()),))


@action
def play_to(what: Target, to: Target) -> Verb:
    if isinstance(to, Selector) and to.quantity == Every():
        raise Unsound("a card is played into one zone: say “for each” before it")
    return Play(playable(what), to)


def played_so(verb: Play, how: Any) -> Play:
    """ "without paying …", "in Rest Mode", "with its skills negated"."""
    if isinstance(how, PlayCost):
        return replace(verb, cost=how)
    return replace(verb, **{how[0]: how[1]})


@action
def play_how(what: Target, *ways: Any) -> Verb:
    verb = Play(playable(what))
    for how in ways:
        verb = played_so(verb, how)
    return verb


@action
def play_to_how(what: Target, to: Target, how: Any) -> Verb:
    return played_so(Play(playable(what), to), how)


@action
def play_how_to(what: Target, how: Any, to: Target) -> Verb:
    return played_so(Play(playable(what), to), how)


@action
def play_onto(what: Target, onto: Target) -> Verb:
    return Play(playable(what), onto=taken(onto))


@action
def as_though(stat: str, amount: Amount) -> PlayCost:
    return PlayCost("as though", amount, stat)


@action
def with_less(stat: str, amount: Amount) -> PlayCost:
    return PlayCost("less", amount, stat)


@action
def with_less_rank(amount: Amount) -> PlayCost:
    return PlayCost("less", amount, "rank")


@action
def ignoring(stat: str) -> PlayCost:
    return PlayCost("ignoring", 0, stat)
