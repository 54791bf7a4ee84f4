"""The door to all audits: what can be asked, and where."""

from __future__ import annotations

import msgspec
from werkzeug.wrappers import Response

from judgekit.known import GAMES
from judgekit.web.home import CaseRow, case_rows
from judgekit.web.responses import show
from judgekit.web.services import desk

RECENT = 5  # cases that are offered


class Door(msgspec.Struct):
    cases: tuple[CaseRow, ...]
    books: tuple[str, ...]


def door_page() -> Response:
    """What can be asked of a case, of a book, of all rulings; with a way to each."""
    cases = tuple(one for one in case_rows() if not one.archived and one.edition.partition("/")[0] in GAMES)
    books = tuple(book.name for book in desk().shipped if book.name.partition("/")[0] in GAMES)
    return show("audit/door.html", Door(cases[:RECENT], books))
