"""Ask for another one: a line that a search has followed, and the way to others that differ from it."""

from __future__ import annotations

from urllib.parse import urlencode

import msgspec
from flask import request
from werkzeug.wrappers import Response

from judgekit.audit.exploring.another import Another, Examples
from judgekit.audit.exploring.graph import Answer, Choice
from judgekit.cases.errors import CaseError
from judgekit.web.audit.explore import Wanted, answers_in, lines_key, query_of, sent, worded
from judgekit.web.case.scene import ClauseRef, Scene
from judgekit.web.case.views import scene_at
from judgekit.web.responses import show
from judgekit.web.services import desk


class OtherView(msgspec.Struct, frozen=True):
    """A way to another line, or why there is none."""

    title: str
    href: str = ""
    why: str = ""


class StepView(msgspec.Struct, frozen=True):
    player: str
    clause: ClauseRef
    prompt: str
    chosen: str
    other: OtherView


class ExamplePage(msgspec.Struct):
    case: int
    name: str
    href: str
    action: str  # of what opens lines as branches
    back: str
    outcome: int
    steps: tuple[StepView, ...]
    others: tuple[OtherView, ...]
    answers: str


def example_page(case: int, branch: str, place: str) -> Response:
    """One line to an outcome, with all that can be asked for instead of it."""
    scene, wanted = scene_at(case, branch, place), Wanted.read()
    found = desk().findings.get(lines_key(scene, wanted), Examples)
    if found is None:
        raise CaseError("this has not been searched yet; search first, then ask for examples")
    root = f"{scene.view.here}/explore"
    line = _line(found)
    given = tuple(choice.chosen for choice in line)

    def other(title: str, one: Another) -> OtherView:
        if one.line is None:
            return OtherView(title, why=f"{one.why[:1].upper()}{one.why[1:]}.")
        answers = urlencode({"answers": sent(one.line)})
        return OtherView(title, f"{root}/example?{query_of(wanted)}&{answers}")

    steps = tuple(
        _step(scene, choice, other("Other choice here", found.another(given, "choice", at)))
        for at, choice in enumerate(line)
    )
    others = (
        other("Another example", found.another(given, "example")),
        other("Another start", found.another(given, "start")),
        other("Other ending", found.another(given, "ending")),
    )
    return show("audit/example.html", ExamplePage(
        scene.case.id, scene.case.name, scene.view.href, root, f"{root}?{query_of(wanted)}",
        found.outcome_of(given) + 1, steps, others, sent(line),
    ))  # fmt: skip


def _line(found: Examples) -> tuple[Choice, ...]:
    """The line that is asked for; without one, the first to an outcome."""
    if "answers" in request.args:
        line: tuple[Answer, ...] = tuple(answers_in(request.args["answers"]))
        return found.told(line)
    number = request.args.get("outcome", "1")
    if not number.isdecimal() or number == "0":
        raise CaseError(f"outcomes have numbers from 1 on; got {number!r}")
    return found.first(int(number) - 1)


def _step(scene: Scene, choice: Choice, other: OtherView) -> StepView:
    return StepView(
        choice.player, scene.clause(choice.clause), scene.plain(choice.prompt), worded(scene, choice), other
    )
