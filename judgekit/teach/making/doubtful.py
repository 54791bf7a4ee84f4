"""Whether a drafted question has an answer that nobody could dispute."""

from __future__ import annotations

from dataclasses import replace

from judgekit.book.model import Doubt
from judgekit.narrate.said import said
from judgekit.teach.making.asking import Asking
from judgekit.teach.making.draft import Draft
from judgekit.teach.making.drafts import drafts
from judgekit.teach.making.who_chooses import WAYS
from judgekit.teach.stretch import Stretch, play


def is_idle(draft: Draft) -> bool:
    """Whether it asks for a choice that changes nothing: a zone for a card that cannot move there."""
    asking = draft.asking
    question = asking.right.question if draft.kind == "who" and asking is not None else None
    if question is None or question.form in ("number", "order") or {question.least, question.most} != {1}:
        return False
    assert asking is not None
    ways = [play(asking.moment, [(option.id,)]) for option in question.options[:WAYS]]
    return not any(way.state.answers or way.broken for way in ways) and len(set(map(_lies, ways))) == 1


def is_open(draft: Draft) -> bool:
    """Whether another reading of the book, which its ruling is not about, would change the answer."""
    asking = draft.asking
    return asking is not None and any(_hangs_on(draft, asking, row) for row in asking.doubts(draft.by))


def assumed(draft: Draft) -> str:
    """How the open questions are read that its ruling is about and that change its answer."""
    asking = draft.asking
    if asking is None:
        return ""
    given = asking.moment.place.readings
    return " ".join(
        said("open question", id=row.id, doubt=row.doubt, read=row.told(given.get(row.id, row.default)))
        for row in asking.book.doubts
        if row.id in asking.ruling.readings
        and (row.id in asking.read_so_far or _hangs_on(draft, asking, row))
    )


def _hangs_on(draft: Draft, asking: Asking, row: Doubt) -> bool:
    now = asking.moment.place.readings.get(row.id, row.default)
    return any(_right_by(draft, asking, row.id, one) != draft.right for one in row.choices if one != now)


def _right_by(draft: Draft, asking: Asking, doubt: str, choice: str) -> str:
    stretch = asking.read(doubt, choice)
    if draft.again is not None:
        return draft.again(stretch)
    there = replace(asking)
    there.__dict__["right"] = stretch
    return next((one.right for one in drafts(there, draft.kind) if _asks_as(draft, one)), "")


def _asks_as(draft: Draft, other: Draft) -> bool:
    return (draft.kind, draft.prompt, draft.subject) == (other.kind, other.prompt, other.subject)


def _lies(stretch: Stretch) -> tuple[object, ...]:
    """What lies where at the end of a stretch, by names, and what waits or applies."""
    state, question = stretch.state, stretch.question
    piles = tuple(
        (where, tuple((state.cards[one].name, state.cards[one].marks) for one in pile))
        for where, pile in sorted(state.areas.items())
        if pile
    )
    waits = (tuple(one.ability for one in state.standby), len(state.effects), len(state.scheduled))
    numbers = tuple(sorted(state.numbers.items()))
    return piles, waits, numbers, state.outcome, question and (question.player, question.prompt)
