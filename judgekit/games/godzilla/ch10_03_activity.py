"""Sections 10.1 to 10.3: kinds of abilities and effects, and when they are active."""

from __future__ import annotations

from judgekit.engine.abilities import Ability, Automatic, Source
from judgekit.engine.state import Card, area_name, host_of
from judgekit.engine.table import Table
from judgekit.games.godzilla.rules import UNDER, is_strategy_zone, is_zone, kind_of, rules


@rules.guard("10.1.1.1.2")
def strategy_text_triggers(table: Table, where: str) -> bool:
    """A strategy card's text triggers when the card is put into a strategy zone."""
    return is_strategy_zone(where)


@rules.guard("10.1.1.2.1")
def is_continuous(table: Table, ability: Ability) -> bool:
    """Whatever is not automatic."""
    return not isinstance(ability, Automatic)


is_replacement = rules.says("10.2.1.3.1", True)  # "Instead" makes a replacement effect
is_optional_replacement = rules.passes("10.2.1.3.2")  # "You may … instead" makes an optional one


@rules.guard("10.3.2")
def does_nothing(table: Table, ability: Ability, source: Source) -> bool:
    """An inactive effect does nothing, and no choice is made for it: asked when it would be carried out."""
    if ability.active_if is None or table.reading("A-07") == "at-trigger":
        return False
    return is_inactive(table, ability, source)


def falls_asleep(table: Table, ability: Ability, source: Source) -> bool:
    """Whether an effect being performed has become inactive on the way, and therefore stops."""
    if ability.active_if is None or table.readings["A-07"] == "at-trigger":
        return False
    return is_inactive(table, ability, source) and table.reading("A-55") == "stops"


@rules.guard("10.3.3")
def is_inactive(table: Table, ability: Ability, source: Source) -> bool:
    """What is active under a condition is inactive while the condition is not met."""
    return ability.active_if is not None and not ability.active_if(table, source)


@rules.guard("10.3.4")
def is_generally_active(table: Table, card: Card) -> bool:
    """In a zone or strategy zone, by the type of its card; inside a stack only by one reading."""
    if is_zone(card.area):
        return works_in_a_zone(table, card)
    if is_strategy_zone(card.area):
        return works_in_a_strategy_zone(table, card)
    return host_of(card.area) is not None and table.reading("A-12") == "whole-stack"


@rules.guard("10.3.4.1")
def works_where_it_says(table: Table, card: Card, ability: Ability) -> bool:
    """In the areas that it speaks of."""
    if isinstance(ability, Automatic):
        return works_as_it_happens(table, card, ability)
    return lies_where_it_says(card, ability)


@rules.guard("10.3.4.1.1")
def works_as_it_happens(table: Table, card: Card, ability: Ability) -> bool:
    """An ability about its own card being played or placed is active at that moment."""
    return lies_where_it_says(card, ability)


def lies_where_it_says(card: Card, ability: Ability) -> bool:
    covered = UNDER in ability.where and host_of(card.area) is not None
    return covered or area_name(card.area) in ability.where


@rules.guard("10.3.4.2")
def works_in_a_zone(table: Table, card: Card) -> bool:
    return kind_of(table, card) != "strategy"


@rules.guard("10.3.4.3")
def works_in_a_strategy_zone(table: Table, card: Card) -> bool:
    return kind_of(table, card) == "strategy"
