"""What every game does alike: find its chapters, compile its cards, lay out its decks before set-up."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from typing import Any

from judgekit.cardtext.interpret import Interpreter
from judgekit.cardtext.lexicon import Lexicon, lexicon
from judgekit.cardtext.model import CreateToken, walk
from judgekit.engine.abilities import Definition
from judgekit.engine.state import UNKNOWN, Area, Card, CardId, Frame, Map, Player, State
from judgekit.games.game import PrintedCard, PropertySpec


def load_chapters(package: str) -> None:
    """Import every chapter of a game, in the book's order: each registers its clauses."""
    (folder,) = import_module(package).__path__
    for found in sorted(pkgutil.iter_modules([folder]), key=lambda one: one.name):
        if found.name.startswith("ch"):
            import_module(f"{package}.{found.name}")


def definitions(
    dialect: Interpreter,
    cards: Iterable[PrintedCard],
    language: str,
    specs: Sequence[PropertySpec] = (),
    token: Mapping[str, Any] | None = None,
) -> Iterable[Definition]:
    """Cards as printed, made playable; brackets mean what these cards have. A token that a text creates and
    nobody has described is such a card; whatever else it has is asked for."""
    printed = tuple(cards)
    known = lexicon(language, (card.properties for card in printed), (card.text for card in printed))
    named = tokens_named(printed, language, known) if token else ()
    for card in (*printed, *(PrintedCard(name, dict(token or {}), UNKNOWN) for name, _ in named)):
        properties: dict[str, Any] = dict(card.properties)
        found = dialect.define(card.name, properties, card.text, card.parsed(language, known))
        yield replace(found, untold=card.untold(specs))


def tokens_named(
    cards: Sequence[PrintedCard], language: str, known: Lexicon
) -> Iterator[tuple[str, PrintedCard]]:
    """The tokens that texts create and that are not among the cards, each with the first card to name it."""
    given = {card.name for card in cards}
    for card in cards:
        for node in walk(card.parsed(language, known)):
            if isinstance(node, CreateToken) and node.name not in given:
                given.add(node.name)
                yield node.name, card


def before_set_up(piles: Mapping[Any, Sequence[str]], frames: tuple[Frame, ...], seed: int | None) -> State:
    """The cards of both players where they lie before the game (`A.deck`), and where the rules begin."""
    cards: dict[CardId, Card] = {}
    areas: dict[Area, tuple[CardId, ...]] = {}
    for where, names in piles.items():
        owner, place = where.partition(".")[0], Area(where)
        numbers = tuple(CardId(len(cards) + at) for at in range(1, len(names) + 1))
        cards |= {n: Card(n, name, Player(owner), place) for n, name in zip(numbers, names, strict=True)}
        areas[place] = numbers
    return State(Map(cards), Map(areas), Map(), frames, seed=seed)
