"""What players and cards do: as triggers, and as what is forbidden."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from judgekit.cardtext import model as m
from judgekit.cardtext.build.conditions import all_conditions
from judgekit.cardtext.build.events import (
    both,
    destroyed_cause,
    evolves_into,
    is_itself,
    places,
    played_by_whom,
    subject_of,
)
from judgekit.cardtext.build.registry import Compared, Tensed, action, actions, events
from judgekit.cardtext.build.shared import made_rest
from judgekit.cardtext.build.steps import Verbs, present
from judgekit.cardtext.build.targets import described
from judgekit.cardtext.discourse import is_single
from judgekit.cardtext.errors import Unsound
from judgekit.games.dragon_ball_super.language.build.conditions import life_is


@action
def combos_with(who: m.Who, tense: str, what: m.Target) -> Tensed:
    found = described(what)
    if isinstance(found, m.Selector) and found.areas:
        return Tensed(tense, m.Combos(replace(found, areas=(), whose=""), who, found.areas))
    return Tensed(tense, m.Combos(found, who))


@action
def combos_from(who: m.Who, tense: str, what: m.Target, whose: m.Who, area: str) -> Tensed:
    if whose not in (who, "their"):
        raise Unsound("from whose area?")
    return Tensed(tense, m.Combos(what, who, (area,)))


def way_of_playing(how: str) -> str:
    """ "Played with [Evolve]"; a card with [Blocker] only has it."""
    if how not in WAYS_TO_PLAY:
        raise Unsound("no card is played by that keyword")
    return how


WAYS_TO_PLAY = frozenset({
    "effect", "evolve", "ex-evolve", "xeno-evolve", "union-fusion", "union-potara", "union-absorb", "union",
    "over realm",
})  # fmt: skip


@action
def someone_attacks_with(who: m.Who, tense: str, what: m.Target) -> Tensed:
    found = described(what)
    if not isinstance(found, m.Selector):
        return Tensed(tense, m.Attacks(found))
    if found.whose not in ("", "their", who):
        raise Unsound("players attack with their own cards")
    return Tensed(tense, m.Attacks(replace(found, whose=who)))


@action
def uses_skill(who: m.Who, tense: str, keyword: str) -> Tensed:
    return Tensed(tense, m.AbilityUsed(who, keyword))


@action
def skill_of_activated(of: m.Target, keyword: str, tense: str) -> Tensed:
    return Tensed(tense, m.AbilityUsed("any", keyword, described(of)))


@action
def automatic_then_during(first: Tensed, then: Tensed, verbs: Verbs) -> m.Ability:
    """ "When you play this card and your opponent combos during that turn": the one waits for the other."""
    waits = m.Delayed(present(then), verbs, m.Until("turn"))
    return m.Ability("automatic", trigger=present(first), body=(waits,))


@action
def stat_becomes(what: m.Target, stat: str, tense: str, bound: Compared) -> Tensed:
    """Of one card: of several, each would have to be watched by itself."""
    if isinstance(what, m.Selector) and not is_single(what):
        raise Unsound("of which card? Say “this card's”")
    return Tensed(tense, m.Situation((m.Compare(m.ValueOf(stat, what), bound.compare, bound.amount),)))


@action
def stat_reaches(what: m.Target, stat: str, tense: str, bound: Compared) -> Tensed:
    if bound.compare not in ("equal", "at least"):
        raise Unsound("a number is reached from below")
    return stat_becomes(what, stat, tense, Compared("at least", bound.amount))


@action
def awakens(who: m.Who, tense: str) -> Tensed:
    return Tensed(tense, m.Performs(who, "awaken"))


@action
def leader_flipped(who: m.Who, tense: str) -> Tensed:
    """ "Has been flipped" says what the Leader Card is like now."""
    if tense.startswith("past"):
        raise Unsound("said in another way")
    return awakens(who, tense)


@action
def places_by_skill(who: m.Who, tense: str, what: m.Target, to: Any, by: Any) -> Tensed:
    """ "When you place a card in your Energy Area by a skill": by one of that player's."""
    told = places(who, tense, what, to)
    return Tensed(tense, replace(told.event, cause=m.Cause("skill", who)))


@action
def battles_with(what: m.Target, tense: str, other: m.Target) -> Tensed:
    """ "When this card battles a Leader Card": whichever of the two attacks."""
    if isinstance(what, m.Selector):
        raise Unsound("which of the two attacks? Say “attacks” or “is attacked by”")
    met = described(other)
    return Tensed(tense, m.EitherEvent((m.Attacks(what, met), m.Attacks(met, what))))


events(
    combos=lambda who: m.Combos(None, who),
    combos_itself=lambda what: m.Combos(what, "any"),
    someone_attacks=lambda who: m.Attacks(m.Selector(whose=who)),
    someone_attacks_card=lambda who, what: m.Attacks(m.Selector(whose=who), described(what)),
    # A life card goes elsewhere, each time one does.
    life_shrinks=lambda whose: m.Moved(m.Selector(), ("life area",), origin_whose=whose),
    life_shrinks_cause=lambda whose, cause: m.Moved(
        m.Selector(), ("life area",), cause=cause, origin_whose=whose
    ),
    put_beneath=lambda what, onto: m.Attaches(what, "under", described(onto)),
    uses_skill_of=lambda who, of, keyword: m.AbilityUsed(who, keyword, of),
    uses_skill_of_card=lambda who, of: m.AbilityUsed(who, "", described(of)),
    # Whoever plays a card by a skill is its master.
    played_by_whose=lambda what, whose, word: m.Played(
        what, played_by_whom(whose) if is_itself(what) else whose, how="effect"
    ),
    attack_negated=lambda what: m.Performs("any", "negate attack", what),
    life_becomes=lambda whose, bound: m.Situation(all_conditions(life_is(whose, bound))),
    leaves_passive=lambda what, origin: m.Moved(what, origin[0], origin_whose=origin[1]),
    leaves_passive_cause=lambda what, origin, cause: m.Moved(
        what, origin[0], cause=cause, origin_whose=origin[1]
    ),
    pays=lambda who: m.Performs(who, "pay"),
    negates_attack=lambda who: m.Performs(who, "negate attack"),
    attack_of_negated=lambda what: m.Performs("any", "negate attack", described(what)),
    negates_attack_of=lambda who, what: m.Performs(who, "negate attack", described(what)),
)


actions(
    by_skill=lambda: None,
    act_keyword=lambda keyword: m.Act(f"use {keyword}"),
    act_keywords=lambda one, other: (m.Act(f"use {one}"), m.Act(f"use {other}")),
    act_skills_of=lambda what: m.Act("use abilities", described(what)),
    act_keyword_of=lambda keyword, what: m.Act(f"use {keyword}", described(what)),
    act_its_keyword=lambda what, keyword: m.Act(f"use {keyword}", described(what)),
    act_attack_with=lambda what: m.Act("attack with", described(what)),
    act_combo_from=lambda whose, area: m.Act("combo", m.Selector(m.Some(), whose, (area,))),
    act_combo_from_own=lambda area: m.Act("combo", m.Selector(m.Some(), "their", (area,))),
    # "When your opponent chooses this card with a skill": it is chosen by one of theirs.
    chooses_by_skill=lambda who, tense, what: Tensed(
        tense, m.Targeted(m.Selector(m.Some(), who, types=("card or ability",)), described(what))
    ),
    act_combo_with=lambda what: m.Act("combo", described(what)),
    skill_activated=lambda keyword, tense: uses_skill("any", tense, keyword),
    cause_due=lambda whose: m.Cause("skill", whose),
    skill_activated_of=lambda keyword, of, tense: skill_of_activated(of, keyword, tense),
    # "When this card evolves from <A>": the base evolves into it.
    evolves_from=lambda what, tense, base: evolves_into(described(base), tense, what),
    or_ko_ed=lambda one, word, cause: both(one, destroyed_cause(subject_of(one), one.tense, word, cause)),
    or_made_rest=lambda one, tense: both(one, made_rest(subject_of(one), tense)),
    life_damaged=lambda tense, whose: Tensed(tense, m.Damages(to=m.Player(whose))),
    life_damaged_by=lambda tense, whose, by: Tensed(tense, m.Damages(described(by), m.Player(whose))),
    # "Your <A> played using [Union]": as long as they are in play.
    was_played_so=lambda how, period="game": m.Did(m.Played(m.This(), how=how), period),
    # Its attack, and not one of its skills.
    attack_deals=lambda what, tense, who=None: Tensed(
        tense, m.Damages(described(what), None if who is None else m.Player(who), cause=m.Cause("battle"))
    ),
    battle_ends=lambda tense: Tensed(tense, m.PhaseMoment("end", "battle", which="this")),
    how_either=lambda one, other: f"{one} or {other}",
)
