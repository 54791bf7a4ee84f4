"""Sections 5.18 to 5.22: luck drives, revealing, reshuffles and refreshes, and paying costs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from judgekit.engine.state import (
    Player,
    area,
)
from judgekit.engine.table import Table
from judgekit.games.luck_and_logic.ch01_outline import changed_by_cards
from judgekit.games.luck_and_logic.ch04_zones import (
    lay,
    top_of_stock,
)
from judgekit.games.luck_and_logic.ch05_02_cards import draw_a_card, drop, shuffle_deck
from judgekit.games.luck_and_logic.rules import rules


@rules.action("5.18.1")
def luck_drive(table: Table, player: Player) -> None:
    """Three stock cards to the drop zone, and draw."""
    if not has_luck_drives_left(table, player) or not table.propose("luck drive", player=player):
        return
    table.tally(f"{player}.luck drives this turn")
    drop(table, top_of_stock(table, player, luck_drive_cost(table, player)) or ())
    draw_a_card(table, player)
    table.occurs("luck drive", player)


def luck_drive_cost(table: Table, player: Player) -> int:
    """Three stock cards, unless a text says otherwise (1.3.1)."""
    return max(0, changed_by_cards(table, "luck drive cost", player, 3))


def has_luck_drives_left(table: Table, player: Player) -> bool:
    """7.5.3: any number in a turn, unless a text says how many (1.3.1)."""
    made = table.number(f"{player}.luck drives this turn")
    return changed_by_cards(table, "luck drives", player, made + 1) > made


@rules.action("5.19.1")
def reveal(table: Table, cards: Sequence[int]) -> None:
    """Everybody may see cards for a time."""
    if cards and stays_in_place(table):
        table.reveal(*cards)


# As a cost, cards are shown when all costs have been decided, at the time all are paid.
revealed_with_the_rest = rules.says("5.19.2", True)


reveal_for_effect = rules.acts("5.19.3", reveal)  # shown until the effect ends


@rules.action("5.19.3.1")
def stop_revealing(table: Table, cards: Sequence[int]) -> None:
    table.occurs("no longer revealed", facts=(("cards", tuple(cards)),))


stays_in_place = rules.says("5.19.4", True)  # revealing moves nothing and turns nothing


@rules.action("5.20.1")
def reshuffle(table: Table, player: Player) -> None:
    """The drop zone goes to the deck, and the deck is shuffled."""
    if not table.propose("reshuffle", player=player):
        return
    here, deck = area(player, "drop"), area(player, "deck")
    going = [card for card in table.pile(here) if table.propose("move", card, src=here, dst=deck)]
    with table.together():
        for card in going:
            lay(table, card, deck)
    shuffle_deck(table, player)
    table.occurs("reshuffle", player)


@rules.action("5.21.1")
def refresh(table: Table, player: Player) -> None:
    """Reshuffle, and one more refresh point."""
    if not table.propose("refresh", player=player):
        return
    reshuffle(table, player)
    table.set_number(f"{player}.refresh points", table.number(f"{player}.refresh points") + 1)
    table.occurs("refresh", player)


pays_at_once = rules.says("5.22.2", True)  # all costs are determined first and then paid together


@rules.guard("5.22.3")
def can_pay_all(table: Table, parts: Iterable[bool]) -> bool:
    """A cost is paid whole or not at all."""
    return all(parts)


# Paying all the cards of a zone is possible even if the zone is empty.
nothing_is_all = rules.passes("5.22.4")
