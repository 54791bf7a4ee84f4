"""In what order?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from judgekit.narrate.said import said
from judgekit.teach.making.asking import Asking
from judgekit.teach.making.draft import Draft, lacks
from judgekit.teach.making.seen import by_rule_action
from judgekit.teach.question import Option, Variant
from judgekit.teach.telling import Step


def in_what_order(asking: Asking) -> Iterator[Draft]:
    steps = [step for step in asking.seen if step.kind != "Numbered"]  # a count may be kept up later
    texts = [s.text for s in steps]
    if len(set(texts)) != len(texts):
        steps = [s for s in steps if texts.count(s.text) == 1]
    apart: list[Step] = []
    for step in steps:
        if not apart or step.entry != apart[-1].entry:
            apart.append(step)
    if len(apart) < 3:
        return
    three = tuple(apart[:3])
    if sum(by_rule_action(asking.right, step) for step in three) > 1:
        return
    right = in_order(three)

    def wrong() -> Iterator[Option]:
        for order in ((1, 0, 2), (0, 2, 1), (2, 0, 1), (2, 1, 0)):
            told = tuple(three[i] for i in order)
            first = next(i for i in range(3) if order[i] != i)
            claimed, due = told[first], three[first]
            variant = Variant("order", due.at, claimed.at)
            yield Option(
                in_order(told), "too early", claimed.clause, variant, lacks(asking, due, claimed.text)
            )

    yield Draft("order", three[1].clause, said("what order"), right, wrong(), asking=asking)


def in_order(steps: Iterable[Step]) -> str:
    return said("then").join(step.text for step in steps)
