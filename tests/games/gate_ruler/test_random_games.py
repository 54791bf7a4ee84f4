"""Random games between all pairs of rulers: what must hold after every one of them."""

from __future__ import annotations

from collections import Counter

import pytest

from judgekit.engine.codec import decode_state, encode_state
from judgekit.engine.events import fold
from judgekit.engine.machine import Line
from judgekit.games.gate_ruler.appendix_rulers import RULERS
from judgekit.games.gate_ruler.game import GAME, IMAGINARY
from tests.games.gate_ruler.decks import cards, random_deck, random_game
from tests.lots import EITHER, lot

SEEDS = range(50)


def real_cards(line: Line) -> Counter[str]:
    return Counter(c.name for c in line.state.cards.values() if c.name not in IMAGINARY)


@EITHER
def test_the_log_is_the_whole_story(whole: bool) -> None:
    """Of the beginnings of two games, or of fifty games to their end."""
    for seed in lot(SEEDS, 2, whole):
        hold_invariants(random_game(seed, most=3000 if whole else 150))


def hold_invariants(line: Line) -> None:
    assert fold(line.start, line.log) == line.state
    assert decode_state(encode_state(line.state)) == line.state
    start = Counter(c.name for c in line.start.cards.values())
    assert real_cards(line) == start, "no card is lost or made"
    placed = Counter(card for pile in line.state.areas.values() for card in pile)
    assert set(placed) == set(line.state.cards)
    assert set(placed.values()) <= {1}
    assert all(line.state.cards[c].area == where for where, pile in line.state.areas.items() for c in pile)
    assert len(line.state.frames) < 14
    if line.state.outcome is not None:
        assert line.state.outcome.clause in ("1-4b", "1-4b-1", "17-1a-3")


@pytest.mark.parametrize("ruler", RULERS, ids=lambda ruler: ruler.name)
def test_random_decks_are_legal(ruler: object) -> None:
    from random import Random

    assert ruler in RULERS
    spec = next(r for r in RULERS if r is ruler)
    found = {v.clause for v in GAME.check_deck(random_deck(spec, Random(1)), cards(), GAME.rules())}
    allowed = {"R-7-9", "R-8-9"}  # two invented factions cannot fill fifty cards at twelve each
    assert (
        not {c for c in found if c.startswith("R-")} - allowed - {"R-7-4", "R-8-4", "R-7-6", "R-7-7", "R-8-7"}
    )
