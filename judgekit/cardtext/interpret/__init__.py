"""What a printed ability does: the AST of `model` made into abilities of the engine.

`Interpreter` knows what all games share: who "you" is, how cards are described and chosen, conditions,
amounts, the glue between instructions, effects that last. A game's dialect subclasses it and adds its own:
its areas, types and stats, which events fire which triggers, and what its verbs do.

It is a chain of classes, one per module, each of which knows only those before it:

| module | what it knows |
|---|---|
| `sight` | the table as it looks in one state; an ability being carried out |
| `vocabulary` | the words that a game has for its areas, types, stats, zones and players |
| `cards` | which cards are meant, and how they are chosen |
| `filters` | what a description asks of a card |
| `amounts` | amounts and conditions |
| `triggers` | what sets an automatic ability off |
| `doing` | instructions: who performs them, which verb does what |
| `glue` | may, if, modes, for each, again, later |
| `lasting` | what applies by itself: changes of values, prohibitions, replacements |
| `abilities` | whole abilities: automatic, activated, continuous; `Interpreter` itself |

Beside the chain stand `remembering`, what has happened, as a card whose text asks about it has seen it, and
`hands`, the verbs for hands and decks that are the same in every game.

An `Ability` of the engine holds functions, never state; whatever must outlive a step is stored as facts,
bound cards and the address of a node of the AST.
"""

from __future__ import annotations

from judgekit.cardtext.interpret.abilities import Interpreter, flat
from judgekit.cardtext.interpret.cards import (
    APART,
    ITSELF,
    differing,
    each_of,
    is_about_all,
    is_apart,
    without,
)
from judgekit.cardtext.interpret.doing import ELSEWHERE, LASTING
from judgekit.cardtext.interpret.glue import known_now
from judgekit.cardtext.interpret.lasting import LISTED
from judgekit.cardtext.interpret.sight import (
    NoMeaning,
    Past,
    Run,
    Sight,
    Verbs,
    Zone,
    compare,
    names,
    subject_facts,
)
from judgekit.cardtext.model import walk
from judgekit.engine.abilities import Status
from judgekit.engine.state import PLAYERS, Ref, area_player

__all__ = [
    "APART",
    "ELSEWHERE",
    "ITSELF",
    "LASTING",
    "LISTED",
    "PLAYERS",
    "Interpreter",
    "NoMeaning",
    "Past",
    "Ref",
    "Run",
    "Sight",
    "Status",
    "Verbs",
    "Zone",
    "area_player",
    "compare",
    "differing",
    "each_of",
    "flat",
    "is_about_all",
    "is_apart",
    "known_now",
    "names",
    "subject_facts",
    "walk",
    "without",
]  # fmt: skip
