"""Random legal play with random legal decks, in both editions: the machine keeps its promises.

`make long` plays more of them.
"""

from __future__ import annotations

import random

import pytest

from judgekit.audit.bench.godzilla_decks import cards, random_deck, random_game
from judgekit.audit.fuzzing.random_play import pick
from judgekit.engine.codec import decode_state, encode_state
from judgekit.engine.events import Created, Moved, Vanished, fold
from judgekit.engine.machine import Line
from judgekit.engine.state import PLAYERS
from judgekit.games.godzilla.game import GAME
from tests.lots import rest_is_long

GAMES = 50
EDITIONS = tuple(GAME.editions)
LIMIT = 20_000  # clauses; a game that is not over by then is stuck
ALTERNATIVES = [
    (edition, doubt.id, choice)
    for edition in EDITIONS
    for doubt in GAME.rules(edition).book.doubts
    for choice in doubt.choices
    if choice != doubt.default and (edition == EDITIONS[0] or doubt.id not in GAME.rules().defaults)
]


def play_out(line: Line, seed: int, limit: int = LIMIT) -> Line:
    """Answer by dice until the game is over; on the way, what can be written down can be read again."""
    dice, asked = random.Random(seed), 0
    while not line.is_over and len(line.log) < limit:
        question = line.run(limit - len(line.log))
        if question is None:
            break
        asked += 1
        if asked % 40 == 0:
            assert decode_state(encode_state(line.state)) == line.state
        line.answer(*pick(question, dice))
    return line


def cards_out_of_nothing(line: Line) -> int:
    """How many more cards there are than there were, but for tokens."""
    events = [h.event for entry in line.log for h in entry.events]
    made = sum(isinstance(e, Created) for e in events) - sum(isinstance(e, Vanished) for e in events)
    return len(line.state.cards) - len(line.start.cards) - made


@pytest.mark.parametrize("seed", rest_is_long(range(GAMES), 3))
def test_a_random_game_ends_by_a_rule_and_loses_no_card(seed: int) -> None:
    line = play_out(random_game(seed, EDITIONS[seed % len(EDITIONS)]), seed)
    assert line.state.outcome is not None, line.where()
    assert line.state.outcome.clause in line.rules.book
    assert fold(line.start, line.log) == line.state
    assert decode_state(encode_state(line.state)) == line.state
    assert cards_out_of_nothing(line) == 0
    lying = [card for pile in line.state.areas.values() for card in pile]
    assert sorted(lying) == sorted(line.state.cards)
    assert all(clause in line.rules.book for e in line.log for h in e.events for clause in (*e.path, *h.path))
    assert areas_the_game_does_not_have(line) == set()


def areas_the_game_does_not_have(line: Line) -> set[str]:
    moved = {h.event.dst for entry in line.log for h in entry.events if isinstance(h.event, Moved)}
    known = {spec.name for spec in GAME.areas if spec.shared}
    known |= {f"{player}.{spec.name}" for player in PLAYERS for spec in GAME.areas if not spec.shared}
    return {where for where in moved if where not in known and not where.startswith("under.")}


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_same_answers_make_the_same_log(edition: str) -> None:
    first, second = (play_out(random_game(3, edition), 3, 800) for _ in range(2))
    assert first.log == second.log


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_option_that_is_offered_can_be_taken(edition: str) -> None:
    line, dice, tried = random_game(11, edition), random.Random(11), 0
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


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_random_decks_are_legal(edition: str, seed: int) -> None:
    assert GAME.check_deck(random_deck(random.Random(seed)), cards(), GAME.rules(edition)) == []


@pytest.mark.parametrize("reading", rest_is_long(ALTERNATIVES, 8))
def test_every_other_reading_can_be_played(reading: tuple[str, str, str]) -> None:
    edition, doubt, choice = reading
    seed = sum(map(ord, doubt + choice)) % 50
    usual = random_game(seed, edition)
    line = play_out(Line(usual.rules, usual.pool, usual.start, {doubt: choice}), seed, 400)
    assert fold(line.start, line.log) == line.state
