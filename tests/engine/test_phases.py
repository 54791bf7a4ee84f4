"""A value may depend on the phase: it changes with the phase, though nothing on the table has changed."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from judgekit.audit.bench.practice.game import dusk, noon, position
from judgekit.audit.bench.practice.rules import NOON, GlasshousePolicy
from judgekit.engine.abilities import Change, Definition, Modifier, Pool, Source
from judgekit.engine.layers import Board
from judgekit.engine.machine import Line
from judgekit.engine.state import A, CardId

BOXES = {"A.box": ["Moss"] * 4, "B.box": ["Moss"] * 4}


def taller_at_noon(board: Board, source: Source) -> Iterator[Change]:
    if any(frame.procedure == NOON for frame in board.state.frames):
        yield Change(source.card.card, "growth", "+", 5)


@pytest.fixture
def line(monkeypatch: pytest.MonkeyPatch) -> Line:
    """A garden with a plant that grows at noon alone."""
    monkeypatch.setattr(GlasshousePolicy, "phases", frozenset({NOON}))
    plain = position({"A.garden": ["Moss"], **BOXES})
    grows = Modifier(
        "Moss#9", "7.1.1", layer="7.2.4", properties=frozenset({"growth"}), changes=taller_at_noon
    )
    moss = plain.pool["Moss"]
    tall = Definition("Moss", moss.properties, (grows,))
    return Line(plain.rules, Pool({**plain.pool.definitions, "Moss": tall}, plain.pool.inner), plain.start)


def test_a_value_that_depends_on_the_phase_changes_with_it(line: Line) -> None:
    table, plant = line.table, CardId(1)
    printed = table.definition(plant).properties["growth"]
    for frames, growth in ((noon(A), printed + 5), (dusk(A), printed), (noon(A), printed + 5)):
        table.open(msgspec.structs.replace(line.start, frames=frames), 0)
        assert table.peek(plant, "growth") == growth


def test_a_check_that_found_nothing_is_made_again_in_another_phase(line: Line) -> None:
    table = line.table
    table.open(msgspec.structs.replace(line.start, frames=noon(A)), 0)
    assert not table.has_rule_actions_due()
    first = table.sight.kept["check"]
    table.open(msgspec.structs.replace(line.start, frames=dusk(A)), 1)
    assert not table.has_rule_actions_due()
    assert table.sight.kept["check"] is not first
