"""Pages of places that were shown lately: a log only grows, so a place looks the same while its key does."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable

MOST = 160  # pages in memory, some 60 kB each
TOKEN = "@@visitor@@"  # noqa: S105 (no secret: it stands where each visitor has another one)


class Rendered:
    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, str] = OrderedDict()
        self._lock = threading.Lock()

    def page(self, key: Hashable, token: str, make: Callable[[], str]) -> str:
        """The page under a key, made if nobody has seen it lately; with this visitor's token in its forms."""
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
        if found is None:
            found = make()
            with self._lock:
                self._kept[key] = found
                while len(self._kept) > MOST:
                    self._kept.popitem(last=False)
        return found.replace(TOKEN, token)
