"""Section 14-6: how often something can be played."""

from __future__ import annotations

from judgekit.engine.state import Player, Ref
from judgekit.engine.table import Table
from judgekit.games.gate_ruler.abilities import (
    Play,
    Playing,
    play_of,
)
from judgekit.games.gate_ruler.rules import rules


@rules.guard("14-6a-1")
def shared_key(table: Table, name: str, player: Player) -> str:
    """Left of the name: shared by all abilities of that name. 14-6a-1a: for each player separately."""
    whose = whose_count(table, player)
    return name if whose is None else f"{name} of {whose}"


whose_count = rules.passes("14-6a-1a")  # another controller starts from zero


@rules.guard("14-6a-2")
def own_key(table: Table, address: str, card: Ref, player: Player) -> str:
    """Right of the name, or without one: this ability of this card alone."""
    key = f"{address}@{card.card}.{card.object}"
    return key if whoever_controls_it(table) else f"{key} of {player}"


whoever_controls_it = rules.says("14-6a-2a", True)  # another controller continues the same count


def is_used_up(table: Table, player: Player, address: str, card: Ref) -> bool:
    return any(table.number(key) >= n for key, n in limit_keys(table, player, address, card))


activated_is_used_up = rules.asks("14-6b", is_used_up)


automatic_is_used_up = rules.asks("14-6c", is_used_up)


def limit_keys(table: Table, player: Player, address: str, card: Ref) -> list[tuple[str, int]]:
    spec = play_of(table.pool.ability(address))
    found = []
    if spec.limits:
        table.cite("14-6a")
    for limit in spec.limits:
        key = shared_key(table, spec.name, player) if limit.shared else own_key(table, address, card, player)
        suffix = " this turn" if limit.per == "turn" else " this game"
        if key is not None:
            found.append((key + suffix, limit.n))
    return found


def count_play(table: Table, playing: Playing, spec: Play) -> None:
    if spec.limits and playing.ability:
        for key, _ in limit_keys(table, playing.player, playing.ability, playing.source):
            table.tally(key)
