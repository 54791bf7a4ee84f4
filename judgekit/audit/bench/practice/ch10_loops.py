"""Chapter 10: what would never end."""

from __future__ import annotations

from judgekit.audit.bench.practice.rules import rules
from judgekit.engine.loops import Recurrence
from judgekit.engine.state import Outcome, Player
from judgekit.engine.table import Table

MOST = 9


@rules.loop
def bound_or_drawn(table: Table, again: Recurrence) -> None:
    if again.players:
        bound_the_loop(table, again)
    else:
        nobody_can_stop_it(table)


@rules.action("10.1.1")
def nobody_can_stop_it(table: Table) -> None:
    table.decide(Outcome(None, None, table.path[-1]))


@rules.action("10.1.2")
def bound_the_loop(table: Table, again: Recurrence) -> None:
    """Those who can stop it say how often it is still done; they cannot begin it again after that."""
    first = sorted(again.players, key=lambda player: player != table.turn_player)
    times = min(table.choose_number(p, 0, MOST, table.words("rounds of the loop")) for p in first)
    table.repeat(again, times, again.players)


@rules.guard("10.1.3")
def does_not_begin_the_loop_again(table: Table, player: Player, option: str) -> bool:
    return not table.closed_by_loop(player, option)
