"""A lesson from a case: only for those who may see the whole table."""

from __future__ import annotations

from werkzeug.wrappers import Response

from judgekit.cases.play.case import Place
from judgekit.teach.drafting import draft
from judgekit.web.learn.lesson_pages import previewed
from judgekit.web.responses import show
from judgekit.web.services import desk


def of_a_case(case: int, branch: str, place: str) -> Response:
    """A lesson from a case: its table, and one step for each choice made from here on, ready to be written
    on. Where nothing has followed yet, it begins with the case."""
    found = desk().archive.case(case)
    line = found.branch(branch)
    seq = Place.read(place).seq
    text = draft(found, line, seq if found.entries(line, seq) else 0)
    return show("learn/write.html", previewed(text))
