"""Sentences of Gate Ruler: conditions in the middle, options in one line, what happens the next time."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from judgekit.cardtext.build.registry import IT, THEM, During, Head, Steps, Tensed, Throughout, Where, action
from judgekit.cardtext.build.sentences import in_its_place, with_number
from judgekit.cardtext.build.steps import Owned, Verbs, flat, offered, present, told
from judgekit.cardtext.build.targets import selector
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.marks import Marked
from judgekit.cardtext.model import (
    Among,
    Amount,
    ChooseModes,
    Compare,
    Condition,
    Count,
    DealDamage,
    Delayed,
    Destroy,
    Either,
    Every,
    Exactly,
    If,
    Matches,
    May,
    Modify,
    Pay,
    PhaseMoment,
    Player,
    Quantity,
    Selector,
    Some,
    This,
    Until,
    Verb,
    Who,
)


@action
def only_if(conditions: tuple[Condition, ...]) -> Steps:
    return Steps((If(conditions, ()),), "only if")


@action
def if_it_happens(event: Tensed, verbs: Verbs) -> Steps:
    """What is still to come this turn is waited for."""
    return Steps((Delayed(present(event), verbs, Until("turn"), next=True),))


def gr_left(mine: bool, theirs: bool) -> tuple[Condition, ...]:
    """Which of the two that were chosen, one of each player, are in play still."""
    asked: tuple[tuple[Who, bool], ...] = (("you", mine), ("opponent", theirs))
    counts = ((Count(Selector(Some(), who, filters=(Among(THEM),))), so) for who, so in asked)
    return tuple(Compare(n, "at least", 1) if so else Compare(n, "equal", 0) for n, so in counts)


@action
def gr_only_mine() -> tuple[Condition, ...]:
    return gr_left(True, False)


@action
def gr_only_theirs() -> tuple[Condition, ...]:
    return gr_left(False, True)


@action
def gr_neither() -> tuple[Condition, ...]:
    return gr_left(False, False)


@action
def gr_both() -> tuple[Condition, ...]:
    return gr_left(True, True)


@action
def gr_if_survives(conditions: tuple[Condition, ...], verbs: Verbs) -> Steps:
    """What waits for a moment asks then who is left: damage that was dealt is still in the gate."""
    only = verbs[0]
    if len(verbs) == 1 and isinstance(only, Delayed) and isinstance(only.event, PhaseMoment):
        return Steps((replace(only, do=(If(conditions, only.do),)),))
    return Steps((If(conditions, verbs),))


@action
def this_way_played(noun: str, word: str, verbs: Verbs) -> Steps:
    """ "If a card set this way is played this turn, it costs 1 less"."""
    if not all(isinstance(each, Modify) and each.stat == "cost" for each in verbs):
        raise Unsound("of a card handled this way, only its cost can be said")
    return Steps(tuple(replace(each, duration=Until("turn")) for each in verbs if isinstance(each, Modify)))


@action
def if_opponent_cannot(verbs: Verbs) -> Steps:
    """Nothing of what was taken is the opponent's."""
    theirs = Selector(Some(), "opponent", filters=(Among(THEM),))
    hit = (isinstance(each, DealDamage) and each.to == THEM for each in verbs)
    meant: Any = [replace(v, to=Player("opponent")) if h else v for v, h in zip(verbs, hit, strict=True)]
    return Steps((If((Compare(Count(theirs), "equal", 0),), tuple(meant)),))


@action
def inline_option(*parts: Any) -> tuple[Any, ...]:
    return parts


@action
def inline_modes(count: Quantity, *options: tuple[Any, ...]) -> Steps:
    return Steps((ChooseModes(count, tuple(told(each) for each in options)),))


@action
def gr_player_modes(who: Who, count: Quantity, *options: tuple[Any, ...]) -> Steps:
    """Whoever chooses does what the options say of nobody else."""
    if count != Exactly(1) or who in ("you", "each", "any"):
        raise Unsound("said in another way")
    return Steps((Either(tuple(chosen_by(who, each) for each in options), who),))


def chosen_by(who: Who, parts: tuple[Any, ...]) -> Verbs:
    return told(tuple(part if isinstance(part, Owned) else offered(who, flat((part,))) for part in parts))


@action
def gr_while_so(verb: Any, found: Any) -> Verbs:
    """ "Your units gain +1 ATK while attacking": those that are; "this unit … while exhausted": if it is."""
    verbs = flat((verb,))
    parts = found if type(found) is tuple else (found,)
    what = getattr(verbs[0], "what", None)
    if isinstance(verb, Marked) or not all(getattr(each, "what", None) == what for each in verbs):
        raise Unsound("which card is so meanwhile?")
    if isinstance(what, This):
        return (Throughout((Matches(what, selector(Some(), "", Head((), ()), parts)),), verbs),)
    if not isinstance(what, Selector) or not isinstance(what.quantity, Every):
        raise Unsound("which card is so meanwhile?")
    where = (Where(what.areas, what.whose),) if what.areas else ()
    narrower = selector(Every(), what.whose, Head(what.types, what.filters), (*where, *parts))
    return tuple(replace(each, what=narrower) for each in verbs)


@action
def gr_or_so_many(verb: Any, n: int, conditions: tuple[Condition, ...]) -> Verbs:
    """ "Deal 3 damage to it, or 5 damage instead if …": the same, with another number."""
    if isinstance(verb, Marked):
        raise Unsound("who does this?")
    *before, last = flat((verb,))
    return (*before, in_its_place(last, If(conditions, (with_number(last, n),))))


@action
def gr_if_deal_instead(conditions: tuple[Condition, ...], n: Amount) -> Steps:
    """ "If …, deal 5 damage instead": to what the sentence before says."""
    return Steps((If(conditions, (DealDamage(n, IT),)),), "instead")


@action
def price_number(n: int) -> Amount:
    return n


@action
def price_equal(n: Amount) -> Amount:
    return n


@action
def unless_player_pays(verbs: Verbs, who: Who, n: Amount) -> Steps:
    """That player can pay, and then it is not done."""
    return Steps((May((Pay("resources", n, who=who),), otherwise=verbs, who=who),))


@action
def unless_they_pay(verbs: Verbs, n: Amount) -> Steps:
    return unless_player_pays(verbs, "opponent", n)


@action
def next_time(event: Tensed, verbs: Verbs) -> Verb:
    return Delayed(present(event), verbs, Until("turn"), next=True)


@action
def next_time_during(during: During, event: Tensed, verbs: Verbs) -> Verb:
    if during.duration is None:
        raise Unsound("how long?")
    return Delayed(present(event), verbs, during.duration, next=True)


@action
def it_destroyed_later(moment: PhaseMoment) -> Verb:
    return Delayed(moment, (Destroy(IT),))
