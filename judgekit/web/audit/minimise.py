"""The smallest table that shows it: of a branch of a case, or of a ruling."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlencode

import msgspec
from flask import request
from werkzeug.wrappers import Response

from judgekit.audit.disputes import as_ruling
from judgekit.audit.minimise import Data, Minimised, minimise, read_ruling
from judgekit.cases.errors import CaseError
from judgekit.narrate.said import said
from judgekit.web.audit.background import goes_on, look_for
from judgekit.web.audit.explore import MOST_SECONDS, single_facts
from judgekit.web.case.scene import Scene
from judgekit.web.case.views import scene_at
from judgekit.web.jobs import Report
from judgekit.web.responses import file_answer, show
from judgekit.web.rulings.views import find
from judgekit.web.services import desk
from judgekit.web.urls import ruling_href

SECONDS = 20.0


class SmallestPage(msgspec.Struct):
    name: str
    href: str  # where it comes from
    action: str
    seconds: float
    question: str = ""  # of a case: the fact that must stay
    questions: tuple[tuple[str, str], ...] = ()
    before: int = 0  # cards
    after: int = 0
    tried: int = 0
    is_minimal: bool = False
    table: str = ""  # a position file
    ruling: str = ""


def of_a_case(case: int, branch: str, place: str) -> Response:
    """Which fact of the branch's end must stay; and the smallest table, if it has been searched for."""
    return show("audit/minimise.html", _of_a_case(scene_at(case, branch, place)))


def start_of_a_case(case: int, branch: str, place: str) -> Response:
    """Remove parts of the table in the background, as long as the same clauses lead to the fact."""
    scene = scene_at(case, branch, place)
    page = _of_a_case(scene)
    return _start(page, _key(scene, page), as_ruling(scene.case, scene.branch, page.question))


def file_of_a_case(case: int, branch: str, place: str) -> Response:
    """The smallest table as a ruling."""
    return _file(_of_a_case(scene_at(case, branch, place)), f"case-{case}-smallest.toml")


def of_a_ruling(game: str, name: str) -> Response:
    """The smallest table of a ruling, if it has been searched for."""
    return show("audit/minimise.html", _of_a_ruling(game, name))


def start_of_a_ruling(game: str, name: str) -> Response:
    """Remove parts of its table in the background, as long as it comes out by the same clauses."""
    page = _of_a_ruling(game, name)
    return _start(page, ("minimise", game, name), read_ruling(Path(find(game, name).file)))


def file_of_a_ruling(game: str, name: str) -> Response:
    """The smallest table as a ruling."""
    return _file(_of_a_ruling(game, name), f"{name}-smallest.toml")


def _of_a_case(scene: Scene) -> SmallestPage:
    end = scene.case.at(scene.branch, scene.branch.head)
    page = SmallestPage(
        scene.case.name, scene.view.href, f"{scene.view.here}/minimise", _seconds(),
        request.values.get("question", "winner"), tuple(single_facts(scene, end)),
    )  # fmt: skip
    return _filled(page, _key(scene, page))


def _key(scene: Scene, page: SmallestPage) -> tuple[object, ...]:
    return "minimise", scene.branch.id, scene.branch.head, page.question


def _of_a_ruling(game: str, name: str) -> SmallestPage:
    href = ruling_href(f"{game}/{name}")
    page = SmallestPage(find(game, name).question, href, f"{href}/minimise", _seconds())
    return _filled(page, ("minimise", game, name))


def _filled(page: SmallestPage, key: tuple[object, ...]) -> SmallestPage:
    found = desk().findings.get(key, Minimised)
    if found is not None:
        page.before, page.after, page.tried = found.before, found.after, found.tried
        page.is_minimal, page.table, page.ruling = found.is_minimal, found.position, found.toml
    return page


def _seconds() -> float:
    told = request.values.get("seconds", str(SECONDS))
    try:
        seconds = float(told)
    except ValueError:
        raise CaseError(f"seconds are a number; got {told!r}") from None
    if not 0 < seconds <= MOST_SECONDS:
        raise CaseError(f"seconds are more than 0 and at most {MOST_SECONDS:g}; got {told!r}")
    return seconds


def _start(page: SmallestPage, key: tuple[object, ...], ruling: Data) -> Response:
    address = f"{page.action}?{urlencode({'question': page.question, 'seconds': f'{page.seconds:g}'})}"

    def look(report: Report) -> Minimised:
        def tell(kind: str, cards: int) -> bool:
            return goes_on(report, 0, 0, said("parts tried", n=cards, parts=kind or said("parts")))

        return minimise(ruling, page.seconds, tell)

    return look_for("Taking parts of the table away", 0, address, key, look, keeps=True)


def _file(page: SmallestPage, name: str) -> Response:
    if not page.ruling:
        raise CaseError("the smallest table has not been looked for yet; look for it first")
    return file_answer(page.ruling, name, "application/toml")
