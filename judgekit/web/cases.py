"""A case in the browser: every step has its own address."""

from __future__ import annotations

from flask import Blueprint, g, make_response, redirect, render_template, request
from werkzeug.wrappers import Response

from judgekit.cases.case import Case
from judgekit.cases.errors import HasDiverged
from judgekit.cases.store import Branch
from judgekit.web.address import View
from judgekit.web.answers import json_answer, wants_json
from judgekit.web.casepage import scene_of, standing, step_page
from judgekit.web.desk import desk
from judgekit.web.rendered import TOKEN
from judgekit.web.scene import Scene

pages = Blueprint("cases", __name__)

PLACE = "/cases/<int:case>/<branch>/<place>"


@pages.get("/cases/<int:case>")
def first_line(case: int) -> Response:
    """A case: leads to the end of its main line."""
    found = desk().archive.case(case)
    branch = found.branches()[0]
    return redirect(View(found.id, branch.name, (branch.head, 0)).href)


@pages.get("/cases/<int:case>/<branch>")
def line(case: int, branch: str) -> Response:
    """A line of a case: leads to its end."""
    found = desk().archive.case(case).branch(branch)
    view = View.read(case, found.name, str(found.head), request.args)
    return redirect(view.href)


@pages.get(PLACE)
def step(case: int, branch: str, place: str) -> Response:
    """One place of a case; with `part=1` only what changes from step to step."""
    scene = scene_at(case, branch, place)
    if wants_json():
        return json_answer(step_page(desk(), scene))
    part = {"1": "parts", "board": "parts without the log"}.get(request.args.get("part", ""), "")
    if scene.view.tab == "note":  # notes come and go
        return make_response(_drawn(scene, part, g.forgery))
    theme = "" if part else request.cookies.get("judgekit_theme", "auto")
    verdict = standing(desk(), scene.case, scene.branch)
    key = (
        scene.branch.id, scene.branch.head, len(scene.case.branches()), verdict and verdict.status,
        scene.view.href, part, theme,
    )  # fmt: skip
    page = desk().rendered.page(key, g.forgery, lambda: _drawn(scene, part, TOKEN))
    return make_response(page)


def _drawn(scene: Scene, part: str, token: str) -> str:
    page = step_page(desk(), scene, with_log=part != "parts without the log")
    if part:
        return render_template("case/fragment.html", page=page, with_log=part == "parts", csrf=token)
    return render_template(
        "case/page.html", page=page, editions=_others(scene), asked=scene.view.asked, csrf=token,
        announcements=tuple(scene.rules.announcements), here=scene.view.href,
    )  # fmt: skip


def _others(scene: Scene) -> tuple[str, ...]:
    """The other editions of the game."""
    if scene.game is None or scene.case.pinned.kind != "position":
        return ()
    own = scene.edition.rpartition("/")[2]
    return tuple(number for number in scene.game.editions if number != own)


def scene_at(case: int, branch: str, place: str) -> Scene:
    """The scene of an address; nothing past a divergence is shown."""
    found = desk().archive.case(case)
    line = found.branch(branch)
    view = View.read(case, line.name, place, request.values)
    scene = scene_of(desk(), found, line, view)
    must_be_fact(found, line, scene)
    return scene


def must_be_fact(case: Case, branch: Branch, scene: Scene) -> None:
    verdict = standing(desk(), case, branch)
    if verdict is not None and not verdict.is_fact and scene.seq > verdict.at:
        raise HasDiverged(
            f"line {branch.name!r} of case {case.id} diverged at {verdict.at}: nothing past it is fact. "
            f"{verdict.reason}. Look at {verdict.at}, or begin a new line there"
        )
