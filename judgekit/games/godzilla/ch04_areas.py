"""Chapter 4: areas, and how the eight zones of each player lie to each other."""

from __future__ import annotations

from collections.abc import Sequence

from judgekit.engine import plain
from judgekit.engine.state import PLAYERS, CardId, Player, area_name, area_player, under
from judgekit.engine.table import Table
from judgekit.games.godzilla.ch03_player_information import (
    find_monster,
    move_with_all_below,
    owner,
    stack_on_top,
)
from judgekit.games.godzilla.rules import (
    HIDDEN,
    ZONES,
    is_by_an_effect,
    is_strategy_zone,
    is_zone,
    rules,
    zone_number,
)

FRONT = {3: 8, 4: 7, 5: 6}
COLUMNS = {1: (5, 6), 2: (4, 7), 3: (3, 8), 8: (3, 8), 4: (2,), 7: (2,), 5: (1,), 6: (1,)}
LEFT_TO_RIGHT = {1: 1, 2: 2, 3: 3, 8: 3, 4: 4, 7: 4, 5: 5, 6: 5}

Zone = tuple[Player, int]  # whose, and its number


@rules.action("4.1.2.1")
def show_or_hide(table: Table, card: int, dst: str) -> None:
    """Public areas show their cards, hidden ones hide them: a card revealed before is hidden again."""
    if area_name(dst) in HIDDEN and table.card(card).mark("revealed"):
        table.mark(card, "revealed", None)


how_many = rules.asks("4.1.2.2", plain.how_many)  # anybody may count any area, hidden or not


@rules.guard("4.1.2.3")
def need_not_be_found(table: Table, where: str) -> bool:
    """In a hidden area nobody has to have a certain card, unless the whole area has been revealed."""
    shown = all(table.card(card).mark("revealed") for card in table.pile(where))
    return area_name(where) in HIDDEN and not shown


@rules.action("4.1.4")
def become_a_new_card(table: Table, card: int, dst: str, at: int | None) -> None:
    """Any move except from zone to zone removes what applied to the card."""
    from judgekit.games.godzilla.ch09_special_cards import tokens_go_first

    if tokens_go_first(table, card, dst):
        return
    if is_under_an_effect(table, card):
        table.cite("10.8.2")
    move_with_all_below(table, card, dst, at)


def is_under_an_effect(table: Table, card: int) -> bool:
    """Whether a standing effect was fixed on this card."""
    ref = table.card(card).ref
    return any(ref in (effect.cards or ()) for effect in table.state.effects)


def may_lie_until_a_check(table: Table, where: str, belongs: bool = True) -> None:
    """What has no place there, or shares it, is not touched before a check timing looks."""
    if is_by_an_effect(table) and (table.pile(where) or not belongs):
        table.cite("11.1.2.2")


def from_zone_to_zone(table: Table, card: int, dst: str) -> None:
    """It stays the same card there: what applied to it applies still."""
    if is_zone(table.card(card).area) and is_zone(dst) and is_under_an_effect(table, card):
        table.cite("4.1.4", "10.8.2")


# the effect that moved a card may still refer to it where it is now
follow = rules.asks("4.1.4.1", plain.the_same_card)


@rules.action("4.1.5")
def order_of_arrival(
    table: Table, cards: Sequence[CardId], dst: str, orders: Player | None = None
) -> tuple[CardId, ...]:
    """Several cards that arrive together in an ordered area: its player chooses the order, or the player who
    is told to."""
    player = orders or area_player(dst)
    if area_name(dst) != "deck" or player is None:
        return tuple(cards)
    order_is_secret(table, dst)
    return table.order(player, cards, table.words("order of cards", dst=dst))


def put_in_order(table: Table, cards: Sequence[CardId], at: int | None, orders: Player | None = None) -> None:
    """Cards with all that lies under them, to the top or bottom of the decks of their owners."""
    loose = [c for card in cards for c in (card, *table.pile(under(card)))]
    if len(loose) > len(cards):
        table.cite("3.2.3", "3.2.4")
    with table.together():
        for player in (table.turn_player, table.opponent()):
            dst = f"{player}.deck"
            own = [c for c in loose if owner(table, c) == player]
            ordered = order_of_arrival(table, own, dst, orders)
            for card in ordered if at is None else reversed(ordered):
                with table.under("4.1.7"), table.under("4.1.4"):
                    show_or_hide(table, card, dst)
                    table.put(card, dst, at)


@rules.guard("4.1.5.1")
def order_is_secret(table: Table, dst: str) -> bool:
    return area_name(dst) in HIDDEN


@rules.guard("4.1.6")
def whose_area(table: Table, name: str, card_master: Player) -> str:
    """An area named without saying whose is that of the card's master."""
    return f"{card_master}.{name}"


def area_named(player: Player, name: str) -> str:
    """4.11.1: there is one resolution area, which both players share."""
    return "resolution" if name in ("resolution", "resolution area") else f"{player}.{name}"


@rules.action("4.1.7")
def to_the_owner(table: Table, card: int, name: str, at: int | None = None) -> None:
    """Anywhere but a zone, a card goes to its owner's area."""
    dst = area_named(owner(table, card), name)
    show_or_hide(table, card, dst)
    become_a_new_card(table, card, dst, at)


@rules.guard("4.4.4.1")
def zone(table: Table, player: Player, number: int) -> str:
    return f"{player}.zone {number}"


def zone_of(table: Table, card: int) -> Zone | None:
    """The zone a card is in; none off the field."""
    where = table.card(card).area
    number, player = zone_number(where), area_player(where)
    return (player, number) if number is not None and player is not None else None


@rules.guard("4.4.5.1")
def zone_behind(table: Table, number: int) -> int | None:
    """5 is behind 6, 4 behind 7, 3 behind 8."""
    return next((back for back, front in FRONT.items() if front == number), None)


def is_in_front(table: Table, one: Zone, other: Zone) -> bool:
    """The first zone is in front of the second."""
    return one[0] == other[0] and zone_behind(table, one[1]) == other[1]


@rules.guard("4.4.5.2")
def is_adjacent(table: Table, one: Zone, other: Zone) -> bool:
    """Consecutive numbers, front and back, or the two zones 8 across the table."""
    if one[0] != other[0]:
        return one[1] == other[1] == 8
    return abs(one[1] - other[1]) == 1 or is_in_front(table, one, other) or is_in_front(table, other, one)


@rules.guard("4.4.5.3")
def is_before(table: Table, one: Zone, other: Zone) -> bool:
    """The first zone is before the second: same player, and a smaller number or the same zone."""
    return one[0] == other[0] and (one[1] < other[1] or is_itself(table, one, other))


def is_beyond(table: Table, one: Zone, other: Zone) -> bool:
    return is_before(table, other, one)


is_itself = rules.asks("4.4.5.3.1", plain.is_the_same)  # a zone is before itself and beyond itself


@rules.guard("4.4.5.4")
def is_same_column(table: Table, one: Zone, other: Zone) -> bool:
    """Across the table by the table of columns; on one side, 3 and 8, 4 and 7, 5 and 6 and itself."""
    if one[0] == other[0]:
        return LEFT_TO_RIGHT[one[1]] == LEFT_TO_RIGHT[other[1]]
    return other[1] in COLUMNS[one[1]]


def column_of(zone: Zone) -> int:
    """The same number for the zones of a column, on either side of the table."""
    number = zone[1] if zone[0] == PLAYERS[0] else COLUMNS[zone[1]][0]
    return LEFT_TO_RIGHT[number]


@rules.guard("4.4.5.5.1")
def place_from_left(table: Table, seen_by: Player, where: Zone) -> int:
    """How far to the right a zone lies, seen by a player."""
    place = LEFT_TO_RIGHT[where[1]]
    if table.reading("A-49") == "one-rightmost":
        place = 6 - place
    return place if where[0] == seen_by else mirrored(table, place)


@rules.guard("4.4.5.5.1.1")
def lie_side_by_side(table: Table, one: Zone, other: Zone) -> bool:
    """Neither of two zones of one column is left or right of the other."""
    return LEFT_TO_RIGHT[one[1]] == LEFT_TO_RIGHT[other[1]] and one[0] == other[0]


@rules.guard("4.4.5.5.2")
def mirrored(table: Table, place: int) -> int:
    """The opponent's right is one's own left."""
    return 6 - place


@rules.guard("4.4.5.5.3")
def is_right_of(table: Table, seen_by: Player, one: int, other: int) -> bool:
    """Cards lie as their zones do."""
    here, there = zone_of(table, one), zone_of(table, other)
    return here is not None and there is not None and lies_right_of(table, seen_by, here, there)


def lies_right_of(table: Table, seen_by: Player, one: Zone, other: Zone) -> bool:
    """The first zone is further right, seen by a player; in an edition without left and right, never."""
    if lie_side_by_side(table, one, other):
        return False
    right = place_from_left(table, seen_by, one) or 0
    return right > (place_from_left(table, seen_by, other) or 0)


@rules.guard("4.4.5.5.4")
def outermost(table: Table, seen_by: Player, cards: Sequence[CardId], right: bool) -> list[CardId]:
    """The cards of a group that no other card of it lies further out than."""
    return [
        card
        for card in cards
        if not any(
            is_right_of(table, seen_by, other, card) if right else is_right_of(table, seen_by, card, other)
            for other in cards
        )
    ]


@rules.guard("4.4.8")
def is_empty(table: Table, player: Player, number: int) -> bool:
    pile = table.pile(f"{player}.zone {number}")
    if pile and table.reading("A-27") == "empty":
        return all(table.card(c).mark("invading") for c in pile)
    return not pile


@rules.action("4.7.2")
def make_the_new_invading_monster(table: Table, player: Player, card: int, number: int = 1) -> None:
    """The first one takes its place; a later one goes on top of the one that is there."""
    old = find_monster(table, player)
    if old is None:
        table.put(card, f"{player}.zone {number}")
    else:
        table.mark(old, "invading", None)
        stack_on_top(table, card, old)
        if table.number(f"{player}.rage"):
            table.cite("3.4.1")  # it is the invading monster's, whichever card is on top
    table.mark(card, "invading")


@rules.action("4.8.3")
def from_the_deck_one_by_one(table: Table, player: Player, n: int, name: str) -> list[CardId]:
    """Cards leave the deck singly, one after another."""
    moved = []
    for _ in range(n):
        deck = table.pile(f"{player}.deck")
        if not deck:
            break
        to_the_owner(table, deck[0], name)
        moved.append(deck[0])
    return moved


def battle_cards(table: Table, player: Player, numbers: Sequence[int] = ZONES) -> list[CardId]:
    """The battle cards in a player's zones: tops of stacks, tokens included."""
    return [
        card
        for number in numbers
        for card in table.state.pile(f"{player}.zone {number}")
        if table.peek(card, "type") == "battle"
    ]


def free_strategy_zones(table: Table, player: Player) -> list[int]:
    return [n for n in (1, 2) if not table.pile(f"{player}.strategy zone {n}")]


def holds_by_a_card(table: Table, player: Player, count: int) -> bool:
    """A card may let its player have so many strategy cards in play, or so many more than there are zones."""
    extra = table.statuses("extra strategy zones", player)
    more = sum(status.data(table, source) for status, source in extra)
    if more > 0 and count <= 2 + more:
        return True
    return table.has_status("so many strategy cards", (player, count))


def counts_as_destroyed(where: str) -> bool:
    return is_zone(where) or is_strategy_zone(where)
