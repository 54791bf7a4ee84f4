"""Chapter 2: what is printed on a card."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from judgekit.engine.table import Table
from judgekit.games.godzilla.rules import rules

GOLD = ("red", "blue", "green")


by_name = rules.passes("2.1.3")  # a name in quotation marks means cards with exactly this name


@rules.guard("2.4.5")
def by_color(table: Table, colors: Sequence[str]) -> Sequence[str]:
    """Gold is red, blue and green together, and never white."""
    every = spelt_out(colors)
    if len(every) > 1:
        table.cite("2.4.4")
    return every


def spelt_out(colors: Sequence[str]) -> list[str]:
    """Each color of a card, and gold too if it has all three."""
    plain = [color for one in colors for color in (GOLD if one == "gold" else (one,))]
    return [*plain, "gold"] if set(GOLD) <= set(plain) else plain


@rules.guard("2.5.3")
def by_trait(table: Table, traits: Sequence[str]) -> Sequence[str]:
    """A word in trait brackets means the trait of this name; a card with several has each of them."""
    if len(traits) > 1:
        table.cite("2.5.1.1")
    return traits


def has_trait(table: Table, card: int, traits: Sequence[str]) -> bool:
    own = {str(trait).lower() for trait in by_trait(table, table.peek(card, "traits") or ()) or ()}
    return any(trait.lower() in own for trait in traits)


@rules.guard("2.9.2")
def without_reminders(table: Table, text: str) -> str:
    """Words in round brackets explain, and do nothing."""
    return _without_brackets(text)


def leave_out_reminders(table: Table, text: str) -> None:
    """Named where the words of an ability decide and some stand in brackets."""
    if _without_brackets(text) != text:
        table.cite("2.9.2")


@lru_cache(maxsize=4096)
def _without_brackets(text: str) -> str:
    return re.sub(r"\s*\([^()]*\)", "", text).strip()
