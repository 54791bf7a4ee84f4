"""An unread word is an error, and no word is passed over: texts with a word more, or one less.

A word can be left out without a change only if it says nothing (`NOISE`). Every sixth word of every card of
the tables is tried.
"""

from __future__ import annotations

import re

import pytest

from judgekit.cardtext.errors import CardTextError
from judgekit.cardtext.golden import cards
from judgekit.cardtext.model import Ability, bare
from judgekit.cardtext.parse import GAMES, parse
from judgekit.cardtext.scan import Token, scan

# Words that only make English of it, are said again elsewhere in the sentence, or have a shorter form.
NOISE = frozenset(
    {
        ".", ",", ":", "and", "then", "of", "the", "a", "an", "in", "at", "is", "all", "one", "1",
        "your", "their", "its", "you", "that", "card", "cards", "copies", "trait", "level", "area",
        "zone", "energy", "skill", "pay", "resource", "resources", "monster's", "more", "remaining",
        "left", "during", "would", "cont", "battle", "for",
    }
)  # fmt: skip
CARDS = [(game, name) for game in GAMES for name in cards(game)]


def meaning(text: str, game: str) -> tuple[Ability, ...] | None:
    """What a text means; none, if it is refused at a place, with a reason or with what could stand there."""
    try:
        return tuple(map(bare, parse(text, game)))
    except CardTextError as error:
        refused = error
    assert 0 <= refused.position <= len(text)
    assert refused.expected or refused.reason
    return None


def some_words(game: str, name: str) -> list[Token]:
    words = [word for word in scan(cards(game)[name]) if word.end > word.start]
    return words[sum(map(ord, name)) % 6 :: 6]


@pytest.mark.parametrize(("game", "name"), CARDS)
def test_a_word_that_nobody_knows_is_never_passed_over(game: str, name: str) -> None:
    text = cards(game)[name]
    for word in some_words(game, name):
        odd = f"{text[: word.start]}flurb {text[word.start :]}"
        assert meaning(odd, game) is None, odd


@pytest.mark.parametrize(("game", "name"), CARDS)
def test_a_word_can_be_left_out_only_if_it_says_nothing(game: str, name: str) -> None:
    text = cards(game)[name]
    full = meaning(text, game)
    for word in some_words(game, name):
        said = text[word.start : word.end].lower()
        short = text[: word.start] + text[word.end :]
        assert said in NOISE or meaning(short, game) != full, short


SWAPPED = {
    "your opponent's": "your", "your": "your opponent's", "your opponent": "you", "you": "your opponent",
    "or less": "or more", "or more": "or less", "1": "2", "2": "up to 2", "up to 1": "1", "all": "1",
    "hand": "deck", "deck": "hand", "this turn": "this game", "top": "bottom", "beginning": "end",
    "end": "beginning", "adjacent to": "behind", "with": "without", "without": "with", "another": "1",
    "highest": "lowest", "may": "", "cannot": "can", "enemy": "allied", "allied": "enemy", "red": "blue",
    "face up": "face down", "face down": "face up", "front": "back", "is": "is not", "next": "",
    "by your opponent's effect": "", "from your hand": "", "in rest mode": "", "at random": "",
}  # fmt: skip


@pytest.mark.parametrize("game", GAMES)
def test_a_word_that_says_something_else_means_something_else(game: str) -> None:
    """Otherwise it was not listened to."""
    for text in [each for each in cards(game).values() if "(" not in each][::2]:
        full = meaning(text, game)
        for said, other in SWAPPED.items():
            for found in re.finditer(rf"(?<![\w'])({re.escape(said)})(?![\w'])", text, re.IGNORECASE):
                odd = text[: found.start()] + other + text[found.end() :]
                assert meaning(odd, game) != full, odd


@pytest.mark.parametrize(
    "text",
    [
        "[Enter] Destroy battle card.",
        "[Enter] Destroy any battle card.",
        "[Enter] Choose any of your battle cards. Destroy it.",
        '[Enter] Add "Tank" from your discard pile to your hand.',
        "[Enter] Your opponent discards card.",
    ],
)
def test_a_number_that_is_not_said_is_not_taken_for_all(text: str) -> None:
    with pytest.raises(CardTextError, match="how many"):
        parse(text, "godzilla")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Draw 1 card. X is your rage.", "X stands nowhere else"),
        ("Draw X cards. X is your rage. X is your opponent's rage.", "said twice"),
        ("Repeat this 2 times.", "has nothing before it"),
        ("X is 2. Repeat this X times.", "has nothing before it"),
        ("[Enter] [Enter] Draw 1 card.", "the same header stands there twice"),
        ("If you have 3 cards in their hand, draw 1 card.", "whose is it"),
        ("If it is a card, draw 1 card.", "true of every card"),
        ("When 2 battle cards are destroyed, draw 1 card.", "one card at a time"),
        ("Your deck must contain exactly 4 adjacent cards.", "does not tell that of a card"),
        ("This card starts in zones 2 to 4.", "in one zone"),
        ("This zone gains +1000 counter power.", "needs a card"),
        ("Draw cards equal to the number of 2 battle cards.", "before what is counted"),
    ],
)
def test_words_that_make_no_sense_together_are_refused_with_the_reason(text: str, reason: str) -> None:
    with pytest.raises(CardTextError, match=reason):
        parse(text, "godzilla")
