"""Small words in three games: played, and the table looks as they say. (Godzilla's are in
`test_phrases_in_play.py`.)"""

from __future__ import annotations

import pytest

from tests.games.dragon_ball_super.board import (
    CAST,
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
from tests.games.gate_ruler import tables
from tests.games.gate_ruler.tables import event, stand, unit

CAST |= {
    "Spark": fighter(5000),
    "Twin Sparks": extra('[Activate: Main] Create 2 "Spark" tokens. They get +5000 power for the turn.'),
    "Palette": fighter(10000, "[Permanent] If any of your energy is not red, this card gets +5000 power."),
    "Sealed Pages": fighter(10000, "[Permanent] Your opponent can't draw cards."),
    "Windfall": extra("[Activate: Main] Draw 2 cards."),
    "Proud": fighter(10000, "[Permanent] This card can only attack Leader Cards."),
    "Slow Mail": extra("[Activate: Main] At the end of your next turn, draw 1 card."),
    "Spare One": extra("[Activate: Main] Choose 1 of your Battle Cards. KO all other Battle Cards."),
    "Second Serving": extra(
        "[Activate: Main] Draw 1 card. If your life is at 3 or less, draw 2 cards instead."
    ),
    "Eager": fighter(
        10000,
        "[Auto] When this card attacks, you may discard 1 card. If you do, it gets +5000 power for the turn.",
    ),
    "Toll": fighter(10000, "[Auto] When this card attacks, you may pay {1}. If you do, draw 1 card."),
    "Oracle": extra("[Activate: Main] If the top card of your deck is blue, draw 1 card."),
}


def activate(card: str) -> str:
    return f"activate {card} {card}#1"


def test_tokens_that_were_just_made_are_they() -> None:
    line = play(duel(A={"hand": ["Twin Sparks"]}), activate("Twin Sparks"))
    assert where(line, "Spark") == ["A.battle", "A.battle"]
    assert power(line, "Spark") == 10000


@pytest.mark.parametrize(
    ("energy", "found"), [(["Grunt"], 10000), (["Grunt", "Wisp"], 15000), (["Wisp", "Wisp"], 15000)]
)
def test_any_that_is_not_is_one_that_is_not(energy: list[str], found: int) -> None:
    """Not all of them, and not none."""
    assert power(duel(A={"battle": ["Palette"], "energy": energy}), "Palette") == found


@pytest.mark.parametrize(("guard", "drawn"), [("Sealed Pages", 0), ("Grunt", 2)])
def test_who_cannot_draw_draws_nothing(guard: str, drawn: int) -> None:
    line = play(duel(A={"hand": ["Windfall"]}, B={"battle": [guard]}), activate("Windfall"))
    assert count(line, "A.hand") == drawn


def test_can_only_leaves_nothing_else() -> None:
    found = offered(duel(A={"battle": ["Proud", "Grunt"]}, B={"battle": [resting("Wisp")]}))
    assert "attack Proud Bors" in found
    assert "attack Proud Wisp" not in found
    assert "attack Grunt Wisp" in found


def test_the_end_of_your_next_turn_is_not_that_of_this_one() -> None:
    line = play(duel(A={"hand": ["Slow Mail"]}), activate("Slow Mail"), "end the Main Phase")
    assert line.state.turn_player == "B"
    assert count(line, "A.hand") == 0


def test_other_cards_are_other_than_those_chosen() -> None:
    line = play(duel(A={"hand": ["Spare One"], "battle": ["Grunt", "Brute"]}), activate("Spare One"), "Brute")
    assert where(line, "Brute") == ["A.battle"]
    assert where(line, "Grunt") == ["A.drop"]


def test_it_is_the_card_that_attacks_and_not_the_one_discarded() -> None:
    line = play(duel(A={"battle": ["Eager"], "hand": ["Wisp"]}), "attack Eager Bors", "yes")
    assert where(line, "Wisp") == ["A.drop"]
    assert power(line, "Eager") == 15000


def test_what_may_be_paid_is_paid_and_only_offered_if_it_can_be() -> None:
    line = play(duel(A={"battle": ["Toll"], "energy": ["Drone"]}), "attack Toll Bors", "yes")
    assert count(line, "A.hand") == 1
    line = play(duel(A={"battle": ["Toll"]}), "attack Toll Bors")
    assert "yes" not in offered(line)
    assert count(line, "A.hand") == 0


@pytest.mark.parametrize(("life", "drawn"), [(4, 1), (3, 2)])
def test_instead_is_one_of_two(life: int, drawn: int) -> None:
    line = duel(A={"hand": ["Second Serving"], "life": ["Drone"] * life})
    assert count(play(line, activate("Second Serving")), "A.hand") == drawn


@pytest.mark.parametrize(("deck", "drawn"), [(["Wisp", "Grunt"], 1), (["Grunt", "Wisp"], 0)])
def test_the_top_card_is_not_any_card_of_the_deck(deck: list[str], drawn: int) -> None:
    line = play(duel(A={"hand": ["Oracle"], "deck": deck}), activate("Oracle"))
    assert count(line, "A.hand") == drawn


BEARER = unit(
    '"Pass On": Standard Action: Add the top card of your deck to another of your units as a charge.'
)


LATE = event("Timing: You can play this while the top card of the gate is an event\nDraw a card.")
BOLT = event("Timing: Instant Action. Deal 1 damage to your opponent.")


def test_another_unit_is_not_the_one_that_speaks() -> None:
    line = stand("9-3e", {"A.attack 1": ["Bearer"], "A.attack 2": ["Pup"]}, {"Bearer": BEARER})
    bearer, pup = line.state.pile("A.attack 1")[0], line.state.pile("A.attack 2")[0]
    tables.play(line, f"use c{bearer} Bearer#1", "give up priority")
    assert len(line.state.pile(f"under.{pup}")) == 1
    assert line.state.pile(f"under.{bearer}") == ()


@pytest.mark.parametrize(("gate", "left"), [(("Pup", "Bolt"), 2), (("Bolt", "Pup"), 1)])
def test_the_top_card_of_the_gate_is_the_last_that_came(gate: tuple[str, ...], left: int) -> None:
    """With a unit on top nobody can do anything, and it resolves before the event can be answered."""
    there = [(name, {"controller": "B"}) for name in gate]
    late = [("Late", {"face down": True})]
    line = stand("9-3e", {"gate": there, "A.set 1": late}, {"Late": LATE, "Bolt": BOLT})
    question = line.run()
    assert question is not None
    assert question.options[0].label == "play set Late"
    assert len(line.state.pile("gate")) == left
