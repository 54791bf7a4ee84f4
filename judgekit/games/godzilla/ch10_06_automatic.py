"""Section 10.6: automatic abilities, from their trigger to their end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from judgekit.engine import plain
from judgekit.engine.abilities import Moment, Source
from judgekit.engine.state import Card, CardId, Player, Ref, Standby, fact, host_of
from judgekit.engine.table import Table
from judgekit.games.godzilla.ch02_card_information import without_reminders
from judgekit.games.godzilla.rules import HIDDEN, is_strategy_zone, is_zone, rules

rules.mechanic("stand by", "10.6.2")
rules.mechanic("stand by again", "10.6.2.1")


@rules.action("10.6.3")
def choose_one_in_standby(table: Table, player: Player, waiting: Sequence[Standby]) -> Standby:
    """Any one of one's own; the order is free, but playing none is not allowed."""
    playing_is_compulsory(table)
    alike = {(w.ability, w.source.card, w.facts) for w in waiting}
    if len(alike) == 1:
        return waiting[0]
    table.cite("2.9.2")  # as `describe` tells them
    return table.which_first(
        player, waiting, table.words("first standby ability"), lambda one: describe(table, one)
    )


def describe(table: Table, waiting: Standby) -> str:
    """The ability, its words, and which card it is about or on, if its address does not tell."""
    text = without_reminders(table, table.pool.ability(waiting.ability).text)
    named = f"{waiting.ability}: {text}" if text else waiting.ability
    about = fact(waiting.facts, "subject", waiting.source.card)
    card = table.state.cards.get(about)
    if card is None or (about == waiting.source.card and is_printed_on(waiting.ability, card)):
        return named
    host = host_of(card.area)
    if host is None:
        return table.words("ability about a card", ability=named, card=table.label(about), area=card.area)
    return table.words(
        "ability about a card under", ability=named, card=table.label(about), host=table.label(host)
    )


def is_printed_on(ability: str, card: Card) -> bool:
    """Whether an ability, or one inside it, is in the text of the card, and not lent to it."""
    return ability.startswith(f"{card.name}#") and "+" not in ability


playing_is_compulsory = rules.says("10.6.3.1", True)


@dataclass(frozen=True)
class Kept:
    """What an automatic ability keeps for the rules that ask about it."""

    can_be_paid: Callable[[Table, Source], bool] | None = None  # all of its price, if it has one
    waits_for_this_end: Callable[[Table, Source], bool] | None = None  # if it waits for the end of a turn
    waits_for_more: bool = False  # whether something else can set it off too


@rules.action("10.6.3.2")
def cannot_be_played(table: Table, waiting: Standby) -> None:
    """One that cannot be played is no longer pending."""
    table.settle(waiting, "cannot be played")


@rules.action("10.6.3.2.1")
def declined(table: Table, player: Player, waiting: Standby | None = None) -> None:
    """A price that is not paid: the ability does nothing and is no longer pending."""
    table.refuse("pay", table.words("price declined"), player)
    if waiting is not None:
        table.settle(waiting, "not played")


def cease_to_wait(table: Table, waiting: Standby) -> None:
    """Played and resolved: it is no longer pending, whatever has happened to its card meanwhile."""
    card = table.state.cards.get(waiting.source.card)
    changed_sides = card is not None and table.master(card.id) != waiting.player
    if table.state.current(waiting.source) is None or changed_sides:
        still_played(table)
    if changed_sides:
        whose_it_was(table, waiting)
    table.settle(waiting)


@rules.guard("10.6.4.1")
def card_of_the_event(table: Table, moment: Moment, card: CardId) -> Card | None:
    """In which state an ability looks at the card that set it off by changing areas."""
    table.cite("10.6.4")
    before, after = moment.before.cards.get(card), moment.after.cards.get(card)
    if before is None or after is None or before.area == after.area:
        return after or before
    if hidden(before) != hidden(after):
        return as_it_was_in_public(table, before, after)
    if not (is_zone(before.area) or is_zone(after.area)) and table.reading("A-18") == "field-first":
        return as_it_is_now(table, after)
    if not (is_zone(before.area) and is_zone(after.area)) or before.area[0] != after.area[0]:
        return as_it_was_on_the_field(table, before, after)
    return as_it_is_now(table, after)


def last_stay(table: Table, card: CardId) -> Ref | None:
    """The latest stay of a card in a zone or strategy zone that it has left."""
    stays = [
        ref for ref, former in table.state.former.items()
        if ref.card == card and (is_zone(former.card.area) or is_strategy_zone(former.card.area))
    ]  # fmt: skip
    return max(stays, key=lambda ref: ref.object, default=None)


def looked_at_before_it_left(table: Table, former: Card) -> bool:
    """An ability triggered by a card leaving looks at the card as it was; the clause depends on the move."""
    now = table.state.cards.get(former.id)
    if is_zone(former.area):
        table.cite("10.6.4", "10.6.4.1", "10.6.4.1.1" if now is not None and hidden(now) else "10.6.4.1.2")
        return True
    return table.reading("A-18") != "field-first"


def hidden(card: Card) -> bool:
    return card.area.partition(".")[2] in HIDDEN


@rules.guard("10.6.4.1.1")
def as_it_was_in_public(table: Table, before: Card, after: Card) -> Card:
    return after if hidden(before) else before


@rules.guard("10.6.4.1.2")
def as_it_was_on_the_field(table: Table, before: Card, after: Card) -> Card:
    """On the field; if it was never there, in its last public area before the move."""
    return after if is_zone(after.area) and not is_zone(before.area) else before


as_it_is_now = rules.passes("10.6.4.1.3")


@rules.guard("10.6.4.2")
def arrive_together(table: Table, moment: Moment, card: CardId) -> bool:
    """An ability that arrives at the same moment as the card that would trigger it sees it."""
    table.cite("10.6.4")
    return card in moment.after.cards


@rules.guard("10.6.5.1")
def only_once(table: Table, period: str) -> bool:
    """A timed trigger goes off once, unless a period is given for it."""
    table.cite("10.6.5")
    return not period


rules.mechanic("situation", "10.6.6.1")


still_played = rules.says("10.6.7", True)  # it has to be played even if its card has gone to another area


# played for the player who was master when it went into standby
whose_it_was = rules.asks("10.6.7.1", plain.whose)
