"""What an open question of the book decides without a trace: the same place under every other reading."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from judgekit.engine.errors import EngineError
from judgekit.engine.events import ReadAs, is_change
from judgekit.engine.loops import digest
from judgekit.engine.machine import Line
from judgekit.engine.state import State

FAR = 120  # clauses to the next question, at most


class Noting(dict[str, str]):
    """Readings that note which of them were looked at."""

    def __init__(self, plain: Mapping[str, str]) -> None:
        super().__init__(plain)
        self.read: dict[str, None] = {}

    def __getitem__(self, doubt: str) -> str:
        self.read[doubt] = None
        return super().__getitem__(doubt)

    def get(self, doubt: str, default: Any = None) -> Any:
        self.read[doubt] = None
        return super().get(doubt, default)


class Came(NamedTuple):
    """What comes of a place: the events of its step, or the table and the question after many; the readings
    that were looked at, and those that the log tells."""

    what: Any
    read: tuple[str, ...]
    told: frozenset[str]


def decided_silently(line: Line, state: State) -> Iterator[tuple[str, str]]:
    """Open questions that decide what comes next without being told up to the next question, each with a
    choice under which another table would come, or somebody else would be asked. What is offered counts
    only when it is taken."""
    if state.outcome is not None or not state.frames:
        return
    now = _comes(line, state, {}, 1)
    doubts = {doubt.id: doubt for doubt in line.rules.book.doubts}
    for doubt in now.read:
        if doubt in doubts and doubt not in now.told:
            chosen = line.readings.get(doubt, doubts[doubt].default)
            for choice in doubts[doubt].choices:
                if choice != chosen and _comes(line, state, {doubt: choice}, 1).what != now.what:
                    later = _comes(line, state, {}, FAR)
                    if (
                        doubt not in later.told
                        and _comes(line, state, {doubt: choice}, FAR).what != later.what
                    ):
                        yield doubt, choice


def _comes(line: Line, state: State, otherwise: dict[str, str], many: int) -> Came:
    there = Line(line.rules, line.pool, state, line.readings | otherwise)
    noting = there.table.readings = Noting(there.table.readings)
    try:
        there.run(many)
    except (EngineError, ValueError) as problem:  # what was answered does not answer what is asked now
        return Came(str(problem), tuple(noting.read), frozenset())
    happened = [one for entry in there.log for one in entry.events]
    if there.question is not None:
        happened += there.table.happened
    told = frozenset(one.event.doubt for one in happened if isinstance(one.event, ReadAs))
    asked = there.question and (there.question.player, there.question.clause)
    if many == 1:
        return Came(
            (asked, [one.event for one in happened if is_change(one.event)]), tuple(noting.read), told
        )
    terms = there.table.setting.terms._replace(stamped=False)  # what stamps decide is told where it does
    return Came((asked, digest(there.asking if asked else there.state, terms)), (), told)
