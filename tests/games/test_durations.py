"""How long an effect of a position lasts is told by a name that some step of the game knows."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from judgekit import games
from judgekit.api import card_verdict
from judgekit.cli import main
from tests.games.dragon_ball_super.board import CAST, count, duel, extra, play

NAMES = ["godzilla", "dragon-ball-super", "gate-ruler", "luck-and-logic"]
POSITION = """
game = "godzilla/1.2"
at = "main phase"
turn = "A"
[cards.Cry]
type = "strategy"
text = "All of your monsters get +1000 threat level until the end of the turn."
[A]
"strategy zone 1" = ["Cry"]
deck = 5
[B]
deck = 5
[[effects]]
what = "Cry#1/1"
source = "Cry"
until = "tomorrow"
"""

CAST |= {
    "Later": extra("[Activate: Main] During your next turn, when your Battle Card attacks, draw 1 card."),
    "Now": extra("[Activate: Main] During this turn, when your Battle Card attacks, draw 1 card."),
}


@pytest.mark.parametrize("name", NAMES)
def test_the_end_of_the_turn_is_understood_and_what_never_ends_is_not(name: str) -> None:
    game = games.edition(name)[0]
    assert game.duration("end of turn") == game.duration("turn")
    assert game.duration("turn") in game.durations
    assert game.duration("") == ""
    assert game.duration("end of turn 5") == "end of turn 5"
    assert game.duration("tomorrow") is None


def test_a_duration_that_no_step_would_end_is_told_at_its_line(tmp_path: Path) -> None:
    file = tmp_path / "position.toml"
    file.write_text(POSITION, "utf-8")
    result = CliRunner().invoke(main, ["position", "check", str(file)])
    assert result.exit_code != 0
    assert "until" in result.output
    assert "one of turn, start phase, main phase, counter phase, end phase" in " ".join(result.output.split())


@pytest.mark.parametrize(("card", "drawn"), [("Later", 0), ("Now", 1)])
def test_a_trigger_of_the_next_turn_does_not_wait_in_this_one(card: str, drawn: int) -> None:
    start = duel(A={"hand": [card], "battle": ["Grunt"]})
    line = play(start, f"activate {card} {card}#1", "attack Grunt Bors")
    assert count(line, "A.hand") == drawn


@pytest.mark.parametrize(("edition", "kind", "text"), [
    ("gate-ruler", "event", "Timing: Standard Action\nGain control of 1 enemy unit during your next turn."),
    ("godzilla", "strategy", "Double your monster's threat level during your opponent's next turn."),
])  # fmt: skip
def test_what_cannot_begin_later_is_by_hand_and_does_not_begin_at_once(
    edition: str, kind: str, text: str
) -> None:
    verdict = card_verdict(edition, "Card", {"type": kind}, text)
    assert verdict.verdict == "by hand"
    assert "begin later" in str(verdict)
