"""The invading monsters: advance, retreat, invade, counter, rage, and the end of the game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING, Any

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import NoMeaning, Run
from judgekit.engine.state import Player
from judgekit.engine.table import Table
from judgekit.games.godzilla.ch01_overview import (
    both_lose_by_effect,
    choose_a_number,
    decide_by_effect,
    each_player,
)
from judgekit.games.godzilla.ch03_player_information import position, set_rage
from judgekit.games.godzilla.ch05_13_monsters import (
    advance,
    advance_to,
    counter_together,
    fall_back,
    invade,
    retreat,
    retreat_to,
)
from judgekit.games.godzilla.language.moving import done_together as moved_together

if TYPE_CHECKING:
    from judgekit.games.godzilla.language.dialect import Godzilla


def _whose(self: Godzilla, run: Run, target: m.Target) -> Iterable[Player]:
    return [run.table.master(card) for card in self.cards(run, target)]


def _do_advance(self: Godzilla, run: Run, verb: m.Advance, player: Player) -> None:
    _walk(self, run, verb, player, "advance", advance, advance_to)


def _do_retreat(self: Godzilla, run: Run, verb: m.Retreat, player: Player) -> None:
    _walk(self, run, verb, player, "retreat", retreat, retreat_to)


def _walk(
    self: Godzilla, run: Run, verb: m.Advance | m.Retreat, player: Player, word: str,
    step: Callable[[Table, Player], bool], to_zone: Callable[[Table, Player, int], int],
) -> None:  # fmt: skip
    run.count, walkers = 0, list(_whose(self, run, verb.what))
    if len(walkers) > 1 and not verb.up_to:
        _walk_together(self, run, verb, walkers)
        return
    for whose in walkers:
        if verb.zone is not None:
            run.count += to_zone(run.table, whose, self.amount(verb.zone, run))
            continue
        n = self.amount(verb.times, run)
        if verb.up_to:
            asked = run.table.words("how many zones", player=whose, walks=word)
            n = choose_a_number(run.table, player, n, asked)
        run.count += sum([step(run.table, whose) for _ in range(n)])
    run.done = run.count > 0


def _walk_together(self: Godzilla, run: Run, verb: m.Advance | m.Retreat, walkers: Sequence[Player]) -> None:
    """Monsters of both players, told to walk by one effect, take each step at the same time."""
    left, taken = _steps(self, run, verb, walkers), list[bool]()
    step, to_zone = (advance, "5.13.1.2") if isinstance(verb, m.Advance) else (retreat, "5.13.2.2")

    def walk(walker: Player) -> None:
        if left.get(walker, 0) > 0:
            left[walker] -= 1
            taken.append(step(run.table, walker))

    with ExitStack() as cited:
        for clause in (to_zone, f"{to_zone}.2") if verb.zone is not None else ():
            cited.enter_context(run.table.under(clause))
        while any(n > 0 for n in left.values()):
            each_player(run.table, walk, choosing=False)
    run.did(sum(taken))


def _steps(
    self: Godzilla, run: Run, verb: m.Advance | m.Retreat, walkers: Sequence[Player]
) -> dict[Player, int]:
    """How many zones each of several monsters is to walk."""
    if verb.zone is None:
        return dict.fromkeys(walkers, self.amount(verb.times, run))
    goal, way = self.amount(verb.zone, run), 1 if isinstance(verb, m.Advance) else -1
    return {walker: (goal - position(run.table, walker)) * way for walker in walkers}


def _do_invade(self: Godzilla, run: Run, verb: m.Invade, player: Player) -> None:
    run.done = any([invade(run.table, whose) for whose in _whose(self, run, verb.what)])


def _do_counter(self: Godzilla, run: Run, verb: m.CounterMonster, player: Player) -> None:
    counter_together(run.table, list(_whose(self, run, verb.what)))


def _do_perform(self: Godzilla, run: Run, verb: m.Perform, player: Player) -> None:
    """5.15.1.1 alone: thrown back as by a counter, and not countered. What remains is left where it is."""
    if verb.action == "remain":
        return
    if verb.what is None or verb.action != "fall back":
        raise NoMeaning(f"{self.game} has no action {verb.action!r}")
    for whose in _whose(self, run, verb.what):
        fall_back(run.table, whose)


def _do_change_number(self: Godzilla, run: Run, verb: m.ChangeNumber, player: Player) -> None:
    n = self.amount(verb.amount, run)
    for whose in self.players(verb.whose, run):
        now = run.table.number(f"{whose}.{verb.number}")
        wanted = {"plus": now + n, "minus": now - n, "set": n}[verb.how]
        if verb.number != "rage":
            raise NoMeaning(f"{self.game} has no number {verb.number!r}")
        run.done = set_rage(run.table, whose, wanted)
        run.count = abs(run.table.number(f"{whose}.{verb.number}") - now)


def done_together(self: Godzilla, run: Run, verb: m.Verb) -> Callable[[], object] | None:
    if isinstance(verb, m.LoseGame):
        return partial(both_lose_by_effect, run.table)
    return moved_together(self, run, verb)


def _do_skip(self: Godzilla, run: Run, verb: m.EndNow, player: Player) -> None:
    self.skip(run, verb, player)


def _do_win(self: Godzilla, run: Run, verb: m.Win, player: Player) -> None:
    decide_by_effect(run.table, player, True)


def _do_lose(self: Godzilla, run: Run, verb: m.LoseGame, player: Player) -> None:
    decide_by_effect(run.table, player, False)


VERBS: dict[type[Any], Callable[..., None]] = {
    m.Advance: _do_advance, m.Retreat: _do_retreat, m.Invade: _do_invade, m.CounterMonster: _do_counter,
    m.Perform: _do_perform,
    m.ChangeNumber: _do_change_number, m.Win: _do_win, m.LoseGame: _do_lose,
    m.EndNow: _do_skip,
}  # fmt: skip
