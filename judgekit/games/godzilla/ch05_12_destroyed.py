"""Clause 5.12.1.1: when a card has been destroyed, and what is reported of it."""

from __future__ import annotations

from judgekit.engine.state import Facts, Player, Ref
from judgekit.engine.table import Table
from judgekit.games.godzilla.ch04_areas import counts_as_destroyed
from judgekit.games.godzilla.records import asks_about_this_turn, remember_a_card
from judgekit.games.godzilla.rules import rules


@rules.guard("5.12.1.1")
def has_been_destroyed(table: Table, origin: str, instructed: bool) -> bool:
    """Any top card that goes from a zone or strategy zone to the discard pile counts as destroyed."""
    if not counts_as_destroyed(origin):
        return False
    return instructed or table.reading("A-21") == "any-trip"


def tell_of_the_trip(
    table: Table, card: int, origin: str, whose: Player, reason: str, by: Player | None = None,
    instructed: bool = False,
) -> None:  # fmt: skip
    """A card went to the discard pile: destroyed, or by one reading just put there from its zone."""
    if has_been_destroyed(table, origin, instructed):
        tell_of_destruction(table, card, origin, whose, reason, by)
    elif counts_as_destroyed(origin):
        table.occurs("put down", whose, card, (("by", by), ("from", origin), ("reason", reason)))


def tell_of_destruction(
    table: Table, card: int, origin: str, whose: Player, reason: str, by: Player | None
) -> None:
    facts: Facts = (("by", by), ("from", origin), ("reason", reason))
    with table.under("5.12.1.1"):
        table.occurs("destroyed", whose, card, facts)
    if asks_about_this_turn(table.pool):
        now = table.card(card)
        former = table.state.former.get(Ref(now.id, now.object - 1))
        remember_a_card(table, whose, "destroyed", now.name, dict(former.values) if former else {})
