"""A question before it is asked, and what all kinds of questions say alike."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

from judgekit.narrate.said import said
from judgekit.teach.making.asking import Asking
from judgekit.teach.question import Condition, Kind, Option, Variant
from judgekit.teach.stretch import Stretch
from judgekit.teach.telling import Step

WRONG = 3  # wrong options of a question
LEAST = 2


@dataclass(frozen=True)
class Draft:
    kind: Kind
    clause: str
    prompt: str
    right: str
    near: Iterable[Option]  # played out only when somebody looks at the wrong options
    subject: str = ""
    layers: int = 0
    asking: Asking | None = None
    by: frozenset[str] = frozenset()  # clauses that were consulted beside those of the log
    again: Callable[[Stretch], str] | None = None  # the answer by other rules

    @cached_property
    def wrong(self) -> tuple[Option, ...]:
        """The first few that differ from the right answer and from each other."""
        taken: dict[str, Option] = {}
        for option in self.near:
            if option.text and option.text != self.right and option.text not in taken:
                taken[option.text] = option
            if len(taken) == WRONG:
                break
        return tuple(taken.values())


def lacks(asking: Asking, step: Step, claimed: str) -> Condition:
    """What the clause acting there says, and what the answer has instead."""
    gist = asking.book[step.clause].gist if step.clause in asking.book else step.text
    return Condition(step.clause, gist.rstrip("."), claimed.rstrip(".") or said("nothing before"))


def or_say(asking: Asking, clause: str) -> Variant:
    return Variant("without", clause) if clause in asking.rules.registered else Variant("say")


# From which round on it is a loop, whether one rule action on two cards is two, when the order of effects is
# chosen, nobody could say;
# nor whether prevention falls on damage that its text is not about.
UNSETTLED = re.compile(
    r"\bloop\b|\brule action comes first\b|\bbegan at the same time\b|\bof the damage to .+ is prevented\b"
)
YES = said("yes")
