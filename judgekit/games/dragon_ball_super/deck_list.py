"""A deck list, as the rules of deck construction look at it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from judgekit.cardtext.checks.bearer import read_on
from judgekit.cardtext.model import DeckRule, This

HEADS = re.compile(r"^(?:\s*\[[^\]]+\])+", re.MULTILINE)  # the keywords that a paragraph begins with
ANY_NUMBER = 1000  # more than any deck has


class Face(Protocol):
    """A card as far as a deck list needs it: printed, or compiled."""

    @property
    def name(self) -> str: ...
    @property
    def properties(self) -> Mapping[str, Any]: ...
    @property
    def text(self) -> str: ...


@dataclass(frozen=True)
class DeckList:
    """What a player presents."""

    leaders: Sequence[Face]
    main: Sequence[Face]
    live: frozenset[str] = frozenset()  # the deck rules in force
    limit_wins: bool = True
    copies: Counter[str] = field(default_factory=Counter)

    def numbered(self, number: str) -> list[Face]:
        return [card for card in self.main if number_of(card) == number]

    def with_keyword(self, word: str) -> list[Face]:
        return [card for card in self.main if has_keyword(card, word)]


def number_of(card: Face) -> str:
    return str(card.properties.get("number") or card.name)


def has_keyword(card: Face, word: str) -> bool:
    """Printed on it: at the head of a paragraph, not somewhere in what it says about other cards."""
    printed = {str(one).lower() for one in card.properties.get("keywords") or ()}
    return word in printed or any(f"[{word}]" in head for head in HEADS.findall(card.text.lower()))


def names(cards: Sequence[Face]) -> tuple[str, ...]:
    return tuple(sorted({card.name for card in cards}))


def texts_of(deck: DeckList, cards: Sequence[Face]) -> list[tuple[bool, int]]:
    """The limits and permissions that these cards print, if such texts work at all."""
    if not {"5-1-3-2", "5-1-3-2-1", "5-1-3-2-2"} <= deck.live:
        return []
    rules = {rule for card in cards for rule in said_of_copies(card.text)}
    return [(rule.rule == "only", int(rule.n) if isinstance(rule.n, int) else ANY_NUMBER) for rule in rules]


def said_of_copies(text: str) -> list[DeckRule]:
    """What a text says about how many copies of its own card a deck may have."""
    if "include" not in text.lower():
        return []
    abilities = read_on(text, "dragon_ball_super", {})
    rules = [verb for ability in abilities for verb in ability.body if isinstance(verb, DeckRule)]
    return [rule for rule in rules if isinstance(rule.what, This)]


def permitted(deck: DeckList, cards: Sequence[Face]) -> list[int]:
    return [most for only, most in texts_of(deck, cards) if not only]


def is_permitted(deck: DeckList, card: Face) -> bool:
    """A text that permits copies, read as lifting the limits of keywords as well (A-41)."""
    return not deck.limit_wins and bool(permitted(deck, [card]))
