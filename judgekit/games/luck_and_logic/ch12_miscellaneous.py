"""Chapter 12: loops, souls on the move, what cannot be used, the usage icon, repetition."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from judgekit.engine.loops import MOST_ROUNDS, Recurrence
from judgekit.engine.state import PLAYERS, CardId, Outcome, Player, Ref, Standby, area_name, area_player, fact
from judgekit.engine.table import Table
from judgekit.games.luck_and_logic.ch01_outline import choose_whole_number, in_order_of_choice
from judgekit.games.luck_and_logic.ch04_zones import (
    CIRCLES,
    HIDDEN,
    ORDERED,
    how_to_order,
    in_owners_order,
    order_is_secret,
    soul_of,
)
from judgekit.games.luck_and_logic.rules import rules

T = TypeVar("T")


# 12.1 Infinite loop


@rules.loop
def bound_a_loop(table: Table, again: Recurrence) -> None:
    """The same situation has come round again."""
    table.cite("12.1.1")
    if not again.players:
        draw_by_loop(table)
    elif again.players == (table.turn_player,) and not again.changes_something:
        brings_a_standstill(table, again)
    else:
        announce_repetitions(table, again)


@rules.action("12.1.1.1")
def announce_repetitions(table: Table, again: Recurrence) -> None:
    """The turn player names a number; the other one agrees, or names a smaller one and stops it then."""
    player, other = table.turn_player, table.opponent()
    told = table.words("rounds of the loop", round=again.in_words(table))
    wanted = choose_whole_number(table, player, MOST_ROUNDS, told)
    agreed = wanted
    if other in again.players:
        agreed = table.choose_number(other, 0, wanted, table.words("rounds allowed", player=player, n=wanted))
    table.occurs("loop repeated", player, facts=(("times", agreed),))
    stopper = player if agreed == wanted and player in again.players else other
    table.repeat(again, agreed, (stopper,), spared=() if agreed < wanted else again.may_be_begun_again())


@rules.action("12.1.1.2")
def brings_a_standstill(table: Table, again: Recurrence) -> None:
    """A-40: what has led the turn player back to this very situation may not be done again."""
    table.repeat(again, 0, (table.turn_player,))


@rules.guard("12.1.1.3")
def nobody_stops_it(table: Table) -> Outcome:
    """A loop that neither player can stop: a draw."""
    return Outcome(None, None, "12.1.1.3")


def draw_by_loop(table: Table) -> None:
    outcome = nobody_stops_it(table)
    if outcome is not None:
        table.decide(outcome)


def stop_endless_retrigger(table: Table, settled: Standby) -> None:
    """A-26: read the other way, a situation that triggers again without a choice is itself a loop."""
    key = fact(settled.facts, "situation")
    if key is None or not any(fact(w.facts, "situation") == key for w in table.state.standby):
        return
    if table.reading("A-26") == "retrigger-is-loop" and not table.state.answers:
        draw_by_loop(table)


# 12.2 Movement of soul


@rules.action("12.2.1")
def souls_to_follow(table: Table, member: CardId, zone: str) -> tuple[CardId, ...]:
    """A member that goes anywhere but to a circle takes its soul with it."""
    souls = soul_of(table.state, member) if zone not in CIRCLES else ()
    if souls:
        table.occurs("soul follows", table.card(member).owner, member)
    return souls


@rules.guard("12.2.1.1")
def master_orders(
    table: Table, cards: Sequence[CardId], zone: str, player: Player, bottom: bool
) -> tuple[CardId, ...]:
    """A member and its soul in one pile: the master of the zone says in which order."""
    if zone in HIDDEN:
        order_is_secret(table)
    with table.under("12.2.1.1"):
        return table.order(player, cards, how_to_order(table, zone, bottom))


def souls_of_all(table: Table, going: Sequence[CardId], zone: str) -> list[CardId]:
    """The soul cards that go along with members."""
    found = [soul for card in going for soul in souls_to_follow(table, card, zone) or ()]
    return [soul for soul in found if soul not in going]


def with_soul(
    table: Table,
    going: Sequence[CardId],
    souls: Sequence[CardId],
    places: Mapping[CardId, str],
    bottom: bool = False,
) -> list[CardId]:
    """Members and their souls in the order in which they are put where they go."""
    if len(going) + len(souls) < 2:
        return [*going, *souls]
    order: list[CardId] = []
    for player in in_order_of_choice(table) or PLAYERS:
        cards = [card for card in (*going, *souls) if area_player(places[card]) == player]
        if cards:
            zone = area_name(places[cards[0]])
            if zone in ORDERED and is_masters_order(table, cards, souls, player):
                order += master_orders(table, cards, zone, player, bottom) or cards
            else:
                order += in_owners_order(table, cards, zone, bottom) or cards
    return order


def is_masters_order(table: Table, cards: Sequence[CardId], souls: Sequence[CardId], player: Player) -> bool:
    """A-53: a member comes with its soul; if the zone's master owns all of it, nothing is in doubt."""
    if not any(soul in cards for soul in souls):
        return False
    mine = all(table.card(card).owner == player for card in cards)
    return mine or table.reading("A-53") == "zone-master"


# 12.3 Abilities that cannot be used


def is_barred(table: Table, card: int, address: str, master: Player | None = None) -> bool:
    """Whether the usage icon or an effect stops an ability's master from using it now: the card's master,
    unless another is named."""
    player = master or table.master(card)
    if table.card(card).mark(f"used {address}") == table.number("turn"):
        table.cite("12.4.1.1")
        return True
    if table.number(f"{player}.{address} used this turn"):
        return table.reading("A-24") == "once-per-turn-by-name"
    return table.has_status("cannot use", (CardId(card), address, player))


cannot_be_played = rules.asks("12.3.1.1", is_barred)  # an activated ability is its player's (3.2.1.2.3)


# an automatic ability that cannot be used does not even trigger
cannot_trigger = rules.asks("12.3.1.2", is_barred)


@rules.guard("12.3.1.3")
def is_cancelled(table: Table, waiting: Standby) -> bool:
    """One that waits and cannot be used any more is cancelled, though its card may have gone since."""
    now = table.state.current(waiting.source)
    if now is not None:
        return is_barred(table, now.id, waiting.ability, waiting.player)
    if was_used(table, waiting):
        return True
    return table.has_status("cannot use", (waiting.source.card, waiting.ability, waiting.player))


def was_used(table: Table, waiting: Standby) -> bool:
    """Whether a usage-icon ability of a card that has left was used this turn, before or after."""
    gone = table.state.former.get(waiting.source)
    if gone is not None and gone.card.mark(f"used {waiting.ability}") == table.number("turn"):
        return True
    return table.number(uses_when_gone(waiting.player, waiting.source, waiting.ability)) > 0


def uses_when_gone(player: Player, card: Ref, address: str) -> str:
    return f"{player}.{address} (card {card.card}, object {card.object}) used this turn"


# 12.4 Restriction icons


@rules.action("12.4.1.1")
def spend(table: Table, card: int, address: str) -> None:
    """A-24: used once, it cannot be used for the rest of the turn."""
    table.mark(card, f"used {address}", table.number("turn"))


def spend_use(
    table: Table, card: Ref, player: Player, address: str, icon: bool, stage: str = "played"
) -> None:
    """A-24: it is spent when it is played; or, read the other way, when its effect has been carried out.

    If its card has changed zones since, the new card there has used nothing (4.1.5).
    """
    if not icon:
        return
    wanted = "resolved" if table.reading("A-24") == "once-per-turn-when-resolved" else "played"
    if stage == wanted:
        if table.state.current(card) is not None:
            spend(table, card.card, address)
        else:
            table.tally(uses_when_gone(player, card, address))
        table.tally(f"{player}.{address} used this turn")


# 12.5 For every X, do Y


@rules.guard("12.5.1")
def repeat(table: Table, count: int, do: Callable[[], T]) -> list[T]:
    """As often as X says, fixed before the first time."""
    times = fixed_before(table, count)
    return [do() for _ in range(times if times is not None else count)]


@rules.guard("12.5.2")
def fixed_before(table: Table, count: int) -> int:
    return max(0, count)


@rules.guard("12.5.3")
def not_chosen_before(table: Table, cards: Iterable[int], chosen: Iterable[int]) -> list[CardId]:
    """The same choice is not made twice until all times are done (A-40)."""
    before = set(chosen)
    left = [CardId(card) for card in cards if card not in before]
    if not before or table.reading("A-40") != "same-option":
        return left
    names = {table.card(card).name for card in before}
    return [card for card in left if table.card(card).name not in names]
