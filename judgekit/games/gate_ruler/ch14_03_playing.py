"""Section 14-3 to 14-6: playing and resolving cards and abilities.

To play is one transaction: if a clause on the way cannot be followed, everything is taken back (14-3b-10).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

from judgekit.engine.abilities import Ability, Activated, Automatic
from judgekit.engine.events import Looked, Played, Revealed
from judgekit.engine.state import PLAYERS, Card, CardId, Facts, Player, Ref
from judgekit.engine.table import Table
from judgekit.games.gate_ruler import appendix_rulers as rulers
from judgekit.games.gate_ruler import ch10_drive_process as drive
from judgekit.games.gate_ruler import ch14_09_automatic as automatic
from judgekit.games.gate_ruler import ch15_game_actions as actions
from judgekit.games.gate_ruler import ch16_keywords as keywords
from judgekit.games.gate_ruler.abilities import (
    PLAINLY,
    Bill,
    Cost,
    Play,
    Playing,
    Target,
    Way,
    amount,
    play_of,
)
from judgekit.games.gate_ruler.ch01_overview import is_forbidden
from judgekit.games.gate_ruler.ch02_card_information import is_field, is_unit
from judgekit.games.gate_ruler.ch03_zones import (
    front_row,
    may_check,
    must_not_check,
    number_first,
    on_top,
    relocate,
    settle_in,
    to_graveyard,
)
from judgekit.games.gate_ruler.rules import GATE, ROWS, rules, statuses, zone_kind

ABILITY = "ability"
PROCESS = "process"


class CannotPlay(Exception):
    """A step of playing that cannot be followed: its clause, and why."""

    def __init__(self, clause: str, reason: str) -> None:
        super().__init__(reason)
        self.clause = clause
        self.reason = reason


# 14-3b: playing


@rules.action("14-3b-1")
def put_into_gate(table: Table, player: Player, what: CardId | None, marks: Facts) -> CardId:
    """A card, or an ability as an imaginary card, comes to lie on top of the gate."""
    at = on_top(table, GATE)
    if what is None:
        return table.create(ABILITY, player, GATE, (("controller", player), *marks))
    show_to_all(table, what)
    kept = keeps_its_effects(table, what)
    came_from = zone_kind(table.card(what).area)
    settle_in(table, what, GATE, at)
    if kept is None:
        table.renew(what)
    for name, value in (("controller", player), ("played from", came_from), *marks):
        table.mark(what, name, value)
    return what


@rules.action("14-3b-1a")
def show_to_all(table: Table, card: CardId) -> None:
    """A card that somebody cannot see is revealed."""
    now = table.card(card)
    if any(must_not_check(table, player, card) for player in PLAYERS):
        if now.mark("face down"):
            table.mark(card, "face down", None)
        table.reveal(card)


@rules.guard("14-3b-1b")
def keeps_its_effects(table: Table, card: CardId) -> bool:
    """Effects on a card in the hand or drive zone go with it into the gate."""
    return zone_kind(table.card(card).area) in ("hand", "drive")


@rules.action("14-3b-2")
def choose_options(table: Table, playing: Playing, play: Play) -> tuple[int, ...]:
    """Of "choose n of the following", those that can be."""
    if not play.modes:
        return ()
    can = [at for at in range(len(play.modes)) if groups_can_be_met(table, playing, play, (at,))]
    if len(can) < play.pick:
        raise CannotPlay("14-3b-2", "not enough of the options can be chosen")
    options = [(str(at + 1), play.modes[at]) for at in can]
    picked = table.picks(playing.player, options, "which of these?", play.pick, play.pick)
    chosen = tuple(sorted(int(one) - 1 for one in picked))
    table.mark(playing.object, "modes", chosen)
    return chosen


@rules.action("14-3b-3")
def choose_specifics(table: Table, playing: Playing) -> None:
    """Whatever the card wants chosen for it besides targets."""
    if playing.ability == "" and is_unit(table, playing.object):
        choose_zone(table, playing)


@rules.action("14-3b-3a")
def choose_zone(table: Table, playing: Playing) -> None:
    """The attack or defense zone that a unit will be put into."""
    options = [(zone, zone) for zone in front_row(table, playing.player)]
    zone = table.pick(playing.player, options, f"which zone for {table.label(playing.object)}?")
    table.mark(playing.object, "zone", zone)


@rules.action("14-3b-4")
def choose_targets(table: Table, playing: Playing, play: Play) -> tuple[tuple[CardId, ...], ...]:
    """A valid target for each that is needed, or it cannot be played."""
    chosen: list[tuple[CardId, ...]] = []
    for group in play.targets:
        if group.modes and not set(group.modes) & set(playing.modes):
            chosen.append(())
            continue
        taken = [card for cards in chosen for card in cards]
        chosen.append(choose_group(table, replace(playing, targets=tuple(chosen)), group, taken))
    if chosen:  # that somebody chose none is kept too, or it would be chosen anew on resolution
        groups = tuple(tuple((c, table.card(c).object) for c in group) for group in chosen)
        table.mark(playing.object, "targets", groups)
    return tuple(chosen)


def choose_group(
    table: Table, playing: Playing, group: Target, taken: Sequence[CardId]
) -> tuple[CardId, ...]:
    least, most = group.bounds(table, playing)
    if nothing_to_choose(table, most):
        return ()
    offered = candidates(table, playing, group)
    if taken and any(card in taken for card in offered) and table.reading("J-53") == "ban-per-text":
        offered = [card for card in offered if card not in taken]
    if len(offered) < least:
        raise CannotPlay("14-3b-4", "there are not enough valid targets")
    if least < most:
        n = number_first(table, playing.player, min(most, len(offered)), "how many targets?", least)
        least = most = least if n is None else n
    chosen = different(table, table.choose(playing.player, offered, group.prompt, least, most)) or ()
    found = number_is_fixed(table, chosen) or ()
    for card in found:
        read_what_it_is(table, card)
    return found


def read_what_it_is(table: Table, card: CardId) -> None:
    """What made a card a valid target may have come from effects: how, is told."""
    for name in ("type", "faction", "attributes", "name"):
        table.value(card, name)


@rules.guard("14-3b-4a")
def nothing_to_choose(table: Table, most: int) -> bool:
    """No targets, or fewer: none is chosen."""
    return most <= 0


@rules.guard("14-3b-4b")
def different(table: Table, cards: Iterable[CardId]) -> tuple[CardId, ...]:
    """Each target once."""
    return tuple(dict.fromkeys(cards))


@rules.guard("14-3b-4c")
def others_only(table: Table, playing: Playing, cards: Iterable[int]) -> list[CardId]:
    """Nothing in the gate is its own target."""
    return [CardId(card) for card in cards if card != playing.object]


@rules.guard("14-3b-4d")
def openly_fitting(table: Table, cards: Iterable[int]) -> list[CardId]:
    """What makes a target valid must be revealed to all."""
    return [CardId(card) for card in cards if all(may_check(table, player, card) for player in PLAYERS)]


@rules.guard("14-3b-4e")
def number_is_fixed(table: Table, targets: tuple[CardId, ...]) -> tuple[CardId, ...]:
    """These are its targets: no more and no fewer, whatever changes."""
    return targets


def candidates(table: Table, playing: Playing, group: Target) -> list[CardId]:
    """Who can be chosen."""
    found: Iterable[int] = group.among(table, playing)
    others = others_only(table, playing, found)
    found = others if others is not None else found
    if group.described:
        found = openly_fitting(table, found) or []
    return [CardId(card) for card in found if not actions.cannot_be_chosen(table, card, playing)]


@rules.action("14-3b-5")
def assign_effects(table: Table, playing: Playing, play: Play) -> tuple[int, ...]:
    """Which part of the effect goes to which target."""
    if play.divide is None or not playing.targets or not playing.targets[0]:
        return ()
    total = amount(table, play.divide, playing)
    return actions.divide_number(table, playing, total) or ()


@rules.guard("14-3b-5a")
def divide(table: Table, playing: Playing, total: int) -> tuple[int, ...]:
    """At least 1 for each target."""
    targets = playing.targets[0]
    if total < len(targets):
        raise CannotPlay("14-3b-5a", f"{total} cannot be divided among {len(targets)} targets")
    shares: list[int] = []
    for at, card in enumerate(targets):
        behind, left = len(targets) - at - 1, total - sum(shares)
        prompt = f"how much of {left} for {table.label(card)}?"
        low = left if not behind else 1
        shares.append(table.choose_number(playing.player, low, left - behind, prompt))
    return tuple(shares)


@rules.guard("14-3b-5b")
def amounts_are_fixed(table: Table, shares: tuple[int, ...]) -> tuple[int, ...]:
    """The shares do not change any more, whatever becomes of the number or of a target."""
    return shares


@rules.action("14-3b-6")
def determine_cost(table: Table, playing: Playing, play: Play, way: Way) -> Bill:
    bill = printed_cost(table, playing, play, way) or Bill()
    bill = altered_content(table, playing, play, bill, way) or bill
    bill = increased(table, playing, bill) or bill
    bill = decreased(table, playing, bill, way) or bill
    return without_paying(table, playing, bill, way) or bill


def noted(table: Table, playing: Playing, bill: Bill, before: Bill | None = None) -> Bill:
    """What something costs lies with it in the gate, and is noted whenever it changes."""
    if playing.object in table.pile(GATE) and (before is None or before.words() != bill.words()):
        table.mark(playing.object, "cost", bill.words())
    return bill


@rules.action("14-3b-6a")
def printed_cost(table: Table, playing: Playing, play: Play, way: Way) -> Bill:
    """For a card its level, for an ability what stands in its brackets."""
    level = 0 if playing.ability or counter_costs_nothing(table, way) else level_of(table, playing.object)
    written = sum(cost.resources for cost in play.costs)
    first = next((at for at, cost in enumerate(play.costs) if cost.resources), 0)
    return noted(
        table, playing, Bill(level + written, tuple(c for c in play.costs if not c.resources), level, first)
    )


@rules.action("14-3b-6b")
def altered_content(table: Table, playing: Playing, play: Play, bill: Bill, way: Way) -> Bill:
    """Another cost in place of the printed one; a ruler that spends nothing for levels."""
    before = bill
    if way.instead is not None:
        bill = Bill(actions.instead_pay(table, way.instead) or 0)
    elif play.alternatives:
        bill = choose_cost(table, playing, bill, play.alternatives)
    if bill.level and not playing.ability and rulers.spends_no_resources(table, playing.player):
        bill = replace(bill, resources=bill.resources - bill.level, level=0)
    return noted(table, playing, bill, before)


def choose_cost(table: Table, playing: Playing, bill: Bill, others: Sequence[Bill]) -> Bill:
    """The printed cost or one that may be paid instead: of those that can be paid."""
    can = [one for one in (bill, *others) if is_payable(table, playing, one)]
    if playing.object not in table.pile(GATE) or len(can) < 2:
        return can[0] if can else bill
    options = [(str(at), ", ".join(str(word) for word in one.words())) for at, one in enumerate(can)]
    return can[int(table.pick(playing.player, options, "which cost is paid?"))]


@rules.action("14-3b-6c")
def increased(table: Table, playing: Playing, bill: Bill) -> Bill:
    more = sum(status.data for status, _ in statuses(table, "costs more", cost_subject(playing)))
    return noted(table, playing, replace(bill, resources=bill.resources + more), bill)


@rules.action("14-3b-6d")
def decreased(table: Table, playing: Playing, bill: Bill, way: Way) -> Bill:
    less = way.less + sum(status.data for status, _ in statuses(table, "costs less", cost_subject(playing)))
    return noted(table, playing, replace(bill, resources=max(0, bill.resources - less)), bill)


@rules.action("14-3b-6e")
def without_paying(table: Table, playing: Playing, bill: Bill, way: Way) -> Bill:
    return noted(table, playing, Bill(), bill) if way.free else bill


@rules.action("14-3b-7")
def fix_cost(table: Table, playing: Playing, bill: Bill) -> None:
    """From now on nothing changes it."""
    table.mark(playing.object, "fixed", bill.words())


@rules.action("14-3b-8")
def pay_cost(table: Table, playing: Playing, play: Play, bill: Bill, way: Way) -> None:
    """All of it, or it cannot be played; a part that is replaced counts as done."""
    if way.forced:
        keywords.pay_what_is_possible(table, playing, bill)
        return
    if not paid_by_resources(table, playing, play, bill):
        raise CannotPlay("15-15b", "it can only be played by paying with resources")
    for cost in in_written_order(table, play, bill) or (RESOURCES, *bill.parts):
        if cost is RESOURCES:
            if bill.resources and not actions.pay_resources(table, playing.player, bill.resources):
                raise CannotPlay("14-3b-8", f"{bill.resources} resources cannot be paid")
        elif cost.pay is not None and cost.pay(table, playing) is False:
            raise CannotPlay("14-3b-8", f"{cost.text} cannot be done")


RESOURCES = Cost("pay resources")  # stands for all resources of a bill


@rules.guard("14-3b-8a")
def in_written_order(table: Table, play: Play, bill: Bill) -> list[Cost]:
    """The parts of a cost are done as they are written; resources where they stand, else first."""
    return [*bill.parts[: bill.first], RESOURCES, *bill.parts[bill.first :]]


@rules.action("14-3b-9")
def is_played(table: Table, playing: Playing, play: Play, way: Way, standby: int | None) -> None:
    """It has been played."""
    what = playing.ability or table.card(playing.object).name
    table.emit(Played(what, playing.player, playing.object, standby))
    count_play(table, playing, play)
    if way.summon == "normal" or way.forced:
        actions.count_summon(table, playing, way)


@rules.action("14-3b-10")
def take_it_back(
    table: Table, player: Player, what: str, refusal: CannotPlay, shown: Sequence[CardId]
) -> None:
    """As though it had never been tried; J-39: what was seen stays seen."""
    table.refuse(f"play {what}", refusal.clause, player)
    decks = {table.card(card).area for card in shown if zone_kind(table.card(card).area) == "deck"}
    if decks and table.reading("J-39") == "reshuffle-known":
        for deck in sorted(decks):
            table.shuffle(deck)


def play(
    table: Table,
    player: Player,
    spec: Play,
    *,
    card: CardId | None = None,
    address: str = "",
    source: Ref | None = None,
    facts: Facts = (),
    way: Way = PLAINLY,
    marks: Facts = (),
    standby: int | None = None,
) -> CardId | None:
    """The steps of playing, in their order; none, and nothing has happened, if one cannot be followed."""
    before = table.savepoint()
    if source is None:
        assert card is not None
        source = table.card(card).ref
    if card is not None and facts:
        marks = (*noted_facts(facts), *marks)
    if card is None:
        named = (("ability", address), ("source", (source.card, source.object)))
        marks = (*named, *noted_facts(facts), *marks)
    try:
        if card is not None:
            must_be_allowed(table, player, card)
        thing = put_into_gate(table, player, card, marks)
        if thing is None:
            return None
        if spec.resource:
            (keywords.needs_resource if card is None else keywords.event_needs_resource)(table, thing, player)
        if card is not None:
            source = table.card(thing).ref
        playing = Playing(thing, player, source, address, facts)
        playing = replace(playing, modes=choose_options(table, playing, spec) or ())
        choose_specifics(table, playing)
        playing = replace(playing, targets=choose_targets(table, playing, spec) or ())
        playing = replace(playing, amounts=assign_effects(table, playing, spec) or ())
        bill = determine_cost(table, playing, spec, way) or Bill()
        fix_cost(table, playing, bill)
        pay_cost(table, playing, spec, bill, way)
        is_played(table, playing, spec, way, standby)
    except CannotPlay as refusal:
        undone = table.rewind(before)
        shown = [c for h in undone if isinstance(h.event, Revealed | Looked) for c in h.event.cards]
        take_it_back(table, player, address or table.label(card or 0), refusal, shown)
        return None
    return thing


def must_be_allowed(table: Table, player: Player, card: CardId) -> None:
    """What bars a card from being played at all, however it comes to be played."""
    if keywords.may_be_played_from(table, card) is False:
        raise CannotPlay("16-18c", "it can be played from a set zone only")
    if not card_may_be_played(table, player, card):
        raise CannotPlay("1-5d", "something forbids playing it")


# 14-3c: resolving


@rules.action("14-3c-1")
def check_targets(table: Table, playing: Playing, spec: Play) -> tuple[tuple[CardId, ...], ...]:
    """Targets that are no longer valid are left out; the rest of the effect is done."""
    groups: tuple[Any, ...] = table.card(playing.object).mark("targets") or ()
    valid = []
    for at, group in enumerate(groups):
        allowed = set(candidates(table, playing, spec.targets[at])) if at < len(spec.targets) else set()
        now = [CardId(c) for c, object_ in group if table.state.current(Ref(CardId(c), object_)) is not None]
        kept = tuple(c for c in now if c in allowed)
        for lost in (c for c, _ in group if c not in kept):
            table.refuse("affect", "14-3c-1", playing.player, lost if lost in table.state.cards else None)
        valid.append(kept)
    return tuple(valid)


@rules.action("14-3c-2")
def perform_by_type(table: Table, playing: Playing, spec: Play) -> None:
    """A unit goes to its zone, a field to the field zone, an event does what it says."""
    if not effects_come_along(table):
        table.renew(playing.object)
    if is_unit(table, playing.object):
        unit_enters(table, playing)
    elif is_field(table, playing.object):
        field_enters(table, playing)
    else:
        event_happens(table, playing, spec)


@rules.guard("14-3c-2a")
def effects_come_along(table: Table) -> bool:
    """Effects on a card in the gate go with it into play."""
    return True


@rules.action("14-3c-2b")
def unit_enters(table: Table, playing: Playing) -> None:
    zone = table.card(playing.object).mark("zone") or front_row(table, playing.player)[0]
    table.mark(playing.object, "zone", None)

    def enter(where: str) -> bool:
        return relocate(table, playing.object, where)

    if not keywords.enhance(table, playing, zone, enter) and not enter(zone):
        out_of_the_gate(table, playing.object)


@rules.action("14-3c-2c")
def field_enters(table: Table, playing: Playing) -> None:
    if not relocate(table, playing.object, f"{playing.player}.field"):
        out_of_the_gate(table, playing.object)


@rules.action("14-3c-2d")
def event_happens(table: Table, playing: Playing, spec: Play) -> None:
    """Its effect, and then the graveyard."""
    if spec.resolve is not None:
        spec.resolve(table, playing)
    out_of_the_gate(table, playing.object)


@rules.action("14-3c-3")
def perform_ability(table: Table, playing: Playing, spec: Play) -> None:
    """Its effect, and then it is gone from the gate."""
    if not always_resolved(table) and table.state.current(playing.source) is None:
        return
    ability = table.pool.ability(playing.ability)
    if spec.resolve is not None:
        spec.resolve(table, playing)
    elif isinstance(ability, Automatic) and ability.resolve is not None:
        ability.resolve(table, playing.standby())
    if playing.object in table.state.cards:
        table.vanish(playing.object)


@rules.guard("14-3c-3a")
def always_resolved(table: Table) -> bool:
    """Even if its card is gone or the ability is inactive by now."""
    return True


def resolve_card(table: Table, card: CardId) -> None:
    spec = card_play(table, card)
    playing = view(table, card)
    if rewritten := table.card(card).mark("rewritten"):
        ability = replace(playing, ability=rewritten)
        event_happens(table, ability, play_of(table.pool.ability(rewritten)))
        return
    playing = replace(playing, targets=check_targets(table, playing, spec) or ())
    perform_by_type(table, playing, spec)
    if card in table.pile(GATE):
        out_of_the_gate(table, card)


def resolve_ability(table: Table, thing: CardId) -> None:
    playing = view(table, thing)
    spec = play_of(table.pool.ability(playing.ability))
    playing = replace(playing, targets=check_targets(table, playing, spec) or ())
    perform_ability(table, playing, spec)
    if thing in table.state.cards:
        table.vanish(thing)
    automatic.hide_again(table, playing.source)
    automatic.trigger_again(table, playing.facts)


def out_of_the_gate(table: Table, card: CardId) -> None:
    """To the graveyard, if it is still there."""
    if card in table.pile(GATE) and not to_graveyard(table, card):
        settle_in(table, card, f"{table.card(card).owner}.graveyard")


# 14-4: cards in set zones


@rules.action("14-4a")
def play_when(table: Table, player: Player, card: CardId, standby: int, facts: Facts) -> CardId | None:
    """Played like an automatic ability, once its condition was met and it was revealed."""
    return play_set_card(table, player, card, standby, facts)


@rules.action("14-4b")
def play_while(table: Table, player: Player, card: CardId) -> CardId | None:
    return play_set_card(table, player, card)


@rules.action("14-4c")
def play_standard_from_set_zone(table: Table, player: Player, card: CardId) -> CardId | None:
    return play_set_card(table, player, card)


@rules.action("14-4d")
def play_instant_from_set_zone(table: Table, player: Player, card: CardId) -> CardId | None:
    return play_set_card(table, player, card)


@rules.guard("14-4e")
def set_card_costs(table: Table) -> Way:
    """Its level and everything else, as from anywhere."""
    return PLAINLY


def play_set_card(
    table: Table, player: Player, card: CardId, standby: int | None = None, facts: Facts = ()
) -> CardId | None:
    way = set_card_costs(table) or Way(free=True)
    if is_unit(table, card):
        return actions.normal_summon(table, player, card)
    return play(table, player, card_play(table, card), card=card, way=way, standby=standby, facts=facts)


def play_from_set_zone(table: Table, player: Player, card: CardId) -> CardId | None:
    """By its timing: while something holds, or as an instant action."""
    if timing(table, card) == "while":
        return play_while(table, player, card)
    return play_instant_from_set_zone(table, player, card)


# 14-5: Overdrive, Touchdown, Counter


@rules.action("14-5b")
def play_another_ability(
    table: Table, player: Player, address: str, source: Ref, marks: Facts
) -> CardId | None:
    spec = play_of(table.pool.ability(address))
    return play(table, player, spec, address=address, source=source, marks=marks)


@rules.action("14-5c")
def play_its_own_card(table: Table, player: Player, card: CardId, counter: bool) -> CardId | None:
    """J-18: a unit played by its own Counter is no normal summon."""
    unit = is_unit(table, card)
    normal = unit and (not counter or table.reading("J-18") == "normal-counted")
    way = Way(counter=counter, summon="normal" if normal else "")
    marks = (("counter of", card),) if counter else ()
    return play(table, player, card_play(table, card), card=card, way=way, marks=marks)


@rules.guard("14-5c-1")
def counter_costs_nothing(table: Table, way: Way) -> bool:
    """A card played by its own Counter ability costs nothing for its level."""
    return way.counter


@rules.action("14-5d")
def play_the_ability_itself(
    table: Table, player: Player, address: str, source: Ref, facts: Facts, marks: Facts, standby: int | None
) -> CardId | None:
    spec = play_of(table.pool.ability(address))
    return play(
        table, player, spec, address=address, source=source, facts=facts, marks=marks, standby=standby
    )


def play_special(
    table: Table, player: Player, address: str, source: Ref, facts: Facts = (), standby: int | None = None
) -> CardId | None:
    """14-5a: an Overdrive, Touchdown or Counter ability."""
    spec = play_of(table.pool.ability(address))
    clause = {"OD": "16-2a", "TD": "16-3a-1", "CNT": "16-4a"}.get(spec.sort, "14-5d")
    with table.under(clause):
        return play_in_its_way(table, player, spec, address, source, facts, standby)


def play_in_its_way(
    table: Table, player: Player, spec: Play, address: str, source: Ref, facts: Facts, standby: int | None
) -> CardId | None:
    """14-5b to 14-5d: another ability, its card, or the ability itself."""
    marks: Facts = (("counter of", source.card),) if spec.sort == "CNT" else ()
    if spec.then == "this card":
        return play_its_own_card(table, player, source.card, spec.sort == "CNT")
    if spec.then:
        return play_another_ability(table, player, spec.then, source, marks)
    return play_the_ability_itself(table, player, address, source, facts, marks, standby)


def play_overdrive(table: Table, player: Player, thing: CardId) -> CardId | None:
    """It leaves the drive zone for the gate; if it cannot be played, it stays."""
    played = play_special(table, player, table.card(thing).mark("ability"), drive.card_of(table, thing))
    if played is not None:
        drive.remove_overdrive(table, thing)
    return played


def can_play_overdrive(table: Table, player: Player, thing: CardId) -> bool:
    """Whether it could be; one that plays its card cannot without it."""
    address, source = table.card(thing).mark("ability"), drive.card_of(table, thing)
    its_card = play_of(table.pool.ability(address)).then == "this card"
    there = table.state.current(source) is not None or not its_card
    return there and can_play_special(table, player, address, source.card)


def can_play_special(table: Table, player: Player, address: str, card: CardId) -> bool:
    spec = play_of(table.pool.ability(address))
    if spec.then == "this card":
        return can_play_card(table, player, card) and (
            not is_unit(table, card) or spec.sort == "CNT" or not actions.cap_is_reached(table, player)
        )
    address = spec.then or address
    return ability_has_targets(table, player, card, address) and ability_can_be_paid(
        table, player, card, address
    )


def play_counter(table: Table, player: Player, card: CardId) -> bool:
    """13-6d: the Counter ability of a flipped card."""
    found = keywords.counter_abilities(table, card)
    if not found or is_forbidden(table, "play", card, player):
        return False
    options = [(ability.address, ability.text or ability.address) for ability in found]
    address = table.pick(player, options, "which Counter ability?")
    played = play_special(table, player, address, table.card(card).ref)
    if played is not None and zone_kind(table.card(card).area) == "counter":
        table.mark(card, "countered", True)
    return played is not None


def counter_has_targets(table: Table, player: Player, card: CardId) -> bool:
    return any(
        bool(play_of(a).then) or ability_has_targets(table, player, card, a.address)
        for a in keywords.counter_abilities(table, card)
    )


def counter_in_gate(table: Table, card: CardId) -> bool:
    return any(table.card(thing).mark("counter of") == card for thing in table.pile(GATE))


# 14-6: how often


@rules.guard("14-6a-1")
def shared_key(table: Table, name: str, player: Player) -> str:
    """Left of the name: all abilities of that name together. 14-6a-1a: of each player by themselves."""
    whose = whose_count(table, player)
    return name if whose is None else f"{name} of {whose}"


@rules.guard("14-6a-1a")
def whose_count(table: Table, player: Player) -> Player:
    """Another controller starts from nothing."""
    return player


@rules.guard("14-6a-2")
def own_key(table: Table, address: str, card: Ref, player: Player) -> str:
    """Right of the name, or without one: this ability of this card alone."""
    key = f"{address}@{card.card}.{card.object}"
    return key if whoever_controls_it(table) else f"{key} of {player}"


@rules.guard("14-6a-2a")
def whoever_controls_it(table: Table) -> bool:
    """Another controller goes on with the same count."""
    return True


@rules.guard("14-6b")
def activated_is_used_up(table: Table, player: Player, address: str, card: Ref) -> bool:
    return is_used_up(table, player, address, card)


@rules.guard("14-6c")
def automatic_is_used_up(table: Table, player: Player, address: str, card: Ref) -> bool:
    return is_used_up(table, player, address, card)


def limit_keys(table: Table, player: Player, address: str, card: Ref) -> list[tuple[str, int]]:
    spec = play_of(table.pool.ability(address))
    found = []
    for limit in spec.limits:
        key = shared_key(table, spec.name, player) if limit.shared else own_key(table, address, card, player)
        suffix = " this turn" if limit.per == "turn" else " this game"
        if key is not None:
            found.append((key + suffix, limit.n))
    return found


def is_used_up(table: Table, player: Player, address: str, card: Ref) -> bool:
    return any(table.number(key) >= n for key, n in limit_keys(table, player, address, card))


def count_play(table: Table, playing: Playing, spec: Play) -> None:
    if spec.limits and playing.ability:
        for key, _ in limit_keys(table, playing.player, playing.ability, playing.source):
            table.tally(key)


# what is there, and whether it could be played


def abilities_of(table: Table, card: int) -> Sequence[Ability]:
    """Those a card has now, printed or given."""
    if table._grants() and "abilities" in table.board.picture.get(CardId(card), ()):
        return [table.pool.ability(address) for address in table.board.value(CardId(card), "abilities")]
    return table.definition(card).abilities


def activated_abilities(table: Table, player: Player) -> list[tuple[CardId, Ability]]:
    """Active ones of cards that a player controls: in play, or in a zone that an ability could name."""
    found: list[tuple[CardId, Ability]] = []
    for where in (*ROWS, "hand", "drive", "graveyard"):
        for number in table.pile(f"{player}.{where}"):
            card = table.card(number)
            for ability in abilities_of(table, number) if is_known(card) else ():
                playable = isinstance(ability, Activated) and not play_of(ability).sort
                if playable and table.customs.active(table, table.state, card, ability):
                    found.append((number, ability))
    return found


def is_known(card: Card) -> bool:
    """Cards in play, and those of zones that an ability could name; not the hidden ones of the deck."""
    return zone_kind(card.area) != "deck" and card.name != "?"


def card_play(table: Table, card: int) -> Play:
    """What an event says, or what a unit or field says about being played."""
    for ability in abilities_of(table, card):
        if play_of(ability).sort in ("event", "card"):
            return play_of(ability)
    return Play()


def timing(table: Table, card: int) -> str:
    """Of an event: standard, instant, when, while."""
    found = card_play(table, card).timing or str(table.peek(card, "timing") or "")
    return found.partition(" ")[0]


def condition_holds(table: Table, player: Player, card: CardId) -> bool:
    condition = card_play(table, card).condition
    return condition is None or condition(table, player, table.card(card))


def noted_facts(facts: Facts) -> Facts:
    """What is known about something in the gate; a process stands apart, since a loop makes ever new ones."""
    plain = tuple(pair for pair in facts if pair[0] != PROCESS)
    return (("facts", plain), *(pair for pair in facts if pair[0] == PROCESS))


def known_facts(card: Card) -> Facts:
    process = card.mark(PROCESS)
    return (*(card.mark("facts") or ()), *(((PROCESS, process),) if process is not None else ()))


def view(table: Table, thing: CardId) -> Playing:
    """An object in the gate as what is being resolved."""
    card = table.card(thing)
    source = card.mark("source")
    return Playing(
        thing,
        table.master(thing),
        Ref(CardId(source[0]), source[1]) if source else card.ref,
        card.mark("ability") or "",
        known_facts(card),
        card.mark("modes") or (),
        (),
        card.mark("amounts") or (),
    )


def shares_of(table: Table, doing: Playing) -> tuple[tuple[CardId, int], ...]:
    """What was divided, to each target as it was chosen: what one no longer takes goes to no other."""
    groups: tuple[Any, ...] = table.card(doing.object).mark("targets") or ((),)
    return tuple((CardId(card), n) for (card, _), n in zip(groups[0], doing.amounts, strict=False))


def imagined(table: Table, player: Player, card: CardId, address: str = "") -> Playing:
    """Something as though it were being played, to see whether it could be."""
    thing = card if not address else CardId(0)
    return Playing(thing, player, table.card(card).ref, address, (("tried", True),))


def groups_can_be_met(table: Table, playing: Playing, spec: Play, modes: tuple[int, ...] = ()) -> bool:
    """Whether each group of targets has enough to choose from."""
    for group in spec.targets:
        if group.modes and not set(group.modes) & set(modes):
            continue
        least, most = group.bounds(table, playing)
        if most > 0 and len(candidates(table, playing, group)) < least:
            return False
    return True


def has_targets(table: Table, playing: Playing, spec: Play) -> bool:
    if not groups_can_be_met(table, playing, spec):
        return False
    can = [at for at in range(len(spec.modes)) if groups_can_be_met(table, playing, spec, (at,))]
    return len(can) >= spec.pick


def can_be_paid(table: Table, playing: Playing, spec: Play, way: Way = PLAINLY) -> bool:
    bill = determine_cost(table, playing, spec, way) or Bill()
    if not paid_by_resources(table, playing, spec, bill):
        return False
    return is_payable(table, playing, bill)


def is_payable(table: Table, playing: Playing, bill: Bill) -> bool:
    due = bill.resources
    if bill.level and rulers.spends_no_resources(table, playing.player):
        due -= bill.level
    if due > actions.resources_to_spend(table, playing.player):
        return False
    return can_be_done_together(table, [(part, playing) for part in bill.parts])


def can_be_done_together(table: Table, parts: Sequence[tuple[Cost, Playing]]) -> bool:
    """Each part can be done, and no card is moved twice, or exhausted twice, for them."""
    if not all(cost.can is None or cost.can(table, playing) for cost, playing in parts):
        return False
    wants = [cost.takes(table, playing) for cost, playing in parts if cost.takes is not None]
    for kind in ("moved", "turned"):
        alike = [(cards, n) for which, cards, n in wants if which == kind]
        groups = (group for size in range(2, len(alike) + 1) for group in combinations(alike, size))
        if any(len({c for cards, _ in group for c in cards}) < sum(n for _, n in group) for group in groups):
            return False
    return True


def paid_by_resources(table: Table, playing: Playing, spec: Play, bill: Bill) -> bool:
    """15-15b: some things can be played only for real resources."""
    if not spec.only_by_resources:
        return True
    return bool(actions.costs_real_resources(table, playing, bill))


def card_has_targets(table: Table, player: Player, card: CardId) -> bool:
    return has_targets(table, imagined(table, player, card), card_play(table, card))


def card_can_be_paid(table: Table, player: Player, card: CardId, way: Way = PLAINLY) -> bool:
    return can_be_paid(table, imagined(table, player, card), card_play(table, card), way)


def card_may_be_played(table: Table, player: Player, card: CardId) -> bool:
    return not is_forbidden(table, "play", card, player)


def card_has_its_resource(table: Table, player: Player, card: CardId) -> bool:
    return not card_play(table, card).resource or bool(keywords.ready_or_not(table, player))


def can_play_card(table: Table, player: Player, card: CardId, way: Way = PLAINLY) -> bool:
    return (
        card_may_be_played(table, player, card)
        and card_has_its_resource(table, player, card)
        and card_has_targets(table, player, card)
        and card_can_be_paid(table, player, card, way)
        and keywords.may_be_played_from(table, card) is not False
    )


def ability_has_targets(table: Table, player: Player, card: CardId, address: str) -> bool:
    return has_targets(table, imagined(table, player, card, address), play_of(table.pool.ability(address)))


def ability_can_be_paid(table: Table, player: Player, card: CardId, address: str) -> bool:
    return can_be_paid(table, imagined(table, player, card, address), play_of(table.pool.ability(address)))


def ability_has_its_resource(table: Table, player: Player, address: str) -> bool:
    spec = play_of(table.pool.ability(address))
    return not spec.resource or bool(keywords.ready_or_not(table, player))


def ability_below_limit(table: Table, player: Player, card: CardId, address: str) -> bool:
    return not activated_is_used_up(table, player, address, table.card(card).ref)


def can_use(table: Table, player: Player, card: CardId, address: str) -> bool:
    """Whether an effect that has an ability used finds it playable (15-16b): all but the timing."""
    return (
        ability_below_limit(table, player, card, address)
        and ability_has_its_resource(table, player, address)
        and ability_has_targets(table, player, card, address)
        and ability_can_be_paid(table, player, card, address)
    )


def level_of(table: Table, card: int) -> int:
    return int(table.value(card, "level") or 0)


def cost_subject(playing: Playing) -> tuple[int, str, str]:
    """What effects on costs are asked about: the card, the ability, the player."""
    card = playing.source.card if playing.ability else playing.object
    return int(card), playing.ability, playing.player
