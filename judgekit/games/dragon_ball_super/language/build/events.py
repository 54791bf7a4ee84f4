"""What players and cards do: as triggers, and as what is forbidden."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from judgekit.cardtext.build.events import both, destroyed_cause, evolves_into, subject_of
from judgekit.cardtext.build.registry import Compared, Tensed, action
from judgekit.cardtext.build.shared import made_rest
from judgekit.cardtext.build.steps import Verbs, present
from judgekit.cardtext.build.targets import described
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.model import (
    Ability,
    AbilityUsed,
    Act,
    Attacks,
    Cause,
    Combos,
    Damages,
    Delayed,
    EitherEvent,
    Moved,
    Performs,
    PhaseMoment,
    Player,
    Selector,
    Situation,
    Some,
    Target,
    Until,
    Who,
)
from judgekit.games.dragon_ball_super.language.build.conditions import life_is


@action
def act_keyword(keyword: str) -> Act:
    return Act(f"use {keyword}")


@action
def act_skills_of(what: Target) -> Act:
    return Act("use abilities", described(what))


@action
def act_removed() -> Act:
    return Act("leave", Selector(Some(), areas=("battle area",)))


@action
def act_removed_by(cause: Cause) -> Act:
    return Act("leave", Selector(Some(), areas=("battle area",)), cause)


@action
def act_attack_with(what: Target) -> Act:
    return Act("attack with", described(what))


@action
def act_combo_with(what: Target) -> Act:
    return Act("combo", described(what))


@action
def combos_with(who: Who, tense: str, what: Target) -> Tensed:
    found = described(what)
    if isinstance(found, Selector) and found.areas:
        return Tensed(tense, Combos(replace(found, areas=(), whose=""), who, found.areas))
    return Tensed(tense, Combos(found, who))


@action
def combos_from(who: Who, tense: str, what: Target, whose: Who, area: str) -> Tensed:
    if whose not in (who, "their"):
        raise Unsound("from whose area?")
    return Tensed(tense, Combos(what, who, (area,)))


@action
def combos(who: Who, tense: str) -> Tensed:
    return Tensed(tense, Combos(None, who))


@action
def someone_attacks(who: Who, tense: str) -> Tensed:
    return Tensed(tense, Attacks(Selector(whose=who)))


@action
def someone_attacks_with(who: Who, tense: str, what: Target) -> Tensed:
    found = described(what)
    if not isinstance(found, Selector):
        return Tensed(tense, Attacks(found))
    if found.whose not in ("", "their", who):
        raise Unsound("a player attacks with cards of their own")
    return Tensed(tense, Attacks(replace(found, whose=who)))


@action
def someone_attacks_card(who: Who, tense: str, what: Target) -> Tensed:
    return Tensed(tense, Attacks(Selector(whose=who), described(what)))


@action
def life_shrinks(whose: Who, tense: str) -> Tensed:
    """A life card goes elsewhere, each time one does."""
    return Tensed(tense, Moved(Selector(), ("life area",), origin_whose=whose))


@action
def or_placed(one: Tensed, to: Any) -> Tensed:
    return or_placed_from(one, to, ((), ""))


@action
def or_placed_from(one: Tensed, to: Any, origin: Any) -> Tensed:
    """ "When this card is KO-ed or placed in your Drop Area from …"."""
    what = getattr(one.event, "what", None)
    if what is None or one.tense != "now":
        raise Unsound("what is placed there?")
    moved = Moved(what, origin[0], to[0], whose=to[1], origin_whose=origin[1])
    return Tensed("now", EitherEvent((one.event, moved)))


@action
def uses_skill(who: Who, tense: str, keyword: str) -> Tensed:
    return Tensed(tense, AbilityUsed(who, keyword))


@action
def skill_activated(keyword: str, tense: str) -> Tensed:
    return uses_skill("any", tense, keyword)


@action
def uses_skill_of(who: Who, tense: str, of: Target, keyword: str) -> Tensed:
    return Tensed(tense, AbilityUsed(who, keyword, of))


@action
def cause_due(whose: Who) -> Cause:
    return Cause("skill", whose)


@action
def skill_of_activated(of: Target, keyword: str, tense: str) -> Tensed:
    return Tensed(tense, AbilityUsed("any", keyword, described(of)))


@action
def skill_activated_of(keyword: str, of: Target, tense: str) -> Tensed:
    return skill_of_activated(of, keyword, tense)


@action
def evolves_from(what: Target, tense: str, base: Target) -> Tensed:
    """ "When this card evolves from <A>": the base evolves into it."""
    return evolves_into(described(base), tense, what)


@action
def attack_negated(what: Target, tense: str) -> Tensed:
    return Tensed(tense, Performs("any", "negate attack", what))


@action
def life_becomes(whose: Who, tense: str, bound: Compared) -> Tensed:
    return Tensed(tense, Situation((life_is(whose, bound),)))


@action
def or_placed_cause(one: Tensed, to: Any, cause: Cause) -> Tensed:
    told = or_placed(one, to)
    assert isinstance(told.event, EitherEvent)
    first, moved = told.event.events
    return Tensed("now", EitherEvent((first, replace(moved, cause=cause))))


@action
def or_ko_ed(one: Tensed, word: str, cause: Cause) -> Tensed:
    return both(one, destroyed_cause(subject_of(one), one.tense, word, cause))


@action
def or_made_rest(one: Tensed, tense: str) -> Tensed:
    return both(one, made_rest(subject_of(one), tense))


@action
def leaves_passive(what: Target, tense: str, origin: Any) -> Tensed:
    return Tensed(tense, Moved(what, origin[0], origin_whose=origin[1]))


@action
def leaves_passive_cause(what: Target, tense: str, origin: Any, cause: Cause) -> Tensed:
    return Tensed(tense, Moved(what, origin[0], cause=cause, origin_whose=origin[1]))


@action
def life_damaged(tense: str, whose: Who) -> Tensed:
    return Tensed(tense, Damages(to=Player(whose)))


@action
def automatic_then_during(first: Tensed, then: Tensed, verbs: Verbs) -> Ability:
    """ "When you play this card and your opponent combos during that turn": the one waits for the other."""
    waits = Delayed(present(then), verbs, Until("turn"))
    return Ability("automatic", trigger=present(first), body=(waits,))


@action
def awakens(who: Who, tense: str) -> Tensed:
    return Tensed(tense, Performs(who, "awaken"))


@action
def pays(who: Who, tense: str) -> Tensed:
    return Tensed(tense, Performs(who, "pay"))


@action
def negates_attack(who: Who, tense: str) -> Tensed:
    return Tensed(tense, Performs(who, "negate attack"))


@action
def battle_ends(tense: str) -> Tensed:
    return Tensed(tense, PhaseMoment("end", "battle", which="this"))


@action
def how_either(one: str, other: str) -> str:
    return f"{one} or {other}"
