"""Damage that is dealt, or would be: told as an event, and changed for as long as a text says."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from judgekit.cardtext.build.registry import InsteadOf, Tensed, action
from judgekit.cardtext.build.targets import described
from judgekit.cardtext.build.verbs import taken
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.model import (
    Amount,
    Damages,
    DealDamage,
    Delayed,
    Duration,
    Exactly,
    IgnoreCounter,
    Instead,
    Player,
    Plus,
    PreventDamage,
    Selector,
    SetDamage,
    Some,
    Target,
    ThatMany,
    Times,
    UpTo,
    Verb,
    Who,
)


class Hurt(NamedTuple):
    """ "3 or more combat damage"."""

    sort: str = ""
    least: int = 0


class Source(NamedTuple):
    """By what card damage is dealt, or by whose effects."""

    what: Target | None
    sort: str = ""


NOTHING = Source(None)


@action
def gr_hurt() -> Hurt:
    return Hurt()


@action
def gr_hurt_sort(sort: str) -> Hurt:
    return Hurt(sort)


@action
def gr_hurt_much(least: int, sort: str = "") -> Hurt:
    return Hurt(sort, least)


@action
def gr_so_much(n: int) -> int:
    return n


@action
def gr_just_one() -> int:
    return 1


@action
def gr_more_than(n: int) -> int:
    return n + 1


@action
def gr_by_card(what: Target) -> Source:
    return Source(described(what))


@action
def gr_by_effects(whose: Who, by: str) -> Source:
    return Source(Selector(Some(), whose), sort_of(by))


@action
def gr_by_an_effect(by: str) -> Source:
    return Source(None, sort_of(by))


def sort_of(by: str) -> str:
    return "combat" if by == "combat damage" else "effect"


def dealt(hurt: Hurt, to: Target | None, source: Source = NOTHING) -> Damages:
    return Damages(source.what, None if to is None else described(to), hurt.sort or source.sort, hurt.least)


# Events


@action
def gr_deals(what: Target, tense: str, hurt: Hurt, to: Target | None = None) -> Tensed:
    return Tensed(tense, dealt(hurt, to, Source(what)))


@action
def gr_player_deals(who: Who, tense: str, hurt: Hurt, to: Target) -> Tensed:
    """14-15c: a player deals the damage of the sources under their control."""
    return Tensed(tense, dealt(hurt, to, Source(Selector(Some(), who))))


@action
def gr_is_dealt(what: Target, tense: str, hurt: Hurt, source: Source = NOTHING) -> Tensed:
    return Tensed(tense, dealt(hurt, what, source))


@action
def gr_player_dealt(who: Who, tense: str, hurt: Hurt, source: Source = NOTHING) -> Tensed:
    return gr_is_dealt(Player(who), tense, hurt, source)


@action
def gr_dealt_to(hurt: Hurt, tense: str, to: Target, source: Source = NOTHING) -> Tensed:
    return gr_is_dealt(to, tense, hurt, source)


def waiting(event: Damages) -> Damages:
    """13-3a-1: when the damage process is added to the gate."""
    return replace(event, waiting=True)


@action
def gr_would_deal(what: Target, hurt: Hurt, to: Target | None = None) -> Damages:
    return waiting(dealt(hurt, to, Source(described(what))))


@action
def gr_would_be_dealt(what: Target, hurt: Hurt, source: Source = NOTHING) -> Damages:
    return waiting(dealt(hurt, what, source))


@action
def gr_would_take(who: Who, hurt: Hurt, source: Source = NOTHING) -> Damages:
    return gr_would_be_dealt(Player(who), hurt, source)


# Changed for as long as a text says


class Flow(NamedTuple):
    """Damage to come: which, from what, and to what, as the text names it."""

    hurt: Hurt
    to: Target | None = None
    source: Source = NOTHING

    @property
    def event(self) -> Damages:
        return dealt(self.hurt, self.to, self.source)


@action
def gr_flow_to(hurt: Hurt, to: Target, source: Source = NOTHING) -> Flow:
    return Flow(hurt, to, source)


@action
def gr_flow_by(hurt: Hurt, source: Source, to: Target | None = None) -> Flow:
    return Flow(hurt, to, source)


@action
def gr_flow_of(hurt: Hurt, what: Target, to: Target | None = None) -> Flow:
    return Flow(hurt, to, Source(described(what)))


def changed(flow: Flow, duration: Duration | None, change: Callable[[Flow], Verb]) -> Verb:
    """What stands is about each such card; what lasts for a while, about one that must be chosen before."""
    to = flow.to
    if duration is not None and isinstance(to, Selector) and isinstance(to.quantity, Exactly | UpTo):
        raise Unsound("choose it first, in a sentence of its own, so that it is known which one is meant")
    return change(flow)


@action
def gr_lessened(flow: Flow, n: Amount, duration: Duration | None = None) -> Verb:
    """13-3a-1: a text about damage to come waits for each damage process, and changes it."""
    if flow.source.what is not None or flow.hurt.least or flow.to is None:
        return changed(flow, duration, lambda f: Delayed(waiting(f.event), (PreventDamage(n),), duration))
    return PreventDamage(n, taken(flow.to), duration=duration, sort=flow.event.sort)


@action
def gr_lessened_swapped(flow: Flow, duration: Duration, n: Amount) -> Verb:
    return gr_lessened(flow, n, duration)


@action
def gr_increased(flow: Flow, n: Amount, duration: Duration | None = None) -> Verb:
    """14-13g: more damage in the process than it would have had."""
    more = (SetDamage(Plus(ThatMany(), n)),)
    return changed(flow, duration, lambda f: Instead(f.event, more, duration=duration))


@action
def gr_doubled(flow: Flow, duration: Duration | None = None) -> Verb:
    twice = (SetDamage(Times(2, ThatMany())),)
    return changed(flow, duration, lambda f: Instead(f.event, twice, duration=duration))


@action
def gr_becomes(flow: Flow, n: Amount, duration: Duration | None = None) -> Verb:
    return changed(flow, duration, lambda f: Delayed(waiting(f.event), (SetDamage(n),), duration))


@action
def gr_prevented(flow: Flow, duration: Duration | None = None) -> Verb:
    return gr_becomes(flow, 0, duration)


@action
def gr_deals_nothing(what: Target, hurt: Hurt, duration: Duration | None = None) -> Verb:
    return gr_prevented(gr_flow_of(hurt, what), duration)


@action
def gr_deals_nothing_to(what: Target, hurt: Hurt, to: Target, duration: Duration | None = None) -> Verb:
    return gr_prevented(gr_flow_of(hurt, what, to), duration)


@action
def gr_takes_nothing(what: Target, hurt: Hurt, duration: Duration | None = None) -> Verb:
    return gr_prevented(Flow(hurt, what), duration)


@action
def gr_takes_nothing_by(what: Target, hurt: Hurt, source: Source, duration: Duration | None = None) -> Verb:
    return gr_prevented(Flow(hurt, what, source), duration)


@action
def gr_player_takes_nothing(who: Who, hurt: Hurt, duration: Duration | None = None) -> Verb:
    return gr_takes_nothing(Player(who), hurt, duration)


@action
def gr_player_takes_nothing_by(
    who: Who, hurt: Hurt, source: Source, duration: Duration | None = None
) -> Verb:
    return gr_takes_nothing_by(Player(who), hurt, source, duration)


@action
def gr_take_instead(who: Who, n: Amount) -> InsteadOf:
    return InsteadOf((DealDamage(n, Player(who)),), False)


@action
def gr_uncountered(flow: Flow, duration: Duration | None = None) -> Verb:
    return changed(flow, duration, lambda f: Delayed(waiting(f.event), (IgnoreCounter(),), duration))
