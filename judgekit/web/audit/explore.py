"""Does it matter? The page of a question of a case, the work behind it, and its outcomes as branches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from urllib.parse import urlencode

import msgspec
from flask import make_response, render_template, request
from werkzeug.wrappers import Response

from judgekit.audit.exploring import telling
from judgekit.audit.exploring.another import Examples
from judgekit.audit.exploring.concerns import read_concern
from judgekit.audit.exploring.ends import read_end
from judgekit.audit.exploring.explore import Budget, Choice, Exploration, at_next_question, explore
from judgekit.audit.exploring.graph import Answer
from judgekit.cases.errors import CaseError
from judgekit.engine.machine import Line
from judgekit.engine.questions import Question
from judgekit.engine.state import PLAYERS, UNKNOWN, CardId, State
from judgekit.narrate import searching
from judgekit.narrate.said import said
from judgekit.narrate.table import table_words
from judgekit.web.audit.background import goes_on, look_for
from judgekit.web.case.actions import done, sitting_at
from judgekit.web.case.new import LIMIT
from judgekit.web.case.scene import ClauseRef, Scene
from judgekit.web.case.views import scene_at
from judgekit.web.case.what_if import free_name, line_name
from judgekit.web.jobs import Report
from judgekit.web.responses import file_answer, json_answer, wants_json
from judgekit.web.services import desk
from judgekit.web.urls import View

SECONDS, MOST_SECONDS = 20.0, 600.0
STATES = 50_000
ENDS = {
    "check": searching.ENDS["check"],
    **{f"choice:{player}": searching.next_choice(player) for player in PLAYERS},
    **searching.ENDS,
}


class Wanted(msgspec.Struct, frozen=True):
    """What the form says."""

    until: str
    question: str
    seconds: float
    faces: bool

    @classmethod
    def read(cls) -> Wanted:
        sent = request.values
        try:
            seconds = min(float(sent.get("seconds", SECONDS)), MOST_SECONDS)
        except ValueError:
            raise CaseError(f"seconds are a number; got {sent['seconds']!r}") from None
        return cls(
            sent.get("until", "check"), sent.get("question", "everything"), seconds, bool(sent.get("faces"))
        )


class OutcomeView(msgspec.Struct, frozen=True):
    number: int
    told: str
    lines: str
    way: tuple[str, ...]
    answers: str  # the line as the form sends it back
    href: str  # of the line by itself, from which others are asked for
    apart: tuple[tuple[str, str], ...] = ()  # what is otherwise than in most outcomes


class WayView(msgspec.Struct, frozen=True):
    told: str
    outcome: int | None
    node: int | None
    answers: str


class NodeView(msgspec.Struct, frozen=True):
    player: str
    clause: ClauseRef
    prompt: str
    ways: tuple[WayView, ...]


class AskedView(msgspec.Struct, frozen=True):
    player: str
    clause: ClauseRef
    prompt: str


class ExplorePage(msgspec.Struct):
    case: int
    name: str
    edition: str
    href: str
    action: str
    asked: str
    wanted: Wanted
    ends: tuple[tuple[str, str], ...]
    questions: tuple[tuple[str, str], ...]
    verdict: str = ""
    result: str = ""  # same, differs, unfinished
    outcomes: tuple[OutcomeView, ...] = ()
    rows: tuple[tuple[str, tuple[str, ...]], ...] = ()  # things, and what became of each in every outcome
    usual: tuple[tuple[str, str], ...] = ()  # things, and what became of each in most outcomes
    parting: tuple[ClauseRef, ...] = ()
    deciding: tuple[AskedView, ...] = ()
    free: tuple[AskedView, ...] = ()
    tree: tuple[NodeView, ...] = ()
    searched: tuple[str, ...] = ()
    found: Exploration | None = None


def explore_page(case: int, branch: str, place: str) -> Response:
    """The question, what to ask about it, and what was found, if a search was made."""
    page = page_of(scene_at(case, branch, place), Wanted.read())
    if wants_json():
        return json_answer(page)
    return make_response(render_template("audit/explore.html", page=page))


def report_file(case: int, branch: str, place: str) -> Response:
    """What was found, on one page that needs nothing else."""
    scene = scene_at(case, branch, place)
    page = page_of(scene, Wanted.read())
    if page.found is None:
        raise CaseError("this has not been searched yet; search first, then take the report")
    body = render_template("audit/report.html", page=page)
    return file_answer(body, f"case-{case}-{scene.view.place}-does-it-matter.html", "text/html")


def start_exploring(case: int, branch: str, place: str) -> Response:
    """Search in the background; it reports its progress, and what it had found when stopped."""
    scene = scene_at(case, branch, place)
    wanted = Wanted.read()
    line = start_of(scene)
    read_end(wanted.until, line)
    read_concern(wanted.question, line)
    Budget(wanted.seconds, STATES)
    address = f"{scene.view.here}/explore?{query_of(wanted)}"
    findings, others = desk().findings, lines_key(scene, wanted)

    def look(report: Report) -> Exploration:
        def tell(many: int) -> bool:
            so_far = said("so far", situations=telling.counted(many, "situation"))
            return goes_on(report, many, STATES, so_far)

        return explore(
            line, until=read_end(wanted.until, line), question=read_concern(wanted.question, line),
            budget=Budget(wanted.seconds, STATES), faces=wanted.faces, tell=tell,
            lines=lambda graph: findings.keep(others, Examples(graph)),
        )  # fmt: skip

    return look_for("Following every line", STATES, address, _key(scene, wanted), look, keeps=True)


def open_line(case: int, branch: str, place: str) -> Response:
    """A line that was found, as a branch of the case."""
    scene = scene_at(case, branch, place)
    answers = answers_in(request.form.get("answers", ""))
    name = line_name(request.form.get("name", "")) or "outcome"
    sitting = sitting_at(scene, free_name(scene.case, name), apart=True)
    sitting.run(LIMIT)
    for answer in answers:
        sitting.answer(*answer, limit=LIMIT)
    return done(scene.view.but(branch=sitting.branch.name, spot=(sitting.branch.head, 0), card=None))


def answers_in(text: str) -> list[Answer]:
    try:
        return msgspec.json.decode(text, type=list[Answer])
    except msgspec.DecodeError as problem:
        raise CaseError(f"answers are lists of options ({problem}); go back and try again") from problem


def start_of(scene: Scene) -> Line:
    return at_next_question(between(scene))


def between(scene: Scene) -> Line:
    """The line of a place where no clause is half performed: it can only be followed from there."""
    scene.must_be_between()
    return scene.line


def page_of(scene: Scene, wanted: Wanted) -> ExplorePage:
    line = start_of(scene)
    asked = line.question
    prompt = asked_at(scene, asked) if asked else ""
    page = ExplorePage(
        scene.case.id, scene.case.name, scene.edition, scene.view.href,
        f"{scene.view.here}/explore", prompt, wanted,
        tuple(_ends(line)), tuple(_questions(scene, line)),
    )  # fmt: skip
    found = desk().findings.get(_key(scene, wanted), Exploration)
    if found is not None:
        _fill(page, scene, found)
    return page


def _fill(page: ExplorePage, scene: Scene, found: Exploration) -> None:
    page.found, page.result, page.verdict = found, found.verdict, telling.verdict(found)
    page.rows = tuple(_rows(scene, found))
    page.usual = tuple((thing, Counter(told).most_common(1)[0][0]) for thing, told in page.rows)
    page.outcomes = tuple(
        OutcomeView(
            at, telling.outcome(one, scene.plain), telling.counted(one.lines, "line"),
            tuple(_told(scene, choice) for choice in one.shortest), sent(one.shortest),
            f"{page.action}/example?{query_of(page.wanted)}&{urlencode({'answers': sent(one.shortest)})}",
            tuple(_apart(page, at - 1)),
        )
        for at, one in enumerate(found.outcomes, 1)
    )  # fmt: skip
    if found.parting is not None:
        page.parting = tuple(
            scene.clause(clause) for clause in dict.fromkeys(found.parting.clauses) if clause
        )
    page.deciding = tuple(
        AskedView(o.player, scene.clause(o.clause), scene.plain(o.prompt)) for o in found.deciding
    )
    page.free = tuple(AskedView(o.player, scene.clause(o.clause), scene.plain(o.prompt)) for o in found.free)
    page.tree = tuple(_tree(scene, found))
    page.searched = tuple(telling.searched(found))


def _rows(scene: Scene, found: Exploration) -> Iterator[tuple[str, tuple[str, ...]]]:
    """What is not the same in all outcomes, side by side."""
    facts, heading = [dict(one.facts) for one in found.outcomes], table_words(scene.rules).heading
    for thing in dict.fromkeys(thing for one in facts for thing in one if thing != "situation"):
        yield heading(scene.plain(thing)), tuple(scene.plain(one.get(thing, "")) for one in facts)


def _apart(page: ExplorePage, at: int) -> Iterator[tuple[str, str]]:
    for (thing, told), (_, usual) in zip(page.rows, page.usual, strict=True):
        if told[at] != usual:
            yield thing, told[at]


def _tree(scene: Scene, found: Exploration) -> Iterator[NodeView]:
    for node in found.tree:
        asked = node.asked
        ways = []
        for way in node.ways:
            choice = Choice(asked.player, asked.clause, asked.prompt, way.chosen, way.labels)
            ways.append(WayView(
                worded(scene, choice), None if way.outcome is None else way.outcome + 1, way.choice,
                sent((*node.line, choice)),
            ))  # fmt: skip
        yield NodeView(asked.player, scene.clause(asked.clause), scene.plain(asked.prompt), tuple(ways))


def _told(scene: Scene, choice: Choice) -> str:
    return f"{choice.player}: {worded(scene, choice)}"


def asked_at(scene: Scene, question: Question) -> str:
    """Who is asked where, and what."""
    prompt = scene.plain(question.prompt)
    return said("asked at", player=question.player, clause=question.clause, prompt=prompt)


def worded(scene: Scene, choice: Choice) -> str:
    return scene.deed(choice.chosen) or scene.plain(", ".join(choice.labels or choice.chosen) or "nothing")


def sent(choices: tuple[Choice, ...]) -> str:
    return msgspec.json.encode([choice.chosen for choice in choices]).decode()


def _ends(line: Line) -> Iterator[tuple[str, str]]:
    has_battle = bool(line.rules.policy.battles)
    yield from (one for one in ENDS.items() if one[0] != "battle" or has_battle)


def _questions(scene: Scene, line: Line) -> Iterator[tuple[str, str]]:
    yield from ((name, searching.QUESTIONS[name]) for name in ("everything", "seen"))
    yield from single_facts(scene, line.state)


def single_facts(scene: Scene, state: State) -> Iterator[tuple[str, str]]:
    """What can be asked about a single fact of a table."""
    yield "winner", searching.QUESTIONS["winner"]
    for key in sorted(state.numbers):
        if "@" not in key:
            yield f"number:{key}", scene.plain(key)
    for number in sorted(state.cards):
        card = state.cards[CardId(number)]
        if card.name != UNKNOWN:
            yield f"card:c{number}", searching.where(f"{card.name} (c{number})")


def query_of(wanted: Wanted) -> str:
    told = {"until": wanted.until, "question": wanted.question, "seconds": f"{wanted.seconds:g}"}
    return urlencode(told | ({"faces": "1"} if wanted.faces else {}))


def _key(scene: Scene, wanted: Wanted) -> tuple[object, ...]:
    return "explore", scene.branch.id, scene.seq, wanted.until, wanted.question, wanted.faces


def lines_key(scene: Scene, wanted: Wanted) -> tuple[object, ...]:
    """The key for the lines that a search has followed."""
    return "lines", *_key(scene, wanted)


__all__ = ["View", "explore_page", "open_line", "report_file", "start_exploring"]
