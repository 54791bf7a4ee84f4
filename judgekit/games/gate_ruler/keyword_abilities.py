"""The abilities that plain keywords stand for, by their words."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from judgekit.engine.abilities import (
    Ability,
    Automatic,
    Modifier,
    Moment,
    Source,
)
from judgekit.engine.events import Occurred
from judgekit.engine.state import Facts
from judgekit.engine.table import Table
from judgekit.games.gate_ruler import ch16_01_keywords as keywords
from judgekit.games.gate_ruler import ch16_05_battle as battle_words
from judgekit.games.gate_ruler import ch16_10_staying as staying
from judgekit.games.gate_ruler.abilities import Play, Playing


def _simple(clause: str, word: str) -> Callable[[str], keywords.Made]:
    def make(address: str) -> keywords.Made:
        return keywords.status(address, clause, word)

    return make


MAKERS: dict[str, Callable[[str], keywords.Made]] = {
    "Breakthrough": battle_words.breakthrough,
    "Defender": battle_words.defender,
    "Intercept": battle_words.intercept,
    "Retaliate": battle_words.retaliate,
    "Double Attack": battle_words.double_attack,
    "Familiar": staying.familiar,
    "Undying": staying.undying,
    "Charge Shield": staying.charge_shield,
    "Concealment": _simple("16-18b", "Concealment"),
    "Forced Concealment": _simple("16-18c", "Forced Concealment"),
    "Dormant": _simple("16-19b", "Dormant"),
}


def make(word: str, address: str) -> keywords.Made:
    """The abilities that a plain keyword stands for."""
    return MAKERS[word](address)


def inner_abilities() -> dict[str, Ability]:
    """What keywords set up for later, and each plain keyword for effects that give it."""
    later: dict[str, Ability] = {
        "keyword:Breakthrough, then": _delayed("Breakthrough", "16-5a-1", battle_words.broken_through),
        "keyword:Retaliate, then": _delayed("Retaliate", "16-8a-1", battle_words.retaliated),
        "keyword:Familiar, then": Modifier(
            "keyword:Familiar, then", "16-10a-1", layer="14-12a-3", properties=frozenset({"attributes"}),
            changes=staying.gains_attribute,
        ),
    }  # fmt: skip
    for word in MAKERS:
        for ability in make(word, f"keyword:{word}"):
            later[ability.address] = ability
    return later


def _delayed(word: str, clause: str, resolve: Callable[[Table, Playing], None]) -> Ability:
    def fulfilled(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
        if keywords.occurs(moment, "end of the damage step"):
            yield ()

    address = f"keyword:{word}, then"
    return Automatic(address, clause, word, data=Play(resolve=resolve), on=(Occurred,), fulfilled=fulfilled)
