"""A table in the game's own words: areas, marks, numbers. What only the rules keep is not told."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from judgekit import games
from judgekit.engine.registry import Rulebook
from judgekit.engine.state import Card, area_name, area_player
from judgekit.games.game import Game, MarkSpec
from judgekit.narrate.events import VALUE, place, valued

FACE_DOWN = ("face down",)
RESTED = ("rested", "rest", "exhausted")


class TableWords:
    """A game's names for the parts of a table; a game that does not describe itself has the engine's."""

    def __init__(self, game: Game | None, states: Mapping[str, str]) -> None:
        self.areas = {spec.name: spec for spec in game.areas} if game else {}
        self.marks = {spec.name: spec for spec in game.marks} if game else {}
        self.numbers = {spec.key: spec for spec in game.numbers} if game else {}
        self.states = states

    def area(self, where: str) -> str:
        known = self.areas.get(area_name(where))
        if known is None:
            return place(where)
        player = area_player(where)
        return f"{player}'s {known.said}" if player else known.said

    def heading(self, thing: str) -> str:
        """A thing as a heading has it: an area or a number by its title, as the board does."""
        for spec in self.areas.values():
            thing = re.sub(rf"^([AB]'s )?{re.escape(spec.said)}(?= as |$)", rf"\g<1>{spec.title}", thing)
        for number in self.numbers.values():
            thing = re.sub(rf"^([AB]'s ){re.escape(_inside(number.name))}$", rf"\g<1>{number.name}", thing)
        return thing[:1].upper() + thing[1:]

    def meant(self, said: str, areas: Iterable[str]) -> str:
        """A thing as it is told; an area may be named as a position names it, too."""
        return next((self.area(one) for one in areas if place(one).casefold() == said.casefold()), said)

    def card(self, card: Card) -> str:
        """A card with what can be seen of how it lies."""
        down = [name for name in FACE_DOWN if card.mark(name)]
        told = [*down, *marks_told(card, self.marks, self.states)]
        if not self.marks:
            told = [
                name if value is True else f"{name} {value}" for name, value in card.marks if name != "object"
            ]
        return f"{card.name} ({', '.join(told)})" if told else card.name

    def number(self, key: str, value: int) -> tuple[str, str] | None:
        """A number and its value, if it is told at all."""
        player, _, own = key.rpartition(".")
        spec = self.numbers.get(own)
        if spec is None:
            return None if self.numbers else (place(key), str(value))
        if spec.bookkeeping:
            return None
        title = _inside(spec.name)
        return (f"{player}'s {title}" if player else title), spec.told(value)


def table_words(rules: Rulebook) -> TableWords:
    return _words(rules.book.game, rules)


@lru_cache(maxsize=32)
def _words(name: str, rules: Rulebook) -> TableWords:
    known = games.game(name) if name in games.NAMES else None
    return TableWords(known, rules.words.states)


def marks_told(card: Card, specs: Mapping[str, MarkSpec], states: Mapping[str, str]) -> Iterator[str]:
    """What a card bears, in words; whether it lies face down is told apart."""
    for name, value in card.marks:
        if name in FACE_DOWN or (name in specs and specs[name].bookkeeping):
            continue
        if value is True or (isinstance(value, tuple) and name in specs):
            yield name
        elif name in specs and value not in (None, False):
            said = states.get(name, "")
            yield valued(said, value) if VALUE in said else f"{name} {plain(value)}"


def plain(value: Any) -> str:
    if isinstance(value, tuple | list):
        return ", ".join(map(str, value))
    return "–" if value is None else f"{value:,}".replace(",", "\u202f") if type(value) is int else str(value)


def _inside(name: str) -> str:
    """A name inside a sentence."""
    return name[:1].lower() + name[1:]
