"""Chapter 6: decks and set-up."""

from __future__ import annotations

import random

from judgekit.engine.machine import Line
from judgekit.engine.state import A, B
from judgekit.games.game import Deck
from judgekit.games.luck_and_logic.game import check_deck, new_game
from judgekit.games.luck_and_logic.rules import rules
from tests.games.luck_and_logic.decks import cards, new_line, pool, random_deck
from tests.games.luck_and_logic.tables import shows


def broken(deck: Deck) -> list[str]:
    return [violation.clause for violation in check_deck(deck, cards(), rules)]


def test_a_legal_deck_breaks_nothing() -> None:
    assert broken(random_deck(random.Random(1))) == []


def test_every_broken_clause_is_reported() -> None:
    deck = Deck({"main": ["Surge"] * 5 + ["Gate of Hour 1"], "gate": ["Gate of Hour 1"] * 3 + ["Surge"]})
    assert broken(deck) == [
        "6.1.1.1.1", "6.1.1.1.2", "6.1.1.1.3", "6.1.1.1.4", "6.1.1.2.1", "6.1.1.2.2", "6.1.1.2.3",
    ]  # fmt: skip


def test_unknown_cards_break_nothing_but_the_number_of_cards() -> None:
    assert broken(Deck({"main": ["?"] * 50, "gate": ["?"] * 10})) == []
    assert broken(Deck({"main": ["?"] * 45 + ["Surge"] * 5, "gate": ["?"] * 9})) == ["6.1.1.1.2", "6.1.1.2.1"]
    assert broken(Deck({"main": ["?"] * 7 + ["Surge"] * 4, "gate": ["?"] * 10})) == ["6.1.1.1.1", "6.1.1.1.3"]


def test_no_decks_at_all() -> None:
    assert broken(Deck({})) == ["6.1.1", "6.1.1", "6.1.1.1.1", "6.1.1.1.3", "6.1.1.2.1"]


def test_set_up_lays_six_gates_and_removes_four() -> None:
    line = new_line(5)
    line.run()
    assert shows(line, "6.2.1", "6.2.1.1", "6.2.1.2", "6.2.1.3", "6.2.1.3.1", "6.2.1.4", "6.2.1.5")
    for player in (A, B):
        zones = [
            area for area in line.state.areas if area.startswith(f"{player}.gate ") and "deck" not in area
        ]
        assert sorted(len(line.state.areas[zone]) for zone in zones) == [1] * 6
        assert len(line.state.pile(f"{player}.remove")) == 4
        assert len(line.state.pile(f"{player}.deck")) == 50


def test_cards_put_back_go_to_the_bottom_and_as_many_are_drawn() -> None:
    line = new_line(5)
    question = line.run()
    assert question is not None
    back = [option.id for option in question.options[:2]]
    line.answer(*back)
    line.answer(*back)  # their order
    line.run()
    player = question.player
    line.answer()
    line.run()
    deck = line.state.pile(f"{player}.deck")
    assert [f"c{card}" for card in deck[-2:]] == back
    assert shows(line, "6.2.1.6", "6.2.1.7", "6.2.1.8", "7.1.2", "7.2.2")


def test_a_deck_that_breaks_a_rule_is_pointed_out_when_it_is_presented() -> None:
    thin = Deck({"main": ["Surge"] * 20, "gate": ["Gate of Hour 1"] * 8})
    line = Line(rules, pool(), new_game({A: thin, B: thin}, 1, rules))
    line.run(3)
    assert shows(line, "6.2.1.1", "6.1.1.1.1")
