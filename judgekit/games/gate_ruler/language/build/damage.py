"""Damage: dealing, preventing, reducing and healing it."""

from __future__ import annotations

from judgekit.cardtext import model as m
from judgekit.cardtext.build.registry import IT, ONESELF, THEM, Per, action, actions, pronoun
from judgekit.cardtext.build.steps import Verbs
from judgekit.cardtext.build.targets.quantities import less_than
from judgekit.cardtext.build.targets.references import union
from judgekit.cardtext.build.verbs import own, taken, times
from judgekit.cardtext.build.verbs.moving import passive
from judgekit.cardtext.errors import Unsound
from judgekit.games.gate_ruler.language.build.descriptions import that_many


@action
def gr_deal(n: m.Amount, to: m.Target) -> m.Verb:
    return m.DealDamage(n, taken(to))


@action
def gr_source_deals(source: m.Target, n: m.Amount, to: m.Target) -> m.Verb:
    return m.DealDamage(own(source, n), taken(to), None if source == m.This() else taken(source))


@action
def done_this_way(noun: str, word: str) -> m.Amount:
    if word == "revealed":
        raise Unsound("said in another way")  # those cards are still there to be counted
    return that_many(word, noun)


@action
def prevent_next(n: m.Amount | None, to: m.Target, duration: m.Duration | None = None) -> m.Verb:
    return m.PreventDamage(n, taken(to), next=True, duration=duration)


@action
def prevent_next_player(n: m.Amount, who: m.Who, duration: m.Duration | None = None) -> m.Verb:
    return prevent_next(n, m.Player(who), duration)


@action
def gr_prevent_next_any(n: m.Amount, duration: m.Duration | None = None) -> m.Verb:
    """Of whatever can be dealt damage, on either side."""
    return prevent_next(n, m.Selector(m.Exactly(1), types=("unit", "ruler")), duration)


@action
def gr_ruler_heals(what: m.Target, n: m.Amount) -> m.Verb:
    """15-21b-1: life is healed for a ruler; what a unit has is HP."""
    if not isinstance(what, m.Selector) or what.types != ("ruler",):
        raise Unsound("only rulers and players have life")
    return m.Heal(taken(what), n)


@action
def choose_pair(one: m.Target, other: m.Target) -> Verbs:
    """One of these and one of those."""
    if not isinstance(one, m.Selector) or not isinstance(other, m.Selector):
        raise Unsound("said in another way")
    return m.Choose(taken(one)), m.Choose(taken(other))


actions(
    gr_deal_to=lambda to, n: gr_deal(n, to),
    gr_deal_both=lambda n, one, other: gr_deal(n, union(one, other)),
    is_dealt_so_much=lambda to, n: m.DealDamage(n, passive(to)),
    deal_self=lambda n: m.DealDamage(n, ONESELF),
    deal_equal=lambda to, n: m.DealDamage(n, taken(to)),
    deal_player_equal=lambda who, n: m.DealDamage(n, m.Player(who)),
    source_deals_equal=lambda source, to, n: gr_source_deals(source, n, to),
    gr_deals_itself=lambda source, n: m.DealDamage(
        own(source, n),
        m.This() if source == m.This() else pronoun("itself"),
        None if source == m.This() else taken(source),
    ),
    deal_each_other=lambda stat: m.Clash(THEM, stat),
    gr_deal_two=lambda n, one, more, other: (gr_deal(n, one), gr_deal(more, other)),
    gr_per_some_this_way=lambda n, noun, word: Per(that_many(word, noun), n),
    deal_divided=lambda n, to: m.DealDamage(n, taken(to), divided=True),
    gr_source_divides=lambda source, n, to: m.DealDamage(
        own(source, n), taken(to), None if source == m.This() else taken(source), divided=True
    ),
    prevent=m.PreventDamage,
    prevent_up_to=lambda n: m.PreventDamage(n, up_to=True),
    per_this_way=lambda noun, word: Per(done_this_way(noun, word)),
    # "For each event card put there this way": of those, only the events.
    gr_per_kind_this_way=lambda kind, word: Per(
        m.Count(m.Selector(m.Some(), types=(str(kind),), filters=(m.Among(THEM),)))
    ),
    prevent_all=m.PreventDamage,
    prevent_next_for=prevent_next,
    gr_prevent_all_next=lambda to, duration=None: prevent_next(None, to, duration),
    gr_prevent_all_next_player=lambda who, duration=None: prevent_next(None, m.Player(who), duration),
    gr_deal_and_more=lambda n, more, per, to: gr_deal(m.Plus(n, times(more, per)), to),
    gr_deal_to_and_more=lambda n, to, more, per: gr_deal(m.Plus(n, times(more, per)), to),
    gr_deal_player_and_more=lambda n, more, per, who: m.DealDamage(
        m.Plus(n, times(more, per)), m.Player(who)
    ),
    gr_deal_player_to_and_more=lambda n, who, more, per: m.DealDamage(
        m.Plus(n, times(more, per)), m.Player(who)
    ),
    gr_reduce_next=lambda to, n, duration=None: prevent_next(n, to, duration),
    gr_reduce_next_for=lambda to, duration, n: prevent_next(n, to, duration),
    gr_reduce_next_player=lambda who, n, duration=None: prevent_next_player(n, who, duration),
    gr_reduce_next_player_for=lambda who, duration, n: prevent_next_player(n, who, duration),
    damage_becomes=m.SetDamage,
    part_becomes=lambda n: m.SetDamage(n, "named"),
    # 14-4b-1: of the attack that is going on.
    combat_becomes=lambda n: m.SetDamage(n, "attack"),
    combat_reduced=lambda n: m.PreventDamage(n, sort="attack"),
    combat_prevented=lambda: m.SetDamage(0, "attack"),
    deal_taken=lambda who, n: m.DealDamage(n, m.Player(who)),
    ignore_cnt=m.IgnoreCounter,
    ignore_attack=lambda: m.IgnoreCounter("attack"),
    heal_life=lambda n: m.Heal(m.Player("you"), n),
    gr_life_less=lambda n: less_than(n, m.ThatMany()),
    gr_life_more=lambda n: m.Plus(m.ThatMany(), n),
    gr_twice_life=lambda: m.Times(2, m.ThatMany()),
    gr_no_life=lambda: 0,
    gr_heal_ruler=lambda n, what: gr_ruler_heals(what, n),
    heal_hp=lambda what, n: m.Heal(taken(what), n),
    heal_damage_from=lambda n, what: m.Heal(taken(what), n),
    heal_hp_of=lambda n, what: m.Heal(taken(what), n),
    # 15-21a: "heal (number) HP" without more is said of what the text speaks of.
    heal_own_hp=lambda n: m.Heal(IT, n),
    heal_that=lambda: m.Heal(IT, dealt=True),
    gr_wounds=lambda many, sort=None: (many == "any", sort or ""),
    gr_heal_wounds=lambda wounds, what, time: m.Heal(
        taken(what), dealt=True, period=time, every=wounds[0], sort=wounds[1]
    ),
    heal_all=lambda what: m.Heal(taken(what)),
    gr_no_damage_left=lambda what: m.Heal(taken(what), sets=True),
)
