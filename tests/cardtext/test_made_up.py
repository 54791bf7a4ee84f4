"""Texts that the grammar makes up: what is read can be said in our words, and is then read as the same.

The cards of the tables with one part of each said otherwise: every rule of the grammar comes up in a place
where cards have it. The seeds are fixed, so that a failure is the same for everybody.
"""

from __future__ import annotations

import random

import msgspec
import pytest

from judgekit.audit.texts.golden import cards
from judgekit.cardtext.errors import CardTextError
from judgekit.cardtext.language import GAMES
from judgekit.cardtext.model import Ability, bare
from judgekit.cardtext.parse import lines, parse, parse_line, unmarked
from judgekit.cardtext.wording.abilities import shown, wording
from tests.cardtext.sentences import made_up, varied
from tests.lots import EITHER, lot


def meanings(text: str, game: str) -> tuple[Ability, ...]:
    try:
        return tuple(map(bare, parse_line(text, game)))
    except CardTextError:
        return ()


# Of these variations our wording says something that is read as something else, or not at all: a number that
# may only become smaller. In Godzilla: cards of which one of several unlike things is true (a state, a zone,
# a number), and one made-up shuffle.
LOST = {"godzilla": 3, "dragon_ball_super": 1, "gate_ruler": 5, "luck_and_logic": 8}


def is_said(ability: Ability, game: str) -> bool:
    try:
        return meanings(wording(ability, game), game) == (ability,)
    except TypeError:  # no words for it
        return False


def is_paraphrased(ability: Ability, game: str) -> bool:
    """In our words, not by repeating what is printed."""
    return shown(msgspec.structs.replace(ability, text=""), game) != ""


@EITHER
@pytest.mark.parametrize("game", GAMES)
def test_each_card_is_paraphrased(game: str, whole: bool) -> None:
    texts = lot(cards(game).values(), 40, whole)
    assert [text for text in texts for each in parse(text, game) if not is_paraphrased(each, game)] == []


@pytest.mark.parametrize(
    "text",
    [
        "When this unit attacks, you may pay resources equal to its level.",
        "When this unit attacks, you may pay resources equal to this card's level. If you do, draw a card.",
        "When this unit attacks, choose 1 of your units. You may pay resources equal to its level. "
        "If you do, draw a card.",
        "When this unit attacks, your opponent may pay resources equal to this card's level. "
        "If they do, draw a card.",
    ],
)
def test_the_paraphrase_says_whose_level_is_paid_and_what_for(text: str) -> None:
    (ability,) = meanings(text, "gate_ruler")
    assert is_said(ability, "gate_ruler")
    assert is_paraphrased(ability, "gate_ruler")


@pytest.mark.parametrize(
    "text",
    [
        "[Bond 2] <Uri> At the end of your turn, draw 1 card.",
        "[Bond 2] <Uri> At the end of the battle after this card attacks, draw 1 card.",
        "[Auto] When this card is played, it can't leave your drop or combo area this turn.",
        "[Auto] When this card is played, choose 1 of your Battle Cards. It is set to all colors.",
    ],
)
def test_a_condition_a_second_area_and_all_colours_are_in_our_wording(text: str) -> None:
    (ability,) = meanings(text, "dragon_ball_super")
    assert is_said(ability, "dragon_ball_super")


@pytest.mark.parametrize(("each", "times"), [(8, 1), pytest.param(1, 2, marks=pytest.mark.long)])
@pytest.mark.parametrize("game", GAMES)
def test_a_card_with_one_part_said_otherwise_reads_back_from_our_wording(
    game: str, each: int, times: int
) -> None:
    """So many variations of every eighth line of the tables, or of all."""
    table = [line for text in cards(game).values() for line in lines(unmarked(text, game))]
    texts = [
        varied(game, line, 7919 * again + at, random.Random(at).choice((2, 3)))
        for at, line in list(enumerate(table))[::each]
        for again in range(times)
    ]
    read = [ability for text in texts for ability in meanings(text, game)]
    assert len(read) > len(texts) / 5  # enough of them are texts, and not refused
    lost = [each for each in read if not (is_said(each, game) and is_paraphrased(each, game))]
    assert len(lost) <= -(-LOST[game] // each), lost


# Texts from the grammar alone, which no card would have: what is lost of a hundred a game.
LOST_OF_MADE_UP = {"godzilla": 0, "dragon_ball_super": 0, "gate_ruler": 0, "luck_and_logic": 0}


@EITHER
@pytest.mark.parametrize("game", GAMES)
def test_a_made_up_text_reads_back_from_our_wording(game: str, whole: bool) -> None:
    texts = [made_up(game, 6007 * n, 9 + n % 6) for n in lot(range(100), 20, whole)]
    read = [one for text in texts for one in meanings(text, game)]
    lost = [each for each in read if not (is_said(each, game) and is_paraphrased(each, game))]
    assert len(lost) <= (LOST_OF_MADE_UP[game] if whole else -(-LOST_OF_MADE_UP[game] // 5)), lost
