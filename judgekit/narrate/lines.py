"""The lines of a log at one depth: a heading for each turn and phase, and a sentence for each stop."""

from __future__ import annotations

from judgekit.engine.events import Called, Happened, TurnBegan, Went
from judgekit.engine.explain import clause_of
from judgekit.narrate.checks import told_check
from judgekit.narrate.course import Course
from judgekit.narrate.narrator import Narrator
from judgekit.narrate.places import START, Spot
from judgekit.narrate.titles import title_of

GIVEN = "The position as it was given."


def told(narrator: Narrator, course: Course, spot: Spot, happened: Happened | None, depth: int) -> str:
    """What a stop says; `happened` is the event there, as the reader may know it."""
    if happened is None:
        return GIVEN
    if _is_silent(course, spot, happened, depth):
        check = told_check(narrator.rules, course.entries[spot[0]])
        return check or f"{_matter(narrator, course, spot, happened)}: nothing to do."
    return narrator.sentence(happened.event, clause_of(course.entries[spot[0]], happened))


def _is_silent(course: Course, spot: Spot, happened: Happened, depth: int) -> bool:
    """Whether a clause ends with nothing to report, where clauses are shown."""
    is_last = spot[1] == len(course.entries[spot[0]].events)
    return depth == 3 and is_last and isinstance(happened.event, Went | Called)


def _matter(narrator: Narrator, course: Course, spot: Spot, happened: Happened) -> str:
    clause = clause_of(course.entries[spot[0]], happened)
    return title_of(narrator.rules.book, clause) or clause


def section(narrator: Narrator, course: Course, spot: Spot) -> str:
    """The turn and phase in which a stop lies: `Turn 3 · Main Phase`."""
    if spot == START:
        return ""
    before = turn_of(course, course.spot(spot[0], 0))
    turn = before if _ends_turn(course, spot) else course.turns[spot[0]]
    name = title_of(narrator.rules.book, course.phases[spot[0]])
    return " · ".join(filter(None, [f"Turn {turn}" if turn else "", name]))


def turn_of(course: Course, spot: Spot) -> int:
    return course.turns[spot[0]] if spot != START and course.turns else 0


def _ends_turn(course: Course, spot: Spot) -> bool:
    """Whether the last entry of a phase begins the next turn: the phase is still in the turn before."""
    entry = course.entries[spot[0]]
    return any(isinstance(one.event, TurnBegan) for one in entry.events) and spot[0] > 0
