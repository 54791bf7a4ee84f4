"""The courses of branches that are being looked at, kept for that long."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable

from judgekit.cases.play.case import Case
from judgekit.cases.store.store import Branch
from judgekit.narrate.course import Course, course_for

KEPT = 8  # courses in memory
BATCH = 512  # entries that are read at a time, where somebody waits for it


class Courses:
    """The courses of branches that are being looked at."""

    def __init__(self) -> None:
        self._kept: OrderedDict[int, Course] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, case: Case, branch: Branch) -> Course:
        with self._lock:
            course = self._kept.get(branch.id)
            if course is None:
                course = self._kept[branch.id] = _course(case)
                while len(self._kept) > KEPT:
                    self._kept.popitem(last=False)
            self._kept.move_to_end(branch.id)
            if len(course.entries) < branch.head:
                course.extend(case.entries(branch, len(course.entries), branch.head))
            return course

    def forget(self, case: Case) -> None:
        """Cards were added to a case: its courses are worked out again."""
        with self._lock:
            for branch in case.branches():
                self._kept.pop(branch.id, None)

    def has(self, *branches: Branch) -> bool:
        """Whether the courses of these branches are ready."""
        with self._lock:
            found = [(self._kept.get(branch.id), branch.head) for branch in branches]
        return all(course is not None and len(course.entries) >= head for course, head in found)

    def read(self, case: Case, branch: Branch, tell: Callable[[int], None]) -> Course:
        """The course of a branch, read bit by bit; the progress callback may stop it."""
        if self.has(branch):
            return self.of(case, branch)
        course = _course(case)
        while len(course.entries) < branch.head:
            tell(len(course.entries))
            course.extend(case.entries(branch, len(course.entries), len(course.entries) + BATCH))
        with self._lock:
            self._kept[branch.id] = course
        return course


def _course(case: Case) -> Course:
    return course_for(case.opening.rules, case.opening.pool, case.game)
