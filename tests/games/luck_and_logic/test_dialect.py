"""What texts cannot say here, how a price of several parts is shared out, and how the dialect is built."""

from __future__ import annotations

from itertools import pairwise

import pytest

from judgekit.cardtext.interpret import Interpreter
from judgekit.engine.state import CardId
from judgekit.games.luck_and_logic.language.costs import are_enough, are_free
from judgekit.games.luck_and_logic.language.dialect import LuckAndLogic
from tests.games.luck_and_logic.tables import offered, say, table

ONE = '[cards.Odd]\ntype = "logicalist"\nterritory = 1\ntext = "{text}"\n'


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[AUTO] When your opponent plays a tactics, draw a card.", "no tactics is ever played"),
        ("[AUTO] When you play a paradox, draw a card.", "no paradox is ever played"),
        ("[CONT] This member cannot define logic.", "is done by a player, and by no card"),
        ("[CONT] Your members cannot draw cards.", "is done by a player, and by no card"),
        ("[CONT] If this member would trance, draw a card instead.", "is a player here, and no card"),
    ],
)
def test_a_text_that_can_never_apply_is_by_hand_with_the_reason(text: str, why: str) -> None:
    line, _ = table("play timing", 'front_left = ["Odd"]\n', more=ONE.format(text=text))
    assert why in str(line.pool.by_hand())


def ids(*parts: tuple[int, ...]) -> list[list[CardId]]:
    return [[CardId(card) for card in part] for part in parts]


@pytest.mark.parametrize(
    ("parts", "enough"),
    [
        (ids(), True),
        (ids((1,), (1,)), False),
        (ids((1, 2), (1,)), True),
        (ids((1, 2), (1, 2), (1, 2, 3)), True),
        (ids((1, 2), (1, 2), (1, 2)), False),
        (ids((1, 2), ()), False),
    ],
)
def test_every_part_of_a_price_needs_a_card_of_its_own(parts: list[list[CardId]], enough: bool) -> None:
    """5.22.2, 5.22.3."""
    assert are_enough(parts) == enough


@pytest.mark.parametrize(
    ("cards", "n", "rest", "free"),
    [
        ((1, 2, 3), 2, ids((4,)), True),
        ((1, 2, 3), 2, ids((1, 2, 3)), True),
        ((1, 2, 3), 2, ids((1, 2)), False),
        ((1, 2, 3), 2, ids((1,)), False),
        ((2, 3), 2, ids((1, 2)), True),
    ],
)
def test_cards_are_chosen_together_if_every_choice_leaves_the_rest_payable(
    cards: tuple[int, ...], n: int, rest: list[list[CardId]], free: bool
) -> None:
    assert are_free([CardId(card) for card in cards], n, rest) == free


def test_a_choice_for_a_price_narrows_the_next() -> None:
    """5.22.3: two discards and a logicalist; after one of two logicalists only the tactics is left."""
    text = "[ACT] [Discard 2 cards, discard 1 logicalist] Draw a card."
    hand = 'hand = ["Scholar", "Scholar", "Spark", "Spark"]\n'
    line, _ = table("play timing", 'front_left = ["Odd"]\n' + hand, more=ONE.format(text=text))
    say(line, "use Odd Odd#1")
    assert len(offered(line)) == 4
    say(line, "Scholar")
    assert len(offered(line)) == 2


def test_each_class_of_the_dialect_builds_on_the_one_before() -> None:
    chain = [one for one in LuckAndLogic.__mro__ if one.__module__.startswith(LuckAndLogic.__module__)]
    assert all(later.__bases__ == (earlier,) for later, earlier in pairwise(chain))
    assert issubclass(chain[-1].__bases__[0], Interpreter)
    assert len({one.__module__ for one in chain}) == len(chain)
