"""Section 15-24: ending the turn."""

from __future__ import annotations

from collections.abc import Sequence

from judgekit.engine.events import Settled
from judgekit.engine.state import PLAYERS, CardId
from judgekit.engine.table import Table
from judgekit.games.gate_ruler import ch03_zones as places
from judgekit.games.gate_ruler import ch06_how_to_play as turn
from judgekit.games.gate_ruler import ch08_attack_phase as attack
from judgekit.games.gate_ruler import ch10_drive_process as driving
from judgekit.games.gate_ruler import ch13_damage as damage
from judgekit.games.gate_ruler import ch14_09_automatic as automatic
from judgekit.games.gate_ruler import ch15_25_affecting as affecting
from judgekit.games.gate_ruler.rules import (
    GATE,
    phase,
    rules,
)

PROCESSES = ("damage resolution process", "ruler damage application process", "destruction process",
             "defeat process", "drive resolution process")  # fmt: skip


class TurnEnded(Exception):
    """The turn has been ended; what is being resolved goes no further (15-24c-2)."""


def end_the_turn(table: Table) -> None:
    """15-24a: the steps in their order."""
    forget_triggers(table)
    clear_gate(table)
    clear_drive_zones(table)
    clear_counter_zones(table)
    forget_ruler_damage(table)
    end_phase_and_step(table)
    go_to_end_phase(table)
    if rest_is_not_done(table):
        raise TurnEnded


@rules.action("15-24b")
def forget_triggers(table: Table) -> None:
    """None of them is played; a card that was shown for one is hidden again."""
    table.cite("15-24b")
    for standby in table.state.standby:
        table.emit(Settled(standby.id, "the turn ended"))
        automatic.hide_again(table, standby.source)


@rules.action("15-24c")
def clear_gate(table: Table) -> None:
    """Cards to the graveyard, abilities away; J-10: processes."""
    spared = () if even_what_is_resolving(table) else being_resolved(table)
    policy = table.reading("J-10") if any(table.card(g).name in PROCESSES for g in table.pile(GATE)) else ""
    for thing in (thing for thing in reversed(table.pile(GATE)) if thing not in spared):
        name = table.card(thing).name
        if name == "ability":
            affecting.remove_ability(table, thing)
        elif name in PROCESSES and vanishes(name, policy):
            table.vanish(thing)
        elif name not in PROCESSES:
            places.to_graveyard(table, thing)
    end_gate_process(table)


def being_resolved(table: Table) -> Sequence[CardId]:
    """What was on top when resolving began: anything above came into the gate since."""
    began = table.recall("since", 0)
    return [thing for thing in table.pile(GATE) if table.card(thing).since <= began][-1:]


def vanishes(name: str, policy: str) -> bool:
    if policy == "flips-vanish":
        return name in PROCESSES[:2]
    return policy == "processes-vanish"


# What is just being resolved is taken out like the rest.
even_what_is_resolving = rules.says("15-24c-1", True)
rest_is_not_done = rules.says("15-24c-2", True)  # effects not yet resolved do not resolve


@rules.action("15-24c-3")
def end_gate_process(table: Table) -> None:
    table.set_number("passes", 0)
    table.set_number("priority", 0)


@rules.action("15-24d")
def clear_drive_zones(table: Table) -> None:
    for player in PLAYERS:
        for ability in driving.overdrives(table, player):
            driving.remove_overdrive(table, ability)
        for card in table.pile(f"{player}.drive"):
            places.to_graveyard(table, card)


@rules.action("15-24e")
def clear_counter_zones(table: Table) -> None:
    table.cite("15-24e")
    for player in PLAYERS:
        for card in table.pile(f"{player}.counter"):
            places.to_graveyard(table, card)


@rules.action("15-24f")
def forget_ruler_damage(table: Table) -> None:
    table.cite("15-24f")
    damage.forget_ruler_damage(table)


@rules.action("15-24g")
def end_phase_and_step(table: Table) -> None:
    if phase(table) == "attack":
        end_effects_of_combat(table)
        attack.no_longer_attacking(table)


@rules.action("15-24g-1")
def end_effects_of_combat(table: Table) -> None:
    """J-35."""
    table.cite("15-24g-1")
    turn.end_effects(table, "end of combat")
    for until in ("end of battle", "end of attack"):
        if turn.anything_lasts(table, until) and table.reading("J-35") == "all-sub-phase":
            turn.end_effects(table, until)


@rules.action("15-24h")
def go_to_end_phase(table: Table) -> None:
    """What must still happen happens there."""
    left_for_end_phase(table)
    table.set_number("turn ended", 1)
    table.leave_to("6-1a")


@rules.guard("15-24h-1")
def left_for_end_phase(table: Table) -> bool:
    return bool(table.pile(GATE))
