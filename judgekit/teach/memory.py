"""What a learner has met and will forget: clauses come back when FSRS says so, with another position.

Only the log of answers is stored; schedule and map of the book are worked out from it.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

import msgspec
from fsrs import Card, Rating, Scheduler

SCHEDULER = Scheduler(enable_fuzzing=False)
WEAK = 0.6  # share of right answers below which a clause is weak


class Answer(msgspec.Struct, frozen=True):
    """One try, as it is kept."""

    question: str
    key: str
    edition: str
    clause: str
    ruling: str
    chosen: str
    correct: bool
    hints: int
    seconds: float
    at: str
    place: str = ""

    @property
    def when(self) -> datetime:
        return datetime.fromisoformat(self.at)

    @property
    def grade(self) -> Rating:
        """A hint never makes an answer wrong; it makes it a hard one."""
        if not self.correct:
            return Rating.Again
        return Rating.Hard if self.hints else Rating.Good


class Known(msgspec.Struct, frozen=True):
    """A clause as a learner knows it."""

    edition: str
    clause: str
    seen: int
    right: int
    due: datetime
    stability: float
    last_ruling: str
    last_correct: bool

    @property
    def is_weak(self) -> bool:
        return self.right < WEAK * self.seen

    def is_due(self, now: datetime) -> bool:
        return self.due <= now


def schedule(answers: Iterable[Answer]) -> dict[tuple[str, str], Known]:
    """Every clause that was asked about, with the day on which it comes back."""
    cards: dict[tuple[str, str], Card] = {}
    tries: dict[tuple[str, str], list[Answer]] = {}
    for one in answers:
        clause = (one.edition, one.clause)
        card = cards.get(clause) or Card(card_id=0, due=one.when)
        cards[clause], _ = SCHEDULER.review_card(card, one.grade, one.when)
        tries.setdefault(clause, []).append(one)
    return {clause: _known(clause, cards[clause], own) for clause, own in tries.items()}


def _known(clause: tuple[str, str], card: Card, own: list[Answer]) -> Known:
    last = own[-1]
    right = sum(one.correct for one in own)
    return Known(*clause, len(own), right, card.due, card.stability or 0.0, last.ruling, last.correct)


def now() -> datetime:
    return datetime.now(UTC)


def stamp() -> str:
    return now().isoformat(timespec="milliseconds")
