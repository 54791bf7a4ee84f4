"""Driving, setting, charging and summoning."""

from __future__ import annotations

from msgspec.structs import replace

from judgekit.cardtext.build.registry import action
from judgekit.cardtext.build.targets import Lone
from judgekit.cardtext.build.verbs import is_place, taken
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.model import (
    Among,
    Amount,
    Drive,
    Exactly,
    Move,
    Place,
    PlayCost,
    Selector,
    Stack,
    Summon,
    Target,
    This,
    Verb,
    Who,
)


@action
def drive_one() -> Verb:
    return Drive(1)


@action
def drive(n: Amount) -> Verb:
    return Drive(n)


@action
def drive_card(what: Target) -> Verb:
    """ "Drive 2 cards", without saying which, is to drive 2."""
    if isinstance(what, Selector) and what == Selector(what.quantity) and isinstance(what.quantity, Exactly):
        return Drive(what.quantity.n)
    return Drive(1, taken(what))


@action
def set_card(what: Target) -> Verb:
    return Move(taken(what), Place("set zone", face="down"))


@action
def charge_this(what: Target) -> Verb:
    return Stack(taken(what), This(), "charge")


@action
def charge_to(what: Target, onto: Target) -> Verb:
    return Stack(taken(what), taken(onto), "charge")


@action
def special_summon(what: Target) -> Verb:
    return Summon(taken(what))


@action
def special_summon_to(what: Target, to: Target) -> Verb:
    if isinstance(to, Lone) and to.whose:  # "into your defense zone"
        to = Selector(Exactly(1), to.whose, types=to.types, filters=to.filters)
    return Summon(taken(what), to=is_place(to) if isinstance(to, Selector) else to)


@action
def special_summon_rest(what: Target) -> Verb:
    return Summon(taken(what), orientation="rest")


@action
def normal_summon(what: Target) -> Verb:
    return Summon(taken(what), "normal")


@action
def normal_summon_free(what: Target) -> Verb:
    return Summon(taken(what), "normal", counted=False)


@action
def normal_summon_paid(what: Target, _: str) -> Verb:
    return Summon(taken(what), "normal", cost=PlayCost("free"))


@action
def normal_summon_paid_free(what: Target, _: str) -> Verb:
    return Summon(taken(what), "normal", counted=False, cost=PlayCost("free"))


def this_in(area: str) -> Selector:
    """This very card, as long as it is there."""
    return Selector(Exactly(1), "you", (area,), filters=(Among(This()),))


@action
def gr_this_in(whose: Who, area: str) -> Selector:
    return this_in(own_area(whose, area))


@action
def summon_this_from(whose: Who, area: str) -> Verb:
    return Summon(this_in(own_area(whose, area)), "normal")


@action
def summon_this_free_from(whose: Who, area: str, _: str) -> Verb:
    return Summon(this_in(own_area(whose, area)), "normal", cost=PlayCost("free"))


@action
def special_this_from(whose: Who, area: str) -> Verb:
    return Summon(this_in(own_area(whose, area)))


def own_area(whose: Who, area: str) -> str:
    if whose != "you":
        raise Unsound("this card is in a zone of yours")
    return area


@action
def special_this_from_rest(whose: Who, area: str) -> Verb:
    return Summon(this_in(own_area(whose, area)), orientation="rest")


@action
def special_summon_to_rest(what: Target, to: Target) -> Verb:
    found = special_summon_to(what, to)
    assert isinstance(found, Summon)
    return replace(found, orientation="rest")


@action
def summon_this_free_uncounted(whose: Who, area: str, _: str) -> Verb:
    return Summon(this_in(own_area(whose, area)), "normal", counted=False, cost=PlayCost("free"))


@action
def summon_this_uncounted(whose: Who, area: str) -> Verb:
    return Summon(this_in(own_area(whose, area)), "normal", counted=False)
