"""Chapter 8, sections 7 to 10: effects at once, effects that last, replacements, final information."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace as altered

from judgekit.engine import plain
from judgekit.engine.abilities import Change, Modifier, Moment, Proposal, effect_source
from judgekit.engine.events import Began, Row
from judgekit.engine.layers import Board
from judgekit.engine.state import PLAYERS, Card, CardId, Effect, Player, Ref, area_name, fact
from judgekit.engine.table import Table
from judgekit.games.dragon_ball_super.ch02_card_data import SIDES
from judgekit.games.dragon_ball_super.rules import rules

SAID = ("traits", "characters", "colours")  # what a description asks for, and an effect may give
WHOLE_AREA = "whole area"  # kept with an effect on all cards of a description


# an immediate effect is done, once, as the resolution comes to it
carry_out_at_once = rules.acts("8-7-1", plain.carry_out)


@rules.action("8-8-1")
def information(table: Table, card: CardId, name: str) -> Any:
    """What a card is now, with all that modifies it; what is printed is where that begins."""
    if rows := table.board.rows.get((card, name)):
        if any(has_changed_sides(table, row.source) for row in rows):
            table.cite("4-3-4")
        told = any(is_rewritten(table.board, card, one) for one in SAID)
        table.cite("8-8-1-1", *(("8-8-1-2",) if told else ()))
    return table.value(card, name)


def has_changed_sides(table: Table, card: CardId | None) -> bool:
    now = None if card is None else table.state.cards.get(card)
    return now is not None and table.master(now.id) != now.owner


@rules.layer("8-8-1-1", properties=SIDES)
def printed_information(board: Board) -> Iterator[Change]:
    """What is printed, on the side that is up."""
    for player in PLAYERS:
        for card in board.state.pile(f"{player}.leader"):
            if board.state.cards[card].mark("back"):
                yield from back_of(board, card)


def back_of(board: Board, card: CardId) -> Iterator[Change]:
    for name in SIDES:
        printed = board.base(card, f"back {name}")
        if printed is not None:
            yield Change(card, name, "=", tuple(printed) if isinstance(printed, list) else printed)


rules.stage("8-8-1-2", abilities=True)  # what is no number


@rules.layer("8-8-1-3", properties=("power",))
def numbers(board: Board) -> Iterator[Change]:
    """Also the combo power that a battle has added."""
    for player in PLAYERS:
        step = "7-4-1-2" if player == board.state.turn_player else "7-4-1-3"
        for name in ("leader", "battle"):
            for card in board.state.pile(f"{player}.{name}"):
                if added := board.state.cards[card].mark("combo power"):
                    yield Change(card, "power", "+", added, by=step)


@rules.guard("8-8-1-4")
def effects_stay_behind(table: Table, src: str, dst: str) -> bool:
    """An effect not from a [Permanent] does not follow a card out of the Leader or Battle Area."""
    if area_name(src) == "battle" and area_name(dst) == "combo":
        return table.reading("A-26") == "loses-effects"
    return area_name(src) in ("leader", "battle")


@rules.action("8-8-1-5")
def take_hold_of_a_newcomer(table: Table, card: CardId) -> None:
    """What rewrites all cards of an area rewrites a new one the moment it enters (A-53)."""
    for effect in table.state.effects:
        if is_missed_by(table, effect, card) and table.reading("A-53") == "newcomers-too":
            lay_on(table, effect, (*(effect.cards or ()), table.card(card).ref))


@rules.guard("8-8-1-5-1")
def checked_after_arrival(table: Table, moment: Moment, card: CardId, name: str) -> Any:
    """A trigger on a card of some description looks at it with all effects of the area applied."""
    board = table.board_of(moment.after)
    table.cite("8-8-1-5", *(("8-8-1-2",) if any(is_rewritten(board, card, one) for one in SAID) else ()))
    return board.value(card, name)


def is_rewritten(board: Board, card: CardId, name: str) -> bool:
    """Whether an effect has changed what is printed, even by adding to it."""
    return set(board.value(card, name) or ()) != set(board.base(card, name) or ())


def given_before_numbers(table: Table, card: Card, rows: Sequence[Row]) -> tuple[str, ...]:
    """What besides the order of the layers decides a value that effects have changed."""
    if not rows:
        return ()
    told = any(is_rewritten(table.board, card.id, one) for one in SAID)
    fields = any(is_a_field_in_play(table, row.source) for row in rows)
    return (*(("8-8-1-2",) if told else ()), *(("10-3-2",) if fields else ()))


def is_a_field_in_play(table: Table, card: CardId | None) -> bool:
    now = None if card is None else table.state.cards.get(card)
    return now is not None and area_name(now.area) == "battle" and table.peek(now.id, "type") == "extra"


rules.mechanic("replace", "8-9-1")  # something else happens in place of the event


never_happened = rules.says("8-9-1-1", True)


rules.mechanic("order replacements", "8-9-2")  # the player whom the event affects picks the first


def who_picks_a_replacement(table: Table, proposal: Proposal) -> Player:
    concerned = proposal.player or table.turn_player
    if proposal.card is None:
        return acts_itself(table, concerned)
    if table.reading("A-40") == "acting-player":
        return acts_itself(table, Player(fact(proposal.facts, "of") or concerned))
    if proposal.verb == "damage":  # the card deals it; who takes it carries out what it says (4-10-2-1)
        return acts_itself(table, concerned)
    return master_of_the_affected(table, proposal.card)


master_of_the_affected = rules.asks("8-9-2-1", Table.master)


acts_itself = rules.passes("8-9-2-2")


# Asked where a replacement would fit that has been applied to this event already.
once_for_each_event = rules.says("8-9-2-3", True)


# A voluntary replacement that cannot be carried out is not offered.
can_be_replaced_at_will = rules.passes("8-9-3")


@rules.guard("8-10-1")
def final_information(table: Table, card: CardId, name: str) -> Any:
    """An effect that moves a card and then mentions it means it as it is where it ended up."""
    now = table.state.cards.get(card)
    if now is not None:
        return table.peek(card, name)
    gone = max((r for r in table.state.former if r.card == card), key=lambda r: r.object)
    return table.recalled(table.state.former[gone], name)


def lay_on(table: Table, effect: Effect, cards: tuple[Ref, ...]) -> None:
    """The same effect, with its old time stamp, on other cards than before."""
    table.end(effect)
    table.emit(Began(altered(effect, id=table.state.clock + 1, cards=cards)))


def is_missed_by(table: Table, effect: Effect, card: CardId) -> bool:
    """Whether an effect on all cards of some description fits a card that it does not touch yet."""
    if not fact(effect.facts, WHOLE_AREA) or table.card(card).ref in (effect.cards or ()):
        return False
    made = table.pool.ability(effect.what)
    if not isinstance(made, Modifier) or made.changes is None:
        return False
    words = effect_source(effect).altered(cards=None)
    return any(change.card == card for change in made.changes(table.board, words))
