"""Evolving."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from judgekit.cardtext.build.registry import action
from judgekit.cardtext.build.verbs import taken
from judgekit.cardtext.model import Evolve, Keyword, Target, Verb


@action
def evolve_card(what: Target, into: Target) -> Evolve:
    return Evolve(taken(what), taken(into))


@action
def evolve_mode(what: Target, into: Target, how: tuple[str, Any]) -> Verb:
    return replace(evolve_card(what, into), orientation=how[1])


@action
def evolve_onto(into: Target, what: Target) -> Verb:
    return evolve_card(what, into)


@action
def evolve_onto_mode(into: Target, what: Target, how: tuple[str, Any]) -> Verb:
    return evolve_mode(what, into, how)


@action
def gain_evolve(name: str, costs: tuple[Verb, ...], materials: tuple[Target, ...]) -> Keyword:
    return Keyword(name, costs=costs, materials=materials)
