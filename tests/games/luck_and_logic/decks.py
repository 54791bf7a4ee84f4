"""Random decks of invented cards, and random play with them."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from judgekit.engine.abilities import Pool
from judgekit.engine.machine import Line
from judgekit.engine.questions import Question
from judgekit.engine.state import A, B
from judgekit.games.game import Deck, PrintedCard
from judgekit.games.luck_and_logic.game import compile_cards, new_game
from judgekit.games.luck_and_logic.rules import rules

CARDS = Path(__file__).parents[3] / "fixtures" / "luck-and-logic" / "cards.toml"


@lru_cache
def cards() -> dict[str, PrintedCard]:
    printed = tomllib.loads(CARDS.read_text("utf-8"))["cards"]
    return {
        name: PrintedCard(name, {k: v for k, v in stats.items() if k != "text"}, stats.get("text", ""))
        for name, stats in printed.items()
    }


@lru_cache
def pool() -> Pool:
    return compile_cards(cards().values(), rules)


def of_type(*kinds: str) -> list[str]:
    return [name for name, card in cards().items() if card.properties["type"] in kinds]


def random_deck(dice: random.Random) -> Deck:
    """A legal deck: eight paradoxes, some tactics, members at random; gates in pairs."""
    main = [name for name in of_type("paradox") for _ in range(4)]
    main += [name for name in of_type("tactics") for _ in range(2)]
    members = dice.sample(
        [n for n in of_type("logicalist", "foreigner", "tranceunion") for _ in range(4)], 36
    )
    gates = [name for name in of_type("gate") for _ in range(2)]
    return Deck({"main": main + members, "gate": gates})


def random_answer(question: Question, dice: random.Random) -> tuple[str, ...]:
    if question.form == "number":
        return (str(dice.randint(question.least, min(question.most, question.least + 3))),)
    ids = [option.id for option in question.options]
    dice.shuffle(ids)
    if question.form == "order":
        return tuple(ids)
    return tuple(ids[: dice.randint(question.least, min(question.most, len(ids)))])


def new_line(seed: int, readings: dict[str, str] | None = None) -> Line:
    dice = random.Random(seed)
    decks = {A: random_deck(dice), B: random_deck(dice)}
    return Line(rules, pool(), new_game(decks, seed, rules), readings)


def play(
    line: Line, seed: int, questions: int = 600, after_each: Callable[[Line], None] | None = None
) -> Line:
    """Random legal answers, until the game is over or so many questions have been asked."""
    dice = random.Random(seed)
    for _ in range(questions):
        question = line.run()
        if question is None:
            break
        line.answer(*random_answer(question, dice))
        if after_each is not None:
            after_each(line)
    return line
