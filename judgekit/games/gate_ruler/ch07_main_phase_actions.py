"""Section 7: what the active player can do in the main phase while the gate is empty."""

from __future__ import annotations

from judgekit.engine.abilities import Proposal
from judgekit.engine.state import CardId, Player, area_player
from judgekit.engine.table import Table
from judgekit.games.gate_ruler import appendix_rulers as rulers
from judgekit.games.gate_ruler import ch10_drive_process as driving
from judgekit.games.gate_ruler import ch14_03_playing as playing
from judgekit.games.gate_ruler import ch14_04_set_cards as set_cards
from judgekit.games.gate_ruler import ch14_05_boxes as boxes
from judgekit.games.gate_ruler import ch15_02_handling_cards as handling
from judgekit.games.gate_ruler import ch15_15_playing_and_driving as summoning
from judgekit.games.gate_ruler import ch16_10_staying as staying
from judgekit.games.gate_ruler import ch16_16_conditions as demanding
from judgekit.games.gate_ruler.ch01_overview import card_comes_first
from judgekit.games.gate_ruler.ch02_card_information import is_event, is_field, is_unit
from judgekit.games.gate_ruler.ch03_zones import (
    USUAL,
    front_row,
    is_settable_by_effect,
    is_settable_event,
    zones,
)
from judgekit.games.gate_ruler.rules import GATE, has_status, phase, rules, zone_kind


@rules.guard("7-1a")
def may_act_in_main_phase(table: Table, player: Player) -> bool:
    return player == table.turn_player and phase(table) == "main" and not table.pile(GATE)


@rules.guard("7-1b")
def playable_zone(table: Table, player: Player, card: int) -> bool:
    """From the hand or the drive zone, unless something names another zone."""
    now = table.card(card)
    if area_player(now.area) != player:
        return False
    kind = zone_kind(now.area)
    allowed = kind in ("hand", "drive")
    zones = [zone for zone in playing.card_play(table, card).zones if zone.kind == kind]
    named = any(zone.when is None or zone.when(table, player, now) for zone in zones)
    by_card = True if named or has_status(table, "may be played from there", (player, card)) else None
    return bool(card_comes_first(table, allowed, by_card))


@rules.guard("7-1b-1")
def free_of_overdrive(table: Table, card: int) -> bool:
    """Not while an Overdrive ability linked to it is still in the drive zone."""
    return not driving.linked_overdrives(table, card)


@rules.action("7-2a")
def reveal_in_drive_zone(table: Table, player: Player, card: CardId) -> None:
    if not involves_no_gate_to_reveal(table):
        return
    table.mark(card, "face down", None)
    table.reveal(card)
    add_overdrive(table, player, card)


@rules.guard("7-2a-1")
def may_be_revealed(table: Table, card: int) -> bool:
    """Units, fields and standard action events."""
    return is_unit(table, card) or is_field(table, card) or is_standard_event(table, card)


@rules.action("7-2a-2")
def add_overdrive(table: Table, player: Player, card: CardId) -> None:
    """Its Overdrive ability is put beside it as an imaginary card."""
    for ability in driving.overdrive_abilities(table, card):
        source = (card, table.card(card).object)
        marks = (("ability", ability.address), ("link", card), ("source", source))
        table.create("Overdrive ability", player, f"{player}.drive", marks)


rules.definition("7-2a-2a", free_of_overdrive)  # 7-1b-1 once more


involves_no_gate_to_reveal = rules.says("7-2b", True)  # it is done at once, and nobody can answer


@rules.action("7-3a")
def play_unit(table: Table, player: Player, card: CardId) -> None:
    """From the graveyard by Undying, from a set zone by a permission of the card."""
    kind = zone_kind(table.card(card).area)
    ways = {"graveyard": staying.summon_undying, "set": demanding.summon_from_set_zone}
    ways.get(kind, summoning.normal_summon)(table, player, card)


@rules.action("7-4a")
def play_field(table: Table, player: Player, card: CardId) -> None:
    summoning.play_card(table, player, card)


@rules.action("7-5a")
def set_settable(table: Table, player: Player, card: CardId) -> None:
    if not involves_no_gate_to_set(table):
        return
    options = [(zone, zone) for zone in zones(table, player, "set")]
    if len(options) != USUAL["set"]:
        table.cite("3-10a-1", *rulers.what_gives_zones(table, player))
    zone = table.pick(player, options, table.words("zone to set in", card=table.label(card)))
    demanding.set_as_its_word_has_it(table, card, zone)


@rules.guard("7-5a-1")
def event_is_settable(table: Table, card: int) -> bool:
    return bool(is_settable_event(table, card))


@rules.guard("7-5a-2")
def other_is_settable(table: Table, card: int) -> bool:
    return bool(is_settable_by_effect(table, card))


involves_no_gate_to_set = rules.says("7-5b", True)  # it is done at once, and nobody can answer


@rules.action("7-6a")
def play_event_directly(table: Table, player: Player, card: CardId) -> None:
    if not_put_in_a_set_zone(table):
        summoning.play_card(table, player, card)
    else:
        set_settable(table, player, card)


not_put_in_a_set_zone = rules.says("7-6a-1", True)  # to play it is not to set it


@rules.action("7-7a")
def play_standard_ability(table: Table, player: Player, card: CardId, address: str) -> None:
    summoning.play_ability(table, player, address, table.card(card).ref)


@rules.action("7-8a")
def play_set_event(table: Table, player: Player, card: CardId) -> None:
    set_cards.play_standard_from_set_zone(table, player, card)


@rules.action("7-9a")
def resolve_overdrive(table: Table, player: Player, ability: CardId, use: bool) -> None:
    """Play it, or do without."""
    if use:
        boxes.play_overdrive(table, player, ability)
    elif involves_no_gate_to_remove(table):
        driving.remove_overdrive(table, ability)


involves_no_gate_to_remove = rules.says("7-9b", True)  # it is done at once, and nobody can answer


@rules.action("7-10a")
def rearrange(table: Table, player: Player, one: str, other: str) -> None:
    if involves_no_gate_to_rearrange(table):
        exchange(table, one, other)


@rules.action("7-10b")
def exchange(table: Table, one: str, other: str) -> None:
    """Swap the contents of two of one's attack and defense zones."""
    full = [zone for zone in (one, other) if table.pile(zone)]
    if len(full) == 1:
        move_to_the_empty_one(table, full[0], other if full[0] == one else one)
    elif len(full) == 2:
        change_places(table, one, other)


@rules.action("7-10b-1")
def move_to_the_empty_one(table: Table, src: str, dst: str) -> None:
    may_change_state(table, src, dst)
    for unit in table.pile(src):
        handling.move(table, unit, dst)


@rules.action("7-10b-2")
def change_places(table: Table, one: str, other: str) -> None:
    may_change_state(table, one, other)
    here, there = table.pile(one), table.pile(other)
    with table.together():
        for unit in here:
            handling.move(table, unit, other)
        for unit in there:
            handling.move(table, unit, one)


@rules.guard("7-10b-3")
def may_change_state(table: Table, src: str, dst: str) -> bool:
    """Between attack and defense zones a unit may become ready: see 15-3a-2."""
    return zone_kind(src) != zone_kind(dst)


involves_no_gate_to_rearrange = rules.says("7-10c", True)  # it is done at once, and nobody can answer


def is_standard_event(table: Table, card: int) -> bool:
    return is_event(table, card) and playing.timing(table, card) == "standard"


def may_be_exchanged(table: Table, one: str, other: str) -> bool:
    """Whether every unit in the two zones may move to the other one."""
    moves = [*((unit, one, other) for unit in table.pile(one)), *((u, other, one) for u in table.pile(other))]
    return not any(table.is_forbidden(Proposal("move", None, unit, src, dst)) for unit, src, dst in moves)


def zone_pairs(table: Table, player: Player) -> list[tuple[str, str]]:
    """Pairs of one's attack and defense zones that are not both empty."""
    row = front_row(table, player)
    pairs = [(one, other) for at, one in enumerate(row) for other in row[at + 1 :]]
    return [(one, other) for one, other in pairs if table.pile(one) or table.pile(other)]


def movable_pairs(table: Table, player: Player) -> list[tuple[str, str]]:
    """Those pairs that can be rearranged now."""
    return [pair for pair in zone_pairs(table, player) if may_be_exchanged(table, *pair)]
