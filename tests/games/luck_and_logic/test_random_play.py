"""Random legal play over random decks: whatever happens, these things hold."""

from __future__ import annotations

import random

import pytest

from judgekit.book.model import Doubt
from judgekit.engine.codec import decode_entry, decode_state, encode_entry, encode_state
from judgekit.engine.events import fold
from judgekit.engine.machine import Line
from judgekit.games.luck_and_logic.game import check_deck
from judgekit.games.luck_and_logic.rules import rules
from tests.games.luck_and_logic.decks import cards, new_line, play, random_deck
from tests.lots import rest_is_long

LONG = 6000  # questions; no game of the long run has come near it


def keep_invariants(line: Line) -> None:
    state = line.state
    assert fold(line.start, line.log) == state
    assert decode_state(encode_state(state)) == state
    assert len(state.cards) == 120
    assert sorted(c for pile in state.areas.values() for c in pile) == sorted(state.cards)
    assert all(state.areas[card.area].count(card.id) == 1 for card in state.cards.values())
    assert len(state.frames) <= 8


@pytest.mark.parametrize("seed", range(4))
def test_a_random_game_keeps_the_invariants(seed: int) -> None:
    line = play(new_line(seed), seed, 80)
    keep_invariants(line)
    assert all(decode_entry(encode_entry(entry)) == entry for entry in line.log[:400])
    assert line.run() is not None or line.is_over


def test_the_same_answers_give_the_same_log() -> None:
    one, other = (play(new_line(11), 11, 60) for _ in range(2))
    assert one.log == other.log


def test_random_decks_are_legal() -> None:
    for seed in range(5):
        assert check_deck(random_deck(random.Random(seed)), cards(), rules) == []


@pytest.mark.long
@pytest.mark.parametrize("seed", range(50))
def test_many_random_games_end_by_a_rule(seed: int) -> None:
    """Every turn takes three cards off a deck, and the second refresh loses the game: none lasts for ever."""
    line = play(new_line(1000 + seed), 1000 + seed, LONG)
    keep_invariants(line)
    assert line.run() is None
    assert line.state.outcome is not None


@pytest.mark.parametrize("doubt", rest_is_long(rules.book.doubts, 8), ids=lambda doubt: doubt.id)
def test_a_game_can_be_played_under_every_reading(doubt: Doubt) -> None:
    choices = [choice for choice in doubt.choices if choice != doubt.default]
    for seed, choice in enumerate(choices):
        line = play(new_line(seed, {doubt.id: choice}), seed, 15)
        assert fold(line.start, line.log) == line.state
