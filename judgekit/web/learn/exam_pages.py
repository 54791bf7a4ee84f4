"""Printed exams: made from a blueprint, shown as versions with or without their key, marked, exported."""

from __future__ import annotations

from collections import Counter

import msgspec
import segno
from flask import render_template, request
from werkzeug.wrappers import Response

from judgekit.errors import JudgekitError
from judgekit.known import GAMES
from judgekit.teach import exams
from judgekit.teach.exams import Blueprint, Marked, Paper, Papers
from judgekit.teach.question import Question
from judgekit.teach.store import TeachError
from judgekit.web.case.board import BoardView
from judgekit.web.jobs import few_at_once
from judgekit.web.learn.practice import GONE, Drawn, learner, place_of, practice
from judgekit.web.responses import came_of, file_answer, show


class ExamsPage(msgspec.Struct):
    papers: tuple[tuple[int, str, str], ...]
    games: tuple[str, ...] = GAMES


class PaperQuestion(msgspec.Struct, frozen=True):
    number: int
    context: str
    prompt: str
    options: tuple[str, ...]
    board: BoardView | None
    deck: str
    cards: tuple[tuple[str, str], ...]
    points: int = 1


class KeyRow(msgspec.Struct, frozen=True):
    number: int
    letter: str
    text: str
    clause: str
    ruling: str
    proved: str  # why not, if the engine does not confirm it


class PaperPage(msgspec.Struct):
    """A version of a paper; the key is there only where it was asked for."""

    number: int
    name: str
    game: str
    version: str
    versions: tuple[str, ...]
    minutes: int
    pass_mark: int
    seed: str
    qr: str  # leads from a printed sheet to its key and its marking
    questions: tuple[PaperQuestion, ...]
    key: tuple[KeyRow, ...]
    sheets: tuple[Marked, ...]
    clauses: tuple[tuple[str, int, int], ...]


def papers() -> Papers:
    return Papers(practice().store)


def exams_page() -> Response:
    """Papers that were made, and a form for another."""
    return show("learn/exams.html", ExamsPage(tuple(papers().all())))


@few_at_once
def make_paper() -> Response:
    """Draw a paper from a blueprint."""
    paper = exams.draw(practice().bank, _blueprint(), request.form.get("name", "").strip()[:80])
    number = papers().keep(paper)
    return came_of({"paper": number, "href": f"/learn/exams/{number}"}, f"/learn/exams/{number}", 201)


def _blueprint() -> Blueprint:
    form = request.form
    difficulty = {
        level: number_in(form.get(level, ""), level, share) for level, share in exams.SHARES.items()
    }
    return Blueprint(
        form.get("game", "") or GAMES[0], number_in(form.get("number", ""), "number", 20),
        number_in(form.get("minutes", ""), "minutes", 40),
        number_in(form.get("pass_mark", ""), "pass mark", 60),
        shares_in(form.get("chapters", "")), difficulty, number_in(form.get("versions", ""), "versions", 2),
        form.get("seed", "").strip()[:40] or "1", seen_before(),
    )  # fmt: skip


def seen_before() -> tuple[str, ...]:
    """What was asked in this browser, if a form wants to leave that out."""
    if not request.form.get("unseen"):
        return ()
    return tuple(sorted({one.question for one in practice().answers(learner())}))


def number_in(text: str, what: str, default: int) -> int:
    if not text.strip():
        return default
    if not (text.strip().isascii() and text.strip().isdecimal()) or len(text) > 6:
        raise TeachError(f"the {what} is a whole number; got {text[:20]!r}")
    return int(text)


def shares_in(text: str) -> dict[str, int]:
    """`7: 2, 10.4: 1` as shares by chapter."""
    found = {}
    for one in filter(None, (part.strip() for part in text.replace("\n", ",").split(","))):
        chapter, _, share = one.partition(":")
        found[chapter.strip()] = number_in(share, f"share of {chapter.strip()[:10]}", 1)
    return found


def paper_page(paper: int) -> Response:
    """A version of a paper to print; with its key if that is asked for."""
    found = papers().find(paper)
    version = request.args.get("version", "A")[:2]
    with_key = request.args.get("key") == "1"
    sheets = papers().sheets(paper) if with_key else []
    marking = f"{request.host_url}learn/exams/{paper}?version={version}&key=1#results"
    return show(
        "learn/paper.html",
        PaperPage(
            paper, found.name, found.blueprint.game, version, tuple(found.letters), found.blueprint.minutes,
            found.blueprint.pass_mark, found.blueprint.seed,
            segno.make(marking, error="m").svg_data_uri(scale=3, border=2), tuple(_asked(found, version)),
            tuple(_key(found, version)) if with_key else (), tuple(sheets),
            tuple(exams.by_clause(found, sheets)),
        ),
    )  # fmt: skip


def _asked(paper: Paper, version: str) -> list[PaperQuestion]:
    found = []
    for at, (question, options) in enumerate(paper.version(version), 1):
        board, deck, cards = _table(question)
        texts = tuple(option.text for option in options)
        found.append(PaperQuestion(at, question.context, question.prompt, texts, board, deck, cards))
    return found


def _table(question: Question) -> Drawn:
    """The table of a question; a paper may be older than its rulings, or outlive one."""
    try:
        return place_of(question, as_list=True)
    except JudgekitError:
        return None, GONE, ()


def _key(paper: Paper, version: str) -> list[KeyRow]:
    wrong = exams.wrong_keys(paper)
    return [
        KeyRow(at, letter, q.right.text, q.clause, q.ruling, wrong.get(q.id, ""))
        for at, (letter, q) in enumerate(paper.key(version), 1)
    ]


def mark_sheets(paper: int) -> Response:
    """Read candidates' letters: a name, a version and the letters on each line."""
    found = papers().find(paper)
    lines = [line for line in request.form.get("sheets", "")[:100_000].splitlines() if line.strip()]
    if not lines:
        raise TeachError("one candidate on each line: name, version, letters, like Ann; A; BDACB")
    sheets = [_sheet(found, line) for line in lines]
    twice = [name for name, many in Counter(one.candidate for one in sheets).items() if many > 1]
    if twice:
        raise TeachError(f"{twice[0]} is there twice; tell the two apart, or take one line out")
    for sheet in sheets:
        papers().keep_sheet(paper, sheet)
    return came_of({"sheets": sheets}, f"/learn/exams/{paper}?key=1#results")


def _sheet(paper: Paper, line: str) -> Marked:
    parts = [part.strip() for part in line.replace("\t", ";").split(";")]
    if len(parts) != 3 or not parts[0]:
        raise TeachError(f"a line is name; version; letters, like Ann; A; BDACB; got {line[:80]!r}")
    return exams.mark_sheet(paper, parts[0][:80], parts[1].upper(), parts[2])


def results_file(paper: int) -> Response:
    """The results as CSV."""
    return file_answer(exams.results_csv(papers().sheets(paper)), f"paper-{paper}.csv", "text/csv")


def moodle_file(paper: int) -> Response:
    """The questions for Moodle."""
    return file_answer(
        exams.moodle_xml(papers().find(paper), table_told), f"paper-{paper}.xml", "application/xml"
    )


def table_told(question: Question) -> str:
    """The table of a question as a list, in HTML."""
    board, deck, cards = _table(question)
    return render_template("learn/table.html", board=board, deck=deck, cards=cards)
