"""Loops of a branch, classified; and which answers would begin one that nobody can leave."""

from __future__ import annotations

import msgspec
from werkzeug.wrappers import Response

from judgekit.audit.loops import LOOKED_AHEAD, Loop, Warning, loops_of, warnings
from judgekit.web.audit.background import look_for
from judgekit.web.audit.explore import asked_at, between
from judgekit.web.case.scene import ClauseRef, Scene
from judgekit.web.case.views import scene_at
from judgekit.web.jobs import Report
from judgekit.web.responses import show
from judgekit.web.services import desk


class Round(msgspec.Struct, frozen=True):
    """The loops before a place, and the warnings ahead of it."""

    loops: tuple[Loop, ...]
    warnings: tuple[Warning, ...]


class LoopView(msgspec.Struct, frozen=True):
    kind: str  # exact or growing
    is_forced: bool
    told: str
    clause: ClauseRef
    href: str  # where it was noticed
    answer: str = ""  # that would begin it


class LoopsPage(msgspec.Struct):
    case: int
    name: str
    href: str
    action: str
    asked: str
    is_looked_at: bool = False
    loops: tuple[LoopView, ...] = ()
    warnings: tuple[LoopView, ...] = ()


class AheadPage(msgspec.Struct):
    """What the page of a question shows beside it."""

    warnings: tuple[LoopView, ...] = ()


def ahead(case: int, branch: str, place: str) -> Response:
    """The answers to an open question that begin a loop which nobody can leave."""
    scene = scene_at(case, branch, place)
    page = AheadPage()
    if scene.is_end and scene.question is not None:
        key = ("ahead", *_key(scene))
        found = desk().findings.get(key, Round)
        if found is None:
            found = Round((), tuple(warnings(scene.line, LOOKED_AHEAD)))
            desk().findings.keep(key, found)
        page.warnings = _warnings(scene, found)
    return show("audit/ahead.html", page)


def loops_page(case: int, branch: str, place: str) -> Response:
    """What was found, if this has been run."""
    scene = scene_at(case, branch, place)
    line = between(scene)
    question = line.ask()
    asked = asked_at(scene, question) if question else ""
    root = f"{scene.view.here}/loops"
    page = LoopsPage(scene.case.id, scene.case.name, scene.view.href, root, asked)
    found = desk().findings.get(_key(scene), Round)
    if found is not None:
        page.is_looked_at = True
        page.loops = tuple(_loop(scene, one) for one in found.loops)
        page.warnings = _warnings(scene, found)
    return show("audit/loops.html", page)


def look_for_loops(case: int, branch: str, place: str) -> Response:
    """Classify the loops up to here, and try every answer to the question, in the background."""
    scene = scene_at(case, branch, place)
    line = between(scene)

    def look(report: Report) -> Round:
        report(0)
        return Round(tuple(loops_of(line)), tuple(warnings(line)))

    return look_for("Looking for loops", 0, f"{scene.view.here}/loops", _key(scene), look)


def _key(scene: Scene) -> tuple[object, ...]:
    return "loops", scene.branch.id, scene.seq


def _warnings(scene: Scene, found: Round) -> tuple[LoopView, ...]:
    return tuple(
        _loop(scene, one.loop, scene.deed(one.chosen) or scene.plain(", ".join(one.labels)))
        for one in found.warnings
    )


def _loop(scene: Scene, one: Loop, answer: str = "") -> LoopView:
    at = scene.view.but(spot=(one.at, 0)).href if not answer else ""
    return LoopView(one.kind, one.is_forced, scene.plain(one.told), scene.clause(one.clause), at, answer)
