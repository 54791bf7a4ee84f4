"""Verbs about the game as a whole: its end, the turn, the attack, numbers of a player."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import NoMeaning, Run
from judgekit.engine.state import Player, opponent
from judgekit.games.gate_ruler import ch01_overview as golden
from judgekit.games.gate_ruler import ch08_attack_phase as attack
from judgekit.games.gate_ruler import ch15_24_ending_the_turn as turn_end
from judgekit.games.gate_ruler.rules import UNLIMITED

if TYPE_CHECKING:
    from judgekit.games.gate_ruler.language.dialect import GateRuler


def _win(self: GateRuler, run: Run, verb: m.Win, player: Player) -> None:
    winners = [p for p in self.players(verb.who, run) if run.table.propose("win", player=p)]
    losers = [opponent(p) for p in winners]
    golden.lose(run.table, losers, whatever_effects_say=True)


def _lose_game(self: GateRuler, run: Run, verb: m.LoseGame, player: Player) -> None:
    golden.lose(run.table, self.players(verb.who, run))


def _end_now(self: GateRuler, run: Run, verb: m.EndNow, player: Player) -> None:
    if verb.skip:
        self.skip(run, verb, player)
        return
    if verb.what != "turn":
        raise NoMeaning(f"{self.game} cannot end the {verb.what}")
    turn_end.end_the_turn(run.table)


def _redirect(self: GateRuler, run: Run, verb: m.Redirect, player: Player) -> None:
    """The attack is on another card from now on."""
    run.done = any(attack.change_target(run.table, card) for card in self.cards(run, verb.to)[:1])


def _change_number(self: GateRuler, run: Run, verb: m.ChangeNumber, player: Player) -> None:
    n = self.amount(verb.amount, run)
    for whose in self.players(verb.whose, run):
        counted = verb.number == "number of summons"
        key = f"{whose}.summons" if counted else f"{whose}.{verb.number}"
        now = run.table.number(key) if counted else run.table.state.numbers.get(key, UNLIMITED)
        if verb.how == "set" or now != UNLIMITED:  # an unlimited cap has no number to add to
            run.table.set_number(key, {"plus": now + n, "minus": max(0, now - n), "set": n}[verb.how])


VERBS: dict[type[Any], Callable[..., None]] = {
    m.Win: _win, m.LoseGame: _lose_game, m.EndNow: _end_now, m.Redirect: _redirect,
    m.ChangeNumber: _change_number,
}  # fmt: skip
