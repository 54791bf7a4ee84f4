"""A case followed live: how long a branch is by now, cheap enough to be asked every other second."""

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
    """How long a branch is; whoever looks at its end goes there when it grows."""
    found = desk().archive.case(case)
    return json_answer(Cursor(found.branch(branch).head, len(found.branches())))
