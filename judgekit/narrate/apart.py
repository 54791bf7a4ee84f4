"""How two branches of a case differ, and how a rerun differs from what was recorded."""

from __future__ import annotations

from judgekit.engine.events import Answered, Corrected, Entry, ReadAs
from judgekit.engine.questions import Question

SAME = "they are the same"
CHANCE = "chance brought different results"
NOTHING_MORE = "nothing more"
DETAILS = "the clause or the cause"  # in which events differ that read alike


# two branches


def longer(side: str, entry: Entry) -> str:
    return f"{side} continues with {entry.clause}; the other has not been played further"


def parted(one: Entry, other: Entry, told: tuple[str, str]) -> str:
    return f"left {one.clause} has “{told[0]}”, right {other.clause} has “{told[1]}”"


def corrected(side: str, event: Corrected) -> str:
    return f"{side} has a correction by {event.by}: {event.why}"


def answered_alone(side: str, event: Answered) -> str:
    return f"{event.clause}: only {side} has an answer of {event.player}: {_chosen(event)}"


def answered(one: Answered, other: Answered) -> str:
    sides = f"“{_chosen(one)}” on the left, “{_chosen(other)}” on the right"
    return f"{one.clause}: {one.player} chooses {sides}"


def read(one: ReadAs, other: ReadAs) -> str:
    return f"{one.doubt} is read as {one.choice!r} on the left, as {other.choice!r} on the right"


def _chosen(answer: Answered) -> str:
    return ", ".join(answer.labels or answer.chosen) or "nothing"


# a rerun


def goes_on(recorded: Entry, question: Question | None) -> str:
    """The log has an entry where today's rules ask, or are at their end."""
    asks = "today it is over"
    if question is not None:
        asks = f"today {question.clause} asks {question.player}: {question.prompt}"
    return f"the log goes on with {recorded.clause}; {asks}"


def other_clause(recorded: Entry, rerun: Entry) -> str:
    return f"recorded was {recorded.clause}, today it is {rerun.clause}"


def other_event(then: str, now: str) -> str:
    return f"recorded was “{then}”, today it is “{now}”"


def at(place: str, told: str) -> str:
    return f"At {place}: {told}."


def clauses(place: int, recorded: Entry, rerun: Entry) -> str:
    return f"Recorded at {place} was {recorded.clause}. Today the rules come to {rerun.clause}."


def events(names: tuple[str, str], told: tuple[str, str], details: str) -> str:
    """Two events, each side by its name; where they read alike, in what they differ."""
    if told[0] == told[1]:
        return f"{' and '.join(names)}: {told[0]} They differ in {details or DETAILS}."
    return f"{names[0]}: {told[0]} {names[1]}: {told[1]}"
