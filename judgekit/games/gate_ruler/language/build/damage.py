"""Damage: dealing, preventing, reducing and healing it."""

from __future__ import annotations

from judgekit.cardtext.build.registry import IT, THEM, Per, action
from judgekit.cardtext.build.steps import Verbs
from judgekit.cardtext.build.targets.references import union
from judgekit.cardtext.build.verbs import own, taken
from judgekit.cardtext.build.verbs.moving import passive
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.model import (
    Among,
    Amount,
    Choose,
    Clash,
    Count,
    DealDamage,
    Duration,
    Heal,
    IgnoreCounter,
    Player,
    PreventDamage,
    Selector,
    SetDamage,
    Some,
    Target,
    ThatMany,
    This,
    Verb,
    Who,
)


@action
def gr_deal(n: Amount, to: Target) -> Verb:
    return DealDamage(n, taken(to))


@action
def gr_deal_to(to: Target, n: Amount) -> Verb:
    return gr_deal(n, to)


@action
def gr_deal_both(n: Amount, one: Target, other: Target) -> Verb:
    return gr_deal(n, union(one, other))


@action
def is_dealt_so_much(to: Target, n: Amount) -> Verb:
    return DealDamage(n, passive(to))


@action
def deal_self(n: Amount) -> Verb:
    return DealDamage(n, Player("you"))


@action
def deal_equal(to: Target, n: Amount) -> Verb:
    return DealDamage(n, taken(to))


@action
def deal_player_equal(who: Who, n: Amount) -> Verb:
    return DealDamage(n, Player(who))


@action
def source_deals_equal(source: Target, to: Target, n: Amount) -> Verb:
    return gr_source_deals(source, n, to)


@action
def deal_each_other(stat: str) -> Verb:
    return Clash(THEM, stat)


@action
def deal_divided(n: Amount, to: Target) -> Verb:
    return DealDamage(n, taken(to), divided=True)


@action
def gr_source_divides(source: Target, n: Amount, to: Target) -> Verb:
    return DealDamage(own(source, n), taken(to), None if source == This() else taken(source), divided=True)


@action
def gr_source_deals(source: Target, n: Amount, to: Target) -> Verb:
    return DealDamage(own(source, n), taken(to), None if source == This() else taken(source))


@action
def prevent(n: Amount) -> Verb:
    return PreventDamage(n)


@action
def prevent_up_to(n: int) -> Verb:
    return PreventDamage(n, up_to=True)


@action
def done_this_way(word: str) -> Amount:
    return ThatMany(word)


@action
def per_this_way(word: str) -> Per:
    return Per(ThatMany(word))


@action
def gr_per_kind_this_way(kind: str, word: str) -> Per:
    """ "For each event card put there this way": of those, only the events."""
    return Per(Count(Selector(Some(), types=(str(kind),), filters=(Among(THEM),))))


@action
def prevent_all() -> Verb:
    return PreventDamage()


@action
def prevent_next(n: Amount, to: Target, duration: Duration | None = None) -> Verb:
    return PreventDamage(n, taken(to), next=True, duration=duration)


@action
def prevent_next_for(n: Amount, to: Target, duration: Duration) -> Verb:
    return prevent_next(n, to, duration)


@action
def prevent_next_player(n: Amount, who: Who, duration: Duration | None = None) -> Verb:
    return prevent_next(n, Player(who), duration)


@action
def gr_reduce_next(to: Target, n: Amount, duration: Duration | None = None) -> Verb:
    return prevent_next(n, to, duration)


@action
def gr_reduce_next_for(to: Target, duration: Duration, n: Amount) -> Verb:
    return prevent_next(n, to, duration)


@action
def gr_reduce_next_player(who: Who, n: Amount, duration: Duration | None = None) -> Verb:
    return prevent_next_player(n, who, duration)


@action
def gr_reduce_next_player_for(who: Who, duration: Duration, n: Amount) -> Verb:
    return prevent_next_player(n, who, duration)


@action
def damage_becomes(n: Amount) -> Verb:
    return SetDamage(n)


@action
def combat_becomes(n: Amount) -> Verb:
    """14-4b-1: of the attack that is going on."""
    return SetDamage(n, "attack")


@action
def combat_reduced(n: int) -> Verb:
    return PreventDamage(n, sort="attack")


@action
def combat_prevented() -> Verb:
    return SetDamage(0, "attack")


@action
def choose_pair(one: Target, other: Target) -> Verbs:
    """One of these and one of those."""
    if not isinstance(one, Selector) or not isinstance(other, Selector):
        raise Unsound("said in another way")
    return Choose(taken(one)), Choose(taken(other))


@action
def deal_taken(who: Who, n: Amount) -> Verb:
    return DealDamage(n, Player(who))


@action
def ignore_cnt() -> Verb:
    return IgnoreCounter()


@action
def ignore_attack() -> Verb:
    return IgnoreCounter("attack")


@action
def heal_life(n: Amount) -> Verb:
    return Heal(Player("you"), n)


@action
def heal_hp(what: Target, n: Amount) -> Verb:
    return Heal(taken(what), n)


@action
def heal_damage_from(n: Amount, what: Target) -> Verb:
    return Heal(taken(what), n)


@action
def heal_hp_of(n: Amount, what: Target) -> Verb:
    return Heal(taken(what), n)


@action
def heal_own_hp(n: Amount) -> Verb:
    """15-21a: "heal (number) HP" without more is said of what the text speaks of."""
    return Heal(IT, n)


@action
def heal_that() -> Verb:
    return Heal(IT)


@action
def heal_all(what: Target) -> Verb:
    return Heal(taken(what))
