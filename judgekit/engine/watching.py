"""What is read of a state: the maps of a watched state note every lookup."""

from __future__ import annotations

from collections.abc import ItemsView, Iterator, KeysView, ValuesView
from operator import is_
from typing import Any, Generic, TypeVar

import msgspec

from judgekit.engine.state import Map, State

K = TypeVar("K")
V = TypeVar("V")
WATCHED = ("cards", "areas", "numbers", "former")


class Watched(Generic[K, V]):
    """A map of a state that notes what is read of it. Setting a value in it gives a plain map."""

    __slots__ = ("_plain", "_read", "_whole")

    def __init__(self, plain: Map[K, V]) -> None:
        self._plain = plain
        self._read: dict[K, V | None] = {}
        self._whole = False  # somebody went through all of it

    def is_read_the_same(self, now: Map[K, V]) -> bool:
        """Whether all that was read is the same now, in another map."""
        if self._whole:
            return False
        read = self._read
        return all(map(is_, map(now.get, read), read.values()))

    @property
    def plain(self) -> Map[K, V]:
        return self._plain

    def get(self, key: K, default: Any = None) -> Any:
        found = self._read[key] = self._plain.get(key)
        return default if found is None else found

    def __getitem__(self, key: K) -> V:
        found = self._read[key] = self._plain[key]
        return found

    def __contains__(self, key: K) -> bool:
        found = self._read[key] = self._plain.get(key)
        return found is not None

    def _all(self) -> Map[K, V]:
        self._whole = True
        return self._plain

    def __iter__(self) -> Iterator[K]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def items(self) -> ItemsView[K, V]:
        return self._all().items()  # type: ignore[return-value]

    def keys(self) -> KeysView[K]:
        return self._all().keys()  # type: ignore[return-value]

    def values(self) -> ValuesView[V]:
        return self._all().values()  # type: ignore[return-value]

    def set(self, key: K, value: V) -> Map[K, V]:
        return self._plain.set(key, value)

    def delete(self, key: K) -> Map[K, V]:
        return self._plain.delete(key)


class WatchedTuple(tuple[V, ...]):
    """A tuple of a state that notes when it is read."""

    plain: tuple[V, ...]
    is_read: bool

    def __new__(cls, parts: tuple[V, ...]) -> WatchedTuple[V]:
        made = super().__new__(cls, parts)
        made.plain, made.is_read = parts, False
        return made

    def __iter__(self) -> Iterator[V]:
        self.is_read = True
        return super().__iter__()

    def __len__(self) -> int:
        self.is_read = True
        return super().__len__()

    def __getitem__(self, at: Any) -> Any:
        self.is_read = True
        return super().__getitem__(at)

    def __contains__(self, part: object) -> bool:
        self.is_read = True
        return super().__contains__(part)

    def __eq__(self, other: object) -> bool:
        self.is_read = True
        return super().__eq__(other)

    __hash__ = tuple.__hash__


class Watch:
    """A state that notes what is read of it."""

    __slots__ = ("_maps", "frames", "standby", "state")

    def __init__(self, state: State) -> None:
        self._maps = {name: Watched(getattr(state, name)) for name in WATCHED}
        self.frames, self.standby = WatchedTuple(state.frames), WatchedTuple(state.standby)
        self.state: State = msgspec.structs.replace(
            state, frames=self.frames, standby=self.standby, **self._maps
        )

    def reads_the_same(self, seen: State, state: State) -> bool:
        """Whether everything that was read of this state is the same in another one. `seen` is known not to
        differ in anything that was read."""
        maps = self._maps  # most of them are the very same, and need not be asked
        return (
            (seen.cards is state.cards or maps["cards"].is_read_the_same(state.cards))
            and (seen.areas is state.areas or maps["areas"].is_read_the_same(state.areas))
            and (seen.numbers is state.numbers or maps["numbers"].is_read_the_same(state.numbers))
            and (seen.former is state.former or maps["former"].is_read_the_same(state.former))
        )


def unwatched(state: State) -> State:
    """The state with plain maps."""
    kept = {name: getattr(state, name) for name in (*WATCHED, "frames", "standby")}
    plain = {name: one.plain for name, one in kept.items() if type(one) in (Watched, WatchedTuple)}
    return msgspec.structs.replace(state, **plain) if plain else state
