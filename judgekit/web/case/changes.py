"""What a step changed: for badges on the board, and as a table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import msgspec

from judgekit.engine import events as e
from judgekit.engine.errors import EngineError
from judgekit.engine.events import Event, Happened
from judgekit.engine.questions import Asked
from judgekit.engine.state import UNKNOWN, CardId, State
from judgekit.engine.table import Table
from judgekit.narrate import changes
from judgekit.narrate.events import place
from judgekit.narrate.places import Spot
from judgekit.web.case.scene import ClauseRef, Scene
from judgekit.web.urls import spot_text

MANY = 200  # rows of a table of changes
WRITERS = (
    e.Moved, e.Marked, e.Numbered, e.Began, e.Ended, e.Corrected, e.Identified, e.Created, e.Vanished,
    e.Stated, e.TurnBegan, e.Renewed,
)  # fmt: skip


class ChangeRow(msgspec.Struct, frozen=True):
    what: str
    before: str
    after: str
    at: str
    href: str
    clause: ClauseRef


@dataclass
class Changes:
    came: dict[CardId, str] = field(default_factory=dict)  # card -> where it was
    left: dict[str, list[tuple[CardId, str]]] = field(default_factory=dict)  # area -> cards that went away
    numbers: dict[str, int] = field(default_factory=dict)  # number -> what it was
    touched: set[CardId] = field(default_factory=set)
    moves_numbers: bool = False  # something happened on which numbers of cards can hang


def changes_of(scene: Scene) -> Changes:
    """What is new on the board since the previous stop."""
    found = Changes()
    for _, happened in scene.between(scene.previous, scene.spot):
        found.moves_numbers = found.moves_numbers or isinstance(happened.event, WRITERS)
        for event in _inner(happened.event):
            _note(scene, found, event)
    return found


def _inner(event: Event) -> Iterator[Event]:
    if isinstance(event, e.Corrected):
        yield from event.changes
    yield event


def _note(scene: Scene, found: Changes, event: Event) -> None:
    if isinstance(event, e.Moved):
        found.came.setdefault(event.card, place(event.src))
        found.left.setdefault(event.src, []).append((event.card, scene.label(event.card)))
        found.touched.add(event.card)
    elif isinstance(event, e.Numbered):
        found.numbers.setdefault(event.key, event.was)
    elif isinstance(event, e.Marked | e.Created | e.Identified | e.Renewed):
        found.touched.add(event.card)
    elif isinstance(event, e.Revealed):
        found.touched.update(event.cards)


def change_rows(scene: Scene) -> list[ChangeRow]:
    """Every change since the previous stop: what, before, after, and the clause that did it."""
    rows: list[ChangeRow] = []
    state = scene.state_at(scene.previous)
    for spot, happened in scene.between(scene.previous, scene.spot):
        if scene.course.level(happened.event) <= max(2, scene.view.depth):
            for event in _inner(happened.event):
                rows += _rows(scene, spot, happened, event, state)
        real = scene.course.happened(spot)
        assert real is not None
        state = real.event.onto(state)
        if len(rows) > MANY:
            break
    return rows + list(_numbers_of_cards(scene))


def _numbers_of_cards(scene: Scene) -> Iterator[ChangeRow]:
    """Card numbers that have changed, under the clause of the layer that had the last word."""
    if scene.game is None or scene.previous == scene.spot:
        return
    names = [spec.name for spec in scene.game.properties if spec.short]
    before, now = scene.table_at(scene.state_at(scene.previous)), scene.table
    for number, card in sorted(scene.seen.cards.items()):
        if number > 0 and card.name != UNKNOWN and number in before.state.cards:
            for name in names:
                yield from _number_of(scene, before, now, CardId(number), name)


def _number_of(scene: Scene, before: Table, now: Table, card: CardId, name: str) -> Iterator[ChangeRow]:
    try:
        was, value = (one.peek(card, name) if one.is_told(card, name) else None for one in (before, now))
        rows = now.board.rows.get((card, name)) or before.board.rows.get((card, name)) or []
    except (Asked, EngineError):
        return
    if was != value:
        layer = scene.clause(rows[-1].layer) if rows else scene.clause("")
        what = f"{scene.label(card)}: {name}"
        yield ChangeRow(
            what, changes.said(was), changes.said(value), spot_text(scene.spot), scene.view.href, layer
        )


def _rows(scene: Scene, spot: Spot, happened: Happened, event: Event, before: State) -> Iterator[ChangeRow]:
    number = happened.path[-1] if happened.path else scene.course.entries[spot[0]].clause
    for what, was, now in changes.rows(event, before, scene.course, scene.label, scene.plain):
        yield ChangeRow(what, was, now, spot_text(spot), scene.view.at(spot), scene.clause(number))
