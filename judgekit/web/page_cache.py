"""Pages of places that were shown lately: a log only grows, so a place looks the same while its key does."""

from __future__ import annotations

import threading
import zlib
from collections import OrderedDict
from collections.abc import Callable, Hashable

MOST = 2000  # pages in memory, some 8 kB each as they are packed
TOKEN = "@@visitor@@"  # noqa: S105 (no secret: it stands where each visitor has another one)


class Rendered:
    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, bytes] = OrderedDict()
        self._answers: OrderedDict[Hashable, tuple[Hashable, Hashable]] = OrderedDict()
        self._making: dict[Hashable, threading.Lock] = {}
        self._lock = threading.Lock()

    def page(self, key: Hashable, token: str, make: Callable[[], str]) -> str:
        """The page under a key, made if it was not seen lately; with this visitor's token in its forms. A
        request for a page that is being made waits for it instead of making it again."""
        found = self._find(key)
        if found is None:
            with self._lock:
                turn = self._making.setdefault(key, threading.Lock())
            with turn:
                found = self._find(key) or self._made(key, make)
        return found.replace(TOKEN, token)

    def known(self, moment: Hashable, asked: Hashable, token: str) -> str | None:
        """The page that was the answer to the same request, if nobody has written since."""
        with self._lock:
            at, key = self._answers.get(asked, (None, None))
        found = self._find(key) if at == moment else None
        return None if found is None else found.replace(TOKEN, token)

    def remember(self, moment: Hashable, asked: Hashable, key: Hashable) -> None:
        """Record that, at a moment, a request is answered by the page under a key."""
        with self._lock:
            self._answers[asked] = moment, key
            self._answers.move_to_end(asked)
            while len(self._answers) > MOST:
                self._answers.popitem(last=False)

    def _find(self, key: Hashable) -> str | None:
        with self._lock:
            packed = self._kept.get(key)
            if packed is None:
                return None
            self._kept.move_to_end(key)
        return zlib.decompress(packed).decode()

    def _made(self, key: Hashable, make: Callable[[], str]) -> str:
        try:
            found = make()
            packed = zlib.compress(found.encode(), 1)
            with self._lock:
                self._kept[key] = packed
                while len(self._kept) > MOST:
                    self._kept.popitem(last=False)
        finally:
            with self._lock:
                self._making.pop(key, None)
        return found
