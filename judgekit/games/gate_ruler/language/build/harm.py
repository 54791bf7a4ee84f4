"""Damage that is dealt, or would be: as an event, and changed for as long as a text says."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import astuple, replace

from judgekit.cardtext import model as m
from judgekit.cardtext.build.abilities import automatic_nth
from judgekit.cardtext.build.registry import DealtBy, InsteadOf, Tensed, action, actions, events
from judgekit.cardtext.build.steps import next_time_during
from judgekit.cardtext.build.targets import described
from judgekit.cardtext.build.verbs import taken
from judgekit.cardtext.build.verbs.moving import passive
from judgekit.cardtext.errors import Unsound


class Hurt(NamedTuple):
    """ "3 or more combat damage"."""

    sort: str = ""
    least: int = 0


class Source(NamedTuple):
    """Which card deals damage, or whose effects do."""

    what: m.Target | None
    sort: str = ""


NOTHING = Source(None)


def sort_of(by: str) -> str:
    return "combat" if by == "combat damage" else "effect"


def dealt(hurt: Hurt, to: m.Target | None, source: Source = NOTHING) -> m.Damages:
    return m.Damages(source.what, None if to is None else described(to), hurt.sort or source.sort, hurt.least)


def suffered(event: m.Damages) -> m.Damages:
    """Put in terms of the card hit."""
    return event if event.what is None else DealtBy(*astuple(event))


# Events


@action
def gr_is_dealt(what: m.Target, tense: str, hurt: Hurt, source: Source = NOTHING) -> Tensed:
    return Tensed(tense, suffered(dealt(hurt, what, source)))


def waiting(event: m.Damages) -> m.Damages:
    """13-3a-1: when the damage process is added to the gate."""
    return replace(event, waiting=True)


@action
def gr_would_be_dealt(what: m.Target, hurt: Hurt, source: Source = NOTHING) -> m.Damages:
    return waiting(suffered(dealt(hurt, what, source)))


# Changed for as long as a text says


class Flow(NamedTuple):
    """Damage to come: which, from what, and to what, as the text names it."""

    hurt: Hurt
    to: m.Target | None = None
    source: Source = NOTHING

    @property
    def event(self) -> m.Damages:
        return dealt(self.hurt, self.to, self.source)


@action
def gr_flow_of(hurt: Hurt, what: m.Target, to: m.Target | None = None) -> Flow:
    return Flow(hurt, to, Source(described(what)))


def changed(flow: Flow, duration: m.Duration | None, change: Callable[[Flow], m.Verb]) -> m.Verb:
    """A continuous change applies to each such card; one with a duration, to a card chosen before."""
    to = flow.to
    if duration is not None and isinstance(to, m.Selector) and isinstance(to.quantity, m.Exactly | m.UpTo):
        raise Unsound("choose it first, in a sentence of its own, so that it is clear which one is meant")
    return change(flow)


@action
def gr_lessened(flow: Flow, n: m.Amount, duration: m.Duration | None = None) -> m.Verb:
    """13-3a-1: a text about damage to come waits for each damage process, and changes it."""
    if flow.source.what is not None or flow.hurt.least or flow.to is None:
        return changed(flow, duration, lambda f: m.Delayed(waiting(f.event), (m.PreventDamage(n),), duration))
    return m.PreventDamage(n, taken(flow.to), duration=duration, sort=flow.event.sort)


@action
def gr_lessened_now(to: m.Target, n: m.Amount | None) -> m.Verb:
    """13-3c: of the damage that is in the gate, and of no other."""
    return m.PreventDamage(n, taken(to), sort="now")


def takes_instead(what: m.Target, n: m.Amount) -> InsteadOf:
    """ "If this unit would be dealt damage, it takes that much minus 1 instead"."""
    return InsteadOf((m.DealDamage(n, passive(what)),), False)


actions(
    gr_prevented_some_now=lambda n, to: gr_lessened_now(to, n),
    gr_prevented_now=lambda to: gr_lessened_now(to, None),
)


@action
def gr_increased(flow: Flow, n: m.Amount, duration: m.Duration | None = None) -> m.Verb:
    """14-13g: more damage in the process than it would have had."""
    more = (m.SetDamage(m.Plus(m.ThatMany(), n)),)
    return changed(flow, duration, lambda f: m.Instead(f.event, more, duration=duration))


@action
def gr_doubled(flow: Flow, duration: m.Duration | None = None) -> m.Verb:
    twice = (m.SetDamage(m.Times(2, m.ThatMany())),)
    return changed(flow, duration, lambda f: m.Instead(f.event, twice, duration=duration))


@action
def gr_becomes(flow: Flow, n: m.Amount, duration: m.Duration | None = None) -> m.Verb:
    becomes = m.SetDamage(n, "" if flow.to is None else "named")
    return changed(flow, duration, lambda f: m.Delayed(waiting(f.event), (becomes,), duration))


@action
def gr_next_becomes(event: m.Damages, duration: m.Duration | None, n: m.Amount) -> m.Verb:
    """ "The next damage that would be dealt to you this turn becomes 1": one process, in the gate."""
    becomes = m.SetDamage(n, "" if event.to is None else "named")
    return m.Delayed(event, (becomes,), duration, next=True)


def next_flow_becomes(to: m.Target, n: m.Amount, duration: m.Duration | None) -> m.Verb:
    flow = Flow(Hurt(), to)
    return changed(flow, m.Until("turn"), lambda f: gr_next_becomes(waiting(f.event), duration, n))


@action
def gr_prevented(flow: Flow, duration: m.Duration | None = None) -> m.Verb:
    return gr_becomes(flow, 0, duration)


@action
def gr_takes_nothing(what: m.Target, hurt: Hurt, duration: m.Duration | None = None) -> m.Verb:
    return gr_prevented(Flow(hurt, what), duration)


@action
def gr_takes_nothing_by(
    what: m.Target, hurt: Hurt, source: Source, duration: m.Duration | None = None
) -> m.Verb:
    return gr_prevented(Flow(hurt, what, source), duration)


@action
def gr_first_hurt(hurt: Hurt, to: m.Target, n: m.Amount | None = None) -> m.Ability:
    """ "The first damage dealt to your ruler each turn is reduced by 1"."""
    first = Tensed("now", gr_would_be_dealt(to, hurt))
    return automatic_nth(1, first, (m.PreventDamage(n),))


events(
    gr_deals=lambda what, hurt, to=None: dealt(hurt, to, Source(what)),
    # 14-15c: a player deals the damage of the sources under their control.
    gr_player_deals=lambda who, hurt, to: dealt(hurt, to, Source(m.Selector(m.Some(), who))),
)


actions(
    gr_hurt=Hurt,
    gr_hurt_sort=Hurt,
    gr_hurt_much=lambda least, sort="": Hurt(sort, least),
    gr_so_much=lambda n: n,
    gr_just_one=lambda: 1,
    gr_more_than=lambda n: n + 1,
    gr_by_card=lambda what: Source(described(what)),
    gr_by_effects=lambda whose, by: Source(m.Selector(m.Some(), whose), sort_of(by)),
    gr_by_an_effect=lambda by: Source(None, sort_of(by)),
    # 8-6d-3: what an attack deals is combat damage.
    gr_by_an_attack=lambda: Source(None, "combat"),
    gr_player_dealt=lambda who, tense, hurt, source=NOTHING: gr_is_dealt(m.Player(who), tense, hurt, source),
    gr_dealt_to=lambda hurt, tense, to, source=NOTHING: gr_is_dealt(to, tense, hurt, source),
    gr_would_deal=lambda what, hurt, to=None: waiting(dealt(hurt, to, Source(described(what)))),
    gr_would_take=lambda who, hurt, source=NOTHING: gr_would_be_dealt(m.Player(who), hurt, source),
    gr_flow_to=lambda hurt, to, source=NOTHING: Flow(hurt, to, source),
    gr_flow_any=Flow,
    gr_flow_by=lambda hurt, source, to=None: Flow(hurt, to, source),
    gr_becomes_swapped=lambda flow, duration, n: gr_becomes(flow, n, duration),
    gr_next_would=lambda during, event, verbs: next_time_during(during, Tensed("now", event), verbs),
    gr_next_damage_becomes=lambda to, n, duration=None: next_flow_becomes(to, n, duration),
    gr_next_damage_for_becomes=lambda to, duration, n: next_flow_becomes(to, n, duration),
    gr_up=lambda: "up",
    gr_down=lambda: "down",
    gr_prevent_half=lambda rounded: m.PreventDamage(m.Half(m.ThatMany(), rounded)),
    gr_increased_swapped=lambda flow, duration, n: gr_increased(flow, n, duration),
    gr_lessened_swapped=lambda flow, duration, n: gr_lessened(flow, n, duration),
    gr_deals_nothing=lambda what, hurt, duration=None: gr_prevented(gr_flow_of(hurt, what), duration),
    gr_deals_nothing_to=lambda what, hurt, to, duration=None: gr_prevented(
        gr_flow_of(hurt, what, to), duration
    ),
    gr_player_takes_nothing=lambda who, hurt, duration=None: gr_takes_nothing(m.Player(who), hurt, duration),
    gr_player_takes_nothing_by=lambda who, hurt, source, duration=None: gr_takes_nothing_by(
        m.Player(who), hurt, source, duration
    ),
    gr_prevented_from=lambda hurt, to, duration, source: gr_prevented(Flow(hurt, to, source), duration),
    gr_it_takes_instead=lambda what, n: takes_instead(what, n),
    gr_take_instead=lambda who, n: InsteadOf((m.DealDamage(n, m.Player(who)),), False),
    gr_uncountered=lambda flow, duration=None: changed(
        flow, duration, lambda f: m.Delayed(waiting(f.event), (m.IgnoreCounter(),), duration)
    ),
)
