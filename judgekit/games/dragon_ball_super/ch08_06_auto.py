"""Chapter 8, section 6: [Auto] skills that pend, and the information of cards that moved."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from judgekit.engine.abilities import Ability, Automatic, Moment
from judgekit.engine.events import Armed, Happened, Occurred, StoodBy
from judgekit.engine.state import Card, CardId, Player, Standby, area_name, area_player, fact
from judgekit.engine.table import Table
from judgekit.games.dragon_ball_super.ch08_01_skills import (
    Use,
    abilities_of,
    can_pay_all,
    is_negated,
    skill_of,
)
from judgekit.games.dragon_ball_super.ch08_05_activating import is_used_up, may_be_activated
from judgekit.games.dragon_ball_super.rules import ACTIVATION, SECRET, rules

rules.mechanic("stand by", "8-6-2")  # a skill whose condition is fulfilled pends
rules.mechanic("stand by again", "8-6-3")  # and once more for each time that it is fulfilled again


@rules.action("8-6-4")
def activate_pending(table: Table, player: Player, waiting: Sequence[Standby]) -> None:
    """The player picks one of their own pending skills and activates it."""
    use = taken_over(table, player, pick_pending(table, player, waiting))
    card = use.source.card
    if card in table.state.cards and table.master(card) != player:
        table.cite("4-3-5", "8-6-5-1-2")  # its master is the one that the card had in play
    table.occurs("takes up a pending skill", player, card)
    if not can_be_activated(table, use):
        if table.state.current(use.source) is None:
            table.cite("8-6-7")
        cancel(table, use)
        return
    table.call(ACTIVATION, then="4-5-3-1", standby=use.id, player=player)


def taken_over(table: Table, player: Player, use: Standby) -> Standby:
    """What pends for its former master pends for the one who activates it (A-62)."""
    if use.player == player:
        return use
    now = Standby(table.state.clock + 1, use.ability, use.source, player, use.cause, use.facts)
    table.emit(StoodBy(now))
    table.settle(use, "taken over")
    return now


def pick_pending(table: Table, player: Player, waiting: Sequence[Standby]) -> Standby:
    """By the card whose skill it is; then, if that has several pending, by what set them off."""
    sources = dict.fromkeys(one.source.card for one in waiting)
    if all(card in table.state.cards for card in sources):
        (card,) = table.choose(player, sources, table.words("card of a pending skill"))
        waiting = [one for one in waiting if one.source.card == card]
    return table.which_first(player, waiting, table.words("pending skill"), lambda one: told(table, one))


def told(table: Table, waiting: Standby) -> str:
    text = table.pool.ability(waiting.ability).text or waiting.ability
    subject = fact(waiting.facts, "subject")
    known = subject is not None and subject != waiting.source.card and subject in table.state.cards
    return table.words("skill about a card", skill=text, card=table.label(subject)) if known else text


@rules.action("8-6-4-1")
def cancel(table: Table, use: Use) -> None:
    table.settle(use, "cancelled")


@rules.guard("8-6-5-1")
def seen_as(table: Table, src: str, dst: str) -> str:
    """Where a skill looks at the card whose move triggered it: before the move, or after."""
    table.cite("8-6-5")
    if (area_name(src) in SECRET) != (area_name(dst) in SECRET):
        return as_in_the_open(table, src)
    if area_name(src) == "battle" or area_player(src) != area_player(dst):
        return as_in_the_battle_area(table, src)
    return as_where_it_came_to(table)


@rules.guard("8-6-5-1-1")
def as_in_the_open(table: Table, src: str) -> str:
    """Between an open and a secret area: as it was, or is, in the open one."""
    table.cite("3-1-3")
    return "after" if area_name(src) in SECRET else "before"


@rules.guard("8-6-5-1-2")
def as_in_the_battle_area(table: Table, src: str) -> str:
    return "before" if area_name(src) == "battle" else "after"


@rules.guard("8-6-5-1-3")
def as_where_it_came_to(table: Table) -> str:
    """Other moves from open to open: printed as the Battle Area, meant as the new area."""
    return "after" if table.reading("A-27") == "new-area" else "nowhere"


rules.mechanic("situation", "8-6-6-1")  # pends once, and again only when the situation has come anew


@rules.action("8-6-7")
def carry_out_though_moved(table: Table, use: Use, do: Callable[[Table, Use], None]) -> None:
    """The card has left; the skill is carried out all the same, as far as it still can be."""
    table.occurs("its card has moved", use.player, use.source.card)
    do(table, use)


def pending_autos(table: Table, player: Player) -> list[Standby]:
    waiting = [one for one in table.state.standby if is_pending_auto(one)]
    return [one for one in waiting if master_of_pending(table, one) == player]


def master_of_pending(table: Table, waiting: Standby) -> Player:
    """If the card has changed sides since, it is open whose skill it is (A-62)."""
    card = table.state.cards.get(waiting.source.card)
    if card is None or card.object != waiting.source.object or area_name(card.area) != "battle":
        return waiting.player
    master = table.master(card.id)
    if master == waiting.player or table.reading("A-62") == "when-it-pended":
        return waiting.player
    return master


def is_pending_auto(waiting: Standby) -> bool:
    return fact(waiting.facts, "use") is None and not fact(waiting.facts, "counter")


def can_be_activated(table: Table, use: Use) -> bool:
    """A pending [Auto]: not if it is negated, used up for this turn, or its cost cannot be paid."""
    from judgekit.games.dragon_ball_super.ch08_07_effects import information

    ability = table.pool.ability(use.ability)
    skill = skill_of(ability)
    if is_negated(table, use):
        information(table, use.source.card, "abilities")
        if table.reading("A-36") == "cancelled-if-negated":
            return False
    fits = skill.condition is None or skill.condition(table, use)
    fits = fits and not is_a_situation_that_is_over(table, use)
    allowed = fits and not is_used_up(table, use, skill) and may_be_activated(table, use)
    return allowed and bool(can_pay_all(table, use, skill.costs))


def is_a_situation_that_is_over(table: Table, use: Use) -> bool:
    """What pends for a situation is activated though that was only for a moment (A-64)."""
    ability, card = table.pool.ability(use.ability), table.state.current(use.source)
    if not isinstance(ability, Automatic) or ability.situation is None or card is None:
        return False
    if ability.situation(table, table.source(ability, card)):
        return False
    return table.reading("A-64") == "if-it-still-holds"


def has_unfulfilled(table: Table, timing: str) -> bool:
    """Whether some skill still waits for this moment of the turn to be fulfilled."""
    event = Happened(Occurred(timing, table.turn_player))
    moment = Moment(table.state, table.state, event, (table.seq, 0))
    found = False
    with table.supposing():
        for card, ability in list(table.automatic_abilities(Occurred)):
            if has_now(table, card, ability) and ability.fulfilled is not None:
                found |= any(True for _ in ability.fulfilled(table, moment, table.source(ability, card)))
    return found


def has_now(table: Table, card: Card, ability: Ability) -> bool:
    """Whether a card has a skill that is neither negated nor out of place."""
    works = table.policy.active(table, table.state, card, ability)
    return works and table.board.has_ability(card.id, ability.address)


def what_holds_already(table: Table, card: CardId) -> None:
    """A situation that already holds when a card arrives does not occur for it (A-46)."""
    now = table.card(card)
    for ability in abilities_of(table, card):
        if not isinstance(ability, Automatic) or ability.situation is None:
            continue
        source = table.source(ability, now)
        holds = table.policy.active(table, table.state, now, ability) and ability.situation(table, source)
        if holds and table.reading("A-46") == "on-change-only":
            table.emit(Armed(f"{ability.address}@{now.id}.{now.object}"))
