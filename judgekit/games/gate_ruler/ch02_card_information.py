"""Section 2: what is printed on a card."""

from __future__ import annotations

from judgekit.engine.state import PLAYERS, CardId, Player
from judgekit.engine.table import Table
from judgekit.games.gate_ruler.rules import is_in_play, rules

ATTRIBUTES = "attributes"


def is_ruler(table: Table, card: int) -> bool:
    return bool(table.peek(card, "type") == "ruler")


def is_unit(table: Table, card: int) -> bool:
    return bool(table.peek(card, "type") == "unit")


def is_event(table: Table, card: int) -> bool:
    return bool(table.peek(card, "type") == "event")


def is_field(table: Table, card: int) -> bool:
    return bool(table.peek(card, "type") == "field")


@rules.guard("2-1b-1")
def is_described_there(table: Table, where: str) -> bool:
    """A card described by its properties alone, without a zone, is one in play."""
    return is_in_play(where)


@rules.guard("2-5c")
def attributes_to_choose_from(table: Table) -> list[str]:
    """Attributes that some card has; as far as this case knows, the cards in it."""
    found = {word for card in table.pool.definitions.values() for word in card.properties.get(ATTRIBUTES, ())}
    return sorted(found)


@rules.guard("2-6c")
def current_life(table: Table, player: Player) -> int:
    """Life less the cards in the damage zone."""
    return life(table, player) - len(table.pile(f"{player}.damage"))


def life(table: Table, player: Player) -> int:
    card = ruler_of(table, player)
    return number(table, card, "life") if card is not None else 0


def ruler_of(table: Table, player: Player) -> CardId | None:
    return next(iter(table.pile(f"{player}.ruler")), None)


@rules.guard("2-10b")
def damage_to_a_unit(table: Table, attacker: int) -> int:
    """An attacking ruler or unit deals its ATK to a unit."""
    return number(table, attacker, "ATK")


@rules.guard("2-11b")
def damage_adds_up(table: Table, card: int, damage: int) -> int:
    """Damage on a unit grows; its HP stays what it is."""
    return int(table.card(card).mark("damage") or 0) + damage


@rules.guard("2-12b")
def damage_to_a_ruler(table: Table, attacker: int) -> int:
    """An attacking ruler or unit deals its STK to a ruler."""
    return number(table, attacker, "STK")


def number(table: Table, card: int, name: str) -> int:
    """A number of a card as a rule reads it; 1-5g: one it does not have is 0."""
    value = table.value(card, name)
    if value is None:
        table.cite("1-5g")
    return int(value or 0)


def damage_on(table: Table, card: int) -> int:
    """3-6g: the current damage of a unit."""
    return int(table.card(card).mark("damage") or 0)


def rulers(table: Table) -> list[CardId]:
    return [card for player in PLAYERS if (card := ruler_of(table, player)) is not None]
