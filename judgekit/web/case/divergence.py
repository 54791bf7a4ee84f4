"""How a line's outcome differs from what was recorded, in words."""

from __future__ import annotations

from judgekit.cases.play.verify import Verdict
from judgekit.engine.events import Entry, Event
from judgekit.narrate import apart
from judgekit.narrate.said import said
from judgekit.web.case.scene import Scene


def told(scene: Scene, verdict: Verdict) -> str:
    """What was recorded where the two part, and what today's rules give there."""
    recorded, rerun = verdict.recorded, verdict.rerun
    if recorded is None or rerun is None:
        return apart.at(str(verdict.at), scene.plain(verdict.reason))
    if not verdict.event:
        return apart.clauses(verdict.at, recorded, rerun)
    told = sides(scene, recorded, rerun, verdict.event, ("Recorded", "Today"))
    return said("differs at", at=f"{verdict.at}.{verdict.event}", apart=told)


def older(scene: Scene, verdict: Verdict) -> str:
    return said("shown as recorded", apart=told(scene, verdict))


def sides(scene: Scene, one: Entry, other: Entry, event: int, names: tuple[str, str]) -> str:
    """Two entries that differ in an event (counted from 1), each side by its name."""
    then, now = _event(one, event), _event(other, event)
    return apart.events(names, (_sentence(scene, then), _sentence(scene, now)), _details(then, now))


def _event(entry: Entry, number: int) -> Event | None:
    return entry.events[number - 1].event if number <= len(entry.events) else None


def _sentence(scene: Scene, event: Event | None) -> str:
    return f"{apart.NOTHING_MORE.capitalize()}." if event is None else scene.sentence(event)


def _details(then: Event | None, now: Event | None) -> str:
    """The parts of an event that are not the same."""
    names = then.__struct_fields__ if then is not None and type(then) is type(now) else ()
    other = [name for name in names if getattr(then, name) != getattr(now, name)]
    return ", ".join(other)
