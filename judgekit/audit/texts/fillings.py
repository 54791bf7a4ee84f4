"""Frames filled with other selectors: each example text with its first card description changed.

A frame is only worth something if its slot is free. So the first selector of a text gets, one at a time,
another quantity, another owner, a trait, a name, a bound, a negated filter; the result is put in our wording,
and must be read back as the same and mean something in the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from judgekit.cardtext import model as m
from judgekit.cardtext.errors import CardTextError
from judgekit.cardtext.parse import parse, parse_line
from judgekit.cardtext.references.numbering import filter_order
from judgekit.cardtext.wording.abilities import wording

MARKS = {
    "godzilla": "trait",
    "dragon_ball_super": "trait",
    "gate_ruler": "attribute",
    "luck_and_logic": "world",
}
BOUNDS = {
    "godzilla": "rank", "dragon_ball_super": "energy cost", "gate_ruler": "level", "luck_and_logic": "level",
}  # fmt: skip
PLACES = frozenset(
    {"zone", "strategy zone", "circle", "gate", "attack zone", "defense zone", "set zone", "ruler"}
)


def fillings(text: str, game: str) -> Iterator[m.Ability]:
    """The abilities of a text with the first selector of each replaced by others."""
    for ability in parse(text, game):
        plain = m.bare(ability)
        found = first_selector((plain.trigger, plain.body))
        if found is not None:
            yield from (exchanged(plain, found, other) for other in others(found, game))


def first_selector(node: Any) -> m.Selector | None:
    """The first selector that any other could replace."""
    if isinstance(node, tuple):
        return next((found for each in node if (found := first_selector(each)) is not None), None)
    if isinstance(node, m.Selector) and is_free(node):
        return node
    if not isinstance(node, m.Node) or isinstance(node, m.DeckRule):
        return None
    return first_selector(tuple(getattr(node, name) for name in node.__struct_fields__))


def is_free(what: m.Selector) -> bool:
    return not what.end and not what.bind and bool(what.types) and PLACES.isdisjoint(what.types)


def others(what: m.Selector, game: str) -> Iterator[m.Selector]:
    mark, bound = m.Is(MARKS[game], ("Moth",)), m.Stat(BOUNDS[game], "at most", 2)
    filters: tuple[m.Filter, ...] = (mark, m.Is("name", ("Kaz",)), bound, m.Not(mark))
    for each in filters:
        yield replace(what, filters=ordered((*what.filters, each)))
    if isinstance(what.quantity, m.Exactly | m.UpTo):
        for quantity in (m.Exactly(2), m.UpTo(2), m.Every()):
            if quantity != what.quantity:
                yield replace(what, quantity=quantity)
    if isinstance(what.quantity, m.Exactly | m.UpTo | m.Some) and what.whose in ("you", "opponent"):
        yield replace(what, whose="opponent" if what.whose == "you" else "you")


def ordered(filters: tuple[m.Filter, ...]) -> tuple[m.Filter, ...]:
    return tuple(sorted(filters, key=filter_order))


def exchanged(node: Any, old: m.Selector, new: m.Selector) -> Any:
    if isinstance(node, tuple):
        return tuple(exchanged(each, old, new) for each in node)
    if node is old:
        return new
    if not isinstance(node, m.Node):
        return node
    return replace(node, **{n: exchanged(getattr(node, n), old, new) for n in node.__struct_fields__})


def said(ability: m.Ability, game: str) -> str:
    """The ability in words that are read back as the same; empty if there are none."""
    try:
        words = wording(ability, game)
        return words if tuple(map(m.bare, parse_line(words, game))) == (ability,) else ""
    except (CardTextError, TypeError):
        return ""
