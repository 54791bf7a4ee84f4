"""Section 6: the turn and its phases."""

from __future__ import annotations

from judgekit.engine.events import Spent
from judgekit.engine.plain import is_left_out
from judgekit.engine.state import PLAYERS, fact
from judgekit.engine.table import Table
from judgekit.games.gate_ruler import appendix_rulers as rulers
from judgekit.games.gate_ruler import ch04_player_properties as properties
from judgekit.games.gate_ruler import ch10_drive_process as driving
from judgekit.games.gate_ruler import ch12_rules_effects as rules_effects
from judgekit.games.gate_ruler import ch14_09_automatic as automatic
from judgekit.games.gate_ruler import ch15_02_handling_cards as handling
from judgekit.games.gate_ruler import ch15_20_damage_and_control as harm
from judgekit.games.gate_ruler.ch03_zones import front_units, to_graveyard, zones
from judgekit.games.gate_ruler.rules import (
    ATTACK_PHASE,
    ATTACK_SUB_PHASE,
    END_PHASE,
    GATE_PROCESS,
    LAST_THINGS,
    MAIN_PHASE,
    START_PHASE,
    is_first_turn,
    rules,
)

PHASES = (START_PHASE, MAIN_PHASE, ATTACK_PHASE, END_PHASE)
NAMES = ("start phase", "main phase", "attack phase", "end phase")
SKIPPED = frozenset({"main phase", "attack phase"})  # the others begin and end the turn itself


@rules.step("6-1a")
def take_turns(table: Table) -> None:
    """The phases of a turn in their order, turn after turn."""
    at = table.recall("phase", 0)
    if table.set_number("turn ended", 0):
        at = PHASES.index(END_PHASE)
    while NAMES[at] in SKIPPED and is_left_out(table, NAMES[at], "1-5a"):
        at += 1
    table.remember(phase=(at + 1) % len(PHASES))
    table.call(PHASES[at], then="6-1a")


@rules.step("6-2a")
def set_summon_caps(table: Table) -> None:
    active = table.turn_player
    for player in PLAYERS:
        cap = (
            properties.cap_in_own_turn(table, player)
            if player == active
            else properties.cap_in_other_turn(table)
        )
        table.set_number(f"{player}.summon cap", cap or 0)
    properties.forget_summons(table, active)


@rules.step("6-2b")
def start_of_game(table: Table) -> None:
    if is_first_turn(table):
        table.occurs("start of the game")
        table.call(GATE_PROCESS)


@rules.step("6-2c")
def ready_ruler_and_attackers(table: Table) -> None:
    active = table.turn_player
    rulers_too = table.pile(f"{active}.ruler")
    if any(table.card(c).mark("exhausted") for c in rulers_too):
        rulers_too = () if table.reading("J-37") == "never-a-ruler" else rulers_too
    with table.together():
        for card in rulers_too:
            handling.ready(table, card)
        for zone in zones(table, active, "attack"):
            for card in table.pile(zone):
                handling.ready(table, card)


@rules.step("6-2d")
def start_of_turn(table: Table) -> None:
    end_effects(table, f"beginning of turn {table.number('turn')}")
    table.occurs("start of the turn", table.turn_player)


rules.calls("6-2e", GATE_PROCESS)


@rules.step("6-2f")
def perform_start_of_turn_actions(table: Table) -> None:
    rulers.start_of_turn(table, table.turn_player)


# on the first turn of the first active player their ruler's draw is one card smaller
first_player_draws_less = rules.asks("6-2f-1", is_first_turn)


rules.calls("6-2g", GATE_PROCESS)
rules.moment("6-3a", "start of the main phase")
rules.calls("6-3b", GATE_PROCESS)


@rules.step("6-3c")
def clear_drive_zone(table: Table) -> None:
    """What was driven and not used is lost."""
    active = table.turn_player
    abilities = driving.overdrives(table, active)
    with table.together():
        for card in table.pile(f"{active}.drive"):
            if card not in abilities:
                to_graveyard(table, card)
    for ability in abilities:
        driving.remove_overdrive(table, ability)
    played_in_attack_phase(table)


@rules.guard("6-3c-1")
def played_in_attack_phase(table: Table) -> bool:
    """No gate process follows, so what this triggers waits for the attack phase."""
    return bool(table.state.standby)


rules.calls("6-4a", ATTACK_SUB_PHASE)
rules.moment("6-5a", "end of the turn")


@rules.guard("6-5a-1")
def triggered_in_this_phase(table: Table, key: str) -> bool:
    """An ability that waits for the end of the turn triggers once in an end phase."""
    return table.number(key) == table.number("turn")


rules.calls("6-5b", GATE_PROCESS)
rules.calls("6-5c", LAST_THINGS)


@rules.step("6-5c-1")
def heal_units(table: Table) -> None:
    with table.together():
        for player in PLAYERS:
            for unit in front_units(table, player):
                table.mark(unit, "damage", None)


@rules.step("6-5c-2")
def end_effects_of_the_turn(table: Table) -> None:
    """Effects of this turn, and earlier ones that were to last until its end."""
    end_effects(table, "end of turn")
    end_effects(table, f"end of turn {table.number('turn')}")


@rules.step("6-5d", to=("6-5a",))
def repeat_while_anything_is_left(table: Table) -> None:
    if rules_effects.any_due(table) or table.state.standby or automatic.untriggered_end_of_turn(table):
        table.goto("6-5a")


@rules.step("6-5e")
def pass_the_turn(table: Table) -> None:
    table.begin_turn(table.opponent())


def anything_lasts(table: Table, until: str) -> bool:
    """Whether there is an effect or a delayed ability with that duration."""
    return any(effect.until == until for effect in table.state.effects) or any(
        fact(timed.facts, "until") == until for timed in table.state.scheduled
    )


def end_effects(table: Table, until: str) -> None:
    """End effects, prevention and other abilities with that duration."""
    ended = [effect for effect in table.state.effects if effect.until == until]
    with table.together():
        for effect in ended:
            table.end(effect)
        for timed in table.state.scheduled:
            if fact(timed.facts, "until") == until:
                table.emit(Spent(timed.id))
    for effect in ended:
        harm.give_back(table, effect)
