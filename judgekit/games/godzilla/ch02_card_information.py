"""Chapter 2: what is printed on a card."""

from __future__ import annotations

import re
from collections.abc import Sequence

from judgekit.engine.table import Table
from judgekit.games.godzilla.rules import rules

GOLD = ("red", "blue", "green")


@rules.guard("2.1.3")
def has_name(table: Table, card: int, names: Sequence[str], part: bool = False) -> bool:
    name = str(table.peek(card, "name") or table.card(card).name).lower()
    return any(wanted.lower() in name if part else wanted.lower() == name for wanted in names)


@rules.guard("2.4.5")
def colors(table: Table, card: int) -> tuple[str, ...]:
    """Gold is red, blue and green together, and never white."""
    printed = table.peek(card, "colors") or ()
    return tuple(color for one in printed for color in (GOLD if one == "gold" else (one,)))


@rules.guard("2.5.3")
def has_trait(table: Table, card: int, traits: Sequence[str]) -> bool:
    own = {str(trait).lower() for trait in table.peek(card, "traits") or ()}
    return any(trait.lower() in own for trait in traits)


@rules.guard("2.9.2")
def without_reminders(table: Table, text: str) -> str:
    """Words in round brackets explain, and do nothing."""
    return re.sub(r"\s*\([^()]*\)", "", text).strip()
