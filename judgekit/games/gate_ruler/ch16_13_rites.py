"""Section 16-13 and 16-14: Genesis Summoning, Abyssal Summoning, Abyssal Concerto."""

from __future__ import annotations

from collections.abc import Callable

from judgekit.engine.abilities import (
    Ability,
)
from judgekit.engine.registry import cited
from judgekit.engine.state import CardId, Player
from judgekit.engine.table import Table
from judgekit.games.gate_ruler import ch15_15_playing_and_driving as summoning
from judgekit.games.gate_ruler import ch16_01_keywords as keywords
from judgekit.games.gate_ruler.abilities import Play, Playing, play_of
from judgekit.games.gate_ruler.rules import rules


@rules.action("16-13b")
def genesis_summoning(
    table: Table, doing: Playing, possible: bool, materials: Callable[[], bool], summon: Callable[[], bool]
) -> bool:
    """Materials, and if that was done, the unit may be special summoned."""
    if not perform_materials(table, doing, possible, materials):
        return False
    return table.may(doing.player, table.words("special summon")) and summon()


@rules.action("16-13b-3")
def perform_materials(table: Table, doing: Playing, possible: bool, materials: Callable[[], bool]) -> bool:
    """The player may decline; then nothing else happens."""
    if not all_materials(table, possible):
        table.cite("16-13b-3")
        return False
    return table.may(doing.player, table.words("materials process")) and materials()


all_materials = rules.passes("16-13b-3a")  # all of it or nothing


@rules.action("16-13b-4")
def shuffle_after_genesis(table: Table, player: Player) -> None:
    table.shuffle(f"{player}.deck")


@rules.action("16-14b")
def abyssal_summoning(table: Table, doing: Playing, prepare: Callable[[], bool]) -> bool:
    """The preparation, and then a unit with Abyssal Concerto from the graveyard for what it demands."""
    return prepare() and bool(do_an_abyssal_summoning(table, doing))


@rules.action("16-14b-2")
def perform_concerto(table: Table, doing: Playing, unit: CardId) -> bool:
    """What its Abyssal Concerto demands; or nothing of it, and nothing more happens."""
    demand = keywords.keyword_ability(table, unit, "Abyssal Concerto")
    if demand is None or not all_of_the_concerto(table, doing, demand):
        return False
    if not table.may(doing.player, table.words("demand of a text", card=table.label(unit))):
        return False
    return bool(do_its_demands(table, doing, demand))


def _do_its_demands(table: Table, doing: Playing, demand: Ability) -> bool:
    return all(cost.pay is None or cost.pay(table, doing) is not False for cost in play_of(demand).costs)


do_its_demands = cited("16-14c-1", _do_its_demands)


@rules.guard("16-14b-2a")
def all_of_the_concerto(table: Table, doing: Playing, demand: Ability) -> bool:
    """All of it or nothing."""
    return all(cost.can is None or cost.can(table, doing) for cost in play_of(demand).costs)


@rules.keyword("16-14c-1", "Abyssal Concerto")
def abyssal_concerto(address: str, spec: Play) -> keywords.Made:
    return keywords.status(address, "16-14c-1", "Abyssal Concerto", spec)


may_be_normal_summoned_too = rules.says("16-14c-2", True)  # the keyword says nothing about normal summons


@rules.action("16-14d")
def do_an_abyssal_summoning(table: Table, doing: Playing) -> bool:
    """Choose a card with Abyssal Concerto in the graveyard, do what it demands, special summon it."""
    grave = [c for c in table.pile(f"{doing.player}.graveyard") if keywords.has(table, c, "Abyssal Concerto")]
    can = [c for c in grave if (a := keywords.keyword_ability(table, c, "Abyssal Concerto"))
           and all_of_the_concerto(table, doing, a) is not False]  # fmt: skip
    chosen = table.choose(doing.player, can, table.words("abyssal summon"), 0, 1)
    if not chosen:
        table.cite("16-14b-2")
        return False
    meant = table.card(chosen[0]).ref
    if under_the_same_rules(table) and not perform_concerto(table, doing, chosen[0]):
        return False
    if table.state.current(meant) is None:
        return False  # 3-2d: it has left the graveyard, as one of the cards that its own demands moved
    return summoning.special_summon(table, doing.player, chosen[0], "abyssal")


# What the unit demands is done as in any Abyssal Summoning.
under_the_same_rules = rules.says("16-14d-1", True)
