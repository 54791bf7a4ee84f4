"""Random games: decks of any cards, any answers, both editions, every reading."""

from __future__ import annotations

from functools import cache
from random import Random

from hypothesis import strategies as st

from judgekit.audit.bench.practice.cards import DEFINITIONS
from judgekit.audit.bench.practice.game import first_print, new_game, rules
from judgekit.audit.bench.practice.rules import SEEDLING
from judgekit.engine.machine import Line
from judgekit.engine.questions import Question
from judgekit.engine.state import UNKNOWN

LONG = ("Abacus", "Fuse")  # hundreds of clauses for one choice; test_loops has them
NAMES = sorted(d.name for d in DEFINITIONS if d.name != SEEDLING and d.name not in LONG)
GAMES = 100
READINGS = {
    "D-1": ("anew", "lasting"),
    "D-2": ("see-each-other", "own-only"),
    "D-3": ("master", "turn-gardener"),
}


@st.composite
def walks(draw: st.DrawFn, most: int = 60) -> Line:
    """A game played at random for some choices; one number decides all of them.

    What many tests look at is played once: each gets a fork of its own.
    """
    return played(draw(st.integers(0, GAMES)), draw(st.sampled_from((most, most, most // 2, 5)))).fork()


@cache
def played(seed: int, choices: int) -> Line:
    return walk(seed, choices)


def walk(seed: int, choices: int) -> Line:
    chance = Random(seed)
    line = game(chance)
    for _ in range(choices):
        question = line.run(600)
        if question is None:
            return line
        line.answer(*answer(chance, question))
    line.run(600)
    return line


def game(chance: Random) -> Line:
    """A new game; in some, chance is the judge's and some cards are unknown."""
    names = [*NAMES, UNKNOWN] if chance.random() < 0.3 else NAMES
    decks = {player: chance.choices(names, k=chance.randint(8, 24)) for player in "AB"}
    readings = {doubt: chance.choice(choices) for doubt, choices in READINGS.items()}
    seed = None if chance.random() < 0.1 else chance.randint(0, 2**32)
    return new_game(decks, seed, chance.choice([rules, first_print()]), readings)


def answer(chance: Random, question: Question) -> tuple[str, ...]:
    """Any answer that the question admits; passing is as likely as all the rest."""
    if question.form == "number":
        return (str(chance.randint(question.least, question.most)),)
    ids = [option.id for option in question.options if option.id != SEEDLING]  # no card of a deck is one
    if question.window and len(ids) > 1 and chance.random() < 0.7:
        ids.remove("pass")
    return tuple(chance.sample(ids, chance.randint(question.least, min(question.most, len(ids)))))
