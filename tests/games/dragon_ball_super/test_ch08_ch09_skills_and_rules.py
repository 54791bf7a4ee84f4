"""Skills, effects that last, and what the rules do by themselves."""

from __future__ import annotations

import pytest

from judgekit.engine.events import Identified
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


CAST |= {
    "Rally": extra("[Activate: Main] All of your Battle Cards get +5000 power for the duration of the turn."),
    "Red Rally": extra(
        "[Activate: Main] All of your red Battle Cards get +5000 power for the duration of the turn."
    ),
    "Sale": extra(
        "[Activate: Main] Reduce the energy cost of Battle Cards in your hand by 1 "
        "for the duration of the turn."
    ),
    "Lodestar": extra("[Activate: Main] Draw 1 card."),
    "Snatch": extra("[Counter: Attack] Choose 1 of your opponent's Battle Cards and gain control of it."),
    "Brood": extra('[Activate: Main] Create a "Drone" token.'),
    "Annex": extra("[Activate: Main] Gain control of 1 of your opponent's Battle Cards."),
    "Deposit": fighter(
        10000, "[Auto] When this card is KO'd, draw 1 card for each <Drone> card under this card."
    ),
    "Ledger": fighter(
        10000, "[Auto] When this card is KO'd, if there are 2 or more cards under this card, draw 1 card."
    ),
    "Chop": extra("[Activate: Main] Choose 1 of your Battle Cards and KO it."),
}


def test_an_effect_on_an_area_begins_though_the_area_is_empty() -> None:
    line = duel(A={"hand": ["Rally", "Grunt"], "energy": ["Drone"]})
    assert power(play(line, "activate Rally Rally#1", "play Grunt"), "Grunt") == 15000
    assert read(line) >= {"A-53"}


def test_a_newcomer_must_fit_the_words() -> None:
    line = duel(A={"hand": ["Red Rally", "Wisp"], "energy": ["Drone"]})
    assert power(play(line, "activate Red Rally Red Rally#1", "play Wisp"), "Wisp") == 5000


def test_a_token_is_a_newcomer_too() -> None:
    line = duel(A={"hand": ["Rally", "Brood"]})
    play(line, "activate Rally Rally#1", "activate Brood Brood#1")
    (token,) = line.state.pile("A.battle")
    assert line.table.peek(token, "power") == 10000


def test_a_card_on_top_has_the_boost_of_the_area_once() -> None:
    """It comes into the area, and it takes over what is on the card below: the same effect."""
    line = duel(A={"hand": ["Rally", "Great Kaz"], "battle": ["Kaz"], "energy": ["Drone"]})
    play(line, "activate Rally Rally#1", "activate Great Kaz Great Kaz#1")
    assert power(line, "Great Kaz") == 25000


def test_a_card_that_changes_sides_comes_into_the_area_of_its_new_master() -> None:
    line = duel(A={"hand": ["Rally", "Annex"]}, B={"battle": ["Grunt"]})
    assert power(play(line, "activate Rally Rally#1", "activate Annex Annex#1"), "Grunt") == 15000


def test_a_newcomer_that_changes_sides_keeps_what_is_on_it() -> None:
    mine = {"hand": ["Rally", "Brood", "Grunt"], "energy": ["Drone"]}
    line = duel(A=mine, B={"hand": ["Snatch"]})
    play(line, "activate Rally Rally#1", "play Grunt", "activate Brood Brood#1")
    play(line, "attack Grunt Bors", "Snatch", "Grunt")
    assert where(line, "Grunt") == ["B.battle"]
    assert power(line, "Grunt") == 15000


def test_a_discount_in_hand_reaches_a_card_that_is_drawn_later() -> None:
    line = duel(A={"hand": ["Sale", "Lodestar"], "deck": ["Grunt", "Drone", "Drone"]})
    play(line, "activate Sale Sale#1", "activate Lodestar Lodestar#1")
    assert "play Grunt" in offered(line)


def test_what_lay_under_a_fallen_card_is_counted_as_described() -> None:
    """8-6-5-1-2: a token that is gone by then counts as well, and a card of another name does not."""
    under = [{"card": "Drone", "token": True}, "Drone", "Wisp"]
    line = duel(A={"hand": ["Chop"], "battle": [{"card": "Deposit", "under": under}]})
    assert count(play(line, "activate Chop Chop#1"), "A.hand") == 2


@pytest.mark.parametrize(("under", "drawn"), [(["Drone"], 0), (["Drone", "Wisp"], 1)])
def test_a_condition_about_what_lay_under_a_fallen_card(under: list[str], drawn: int) -> None:
    line = duel(A={"hand": ["Chop"], "battle": [{"card": "Ledger", "under": under}]})
    assert count(play(line, "activate Chop Chop#1"), "A.hand") == drawn


CAST |= {
    "Scour": extra("[Activate: Main] Search your deck for up to 1 <Kaz> card, and add it to your hand."),
    "Sift": extra(
        "[Activate: Main] Look at the top 3 cards of your deck. Add up to 1 <Kaz> card among them to your "
        "hand and place the rest at the bottom of your deck in any order."
    ),
    "Usher": extra("[Activate: Main] Choose up to 1 <Kaz> card in your hand and play it."),
}


@pytest.mark.parametrize("name", ["Scour", "Sift", "Usher"])
def test_of_cards_nobody_told_us_only_the_one_taken_is_asked_about(name: str) -> None:
    hand = [name, "?", "?", "?"] if name == "Usher" else [name]
    line = duel(A={"hand": hand, "deck": ["?"] * 4})
    play(line, f"activate {name} {name}#1", "unknown card", "Kaz")
    question = line.run()
    while question is not None and question.form == "order":
        line.answer(*(option.id for option in question.options))
        question = line.run()
    assert question is not None
    assert question.clause == "4-6-2-2"
    asked = [h.event for entry in line.log for h in entry.events if isinstance(h.event, Identified)]
    assert len(asked) == 1
    assert where(line, "Kaz") == ["A.battle" if name == "Usher" else "A.hand"]
