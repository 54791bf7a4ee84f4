"""Whatever a text can say, the game looks at it, or the text is refused before play.

Derived from the code: texts of the tables and of the frames, and variations of them, are compiled and played
by dice while every field of the model notes whether the game's code reads it; what the dice do not come to
must stand in the code that the game has for such an event or instruction. What is said in a text that the
game accepts, and never read by anybody, would be a word that nothing heeds.
"""

from __future__ import annotations

import inspect
import random
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from judgekit.audit.texts.frames import frames
from judgekit.audit.texts.golden import cards
from judgekit.audit.texts.played import walk
from judgekit.audit.texts.stage import stage, tables
from judgekit.cardtext.checks.soundness import CONDITION_NAMES, FILTER_NAMES, VERB_NAMES
from judgekit.cardtext.errors import CardTextError
from judgekit.cardtext.interpret import Interpreter, NoMeaning
from judgekit.cardtext.language import GAMES
from judgekit.cardtext.model import Ability
from judgekit.cardtext.parse import lines, parse, unmarked
from judgekit.games import game as game_of
from judgekit.games.dragon_ball_super.language.dialect import DragonBallSuper
from judgekit.games.game import Game, PrintedCard
from judgekit.games.gate_ruler.language.dialect import GateRuler
from judgekit.games.godzilla.language.dialect import Godzilla
from judgekit.games.luck_and_logic.language.dialect import LuckAndLogic
from tests.cardtext.listening import listening, said
from tests.cardtext.sentences import varied
from tests.lots import lot

FEW, MANY = 20, 300  # variations of texts
TRIES = ((1, 1), (4, 3))  # texts that are played to see one field read, and tables for each
NAME = "Odd One"
DIALECTS: dict[str, type[Interpreter]] = {
    "godzilla": Godzilla, "dragon_ball_super": DragonBallSuper, "gate_ruler": GateRuler,
    "luck_and_logic": LuckAndLogic,
}  # fmt: skip
# What needs no looking at, and why.
SAID_ONCE = {
    "godzilla": {
        "Did.period",  # only “this way” is accepted
        "Stack.how",  # only “under” is
        "Total.stat",  # there is only total counter power
        "Limit.n",  # once per turn
    },
    "dragon_ball_super": {
        "Pay.currency",  # there is only energy
        "Place.whose",  # 3-1-7-1: a card goes to its owner's area, whatever the text calls it
        "UseAbility.free",  # refused if it is not
    },
    "gate_ruler": {
        "Pay.currency",  # there are only resources
        "Attached.how",
        "Attaches.how",  # only charges are accepted
        "Outermost.which",  # only “frontmost” is
        "Perform.what",  # what remains in play is what would have left it
        "Keyword.number",  # of DR n, which the book does not have
    },
    "luck_and_logic": {
        "Limit.n",  # once per turn
        "Pay.currency",  # there is only stock
        "Mobilize.free",  # 5.12.3.2: by an effect it costs nothing anyway
        "Holding.what",  # 5.24: any card that is set
        "Host.how",  # compared as a whole: a card that is set, or one below a member
        "Happened.period",  # each event is kept for one period alone (RECORDS)
    },
}


def texts(game: str, variations: int) -> list[str]:
    """The texts that there are and variations of them; with few variations an eighth of each."""
    known = [*cards(game).values(), *(text for frame in frames(game) for text in frame.texts)]
    known = known if variations == MANY else known[::8]
    dice = random.Random(5)
    whole = [line for text in known for line in lines(unmarked(text, game))]
    return known + [varied(game, dice.choice(whole), at, dice.choice((2, 3))) for at in range(variations)]


def accepted(game: Game, text: str) -> tuple[Ability, ...]:
    """What a text means, if some type of card of the game can have it."""
    language = game.name.replace("-", "_")
    try:
        found = parse(text, language)
        if any(game.never(PrintedCard(NAME, {}, text))):
            return ()
    except CardTextError:
        return ()
    for kind in stage(language).types:
        try:
            game.compile([PrintedCard(NAME, {"type": kind}, text)], game.rules())
        except (NoMeaning, CardTextError):
            continue
        return found
    return ()


def said_elsewhere(name: str, game: Game, missed: list[str]) -> Iterator[tuple[str, str]]:
    """What few variations did not come to, in all texts that say it."""
    known = texts(name, MANY)[:-MANY] if missed else []
    for text in known:
        said_there = fields(accepted(game, text))
        yield from ((field, text) for field in missed if field in said_there)


def fields(found: tuple[Ability, ...]) -> set[str]:
    """What the parts of abilities say; decks are checked elsewhere, and of an ability itself all is used."""
    return {field for field in said(found) if not field.startswith(("Ability.", "DeckRule."))}


def play(game: Game, text: str, often: int) -> None:
    found = stage(game.name.replace("-", "_"))
    for seed, table in enumerate(islice(tables(game, NAME, text), often)):
        walk(table, NAME, seed, set(), {"everything"}, found.steps)


def code_for(name: str, kind: str) -> str:
    """The code that the game has for a struct of the model, and that of the methods which it calls."""
    of_game = DIALECTS[name]
    handlers: dict[str, Any] = {
        one.__name__: function
        for table in (of_game.LASTING_MAKERS, of_game.FILTERS, of_game.VERBS, of_game.TRIGGERS)
        for one, function in table.items()
    }
    code = inspect.getsource(handlers[kind]) if kind in handlers else ""
    called = {word for word in re.findall(r"self\.(\w+)\(", code) if hasattr(of_game, word)}
    called |= (
        {"do"} if kind in VERB_NAMES else {"passes"} if kind in FILTER_NAMES else {"pointed_at", "amount"}
    )
    called |= {"holds"} if kind in CONDITION_NAMES else set()
    called |= {word for word in ("would", "_by_effect") if hasattr(of_game, word)}  # what comes, and by whom
    written = (vars(one)[word] for word in sorted(called) for one in of_game.__mro__ if word in vars(one))
    return code + "".join(inspect.getsource(each) for each in written)


def is_in_the_code(name: str, field: str) -> bool:
    """What the dice do not come to stands at least in the code for it."""
    kind, _, word = field.partition(".")
    code = code_for(name, kind)
    return f".{word}" in code or f'"{word}"' in code


@pytest.mark.parametrize("variations", [FEW, pytest.param(MANY, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", GAMES)
def test_whatever_can_be_said_is_looked_at_in_play(name: str, variations: int) -> None:
    game = game_of(name.replace("_", "-"))
    told = {text: fields(found) for text in texts(name, variations) if (found := accepted(game, text))}
    every = lot(sorted(set().union(*told.values()) - SAID_ONCE[name]), 12, variations == MANY)
    with listening() as heard:
        for often, many in TRIES:
            for field in every:
                for text in [text for text, about in told.items() if field in about][:often]:
                    if field not in heard and not is_in_the_code(name, field):
                        play(game, text, many)
        missed = [field for field in every if field not in heard and not is_in_the_code(name, field)]
        for field, text in said_elsewhere(name, game, missed):
            if field not in heard:
                play(game, text, TRIES[-1][1])
    unheeded = [field for field in missed if field not in heard]
    assert {field: next(t for t, about in told.items() if field in about) for field in unheeded} == {}
