"""What an audit finds takes a while: it is looked for in the background, and kept for its page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from werkzeug.wrappers import Response

from judgekit.web.jobs import Report, Stopped, begun
from judgekit.web.services import desk


def look_for(
    title: str, total: int, address: str, key: tuple[object, ...], look: Callable[[Report], object],
    keeps: bool = False,
) -> Response:  # fmt: skip
    """Begin to look; leads to the page at the address, which takes what was found by its key."""
    here = desk()

    def work(report: Report) -> str:
        here.findings.keep(key, look(report))
        return address

    return begun(here.jobs.start(title, total, address, work, keeps))


def goes_on(report: Report, *told: Any) -> bool:
    """Tell how far a search is that keeps what it has found; whether it shall go on."""
    try:
        report(*told)
    except Stopped:
        return False
    return True
