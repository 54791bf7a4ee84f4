"""A few rulings of each game, for tests that need questions."""

from __future__ import annotations

from functools import cache

from judgekit.cases.rulings.ruling import load
from judgekit.known import GAMES
from judgekit.teach.bank import Bank, file_of, mark_of, names
from judgekit.teach.making import questions
from judgekit.teach.question import Question

EACH = 3
ORDERED = "gate-ruler/13-3a-1-effect-damage-made-smaller"  # asked in what order something happens


def sample() -> list[str]:
    return [name for game in GAMES for name in names(game)[11 :: len(names(game)) // EACH][:EACH]]


@cache
def made(ruling: str) -> tuple[Question, ...]:
    return tuple(questions(load(file_of(ruling))))


@cache
def some() -> tuple[Question, ...]:
    return tuple(question for name in sample() for question in made(name))


def filled(bank: Bank) -> None:
    """Put the sample into a bank, without making it again."""
    for name in sample():
        bank.keep(name, mark_of(file_of(name)), made(name))
