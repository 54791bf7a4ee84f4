"""What judgekit makes of a card's text: read, read in part, ambiguous, or left to the judge's hand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Literal

import msgspec

from judgekit.cardtext.errors import AMBIGUOUS
from judgekit.cardtext.model import Ability, CreateToken, Unread, walk
from judgekit.cardtext.wording.abilities import shown
from judgekit.engine.words import ENGINE
from judgekit.games import edition
from judgekit.games.game import Game, PrintedCard

_WHICH = re.compile(r"which card is “(.+?)”: (.+)\?")
NOBODY: Mapping[str, str] = {}  # has said what a word means
Word = Literal["read", "part", "ambiguous", "by hand"]


class Missing(msgspec.Struct, frozen=True, omit_defaults=True):
    """Words of a card that judgekit does not carry out, and why."""

    sentence: str
    reason: str
    never: bool = False  # they are read, and could never happen

    @property
    def open_word(self) -> tuple[str, tuple[str, ...]] | None:
        """A word that can refer to several mentioned things, and these; if that is the reason."""
        found = _WHICH.search(self.reason)
        return (found[1], tuple(found[2].split(", or "))) if found else None

    @property
    def is_ambiguous(self) -> bool:
        return self.reason.startswith(AMBIGUOUS)

    def __str__(self) -> str:
        why = "; ".join(map(str.strip, self.reason.splitlines()))
        return ENGINE("missing of a text", sentence=" ".join(self.sentence.split()), why=why)


class Verdict(msgspec.Struct, frozen=True):
    """What is read of a text (`paraphrase`, an ability each), and what is not (`missing`)."""

    verdict: Word
    missing: tuple[Missing, ...] = ()
    paraphrase: tuple[str, ...] = ()

    def __str__(self) -> str:
        if self.verdict == "read":
            return ENGINE("text is read", text=" / ".join(self.paraphrase) or ENGINE("nothing printed"))
        return ENGINE("text is not read", how=self.verdict, missing=" | ".join(map(str, self.missing)))


def card_verdict(
    name_of_edition: str, name: str, printed: Mapping[str, Any], text: str, refers: Mapping[str, str] = NOBODY
) -> Verdict:
    """The verdict on a text as it is on the card of that name, with what is printed beside it, and with the
    meanings that were given for its words."""
    game, number = edition(name_of_edition)
    card = PrintedCard(name, printed, text, refers=tuple(sorted(refers.items())))
    told = tuple(shown(each, _language(game)) for each in _abilities(game, card))
    found = verdict(game, number, card)
    return msgspec.structs.replace(found, paraphrase=(*told, *tokens_described(game, number, card)))


def tokens_described(game: Game, number: str, card: PrintedCard) -> Iterator[str]:
    """What the text says of the tokens that it makes."""
    pool = game.playable([card], game.rules(number)).definitions
    nodes = (node for ability in _abilities(game, card) for node in walk(ability))
    for name in dict.fromkeys(node.name for node in nodes if isinstance(node, CreateToken)):
        if name in pool and name != card.name:
            numbers = [
                (key, n) for key, n in pool[name].properties.items() if n is None or isinstance(n, int)
            ]
            told = [ENGINE("printed none", what=key) if n is None else f"{key} {n}" for key, n in numbers]
            told += [ability.text for ability in pool[name].abilities]
            if told:
                yield ENGINE("token is described", name=name, parts=", ".join(told))


def verdict(game: Game, number: str, card: PrintedCard) -> Verdict:
    """What is read of a card, and what is missing: words not read, and what could never happen.

    Without the paraphrase: wording it takes as long as reading the text.
    """
    definition = game.playable([card], game.rules(number))[card.name]
    found = [Missing(each.text, each.reason) for each in definition.by_hand]
    by_hand = {each.text for each in definition.by_hand}
    something = False
    for ability in _abilities(game, card):
        never = game.never_happens(ability)
        found += [Missing(ability.text, ENGINE("could never happen", why=why), never=True) for why in never]
        something = something or not (never or is_by_hand(ability) or ability.text in by_hand)
    return Verdict(_word(found, something), tuple(found))


def _abilities(game: Game, card: PrintedCard) -> tuple[Ability, ...]:
    return card.parsed(_language(game)) if game.wiring is not None else ()


def _language(game: Game) -> str:
    return game.name.replace("-", "_")


def is_by_hand(ability: Ability) -> bool:
    """Nothing of it is read, except perhaps when it happens."""
    return bool(ability.body) and all(isinstance(each, Unread) for each in ability.body)


def _word(missing: list[Missing], something: bool) -> Word:
    if not missing:
        return "read"
    if any(each.is_ambiguous for each in missing):
        return "ambiguous"
    return "part" if something else "by hand"
