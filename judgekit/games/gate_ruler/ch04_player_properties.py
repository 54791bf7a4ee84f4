"""Section 4: players, owners, controllers, the summon cap."""

from __future__ import annotations

from judgekit.engine import plain
from judgekit.engine.state import PLAYERS, Player, opponent
from judgekit.engine.table import Table
from judgekit.games.gate_ruler import appendix_rulers as rulers
from judgekit.games.gate_ruler.rules import UNLIMITED, rules


@rules.guard("4-3a-1a")
def cap_in_own_turn(table: Table, player: Player) -> int:
    """In their own turn a player's cap is what their ruler says."""
    return rulers.summon_cap(table, player)


cap_in_other_turn = rules.says("4-3a-1b", UNLIMITED)


@rules.action("4-3a-2")
def forget_summons(table: Table, player: Player) -> None:
    """Nothing has been summoned in this turn yet; J-42: by either player."""
    both = table.number(f"{opponent(player)}.summons") and table.reading("J-42") == "both-players"
    for one in PLAYERS if both else (player,):
        table.set_number(f"{one}.summons", 0)


owner = rules.asks("4-4a-1", plain.owner)  # never changes
