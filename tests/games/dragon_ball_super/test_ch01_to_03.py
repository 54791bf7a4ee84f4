"""Losing, costs, areas."""

from __future__ import annotations

from judgekit.games.dragon_ball_super.game import GAME
from tests.games.dragon_ball_super.board import count, duel, offered, play, read, shows, where

RULES = GAME.rules()


def test_the_last_life_card_ends_the_game_before_the_next_checkpoint() -> None:
    line = play(duel(B={"life": ["Drone"]}), "attack Aria Bors", "pass", "pass")
    assert line.state.outcome is not None
    assert line.state.outcome.winner == "A"
    assert shows(line, "7-4-1-4-1", "4-10-2-1", "9-1-2-1", "9-2-2", "9-2-3", "1-2-1")
    assert not shows(line, "7-4-1-5")


def test_read_as_waiting_the_loss_comes_with_the_next_checkpoint() -> None:
    line = play(
        duel(B={"life": ["Drone"]}, readings={"A-01": "next-processing"}), "attack Aria Bors", "pass", "pass"
    )
    assert shows(line, "7-4-1-5", "4-5-3-1", "9-2-2", "9-2-3", "1-2-1")


def test_without_the_rule_about_life_nobody_loses() -> None:
    line = play(duel(B={"life": ["Drone"]}, rules=RULES.without("9-2-3")), "attack Aria Bors", "pass", "pass")
    assert line.state.outcome is None


def test_a_card_is_offered_only_if_its_colours_can_be_paid() -> None:
    line = duel(A={"hand": ["Grunt", "Brute"], "energy": ["Wisp", "Wisp"]})
    assert "play Grunt" in offered(line)
    assert "play Brute" not in offered(line)


def test_energy_that_was_rested_pays_nothing_more() -> None:
    line = play(duel(A={"hand": ["Grunt", "Wisp"], "energy": ["Drone"]}), "play Grunt")
    assert "play Wisp" not in offered(line)
    assert where(line, "Grunt") == ["A.battle"]


def test_a_card_in_the_combo_area_outside_of_a_battle_is_dropped() -> None:
    assert where(play(duel(A={"combo": ["Wisp"]})), "Wisp") == ["A.drop"]
    assert where(play(duel(A={"combo": ["Wisp"]}, rules=RULES.without("9-3-2"))), "Wisp") == ["A.combo"]


def test_a_card_drawn_from_a_deck_of_one_loses_the_game() -> None:
    line = play(duel(at="draw", A={"deck": ["Drone"]}))
    assert line.state.outcome is not None
    assert (line.state.outcome.loser, line.state.outcome.clause) == ("A", "9-2-4")


def test_a_field_goes_straight_to_the_battle_area_or_through_the_drop_area() -> None:
    straight = play(duel(A={"hand": ["Arena"]}), "activate Arena Arena#1")
    assert where(straight, "Arena") == ["A.battle"]
    assert "A-37" in read(straight)
    through = play(duel(A={"hand": ["Arena"]}, readings={"A-37": "via-drop"}), "activate Arena Arena#1")
    assert where(through, "Arena") == ["A.battle"]
    assert count(through, "A.drop") == 0
