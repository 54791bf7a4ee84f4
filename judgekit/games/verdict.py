"""What judgekit makes of a card's text: read, read in part, ambiguous, or left to the judge's hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

import msgspec

from judgekit.cardtext.checks.bearer import parse_on
from judgekit.cardtext.errors import Ambiguous, CardTextError
from judgekit.cardtext.interpret import NoMeaning
from judgekit.cardtext.parse import lines
from judgekit.cardtext.wording.abilities import shown
from judgekit.games import edition
from judgekit.games.game import Game, PrintedCard

Word = Literal["read", "part", "ambiguous", "by hand"]


class Missing(msgspec.Struct, frozen=True):
    """Words of a card that judgekit does not carry out, and why."""

    sentence: str
    reason: str
    ambiguous: bool = False

    def __str__(self) -> str:
        return f"“{' '.join(self.sentence.split())}”: {'; '.join(map(str.strip, self.reason.splitlines()))}"


class Verdict(msgspec.Struct, frozen=True):
    """What is read of a text (`paraphrase`, an ability each), and what is not (`missing`)."""

    verdict: Word
    missing: tuple[Missing, ...] = ()
    paraphrase: tuple[str, ...] = ()

    def __str__(self) -> str:
        if self.verdict == "read":
            return f"read: {' / '.join(self.paraphrase) or 'nothing printed'}"
        return f"{self.verdict}: {' | '.join(map(str, self.missing))}"


def card_verdict(name_of_edition: str, name: str, printed: Mapping[str, Any], text: str) -> Verdict:
    """The verdict on a text, as it stands on the card of that name with what is printed beside it."""
    game, number = edition(name_of_edition)
    found: list[Missing] = []
    paraphrase: list[str] = []
    for line in lines(text):
        missing = list(_missing(game, number, PrintedCard(name, printed, line)))
        found += missing
        if not missing:
            language = game.name.replace("-", "_")
            paraphrase += [shown(each, language) for each in parse_on(line, language, printed)]
    if not found:
        found += _missing(game, number, PrintedCard(name, printed, text))
    return Verdict(_word(found, bool(paraphrase)), tuple(found), tuple(paraphrase))


def _missing(game: Game, number: str, card: PrintedCard) -> Iterator[Missing]:
    try:
        game.compile([card], game.rules(number))
    except CardTextError as error:
        yield Missing(card.text, str(error), isinstance(error, Ambiguous))
    except NoMeaning as error:
        yield Missing(card.text, str(error))
    except RecursionError:
        yield Missing(card.text, "it is too long")
    else:
        for reason in game.never(card):
            yield Missing(card.text, f"could never happen: {reason}")


def _word(missing: list[Missing], something: bool) -> Word:
    if not missing:
        return "read"
    if any(each.ambiguous for each in missing):
        return "ambiguous"
    return "part" if something else "by hand"
