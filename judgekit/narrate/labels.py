"""Cards by their names, as far as a reader may know them."""

from __future__ import annotations

from dataclasses import dataclass

from judgekit.engine.state import UNKNOWN, Card, CardId, State
from judgekit.engine.views import HIDDEN
from judgekit.narrate.events import named


@dataclass(frozen=True)
class Faces:
    """What cards are called at a place in a log, even by a name that became known later."""

    state: State
    last: State  # at the end of the log
    seen: State | None = None  # what the reader sees; none: all of it

    def __call__(self, card: int) -> str:
        if self.seen is not None and not (card in self.seen.cards and self.seen.cards[CardId(card)].id > 0):
            return HIDDEN
        found = self.card(CardId(card))
        return f"card {card}" if found is None else named(found.name)

    def card(self, number: CardId) -> Card | None:
        for state in (self.state, self.last):
            found = state.cards.get(number)
            if found is not None and found.name != UNKNOWN:
                return found
        gone = (former.card for ref, former in self.last.former.items() if ref.card == number)
        return self.state.cards.get(number) or next(gone, None)
