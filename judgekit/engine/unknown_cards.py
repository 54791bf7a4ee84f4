"""Taking cards from a place whose cards are unknown."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from judgekit.engine.state import CardId, Player
from judgekit.engine.table import Table

Fits = Callable[[CardId], bool]  # whether a card answers a description


def anything(card: CardId) -> bool:
    """No description: every card fits."""
    return True


def look_through(table: Table, cards: Iterable[CardId], fits: Fits, n: int) -> list[CardId]:
    """What can be taken: the known cards that fit, and as many of the unknown cards as may be taken. What
    those are need not be said before one is taken."""
    pile = tuple(cards)
    known = [card for card in pile if not table.is_unknown(card) and fits(card)]
    return [*known, *[card for card in pile if table.is_unknown(card)][: max(0, n)]]


def found_among(
    table: Table, player: Player, taken: Iterable[CardId], fits: Fits, deed: str
) -> tuple[CardId, ...]:
    """The cards taken; one that turns out to be something else has not been found."""
    told = [(card, fits(card)) for card in taken]
    for card, is_such in told:
        if not is_such:
            table.refuse(deed, table.words("not such a card"), player, card)
    return tuple(card for card, is_such in told if is_such)
