"""Which ruling shows each construct; `python -m judgekit.audit.texts.constructs` writes it.

A construct is a shape of the model with one thing that it says: `DealDamage.n = ThatMany`, `Discard.who =
opponent`. Names that a card, a token, a trait or an ability bears are none. fixtures/cards/constructs/X.toml
has, for every construct of the game's template cards, a ruling in which a card says it; what has none is
printed. Games can be named: `python -m judgekit.audit.texts.constructs gate_ruler`.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import msgspec

from judgekit.audit.texts.golden import expected, folder
from judgekit.cardtext.errors import CardTextError
from judgekit.cardtext.language import GAMES
from judgekit.cardtext.parse import parse
from judgekit.paths import rulings

NAMES = frozenset({"Ability.name", "Ability.text", "Is.values", "CreateToken.name", "Keyword.values"})


def table(game: str) -> dict[str, str]:
    """Construct -> the ruling that shows it."""
    found: dict[str, str] = tomllib.loads(file(game).read_text("utf-8"))
    return found


def file(game: str) -> Path:
    return folder() / "constructs" / f"{game}.toml"


def constructs(meaning: object) -> Iterator[str]:
    """What a meaning says, and what its parts say."""
    if isinstance(meaning, msgspec.Struct):
        yield type(meaning).__name__
        for field in msgspec.structs.fields(type(meaning)):
            value = getattr(meaning, field.name)
            if field.default is msgspec.NODEFAULT or value != field.default:
                yield from said(f"{type(meaning).__name__}.{field.name}", value)
    elif isinstance(meaning, tuple):
        for part in meaning:
            yield from constructs(part)


def said(where: str, value: object) -> Iterator[str]:
    """A part by its kind, a word as it is; a number is a number, whichever it is."""
    if where in NAMES:
        return
    for each in value if isinstance(value, tuple) else (value,):
        if isinstance(each, msgspec.Struct):
            yield f"{where} = {type(each).__name__}"
            yield from constructs(each)
        else:
            yield f"{where} = {each}" if isinstance(each, (str, bool)) else where


def of_templates(game: str) -> dict[str, str]:
    """Construct -> the first template card that says it."""
    found: dict[str, str] = {}
    for name, meaning in expected(game).items():
        for each in constructs(meaning):
            found.setdefault(each, name)
    return found


def of_rulings(game: str) -> dict[str, set[str]]:
    """Ruling -> what the cards in it say."""
    place = rulings() / game.replace("_", "-")
    return {path.stem: of_ruling(path, game) for path in sorted(place.rglob("*.toml"))}


def of_ruling(path: Path, game: str) -> set[str]:
    data = tomllib.loads(path.read_text("utf-8"))
    return {each for text in texts(data) for each in of_text(text, game)}


def texts(data: object) -> Iterator[str]:
    if isinstance(data, Mapping):
        for key, value in data.items():
            if key.endswith("text") and isinstance(value, str):  # a leader has a text on its back too
                yield value
            else:
                yield from texts(value)
    elif isinstance(data, list):
        for value in data:
            yield from texts(value)


def of_text(text: str, game: str) -> frozenset[str]:
    """Nothing for a text that is read only with the cards around it."""
    try:
        return frozenset(constructs(parse(text, game)))
    except CardTextError:
        return frozenset()


def fewest(wanted: Iterable[str], shown: Mapping[str, set[str]]) -> dict[str, str]:
    """For each construct one ruling, of few: always the one that shows most of what is left."""
    left, found = set(wanted) & set().union(*shown.values()), dict[str, str]()
    while left:
        name = max(shown, key=lambda each: (len(shown[each] & left), each))
        found |= dict.fromkeys(shown[name] & left, name)
        left -= shown[name]
    return dict(sorted(found.items()))


def written(rows: Mapping[str, str]) -> str:
    return "".join(f'"{construct}" = "{name}"\n' for construct, name in rows.items())


def lacking(game: str, shown: Mapping[str, set[str]]) -> list[str]:
    """What no ruling shows, and what only a ruling has."""
    templates, seen = of_templates(game), set[str]().union(*shown.values())
    untold = fewest(seen - set(templates), shown)
    return [
        *(f"{each} ({name}): no ruling" for each, name in templates.items() if each not in seen),
        *(f"{each} ({name}): no template card" for each, name in untold.items()),
    ]


def main(games: Iterable[str]) -> None:
    for game in games:
        shown = of_rulings(game)
        rows = fewest(of_templates(game), shown)
        file(game).write_text(written(rows), "utf-8")
        told = [f"{game}: {len(rows)} constructs have a ruling", *lacking(game, shown)]
        sys.stdout.write("\n".join([*told, ""]))


if __name__ == "__main__":
    main([each.replace("-", "_") for each in sys.argv[1:]] or GAMES)
