"""A game taken up at a step of a turn: what lies before the step is done, what comes after it follows."""

from __future__ import annotations

import pytest

from judgekit.cases.files import position
from judgekit.engine.machine import Line
from judgekit.games.godzilla.game import GAME

TABLE = """
game = "godzilla/{edition}"
at = "{at}"
turn = "A"
seed = 1
[cards.Titan]
type = "monster"
rank = 1
traits = ["Titan"]
"threat level" = 20000
[cards.Ticker]
type = "battle"
rank = 1
"counter power" = 1000
text = "At the end of your turn, gain 1 rage."
[cards.Baker]
type = "battle"
rank = 1
"counter power" = 1000
text = "At the beginning of your end phase, draw 1 card. Then, discard 1 card."
[cards.Plan]
type = "strategy"
rank = 1
text = "Gain 1 rage."
[A]
"zone 2" = [{{ card = "Titan", invading = true }}]
"zone 5" = ["Ticker"]
"zone 6" = ["Baker"]
"strategy zone 1" = ["Plan"]
deck = 30
hand = 3
rage = 4
[B]
"zone 2" = [{{ card = "Titan", invading = true, as = "B titan" }}]
deck = 30
hand = 5
"""
# the step; rage, cards in hand and in the discard pile, and the monster's zone when the turn is over
ROWS = [
    ("7.1.2", 1, 5, 2, 3), ("7.2.1", 1, 5, 2, 3), ("7.2.2", 1, 5, 2, 3), ("7.2.3", 1, 5, 2, 3),
    ("7.2.4", 1, 5, 1, 3), ("7.2.5", 5, 5, 1, 3), ("7.3.1", 5, 5, 1, 3), ("7.3.2", 5, 5, 1, 3),
    ("7.4.1", 5, 5, 1, 3), ("7.4.2", 5, 5, 1, 3), ("7.4.3", 5, 5, 1, 3), ("7.4.4", 5, 5, 1, 3),
    ("7.5.1", 5, 5, 1, 3), ("7.5.2", 5, 5, 0, 3), ("7.5.3", 5, 5, 0, 2), ("7.5.4", 5, 5, 0, 2),
    ("7.5.5", 5, 3, 0, 2), ("7.5.6", 4, 3, 0, 2), ("7.5.7", 4, 3, 0, 2),
]  # fmt: skip


def to_the_end_of_the_turn(line: Line) -> Line:
    """Nobody does anything that can be left undone; of cards, the first are taken."""
    while line.state.turn_player == "A":
        question = line.run(1)
        if question is not None:
            ids = [option.id for option in question.options]
            line.answer("nothing" if "nothing" in ids else ids[0])
        assert len(line.log) < 200, line.where()
    return line


@pytest.mark.parametrize("edition", GAME.editions)
@pytest.mark.parametrize(("at", "rage", "hand", "discarded", "zone"), ROWS)
def test_only_what_comes_after_the_step_happens(
    edition: str, at: str, rage: int, hand: int, discarded: int, zone: int
) -> None:
    state = to_the_end_of_the_turn(position.loads(TABLE.format(edition=edition, at=at)).line()).state
    assert state.number("A.rage") == rage
    assert (len(state.pile("A.hand")), len(state.pile("A.discard pile"))) == (hand, discarded)
    assert [state.cards[card].name for card in state.pile(f"A.zone {zone}")] == ["Titan"]


@pytest.mark.parametrize("edition", GAME.editions)
def test_every_step_of_a_turn_is_a_row(edition: str) -> None:
    steps = [step for step in GAME.rules(edition).steps if step.startswith("7.")]
    assert sorted(steps) == sorted(at for at, *_ in ROWS)


@pytest.mark.parametrize("edition", GAME.editions)
def test_no_turn_has_begun_in_set_up(edition: str) -> None:
    before = position.loads(f'game = "godzilla/{edition}"\nat = "set-up"\nturn = "A"\nseed = 1\n')
    begun = position.loads(TABLE.format(edition=edition, at="7.3.2"))
    assert (before.state.number("turn"), begun.state.number("turn")) == (0, 1)
