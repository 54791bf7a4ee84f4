"""The board as text, in the order of the table."""

from __future__ import annotations

from judgekit.cases.files import position
from judgekit.cases.files.text_board import board
from judgekit.engine.state import Player
from tests.cases.samples import MAIN

DRAWING = """\
Skirmish 2 · turn of A · 1.2 · main phase

B
  Hand (2): 2 unknown cards
 Back
  Deck (4): Tank (P 2), 3 unknown cards
  Pile: empty
 Front
  Field: Scout (P 1)

both · turn number 1
  Limbo: empty

A · Damage 1
 Front
  Field (2): Scout (P 2, printed 1), Captain (rested, P 1, C 1) over [Tank (P 2)]
 Back
  Pile: empty
  Deck (5): 5 unknown cards
  Hand (3): Tank (P 2), Siren (P 3), unknown card
"""

GOING_ON = """
[[standby]]
ability = "Tank#1"
source = "spy"
[[effects]]
what = "Siren#1/1"
source = "spy"
until = "turn"
[[scheduled]]
ability = "Siren#2/1"
source = "spy"
"""

LISTED = """
pending abilities
  Tank#1 of B

standing effects
  Siren#1/1 of B, until turn

timed triggers
  Siren#2/1 of B
"""


def test_the_judge_sees_everything_with_what_modifies_it() -> None:
    assert board(position.loads(MAIN)) == DRAWING


def test_a_seat_sees_its_own_side_below_and_only_what_it_may() -> None:
    drawing = board(position.loads(MAIN), seat=Player("B"))
    assert drawing.index("A · Damage 1") < drawing.index("\nB\n")
    assert "Hand (3): 3 hidden cards" in drawing
    assert "Siren" not in drawing


def test_ids_can_be_shown_for_typing_answers() -> None:
    drawing = board(position.loads(MAIN), ids=True)
    assert "c1 Tank (P 2), c2 Siren (P 3), unknown card c3" in drawing
    assert "5 unknown cards c4-c8" in drawing


def test_what_waits_and_what_goes_on_is_listed() -> None:
    assert board(position.loads(MAIN + GOING_ON)).endswith(LISTED)
