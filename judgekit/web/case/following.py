"""A case followed live: a branch's current length, cheap enough to poll every other second."""

from __future__ import annotations

import msgspec
from werkzeug.wrappers import Response

from judgekit.web.responses import json_answer
from judgekit.web.services import desk


class Cursor(msgspec.Struct):
    """The end of a branch, and how many branches the case has."""

    head: int
    branches: int


def cursor(case: int, branch: str) -> Response:
    """How long a branch is; a reader at its end moves along when it grows."""
    found = desk().archive.case(case)
    return json_answer(Cursor(found.branch(branch).head, len(found.branches())))
