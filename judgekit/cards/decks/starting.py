"""From decks to a table: a deck as a file, and a position at set-up from two of them."""

from __future__ import annotations

from typing import Any

from judgekit.cases.files.decks import DeckList
from judgekit.cases.files.position import Position
from judgekit.cases.files.writer import card_tables, saved, toml
from judgekit.engine.state import PLAYERS
from judgekit.errors import JudgekitError


class DeckError(JudgekitError):
    """A deck that a game cannot start with."""


def deck_file(deck: DeckList) -> str:
    """A deck as a file that carries its cards."""
    piles: dict[str, Any] = {name: list(_counted(pile)) for name, pile in deck.deck.piles.items()}
    if deck.deck.ruler:
        piles["ruler"] = deck.deck.ruler
    head = {"game": f"{deck.game.name}/{deck.edition}"} | ({"title": deck.title} if deck.title else {})
    return toml({**head, "deck": piles, "cards": card_tables(deck.cards.values(), {})})


def _counted(pile: Any) -> list[str]:
    counts: dict[str, int] = {}
    for name in pile:
        counts[name] = counts.get(name, 0) + 1
    return [f"{count} {name}" for name, count in counts.items()]


def start(first: DeckList, second: DeckList, seed: int | None, title: str = "") -> str:
    """A position at the first clause of set-up; without a seed the judge says what is shuffled and drawn."""
    if first.game is not second.game or first.edition != second.edition:
        raise DeckError(
            f"both decks must be of one edition; these are of {first.game.name}/{first.edition} and "
            f"{second.game.name}/{second.edition}"
        )
    game, rules = first.game, first.game.rules(first.edition)
    cards = {**second.cards, **first.cards}
    try:
        state = game.new_game(dict(zip(PLAYERS, (first.deck, second.deck), strict=True)), seed, rules)
    except (KeyError, StopIteration):
        raise DeckError("a deck lacks a pile that this game cannot begin without") from None
    pool = game.playable(cards.values(), rules)
    name = title or " against ".join(one.title or "a deck" for one in (first, second))
    return saved(Position(game, first.edition, rules, tuple(cards.values()), pool, state, title=name))
