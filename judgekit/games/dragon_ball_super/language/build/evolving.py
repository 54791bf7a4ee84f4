"""Evolving."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from judgekit.cardtext import model as m
from judgekit.cardtext.build.registry import action, actions
from judgekit.cardtext.build.verbs import taken


@action
def evolve_card(what: m.Target, into: m.Target) -> m.Evolve:
    return m.Evolve(taken(what), taken(into))


@action
def evolve_mode(what: m.Target, into: m.Target, how: tuple[str, Any]) -> m.Verb:
    return replace(evolve_card(what, into), orientation=how[1])


actions(
    evolve_onto=lambda into, what: evolve_card(what, into),
    evolve_onto_mode=lambda into, what, how: evolve_mode(what, into, how),
    gain_evolve=lambda name, costs, materials: m.Keyword(name, costs=costs, materials=materials),
)
