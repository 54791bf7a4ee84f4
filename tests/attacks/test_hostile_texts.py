"""Card texts made to take long: each is read or refused, and in bounded time."""

from __future__ import annotations

from random import Random
from time import process_time

import pytest

from judgekit.api import card_verdict
from judgekit.audit.texts.golden import cards
from judgekit.cardtext.language import GAMES
from judgekit.games import game as game_of

LIMIT = 20.0  # seconds of work for one text; the reader's own budget is far below
SIGNS = "()[]{}<>«»《》“”\"'•·:;,.-–—\n\t\x00\u202e１２三"


def hostile(game: str, dice: Random) -> str:
    """Sentences of our cards, said too often, cut, nested, mixed or broken by signs."""
    sentences = [one for text in cards(game).values() for one in text.split(". ")]
    match dice.randrange(6):
        case 0:
            return f"{dice.choice(sentences)}. " * dice.randint(8, 60)
        case 1:
            return " and ".join(dice.choices(sentences, k=dice.randint(4, 20)))
        case 2:
            return "If you do, " * dice.randint(5, 80) + dice.choice(sentences)
        case 3:
            return "".join(
                sign if dice.random() < 0.9 else dice.choice(SIGNS) for sign in dice.choice(sentences)
            )
        case 4:
            return "(" * dice.randint(1, 200) + dice.choice(sentences) + ")" * dice.randint(0, 200)
    words = " ".join(dice.choices(sentences, k=4)).split()
    dice.shuffle(words)
    return " ".join(words)


@pytest.mark.parametrize("many", [3, pytest.param(125, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", GAMES)
def test_no_text_takes_long_and_none_breaks_the_reader(name: str, many: int) -> None:
    game = game_of(name.replace("_", "-"))
    edition = f"{game.name}/{next(iter(game.editions))}"
    for seed in range(many):
        text = hostile(name, Random(seed))
        begun = process_time()
        verdict = card_verdict(edition, "Odd One", {"type": "battle"}, text)
        assert process_time() - begun < LIMIT, text
        assert verdict.verdict in ("read", "part", "ambiguous", "by hand")


def grown(sentence: str) -> dict[str, str]:
    """What once took more time with every word: one sentence, in ways that make it long."""
    return {
        "fourteen times": ". ".join([sentence] * 14) + ".",
        "nine hundred signs": (f"{sentence} and " * 90)[:900],
        "alternatives": " or ".join([sentence] * 14),
        "brackets": "(" * 150 + sentence + ")" * 150,
        "three brackets": f"((({sentence})))",
        "brackets that stay open": "([" * 75 + sentence,
        "full stops": "." * 900,
    }


@pytest.mark.parametrize("name", GAMES)
def test_a_text_takes_no_longer_for_every_word_it_has(name: str) -> None:
    game = game_of(name.replace("_", "-"))
    edition = f"{game.name}/{next(iter(game.editions))}"
    sentences = sorted({one for text in cards(name).values() for one in text.split(". ")}, key=len)
    for what, text in grown(sentences[len(sentences) // 2].rstrip(".")).items():
        begun = process_time()
        verdict = card_verdict(edition, "Odd One", {"type": "battle"}, text)
        assert process_time() - begun < LIMIT, what
        assert verdict.verdict in ("read", "part", "ambiguous", "by hand"), what
