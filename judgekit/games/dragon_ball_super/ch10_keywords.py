"""Chapter 10: every keyword by its name."""

from __future__ import annotations

from collections.abc import Callable

from judgekit.engine.abilities import Ability, Status
from judgekit.games.dragon_ball_super.ch10_02_awaken_and_field import field
from judgekit.games.dragon_ball_super.ch10_04_blocker import blocker
from judgekit.games.dragon_ball_super.ch10_06_critical_to_revenge import (
    critical,
    dual_attack,
    revenge,
    strike,
)
from judgekit.games.dragon_ball_super.ch10_12_unions import indestructible
from judgekit.games.dragon_ball_super.ch10_18_xeno_evolve import barrier
from judgekit.games.dragon_ball_super.printed_keyword import Printed


def for_decks(printed: Printed) -> tuple[Ability, ...]:
    """[Ultimate] and [Super Combo] do nothing once the game has begun."""
    return (Status(printed.address, "5-1-3-2-2", printed.text, name=printed.text),)


STATIC: dict[str, Callable[[Printed], tuple[Ability, ...]]] = {
    "field": field,
    "blocker": blocker,
    "critical": critical,
    "double strike": strike,
    "triple strike": strike,
    "quadruple strike": strike,
    "dual attack": dual_attack,
    "triple attack": dual_attack,
    "revenge": revenge,
    "indestructible": indestructible,
    "barrier": barrier,
    "ultimate": for_decks,
    "super combo": for_decks,
}


TIMES = {"double strike": 2, "triple strike": 3, "quadruple strike": 4, "dual attack": 2, "triple attack": 3}


def static_keyword(word: str, address: str) -> tuple[Ability, ...]:
    """The abilities of a keyword that needs nothing but its name."""
    return STATIC[word](Printed(address, number=TIMES.get(word, 0), text=f"[{word.title()}]"))
