"""Section 17: loops."""

from __future__ import annotations

from judgekit.engine.state import Outcome, Player
from judgekit.engine.table import Recurrence, Table
from judgekit.games.gate_ruler.rules import rules

MOST = 99


def bound_the_loop(table: Table, again: Recurrence) -> frozenset[str]:
    """17-1a: who can stop it says how often; then what began it is closed."""
    if len(again.players) == 1:
        times = one_can_stop_it(table, again.players[0])
    else:
        times = both_can_stop_it(table)
    return frozenset() if times is None else again.taken - {"give up priority"}


@rules.action("17-1a-1")
def one_can_stop_it(table: Table, player: Player) -> int:
    """The player says how often; then something else must be done."""
    times = table.choose_number(player, 0, MOST, "how many times is the loop repeated?")
    table.occurs("loop", player, facts=(("times", times),))
    return times


@rules.action("17-1a-2")
def both_can_stop_it(table: Table) -> int:
    """Both say how often, the active player first; the smaller number counts."""
    active = table.turn_player
    first = table.choose_number(active, 0, MOST, "how many times is the loop repeated?")
    times = min(first, table.choose_number(table.opponent(active), 0, MOST, "how many times at most?"))
    table.occurs("loop", active, facts=(("times", times),))
    return times


@rules.action("17-1a-3")
def nobody_can_stop_it(table: Table) -> None:
    table.decide(Outcome(None, None, "17-1a-3"))
