"""Section 15-15 to 15-19: paying, playing, summoning, driving."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from judgekit.engine import plain
from judgekit.engine.abilities import Proposal
from judgekit.engine.state import CardId, Facts, Player, Ref
from judgekit.engine.table import Table
from judgekit.games.gate_ruler import appendix_rulers as rulers
from judgekit.games.gate_ruler import ch03_zones as places
from judgekit.games.gate_ruler import ch06_how_to_play as turn
from judgekit.games.gate_ruler import ch10_drive_process as driving
from judgekit.games.gate_ruler import ch14_03_playing as playing
from judgekit.games.gate_ruler import ch15_02_handling_cards as handling
from judgekit.games.gate_ruler import ch16_16_conditions as demanding
from judgekit.games.gate_ruler.abilities import PLAINLY, Bill, Playing, Way, play_of
from judgekit.games.gate_ruler.ch02_card_information import is_unit
from judgekit.games.gate_ruler.rules import (
    GATE,
    UNLIMITED,
    has_status,
    is_in_play,
    rules,
    statuses,
    zone_kind,
)


@rules.action("15-15a")
def pay_resources(table: Table, player: Player, n: int, real: bool = False) -> bool:
    """Exhaust that many ready resources; a ruler that can stand in for one may."""
    ready_ones = usable_resources(table, player)
    ruler = ruler_to_spend(table, player, real)
    if n > len(ready_ones) + (ruler is not None):
        return False
    if ruler is not None and (n > len(ready_ones) or table.may(player, table.words("ruler as a resource"))):
        rulers.spend_ruler(table, player, ruler)
        n -= 1
    for card in ready_ones[:n]:
        handling.exhaust(table, card)
    return True


@rules.guard("15-15b")
def costs_real_resources(table: Table, doing: Playing, due: int, bill: Bill) -> bool:
    """A resources-only cost needs at least one, unless it is zero. J-61: how discounts count."""
    if bill.level and bill.resources < due and table.readings["J-61"] == "discounts-barred":
        return table.reading("J-61") != "discounts-barred"
    if due < 1 or bill.resources >= 1:
        return True
    if bill.level:
        return table.reading("J-61") == "costs-nothing"
    return not doing.ability and not skipping_the_level(table)


# An effect that lets it be played without paying for its level does not help.
skipping_the_level = rules.says("15-15b-1", True)


@rules.action("15-16a")
def play_card(table: Table, player: Player, card: CardId, way: Way = PLAINLY) -> CardId | None:
    """Into the gate, by the steps of 14-3."""
    if whole_cost(table, way) is None:
        way = replace(way, free=True)
    return playing.play(table, player, playing.card_play(table, card), card=card, way=way)


@rules.guard("15-16a-1")
def whole_cost(table: Table, way: Way) -> bool:
    """All of the cost, unless the instruction says otherwise."""
    return not way.free and way.instead is None


instead_pay = rules.passes("15-16a-2")  # `n` resources in place of the normal cost


def play_ability(
    table: Table, player: Player, address: str, source: Ref, way: Way = PLAINLY
) -> CardId | None:
    """15-16b: to use an ability is to play it."""
    spec = play_of(table.pool.ability(address))
    return playing.play(table, player, spec, address=address, source=source, way=way)


SUMMONED_IN = "summoned in turn"


@rules.action("15-17a")
def normal_summon(
    table: Table, player: Player, card: CardId, counted: bool = True, way: Way | None = None
) -> CardId | None:
    """A unit card played by the normal rules."""
    from_hand_or_drive(table, card)
    base = way or PLAINLY
    counts = counted and counts_for_the_cap(table, player, card)
    chosen = Way(base.free, base.instead, base.less, "normal", counts, base.forced)
    return playing.play(table, player, playing.card_play(table, card), card=card, way=chosen)


@rules.guard("15-17a-1")
def from_hand_or_drive(table: Table, card: int) -> bool:
    """As a main phase action: from the hand or drive zone."""
    return zone_kind(table.card(card).area) in ("hand", "drive")


@rules.guard("15-17a-2")
def cap_is_reached(table: Table, player: Player, card: CardId, counted: bool = True) -> bool:
    if cap_is_unlimited(table, player) or does_not_compare(table, counted):
        return False
    if not counts_for_the_cap(table, player, card):
        return False
    changes = statuses(table, "summon cap", player)
    cap = table.number(f"{player}.summon cap") + sum(status.data(table, source) for status, source in changes)
    reached = bool(table.number(f"{player}.summons") >= cap)
    if reached and player == table.turn_player:
        own_cap(table, player)
    if reached and any(table.card(thing).mark("summoned") == "normal" for thing in table.pile(GATE)):
        table.reading("J-24")  # it counts before it enters play
    return reached


def counts_for_the_cap(table: Table, player: Player, card: CardId) -> bool:
    """15-17a-3: unless a text says of the card that it does not."""
    return not has_status(table, "does not count for the summon cap", (player, card))


def own_cap(table: Table, player: Player) -> None:
    """4-3a-1a: the cap that has been reached is the one of that player's ruler."""
    from judgekit.games.gate_ruler.ch04_player_properties import cap_in_own_turn

    cap_in_own_turn(table, player)


@rules.guard("15-17a-2a")
def cap_is_unlimited(table: Table, player: Player) -> bool:
    if player != table.turn_player:
        table.cite("4-3a-1b")
    return f"{player}.summon cap" not in table.state.numbers or (
        table.number(f"{player}.summon cap") == UNLIMITED
    )


# A normal summon that does not count for the cap is not held against it
does_not_compare = rules.asks("15-17a-2b", plain.is_not)


@rules.action("15-17a-3")
def add_to_summons(table: Table, player: Player) -> None:
    table.set_number(f"{player}.summons", table.number(f"{player}.summons") + 1)


def count_summon(table: Table, doing: Playing, way: Way) -> None:
    """J-24: when the play is complete, or when the unit enters."""
    if not is_unit(table, doing.object):
        return
    table.mark(doing.object, "summoned", "normal")
    table.mark(doing.object, SUMMONED_IN, table.number("turn"))
    if table.readings["J-62"] == "on-play":
        table.occurs("summoned", doing.player, doing.object, normally(table, doing.object))
    if not way.counted:
        return
    if table.readings["J-24"] == "on-entering":
        table.reading("J-24")
        table.mark(doing.object, "to count", True)
    else:
        add_to_summons(table, doing.player)


def normally(table: Table, card: int) -> Facts:
    return (("how", "normal"), ("from", str(table.card(card).mark("played from") or "")))


def enters_from_the_gate(table: Table, card: int) -> None:
    """15-17b: from here on it is a unit that was normal summoned. 16-2a: Overdrive needs a drive."""
    if table.card(card).mark("played from") == "hand" and driving.overdrive_abilities(table, CardId(card)):
        table.cite("16-2a")
    if table.card(card).mark("summoned") == "normal" and table.readings["J-62"] == "on-entering":
        table.occurs("summoned", table.master(card), CardId(card), normally(table, card))
    if table.card(card).mark("to count"):
        table.mark(card, "to count", None)
        add_to_summons(table, table.master(card))


@rules.action("15-18a")
def special_summon(
    table: Table,
    player: Player,
    card: int,
    how: str = "special",
    exhausted: bool | None = None,
    among: places.FrontZones = places.ANY_FRONT_ZONE,
) -> bool:
    """A unit card straight into an attack or defense zone, whatever the summon cap."""
    table.cite("15-18a-1")
    zones = among.of(table, player)
    if not zones or not table.propose("special summon", card, player):
        return False
    zone, src = zone_to_enter(table, player, card, zones), zone_kind(table.card(card).area)

    def enter(where: str) -> bool:
        return places.relocate(table, card, where, by=player, exhausted=exhausted)

    doing = Playing(CardId(card), player, table.card(card).ref)
    if not demanding.enhance(table, doing, zone, enter) and not enter(zone):
        return False
    if how != "special":
        table.mark(card, "summoned", how)
        table.occurs(f"accomplishes {how}", player, card)
    table.mark(card, SUMMONED_IN, table.number("turn"))
    table.occurs("summoned", player, card, (("how", how), ("from", src)))
    return True


def zone_to_enter(table: Table, player: Player, card: int, zones: Sequence[str]) -> str:
    """The player's choice; nobody is asked about a card that will not enter play."""
    if not demanding.may_enter(table, card, table.card(card).area, zones[0]):
        return zones[0]
    return table.pick(
        player, [(zone, zone) for zone in zones], table.words("zone for a card", card=table.label(card))
    )


@rules.action("15-18b")
def special_summon_from_deck(
    table: Table,
    player: Player,
    fits: Callable[[CardId], bool],
    how: str = "special",
    exhausted: bool | None = None,
    among: places.FrontZones = places.ANY_FRONT_ZONE,
) -> bool:
    """Choose one in the deck, and special summon it."""
    chosen = handling.choose_from_deck(table, player, 1, fits)
    return bool(chosen) and special_summon(table, player, chosen[0], how, exhausted, among)


@rules.guard("15-18c")
def counts_as_special(table: Table, card: int, src: str, dst: str) -> bool:
    """Any way into play but resolving in the gate is a special summon."""
    return zone_kind(dst) in ("attack", "defense") and src != GATE and not is_in_play(src)


@rules.action("15-19a")
def drive_cards(table: Table, player: Player, cards: Sequence[int]) -> None:
    if cards:
        table.occurs("drives", player)
    driving.drive(table, player, cards)
    for card in cards:
        if table.card(card).area == f"{player}.drive":
            table.occurs("driven", player, card)


@rules.action("15-19b")
def drive_one(table: Table, player: Player) -> None:
    """Without saying which: the top card of the deck."""
    drive_cards(table, player, places.topmost(table, player, 1) or ())


@rules.action("15-19c")
def drive_number(table: Table, player: Player, n: int) -> None:
    """`n` from the top of the deck."""
    drive_cards(table, player, places.topmost(table, player, n) or ())


def usable_resources(table: Table, player: Player) -> list[CardId]:
    """1-5d: those that no effect keeps from being used."""
    found = [card for card in table.pile(f"{player}.resource") if not table.card(card).mark("exhausted")]
    return [card for card in found if not table.is_forbidden(Proposal("spend", player, card))]


def resources_to_spend(table: Table, player: Player, real: bool = False) -> int:
    return len(usable_resources(table, player)) + (ruler_to_spend(table, player, real) is not None)


def ruler_to_spend(table: Table, player: Player, real: bool) -> CardId | None:
    """A ruler that stands in for a resource card; J-60: also where only resources may pay, or not there."""
    ruler = rulers.channel(table, player)
    if ruler is None or not real:
        return ruler
    return ruler if table.reading("J-60") == "counts-as-resource" else None


def ruler_draw(table: Table, player: Player, n: int, setting_up: bool = False) -> int:
    """How many cards a ruler's draw gives; J-48: one less for the first player's first turn."""
    if setting_up:
        return n - 1 if table.recall("first") == player else n
    return n - 1 if turn.first_player_draws_less(table) else n
