"""What more than one game says, and not all of them: skills, modes, damage, tokens."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from judgekit.cardtext.build.abilities import header
from judgekit.cardtext.build.registry import (
    THEM,
    Compared,
    Tensed,
    action,
    constants,
)
from judgekit.cardtext.build.targets import described
from judgekit.cardtext.build.verbs import own, taken
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.model import (
    Ability,
    AbilityUsed,
    Act,
    Amount,
    Cause,
    CreateToken,
    Damages,
    DealDamage,
    Destroyed,
    Duration,
    Exactly,
    Flip,
    GainControl,
    Keyword,
    Move,
    Orient,
    Permit,
    Place,
    PlayCost,
    Player,
    Redirect,
    Selector,
    Spot,
    Stat,
    State,
    Swap,
    Target,
    This,
    Turned,
    UseAbility,
    Verb,
    Who,
)

constants(
    auto=header(kind="automatic"),
    permanent=header(kind="continuous"),
    state_attacking=State("attacking"),
    state_attacked=State("being attacked"),
    state_battle=State("in battle"),
    front_row=Spot("front row"),
)


@action
def token_one(name: str) -> CreateToken:
    return CreateToken(name)


@action
def token_some(n: Amount, name: str) -> CreateToken:
    return CreateToken(name, n)


@action
def token_up_to(n: Amount, name: str) -> CreateToken:
    return CreateToken(name, n, up_to=True)


@action
def token_choice(found: CreateToken, n: int) -> CreateToken:
    return replace(found, bind=n)


@action
def token(found: CreateToken) -> Verb:
    if found.n == 0:
        raise Unsound("how many tokens?")
    return found


@action
def static_keyword(name: str) -> Ability:
    return Ability("keyword", keyword=Keyword(name))


@action
def make_active(what: Target) -> Verb:
    return Orient(taken(what), "active")


@action
def make_rest(what: Target) -> Verb:
    return Orient(taken(what), "rest")


@action
def flip_up(what: Target) -> Verb:
    return Flip(taken(what), "up")


@action
def flip_down(what: Target) -> Verb:
    return Flip(taken(what), "down")


@action
def remove_from_game(what: Target) -> Verb:
    return Move(taken(what), Place("removed from the game"))


@action
def deal_player(n: Amount, who: Who) -> Verb:
    return DealDamage(n, Player(who))


@action
def source_deals(source: Target, n: Amount, who: Who) -> Verb:
    return DealDamage(own(source, n), Player(who), None if source == This() else taken(source))


@action
def redirect(to: Target) -> Verb:
    return Redirect(taken(to))


@action
def control(what: Target, duration: Duration | None = None) -> Verb:
    return GainControl(taken(what), duration)


@action
def control_for(what: Target, duration: Duration) -> Verb:
    return control(what, duration)


@action
def any_skill_of(what: Target) -> tuple[Target, str]:
    return what, ""


@action
def any_skill_of_swapped(what: Target) -> tuple[Target, str]:
    return taken(what), ""


@action
def use_skill(skill: tuple[Target, str]) -> Verb:
    return UseAbility(skill[0], skill[1])


@action
def use_skill_free(skill: tuple[Target, str]) -> Verb:
    return UseAbility(skill[0], skill[1], free=True)


@action
def permit_play(how: Any) -> Verb:
    if not isinstance(how, PlayCost):
        raise Unsound("said in another way")
    return Permit(This(), Act("be played"), cost=how)


@action
def play_for(n: int) -> PlayCost:
    return PlayCost("instead", n)


@action
def takes_damage(who: Who, tense: str) -> Tensed:
    return Tensed(tense, Damages(to=Player(who)))


@action
def deals_damage(what: Target, tense: str) -> Tensed:
    return Tensed(tense, Damages(what))


@action
def deals_damage_to(what: Target, tense: str, who: Who) -> Tensed:
    return Tensed(tense, Damages(what, Player(who)))


@action
def uses_any_skill(who: Who, tense: str) -> Tensed:
    return Tensed(tense, AbilityUsed(who))


@action
def made_rest(what: Target, tense: str, cause: Cause | None = None) -> Tensed:
    return Tensed(tense, Turned(what, "rest", cause))


@action
def made_active(what: Target, tense: str, cause: Cause | None = None) -> Tensed:
    return Tensed(tense, Turned(what, "active", cause))


@action
def kos(what: Target, tense: str, other: Target) -> Tensed:
    return Tensed(tense, Destroyed(described(other), Cause(source=what)))


@action
def level_is(bound: Compared) -> Stat:
    return Stat("level", bound.compare, bound.amount)


@action
def swap_two(what: Target) -> Verb:
    """Two cards trade places; both are described at once."""
    found = taken(what)
    if found == THEM:
        return Swap(found)
    if not isinstance(found, Selector) or found.quantity != Exactly(2):
        raise Unsound("two cards trade places")
    return Swap(found)
