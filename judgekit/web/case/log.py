"""The log around a place, line by line, and the timeline over all of it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import pairwise

import msgspec

from judgekit.cases.store.store import Branch
from judgekit.narrate.course import KNOWLEDGE, kind
from judgekit.narrate.lines import GIVEN, told
from judgekit.narrate.lines import section as section_of
from judgekit.narrate.places import START, Spot
from judgekit.web.case.notes import noted_at
from judgekit.web.case.scene import ClauseRef, Scene
from judgekit.web.urls import spot_text

AROUND = 26  # lines of the log, and nodes of the timeline, on either side of the place
BINS = 120  # of the density bar


class Parting(msgspec.Struct, frozen=True):
    """Another line that goes its own way from here."""

    name: str
    href: str
    entries: int
    struck: str


class Stage(msgspec.Struct, frozen=True):
    """A step in the life of a skill that is shown in one line."""

    name: str
    at: str
    href: str


class LogLine(msgspec.Struct, frozen=True):
    at: str
    href: str
    glyph: str
    kind: str
    text: str
    clause: ClauseRef
    indent: int
    current: bool
    why: str = ""
    section: str = ""  # a turn and phase that begins here
    partings: tuple[Parting, ...] = ()
    note: bool = False
    stages: tuple[Stage, ...] = ()  # of a skill: pending, activated, resolved


class Log(msgspec.Struct, frozen=True):
    lines: tuple[LogLine, ...]
    earlier: str  # addresses of the stretches before and after this one
    later: str
    first: int
    total: int


NO_LOG = Log((), "", "", 0, 0)


class Node(msgspec.Struct, frozen=True):
    at: str
    href: str
    glyph: str
    kind: str
    x: int
    current: bool
    knowledge: bool
    clause: str
    note: bool


class Bracket(msgspec.Struct, frozen=True):
    label: str
    x: int
    width: int


class Strip(msgspec.Struct, frozen=True):
    """The timeline: nodes around the place, turns and phases above, and where that is in the whole."""

    nodes: tuple[Node, ...]
    phases: tuple[Bracket, ...]
    middle: int  # of the node of this place, in units of the drawing
    density: tuple[int, ...]  # heights, 0 to 10
    here: float  # 0 to 100
    seeks: tuple[str, ...]  # where each bin leads
    known: tuple[int, ...]  # the bins in which something became known or was shuffled
    diverged: float | None  # where the log stops being fact


STEP = 18  # of the drawing, from node to node


def _window(scene: Scene) -> tuple[list[Spot], int, int, int]:
    """The stops of this depth, which of them is here, and the range shown around it."""
    stops = scene.course.stops[scene.view.depth]
    here = bisect_right(stops, scene.spot) - 1
    return stops, here, max(0, here - AROUND), min(len(stops), here + AROUND + 1)


def log_of(scene: Scene) -> Log:
    stops, here, first, last = _window(scene)
    current = stops[here]
    lines = []
    before = ""
    partings, noted = _partings(scene, stops), noted_at(scene)
    for spot in stops[first:last]:
        section = section_of(scene.narrator, scene.course, spot)
        line = _line(scene, spot, spot == current, "" if section == before else section)
        if spot in partings or line.at in noted:
            line = msgspec.structs.replace(line, partings=partings.get(spot, ()), note=line.at in noted)
        lines.append(line)
        before = section
    earlier = scene.view.at(stops[max(0, first - AROUND)]) if first else ""
    later = scene.view.at(stops[min(len(stops) - 1, last + AROUND)]) if last < len(stops) else ""
    return Log(tuple(lines), earlier, later, first, len(stops))


def _partings(scene: Scene, stops: list[Spot]) -> dict[Spot, tuple[Parting, ...]]:
    """The lines that part from this one, by the stop after which they do."""
    found: dict[Spot, tuple[Parting, ...]] = {}
    for seq, others in scene.lines.partings(scene.branch).items():
        place = scene.course.spot(min(seq, scene.branch.head), 0)
        stop = stops[bisect_right(stops, place) - 1]
        links = tuple(_parting(scene, seq, other) for other in others)
        found[stop] = found.get(stop, ()) + links
    return found


def _parting(scene: Scene, seq: int, other: Branch) -> Parting:
    struck = scene.lines.struck.get(other.id)
    view = scene.view.but(branch=other.name, spot=(min(seq + 1, other.head), 0), card=None)
    return Parting(
        other.name, view.href, other.head - seq, f"{struck.author}: {struck.why}" if struck else ""
    )


def _line(scene: Scene, spot: Spot, current: bool, section: str) -> LogLine:
    entry = scene.course.entry(spot)
    happened = scene.seen_event(spot)
    if happened is None or entry is None:
        clause = (
            scene.clause(scene.case.opening.state.frames[-1].at) if scene.case.opening.state.frames else None
        )
        return LogLine(
            "0", scene.view.at(START), "○", "beginning", GIVEN,
            clause or scene.clause(""), 0, current,
        )  # fmt: skip
    glyph, name = kind(happened.event)
    clause = scene.clause(happened.path[-1] if happened.path else entry.clause)
    text = told(scene.narrator, scene.course, spot, happened, scene.view.depth)
    shallow = int(scene.course.level(happened.event) > 1)
    indent = min(3, len(happened.path)) if scene.view.depth > 2 else shallow
    return LogLine(
        spot_text(spot), scene.view.at(spot), glyph, name, text, clause, indent, current, happened.why,
        section, stages=_stages(scene, spot),
    )  # fmt: skip


def _stages(scene: Scene, spot: Spot) -> tuple[Stage, ...]:
    """The life of a skill, at the depths that show it in one line."""
    skill = scene.course.skills.used.get(spot) if scene.view.depth < 3 else None
    if skill is None:
        return ()
    found = (("pending", skill.pending), ("activated", spot), ("resolved", skill.resolved))
    return tuple(Stage(name, spot_text(at), scene.view.at(at)) for name, at in found if at)


def just_happened(scene: Scene) -> str:
    """What has just happened, for the headline and for the live region."""
    focus = scene.focus
    return told(scene.narrator, scene.course, focus, scene.seen_event(focus), scene.view.depth)


# timeline


def bare_strip(scene: Scene) -> Strip:
    """Where this place is in the whole, for a reader who has the drawing."""
    stops, here, _, _ = _window(scene)
    return Strip((), (), 0, (), _part(here, stops), (), (), None)


def strip_of(scene: Scene) -> Strip:
    stops, here, first, last = _window(scene)
    shown = stops[first:last]
    noted = noted_at(scene)
    nodes = tuple(_node(scene, spot, at, first + at == here, noted) for at, spot in enumerate(shown))
    phases = _brackets([_stretch(scene, s) for s in shown])
    density, seeks = _density(scene, stops)
    known = _known(scene, stops) if density else ()
    return Strip(
        nodes, phases, STEP * (here - first) + STEP // 2, density, _part(here, stops), seeks, known,
        _diverged(scene, stops),
    )  # fmt: skip


def _part(at: int, stops: list[Spot]) -> float:
    """How much of the line lies before a stop, in percent."""
    return round(100 * at / max(1, len(stops) - 1), 2)


def _known(scene: Scene, stops: list[Spot]) -> tuple[int, ...]:
    """The density bar's bins with knowledge events: what was seen cannot be taken back."""
    per = (len(stops) - 1) / BINS
    places = (bisect_left(stops, spot) for spot in scene.course.known)
    return tuple(dict.fromkeys(min(BINS - 1, int(at / per)) for at in places))


def _diverged(scene: Scene, stops: list[Spot]) -> float | None:
    if scene.diverged is None:
        return None
    at = bisect_right(stops, scene.course.spot(min(scene.diverged, scene.branch.head), 0)) - 1
    return _part(at, stops)


def _stretch(scene: Scene, spot: Spot) -> str:
    """The turn, phase and step of a node, as the timeline names them: those of the log."""
    named = section_of(scene.narrator, scene.course, spot)
    step = _step_of(scene, spot)
    return " · ".join(filter(None, [named, "" if named.endswith(step) else step]))


def _step_of(scene: Scene, spot: Spot) -> str:
    """The step of a battle or of an attack, where the rules are in one."""
    entry = scene.course.entry(spot)
    titles = (scene.title(clause) for clause in reversed(entry.path[2:])) if entry else ()
    return next((title for title in titles if "step" in title.lower()), "")


def _node(scene: Scene, spot: Spot, at: int, current: bool, noted: frozenset[str]) -> Node:
    happened = scene.course.happened(spot)
    glyph, name = ("○", "beginning") if happened is None else kind(happened.event)
    known = happened is not None and isinstance(happened.event, KNOWLEDGE)
    place = spot_text(spot)
    return Node(
        place, scene.view.at(spot), glyph, name, at * STEP, current, known, scene.clause_of(spot),
        place in noted,
    )  # fmt: skip


def _brackets(labels: list[str]) -> tuple[Bracket, ...]:
    found: list[Bracket] = []
    begin = 0
    for at in range(1, len(labels) + 1):
        if at == len(labels) or labels[at] != labels[begin]:
            if labels[begin]:
                found.append(Bracket(labels[begin], begin * STEP, (at - begin) * STEP))
            begin = at
    return tuple(found)


def _density(scene: Scene, stops: list[Spot]) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """How many kernel events each stretch of the log has, and the stop at its beginning."""
    if len(stops) <= 2 * AROUND + 1:
        return (), ()
    kernel = scene.course.stops[4]
    per = (len(stops) - 1) / BINS
    edges = [stops[min(len(stops) - 1, int(at * per))] for at in range(BINS + 1)]
    marks = [bisect_left(kernel, edge) for edge in edges]
    counts = [b - a for a, b in pairwise(marks)]
    most = max(1, *counts)
    return tuple(round(10 * count / most) for count in counts), tuple(spot_text(s) for s in edges[:-1])
