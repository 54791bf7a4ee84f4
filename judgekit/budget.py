"""How much work one request may cause: long work asks now and then whether to go on.

    with limited(60):
        line.run()      # asks; after a minute of work it ends with TooMuchTime

Work outside any limit, such as a command's, asks too and is never stopped.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class TooMuchTime(Exception):
    """The given time is used up. Not a JudgekitError: code that catches those would go on."""


class _Here(threading.local):
    ask: Callable[[], None] | None = None


_here = _Here()


def ask() -> None:
    """Ends the work if it has taken too long, or if it is no longer wanted."""
    if _here.ask is not None:
        _here.ask()


@contextmanager
def limited(seconds: float, heed: Callable[[], None] | None = None) -> Iterator[None]:
    """This many seconds of this thread's own work; `heed` can end it earlier by raising."""
    before, end = _here.ask, time.thread_time() + seconds

    def asked() -> None:
        if heed is not None:
            heed()
        if time.thread_time() > end:
            raise TooMuchTime(
                f"this takes more than {seconds:g} seconds of work and was stopped; nothing more was done. "
                "Ask for less at once, or use the command, which has no such limit"
            )

    _here.ask = asked
    try:
        yield
    finally:
        _here.ask = before
