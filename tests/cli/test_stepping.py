"""Sample positions stepped from the command line, choice by choice, with every clause shown."""

from __future__ import annotations

from pathlib import Path

from judgekit import paths
from tests.cli.shell import answer, judgekit

POSITIONS = paths.fixtures() / "positions"


def open_case(path: Path) -> None:
    assert judgekit(f"run {path}").exit_code == 0


def step(wanted: str = "") -> str:
    """Take the option whose label has these words, or the first one; what was printed."""
    options = answer("run 1")["question"]["options"]
    chosen = next(option["id"] for option in options if wanted in option["label"])
    told = judgekit(f'run 1 -a "{chosen}"')
    assert told.exit_code == 0, told.output
    return told.output


def test_a_counter_chain_of_four_links_resolves_from_the_last_one_back() -> None:
    open_case(POSITIONS / "dragon-ball-super" / "counter-chain-of-four.toml")
    told = [step("attack"), step("Gentle Push"), *(step("Hush") for _ in range(3))]
    assert sum("[Counter" in one for one in told) >= 4, "each link asks whether another one follows"
    shown = judgekit("show 1 --entries 60").output
    resolved = [at for at, line in enumerate(shown.splitlines()) if "resolved" in line]
    assert len(resolved) >= 4, "four links are resolved"
    assert "4-7-3-5" in shown
    assert "7-1-4-1" not in shown, "the attack stands"
    assert "7-2-1" in shown, "and the offense step comes"
    assert judgekit("verify 1").exit_code == 0


def test_a_checkpoint_with_five_pending_skills_plays_the_turn_players_first() -> None:
    open_case(POSITIONS / "dragon-ball-super" / "five-pending-skills.toml")
    first = step("play Rookie")
    assert first.count("waits") >= 5
    players = []
    while (question := answer("run 1")["question"])["clause"] == "8-6-4":
        players.append(question["player"])
        step()
    assert players == ["A", "A", "B"], "whoever has several to choose from is asked, the turn player first"
