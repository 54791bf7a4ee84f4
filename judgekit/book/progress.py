"""Progress of a long task, reported to a callback; the callback may raise to stop the work."""

from __future__ import annotations

from collections.abc import Callable

Tell = Callable[[str, int, int], None]  # what is being done, how far it is, how far it goes


def silent(doing: str, done: int, total: int) -> None:
    """Nobody waits."""
