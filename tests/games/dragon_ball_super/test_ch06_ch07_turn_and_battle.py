"""Turns and battles."""

from __future__ import annotations

import pytest

from judgekit.engine.machine import Line
from judgekit.games.dragon_ball_super.game import GAME
from tests.games.dragon_ball_super.board import (
    count,
    duel,
    find,
    offered,
    play,
    power,
    read,
    resting,
    shows,
    where,
)

RULES = GAME.rules()


@pytest.mark.parametrize(("reading", "least"), [("compulsory", 1), ("optional", 0)])
def test_whether_energy_must_be_charged(reading: str, least: int) -> None:
    line = duel(at="charge", A={"hand": ["Grunt", "Wisp"]}, readings={"A-05": reading})
    question = line.run()
    assert question is not None
    assert (question.clause, question.least, question.most) == ("6-2-5", least, 1)


def test_the_first_player_does_not_draw_in_the_first_turn() -> None:
    assert count(play(duel(at="draw", number=1, A={"deck": ["Wisp"] * 9})), "A.deck") == 9
    assert count(play(duel(at="draw", number=2, A={"deck": ["Wisp"] * 9})), "A.deck") == 8


def test_cards_that_rest_become_active_in_the_charge_phase() -> None:
    rested = {"battle": [resting("Grunt")]}
    line = play(duel(at="charge phase", A=rested))
    assert not line.state.cards[find(line, "Grunt")].mark("rest")
    kept = play(duel(at="charge phase", A=rested, rules=RULES.without("6-2-2")))
    assert kept.state.cards[find(kept, "Grunt")].mark("rest")


def test_an_end_of_turn_skill_triggers_once_though_the_end_phase_runs_twice() -> None:
    line = play(duel(A={"battle": ["Owl"]}), "end the Main Phase")
    assert count(line, "A.hand") == 1
    assert sum(1 for entry in line.log if entry.clause == "6-4-1-3") == 2


@pytest.mark.parametrize(("reading", "runs"), [("repeat-if-outstanding", 1), ("repeat-for-conditions", 1)])
def test_other_readings_of_the_end_phase_run_it_once(reading: str, runs: int) -> None:
    line = play(duel(A={"battle": ["Owl"]}, readings={"A-39": reading}), "end the Main Phase")
    assert sum(1 for entry in line.log if entry.clause == "6-4-1-3") == runs


@pytest.mark.parametrize(("reading", "can"), [("leader-always", True), ("rested-only", False)])
def test_whether_an_active_leader_can_be_attacked(reading: str, can: bool) -> None:
    assert ("attack Aria Bors" in offered(duel(readings={"A-50": reading}))) is can


def test_an_active_battle_card_cannot_be_attacked() -> None:
    line = duel(B={"battle": ["Grunt", resting("Wisp")]})
    assert "attack Aria Grunt" not in offered(line)
    assert "attack Aria Wisp" in offered(line)


def test_a_battle_goes_through_its_steps_in_the_books_order() -> None:
    line = play(
        duel(A={"battle": ["Grunt"]}, B={"battle": [resting("Wisp")]}), "attack Grunt Wisp", "pass", "pass"
    )
    assert shows(
        line, "7-1", "7-1-1", "7-1-2", "7-1-3", "7-1-4", "7-2-1", "7-2-1-3", "7-3-1", "7-3-1-3", "7-4-1-4"
    )
    assert shows(
        line, "7-4-1-4-2", "7-4-1-5", "7-4-1-6", "7-4-1-7", "7-4-1-8", "7-4-1-9", "7-4-1-10", "6-3-1-2"
    )
    assert where(line, "Wisp") == ["B.drop"]


def test_without_the_comparison_nobody_is_beaten() -> None:
    line = duel(A={"battle": ["Grunt"]}, B={"battle": [resting("Wisp")]}, rules=RULES.without("7-4-1-4"))
    assert where(play(line, "attack Grunt Wisp", "pass", "pass"), "Wisp") == ["B.battle"]


def test_combo_power_counts_for_one_battle() -> None:
    line = combo_battle(None)
    assert where(line, "Brute") == ["B.drop"]
    assert where(line, "Wisp") == ["A.drop"]
    assert power(line, "Grunt") == 10000
    assert where(combo_battle("7-4-1-2"), "Brute") == ["B.battle"]


def combo_battle(off: str | None) -> Line:
    """10000 and 5000 from a combo against 15000, perhaps with a clause switched off."""
    ours, theirs = {"battle": ["Grunt"], "hand": ["Wisp"]}, {"battle": [resting("Brute")]}
    line = duel(A=ours, B=theirs, rules=RULES.without(off) if off else None)
    return play(line, "attack Grunt Brute", "combo Wisp", "pass", "pass")


@pytest.mark.parametrize(("reading", "drawn"), [("not-attacked", 1), ("attacked", 2)])
def test_whether_a_blocker_counts_as_attacked(reading: str, drawn: int) -> None:
    """Both the declared target and the blocker would draw on being attacked."""
    line = duel(B={"battle": [resting("Keeper"), "Alert Wall"]}, readings={"A-14b": reading})
    play(line, "attack Aria Keeper", "Keeper", "yes", "pass", "pass")
    assert count(line, "B.hand") == drawn
    assert "A-14b" in read(line)


@pytest.mark.parametrize(("reading", "asked"), [("optional-many", True), ("compulsory", False)])
def test_whether_blocking_is_a_choice(reading: str, asked: bool) -> None:
    line = duel(B={"battle": ["Wall"]}, readings={"A-14": reading})
    play(line, "attack Aria Bors")
    question = line.run()
    assert question is not None
    assert (question.form == "yes or no") is asked


def test_a_blocker_that_is_declined_is_not_asked_again() -> None:
    line = play(duel(B={"battle": ["Wall"]}), "attack Aria Bors", "no", "pass", "pass", "Drone")
    assert shows(line, "10-4-1", "8-6-4", "8-6-4-1", "7-4-1-4-1")
    assert count(line, "B.life") == 4


def test_a_negated_attack_breaks_the_battle_off() -> None:
    line = play(duel(A={"battle": ["Grunt"]}, B={"hand": ["Push"]}), "attack Grunt Bors", "Push")
    assert shows(line, "7-1-4", "7-1-4-1", "7-1-4-2", "7-1-4-3", "7-1-4-4", "6-3-1-2")
    assert not shows(line, "7-2-1")
    assert line.state.cards[find(line, "Grunt")].mark("rest")
