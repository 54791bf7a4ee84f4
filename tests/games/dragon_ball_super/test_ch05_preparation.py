"""Decks, and what comes before the first turn."""

from __future__ import annotations

from judgekit.engine.machine import Line
from judgekit.engine.state import A, B
from judgekit.games.dragon_ball_super.ch05_preparation import violations
from judgekit.games.dragon_ball_super.game import GAME
from judgekit.games.game import Deck, PrintedCard
from tests.games.dragon_ball_super.board import count, play, shows

RULES = GAME.rules()
LEADER = PrintedCard("Aria", {"type": "leader"})
FILLER = [PrintedCard(f"Filler {n}", {"type": "battle", "power": 5000}) for n in range(13)]
SEVEN = PrintedCard(
    "Swarm", {"type": "battle"}, "[Permanent] You can include up to 7 copies of this card in your deck."
)
ULTIMATE = PrintedCard("Star", {"type": "battle"}, f"[Ultimate]\n{SEVEN.text}")


def fifty(*others: PrintedCard) -> list[PrintedCard]:
    return [*others, *(card for card in FILLER for _ in range(4))][:50]


def broken(main: list[PrintedCard], **readings: str) -> list[str]:
    return [
        v.clause
        for v in violations([LEADER], main, RULES, {k.replace("_", "-"): v for k, v in readings.items()})
    ]


def test_a_legal_deck_breaks_nothing() -> None:
    assert broken(fifty()) == []


def test_every_broken_rule_is_named() -> None:
    found = violations([], [FILLER[0]] * 5, RULES)
    assert [v.clause for v in found] == ["5-1-2", "5-1-3", "5-1-3-1"]


def test_a_text_lifts_the_limit_for_its_card_alone() -> None:
    assert broken(fifty(*[SEVEN] * 7)) == []
    assert broken(fifty(*[SEVEN] * 8)) == ["5-1-3-1"]
    reduced = RULES.without("5-1-3-2")
    assert [v.clause for v in violations([LEADER], fifty(*[SEVEN] * 7), reduced)] == ["5-1-3-1"]


def test_a_text_may_allow_any_number_of_copies() -> None:
    text = "[Permanent] You can include any number of copies of this card in your deck."
    assert broken([PrintedCard("Endless", {"type": "battle"}, text)] * 50) == []


def test_a_limit_beats_a_permission_unless_it_is_read_otherwise() -> None:
    assert broken(fifty(ULTIMATE, ULTIMATE)) == ["10-16-1"]
    assert broken(fifty(ULTIMATE, ULTIMATE), A_41="permission-wins") == []


def opening(readings: dict[str, str] | None = None) -> Line:
    cards = [PrintedCard("Aria", {"type": "leader", "power": 10000}), *FILLER]
    deck = Deck({"leader": ["Aria"], "main": [card.name for card in fifty()]})
    pool = GAME.compile(cards, RULES)
    return Line(RULES, pool, GAME.new_game({A: deck, B: deck}, 4, RULES), readings)


def test_a_game_begins_with_six_cards_eight_life_and_no_draw() -> None:
    line = play(opening(), "", "")
    assert shows(
        line, "5-2-1-1", "5-2-1-2", "3-2-1", "5-2-1-3", "5-2-1-3-1", "5-2-1-4", "5-2-1-5", "5-2-1-6", "6-2-3"
    )
    assert [count(line, f"{who}.{area}") for who in "AB" for area in ("hand", "life", "deck")] == [
        6,
        8,
        36,
    ] * 2


def test_cards_are_exchanged_once_and_the_deck_is_shuffled() -> None:
    for reading in ("shuffle-before-drawing", "draw-then-shuffle"):
        line = opening({"A-04": reading})
        question = line.run()
        assert question is not None
        play(line, question.options[0].id, "")
        assert shows(line, "5-2-1-4-1", "3-2-4")
        assert count(line, f"{question.player}.hand") == 6


def test_the_order_of_the_first_checkpoint_may_be_left_to_chance() -> None:
    line = play(opening({"A-03": "chance-for-checkpoint"}), "", "")
    assert shows(line, "5-2-1-3", "4-5-3", "5-2-1-4", "5-2-1-3-1")
