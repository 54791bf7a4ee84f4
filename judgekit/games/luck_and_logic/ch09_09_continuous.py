"""Sections 9.9 to 9.11: continuous effects, replacements, and final information."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import nullcontext

from judgekit.engine import plain
from judgekit.engine.abilities import Change, Proposal, Replacement, Source
from judgekit.engine.events import Row
from judgekit.engine.layers import Board
from judgekit.engine.state import PLAYERS, Card, CardId, Player, Ref, State, area_name
from judgekit.engine.table import Table
from judgekit.engine.ties import affected_by_both, settle_ties
from judgekit.games.luck_and_logic.ch01_outline import card_says
from judgekit.games.luck_and_logic.ch03_masters import master_of
from judgekit.games.luck_and_logic.ch04_zones import (
    CIRCLES,
    FIELD,
    is_on_circle,
    is_set,
    lends_logic,
    soul_of,
)
from judgekit.games.luck_and_logic.ch05_11_members import LOGIC_ICONS, affects_masters_member
from judgekit.games.luck_and_logic.rules import rules

LOGIC = ("power", "aura", "limit")  # 2.11.2.1 to 2.11.2.3: what "power logic" and its like add to


@rules.action("9.9.1")
def read(table: Table, card: int, name: str) -> int:
    """A number of a card as everything in force makes it."""
    return apply_to_print(table, card, name) or 0


def number_of(table: Table, card: int, name: str) -> int:
    """A-46: below zero it counts as it is."""
    value = read(table, card, name) or 0
    if value < 0 and table.reading("A-46") == "floor-at-zero":
        return 0
    return value


@rules.action("9.9.1.1")
def apply_to_print(table: Table, card: int, name: str) -> int:
    """The printed value comes first; the time stamps that decided are reported with the value."""
    read_lent_logic(table, card, name)
    if table.grants() and any(what == "abilities" for _, what in table.board.rows):
        table.cite("9.9.1.3")  # whose abilities are left is settled before any number
    tell_readings(table, card, name)
    rows = table.board.rows.get((CardId(card), name), ())
    table.cite(*holds_since_arrival(table, table.card(card), rows), *never_used(table, rows))
    clause = clause_of_stamps(table, card, name)
    with table.under(clause) if clause else nullcontext():
        return int(table.value(card, name) or 0)


def read_lent_logic(table: Table, card: int, name: str) -> None:
    """The logic that a member in battle is lent is read with its number, also where none of it is left."""
    if name in LOGIC and is_in_battle(table.state, table.card(card), table.readings):
        player, logic = table.master(card), f"{name} logic"
        for one in (*table.pile(f"{player}.battle"), *table.pile(f"{player}.intercept")):
            if table.value(one, logic) or table.board.rows.get((one, logic)):
                table.reading("A-27")


def tell_readings(table: Table, card: int, name: str) -> None:
    """A-28: setting and adding in one derivation."""
    rows = table.board.rows.get((CardId(card), name), ())
    known = [
        table.pool.abilities[row.effect].data == "set" for row in rows if row.effect in table.pool.abilities
    ]
    if any(known) and not all(known):
        table.reading("A-28")


def clause_of_stamps(table: Table, card: int, name: str) -> str:
    """Whether the order of a derivation goes by the arrival of cards, or by when something was played."""
    rows = [row for row in table.board.rows.get((CardId(card), name), ()) if row.ordered_by and row.source]
    if len(rows) < 2:
        return ""
    played = {(effect.what, effect.stamp) for effect in table.state.effects}
    return "9.9.1.7.2" if any((row.effect, row.stamp) in played for row in rows) else "9.9.1.7.1"


def holds_since_arrival(table: Table, card: Card, rows: Iterable[Row]) -> tuple[str, ...]:
    """9.9.3: whether something is applied to a card that came into its zone after it."""
    played = {(effect.what, effect.stamp) for effect in table.state.effects}
    before = (row for row in rows if row.source not in (None, card.id) and row.stamp < card.since)
    return ("9.9.3",) if any((row.effect, row.stamp) not in played for row in before) else ()


def never_used(table: Table, rows: Iterable[Row]) -> tuple[str, ...]:
    """9.6.1: whether a card that cannot use its abilities has a continuous one, which nobody uses."""
    lasting = {effect.what for effect in table.state.effects}
    own = ((row.source, row.effect) for row in rows if row.source in table.state.cards)
    barred = (
        table.has_status("cannot use", (source, effect, table.master(source)))
        for source, effect in own
        if source is not None and effect not in lasting
    )
    return ("9.6.1",) if any(barred) else ()


@rules.layer("9.9.1.2", properties=("power logic", "aura logic", "limit logic"))
def logic_icons(board: Board) -> Iterable[Change]:
    """Changes to logic icons come first."""
    return battle_logic(board) if board.table.readings["A-27"] == "all-logic-first" else ()


rules.stage("9.9.1.3", abilities=True)  # then what grants, takes, activates or silences abilities
rules.stage("9.9.1.4")  # then what does not change numbers


@rules.layer("9.9.1.5", properties=LOGIC)
def numbers(board: Board) -> Iterable[Change]:
    """Then numbers: among them soul power, the logic of the battle zone, and that of interceptors."""
    yield from soul_bonus(board)
    if board.table.readings["A-27"] != "all-logic-first":
        yield from battle_logic(board)


def soul_bonus(board: Board) -> Iterable[Change]:
    """8.2.6: what the attacker's soul gave it (A-08)."""
    for card in on_circles(board.state):
        bonus = card.mark("soul power")
        if bonus is not None and not card_says(board.table, "no soul power", card.id):
            now = sum(board.value(soul, "soul power") or 0 for soul in soul_of(board.state, card.id))
            if now != bonus and board.table.reading("A-08") == "follows-soul":
                bonus = now
            yield Change(card.id, "power", "+", bonus, by="8.2.6")


def battle_logic(board: Board) -> Iterable[Change]:
    """2.11.2, 8.3.4: the logic of battle zone and interceptors, for the member in battle."""
    state = board.state
    for player in PLAYERS:
        battle, interceptors = state.pile(f"{player}.battle"), state.pile(f"{player}.intercept")
        if battle or interceptors:
            for member in fighting(board, player):
                yield from lent(board, battle, member.id)
                if is_defending(state, member, board.table.readings):
                    yield from lent_by_interceptors(board, interceptors, member.id)


def lent(board: Board, cards: Iterable[CardId], member: CardId) -> Iterable[Change]:
    for number in cards:
        card = board.state.cards[number]
        if lends_logic(board.table, card) and affects_masters_member(board.table, card):
            for name in LOGIC:
                if amount := board.value(number, logic := f"{name} logic"):
                    yield Change(member, name, "+", amount, by=LOGIC_ICONS[logic], lent_by=number)


def lent_by_interceptors(board: Board, cards: Iterable[CardId], defender: CardId) -> Iterable[Change]:
    """8.3.4: only the defending member has their power logic."""
    if cards and card_says(board.table, "no intercept power", defender):
        return
    for card in cards:
        if board.state.cards[card].mark("lends power"):
            amount = board.value(card, "power logic") or 0
            yield Change(defender, "power", "+", amount, by="8.3.4", lent_by=card)


def fighting(board: Board, player: Player) -> list[Card]:
    """A player's member in battle: one, or both if the attacking member has come to the other side."""
    state, readings = board.state, board.table.readings
    mine = (card for card in on_circles(state) if master_of(state, card) == player)
    return [card for card in mine if is_in_battle(state, card, readings)]


def is_in_battle(state: State, card: Card, readings: Mapping[str, str]) -> bool:
    return bool(card.mark("attacking")) or is_defending(state, card, readings)


def is_defending(state: State, card: Card, readings: Mapping[str, str]) -> bool:
    """8.2.11.2, 8.2.11.3: the member named as defender, while it is on the circle being attacked (A-14)."""
    attacked = state.number("attacked circle")
    if not attacked or not is_on_circle(card) or master_of(state, card) == state.turn_player:
        return False
    if CIRCLES[attacked - 1] not in (card.mark("circles") or (area_name(card.area),)):
        return False
    anyone = readings["A-14"] == "whoever-is-there" and state.number("member attacked") and not is_set(card)
    return bool(card.mark("defending") or anyone)


def on_circles(state: State) -> Iterable[Card]:
    for player in PLAYERS:
        for circle in CIRCLES:
            for card in state.pile(f"{player}.{circle}"):
                yield state.cards[card]


rules.dependency("9.9.1.6")  # an effect that depends on another is applied after it
rules.time_stamps("9.9.1.7")  # the rest go by their time stamps


def order_equal_stamps(table: Table) -> None:
    """The clauses order nothing that came at the same time: a player does (A-69)."""
    if table.rules.number("9.9.1.7") is not None:
        with table.under("9.9.1.7"):
            settle_ties(table, who_orders_what_came_together)


def who_orders_what_came_together(table: Table, tied: Sequence[Source]) -> Player:
    if table.reading("A-69") == "turn-player":
        return table.turn_player
    return table.master(affected_by_both(table, tied))


@rules.action("9.9.1.7.1")
def keeps_its_stamp(table: Table, card: Card, dst: str) -> bool:
    """A member's stamp is the time it came onto the circles, not the time of its last move there. A set card
    is not a member: it gets a new time stamp wherever it goes."""
    return is_on_circle(card) and not is_set(card) and area_name(dst) in CIRCLES


# what was played has the time at which it was played
stamp_when_played = rules.acts("9.9.1.7.2", plain.carry_out)


@rules.guard("9.9.2")
def still_applies_to(table: Table, ref: Ref) -> bool:
    """What was played no longer applies to a card once that card has changed zones."""
    return table.state.current(ref) is not None


@rules.guard("9.9.3")
def applies_on_arrival(table: Table) -> bool:
    """What applies to a zone applies to a card from the moment it is there."""
    return bool(trigger_sees_it_applied(table))


# A trigger that asks about an arriving card sees it with all that applies to it.
trigger_sees_it_applied = rules.says("9.9.3.1", True)


rules.mechanic("replace", "9.10.1")


never_happened = rules.says("9.10.1.1", True)  # what was replaced has not happened at all


@rules.guard("9.10.2")
def who_orders(table: Table, proposal: Proposal) -> Player:
    """Who says in which order several replacements apply (A-29)."""
    applied_only_once(table)
    if proposal.card is not None:
        return master_of_affected(table, proposal.card) or table.turn_player
    return master_of_replacing(table, proposal) or table.turn_player


master_of_affected = rules.asks("9.10.2.1", Table.master)


@rules.guard("9.10.2.2")
def master_of_replacing(table: Table, proposal: Proposal) -> Player:
    """The master of the effects replacing a game action; if both have such effects, the one who acts."""
    masters = {
        source.player
        for one, source in table.in_force(Replacement, table.index.replacements)
        if one.replaces is not None and one.replaces(table, source, proposal)
    }
    return masters.pop() if len(masters) == 1 else proposal.player or table.turn_player


applied_only_once = rules.says("9.10.2.3", True)
can_do_instead = rules.passes("9.10.3")  # an optional replacement that cannot be carried out cannot be used


@rules.guard("9.11.1")
def is_seen_as_it_was(table: Table, ref: Ref) -> bool:
    """An ability that asks about a card that changed zones sees it as it was in its old zone."""
    return table.state.current(ref) is None


def last_on_field(state: State, card: CardId, where: str) -> list[Ref]:
    """For a card that has left the field since it was mentioned: the last object it was there."""
    now = state.cards.get(card)
    if now is None or area_name(where) not in FIELD or area_name(now.area) in FIELD:
        return []
    earlier = (Ref(card, number) for number in range(now.object - 1, -1, -1))
    last = next((ref for ref in earlier if ref in state.former), None)
    return [] if last is None else [last]
