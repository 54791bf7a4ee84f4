"""Card texts of a small game: a table of whole sentences, each with its ability.

A game whose cards say a few dozen things needs no grammar. Anything not in the table is refused, with the
nearest row: a text is read whole, or not at all.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable

from judgekit.cardtext.errors import CardTextError
from judgekit.engine.abilities import Ability, Definition, Pool
from judgekit.games.game import PrintedCard

Make = Callable[..., Ability]  # of an address, and of what the sentence gives: numbers, words


class Phrases:
    """`@phrases("When this card enters, draw {n}.")` above a function that makes the ability."""

    def __init__(self) -> None:
        self._rows: dict[str, tuple[re.Pattern[str], Make]] = {}

    def __call__(self, sentence: str) -> Callable[[Make], Make]:
        def keep(make: Make) -> Make:
            self._rows[sentence] = _pattern(sentence), make
            return make

        return keep

    def ability(self, line: str, address: str) -> Ability:
        for pattern, make in self._rows.values():
            if found := pattern.fullmatch(line.strip()):
                given = {name: int(text) for name, text in found.groupdict().items()}
                return make(address, **given)
        near = difflib.get_close_matches(line, self._rows, n=1, cutoff=0)
        raise CardTextError(line, 0, tuple(near))

    def pool(self, cards: Iterable[PrintedCard]) -> Pool:
        """Cards as printed, made playable: one ability per line."""
        definitions = {}
        for card in cards:
            lines = filter(None, map(str.strip, card.text.splitlines()))
            abilities = tuple(self.ability(line, f"{card.name}#{at}") for at, line in enumerate(lines, 1))
            definitions[card.name] = Definition(card.name, card.properties, abilities, card.text)
        return Pool(definitions, {})


def _pattern(sentence: str) -> re.Pattern[str]:
    """`draw {n}` -> draw, and a whole number that is called n."""
    parts = re.split(r"\{(\w+)\}", sentence)
    told = (f"(?P<{part}>[0-9]+)" if at % 2 else re.escape(part) for at, part in enumerate(parts))
    return re.compile("".join(told), re.IGNORECASE)
