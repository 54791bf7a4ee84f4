"""Actions of the grammar: what each rule's parts mean together. One module a family of rules."""

from judgekit.cardtext.build import (
    abilities,
    conditions,
    dragon_ball_super,
    events,
    gate_ruler,
    godzilla,
    luck_and_logic,
    targets,
    verbs,
)
from judgekit.cardtext.build.registry import ACTIONS

__all__ = [
    "ACTIONS",
    "abilities",
    "conditions",
    "dragon_ball_super",
    "events",
    "gate_ruler",
    "godzilla",
    "luck_and_logic",
    "targets",
    "verbs",
]
