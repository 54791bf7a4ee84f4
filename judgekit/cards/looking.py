"""Cards by what people call them, with an error that lists what they could mean."""

from __future__ import annotations

from dataclasses import replace

from judgekit.cards.finding import find
from judgekit.cards.library import Library, UnknownCard
from judgekit.cards.model import Wording, as_printed
from judgekit.cases.files.lookup import LookedUp
from judgekit.games import game as game_of


def one_card(library: Library, game: str, word: str) -> int:
    """The only card that a word means."""
    found = library.meant(game, word)
    if len(found) == 1:
        return found[0]
    if found:
        which = ", ".join(called(library, one) for one in found)
        raise UnknownCard(f"{word!r} is {len(found)} cards: {which}; name its number")
    close = [
        f"{hit.name} ({hit.numbers[0]})" if hit.numbers else hit.name for hit in find(library, game, word, 3)
    ]
    near = f"; close to it: {', '.join(close)}" if close else ""
    raise UnknownCard(f"the library of {game} has no card {word!r}{near}")


def called(library: Library, card: int) -> str:
    """A card by the word that means only it."""
    numbers = library.numbers(card)
    name = library.wording(card).name
    return f"{name} ({numbers[0]})" if numbers else name


class Shelf:
    """A library as positions see it, today or on a day."""

    def __init__(self, library: Library, on: str = "") -> None:
        self.library = library
        self.on = on

    def look_up(self, game: str, word: str) -> list[LookedUp]:
        return [self._looked_up(card, game) for card in self.library.meant(game, word)]

    def near(self, game: str, word: str) -> list[str]:
        return [hit.name for hit in find(self.library, game, word, 3)]

    def _wording(self, card: int) -> Wording:
        """What a card said on the day; for a later card, its first wording."""
        earlier = [one for one in self.library.wordings(card) if self.on and one.since <= self.on]
        if self.on and not earlier:
            return self.library.wordings(card)[0]
        return self.library.wording(card, self.on)

    def _looked_up(self, card: int, game: str) -> LookedUp:
        wording = self._wording(card)
        numbers = self.library.numbers(card)
        printed = replace(as_printed(wording.faces, game_of(game)), wording=wording.hash)
        return LookedUp(printed, numbers[0] if numbers else "")
