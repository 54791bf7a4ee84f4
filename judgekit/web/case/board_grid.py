"""Where the areas of a side lie on the drawn board: one place each, or one for several under a wide card."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

import msgspec

from judgekit.engine.state import Player, State
from judgekit.games.game import AreaSpec

Spot = tuple[int, int]  # row, the first next to the middle line, and column


class Box(msgspec.Struct, frozen=True):
    """A rectangle of the grid, counted from 1, and the areas in it."""

    row: int
    column: int
    rows: int
    span: int
    areas: tuple[str, ...]


class Grid:
    def __init__(self, specs: Iterable[AreaSpec], across: str) -> None:
        self.across = across
        placed = [s for s in specs if not s.shared and s.row >= 0 and (s.lies == "place" or s.at)]
        spots = {spec.name: spec.at or (spec.row, spec.column) for spec in placed}
        first = min((column for _, column in spots.values()), default=0)
        lines = {row: at for at, row in enumerate(sorted({row for row, _ in spots.values()}))}
        self.spots: dict[str, Spot] = {n: (lines[row], column - first) for n, (row, column) in spots.items()}
        self.spans = {spec.name: spec.span for spec in placed}
        self.rows = len(lines)
        self.columns = max((column + self.spans[n] for n, (_, column) in self.spots.items()), default=1)

    def boxes(self, state: State, player: Player, far: bool) -> list[Box]:
        """Starting at the upper left; the far side is rotated by 180 degrees."""
        found = [self.box(names, far) for names in self._groups(state, player)]
        return sorted(found, key=lambda box: (box.row, box.column))

    def _groups(self, state: State, player: Player) -> list[frozenset[str]]:
        """Areas that share a place, and areas that one card lies across."""
        by_spot = groupby(sorted(self.spots, key=self.spots.__getitem__), key=self.spots.__getitem__)
        groups = [frozenset(names) for _, names in by_spot]
        for names in self._wide(state, player):
            touched = [group for group in groups if group & names]
            groups = [group for group in groups if not group & names]
            groups.append(frozenset().union(*touched))
        return groups

    def _wide(self, state: State, player: Player) -> Iterator[frozenset[str]]:
        if not self.across:
            return
        for name in self.spots:
            for number in state.pile(f"{player}.{name}"):
                if names := state.cards[number].mark(self.across):
                    yield frozenset(names) & self.spots.keys()

    def box(self, names: frozenset[str], far: bool) -> Box:
        """The rectangle that these areas share."""
        spots = [self.spots[name] for name in names]
        top, bottom = min(row for row, _ in spots), max(row for row, _ in spots)
        left = min(column for _, column in spots)
        right = max(self.spots[name][1] + self.spans[name] - 1 for name in names)
        row, column = (self.rows - 1 - bottom, self.columns - 1 - right) if far else (top, left)
        order = tuple(sorted(names, key=list(self.spots).index))
        return Box(row + 1, column + 1, bottom - top + 1, right - left + 1, order)
