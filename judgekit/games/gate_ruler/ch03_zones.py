"""Section 3: zones, placement, what is revealed to whom, columns, charges."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from judgekit.engine import plain
from judgekit.engine.abilities import Automatic
from judgekit.engine.state import PLAYERS, Card, CardId, Player, Ref, area_player, host_of, under
from judgekit.engine.table import Table
from judgekit.games.gate_ruler.ch01_overview import as_often_as_possible
from judgekit.games.gate_ruler.ch02_card_information import is_event, is_field, is_ruler, is_unit, ruler_of
from judgekit.games.gate_ruler.rules import (
    FRONT,
    GATE,
    has_ready_state,
    has_status,
    is_in_play,
    rules,
    zone_kind,
)

GATE_MARKS = (
    "controller", "zone", "targets", "chosen player", "modes", "amounts", "cost", "fixed", "facts", "process",
    "objects",
)  # fmt: skip


@rules.guard("3-2b-1")
def may_check(table: Table, player: Player, card: int) -> bool:
    """A player may look at what is revealed to them."""
    return table.policy.sees(table.state, player, table.card(card))


@rules.guard("3-2b-2")
def must_not_check(table: Table, player: Player, card: int) -> bool:
    """A player may not look at what is hidden from them."""
    return not table.policy.sees(table.state, player, table.card(card))


how_many = rules.asks("3-2b-3", plain.how_many)  # anybody may count a zone, hidden or not


@rules.guard("3-2c-1")
def on_top(table: Table, where: str) -> int:
    """The top card's position in an ordered zone: first in a deck, last in the gate."""
    return len(table.pile(where)) if where == GATE else 0


rules.definition("3-2c-2", Table.arrange)  # an order changes by the events of an instruction alone
rules.definition("3-2d", rules.policy.renews)  # whether a moved card is a new object


# the effect that moved a card may keep referring to it in its new zone
follow = rules.asks("3-2d-1", plain.the_same_card)


@rules.guard("3-2d-2")
def order_of_arrival(table: Table, cards: Sequence[int], dst: str) -> tuple[CardId, ...]:
    """Cards that arrive together where order matters: the zone's owner orders them."""
    player = area_player(dst)
    if zone_kind(dst) != "deck" or player is None:
        return tuple(CardId(card) for card in cards)
    with table.under("3-2d-2"):
        return table.order(player, cards, table.words("order of cards", area=dst))


@rules.guard("3-2e")
def owners_zone(table: Table, card: int, name: str) -> str:
    """A zone named without a player is the one of the card's owner, who never changes (4-4a-1)."""
    from judgekit.games.gate_ruler.ch04_player_properties import owner

    return f"{owner(table, card) or table.master(card)}.{name}"


@rules.guard("3-2f-1")
def zone_exists(table: Table, where: str) -> bool:
    """What would go to a zone that its player does not have stays where it is."""
    from judgekit.games.gate_ruler.appendix_rulers import what_gives_zones

    player = area_player(where)
    kind = zone_kind(where)
    if player is None or kind not in ("hand", "attack", "defense", "set"):
        return True
    if where in zones(table, player, kind):
        return True
    table.cite(*what_gives_zones(table, player))
    return False


@rules.guard("3-2g")
def number_first(table: Table, player: Player, most: int, prompt: str, least: int = 0) -> int:
    """Of "up to" a number of cards, the number is chosen before the cards."""
    with table.under("3-2g"):
        return table.choose_number(player, least, most, prompt)


@rules.guard("3-2h")
def may_be_there(table: Table, card: int, where: str) -> bool:
    """What cannot go to a zone stays where it is."""
    kind = zone_kind(where)
    tests = {"ruler": only_rulers, "attack": only_units_attack, "defense": only_units_defend,
             "set": only_settable, "field": only_fields}  # fmt: skip
    return kind not in tests or tests[kind](table, card) is not False


@rules.guard("3-2i")
def all_of_them(table: Table, cards: Iterable[int]) -> list[CardId]:
    """Cards affected without a number: every one that fits."""
    return [CardId(card) for card in cards]


@rules.guard("3-2i-1")
def was_done(table: Table, moved: Sequence[int]) -> bool:
    """An action counts as done only if at least one card took part in it."""
    return bool(moved)


@rules.guard("3-3a-1")
def arrives_ready(table: Table, card: int, src: str, dst: str) -> bool:
    """A card arrives ready; J-05: between two zones in play, only as 15-3a-2 says."""
    from judgekit.games.gate_ruler import ch15_02_handling_cards as handling

    if not has_ready_state(dst):
        return False
    if not (is_in_play(src) and is_in_play(dst)):
        return True
    if handling.readied_by_the_move(table, src, dst):
        return True
    return bool(table.card(card).mark("exhausted")) and table.reading("J-05") == "every-move-readies"


@rules.guard("3-3b-1")
def arrives_face_down(table: Table, dst: str) -> bool:
    """Face down where a zone hides its cards from a player."""
    return zone_kind(dst) in ("set", "drive")


@rules.guard("3-3b-3")
def may_check_face_down(table: Table, player: Player, card: int) -> bool:
    """Players its zone is revealed to may look at a face-down card."""
    return area_player(table.card(card).area) == player


@rules.guard("3-4c")
def off_the_top(table: Table, deck: Sequence[CardId], n: int) -> tuple[CardId, ...]:
    """Several cards leave a deck from its top, one by one, as many as there are."""
    times = n if n <= len(deck) else as_often_as_possible(table, n, len(deck)) or 0
    return tuple(deck[:times])


def topmost(table: Table, player: Player, n: int) -> tuple[CardId, ...]:
    return off_the_top(table, table.pile(f"{player}.deck"), n) or ()


rules.definition("3-5c", zone_exists)  # whether there is a hand at all is asked; how full it is, never


@rules.guard("3-6c")
def is_meant(table: Table, card: Card) -> bool:
    """Whether a description without a zone means it. J-31: do face-down cards have properties?"""
    return not card.mark("face down") or table.reading("J-31") == "face-down-is-a-unit"


@rules.guard("3-6e-3b")
def is_frontmost(table: Table, card: int) -> bool:
    """Nothing stands in front of it in its column; J-07: or something must stand behind it."""
    where = table.card(card).area
    player = area_player(where)
    if player is None:
        return False
    if zone_kind(where) == "ruler":
        table.cite("3-6e-1", "3-6e-3a")
        return not any(table.pile(zone) for zone in zones(table, player, "defense"))
    if zone_kind(where) == "attack":
        return table.reading("J-07") == "nothing-in-front"
    return zone_kind(where) == "defense"


only_rulers = rules.asks("3-7c", is_ruler)


only_units_attack = rules.asks("3-8c", is_unit)


only_units_defend = rules.asks("3-9c", is_unit)


@rules.guard("3-10a-2")
def stays_in_its_set_zone(table: Table, card: int) -> bool:
    """Players cannot move a card between set zones on their own; an effect may move it."""
    return zone_kind(table.card(card).area) == "set"


@rules.guard("3-10c")
def only_settable(table: Table, card: int) -> bool:
    from judgekit.games.gate_ruler import ch16_15_forced_reveal as forced

    if forced.cannot_be_set(table, card):
        return False
    return is_settable(table, card)


@rules.guard("3-10d")
def show_before_it_moves(table: Table, card: int, dst: str) -> None:
    """A face-down set card is shown before it moves, except to another set zone."""
    now = table.card(card)
    if zone_kind(now.area) == "set" and zone_kind(dst) != "set" and now.mark("face down"):
        with table.under("3-10d"):
            table.mark(card, "face down", None)
            table.reveal(card)


@rules.guard("3-10f#1")
def is_settable_event(table: Table, card: int) -> bool:
    """An event without Forced Reveal."""
    from judgekit.games.gate_ruler import ch16_01_keywords as keywords

    return is_event(table, card) and not keywords.has(table, card, "Forced Reveal")


@rules.guard("3-10f#2")
def is_settable_by_effect(table: Table, card: int) -> bool:
    """A card that an ability or effect makes settable."""
    from judgekit.games.gate_ruler import ch16_15_forced_reveal as forced
    from judgekit.games.gate_ruler import ch16_16_conditions as demanding

    if forced.never_settable(table, card):
        return False
    return bool(demanding.conceals(table, card)) or has_status(table, "settable", card)


def is_settable(table: Table, card: int) -> bool:
    return bool(is_settable_event(table, card) or is_settable_by_effect(table, card))


only_fields = rules.asks("3-11c", is_field)


@rules.guard("3-14d")
def sever(table: Table, host: int, src: str, dst: str) -> None:
    """Charges lose their card when it moves, unless it stays in play; two exceptions."""
    if is_in_play(src) and is_in_play(dst):
        return
    if kept_when_played_from_drive(table, src, dst) or kept_when_resolved(table, src, dst):
        return
    if charges := charges_of(table, host):
        table.cite("3-6b")
    with table.under("3-14d"):
        for charge in charges:
            unlink(table, charge, host)
            table.mark(charge, "was linked", host)


@rules.guard("3-14d-1")
def kept_when_played_from_drive(table: Table, src: str, dst: str) -> bool:
    return zone_kind(src) == "drive" and dst == GATE


@rules.guard("3-14d-2")
def kept_when_resolved(table: Table, src: str, dst: str) -> bool:
    return src == GATE and is_in_play(dst)


# where things are

USUAL = {"attack": 2, "defense": 1, "set": 3}  # zones of a kind, if a ruler does not say


def zones(table: Table, player: Player, kind: str) -> list[str]:
    """The zones of a kind that a player's ruler gives them: 3-2f, 3-8a-1, 3-9a-1, 3-10a-1."""
    ruler = ruler_of(table, player)
    printed = table.definition(ruler).properties if ruler is not None else {}
    if kind == "hand":
        return [f"{player}.hand"] if printed.get("hand", True) else []
    return [*numbered_zones(player, kind, int(printed.get(f"{kind} zones", USUAL[kind])))]


@cache
def numbered_zones(player: Player, kind: str, n: int) -> tuple[str, ...]:
    if kind == "defense":
        return (f"{player}.defense",) if n else ()
    return tuple(f"{player}.{kind} {i}" for i in range(1, n + 1))


def play_zones(table: Table, player: Player) -> list[str]:
    rows = (zone for kind in ("attack", "defense", "set") for zone in zones(table, player, kind))
    return [f"{player}.ruler", *rows, f"{player}.field"]


@dataclass(frozen=True, slots=True)
class FrontZones:
    """Which attack and defense zones a text means: those of some kinds, or only the empty ones of them."""

    kinds: tuple[str, ...] = FRONT
    empty: bool = False

    def of(self, table: Table, player: Player) -> list[str]:
        fitting = [zone for zone in front_row(table, player) if zone_kind(zone) in self.kinds]
        return [zone for zone in fitting if not self.empty or not table.pile(zone)]


ANY_FRONT_ZONE = FrontZones()


def front_row(table: Table, player: Player) -> list[str]:
    return [*zones(table, player, "attack"), *zones(table, player, "defense")]


def front_units(table: Table, player: Player) -> list[CardId]:
    return [card for zone in front_row(table, player) for card in table.pile(zone)]


def column_of(where: str) -> str:
    """3-6e-1, 3-6e-2: the column a zone is in, `B.center` or the attack zone itself."""
    if zone_kind(where) in ("defense", "ruler"):
        return f"{area_player(where)}.center"
    return where


def columns(table: Table, player: Player) -> list[str]:
    return [f"{player}.center", *zones(table, player, "attack")]


def zones_of_column(table: Table, column: str) -> list[str]:
    """From front to back: 3-6e-3a."""
    player = area_player(column)
    if player is not None and column.endswith(".center"):
        return [*zones(table, player, "defense"), f"{player}.ruler"]
    return [column]


def frontmost(table: Table, column: str) -> CardId | None:
    """3-6e-3: the foremost ruler or unit of a column."""
    table.cite(*("3-6e-1", "3-6e-3a") if column.endswith(".center") else ("3-6e-2",))
    return next((card for zone in zones_of_column(table, column) for card in table.pile(zone)), None)


# charges: a card in the charge zone lies in the area under the card it is linked to; one that is linked to
# none, or to several, lies in the charge zone as such and has the mark "link"


def charges_of(table: Table, host: int) -> list[CardId]:
    """3-14c-1: the cards in charge zones that are linked to a card."""
    marked = (card for card in loose_charges(table) if host in (table.card(card).mark("link") or ()))
    return [*table.pile(under(host)), *marked]


def loose_charges(table: Table) -> list[CardId]:
    return [card for player in PLAYERS for card in table.pile(f"{player}.charge")]


def last_charges_of(table: Table, host: int) -> list[CardId]:
    """Its charges, or those it had when it left."""
    found = charges_of(table, host)
    return found or [c for c in loose_charges(table) if table.card(c).mark("was linked") == host]


def players_charges(table: Table, player: Player) -> list[CardId]:
    """3-14c-4: charges of cards that a player controls."""
    hosts = (card for card in table.state.cards if table.master(card) == player)
    return [charge for host in hosts for charge in charges_of(table, host)]


def charge_zone(table: Table, player: Player) -> list[CardId]:
    """3-14a: the cards in a player's charge zone, no matter who controls the linked cards."""
    linked = [card for card in table.state.cards.values() if zone_kind(card.area) == "charge"]
    return [card.id for card in linked if zone_of_charge(table, card.id) == player]


def zone_of_charge(table: Table, charge: int) -> Player | None:
    """In whose charge zone a charge lies."""
    now = table.card(charge)
    host = host_of(now.area)
    marked: Player | None = now.mark("charge zone")
    return marked or (area_player(now.area) if host is None else table.master(host))


def become_a_charge(table: Table, card: int, host: int) -> None:
    """A card is put into the charge zone of the controller of the card it is linked to."""
    from judgekit.games.gate_ruler import ch14_11_ongoing_effects as ongoing
    from judgekit.games.gate_ruler import ch15_02_handling_cards as handling

    was = table.card(card)
    src = was.area
    show_before_it_moves(table, card, under(host))
    with table.together():
        table.put(card, under(host))
        ongoing.end_with(table, was.ref)
        if is_in_play(src):
            handling.enters_and_leaves(table, card, src, under(host))
        table.mark(card, "charge zone", table.master(host))
        sever(table, card, src, under(host))


def unlink(table: Table, charge: int, host: int) -> None:
    """The card stays in its charge zone, without that link."""
    now = table.card(charge)
    if now.area == under(host):
        table.put(charge, f"{zone_of_charge(table, charge)}.charge")
    left = {other: moment for other, moment in links(table, charge).items() if other != host}
    table.mark(charge, "link", tuple(left) or None)
    table.mark(charge, "linked at", tuple(left.values()) if any(left.values()) else None)


def links(table: Table, charge: int) -> dict[CardId, int]:
    """The cards that a loose charge is linked to, each with the time of linking."""
    now = table.card(charge)
    hosts, moments = now.mark("link") or (), now.mark("linked at") or ()
    return {host: moments[at] if at < len(moments) else 0 for at, host in enumerate(hosts)}


# how a card goes from one zone to another


def relocate(
    table: Table,
    card: int,
    dst: str,
    *,
    at: int | None = None,
    by: Player | None = None,
    exhausted: bool | None = None,
) -> bool:
    """A card goes to a zone, if it exists and may hold it, and nothing forbids or replaces it."""
    from judgekit.games.gate_ruler import ch16_02_boxes as boxes

    src = table.card(card).area
    barred = what_bars(table, card, src, dst)
    if barred:
        with table.under(barred):
            table.refuse(f"move to {dst}", barred, by, card)
        return False
    if not table.propose("move", card, by, src, dst):
        return False
    if is_in_play(src) and zone_kind(dst) == "graveyard":
        ends_without_destruction(table, card)
    if is_in_play(src) and is_in_play(dst) and waits_for(table, card, ("enters play", "leaves play")):
        table.cite("15-3c-1")  # it does neither
    if zone_kind(dst) == "damage" and zone_kind(src) != "counter" and boxes.counter_abilities(table, card):
        table.cite("16-4a")  # no ruler damage application process has put it into the counter zone
    settle_in(table, card, dst, at, exhausted)
    if by is not None:
        table.occurs("moved by", by, card, (("dst", dst), ("src", src)))
    return True


def ends_without_destruction(table: Table, card: int) -> None:
    """12-4b-3: only what has a destruction process was destroyed, whatever waits for that."""
    from judgekit.games.gate_ruler import ch12_rules_effects as rules_effects

    if is_waited_for(table, "destroyed") and not rules_effects.is_doomed(table, card):
        table.cite("12-4b-3")


def is_waited_for(table: Table, *timings: str) -> bool:
    """Whether a unit or field in play waits for one of these moments."""
    there = [unit for player in PLAYERS for unit in front_units(table, player)]
    there += [field for player in PLAYERS for field in table.pile(f"{player}.field")]
    return any(waits_for(table, each, timings) for each in there)


def waits_for(table: Table, card: int, timings: Iterable[str]) -> bool:
    """Whether a printed ability of a card waits for one of these moments."""
    abilities = (a for a in table.definition(card).abilities if isinstance(a, Automatic))
    return any(not a.timings.isdisjoint(timings) for a in abilities)


def what_bars(table: Table, card: int, src: str, dst: str) -> str:
    """The clause by which a card stays where it is, if there is one."""
    from judgekit.games.gate_ruler import ch16_16_conditions as demanding

    if zone_exists(table, dst) is False:
        table.cite("1-5b", "3-2f")
        return "3-2f-1"
    if may_be_there(table, card, dst) is False:
        return "3-2h"
    return "16-18c" if demanding.may_enter(table, card, src, dst) is False else ""


def settle_in(
    table: Table,
    card: int,
    dst: str,
    at: int | None = None,
    exhausted: bool | None = None,
) -> None:
    """Move the card, set its state there, and note what it enters and leaves: all at once."""
    from judgekit.games.gate_ruler import ch14_11_ongoing_effects as ongoing
    from judgekit.games.gate_ruler import ch15_02_handling_cards as handling
    from judgekit.games.gate_ruler import ch15_15_playing_and_driving as summoning

    was = table.card(card)
    src = was.area
    show_before_it_moves(table, card, dst)
    with table.together():
        table.put(card, dst, at)
        stay_as_it_is(table, was, dst)
        leave_effects_behind(table, was.ref)
        ongoing.end_with(table, was.ref)
        lie_as_it_must(table, card, src, dst, exhausted)
        stays_controlled(table, card, src, dst)
        if not (is_in_play(dst) and was.mark("enhanced")):  # 16-16b: with what it was enhanced with
            sever(table, card, src, dst)
        if summoning.counts_as_special(table, card, src, dst):
            table.mark(card, "summoned", "special")
        if is_in_play(src) != is_in_play(dst) or zone_kind(src) == "set":
            handling.enters_and_leaves(table, card, src, dst)
        if src == GATE and is_in_play(dst):
            summoning.enters_from_the_gate(table, card)
        if is_in_play(dst) and not is_in_play(src):
            ongoing.arrives_with_what_applies(table, card)
            takes_over_no_damage(table, (c for c in table.pile(dst) if c != card))


def stay_as_it_is(table: Table, was: Card, dst: str) -> None:
    """3-2d: from a zone in play to another it keeps its damage, what applies to it, and its attack."""
    if not (is_in_play(was.area) and is_in_play(dst)):
        return
    if was.mark("damage"):
        table.cite("3-2d", "3-6g-1")
    if any(was.ref in (one.cards or ()) for one in table.state.effects):
        table.cite("3-2d")
    if was.mark("attacking") and zone_kind(dst) == "attack":
        table.cite("3-2d", "8-4e-2")


def takes_over_no_damage(table: Table, units: Iterable[int]) -> None:
    """3-6g-1: a unit enters play unharmed, whatever the unit bears whose place it takes."""
    if any(table.card(unit).mark("damage") for unit in units):
        table.cite("3-6g-1")


def leave_effects_behind(table: Table, was: Ref) -> None:
    """3-2d: what applied to a card does not apply to the new one that it has become."""
    if table.state.current(was) is None and any(was in (one.cards or ()) for one in table.state.effects):
        table.cite("3-2d")


def lie_as_it_must(table: Table, card: int, src: str, dst: str, exhausted: bool | None) -> None:
    """Ready or exhausted, face up or down; choices made for it in the gate are over."""
    for name in GATE_MARKS if src == GATE else ():
        table.mark(card, name, None)
    entering = is_in_play(dst) and not is_in_play(src)
    if exhausted or (entering and table.has_status("enters exhausted", card)):
        table.mark(card, "exhausted", True)
    elif arrives_ready(table, card, src, dst):
        with table.under("15-3a-2" if zone_kind(src) == "defense" else "3-3a-1"):
            table.mark(card, "exhausted", None)
    if arrives_face_down(table, dst):
        table.mark(card, "face down", True)
    elif table.card(card).mark("face down"):
        table.mark(card, "face down", None)
    if is_in_play(dst):
        table.mark(card, "arrived", arrival_time(table))


def stays_controlled(table: Table, card: int, src: str, dst: str) -> None:
    """J-71: who controls a card in the graveyard that left play on the other player's side; told if its text
    does something there."""
    from judgekit.games.gate_ruler.ch16_01_keywords import has

    if zone_kind(src) == "graveyard" and table.card(card).mark("controller"):
        table.mark(card, "controller", None)
    if not is_in_play(src) or zone_kind(dst) != "graveyard" or area_player(src) == area_player(dst):
        return
    works = any("graveyard" in one.where for one in table.definition(card).abilities)
    if (works or has(table, card, "Undying")) and table.reading("J-71") == "last-controller":
        table.mark(card, "controller", area_player(src))


def arrival_time(table: Table) -> int:
    """Cards that arrive together have the same time."""
    return table.group_before.clock + 1 if table.group else table.state.clock


def discard_pile(table: Table, card: int) -> str:
    """The graveyard of a card's owner."""
    return owners_zone(table, card, "graveyard") or f"{table.master(card)}.graveyard"


def to_graveyard(table: Table, card: int, by: Player | None = None) -> bool:
    return relocate(table, card, discard_pile(table, card), by=by)
