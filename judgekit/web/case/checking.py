"""A check of the rule actions, told: which were looked at, and that none applies.

A check that finds nothing leaves no event. What it looked at is worked out here from the rulebook and the
state before it; the log stays as it is.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from judgekit.engine.events import Applied, Entry
from judgekit.engine.machine import Line
from judgekit.engine.registry import Rulebook
from judgekit.engine.state import JUDGE
from judgekit.web.case.inspector import Attempt, rule_attempts
from judgekit.web.case.scene import Scene


class Checked(msgspec.Struct, frozen=True):
    """The rule actions of a check; `looked` has what each needs, for whoever may see all of the table."""

    many: int
    applied: int
    looked: tuple[Attempt, ...]
    told: str


@lru_cache(maxsize=32)
def checks_of(rules: Rulebook) -> frozenset[str]:
    """The clauses that look at the rule actions, in the numbers of this edition."""
    return frozenset(number for clause in rules.policy.checks if (number := rules.number(clause)))


@lru_cache(maxsize=32)
def looked_at(rules: Rulebook) -> tuple[str, ...]:
    """The rule actions that wait for a check, by their clauses."""
    return tuple(rules.number(rule.clause) or rule.clause for rule in rules.live_rule_actions())


def told_check(rules: Rulebook, entry: Entry) -> str:
    """A check in a sentence; nothing for any other entry."""
    if entry.clause not in checks_of(rules):
        return ""
    many, applied = len(looked_at(rules)), _applied(rules, entry)
    said = f"Checked {many} rule action{'' if many == 1 else 's'}"
    return f"{said}: {'none applies' if not applied else f'{applied} performed'}."


def _applied(rules: Rulebook, entry: Entry) -> int:
    """How often one of them was performed: an interrupt that came in between is none of them."""
    waiting = looked_at(rules)
    clauses = (h.path[-1] for h in entry.events if isinstance(h.event, Applied) and h.path)
    return sum(clause in waiting for clause in clauses)


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
    return Checked(len(looked_at(scene.rules)), _applied(scene.rules, entry), looked, told)
