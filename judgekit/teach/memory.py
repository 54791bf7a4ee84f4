"""What a learner has met and will forget: clauses come back when FSRS says so, with another position.

The log of answers is what counts; schedule and map of the book are worked out from it. What it adds up to is
kept beside it, so that a long log need not be read again.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from functools import cache
from hashlib import blake2b
from importlib.metadata import version
from pathlib import Path
from string import ascii_lowercase
from typing import Any

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
    last_position: str = ""  # the ruling and its moment

    @property
    def is_weak(self) -> bool:
        return self.right < WEAK * self.seen

    def is_due(self, now: datetime) -> bool:
        return self.due <= now


Clauses = dict[tuple[str, str], Known]  # by edition and number


class Memory:
    """What a log of answers adds up to; both only ever grow."""

    def __init__(self) -> None:
        self._cards: dict[tuple[str, str], Card] = {}
        self.known: Clauses = {}
        self.seen = self.stored = 0  # answers

    def add(self, one: Answer) -> None:
        self.seen += 1
        clause = (one.edition, one.clause)
        card = self._cards.get(clause) or Card(card_id=0, due=one.when)
        now, _ = SCHEDULER.review_card(card, one.grade, one.when)
        self._cards[clause] = now
        before = self.known.get(clause)
        seen, right = (before.seen, before.right) if before is not None else (0, 0)
        self.known[clause] = Known(
            *clause, seen + 1, right + one.correct, now.due, now.stability or 0.0, one.ruling, one.correct,
            position(one.question),
        )  # fmt: skip

    def kept(self) -> bytes:
        """As it is stored."""
        return msgspec.json.encode([(one, self._cards[key].to_dict()) for key, one in self.known.items()])

    @classmethod
    def of(cls, kept: bytes) -> Memory:
        found = cls()
        for one, card in _decoder.decode(kept):
            found.known[one.edition, one.clause] = one
            found._cards[one.edition, one.clause] = Card.from_dict(card)
            found.seen += one.seen
        found.stored = found.seen
        return found


_decoder = msgspec.json.Decoder(list[tuple[Known, Any]])


@cache
def way() -> str:
    """How answers are added up: what was kept another way is worked out anew."""
    return blake2b(Path(__file__).read_bytes() + version("fsrs").encode(), digest_size=8).hexdigest()


def position(question: str) -> str:
    """What a question is asked about: its ruling and the moment in it, whatever is asked there."""
    ruling, _, asked = question.partition("~")
    return f"{ruling}~{asked.rpartition('-')[2].rstrip(ascii_lowercase)}"


def schedule(answers: Iterable[Answer]) -> Clauses:
    """Every clause that was asked about, with the day on which it comes back."""
    found = Memory()
    for one in answers:
        found.add(one)
    return found.known


def now() -> datetime:
    return datetime.now(UTC)


def is_past(moment: str) -> bool:
    """Whether a moment, as it is kept, is over; an empty one never comes."""
    return bool(moment) and now() > datetime.fromisoformat(moment)


def stamp() -> str:
    return now().isoformat(timespec="milliseconds")
