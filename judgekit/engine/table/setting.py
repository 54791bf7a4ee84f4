"""What holds for a case: the rules, the cards, the readings, and what follows from them once and for all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from judgekit.engine.abilities import (
    Modifier,
    Pool,
    Status,
)
from judgekit.engine.events import (
    Event,
)
from judgekit.engine.legality import Requirement
from judgekit.engine.loops import Terms

if TYPE_CHECKING:
    from judgekit.engine.registry import RuleAction, Rulebook


class Setting:
    """Worked out when a case is loaded; nothing that happens changes it."""

    __slots__ = (
        "doubts", "given_statuses", "interrupting_types", "interrupts", "interrupts_after", "layers",
        "mechanics", "pool", "requirements", "rule_actions", "rules", "terms", "touched", "working_areas",
    )  # fmt: skip

    def __init__(self, rules: Rulebook, pool: Pool, readings: dict[str, str]) -> None:
        policy = rules.policy
        self.rules = rules
        self.pool = pool
        self.working_areas = policy.working_areas(readings)
        self.given_statuses = frozenset(a.name for a in pool.inner.values() if isinstance(a, Status))
        self.doubts = frozenset(doubt.id for doubt in rules.book.doubts)
        self.terms = Terms(
            policy.dated,
            policy.apart,
            policy.remembered,
            heaped=True,
            stamped=policy.stamp_order_counts(readings),
            unordered=policy.unordered,
            working=self.working_areas,
        )
        self.interrupts = list(rules.live_interrupts())
        self.interrupts_after: dict[frozenset[type[Event]], list[RuleAction]] = {}
        self.rule_actions = list(rules.live_rule_actions())
        self.mechanics: dict[str, tuple[str | None, bool]] = {}
        self.requirements: dict[str, tuple[Requirement, ...]] = {}
        self.layers = [layer for layer in rules.layers if rules.number(layer.clause)]
        self.touched = frozenset[str]().union(*(layer.properties for layer in self.layers))
        self.interrupting_types = frozenset(kind for rule in self.interrupts for kind in rule.on)

    def with_what_is_given(self, touched: frozenset[str]) -> frozenset[str]:
        """If abilities can be given, whatever a given one might modify can be modified too."""
        if "abilities" not in touched:
            return touched
        given = (a.properties for a in self.pool.inner.values() if isinstance(a, Modifier))
        return touched.union(*given)
