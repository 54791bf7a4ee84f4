"""A lesson from a case: only for those who may see the whole table."""

from __future__ import annotations

from collections.abc import Callable

from werkzeug.wrappers import Response

from judgekit.cases.files.writer import moment
from judgekit.cases.play.case import Place
from judgekit.cases.play.what_if import answers_in
from judgekit.engine.events import Answered
from judgekit.teach import lessons
from judgekit.web.learn.lesson_pages import WritePage, previewed
from judgekit.web.responses import show
from judgekit.web.services import desk

PROOFS = 5  # clauses at the end of a case that a draft names


def of_a_case(case: int, branch: str, place: str) -> Response:
    """A lesson from a case: its table and the choices made from here on, ready to be written on. Where
    nothing has followed yet, it begins with the case."""
    found = desk().archive.case(case)
    line = found.branch(branch)
    seq = Place.read(place).seq
    start = Place(seq if found.entries(line, seq) else 0)
    entries = found.entries(line, start.seq)
    question = found.line(line).ask()
    until = f"asked {question.player} {question.clause}" if question else "over"
    clauses = list(dict.fromkeys(entry.clause for entry in entries))[-PROOFS:]
    table, given = moment(found, line, start), answers_in(entries)

    def draft(words: Callable[[Answered], tuple[str, ...]]) -> WritePage:
        told = [f"{one.player}: {'; '.join(words(one))}" for one in given]
        return previewed(lessons.draft(found.edition, table, told, found.name, until, clauses))

    page = draft(lambda one: one.labels or one.chosen)
    return show("learn/write.html", draft(lambda one: one.chosen) if page.problems else page)  # namesakes
