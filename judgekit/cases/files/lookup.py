"""Cards that a file only names: looked up in a library, through a small interface for positions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from judgekit.games.game import PrintedCard


@dataclass(frozen=True, slots=True)
class LookedUp:
    """A card that a word can mean; `number` tells it from others of its name."""

    card: PrintedCard
    number: str = ""

    def __str__(self) -> str:
        return f"{self.card.name} ({self.number})" if self.number else self.card.name


class CardLibrary(Protocol):
    """Where cards are looked up that a file does not describe itself."""

    def look_up(self, game: str, word: str) -> Sequence[LookedUp]:
        """Every card that a word can mean."""
        ...

    def near(self, game: str, word: str) -> Sequence[str]:
        """Cards with similar names."""
        ...
