"""Texts that could be read and meant something else: now they mean what they say, or are refused."""

from __future__ import annotations

from typing import Any

import pytest

from judgekit.cardtext.errors import CardTextError
from judgekit.cardtext.model import (
    Bound,
    Choose,
    Count,
    Destroy,
    Exactly,
    Modify,
    Move,
    Near,
    State,
    ThatMany,
    Times,
    bare,
    walk,
)
from judgekit.cardtext.parse import parse
from judgekit.cases.files.position import loads
from judgekit.games.verdict import card_verdict


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


@pytest.mark.parametrize(
    "chosen",
    ["one of your units and one of your opponent's units", "a unit you control. Choose an enemy unit"],
)
def test_the_others_are_not_those_of_one_of_two_choices(chosen: str) -> None:
    with pytest.raises(CardTextError, match="“the others” besides which cards"):
        parse(f"When this unit enters play, choose {chosen}. Destroy the others.", "gate_ruler")


def test_cards_put_into_your_graveyard_are_not_those_of_both_players() -> None:
    then = "Draw a card for each card put into your graveyard this way."
    both = "When this unit enters play, each player puts the top card of their deck into their graveyard."
    with pytest.raises(CardTextError):
        parse(f"{both} {then}", "gate_ruler")
    mine = "When this unit enters play, put the top two cards of your deck into your graveyard."
    assert the(f"{mine} {then}", "gate_ruler", ThatMany) == ThatMany("moved")


def test_a_card_put_into_your_graveyard_this_way_is_one_that_was_put_there() -> None:
    mill = "When this unit enters play, put the top two cards of your deck into your graveyard."
    text = f"{mill} Add 1 unit card put into your graveyard this way to your hand."
    assert parse(text, "gate_ruler")


def test_a_cap_that_the_next_turn_sets_anew_is_by_hand() -> None:
    text = "When this unit enters play, the summon cap of each player is 2."
    assert card_verdict("gate-ruler", "Herald", {"type": "unit"}, text).verdict == "by hand"


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


ARRIVES = "[AUTO] When this card is placed on the battle zone, "


@pytest.mark.parametrize(
    "does",
    [
        "move your defending member to the empty circle behind that member.",
        "your defending member gets +1000 power until end of battle for each member adjacent to that member.",
    ],
)
def test_that_member_of_a_tactics_card_is_the_one_just_named(does: str) -> None:
    assert isinstance(the(ARRIVES + does, "luck_and_logic", Near).of, Bound)


@pytest.mark.parametrize("circle", ["that circle", "the chosen circle"])
def test_that_circle_is_the_chosen_one(circle: str) -> None:
    text = f"[AUTO] When this member attacks, choose one of your empty circles, and move it to {circle}."
    chosen = the(text, "luck_and_logic", Choose).what.bind
    assert the(text, "luck_and_logic", Move).to.zone == Bound(chosen) != Bound(0)


@pytest.mark.parametrize(
    "text",
    [
        "[AUTO] When this member attacks, destroy the gate on that circle.",
        "[AUTO] When this member attacks, destroy the gate on that circle. Move it to an empty circle.",
        ARRIVES + "if there is a member on the circle being attacked, destroy the gate on that circle.",
    ],
)
def test_that_circle_is_the_attacked_one_where_an_attack_is_spoken_of(text: str) -> None:
    gate = the(text, "luck_and_logic", Destroy).what
    assert gate.filters == (State("on the circle being attacked"),)


@pytest.mark.parametrize(
    "text",
    [
        "[AUTO] When one of your members is placed on a circle, move this member to that circle.",
        "[AUTO] When this member attacks, move it to an empty circle. Destroy the gate on that circle.",
        "[ACT] [①] Choose one of your members. Destroy the gate on that circle.",
        "[ACT] [①] Choose one of your circles. All members on that circle get +1000 power until end of turn.",
        ARRIVES + "move one of your members to that circle.",
        ARRIVES + "stand all members adjacent to that member.",
    ],
)
def test_that_which_was_not_spoken_of_is_refused(text: str) -> None:
    with pytest.raises(CardTextError, match=r"which (circle|card) is “that"):
        parse(text, "luck_and_logic")
