"""Section 10.4: check timings and play timings."""

from __future__ import annotations

from judgekit.engine.state import Player, Standby
from judgekit.engine.table import Table
from judgekit.games.godzilla.ch08_main_phase import must_act
from judgekit.games.godzilla.ch10_05_playing import play_ability
from judgekit.games.godzilla.ch10_06_automatic import choose_one_in_standby
from judgekit.games.godzilla.ch10_08_effects import order_equal_stamps, untie_effects
from judgekit.games.godzilla.rules import CHECK_TIMING, rules


@rules.step("10.4.3.1", to=("10.4.3.1",))
def perform_rule_actions(table: Table) -> None:
    """All that are due, together; repeated until none is due."""
    if table.readings["A-15"] == "turn-player":
        untie_effects(table)
    order_equal_stamps(table)
    waiting = table.state.standby
    if table.perform_rule_actions():
        if waiting:
            table.cite("10.4.1.1")
        table.goto("10.4.3.1")


@rules.step("10.4.3.2", to=("10.4.3.1",))
def play_one_of_the_turn_player(table: Table) -> None:
    if waiting := in_standby(table, table.turn_player):
        table.cite("10.4.1", "10.6.1")
        play_ability(table, choose_one_in_standby(table, table.turn_player, waiting) or waiting[0])
        table.goto("10.4.3.1")


@rules.step("10.4.3.3", to=("10.4.3.1",))
def play_one_of_the_other_player(table: Table) -> None:
    if waiting := in_standby(table, table.opponent()):
        table.cite("10.4.1", "10.6.1")
        play_ability(table, choose_one_in_standby(table, table.opponent(), waiting) or waiting[0])
        table.goto("10.4.3.1")


@rules.step("10.4.3.4")
def check_timing_ends(table: Table) -> None:
    """Nothing is left to do: the game goes on where it was, and no text asks for this moment."""
    table.occurs("check timing over")


def in_standby(table: Table, player: Player) -> list[Standby]:
    return [waiting for waiting in table.state.standby if waiting.player == player]


@rules.step("10.4.4.1")
def check_before_playing(table: Table) -> None:
    if table.state.standby:
        table.cite("10.4.2")
    table.call(CHECK_TIMING)


@rules.step("10.4.4.2", to=("10.4.4.1",))
def act_or_do_nothing(table: Table) -> None:
    """One of the actions that are possible, or nothing; after an action, another play timing."""
    closed = frozenset({"nothing"}) if must_act(table, table.turn_player) else frozenset[str]()
    prompt = table.words("main phase", player=table.turn_player)
    chosen = table.offer(table.turn_player, "main", prompt, "nothing", closed)
    if chosen is not None:
        action, subject = chosen
        action.perform(table, table.turn_player, subject)
        table.goto("10.4.4.1")


rules.moment("10.4.4.3", "play timing over")  # the phase goes on by 7.3.2; no text asks for this moment
