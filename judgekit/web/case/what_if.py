"""Other lines, for the pages: the work is done by `judgekit.cases.play.what_if`."""

from __future__ import annotations

from collections.abc import Callable

from judgekit.cases.play import what_if as whatif
from judgekit.cases.play.case import Case
from judgekit.cases.play.what_if import Followed, answers_in, follow, free_name, line_name, under_reading
from judgekit.cases.store.store import Branch
from judgekit.web.services import Desk

__all__ = ["Followed", "answers_in", "follow", "free_name", "in_edition", "line_name", "under_reading"]


def in_edition(
    desk: Desk, case: Case, branch: Branch, edition: str, tell: Callable[[int], None] | None = None
) -> tuple[Case, Followed]:
    """The same position and answers under another edition, as a case of its own."""
    return whatif.in_edition(desk.archive, case, branch, edition, tell)
