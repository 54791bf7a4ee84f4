"""What a browser remembers of its reader: the game, the event, how deep the log is looked at. No secrets."""

from __future__ import annotations

from flask import g, has_request_context, request
from werkzeug.wrappers import Response

from judgekit.known import GAMES

GAME, EVENT, DEPTH, ROWS = "judgekit_game", "judgekit_event", "judgekit_depth", "judgekit_rows"
YEAR = 31_536_000


def remember(name: str, value: str) -> None:
    """Send a cookie along with the answer to this request, if it says something new."""
    if request.cookies.get(name, "") != value:
        g.setdefault("remembered", {})[name] = value


def send_along(response: Response) -> Response:
    for name, value in g.get("remembered", {}).items():
        response.set_cookie(name, value, samesite="Strict", max_age=YEAR)
    return response


def my_game() -> str:
    """The game that the reader looked at last."""
    found = request.cookies.get(GAME, "")
    return found if found in GAMES else ""


def my_games() -> tuple[str, ...]:
    """All games, the reader's own first."""
    return tuple(sorted(GAMES, key=lambda one: one != my_game()))


def depth() -> int:
    """How deep the reader looks into a log."""
    found = request.cookies.get(DEPTH, "") if has_request_context() else ""
    return int(found) if found in ("1", "3", "4") else 2
