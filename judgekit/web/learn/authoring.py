"""A lesson from a case: only for those who may see the whole table."""

from __future__ import annotations

from werkzeug.wrappers import Response

from judgekit.cases.files.writer import moment
from judgekit.cases.play.case import Place
from judgekit.cases.play.what_if import answers_in
from judgekit.teach import lessons
from judgekit.web.learn.lesson_pages import previewed
from judgekit.web.responses import show
from judgekit.web.services import desk


def of_a_case(case: int, branch: str, place: str) -> Response:
    """A lesson from a case: its table and the choices made from here on, ready to be written on."""
    found = desk().archive.case(case)
    line = found.branch(branch)
    where = Place.read(place)
    position = moment(found, line, where)
    given = answers_in(found.entries(line, where.seq))
    told = [f"{one.player}: {'; '.join(one.labels or one.chosen)}" for one in given]
    question = found.line(line).ask()
    until = f"asked {question.player} {question.clause}" if question else "over"
    text = lessons.draft(found.edition, position, told, found.name, until)
    return show("learn/write.html", previewed(text))
