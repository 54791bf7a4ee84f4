"""What is odd about a position, and how it is accepted."""

from __future__ import annotations

import pytest

from judgekit.cases.files import position
from judgekit.cases.files.page import WrongInput
from judgekit.cases.files.position_check import Oddity, oddities, open_oddities
from tests.cases.samples import HEAD, MAIN

WEAK = HEAD.replace("power = 1\n\n[cards.Captain]", "power = 0\n\n[cards.Captain]")


def texts(position_text: str) -> list[str]:
    return [one.text for one in oddities(position.loads(position_text))]


def test_an_ordinary_position_is_not_odd() -> None:
    assert texts(MAIN) == []


def test_a_rule_action_that_would_have_acted_in_the_last_check_is_named_with_its_card() -> None:
    assert oddities(position.loads(WEAK + '[A]\nfield = ["Scout"]')) == [
        Oddity(
            "4.2 A 1",
            "The rules would have acted on Scout in A's field in the last check: "
            "At a check, a unit without power is destroyed.",
            "4.2",
        )
    ]


def test_a_rule_action_that_does_not_wait_would_have_acted_at_once() -> None:
    assert oddities(position.loads(HEAD + "[B]\ndamage = 6")) == [
        Oddity(
            "4.1 B",
            "The rules would have acted on B immediately: A player with five damage loses at once.",
            "4.1",
        )
    ]


def test_an_area_holds_no_more_than_it_can() -> None:
    crowded = HEAD + '[A]\nfield = [{ card = "Tank", count = 4 }]'
    assert texts(crowded) == ["A's field holds 4 cards and has room for 3"]


def test_a_card_that_all_can_see_should_have_a_face() -> None:
    assert texts(HEAD + '[A]\npile = ["?", { card = "?", face = "down" }]') == [
        "1 card in A's pile is unknown, although everybody sees that area"
    ]


def test_an_area_the_game_does_not_have_is_named() -> None:
    assert texts(HEAD + '[areas]\n"A.cellar" = ["Tank"]') == [
        "Skirmish has no area “A.cellar”, but 1 card is in it"
    ]


def test_a_number_that_looks_like_a_slip_is_named() -> None:
    assert texts(HEAD + '[numbers]\n"A.damge" = 1\n"A.once Tank#1" = 1') == [
        "Skirmish has no number “A.damge”; did you mean “A.damage”?"
    ]


def test_an_accepted_oddity_is_an_assumption_of_the_case() -> None:
    found = position.loads('assumptions = ["4.1 B"]\n' + HEAD + "[B]\ndamage = 6")
    assert [one.accepted for one in oddities(found)] == [True]
    assert open_oddities(found) == []


CROWDED = """game = "gate-ruler/1.1.2"
at = "main phase"
turn = "A"
[cards.Scout]
type = "unit"
HP = 2
[A]
"attack zone 1" = [{ card = "Scout", damage = 3 }]
"""


def test_what_would_be_destroyed_is_told_by_the_card_and_not_by_its_number() -> None:
    told = [one.text for one in oddities(position.loads(CROWDED)) if one.clause == "12-4b-2b"]
    assert len(told) == 1
    assert "Scout in A's Attack zone 1" in told[0]


@pytest.mark.parametrize(
    "game",
    ["godzilla/1.2", "godzilla/1.00", "dragon-ball-super/1.06", "gate-ruler/1.1.2", "luck-and-logic/1.00"],
)
def test_a_position_that_says_nowhere_where_the_rules_stand_is_told_so(game: str) -> None:
    with pytest.raises(WrongInput, match="at: expected a clause"):
        position.loads(f'game = "{game}"\nturn = "A"')
