"""Skills of Dragon Ball Super: headers, and the moments that stand in front."""

from __future__ import annotations

from typing import Any

from judgekit.cardtext.build.abilities import ATTACKING, automatic, header
from judgekit.cardtext.build.registry import Head, HeaderPart, Tensed, Throughout, action, constants
from judgekit.cardtext.build.steps import Verbs, present, told
from judgekit.cardtext.build.targets import selector
from judgekit.cardtext.model import (
    Ability,
    After,
    Cause,
    Compare,
    Condition,
    Count,
    DuringPhase,
    Filter,
    Happened,
    If,
    Not,
    PhaseMoment,
    Played,
    Role,
    Some,
    State,
    This,
)

constants(
    activate_main=header(kind="activated", window="main"),
    activate_battle=header(kind="activated", window="battle"),
    activate_both=header(kind="activated", window="main or battle"),
    counter_play=header(kind="counter", window="play"),
    counter_attack=header(kind="counter", window="attack"),
    counter_counter=header(kind="counter", window="counter"),
    counter_battle_card_attack=header(kind="counter", window="battle card attack"),
    being_played=Role("being played"),
    just_played=Role("just played"),
    role_attacked=Role("attacked"),
    from_anywhere=((), ""),
    cause_battle=Cause("battle"),
    cause_skills=Cause("skill"),
    cause_cost=Cause("cost"),
    out_of_battle=Not(State("in battle")),
    used_in_battle=DuringPhase("battle"),
    after_battle=PhaseMoment("after", "battle"),
    awaken=header("awaken", kind="activated", window="awaken"),
    union_absorb=header("union-absorb", kind="activated", window="main"),
    state_active=State("active"),
    state_rest=State("rest"),
    state_play=State("in play"),
    state_awakened=State("awakened"),
    mode_rest=("orientation", "rest"),
    mode_active=("orientation", "active"),
    play_negated=("negated", True),
)


@action
def automatic_after(event: Tensed, verbs: Verbs) -> Ability:
    end = PhaseMoment("end", "battle")
    return Ability("automatic", trigger=After(present(event), end), body=verbs)


@action
def automatic_end_of_its_turn(*parts: Any) -> Ability:
    """ "At the end of the turn in which this card was played"."""
    end = PhaseMoment("end", "turn")
    return Ability("automatic", trigger=end, body=(If((Happened(Played(This())),), parts[-1]),))


@action
def automatic_end_of_turn_by(noun: str, how: str, verbs: Verbs) -> Ability:
    end = PhaseMoment("end", "turn")
    return Ability("automatic", trigger=end, body=(If((Happened(Played(This(), how=how)),), verbs),))


@action
def automatic_in(event: Tensed, verbs: Verbs) -> Ability:
    """ "At the end of a battle in which this card attacked"."""
    return automatic_after(Tensed("now", event.event), verbs)


@action
def automatic_if(event: Tensed, verbs: Verbs) -> Ability:
    """ "[Auto] If this card is KO'd, …": the header says that it waits for that."""
    return automatic(event, verbs)


@action
def automatic_if_when(conditions: tuple[Condition, ...], event: Tensed, verbs: Verbs) -> Ability:
    """ "[Auto] If you have 5 or less energy when you play this card, …"."""
    return automatic(event, (If(conditions, verbs),))


@action
def while_attacking(said: Any, noun: str) -> Verbs:
    return (Throughout((ATTACKING,), told((said,))),)


@action
def bond(n: int, label: Filter) -> HeaderPart:
    """[Bond 3] «A»: the skill works while there are so many of those Battle Cards (the card explains it)."""
    friends = selector(Some(), "you", Head(("battle card",), (label,)), ())
    return header(conditions=(Compare(Count(friends), "at least", n),))


@action
def awaken_body(conditions: tuple[Condition, ...], verbs: Verbs) -> Ability:
    """Before the colon stands what [Awaken] waits for."""
    return Ability("continuous", conditions=conditions, body=verbs)
