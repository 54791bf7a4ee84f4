"""Chapter 1: winning, losing, principles."""

from __future__ import annotations

from collections.abc import Sequence

from judgekit.audit.bench.practice.rules import rules
from judgekit.engine.state import Outcome, Player, opponent
from judgekit.engine.table import Table

rules.definition("1.1.1")


@rules.announcement("1.1.2", "give up")
def give_up(table: Table, player: Player) -> None:
    table.decide(Outcome(opponent(player), player, table.path[-1]))


@rules.guard("1.1.3")
def nobody_wins(table: Table, winners: Sequence[Player]) -> bool:
    return len(winners) != 1


@rules.guard("1.2.1")
def as_many_as_can_be(table: Table, wanted: int, there: int) -> int:
    return min(wanted, there)


rules.definition("1.2.2")
