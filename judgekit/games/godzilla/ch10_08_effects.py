"""Sections 10.7 to 10.11: one-shot, continuous and replacement effects, final information, source."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from judgekit.engine import plain
from judgekit.engine.abilities import Change, Proposal, Source
from judgekit.engine.events import Played, Replaced
from judgekit.engine.layers import Board
from judgekit.engine.state import Card, CardId, Player, Ref, State
from judgekit.engine.table import Table
from judgekit.engine.ties import affected_by_both, settle_ties
from judgekit.games.godzilla.ch03_player_information import rage_changes
from judgekit.games.godzilla.rules import is_by_an_effect, is_zone, rules, zone_number

do_once = rules.acts("10.7.1", plain.carry_out)  # what a one-shot effect says is done a single time


rules.mechanic("read a value", "10.8.1")


rules.mechanic("printed value", "10.8.1.1")


rules.stage("10.8.1.2", abilities=True)  # abilities given and taken
rules.stage("10.8.1.3")  # anything but values


@rules.layer("10.8.1.4", properties=("threat level",))
def what_rage_adds(board: Board) -> Iterable[Change]:
    return rage_changes(board)


rules.stage("10.8.1.5")  # values
rules.dependency("10.8.1.6")


def untie_effects(table: Table) -> None:
    """By one reading the turn player chooses which of two interdependent effects comes first."""
    for one, other in table.board.knots:
        key = knot(one, other)
        if not table.number(key):
            options = [("1", one.what), ("2", other.what)]
            with table.under("10.8.1.6"):
                prompt = table.words("first of two effects")
                table.set_number(key, int(table.pick(table.turn_player, options, prompt)))


def decided_first(board: Board, one: Source, other: Source) -> Source | None:
    """Which of the two was put first; none if nobody was asked: the older one."""
    if board.table.reading("A-15") == "time-stamp":
        return None
    return {1: one, 2: other}.get(board.state.number(knot(one, other)))


def knot(one: Source, other: Source) -> str:
    """The name of the number that records which of two effects was put first."""
    return f"first of {one.what}@{one.card.card} and {other.what}@{other.card.card}"


rules.time_stamps("10.8.1.7")


def order_equal_stamps(table: Table) -> None:
    """The clauses order nothing that came at the same time: a player does, as the case reads it."""
    if table.rules.number("10.8.1.7") is not None:
        with table.under("10.8.1.7"):
            settle_ties(table, who_orders)


def who_orders(table: Table, tied: Sequence[Source]) -> Player:
    if table.reading("A-64") == "turn-player":
        return table.turn_player
    return table.master(affected_by_both(table, tied))


@rules.guard("10.8.1.7.1")
def dates_from_its_arrival(table: Table, card: Card, dst: str) -> bool:
    """A continuous ability dates from when its card was put into its present area."""
    if not is_zone(card.area) or not is_zone(dst):
        return True
    table.cite("4.1.4")  # it stays the same card
    return table.reading("A-16") == "renewed"


@rules.guard("10.8.1.7.2")
def stamp_of_other(table: Table, began: State) -> int:
    """When the ability was played: after all that had happened by then."""
    return began.clock


@rules.guard("10.8.2")
def fixed_set(table: Table, cards: Iterable[int]) -> list[int] | None:
    """An effect not from a continuous ability leaves out cards that come later."""
    return list(cards) if table.reading("A-17") == "fixed-set" else None


@rules.guard("10.8.3")
def takes_hold_at_once(table: Table, card: int, name: str) -> Any:
    """A continuous effect on an area takes hold of a card the moment it arrives."""
    return table.peek(card, name)


# A trigger on a card with certain information looks at it with those effects applied
information_on_arrival = rules.asks("10.8.3.1", takes_hold_at_once)


rules.mechanic("replace", "10.9.1")


never_happened = rules.says("10.9.1.1", True)


rules.mechanic("order replacements", "10.9.2")


def order_of_replacements(table: Table, proposal: Proposal) -> Player:
    """Who says which of several replacement effects comes first."""
    table.cite("10.9.2.2")  # what is replaced is an action, also where it is done to a card
    if proposal.card is None:
        return performing_player(table, proposal)
    affected = master_of_the_affected(table, proposal)
    acting = proposal.player is not None and performing_player(table, proposal) != affected
    if acting and table.reading("A-41") == "acting-player":
        return performing_player(table, proposal)
    return affected


@rules.guard("10.9.2.1")
def master_of_the_affected(table: Table, proposal: Proposal) -> Player:
    assert proposal.card is not None
    return table.master(proposal.card)


@rules.guard("10.9.2.2")
def performing_player(table: Table, proposal: Proposal) -> Player:
    return proposal.player or table.turn_player


at_most_once = rules.says("10.9.2.3", True)  # no replacement effect takes the same event twice


can_be_done = rules.passes("10.9.3")  # an optional one is not applied if what it offers cannot be done


@rules.guard("10.10.1")
def final_information(table: Table, ref: Ref, name: str) -> Any:
    """What an effect reads of a card that may have left while it resolves."""
    now = table.state.current(ref)
    if now is not None:
        return table.peek(ref.card, name)
    if name == "zone number":
        return zone_of_the_gone(table, ref)
    return as_it_last_was(table, ref, name)


@rules.guard("10.10.1.1")
def zone_of_the_gone(table: Table, ref: Ref) -> int | None:
    """Off the field there is no zone; whatever needs it is not done."""
    card = table.state.cards.get(ref.card)
    return zone_number(card.area) if card is not None and is_zone(card.area) else None


@rules.guard("10.10.1.2")
def as_it_last_was(table: Table, ref: Ref, name: str) -> Any:
    former = table.state.former.get(ref)
    return table.recalled(former, name) if former is not None else None


@rules.guard("10.10.1.2.1")
def zone_it_was_in(table: Table, ref: Ref) -> tuple[Player, int] | None:
    """Its latest stay on the field is meant."""
    former = table.state.former.get(ref)
    where = former.card.area if former is not None else ""
    number = zone_number(where) if where else None
    return (Player(where[0]), number) if number is not None else None


@rules.guard("10.11.2")
def source_of(table: Table, source: Source) -> CardId:
    """The card that has the ability; of a timed trigger, the card whose ability made it."""
    return source.card.card


def effect_master(table: Table) -> Player | None:
    """The master of the effect that is being performed; none if rules are at work."""
    at_work = effect_at_work(table)
    return None if at_work is None else at_work.player


def effect_source(table: Table) -> CardId | None:
    """The card of the ability that is being resolved; of a replacement it is not kept."""
    at_work = effect_at_work(table)
    return at_work.card if isinstance(at_work, Played) else None


def effect_at_work(table: Table) -> Played | Replaced | None:
    if not is_by_an_effect(table):
        return None
    for happened in reversed(table.happened):
        event = happened.event
        if isinstance(event, Replaced) or (isinstance(event, Played) and event.standby is not None):
            return event
    return None
