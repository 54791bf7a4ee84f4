"""Driving, setting, charging and summoning."""

from __future__ import annotations

from msgspec.structs import replace

from judgekit.cardtext import model as m
from judgekit.cardtext.build.registry import action, actions
from judgekit.cardtext.build.targets import Lone
from judgekit.cardtext.build.verbs import is_place, taken
from judgekit.cardtext.errors import Unsound


@action
def drive_card(what: m.Target) -> m.Verb:
    """ "Drive 2 cards", without saying which, is to drive 2."""
    if (
        isinstance(what, m.Selector)
        and what == m.Selector(what.quantity)
        and isinstance(what.quantity, m.Exactly)
    ):
        return m.Drive(what.quantity.n)
    return m.Drive(1, taken(what))


@action
def charge_to(what: m.Target, onto: m.Target) -> m.Verb:
    return m.Stack(taken(what), taken(onto), "charge")


@action
def special_summon_to(what: m.Target, to: m.Target) -> m.Verb:
    if isinstance(to, Lone) and to.whose and not to.areas:  # "into your defense zone"
        to = m.Selector(m.Exactly(1), to.whose, types=to.types, filters=to.filters)
    return m.Summon(summoned(what), to=is_place(to) if isinstance(to, m.Selector) else to)


def summoned(what: m.Target) -> m.Target:
    """15-18b: one card of the name, if no number is said."""
    if isinstance(what, Lone) and any(
        isinstance(each, m.Is) and each.what == "name" for each in what.filters
    ):
        return m.Selector(m.Exactly(1), what.whose, what.areas, types=what.types, filters=what.filters)
    return taken(what)


def this_in(*areas: str) -> m.Selector:
    """This very card, as long as it is there."""
    return m.Selector(m.Exactly(1), "you", areas, filters=(m.Among(m.This()),))


def own_area(whose: m.Who, area: str) -> str:
    if whose != "you":
        raise Unsound("this card can only be in your own zone: say “your”")
    return area


@action
def special_summon_to_rest(what: m.Target, to: m.Target) -> m.Verb:
    found = special_summon_to(what, to)
    assert isinstance(found, m.Summon)
    return replace(found, orientation="rest")


actions(
    drive_one=lambda: m.Drive(1),
    drive=m.Drive,
    set_card=lambda what: m.Move(taken(what), m.Place("set zone", face="down")),
    charge_this=lambda what: m.Stack(taken(what), m.This(), "charge"),
    special_summon=lambda what: m.Summon(summoned(what)),
    special_summon_rest=lambda what: m.Summon(summoned(what), orientation="rest"),
    normal_summon=lambda what, _="": m.Summon(taken(what), "normal"),
    normal_summon_free=lambda what: m.Summon(taken(what), "normal", counted=False),
    normal_summon_paid=lambda what, _: m.Summon(taken(what), "normal", cost=m.PlayCost("free")),
    normal_summon_paid_free=lambda what, _: m.Summon(
        taken(what), "normal", counted=False, cost=m.PlayCost("free")
    ),
    gr_this_in=lambda whose, area: this_in(own_area(whose, area)),
    gr_this_in_either=lambda whose, area, other: this_in(own_area(whose, area), other),
    summon_this_from=lambda whose, area: m.Summon(this_in(own_area(whose, area)), "normal"),
    summon_this_paying_from=lambda whose, area, _: m.Summon(this_in(own_area(whose, area)), "normal"),
    gr_summon_this_for_from=lambda whose, area, n: m.Summon(
        this_in(own_area(whose, area)), "normal", cost=m.PlayCost("instead", n)
    ),
    gr_normal_summon_for=lambda what, n: m.Summon(taken(what), "normal", cost=m.PlayCost("instead", n)),
    summon_this_free_from=lambda whose, area, _: m.Summon(
        this_in(own_area(whose, area)), "normal", cost=m.PlayCost("free")
    ),
    special_this_from=lambda whose, area: m.Summon(this_in(own_area(whose, area))),
    special_this_from_rest=lambda whose, area: m.Summon(this_in(own_area(whose, area)), orientation="rest"),
    summon_this_free_uncounted=lambda whose, area, _: m.Summon(
        this_in(own_area(whose, area)), "normal", counted=False, cost=m.PlayCost("free")
    ),
    summon_this_uncounted=lambda whose, area: m.Summon(
        this_in(own_area(whose, area)), "normal", counted=False
    ),
)
