"""Texts that could be read and meant something else: now they mean what they say, or are refused."""

from __future__ import annotations

from typing import Any

import pytest

from judgekit.cardtext.errors import CardTextError
from judgekit.cardtext.model import Bound, Choose, Count, Destroy, Exactly, Modify, Times, bare, walk
from judgekit.cardtext.parse import parse
from judgekit.cases.files.position import loads


def the(text: str, game: str, kind: type[Any]) -> Any:
    (found,) = (node for ability in parse(text, game) for node in walk(ability) if isinstance(node, kind))
    return found


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("godzilla", "[Enter] Discard the card."),
        ("dragon_ball_super", "[Auto] When this card attacks, KO the card."),
        ("gate_ruler", "When this unit enters play, destroy the unit."),
    ],
)
def test_the_card_is_not_all_cards(game: str, text: str) -> None:
    with pytest.raises(CardTextError, match="which card is “the"):
        parse(text, game)


def test_the_card_is_the_one_spoken_of() -> None:
    text = "[Enter] Choose 1 of your opponent's battle cards. Destroy the card."
    assert the(text, "godzilla", Destroy).what == Bound(the(text, "godzilla", Choose).what.bind) != Bound(0)


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("godzilla", "[Enter] Destroy the rightmost battle card."),
        ("godzilla", "[Enter] Destroy your opponent's battle card with the lowest rank."),
        ("gate_ruler", "When this unit enters play, destroy the enemy unit with the lowest level."),
    ],
)
def test_of_several_that_are_the_lowest_one_is_taken(game: str, text: str) -> None:
    assert the(text, game, Destroy).what.quantity == Exactly(1)


TIE = """
game = "godzilla"
at = "play timing"
turn = "A"
[cards.Crab]
type = "monster"
rank = 1
"threat level" = 20000
[cards.Crew]
type = "battle"
rank = 1
"counter power" = 1000
[cards.Ram]
type = "battle"
rank = 1
"counter power" = 1000
text = "[Enter] Destroy your opponent's battle card with the lowest rank."
[A]
"zone 3" = [{ card = "Crab", invading = true }]
hand = ["Ram"]
deck = 20
[B]
"zone 1" = [{ card = "Crab", invading = true }]
"zone 2" = ["Crew"]
"zone 5" = ["Crew"]
deck = 20
"""


def test_at_a_tie_the_player_chooses_and_one_goes() -> None:
    line = loads(TIE).line()
    question = line.run(400)
    asked = 0
    for _ in range(8):
        if question is None or line.state.pile("B.discard pile"):
            break
        crews = [one.id for one in question.options if "Crew" in one.label]
        asked += len(crews) == 2
        rams = [one.id for one in question.options if "Ram" in one.label]
        line.answer((crews or rams or [one.id for one in question.options])[0])
        question = line.run(400)
    assert asked == 1
    assert len(line.state.pile("B.discard pile")) == 1


@pytest.mark.parametrize(
    ("game", "front", "behind"),
    [
        ("godzilla", "For each of your battle cards, this card gets +1000 counter power.",
         "This card gets +1000 counter power for each of your battle cards."),
        ("dragon_ball_super", "[Permanent] For each card in your hand, this card gets +1000 power.",
         "[Permanent] This card gets +1000 power for each card in your hand."),
        ("gate_ruler", "For each unit you control, this unit gets +1 ATK.",
         "This unit gets +1 ATK for each unit you control."),
        ("luck_and_logic", "[CONT] For each of your members, this member gets +1000 power.",
         "[CONT] This member gets +1000 power for each of your members."),
    ],
)  # fmt: skip
def test_for_each_in_front_stands_like_for_each_behind(game: str, front: str, behind: str) -> None:
    assert isinstance(the(front, game, Modify).amount, Times | Count)
    assert tuple(map(bare, parse(front, game))) == tuple(map(bare, parse(behind, game)))


def test_what_was_not_done_was_not_chosen() -> None:
    text = (
        "[Enter] Choose 1 of your opponent's battle cards. Your opponent may discard 1 card. "
        "If they don't, destroy the chosen card."
    )
    assert the(text, "godzilla", Destroy).what == Bound(the(text, "godzilla", Choose).what.bind) != Bound(0)
