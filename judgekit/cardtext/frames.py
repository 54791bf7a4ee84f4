"""How much of the vocabulary is read, and means something: `python -m judgekit.cardtext.frames [--write]`.

The frames of a game stand in fixtures/cards/frames-GAME.toml, each with texts that use it. A frame is read
when all of its texts are, with one meaning each; a text works when the game makes abilities of it that its
rules can run. That they then do what they say is for the rulings and the tests of each game to show.
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

from judgekit.cardtext.errors import CardTextError
from judgekit.cardtext.model import DeckRule
from judgekit.cardtext.parse import GAMES, lines, readings_of
from judgekit.paths import fixtures

README = Path(__file__).parent / "README.md"
MARKS = re.compile(r"(<!-- frames -->\n).*(<!-- end of frames -->)", re.DOTALL)


class Frame(NamedTuple):
    game: str
    group: str
    name: str
    texts: tuple[str, ...]
    unread: tuple[str, ...]

    @property
    def is_read(self) -> bool:
        return not self.unread


def frames(game: str) -> list[Frame]:
    groups = tomllib.loads((fixtures() / "cards" / f"frames-{game}.toml").read_text("utf-8"))
    return [
        Frame(game, group, name, tuple(texts), tuple(each for each in texts if not reads(each, game)))
        for group, found in groups.items()
        for name, texts in found.items()
    ]


def reads(text: str, game: str) -> bool:
    try:
        return all(len(readings_of(line, game)) == 1 for line in lines(text))
    except CardTextError:
        return False


def works(text: str, game: str) -> bool:
    """Whether the game gives the text a meaning in play, or in building a deck."""
    from judgekit.cardtext.interpret import NoMeaning
    from judgekit.cardtext.parse import parse
    from judgekit.games import game as game_of
    from judgekit.games.game import PrintedCard

    described = game_of(game.replace("_", "-"))
    try:
        pool = described.compile([PrintedCard("Card", {"type": "battle"}, text)], described.rules())
    except (NoMeaning, CardTextError):
        return False
    found = pool["Card"]
    about_decks = any(isinstance(verb, DeckRule) for one in parse(text, game) for verb in one.body)
    return bool(found.abilities) or set(found.properties) > {"type"} or about_decks


def table(found: list[Frame]) -> str:
    rows = [f"| {each.group} | {each.name} | {'yes' if each.is_read else 'no'} |" for each in found]
    return "\n".join(["| part | frame | read |", "|---|---|---|", *rows])


def report() -> str:
    parts = []
    for game in GAMES:
        found = frames(game)
        read = sum(each.is_read for each in found)
        parts.append(f"### {game}: {read} of {len(found)} frames read\n\n{table(found)}\n")
    return "\n".join(parts)


def summary() -> str:
    found = []
    for game in GAMES:
        all_of = frames(game)
        read = sum(each.is_read for each in all_of)
        texts = [text for each in all_of for text in each.texts]
        idle = [text for text in texts if not works(text, game)]
        working = f"{len(texts) - len(idle)} of {len(texts)} texts work"
        found.append(f"{game:20} {read:3} of {len(all_of):3} frames read, {working}")
        found += [f"  not read: {each.name}: {text}" for each in all_of for text in each.unread]
        found += [f"  no meaning: {text}" for text in idle if reads(text, game)]
    return "\n".join(found)


def main(arguments: list[str]) -> None:
    if "--write" in arguments:
        README.write_text(MARKS.sub(rf"\1{report()}\2", README.read_text("utf-8")), "utf-8")
    sys.stdout.write(summary() + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
