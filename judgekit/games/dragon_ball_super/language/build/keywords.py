"""Energy symbols, and keywords with materials."""

from __future__ import annotations

from itertools import chain
from typing import Any

from judgekit.cardtext import model as m
from judgekit.cardtext.build.registry import Head, action, actions
from judgekit.cardtext.build.steps import flat
from judgekit.cardtext.build.targets import selector
from judgekit.cardtext.errors import Unsound

THIS_SKILL, CHOSEN_KEYWORD = "this skill", "a chosen keyword"


COLOUR_SYMBOLS = {"r": "red", "u": "blue", "b": "blue", "g": "green", "y": "yellow", "k": "black"}


COLOURS = frozenset(COLOUR_SYMBOLS.values())


@action
def symbol(text: str) -> str:
    word = COLOUR_SYMBOLS.get(text.lower(), text.lower())
    if word not in COLOURS and not word.isdigit():
        raise Unsound(f"{{{text}}} is not an energy symbol")
    return word


@action
def pay_energy(*symbols: str) -> m.Pay:
    colours = tuple(each for each in symbols if each in COLOURS)
    free = sum(int(each) for each in symbols if each.isdigit())
    return m.Pay("energy", free + len(colours), colours)


def material_of(adjectives: list[Any], noun: str, found: Any) -> m.Selector:
    """A Battle Card, by what is printed on it: where it lies is for the keyword to say."""
    if noun not in ("card", "battle card"):
        raise Unsound("a material is a Battle Card")
    made = selector(m.Some(), "", Head((), tuple(adjectives)), found)
    if made.areas or not all(is_material(each) for each in made.filters):
        raise Unsound("describe a material by its names, traits, colors, numbers and skills")
    return made


def is_material(what: m.Filter) -> bool:
    if isinstance(what, m.Not):
        return is_material(what.what)
    if isinstance(what, m.OneOf):
        return all(is_material(each) for each in what.filters)
    if isinstance(what, m.Is):
        return what.what != "type"  # it is a Battle Card in any case
    number = isinstance(what, m.Stat) and isinstance(what.amount, int) and what.stat != "cards under"
    return number or isinstance(what, m.HasKeyword | m.HasAbility)


@action
def material(*parts: Any) -> m.Selector:
    *adjectives, found = parts
    return material_of(adjectives, "card", found)


@action
def material_noun(*parts: Any) -> m.Selector:
    *adjectives, noun, found = parts
    return material_of(adjectives, noun, found)


@action
def over_realm(n: int, costs: tuple[m.Verb, ...]) -> m.Ability:
    return m.Ability("keyword", keyword=m.Keyword("over realm", n, costs=costs))


actions(
    symbol_number=str,
    symbol_costs=lambda found: (found,),
    flat_costs=flat,
    cost_symbols=lambda found: (found,),
    cost_energy=lambda n: (m.Pay("energy", n),),
    so_many_of_a_colour=lambda n, colour: (colour,) * n,
    cost_coloured=lambda *colours: (pay_energy(*chain.from_iterable(colours)),),
    material_keyword=lambda name, costs, materials: m.Ability(
        "keyword", keyword=m.Keyword(name, costs=costs, materials=materials)
    ),
)
