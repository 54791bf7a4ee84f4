"""A table at which a card text is tried out: fixtures/cards/stages/GAME.toml, with the card put in.

In a stage "@" stands for the card, "#" for the cards that its text names, and "+" for plain cards with the
traits, characters and colours that its text names. Both players have the same table; a stage has variants,
and says of each type of card what such a card looks like and where else it lies.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import msgspec

from judgekit import paths
from judgekit.cases.files.page import WrongInput
from judgekit.cases.files.position import Position, loads
from judgekit.engine.state import PLAYERS
from judgekit.games.game import Game, PropertySpec

CARD, NAMED, PLAIN = "@", "#", "+"
QUOTED = re.compile(r'"([^"\[:]+)"|\{(\w\w[^}]*)\}')
MARKED = {"«": re.compile(r"«([^»]+)»"), "<": re.compile(r"<([^<>]+)>")}
Data = dict[str, Any]


class Type(msgspec.Struct, frozen=True):
    """A type of card: its stats, where it lies, and which words in a text make it worth trying."""

    card: Data
    areas: Data
    says: str = ""


class Stage(msgspec.Struct, frozen=True):
    at: str
    marks: dict[str, str]  # which bracket stands for which property
    plain: Data
    cards: dict[str, Data]
    areas: Data
    types: dict[str, Type]
    variants: tuple[Data, ...]
    games: int = 12  # games at most for a text
    steps: int = 350  # clauses at most in a game


@cache
def stage(game: str) -> Stage:
    path = paths.fixtures() / "cards" / "stages" / f"{game}.toml"
    return msgspec.convert(tomllib.loads(path.read_text("utf-8")), Stage)


def tables(game: Game, name: str, text: str) -> Iterator[Position]:
    """The tables for a text: each variant with each type of card that can have such a text."""
    found = stage(game.name.replace("-", "_"))
    for variant in found.variants:
        for kind, one in found.types.items():
            if not re.search(one.says, text):
                continue
            try:
                yield loads(json.dumps(table(game, found, name, text, kind, variant)), "stage")
            except WrongInput as error:
                if not is_about_the_text(error, name):
                    raise


def is_about_the_text(error: WrongInput, name: str) -> bool:
    """A text that no card of the type can have; anything else is a fault of the stage."""
    return any(problem.field in (f"cards.{name}.text", f'cards."{name}".text') for problem in error.problems)


def table(game: Game, found: Stage, name: str, text: str, kind: str, variant: Data) -> Data:
    words = words_of(game, found, text)
    said = {key: word for key, word in words.items() if key not in found.marks.values()}
    named = [one for one in names_in(text) if one not in (name, *found.cards)]
    plain = joined(found.plain, fitting(game, found.plain["type"], words))
    card = found.types[kind].card
    printed = {"type": kind, **with_name(card, name), "text": text}
    cards = {one: worded(game, found, stats, words) for one, stats in found.cards.items()}
    cards |= {name: joined(printed, fitting(game, kind, said)), "Plain One": plain}
    cards |= dict.fromkeys(named, plain)
    at = variant.get("at", found.at)
    areas = filled(found.areas | found.types[kind].areas | variant, name, named)
    seats = {str(player): areas for player in PLAYERS}
    numbers = {"table": variant["table"]} if "table" in variant else {}
    return {"game": game.name, "at": at, "turn": "A", "seed": 1, "cards": cards, **numbers, **seats}


def with_name(card: Data, name: str) -> Data:
    return {k: v.replace(CARD, name) if isinstance(v, str) else v for k, v in card.items()}


def names_in(text: str) -> list[str]:
    """Cards that a text calls by name."""
    return list(dict.fromkeys(one or other for one, other in QUOTED.findall(text)))


def words_of(game: Game, found: Stage, text: str) -> Mapping[str, list[str]]:
    """Traits and the like that a text asks for, by the property that has them."""
    words = {
        found.marks[sign]: pattern.findall(text) for sign, pattern in MARKED.items() if sign in found.marks
    }
    for spec in game.properties:
        if spec.form == "words" and spec.choices and not spec.name.startswith(("back", "specified")):
            said = [one for one in spec.choices if re.search(rf"\b{one}\b", text, re.IGNORECASE)]
            words[spec.name] = said or list(spec.choices[:1])
    return {key: list(dict.fromkeys(found)) for key, found in words.items() if found}


def fitting(game: Game, kind: str, words: Mapping[str, list[str]]) -> Data:
    """Those that a card of a type can have."""
    specs = {spec.name: spec for spec in game.properties}
    return {key: found for key, found in words.items() if can_have(specs.get(key), kind)}


def worded(game: Game, found: Stage, stats: Data, words: Mapping[str, list[str]]) -> Data:
    """A card of the stage: one unlike the plain ones also has what the text names."""
    same = stats["type"] == found.plain["type"]
    return stats if same else joined(stats, fitting(game, stats["type"], words))


def joined(stats: Data, words: Mapping[str, list[str]]) -> Data:
    return stats | {key: list(dict.fromkeys([*stats.get(key, ()), *said])) for key, said in words.items()}


def can_have(spec: PropertySpec | None, kind: str) -> bool:
    return spec is not None and (not spec.types or kind in spec.types)


def filled(areas: Data, name: str, named: list[str]) -> Data:
    return {
        area: [one for each in inside for one in put_in(each, name, named)]
        if isinstance(inside, list)
        else inside
        for area, inside in areas.items()
        if area not in ("at", "table")
    }


def put_in(each: Any, name: str, named: list[str]) -> list[Any]:
    """A symbol of the stage as the cards it stands for."""
    if isinstance(each, dict):
        inner = {key: filled({key: value}, name, named)[key] for key, value in each.items() if key != "card"}
        return [{**inner, "card": one} for one in put_in(each["card"], name, named)]
    return {CARD: [name], NAMED: named or ["Plain One"], PLAIN: ["Plain One"]}.get(each, [each])
