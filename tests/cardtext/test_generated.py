"""Abilities put together from parts of the fixture cards read back from our wording."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from judgekit.audit.texts.golden import expected
from judgekit.cardtext.checks.soundness import needs
from judgekit.cardtext.errors import CardTextError
from judgekit.cardtext.language import GAMES
from judgekit.cardtext.model import Ability, Bound, CreateToken, Event, Node, Rest, Selector, Verb, bare
from judgekit.cardtext.parse import parse_line
from judgekit.cardtext.wording.abilities import wording


@cache
def triggers(game: str) -> list[Event]:
    """Triggers that are written out, not said by a label."""
    return [
        each.trigger
        for abilities in expected(game).values()
        for each in abilities
        if each.kind == "automatic" and each.trigger is not None and not each.labels and not each.costs
    ]


@cache
def bodies(game: str) -> list[tuple[Verb, ...]]:
    """Bodies that speak of no event, and do something."""
    return [
        each.body
        for abilities in expected(game).values()
        for each in abilities
        if each.kind == "automatic"
        and not each.letters
        and not needs(each.body)
        & {"Subject", "Object", "ThatMany", "Unknown", "ChooseModes", "Done", "Repeat"}
    ]


def shifted(node: Any, by: int) -> Any:
    """The same with its choices numbered from further on."""
    if isinstance(node, tuple):
        return tuple(shifted(each, by) for each in node)
    if isinstance(node, Bound | Rest):
        return type(node)(node.n + by)
    if not isinstance(node, Node):
        return node
    changes = {name: shifted(getattr(node, name), by) for name in node.__struct_fields__}
    if isinstance(node, Selector | CreateToken) and node.bind:
        changes["bind"] = node.bind + by
    return msgspec.structs.replace(node, **changes)


def last_bind(node: Any) -> int:
    if isinstance(node, tuple):
        return max(map(last_bind, node), default=0)
    if not isinstance(node, Node):
        return 0
    inner = max((last_bind(getattr(node, name)) for name in node.__struct_fields__), default=0)
    return max(inner, node.bind if isinstance(node, Selector | CreateToken) else 0)


@st.composite
def abilities(draw: st.DrawFn) -> tuple[str, Ability, tuple[Ability, Ability]]:
    game = draw(st.sampled_from(GAMES))
    first = draw(st.sampled_from(bodies(game)))
    second = draw(st.sampled_from(bodies(game)))
    body = (*first, *shifted(second, last_bind(first)))
    trigger = draw(st.sampled_from(triggers(game)))
    parts = (
        Ability("automatic", trigger=trigger, body=first),
        Ability("automatic", trigger=trigger, body=second),
    )
    return game, Ability("automatic", trigger=trigger, body=body), parts


def reads_back_composed(pair: tuple[str, Ability, tuple[Ability, Ability]]) -> None:
    """Each body stands on its own; what only the two together leave open may be asked about."""
    game, ability, parts = pair
    assume(all(reads_back(part, game) for part in parts))
    try:
        found = parse_line(wording(ability, game), game)
    except CardTextError:
        return
    assert tuple(map(bare, found)) == (ability,)


def reads_back(ability: Ability, game: str) -> bool:
    try:
        return tuple(map(bare, parse_line(wording(ability, game), game))) == (ability,)
    except CardTextError:
        return False


@pytest.mark.parametrize("many", [60, pytest.param(2000, marks=pytest.mark.long)])
def test_a_composed_ability_reads_back_from_our_wording(many: int) -> None:
    settings(max_examples=many, deadline=None, derandomize=True)(given(abilities())(reads_back_composed))()
