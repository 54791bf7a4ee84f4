"""A check in which some abilities wait: the starting point for exploring all orders."""

from __future__ import annotations

import msgspec

from judgekit.audit.bench.practice.game import position
from judgekit.audit.bench.practice.rules import CHECK
from judgekit.engine.machine import Line
from judgekit.engine.state import A, CardId, Frame, Standby

BOXES = {"A.box": ["Moss"] * 8, "B.box": ["Moss"] * 8}


def waiting(*names: str) -> Line:
    """The first abilities of these cards wait; the cards are in the compost by now. Then all is over."""
    line = position({"A.compost": names, **BOXES}, at=(Frame(CHECK, "6.1.2"),))
    standby = tuple(
        Standby(at, f"{name}#1", line.start.cards[CardId(at)].ref, A, (0, 0))
        for at, name in enumerate(names, 1)
    )
    return Line(line.rules, line.pool, msgspec.structs.replace(line.start, standby=standby))
