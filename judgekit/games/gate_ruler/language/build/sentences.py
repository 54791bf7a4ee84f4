"""Sentences of Gate Ruler: conditions in the middle, options in one line, what happens the next time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from judgekit.cardtext import model as m
from judgekit.cardtext.build.registry import (
    IT,
    THEM,
    Head,
    Steps,
    Throughout,
    action,
    actions,
)
from judgekit.cardtext.build.sentences import chosen_by, while_so
from judgekit.cardtext.build.steps import Verbs, flat, unless_they_do
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.marks import Marked
from judgekit.games.gate_ruler.language.build.conditions import gr_attacking_such
from judgekit.games.gate_ruler.language.build.damage import done_this_way


def gr_modes_by(who: m.Who, count: m.Quantity, *options: tuple[Any, ...]) -> m.Verb:
    """14-3b-2: options are chosen by whoever plays the card; another player chooses as it resolves."""
    if count != m.Exactly(1) or who in ("you", "each", "any"):
        raise Unsound("another player can only choose 1 of several")
    return m.Either(tuple(chosen_by(who, each) for each in options), who)


def gr_left(mine: bool, theirs: bool) -> tuple[m.Condition, ...]:
    """Which of the two chosen cards, one of each player, are still in play."""
    asked: tuple[tuple[m.Who, bool], ...] = (("you", mine), ("opponent", theirs))
    counts = ((m.Count(m.Selector(m.Some(), who, filters=(m.Among(THEM),))), so) for who, so in asked)
    return tuple(m.Compare(n, "at least", 1) if so else m.Compare(n, "equal", 0) for n, so in counts)


@action
def gr_if_survives(conditions: tuple[m.Condition, ...], verbs: Verbs) -> Steps:
    """A delayed part asks later who is left: damage that was dealt is still in the gate."""
    only = verbs[0]
    if len(verbs) == 1 and isinstance(only, m.Delayed) and isinstance(only.event, m.PhaseMoment):
        return Steps((replace(only, do=(m.If(conditions, only.do),)),))
    raise Unsound("the damage is still in the gate then: say when it is asked, as “at the end of this turn”")


@action
def this_way_played(noun: str, word: str, verbs: Verbs) -> Steps:
    """ "If a card set this way is played this turn, it costs 1 less"."""
    if not all(isinstance(each, m.Modify) and each.stat == "cost" for each in verbs):
        raise Unsound("only the cost of such a card can be changed here")
    return Steps(
        tuple(replace(each, duration=m.Until("turn")) for each in verbs if isinstance(each, m.Modify))
    )


@action
def if_opponent_cannot(verbs: Verbs) -> Steps:
    """None of the cards taken is the opponent's; one that stays where it is was taken all the same."""
    theirs = m.Selector(m.Some(), "opponent", filters=(m.Among(THEM, whole=True),))
    hit = (isinstance(each, m.DealDamage) and each.to == THEM for each in verbs)
    meant: Any = [replace(v, to=m.Player("opponent")) if h else v for v, h in zip(verbs, hit, strict=True)]
    return Steps((m.If((m.Compare(m.Count(theirs), "equal", 0),), tuple(meant)),))


def gr_while_charged(verb: Any, found: Any) -> Verbs:
    if any(isinstance(getattr(each, "what", None), m.This) for each in flat((verb,))):
        raise Unsound("said in another way")  # a condition about this card
    return while_so(verb, found)


@action
def unless_player_pays(verbs: Verbs, who: m.Who, n: m.Amount) -> Steps:
    """That player can pay; if so, it is not done."""
    return Steps(unless_they_do((m.Pay("resources", n, who=who),), verbs, who))


@action
def gr_who_did_so(*_: Any) -> Callable[[m.Who], m.Condition]:
    raise Unsound("how many cards of each player that were is not kept apart")


@action
def gr_while_attacking(verb: Any, whom: Head, rest: tuple[Any, ...]) -> Verbs:
    """ "This unit gets +1 ATK while attacking a ruler"."""
    verbs = flat((verb,))
    if isinstance(verb, Marked) or any(getattr(each, "what", None) != m.This() for each in verbs):
        raise Unsound("which card is attacking? Say “this card”")
    return (Throughout(gr_attacking_such(m.This(), whom, rest), verbs),)


@action
def gr_for_each_done(noun: str, word: str, verbs: Verbs) -> m.Verb:
    """ "For each card discarded this way, …": once for each, or so many times the number."""
    if len(verbs) == 1 and isinstance(verbs[0], m.Draw) and verbs[0].n == 1:
        return replace(verbs[0], n=done_this_way(noun, word))
    return m.ForEach(done_this_way(noun, word), verbs)


actions(
    gr_when_done=lambda condition, verbs: m.If((condition,), verbs),
    gr_who_lives=lambda bound: (
        lambda who: m.Compare(m.PlayerNumber("life", who), bound.compare, bound.amount)
    ),
    gr_who_attacked=lambda: lambda who: m.Happened(m.Attacks(m.Selector(m.Some(), who))),
    gr_who_did_not=lambda: lambda who: m.NotSo(m.Happened(m.Attacks(m.Selector(m.Some(), who)))),
    gr_while_charged=gr_while_charged,
    only_if=lambda conditions: Steps((m.If(conditions, ()),), "only if"),
    gr_only_mine=lambda: gr_left(True, False),
    gr_only_theirs=lambda: gr_left(False, True),
    gr_neither=lambda: gr_left(False, False),
    gr_both=lambda: gr_left(True, True),
    # "If …, deal 5 damage instead": to what the sentence before says.
    gr_if_deal_instead=lambda conditions, n: Steps((m.If(conditions, (m.DealDamage(n, IT),)),), "instead"),
    price_number=lambda n: n,
    price_equal=lambda n: n,
    unless_they_pay=lambda verbs, n: unless_player_pays(verbs, "opponent", n),
    it_destroyed_later=lambda moment: m.Delayed(moment, (m.Destroy(IT),)),
)
