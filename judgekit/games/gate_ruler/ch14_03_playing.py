"""Section 14-3b: playing cards and abilities.

To play is one transaction: if a clause on the way cannot be followed, everything is taken back (14-3b-10).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from judgekit.engine import plain
from judgekit.engine.abilities import Ability, Activated
from judgekit.engine.events import Looked, Played, Revealed
from judgekit.engine.registry import cited
from judgekit.engine.state import PLAYERS, Card, CardId, Facts, Player, Ref, fact
from judgekit.engine.table import Savepoint, Table
from judgekit.games.gate_ruler import appendix_rulers as rulers
from judgekit.games.gate_ruler import ch14_03_playable as playable
from judgekit.games.gate_ruler import ch14_05_boxes as boxes
from judgekit.games.gate_ruler import ch14_06_limits as limits
from judgekit.games.gate_ruler import ch15_02_handling_cards as handling
from judgekit.games.gate_ruler import ch15_15_playing_and_driving as summoning
from judgekit.games.gate_ruler import ch15_25_affecting as affecting
from judgekit.games.gate_ruler import ch16_15_forced_reveal as forced
from judgekit.games.gate_ruler import ch16_16_conditions as demanding
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
from judgekit.games.gate_ruler.ch01_overview import is_not_at_all
from judgekit.games.gate_ruler.ch02_card_information import is_unit
from judgekit.games.gate_ruler.ch03_zones import (
    front_row,
    may_check,
    must_not_check,
    number_first,
    on_top,
    settle_in,
)
from judgekit.games.gate_ruler.rules import GATE, KEPT_APART, ROWS, rules, statuses, zone_kind

ABILITY = "ability"


class CannotPlay(Exception):
    """A step of playing that cannot be followed: its clause, and why."""

    def __init__(self, clause: str, reason: str) -> None:
        super().__init__(reason)
        self.clause = clause
        self.reason = reason


@rules.action("14-3b-1")
def put_into_gate(table: Table, player: Player, what: CardId | None, marks: Facts) -> CardId:
    """A card, or an ability as an imaginary card, is put on top of the gate."""
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
    """A card that a player cannot see is revealed."""
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
    """Of "choose n of the following", the possible ones."""
    if not play.modes:
        return ()
    can = [at for at in range(len(play.modes)) if playable.groups_can_be_met(table, playing, play, (at,))]
    if len(can) < play.pick:
        raise CannotPlay("14-3b-2", table.words("too few options"))
    options = [(str(at + 1), play.modes[at]) for at in can]
    most = min(max(play.pick, play.pick_most), len(can))
    picked = table.picks(playing.player, options, table.words("which of these"), play.pick, most)
    chosen = tuple(sorted(int(one) - 1 for one in picked))
    table.mark(playing.object, "modes", chosen)
    return chosen


@rules.action("14-3b-3")
def choose_specifics(table: Table, playing: Playing) -> None:
    """Whatever the card needs chosen besides targets."""
    if playing.ability == "" and is_unit(table, playing.object):
        choose_zone(table, playing)


@rules.action("14-3b-3a")
def choose_zone(table: Table, playing: Playing) -> None:
    """The attack or defense zone that a unit will be put into."""
    options = [(zone, zone) for zone in front_row(table, playing.player)]
    zone = table.pick(
        playing.player, options, table.words("zone for a card", card=table.label(playing.object))
    )
    table.mark(playing.object, "zone", zone)


@rules.action("14-3b-4")
def choose_targets(table: Table, playing: Playing, play: Play) -> tuple[tuple[CardId, ...], ...]:
    """A valid target for each one needed, or it cannot be played."""
    choose_player(table, playing, play)
    chosen: list[tuple[CardId, ...]] = []
    for group in real_targets(table, play):
        if group.modes and not set(group.modes) & set(playing.modes):
            chosen.append(())
            continue
        if group.part_of is not None:
            chosen.append(choose_part(table, playing, group, chosen[group.part_of]) or ())
            continue
        taken = [card for cards in chosen for card in cards]
        chosen.append(choose_group(table, replace(playing, targets=tuple(chosen)), group, taken))
    if chosen:  # that somebody chose none is kept too, or it would be chosen anew on resolution
        groups = tuple(tuple((c, table.card(c).object) for c in group) for group in chosen)
        table.mark(playing.object, "targets", groups)
    return tuple(chosen)


def choose_player(table: Table, playing: Playing, play: Play) -> None:
    """A player is chosen like any target, and before cards that are described as that player's."""
    if any(not modes or set(modes) & set(playing.modes) for modes in play.players):
        both = [(each, table.words("player", player=each)) for each in PLAYERS]
        chosen = table.pick(playing.player, both, table.words("choose a player"))
        table.mark(playing.object, "chosen player", chosen)


def _choose_part(
    table: Table, playing: Playing, group: Target, targets: Sequence[CardId]
) -> tuple[CardId, ...]:
    """Which of the targets one part of the effect is for."""
    assert isinstance(group.least, int)
    asked = group.asked(table, playing)
    return table.choose(playing.player, list(targets), asked, min(group.least, len(targets)))


choose_part = cited("14-3b-5", _choose_part)


def real_targets(table: Table, play: Play) -> tuple[Target, ...]:
    """What a text needs chosen as it is played; never cards in a deck."""
    if any(group.in_deck for group in play.targets) and handling.no_target_is_chosen(table):
        return tuple(group for group in play.targets if not group.in_deck)
    return play.targets


def choose_group(
    table: Table, playing: Playing, group: Target, taken: Sequence[CardId]
) -> tuple[CardId, ...]:
    least, most = group.bounds(table, playing)
    if nothing_to_choose(table, most):
        return ()
    offered = candidates(table, playing, group)
    if taken and any(card in taken for card in offered) and table.reading("J-53") == "ban-per-text":
        offered = [card for card in offered if card not in taken]
    possible = how_many_can_be_chosen(table, group, offered)
    if possible < least:
        hidden = group.described and len(list(group.among(table, playing))) >= least
        raise CannotPlay("14-3b-4d" if hidden else "14-3b-4", table.words("too few targets"))
    if least < most:
        n = number_first(table, playing.player, min(most, possible), table.words("how many targets"), least)
        least = most = least if n is None else n
    if group.unlike is None:
        asked = group.asked(table, playing)
        chosen = different(table, table.choose(playing.player, offered, asked, least, most)) or ()
    else:
        chosen = choose_unlike(table, playing, group, offered, least)
    found = number_is_fixed(table, chosen) or ()
    for card in found:
        read_what_it_is(table, card)
    return found


def choose_unlike(
    table: Table, playing: Playing, group: Target, offered: Sequence[CardId], n: int
) -> tuple[CardId, ...]:
    """Targets that must differ in something: one after the other, each unlike those before it."""
    assert group.unlike is not None
    chosen: list[CardId] = []
    for _ in range(n):
        left = [card for card in offered if card not in chosen and group.unlike(table, card, chosen)]
        left = [card for card in left if len(as_many_as_go(table, group, offered, [*chosen, card])) >= n]
        if not left:
            raise CannotPlay("14-3b-4", table.words("no different target"))
        chosen += table.choose(playing.player, left, group.asked(table, playing))
    return different(table, chosen) or tuple(chosen)


def how_many_can_be_chosen(table: Table, group: Target, offered: Sequence[CardId]) -> int:
    if group.unlike is None:
        return len(offered)
    return max((len(as_many_as_go(table, group, offered, [card])) for card in offered), default=0)


def as_many_as_go(
    table: Table, group: Target, offered: Sequence[CardId], chosen: Sequence[CardId]
) -> list[CardId]:
    """Those chosen, plus what else can be chosen."""
    assert group.unlike is not None
    together = list(chosen)
    for card in offered:
        if card not in together and group.unlike(table, card, together):
            together.append(card)
    return together


def read_what_it_is(table: Table, card: CardId) -> None:
    """Report the effects that may have made a card a valid target."""
    for name in ("type", "faction", "attributes", "name"):
        table.value(card, name)


nothing_to_choose = rules.asks("14-3b-4a", plain.is_none)  # zero or fewer: nothing is chosen


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


number_is_fixed = rules.passes("14-3b-4e")  # these are its targets: no more and no fewer, whatever changes


def candidates(table: Table, playing: Playing, group: Target) -> list[CardId]:
    """Who can be chosen."""
    found: Iterable[int] = group.among(table, playing)
    others = others_only(table, playing, found)
    found = others if others is not None else found
    if group.described:
        open_to_all = openly_fitting(table, found)
        found = found if open_to_all is None else open_to_all
    return [CardId(card) for card in found if not affecting.cannot_be_chosen(table, card, playing)]


@rules.action("14-3b-5")
def assign_effects(table: Table, playing: Playing, play: Play) -> tuple[int, ...]:
    """Which part of the effect goes to which target."""
    groups = zip(play.targets, playing.targets, strict=False)
    among = next((cards for group, cards in groups if group.divided), ())
    if play.divide is None or not among:
        return ()
    total = amount(table, play.divide, playing)
    return handling.divide_number(table, playing, among, total) or ()


@rules.guard("14-3b-5a")
def divide(table: Table, playing: Playing, targets: Sequence[CardId], total: int) -> tuple[int, ...]:
    """At least 1 for each target."""
    if total < len(targets):
        raise CannotPlay("14-3b-5a", table.words("cannot be divided", total=total, n=len(targets)))
    shares: list[int] = []
    for at, card in enumerate(targets):
        behind, left = len(targets) - at - 1, total - sum(shares)
        prompt = table.words("share", n=left, card=table.label(card))
        low = left if not behind else 1
        shares.append(table.choose_number(playing.player, low, left - behind, prompt))
    return tuple(shares)


# The shares no longer change, whatever happens to the number or to a target.
amounts_are_fixed = rules.passes("14-3b-5b")


@rules.action("14-3b-6")
def determine_cost(table: Table, playing: Playing, play: Play, way: Way) -> Bill:
    bill = replace(printed_cost(table, playing, play, way) or Bill(), real=play.only_by_resources)
    bill = altered_content(table, playing, play, bill, way) or bill
    bill = increased(table, playing, bill) or bill
    bill = decreased(table, playing, bill, way) or bill
    return without_paying(table, playing, bill, way) or bill


def noted(table: Table, playing: Playing, bill: Bill, before: Bill | None = None) -> Bill:
    """Its cost is kept with it in the gate, and noted whenever it changes."""
    if playing.object in table.pile(GATE) and (before is None or before.words() != bill.words()):
        table.mark(playing.object, "cost", bill.words())
    return bill


@rules.action("14-3b-6a")
def printed_cost(table: Table, playing: Playing, play: Play, way: Way) -> Bill:
    """For a card its level, for an ability the cost in its brackets."""
    level = (
        0 if playing.ability or boxes.counter_costs_nothing(table, way) else level_of(table, playing.object)
    )
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
        bill = Bill(summoning.instead_pay(table, way.instead) or 0, real=bill.real)
    elif others := [replace(one, real=bill.real) for one in alternatives(table, playing, play)]:
        bill = choose_cost(table, playing, bill, others, way)
        if bill in others and not bill.parts and not bill.free:
            bill = replace(bill, resources=summoning.instead_pay(table, bill.resources) or 0)
    if bill.level and not playing.ability and rulers.spends_no_resources(table, playing.player):
        bill = replace(bill, resources=bill.resources - bill.level, level=0)
    return noted(table, playing, bill, before)


def alternatives(table: Table, playing: Playing, play: Play) -> Iterator[Bill]:
    """What may be paid instead, here and now."""
    card = table.card(cost_subject(playing)[0])
    return (bill for bill in play.alternatives if bill.when is None or bill.when(table, playing.player, card))


def choose_cost(table: Table, playing: Playing, bill: Bill, others: Sequence[Bill], way: Way) -> Bill:
    """The printed cost or an alternative one, among those that can be paid as they are raised and lowered."""
    due = [(one, changed(table, playing, one, way)) for one in (bill, *others)]
    can = [(one, left) for one, left in due if playable.is_payable(table, playing, left)]
    if len(can) < 2 or fact(playing.facts, "tried"):
        return can[0][0] if can else bill
    options = [(str(at), ", ".join(map(str, left.words()))) for at, (_, left) in enumerate(can)]
    return can[int(table.pick(playing.player, options, table.words("which cost")))][0]


def changed(table: Table, playing: Playing, bill: Bill, way: Way) -> Bill:
    """What will be left of a cost."""
    return Bill() if bill.free else lowered(table, playing, raised(table, playing, bill), way)


@rules.action("14-3b-6c")
def increased(table: Table, playing: Playing, bill: Bill) -> Bill:
    return noted(table, playing, raised(table, playing, bill), bill)


def raised(table: Table, playing: Playing, bill: Bill) -> Bill:
    more = sum(status.data(table, by) for status, by in statuses(table, "costs more", cost_subject(playing)))
    return replace(bill, resources=bill.resources + more)


@rules.action("14-3b-6d")
def decreased(table: Table, playing: Playing, bill: Bill, way: Way) -> Bill:
    return noted(table, playing, lowered(table, playing, bill, way), bill)


def lowered(table: Table, playing: Playing, bill: Bill, way: Way) -> Bill:
    """A reduction that names a minimum takes nothing away below it."""
    found = statuses(table, "costs less", cost_subject(playing))
    left = bill.resources - way.less
    for status, by in found:
        less, least = status.data(table, by)
        left = min(left, max(left - less, least))
    if left <= 0 < bill.resources:
        is_not_at_all(table, left)
    return replace(bill, resources=max(0, left))


@rules.action("14-3b-6e")
def without_paying(table: Table, playing: Playing, bill: Bill, way: Way) -> Bill:
    return noted(table, playing, Bill(), bill) if way.free or bill.free else bill


@rules.action("14-3b-7")
def fix_cost(table: Table, playing: Playing, bill: Bill) -> None:
    """From now on nothing changes it."""
    table.mark(playing.object, "fixed", bill.words())


def resources_due(table: Table, playing: Playing, play: Play, bill: Bill, way: Way) -> int:
    """As the cost was fixed, whatever paying another part of it has changed."""
    if table.card(playing.object).mark("fixed") is None:
        bill = determine_cost(table, playing, play, way) or bill
    return bill.resources


@rules.action("14-3b-8")
def pay_cost(table: Table, playing: Playing, play: Play, bill: Bill, way: Way) -> None:
    """All of it, or it cannot be played; a part that is replaced counts as done."""
    if way.forced:
        forced.pay_what_is_possible(table, playing, bill)
        return
    if not playable.paid_by_resources(table, playing, play, bill):
        raise CannotPlay("15-15b", table.words("resources alone"))
    for cost in in_written_order(table, play, bill) or (RESOURCES, *bill.parts):
        if cost is RESOURCES:
            due = resources_due(table, playing, play, bill, way)
            if due and not summoning.pay_resources(table, playing.player, due, bill.real):
                raise CannotPlay("14-3b-8", table.words("too few resources", n=due))
        elif cost.pay is not None and cost.pay(table, playing) is False:
            raise CannotPlay("14-3b-8", table.words("cost impossible", cost=cost.text))


RESOURCES = Cost(rules.words("cost of resources"))  # stands for all resources of a bill


@rules.guard("14-3b-8a")
def in_written_order(table: Table, play: Play, bill: Bill) -> list[Cost]:
    """The parts of a cost are done as they are written; resources where they stand, else first."""
    return [*bill.parts[: bill.first], RESOURCES, *bill.parts[bill.first :]]


@rules.action("14-3b-9")
def is_played(table: Table, playing: Playing, play: Play, way: Way, standby: int | None) -> None:
    """It has been played."""
    what = playing.ability or table.card(playing.object).name
    table.emit(Played(what, playing.player, playing.object, standby))
    bearer = table.state.cards.get(playing.source.card)
    if playing.ability and bearer is not None and bearer.owner != playing.player:
        table.cite("4-5c")  # its card's controller plays an ability, not the owner
    limits.count_play(table, playing, play)
    if way.summon == "normal" or way.forced:
        summoning.count_summon(table, playing, way)


@rules.action("14-3b-10")
def take_it_back(table: Table, player: Player, what: str, refusal: CannotPlay, before: Savepoint) -> None:
    """As though it had never been tried; J-39: what was seen stays seen."""
    undone = table.rewind(before)
    shown = [c for h in undone if isinstance(h.event, Revealed | Looked) for c in h.event.cards]
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
    """The steps of playing, in order; None, with nothing done, if one cannot be followed."""
    before = table.savepoint()
    if card is not None:
        source = source or table.card(card).ref
    assert source is not None
    named = (("ability", address), ("source", (source.card, source.object))) if card is None else ()
    known = noted_facts(facts) if card is None or facts else ()
    try:
        thing = begin_to_play(table, player, spec, card, (*named, *known, *marks))
        if thing is not None:
            now = source if card is None else table.card(thing).ref
            finish_playing(table, Playing(thing, player, now, address, facts), spec, way, standby)
    except CannotPlay as refusal:
        take_it_back(table, player, address or table.label(card or 0), refusal, before)
        return None
    return thing


def begin_to_play(
    table: Table, player: Player, spec: Play, card: CardId | None, marks: Facts
) -> CardId | None:
    """14-3b-1: it is put into the gate, if it may be played at all and has the resource it needs."""
    if card is not None:
        must_be_allowed(table, player, card)
    thing = put_into_gate(table, player, card, marks)
    if thing is not None and spec.resource:
        needs = demanding.needs_resource if card is None else demanding.event_needs_resource
        needs(table, thing, player)
    return thing


def finish_playing(table: Table, playing: Playing, spec: Play, way: Way, standby: int | None) -> None:
    """14-3b-2 to 14-3b-9: what is chosen for it, what it costs, and paying that."""
    playing = replace(playing, modes=choose_options(table, playing, spec) or ())
    choose_specifics(table, playing)
    playing = replace(playing, targets=choose_targets(table, playing, spec) or ())
    playing = replace(playing, amounts=assign_effects(table, playing, spec) or ())
    bill = determine_cost(table, playing, spec, way) or Bill()
    fix_cost(table, playing, bill)
    pay_cost(table, playing, spec, bill, way)
    is_played(table, playing, spec, way, standby)


def must_be_allowed(table: Table, player: Player, card: CardId) -> None:
    """What bars a card from being played at all, no matter how."""
    if demanding.may_be_played_from(table, card) is False:
        raise CannotPlay("16-18c", table.words("set zone alone"))
    if not playable.card_may_be_played(table, player, card):
        raise CannotPlay("1-5d", table.words("playing is forbidden"))


# what is there to be played
def abilities_of(table: Table, card: int) -> Sequence[Ability]:
    """Those a card has now, printed or given."""
    if table.grants() and "abilities" in table.board.picture.get(CardId(card), ()):
        return [table.pool.ability(address) for address in table.board.value(CardId(card), "abilities")]
    return table.definition(card).abilities


def activated_abilities(table: Table, player: Player) -> list[tuple[CardId, Ability]]:
    """Active ones of cards that a player controls: in play, or in a zone that an ability could name."""
    found: list[tuple[CardId, Ability]] = []
    printed, altered = table.index.activated, table.board.picture if table.grants() else {}
    for where in (*ROWS, "hand", "drive", "graveyard"):
        for number in table.pile(f"{player}.{where}"):
            if number not in printed and "abilities" not in altered.get(number, ()):
                continue
            card = table.card(number)
            for ability in abilities_of(table, number) if is_known(card) else ():
                playable = isinstance(ability, Activated) and not play_of(ability).sort
                if playable and table.policy.active(table, table.state, card, ability):
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
    """What is known about something in the gate."""
    plain = tuple(pair for pair in facts if pair[0] not in KEPT_APART)
    return (("facts", plain), *(pair for pair in facts if pair[0] in KEPT_APART))


def known_facts(card: Card) -> Facts:
    apart = tuple((name, found) for name in KEPT_APART if (found := card.mark(name)) is not None)
    return (*(card.mark("facts") or ()), *apart)


def view(table: Table, thing: CardId) -> Playing:
    """A gate object as the one being resolved."""
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


def shares_of(table: Table, doing: Playing, at: int) -> tuple[tuple[CardId, int], ...]:
    """How a number was divided among a group's targets; what one can no longer take is lost."""
    groups: tuple[Any, ...] = table.card(doing.object).mark("targets") or ()
    among = groups[at] if at < len(groups) else ()
    return tuple((CardId(card), n) for (card, _), n in zip(among, doing.amounts, strict=False))


def level_of(table: Table, card: int) -> int:
    return int(table.value(card, "level") or 0)


def cost_subject(playing: Playing) -> tuple[int, str, str]:
    """What effects on costs are asked about: the card, the ability, the player."""
    card = playing.source.card if playing.ability else playing.object
    return int(card), playing.ability, playing.player
