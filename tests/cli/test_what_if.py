"""The same position and answers in another edition, or under another reading."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from judgekit.cli import main

POSITION = """
game = "godzilla/1.2"
at = "play timing"
turn = "A"
seed = 1

[cards.Titan]
type = "monster"
rank = 1
traits = ["Titan"]
"threat level" = 5000
text = "[When invading] Gain 1 rage."

[cards.Avenger]
type = "battle"
rank = 1
"counter power" = 500
text = "[Revenge] Gain 1 rage."

[cards.Runner]
type = "battle"
rank = 1
"counter power" = 500
"invasion icon" = 2

[A]
"zone 3" = [{ card = "Titan", invading = true }]
"zone 4" = ["Avenger"]
hand = ["Runner"]
deck = 9

[B]
"zone 1" = [{ card = "Titan", invading = true }]
deck = 9
"""


def judgekit(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(main, list(words))
    return result.exit_code, result.output


@pytest.fixture(autouse=True)
def case(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JUDGEKIT_HOME", str(tmp_path / "home"))
    file = tmp_path / "table.toml"
    file.write_text(POSITION)
    code, told = judgekit("run", str(file), "-a", "invade c3")
    assert code == 0, told


def test_the_older_edition_has_no_revenge() -> None:
    code, told = judgekit("what-if", "1", "--edition", "1.00")
    assert code == 1
    assert "2:main (godzilla/1.00): 1 of 1 answers given again" in told
    assert "Avenger's ability (A) is pending" in told.partition("now:")[0]
    assert "Avenger's ability (A) is pending" not in told.partition("now:")[2]


def test_another_reading_of_an_invasion_of_two_steps() -> None:
    code, told = judgekit("what-if", "1", "--reading", "A-02=per-invasion")
    assert code == 1
    assert told.partition("now:")[0].count("Titan's ability (A) is pending") == 2
    assert told.partition("now:")[2].count("Titan's ability (A) is pending") == 1


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--edition", "9"), "godzilla has the editions 1.2, 1.00; got '9'"),
        (("--reading", "A-02=x"), "A-02 can be read as per-step, per-invasion; got 'x'"),
        ((), "name either --edition or --reading"),
    ],
)
def test_what_there_is_not_is_told(words: tuple[str, ...], says: str) -> None:
    code, told = judgekit("what-if", "1", *words)
    assert code == 2
    assert says in told
