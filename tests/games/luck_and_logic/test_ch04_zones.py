"""Chapter 4: where things lie, and who sees them."""

from __future__ import annotations

import pytest

from judgekit.engine.state import A, B
from judgekit.games.luck_and_logic.ch04_zones import (
    CIRCLES,
    are_adjacent,
    behind,
    changes_zone,
    in_front_of,
    sees,
)
from tests.games.luck_and_logic.tables import GATE, say, shows, table


def test_front_and_behind() -> None:
    assert in_front_of("back left") == "front left"
    assert behind("front right") == "back right"
    assert in_front_of("front middle") is None


@pytest.mark.parametrize(
    ("one", "other", "adjacent"),
    [
        ("A.front left", "A.back left", True),
        ("A.front left", "A.front middle", True),
        ("A.front left", "A.front right", False),
        ("A.front left", "A.back middle", False),
        ("A.front left", "B.front right", True),
        ("A.front middle", "B.front middle", True),
        ("A.front left", "B.front left", False),
        ("A.back left", "B.back right", False),
    ],
)
def test_adjacency_on_one_side_and_across_the_table(one: str, other: str, adjacent: bool) -> None:
    assert are_adjacent(one, other) is adjacent


def test_each_circle_has_two_or_three_neighbours_of_its_own_side() -> None:
    counts = [sum(are_adjacent(f"A.{one}", f"A.{other}") for other in CIRCLES) for one in CIRCLES]
    assert counts == [2, 3, 2, 2, 3, 2]


def test_a_card_is_new_except_from_circle_to_circle_and_gate_zone_to_gate_zone() -> None:
    assert not changes_zone("A.front left", "A.back right")
    assert not changes_zone("A.gate front left", "A.gate back left")
    assert changes_zone("A.front left", "A.gate front left")
    assert changes_zone("A.hand", "A.front left")


SIGHTS = f"""
hand = ["Spark"]
level = [{{ card = "Spark", "face down" = true }}, "Guard"]
stock = ["Spark"]
battle = [{{ card = "Spark", "face down" = true }}]
"gate back right" = {GATE}
"gate front left" = ["Gate"]
remove = [{{ card = "Gate", "face down" = true }}]
drop = ["Guard"]
deck = 3
"""


@pytest.mark.parametrize(
    ("area", "mine", "theirs"),
    [
        ("hand", True, False),
        ("deck", False, False),
        ("stock", False, False),
        ("battle", True, True),
        ("gate back right", False, False),
        ("gate front left", True, True),
        ("remove", False, False),
        ("drop", True, True),
        ("level", True, False),
    ],
)
def test_who_sees_what(area: str, mine: bool, theirs: bool) -> None:
    line, _ = table("7.5.2", SIGHTS)
    card = line.state.cards[line.state.pile(f"A.{area}")[0]]
    assert (sees(line.state, A, card), sees(line.state, B, card)) == (mine, theirs)


def test_stock_is_paid_from_the_top_and_stocked_on_top() -> None:
    a = 'hand = ["Nomad"]\nlevel = ["Filler"]\nstock = ["Spark", "Guard"]\n'
    line, _ = table("play timing", a)
    say(line, "mobilize Nomad", "front left")
    assert [line.state.cards[card].name for card in line.state.pile("A.stock")] == ["Guard"]
    assert shows(line, "4.8.1.2", "9.6.2.3")


def test_a_soul_lies_under_its_member_and_follows_its_moves() -> None:
    line, _ = table("play timing", 'front_left = [{ card = "Union", under = ["Scholar"] }]\n')
    say(line, "move Union back left")
    union = next(card for card in line.state.cards.values() if card.name == "Union")
    soul = next(card for card in line.state.cards.values() if card.name == "Scholar")
    assert (union.area, soul.area) == ("A.back left", f"under.{union.id}")
