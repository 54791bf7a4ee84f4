"""Chapter 3: owners and masters."""

from __future__ import annotations

from judgekit.engine.state import Card, Player, State, area_player, host_of
from judgekit.engine.table import Table
from judgekit.games.luck_and_logic.rules import rules


def master_of(state: State, card: Card) -> Player:
    """3.2.1.1: the player whose zone it is in; a soul's zone is that of its member."""
    host = host_of(card.area)
    if host is not None and host in state.cards:
        return master_of(state, state.cards[host])
    return area_player(card.area) or card.owner


@rules.guard("3.2.1.3.1")
def performer(table: Table, master: Player, named: Player | None = None) -> Player:
    """Who does what an effect says without naming a player."""
    return named or master
