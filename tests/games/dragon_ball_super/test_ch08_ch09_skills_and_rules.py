"""Skills, effects that last, and what the rules do by themselves."""

from __future__ import annotations

import pytest

from judgekit.games.dragon_ball_super.game import GAME
from tests.games.dragon_ball_super.board import (
    CAST,
    count,
    duel,
    extra,
    fighter,
    find,
    offered,
    play,
    power,
    read,
    shows,
    where,
)

RULES = GAME.rules()


def test_a_skill_is_activated_in_the_order_of_its_clauses() -> None:
    line = play(duel(A={"hand": ["Cull"]}, B={"battle": ["Grunt", "Wisp"]}), "activate Cull Cull#1", "Wisp")
    assert shows(
        line, "8-5-2", "8-5-2-1", "8-5-2-4", "8-5-2-5", "8-5-2-6", "8-5-2-6-1", "8-5-3", "10-1-1", "8-5-2-7"
    )
    assert where(line, "Cull") == ["A.drop"]


@pytest.mark.parametrize(("reading", "clause"), [("at-resolution", "8-5-3"), ("at-activation", "8-5-3")])
def test_when_targets_are_chosen(reading: str, clause: str) -> None:
    line = duel(A={"hand": ["Cull"]}, B={"battle": ["Grunt", "Wisp"]}, readings={"A-09": reading})
    play(line, "activate Cull Cull#1")
    question = line.run()
    assert question is not None
    assert question.clause == clause
    assert ("8-5-2-2" in question.path) is (reading == "at-activation")
    assert where(play(line, "Wisp"), "Wisp") == ["B.drop"]


@pytest.mark.parametrize(("reading", "result"), [("set-then-add", 6000), ("by-age", 1000)])
def test_what_sets_a_number_and_what_adds_to_it(reading: str, result: int) -> None:
    line = duel(A={"hand": ["Pep", "Level"], "battle": ["Grunt"]}, readings={"A-25": reading})
    play(line, "activate Pep Pep#1", "activate Level Level#1")
    assert power(line, "Grunt") == result


@pytest.mark.parametrize(("reading", "drawn"), [("on-change-only", 0), ("holding-is-enough", 1)])
def test_a_situation_that_holds_when_its_card_arrives(reading: str, drawn: int) -> None:
    line = duel(A={"hand": ["Dreamer"], "energy": ["Drone"]}, readings={"A-46": reading})
    assert count(play(line, "play Dreamer"), "A.hand") == drawn


def test_a_situation_pends_once() -> None:
    line = play(duel(A={"hand": ["Grunt"], "battle": ["Dreamer"], "energy": ["Drone"]}), "play Grunt")
    assert shows(line, "8-6-6-1", "8-6-4", "4-9-2")
    assert count(line, "A.hand") == 1
    silent = duel(
        A={"hand": ["Grunt"], "battle": ["Dreamer"], "energy": ["Drone"]}, rules=RULES.without("8-6-6-1")
    )
    assert count(play(silent, "play Grunt"), "A.hand") == 0


@pytest.mark.parametrize(("reading", "left"), [("master-only", ["Wisp"]), ("both-players", [])])
def test_a_skill_that_names_no_player(reading: str, left: list[str]) -> None:
    line = duel(
        A={"hand": ["Sweep"], "battle": ["Grunt"]}, B={"battle": ["Wisp"]}, readings={"A-45": reading}
    )
    play(line, "activate Sweep Sweep#1")
    assert [line.state.cards[c].name for c in line.state.pile("B.battle")] == left


def test_a_forbidden_ko_by_rule_does_not_go_on_for_ever() -> None:
    line = play(duel(A={"hand": ["Chill"]}, B={"battle": ["Stone"]}), "activate Chill Chill#1")
    assert where(line, "Stone") == ["B.battle"]
    assert power(line, "Stone") == 0
    assert "end the Main Phase" in offered(line)


def test_power_may_fall_below_zero_and_comes_back() -> None:
    line = play(duel(A={"hand": ["Chill", "Chill"]}, B={"battle": ["Stone"]}), "activate Chill Chill#1")
    play(line, f"activate c{line.state.pile('A.hand')[0]} Chill#1")
    assert power(line, "Stone") == -10000
    play(line, "end the Main Phase")
    assert power(line, "Stone") == 10000


def test_effects_of_the_turn_stop_after_the_checkpoint_of_the_end_phase() -> None:
    line = duel(A={"hand": ["Pep"], "battle": ["Grunt"]})
    play(line, "activate Pep Pep#1")
    assert power(line, "Grunt") == 15000
    play(line, "end the Main Phase")
    assert power(line, "Grunt") == 10000
    assert shows(line, "6-4-1-1", "4-5-3", "6-4-1-2", "6-4-1-3")


def test_a_new_card_takes_over_what_applied_to_the_one_below() -> None:
    for reading, rests in (("all-but-printed", True), ("power-and-mode", True)):
        line = duel(
            A={"hand": ["Great Kaz", "Pep"], "battle": [{"card": "Kaz", "rest": True}], "energy": ["Drone"]},
            readings={"A-28": reading},
        )
        play(line, "activate Pep Pep#1", "activate Great Kaz Great Kaz#1")
        assert power(line, "Great Kaz") == 25000
        assert bool(line.state.cards[find(line, "Great Kaz")].mark("rest")) is rests
        assert "A-28" in read(line)


CAST |= {
    "Gloom": fighter(10000, "[Permanent] Your opponent's Battle Cards get -10000 power."),
    "Victim": fighter(10000, "[Auto] When this card is KO'd by your opponent's skill, draw 1 card."),
    "Lancer": fighter(10000, "[Auto] When this card attacks, draw 1 card."),
    "Trap": extra("[Counter: Attack] Choose 1 of your opponent's Battle Cards and KO it."),
}


@pytest.mark.parametrize(("reading", "drawn"), [("latest-effect", 0), ("every-effect", 1)])
def test_whose_ko_it_is_when_a_boost_ends(reading: str, drawn: int) -> None:
    """Gloom has lowered the power all the time; only the end of Pep made it zero."""
    boost = {"what": "Pep#1/1", "source": "Pep", "until": "turn", "cards": ["Victim"]}
    line = duel(
        A={"battle": ["Victim"], "drop": ["Pep"]}, B={"battle": ["Gloom"]}, readings={"A-23": reading},
        effects=[boost],
    )  # fmt: skip
    play(line, "end the Main Phase")
    assert where(line, "Victim") == ["A.drop"]
    assert count(line, "A.deck") == 20 - drawn


def test_a_skill_of_a_token_is_activated_though_the_token_is_gone() -> None:
    line = duel(A={"battle": [{"card": "Lancer", "token": True}]}, B={"hand": ["Trap"]})
    play(line, "attack Lancer Bors", "Trap")
    assert where(line, "Lancer") == []
    assert count(line, "A.hand") == 1
