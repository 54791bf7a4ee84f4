"""Words and numbers, as they are printed."""

from __future__ import annotations

import pytest

from judgekit.cardtext.errors import CardTextError
from judgekit.cardtext.parse import parse
from judgekit.cardtext.scan import scan


def test_a_number_may_be_printed_as_a_word() -> None:
    found = [(each.kind, each.value) for each in scan("Two or 3")]
    assert found == [("A_NUMBER", 2), ("A_WORD", "or"), ("A_NUMBER", 3)]


@pytest.mark.parametrize(
    "bracket",
    [
        "(To a maximum of +2000.)", "(maximum 3)", "(Up to 4.)", "(at most 2)", "(Only once per turn.)",
        "(Once per turn)", "(excluding this card)", "(You may choose the same card.)",
        "(You cannot do this twice.)",
    ],
)  # fmt: skip
def test_what_limits_is_no_reminder(bracket: str) -> None:
    assert scan(bracket)


def test_what_explains_is_left_out() -> None:
    assert not scan("(When this card is attacked, you can rest it.) (This ability works in your hand.)")


def test_a_maximum_in_brackets_is_one() -> None:
    counted = "[CONT] This member gets +1000 power for each of your other members{}"
    (apart,) = parse(counted.format(". (To a maximum of +2000.)"), "luck_and_logic")
    (said,) = parse(counted.format(", to a maximum of +2000."), "luck_and_logic")
    assert apart.body == said.body
    with pytest.raises(CardTextError, match="which of the numbers"):
        parse(counted.replace("power", "power and +1 limit").format(". (Maximum 2.)"), "luck_and_logic")
    with pytest.raises(CardTextError, match="a maximum goes only with"):
        parse("[CONT] This member gets +1000 power. (Maximum 2000.)", "luck_and_logic")
