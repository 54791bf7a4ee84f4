"""Verbs about other skills: negating one that is under way, carrying out the effect of another card's."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import Run
from judgekit.engine.abilities import Ability, Activated, Automatic
from judgekit.engine.registry import cited
from judgekit.engine.state import CardId, Player, Standby, fact, opponent
from judgekit.games.dragon_ball_super.ch08_01_skills import abilities_of, skill_of
from judgekit.games.dragon_ball_super.ch08_05_activating import (
    can_be_asked_for,
    is_being_carried_out,
    name_the_skill,
    negate,
)
from judgekit.games.dragon_ball_super.ch10_04_blocker import negate_blocker
from judgekit.games.dragon_ball_super.ch10_10_counter import is_a_counter, negate_counter, words_of
from judgekit.games.dragon_ball_super.language.carrying_out import ACTIVATE, Entry, put_off_for
from judgekit.games.dragon_ball_super.language.information import is_skill
from judgekit.games.dragon_ball_super.rules import PLAY, goes_on

if TYPE_CHECKING:
    from judgekit.games.dragon_ball_super.language.dialect import DragonBallSuper


def _do_negate(self: DragonBallSuper, run: Run, verb: m.NegateAbility, player: Player) -> None:
    use = answered(self, run, player, verb.kind)
    is_play = goes_on(run.table, PLAY) and verb.kind == "" and run.ability.window in ("play", "")
    run.done = use is not None or is_play or verb.kind == "blocker"
    if verb.kind == "blocker":
        negate_blocker(run.table, use)
    elif use is not None and skill_of(run.table.pool.ability(use.ability)).kind == "counter":
        negate_counter(run.table, use)
    elif use is not None:
        negate(run.table, use)
    elif is_play:
        run.table.set_number("play negated", 1)


def answered(self: DragonBallSuper, run: Run, player: Player, kind: str) -> Standby | None:
    """The latest skill of the opponent that is under way and can be meant."""
    own = int(run.fact("use", run.table.state.clock + 1))
    uses = [
        one
        for one in run.table.state.standby
        if one.player == opponent(player)
        and 0 < int(fact(one.facts, "use", 0)) < own
        and not fact(one.facts, "negated")
        and not is_being_carried_out(run.table, one)
        and is_meant(self, run, run.table.pool.ability(one.ability), kind)
    ]
    return max(uses, key=lambda one: int(fact(one.facts, "use")), default=None)


def is_meant(self: DragonBallSuper, run: Run, used: Ability, kind: str) -> bool:
    """ "That skill" is one that this [Counter] answers; "[Blocker]" and the like, one of that kind."""
    if kind:
        return is_skill(self, run.table, used, kind)
    window = run.ability.window if run.ability.kind == "counter" else ""
    if window == "counter":
        return bool(is_a_counter(run.table, used))
    return not window or window.split()[-1] in words_of(run.table, used)


def _do_use(self: DragonBallSuper, run: Run, verb: m.UseAbility, player: Player) -> None:
    """8-5-1: a skill that an effect asks for is activated like any other, before the effect goes on."""
    free = what_is_free(verb)
    cards = self.cards(run, verb.what, prompt=run.table.words("to activate"))
    uses = [use for card in cards if (use := use_of(self, run, verb, player, card, free))]
    run.did(uses)
    if uses:
        put_off_for(run, uses)


def what_is_free(verb: m.UseAbility) -> str | None:
    """The energy cost of an Extra Card, the whole cost of a skill; what is not waived is paid."""
    if not verb.free:
        return None
    return "energy" if verb.kind == "card" else "all"


def use_of(
    self: DragonBallSuper, run: Run, verb: m.UseAbility, player: Player, card: CardId, free: str | None
) -> Entry | None:
    """The skill of a card that is meant, if it can be activated; of several, the player picks one."""
    table, now = run.table, run.table.card(card)
    able = [
        ability
        for ability in abilities_of(table, card)
        if isinstance(ability, Automatic | Activated)
        and (verb.kind in ("", "card") or self.is_of_kind(ability, verb.kind, ""))
        and can_be_asked_for(table, player, card, ability, free)
    ]
    if not able:
        table.refuse("activate", table.words("no such skill"), player, card)
        return None
    named = cited("8-5-2-1", name_the_skill)(table, player, able)
    return (ACTIVATE, named or able[0].address, card, now.object, player, free)


VERBS: dict[type[Any], Callable[..., None]] = {
    m.NegateAbility: _do_negate,
    m.UseAbility: _do_use,
}
