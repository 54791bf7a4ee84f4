"""After an answer: where it leads, what happened on the way, and whether it was given before."""

from __future__ import annotations

from bisect import bisect_right

import msgspec

from judgekit.cases.play.case import Place
from judgekit.cases.store.store import Branch
from judgekit.engine.events import Answered
from judgekit.engine.explain import clause_of
from judgekit.engine.questions import Question
from judgekit.narrate.places import Spot
from judgekit.narrate.said import said
from judgekit.web.case.scene import Scene
from judgekit.web.urls import View

TOLD = 3  # events that the line between two questions names


class Meanwhile(msgspec.Struct, frozen=True):
    """What happened from an answer to the question after it, in one line."""

    told: str
    steps: int
    href: str  # where stepping through it begins
    branch: str  # the branch that began with the answer, if one did
    parent: str  # and the one that it left


def meanwhile(scene: Scene, since: str) -> Meanwhile | None:
    """What happened since a place of this branch; nothing if that place is not before this one."""
    start = _spot(since)
    if start is None or start >= scene.spot:
        return None
    stops = scene.course.stops[2]
    first, last = bisect_right(stops, start), bisect_right(stops, scene.spot)
    told = [
        scene.sentence(one.event, clause_of(scene.course.entries[spot[0]], one))
        for spot in stops[first:last]
        if (one := scene.seen_event(spot))
    ]
    rest = said("and more", n=len(told) - TOLD) if len(told) > TOLD else ""
    is_new = scene.branch.parent is not None and scene.branch.fork == start[0]
    parent = next((b.name for b in scene.lines.branches if b.id == scene.branch.parent), "")
    return Meanwhile(
        "; ".join(one.rstrip(".") for one in told[:TOLD]) + rest, len(told),
        scene.view.at(stops[first]) if told else "", scene.branch.name if is_new else "",
        parent if is_new else "",
    )  # fmt: skip


def _spot(written: str) -> Spot | None:
    if not written or len(written) > 16 or not written.replace(".", "", 1).isdecimal():
        return None
    place = Place.read(written)
    return place.seq, place.event


def given_before(scene: Scene, question: Question, chosen: tuple[str, ...]) -> Branch | None:
    """The branch in which this question has this answer already: this one, or one that parts here."""
    around: list[Branch] = [scene.branch, *scene.lines.partings(scene.branch).get(scene.seq, ())]
    for branch in around:
        if branch.head > scene.seq and _gave(scene, branch) == _essence(question, chosen):
            return branch
    return None


def _gave(scene: Scene, branch: Branch) -> object:
    events = scene.case.entry(branch, scene.seq).events
    event = events[0].event if events else None
    if not isinstance(event, Answered) or scene.question is None:
        return None
    return _essence(scene.question, tuple(event.chosen))


def _essence(question: Question, chosen: tuple[str, ...]) -> object:
    """An answer without the order in which it was ticked, where that means nothing."""
    return chosen if question.form == "order" else frozenset(chosen)


def next_question(scene: Scene, branch: Branch) -> View:
    """The next place of a branch with a question, after the question of a scene; else its end."""
    seq = scene.seq + 1
    while seq < branch.head and not _asks(scene, branch, seq):
        seq += 1
    return scene.view.but(branch=branch.name, spot=(seq, 0), tab="why", card=None)


def _asks(scene: Scene, branch: Branch, seq: int) -> bool:
    events = scene.case.entry(branch, seq).events
    return bool(events) and isinstance(events[0].event, Answered) and not events[0].event.rote
