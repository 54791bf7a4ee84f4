"""A few rulings of each game, for tests that need questions."""

from __future__ import annotations

from functools import cache

from judgekit.cases.rulings.ruling import load
from judgekit.teach.bank import Bank, file_of, mark_of
from judgekit.teach.making.questions import questions
from judgekit.teach.question import Question

SAMPLE = (  # three of each game, about which much is asked, in all kinds
    "godzilla/10.2.1.2-less-counter-power-in-the-turn-named",
    "godzilla/3.4.3-when-the-rage-of-this-card-rises",
    "godzilla/8.4.1-rage-twice-in-a-turn",
    "dragon-ball-super/10-2-5-awakening-in-the-own-offence-step",
    "dragon-ball-super/3-7-3-1-a-resting-token-that-is-given-combo-numbers",
    "dragon-ball-super/8-5-3-1-shared-ruin-beside-a-squire",
    "gate-ruler/12-2d-1-healed-while-the-defeat-waits",
    "gate-ruler/14-3b-4d-an-imp-that-sees-no-event",
    "gate-ruler/6-5d-a-bonus-ends-and-a-curse-remains",
    "luck-and-logic/8.2.6-soul-helps-the-attacker-alone",
    "luck-and-logic/9.7.4.1.2-captain-and-soldier-fall-together",
    "luck-and-logic/9.9.2-a-newcomer-and-a-mover-at-the-end-of-the-turn",
)
ORDERED = "gate-ruler/13-3a-1-effect-damage-made-smaller"  # asked in what order something happens


def sample() -> list[str]:
    return list(SAMPLE)


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
