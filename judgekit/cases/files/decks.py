"""Deck lists: a file with the cards as printed and the piles of a deck; checked by every clause at once."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path as File
from typing import Any

from judgekit.cardtext.recovery import unread_in
from judgekit.cases.files.cards import read_cards
from judgekit.cases.files.line_finder import Path
from judgekit.cases.files.page import Page, guess, is_a, open_page
from judgekit.cases.files.position import A_GAME, read_edition, read_readings
from judgekit.engine.registry import Rulebook
from judgekit.games.game import Deck, Game, PrintedCard, Violation

_LINE = re.compile(r"(?:(\d+)\s*[x×]?\s+)?(.*\S)")  # "4 Tank", "4x Tank", "Tank"
_BUILDS = re.compile(
    r"\bdeck\b.*\b(includes?|contains?|cop(y|ies))\b|\b(includes?|cop(y|ies))\b.*\bdeck\b", re.I | re.S
)
FIELDS = ("game", "title", "notes", "cards", "deck")


@dataclass(frozen=True)
class DeckList:
    game: Game
    edition: str
    cards: Mapping[str, PrintedCard]
    deck: Deck
    title: str = ""

    def violations(self, rules: Rulebook | None = None) -> list[Violation]:
        """Every clause of deck construction that the deck breaks."""
        return self.game.check_deck(self.deck, self.cards, rules or self.game.rules(self.edition))

    def by_hand(self) -> dict[str, list[str]]:
        """What its cards say about building a deck and is not read, by card: none of it has been checked."""
        named = {name for pile in self.deck.piles.values() for name in pile} & set(self.cards)
        found = {name: unread_about_decks(self.cards[name], self.game) for name in sorted(named)}
        return {name: texts for name, texts in found.items() if texts}

    def reasons(self, rules: Rulebook | None = None) -> list[str]:
        """The clauses that let something into the deck, where the game names them."""
        if self.game.deck_reasons is None:
            return []
        return self.game.deck_reasons(self.deck, self.cards, rules or self.game.rules(self.edition))


def unread_about_decks(card: PrintedCard, game: Game) -> list[str]:
    abilities = card.parsed(game.name.replace("-", "_")) if _BUILDS.search(card.text) else ()
    unread = [each.text for ability in abilities for each in unread_in(ability)]
    return [text for text in unread if _BUILDS.search(text)]


def load(path: File | str) -> DeckList:
    return read(open_page(path))


def read(page: Page) -> DeckList:
    page.only(FIELDS, "the fields of a deck list")
    game, number = read_edition(page, page.text("game", required=True, expected=A_GAME))
    if game is None:
        page.finish()
        raise AssertionError  # a game that is not there has been reported
    found = read_in(page, game, number)
    page.finish()
    return found


def read_in(page: Page, game: Game, number: str) -> DeckList:
    """The `cards` and the `deck` of a page."""
    if "deck" not in page.data:
        page.missing(("deck",), 'a table of piles, like main = ["4 Tank", "Roar"]')
    rules = game.rules(number)
    standing = game.compile((), rules).definitions
    cards = {name: PrintedCard(name, one.properties) for name, one in standing.items()} | read_cards(
        page, game
    )
    deck = read_deck(page.inside("deck"), cards, rules)
    return DeckList(game, number, cards, deck, page.text("title"))


def read_deck(page: Page, cards: Mapping[str, PrintedCard], rules: Rulebook) -> Deck:
    piles = {}
    for name, pile in page.data.items():
        if name not in ("ruler", "readings"):
            piles[name] = _pile(page, name, pile, cards)
    rulers = page.texts("ruler")
    if len(rulers) > 1:
        piles["ruler"] = rulers
    readings = read_readings(page.inside("readings"), rules)
    return Deck(piles, rulers[0] if len(rulers) == 1 else "", readings)


def _pile(page: Page, name: str, pile: Any, cards: Mapping[str, PrintedCard]) -> tuple[str, ...]:
    if isinstance(pile, dict):
        return tuple(c for card, n in pile.items() for c in _copies(page, (name, card), card, n, cards))
    if not isinstance(pile, list):
        page.wrong((name,), 'a list of cards, like ["4 Tank", "Roar"]', pile)
        return ()
    found: list[str] = []
    for at, one in enumerate(pile):
        line = _LINE.fullmatch(one) if isinstance(one, str) else None
        if line is None:
            page.wrong((name, at), "a card, with the number of copies before its name", one)
        elif one in cards:
            found.append(one)
        else:
            found += _copies(page, (name, at), line[2], int(line[1] or 1), cards)
    return tuple(found)


def _copies(page: Page, path: Path, card: str, n: Any, cards: Mapping[str, PrintedCard]) -> list[str]:
    if card not in cards:
        page.wrong(path, "a card of [cards]" + guess(card, cards), card)
    if not is_a(n, int) or n < 1:
        page.wrong(path, "how many copies, from 1", n)
        return []
    return [card] * n
