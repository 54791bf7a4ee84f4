"""Chapter 13: loops."""

from __future__ import annotations

from judgekit.engine.events import Visited
from judgekit.engine.legality import PlayerAction
from judgekit.engine.state import CardId, Outcome, Player, Visit
from judgekit.engine.table import Recurrence, Table
from judgekit.games.godzilla.ch03_player_information import floor_of_rage
from judgekit.games.godzilla.ch10_04_timings import CHOOSING
from judgekit.games.godzilla.rules import rules

MOST = 99  # a loop that is wanted more often than this is wanted for ever
ACTING = "play timing"  # where the turn player acts


def look_for_a_loop(table: Table) -> None:
    """The turn player is to act: is this a situation of this turn that has come round again?"""
    again = table.recurs(ACTING, after=0)
    if again is not None:
        table.reading("A-45")
        if any(again.changes.values()):
            settle_the_number(table, again)


@rules.action("13.1.1.1")
def settle_the_number(table: Table, again: Recurrence) -> None:
    """Each round changes something: the turn player says how many more there are; the other may stop it."""
    turn_player, other = table.turn_player, table.opponent()
    times = table.choose_number(turn_player, 0, MOST, "how often is the loop performed?")
    if other in again.players and times:
        least = table.choose_number(other, 0, times, f"how often is it allowed, of {times} times?")
        if least < times:
            times = least
            break_off(table, other)
    for key, change in sorted(again.changes.items()):
        if times and change:
            with table.unnoticed():
                table.set_number(key, floor_of_rage(table, table.number(key) + times * change))
    table.occurs("loop performed", turn_player, facts=(("times", times),))


def break_off(table: Table, player: Player) -> None:
    """A smaller number obliges its player to do something else at the next choice of the loop."""
    if table.reading("A-44") == "lower-and-act":
        visits = [v for v in table.state.trail.visits if v.key == CHOOSING and set(v.players) == {player}]
        table.set_number(f"{player}.{breaks_off(visits)} this turn", 1)


def breaks_off(visits: list[Visit]) -> str:
    """What the player took last in the loop, and must not take now."""
    taken = visits[-1].taken if visits else ()
    return "may not act" if "yes" in taken else "must act"


def must_differ(table: Table, player: Player) -> bool | None:
    """What a player who has stopped a loop has to answer now: to act, or not to; none: as they like."""
    for obliged, answer in (("must act", True), ("may not act", False)):
        key = f"{player}.{obliged} this turn"
        if table.number(key):
            table.set_number(key, 0)
            with table.under("13.1.1.1"):
                table.occurs("loop broken off", player)
            return answer
    return None


@rules.guard("13.1.1.2")
def does_not_repeat(table: Table, option: str) -> bool:
    """What led the turn player back to a situation that had been there before is closed to them in it."""
    visits = [visit for visit in table.state.trail.visits if visit.key == ACTING]
    if any(isinstance(happened.event, Visited) for happened in table.happened):
        visits = visits[:-1]  # the last one is this very choice
    taken = {visit.digest for visit in visits if option in visit.taken}
    return not taken or table.situation() not in taken


def never_in_a_circle(action: PlayerAction) -> None:
    """Whatever the turn player can do is subject to the rule about coming back to the same situation."""

    @action.requires("13.1.1.2", "not what has led back to this very situation before in this turn")
    def leads_to_something_new(table: Table, player: Player, subject: CardId) -> bool:
        return does_not_repeat(table, action.id(subject))


for _action in rules.actions.values():
    never_in_a_circle(_action)


@rules.action("13.1.1.3")
def nobody_can_stop_it(table: Table) -> None:
    """A loop that neither player can stop: the game is a draw."""
    table.decide(Outcome(None, None, table.path[-1]))
