"""Random legal play over random decks: whatever happens, the machine keeps its promises.

`make long` plays more of them.
"""

from __future__ import annotations

import random

import pytest

from judgekit.audit.fuzzing.random_play import pick
from judgekit.engine.codec import decode_state, encode_state
from judgekit.engine.events import Created, Moved, Vanished, fold
from judgekit.engine.machine import Line
from judgekit.engine.state import PLAYERS
from judgekit.games.dragon_ball_super.game import GAME
from tests.games.dragon_ball_super.decks import game, play_out
from tests.lots import rest_is_long

GAMES = 50
ALTERNATIVES = [
    (doubt.id, choice)
    for doubt in GAME.rules().book.doubts
    for choice in doubt.choices
    if choice != doubt.default
]


@pytest.mark.parametrize("seed", rest_is_long(range(GAMES)))
def test_a_random_game_ends_by_a_rule_and_keeps_every_promise(seed: int) -> None:
    line = play_out(game(seed), seed)
    assert line.state.outcome is not None, line.where()
    assert line.state.outcome.clause in line.rules.book
    assert fold(line.start, line.log) == line.state
    assert decode_state(encode_state(line.state)) == line.state
    assert cards_made_and_lost(line) == 0
    lying = [card for pile in line.state.areas.values() for card in pile]
    assert sorted(lying) == sorted(line.state.cards)
    assert all(cited(line))
    assert areas_the_game_does_not_have(line) == set()


def areas_the_game_does_not_have(line: Line) -> set[str]:
    moved = {h.event.dst for entry in line.log for h in entry.events if isinstance(h.event, Moved)}
    known = {spec.name for spec in GAME.areas if spec.shared}
    known |= {f"{player}.{spec.name}" for player in PLAYERS for spec in GAME.areas if not spec.shared}
    return {where for where in moved if where not in known and not where.startswith("under.")}


def cards_made_and_lost(line: Line) -> int:
    """How many more cards there are than there were, but for tokens."""
    events = [h.event for entry in line.log for h in entry.events]
    made = sum(isinstance(e, Created) for e in events) - sum(isinstance(e, Vanished) for e in events)
    return len(line.state.cards) - len(line.start.cards) - made


def cited(line: Line) -> list[bool]:
    """Every clause that an event happened by is one of the book."""
    known = line.rules.book
    return [clause in known for entry in line.log for h in entry.events for clause in (*entry.path, *h.path)]


def test_the_same_answers_make_the_same_log() -> None:
    first, second = play_out(game(3), 3, 600), play_out(game(3), 3, 600)
    assert first.log == second.log


def test_every_option_that_is_offered_can_be_taken() -> None:
    """At some moments of a game, each option leads somewhere."""
    line, dice, tried = game(11), random.Random(11), 0
    while tried < 25 and not line.is_over:
        question = line.run()
        assert question is not None
        if question.form == "choose" and question.least == question.most == 1:
            for option in question.options:
                fork = line.fork()
                fork.answer(option.id)
                fork.run(3)
            tried += 1
        line.answer(*pick(question, dice))


@pytest.mark.parametrize("reading", rest_is_long(ALTERNATIVES, 8))
def test_every_other_reading_can_be_played(reading: tuple[str, str]) -> None:
    doubt, choice = reading
    seed = sum(map(ord, doubt + choice)) % 50
    line = play_out(game(seed, {doubt: choice}), seed, 500)
    assert fold(line.start, line.log) == line.state
