"""Chapter 2: cards, places, and when a card is the same card."""

from __future__ import annotations

from judgekit.audit.bench.practice.rules import GlasshousePolicy, rules
from judgekit.engine.state import Card, CardId, Player, Ref, fact
from judgekit.engine.table import Table

for clause in ("2.1.1", "2.1.2", "2.1.3"):
    rules.definition(clause)


rules.definition("2.1.4", GlasshousePolicy.master)


for clause in ("2.2.1", "2.2.2", "2.2.3"):
    rules.definition(clause)


@rules.guard("2.3.1")
def same(table: Table, ref: Ref) -> Card | None:
    """The card, if it is still the one that was meant."""
    return table.state.current(ref)


rules.definition("2.3.2", GlasshousePolicy.renews)


@rules.guard("2.3.3")
def last_growth(table: Table, ref: Ref) -> int:
    """The growth of a card, or of the card that it was."""
    former = table.state.former.get(ref)
    if former is None:
        return int(table.value(ref.card, "growth") or 0)
    growth: int = fact(former.values, "growth")
    return growth


def garden(table: Table, player: Player) -> tuple[CardId, ...]:
    return table.pile(f"{player}.garden")


def plants(table: Table) -> tuple[CardId, ...]:
    """Every plant in a garden, the turn gardener's first."""
    return garden(table, table.turn_player) + garden(table, table.opponent())


def rested(table: Table, player: Player) -> list[CardId]:
    return [card for card in garden(table, player) if not table.card(card).mark("tired")]
