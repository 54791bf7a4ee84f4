"""A keyword as it is printed on a card, and what several keywords share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from judgekit.engine.abilities import Source
from judgekit.engine.state import CardId, Facts, Player, Value, area_name
from judgekit.engine.table import Table
from judgekit.games.dragon_ball_super.ch01_outline import is_forbidden
from judgekit.games.dragon_ball_super.ch04_terms import switch
from judgekit.games.dragon_ball_super.ch08_01_skills import Cost, Use
from judgekit.games.dragon_ball_super.rules import rules

Fits = Callable[[Table, Player, CardId], bool]
LATER = "/later"  # in the address of what a keyword lays down to be done later: no skill of the card
FIGHTS = ("leader", "battle")
ATTACK = frozenset({"attack"})


@dataclass(frozen=True, slots=True)
class Printed:
    """A keyword as it is printed: where, and what its text gives it."""

    address: str
    costs: tuple[Cost, ...] = ()
    materials: tuple[Fits, ...] = ()
    number: int = 0
    text: str = ""
    effect: Callable[[Table, Use], None] | None = None
    has_condition: bool = False  # its materials must be more than of a name


def rest_this(table: Table, use: Use) -> Facts | None:
    return () if switch(table, use.source.card, "rest") else None


def can_rest_this(table: Table, use: Use) -> bool:
    card = table.state.current(use.source)
    if card is None or area_name(card.area) not in ("leader", "battle") or card.mark("rest"):
        return False
    return not is_forbidden(table, "rest", card.id, table.master(card.id))


REST_THIS = Cost(rules.words("cost of resting"), can_rest_this, rest_this)
MAIN = frozenset({"main"})


def always(table: Table, use: Use) -> bool:
    return True


def is_about_this(table: Table, source: Source, about: Value) -> bool:
    return about == source.card.card
