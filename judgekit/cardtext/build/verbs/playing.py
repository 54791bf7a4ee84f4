"""Playing cards: where to, and at what price."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from judgekit.cardtext import model as m
from judgekit.cardtext.build.registry import IT, THEM, Head, action, actions
from judgekit.cardtext.build.targets import selector
from judgekit.cardtext.build.verbs.choosing import taken
from judgekit.cardtext.build.verbs.moving import is_place, zone_of
from judgekit.cardtext.errors import Unsound


def playable(what: m.Target) -> m.Target:
    found = taken(what)
    if isinstance(found, m.Union):
        return replace(found, parts=tuple(playable(each) for each in found.parts))
    if isinstance(found, m.Selector) and found.types == ("token",):
        raise Unsound("give the name of the token")
    if isinstance(found, m.Selector) and any(isinstance(each, m.Zones) for each in found.filters):
        raise Unsound("a card in a zone has already been played")
    if isinstance(found, m.Selector) and any(isinstance(each, m.Under) for each in found.filters):
        if any(isinstance(each, m.State) and each.state in ("active", "rest") for each in found.filters):
            raise Unsound("a card under another card is neither active nor rested")
    return found


@action
def play(what: m.Target) -> m.Verb:
    return m.Play(playable(what))


@action
def different_zones(what: Head) -> m.Selector:
    return is_place(selector(m.AnyNumber(), "", what, ()))


@action
def zone_target(what: Any) -> m.Target:
    if isinstance(what, m.Selector):
        return is_place(what)
    return what  # type: ignore[no-any-return]


@action
def zone_it_was() -> m.Target:
    return m.Selector(m.Exactly(1), "", types=("zone",), filters=(m.Near("on", IT),))


@action
def zone_this_was() -> m.Target:
    return m.Selector(m.Exactly(1), "", types=("zone",), filters=(m.Near("on", m.This()),))


@action
def zone_of_this() -> m.Target:
    """The zone it is in now: none, if it is no longer in one."""
    return m.Selector(m.Exactly(1), "", types=("zone",), filters=(m.Near("same zone", m.This()),))


def is_several(what: m.Target) -> bool:
    """ "Play them in zones adjacent to this card": each of them in one of these zones."""
    quantity = what.quantity if isinstance(what, m.Selector) else None
    return what == THEM or getattr(quantity, "n", 1) != 1


@action
def play_to(what: m.Target, to: m.Target) -> m.Verb:
    if isinstance(to, m.Selector) and to.quantity == m.Every():
        if not is_several(what) and not is_single(to):
            raise Unsound("a card is played into one zone: start with “for each”")
        to = replace(to, quantity=m.Exactly(1))
    return m.Play(playable(what), to)


def is_single(to: m.Selector) -> bool:
    """ "The zone in front of this card": there is one."""
    near = [each.relation for each in to.filters if isinstance(each, m.Near)]
    return bool(near) and set(near) <= {"in front", "behind", "same zone"}


def played_so(verb: m.Play, how: Any) -> m.Play:
    """ "without paying …", "in Rest Mode", "with its skills negated"."""
    if isinstance(how, m.PlayCost):
        return replace(verb, cost=how)
    return replace(verb, **{how[0]: how[1]})


@action
def play_how(what: m.Target, *ways: Any) -> m.Verb:
    verb = m.Play(playable(what))
    for how in ways:
        verb = played_so(verb, how)
    return verb


@action
def play_onto(what: m.Target, onto: m.Target) -> m.Verb:
    return m.Play(playable(what), onto=taken(onto))


actions(
    to_owner_zone_target=zone_of,
    to_zone_target=lambda zones: zone_of("", zones),
    play_to_how=lambda what, to, how: played_so(m.Play(playable(what), to), how),
    play_how_to=lambda what, how, to: played_so(m.Play(playable(what), to), how),
    as_though=lambda stat, amount: m.PlayCost("as though", amount, stat),
    with_less=lambda stat, amount: m.PlayCost("less", amount, stat),
    with_less_rank=lambda amount: m.PlayCost("less", amount, "rank"),
    ignoring=lambda stat: m.PlayCost("ignoring", 0, stat),
)
