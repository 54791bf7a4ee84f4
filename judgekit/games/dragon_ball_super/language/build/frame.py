"""Skills of Dragon Ball Super: headers, and the moments that stand in front."""

from __future__ import annotations

from typing import Any

from judgekit.cardtext import model as m
from judgekit.cardtext.build.abilities import ATTACKING, automatic_situation, header
from judgekit.cardtext.build.conditions import all_conditions, happened
from judgekit.cardtext.build.registry import Head, HeaderPart, Tensed, Throughout, action, actions, constants
from judgekit.cardtext.build.steps import Verbs, present, told
from judgekit.cardtext.build.targets import selector
from judgekit.cardtext.errors import Unsound

constants(
    activate_main=header(kind="activated", window="main"),
    activate_battle=header(kind="activated", window="battle"),
    activate_both=header(kind="activated", window="main or battle"),
    counter_play=header(kind="counter", window="play"),
    counter_attack=header(kind="counter", window="attack"),
    counter_counter=header(kind="counter", window="counter"),
    counter_battle_card_attack=header(kind="counter", window="battle card attack"),
    being_played=m.Role("being played"),
    just_played=m.Role("just played"),
    role_countered=m.Role("countered"),
    role_attacked=m.Role("attacked"),
    from_anywhere=((), ""),
    cause_battle=m.Cause("battle"),
    cause_damage=m.Cause("damage"),
    cause_skills=m.Cause("skill"),
    attacking_or_attacked=m.OneOf((m.State("attacking"), m.State("being attacked"))),
    out_of_battle=m.Not(m.State("in battle")),
    used_in_battle=m.DuringPhase("battle"),
    after_battle=m.PhaseMoment("after", "battle"),
    awaken=header("awaken", kind="activated", window="awaken"),
    union_absorb=header("union-absorb", kind="activated", window="main"),
    state_active=m.State("active"),
    state_rest=m.State("rest"),
    state_play=m.State("in play"),
    state_awakened=m.State("awakened"),
    mode_rest=("orientation", "rest"),
    mode_active=("orientation", "active"),
    play_negated=("negated", True),
)


@action
def automatic_after(event: Tensed, verbs: Verbs) -> m.Ability:
    return automatic_after_while(event, (), verbs)


@action
def automatic_after_while(event: Tensed, conditions: tuple[m.Condition, ...], verbs: Verbs) -> m.Ability:
    after = m.After(present(event), m.PhaseMoment("end", "battle"))
    return m.Ability("automatic", trigger=after, conditions=conditions, body=verbs)


@action
def automatic_end_of_its_turn(*parts: Any) -> m.Ability:
    """ "At the end of the turn in which this card was played"."""
    end = m.PhaseMoment("end", "turn")
    return m.Ability("automatic", trigger=end, body=(m.If((m.Happened(m.Played(m.This())),), parts[-1]),))


@action
def automatic_end_of_turn_by(noun: str, how: str, verbs: Verbs) -> m.Ability:
    end = m.PhaseMoment("end", "turn")
    return m.Ability(
        "automatic", trigger=end, body=(m.If((m.Happened(m.Played(m.This(), how=how)),), verbs),)
    )


@action
def bond(n: int, label: m.Filter) -> HeaderPart:
    """[Bond 3] «A»: the skill works with that many such Battle Cards (the card explains it)."""
    friends = selector(m.Some(), "you", Head(("battle card",), (label,)), ())
    return header(conditions=(m.Compare(m.Count(friends), "at least", n),))


@action
def automatic_in(event: Tensed, verbs: Verbs) -> m.Ability:
    """ "At the end of a battle in which this card attacked", "… you comboed with 2 or more cards"."""
    quantity = getattr(getattr(event.event, "what", None), "quantity", None)
    if not isinstance(quantity, m.AtLeast):
        return automatic_after(Tensed("now", event.event), verbs)
    asked = all_conditions(happened(event, "battle"))
    return m.Ability("automatic", trigger=m.PhaseMoment("end", "battle"), body=(m.If(asked, verbs),))


def situation_now(conditions: tuple[m.Condition, ...], verbs: Verbs) -> m.Ability:
    """8-6-6: a situation arises; something done earlier is not a situation."""
    if any(isinstance(each, m.Happened) and each.period in ("", "game") for each in conditions):
        raise Unsound("say when it happens: “when … is …”")
    return automatic_situation(conditions, verbs)


FOUGHT = m.Matches(m.This(), m.Selector(m.Some(), filters=(m.State("in battle"),)))


@action
def automatic_fought(verbs: Verbs) -> m.Ability:
    """ "At the end of a battle in which this card took part": it still is in that battle then."""
    return m.Ability("automatic", trigger=m.PhaseMoment("end", "battle"), body=(m.If((FOUGHT,), verbs),))


@action
def automatic_fought_in(whose: m.Who, verbs: Verbs) -> m.Ability:
    asked = (FOUGHT, m.DuringTurn(whose))
    return m.Ability("automatic", trigger=m.PhaseMoment("end", "battle"), body=(m.If(asked, verbs),))


actions(
    cause_battle_by=lambda source: m.Cause("battle", source=source),
    # "At the end of a battle in which this card attacked".
    # "[Auto] If this card is KO'd, …": the header says that it waits for that.
    # "[Auto] If you have 5 or less energy when you play this card, …".
    while_attacking=lambda said, noun: (Throughout((ATTACKING,), told((said,))),),
    # Before the colon stands what [Awaken] waits for.
    awaken_body=lambda conditions, verbs: m.Ability("continuous", conditions=conditions, body=verbs),
)
