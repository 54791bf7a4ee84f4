"""A check of the rule actions, in words: which were looked at, and that none applies.

A check that finds nothing leaves no event. What it looked at is worked out here from the rulebook and the
state before it; the log stays as it is.
"""

from __future__ import annotations

import msgspec

from judgekit.engine.machine import Line
from judgekit.engine.state import JUDGE
from judgekit.narrate.checks import applied_in, looked_at, told_check
from judgekit.web.case.inspector import Attempt, rule_attempts
from judgekit.web.case.scene import Scene


class Checked(msgspec.Struct, frozen=True):
    """The rule actions of a check; `looked` has what each needs, for viewers of the whole table."""

    many: int
    applied: int
    looked: tuple[Attempt, ...]
    told: str


def checked_of(scene: Scene) -> Checked | None:
    """The check that was made at this place, if one was."""
    entry = scene.course.entry(scene.spot)
    if entry is None or not (told := told_check(scene.rules, entry)):
        return None
    looked: tuple[Attempt, ...] = ()
    if scene.seat == JUDGE:
        before = scene.case.at(scene.branch, entry.seq)
        line = Line(scene.rules, scene.pool, before, scene.readings)
        line.log = scene.course.entries[: entry.seq]
        looked = tuple(rule_attempts(scene, line, scene.rules.live_rule_actions()))
    return Checked(len(looked_at(scene.rules)), applied_in(scene.rules, entry), looked, told)
