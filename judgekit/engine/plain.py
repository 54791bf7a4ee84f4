"""What clauses of several books say of any table; a row (`rules.asks`, `rules.acts`) puts it under each."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from judgekit.engine.abilities import Source
from judgekit.engine.state import PLAYERS, CardId, Outcome, Player, Standby, area_name
from judgekit.engine.table import Table


def carry_out(table: Table, process: Callable[[], object]) -> None:
    process()


def nobody_wins(table: Table) -> None:
    table.decide(Outcome(None, None, table.path[-1]))


def is_not(table: Table, stated: object) -> bool:
    return not stated


def is_the_same(table: Table, one: object, other: object) -> bool:
    return one == other


def is_none(table: Table, number: int) -> bool:
    return number <= 0


def at_most(table: Table, wanted: int, possible: int) -> int:
    return min(wanted, possible)


def from_none_to(table: Table, wanted: int, possible: int) -> int:
    return max(0, min(wanted, possible))


def how_many(table: Table, where: str) -> int:
    return len(table.pile(where))


def owner(table: Table, card: int) -> Player:
    return table.card(card).owner


def the_same_card(table: Table, card: int) -> CardId:
    return CardId(card)


def is_in_hand(table: Table, card: int) -> bool:
    return area_name(table.card(card).area) == "hand"


def whose(table: Table, ability: Source | Standby) -> Player:
    return ability.player


def turn_player_first(table: Table, players: Iterable[Player] = PLAYERS) -> list[Player]:
    return sorted(players, key=lambda player: player != table.turn_player)


def is_left_out(table: Table, part: str, clause: str) -> bool:
    """Whether the turn player skips this part of the turn: a text that says so comes before the rules, and is
    used up by it."""
    for turn in (table.number("turn"), None):
        key = skipping(table.turn_player, part, turn)
        if skips := table.number(key):
            with table.under(clause):
                table.set_number(key, skips - 1)
            return True
    return False


def skipping(player: Player, part: str, turn: int | None = None) -> str:
    """The number of times that a player still leaves out such a part of a turn, or of that turn."""
    return f"{player}.skips {part}" + ("" if turn is None else f"@{turn}")
