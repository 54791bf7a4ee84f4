"""Sections 5.2 and 5.3: cards that are put somewhere, decks that are shuffled."""

from __future__ import annotations

from collections.abc import Sequence

from judgekit.engine.state import CardId, Player, area_player, under
from judgekit.engine.table import Table
from judgekit.games.godzilla.ch03_player_information import belongs_to_its_zone, master, move_with_all_below
from judgekit.games.godzilla.ch04_areas import (
    area_named,
    from_the_deck_one_by_one,
    from_zone_to_zone,
    may_lie_until_a_check,
    to_the_owner,
)
from judgekit.games.godzilla.ch05_12_destroyed import tell_of_the_trip
from judgekit.games.godzilla.rules import is_strategy_zone, is_zone, rules


@rules.action("5.2.1")
def place(
    table: Table, card: int, name: str, at: int | None = None, zone_of_player: Player | None = None,
    reason: str = "effect", instructed: bool = False, by: Player | None = None,
) -> bool:  # fmt: skip
    """A card goes to an area, unless something forbids or replaces it."""
    if not can_move(table, card, name, reason, zone_of_player):
        return False
    put_down(table, card, name, at, zone_of_player, reason, instructed, by)
    return True


def put_down(
    table: Table, card: int, name: str, at: int | None = None, zone_of_player: Player | None = None,
    reason: str = "effect", instructed: bool = False, by: Player | None = None,
) -> None:  # fmt: skip
    """Nothing stops it any more. From a zone or strategy zone to the discard pile it has been destroyed."""
    origin, whose = table.card(card).area, master(table, card)
    dst = area_named(zone_of_player or table.card(card).owner, name)
    with table.together():
        if zone_of_player:
            from_zone_to_zone(table, card, dst)
            may_lie_until_a_check(table, dst, belongs_in(table, card, dst))
            table.put(card, dst, at)
            belongs_to_its_zone(table, card)
            if is_strategy_zone(dst):
                table.mark(card, "placed this turn")
        else:
            to_the_owner(table, card, name, at)
        if name == "discard pile":
            tell_of_the_trip(table, card, origin, whose, reason, by, instructed)
    tell_of_a_placement(table, card, origin, dst)


def belongs_in(table: Table, card: int, dst: str) -> bool:
    """Battle cards belong in zones, strategy cards in strategy zones."""
    return (table.peek(card, "type") == "strategy") is is_strategy_zone(dst)


def tell_of_a_placement(table: Table, card: int, origin: str, dst: str) -> None:
    """By one reading a card that enters a zone from off the field was played, whatever the wording."""
    if is_zone(dst) and not is_zone(origin) and table.reading("A-23") == "every-placement":
        table.occurs("played", area_player(dst), card, (("from", origin), ("how", "placed")))


def place_under(table: Table, cards: Sequence[int], host: int) -> int:
    """Cards laid under another one, all at once, each with what lies under it."""
    moved = 0
    with table.under("5.2.1"), table.together():
        for card in cards:
            here = table.card(card).area
            if card != host and table.propose("move", card, src=here, dst=under(CardId(host))):
                move_with_all_below(table, card, under(CardId(host)))
                table.occurs("laid under", table.master(host), card, (("into", host),))
                moved += 1
    return moved


def can_move(
    table: Table, card: int, name: str, reason: str = "effect", player: Player | None = None
) -> bool:
    """Nothing forbids or replaces a card's move to an area, its owner's or that of a player."""
    now = table.card(card)
    dst = area_named(player or now.owner, name)
    return table.propose("move", card, src=now.area, dst=dst, facts=(("reason", reason),))


def place_together(
    table: Table, cards: Sequence[int], name: str, at: int | None = None, reason: str = "effect"
) -> int:
    """Several cards to areas of their owners: whatever prevents it is checked before any goes."""
    with table.under("5.2.1"), table.together():
        going = [table.card(card).ref for card in cards if can_move(table, card, name, reason)]
        left = [ref.card for ref in going if table.state.current(ref) is not None]
        for card in left:
            put_down(table, card, name, at, reason=reason)
    return len(left)


def mill(table: Table, player: Player, n: int) -> list[CardId]:
    """Top cards of the deck to the discard pile, one after another."""
    with table.under("5.7.3"), table.under("5.2.1"):
        sent = from_the_deck_one_by_one(table, player, max(0, n), "discard pile")
        if len(sent) < n:
            table.cite("11.2.2")  # a deck is made anew for a draw alone
        return sent


@rules.action("5.3.1")
def shuffle(table: Table, player: Player) -> None:
    """Chance orders the whole deck."""
    if len(the_whole_area(table, f"{player}.deck")) < 2:
        shuffle_nothing(table, player)
    else:
        table.shuffle(f"{player}.deck")
        table.occurs("shuffled", player)


the_whole_area = rules.asks("5.3.1.1", Table.pile)


@rules.action("5.3.1.2")
def shuffle_nothing(table: Table, player: Player) -> None:
    """No order to change, and still a shuffle."""
    table.arrange(f"{player}.deck", table.pile(f"{player}.deck"))
    table.occurs("shuffled", player)
