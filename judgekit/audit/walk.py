"""Random play: legal answers picked by dice, until the game is over."""

from __future__ import annotations

import random
from collections.abc import Callable

from judgekit.engine.machine import Line
from judgekit.engine.questions import Question


def pick(question: Question, dice: random.Random) -> tuple[str, ...]:
    """Any answer that the question admits."""
    if question.form == "number":
        return (str(dice.randint(question.least, min(question.most, question.least + 5))),)
    ids = [option.id for option in question.options]
    if question.form == "order":
        return tuple(dice.sample(ids, len(ids)))
    return tuple(dice.sample(ids, dice.randint(question.least, min(question.most, len(ids)))))


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
