"""What several games say, but not all of them: skills, modes, damage, tokens."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from judgekit.cardtext import model as m
from judgekit.cardtext.build.abilities import header
from judgekit.cardtext.build.events import by_player
from judgekit.cardtext.build.registry import THEM, Destroyer, Tensed, action, actions, constants, events
from judgekit.cardtext.build.targets import described
from judgekit.cardtext.build.verbs import own, taken
from judgekit.cardtext.errors import Unsound

constants(
    auto=header(kind="automatic"),
    permanent=header(kind="continuous"),
    state_attacking=m.State("attacking"),
    state_attacked=m.State("being attacked"),
    state_battle=m.State("in battle"),
    front_row=m.Spot("front row"),
)


@action
def token(found: m.CreateToken) -> m.Verb:
    if found.n == 0:
        raise Unsound("how many tokens?")
    return found


@action
def static_keyword(name: str) -> m.Ability:
    return m.Ability("keyword", keyword=m.Keyword(name))


@action
def redirect(to: m.Target) -> m.Verb:
    return m.Redirect(taken(to))


@action
def control(what: m.Target, duration: m.Duration | None = None) -> m.Verb:
    return m.GainControl(taken(what), duration)


@action
def permit_play(how: Any) -> m.Verb:
    if not isinstance(how, m.PlayCost):
        raise Unsound("said in another way")
    return m.Permit(m.This(), m.Act("be played"), cost=how)


@action
def made_rest(what: m.Target, tense: str, cause: m.Cause | None = None) -> Tensed:
    return Tensed(tense, m.Turned(what, "rest", cause))


@action
def swap_two(what: m.Target) -> m.Verb:
    """Two cards trade places; both are described at once."""
    found = taken(what)
    if found == THEM or isinstance(found, m.Bound):
        return m.Swap(found)
    if not isinstance(found, m.Selector) or found.quantity != m.Exactly(2):
        raise Unsound("only two cards can trade places: say “2”")
    return m.Swap(found)


def ko_by(what: m.Target, other: m.Target) -> m.Destroyed:
    """ "When this card KOs a card in battle": the battle does it."""
    fights = m.State("in battle")
    if not isinstance(other, m.Selector) or fights not in other.filters:
        return m.Destroyed(other, Destroyer(source=what))
    plain = replace(other, filters=tuple(each for each in other.filters if each != fights))
    return m.Destroyed(plain, Destroyer("battle", source=what))


events(
    takes_damage=lambda who: m.Damages(to=m.Player(who)),
    deals_damage=m.Damages,
    deals_damage_to=lambda what, who: m.Damages(what, m.Player(who)),
    uses_any_skill=m.AbilityUsed,
    made_active=lambda what, cause=None: m.Turned(what, "active", cause),
    player_stands=lambda who, what: m.Turned(described(what), "active", by_player(who)),
    player_rests=lambda who, what: m.Turned(described(what), "rest", by_player(who)),
    kos=lambda what, other: ko_by(what, described(other)),
)


actions(
    swap_their_places=lambda: m.Swap(THEM),
    token_one=m.CreateToken,
    token_some=lambda n, name: m.CreateToken(name, n),
    token_up_to=lambda n, name: m.CreateToken(name, n, up_to=True),
    tokens_equal=lambda name, amount: m.CreateToken(name, amount),
    token_choice=lambda found, n: replace(found, bind=n),
    make_active=lambda what: m.Orient(taken(what), "active"),
    make_rest=lambda what: m.Orient(taken(what), "rest"),
    flip_up=lambda what: m.Flip(taken(what), "up"),
    flip_down=lambda what: m.Flip(taken(what), "down"),
    remove_from_game=lambda what: m.Move(taken(what), m.Place("removed from the game")),
    deal_player=lambda n, who: m.DealDamage(n, m.Player(who)),
    source_deals=lambda source, n, who: m.DealDamage(
        own(source, n), m.Player(who), None if source == m.This() else taken(source)
    ),
    control_for=control,
    any_skill_of=lambda what: (what, ""),
    any_skill_of_swapped=lambda what: (taken(what), ""),
    use_skill=lambda skill: m.UseAbility(skill[0], skill[1]),
    use_skill_free=lambda skill: m.UseAbility(skill[0], skill[1], free=True),
    play_for=lambda n: m.PlayCost("instead", n),
    level_is=lambda bound: m.Stat("level", bound.compare, bound.amount),
)
