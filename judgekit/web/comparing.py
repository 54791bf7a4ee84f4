"""Two lines side by side: what is the same, where they part, what parted them, and the boards there."""

from __future__ import annotations

import difflib
from bisect import bisect_right

import msgspec
from flask import Blueprint, request
from werkzeug.wrappers import Response

from judgekit.cases.case import Case
from judgekit.cases.compare import compare
from judgekit.cases.errors import UnknownCase
from judgekit.cases.store import MAIN, Branch
from judgekit.web.address import View, spot_text
from judgekit.web.answers import show
from judgekit.web.board import BoardView, board_of
from judgekit.web.casepage import scene_of
from judgekit.web.course import START, Spot, kind
from judgekit.web.desk import desk
from judgekit.web.scene import ClauseRef, Scene

pages = Blueprint("comparing", __name__)

WINDOW = 160  # stops of each line that are aligned after the point where they part
LEAD = 4  # stops that are shown before it
FOLD = 6  # equal rows in a row that stay unfolded


class Half(msgspec.Struct, frozen=True):
    at: str
    href: str
    glyph: str
    text: str
    clause: ClauseRef


class Pair(msgspec.Struct, frozen=True):
    left: Half | None
    right: Half | None
    same: bool
    folded: int = 0  # equal rows that are not shown here


class Whose(msgspec.Struct, frozen=True):
    case: int
    name: str
    branch: str
    edition: str
    entries: int
    href: str


class ComparePage(msgspec.Struct):
    left: Whose
    right: Whose
    shared: int
    cause: str
    text: str
    note: str
    rows: tuple[Pair, ...]
    left_board: BoardView
    right_board: BoardView
    left_at: str
    right_at: str
    depth: int
    cut: bool


@pages.get("/cases/<int:case>/<branch>/compare")
def compare_page(case: int, branch: str) -> Response:
    """Two lines, of one case or of two (`with=3:main`), side by side."""
    archive = desk().archive
    one = archive.case(case)
    left = one.branch(branch)
    which, _, name = request.args.get("with", "").partition(":")
    if not which:
        raise UnknownCase("say what to compare with: with=3:main")
    other = archive.case(which)
    right = other.branch(name or MAIN)
    depth = request.args.get("d", "2")
    page = compared(one, left, other, right, int(depth) if depth in "1234" and depth else 2)
    page.note = request.args.get("note", "")[:300]
    return show("case/compare.html", page)


def compared(one: Case, left: Branch, other: Case, right: Branch, depth: int) -> ComparePage:
    difference = compare(one, left, other, right)
    a = scene_of(desk(), one, left, View(one.id, left.name, depth=depth))
    b = scene_of(desk(), other, right, View(other.id, right.name, depth=depth))
    begin = difference.shared
    ours, cut_a = _halves(a, begin, depth)
    theirs, cut_b = _halves(b, begin, depth)
    rows = tuple(_paired(ours, theirs))
    first = next((row for row in rows if not row.same and not row.folded), None)
    left_at = _place(first.left if first else None, ours)
    right_at = _place(first.right if first else None, theirs)
    return ComparePage(
        _whose(one, left), _whose(other, right), begin, difference.cause, difference.text, "", rows,
        _board(a, left_at), _board(b, right_at), left_at, right_at, depth, cut_a or cut_b,
    )  # fmt: skip


def _whose(case: Case, branch: Branch) -> Whose:
    return Whose(
        case.id,
        case.name,
        branch.name,
        case.edition,
        branch.head,
        View(case.id, branch.name, (branch.head, 0)).href,
    )


def _halves(scene: Scene, begin: int, depth: int) -> tuple[list[Half], bool]:
    """The stops from shortly before the parting on."""
    stops = scene.course.stops[depth]
    at = bisect_right(stops, scene.course.spot(min(begin, scene.branch.head), 0))
    first, last = max(1, at - LEAD), at + WINDOW
    return [_half(scene, spot) for spot in stops[first:last]], last < len(stops)


def _half(scene: Scene, spot: Spot) -> Half:
    happened, entry = scene.course.happened(spot), scene.course.entry(spot)
    assert happened is not None
    assert entry is not None
    clause = happened.path[-1] if happened.path else entry.clause
    return Half(
        spot_text(spot), scene.view.at(spot), kind(happened.event)[0], scene.sentence(happened.event),
        scene.clause(clause),
    )  # fmt: skip


def _paired(ours: list[Half], theirs: list[Half]) -> list[Pair]:
    matcher = difflib.SequenceMatcher(None, [h.text for h in ours], [h.text for h in theirs], autojunk=False)
    rows: list[Pair] = []
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag == "equal":
            rows += _folded([Pair(x, y, True) for x, y in zip(ours[a:b], theirs[c:d], strict=True)])
            continue
        for at in range(max(b - a, d - c)):
            left = ours[a + at] if a + at < b else None
            right = theirs[c + at] if c + at < d else None
            rows.append(Pair(left, right, False))
    return rows


def _folded(rows: list[Pair]) -> list[Pair]:
    """A long run of equal rows keeps its ends."""
    if len(rows) <= FOLD:
        return rows
    return [*rows[:2], Pair(None, None, True, len(rows) - 4), *rows[-2:]]


def _place(half: Half | None, halves: list[Half]) -> str:
    return half.at if half is not None else halves[-1].at if halves else "0"


def _board(scene: Scene, at: str) -> BoardView:
    seq, _, event = at.partition(".")
    spot: Spot = (int(seq), int(event or 0)) if at != "0" else START
    return board_of(Scene(scene.case, scene.branch, scene.course, scene.view.but(spot=spot)))
