"""Section 17: loops."""

from __future__ import annotations

from judgekit.engine.loops import MOST_ROUNDS, Recurrence
from judgekit.engine.state import Outcome
from judgekit.engine.table import Table
from judgekit.games.gate_ruler.rules import rules

PASSING = ("give up priority",)  # what a player does who lets the loop go on; it can always be done


@rules.loop
def bound_the_loop(table: Table, again: Recurrence) -> None:
    """17-1a: who can stop it says how often; then what began it is closed."""
    table.cite("17-1a")
    if not again.players:
        nobody_can_stop_it(table)
    elif len(again.players) == 1:
        one_can_stop_it(table, again)
    else:
        both_can_stop_it(table, again)


@rules.action("17-1a-1")
def one_can_stop_it(table: Table, again: Recurrence) -> None:
    """The player says how often; then something else must be done."""
    (player,) = again.players
    told = table.words("rounds of the loop", round=again.in_words(table))
    times = table.choose_number(player, 0, MOST_ROUNDS, told)
    table.occurs("loop", player, facts=(("times", times),))
    table.repeat(again, times, (player,), spared=again.may_be_begun_again(PASSING))


@rules.action("17-1a-2")
def both_can_stop_it(table: Table, again: Recurrence) -> None:
    """Both players say how often, the active player first; the smaller number counts."""
    active, other = table.turn_player, table.opponent()
    told = table.words("rounds of the loop", round=again.in_words(table))
    first = table.choose_number(active, 0, MOST_ROUNDS, told)
    second = table.choose_number(other, 0, MOST_ROUNDS, table.words("rounds allowed", player=active, n=first))
    table.occurs("loop", active, facts=(("times", min(first, second)),))
    table.repeat(again, min(first, second), (active, other), spared=again.may_be_begun_again(PASSING))


@rules.action("17-1a-3")
def nobody_can_stop_it(table: Table) -> None:
    table.decide(Outcome(None, None, "17-1a-3"))
