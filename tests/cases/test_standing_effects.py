"""A standing effect is told in one line, in the words of a card, without the card it came from."""

from __future__ import annotations

import pytest

from judgekit.cases.files import position
from judgekit.cases.files.page import WrongInput
from judgekit.cases.files.writer import saved

TABLE = """
game = "gate-ruler/1.1.2"
at = "6-5a"
turn = "A"
effects = [{ on = ON, says = SAYS, until = UNTIL }]

[cards.Knight]
type = "unit"
level = 1
ATK = 2
HP = 2
STK = 1

[A]
"attack 1" = ["Knight"]
"attack 2" = [{ card = "Knight", as = "second" }]
"""


def table(on: str = '"Knight@A.attack 1"', says: str = "+2 ATK", until: str = "end of turn") -> str:
    return TABLE.replace("ON", on).replace("SAYS", f'"{says}"').replace("UNTIL", f'"{until}"')


@pytest.mark.parametrize("form", ["toml", "json"])
def test_it_is_saved_and_read_back(form: str) -> None:
    begun = position.loads(table())
    again = position.loads(saved(begun, form=form))
    assert again.state == begun.state
    assert again.pool.abilities.keys() == begun.pool.abilities.keys()


def test_one_line_for_several_cards_is_of_one_moment() -> None:
    first, second = position.loads(table('["Knight@A.attack 1", "second"]')).state.effects
    assert first.cards != second.cards
    assert first.stamp == second.stamp
    assert first.id != second.id


def test_two_things_said_of_a_card_are_two_effects() -> None:
    begun = position.loads(table(says="gets +2 ATK and cannot attack"))
    assert len(begun.state.effects) == 2


@pytest.mark.parametrize("says", ["ATK becomes 5", "its ATK becomes 5"])
def test_a_value_may_be_told_by_itself(says: str) -> None:
    assert len(position.loads(table(says=says)).state.effects) == 1


def test_it_may_last_until_the_end_of_a_later_turn() -> None:
    (effect,) = position.loads(table(until="end of turn 9")).state.effects
    assert effect.until == "end of turn 9"


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"on": '"Knigt"'}, "a card on the table"),
        ({"on": '"Knight"'}, "one card; 2 are called that"),
        ({"says": "draws a card"}, "what goes on applying"),
        ({"says": "jumps over the moon"}, "what goes on applying"),
        ({"until": "next week"}, "one of end of turn"),
    ],
)
def test_what_cannot_stand_is_told_with_its_field(wrong: dict[str, str], told: str) -> None:
    with pytest.raises(WrongInput, match=r"effects\[0\]") as error:
        position.loads(table(**wrong))
    assert told in str(error.value)
    assert len(error.value.problems) == 1
