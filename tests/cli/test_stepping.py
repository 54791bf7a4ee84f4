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
    shown = judgekit("show 1 --entries 60 --depth 4").output
    resolved = [at for at, line in enumerate(shown.splitlines()) if "resolved" in line]
    assert len(resolved) >= 4, "four links are resolved"
    assert "4-7-3-5" in shown
    assert "7-1-4-1" not in shown, "the attack stands"
    assert "7-2-1" in shown, "and the offense step comes"
    assert judgekit("verify 1").exit_code == 0


def test_a_checkpoint_with_five_pending_skills_plays_the_turn_players_first() -> None:
    open_case(POSITIONS / "dragon-ball-super" / "five-pending-skills.toml")
    first = step("play Rookie")
    assert first.count("is pending") >= 5
    players = []
    while (question := answer("run 1")["question"])["clause"] == "8-6-4":
        players.append(question["player"])
        step()
    assert players == ["A", "A", "B"], "whoever has several to choose from is asked, the turn player first"


def in_the_gate() -> list[str]:
    """What lies in the gate, the lowest first."""
    cards = answer("show 1")["state"]["cards"]
    return [card["name"] for card in sorted(cards, key=lambda card: card["since"]) if card["area"] == "gate"]


def shown_of(wanted: str) -> str:
    """Take an option, and then the log from there on, as it is shown."""
    before = answer("run 1")["entries"]
    step(wanted)
    return judgekit("show 1 --entries 400 --depth 4").output.partition(f" {before}.1 ")[2]


def test_a_priority_exchange_of_depth_five_is_stepped_with_each_clause_shown() -> None:
    open_case(POSITIONS / "gate-ruler" / "priority-exchange-of-depth-five.toml")
    plays = ["Opening Word", "First Reply", "Second Reply", "Third Reply", "Last Word"]
    for depth, (player, played) in enumerate(zip("ABABA", plays, strict=True), 1):
        while (question := answer("run 1")["question"])["player"] != player:
            told = shown_of("give up priority")
            assert [c for c in ("9-3e-1", "9-3g-1", "9-3g-2", "9-3c") if c not in told] == []
        offered = {option["label"]: option.get("clause") for option in question["options"]}
        kind, clause = ("play event", "9-3e-5e") if depth == 1 else ("play set", "9-3e-2")
        assert offered[f"{kind} {played}"] == clause
        told = shown_of(f"{kind} {played}")
        walk = ("14-3b-1a", "14-3b-1", "14-3b-6a", "14-3b-7", "14-3b-9", "9-3f", "9-3c", "11-2a-1", "9-3d")
        assert [c for c in walk if c not in told] == []
        assert in_the_gate() == plays[:depth], "what was played last lies on top"
    left: list[str] = []
    while gate := in_the_gate():
        told = shown_of("")
        assert [c for c in ("9-4c", "13-4b") if c not in told] == []
        left += [name for name in reversed(gate) if name not in in_the_gate()]
    assert left == plays[::-1], "they resolve from the last one back"
    assert judgekit("verify 1").exit_code == 0
