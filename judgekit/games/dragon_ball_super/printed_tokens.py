"""10-21-2: what a text says of the tokens that it creates, where no card of that name is given."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from judgekit.cardtext.lexicon import Lexicon
from judgekit.cardtext.parse import unmarked
from judgekit.games.game import PrintedCard
from judgekit.games.shared import tokens_named

LANGUAGE = "dragon_ball_super"
NOTE = re.compile(r"[(（]([^()（）]+?) tokens? (?:have|has) ([^()（）]+)[)）]", re.IGNORECASE)
BESIDE = r"\b(?:an?|[0-9]+|many|number of) [\"'{{]?{}[\"'}}]? tokens? [(（]([^()（）]+)[)）]"
PARTS = re.compile(r",? and |, ", re.IGNORECASE)
STAT = r"(power|combo power|combo cost|energy cost)s?"
NUMBER = re.compile(rf"(no|[\d,]+) {STAT}", re.IGNORECASE)
NUMBER_BEHIND = re.compile(rf"{STAT}(?: of|:)? (no|[\d,]+)", re.IGNORECASE)
KEYWORD = re.compile(r"\[[^\[\]]+\]")


def tokens_of(cards: Sequence[PrintedCard], known: Lexicon) -> Iterator[PrintedCard]:
    """The tokens that texts create and that are not among the cards: what no note says of them is unknown."""
    return (token(name, card.text) for name, card in tokens_named(cards, LANGUAGE, known))


def token(name: str, text: str) -> PrintedCard:
    """A Battle Card of that name, with the numbers and keywords that the note in the text gives it."""
    properties: dict[str, Any] = {"type": "battle"}
    keywords: list[str] = []
    for said in described(name, unmarked(text, LANGUAGE)):
        if (number := NUMBER.fullmatch(NUMBER_BEHIND.sub(r"\2 \1", said))) is not None:
            many = number[1].replace(",", "")
            properties[number[2].lower()] = int(many) if many.isdigit() else None
        elif KEYWORD.fullmatch(said):
            keywords.append(said)
    return PrintedCard(name, properties, "\n".join(keywords))


def described(name: str, text: str) -> list[str]:
    notes = [note[2] for note in NOTE.finditer(text) if note[1].strip("\"' ").lower() == name.lower()]
    notes += re.findall(BESIDE.format(re.escape(name)), text, re.IGNORECASE)
    return [part.strip(" .") for note in notes for part in PARTS.split(note)]
