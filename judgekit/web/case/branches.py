"""What judges think of lines: struck or put first. A mark is added, never taken away; nothing is removed."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from judgekit.cases.errors import CaseError
from judgekit.cases.play.case import Case
from judgekit.cases.store import remarks
from judgekit.cases.store.store import Branch
from judgekit.once import kept

MARKED = 'SELECT id, branch, mark, author, why FROM line_marks WHERE "case" = ? ORDER BY id'


class Mark(msgspec.Struct, frozen=True):
    id: int
    branch: int
    mark: str  # "struck", "restored", "first"
    author: str
    why: str


class Lines:
    """The lines of a case in the order in which they are shown, and what is said of them."""

    def __init__(self, case: Case) -> None:
        self.case = case
        self.branches = case.branches()
        self.marks = tuple(Mark(*row) for row in case.store.ask(MARKED, case.id))

    @property
    def version(self) -> int:
        return len(self.branches) + len(self.marks)

    @kept
    def struck(self) -> dict[int, Mark]:
        """Lines that are struck, with who struck them and why."""
        found: dict[int, Mark] = {}
        for mark in self.marks:
            if mark.mark == "struck":
                found[mark.branch] = mark
            elif mark.mark == "restored":
                found.pop(mark.branch, None)
        return found

    @kept
    def rank(self) -> dict[int, int]:
        """The line that was most recently put first comes first."""
        return {mark.branch: mark.id for mark in self.marks if mark.mark == "first"}

    @property
    def first(self) -> Branch:
        """The line that a case opens with."""
        return max(self.branches, key=lambda branch: (self.rank.get(branch.id, 0), -branch.id))

    def tree(self) -> Iterator[tuple[Branch, int]]:
        """Every line under the one it parts from, with its depth."""
        children: dict[int | None, list[Branch]] = {}
        for branch in sorted(self.branches, key=lambda b: (-self.rank.get(b.id, 0), b.id)):
            children.setdefault(branch.parent, []).append(branch)

        def walk(parent: int | None, depth: int) -> Iterator[tuple[Branch, int]]:
            for branch in children.get(parent, ()):
                yield branch, depth
                yield from walk(branch.id, depth + 1)

        return walk(None, 0)

    def partings(self, branch: Branch) -> dict[int, list[Branch]]:
        """The entries before which other lines part from this one, in the order of the tree."""
        found: dict[int, list[Branch]] = {}
        for other, _ in self.tree():
            if other.id != branch.id:
                found.setdefault(self.case.store.parting(branch, other), []).append(other)
        return found


def mark_line(case: Case, branch: Branch, mark: str, author: str, why: str) -> None:
    """Strike a line, restore it, or put it first; who did so and why is kept."""
    if mark == "struck":
        if branch.id == Lines(case).first.id:
            raise CaseError(f"{branch.name!r} is the branch that the case opens with; put another one first")
        if not author.strip() or not why.strip():
            raise CaseError("to strike a branch, give your name and a reason")
    remarks.mark(case, branch.id, mark, author, why)
