"""Dragon Ball Super's own rules of the grammar: what the parts of each mean together."""

from judgekit.games.dragon_ball_super.language.build import (
    allowing,
    conditions,
    doing,
    events,
    evolving,
    frame,
    gathering,
    keywords,
)

__all__ = ["allowing", "conditions", "doing", "events", "evolving", "frame", "gathering", "keywords"]
