"""Chapter 10, sections 10 and 11: [Counter] and [Once per turn]."""

from __future__ import annotations

import re
from collections.abc import Iterable

from judgekit.engine.abilities import Ability, Activated
from judgekit.engine.events import StoodBy
from judgekit.engine.state import CardId, Facts, Player, Standby, area_name, fact, opponent
from judgekit.engine.table import Table
from judgekit.games.dragon_ball_super.ch01_outline import keep_what_was_told
from judgekit.games.dragon_ball_super.ch03_areas import place
from judgekit.games.dragon_ball_super.ch08_01_skills import Skill, Use, abilities_of, can_pay_all, skill_of
from judgekit.games.dragon_ball_super.ch08_05_activating import (
    go_through_activation,
    is_usable_where_it_is,
    may_be_activated,
    negate,
)
from judgekit.games.dragon_ball_super.rules import rules


@rules.guard("10-10-1")
def is_a_counter(table: Table, ability: Ability) -> bool:
    return skill_of(ability).kind == "counter"


@rules.guard("10-10-2")
def counters_from_hand(table: Table, player: Player) -> list[tuple[CardId, Activated]]:
    return [
        (card, ability)
        for card in table.pile(f"{player}.hand")
        for ability in abilities_of(table, card)
        if isinstance(ability, Activated) and is_a_counter(table, ability)
    ]


@rules.action("10-10-3-1")
def counter_play_pends(table: Table, player: Player) -> None:
    """A player declared playing a card, or used a skill that plays or mentions one."""
    make_counters_pend(table, player, "play")


@rules.action("10-10-3-2")
def counter_attack_pends(table: Table, player: Player) -> None:
    make_counters_pend(table, player, "attack")


@rules.action("10-10-3-3")
def counter_counter_pends(table: Table, player: Player) -> None:
    make_counters_pend(table, player, "counter")


@rules.action("10-10-3-4")
def counters_leave_pending(table: Table, only: Standby | None = None) -> None:
    """When it is activated, and all others when the counter timing ends."""
    for waiting in pending_counters(table) if only is None else (only,):
        table.settle(waiting, "no longer pending")


@rules.action("10-10-4")
def drop_the_counter_card(table: Table, use: Use) -> None:
    """After its effect, from hand; if the effect put the card elsewhere, it stays there."""
    card = table.state.current(use.source)
    if card is not None and area_name(card.area) == "hand":
        place(table, card.id, "drop")


negate_counter = rules.acts("10-10-5", negate)  # an activated [Counter] will not be carried out


PENDS = {"play": counter_play_pends, "attack": counter_attack_pends, "counter": counter_counter_pends}


def counters_pend(table: Table, actor: Player, acts: Iterable[str]) -> None:
    for act in acts:
        if act in PENDS:
            PENDS[act](table, opponent(actor))


def make_counters_pend(table: Table, player: Player, to: str) -> None:
    pending = {(waiting.source.card, waiting.ability) for waiting in pending_counters(table)}
    for card, ability in counters_from_hand(table, player) or ():
        if f"counter: {to}" in ability.windows and (card, ability.address) not in pending:
            now = table.card(card)
            if not any(one.source == now.ref and fact(one.facts, "link") for one in table.state.standby):
                number, cause = table.state.clock + 1, (table.seq, max(0, len(table.happened) - 1))
                facts: Facts = (("counter", to),)
                table.emit(StoodBy(Standby(number, ability.address, now.ref, player, cause, facts)))


def pending_counters(table: Table, player: Player | None = None) -> list[Standby]:
    return [
        waiting
        for waiting in table.state.standby
        if fact(waiting.facts, "counter")
        and fact(waiting.facts, "use") is None
        and player in (None, waiting.player)
    ]


def activate_a_counter(table: Table, player: Player, is_answer: bool) -> bool:
    """The player activates one of their own pending [Counter] skills, or passes."""
    usable = [one for one in pending_counters(table, player) if can_counter(table, one, is_answer)]
    if not usable:
        return False
    cards = dict.fromkeys(one.source.card for one in usable)
    chosen = table.choose(player, cards, table.words("counter"), 0, 1)
    if not chosen:
        return False
    skills = [
        (one.ability, table.pool.ability(one.ability).text) for one in usable if one.source.card == chosen[0]
    ]
    skill = table.pick(player, skills, table.words("which of its skills"))
    pending = next(one for one in usable if one.source.card == chosen[0] and one.ability == skill)
    trial = table.savepoint()
    counters_leave_pending(table, pending)
    plain = Standby(0, pending.ability, pending.source, player, pending.cause)
    use = go_through_activation(table, plain, table.state.clock + 1)
    if use is None:  # it has not been activated, and pends as before
        keep_what_was_told(table, table.rewind(trial))
        return activate_a_counter(table, player, is_answer)
    counters_pend(table, player, ("counter", *words_of(table, table.pool.ability(use.ability))))
    return True


def can_counter(table: Table, pending: Standby, is_answer: bool) -> bool:
    ability = table.pool.ability(pending.ability)
    if table.state.current(pending.source) is None or not is_usable_where_it_is(
        table, pending.source.card, pending.ability
    ):
        return False
    if is_answer and table.reading("A-11") == "only-counter-counter":
        assert isinstance(ability, Activated)
        if "counter: counter" not in ability.windows:
            return False
    skill = skill_of(ability)
    fits = skill.condition is None or skill.condition(table, pending)
    return fits and may_be_activated(table, pending) and bool(can_pay_all(table, pending, skill.costs))


WORDS = {
    "attack": r"\battack",
    "combo": r"\bcombo",
    "play": r"\bplay(?!er)",
}  # what counters and skills ask for


def words_of(table: Table, ability: Ability) -> tuple[str, ...]:
    """What a skill refers to by meaning; read literally, only the printed words."""
    words = tuple(sorted(skill_of(ability).words))
    told = re.sub(r"\[[^]]*]", "", ability.text)  # what it says, without keywords and icons
    printed = tuple(word for word, sign in WORDS.items() if re.search(sign, told, re.IGNORECASE))
    return printed if printed != words and table.reading("A-44") == "by-printed-word" else words


@rules.guard("10-11-1")
def limit_is_reached(table: Table, use: Use, limit: int) -> bool:
    """Of [Once per turn] and its like."""
    return table.number(use_key(table, use)) >= limit


@rules.guard("10-11-2")
def use_key(table: Table, use: Use) -> str:
    """Counted separately for each skill of each card."""
    same = f"c{use.source.card}"
    if table.reading("A-51") == "new-object-fresh":
        same += f".{use.source.object}"
    return f"{use.ability} {same} used this turn"


@rules.guard("10-11-3")
def as_often_as_one_likes(table: Table, skill: Skill) -> bool:
    return not skill.limit
