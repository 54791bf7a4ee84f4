"""A case in the browser: every step has its own address."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from flask import g, make_response, render_template, request
from werkzeug.wrappers import Response

from judgekit.cases.errors import HasDiverged
from judgekit.cases.play.case import Case
from judgekit.cases.store.store import Branch
from judgekit.narrate import events as words
from judgekit.narrate.places import START
from judgekit.web.case.answering import meanwhile
from judgekit.web.case.board import pile_of
from judgekit.web.case.branches import Lines
from judgekit.web.case.keys import USUAL
from judgekit.web.case.log import bare_strip
from judgekit.web.case.notes import noted_at
from judgekit.web.case.page import scene_of, standing, step_data, step_page
from judgekit.web.case.scene import Scene
from judgekit.web.page_cache import TOKEN
from judgekit.web.remembered import DEPTH, GAME, depth, remember
from judgekit.web.responses import json_answer, led_to, show, wants_json
from judgekit.web.services import desk
from judgekit.web.urls import View

COMPARED = 20  # other cases that a comparison offers
PARTS = ("1", "board", "tab", "picks", "pile")


def first_line(case: int) -> Response:
    """A case: leads to the end of its first line."""
    found = desk().archive.case(case)
    branch = Lines(found).first
    return _opened(found, branch)


def line(case: int, branch: str) -> Response:
    """A line of a case: leads to its end."""
    found = desk().archive.case(case)
    own = found.branch(branch)
    return _opened(found, own)


def _opened(case: Case, branch: Branch) -> Response:
    """The end of a branch, at the depth that the address says or the reader likes."""
    view = View.read(case.id, branch.name, str(_last_fact(case, branch)), request.args)
    remember(GAME, case.edition.partition("/")[0])
    return led_to((view if "d" in request.args else view.but(depth=depth())).href)


def _last_fact(case: Case, branch: Branch) -> int:
    """The end of a line; of one that diverged, the place where it did."""
    verdict = standing(case, branch)
    return branch.head if verdict is None or verdict.is_fact else verdict.at


def step(case: int, branch: str, place: str) -> Response:
    """One place of a case; with `part=1` only what changes from step to step, with `part=board` the same
    without the log and the timeline, with `part=tab` the inspector alone."""
    part = request.args.get("part", "")
    part = part if part in PARTS else ""
    theme = "" if part else request.cookies.get("judgekit_theme", "auto")
    is_json, asked = wants_json(), (request.full_path, g.seat, theme)
    store = desk().archive.store
    moment = store.moment(case)
    known = None if is_json else desk().rendered.known(moment, asked, g.forgery)
    if known is not None:
        remember(DEPTH, str(View.read(case, branch, place, request.values).depth))
        return make_response(known)
    with store.one_look():
        made, key = _step(scene_at(case, branch, place), part, theme)
    if key is not None and store.moment(case) == moment:
        desk().rendered.remember(moment, asked, key)
    return made


def _step(scene: Scene, part: str, theme: str) -> tuple[Response, Hashable]:
    """What is shown of a place, and its cache key, if it can serve the same request again."""
    remember(DEPTH, str(scene.view.depth))
    if wants_json():
        return json_answer(step_page(scene)), None
    if part == "picks":
        picks = {"cards": _pickable(scene), "areas": _areas(scene), "cases": _cases(scene)}
        return make_response(render_template("case/picks.html", **picks)), None
    if part == "pile":
        return show("case/pile.html", pile_of(scene, request.args.get("area", ""))), None
    if scene.view.tab == "note":  # notes come and go
        return make_response(_drawn(scene, part, g.forgery)), None
    verdict = standing(scene.case, scene.branch)
    key = (
        scene.branch.id, scene.branch.hash, scene.lines.version, noted_at(scene),
        verdict and (verdict.status, verdict.at), scene.view.href, part, theme, request.args.get("since", ""),
        scene.case.title,
    )  # fmt: skip
    draw = _drawn_around if part == "board" and _is_settled(scene) else _drawn
    page = desk().rendered.page(key, g.forgery, lambda: draw(scene, part, TOKEN))
    return make_response(page), key if verdict is not None else None


def _drawn(scene: Scene, part: str, token: str) -> str:
    page = step_page(scene, with_log=part in ("", "1"), at_once=part in ("", "tab"))
    page.meanwhile = meanwhile(scene, request.args.get("since", ""))
    if part:
        return render_template("case/fragment.html", page=page, part=part, csrf=token)
    return render_template(
        "case/page.html", page=page, editions=_others(scene), asked=scene.view.asked, csrf=token,
        announcements=tuple(scene.rules.announcements), here=scene.view.href, keys=USUAL,
    )  # fmt: skip


SETTLED = ("why", "ledger", "diff")  # tabs that tell of a place what was true there


def _is_settled(scene: Scene) -> bool:
    """Whether later events change nothing about this place except where it leads. The beginning is never
    settled: a button there leads to the end of the branch."""
    return scene.spot != START and scene.seq < scene.branch.head and scene.view.tab in SETTLED


def _drawn_around(scene: Scene, part: str, token: str) -> str:
    """A settled place: drawn once, however often the branch grows."""
    verdict = standing(scene.case, scene.branch)
    key = (
        "settled", scene.branch.id, scene.lines.version, verdict and verdict.status, scene.diverged,
        scene.older, scene.view.href, request.args.get("since", ""), scene.case.title, scene.named_later,
    )  # fmt: skip
    rest = desk().rendered.page(key, token, lambda: _drawn(scene, "rest", token))
    data = step_data(scene, bare_strip(scene))
    return render_template("case/fragment.html", page=data, part="data", csrf=token) + rest


def _pickable(scene: Scene) -> Iterator[tuple[str, str]]:
    """The cards that a correction can name, as the seat may know them."""
    for number, card in sorted(scene.seen.cards.items()):
        if number > 0:
            yield f"c{number}", f"{scene.name(card)}, {words.place(card.area)}"


def _areas(scene: Scene) -> Iterator[str]:
    for spec in scene.game.areas if scene.game else ():
        yield from (spec.name,) if spec.shared else (f"A.{spec.name}", f"B.{spec.name}")


def _cases(scene: Scene) -> Iterator[tuple[str, str]]:
    """Branches of other cases of this game, to be compared with."""
    game = scene.edition.partition("/")[0]
    others = [one for one in desk().archive.cases() if one.id != scene.case.id]
    for case in [one for one in others if one.edition.startswith(f"{game}/")][-COMPARED:]:
        yield from ((f"{case.id}:{branch.name}", case.title) for branch in case.branches())


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
    verdict = standing(case, branch)
    if verdict is not None and verdict.status == "older":
        scene.older = verdict.at
    if verdict is not None and not verdict.is_fact:
        scene.diverged = verdict.at
    if verdict is not None and not verdict.is_fact and scene.seq > verdict.at:
        raise HasDiverged(
            f"branch {branch.name!r} of case {case.id} diverged at {verdict.at}: run again by today’s rules, "
            f"it goes differently there, and nothing after that is certain. Look at {verdict.at}, or begin a "
            "new branch there"
        )
