"""A lesson from a case: only for those who may see the whole table."""

from __future__ import annotations

from werkzeug.wrappers import Response

from judgekit.cases.files.writer import moment
from judgekit.cases.play.answering import in_words
from judgekit.cases.play.case import Place
from judgekit.cases.play.what_if import LIMIT, answers_in
from judgekit.teach import lessons
from judgekit.web.learn.lesson_pages import previewed
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
    table = moment(found, line, start)
    given = [answer.chosen for answer in answers_in(entries)]
    told = list(in_words(found.line(line, start.seq).fork(), given, found.game, LIMIT))
    text = lessons.draft(found.edition, table, told, found.name, until, clauses)
    return show("learn/write.html", previewed(text))
