"""Verbs of battle: modes and faces, damage, targets, combos, attacks that are negated; winning and losing."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import Run
from judgekit.engine.state import CardId, Player
from judgekit.games.dragon_ball_super import ch04_terms as terms
from judgekit.games.dragon_ball_super import ch07_battle as battle
from judgekit.games.dragon_ball_super.ch01_outline import decide_by_effect
from judgekit.games.dragon_ball_super.ch03_areas import at_once
from judgekit.games.dragon_ball_super.ch06_turn import will_enter
from judgekit.games.dragon_ball_super.ch10_02_awaken_and_field import turn_over
from judgekit.games.dragon_ball_super.language.places import BEING_PLAYED, HAS_NEGATED

if TYPE_CHECKING:
    from judgekit.games.dragon_ball_super.language.dialect import DragonBallSuper


def _do_orient(self: DragonBallSuper, run: Run, verb: m.Orient, player: Player) -> None:
    if verb.what == m.Role(BEING_PLAYED):
        run.done = will_enter(run.table, verb.orientation)
        return
    cards = self.cards(run, verb.what, prompt=run.table.words("to switch to", mode=verb.orientation))
    with run.table.together():
        run.count = sum([terms.switch(run.table, card, verb.orientation) for card in cards])
    run.done = run.count > 0


def _do_flip(self: DragonBallSuper, run: Run, verb: m.Flip, player: Player) -> None:
    run.done = any([bool(turn_over(run.table, card)) for card in self.cards(run, verb.what)])


def _do_damage(self: DragonBallSuper, run: Run, verb: m.DealDamage, player: Player) -> None:
    source = self.cards(run, verb.source) if verb.source is not None else (run.source.card.card,)
    who = verb.to.who if isinstance(verb.to, m.Player) else "opponent"
    n = self.amount(verb.n, run)
    players = self.players(who, run)
    if len(players) == 1:
        hit = [terms.inflict_damage(run.table, players[0], n, source[0])]
    else:  # both are told so by one instruction, and it is one event
        with run.table.together():
            hit = [terms.inflict_damage(run.table, p, n, source[0]) for p in players]
    run.did(sum(amount or 0 for amount in hit))


def _do_prevent(self: DragonBallSuper, run: Run, verb: m.PreventDamage, player: Player) -> None:
    """What is left of the damage that is about to be inflicted is inflicted in its place."""
    there = int(run.fact("amount", 0))
    left = 0 if verb.n is None else max(0, there - self.amount(verb.n, run))
    hit: Player = run.fact("player")
    terms.take_damage(run.table, hit, left, run.fact("subject"), bool(run.fact("attack")))
    run.did(there - left)


def _do_redirect(self: DragonBallSuper, run: Run, verb: m.Redirect, player: Player) -> None:
    cards = self.cards(run, verb.to, prompt=run.table.words("new target"))
    able = [card for card in cards if battle.can_be_the_target(run.table, card)]
    run.done = bool(able) and battle.attack_card(run.table) is not None
    if run.done:
        battle.change_the_target(run.table, cards[0])


def _do_negate_attack(self: DragonBallSuper, run: Run, verb: m.NegateAttack, player: Player) -> None:
    battle.negate_the_attack(run.table)
    run.picked[HAS_NEGATED] = "yes"


def _do_combo(self: DragonBallSuper, run: Run, verb: m.Combo, player: Player) -> None:
    run.count = 0
    for group in at_once(run.table, combo_cards(self, run, verb, player)):
        with run.table.together():
            for card in group:
                if not verb.free:
                    cost = battle.cost_of_a_skills_combo(run.table, card)
                    battle.pay_the_combo_cost(run.table, player, card, cost)
                run.count += battle.combo(run.table, player, card)
    run.done = run.count > 0


def combo_cards(self: DragonBallSuper, run: Run, verb: m.Combo, player: Player) -> tuple[CardId, ...]:
    """3-7-3-1: only with Battle Cards that have both numbers; and only as far as it can be paid for."""
    table, what = run.table, verb.what
    chosen = not isinstance(what, m.Selector) or id(what) in run.early
    named = self.cards(run, what, choose=chosen)
    able = [card for card in named if battle.can_be_comboed(table, player, card, verb.free)]
    if chosen:
        return tuple(able)
    assert isinstance(what, m.Selector)
    taken = self.take(run, self.chooser(run, what), able, what, table.words("to combo with"))
    run.take(what, taken)
    return taken


def _do_win(self: DragonBallSuper, run: Run, verb: m.Win, player: Player) -> None:
    decide_by_effect(run.table, player, True)


def _do_skip(self: DragonBallSuper, run: Run, verb: m.EndNow, player: Player) -> None:
    self.skip(run, verb, player)


def _do_lose(self: DragonBallSuper, run: Run, verb: m.LoseGame, player: Player) -> None:
    decide_by_effect(run.table, player, False)


VERBS: dict[type[Any], Callable[..., None]] = {
    m.Orient: _do_orient,
    m.Flip: _do_flip,
    m.DealDamage: _do_damage,
    m.PreventDamage: _do_prevent,
    m.Redirect: _do_redirect,
    m.NegateAttack: _do_negate_attack,
    m.Combo: _do_combo,
    m.Win: _do_win,
    m.EndNow: _do_skip,
    m.LoseGame: _do_lose,
}
