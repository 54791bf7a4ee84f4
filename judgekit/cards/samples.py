"""Libraries and decks of invented cards, so that everything can be tried without real ones."""

from __future__ import annotations

from pathlib import Path

from judgekit import paths
from judgekit.cards.decks.matching import deck_of, match
from judgekit.cards.decks.reading import read
from judgekit.cards.importing import bring, propose
from judgekit.cards.library import Library
from judgekit.cards.model import Imported
from judgekit.cases.files.decks import DeckList


def folder() -> Path:
    return paths.fixtures() / "libraries"


def take_sample(library: Library, game: str) -> Imported:
    """Put the invented cards of a game into a library."""
    note = "invented cards that come with judgekit"
    return bring(library, propose(folder() / f"{game}.json", game), note=note)


def decks(game: str) -> list[Path]:
    return sorted((folder() / "decks").glob(f"{game}-*.txt"))


def deck(library: Library, path: Path) -> DeckList:
    """A sample deck with its cards from the library."""
    game = path.stem.rpartition("-")[0]
    return deck_of(library, match(library, game, read(path.read_text("utf-8"), path.name)), path.stem)
