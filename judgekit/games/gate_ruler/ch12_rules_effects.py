"""Section 12: rules effects: defeat, ruler damage, destruction, overlap, charges, zero damage."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from judgekit.engine.abilities import Proposal
from judgekit.engine.registry import Due, RuleAction
from judgekit.engine.state import PLAYERS, CardId, Player, Ref, Value, area_player, host_of
from judgekit.engine.table import Table
from judgekit.games.gate_ruler import ch13_damage as damage
from judgekit.games.gate_ruler import ch14_15_source as source_of
from judgekit.games.gate_ruler.abilities import play_of
from judgekit.games.gate_ruler.ch01_overview import lose
from judgekit.games.gate_ruler.ch02_card_information import damage_on, life, number, ruler_of, rulers
from judgekit.games.gate_ruler.ch03_zones import (
    charges_of,
    front_row,
    front_units,
    how_many,
    is_waited_for,
    links,
    loose_charges,
    on_top,
    to_graveyard,
    unlink,
    zones,
)
from judgekit.games.gate_ruler.rules import GATE, is_in_play, rules

DESTRUCTION = "destruction process"
DEFEAT = "defeat process"
RANK = {"12-4b-2b": 1, "12-3a": 2, "12-2c": 3, "12-2c-1": 3}


def in_order(table: Table, dues: Sequence[tuple[RuleAction, Due]]) -> list[tuple[RuleAction, Due]] | None:
    """The order in which simultaneous processes are added to the gate: the first is at the bottom."""
    together = all_at_once(table, dues)
    if not together:
        return list(dues)
    kinds = {rule.clause for rule, _ in together} & set(RANK)
    rank = dict(RANK)
    if {"12-4b-2b", "12-3a"} <= kinds:
        rank |= ruler_damage_or_destruction(table)
    if "12-4b-2b" in kinds and kinds & {"12-2c", "12-2c-1"} and not destruction_before_defeat(table):
        rank["12-4b-2b"] = 4
    return sorted(together, key=lambda pair: rank.get(pair[0].clause, 0))


all_at_once = rules.passes("12-1b")  # rules effects that are due together are performed together


def ruler_damage_or_destruction(table: Table) -> dict[str, int]:
    """J-02."""
    reading = table.reading("J-02")
    if reading == "active-player-chooses":
        options = [
            (one, table.words("process lowest", process=one)) for one in ("destruction", "ruler damage")
        ]
        reading = table.pick(table.turn_player, options, table.words("first process"))
        return {"12-4b-2b": 1, "12-3a": 2} if reading == "destruction" else {"12-4b-2b": 2, "12-3a": 1}
    return {"12-4b-2b": 2, "12-3a": 1} if reading == "ruler-damage-lowest" else {}


@rules.guard("12-1b-1")
def destruction_before_defeat(table: Table) -> bool:
    """Destruction comes first; J-03: is added first, or resolves first."""
    return table.reading("J-03") == "added-first"


@rules.guard("12-2a-1")
def has_too_much_damage(table: Table, player: Player) -> bool:
    return ruler_of(table, player) is not None and (how_many(table, f"{player}.damage") or 0) >= life(
        table, player
    )


@rules.guard("12-2a-2")
def has_no_deck(table: Table, player: Player) -> bool:
    return not how_many(table, f"{player}.deck")


def is_defeated(table: Table, player: Player) -> bool:
    """12-2a: at least one of the conditions. One for which an effect says that the player cannot lose (1-5d)
    defeats nobody."""
    met = (has_too_much_damage(table, player) and "damage", has_no_deck(table, player) and EMPTY_DECK)
    return any(why and not is_kept_from_losing(table, player, why) for why in met)


EMPTY_DECK = "empty deck"


def is_kept_from_losing(table: Table, player: Player, why: str) -> bool:
    return table.is_forbidden(Proposal("lose", player, facts=(("reason", why),)))


@rules.rule_action("12-2c")
def defeat_of_one(table: Table) -> Iterator[Due]:
    """A player who meets a condition and has no defeat process yet. J-04: what if the other has one."""
    new = newly_defeated(table)
    if len(new) == 1:
        yield Due(new[0], (new[0],))


@defeat_of_one.performs("12-2c")
def add_defeat(table: Table, due: Due) -> None:
    linked = tuple(PLAYERS) if joins_the_other(table) else due.subject
    put_defeat_into_gate(table, linked)


@rules.rule_action("12-2c-1")
def defeat_of_both(table: Table) -> Iterator[Due]:
    if len(newly_defeated(table)) == 2:
        yield Due(None, tuple(PLAYERS))


@defeat_of_both.performs("12-2c-1")
def add_common_defeat(table: Table, due: Due) -> None:
    put_defeat_into_gate(table, due.subject)


def newly_defeated(table: Table) -> list[Player]:
    linked = {
        p for g in table.pile(GATE) if table.card(g).name == DEFEAT for p in table.card(g).mark("players")
    }
    return [player for player in PLAYERS if player not in linked and is_defeated(table, player)]


def joins_the_other(table: Table) -> bool:
    both = all(is_defeated(table, player) for player in PLAYERS)
    return both and table.reading("J-04") == "both-players"


def put_defeat_into_gate(table: Table, players: Value) -> None:
    """J-50: through the gate, or at once."""
    assert isinstance(players, tuple)
    if table.reading("J-50") == "at-once":
        lose(table, players)
    else:
        add_to_gate(table, DEFEAT, players[0], (("players", players),))


def resolve_defeat(table: Table, process: CardId) -> None:
    """12-2d."""
    players = table.card(process).mark("players")
    table.vanish(process)
    still_defeated(table, players)


@rules.action("12-2d-1")
def still_defeated(table: Table, players: Iterable[Player]) -> None:
    losing = [player for player in players if is_defeated(table, player)]
    table.cite("12-2d-1")
    if losing:
        lose(table, losing)


@rules.rule_action("12-3a")
def ruler_damage(table: Table) -> Iterator[Due]:
    if any(damage.ruler_damage_of(table, player) > 0 for player in PLAYERS):
        yield Due(None)


@ruler_damage.performs("12-3a")
def perform_ruler_damage(table: Table, due: Due) -> None:
    damage.apply_ruler_damage(table)


@rules.guard("12-4a-1")
def has_fatal_damage(table: Table, unit: int) -> bool:
    return damage_on(table, unit) >= number(table, unit, "HP")


@rules.guard("12-4a-2")
def has_no_hp(table: Table, unit: int) -> bool:
    return number(table, unit, "HP") <= 0


def is_doomed(table: Table, unit: int) -> bool:
    card = table.card(unit)
    return any((card.id, card.object) in table.card(g).mark("cards") for g in destructions(table))


is_being_destroyed = rules.asks("12-4a-3", is_doomed)  # A destruction process for it is in the gate already


@rules.action("12-4b-2a")
def destroy_by_effect(table: Table, cards: Sequence[int], source: Ref, player: Player) -> CardId | None:
    """One process for all that an effect or a cost destroys."""
    there = [c for c in cards if is_in_play(table.card(c).area) and can_be_destroyed_anew(table, c)]
    hit = [c for c in there if table.propose("destroy", c, player, facts=(("reason", "effect"),))]
    if not hit:
        return None
    marks = (("by", "effect"), ("source", (source.card, source.object)), ("player", player))
    return add_destruction(table, hit, player, marks)


def can_be_destroyed_anew(table: Table, card: int) -> bool:
    """J-67: by an effect, although its destruction is in the gate already."""
    return not is_doomed(table, card) or table.reading("J-67") == "destroyed-again"


@rules.rule_action("12-4b-2b")
def units_to_destroy(table: Table) -> Iterator[Due]:
    found = tuple(
        unit
        for player in PLAYERS
        for unit in front_units(table, player)
        if (has_fatal_damage(table, unit) or has_no_hp(table, unit)) and not is_being_destroyed(table, unit)
    )
    if found:
        yield Due(None, found)


@units_to_destroy.performs("12-4b-2b")
def destroy_by_rule(table: Table, due: Due) -> None:
    """One process for all units that meet a condition."""
    assert isinstance(due.subject, tuple)
    units = [u for u in due.subject if table.propose("destroy", u, facts=(("reason", "rules"),))]
    if units:
        add_destruction(table, units, table.turn_player, (("by", "rules"),))


@rules.action("12-4b-3")
def it_is_destroyed(table: Table, cards: Sequence[int], process: CardId) -> None:
    """Destroyed once the process is added, whether or not the card will move; all at once."""
    with table.together():
        for card in cards:
            if even_if_it_stays(table) or can_be_buried(table, card):
                by = source_of.destroyer(table, card, process)
                facts = (("by", by), ("process", process)) if by is not None else (("process", process),)
                table.occurs("destroyed", table.master(card), card, facts)


even_if_it_stays = rules.says("12-4b-3a", True)  # whether the card will really move makes no difference


def can_be_buried(table: Table, card: int) -> bool:
    now = table.card(card)
    return not table.is_forbidden(Proposal("move", None, now.id, now.area, f"{now.owner}.graveyard"))


def resolve_destruction(table: Table, process: CardId) -> None:
    """12-4c."""
    release_the_healed(table, process)
    bury_the_rest(table, process)
    if process in table.state.cards:
        table.vanish(process)


@rules.action("12-4c-1")
def release_the_healed(table: Table, process: CardId) -> None:
    """Units the rules destroy are released if fit again. J-40: neither condition, or not both."""
    if table.card(process).mark("by") != "rules":
        return
    kept = tuple(pair for pair in linked(table, process) if stays_doomed(table, pair))
    table.mark(process, "cards", kept)


def stays_doomed(table: Table, pair: tuple[int, int]) -> bool:
    unit = pair[0]
    if table.state.current(Ref(CardId(pair[0]), pair[1])) is None:
        return True
    fatal, none = bool(has_fatal_damage(table, unit)), bool(has_no_hp(table, unit))
    if fatal != none:
        return table.reading("J-40") == "meets-neither"
    return fatal


@rules.action("12-4c-2")
def bury_the_rest(table: Table, process: CardId) -> None:
    with table.together():
        for card, incarnation in linked(table, process):
            if table.state.current(Ref(CardId(card), incarnation)) is not None:
                to_graveyard(table, card, source_of.mover_by_destruction(table, process))
            else:
                table.cite("3-2d")


@rules.rule_action("12-5a")
def overlapping(table: Table) -> Iterator[Due]:
    for player in PLAYERS:
        for zone in (*front_row(table, player), *zones(table, player, "set")):
            if len(table.pile(zone)) > 1:
                yield Due(player, zone)


@overlapping.performs("12-5a")
def keep_one(table: Table, due: Due) -> None:
    """The newest stays, the zone's owner choosing among equals; the rest go. J-55."""
    assert due.player is not None
    assert isinstance(due.subject, str)
    pile = table.pile(due.subject)
    latest = max(arrival(table, card) for card in pile)
    newest = [card for card in pile if arrival(table, card) == latest]
    if len(newest) > 1 and table.reading("J-55") == "any-card-there":
        newest = list(pile)
    (kept,) = table.choose(due.player, newest, table.words("card that stays", zone=due.subject))
    for card in pile:
        if card != kept:
            to_graveyard(table, card)


@rules.rule_action("12-6a")
def stray_charges(table: Table) -> Iterator[Due]:
    for card in loose_charges(table):
        if not table.card(card).mark("link") and not still_referred_to(table, card):
            yield Due(table.card(card).owner, card)
    yield from charges_off_play(table)
    yield from charges_of_rulers(table)


@stray_charges.performs("12-6a")
def bury_charge(table: Table, due: Due) -> None:
    assert isinstance(due.subject, int)
    to_graveyard(table, due.subject)


def charges_off_play(table: Table) -> Iterator[Due]:
    """J-22: charges of a card that is not in play."""
    for where, pile in table.state.areas.items():
        host = host_of(where) if pile else None
        off = host is not None and not is_in_play(table.card(host).area) and table.card(host).area != GATE
        if off and table.reading("J-22") == "in-play-only":
            yield from (Due(table.card(card).owner, card) for card in pile)


def charges_of_rulers(table: Table) -> Iterator[Due]:
    """J-37: if a ruler is not a card, a charge linked to one is linked to no card."""
    for ruler in rulers(table):
        if charges_of(table, ruler) and table.reading("J-37") == "never-a-ruler":
            yield from (Due(table.card(card).owner, card) for card in charges_of(table, ruler))


@rules.guard("12-6a-1")
def still_referred_to(table: Table, charge: int) -> bool:
    """An unfinished ability, triggered by its card leaving, refers to the charges."""
    host = table.card(charge).mark("was linked")
    waiting = [(s.source.card, s.ability) for s in table.state.standby]
    in_gate = [(table.card(g).mark("source")[0], table.card(g).mark("ability"))
               for g in table.pile(GATE) if table.card(g).name == "ability"]  # fmt: skip
    return any(card == host and play_of(table.pool.ability(address)).refers_to_charges
               for card, address in (*waiting, *in_gate))  # fmt: skip


@rules.rule_action("12-6b")
def charges_of_several(table: Table) -> Iterator[Due]:
    for card in loose_charges(table):
        if len(table.card(card).mark("link") or ()) > 1:
            yield Due(area_player(table.card(card).area), card)


@charges_of_several.performs("12-6b")
def keep_one_link(table: Table, due: Due) -> None:
    """The newest link stays, the zone's owner choosing among simultaneous ones."""
    assert due.player is not None
    assert isinstance(due.subject, int)
    hosts = table.card(due.subject).mark("link")
    newest = newest_links(table, due.subject)
    (kept,) = table.choose(due.player, newest, table.words("host of the charge"))
    for host in hosts:
        if host != kept:
            unlink(table, due.subject, host)


@rules.rule_action("12-7a")
def damage_of_nothing(table: Table) -> Iterator[Due]:
    for process in damage.damage_processes(table):
        for pair in table.card(process).mark("pairs"):
            if pair[2] <= 0:
                yield Due(None, (process, pair[0]))


@damage_of_nothing.performs("12-7a")
def remove_the_pairing(table: Table, due: Due) -> None:
    assert isinstance(due.subject, tuple)
    process, card = due.subject
    if is_waited_for(table, "deals damage", "is dealt damage"):
        table.cite("13-2b-3")  # no damage grows by it
    pairs = tuple(pair for pair in table.card(process).mark("pairs") if pair[0] != card)
    table.mark(process, "pairs", pairs)
    if not pairs:
        remove_empty_damage(table, process)


@rules.action("12-7a-1")
def remove_empty_damage(table: Table, process: CardId) -> None:
    table.vanish(process)


# processes


def add_to_gate(table: Table, name: str, player: Player, marks: Iterable[tuple[str, Value]]) -> CardId:
    """A process is put on top of the gate."""
    on_top(table, GATE)
    return table.create(name, player, GATE, (("controller", player), *marks))


def add_destruction(
    table: Table, cards: Sequence[int], player: Player, marks: Iterable[tuple[str, Value]]
) -> CardId:
    """12-4b-1: linked to the cards that are destroyed."""
    pairs = tuple((table.card(c).id, table.card(c).object) for c in cards)
    process = add_to_gate(table, DESTRUCTION, player, (("cards", pairs), *marks))
    it_is_destroyed(table, cards, process)
    return process


def destructions(table: Table) -> list[CardId]:
    return [g for g in table.pile(GATE) if table.card(g).name == DESTRUCTION]


def linked(table: Table, process: int) -> tuple[tuple[int, int], ...]:
    found: tuple[tuple[int, int], ...] = table.card(process).mark("cards") or ()
    return found


def arrival(table: Table, card: int) -> int:
    """When a card came to its zone."""
    now = table.card(card)
    return int(now.mark("arrived") or now.since)


def newest_links(table: Table, charge: int) -> list[CardId]:
    """The cards that a charge was linked to last; links without a time count as simultaneous."""
    made = links(table, charge)
    return [host for host, moment in made.items() if moment == max(made.values())]


def any_due(table: Table) -> bool:
    """Whether a rules effect is left to apply."""
    table.policy.settle_ties(table)
    if not table.state.stalled:
        return table.has_rule_actions_due()
    return any(
        due for rule in table.rules.live_rule_actions() for due in rule.find(table)
        if f"{rule.clause}|{due.player}|{due.subject}" not in table.state.stalled
    )  # fmt: skip


def forget_who_hit_whom(table: Table) -> None:
    """14-15e: only damage just before the rules effects destroys."""
    for player in PLAYERS:
        for unit in front_units(table, player):
            if table.card(unit).mark("hit by") is not None:
                table.mark(unit, "hit by", None)
