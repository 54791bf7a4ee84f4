"""The cards of Glasshouse, their abilities written in Python."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any

from judgekit.audit.bench.practice.ch02_cards import garden, last_growth, plants, same
from judgekit.audit.bench.practice.ch05_actions import (
    compost,
    dig_up,
    draw,
    gain,
    pay,
    scry,
    shade,
    sprout,
    tend,
    tire,
    wilt,
)
from judgekit.audit.bench.practice.ch06_playing import Spell, set_for_later
from judgekit.audit.bench.practice.ch09_keywords import evergreen, hardy, this_wilted, thorny, wilted
from judgekit.audit.bench.practice.rules import SEEDLING, rules
from judgekit.engine.abilities import (
    Ability,
    Activated,
    Automatic,
    Change,
    Definition,
    Modifier,
    Moment,
    Pool,
    Prohibition,
    Proposal,
    Replacement,
    Source,
)
from judgekit.engine.events import Created, Event, Marked, Moved, Numbered, Occurred
from judgekit.engine.layers import Board
from judgekit.engine.registry import Rulebook
from judgekit.engine.state import CardId, Facts, Player, Ref, Standby, area_name, area_player, fact, opponent
from judgekit.engine.table import Table

WAITS, WORKS, POINTS = "6.5.1", "7.1.1", "6.3.1.3"
Fulfilled = Callable[[Table, Moment, Source], Iterable[Facts]]
Resolve = Callable[[Table, Standby], None]
Changes = Callable[[Board, Source], Iterable[Change]]


def plant(
    name: str, cost: int, growth: int, colours: tuple[str, ...] = ("green",), *abilities: Ability
) -> Definition:
    return Definition(name, {"type": "plant", "cost": cost, "growth": growth, "colours": colours}, abilities)


def charm(name: str, cost: int, spell: Spell) -> Definition:
    ability = Activated(f"{name}#1", POINTS, data=spell, where=("bench",))
    return Definition(name, {"type": "charm", "cost": cost, "growth": 0, "colours": ()}, (ability,))


def auto(address: str, on: tuple[type[Event], ...], fulfilled: Fulfilled, resolve: Resolve) -> Automatic:
    return Automatic(address, WAITS, on=on, fulfilled=fulfilled, resolve=resolve)


def entered(moment: Moment) -> CardId | None:
    """The card that came into a garden."""
    event = moment.event
    if isinstance(event, Moved) and area_name(event.dst) == "garden" and area_name(event.src) != "shade":
        return event.card
    return event.card if isinstance(event, Created) and area_name(event.area) == "garden" else None


def this_enters(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
    if entered(moment) == source.card.card:
        yield ()


def another_of_mine_enters(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
    card = entered(moment)
    if card is not None and card != source.card.card:
        now = moment.after.cards.get(card)
        if now is not None and area_player(now.area) == source.player:
            yield (("entered", card),)


def another_wilts(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
    event = moment.event
    if wilted(moment) and isinstance(event, Moved) and event.card != source.card.card:
        yield (("wilted", event.card),)


def turned(to: bool | None) -> Fulfilled:
    def fulfilled(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
        event = moment.event
        if not isinstance(event, Marked) or event.mark != "tired" or event.card != source.card.card:
            return
        if event.value == to:
            yield ()

    return fulfilled


def mine_is_tended(mine: bool) -> Fulfilled:
    def fulfilled(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
        event = moment.event
        if not isinstance(event, Marked) or event.mark != "tired" or event.value is not None:
            return
        if (area_player(moment.after.cards[event.card].area) == source.player) == mine:
            yield ()

    return fulfilled


def at(timing: str) -> Fulfilled:
    def fulfilled(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
        if isinstance(moment.event, Occurred) and moment.event.timing == timing:
            yield ()

    return fulfilled


def fuse_burns(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
    event = moment.event
    if isinstance(event, Occurred) and event.timing == "fuse" and event.card == source.card.card:
        yield (("left", fact(event.facts, "left")),)


def counted_down(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
    event = moment.event
    if isinstance(event, Numbered) and event.key == "abacus" and event.now > 0:
        yield ()


# what abilities do


def draws(count: int) -> Resolve:
    return lambda table, standby: draw(table, standby.player, count)


def gains(what: str, count: int) -> Resolve:
    return lambda table, standby: gain(table, standby.player, what, count)


def sprouts(count: int) -> Resolve:
    def resolve(table: Table, standby: Standby) -> None:
        sprout(table, standby.player, count)

    return resolve


def turns(how: Callable[[Table, int], None]) -> Resolve:
    def resolve(table: Table, standby: Standby) -> None:
        if same(table, standby.source):
            how(table, standby.source.card)

    return resolve


def gains_its_growth(table: Table, standby: Standby) -> None:
    gain(table, standby.player, "water", last_growth(table, standby.source))


def may_peek(table: Table, standby: Standby) -> None:
    if table.may(standby.player, table.words("gain pollen")):
        gain(table, standby.player, "pollen", 1)


def plans(ability: str, once: bool = True) -> Resolve:
    return lambda table, standby: set_for_later(table, ability, standby, once)


def wilts_if_there(table: Table, standby: Standby) -> None:
    ref = Ref(standby.source.card, fact(standby.facts, "object"))
    if same(table, ref):
        wilt(table, ref.card)


def lights_the_fuse(table: Table, standby: Standby) -> None:
    table.occurs("fuse", standby.player, standby.source.card, (("left", 200),))


def burns_on(table: Table, standby: Standby) -> None:
    left = fact(standby.facts, "left")
    if left > 1:
        table.occurs("fuse", standby.player, standby.source.card, (("left", left - 1),))


def starts_counting(table: Table, standby: Standby) -> None:
    table.set_number("abacus", 150)


def counts_down(table: Table, standby: Standby) -> None:
    table.set_number("abacus", table.number("abacus") - 1)


# what modifiers change


def mine(board: Board, source: Source, others: bool = False) -> Iterator[CardId]:
    for card in board.state.pile(f"{source.player}.garden"):
        if not (others and card == source.card.card):
            yield card


def of_mine_with_colour(colour: str, name: str, op: str, operand: Any) -> Changes:
    def changes(board: Board, source: Source) -> Iterator[Change]:
        for card in mine(board, source):
            if colour in (board.value(card, "colours") or ()):
                yield Change(card, name, op, operand)

    return changes


def all_others(name: str, op: str, operand: Any) -> Changes:
    def changes(board: Board, source: Source) -> Iterator[Change]:
        for card in mine(board, source, others=True):
            yield Change(card, name, op, operand)

    return changes


def of_the_other_gardener(name: str, op: str, operand: Any) -> Changes:
    def changes(board: Board, source: Source) -> Iterator[Change]:
        for card in board.state.pile(f"{opponent(source.player)}.garden"):
            yield Change(card, name, op, operand)

    return changes


def of_the_targets(name: str, op: str, operand: Any) -> Changes:
    def changes(board: Board, source: Source) -> Iterator[Change]:
        for ref in source.cards or ():
            yield Change(ref.card, name, op, operand)

    return changes


def modifier(address: str, layer: str, name: str, changes: Changes) -> Modifier:
    return Modifier(address, WORKS, layer=layer, properties=frozenset({name}), changes=changes)


# what is done instead, and what is forbidden


def another_of_mine_would_wilt(table: Table, source: Source, proposal: Proposal) -> bool:
    if proposal.verb != "wilt" or proposal.card is None or proposal.card == source.card.card:
        return False
    return table.master(proposal.card) == source.player


def any_would_be_composted(table: Table, source: Source, proposal: Proposal) -> bool:
    return proposal.verb == "wilt" and area_name(proposal.dst) == "compost"


def wilt_this(table: Table, source: Source, proposal: Proposal) -> None:
    wilt(table, source.card.card)


def put_under_the_box(table: Table, source: Source, proposal: Proposal) -> None:
    assert proposal.card is not None
    table.move(proposal.card, f"{table.card(proposal.card).owner}.box")


def wilting_of_mine(table: Table, source: Source, proposal: Proposal) -> bool:
    if proposal.verb != "wilt" or proposal.card is None:
        return False
    return table.master(proposal.card) == source.player


# what charms do


def gain_water(table: Table, player: Player, card: CardId, targets: tuple[CardId, ...]) -> None:
    gain(table, player, "water", 3)


def each(how: Callable[[Table, int], None]) -> Callable[[Table, Player, CardId, tuple[CardId, ...]], None]:
    def does(table: Table, player: Player, card: CardId, targets: tuple[CardId, ...]) -> None:
        with table.together():
            for target in targets:
                how(table, target)

    return does


def lasts(what: str, fixed: bool) -> Callable[[Table, Player, CardId, tuple[CardId, ...]], None]:
    def does(table: Table, player: Player, card: CardId, targets: tuple[CardId, ...]) -> None:
        table.begin(what, table.card(card).ref, player, "dusk", targets if fixed else None)

    return does


def look_ahead(table: Table, player: Player, card: CardId, targets: tuple[CardId, ...]) -> None:
    scry(table, player, 3)


def swap_seeds(table: Table, player: Player, card: CardId, targets: tuple[CardId, ...]) -> None:
    both = (player, opponent(player))
    chosen = table.choose_together(
        [(p, table.pile(f"{p}.hand"), 1, 1) for p in both], table.words("compost a card")
    )
    with table.together():
        for p in both:
            compost(table, p, chosen[p])


def haggle(table: Table, player: Player, card: CardId, targets: tuple[CardId, ...]) -> None:
    most = table.number(f"{player}.water")
    spent = table.choose_number(player, 0, most, table.words("how much water"))
    pay(table, player, spent)
    draw(table, player, spent // 2)


def pick_two(table: Table, player: Player, card: CardId, targets: tuple[CardId, ...]) -> None:
    menu = [
        ("draw", table.words("draw a card")),
        ("water", table.words("gain water")),
        ("sprout", table.words("sprout")),
    ]
    for chosen in table.picks(player, menu, table.words("pick two"), 2, 2):
        if chosen == "draw":
            draw(table, player, 1)
        elif chosen == "water":
            gain(table, player, "water", 1)
        else:
            sprout(table, player, 1)


def steal_blindly(table: Table, player: Player, card: CardId, targets: tuple[CardId, ...]) -> None:
    other = opponent(player)
    hand = table.pile(f"{other}.hand")
    compost(table, other, table.choose(player, hand, table.words("unseen card")))


def toss(table: Table, player: Player, card: CardId, targets: tuple[CardId, ...]) -> None:
    winner = Player(table.chance(table.words("wind"), ("A", "B")))
    gain(table, winner, "water", 2)


def any_plant(table: Table, player: Player, card: CardId) -> tuple[CardId, ...]:
    return plants(table)


def other_plant_of_mine(table: Table, player: Player, card: CardId) -> list[CardId]:
    return [c for c in garden(table, player) if c != card]


def hand_is_empty(table: Table, source: Source) -> bool:
    return not table.pile(f"{source.player}.hand")


def three_plants(table: Table, source: Source) -> bool:
    return len(garden(table, source.player)) >= 3


RED, BLUE = ("red",), ("blue",)
MOVES = (Moved, Created)

DEFINITIONS = (
    plant("Moss", 0, 1),
    plant("Fern", 1, 2),
    plant("Oak", 3, 4),
    plant("Poppy", 1, 2, RED),
    plant("Iris", 1, 2, BLUE),
    plant("Rose", 2, 2, RED, thorny("Rose#1")),
    plant("Yew", 2, 1, ("green",), hardy("Yew#1")),
    plant("Willow", 2, 2, ("green",), evergreen("Willow#1")),
    plant("Ivy", 1, 1, ("green",), auto("Ivy#1", MOVES, another_of_mine_enters, draws(1))),
    plant("Sower", 2, 1, ("green",), auto("Sower#1", MOVES, this_enters, sprouts(2))),
    plant("Mourner", 1, 2, BLUE, auto("Mourner#1", (Moved,), another_wilts, gains("water", 1))),
    plant("Phoenix", 2, 3, RED, auto("Phoenix#1", (Moved,), this_wilted, gains_its_growth)),
    plant(
        "Cactus", 1, 2, ("green",), Automatic("Cactus#1", WAITS, situation=hand_is_empty, resolve=draws(1))
    ),
    plant(
        "Hedge",
        1,
        2,
        ("green",),
        Automatic("Hedge#1", WAITS, situation=three_plants, resolve=gains("water", 1)),
    ),
    plant("Lily", 0, 3, BLUE, auto("Lily#1", MOVES, this_enters, plans("Lily#1/1"))),
    plant("Sundial", 1, 1, BLUE, auto("Sundial#1", MOVES, this_enters, plans("Sundial#1/1", once=False))),
    plant("Sundew", 2, 2, RED, modifier("Sundew#1", "7.2.4", "growth", all_others("growth", "+", 1))),
    plant(
        "Shroud",
        2,
        2,
        BLUE,
        modifier("Shroud#1", "7.2.4", "growth", of_the_other_gardener("growth", "+", -1)),
    ),
    plant(
        "Grafter",
        1,
        1,
        BLUE,
        modifier("Grafter#1", "7.2.1", "colours", of_mine_with_colour("red", "colours", "gain", "green")),
    ),
    plant(
        "Painter",
        1,
        1,
        BLUE,
        modifier("Painter#1", "7.2.1", "colours", of_mine_with_colour("blue", "colours", "gain", "red")),
    ),
    plant(
        "Bleacher",
        1,
        1,
        (),
        modifier("Bleacher#1", "7.2.1", "colours", all_others("colours", "=", ("white",))),
    ),
    plant(
        "Briar",
        2,
        2,
        RED,
        modifier(
            "Briar#1", "7.2.2", "abilities", of_mine_with_colour("green", "abilities", "gain", "Briar#1/1")
        ),
    ),
    plant("Pond", 2, 1, BLUE, modifier("Pond#1", "7.2.3", "growth", of_the_other_gardener("growth", "=", 2))),
    plant(
        "Lamp",
        3,
        1,
        (),
        modifier("Lamp#1", "7.2.5", "growth", of_mine_with_colour("green", "growth", "*", 2)),
    ),
    plant(
        "Worm",
        1,
        1,
        (),
        Replacement(
            "Worm#1",
            "7.3.1",
            rules.words("under the box"),
            replaces=any_would_be_composted,
            instead=put_under_the_box,
        ),
    ),
    plant(
        "Scapegoat",
        1,
        1,
        (),
        Replacement(
            "Scapegoat#1",
            "7.3.1",
            rules.words("wilt this instead"),
            optional=True,
            replaces=another_of_mine_would_wilt,
            instead=wilt_this,
        ),
    ),
    plant(
        "Pendulum",
        1,
        1,
        (),
        auto("Pendulum#1", (Marked,), turned(True), turns(tend)),
        auto("Pendulum#2", (Marked,), turned(None), turns(tire)),
    ),
    plant(
        "Abacus",
        0,
        1,
        (),
        auto("Abacus#1", MOVES, this_enters, starts_counting),
        auto("Abacus#2", (Numbered,), counted_down, counts_down),
    ),
    plant(
        "Fuse",
        0,
        1,
        (),
        auto("Fuse#1", MOVES, this_enters, lights_the_fuse),
        auto("Fuse#2", (Occurred,), fuse_burns, burns_on),
    ),
    plant("Bell", 1, 1, (), Activated("Bell#1", "6.4.1", data=Spell(each(tend), other_plant_of_mine))),
    plant("Bee", 1, 1, (), auto("Bee#1", (Marked,), mine_is_tended(True), gains("pollen", 1))),
    plant("Snail", 1, 1, (), auto("Snail#1", (Marked,), mine_is_tended(False), may_peek)),
    plant(SEEDLING, 0, 1),
    charm("Rain", 0, Spell(gain_water)),
    charm("Frost", 2, Spell(each(wilt), any_plant)),
    charm("Sunbeam", 1, Spell(lasts("Sunbeam#1/1", fixed=True), any_plant, 0, 2)),
    charm("Drought", 1, Spell(lasts("Drought#1/1", fixed=False))),
    charm("Prune", 1, Spell(lasts("Prune#1/1", fixed=True), any_plant)),
    charm("Cutting", 1, Spell(lasts("Cutting#1/1", fixed=True), any_plant)),
    charm("Ward", 1, Spell(lasts("Ward#1/1", fixed=False))),
    charm("Almanac", 0, Spell(look_ahead)),
    charm("Swap", 0, Spell(swap_seeds)),
    charm("Haggle", 0, Spell(haggle)),
    charm("Menu", 1, Spell(pick_two)),
    charm("Magpie", 1, Spell(steal_blindly)),
    charm("Gust", 0, Spell(toss)),
    charm("Trowel", 1, Spell(each(dig_up), any_plant)),
    charm("Parasol", 1, Spell(each(shade), any_plant)),
)

INNER = (
    auto("Lily#1/1", (Occurred,), at("dusk"), wilts_if_there),
    auto("Sundial#1/1", (Occurred,), at("dusk"), gains("water", 1)),
    thorny("Briar#1/1"),
    thorny("Cutting#1/1/1"),
    modifier("Cutting#1/1", "7.2.2", "abilities", of_the_targets("abilities", "gain", "Cutting#1/1/1")),
    modifier("Prune#1/1", "7.2.2", "abilities", of_the_targets("abilities", "=", ())),
    modifier("Sunbeam#1/1", "7.2.4", "growth", of_the_targets("growth", "+", 2)),
    modifier("Drought#1/1", "7.2.4", "growth", of_the_other_gardener("growth", "+", -2)),
    Prohibition("Ward#1/1", "7.3.4", "plants cannot wilt", forbids=wilting_of_mine),
)


@cache
def pool(rules: Rulebook) -> Pool:
    """The cards as an edition has them: a keyword that it does not know means nothing."""
    keywords = {"9.1", "9.2", "9.3"}

    def is_known(ability: Ability) -> bool:
        return ability.clause not in keywords or rules.number(ability.clause) is not None

    known = {
        d.name: Definition(d.name, d.properties, tuple(a for a in d.abilities if is_known(a)))
        for d in DEFINITIONS
    }
    return Pool(known, {ability.address: ability for ability in INNER})
