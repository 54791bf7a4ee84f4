"""A card, its printings and its wordings, as a library keeps them."""

from __future__ import annotations

import unicodedata
from hashlib import blake2b
from typing import Any, Literal

import msgspec

from judgekit.cases.files.page import Problem
from judgekit.engine.state import UNKNOWN
from judgekit.games.game import Game, PrintedCard

Text = Literal["known", "empty", "unknown"]
KINDS = ("print", "errata", "typing correction", "reading")  # of wordings
BACK = "back "  # what the properties of a back begin with


class Face(msgspec.Struct, frozen=True, omit_defaults=True):
    """One side of a card; `text` is what the grammar reads, `original` what the source has."""

    name: str
    printed: dict[str, Any] = {}
    text: str = ""
    original: str = ""
    state: Text = "known"
    mended: tuple[str, ...] = ()
    refers: dict[str, str] = {}  # what the judge says a word of the text means
    unknown: tuple[str, ...] = ()  # fields of the list that tell nothing the game knows

    @property
    def words(self) -> str:
        """The text as a position has it: an unknown one is a question mark."""
        return UNKNOWN if self.state == "unknown" else self.text


class Entry(msgspec.Struct, frozen=True):
    """One row of a list, understood."""

    line: int
    faces: tuple[Face, ...]
    number: str = ""
    ids: tuple[str, ...] = ()
    series: str = ""
    rarity: str = ""
    row: dict[str, Any] = {}
    group: str = ""  # rows that say they are the same card

    @property
    def name(self) -> str:
        return self.faces[0].name


class Wording(msgspec.Struct, frozen=True):
    """What a card says, since when, and on whose word."""

    id: int
    card: int
    faces: tuple[Face, ...]
    hash: str
    kind: str
    source: str
    since: str
    until: str = ""

    @property
    def name(self) -> str:
        return self.faces[0].name


class Printing(msgspec.Struct, frozen=True):
    id: int
    card: int
    wording: int
    number: str
    series: str
    rarity: str
    source: str
    line: int
    row: dict[str, Any]


class Change(msgspec.Struct, frozen=True):
    """A wording that differs in more than spacing or lost signs."""

    card: int
    name: str
    number: str
    before: str
    after: str


class Imported(msgspec.Struct):
    """The result of reading a list: rows = taken + the rows that are listed with their reasons."""

    file: str
    game: str
    form: str
    rows: int = 0
    taken: int = 0
    new: int = 0  # cards
    printings: int = 0  # that were not there before
    listed: tuple[Problem, ...] = ()  # one a row
    changes: tuple[Change, ...] = ()
    mended: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()
    corrected: int = 0  # wordings whose lost signs another row restored

    @property
    def is_news(self) -> bool:
        return bool(self.new or self.printings or self.changes or self.corrected)


def fold(word: str) -> str:
    """Names and numbers are compared without regard to case, width, quotes, dashes or spacing."""
    plain = unicodedata.normalize("NFKC", word).casefold().translate(_ALIKE)
    return " ".join(plain.split())


_ALIKE = str.maketrans(
    {"’": "'", "‘": "'", "`": "'", "“": '"', "”": '"', "–": "-", "—": "-", "‐": "-", "·": "・"}
)


def hash_of(faces: tuple[Face, ...]) -> str:
    """What pins a wording: names, printed values and texts, not where they came from."""
    facts = [
        (face.name, sorted(face.printed.items()), face.text, face.state)
        + ((sorted(face.refers.items()),) if face.refers else ())
        for face in faces
    ]
    return blake2b(msgspec.json.encode(facts), digest_size=8).hexdigest()


def as_printed(faces: tuple[Face, ...], game: Game, name: str = "") -> PrintedCard:
    """The card as the game uses it: its back is one of its properties."""
    front = faces[0]
    properties = dict(front.printed)
    if len(faces) > 1:
        back = faces[1]
        own: dict[str, Any] = {BACK + key: value for key, value in back.printed.items()}
        own |= {f"{BACK}name": back.name, f"{BACK}text": back.words}
        known = {spec.name for spec in game.properties}
        properties |= {key: value for key, value in own.items() if key in known and value not in ("", ())}
    tidy = {key: tuple(value) if isinstance(value, list) else value for key, value in properties.items()}
    return PrintedCard(name or front.name, tidy, front.words, refers=tuple(sorted(front.refers.items())))
