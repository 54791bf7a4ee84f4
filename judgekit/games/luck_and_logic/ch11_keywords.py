"""Chapter 11: Covenant, Vanguard, Logic Drive."""

from __future__ import annotations

from functools import partial

from judgekit.engine.abilities import Activated, Automatic, Moment, Source
from judgekit.engine.events import Occurred
from judgekit.engine.state import CardId, Player, fact
from judgekit.engine.table import Table
from judgekit.games.luck_and_logic.ch01_outline import changed_by_cards
from judgekit.games.luck_and_logic.ch04_zones import gates, is_destroyed, soul_of
from judgekit.games.luck_and_logic.ch09_06_playing import (
    Use,
    abilities_of,
    can_pay_for_ability,
    play,
    play_ability,
    process_ability,
)
from judgekit.games.luck_and_logic.ch12_miscellaneous import cannot_be_played
from judgekit.games.luck_and_logic.rules import rules


@rules.keyword("11.2.1", "covenant")
def covenant_is_met(table: Table, moment: Moment, source: Source, name: str) -> bool:
    """A-23: this card has tranced with the named character and lies in the soul."""
    event = moment.event
    if not isinstance(event, Occurred) or not table.rules.number("11.2.1"):
        return False
    if event.timing == "put into soul":
        return is_put_there(table, event, source, name)
    if event.timing != "tranced":
        return False
    table.cite("11.2.1")
    into = fact(event.facts, "into") == source.card.card
    as_union = into and event.card is not None and is_character(table, event.card, name)
    as_material = event.card == source.card.card and is_character(table, fact(event.facts, "with"), name)
    if as_union == as_material:
        return as_material
    return as_union if table.reading("A-23") == "on-tranceunion" else as_material


def is_put_there(table: Table, event: Occurred, source: Source, name: str) -> bool:
    """A-23: read the other way, an effect that puts the card into that character's soul will do."""
    if event.card != source.card.card or "5.13.1.3" in table.path:
        return False
    named = is_character(table, fact(event.facts, "of"), name)
    return named and table.reading("A-23") == "on-material-any-soul"


def is_character(table: Table, card: int, name: str) -> bool:
    return name in (table.peek(card, "character"), table.definition(card).name)


@rules.keyword("11.3.1", "vanguard")
def is_in_the_van(table: Table, player: Player) -> bool:
    """A-22: while the opponent has six gates that are not destroyed."""
    if table.rules.number("11.3.1") is None:
        return False
    table.cite("11.3.1")
    standing = [g for g in gates(table, table.opponent(player)) if not is_destroyed(table, g)]
    return len(standing) >= 6


@rules.keyword("11.4.1", "logic drive")
def is_logic_drive(table: Table, ability: Activated | Automatic) -> bool:
    """An activated ability with an icon of its own."""
    known = table.rules.number("11.4.1") is not None
    return known and isinstance(ability.data, Use) and ability.data.logic_drive


@rules.action("11.4.2")
def use_by_rule(table: Table, player: Player, card: CardId, address: str) -> None:
    """The one logic drive of the turn; one that is replaced has not been used (9.10.1.1)."""
    if not table.propose("logic drive", card, player):
        return
    table.tally(f"{player}.logic drives this turn")
    table.mark(card, "logic drive in turn", table.number("turn"))
    table.occurs("logic drive", player, card)
    play_ability(table, player, card, address)


def may_use_logic_drive(table: Table, player: Player, card: int) -> bool:
    """11.4.2: one's own turn, soul, and no other logic drive this turn."""
    table.cite("4.15.2")
    return (
        player == table.turn_player
        and bool(soul_of(table.state, card))
        and not has_used_logic_drive(table, player, card)
    )


def has_used_logic_drive(table: Table, player: Player, card: int) -> bool:
    """One a turn, or as many as a card's text says; of members that have not used theirs, maybe more."""
    used = table.number(f"{player}.logic drives this turn")
    if used < changed_by_cards(table, "logic drive count", player, 1):
        return False
    again = table.card(CardId(card)).mark("logic drive in turn") == table.number("turn")
    return again or used >= changed_by_cards(table, "count of logic drives by different members", player, 1)


@rules.action("11.4.2.1")
def use_by_effect(table: Table, player: Player, card: CardId, address: str, free: bool) -> bool:
    """An effect asks for none of that, and does not count."""
    if not table.propose("logic drive", card, player):
        return False
    table.occurs("logic drive", player, card)
    play(table, lambda: process_ability(table, player, card, address, free))
    return True


def play_by_effect(table: Table, player: Player, card: CardId, kind: str, free: bool) -> bool:
    """An effect uses an activated ability of a card; if it has several, its player says which."""
    able = [one for one in abilities_of(table, card) if can_be_used(table, player, card, one, kind, free)]
    if not able:
        return False
    address = table.pick(
        player, [(one, table.pool.ability(one).text or one) for one in able], table.words("which ability")
    )
    if is_logic_drive(table, ability_of(table, address)):
        return bool(use_by_effect(table, player, card, address, free))
    play(table, partial(process_ability, table, player, card, address, free))
    return True


def ability_of(table: Table, address: str) -> Activated:
    found = table.pool.ability(address)
    assert isinstance(found, Activated)
    return found


def can_be_used(table: Table, player: Player, card: CardId, address: str, kind: str, free: bool) -> bool:
    """Whether an effect can use this ability: what cannot be used cannot be played by an effect either."""
    ability = table.pool.ability(address)
    if not isinstance(ability, Activated) or cannot_be_played(table, card, address, player):
        return False
    if kind == "logic drive" and not is_logic_drive(table, ability):
        return False
    return free or can_pay_for_ability(table, player, card, address)
