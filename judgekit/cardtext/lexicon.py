"""Which words name traits, characters and cards: from the game's lists and the cards at hand.

Lists differ in their brackets, and some games print such words bare. A bracketed word that is known as
something other than its brackets say is taken for what it is known as; a bare word can be what it is known
as.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

import msgspec

from judgekit.cardtext.language import Language, language
from judgekit.cardtext.scan import Token

BRACKETED = frozenset({"A_TRAIT", "A_CHARACTER"})
STRANGER = "A_STRANGER"  # in brackets that mean nothing in the game
WORD = r"(an? )?([A-Z][\w'-]*(?: [A-Z][\w'-]*)*)"
TREATED_AS = re.compile(rf"\btreated as ({WORD}(?:(?:,| and|, and) {WORD})*)")


class Lexicon(msgspec.Struct, frozen=True):
    """Values and what each can be ("A_TRAIT", "A_CHARACTER"), in lower case, in alphabetical order."""

    kinds: tuple[tuple[str, tuple[str, ...]], ...] = ()
    refers: tuple[tuple[str, str], ...] = ()  # what the judge says about words that can mean several things

    def named(self, tokens: list[Token], bracketed: frozenset[str]) -> list[Token]:
        """The same tokens, with what the words are known as."""
        known = _table(self)
        if not known and bracketed == BRACKETED:
            return tokens
        longest = max((len(value.split()) for value in known), default=0)
        found: list[Token] = []
        at = 0
        while at < len(tokens):
            taken = _bare(tokens, at, known, longest) if tokens[at].kind == "A_WORD" else None
            found.append(taken[0] if taken else _in_brackets(tokens[at], known, bracketed))
            at += taken[1] if taken else 1
        return found


@cache
def _table(lexicon: Lexicon) -> dict[str, tuple[str, ...]]:
    return dict(lexicon.kinds)


def _bare(
    tokens: list[Token], at: int, known: Mapping[str, tuple[str, ...]], longest: int
) -> tuple[Token, int] | None:
    """The longest run of capitalised words known as one thing, and its length."""
    if not str(tokens[at].value)[:1].isupper():
        return None
    for length in range(longest, 0, -1):
        words = tokens[at : at + length]
        said = " ".join(str(word.value) for word in words)
        kinds = known.get(said.lower(), ())
        after = tokens[at + length].key if at + length < len(tokens) else ""
        if kinds == ("A_CHARACTER",) and after in ("token", "tokens"):
            return None  # what a token is called is its name
        if len(words) == length and len(kinds) == 1:
            key = words[0].key if length == 1 else ""
            return Token(key, kinds[0], said, words[0].start, words[-1].end), length
    return None


def _in_brackets(token: Token, known: Mapping[str, tuple[str, ...]], bracketed: frozenset[str]) -> Token:
    if token.kind not in BRACKETED:
        return token
    kinds = known.get(str(token.value).lower(), ())
    if token.kind in kinds or len(kinds) != 1:
        return token if token.kind in bracketed else token._replace(kind=STRANGER)
    return token._replace(kind=kinds[0])


def lexicon(game: str, cards: Iterable[Mapping[str, Any]] = (), texts: Iterable[str] = ()) -> Lexicon:
    """What the game's book lists, what these cards have as properties, and what these texts make a card."""
    found: dict[str, set[str]] = {}
    spoken = language(game)
    for properties in (spoken.known, *cards):
        _gather(spoken, properties, found)
    for word in (word for text in texts if spoken.bare and found for word in _given(text)):
        if not difflib.get_close_matches(word, found, 1, 0.8):  # a word that is known, or it misspelt
            found[word] = {"A_PROPER"}
    return Lexicon(tuple((value, tuple(sorted(kinds))) for value, kinds in sorted(found.items())))


def _given(text: str) -> Iterator[str]:
    """Words that a text makes a card: what it is treated as is a property of it."""
    said = (found[0] for found in TREATED_AS.findall(text))
    for article, word in (each for one in said for each in re.findall(WORD, one)):
        yield word.lower() if article else word.lower().removesuffix("s")


def _gather(spoken: Language, properties: Mapping[str, Any], found: dict[str, set[str]]) -> None:
    for name, kind in spoken.bears.items():
        values = properties.get(name) or ()
        for value in (values,) if isinstance(values, str) else values:
            found.setdefault(str(value).lower(), set()).add(kind)
