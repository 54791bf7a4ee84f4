"""Two branches side by side: how far they agree, where they part, and why."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

import msgspec

from judgekit.cases.play.verify import event_texts, first_difference
from judgekit.cases.store.store import Branch
from judgekit.engine.codec import decode_entry
from judgekit.engine.events import Answered, Corrected, Drew, Entry, Event, ReadAs, Shuffled
from judgekit.narrate import apart
from judgekit.narrate.said import said

if TYPE_CHECKING:
    from judgekit.cases.play.case import Case

BATCH = 1024
Tell = Callable[[int], None]

Cause = Literal["none", "position", "edition", "reading", "answer", "correction", "chance", "length", "rules"]


class Difference(msgspec.Struct, frozen=True, omit_defaults=True):
    """`shared` entries are the same; then come `left` and `right`, because of `cause`."""

    shared: int
    cause: Cause
    text: str
    left: Entry | None = None
    right: Entry | None = None
    event: int = 0  # the first event that differs, counted from 1; none: the entries as a whole

    @property
    def is_same(self) -> bool:
        return self.cause == "none"


def compare(one: Case, left: Branch, other: Case, right: Branch, tell: Tell | None = None) -> Difference:
    """The first difference of two branches, of one case or of two; `tell` receives the progress."""
    if one.edition != other.edition:
        return Difference(0, "edition", said("other editions", left=one.edition, right=other.edition))
    if bytes(one.pinned.start) != bytes(other.pinned.start):
        return Difference(0, "position", said("other positions"))
    shared = _shared(one, left, other, right, tell)
    a, b = _entry(one, left, shared), _entry(other, right, shared)
    if a is None or b is None:
        return _lengths(shared, a, b)
    return _parting(shared, a, b)


def _shared(one: Case, left: Branch, other: Case, right: Branch, tell: Tell | None) -> int:
    """How many entries both share; what one holds for both need not be compared."""
    at = one.store.parting(left, right) if one.id == other.id else 0
    while True:
        if tell is not None:
            tell(at)
        ours = one.store.rows(left, at, at + BATCH)
        theirs = other.store.rows(right, at, at + BATCH)
        for (a, _), (b, _) in zip(ours, theirs, strict=False):
            if a != b:
                return at
            at += 1
        if min(len(ours), len(theirs)) < BATCH:
            return at


def _entry(case: Case, branch: Branch, seq: int) -> Entry | None:
    return decode_entry(case.store.rows(branch, seq, seq + 1)[0][0]) if seq < branch.head else None


def _lengths(shared: int, a: Entry | None, b: Entry | None) -> Difference:
    if a is None and b is None:
        return Difference(shared, "none", apart.SAME)
    longer, side = (a, "left") if a is not None else (b, "right")
    assert longer is not None
    return Difference(shared, "length", apart.longer(side, longer), a, b)


def _parting(shared: int, a: Entry, b: Entry) -> Difference:
    at = first_difference(a, b)
    cause, text = _cause(_event(a, at), _event(b, at))
    if cause == "rules":
        text = apart.parted(a, b, event_texts(a, b, at or 1))
    return Difference(shared, cause, text, a, b, at)


def _event(entry: Entry, at: int) -> Event | None:
    at = at or 1
    return entry.events[at - 1].event if at <= len(entry.events) else None


def _cause(a: Event | None, b: Event | None) -> tuple[Cause, str]:
    for side, left in (("left", a), ("right", b)):
        if isinstance(left, Corrected):
            return "correction", apart.corrected(side, left)
    for side, left, right in (("left", a, b), ("right", b, a)):
        if isinstance(left, Answered) and not isinstance(right, Answered):
            return "answer", apart.answered_alone(side, left)
    if isinstance(a, Answered) and isinstance(b, Answered):
        return "answer", apart.answered(a, b)
    if isinstance(a, ReadAs) and isinstance(b, ReadAs):
        return "reading", apart.read(a, b)
    if isinstance(a, Shuffled | Drew) and isinstance(b, Shuffled | Drew):
        return "chance", apart.CHANCE
    return "rules", ""
