"""A check of the rule actions in words: how many were checked, and whether one applies."""

from __future__ import annotations

from functools import lru_cache

from judgekit.engine.events import Applied, Entry
from judgekit.engine.registry import Rulebook


@lru_cache(maxsize=32)
def checks_of(rules: Rulebook) -> frozenset[str]:
    """The clauses that check the rule actions, as numbered in this edition."""
    return frozenset(number for clause in rules.policy.checks if (number := rules.number(clause)))


@lru_cache(maxsize=32)
def looked_at(rules: Rulebook) -> tuple[str, ...]:
    """The rule actions that wait for a check, by their clauses."""
    return tuple(rules.number(rule.clause) or rule.clause for rule in rules.live_rule_actions())


def told_check(rules: Rulebook, entry: Entry) -> str:
    """A check in a sentence; nothing for any other entry."""
    if entry.clause not in checks_of(rules):
        return ""
    many, performed = len(looked_at(rules)), applied_in(rules, entry)
    said = f"Checked {many} rule action{'' if many == 1 else 's'}"
    return f"{said}: {'none applies' if not performed else f'{performed} performed'}."


def applied_in(rules: Rulebook, entry: Entry) -> int:
    """How often one of them was performed; an interrupt in between does not count."""
    waiting = looked_at(rules)
    clauses = (h.path[-1] for h in entry.events if isinstance(h.event, Applied) and h.path)
    return sum(clause in waiting for clause in clauses)
