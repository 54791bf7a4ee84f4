"""What anybody at the table sees of a stretch: questions are about that."""

from __future__ import annotations

import re
from collections.abc import Iterator

from judgekit.engine import events as e
from judgekit.engine.state import (
    PLAYERS,
    host_of,
)
from judgekit.narrate.said import said
from judgekit.narrate.table import FACE_DOWN, RESTED
from judgekit.teach.stretch import Stretch
from judgekit.teach.telling import Step

FREE = said("what to do")
COUNT = re.compile(r"\d → -?\d")  # numbers, not such as none and front right
SEEN = ("Moved", "Numbered", "Marked", "Created", "Vanished", "Shuffled", "Drew", "Decided", "TurnBegan")
SHOWN_ON = (*RESTED, *FACE_DOWN, "damage")  # how a card is turned, and counters on it


def seen(stretch: Stretch) -> Iterator[Step]:
    """What anybody at the table sees happen, the choices left out: cards that go somewhere or are turned,
    numbers, the end of the game. When an ability waits, applies or has resolved, nobody sees."""
    happened = [h.event for entry in stretch.entries for h in entry.events]
    gone = {event.card for event in happened if isinstance(event, e.Moved)}
    for step in stretch.steps:
        if step.kind in SEEN and _is_seen(stretch, step, event := event_at(stretch, step)):
            is_played = isinstance(event, e.Marked) and event.mark in FACE_DOWN and event.card in gone
            is_uncovered = isinstance(event, e.Moved) and host_of(event.src) in gone
            if not (is_played or is_uncovered):
                yield step  # a card that is played is turned face up by that; what lay under one stays there


def _is_seen(stretch: Stretch, step: Step, event: e.AnyEvent) -> bool:
    if isinstance(event, e.Marked):
        beside = stretch.entries[step.entry].events  # what a card takes along as it goes, nobody does to it
        return event.mark in SHOWN_ON and not any(isinstance(one.event, e.Moved) for one in beside)
    if isinstance(event, e.Created | e.Vanished):  # a card, not a process or an ability
        before = stretch.moment.table.cards.get(event.card)
        name = event.name if isinstance(event, e.Created) else before.name if before is not None else ""
        return name in {card.name for card in stretch.moment.place.cards}
    return not isinstance(event, e.Numbered) or COUNT.search(step.text) is not None


def next_step(stretch: Stretch) -> Step | None:
    """The next thing that anybody would see."""
    return next(seen(stretch), None)


def asked_told(stretch: Stretch) -> str:
    question = stretch.question
    if question is None:
        return ""
    who = said("the judge") if question.player not in PLAYERS else question.player
    return said("has a choice", player=who, prompt=ended(stretch.telling.plain(question.prompt)))


def ended(prompt: str) -> str:
    """A question as it is asked; a request with a full stop."""
    if re.fullmatch(r"what does \w+ do\?", prompt):
        return FREE
    return prompt if prompt.endswith(("?", ".”", "?”")) else f"{prompt.rstrip('.')}."


def by_rule_action(stretch: Stretch, step: Step) -> bool:
    """Whether a rule action does it: those of one check are done at the same time."""
    book, entry = stretch.moment.place.rules.book, stretch.entries[step.entry]
    cited = (clause for clause in (*entry.path, *happened_at(stretch, step).path) if clause in book)
    return any(book[clause].kind == "rule action" for clause in cited)


def happened_at(stretch: Stretch, step: Step) -> e.Happened:
    seq, _, at = step.at.partition(".")
    return stretch.entries[int(seq)].events[int(at) - 1]


def event_at(stretch: Stretch, step: Step) -> e.AnyEvent:
    return happened_at(stretch, step).event
