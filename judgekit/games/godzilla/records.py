"""What is kept of a turn, for card texts that ask about it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from judgekit.engine.abilities import Pool
from judgekit.engine.loops import ENOUGH
from judgekit.engine.state import Player
from judgekit.engine.table import Table
from judgekit.games.godzilla.rules import INFORMATION


def remember_this_turn(table: Table, what: str) -> None:
    """Count what some card of the case may ask about."""
    if asks_about_this_turn(table.pool):
        count(table, f"{what} this turn")


def count(table: Table, key: str) -> None:
    """Add one; beyond any number that a text asks for, the count no longer makes a situation new."""
    if table.number(key) < ENOUGH:
        table.tally(key)


def remember_a_play(table: Table, player: Player, card: int) -> None:
    if asks_about_this_turn(table.pool):
        known = dict(table.information(card, INFORMATION))
        remember_a_card(table, player, "played", table.card(card).name, known)


def remember_a_card(table: Table, player: Player, done: str, name: str, known: Mapping[str, Any]) -> None:
    """Count what was done with a card, by its type and its properties at that moment."""
    count(table, f"{player}.{known.get('type')} cards {done} this turn")
    told = [f"{key}={as_words(known[key])}" for key in INFORMATION if known.get(key) is not None]
    count(table, f"{player}.{done}|{'|'.join([f'name={name}', *told])} this turn")


def as_words(value: Any) -> str:
    return ", ".join(value) if isinstance(value, list | tuple) else str(value)


@lru_cache(maxsize=64)
def asks_about_this_turn(pool: Pool) -> bool:
    return any(OF_A_TURN.search(definition.text) for definition in pool.definitions.values())


OF_A_TURN = re.compile(
    r"\b(this|that|each|per|a|last) turn\b|\bof their turns\b|\bturn (in which|that|it|this)\b", re.IGNORECASE
)  # what a text can say that asks what has happened in a turn
