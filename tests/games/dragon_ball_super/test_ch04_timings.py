"""Checkpoints, free timings and counter timings."""

from __future__ import annotations

import pytest

from judgekit.engine.errors import CannotStand
from judgekit.games.dragon_ball_super.game import GAME
from tests.games.dragon_ball_super.board import count, duel, offered, play, resting, shows, where

RULES = GAME.rules()


def test_a_counter_chain_resolves_from_its_last_link_back() -> None:
    line = duel(A={"hand": ["Hush"]}, B={"hand": ["Push"]})
    play(line, "attack Aria Bors", "Push", "Hush")
    assert shows(line, "4-7-3-2", "4-7-3-3", "4-7-3-5", "10-10-5", "4-7-3-5", "4-7-3-6", "7-2-1")
    assert where(line, "Push") == ["B.drop"]
    assert where(line, "Hush") == ["A.drop"]


@pytest.mark.parametrize(("reading", "can"), [("any-pending", True), ("only-counter-counter", False)])
def test_which_counters_may_follow_the_first(reading: str, can: bool) -> None:
    """A second [Counter: Attack] still pends, unless only [Counter: Counter] may follow."""
    line = duel(A={"hand": ["Hush"]}, B={"hand": ["Push", "Push"]}, readings={"A-11": reading})
    play(line, "attack Aria Bors", "c{}".format(line.state.pile("B.hand")[0]), "Hush")
    assert ("Push" in offered(line)) is can


def test_the_player_who_passes_ends_the_chain() -> None:
    line = play(duel(A={"hand": ["Hush"]}, B={"hand": ["Push"]}), "attack Aria Bors", "")
    assert shows(line, "4-7-3-2", "4-7-3-6", "7-1-3", "7-1-4", "7-2-1")
    assert not shows(line, "4-7-3-5")
    assert line.state.standby == ()


@pytest.mark.parametrize(
    ("reading", "area"), [("stays-unless-told", "A.hand"), ("drop-unless-told", "A.drop")]
)
def test_where_a_card_goes_whose_play_was_negated(reading: str, area: str) -> None:
    line = duel(A={"hand": ["Grunt"], "energy": ["Drone"]}, B={"hand": ["Halt"]}, readings={"A-13": reading})
    assert where(play(line, "play Grunt", "Halt"), "Grunt") == [area]


@pytest.mark.parametrize(("reading", "times"), [("two", 2), ("three", 3)])
def test_how_many_counter_timings_surround_a_skill(reading: str, times: int) -> None:
    line = play(duel(A={"hand": ["Jab"]}, readings={"A-06": reading}), "activate Jab Jab#1", "Drone")
    assert sum(1 for entry in line.log if entry.clause == "4-7-3-6") == times


def test_power_zero_is_looked_for_in_the_counter_timing_after_the_skill() -> None:
    line = play(duel(A={"hand": ["Chill"]}, B={"battle": ["Grunt"]}), "activate Chill Chill#1")
    assert shows(line, "8-5-2-6-1", "8-5-2-7", "4-7-3-1", "9-1-2-2", "9-5-2", "10-1-1")
    kept = duel(A={"hand": ["Chill"]}, B={"battle": ["Grunt"]}, rules=RULES.without("9-5-2"))
    assert where(play(kept, "activate Chill Chill#1"), "Grunt") == ["B.battle"]


@pytest.mark.parametrize(("reading", "opens"), [("checkpoint-only", 1), ("counter-timing-too", 2)])
def test_whether_a_combo_opens_a_counter_timing(reading: str, opens: int) -> None:
    line = duel(A={"battle": ["Grunt"], "hand": ["Wisp"]}, readings={"A-08": reading})
    play(line, "attack Grunt Bors", "combo Wisp")
    assert sum(1 for entry in line.log if entry.clause == "4-7-3") == opens


def test_passing_everywhere_ends_the_turn() -> None:
    line = play(duel(A={"battle": [resting("Grunt")]}), "end the Main Phase")
    assert line.state.turn_player == "B"
    assert shows(line, "4-6-2-3", "6-3-1-2-4", "6-3-1-3-1", "6-4-1", "6-4-1-3", "6-2-1")
    assert count(line, "B.energy") == 1  # the card drawn, the only one in hand, has been charged


@pytest.mark.parametrize(
    ("at", "turn", "asked", "offer"),
    [
        ("4-6-2-2", "B", "B", "end the Main Phase"),
        ("4-6-2-1", "A", "A", "end the Main Phase"),
        ("7-3-1-2", "B", "A", "pass"),
    ],
)
def test_a_position_may_begin_in_a_free_timing(at: str, turn: str, asked: str, offer: str) -> None:
    line = duel(at=at, turn=turn, A={"battle": [resting("Grunt", guard=True)]}, B={"leader": [FIGHTS]})
    question = line.run()
    assert question is not None
    assert (question.clause, question.player) == ("4-6-2-2", asked)
    assert offer in offered(line)


FIGHTS = {"card": "Bors", "rest": True, "attack": True}


@pytest.mark.parametrize(
    ("at", "missing"),
    [("7-1", "attacker"), ("6-3-1-2-1-2", "player"), ("6-3-1-2-1-3", "card"), ("8-5-2-6", "ability")],
)
def test_a_position_in_the_middle_of_an_act_must_say_whose(at: str, missing: str) -> None:
    with pytest.raises(CannotStand, match=f"{at}: .* without '{missing}'"):
        duel(at=at).run()
