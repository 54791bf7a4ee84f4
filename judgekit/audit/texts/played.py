"""Card texts in play: what random games have shown of each text of fixtures/cards/GAME.toml.

Measured separately: it is read; it has a meaning in the game; it acts (is triggered, used, or in force); its
cost is paid, where it has one; it applies (it changes something on the table). A text is laid on a stage in
each type of card that can have it, and random games that favour its card are played from there, with fixed
seeds, until everything has been seen or the budget is spent. What was not seen may still be right: it is
listed, to be looked at. Whether it does what it *says* is for the rulings and the tests of the games.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from judgekit import paths
from judgekit.audit.fuzzing.random_play import pick
from judgekit.audit.texts.frames import reads, works
from judgekit.audit.texts.stage import Stage, stage, tables
from judgekit.audit.texts.taps import ACTS, APPLIES, PAYS, hear, tapped
from judgekit.cardtext.checks.soundness import costs_of
from judgekit.cardtext.interpret import NoMeaning
from judgekit.cardtext.parse import parse
from judgekit.cases.files.position import Position
from judgekit.engine.machine import Line
from judgekit.engine.questions import Question
from judgekit.engine.state import CardId, State
from judgekit.games import game as game_of
from judgekit.games.game import Game, PrintedCard

PARTS = ("reads", "works", "acts", "pays", "applies")
FAVOUR = 0.6  # how often the card is chosen where it can be
SMALL = 6  # the largest number that is named, where there is a choice


class Measure(msgspec.Struct, frozen=True):
    """What was seen of a text; None: it has no cost, or nothing that could be seen in play."""

    name: str
    text: str
    reads: bool
    works: bool = False
    acts: bool | None = False
    pays: bool | None = None
    applies: bool | None = False

    @property
    def unseen(self) -> list[str]:
        """What could have been seen and was not."""
        return [
            what for what in ("reads", "works", "acts", "pays", "applies") if getattr(self, what) is False
        ]


def texts(game: str) -> Mapping[str, str]:
    path = paths.fixtures() / "cards" / f"{game.replace('-', '_')}.toml"
    found: dict[str, str] = tomllib.loads(path.read_text("utf-8"))["cards"]
    return found


def measure(game: Game, name: str, text: str) -> Measure:
    language = game.name.replace("-", "_")
    if not reads(text, language):
        return Measure(name, text, False)
    if not works(text, language):
        return Measure(name, text, True)
    abilities = parse(text, language)
    if not has_abilities(game, name, text):
        return Measure(name, text, True, True, acts=None, applies=None)
    wanted = {ACTS, APPLIES} | ({PAYS} if any(costs_of(one) for one in abilities) else set())
    try:
        seen = notes(list(tables(game, name, text)), name, wanted, stage(language))
    except NoMeaning:  # a word of it turns out to mean nothing only when it is asked
        return Measure(name, text, True)
    return Measure(
        name, text, True, True, ACTS in seen, PAYS in seen if PAYS in wanted else None, APPLIES in seen
    )


def has_abilities(game: Game, name: str, text: str) -> bool:
    """Whether there is anything to see in play: not for a property, or a text about building decks."""
    rules = game.rules()
    kinds = game.types
    made = [game.playable([PrintedCard(name, {"type": kind}, text)], rules)[name] for kind in kinds]
    return any(one.clause not in rules.deck_rules for each in made for one in each.abilities)


def notes(laid: Sequence[Position], name: str, wanted: set[str], found: Stage) -> set[str]:
    """What is seen of a card in games from these tables, until all is seen."""
    seen: set[str] = set()
    for seed in range(found.games if laid else 0):
        if wanted <= walk(laid[seed % len(laid)], name, seed, seen, wanted, found.steps):
            break
    return seen


def walk(position: Position, name: str, seed: int, seen: set[str], wanted: set[str], steps: int) -> set[str]:
    """A random game, until everything is seen or it is long enough."""
    pool = tapped(position.pool, name, seen)
    start = msgspec.structs.replace(position.state, seed=seed)
    line, dice, told = Line(position.rules, pool, start, dict(position.readings)), random.Random(seed), 0  # noqa: S311
    while not line.is_over and len(line.log) < steps and not wanted <= seen:
        question = line.run(steps - len(line.log))
        for entry in line.log[told:]:
            hear(entry, pool, name, seen)
        told = len(line.log)
        if question is not None:
            line.answer(*favouring(question, line.state, name, dice))
    return seen


def favouring(question: Question, state: State, name: str, dice: random.Random) -> tuple[str, ...]:
    """A random answer that favours the card."""
    if question.form == "number":
        return (str(dice.randint(question.least, min(question.most, max(question.least, SMALL)))),)
    mine = [option.id for option in question.options if is_about(option.id, option.card, state, name)]
    if question.form == "yes or no":
        mine = [option.id for option in question.options if option.id == "yes"]
    if question.form == "order" or not mine or not question.most or dice.random() > FAVOUR:
        return pick(question, dice)
    chosen = dice.sample(mine, min(len(mine), max(1, question.least), question.most))
    others = [option.id for option in question.options if option.id not in chosen]
    missing = question.least - len(chosen)
    return (*chosen, *dice.sample(others, missing)) if missing > 0 else tuple(chosen)


def is_about(option: str, card: int | None, state: State, name: str) -> bool:
    """Whether an option names the card, or one of its abilities."""
    named = {int(word[1:]) for word in option.split() if word[:1] == "c" and word[1:].isdecimal()}
    numbers = named | ({card} if card is not None else set())
    cards = [state.cards.get(CardId(one)) for one in numbers]
    return f"{name}#" in option or any(one is not None and one.name == name for one in cards)


def measure_all(game: str, only: Iterable[str] = ()) -> list[Measure]:
    described, wanted = game_of(game), set(only) or texts(game).keys()
    return [measure(described, name, text) for name, text in texts(game).items() if name in wanted]


def figures(found: Sequence[Measure]) -> dict[str, tuple[int, int]]:
    """For each thing measured: for how many texts it was seen, and for how many it could be."""
    said = {what: [getattr(one, what) for one in found] for what in PARTS}
    return {what: (sum(map(bool, all_of)), len(all_of) - all_of.count(None)) for what, all_of in said.items()}


def report(game: str, found: Sequence[Measure]) -> str:
    counts = [f"{what} {seen} of {of}" for what, (seen, of) in figures(found).items()]
    unseen = [f"  not seen: {', '.join(one.unseen)}: {one.name}: {one.text!r}" for one in found if one.unseen]
    return "\n".join([f"{game}: {len(found)} texts; {', '.join(counts)}", *unseen])


__all__ = ["Measure", "figures", "measure", "measure_all", "report", "texts"]
