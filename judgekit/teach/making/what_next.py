"""What happens next?"""

from __future__ import annotations

import re
from collections.abc import Iterator

from judgekit.narrate.said import said
from judgekit.teach.making.asking import Asking
from judgekit.teach.making.draft import Draft, lacks
from judgekit.teach.making.seen import COUNT, by_rule_action, event_at, next_step, seen
from judgekit.teach.near import near_events
from judgekit.teach.question import Option, Variant
from judgekit.teach.telling import Step


def what_next(asking: Asking) -> Iterator[Draft]:
    step = next_step(asking.right)
    if step is None or step not in asking.seen or _is_as_chosen(step, asking.story):
        return
    at_once = by_rule_action(asking.right, step)
    later = [
        one
        for one in asking.seen
        if one.entry > step.entry and not (at_once and by_rule_action(asking.right, one))
    ]
    right = step.text
    so_far = {
        one.text for one in asking.right.steps if one.entry <= step.entry
    }  # at once, or unseen before it

    def wrong() -> Iterator[Option]:
        for one, number in _in_other_editions(asking):
            yield Option(
                one.text, "other edition", number, Variant("edition", number), lacks(asking, step, one.text)
            )
        mistaken = (
            (*asking.mistakes(), *asking.unchecked())
            if _is_checked_first(asking, step)
            else asking.mistakes()
        )
        for other, reason, told, variant in mistaken:
            first = next_step(other)
            if first is not None and not (at_once and by_rule_action(other, first)):
                yield Option(first.text, reason, told, variant, lacks(asking, step, first.text))
        event = event_at(asking.right, step)
        for near, reason in near_events(asking.moment, event):
            text = asking.right.telling.sentence(near, step.clause)
            yield Option(text, reason, step.clause, Variant("force", event=near), lacks(asking, step, text))
        for one in later:
            claimed = Variant("force", event=event_at(asking.right, one))
            yield Option(one.text, "too early", one.clause, claimed, lacks(asking, step, one.text))

    kept = wrong()
    if step.kind == "Numbered":  # when a count is kept up, the book says less clearly than how far
        kept = (one for one in kept if COUNT.search(one.text))
    options = (one for one in kept if one.text not in {*so_far, asking.context})
    yield Draft("next", step.clause, said("what first"), right, options, asking=asking)


def _is_checked_first(asking: Asking, step: Step) -> bool:
    """Whether nothing is seen before the last check."""
    return asking.last_check is not None and step.entry >= int(asking.last_check.choice)


def _is_as_chosen(step: Step, story: str) -> bool:
    """Whether a card only goes where somebody has just said that it goes: `A chooses 1 card in their deck to
    place into their hand: Kaz.`"""
    card, _, way = step.text.rstrip(".").partition(" moves ")
    where = way.rpartition(" to ")[2]
    if not where or card not in story:
        return False
    last = story.rpartition(" chooses ")[2]
    goal = last.rpartition(": ")[0].rpartition(" to ")[2]
    return story.endswith(f"{where}.") or (card in last and _bare(where) in goal.casefold())


def _bare(area: str) -> str:
    """`the Drop Area`, `A's Drop Area` -> `drop area`."""
    return re.sub(r"^(the|[AB]'s) ", "", area).casefold()


def _in_other_editions(asking: Asking) -> Iterator[tuple[Step, str]]:
    """What comes next in the other editions, after the same choice or the same step."""
    for other, number in asking.elsewhere():
        behind = asking.behind_in(other)
        step = next((one for one in seen(other) if one in behind), None)
        if step is not None:
            yield step, number
