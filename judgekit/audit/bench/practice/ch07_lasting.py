"""Chapter 7: what goes on applying."""

from __future__ import annotations

from collections.abc import Iterator

from judgekit.audit.bench.practice.rules import GlasshousePolicy, rules
from judgekit.engine.abilities import Change
from judgekit.engine.layers import Board
from judgekit.engine.state import PLAYERS

rules.definition("7.1.1", GlasshousePolicy.active)


rules.stage("7.2.1")  # colours
rules.stage("7.2.2", abilities=True)  # abilities
rules.stage("7.2.3")  # growth is set


@rules.layer("7.2.4", properties=["growth"])
def growth_is_added(board: Board) -> Iterator[Change]:
    for player in PLAYERS:
        if board.state.number(f"{player}.water") >= 8:
            for card in board.state.pile(f"{player}.garden"):
                yield Change(card, "growth", "+", 1)


rules.stage("7.2.5")  # growth is multiplied
rules.dependency("7.2.6")
rules.time_stamps("7.2.7")


rules.definition("7.2.8")
rules.mechanic("replace", "7.3.1")
rules.mechanic("order replacements", "7.3.2")
rules.definition("7.3.3", GlasshousePolicy.decider)
rules.mechanic("forbid", "7.3.4")
