"""What holds for a while inside a step: a clause that is cited, a cause, events that happen together.

Plain classes, because rules enter one of these at nearly every event, and a context manager made from a
generator costs several times as much.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from judgekit.engine.table import Table


class Citing:
    """What happens inside cites a clause, if one is given; entering says whether it is switched on."""

    __slots__ = ("_clause", "_outer", "_table", "_works")

    def __init__(self, table: Table, clause: str | None, works: bool = True) -> None:
        self._table = table
        self._clause = clause
        self._works = works

    def __enter__(self) -> bool:
        table = self._table
        self._outer = table.path
        if self._clause:
            table.path = self._outer + (self._clause,)  # noqa: RUF005 (twice as fast)
        return self._works

    def __exit__(self, *_: object) -> None:
        self._table.path = self._outer


class Because:
    """What happens inside was caused by an event."""

    __slots__ = ("_cause", "_outer", "_table")

    def __init__(self, table: Table, cause: tuple[int, int] | None) -> None:
        self._table = table
        self._cause = cause

    def __enter__(self) -> None:
        self._outer = self._table.cause
        self._table.cause = self._cause

    def __exit__(self, *_: object) -> None:
        self._table.cause = self._outer


class Witnessing:
    """What is asked inside is noted: the clauses that are reasons, and what forbids something."""

    __slots__ = ("_outer", "_table", "forbidding", "reasons")

    def __init__(self, table: Table) -> None:
        self._table = table
        self.forbidding: list[str] = []
        self.reasons: dict[str, None] = {}  # also those of what was tried and taken back

    def __enter__(self) -> Witnessing:
        table = self._table
        self._outer = table.reasons, table.witness
        table.reasons, table.witness = {}, self
        return self

    def __exit__(self, *_: object) -> None:
        table = self._table
        asked = table.reasons
        self.reasons |= asked
        table.reasons, table.witness = self._outer
        table.reasons.update(asked)


class Together:
    """What happens inside happens at the same time; the outermost of several counts."""

    __slots__ = ("_outermost", "_table")

    def __init__(self, table: Table) -> None:
        self._table = table
        self._outermost = not table.group

    def __enter__(self) -> None:
        if self._outermost:
            self._table.begin_group()

    def __exit__(self, problem: type[BaseException] | None, *_: object) -> None:
        if self._outermost:
            self._table.end_group(notice=problem is None)
