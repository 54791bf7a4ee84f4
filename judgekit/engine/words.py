"""The words of a game's steps: questions, refusals and notes, each found by its key.

A game keeps them in `narrate.toml` beside its rules. A step names the key and gives the parts that differ:
`table.words("draw another", drawn=1, n=3)`. So a sentence is changed, or translated, without touching a
rule. What the engine itself asks is worded in its own `narrate.toml`: every game has those words, and may
replace them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

from judgekit.engine.errors import WordsError

FILE = "narrate.toml"
SECTIONS = (  # a key is in one of them
    "questions", "options", "answers", "refusals", "notes", "requirements", "cards", "deck", "positions",
    "editions",
)  # fmt: skip
BY_ID = ("deeds", "states", "moves")  # by the id of an action, the name of a mark or of an area
Sections = Mapping[str, Mapping[str, str]]


class Words:
    """The sentences of one game by their keys."""

    def __init__(
        self,
        sections: Sections,
        file: str,
        others: Mapping[str, str] | None = None,
        keyed: Collection[str] = SECTIONS,
    ) -> None:
        self.file = file
        self.own = {key: text for name in keyed for key, text in sections.get(name, {}).items()}
        self.sentences = {**(others or {}), **self.own}
        self.deeds = dict(sections.get("deeds", {}))  # how an action is said: "attack": "{0} attacks {1}"
        self.moves = dict(sections.get("moves", {}))  # a card that goes there: "removed": "{card} is removed"
        self.states = dict(sections.get("states", {}))  # what a marked card is: "rest": "in Rest Mode"

    def __call__(self, key: str, /, **parts: Any) -> str:
        """A sentence with its parts filled in; `{n:card|cards}` is the word that goes with a number."""
        sentence = self.sentences.get(key)
        if sentence is None:
            raise WordsError(f"there are no words for {key!r}: {self.file} needs a line {key!r} = …")
        if not parts:
            return sentence
        try:
            return sentence.format_map({name: _counted(part) for name, part in parts.items()})
        except KeyError as missing:
            raise WordsError(f"{self.file}: {key!r} wants {missing}, which the rules do not give") from None


class _Count(int):
    """A number that chooses between `one|many`."""

    def __format__(self, spec: str) -> str:
        one, between, many = spec.partition("|")
        return (one if self == 1 else many) if between else super().__format__(spec)


def _counted(part: Any) -> Any:
    return _Count(part) if type(part) is int else part


def words_of(package: str) -> Words:
    """The words of the game in a package, and those of the engine that it does not word itself."""
    file = resources.files(package).joinpath(FILE)
    return Words(read(file), str(file), ENGINE.sentences)


def read(file: Traversable, keyed: Collection[str] = SECTIONS, by_id: Collection[str] = BY_ID) -> Sections:
    """The sections of a file, each with its sentences by their keys."""
    sections, known = _sections(file), (*keyed, *by_id)
    keys: set[str] = set()
    for section, sentences in sections.items():
        if section not in known or not isinstance(sentences, dict):
            raise WordsError(f"{file}: [{section}] is none of {', '.join(known)}")
        for key, sentence in sentences.items():
            if not isinstance(sentence, str):
                raise WordsError(f"{file}: {key!r} is no sentence, but {sentence!r}")
        if section in keyed:
            if twice := keys & sentences.keys():
                raise WordsError(f"{file}: {min(twice)!r} is in two sections; give one of them another key")
            keys |= sentences.keys()
    return sections


def _sections(file: Traversable) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text("utf-8"))
    except FileNotFoundError:
        raise WordsError(f"{file} is missing: what a game says at its steps is worded there") from None
    except tomllib.TOMLDecodeError as error:
        raise WordsError(f"{file}: {error}") from None


_own = resources.files("judgekit.engine").joinpath(FILE)
ENGINE = Words(read(_own), str(_own))
UNWORDED = Words({}, f"give the Rulebook words_of(__package__); {FILE} in that package", ENGINE.sentences)
