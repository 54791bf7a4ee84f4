"""Work that takes a while, done once: of many threads that want it at the same time, one does it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def once(make: Callable[P, T]) -> Callable[P, T]:
    """Like `functools.cache`, but whoever asks while the answer is being worked out waits for it."""
    made: dict[Any, T] = {}
    making: dict[Any, threading.RLock] = {}

    @wraps(make)
    def found(*args: P.args, **kwargs: P.kwargs) -> T:
        key = (args, tuple(sorted(kwargs.items())))
        if key not in made:
            with making.setdefault(key, threading.RLock()):
                if key not in made:
                    made[key] = make(*args, **kwargs)
        return made[key]

    return found
