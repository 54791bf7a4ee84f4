"""Two lines side by side: what is the same, where they part, what parted them, and the boards there."""

from __future__ import annotations

import difflib
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
from flask import request
from werkzeug.wrappers import Response

from judgekit.cases.errors import UnknownCase
from judgekit.cases.play.case import Case
from judgekit.cases.play.compare import Difference, compare
from judgekit.cases.store.store import MAIN, Branch
from judgekit.engine.events import Answered
from judgekit.engine.explain import clause_of
from judgekit.narrate.course import KINDS, kind
from judgekit.narrate.places import START, Spot
from judgekit.web.case.board import BoardView, board_of
from judgekit.web.case.divergence import sides
from judgekit.web.case.outcomes import Contrast, outcomes
from judgekit.web.case.page import AT_ONCE, scene_of
from judgekit.web.case.scene import ClauseRef, Scene
from judgekit.web.jobs import Report, Work, begun
from judgekit.web.responses import show
from judgekit.web.services import Desk, desk
from judgekit.web.urls import View, spot_text

WINDOW = 160  # stops of each line that are aligned after the point where they part
LEAD = 4  # stops that are shown before it
KEPT = 32  # comparisons in memory
CHOICE = KINDS[Answered][0]
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
    seat: str
    alike: bool  # whether the same is told on both sides, at this depth
    outcomes: tuple[Contrast, ...]  # the result, and what differs at the ends


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
    pair = Pairing(one, left, other, right)
    difference = desk().compared.get(pair.key)
    if difference is None:
        if left.head + right.head > AT_ONCE and not desk().courses.has(left, right):
            return begun(desk().jobs.start(*pair.job(desk(), request.full_path)))
        difference = compare(one, left, other, right)
    page = compared(pair, difference, View.read(one.id, left.name, "0", request.args))
    page.note = request.args.get("note", "")[:300]
    return show("case/compare.html", page)


@dataclass(frozen=True)
class Pairing:
    """Two lines, of one case or of two."""

    one: Case
    left: Branch
    other: Case
    right: Branch

    @property
    def key(self) -> tuple[int, int, int, int]:
        return self.left.id, self.left.head, self.right.id, self.right.head

    def job(self, here: Desk, address: str) -> tuple[str, int, str, Work]:
        """Comparing as a background job: it reports its progress, can be stopped, and is kept."""

        def work(tell: Report) -> str:
            try:
                here.courses.read(self.one, self.left, tell)
                here.courses.read(self.other, self.right, lambda at: tell(self.left.head + at))
                here.compared[self.key] = compare(self.one, self.left, self.other, self.right, tell)
                while len(here.compared) > KEPT:
                    del here.compared[next(iter(here.compared))]
            finally:
                self.one.store.close()
            return address

        title = f"Comparing {self.left.name} with {self.right.name}"
        total = self.left.head + self.right.head
        return title, total, View(self.one.id, self.left.name, (self.left.head, 0)).href, work


def compared(pair: Pairing, difference: Difference, view: View) -> ComparePage:
    one, left, other, right, depth = pair.one, pair.left, pair.other, pair.right, view.depth
    a = scene_of(desk(), one, left, view.but(card=None))
    b = scene_of(desk(), other, right, view.but(case=other.id, branch=right.name, card=None))
    begin = difference.shared
    ours, cut_a = _halves(a, begin, depth)
    theirs, cut_b = _halves(b, begin, depth)
    rows = tuple(_paired(ours, theirs))
    first = _telling(rows)
    left_at = _place(first.left if first else None, ours)
    right_at = _place(first.right if first else None, theirs)
    return ComparePage(
        _whose(one, left), _whose(other, right), begin, difference.cause, _text(a, difference), "", rows,
        _board(a, left_at), _board(b, right_at), left_at, right_at, depth, cut_a or cut_b, view.seat,
        first is None, outcomes(_at_end(a), _at_end(b)),
    )  # fmt: skip


def _at_end(scene: Scene) -> Scene:
    end = scene.view.but(spot=(scene.branch.head, 0))
    return Scene(scene.case, scene.branch, scene.course, end)


def _text(scene: Scene, difference: Difference) -> str:
    """What parted them, in words."""
    left, right = difference.left, difference.right
    if difference.cause not in ("rules", "answer") or left is None or right is None:
        return scene.plain(difference.text)
    return sides(scene, left, right, difference.event or 1, ("left", "right")).removesuffix(".")


def _telling(rows: Sequence[Pair]) -> Pair | None:
    """The first difference that can be seen on the boards: a choice alone moves nothing yet."""
    differ = [row for row in rows if not row.same]
    seen = (row for row in differ if any(half and half.glyph != CHOICE for half in (row.left, row.right)))
    return next(seen, differ[0] if differ else None)


def _whose(case: Case, branch: Branch) -> Whose:
    return Whose(
        case.id,
        case.title,
        branch.name,
        case.edition,
        branch.head,
        View(case.id, branch.name, (branch.head, 0)).href,
    )


def _halves(scene: Scene, begin: int, depth: int) -> tuple[list[Half], bool]:
    """The stops from shortly before they part."""
    stops = scene.course.stops[depth]
    at = bisect_right(stops, scene.course.spot(min(begin, scene.branch.head), 0))
    first, last = max(1, at - LEAD), at + WINDOW
    return [_half(scene, spot) for spot in stops[first:last]], last < len(stops)


def _half(scene: Scene, spot: Spot) -> Half:
    happened, entry = scene.seen_event(spot), scene.course.entry(spot)
    assert happened is not None
    assert entry is not None
    clause = clause_of(entry, happened)
    return Half(
        spot_text(spot), scene.view.at(spot), kind(happened.event)[0], scene.sentence(happened.event, clause),
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
    there = Scene(scene.case, scene.branch, scene.course, scene.view.but(spot=spot))
    return board_of(there, there.view.here)
