"""Actions of the grammar: what each rule's parts mean together. One module per family of rules.

A game's own actions are in the `build` module of its language.
"""

from judgekit.cardtext.build import (
    abilities,
    conditions,
    deck_rules,
    events,
    players,
    sentences,
    shared,
    steps,
    targets,
    verbs,
)
from judgekit.cardtext.build.registry import ACTIONS

__all__ = [
    "ACTIONS", "abilities", "conditions", "deck_rules", "events", "players", "sentences", "shared", "steps",
    "targets", "verbs",
]  # fmt: skip
