"""What an event changed, as a row: what it is about, how it was, how it is now."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from judgekit.engine import events as e
from judgekit.engine.state import State, area_name
from judgekit.narrate.course import Course
from judgekit.narrate.events import Labels, place

NONE = "–"
Row = tuple[str, str, str]


def rows(
    event: e.Event, before: State, course: Course, label: Labels, plain: Callable[[str], str]
) -> Iterator[Row]:
    """What an event changed on the table as it was before."""
    if isinstance(event, e.Moved):
        yield label(event.card), place(event.src), place(event.dst)
    elif isinstance(event, e.Numbered):
        spec = course.books.worded.get(area_name(event.key))
        told = spec.told if spec else str
        yield place(event.key), told(event.was), told(event.now)
    elif isinstance(event, e.Marked):
        card = before.cards.get(event.card)
        was = card.mark(event.mark) if card else None
        yield f"{label(event.card)}: {event.mark}", said(was), said(event.value)
    elif isinstance(event, e.Created):
        yield event.name, NONE, place(event.area)
    elif isinstance(event, e.Vanished):
        yield label(event.card), "there", "gone"
    elif isinstance(event, e.Identified):
        yield f"card {event.card}", "unknown", event.name
    elif isinstance(event, e.Stated):
        yield f"{event.name}: {event.property}", "unknown", str(event.value)
    elif isinstance(event, e.StoodBy):
        yield plain(event.standby.ability), NONE, "pending"
    elif isinstance(event, e.Settled):
        ability, _ = course.waited.get(event.standby, ("pending ability", ""))
        yield plain(ability), "pending", event.how
    elif isinstance(event, e.Began):
        yield plain(event.effect.what), NONE, "applies"
    elif isinstance(event, e.Ended):
        yield plain(event.what) or "effect", "applies", "ended"
    elif isinstance(event, e.TurnBegan):
        yield "turn", f"{before.number('turn')} ({before.turn_player})", f"{event.number} ({event.player})"
    elif isinstance(event, e.Shuffled | e.Arranged):
        yield place(event.area), "an order", "another order"
    elif isinstance(event, e.Went | e.Called):
        was = before.frames[-1].at if before.frames else NONE
        yield "the rules stand at", was, event.at or "the caller"
    elif isinstance(event, e.Remembered):
        yield f"remembered: {event.name}", NONE, said(event.value)
    elif isinstance(event, e.Decided):
        yield "outcome", "open", "decided"


def said(value: Any) -> str:
    return NONE if value in (None, False) else "yes" if value is True else str(value)


def wished(event: e.Event, label: Labels) -> str:
    """A change that would be enough: `Knight in B's hand instead of B's deck`."""
    if isinstance(event, e.Numbered):
        return f"{place(event.key)} {event.now} instead of {event.was}"
    if isinstance(event, e.Marked):
        return f"{label(event.card)} {'not ' if event.value is None else ''}{event.mark}"
    if isinstance(event, e.Moved):
        return f"{label(event.card)} in {place(event.dst)} instead of {place(event.src)}"
    assert isinstance(event, e.TurnBegan)
    return f"a turn of {event.player}"
