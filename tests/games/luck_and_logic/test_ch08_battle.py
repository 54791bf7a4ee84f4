"""Chapter 8: a battle, told as a transcript, and stepped from the command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from judgekit.cases.files import position
from judgekit.cases.play.answering import NoSuchOption
from judgekit.cli import main
from judgekit.engine.events import Derived
from judgekit.engine.machine import Line
from judgekit.games.luck_and_logic.rules import rules
from tests.games.luck_and_logic.tables import GATE, offered, say, shows, table, walked, where

BATTLE = Path(__file__).parents[3] / "fixtures" / "positions" / "luck-and-logic" / "battle.toml"
ANSWERS = (
    "attack",
    "front right",
    "Guard",
    "define Mirror",
    "boost Spark",
    "Prism",
    "define Nomad",
    "define Spark",
)


def fought() -> Line:
    return say(position.load(BATTLE).line(), *ANSWERS)


def test_a_battle_with_intercept_definitions_a_boost_and_two_paradoxes() -> None:
    """Two paradoxes cancel each other, so that power decides: 3000 + 2000 against 2500 + 1500."""
    line = fought()
    assert shows(
        line, "8.2.2", "8.2.3", "8.2.4.1", "8.2.5", "8.2.7", "8.2.11", "8.2.11.5", "8.3.2", "8.3.3.1",
        "5.17.1", "8.3.4", "8.3.5", "8.4.2", "8.4.3.1", "5.16.1", "8.4.5.2", "5.15.1", "5.16.1", "10.6.1",
        "5.3.1", "8.4.7", "8.4.3.1", "8.4.5.1", "8.4.3.3", "8.4.5.3", "8.5.3.4.1", "9.9.1", "8.5.6",
        "8.6.5", "8.6.7",
    )  # fmt: skip
    values = [h.event.value for entry in line.log for h in entry.events if isinstance(h.event, Derived)]
    assert {5000, 4000} <= set(values)
    assert where(line, "Nomad") == ["B.drop", "B.stock"]
    assert where(line, "Mirror") == ["B.drop"]


def test_the_battle_is_stepped_from_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JUDGEKIT_HOME", str(tmp_path))
    line = position.load(BATTLE).line()
    options = []
    for answer in ANSWERS:
        question = line.run()
        assert question is not None
        say(line, answer)
        last = next(e for e in reversed(line.log) if type(e.events[0].event).__name__ == "Answered")
        options += ["-a", ",".join(last.events[0].event.chosen)]  # type: ignore[union-attr]
    result = CliRunner().invoke(main, ["run", str(BATTLE), *options])
    assert result.exit_code == 0, result.output
    assert "7.4.3.1" in result.output  # the battle is over, and B is asked for a level card


@pytest.mark.parametrize("clause", ["8.2.5", "8.4.3.1", "8.5.3.4.1", "8.5.6", "8.6.5", "10.6.1"])
def test_without_its_clause_the_battle_goes_otherwise(clause: str) -> None:
    usual = fought()
    other = position.load(BATTLE).under(rules.without(clause)).line()
    try:
        say(other, *ANSWERS)
    except (AssertionError, NoSuchOption):
        return  # another question came
    assert (where(usual, "Nomad"), where(usual, "Mirror")) != (where(other, "Nomad"), where(other, "Mirror"))


def test_a_member_on_two_circles_can_be_attacked_on_either() -> None:
    b = 'front_left = [{ card = "Duo", marks = { circles = ["front left", "front middle"] } }]\n'
    duo = '[cards.Duo]\ntype = "tranceunion"\nterritory = 2\npower = 1000\nlimit = 0\n'
    a = 'front_left = ["Scholar"]\nlevel = [{ card = "Filler", rested = true }]\n'
    line, _ = table("battle phase", a, b, duo)
    say(line, "attack", "front middle")
    assert shows(line, "8.2.11", "8.5.6")
    assert where(line, "Duo") == ["B.stock"]


def test_front_circles_are_offered_and_back_circles_only_behind_a_destroyed_gate() -> None:
    a = 'front_left = ["Scholar"]\nlevel = ["Filler"]\n'
    line, _ = table(
        "battle phase",
        a,
        f'deck = 5\n"gate front left" = ["Gate"]\n"gate back left" = {GATE}\n',
    )
    say(line, "attack")
    assert offered(line) == ["front left", "front middle", "front right", "back left"]


def test_an_attack_without_a_standing_member_is_not_offered() -> None:
    a = 'front_left = [{ card = "Scholar", rested = true }]\nlevel = ["Filler"]\n'
    line, _ = table("8.2", a)
    line.run(12)
    assert "8.2.4.2" in walked(line)
    assert "8.2.4.1" not in walked(line)
