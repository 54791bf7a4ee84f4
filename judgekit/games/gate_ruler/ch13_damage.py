"""Section 13: damage as processes in the gate, its prevention, ruler damage, healing."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence

from judgekit.engine import plain
from judgekit.engine.abilities import Proposal
from judgekit.engine.events import Vanished
from judgekit.engine.registry import Due
from judgekit.engine.state import PLAYERS, Card, CardId, Facts, Player, Ref, opponent
from judgekit.engine.table import Table
from judgekit.games.gate_ruler import ch12_rules_effects as rules_effects
from judgekit.games.gate_ruler import ch14_05_boxes as boxes
from judgekit.games.gate_ruler import ch14_13_replacements as replacements
from judgekit.games.gate_ruler import ch15_20_damage_and_control as harm
from judgekit.games.gate_ruler import ch15_25_affecting as affecting
from judgekit.games.gate_ruler import ch16_02_boxes as box_words
from judgekit.games.gate_ruler.ch01_overview import as_often_as_possible, lose
from judgekit.games.gate_ruler.ch02_card_information import (
    damage_adds_up,
    damage_on,
    is_ruler,
    is_unit,
    ruler_of,
)
from judgekit.games.gate_ruler.ch03_zones import relocate, to_graveyard
from judgekit.games.gate_ruler.rules import GATE, phase, rules, zone_kind

DAMAGE = "damage resolution process"
FLIP = "ruler damage application process"
Pair = tuple[int, int, int]  # card, its incarnation, damage
Hit = tuple[int, int]  # card, damage
Measure = tuple[Ref, str, int]  # the card and its property that an amount was taken from, and its value then


@rules.action("13-2a")
def add_damage(
    table: Table,
    source: Ref,
    player: Player,
    hits: Sequence[Hit],
    combat: bool = False,
    ignore_cnt: bool = False,
    measured: Sequence[Measure] = (),
) -> CardId | None:
    """A damage resolution process: whom it hits, how much, from what, of which sort."""
    hits = [hit for hit in hits if can_be_damaged(table, hit[0]) is not False]
    if not hits:
        return None
    pairs = one_process(table, hits) or tuple(
        (table.card(c).id, table.card(c).object, n) for c, n in hits[:1]
    )
    marks: Facts = (("pairs", pairs), ("source", (source.card, source.object)), ("combat", combat))
    if ignore_cnt:
        marks = (*marks, ("ignore CNT", True))
    if measured:
        marks = (*marks, ("measured", tuple((ref.card, ref.object, name, n) for ref, name, n in measured)))
    if replacements.are_there_any(table) and closed_when_added(table):
        with table.together():  # whoever waits for the damage sees it as replaced already
            return add_process(table, player, marks)
    return add_process(table, player, marks)


def add_process(table: Table, player: Player, marks: Facts) -> CardId:
    """Add the process to the gate; replacements then change it."""
    process = rules_effects.add_to_gate(table, DAMAGE, player, marks)
    apply_changes_of_amount(table, process)
    replacements.change_damage_in_the_gate(table, process)
    return process


@rules.guard("13-2a-2")
def order_of_sources(table: Table, player: Player, sources: Sequence[int]) -> tuple[CardId, ...]:
    """A process for each source; their controller says in which order."""
    return table.order(player, sources, table.words("order of damage"))


# sources of both players: those of the active player first
order_of_players = rules.asks("13-2a-2a", plain.turn_player_first)


@rules.guard("13-2a-3")
def one_process(table: Table, hits: Sequence[Hit]) -> tuple[Pair, ...]:
    """One source against several: one process with a pairing for each."""
    return tuple((table.card(card).id, table.card(card).object, n) for card, n in hits)


@rules.action("13-2a-4")
def apply_changes_of_amount(table: Table, process: CardId) -> None:
    """As it is added: base damage, and what does not reach its target at all."""
    card = table.card(process)
    source, combat = Ref(*card.mark("source")), bool(card.mark("combat"))
    base = 0 if combat else replacements.base_damage(table, source) or 0
    changed = tuple(
        (target, object_, affecting.damage_that_reaches(table, target, n + base, source, combat))
        for target, object_, n in card.mark("pairs")
    )
    table.mark(process, "pairs", changed)


@rules.guard("13-2a-5")
def closed_when_added(table: Table) -> bool:
    """The amount is now a fixed number. J-34: once it is there, replacements still change it, or they must
    have done so before."""
    return table.reading("J-34") == "locked-except-prevention"


def deal(
    table: Table,
    source: Ref,
    player: Player,
    hits: Sequence[Hit],
    combat: bool = False,
    measured: Sequence[Measure] = (),
) -> CardId | None:
    return harm.deal_damage(table, source, player, hits, combat, measured=measured)


def deal_from_all(
    table: Table, sources: Sequence[CardId], player: Player, hits: Sequence[Hit], combat: bool = False
) -> list[CardId]:
    """Several sources at once: a process for each, one after the other."""
    made = [
        deal(table, table.card(source).ref, player, hits, combat)
        for controller in order_of_players(table, {table.master(source): None for source in sources}) or ()
        for source in one_after_the_other(table, controller, sources)
    ]
    return [process for process in made if process is not None]


def deal_each_other(table: Table, blows: Mapping[CardId, int], stat: str) -> list[CardId]:
    """Each card deals its amount, taken from that property, to all the others."""
    made = []
    for controller in order_of_players(table, {table.master(source): None for source in blows}) or ():
        for source in one_after_the_other(table, controller, list(blows)):
            hits = [(other, blows[source]) for other in blows if other != source]
            striker = table.card(source).ref
            measured = ((striker, stat, blows[source]),)
            made.append(deal(table, striker, controller, hits, measured=measured))
    return [process for process in made if process is not None]


def one_after_the_other(table: Table, controller: Player, sources: Sequence[CardId]) -> Sequence[CardId]:
    own = [source for source in sources if table.master(source) == controller]
    return order_of_sources(table, controller, own) or own[:1]


def deal_combat_damage(table: Table, source: CardId, target: CardId, n: int) -> CardId | None:
    return deal(table, table.card(source).ref, table.master(source), [(target, n)], combat=True)


def resolve_damage(table: Table, process: CardId) -> None:
    """13-2b: as much as was recorded (13-2a-5)."""
    card = table.card(process)
    if differs_by_now(table, card):
        table.cite("13-2a-5")
    for target, incarnation, n in card.mark("pairs"):
        now = table.state.current(Ref(CardId(target), incarnation))
        if now is None:
            table.cite("13-2a-1", "3-2d")  # dealt to that very object, and to no other
        if now is None or not affecting.still_reached(table, target, process):
            continue
        add_to_ruler(table, target, n, process)
        add_to_unit(table, target, n, process)
        damage_was_dealt(table, target, n, process)
    if process in table.state.cards:
        table.vanish(process)


def differs_by_now(table: Table, process: Card) -> bool:
    """Whether damage would be a different amount, or none, if dealt now."""
    if not process.mark("combat"):
        measured: tuple[tuple[int, int, str, int], ...] = process.mark("measured") or ()
        return any(value_now(table, Ref(CardId(c), o), name) != n for c, o, name, n in measured)
    source = table.state.current(Ref(*process.mark("source")))
    if source is None:
        return True
    hits = [
        (n, "STK" if is_ruler(table, t) else "ATK")
        for t, _, n in process.mark("pairs")
        if t in table.state.cards
    ]
    return any((table.peek(source.id, name) or 0) != n for n, name in hits)


def value_now(table: Table, ref: Ref, name: str) -> int | None:
    """A number of a card that is still there."""
    card = table.state.current(ref)
    return None if card is None else int(table.peek(card.id, name) or 0)


@rules.action("13-2b-1")
def add_to_ruler(table: Table, target: int, n: int, process: CardId) -> None:
    if zone_kind(table.card(target).area) == "ruler":
        as_current_ruler_damage(table, target, n, process)


@rules.action("13-2b-2")
def add_to_unit(table: Table, target: int, n: int, process: CardId) -> None:
    if is_unit(table, target):
        as_current_damage(table, target, n, process)


@rules.action("13-2b-3")
def damage_was_dealt(table: Table, target: int, n: int, process: CardId) -> None:
    """Only if the damage really grew."""
    if n < 1 or not (is_unit(table, target) or is_ruler(table, target)):
        return
    card = table.card(process)
    facts = (("amount", n), ("combat", bool(card.mark("combat"))), ("process", process),
             ("source", card.mark("source")))  # fmt: skip
    table.occurs("deals damage", table.master(process), card.mark("source")[0], (("target", target), *facts))
    table.occurs("is dealt damage", table.master(target), target, facts)


@rules.guard("13-3a-1")
def prevention_waits(
    table: Table, address: str, source: Ref, player: Player, until: str = "end of turn"
) -> None:
    """Prevention of later damage is a delayed automatic ability; J-14: for each damage, or for one."""
    table.cite("13-3a")
    again = table.reading("J-14") == "every-time"
    table.plan(address, source, player, once=not again, facts=(("until", until),))


@rules.action("13-3c")
def choose_damage(
    table: Table, player: Player, processes: Sequence[int], next_one: bool = False
) -> CardId | None:
    """A fitting damage resolution process in the gate."""
    fitting = [CardId(p) for p in processes if p in table.pile(GATE)]
    if next_one and fitting:
        chosen: CardId | None = next_damage(table, fitting) or fitting[0]
    else:
        chosen = next(iter(table.choose(player, fitting, table.words("damage to prevent"))), None)
    table.cite("13-3a")
    if chosen is not None:
        table.occurs("damage to be prevented", player, chosen)
    return chosen


@rules.guard("13-3c-1")
def next_damage(table: Table, processes: Sequence[int]) -> CardId:
    """The next damage is the topmost that fits."""
    gate = table.pile(GATE)
    return CardId(max(processes, key=gate.index))


def pairings(table: Table, process: CardId, named: Container[int] | None) -> list[tuple[int, int, int]]:
    """The pairings that a prevention may change; J-66: only those with cards it names, or all."""
    pairs: list[tuple[int, int, int]] = list(table.card(process).mark("pairs"))
    fitting = [pair for pair in pairs if named is None or pair[0] in named]
    if len(fitting) < len(pairs) and table.reading("J-66") == "only-what-it-names":
        return fitting
    return pairs


@rules.action("13-3d")
def prevent(
    table: Table, player: Player, process: CardId, n: int, named: Container[int] | None = None
) -> None:
    """The amount is reduced by what is prevented."""
    pairs = table.card(process).mark("pairs")
    open_ = pairings(table, process, named)
    if len(open_) > 1:
        cuts = spread_prevention(table, player, process, n, open_) or {}
    else:
        cuts = {open_[0][0]: n} if open_ else {}
    reduced = tuple((card, inc, max(0, amount - cuts.get(card, 0))) for card, inc, amount in pairs)
    table.mark(process, "pairs", reduced)


@rules.guard("13-3d-1")
def becomes(
    table: Table, player: Player, process: CardId, n: int, named: Container[int] | None = None
) -> None:
    """The amount is set; J-26: for each pairing, but it is never raised."""
    pairs = table.card(process).mark("pairs")
    chosen = {pair[0] for pair in pairings(table, process, named)}
    if n <= 0 and all_become_nothing(table, process, chosen) is not None:
        return
    if len(chosen) > 1 and table.reading("J-26") == "one-pairing-becomes-x":
        open_ = [pair[0] for pair in pairs if pair[0] in chosen]
        (one,) = table.choose(player, open_, table.words("damage to change", n=n))
        chosen = {one}
    changed = tuple((card, inc, min(amount, n) if card in chosen else amount) for card, inc, amount in pairs)
    table.mark(process, "pairs", changed)


@rules.guard("13-3d-2")
def spread_prevention(
    table: Table, player: Player, process: CardId, n: int, pairs: Sequence[tuple[int, int, int]]
) -> dict[int, int]:
    """Over these pairings as the chooser likes; the total is what is prevented."""
    chooser = who_spreads_prevention(table, player, process) or player
    left, cuts = min(n, sum(pair[2] for pair in pairs)), {}
    for at, (card, _, amount) in enumerate(pairs):
        behind = sum(pair[2] for pair in pairs[at + 1 :])
        prompt = table.words("how much to prevent", card=table.label(card))
        cuts[card] = table.choose_number(chooser, max(0, left - behind), min(left, amount), prompt)
        left -= cuts[card]
    return cuts


@rules.guard("13-3d-2a")
def who_spreads_prevention(table: Table, player: Player, process: CardId) -> Player:
    """Cards of both players: the opponent of the source's controller. J-57: the same for rulers."""
    cards = [pair[0] for pair in table.card(process).mark("pairs")]
    if len({table.master(card) for card in cards}) < 2:
        return player
    if any(is_ruler(table, card) for card in cards) and table.reading("J-57") == "prevention-controller":
        return player
    return opponent(controller_of_the_source(table, process))


def controller_of_the_source(table: Table, process: CardId) -> Player:
    """If the source is gone, it is the controller of the process."""
    source = Ref(*table.card(process).mark("source"))
    now = table.state.cards.get(source.card)
    return table.master(process if now is None or now.ref != source else source.card)


@rules.guard("13-3d-2b")
def all_become_nothing(table: Table, process: CardId, chosen: Container[int]) -> bool:
    """Damage that becomes 0 does so for every pairing."""
    pairs = table.card(process).mark("pairs")
    table.mark(process, "pairs", tuple((card, inc, 0 if card in chosen else n) for card, inc, n in pairs))
    return True


@rules.action("13-4a")
def as_current_ruler_damage(table: Table, ruler: int, n: int, process: CardId) -> None:
    """J-45: which process it came from is kept for the flips."""
    player = table.master(ruler)
    ignoring = bool(table.card(process).mark("ignore CNT"))
    table.set_number(f"{player}.ruler damage", ruler_damage_of(table, player) + n)
    rows = table.card(ruler).mark("pending") or ()
    table.mark(ruler, "pending", (*rows, (int(process), n, ignoring)))


@rules.action("13-4b")
def heal_ruler(table: Table, player: Player, n: int) -> None:
    """`n` cards leave the damage zone for the graveyard, together."""
    there = table.pile(f"{player}.damage")
    flips = any(table.card(g).name == FLIP and table.master(g) == player for g in table.pile(GATE))
    if flips or ruler_damage_of(table, player):
        table.cite("13-4b-1", "15-21c")  # what is still to come is not healed
    n = n if n <= len(there) else as_often_as_possible(table, n, len(there)) or 0
    cards = table.choose(player, there, table.words("heal", n=n), n)
    with table.together():
        for card in cards:
            to_graveyard(table, card)


@rules.action("13-5a")
def apply_ruler_damage(table: Table) -> None:
    """For each ruler with current damage."""
    add_flips(table)
    forget_ruler_damage(table)


@rules.action("13-5b")
def add_flips(table: Table) -> None:
    players = [p for p in PLAYERS if ruler_damage_of(table, p) > 0]
    for player in active_player_first(table, players) or players:
        for process, ignoring in points(table, player):
            controller = controller_of_flip(table, player) or table.turn_player
            marks = (("of damage", process), ("ignore CNT", True)) if ignoring else (("of damage", process),)
            rules_effects.add_to_gate(table, FLIP, controller, marks)


controller_of_flip = rules.passes("13-5b-1")


active_player_first = rules.asks("13-5b-2", plain.turn_player_first)


@rules.action("13-5c")
def forget_ruler_damage(table: Table) -> None:
    for player in PLAYERS:
        table.set_number(f"{player}.ruler damage", 0)
        ruler = ruler_of(table, player)
        if ruler is not None:
            table.mark(ruler, "pending", None)


@rules.step("13-6b")
def flip_the_top_card(table: Table) -> None:
    process = table.recall("process")
    player = table.master(process)
    deck = table.pile(f"{player}.deck")
    if not deck:
        without_a_card(table, player, process)
        return
    if relocate(table, deck[0], f"{player}.counter"):
        table.remember(card=deck[0])


@rules.step("13-6c")
def no_counter_ability(table: Table) -> None:
    """To the damage zone, and the process is over."""
    card, process = table.recall("card"), table.recall("process")
    if card is not None and has_counter(table, card, process):
        return
    if card is not None and zone_kind(table.card(card).area) == "counter":
        relocate(table, card, f"{table.card(card).owner}.damage")
    table.vanish(process)
    table.finish()


@rules.guard("13-6c-1")
def counters_are_ignored(table: Table, process: CardId) -> bool:
    """Damage that ignores CNT makes the card count as having none."""
    return bool(table.card(process).mark("ignore CNT"))


@rules.step("13-6d")
def play_the_counter(table: Table) -> None:
    card = table.recall("card")
    player = table.master(table.recall("process"))
    wanted = must_be_played(table) or table.may(
        player, table.words("play the Counter", card=table.label(card))
    )
    if not wanted or not boxes.play_counter(table, player, card):
        cannot_be_played(table, card)


must_be_played = rules.says("13-6d-1", True)  # nobody is asked


@rules.guard("13-6d-2")
def cannot_be_played(table: Table, card: CardId) -> None:
    """Without targets the card is just put into the graveyard. J-17: and for any other reason."""
    if zone_kind(table.card(card).area) != "counter":
        return
    others = boxes.counter_has_targets(table, table.card(card).owner, card)
    if others and table.reading("J-17") == "damage-zone":
        relocate(table, card, f"{table.card(card).owner}.damage")
    else:
        to_graveyard(table, card)


@rules.interrupt("13-6d-3", on=(Vanished,))
def counter_is_over(table: Table) -> Iterator[Due]:
    """Its Counter ability was played and is no longer in the gate."""
    for player in PLAYERS:
        for card in table.pile(f"{player}.counter"):
            if table.card(card).mark("countered") and not boxes.counter_in_gate(table, card):
                yield Due(player, card)


@counter_is_over.performs("13-6d-3")
def bury_after_its_counter(table: Table, due: Due) -> None:
    assert isinstance(due.subject, int)
    to_graveyard(table, due.subject)


@rules.step("13-6e")
def the_process_leaves_the_gate(table: Table) -> None:
    process = table.recall("process")
    if process in table.state.cards:
        table.vanish(process)


@rules.action("13-7a")
def as_current_damage(table: Table, unit: int, n: int, process: CardId) -> None:
    table.mark(unit, "damage", damage_adds_up(table, unit, n))
    source = table.card(process).mark("source")
    table.mark(unit, "hit by", source)
    rows = table.card(unit).mark("wounds") or ()
    combat = bool(table.card(process).mark("combat"))
    here = (table.number("turn"), phase(table), source[0], combat, n, int(process))
    table.mark(unit, "wounds", (*rows, here))


@rules.action("13-7b")
def heal_unit(table: Table, unit: int, n: int) -> None:
    table.mark(unit, "damage", damage_on(table, unit) - n or None)


@rules.guard("13-7b-1")
def wounds_to_heal(
    table: Table,
    player: Player,
    unit: int,
    process: int | None = None,
    any_damage: bool = False,
    sort: str = "",
    all_turn: bool = False,
) -> int:
    """Damage dealt in this phase that fits: of one process, or, if the text says "any", of all, in this phase
    or turn."""
    here = (table.number("turn"), phase(table))
    far = 1 if any_damage and all_turn else 2
    fitting = [row for row in table.card(unit).mark("wounds") or () if row[:far] == here[:far]]
    if sort:
        fitting = [row for row in fitting if row[3] == (sort == "combat")]
    if process is not None:
        fitting = [row for row in fitting if row[-1] == process]
    if any_damage or not fitting:
        return sum(row[4] for row in fitting)
    options = [
        (str(at), table.words("damage from", n=row[4], source=source_named(table, row[2])))
        for at, row in enumerate(fitting)
    ]
    return int(fitting[int(table.pick(player, options, table.words("damage to heal")))][4])


def source_named(table: Table, source: int) -> str:
    """A token may be gone by then."""
    return table.card(source).name if source in table.state.cards else str(source)


@rules.guard("13-8a")
def can_be_damaged(table: Table, card: int) -> bool:
    """Only rulers and units can be dealt damage."""
    return is_ruler(table, card) or is_unit(table, card)


def is_of_sort(table: Table, sort: str, combat: bool) -> bool:
    """15-20c: what the rules of the damage step deal is combat damage, all other is effect damage."""
    table.cite("15-20c", *(("8-6d-3",) if combat else ()))
    return (sort == "combat") == combat


def cite_source(table: Table, source: int | None, combat: bool) -> None:
    """14-15b, 14-15c, 14-15d: what damage comes from."""
    card = table.state.cards.get(CardId(source)) if source is not None else None
    event = card is not None and table.peek(card.id, "type") == "event"
    table.cite("14-15d" if combat else "14-15c" if event else "14-15b")


# what is in the gate


def damage_processes(table: Table) -> list[CardId]:
    return [g for g in table.pile(GATE) if table.card(g).name == DAMAGE]


def ruler_damage_of(table: Table, player: Player) -> int:
    """3-6f: the current ruler damage."""
    return table.number(f"{player}.ruler damage")


def points(table: Table, player: Player) -> list[tuple[int, bool]]:
    """One entry for each point of ruler damage: the process it came from, and whether CNT is ignored."""
    ruler = ruler_of(table, player)
    rows = (table.card(ruler).mark("pending") if ruler is not None else None) or ()
    found = [(process, bool(ignoring)) for process, n, ignoring in rows for _ in range(n)]
    total = ruler_damage_of(table, player)
    return (found + [(0, False)] * total)[:total]


def has_counter(table: Table, card: CardId, process: CardId) -> bool:
    if not box_words.counter_abilities(table, card):
        return False
    return not counters_are_ignored(table, process)


def without_a_card(table: Table, player: Player, process: CardId) -> None:
    """J-45: no card to flip."""
    if table.reading("J-45") == "lose-on-missing-card":
        lose(table, [player])
    table.vanish(process)
    table.finish()


def is_damage_forbidden(table: Table, card: int, player: Player) -> bool:
    return table.is_forbidden(Proposal("be dealt damage", player, CardId(card)), log=True)
