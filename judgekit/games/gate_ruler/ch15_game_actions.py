"""Section 15: game actions: the verbs that card text calls."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from judgekit.engine.abilities import Change, Proposal
from judgekit.engine.events import Settled
from judgekit.engine.layers import Board
from judgekit.engine.state import PLAYERS, CardId, Effect, Player, Ref, area_player, fact, under
from judgekit.engine.table import Table
from judgekit.games.gate_ruler import appendix_rulers as rulers
from judgekit.games.gate_ruler import ch03_zones as places
from judgekit.games.gate_ruler import ch06_how_to_play as turn
from judgekit.games.gate_ruler import ch07_main_phase_actions as main_phase
from judgekit.games.gate_ruler import ch08_attack_phase as attack
from judgekit.games.gate_ruler import ch10_drive_process as driving
from judgekit.games.gate_ruler import ch12_rules_effects as rules_effects
from judgekit.games.gate_ruler import ch13_damage as damage
from judgekit.games.gate_ruler import ch14_03_playing as playing
from judgekit.games.gate_ruler import ch14_09_automatic as automatic
from judgekit.games.gate_ruler import ch14_11_ongoing_effects as ongoing
from judgekit.games.gate_ruler import ch16_keywords as keywords
from judgekit.games.gate_ruler.abilities import PLAINLY, Bill, Playing, Way, play_of
from judgekit.games.gate_ruler.ch01_overview import as_often_as_possible, is_not_at_all, is_so_already
from judgekit.games.gate_ruler.ch02_card_information import damage_on, is_field, is_unit
from judgekit.games.gate_ruler.rules import GATE, UNLIMITED, has_status, is_in_play, phase, rules, zone_kind

CONTROL = "control for a while"
FRONT = ("attack", "defense")
PROCESSES = ("damage resolution process", "ruler damage application process", "destruction process",
             "defeat process", "drive resolution process")  # fmt: skip


class TurnEnded(Exception):
    """The turn has been ended; what is being resolved goes no further (15-24c-2)."""


@rules.layer("15-2a")
def numbers_change(board: Board) -> Iterator[Change]:
    """Gaining plus or minus a number: after all other layers (J-12)."""
    return iter(())


@rules.action("15-2b")
def add_base_damage(
    table: Table, what: str, source: Ref, player: Player, until: str, cards: Iterable[int] | None
) -> int | None:
    """The damage printed on a card counts as so much more."""
    return ongoing.begin_effect(table, what, source, player, until, cards)


@rules.action("15-3a")
def move(table: Table, card: int, dst: str, by: Player | None = None, at: int | None = None) -> bool:
    """Put, add, move: the card goes to that zone."""
    if zone_does_not_exist(table, dst):
        with table.under("15-3a-1"):
            table.refuse(f"move to {dst}", "15-3a-1", by, card)
        return False
    return places.relocate(table, card, dst, by=by, at=at)


@rules.guard("15-3a-1")
def zone_does_not_exist(table: Table, dst: str) -> bool:
    return places.zone_exists(table, dst) is False


@rules.guard("15-3a-2")
def readied_by_the_move(table: Table, src: str, dst: str) -> bool:
    """From a defense zone to an attack zone a card becomes ready."""
    return zone_kind(src) == "defense" and zone_kind(dst) == "attack"


@rules.action("15-3b")
def move_to_a_zone(
    table: Table,
    player: Player,
    unit: int,
    whose: Player | None = None,
    by: Player | None = None,
    kinds: Sequence[str] = FRONT,
) -> bool:
    """ "A zone" is an attack or a defense zone."""
    side = whose or zones_of_its_controller(table, unit) or table.card(unit).owner
    zones = [zone for zone in places.front_row(table, side) if zone_kind(zone) in kinds]
    options = [(zone, zone) for zone in zones if zone != table.card(unit).area]
    if not options:
        return False
    zone = table.pick(player, options, f"which zone for {table.label(unit)}?")
    return bool(places.relocate(table, unit, zone, by=by))


@rules.guard("15-3b-1")
def zones_of_its_controller(table: Table, unit: int) -> Player:
    """Without saying whose, a zone of the unit's controller."""
    return table.master(unit)


@rules.action("15-3c")
def enters_and_leaves(table: Table, card: int, src: str, dst: str) -> None:
    """To enter is to come from outside, to leave is to go outside; so too for play. J-31."""
    from_set = zone_kind(src) == "set" and is_unit(table, card) and zone_kind(dst) in ("attack", "defense")
    if is_in_play(dst) and (not is_in_play(src) or (from_set and enters_from_set_zone(table))):
        table.occurs("enters play", table.master(card), card, (("dst", dst), ("src", src)))
    if is_in_play(src) and not is_in_play(dst):
        table.occurs("leaves play", area_player(src), card, (("dst", dst), ("src", src)))


def enters_from_set_zone(table: Table) -> bool:
    return table.reading("J-31") == "unit-enters-from-set-zone"


@rules.action("15-4a")
def set_card(table: Table, card: int, zone: str) -> bool:
    """Face down into a set zone."""
    if not table.propose("set", card, area_player(zone)):
        return False
    return places.relocate(table, card, zone)


@rules.action("15-5a")
def look(table: Table, player: Player, cards: Iterable[int]) -> None:
    """As long as the instruction lasts, the cards are revealed to that player."""
    table.look(player, cards)


@rules.action("15-5b")
def reveal(table: Table, cards: Iterable[int]) -> None:
    """As long as the instruction lasts, the cards are revealed to all."""
    found = tuple(cards)
    if found:
        table.reveal(*found)


@rules.action("15-6a")
def choose_from_deck(
    table: Table,
    player: Player,
    n: int,
    fits: Callable[[CardId], bool] | None = None,
    whose: Player | None = None,
    shuffle: Callable[[Table, Player], None] | None = None,
) -> tuple[CardId, ...]:
    """Look through a deck and take cards aside; then the rest is shuffled."""
    no_target_is_chosen(table)
    deck = f"{whose or player}.deck"
    found = [card for card in table.pile(deck) if fits is None or fits(card)]
    look(table, player, table.pile(deck))
    least = exactly_so_many(table, n) if fits is None else need_not_be_found(table)
    if least is None:
        least = min(n, len(found)) if fits is not None else 0
    taken = table.choose(player, found, f"choose {n} in {deck}", least, n)
    if shuffle is not None:
        shuffle(table, whose or player)
    else:
        table.shuffle(deck)
    return taken


@rules.guard("15-6a-1")
def exactly_so_many(table: Table, n: int) -> int:
    """Without a condition: exactly that number."""
    return n


@rules.guard("15-6a-2")
def need_not_be_found(table: Table) -> int:
    """With a condition a player may fail to find."""
    return 0


@rules.guard("15-6b")
def no_target_is_chosen(table: Table) -> bool:
    """Cards chosen in a deck are no targets: they are chosen on resolution."""
    return True


@rules.action("15-7a")
def ready(table: Table, card: int) -> bool:
    if is_so_already(table, bool(table.card(card).mark("exhausted")), False):
        return changes_nothing(table)
    return table.propose("ready", card) and table.mark(card, "exhausted", None)


@rules.action("15-7b")
def exhaust(table: Table, card: int) -> bool:
    if is_so_already(table, bool(table.card(card).mark("exhausted")), True):
        return changes_nothing(table)
    return table.mark(card, "exhausted", True)


@rules.guard("15-7c")
def changes_nothing(table: Table) -> bool:
    """To be made what it is, is nothing."""
    return False


@rules.action("15-8a")
def draw_one(table: Table, player: Player) -> bool:
    """The top card of the deck goes to the hand."""
    top = places.topmost(table, player, 1)
    if not top or not table.propose("draw", player=player):
        return False
    drawn = places.relocate(table, top[0], f"{player}.hand")
    if drawn:
        table.occurs("draws", player, top[0])
    return drawn


@rules.action("15-8b")
def draw(table: Table, player: Player, n: int) -> int:
    """One after the other."""
    if is_not_at_all(table, n):
        return 0
    n = as_often_as_possible(table, n, len(table.pile(f"{player}.deck"))) or 0
    return sum(1 for _ in range(n) if draw_one(table, player))


@rules.action("15-9a")
def discard(table: Table, card: int, by: Player | None = None) -> bool:
    """From the hand to the graveyard."""
    if zone_kind(table.card(card).area) != "hand":
        return False
    gone = places.to_graveyard(table, card, by)
    if gone:
        table.occurs("discarded", table.card(card).owner, card)
    return gone


@rules.action("15-10a")
def divide_number(table: Table, doing: Playing, total: int) -> tuple[int, ...]:
    """Shares for each target, assigned while playing."""
    shares = playing.amounts_are_fixed(table, playing.divide(table, doing, total) or ()) or ()
    if shares:
        table.mark(doing.object, "amounts", shares)
    return shares


@rules.action("15-11a")
def swap(table: Table, one: int, other: int, by: Player | None = None) -> bool:
    """Each goes to where the other was, at the same time."""
    here, there = table.card(one).area, table.card(other).area
    if not can_be_swapped(table, one, other):
        return False
    with table.together():
        places.relocate(table, one, there, by=by)
        places.relocate(table, other, here, by=by)
    return True


@rules.guard("15-11b")
def can_be_swapped(table: Table, one: int, other: int) -> bool:
    """Both, or neither."""
    return all(
        places.zone_exists(table, table.card(b).area) is not False
        and places.may_be_there(table, a, table.card(b).area) is not False
        and not table.is_forbidden(Proposal("move", None, CardId(a), table.card(a).area, table.card(b).area))
        for a, b in ((one, other), (other, one))
    )


@rules.action("15-12a")
def destroy(table: Table, cards: Sequence[int], source: Ref, player: Player) -> CardId | None:
    """A destruction process linked to the cards goes into the gate."""
    return rules_effects.destroy_by_effect(table, reached(table, cards, source), source, player)


@rules.action("15-13a")
def remove_from_game(table: Table, card: int, by: Player | None = None) -> bool:
    return places.relocate(table, card, f"{table.card(card).owner}.removed", by=by)


@rules.action("15-14a")
def add_as_charge(
    table: Table, card: int, host: int, by: Player | None = None, settled: bool = False
) -> bool:
    """Under a card, in the charge zone of its controller, linked to it; settled: nothing keeps it away."""
    if not settled and not can_go_under(table, card, host, by):
        return False
    places.become_a_charge(table, card, host)
    table.occurs("becomes a charge", table.master(host), card, (("host", host),))
    return True


def can_go_under(table: Table, card: int, host: int, by: Player | None = None) -> bool:
    """Whether a card becomes a charge of another: not if that is forbidden or replaced."""
    return card != host and table.propose("move", card, by, table.card(card).area, under(host))


@rules.action("15-14b")
def put_on_top(table: Table, card: int, host: int, by: Player | None = None) -> bool:
    """The card takes the other's zone; the other and its charges become its charges."""
    zone = table.card(host).area
    exhausted = bool(same_placement(table, host))
    charges = places.charges_of(table, host)
    if not places.relocate(table, card, zone, by=by, exhausted=exhausted):
        return False
    attacked = takes_over_the_attack(table, host)
    if attacked:
        with table.under("15-14b-2"):
            table.mark(card, "attacking", attacked)
    if table.propose("move", host, by, zone, under(card)):
        for charge in (*charges, host):
            places.become_a_charge(table, charge, card)
    is_another_card(table, card)
    return True


@rules.guard("15-14b-1")
def same_placement(table: Table, host: int) -> bool:
    """Ready or exhausted like the card below."""
    return bool(table.card(host).mark("exhausted"))


@rules.guard("15-14b-2")
def takes_over_the_attack(table: Table, host: int) -> str | None:
    """On top of an attacking card it attacks the same column. J-41: it did not itself attack."""
    column = table.card(host).mark("attacking")
    if column:
        table.mark(host, "attacking", None)
    return column or None


@rules.guard("15-14b-3")
def is_another_card(table: Table, card: int) -> bool:
    """No damage, effects or targeting go over from the card below."""
    if table.card(card).mark("attacking") and table.reading("J-41") == "counts-as-attack":
        table.mark(card, "attacked", (table.number("turn"), 1, table.number(attack.SUB_PHASES)))
    return True


@rules.action("15-15a")
def pay_resources(table: Table, player: Player, n: int) -> bool:
    """Exhaust that many ready resources; a ruler that can stand in for one may."""
    ready_ones = ready_resources(table, player)
    ruler = rulers.channel(table, player)
    if n > len(ready_ones) + (ruler is not None):
        return False
    if ruler is not None and (n > len(ready_ones) or table.may(player, "exhaust your ruler as a resource?")):
        rulers.spend_ruler(table, player, ruler)
        n -= 1
    for card in ready_ones[:n]:
        exhaust(table, card)
    return True


@rules.guard("15-15b")
def costs_real_resources(table: Table, doing: Playing, bill: Bill) -> bool:
    """Something that only resources pay for cannot be played where its level costs nothing."""
    level = 0 if doing.ability else playing.level_of(table, doing.object)
    return level < 1 or not skipping_the_level(table, level, bill)


@rules.guard("15-15b-1")
def skipping_the_level(table: Table, level: int, bill: Bill) -> bool:
    """An effect that lets it be played without paying for its level does not help."""
    return bill.resources < 1


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


@rules.guard("15-16a-2")
def instead_pay(table: Table, n: int) -> int:
    """So many resources in place of the normal cost."""
    return n


def play_ability(table: Table, player: Player, address: str, source: Ref) -> CardId | None:
    """15-16b: to use an ability is to play it."""
    spec = play_of(table.pool.ability(address))
    return playing.play(table, player, spec, address=address, source=source)


SUMMONED_IN = "summoned in turn"


@rules.action("15-17a")
def normal_summon(
    table: Table, player: Player, card: CardId, counted: bool = True, way: Way | None = None
) -> CardId | None:
    """A unit card played by the normal rules."""
    from_hand_or_drive(table, card)
    base = way or PLAINLY
    chosen = Way(base.free, base.instead, base.less, "normal", counted, base.forced)
    return playing.play(table, player, playing.card_play(table, card), card=card, way=chosen)


@rules.guard("15-17a-1")
def from_hand_or_drive(table: Table, card: int) -> bool:
    """As a main phase action: from the hand or drive zone."""
    return zone_kind(table.card(card).area) in ("hand", "drive")


@rules.guard("15-17a-2")
def cap_is_reached(table: Table, player: Player, counted: bool = True) -> bool:
    if cap_is_unlimited(table, player) or does_not_compare(table, counted):
        return False
    return table.number(f"{player}.summons") >= table.number(f"{player}.summon cap")


@rules.guard("15-17a-2a")
def cap_is_unlimited(table: Table, player: Player) -> bool:
    return f"{player}.summon cap" not in table.state.numbers or (
        table.number(f"{player}.summon cap") == UNLIMITED
    )


@rules.guard("15-17a-2b")
def does_not_compare(table: Table, counted: bool) -> bool:
    """A normal summon that does not count for the cap is not held against it."""
    return not counted


@rules.action("15-17a-3")
def add_to_summons(table: Table, player: Player) -> None:
    table.set_number(f"{player}.summons", table.number(f"{player}.summons") + 1)


def count_summon(table: Table, doing: Playing, way: Way) -> None:
    """J-24: when the play is complete, or when the unit enters."""
    if not is_unit(table, doing.object):
        return
    table.mark(doing.object, "summoned", "normal")
    table.mark(doing.object, SUMMONED_IN, table.number("turn"))
    table.occurs("summoned", doing.player, doing.object, (("how", "normal"),))
    if not way.counted:
        return
    if table.readings["J-24"] == "on-entering":
        table.reading("J-24")
        table.mark(doing.object, "to count", True)
    else:
        add_to_summons(table, doing.player)


def count_on_entering(table: Table, card: int) -> None:
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
    kinds: Sequence[str] = FRONT,
) -> bool:
    """A unit card straight into an attack or defense zone."""
    if not table.propose("special summon", card, player):
        return False
    zone = zone_to_enter(table, player, card, kinds)

    def enter(where: str) -> bool:
        return places.relocate(table, card, where, by=player, exhausted=exhausted)

    doing = Playing(CardId(card), player, table.card(card).ref)
    if not keywords.enhance(table, doing, zone, enter) and not enter(zone):
        return False
    if how != "special":
        table.mark(card, "summoned", how)
        table.occurs(f"accomplishes {how}", player, card)
    table.mark(card, SUMMONED_IN, table.number("turn"))
    table.occurs("summoned", player, card, (("how", how),))
    return True


def zone_to_enter(table: Table, player: Player, card: int, kinds: Sequence[str]) -> str:
    """The player's choice; nobody is asked about a card that will not enter play."""
    options = [(where, where) for where in places.front_row(table, player) if zone_kind(where) in kinds]
    if not keywords.may_enter(table, card, table.card(card).area, options[0][0]):
        return options[0][0]
    return table.pick(player, options, f"which zone for {table.label(card)}?")


@rules.action("15-18b")
def special_summon_from_deck(
    table: Table,
    player: Player,
    fits: Callable[[CardId], bool],
    how: str = "special",
    exhausted: bool | None = None,
    kinds: Sequence[str] = FRONT,
) -> bool:
    """Choose one in the deck, and special summon it."""
    chosen = choose_from_deck(table, player, 1, fits)
    return bool(chosen) and special_summon(table, player, chosen[0], how, exhausted, kinds)


@rules.guard("15-18c")
def counts_as_special(table: Table, card: int, src: str, dst: str) -> bool:
    """Into play by any way but resolving in the gate is a special summon."""
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
    """So many from the top of the deck."""
    drive_cards(table, player, places.topmost(table, player, n) or ())


@rules.action("15-20a")
def deal_damage(
    table: Table,
    source: Ref,
    player: Player,
    hits: Sequence[tuple[int, int]],
    combat: bool = False,
    ignore_cnt: bool = False,
) -> CardId | None:
    """A damage resolution process linked to what is hit goes into the gate."""
    return damage.add_damage(table, source, player, hits, combat, ignore_cnt)


@rules.action("15-21a")
def heal_hp(table: Table, unit: int, n: int | None = None) -> int:
    """So much of the current damage of a unit is gone."""
    if not table.propose("heal", unit, table.master(unit)):
        return 0
    had = damage_on(table, unit)
    wanted = had if n is None else n
    possible = only_what_was_dealt(table, wanted, had)
    damage.heal_unit(table, unit, wanted if possible is None else possible)
    return had - damage_on(table, unit)


@rules.action("15-21b")
def heal_life(table: Table, player: Player, n: int) -> int:
    """So many cards of the player's damage zone, of their choice, to the graveyard."""
    if not table.propose("heal", None, player):
        return 0
    had = len(table.pile(f"{player}.damage"))
    damage.heal_ruler(table, player, n)
    healed = had - len(table.pile(f"{player}.damage"))
    if healed:
        table.occurs("heals", player, facts=(("number", healed),))
    return healed


@rules.action("15-21b-1")
def heal_the_ruler(table: Table, ruler: int, n: int) -> int:
    """To heal a ruler is to heal its player."""
    return heal_life(table, table.master(ruler), n)


@rules.guard("15-21c")
def only_what_was_dealt(table: Table, wanted: int, dealt: int) -> int:
    """Damage that is still to come cannot be healed: no more than what was dealt."""
    return min(wanted, dealt)


@rules.action("15-22a")
def reduce_damage(table: Table, player: Player, process: CardId, n: int) -> None:
    damage.prevent(table, player, process, n)


def gain_control(table: Table, player: Player, card: int, until: str = "", by: Ref | None = None) -> bool:
    """For good, or until something ends: then it goes back to whom it was taken from."""
    before = table.master(card)
    if until == ongoing.OVER or not come_under_control(table, player, card):
        return False
    table.occurs("gains control", player, card)
    if until:
        source = by or table.card(card).ref
        ongoing.begin_effect(table, CONTROL, source, player, until, [card], (("from", before),))
    return True


def give_back(table: Table, effect: Effect) -> None:
    """Control for a while is over, unless somebody else has gained it since."""
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
    zone = table.pick(player, options, f"which zone for {table.label(card)}?")
    charges = {charge: places.zone_of_charge(table, charge) for charge in places.charges_of(table, card)}
    moved = places.relocate(table, card, zone, by=player)
    if moved:
        control_from_elsewhere(table, card, src, zone)
        charges_follow(table, charges, player)
    return moved


@rules.guard("15-23b")
def control_from_elsewhere(table: Table, card: int, src: str, dst: str) -> bool:
    """From a zone that is not in play it counts as a special summon."""
    return bool(counts_as_special(table, card, src, dst))


def charges_follow(table: Table, charges: Mapping[CardId, Player | None], player: Player) -> None:
    """J-52: a unit's charges stay in the charge zone where they lay, or move to its new controller's."""
    for charge, before in charges.items():
        if before != player:
            moves = table.reading("J-52") == "move-to-new-controller"
            table.mark(charge, "charge zone", player if moves else before)


# 15-24: ending the turn


def end_the_turn(table: Table) -> None:
    """15-24a: the steps in their order."""
    forget_triggers(table)
    clear_gate(table)
    clear_drive_zones(table)
    clear_counter_zones(table)
    forget_ruler_damage(table)
    end_phase_and_step(table)
    go_to_end_phase(table)
    if rest_is_not_done(table):
        raise TurnEnded


@rules.action("15-24b")
def forget_triggers(table: Table) -> None:
    """None of them is played; a card that was shown for one is hidden again."""
    from judgekit.games.gate_ruler import ch14_09_automatic as automatic

    for standby in table.state.standby:
        table.emit(Settled(standby.id, "the turn ended"))
        automatic.hide_again(table, standby.source)


@rules.action("15-24c")
def clear_gate(table: Table) -> None:
    """Cards to the graveyard, abilities away; J-10: processes."""
    spared = () if even_what_is_resolving(table) else being_resolved(table)
    policy = table.reading("J-10") if any(table.card(g).name in PROCESSES for g in table.pile(GATE)) else ""
    for thing in (thing for thing in reversed(table.pile(GATE)) if thing not in spared):
        name = table.card(thing).name
        if name == "ability":
            remove_ability(table, thing)
        elif name in PROCESSES and vanishes(name, policy):
            table.vanish(thing)
        elif name not in PROCESSES:
            places.to_graveyard(table, thing)
    end_gate_process(table)


def being_resolved(table: Table) -> Sequence[CardId]:
    """What was on top when resolving began: anything above came into the gate since."""
    began = table.recall("since", 0)
    return [thing for thing in table.pile(GATE) if table.card(thing).since <= began][-1:]


def vanishes(name: str, policy: str) -> bool:
    if policy == "flips-vanish":
        return name in PROCESSES[:2]
    return policy == "processes-vanish"


@rules.guard("15-24c-1")
def even_what_is_resolving(table: Table) -> bool:
    """What is just being resolved is taken out like the rest."""
    return True


@rules.guard("15-24c-2")
def rest_is_not_done(table: Table) -> bool:
    """Effects that were not resolved yet are not."""
    return True


@rules.action("15-24c-3")
def end_gate_process(table: Table) -> None:
    table.set_number("passes", 0)
    table.set_number("priority", 0)


@rules.action("15-24d")
def clear_drive_zones(table: Table) -> None:
    for player in PLAYERS:
        for ability in driving.overdrives(table, player):
            driving.remove_overdrive(table, ability)
        for card in table.pile(f"{player}.drive"):
            places.to_graveyard(table, card)


@rules.action("15-24e")
def clear_counter_zones(table: Table) -> None:
    for player in PLAYERS:
        for card in table.pile(f"{player}.counter"):
            places.to_graveyard(table, card)


@rules.action("15-24f")
def forget_ruler_damage(table: Table) -> None:
    damage.forget_ruler_damage(table)


@rules.action("15-24g")
def end_phase_and_step(table: Table) -> None:
    if phase(table) == "attack":
        end_effects_of_combat(table)
        attack.no_longer_attacking(table)


@rules.action("15-24g-1")
def end_effects_of_combat(table: Table) -> None:
    """J-35."""
    turn.end_effects(table, "end of combat")
    for until in ("end of battle", "end of attack"):
        if turn.anything_lasts(table, until) and table.reading("J-35") == "all-sub-phase":
            turn.end_effects(table, until)


@rules.action("15-24h")
def go_to_end_phase(table: Table) -> None:
    """What must still happen happens there."""
    left_for_end_phase(table)
    table.set_number("turn ended", 1)
    table.leave_to("6-1a")


@rules.guard("15-24h-1")
def left_for_end_phase(table: Table) -> bool:
    return bool(table.pile(GATE))


@rules.action("15-25a")
def negate_card(table: Table, thing: CardId) -> None:
    """A card in the gate goes to its owner's graveyard."""
    places.to_graveyard(table, thing)


@rules.action("15-25b")
def negate_ability(table: Table, thing: CardId) -> None:
    remove_ability(table, thing)


def remove_ability(table: Table, thing: CardId) -> None:
    """An ability is gone from the gate before it has resolved."""
    was = table.card(thing)
    source = was.mark("source")
    table.vanish(thing)
    if source:
        automatic.hide_again(table, Ref(CardId(source[0]), source[1]))
    automatic.trigger_again(table, playing.known_facts(was))


def negate(table: Table, thing: CardId) -> None:
    if thing in table.pile(GATE):
        (negate_ability if table.card(thing).name == "ability" else negate_card)(table, thing)


@rules.guard("15-26b")
def cannot_be_attacked(table: Table, card: int) -> bool:
    """Not to be chosen when an attack is declared."""
    return table.is_forbidden(Proposal("be attacked", None, CardId(card))) and not already_attacked(
        table, card
    )


@rules.guard("15-26b-1")
def already_attacked(table: Table, card: int) -> bool:
    """Coming to the front of a column that is under attack, it is attacked all the same."""
    return attack.attacked_column(table) == places.column_of(table, table.card(card).area)


@rules.guard("15-27a-1")
def is_unaffected(table: Table, card: int, source: Ref) -> bool:
    """Effects of that sort do nothing to the card."""
    return has_status(table, "unaffected", (int(card), int(source.card), source.object))


@rules.guard("15-27a-2")
def effect_damage_reaches(table: Table, card: int, n: int, source: Ref) -> int:
    return 0 if is_unaffected(table, card, source) else n


@rules.guard("15-27a-3")
def reached_by_one_time_effect(table: Table, cards: Iterable[int], source: Ref) -> list[CardId]:
    return [CardId(card) for card in cards if not is_unaffected(table, card, source)]


@rules.guard("15-27a-4")
def reached_by_ongoing_effect(table: Table, cards: Iterable[int], source: Ref) -> list[CardId]:
    return [CardId(card) for card in cards if not is_unaffected(table, card, source)]


@rules.guard("15-27a-5")
def cannot_be_replaced(table: Table, card: int, source: Ref) -> bool:
    """A replacement effect of that sort replaces nothing about the card."""
    return bool(is_unaffected(table, card, source))


@rules.guard("15-27b")
def combat_damage_always_reaches(table: Table, n: int) -> int:
    """Combat damage is no effect."""
    return n


@rules.action("15-28a")
def rearrange_all(table: Table, player: Player) -> None:
    """Rearranging as often as one likes."""
    while pairs := main_phase.movable_pairs(table, player):
        options = [(f"{one}/{other}", f"{one} and {other}") for one, other in pairs]
        chosen = table.pick(player, [*options, ("enough", "enough")], "rearrange which zones?")
        if chosen == "enough":
            return
        main_phase.exchange(table, *chosen.split("/"))


@rules.guard("15-29a")
def abilities_lost(table: Table, board: Board, card: CardId, lost: Callable[[str], bool]) -> list[str]:
    """Every instance of the ability; J-11: or all abilities."""
    held: Any = board.value(card, "abilities")
    gone = [address for address in held if lost(address)]
    if gone and table.readings["J-11"] == "all-abilities":
        return list(held)
    return gone


# what an effect reaches


def reached(table: Table, cards: Iterable[int], source: Ref) -> list[CardId]:
    found = reached_by_one_time_effect(table, list(cards), source)
    return [CardId(card) for card in cards] if found is None else found


def affected(table: Table, cards: Iterable[int], source: Ref) -> list[CardId]:
    listed = list(cards)
    found = reached_by_ongoing_effect(table, listed, source)
    return [CardId(card) for card in listed] if found is None else found


def damage_that_reaches(table: Table, card: int, n: int, source: Ref, combat: bool) -> int:
    if damage.is_damage_forbidden(table, card, table.turn_player):
        return 0
    through = combat_damage_always_reaches(table, n) if combat else None
    if through is None:
        through = effect_damage_reaches(table, card, n, source)
    return n if through is None else through


def still_reached(table: Table, card: int, process: CardId) -> bool:
    """15-27a-2, once more when the damage would be dealt."""
    if table.card(process).mark("combat"):
        return True
    source = table.card(process).mark("source")
    return (effect_damage_reaches(table, card, 1, Ref(CardId(source[0]), source[1])) or 0) > 0


def cannot_be_chosen(table: Table, card: int, doing: Playing) -> bool:
    facts = (("source", int(doing.source.card)),)
    return table.is_forbidden(Proposal("be chosen", doing.player, CardId(card), facts=facts))


def ready_resources(table: Table, player: Player) -> list[CardId]:
    return [card for card in table.pile(f"{player}.resource") if not table.card(card).mark("exhausted")]


def resources_to_spend(table: Table, player: Player) -> int:
    return len(ready_resources(table, player)) + (rulers.channel(table, player) is not None)


def ruler_draw(table: Table, player: Player, n: int, setting_up: bool = False) -> int:
    """How many cards a ruler's draw gives; J-48: one less for the first player's first turn."""
    if setting_up:
        return n - 1 if table.recall("first") == player else n
    return n - 1 if turn.first_player_draws_less(table) else n
