"""Chapter 10: what would never end."""

from __future__ import annotations

from judgekit.engine.state import Outcome
from judgekit.engine.table import Recurrence, Table
from tests.practice.rules import rules

MOST = 9


@rules.action("10.1.1")
def nobody_can_stop_it(table: Table) -> None:
    table.decide(Outcome(None, None, table.path[-1]))


@rules.action("10.1.2")
def bound_the_loop(table: Table, again: Recurrence) -> tuple[str, ...]:
    """Those who can stop it say how often it is still done; what began it is barred from then on."""
    first = sorted(again.players, key=lambda player: player != table.turn_player)
    times = min(
        (table.choose_number(p, 0, MOST, "how often is the loop still done?") for p in first), default=0
    )
    for key, change in again.changes.items():
        table.set_number(key, table.number(key) + times * change)
    return tuple(sorted(again.taken))


@rules.guard("10.1.3")
def does_not_begin_the_loop_again(table: Table, option: str) -> bool:
    return option not in (table.recall("barred") or ())


def not_taken_yet(table: Table, again: Recurrence, options: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """What has not been tried in this situation; if all has, nobody can stop it."""
    left = [option for option in options if option[0] not in again.taken]
    if not left:
        nobody_can_stop_it(table)
    return left
