"""Section 11: the system process: rules effects, then automatic abilities."""

from __future__ import annotations

from judgekit.engine.table import Table
from judgekit.games.gate_ruler import ch12_rules_effects as rules_effects
from judgekit.games.gate_ruler import ch14_11_ongoing_effects as ongoing
from judgekit.games.gate_ruler import ch15_02_handling_cards as handling
from judgekit.games.gate_ruler.rules import AUTOMATIC_ABILITIES, rules


@rules.step("11-2a-1", to=("11-2a-1",))
def apply_rules_effects(table: Table) -> None:
    """Repeat until no more apply."""
    ongoing.settle_ties(table)
    handling.show_open_cards(table)
    if table.perform_rule_actions():
        table.goto("11-2a-1")
    else:
        rules_effects.forget_who_hit_whom(table)


rules.calls("11-2a-2", AUTOMATIC_ABILITIES)


@rules.step("11-2a-3", to=("11-2a-1",))
def start_over_while_anything_is_left(table: Table) -> None:
    if rules_effects.any_due(table) or table.state.standby:
        table.goto("11-2a-1")
