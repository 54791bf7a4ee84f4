"""Other lines, for the pages: the work is done by `judgekit.cases.whatif`."""

from __future__ import annotations

from collections.abc import Callable

from judgekit.cases import whatif
from judgekit.cases.case import Case
from judgekit.cases.store import Branch
from judgekit.cases.whatif import Followed, answers_in, follow, free_name, line_name, under_reading
from judgekit.web.desk import Desk

__all__ = ["Followed", "answers_in", "follow", "free_name", "in_edition", "line_name", "under_reading"]


def in_edition(
    desk: Desk, case: Case, branch: Branch, edition: str, tell: Callable[[int], None] | None = None
) -> tuple[Case, Followed]:
    """The same position and answers under another edition, as a case of its own."""
    return whatif.in_edition(desk.archive, case, branch, edition, tell)
