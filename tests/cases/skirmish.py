"""A position of the invented game with choices for both players, and ways to play it."""

from __future__ import annotations

from pathlib import Path

from judgekit.audit.fuzzing.random_play import pick
from judgekit.cases.play.case import Archive, Case, Sitting

POSITION = """
game = "toy/2"
title = "Sparks"
at = "1.2"
turn = "A"
seed = 7
assumptions = ["nobody has played a card this turn"]

[cards.Spark]
type = "unit"
power = 1
text = "Enter: deal 1."

[cards.Tank]
type = "unit"
power = 2
text = "Enter: draw 1."

[A]
hand = ["Spark", "Tank", "Spark"]
deck = ["Tank", "Spark", "Tank", "Tank", "Spark"]

[B]
hand = ["Spark", "Tank"]
deck = ["Tank", "Spark", "Tank", "Spark", "Tank"]
"""


def begin(path: Path, **how: str) -> tuple[Archive, Case, Sitting]:
    """A new database with the case in it, at its first question."""
    archive = Archive(path / "cases.sqlite")
    case = archive.create("position", POSITION, readings=how)
    sitting = case.sit()
    sitting.run()
    return archive, case, sitting


def play(sitting: Sitting, seed: int, answers: int) -> None:
    """Answer so many questions by chance."""
    from random import Random

    random = Random(seed)
    for _ in range(answers):
        question = sitting.question
        if question is None:
            return
        sitting.answer(*pick(question, random))
