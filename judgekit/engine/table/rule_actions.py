"""Rule actions: those that interrupt, and those that wait for a check."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from judgekit.engine.errors import Endless, RuleError
from judgekit.engine.events import (
    Applied,
    Event,
    Looped,
    Stalled,
    is_change,
)
from judgekit.engine.loops import NO_CHOICE, Terms, digest
from judgekit.engine.questions import Asked
from judgekit.engine.registry import stall_key
from judgekit.engine.table import values
from judgekit.engine.table.step import Over

if TYPE_CHECKING:
    from judgekit.engine.registry import Due, RuleAction
    from judgekit.engine.table.face import Table

PATIENCE = 64  # clauses, or interrupts, without a choice before anything looks for a loop
ENDLESS = 10_000  # interrupts after one event, each different from all before: no game means that


@dataclass(slots=True)
class Rounds:
    """Endless chains of interrupts are detected the way the machine detects a loop."""

    count: int = 0
    landmark: str = ""
    since: int = 0

    def recur(self, table: Table) -> bool:
        self.count += 1
        if self.count < PATIENCE:
            return False
        if self.count > ENDLESS:
            raise Endless(f"{table.path}: rule actions still follow each other after {ENDLESS} of them")
        here = digest(table.state, Terms(table.policy.dated, table.policy.apart))
        if here == self.landmark:
            table.emit(Looped(self.count))
            return True
        if not self.landmark or self.count >= 2 * self.since:
            self.landmark, self.since = here, self.count
        return False


def interrupt(table: Table, kinds: frozenset[type[Event]], cause: tuple[int, int] | None) -> None:
    """Rule actions that do not wait are performed, one after the other, until none is due."""
    if table.interrupting:
        return
    watching = table.setting.interrupts_after.get(kinds)
    if watching is None:
        watching = [rule for rule in table.setting.interrupts if not kinds.isdisjoint(rule.on)]
        table.setting.interrupts_after[kinds] = watching
    table.interrupting = True
    rounds = None
    try:
        while dues := all_due(table, watching):
            rounds = rounds or Rounds()
            if rounds.recur(table):
                table.rules.loops(table, NO_CHOICE)
                return
            rule, due = table.policy.next_interrupt(table, dues)
            with table.because(cause), table.mechanic("interrupt") as works:
                if not works:
                    return
                table.perform_rule_action(rule, due)
            watching, cause = table.setting.interrupts, (table.seq, len(table.happened) - 1)
    finally:
        table.interrupting = False


def check_interrupts(table: Table) -> None:
    """Look for interrupts outside of any event, for example when a position is loaded."""
    if table.setting.interrupts:
        last = len(table.happened) - 1
        interrupt(table, table.setting.interrupting_types, (table.seq, last) if last >= 0 else None)


def perform_rule_actions(table: Table) -> bool:
    """One pass of the rule actions that wait for a check: all that are due, together."""
    dues = check(table)
    if not dues:
        return False
    dues = table.policy.in_order(table, dues)
    before = table.state
    with table.mechanic("perform rule actions") as works, table.together():
        for rule, due in dues if works else ():
            table.perform_rule_action(rule, due)
    return table.state is not before


def check(table: Table) -> list[tuple[RuleAction, Due]]:
    """The rule actions that are due. Where the game says that only what is on the table counts, a check is
    repeated only after something it looked at has changed."""
    if table.policy.place_counts or table.state.stalled:
        return all_due(table, table.setting.rule_actions)
    dues: list[tuple[RuleAction, Due]] = values.keep(
        table, "check", all_due, table, table.setting.rule_actions
    )
    return dues


def all_due(table: Table, rules: Sequence[RuleAction]) -> list[tuple[RuleAction, Due]]:
    """Which of these rule actions are due, and for what."""
    dues = []
    for rule in rules:
        found = tuple(rule.find(table))
        if not table.state.stalled:
            if found:
                dues += [(rule, due) for due in found]
            continue
        keys = {stall_key(rule, due) for due in found}
        stalled = [k for k in table.state.stalled if k.startswith(rule.clause + "|")]
        for stale in sorted(k for k in stalled if k not in keys):
            table.emit(Stalled(stale, over=True))
        dues += [(rule, due) for due in found if not is_stalled(table, rule, due)]
    return dues


def is_stalled(table: Table, rule: RuleAction, due: Due) -> bool:
    """Whether a rule action that is due could do nothing when it was tried, and still cannot."""
    key = stall_key(rule, due)
    if key not in table.state.stalled:
        return False
    if not table.would_do(lambda: table.perform_rule_action(rule, due)):
        return True
    table.emit(Stalled(key, over=True))
    return False


def would_do(table: Table, attempt: Callable[[], None]) -> bool:
    """Whether an attempt would change anything; whatever it does is taken back."""
    begin, answer, grouped = table.savepoint(), table.answered, list(table.grouped)
    outer = table.group, table.interrupting
    table.interrupting = True
    try:
        attempt()
        return any(is_change(happened.event) for happened in table.happened[begin.happened :])
    except (Asked, Over):
        return True
    finally:
        table.rewind(begin)
        table.answered, table.grouped = answer, grouped
        table.group, table.interrupting = outer


def perform_rule_action(table: Table, rule: RuleAction, due: Due) -> None:
    """One rule action; if it changes nothing, it is not tried again until something else has changed."""
    number = table.rules.number(rule.clause) or rule.clause
    outer = table.path
    table.path = (*outer, number)
    try:
        table.emit(Applied(due.player, due.subject))
        before = table.state
        if rule.perform is None:
            raise RuleError(f"{rule.clause}: nothing says how this rule action is performed")
        rule.perform(table, due)
        if table.state is before:
            table.emit(Stalled(stall_key(rule, due)))
    finally:
        table.path = outer
