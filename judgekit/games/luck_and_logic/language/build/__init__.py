"""Luck & Logic's own rules of the grammar: what the parts of each mean together."""

from judgekit.games.luck_and_logic.language.build import (
    conditions,
    descriptions,
    doing,
    events,
    frame,
    mobilizing,
)

__all__ = ["conditions", "descriptions", "doing", "events", "frame", "mobilizing"]
