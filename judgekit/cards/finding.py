"""Finding a card while a player waits: by name, number, part of either, misspelt, by words of its text."""

from __future__ import annotations

import re
from functools import lru_cache

import msgspec
from rapidfuzz import fuzz, process, utils

from judgekit.cards.library import Library
from judgekit.cards.model import fold

MOST = 50
CLOSE = 55.0  # of 100: how like a misspelt name must be


class Hit(msgspec.Struct, frozen=True):
    card: int
    name: str
    numbers: tuple[str, ...]
    type: str
    why: str  # "number", "name", "part", "misspelt", "text"


class _Names(msgspec.Struct):
    cards: list[int]
    names: list[str]


def find(library: Library, game: str, words: str, most: int = 10) -> list[Hit]:
    """The best first: exact matches, then those that contain it, close ones, texts with the words."""
    words = words.strip()[:200]
    if not words:
        return []
    ranked: dict[int, str] = {}
    for card in library.meant(game, words):
        ranked.setdefault(card, "number" if re.search(r"\d", words) else "name")
    for card in _parts(library, game, words, ("name", "numbers")):
        ranked.setdefault(card, "part")
    if len(ranked) < most:
        for card in _misspelt(library, game, words, most):
            ranked.setdefault(card, "misspelt")
    for card in _parts(library, game, words, ("name", "traits", "text")) if len(ranked) < MOST else ():
        ranked.setdefault(card, "text")
    if len(words.split()) > 1:  # a sentence of a text comes before names that only look a little like it
        ranked = dict(sorted(ranked.items(), key=lambda one: _ORDER.index(one[1])))
    return [_hit(library, card, why) for card, why in list(ranked.items())[: min(most, MOST)]]


_ORDER = ("number", "name", "part", "misspelt", "text")


def _parts(library: Library, game: str, words: str, columns: tuple[str, ...]) -> list[int]:
    """Cards that contain every word, as a part; a trigram index needs three characters."""
    asked = [word for word in words.split() if len(word) >= 3]
    if not asked:
        return _beginning(library, game, words) if "numbers" in columns else []
    query = " AND ".join('"' + word.replace('"', '""') + '"' for word in asked)
    found = library.rows(
        "SELECT rowid FROM words WHERE words MATCH ? AND game = ? "
        "ORDER BY bm25(words, 12, 8, 3, 1), length(name) LIMIT ?",
        f"{{{' '.join(columns)}}} : ({query})", game, MOST,
    )  # fmt: skip
    return [card for (card,) in found]


def _beginning(library: Library, game: str, words: str) -> list[int]:
    """One or two characters: names and numbers that begin with them."""
    begin = fold(words)
    found = library.rows(
        "SELECT DISTINCT card FROM aliases WHERE game = ? AND folded >= ? AND folded < ? "
        "AND kind IN ('name', 'number') LIMIT ?",
        game, begin, begin + "\U0010ffff", MOST,
    )  # fmt: skip
    return [card for (card,) in found]


def _misspelt(library: Library, game: str, words: str, most: int) -> list[int]:
    known = _names(library, game, _state(library))
    said = utils.default_process(fold(words))
    close = process.extract(said, known.names, scorer=fuzz.ratio, limit=most * 2, score_cutoff=CLOSE)
    return [known.cards[at] for _, _, at in close]


def _state(library: Library) -> int:
    return int(
        library.rows("SELECT coalesce(max(id), 0) + (SELECT count(*) FROM aliases) FROM printings")[0][0]
    )


@lru_cache(maxsize=16)
def _names(library: Library, game: str, state: int) -> _Names:
    """All names of cards, kept as long as the library is unchanged."""
    found = library.rows(
        "SELECT card, alias FROM aliases WHERE game = ? AND kind IN ('name', 'number', 'back')", game
    )
    return _Names([card for card, _ in found], [utils.default_process(fold(alias)) for _, alias in found])


def _hit(library: Library, card: int, why: str) -> Hit:
    front = library.wording(card).faces[0]
    return Hit(card, front.name, tuple(library.numbers(card)[:4]), str(front.printed.get("type", "")), why)
