"""Chapter 13: loops."""

from __future__ import annotations

from judgekit.engine import plain
from judgekit.engine.legality import PlayerAction
from judgekit.engine.loops import MOST_ROUNDS, Recurrence
from judgekit.engine.state import CardId, Player
from judgekit.engine.table import Table
from judgekit.games.godzilla.rules import rules

SAME_STATE = "13.1.1.2"


@rules.loop
def bound_a_loop(table: Table, again: Recurrence) -> None:
    """The same situation has come round again."""
    table.cite("13.1.1")
    if not again.players:
        nobody_can_stop_it(table)
        return
    table.cite("13.1.1.3")  # somebody can stop it
    table.reading("A-45")
    if table.turn_player in again.players and not again.changes_something:
        nothing_has_changed(table, again)
    else:
        table.cite("13.1.1.2")  # the state is not the same, or another player goes round
        settle_the_number(table, again)


@rules.action("13.1.1.1")
def settle_the_number(table: Table, again: Recurrence) -> None:
    """The turn player says how often it is performed; the other one accepts that, or says less and then has
    to do something that was not part of it."""
    turn_player, other = table.turn_player, table.opponent()
    told = again.in_words(table)
    wanted = table.choose_number(turn_player, 0, MOST_ROUNDS, table.words("rounds of the loop", round=told))
    times = wanted
    if other in again.players and wanted:
        times = table.choose_number(
            other, 0, wanted, table.words("rounds allowed", player=turn_player, n=wanted)
        )
    table.occurs("loop performed", turn_player, facts=(("times", times),))
    lowered = times < wanted
    spared = () if lowered else again.may_be_begun_again()  # who lowers it does nothing that is part of it
    table.repeat(again, times, who_leaves_it(table, again, lowered), spared=spared)


def who_leaves_it(table: Table, again: Recurrence, lowered: bool) -> tuple[Player, ...]:
    """The player who said how often must choose something else afterwards."""
    turn_player, other = table.turn_player, table.opponent()
    if lowered:
        return (other,) if table.reading("A-44") == "lower-and-act" else ()
    return (turn_player,) if turn_player in again.players else (other,)


@rules.action("13.1.1.2")
def nothing_has_changed(table: Table, again: Recurrence) -> None:
    """What has led the turn player back to the very same state is closed to that player."""
    table.repeat(again, 0, (table.turn_player,))


def never_in_a_circle(action: PlayerAction) -> None:
    """Whatever the turn player can do is subject to the rule about coming back to the same situation."""

    @action.requires("13.1.1.2", "not round again")
    def leads_to_something_new(table: Table, player: Player, subject: CardId) -> bool:
        return table.closed_by_loop(player, action.id(subject)) != table.rules.number(SAME_STATE)


for _action in rules.actions.values():
    never_in_a_circle(_action)


# A loop that neither player can stop: the game is a draw
nobody_can_stop_it = rules.acts("13.1.1.3", plain.nobody_wins)
