"""What card texts do at the table: costs, prohibitions, triggers and choices that the rules leave to them."""

from __future__ import annotations

import pytest

from judgekit.engine.machine import Line
from tests.games.dragon_ball_super.board import (
    CAST,
    THEIRS,
    TURN,
    count,
    duel,
    extra,
    fighter,
    offered,
    play,
    power,
    resting,
    where,
)

CAST |= {
    "Frozen": fighter(10000, "[Permanent] This card can't be switched to Rest Mode."),
    "Decree": fighter(
        10000, "[Permanent] Your opponent can't play Battle Cards with an energy cost of 2 or less."
    ),
    "Bargain": fighter(
        20000,
        "[Permanent] You may play this card by paying 1 energy instead of its energy cost.",
        cost=3,
    ),
    "Barter": fighter(
        20000,
        "[Permanent] Instead of paying this card's energy cost, you may discard 2 cards to play it.",
        cost=3,
    ),
    "Totem": fighter(10000, "[Permanent] This card gets +5000 power for each card under it."),
    "Miser": fighter(10000, "[Auto] When you pay energy, draw 1 card."),
    "Dealer": fighter(10000, "[Auto] When you shuffle your deck, draw 1 card."),
    "Warden": fighter(10000, "[Auto] When your opponent activates an Extra Card, draw 1 card."),
    "Scholar": fighter(10000, "[Auto] When you reveal a card, draw 1 card."),
    "Riffle": extra("[Activate: Main] Shuffle your deck."),
    "Unveil": fighter(10000, "[Activate: Main] Reveal the top card of your deck."),
    "Sour": fighter(5000, "[Auto] When this card is placed in your Drop Area from your hand, draw 1 card."),
    "Toss": extra("[Activate: Main] Discard 1 card: Draw 1 card."),
    "No Attack": extra(f"[Activate: Main] {THEIRS}. It can't attack {TURN}."),
    "Gust": extra("[Counter: Attack] Draw 1 card."),
    "Echo Kaz": fighter(
        20000,
        "[Evolve] {1}: <Kaz>\n[Auto] When your life is at 5 or less, draw 1 card.",
        characters=["Kaz"],
    ),
    "Umbrella": fighter(5000, "[Permanent] Your other Battle Cards get +10000 power."),
    "Sad": fighter(0, "[Auto] When this card is KO'd by your opponent's skill, draw 1 card."),
    "Snuff": extra("[Activate: Main] KO 1 of your opponent's Battle Cards."),
    "Shade": fighter(
        10000, "[Permanent] Your opponent's Battle Cards get -5000 power for each of your Battle Cards."
    ),
    "Meek": fighter(10000, "[Auto] When this card is KO'd by your opponent's skill, draw 1 card."),
    "Sway": fighter(10000, "[Auto] When your opponent activates a [Counter: Attack] skill, draw 1 card."),
    "Humble": fighter(10000, "[Permanent] This card can't attack Leader Cards."),
    "Duelist": fighter(10000, "[Permanent] This card can't attack Battle Cards."),
    "Envoy": fighter(10000, "[Permanent] Your opponent's Battle Cards can't attack your Leader Card."),
    "Peer": fighter(10000, "[Permanent] This card can't be attacked by Leader Cards."),
    "Sly": fighter(
        10000,
        "[Permanent] This card can't be blocked by Battle Cards with an energy cost of 2 or less.",
    ),
    "Tower": fighter(10000, "[Blocker]", cost=3),
    "Chance": extra("[Activate: Main] Your opponent discards 2 cards at random."),
    "On Credit": extra(
        "[Activate: Main] Choose 1 Battle Card in your hand and play it by paying 1 energy instead of its "
        "energy cost."
    ),
    "On Sale": extra(
        "[Activate: Main] Choose 1 Battle Card in your hand and play it with its energy cost reduced by 2."
    ),
    "Nest": fighter(
        10000,
        "[Permanent] This card gets +5000 power for each card under it.\n"
        "[Activate: Main] Place 1 of your other Battle Cards under this card.",
    ),
    "Peel": extra("[Activate: Main] Choose 1 of your topmost Battle Cards and place it in your Drop Area."),
    "Still": fighter(10000, "[Permanent] Your opponent can't activate [Counter: Play] skills."),
}


def test_a_card_that_cannot_rest_cannot_attack() -> None:
    assert "attack Frozen Bors" not in offered(duel(A={"battle": ["Frozen"]}))


def test_cards_that_may_not_be_played_are_meant_in_hand() -> None:
    line = duel(A={"hand": ["Grunt", "Brute"], "energy": ["Drone"] * 3}, B={"battle": ["Decree"]})
    assert "play Brute" in offered(line)
    assert "play Grunt" not in offered(line)


@pytest.mark.parametrize(
    ("hand", "energy", "can"),
    [(["Barter"], 3, True), (["Barter", "Wisp", "Wisp"], 0, True), (["Barter", "Wisp"], 0, False)],
)
def test_a_card_is_offered_if_one_of_its_costs_can_be_paid(hand: list[str], energy: int, can: bool) -> None:
    line = duel(A={"hand": hand, "energy": ["Drone"] * energy})
    assert ("play Barter" in offered(line)) is can


@pytest.mark.parametrize(("answer", "rested"), [("yes", 1), ("no", 3)])
def test_less_energy_may_be_paid_instead(answer: str, rested: int) -> None:
    line = duel(A={"hand": ["Bargain"], "energy": ["Drone"] * 3})
    play(line, "play Bargain", answer)
    if answer == "yes":
        play(line, f"c{line.state.pile('A.energy')[0]}")
    assert where(line, "Bargain") == ["A.battle"]
    assert resting_energy(line) == rested


def resting_energy(line: Line) -> int:
    return sum(bool(line.state.cards[card].mark("rest")) for card in line.state.pile("A.energy"))


def test_cards_under_a_card_are_counted_where_they_lie() -> None:
    line = duel(A={"battle": [{"card": "Totem", "under": ["Kaz", "Uri"]}]})
    assert power(line, "Totem") == 20000


@pytest.mark.parametrize(
    ("watcher", "answers"),
    [
        ("Miser", ["play Grunt"]),
        ("Dealer", ["activate Riffle Riffle#1"]),
        ("Scholar", ["activate Unveil Unveil#1"]),
    ],
)
def test_what_a_player_does_sets_off_skills_that_wait_for_it(watcher: str, answers: list[str]) -> None:
    ours = {"battle": [watcher, "Unveil"], "hand": ["Grunt", "Riffle"], "energy": ["Drone"]}
    before = 2 if watcher == "Scholar" else 1  # what is left in hand of the two cards
    assert count(play(duel(A=ours), *answers), "A.hand") == before + 1


def test_an_extra_card_that_is_activated_is_seen_and_a_battle_card_is_not() -> None:
    line = duel(A={"battle": ["Unveil"], "hand": ["Riffle"]}, B={"battle": ["Warden"]})
    play(line, "activate Unveil Unveil#1")
    assert count(line, "B.hand") == 0
    assert count(play(line, "activate Riffle Riffle#1"), "B.hand") == 1


def test_a_card_speaks_of_its_own_discard_from_the_drop_area() -> None:
    line = play(duel(A={"hand": ["Toss", "Sour"]}), "activate Toss Toss#1")
    assert count(line, "A.hand") == 2


def test_a_skill_that_forbids_attacking_speaks_of_attacking() -> None:
    line = duel(A={"hand": ["No Attack"]}, B={"battle": ["Grunt"], "hand": ["Gust"]})
    assert "Gust" in offered(play(line, "activate No Attack No Attack#1"))


def test_a_situation_that_holds_already_is_none_for_a_card_that_evolves() -> None:
    ours = {"battle": ["Kaz"], "hand": ["Echo Kaz"], "energy": ["Drone"]}
    line = play(duel(A=ours), "activate Echo Kaz Echo Kaz#1")
    assert (where(line, "Echo Kaz"), count(line, "A.hand")) == (["A.battle"], 0)


@pytest.mark.parametrize(
    ("ours", "theirs", "answers", "drawn"),
    [
        ({"hand": ["Snuff"]}, ["Umbrella", "Sad"], ["activate Snuff Snuff#1", "Umbrella"], 0),
        ({"battle": ["Shade"], "hand": ["Wisp"], "energy": ["Drone"]}, ["Meek"], ["play Wisp"], 1),
    ],
)
def test_whose_ko_it_is_when_power_falls_to_zero(
    ours: dict[str, list[str]], theirs: list[str], answers: list[str], drawn: int
) -> None:
    """Nobody's if what lent the power leaves; its own if an effect grows."""
    line = play(duel(A=ours, B={"battle": theirs}), *answers)
    assert where(line, theirs[-1]) == ["B.drop"]
    assert count(line, "B.hand") == drawn


def test_a_kind_of_counter_is_told_from_the_others() -> None:
    line = duel(
        A={"battle": ["Sway", "Still", "Grunt"]}, B={"hand": ["Push", "Halt"], "battle": [resting("Wisp")]}
    )
    assert offered(play(line, "attack Grunt Wisp")) == ["Push"]
    assert count(play(line, "Push"), "A.hand") == 1


def test_cards_discarded_at_random_are_chosen_by_nobody() -> None:
    line = play(duel(A={"hand": ["Chance"]}, B={"hand": ["Kaz", "Uri", "Wisp"]}), "activate Chance Chance#1")
    assert (count(line, "B.hand"), count(line, "B.drop")) == (1, 2)
    assert "end the Main Phase" in offered(line)


@pytest.mark.parametrize("text", ["On Credit", "On Sale"])
@pytest.mark.parametrize(("energy", "area"), [(1, "A.battle"), (0, "A.hand")])
def test_a_skill_that_names_a_price_plays_for_it(text: str, energy: int, area: str) -> None:
    line = duel(A={"hand": [text, "Brute"], "energy": ["Drone"] * energy})
    play(line, f"activate {text} {text}#1", "Brute")
    assert where(line, "Brute") == [area]
    assert resting_energy(line) == energy


def test_a_stack_that_is_put_under_a_card_makes_one_stack_with_it() -> None:
    kaz = {"card": "Kaz", "rest": True, "under": ["Wisp"]}
    line = play(duel(A={"battle": ["Nest", kaz], "hand": ["Peel"]}), "activate Nest Nest#2")
    assert (len(set(where(line, "Kaz") + where(line, "Wisp"))), power(line, "Nest")) == (1, 20000)
    play(line, "activate Peel Peel#1")
    assert (where(line, "Nest"), where(line, "Kaz")) == (["A.drop"], ["A.battle"])
    assert "attack Kaz Bors" in offered(line)


@pytest.mark.parametrize(
    ("ours", "theirs", "attacks"),
    [
        ("Humble", "Wisp", ["Aria Bors", "Aria Wisp", "Humble Wisp"]),
        ("Duelist", "Wisp", ["Aria Bors", "Aria Wisp", "Duelist Bors"]),
        ("Grunt", "Envoy", ["Aria Bors", "Aria Envoy", "Grunt Envoy"]),
        ("Grunt", "Peer", ["Aria Bors", "Grunt Bors", "Grunt Peer"]),
    ],
)
def test_whom_a_card_may_not_attack(ours: str, theirs: str, attacks: list[str]) -> None:
    line = duel(A={"battle": [ours]}, B={"battle": [resting(theirs)]})
    assert offered(line) == [*(f"attack {pair}" for pair in attacks), "end the Main Phase"]


@pytest.mark.parametrize(("blocker", "can"), [("Wall", False), ("Tower", True)])
def test_by_whom_a_card_cannot_be_blocked(blocker: str, can: bool) -> None:
    line = play(duel(A={"battle": ["Sly"]}, B={"battle": [blocker]}), "attack Sly Bors")
    assert ("yes" in offered(line)) is can


def test_the_choices_of_a_skill_are_offered_in_words() -> None:
    CAST["Crossroads"] = extra(
        "[Activate: Main] Choose 1 of the following:\n• Draw 1 card.\n"
        "• Play 1 <Drone> card from your Drop Area."
    )
    line = play(duel(A={"hand": ["Crossroads"], "drop": ["Drone"]}), "activate Crossroads Crossroads#1")
    assert [label.split()[0].lower() for label in offered(line)] == ["draw", "play"]
    play(line, "2")
    assert where(line, "Drone").count("A.battle") == 1
