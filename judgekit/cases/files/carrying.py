"""A position that travels carries its cards: what it only names is written out, as it read on that day."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from judgekit.cases.files.cards import read_aliases
from judgekit.cases.files.lookup import CardLibrary
from judgekit.cases.files.page import page_of
from judgekit.cases.files.position import Position, read
from judgekit.cases.files.writer import card_tables, toml


def carried(text: str, library: CardLibrary | None, file: str = "position") -> str:
    """The text including every card it takes from the library; unchanged if it takes none."""
    return read_and_carried(text, library, file)[1]


def with_cards(text: str, tables: Mapping[str, Any]) -> str:
    """A position's text with more cards in it."""
    data = page_of(text, "position", "json" if text.lstrip().startswith("{") else "toml").data
    return toml({**data, "cards": {**data.get("cards", {}), **tables}})


def read_and_carried(text: str, library: CardLibrary | None, file: str = "position") -> tuple[Position, str]:
    """A position, and its text with its cards in it."""
    form = "json" if text.lstrip().startswith("{") else "toml"
    page = page_of(text, file, form)
    found = read(page, library)
    given = page.data.get("cards", {})
    fresh = set(found.aliases.values()) - set(read_aliases(page).values())
    named = [c for c in found.cards if c.name not in given or c.name in fresh or "library" in given[c.name]]
    if not named:
        return found, text
    tables = card_tables(named, found.aliases)
    if form == "toml" and not set(tables) & set(given):
        return found, f"{text.rstrip()}\n{toml({'cards': tables})}"
    merged = {**given, **tables}
    return found, toml({**page.data, "cards": merged})
