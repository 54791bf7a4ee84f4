"""Could it have happened? What one or two players say, followed from a place of a case."""

from __future__ import annotations

import hashlib

import msgspec
from flask import request
from werkzeug.wrappers import Response

from judgekit.audit.story import Told, WrongStory, apart, check, read_story
from judgekit.narrate.table import table_words
from judgekit.web.audit.background import look_for
from judgekit.web.audit.explore import asked_at, between
from judgekit.web.case.scene import ClauseRef, Scene
from judgekit.web.case.views import scene_at
from judgekit.web.jobs import Report
from judgekit.web.responses import show
from judgekit.web.services import desk

LONGEST = 10_000  # signs of a story


class Stories(msgspec.Struct, frozen=True):
    """What the players said, and what came of it."""

    texts: tuple[str, ...]
    told: tuple[Told, ...]


class ConditionView(msgspec.Struct, frozen=True):
    clause: ClauseRef
    needed: str
    found: str
    ok: bool


class StoryView(msgspec.Struct, frozen=True):
    """A story, how far it can have happened, and why not further."""

    text: str
    steps: tuple[str, ...]
    holds: int
    is_possible: bool
    why: str
    clause: ClauseRef | None
    conditions: tuple[ConditionView, ...]
    nearest: tuple[str, ...]
    untold: tuple[str, ...]


class StoryPage(msgspec.Struct):
    case: int
    name: str
    href: str
    action: str
    asked: str  # what is asked at the place where the stories begin
    options: tuple[str, ...]  # how a step can be told here
    texts: tuple[str, str] = ("", "")
    stories: tuple[StoryView, ...] = ()
    differ: tuple[tuple[str, str, str], ...] = ()


def story_page(case: int, branch: str, place: str) -> Response:
    """Two fields for what the players say; and what was found, if this has been run."""
    scene = scene_at(case, branch, place)
    found = desk().findings.get(_key(scene, request.args.get("told", "")), Stories)
    return show("audit/story.html", _page(scene, found))


def check_stories(case: int, branch: str, place: str) -> Response:
    """Follow one or two stories in the background."""
    scene = scene_at(case, branch, place)
    texts = tuple(request.form.get(name, "").replace("\r\n", "\n").strip() for name in ("first", "second"))
    if any(len(text) > LONGEST for text in texts):
        raise WrongStory(f"a story has at most {LONGEST} characters; tell the steps that matter")
    told = tuple(text for text in texts if text)
    if not told:
        raise WrongStory("the story is empty: write one step per line, like `A: play Scout`")
    for text in told:
        read_story(text)
    mark = hashlib.sha256("\0".join(told).encode()).hexdigest()[:12]
    address = f"{scene.view.here}/story?told={mark}"
    line, labels = between(scene), scene.case.labels

    def look(report: Report) -> Stories:
        found = []
        for at, text in enumerate(told):
            report(at, len(told), f"story {at + 1}")
            found.append(check(line, read_story(text), scene.game, labels))
        return Stories(told, tuple(found))

    return look_for("Following what was told", len(told), address, _key(scene, mark), look)


def _key(scene: Scene, mark: str) -> tuple[object, ...]:
    return "story", scene.branch.id, scene.seq, mark


def _page(scene: Scene, found: Stories | None) -> StoryPage:
    line = between(scene)
    question = line.ask()
    asked = asked_at(scene, question) if question else ""
    options = (
        tuple(
            f"{question.player}: {scene.deed((one.id,)) or scene.plain(one.label)}"
            for one in question.options
        )
        if question
        else ()
    )
    root = f"{scene.view.here}/story"
    page = StoryPage(scene.case.id, scene.case.name, scene.view.href, root, asked, options[:4])
    if found is not None:
        page.texts = (found.texts[0], found.texts[1] if len(found.texts) > 1 else "")
        page.stories = tuple(
            _story(scene, text, one) for text, one in zip(found.texts, found.told, strict=True)
        )
        page.differ = apart(*found.told, table_words(scene.rules)).differ if len(found.told) == 2 else ()
    return page


def _story(scene: Scene, text: str, one: Told) -> StoryView:
    conditions = tuple(
        ConditionView(scene.clause(c.clause), scene.plain(c.needed), scene.plain(c.found), c.ok)
        for c in one.conditions
    )
    return StoryView(
        text, one.steps, one.holds, one.is_possible, scene.plain(one.why),
        scene.clause(one.clause) if one.clause else None, conditions, one.nearest, one.untold,
    )  # fmt: skip
