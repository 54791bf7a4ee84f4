"""What is known of a state: its boards, who watches what, and what was looked for there lately."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Any

from judgekit.engine.events import (
    Event,
)
from judgekit.engine.index import RESHAPES, Watchers
from judgekit.engine.layers import Board
from judgekit.engine.state import (
    Effect,
)
from judgekit.engine.table.step import Finding

if TYPE_CHECKING:
    pass


class Sight:
    """Dropped or rebuilt when cards appear, are identified or leave (`values.reindex`)."""

    __slots__ = (
        "awake_lately", "board", "board_before", "course_is_watched", "deriving", "has_situations",
        "has_unknown", "has_untold", "holding", "kept", "lately", "modifiable", "offered", "prohibitions",
        "reactive", "touching",
    )  # fmt: skip

    def __init__(self, touched: frozenset[str]) -> None:
        self.board: Board | None = None
        self.board_before: Board | None = None
        self.deriving = 0  # boards that are not ready yet
        self.modifiable = touched
        self.touching: tuple[tuple[Effect, ...], frozenset[str]] = ((), frozenset())
        self.holding: tuple[tuple[Effect, ...], frozenset[str]] = ((), frozenset())
        self.reactive: frozenset[type[Event]] = RESHAPES
        self.course_is_watched = False
        self.has_situations = False
        self.has_unknown = True  # cards that nobody has told
        self.has_untold = True  # cards with printed numbers that nobody has told
        self.awake_lately: dict[Hashable, tuple[Watchers, Any, Any, Watchers]] = {}  # by what they watch
        self.lately: dict[
            Hashable, tuple[Any, Any, Any]
        ] = {}  # of cards and areas as they lay: `Table.lying`
        self.kept: dict[Hashable, Finding] = {}  # by what was looked for
        self.prohibitions: Finding | None = None  # those in force, in the state that was asked about last
        self.offered: Finding | None = None  # the legal actions of the last offer
