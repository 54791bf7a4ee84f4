"""Random legal decks of invented cards, and random play with them."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from random import Random

from judgekit.audit.fuzzing.random_play import pick
from judgekit.engine.abilities import Pool
from judgekit.engine.machine import Line
from judgekit.engine.questions import Question
from judgekit.engine.state import A, B
from judgekit.games.game import Deck, PrintedCard
from judgekit.games.gate_ruler.appendix_rulers import RULERS, Ruler
from judgekit.games.gate_ruler.ch05_preparations import COUNTER
from judgekit.games.gate_ruler.game import GAME

CARDS = Path(__file__).parents[3] / "fixtures" / "gate-ruler" / "cards.toml"
SMALL = 9  # the largest number a random player names


@cache
def cards() -> dict[str, PrintedCard]:
    printed = tomllib.loads(CARDS.read_text("utf-8"))["cards"]
    return {
        name: PrintedCard(name, {k: v for k, v in stats.items() if k != "text"}, stats.get("text", ""))
        for name, stats in printed.items()
    }


@cache
def pool() -> Pool:
    return GAME.compile(cards().values(), GAME.rules())


def random_deck(ruler: Ruler, dice: Random) -> Deck:
    """Fifty cards within every limit of the ruler."""
    names = dice.sample(sorted(cards()), len(cards()))
    main: list[str] = []
    counters = 0
    while len(main) < ruler.size:
        for name in names:
            is_counter = bool(COUNTER.search(cards()[name].text))
            levels = sum(int(cards()[n].properties["level"]) for n in (*main, name))
            per_faction = sum(
                cards()[n].properties["faction"] == cards()[name].properties["faction"] for n in main
            )
            fits = (
                main.count(name) < ruler.copies
                and (ruler.levels is None or levels <= ruler.levels)
                and (not is_counter or counters < ruler.counters)
                and (ruler.per_faction is None or per_faction < ruler.per_faction)
            )
            if fits and len(main) < ruler.size:
                main.append(name)
                counters += is_counter
        if ruler.per_faction is not None and len(main) < ruler.size:
            main += dice.choices(names, k=ruler.size - len(main))  # two factions cannot fill fifty cards
    return Deck({"main": main, "resource": ["Resource"] * ruler.resources}, ruler.name)


def modest(question: Question, dice: Random) -> tuple[str, ...]:
    """A random answer; numbers stay small, so that a loop is not repeated for ever."""
    answer = pick(question, dice)
    if question.form == "number" and int(answer[0]) > SMALL >= question.least:
        return (str(dice.randint(question.least, SMALL)),)
    return answer


def random_game(seed: int, most: int = 400, readings: dict[str, str] | None = None) -> Line:
    """A game between two rulers that the seed picks, with random answers."""
    dice = Random(seed)
    first, second = RULERS[seed % 8], RULERS[seed // 8 % 8]
    decks = {A: random_deck(first, dice), B: random_deck(second, dice)}
    line = Line(GAME.rules(), pool(), GAME.new_game(decks, seed, GAME.rules()), readings)
    for _ in range(most):
        question = line.run()
        if question is None:
            break
        line.answer(*modest(question, dice))
    return line
