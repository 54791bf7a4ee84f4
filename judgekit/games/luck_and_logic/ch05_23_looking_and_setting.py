"""Sections 5.23 and 5.24: looking at cards, and cards that are set to others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from judgekit.engine.events import Looked, Occurred, Revealed
from judgekit.engine.registry import Due
from judgekit.engine.state import (
    PLAYERS,
    Card,
    CardId,
    Player,
    Ref,
    area,
    area_name,
    area_player,
)
from judgekit.engine.table import Table
from judgekit.games.luck_and_logic.ch02_characteristics import circles_of
from judgekit.games.luck_and_logic.ch04_zones import (
    CIRCLES,
    FIELD,
    GATE_ZONES,
    circle_of,
    counts_as_member,
    is_set,
    is_veiled,
    lay,
    may_see,
    with_owner,
)
from judgekit.games.luck_and_logic.ch05_02_cards import drop
from judgekit.games.luck_and_logic.ch05_18_deck_and_costs import stop_revealing
from judgekit.games.luck_and_logic.rules import rules


@rules.action("5.23.1")
def look_at(table: Table, player: Player, cards: Sequence[int]) -> None:
    """A player sees hidden or face-down cards, which they may not do unless told to."""
    hidden = [
        card for card in cards if is_veiled(table, table.card(card)) or not may_see(table, player, card)
    ]
    if hidden and leaves_as_it_is(table):
        table.look(player, hidden)


@rules.guard("5.23.2")
def may_still_look(table: Table, cards: Sequence[int]) -> bool:
    """Until the effect that lets a player look is over."""
    return bool(cards)


@rules.action("5.23.2.1")
def stop_looking(table: Table, player: Player, cards: Sequence[int]) -> None:
    table.occurs("no longer looked at", player, facts=(("cards", tuple(cards)),))


leaves_as_it_is = rules.says("5.23.3", True)  # looking moves nothing and orders nothing


def end_of_showing(table: Table, since: int) -> None:
    """What an effect revealed or let a player see returns to its former state when the effect ends."""
    events = [happened.event for happened in table.happened[since:]]
    over = [e.facts for e in events if isinstance(e, Occurred) and e.timing in table.policy.hiding]
    for event in events:
        if isinstance(event, Revealed | Looked) and (facts := (("cards", event.cards),)) in over:
            over.remove(facts)  # shown by an ability that has resolved within this one
        elif isinstance(event, Revealed):
            stop_revealing(table, event.cards)
        elif isinstance(event, Looked) and may_still_look(table, event.cards):
            stop_looking(table, event.player, event.cards)


@rules.action("5.24.1")
def set_to(table: Table, card: int, host: int, face_down: bool | None = None) -> bool:
    """A card is set to another, on the circle where that one is or that belongs to its gate zone."""
    there = table.card(host)
    if not table.propose("set", card, table.master(host), facts=(("to", CardId(host)),)):
        return False
    if area_name(there.area) not in FIELD:
        return not drop_instead_of_setting(table, card)
    with table.together():
        circles = circles_of(table, host) or ()
        if area_name(there.area) in GATE_ZONES:
            table.cite("4.4.2.2")
        circle = circle_of(there.area) if area_name(there.area) in GATE_ZONES else circles[0]
        lay(table, card, area(area_player(there.area) or there.owner, circle), face_down=face_down)
        table.mark(card, "set to", (there.id, there.object))
        table.occurs("set", table.master(card), card, (("to", there.id),))
    if face_down and master_may_look(table):
        look_at(table, table.master(card), [card])
    return True


@rules.action("5.24.1.1")
def drop_instead_of_setting(table: Table, card: int) -> bool:
    """The card it was to be set to is gone."""
    drop(table, [card], whose=with_owner)
    return True


@rules.action("5.24.2")
def bring_along(table: Table, host: int, followers: Sequence[int]) -> None:
    """What is set to a card goes with it, at the same time."""
    there = table.card(host)
    circle = circle_of(there.area)
    for card in followers:
        lay(table, card, area(area_player(there.area) or there.owner, circle))


@rules.rule_action("5.24.3")
def orphaned(table: Table) -> Iterable[Due]:
    """Set cards whose card is no longer on the field."""
    for player in PLAYERS:
        for circle in CIRCLES:
            for card in table.pile(f"{player}.{circle}"):
                if is_orphan(table, table.card(card)) and not counts_as_member(table, card):
                    yield Due(player, card)


@orphaned.performs("5.24.3")
def drop_orphan(table: Table, due: Due) -> None:
    table.cite("10.7.1")
    drop(table, [CardId(due.subject)], whose=with_owner)  # type: ignore[arg-type]


def is_orphan(table: Table, card: Card) -> bool:
    if not is_set(card):
        return False
    number, incarnation = card.mark("set to")
    host = table.state.current(Ref(CardId(number), incarnation))
    return host is None or area_name(host.area) not in FIELD


master_may_look = rules.says("5.24.4", True)  # the master of a card set face down may look at it at any time


@rules.guard("5.24.5")
def set_cards(table: Table, host: int) -> list[CardId]:
    """The cards set to a card, in the order in which they were set: their master keeps track of them."""
    there = table.card(host)
    found = [
        card
        for player in PLAYERS
        for circle in CIRCLES
        for card in table.pile(f"{player}.{circle}")
        if table.card(card).mark("set to") == (there.id, there.object)
    ]
    return sorted(found, key=lambda c: table.card(c).since)
