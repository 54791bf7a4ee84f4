"""Energy symbols, and keywords with materials."""

from __future__ import annotations

from typing import Any

from judgekit.cardtext.build.registry import Head, action
from judgekit.cardtext.build.steps import Verbs, flat
from judgekit.cardtext.build.targets import selector
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.model import (
    Ability,
    Filter,
    HasAbility,
    HasKeyword,
    Is,
    Keyword,
    Not,
    OneOf,
    Pay,
    Selector,
    Some,
    Stat,
    Target,
    Verb,
)

THIS_SKILL, CHOSEN_KEYWORD = "this skill", "a chosen keyword"


COLOUR_SYMBOLS = {"r": "red", "u": "blue", "b": "blue", "g": "green", "y": "yellow", "k": "black"}


COLOURS = frozenset(COLOUR_SYMBOLS.values())


@action
def symbol(text: str) -> str:
    word = COLOUR_SYMBOLS.get(text.lower(), text.lower())
    if word not in COLOURS and not word.isdigit():
        raise Unsound(f"{{{text}}} is no energy symbol")
    return word


@action
def symbol_number(n: int) -> str:
    return str(n)


@action
def pay_energy(*symbols: str) -> Pay:
    colours = tuple(each for each in symbols if each in COLOURS)
    free = sum(int(each) for each in symbols if each.isdigit())
    return Pay("energy", free + len(colours), colours)


@action
def symbol_costs(found: Pay) -> tuple[Verb, ...]:
    return (found,)


@action
def flat_costs(found: tuple[Any, ...]) -> tuple[Verb, ...]:
    return flat(found)


@action
def cost_symbols(found: Pay) -> Verbs:
    return (found,)


@action
def cost_energy(n: int) -> Verbs:
    return (Pay("energy", n),)


def material_of(adjectives: list[Any], noun: str, found: Any) -> Selector:
    """A Battle Card, by what is printed on it: where it lies is for the keyword to say."""
    if noun not in ("card", "battle card"):
        raise Unsound("a material is a Battle Card")
    made = selector(Some(), "", Head((), tuple(adjectives)), found)
    if made.areas or not all(is_material(each) for each in made.filters):
        raise Unsound("a material is told by its names, traits, colors, numbers and skills")
    return made


def is_material(what: Filter) -> bool:
    if isinstance(what, Not):
        return is_material(what.what)
    if isinstance(what, OneOf):
        return all(is_material(each) for each in what.filters)
    if isinstance(what, Is):
        return what.what != "type"  # it is a Battle Card in any case
    number = isinstance(what, Stat) and isinstance(what.amount, int) and what.stat != "cards under"
    return number or isinstance(what, HasKeyword | HasAbility)


@action
def material(*parts: Any) -> Selector:
    *adjectives, found = parts
    return material_of(adjectives, "card", found)


@action
def material_noun(*parts: Any) -> Selector:
    *adjectives, noun, found = parts
    return material_of(adjectives, noun, found)


@action
def material_keyword(name: str, costs: tuple[Verb, ...], materials: tuple[Target, ...]) -> Ability:
    return Ability("keyword", keyword=Keyword(name, costs=costs, materials=materials))


@action
def over_realm(n: int, costs: tuple[Verb, ...]) -> Ability:
    return Ability("keyword", keyword=Keyword("over realm", n, costs=costs))
