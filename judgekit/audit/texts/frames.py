"""How much of the vocabulary is read, and means something: `judgekit card frames [--play]`.

The frames of a game are in fixtures/cards/frames-GAME.toml, each with texts that use it. A frame is read when
all of its texts are, with one meaning each; a text works when the game makes abilities of it that its rules
can run. Each text is also filled with other selectors (`fillings.py`). With `--play`, random games show which
texts act and apply. Whether they do what they say is for the rulings and the tests of each game.
"""

from __future__ import annotations

import re
import sys
import tomllib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from judgekit.cardtext.errors import CardTextError
from judgekit.cardtext.language import GAMES
from judgekit.cardtext.model import DeckRule
from judgekit.cardtext.parse import lines, parse, readings_of, unmarked
from judgekit.paths import fixtures

if TYPE_CHECKING:
    from judgekit.games.game import Game

README = Path(__file__).parents[2] / "cardtext" / "README.md"
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


@cache
def frames(game: str) -> list[Frame]:
    groups = tomllib.loads((fixtures() / "cards" / f"frames-{game}.toml").read_text("utf-8"))
    return [
        Frame(game, group, name, tuple(texts), tuple(each for each in texts if not reads(each, game)))
        for group, found in groups.items()
        for name, texts in found.items()
    ]


def reads(text: str, game: str) -> bool:
    try:
        return all(len(readings_of(line, game)) == 1 for line in lines(unmarked(text, game)))
    except CardTextError:
        return False


def works(text: str, game: str) -> bool:
    """Whether the game gives the text a meaning in play, or in building a deck, on some type of card."""
    from judgekit.games import game as game_of

    described = game_of(game.replace("_", "-"))
    kinds = described.types
    return any(works_on(text, described, kind) for kind in kinds)


def works_on(text: str, game: Game, kind: str) -> bool:
    from judgekit.cardtext.interpret import NoMeaning
    from judgekit.games.game import PrintedCard

    try:
        pool = game.compile([PrintedCard("Card", {"type": kind}, text)], game.rules())
    except (NoMeaning, CardTextError):
        return False
    found = pool["Card"]
    read = parse(text, game.name.replace("-", "_"))
    about_decks = any(isinstance(verb, DeckRule) for one in read for verb in one.body)
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


class Share(NamedTuple):
    """What is true of the frames of a game: how many out of how many, and what is left."""

    game: str
    counts: dict[str, tuple[int, int]]
    left: tuple[str, ...]

    def __str__(self) -> str:
        parts = [f"{n} of {of} {what}" for what, (n, of) in self.counts.items()]
        return "\n".join([f"{self.game}: {', '.join(parts)}", *(f"  {one}" for one in self.left)])


def share(game: str, play: bool = False) -> Share:
    """How many frames are read, how many texts work, how many fillings are read and work."""
    all_of = frames(game)
    texts = [text for each in all_of for text in each.texts]
    idle = [text for text in texts if not works(text, game)]
    counts = {
        "frames read": (sum(each.is_read for each in all_of), len(all_of)),
        "texts work": (len(texts) - len(idle), len(texts)),
    }
    left = [f"not read: {each.name}: {text}" for each in all_of for text in each.unread]
    left += [f"no meaning: {text}" for text in idle if reads(text, game)]
    for more, rest in (of_fillings(game, texts), of_games(game, texts) if play else ({}, [])):
        counts |= more
        left += rest
    return Share(game, counts, tuple(left))


def of_fillings(game: str, texts: list[str]) -> tuple[dict[str, tuple[int, int]], list[str]]:
    """The texts with other selectors in them."""
    from judgekit.audit.texts.fillings import fillings, said
    from judgekit.cardtext.wording.abilities import wording

    filled = [each for text in texts if reads(text, game) for each in fillings(text, game)]
    words = {wording(each, game): said(each, game) for each in filled}
    unread = [text for text, back in words.items() if not back]
    idle = [text for text, back in words.items() if back and not works(text, game)]
    read = len(words) - len(unread)
    counts = {"fillings read": (read, len(words)), "fillings work": (read - len(idle), len(words))}
    left = [f"filled, not read: {text}" for text in unread]
    return counts, left + [f"filled, no meaning: {text}" for text in idle]


def of_games(game: str, texts: list[str]) -> tuple[dict[str, tuple[int, int]], list[str]]:
    """What random games show of the texts."""
    from judgekit.audit.texts.played import figures, measure
    from judgekit.games import game as game_of

    seen = [measure(game_of(game.replace("_", "-")), "Sample", text) for text in texts]
    counts = figures(seen)
    left = [f"not seen: {', '.join(one.unseen)}: {one.text}" for one in seen if one.unseen]
    told = {"texts still work in play": counts["works"], "texts act": counts["acts"]}
    return told | {"texts apply": counts["applies"]}, left


def summary(play: bool = False) -> str:
    return "\n".join(str(share(game, play)) for game in GAMES)


def main(arguments: list[str]) -> None:
    if "--write" in arguments:
        README.write_text(MARKS.sub(rf"\1{report()}\2", README.read_text("utf-8")), "utf-8")
    sys.stdout.write(summary() + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
