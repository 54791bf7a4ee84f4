"""What one step has done so far: rewound to a savepoint when a play fails, dropped when the next opens."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from judgekit.engine.events import (
    Called,
    Happened,
    Went,
)
from judgekit.engine.state import (
    State,
)
from judgekit.engine.watching import Watch

if TYPE_CHECKING:
    from judgekit.engine.citing import Witnessing
    from judgekit.engine.legality import Check
    from judgekit.engine.registry import Way

    Describes = Callable[[Any], list[Check]]


class Over(Exception):
    """The game has been decided; whatever is under way stops."""


@dataclass(frozen=True, slots=True)
class Savepoint:
    """What a step had done when a play began."""

    state: State
    happened: int
    grouped: int
    reasons: dict[str, None]
    told: set[Any]
    read: int


class Finding(msgspec.Struct):
    """What was looked for in a state and found there, and what that cited: while nothing has changed, there
    is no need to look again, and the same is cited."""

    state: State
    found: Any
    reasons: dict[str, None]
    doubts: list[str]
    about: Any = None
    repeatable: bool = True  # looking made nothing happen
    watch: Watch | None = None  # what was read for it, if that is known
    board: Any = None  # the board that was looked at for it
    only_in: int | None = None  # the run of a step in which it holds, if it holds in one alone


class Step:
    """The step under way. A table is one, so that rules read the state without a detour."""

    __slots__ = (
        "again", "answered", "being_read", "cause", "describes", "flow", "group", "group_before", "grouped",
        "groups", "happened", "interrupting", "lacking", "minds_loops", "offering", "opened", "path",
        "reasons", "replaced", "reshaped", "seq", "state", "steps", "told", "way", "witness",
    )  # fmt: skip

    def __init__(self) -> None:
        self.state: State
        self.opened: State
        self.steps = 0
        self.seq = 0
        self.path: tuple[str, ...] = ()
        self.cause: tuple[int, int] | None = None
        self.group = 0
        self.groups = 0
        self.grouped: list[int] = []
        self.group_before: State
        self.happened: list[Happened] = []
        self.reasons: dict[str, None] = {}
        self.lacking: dict[str, None] = {}  # actions that were called for, and that this edition lacks
        self.witness: Witnessing | None = None  # of a check whose reasons are wanted one by one
        self.being_read: list[str] | None = None  # open questions read while a board is derived
        self.again = (-1, 0)  # the last entry whose clause went to itself, and how often in a row
        self.flow: Went | Called | None = None
        self.way: Way | None = None  # the flow as it stands in the log, if it was gone before
        self.answered = 0
        self.interrupting = False
        self.offering = False  # what is not known makes an option that tells it, not a question
        self.minds_loops = False  # something asked what a loop has closed
        self.describes: Describes | None = None  # what is asked of whatever a player may choose
        self.replaced: frozenset[str] = frozenset()
        self.told: set[Any] = set()
        self.reshaped = False

    def open(self, state: State, seq: int) -> None:
        """Begin a step: nothing has happened yet. What holds for a while inside a step (a path, a cause, a
        group …) ends with it, also when an exception ends it, and need not be reset."""
        self.steps += 1
        self.state = self.opened = state
        self.seq = seq
        if self.happened:
            self.happened = []
        if self.reasons:
            self.reasons = {}
        if self.lacking:
            self.lacking = {}
        self.flow = None
        self.answered = 0
        self.groups = 0
        self.offering = False
        self.describes = None
        if self.told:
            self.told = set()
        self.reshaped = False

    def savepoint(self) -> Savepoint:
        """Where a play begins that may turn out to be illegal."""
        done, grouped = len(self.happened), len(self.grouped)
        read = len(self.being_read or ())
        return Savepoint(self.state, done, grouped, dict(self.reasons), set(self.told), read)
