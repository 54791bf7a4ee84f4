"""Any state of any branch: the nearest kept one, and the events since."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass

from judgekit.cases.errors import UnknownCase
from judgekit.cases.store.store import EVERY as EVERY
from judgekit.cases.store.store import Branch, Store
from judgekit.engine.events import Entry, fold
from judgekit.engine.state import State

AHEAD = 32  # entries read beyond the one that is asked for: whoever seeks steps on
REMEMBERED = 64  # stretches kept in memory


@dataclass(slots=True)
class Stretch:
    """Consecutive entries and the state before each, worked out only as far as asked."""

    first: int
    entries: list[Entry]
    states: list[State]

    def before(self, seq: int) -> State:
        while len(self.states) <= seq - self.first:
            entry = self.entries[len(self.states) - 1]
            self.states.append(fold(self.states[-1], (entry,)))
        return self.states[seq - self.first]

    @property
    def last(self) -> int:
        return self.first + len(self.entries)


class Timeline:
    """Seeks in the logs of one store, and remembers where it has been; threads may share it."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._known: OrderedDict[tuple[int, int], Stretch] = OrderedDict()
        self._life = store.lives
        self._lock = threading.RLock()

    def before(self, branch: Branch, seq: int) -> State:
        """The state before entry `seq`; before the one after the last: the state now."""
        if not 0 <= seq <= branch.head:
            raise UnknownCase(
                f"branch {branch.name!r} has places 0 to {branch.head}; there is no {seq} in it"
            )
        if seq == 0:
            return self.store.pinned(branch.case).state()
        holder = self.store.holder(branch, seq - 1)
        if holder != branch.id:
            branch = self.store.again(holder)
        with self._lock:
            return self._stretch(branch, seq).before(seq)

    def entry(self, branch: Branch, seq: int) -> Entry:
        if not 0 <= seq < branch.head:
            last = branch.head - 1
            raise UnknownCase(f"branch {branch.name!r} has entries 0 to {last}; there is no {seq} in it")
        holder = self.store.holder(branch, seq)
        if holder != branch.id:
            branch = self.store.again(holder)
        with self._lock:
            stretch = self._stretch(branch, seq + 1)
            return stretch.entries[seq - stretch.first]

    def _stretch(self, branch: Branch, seq: int) -> Stretch:
        """The stretch that has entry `seq - 1`, which this branch holds itself, read as far as that."""
        if self._life != self.store.lives:  # these numbers may mean other branches now
            self._life = self.store.lives
            self._known.clear()
        key = branch.id, (seq - 1) // EVERY
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = Stretch(key[1] * EVERY, [], [self._kept(branch, key[1] * EVERY)])
            if len(self._known) > REMEMBERED:
                self._known.popitem(last=False)
        if found.last < seq:
            found.entries += self.store.entries(branch, found.last, min(seq + AHEAD, found.first + EVERY))
        self._known.move_to_end(key)
        return found

    def _kept(self, branch: Branch, first: int) -> State:
        """The state before entry `first`, where one should be kept."""
        kept = self.store.snapshot(branch, first) if first else None
        since, state = kept or (0, self.store.pinned(branch.case).state())
        if since == first:
            return state
        state = fold(state, self.store.entries(branch, since, first))
        self.store.keep_state(branch, first, state)
        return state
