"""Whether a chain of choices can be left at all: all answers to all questions are tried, as far as they lead.

A player may be asked again and again where something goes, and not whether. Then no choice stops a loop,
though each makes another situation of it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterator
from itertools import permutations
from typing import TYPE_CHECKING

from judgekit.engine.loops import heap
from judgekit.engine.questions import Question
from judgekit.engine.state import JUDGE

if TYPE_CHECKING:
    from judgekit.engine.machine import Line

EVERY = 12  # choices of a turn: so often it is asked whether what goes on can be left
FAR = 20_000  # clauses that are tried; a chain that needs more is taken for one that can be left
LONGEST = 500  # clauses from one question to the next
ORDERED = 3  # things to put in order; more orders are not tried


def nobody_can_leave(line: Line) -> bool:
    """Whether all answers to the question that is open, and to all that follow, only lead back to what has
    been there: to no end of the game, and to nobody who may act as they like.

    Short ways first: where something grows from round to round, the long ones never end."""
    known, clauses = set[Hashable](), 0
    ahead: deque[tuple[Line, tuple[str, ...] | None]] = deque([(line, None)])
    while ahead:
        before, chosen = ahead.popleft()
        probe = before.probe()
        if chosen is not None:
            probe.answer(*chosen)
        question = probe.run(LONGEST)
        clauses += len(probe.log)
        if question is None or question.window or question.player == JUDGE or not is_small(question):
            return False
        if clauses > FAR:
            return False
        if (here := situation(probe)) not in known:
            known.add(here)
            ahead.extend((probe, each) for each in answers(question))
    return True


def situation(line: Line) -> Hashable:
    """What must be the same for nothing to have come of it: also whatever may grow from round to round."""
    state = line.state
    return line.table.situation(state), state.answers, line.table.standing_apart(state), heap(state)


def is_small(question: Question) -> bool:
    """Whether all its answers can be tried."""
    if question.form == "order":
        return len(question.options) <= ORDERED
    return question.form != "number" and question.most == 1


def answers(question: Question) -> Iterator[tuple[str, ...]]:
    ids = [option.id for option in question.options]
    if question.form == "order":
        yield from permutations(ids)
        return
    yield from ((one,) for one in ids)
    if not question.least:
        yield ()
