"""Random play: legal answers picked at random, until the game is over."""

from __future__ import annotations

import random
from collections.abc import Callable

from judgekit.audit.random_play import pick
from judgekit.engine.machine import Line


def play(
    line: Line, dice: random.Random, limit: int = 20_000, watch: Callable[[Line], None] | None = None
) -> Line:
    """Go on to the end of the game, or until the log has `limit` entries."""
    while not line.is_over and len(line.log) < limit:
        question = line.run(limit - len(line.log))
        if watch is not None:
            watch(line)
        if question is None:
            break
        line.answer(*pick(question, dice))
    return line
