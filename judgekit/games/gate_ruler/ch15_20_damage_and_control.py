"""Section 15-20 to 15-23: damage, healing, gaining control."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence

from judgekit.engine import plain
from judgekit.engine.state import CardId, Effect, Player, Ref, fact
from judgekit.engine.table import Table
from judgekit.games.gate_ruler import ch03_zones as places
from judgekit.games.gate_ruler import ch13_damage as damage
from judgekit.games.gate_ruler import ch14_11_ongoing_effects as ongoing
from judgekit.games.gate_ruler import ch15_15_playing_and_driving as summoning
from judgekit.games.gate_ruler.ch02_card_information import damage_on, is_field, is_unit
from judgekit.games.gate_ruler.rules import is_in_play, rules

CONTROL = "control for a while"


@rules.action("15-20a")
def deal_damage(
    table: Table,
    source: Ref,
    player: Player,
    hits: Sequence[tuple[int, int]],
    combat: bool = False,
    ignore_cnt: bool = False,
    measured: Sequence[damage.Measure] = (),
) -> CardId | None:
    """A damage resolution process linked to what is hit goes into the gate."""
    return damage.add_damage(table, source, player, hits, combat, ignore_cnt, measured)


@rules.action("15-21a")
def heal_hp(table: Table, unit: int, n: int | None = None) -> int:
    """Remove `n` of a unit's current damage."""
    if not table.propose("heal", unit, table.master(unit)):
        return 0
    had = damage_on(table, unit)
    wanted = had if n is None else n
    possible = only_what_was_dealt(table, wanted, had)
    damage.heal_unit(table, unit, wanted if possible is None else possible)
    return had - damage_on(table, unit)


@rules.action("15-21b")
def heal_life(table: Table, player: Player, n: int) -> int:
    """`n` cards of the player's choice go from damage zone to graveyard."""
    if not table.propose("heal", None, player, facts=(("amount", n),)):
        return 0
    had = len(table.pile(f"{player}.damage"))
    damage.heal_ruler(table, player, n)
    healed = had - len(table.pile(f"{player}.damage"))
    if places.was_done(table, range(healed)):
        table.occurs("heals", player, facts=(("number", healed),))
    return healed


@rules.action("15-21b-1")
def heal_the_ruler(table: Table, ruler: int, n: int) -> int:
    """To heal a ruler is to heal its player."""
    return heal_life(table, table.master(ruler), n)


# damage that is still to come cannot be healed: no more than what was dealt
only_what_was_dealt = rules.asks("15-21c", plain.at_most)


@rules.action("15-22a")
def reduce_damage(table: Table, player: Player, process: CardId, n: int, named: Container[int]) -> None:
    damage.prevent(table, player, process, n, named)


def gain_control(table: Table, player: Player, card: int, until: str = "", by: Ref | None = None) -> bool:
    """For good, or until something ends: then it goes back to the player it was taken from."""
    before = table.master(card)
    if until == ongoing.OVER or not come_under_control(table, player, card):
        return False
    table.occurs("gains control", player, card)
    if until:
        source = by or table.card(card).ref
        ongoing.begin_effect(table, CONTROL, source, player, until, [card], (("from", before),))
    return True


def give_back(table: Table, effect: Effect) -> None:
    """Temporary control is over, unless someone else has gained it since."""
    for ref in effect.cards or () if effect.what == CONTROL else ():
        if table.state.current(ref) is not None and table.master(ref.card) == effect.player:
            come_under_control(table, fact(effect.facts, "from"), ref.card)


@rules.action("15-23a")
def come_under_control(table: Table, player: Player, card: int) -> bool:
    """The card goes to that player's side: a unit to an attack or defense zone, a field to the field zone."""
    src = table.card(card).area
    if is_field(table, card):
        return places.relocate(table, card, f"{player}.field", by=player)
    if not is_unit(table, card):
        return False
    options = [(zone, zone) for zone in places.front_row(table, player) if zone != src]
    zone = table.pick(player, options, table.words("zone for a card", card=table.label(card)))
    charges = {charge: places.zone_of_charge(table, charge) for charge in places.charges_of(table, card)}
    moved = places.relocate(table, card, zone, by=player)
    if moved:
        if is_in_play(src):
            table.cite("3-2d")
        control_from_elsewhere(table, card, src, zone)
        charges_follow(table, charges, player)
    return moved


@rules.guard("15-23b")
def control_from_elsewhere(table: Table, card: int, src: str, dst: str) -> bool:
    """From a zone that is not in play it counts as a special summon."""
    return bool(summoning.counts_as_special(table, card, src, dst))


def charges_follow(table: Table, charges: Mapping[CardId, Player | None], player: Player) -> None:
    """J-52: a unit's charges stay in the charge zone where they lay, or move to its new controller's."""
    for charge, before in charges.items():
        if before != player:
            moves = table.reading("J-52") == "move-to-new-controller"
            table.mark(charge, "charge zone", player if moves else before)
