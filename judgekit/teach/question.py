"""A question about a moment of a worked ruling: what is asked, the one right answer, and near misses, each
with the mistake that leads to it and the way to play it out."""

from __future__ import annotations

from hashlib import blake2b
from typing import Literal

import msgspec

from judgekit.engine.events import AnyEvent
from judgekit.narrate.said import by_id

Kind = Literal["next", "clause", "order", "number", "who", "legal", "end", "wins", "deck"]
KINDS = by_id("kinds of questions")
REASONS = by_id("mistakes")
How = Literal["without", "check", "reading", "edition", "force", "attempt", "order", "say"]


class Variant(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a wrong answer is played out: under rules that lack a clause; without the check of clause `what` at
    entry `choice`; by another reading or edition; with the event that was claimed put on the table; as an
    attempt: `choice` is what is tried; or in the order of the answer: at `what` the rules do one thing, and
    the answer has what they do at `choice`."""

    how: How
    what: str = ""
    choice: str = ""
    event: AnyEvent | None = None


class Condition(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the rules need where an answer departs from them, and what they find."""

    clause: str
    needed: str
    found: str


class Option(msgspec.Struct, frozen=True, omit_defaults=True):
    text: str
    reason: str = ""  # a key of REASONS; none: it is the right one
    told: str = ""  # the clause, reading or effect that the reason is about
    variant: Variant | None = None
    condition: Condition | None = None

    @property
    def is_right(self) -> bool:
        return not self.reason

    @property
    def why(self) -> str:
        return REASONS[self.reason].format(told=self.told) if self.reason else ""


class Question(msgspec.Struct, frozen=True, omit_defaults=True):
    id: str  # "godzilla/7.4.3-counter-beats-threat~next-12"
    ruling: str
    edition: str  # "godzilla/1.2"
    kind: Kind
    clause: str  # the one it is about
    at: int  # the entry of the ruling's log before which it is asked
    context: str  # what has just happened
    prompt: str
    options: tuple[Option, ...]  # the right one first
    subject: str = ""  # the card, number or action that it is about
    difficulty: str = "medium"
    clauses: int = 1  # performed until the answer is known
    checks: int = 0  # check timings on the way
    layers: int = 0  # effects that are applied

    @property
    def right(self) -> Option:
        return self.options[0]

    @property
    def game(self) -> str:
        return self.edition.partition("/")[0]

    @property
    def key(self) -> str:
        """Changes when what is asked or what is right changes."""
        told = "\n".join([self.prompt, self.context, *(option.text for option in self.options)])
        return blake2b(told.encode(), digest_size=6).hexdigest()


def mixed(question: Question, seed: str) -> list[Option]:
    """The options in an order that the seed decides."""
    return sorted(question.options, key=lambda option: mark(f"{seed}\n{question.id}", option.text))


def mark(seed: str, text: str) -> bytes:
    """A place in an order that looks like chance and is the same everywhere."""
    return blake2b(f"{seed}\n{text}".encode(), digest_size=8).digest()


LETTERS = "ABCDEF"
