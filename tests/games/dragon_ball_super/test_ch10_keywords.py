"""Keywords, under the readings that decide what they do."""

from __future__ import annotations

import pytest

from judgekit.games.dragon_ball_super.game import GAME
from tests.games.dragon_ball_super.board import (
    CAST,
    count,
    duel,
    fighter,
    ids,
    offered,
    play,
    resting,
    shows,
    where,
)

RULES = GAME.rules()


@pytest.mark.parametrize(("reading", "taken"), [("up-to", 3), ("exactly", 1)])
def test_triple_strike_alone(reading: str, taken: int) -> None:
    line = duel(A={"battle": ["Tri-Fang"]}, readings={"A-19": reading})
    play(line, "attack Tri-Fang Bors", "pass", "pass", *["Drone"] * taken)
    assert count(line, "B.life") == 5 - taken
    assert shows(line, "7-4-1-4-1", "4-10-2", "4-10-2-1")


@pytest.mark.parametrize(("reading", "times"), [("x-minus-one", 3), ("once", 2)])
def test_how_often_triple_attack_lets_a_card_attack(reading: str, times: int) -> None:
    line = duel(A={"battle": ["Tireless"]}, readings={"A-18": reading})
    for _ in range(times):
        play(line, "attack Tireless Bors", "pass", "pass", "Drone")
    assert "attack Tireless Bors" not in offered(line)


def test_critical_sends_life_to_the_drop_area() -> None:
    line = play(duel(A={"battle": ["Sniper"]}), "attack Sniper Bors", "pass", "pass", "Drone")
    assert (count(line, "B.drop"), count(line, "B.hand")) == (1, 0)
    plain = duel(A={"battle": ["Sniper"]}, rules=RULES.without("10-6-1"))
    play(plain, "attack Sniper Bors", "pass", "pass", "Drone")
    assert (count(plain, "B.drop"), count(plain, "B.hand")) == (0, 1)


@pytest.mark.parametrize(
    ("reading", "areas"), [("attacked-or-ko-ed", ["A.drop"]), ("only-if-ko-ed", ["A.battle"])]
)
def test_revenge_of_a_card_that_survives(reading: str, areas: list[str]) -> None:
    line = duel(A={"battle": ["Wisp"]}, B={"battle": [resting("Grudge")]}, readings={"A-20": reading})
    play(line, "attack Wisp Grudge", "pass", "pass")
    assert where(line, "Wisp") == areas
    assert where(line, "Grudge") == ["B.battle"]


@pytest.mark.parametrize(
    ("reading", "area"), [("works-if-negated", "A.drop"), ("not-if-negated", "A.battle")]
)
def test_revenge_after_a_negated_attack(reading: str, area: str) -> None:
    line = duel(
        A={"battle": ["Grunt"]},
        B={"battle": [resting("Grudge")], "hand": ["Push"]},
        readings={"A-20b": reading},
    )
    assert where(play(line, "attack Grunt Grudge", "Push"), "Grunt") == [area]


@pytest.mark.parametrize(
    ("reading", "at"), [("end-of-battle-checkpoint", "7-4-1-9"), ("next-free-timing", "4-6-2-1")]
)
def test_when_after_the_battle_is(reading: str, at: str) -> None:
    line = duel(A={"battle": ["Grunt"]}, B={"battle": [resting("Grudge")]}, readings={"A-17": reading})
    play(line, "attack Grunt Grudge", "pass", "pass")
    assert where(line, "Grunt") == ["A.drop"]
    *_, last = [entry.path for entry in line.log if any("10-9-1" in h.path for h in entry.events)]
    assert at in last


def test_indestructible_stops_the_result_of_a_battle_and_opposing_skills() -> None:
    line = duel(A={"battle": ["Brute"], "hand": ["Cull"]}, B={"battle": [resting("Stone")]})
    play(line, "activate Cull Cull#1", "attack Brute Stone", "pass", "pass")
    assert where(line, "Stone") == ["B.battle"]


@pytest.mark.parametrize(("reading", "area"), [("battle-area", "battle"), ("hand-to-drop", "hand")])
def test_where_the_cards_for_a_fusion_are(reading: str, area: str) -> None:
    side = {"hand": ["Kazuri"], "battle": [], "energy": ["Drone"]}
    side[area] = [*side[area], "Kaz", "Uri"]
    line = play(duel(A=side, readings={"A-30": reading}), "activate Kazuri Kazuri#1")
    assert where(line, "Kazuri") == ["A.battle"]
    assert (where(line, "Kaz"), where(line, "Uri")) == (["A.drop"], ["A.drop"])


@pytest.mark.parametrize("reading", ["as-pending", "automatic"])
def test_a_card_played_with_over_realm_leaves_at_the_end_of_the_turn(reading: str) -> None:
    side = {"hand": ["Rift Walker"], "drop": ["Wisp", "Wisp"], "energy": ["Drone"]}
    line = play(duel(A=side, readings={"A-32c": reading}), "activate Rift Walker Rift Walker#1")
    assert where(line, "Rift Walker") == ["A.battle"]
    play(line, "end the Main Phase")
    assert where(line, "Rift Walker") == ["A.warp"]
    assert count(line, "A.warp") == 3


@pytest.mark.parametrize(("reading", "can"), [("per-player", False), ("per-skill", True)])
def test_a_second_over_realm_in_the_same_turn(reading: str, can: bool) -> None:
    side = {"hand": ["Rift Runner", "Rift Runner"], "energy": ["Drone", "Drone"]}
    line = duel(A=side, readings={"A-32b": reading})
    first, second = line.state.pile("A.hand")
    play(line, f"activate c{first} Rift Runner#1", "Drone")
    assert (f"activate c{second} Rift Runner#1" in ids(line)) is can


@pytest.mark.parametrize(("reading", "area"), [("not-played", "A.hand"), ("played-anyway", "A.battle")])
def test_an_evolve_whose_base_is_gone(reading: str, area: str) -> None:
    line = duel(
        A={"hand": ["Great Kaz"], "battle": ["Kaz"], "energy": ["Drone"]},
        B={"hand": ["Swat"]},
        readings={"A-29": reading},
    )
    play(line, "activate Great Kaz Great Kaz#1", "Swat")
    assert where(line, "Kaz") == ["A.drop"]
    assert where(line, "Great Kaz") == [area]


@pytest.mark.parametrize("keyword", ["Evolve", "Xeno-Evolve"])
@pytest.mark.parametrize(("base", "drawn"), [("<Kaz>", 1), ("<Uri>", 0)])
def test_a_skill_may_ask_from_what_its_card_evolved(
    keyword: str, base: str, drawn: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """10-18-3-1-1: the base that was sent to the Warp is what the card evolved from, too."""
    text = f"[{keyword}] {{1}}: <Kaz>\n[Auto] When a {base} card evolves into this card, draw 1 card."
    monkeypatch.setitem(CAST, "Peak Kaz", fighter(20000, text, characters=["Kaz"]))
    line = duel(A={"battle": ["Kaz"], "hand": ["Peak Kaz"], "energy": ["Drone"]})
    play(line, "activate Peak Kaz Peak Kaz#1")
    assert where(line, "Peak Kaz") == ["A.battle"]
    assert count(line, "A.hand") == drawn
