"""Gate Ruler's own rules of the grammar: what the parts of each mean together."""

from judgekit.games.gate_ruler.language.build import (
    arriving,
    conditions,
    damage,
    descriptions,
    doing,
    events,
    frame,
    harm,
    prices,
    rulers,
    sentences,
)

__all__ = [
    "arriving", "conditions", "damage", "descriptions", "doing", "events", "frame", "harm", "prices",
    "rulers", "sentences",
]  # fmt: skip
