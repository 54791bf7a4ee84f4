"""Sections 9.7 and 9.8: automatic abilities, from their trigger to their end."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from msgspec.structs import replace

from judgekit.engine import plain
from judgekit.engine.abilities import Automatic, Moment, Source
from judgekit.engine.state import Card, CardId, Facts, Player, Standby, area_name, fact
from judgekit.engine.table import Table
from judgekit.games.luck_and_logic.ch04_zones import FIELD, HIDDEN, keeps_its_trigger
from judgekit.games.luck_and_logic.ch05_18_deck_and_costs import can_pay_all
from judgekit.games.luck_and_logic.ch09_03_activity import (
    IN_PLAY,
    automatic_is_deaf,
    is_active,
    resolves_though_inactive,
)
from judgekit.games.luck_and_logic.ch09_06_playing import (
    Use,
    abilities_of,
    choose_for_ability,
    choose_to_play,
    deck_suffices,
    is_paid,
    make_choices,
    play,
    resolve,
    resolve_text,
)
from judgekit.games.luck_and_logic.ch12_miscellaneous import is_cancelled, spend_use, stop_endless_retrigger
from judgekit.games.luck_and_logic.rules import rules

rules.mechanic("stand by", "9.7.2")
rules.mechanic("stand by again", "9.7.2.1")


@rules.action("9.7.3")
def play_automatic(table: Table, waiting: Standby) -> None:
    """Play one that waits; once it has resolved, it no longer waits."""

    ability = table.pool.ability(waiting.ability)
    assert isinstance(ability, Automatic)
    with table.because(waiting.cause):
        if is_cancelled(table, waiting) or not is_still_played(table, waiting):
            cancel(table, waiting)
            return
        play(table, partial(process_automatic, table, waiting, ability))
        table.settle(waiting)
        stop_endless_retrigger(table, waiting)


def process_automatic(table: Table, waiting: Standby, ability: Automatic) -> None:
    """Chosen, shown for what it is, resolved."""
    read_abilities(table, waiting.source.card)
    use = ability.data if isinstance(ability.data, Use) else Use()
    choose_to_play(table, waiting.player, waiting.source.card, waiting.ability, waiting.id)
    spend_use(table, waiting.source, waiting.player, waiting.ability, use.usage_icon)
    resolve(table, partial(resolve_automatic, table, waiting, ability, use))


def read_abilities(table: Table, card: CardId) -> None:
    """If an effect gave the card its ability, the log shows how the card got it."""
    if card in table.state.cards and table.grants():
        with table.under("9.9.1"):
            table.value(card, "abilities")


def resolve_automatic(table: Table, waiting: Standby, ability: Automatic, use: Use) -> None:
    """Its condition, its cost, its effect."""
    source = Source(ability.address, waiting.source, waiting.player, 0, waiting.facts)
    if use.condition is not None and not use.condition(table, waiting.player, source):
        table.refuse("resolve", table.words("condition not met"), waiting.player, waiting.source.card)
        return
    if use.number is not None:
        number = make_choices(table, partial(use.number, table, waiting.player, source)) or ()
        waiting = replace(waiting, facts=(*waiting.facts, *number))
        source = source.altered(facts=waiting.facts)
    paid = () if use.pay is None else pay_in_resolution(table, waiting.player, source, use)
    if paid is None:
        return
    table.check_interrupts()
    chosen = choose_for_ability(table, waiting.player, source, use)
    text = use if use.resolve is not None else as_text(ability, waiting)
    resolve_text(table, waiting.player, source, text, (*waiting.facts, *paid, *chosen))
    spend_use(table, waiting.source, waiting.player, waiting.ability, use.usage_icon, "resolved")


def as_text(ability: Automatic, waiting: Standby) -> Use:
    """An ability that brings its own resolution."""
    own = ability.resolve
    if own is None:
        return Use()
    return Use(resolve=lambda table, player, source, facts: own(table, replace(waiting, facts=facts)))


def master_of_waiting(table: Table, waiting: Standby) -> Player:
    """3.2.1.1, 3.2.1.2.2, A-62: the master of its card as it is, or as it last was; if an effect triggers it
    later, the effect's master."""
    master = waiting.player if is_timed(waiting.ability) else master_of_card(table, waiting)
    card = table.state.cards.get(waiting.source.card)
    if card is not None and (card.owner != master or master != table.turn_player):
        table.cite("3.2.1.1", "3.2.1.2.2")
    if master != waiting.player and table.reading("A-62") == "master-when-triggered":
        return waiting.player
    return master


def master_of_card(table: Table, waiting: Standby) -> Player:
    now, gone = table.state.current(waiting.source), table.state.former.get(waiting.source)
    if now is not None:
        return table.master(now.id)
    return waiting.player if gone is None else Player(str(fact(gone.values, "master", waiting.player)))


def is_timed(address: str) -> bool:
    """9.7.5: an ability that an effect triggers later; no card has it, printed or given."""
    return "/" in address and not is_gift(address)


@rules.guard("9.7.3.1")
def choose_order(table: Table, player: Player, waiting: Sequence[Standby]) -> Standby:
    """Playing is compulsory; which comes first is the master's choice."""
    if len({(w.ability, w.source, w.facts) for w in waiting}) == 1:
        return waiting[0]
    return table.which_first(
        player, waiting, table.words("first automatic ability"), lambda one: describe(table, one)
    )


def choose_and_play(table: Table, player: Player, waiting: Sequence[Standby]) -> None:
    play_automatic(table, choose_order(table, player, waiting) or waiting[0])


def describe(table: Table, waiting: Standby) -> str:
    text = table.pool.ability(waiting.ability).text
    return f"{waiting.ability}: {text}" if text else waiting.ability


def resolve_at_once(table: Table, card: int) -> None:
    """A-18: read the other way, what was just defined resolves before the check timing."""
    while mine := [w for w in table.state.standby if w.source.card == card]:
        play_automatic(table, mine[0])


@rules.action("9.7.3.2")
def cancel(table: Table, waiting: Standby) -> None:
    """What cannot be played waits one time fewer."""
    table.settle(waiting, "cancelled")


@rules.action("9.7.3.3")
def pay_in_resolution(table: Table, player: Player, source: Source, use: Use) -> Facts | None:
    """A-25: its master pays all of the cost at once, or none of it. What was paid with, or None."""
    table.cite("9.1.2.2.2")
    payable = can_pay_all(
        table,
        [
            use.can_pay is None or use.can_pay(table, player, source),
            deck_suffices(table, player, use.deck_cards),
        ],
    )
    if not payable:
        table.cite("9.7.3.2")
        table.refuse("pay", table.words("cost cannot be paid"), player, source.card.card)
        return None
    if table.reading("A-25") == "payment-optional" and not table.may(player, table.words("pay the cost")):
        table.refuse("pay", table.words("cost not paid"), player, source.card.card)
        return None
    assert use.pay is not None
    since = len(table.happened)
    paid = use.pay(table, player, source, source.facts)
    return paid if is_paid(table, since) else None


@rules.guard("9.7.4.1")
def as_which(table: Table, moment: Moment, card: CardId) -> Card | None:
    """How an ability sees the card whose change of zone triggered it."""
    before, after = moment.before.cards.get(card), moment.after.cards.get(card)
    if before is None or after is None or before.area == after.area:
        return after or before
    return (
        as_on_the_field(table, before, after)
        or as_in_public(table, before, after)
        or as_in_the_new_zone(table, before, after)
        or before
    )


@rules.guard("9.7.4.1.1")
def as_in_public(table: Table, before: Card, after: Card) -> Card | None:
    """Between a public and a hidden zone: as it was or is in the public one."""
    if is_hidden(before) == is_hidden(after):
        return None
    return as_it_arrived(table, after) if is_hidden(before) else before


@rules.guard("9.7.4.1.2")
def as_on_the_field(table: Table, before: Card, after: Card) -> Card | None:
    """From the field to elsewhere: as it was there. Gate zones are field, so this comes before 9.7.4.1.1."""
    on_field = area_name(before.area) in FIELD
    return before if on_field and area_name(after.area) not in FIELD else None


@rules.guard("9.7.4.1.3")
def as_in_the_new_zone(table: Table, before: Card, after: Card) -> Card | None:
    """From one public zone to another: as it is in the new one."""
    return as_it_arrived(table, after)


def as_it_arrived(table: Table, after: Card) -> Card | None:
    """With what applies to it there."""
    from judgekit.games.luck_and_logic.ch09_09_continuous import applies_on_arrival

    return after if applies_on_arrival(table) else None


def is_hidden(card: Card) -> bool:
    return area_name(card.area) in HIDDEN


@rules.guard("9.7.4.2")
def sees_its_company(table: Table, moment: Moment, card: Card) -> bool:
    """A card that arrives at the same time as what it waits for has seen it."""
    before = moment.before.cards.get(card.id)
    return before is not None and before.area != card.area


triggers_once = rules.asks("9.7.5.1", plain.is_not)  # a timed trigger goes off once, unless it says otherwise


rules.mechanic("situation", "9.7.6.1")


@rules.guard("9.7.7")
def is_played_though_gone(table: Table, waiting: Standby) -> bool:
    """It must be played though its card has changed zones since it triggered."""
    return table.state.current(waiting.source) is None


def is_still_played(table: Table, waiting: Standby) -> bool:
    """Whatever has become of its card, what has triggered is played."""
    now = table.state.current(waiting.source)
    if now is None:
        return bool(is_played_though_gone(table, waiting))
    if now.mark("face down") and area_name(now.area) == "battle":
        table.cite("9.3.4")
        return bool(keeps_its_trigger(table, now))
    return not has_become_inactive(table, now, waiting.ability) or goes_on(table)


def goes_on(table: Table) -> bool:
    """A-58: what has triggered counts as activated; or, by the other reading, can be inactive too."""
    if table.reading("A-58") == "inactive-is-cancelled":
        return not automatic_is_deaf(table)
    return bool(resolves_though_inactive(table))


def has_become_inactive(table: Table, card: Card, address: str) -> bool:
    """An ability that its card has lost, or that is not active any more, since it triggered. Off the table
    (in a soul, among the interceptors) nothing has changed: it triggered there."""
    if area_name(card.area) not in IN_PLAY:
        return False
    printed = [ability for ability in table.definition(card.id).abilities if ability.address == address]
    if not printed:
        return bool(card.mark("face down")) or (
            is_gift(address) and address not in abilities_of(table, card.id)
        )
    return address not in abilities_of(table, card.id) or not is_active(table, table.state, card, printed[0])


def is_gift(address: str) -> bool:
    """An ability that an effect gives a card, and not one that an effect triggers later (9.7.5)."""
    return "+" in address.rpartition("/")[2]


process_once = rules.acts("9.8.1", plain.carry_out)  # a one-shot effect: what it says is done one time
