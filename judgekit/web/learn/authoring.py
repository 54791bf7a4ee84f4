"""A lesson from a case, and lessons that are kept: for judges and teachers."""

from __future__ import annotations

from flask import abort, redirect, request
from werkzeug.wrappers import Response

from judgekit.cases.play.case import Place
from judgekit.teach.drafting import draft
from judgekit.web.jobs import few_at_once
from judgekit.web.learn.lesson_pages import kept_lessons
from judgekit.web.learn.writing import previewed, sent
from judgekit.web.responses import show
from judgekit.web.services import desk


def of_a_case(case: int, branch: str, place: str) -> Response:
    """A lesson from a case: its table, and one step for each choice made from here on, ready to be written
    on. Where nothing is chosen any more, it is of the whole branch."""
    found = desk().archive.case(case)
    text = draft(found, found.branch(branch), Place.read(place).seq)
    return show("learn/write.html", previewed(text))


@few_at_once
def keep() -> Response:
    """Keep a lesson here, or another version of one; a text that fails is shown with its faults, not kept."""
    text, number = sent()
    page = previewed(text)
    if page.problems:
        page.failing, page.number = True, number
        return show("learn/write.html", page)
    return redirect(f"/learn/lessons/kept/{kept_lessons().keep(text, number)}", 303)


def edit_kept(number: int) -> Response:
    """Change a lesson that is kept here."""
    page = previewed(kept_lessons().find(number).text)
    page.number = number
    return show("learn/write.html", page)


def hide_kept(number: int) -> Response:
    """Take a kept lesson from the list, or put it back."""
    do = request.form.get("do", "")
    if do not in ("hide", "show"):
        abort(422, f"a kept lesson can be hidden (hide) or put back (show); got {do[:20]!r}")
    kept_lessons().hide(number, do == "hide")
    return redirect(f"/learn/lessons/kept/{number}", 303)
