"""Work that takes a while, done once: of many threads that want it at the same time, one does it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import wraps
from typing import Any, Generic, ParamSpec, TypeVar, overload

P = ParamSpec("P")
T = TypeVar("T")


def once(make: Callable[P, T]) -> Callable[P, T]:
    """Like `functools.cache`, but callers that ask while the answer is being worked out wait for it."""
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


class kept(Generic[T]):  # noqa: N801 (used like `property`)
    """Like `functools.cached_property`, but nobody waits: Python 3.11's lets one thread at a time work out a
    property of all objects of a class."""

    def __init__(self, make: Callable[[Any], T]) -> None:
        self.make = make
        self.__doc__ = make.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, one: None, owner: type) -> kept[T]: ...
    @overload
    def __get__(self, one: object, owner: type) -> T: ...
    def __get__(self, one: object | None, owner: type) -> kept[T] | T:
        if one is None:
            return self
        made = one.__dict__[self.name] = self.make(one)
        return made
