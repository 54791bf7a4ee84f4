"""One game's language, as the common reader sees it: its grammar, its words, and what it calls its cards.

Each game says these things in `language/reading.py` of its own folder; nothing here knows a game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module, resources
from typing import Any

from judgekit import known
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.markup import Rewrite
from judgekit.cardtext.model import Ability, Event, Is, Selector
from judgekit.cardtext.wording.words import Words

GAMES = tuple(name.replace("-", "_") for name in known.OURS)


@dataclass(frozen=True)
class Language:
    """What the reader must know of one game's card texts."""

    name: str  # as its folder is called
    folder: str  # the package that has its `grammar.lark`
    words: Words
    types: Mapping[str, tuple[str, ...]]  # which types of card a noun is said of; none: it names a place
    areas: Mapping[str, str]  # nouns that say where the card is: the ability must work there
    headers: Callable[[Ability], list[str]]  # what stands in brackets before an ability, in our wording
    keyword: Callable[[Words, Ability], str]  # a keyword that says more than its name, in our wording
    front: Callable[[Words, Ability, list[str]], str] | None = None  # its own trigger, costs, conditions
    traits: Mapping[str, str] = field(default_factory=dict)  # nouns that say which trait the card has
    actions: Mapping[str, Callable[..., Any]] = field(default_factory=dict)  # in place of the common ones
    unsaid: Event | None = None  # what sets off a text that happens and does not say when
    unsaid_on: tuple[str, ...] = ()  # the types of cards on which such a text can stand; none: all
    markup: tuple[Rewrite, ...] = ()  # what its lists write in place of words: a pattern, and the words
    bears: Mapping[str, str] = field(
        default_factory=dict
    )  # properties that brackets name: "traits": "A_TRAIT"
    lacking: Mapping[str, str] = field(default_factory=dict)  # numbers, and the noun for cards without them
    known: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # values of these, from the rule book
    settle: Callable[[Ability], Ability] | None = None  # what the game makes of an ability as it was read
    told: Callable[[str, Mapping[str, Any]], str] | None = None  # a text, with what its card says elsewhere
    set_off_in: Mapping[str, tuple[str, ...]] = field(
        default_factory=dict
    )  # areas where coming there sets off the texts of these types of cards alone
    speaks_for: Selector | None = None  # the card for which such a text speaks, if it names none
    bare: bool = False  # a word with a capital that the grammar does not know is a property of cards
    opponent_is_open: bool = False  # whose opponent a bare "the opponent" is, the book leaves open

    def source(self) -> str:
        """The grammar: the common part, then the game's own."""
        files = (
            resources.files("judgekit.cardtext") / "core.lark",
            resources.files(self.folder) / "grammar.lark",
        )
        return "\n".join(file.read_text(encoding="utf-8") for file in files)


@cache
def language(game: str) -> Language:
    """A game's language, by the name of its folder."""
    if game not in GAMES:
        raise ValueError(f"no card texts for the game {game!r}; known: {', '.join(GAMES)}")
    found = import_module(f"judgekit.games.{game}.language.reading").LANGUAGE
    assert isinstance(found, Language)
    return found


def property_reader(what: str) -> Callable[[tuple[str, ...]], Is]:
    """« » and < > enclose a different property in each game."""
    return lambda values: Is(what, values)


def both_reader(what: str) -> Callable[[str, str], tuple[Is, ...]]:
    """The same for two pairs of « » on one card."""
    return lambda one, other: (Is(what, (one,)), Is(what, (other,)))


def no_zone_words(numbers: tuple[int, ...]) -> Any:
    raise Unsound("this game has no zones with numbers")
