"""Chapter 4: the zones, what lies there and how, and who may see it.

The top of a zone with an order is its first card. Soul cards lie in the area under their member.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import nullcontext

from judgekit.engine import plain
from judgekit.engine.events import Moved
from judgekit.engine.state import (
    PLAYERS,
    UNKNOWN,
    Area,
    Card,
    CardId,
    Player,
    State,
    area,
    area_name,
    area_player,
    host_of,
    under,
)
from judgekit.engine.table import Table
from judgekit.games.luck_and_logic.ch01_outline import (
    as_far_as_possible,
    changed_by_cards,
    in_order_of_choice,
    is_no_action,
)
from judgekit.games.luck_and_logic.ch02_characteristics import circles_of, is_member
from judgekit.games.luck_and_logic.ch03_masters import master_of
from judgekit.games.luck_and_logic.rules import rules

ROWS = ("front", "back")
SIDES = ("left", "middle", "right")
CIRCLES = tuple(f"{row} {side}" for row in ROWS for side in SIDES)  # 4.4.2.1
GATE_ZONES = tuple(f"gate {circle}" for circle in CIRCLES)
FIELD = frozenset({*CIRCLES, *GATE_ZONES})  # 4.4.1
ORDERED = frozenset({"deck", "stock", "battle", "paradox", "resolution", "main deck", "gate deck"})
HIDDEN = frozenset({"deck", "hand", "stock", "refresh", "main deck", "gate deck", *GATE_ZONES})
SIGHT = {
    "deck": "4.5.1.1", "hand": "4.6.1.1", "level": "4.7.1.1", "stock": "4.8.1.1", "drop": "4.9.1.1",
    "remove": "4.10.1.1", "refresh": "4.11.1.1", "battle": "4.12.1.1", "paradox": "4.13.1.1",
    "intercept": "4.14.1.1", "resolution": "4.16.1.1.1",
}  # fmt: skip
HAVE_FACE = frozenset({*FIELD, "level", "remove", "battle", "paradox", "stock", "refresh"})
COUNTED = {"drop": "members dropped", "stock": "members stocked"}  # what texts ask for later in the turn
HAVE_DIRECTION = frozenset({*FIELD, "level"})


# 4.1 General


how_many = rules.asks("4.1.2.2", plain.how_many)  # everybody may count any zone


stands_unless_said = rules.says("4.1.3.1.3", True)


@rules.guard("4.1.3.2.2")
def shows_its_face(table: Table, card: Card) -> bool:
    """A card that lies face down does not have what its face says."""
    return not card.mark("face down")


# If nothing is said about its face, a card is laid face up in a public zone.
is_laid_open = rules.says("4.1.3.2.3", True)


@rules.guard("4.1.3.2.4")
def is_veiled(table: Table, card: Card) -> bool:
    return bool(card.mark("face down"))


on_top = rules.says("4.1.4.1", 0)  # in an ordered zone, a card is put on top


@rules.guard("4.1.5")
def is_new_there(table: Table, card: Card, dst: str) -> bool:
    return changes_zone(card.area, dst)


def changes_zone(src: str, dst: str) -> bool:
    """From circle to circle and from gate zone to gate zone a card stays what it is."""
    one, other = area_name(src), area_name(dst)
    if one in CIRCLES and other in CIRCLES:
        return False
    if one in GATE_ZONES and other in GATE_ZONES:
        return False
    return src != dst and not (host_of(src) and host_of(dst))


def is_still_there(table: Table, card: CardId, where: str) -> bool:
    """4.1.5: whether a card is still the one that was chosen there."""
    return card in table.state.cards and not changes_zone(where, table.card(card).area)


def zone_name(where: str) -> str:
    """The zone of a place; the soul of a member counts as one."""
    return "soul" if host_of(where) is not None else area_name(where)


@rules.guard("4.1.6")
def in_owners_order(
    table: Table, cards: Sequence[int], zone: str, bottom: bool = False
) -> tuple[CardId, ...]:
    """Cards that go together to a zone with an order: their owners say which goes first."""
    if zone not in ORDERED:
        return tuple(CardId(c) for c in cards)
    if any(area_name(table.card(c).area) not in HIDDEN for c in cards) and zone in HIDDEN:
        order_is_secret(table)
    with table.under("4.1.6"):
        return tuple(
            card
            for owner in in_order_of_choice(table) or PLAYERS
            for card in table.order(
                owner, [c for c in cards if table.card(c).owner == owner], how_to_order(table, zone, bottom)
            )
        )


def how_to_order(table: Table, zone: str, bottom: bool) -> str:
    """The question to a player: each card is put on top of those before it, or beneath them."""
    return table.words("order to the bottom" if bottom else "order to the top", zone=zone)


# The other player does not learn the order of what went from a public to a hidden zone.
order_is_secret = rules.says("4.1.6.1", True)


# whose zone is meant when an effect moves a card without saying whose
zone_of_master = rules.asks("4.1.7", Table.master)


# Where the text does not say whose zone, a card of either player may be chosen.
zones_to_choose_from = rules.says("4.1.8", PLAYERS)


Whose = Callable[[Table, int], Player]


def home(table: Table, card: int) -> Player:
    """Whose drop, stock, remove … zone a card goes to (A-32)."""
    now = table.card(card)
    if master_of(table.state, now) == now.owner:
        return now.owner
    table.cite("3.1.1.1", "3.2.1.1")
    if table.reading("A-32") == "master-zone":
        return zone_of_master(table, card) or now.owner
    return now.owner


def with_owner(table: Table, card: int) -> Player:
    """Where the words name the owner."""
    now = table.card(card)
    if now.owner != table.master(card):
        table.cite("3.1.1.1")
    return now.owner


def with_player(player: Player) -> Whose:
    """Where an effect says "your" zone, or "your opponent's"."""

    def named(table: Table, card: int) -> Player:
        if table.card(card).owner != player:
            table.cite("3.3.1")
        return player

    return named


def with_master(table: Table, card: int) -> Player:
    """Where an effect names nobody."""
    now = table.card(card)
    if now.owner != table.master(card):
        table.cite("3.2.1.1")
    return zone_of_master(table, card) or now.owner


def lay(
    table: Table,
    card: int,
    dst: str,
    at: int | None = None,
    face_down: bool | None = None,
    rested: bool | None = None,
) -> None:
    """Put a card down in a zone, facing as stated, or as is usual for the zone."""
    now = table.card(card)
    new = is_new_there(table, now, dst)
    name = area_name(dst)
    spot = on_top(table) if at is None and name in ORDERED else at
    if name == "stock" and at is None and table.pile(dst):
        table.cite("4.8.1.2")
    with table.together():
        if new is None:  # 4.1.5 is switched off
            table.emit(Moved(now.id, now.area, Area(dst), spot, renewed=False))
        else:
            table.put(card, dst, spot)
        if new and name in HAVE_FACE and (lies_hidden(table, name) if face_down is None else face_down):
            table.mark(card, "face down")
        if new and name in HAVE_DIRECTION and (not stands_unless_said(table) if rested is None else rested):
            table.mark(card, "rested")


def lies_hidden(table: Table, zone: str) -> bool:
    """How a card lies if nothing is said about its face."""
    return zone in HIDDEN or not is_laid_open(table)


def send(
    table: Table,
    cards: Iterable[int],
    zone: str,
    *,
    bottom: bool = False,
    face_down: bool | None = None,
    whose: Whose = home,
    to_be_shuffled: bool = False,
    rested: bool | None = None,
) -> list[CardId]:
    """Cards go together to a zone that is not a circle, each with its soul, unless something stops them;
    from a deck they go one by one (4.5.2). Where a shuffle follows, nobody need order them."""
    from judgekit.games.luck_and_logic.ch12_miscellaneous import souls_of_all, with_soul

    going = [
        CardId(card)
        for card in cards
        if table.propose("move", card, src=table.card(card).area, dst=area(whose(table, card), zone))
    ]
    for card in going:
        if zone in COUNTED and area_name(table.card(card).area) in CIRCLES and is_member(table, card):
            table.tally(f"{whose(table, card)}.{COUNTED[zone]} this turn")
    singly = come_singly(table, going)
    if len(going) > 1 and not singly and zone not in ORDERED:
        table.cite("4.1.6")
    with nullcontext() if singly else table.together():
        souls = souls_of_all(table, going, zone)
        places = {card: area(whose(table, card), zone) for card in (*going, *souls)}
        ordered = (*going, *souls) if to_be_shuffled else with_soul(table, going, souls, places, bottom)
        for card in ordered:
            dst = places[card]
            with table.under("12.2.1") if card in souls else nullcontext():
                lay(table, card, dst, len(table.pile(dst)) if bottom else None, face_down, rested)
    return going


def come_singly(table: Table, cards: Sequence[CardId]) -> bool:
    """Several cards out of a deck."""
    lying = {area_name(table.card(card).area) for card in cards}
    return len(cards) > 1 and lying == {"deck"} and bool(one_at_a_time(table))


# 4.2 to 4.4 Circles, gate zones, the field


def row_of(where: str) -> str:
    return area_name(where).removeprefix("gate ").split()[0]


def side_of(where: str) -> str:
    return area_name(where).removeprefix("gate ").split()[1]


def gate_zone_of(circle: str) -> str:
    """4.4.2.2: the gate zone associated with a circle."""
    return f"gate {circle}"


def circle_of(gate_zone: str) -> str:
    return area_name(gate_zone).removeprefix("gate ")


def in_front_of(circle: str) -> str | None:
    """4.4.3.3"""
    return f"front {side_of(circle)}" if row_of(circle) == "back" else None


def behind(circle: str) -> str | None:
    return f"back {side_of(circle)}" if row_of(circle) == "front" else None


def are_neighbours(one: str, other: str) -> bool:
    """4.4.4.1, 4.4.4.2: adjacent places of one player."""
    if side_of(one) == side_of(other):
        return row_of(one) != row_of(other)
    return row_of(one) == row_of(other) and "middle" in (side_of(one), side_of(other))


def are_adjacent(one: str, other: str) -> bool:
    """4.4.4.3 as well: across the table, a front row meets the other, left against right."""
    if area_player(one) == area_player(other):
        return are_neighbours(one, other)
    mirrored = {"left": "right", "middle": "middle", "right": "left"}
    return row_of(one) == row_of(other) == "front" and mirrored[side_of(one)] == side_of(other)


def is_on_circle(card: Card) -> bool:
    return area_name(card.area) in CIRCLES


def is_set(card: Card) -> bool:
    return card.mark("set to") is not None


def counts_as_member(table: Table, card: int) -> bool:
    """A member card that is set to another card is not a member (A-34)."""
    now = table.card(card)
    if not is_on_circle(now) or not is_member(table, card):
        return False
    return not is_set(now) or table.reading("A-34") == "member-even-if-set"


def members(table: Table, player: Player) -> list[CardId]:
    """The members on a player's circles."""
    found = [c for circle in CIRCLES for c in table.pile(f"{player}.{circle}")]
    return [card for card in found if counts_as_member(table, card)]


def occupied(table: Table, player: Player) -> dict[str, list[CardId]]:
    """The circles that members occupy, one or several each (2.10.3), with these members."""
    found: dict[str, list[CardId]] = {}
    for card in members(table, player):
        for circle in circles_of(table, card) or ():
            found.setdefault(circle, []).append(card)
    return found


def occupants(table: Table, player: Player, circle: str) -> list[CardId]:
    """The members that occupy a circle, alone or among others."""
    return occupied(table, player).get(circle, [])


def is_under_attack(table: Table, card: int) -> bool:
    """8.2.7.2: on the circle being attacked, which is a circle of the turn player's opponent."""
    attacked = table.number("attacked circle")
    if not attacked or area_player(table.card(card).area) != table.opponent():
        return False
    return CIRCLES[attacked - 1] in (circles_of(table, card) or ())


def is_gate(table: Table, card: int) -> bool:
    """4.3.1.1.1, A-35: a gate can be told by the back of a face-down card."""
    now = table.card(card)
    if now.name == UNKNOWN or table.peek(card, "type") == "gate":
        return True
    return bool(now.mark("face down")) and table.reading("A-35") == "any-face-down-card"


def gates(table: Table, player: Player) -> list[CardId]:
    found = [c for zone in GATE_ZONES for c in table.pile(f"{player}.{zone}")]
    return [card for card in found if is_gate(table, card)]


def undestroyed_gates(table: Table, player: Player) -> list[CardId]:
    return [card for card in gates(table, player) if table.card(card).mark("face down")]


def destroyed_gates(table: Table, player: Player) -> list[CardId]:
    return [card for card in gates(table, player) if is_destroyed(table, card)]


def is_destroyed(table: Table, gate: int) -> bool:
    """A-36: a gate is destroyed while it lies face up."""
    now = table.card(gate)
    if now.mark("face down"):
        return False
    return bool(now.mark("destroyed")) or table.reading("A-36") == "face-up-is-destroyed"


def refresh_cards(table: Table, player: Player) -> list[CardId]:
    """The cards in the refresh zone that count against a player (A-31)."""
    lying = [card for card in table.pile(f"{player}.refresh") if is_from_main_deck(table, card)]
    if all(table.card(c).mark("face down") for c in lying):
        return lying
    if table.reading("A-31") == "any-face-counts":
        return lying
    return [card for card in lying if table.card(card).mark("face down")]


def is_from_main_deck(table: Table, card: CardId) -> bool:
    """6.1.1.1.4, 6.1.1.2.3: not a gate; an unknown card in the refresh zone need not be asked about."""
    return table.is_unknown(card) or table.peek(card, "type") != "gate"


# 4.5 Deck


one_at_a_time = rules.says("4.5.2", True)  # cards leave the deck singly, even when many do


@rules.action("4.5.2.1")
def go_on_after_reshuffle(table: Table, player: Player, times: int, take: Take) -> list[CardId]:
    """The deck was too small: the remaining cards come from the deck after the reshuffle."""
    return [card for _ in range(times) for card in take_one(table, player, take)]


Take = Callable[[Table, CardId], None]


def from_deck(table: Table, player: Player, times: int, take: Take) -> list[CardId]:
    """The top cards of a deck go somewhere, one after the other."""
    if is_no_action(table, times):
        return []
    there = as_far_as_possible(table, times, how_many(table, f"{player}.deck") or 0) or 0
    with nullcontext() if one_at_a_time(table) else table.together():
        taken = [card for _ in range(there) for card in take_one(table, player, take)]
    if times > there:
        table.check_interrupts()  # among things that happen together nothing has looked at the deck yet
        if table.pile(f"{player}.deck"):
            taken += go_on_after_reshuffle(table, player, times - there, take) or []
    return taken


def take_one(table: Table, player: Player, take: Take) -> list[CardId]:
    top = table.pile(f"{player}.deck")[:1]
    for card in top:
        take(table, card)
    return list(top)


# 4.7 Level zone


def face_up_levels(table: Table, player: Player) -> list[CardId]:
    return [card for card in table.pile(f"{player}.level") if not table.card(card).mark("face down")]


def maximum_level(table: Table, player: Player) -> int:
    """4.7.2: four, unless an effect has changed it."""
    more = table.number(f"{player}.extra level") + table.number(f"{player}.extra level this turn")
    return changed_by_cards(table, "maximum level", player, 4 + more)


# 4.8 Stock zone


@rules.guard("4.8.1.2")
def top_of_stock(table: Table, player: Player, count: int) -> tuple[CardId, ...]:
    """Stock cards are taken from the top."""
    return () if is_no_action(table, count) else table.pile(f"{player}.stock")[:count]


# 4.12 Battle zone


@rules.guard("4.12.1.1.1")
def lends_logic(table: Table, card: Card) -> bool:
    """A card in the battle zone applies its logic icon only face up."""
    return not card.mark("face down")


@rules.guard("4.12.1.1.2")
def keeps_its_trigger(table: Table, card: Card) -> bool:
    """An ability that triggered on being placed here goes on though the card is turned face down."""
    return area_name(card.area) == "battle"


# 4.13 to 4.15 Paradox, intercept and soul zones


def soul_of(state: State, member: int) -> tuple[CardId, ...]:
    return state.pile(under(member))


def face_up_paradoxes(table: Table, player: Player) -> list[CardId]:
    """The face-up paradoxes of a player, in the battle zone and the paradox zone together."""
    lying = (*table.pile(f"{player}.battle"), *table.pile(f"{player}.paradox"))
    return [
        card
        for card in lying
        if not table.card(card).mark("face down") and table.peek(card, "type") == "paradox"
    ]


# Who sees what


def sees(state: State, seat: Player, card: Card, flat: bool = False) -> bool:
    """4.1.2.1 and what each zone's clause says; in the flat reading, the zone alone decides (A-41)."""
    zone, mine = area_name(card.area), master_of(state, card) == seat
    if zone == "hand":
        return mine
    if card.mark("lies open"):
        return True
    if flat:
        return zone not in HIDDEN
    if zone in ("deck", "stock", "refresh", "main deck", "gate deck"):
        return False
    if not card.mark("face down") or zone in ("battle", "paradox"):
        return True
    return mine and (zone in CIRCLES or zone == "level")


def what_its_zone_says(card: Card) -> tuple[str, ...]:
    """The clauses that say whether a zone is public, and who may look at a face-down card in it."""
    zone, face_down = area_name(card.area), bool(card.mark("face down"))
    if host_of(card.area) is not None:
        return ("4.15.1.1",)
    if face_down and is_set(card):
        return ("4.2.1.2", "5.24.4", "4.1.3.2.4")
    if zone == "remove" and face_down:  # the gates that were not used
        return ("4.10.1.1", "6.2.1.3.1", "4.1.3.2.4")
    if zone in CIRCLES:
        return ("4.2.1.1", "4.2.1.2", "4.1.3.2.4") if face_down else ("4.2.1.1",)
    if zone in GATE_ZONES:
        return ("4.3.1.1", "4.1.3.2.4") if face_down else ("4.3.1.1",)
    if zone == "level" and face_down:
        return ("4.7.1.1", "4.7.1.2", "4.1.3.2.4")
    if zone == "paradox" and face_down:
        return ("4.13.1.1", "4.13.1.2")
    return (SIGHT[zone],) if zone in SIGHT else ()


def may_see(table: Table, seat: Player, card: int) -> bool:
    """The same, as this case reads the book."""
    now = table.card(card)
    usual, flat = (sees(table.state, seat, now, flat=flat) for flat in (False, True))
    if usual == flat:
        return usual
    return flat if table.reading("A-41") == "flat-zone-flag" else usual
