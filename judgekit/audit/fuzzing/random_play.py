"""Random answers from a seed: for samples, fuzzing and measurements."""

from __future__ import annotations

from random import Random

from judgekit.engine.loops import ENOUGH
from judgekit.engine.questions import Question


def pick(question: Question, random: Random) -> tuple[str, ...]:
    """An answer that the question admits, each as likely as any other of its size."""
    if question.form == "number":
        return (str(random.randint(question.least, max(question.least, min(question.most, ENOUGH)))),)
    options = question.options
    if question.form == "order":
        return tuple([option.id for option in random.sample(options, len(options))])
    least, most = question.least, min(question.most, len(options))
    many = least if least == most else random.randint(least, most)
    if many == 1:
        return (random.choice(options).id,)  # what a sample of one would be, in a quarter of the time
    return tuple([option.id for option in random.sample(options, many)])
