"""How much of the vocabulary is read: `python -m judgekit.cardtext.frames [--write]`.

The frames of a game stand in fixtures/cards/frames-GAME.toml, each with texts that use it. A frame is read
when all of
its texts are, with one meaning each.
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

from judgekit.cardtext.errors import CardTextError
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
        texts = sum(len(each.texts) for each in all_of)
        found.append(f"{game:20} {read:3} of {len(all_of):3} frames read, {texts} texts")
        found += [f"  not read: {each.name}: {text}" for each in all_of for text in each.unread]
    return "\n".join(found)


def main(arguments: list[str]) -> None:
    if "--write" in arguments:
        README.write_text(MARKS.sub(rf"\1{report()}\2", README.read_text("utf-8")), "utf-8")
    sys.stdout.write(summary() + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
