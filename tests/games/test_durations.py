"""How long an effect of a position lasts is told by a name that some step of the game knows."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from judgekit import games
from judgekit.cli import main

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
