"""Chapter 7: what goes on applying."""

from __future__ import annotations

from collections.abc import Iterator

from judgekit.audit.bench.practice.rules import GlasshousePolicy, rules
from judgekit.engine.abilities import Change
from judgekit.engine.layers import Board
from judgekit.engine.state import PLAYERS

rules.definition("7.1.1", GlasshousePolicy.active)


@rules.layer("7.2.1")
def colours(board: Board) -> tuple[Change, ...]:
    return ()


@rules.layer("7.2.2", abilities=True)
def abilities(board: Board) -> tuple[Change, ...]:
    return ()


@rules.layer("7.2.3")
def growth_is_set(board: Board) -> tuple[Change, ...]:
    return ()


@rules.layer("7.2.4", properties=["growth"])
def growth_is_added(board: Board) -> Iterator[Change]:
    for player in PLAYERS:
        if board.state.number(f"{player}.water") >= 8:
            for card in board.state.pile(f"{player}.garden"):
                yield Change(card, "growth", "+", 1)


@rules.layer("7.2.5")
def growth_is_multiplied(board: Board) -> tuple[Change, ...]:
    return ()


@rules.dependency("7.2.6")
def what_others_depend_on_goes_first() -> None:
    """The engine finds it by trying both orders."""


@rules.time_stamps("7.2.7")
def older_goes_first() -> None:
    """The engine keeps the time stamps."""


rules.definition("7.2.8")
rules.mechanic("replace", "7.3.1")
rules.mechanic("order replacements", "7.3.2")
rules.definition("7.3.3", GlasshousePolicy.decider)
rules.mechanic("forbid", "7.3.4")
