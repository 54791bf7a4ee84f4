"""Sections 9.3 and 9.4: where abilities are active, and who pays the costs."""

from __future__ import annotations

from judgekit.engine import plain
from judgekit.engine.abilities import Ability, Activated, Automatic, Source
from judgekit.engine.state import Card, State, area_name, host_of
from judgekit.engine.table import Table
from judgekit.games.luck_and_logic.ch02_characteristics import MEMBERS, default_areas
from judgekit.games.luck_and_logic.ch03_masters import master_of
from judgekit.games.luck_and_logic.ch04_zones import FIELD, HAVE_FACE, is_set, shows_its_face
from judgekit.games.luck_and_logic.rules import rules

IN_PLAY = FIELD | {"battle", "paradox"}


def is_active(table: Table, state: State, card: Card, ability: Ability) -> bool:
    """Whether an ability works where its card is, and as it lies."""
    if is_out_of_play(table, card, ability):
        return False
    if ability.where:
        works = works_where_stated(table, card, ability)
    else:
        kind = str(table.definition(card.id, state).properties.get("type"))
        works = works_by_type(table, card, kind, ability)
    if works and ability.active_if is not None:
        source = Source(ability.address, card.ref, master_of(state, card), card.since)
        works = ability.active_if(table, source)
    return bool(works) or not has_no_effect(table, ability)


def is_out_of_play(table: Table, card: Card, ability: Ability) -> bool:
    """In deck, hand, stock and the like, a text works only if it says so: the usual case, found fast."""
    if ability.where or table.local is not None or isinstance(ability, Activated):
        return False
    return area_name(card.area) not in IN_PLAY and host_of(card.area) is None


@rules.guard("9.3.2")
def works_by_type(table: Table, card: Card, kind: str, ability: Ability) -> bool:
    """If no zone is stated, the type of the card decides."""
    has_it = shows_its_face(table, card) or is_gained(table, card, ability)
    if is_set(card) and has_it and table.reading("A-64") == "while-set":
        return True
    if not has_it or area_name(card.area) not in (default_areas(table, kind) or ()):
        return bool(kind in MEMBERS and works_elsewhere(table, card))
    if kind in MEMBERS:
        return bool(member_works(table, card))
    works = {"gate": gate_works, "tactics": tactics_works, "paradox": paradox_works}.get(kind)
    return bool(works and works(table, card))


def is_gained(table: Table, card: Card, ability: Ability) -> bool:
    """4.1.3.2.2.1: a face-down card has nothing of its print, but it can be given an ability."""
    return all(ability.address != printed.address for printed in table.definition(card.id).abilities)


def works_elsewhere(table: Table, card: Card) -> bool:
    """A-18, A-55: read the other way, a member's text works in the battle zone, or in the soul, too."""
    if card.mark("face down"):
        return False
    if area_name(card.area) == "battle":
        return table.reading("A-18") == "member-text-works"
    return host_of(card.area) is not None and table.reading("A-55") == "also-on-circle"


@rules.guard("9.3.2.1")
def member_works(table: Table, card: Card) -> bool:
    """On a circle. A card set there is not a member."""
    return not is_set(card) or table.reading("A-34") == "member-even-if-set"


@rules.guard("9.3.2.2")
def gate_works(table: Table, card: Card) -> bool:
    """Face up in the gate zone."""
    return not card.mark("face down")


@rules.guard("9.3.2.3")
def tactics_works(table: Table, card: Card) -> bool:
    """Face up in the battle zone."""
    return not card.mark("face down")


@rules.guard("9.3.2.4")
def paradox_works(table: Table, card: Card) -> bool:
    """Face up in the battle zone or the paradox zone."""
    return not card.mark("face down")


@rules.guard("9.3.2.5")
def works_where_stated(table: Table, card: Card, ability: Ability) -> bool:
    """Only in the zone that the ability names; face up, if cards in that zone are visible."""
    if not is_stated_zone(table, card, ability):
        return False
    return area_name(card.area) not in HAVE_FACE or not card.mark("face down")


@rules.guard("9.3.2.5.1")
def is_stated_zone(table: Table, card: Card, ability: Ability) -> bool:
    """The bracket after the ability's type says where."""
    zone = "soul" if card.area.startswith("under.") else area_name(card.area)
    return zone in ability.where


@rules.guard("9.3.3")
def has_no_effect(table: Table, ability: Ability) -> bool:
    """An inactive ability does nothing, of whatever kind."""
    if isinstance(ability, Activated):
        return bool(activated_cannot_be_used(table))
    if isinstance(ability, Automatic):
        return bool(automatic_is_deaf(table))
    return bool(continuous_is_idle(table))


continuous_is_idle = rules.says("9.3.3.1", True)
automatic_is_deaf = rules.says("9.3.3.2", True)  # even if its condition is met, it does nothing
activated_cannot_be_used = rules.says("9.3.3.3", True)
# What was active when it was activated resolves to the end.
resolves_though_inactive = rules.says("9.3.4", True)


pays_for = rules.asks("9.4.2", plain.is_the_same)  # a player owes costs only for their own cards
