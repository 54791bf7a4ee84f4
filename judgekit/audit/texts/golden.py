"""What the fixture texts must mean: `python -m judgekit.audit.texts.golden` writes it down again.

A person checks the difference before it is committed. For every game: expected/GAME.json (the abilities) and
expected/GAME.txt (printed text and our standard wording, side by side). errors/*.txt: a wrong text and its
message.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import msgspec

from judgekit.cardtext.errors import CardTextError
from judgekit.cardtext.language import GAMES
from judgekit.cardtext.model import Ability, bare
from judgekit.cardtext.parse import parse
from judgekit.cardtext.wording.abilities import wording
from judgekit.paths import fixtures

ARROW = "=>"


def folder() -> Path:
    return fixtures() / "cards"


@cache
def cards(game: str) -> dict[str, str]:
    """Name -> printed text."""
    found: dict[str, str] = tomllib.loads((folder() / f"{game}.toml").read_text("utf-8"))["cards"]
    return found


@cache
def expected(game: str) -> dict[str, tuple[Ability, ...]]:
    data = (folder() / "expected" / f"{game}.json").read_bytes()
    return msgspec.json.decode(data, type=dict[str, tuple[Ability, ...]])


def as_json(game: str) -> bytes:
    meant = {name: tuple(map(bare, parse(text, game))) for name, text in cards(game).items()}
    rows = [f"{encoded(name)}: {encoded(abilities)}" for name, abilities in meant.items()]
    return ("{\n" + ",\n".join(rows) + "\n}\n").encode()


def encoded(value: object) -> str:
    return msgspec.json.encode(value).decode()


def as_text(game: str, names: Iterable[str] = ()) -> str:
    """Of these cards, or of all: what is printed, and how we say it."""
    parts = []
    for name in names or cards(game):
        text = cards(game)[name]
        printed = [f"  card: {line}" for line in text.splitlines()]
        said = [f"  ours: {wording(ability, game)}" for ability in parse(text, game)]
        parts.append("\n".join([name, *printed, *said]))
    return "\n\n".join(parts) + "\n"


def error_files() -> list[Path]:
    return sorted((folder() / "errors").glob("*.txt"))


def wrong_text(file: Path) -> tuple[str, str]:
    """Game and text of an error file."""
    game, _, rest = file.read_text("utf-8").partition("\n")
    return game, rest.partition(f"\n{ARROW}\n")[0]


def with_message(file: Path) -> str:
    game, text = wrong_text(file)
    try:
        parse(text, game)
    except CardTextError as error:
        return f"{game}\n{text}\n{ARROW}\n{error}\n"
    raise ValueError(f"{file.name}: this text can be read")


def main() -> None:
    for game in GAMES:
        (folder() / "expected" / f"{game}.json").write_bytes(as_json(game))
        (folder() / "expected" / f"{game}.txt").write_text(as_text(game), "utf-8")
    for file in error_files():
        file.write_text(with_message(file), "utf-8")
    sys.stdout.write(
        f"{sum(len(cards(game)) for game in GAMES)} cards, {len(error_files())} errors written\n"
    )


if __name__ == "__main__":
    main()
