"""Gaining and losing: stats, keywords, abilities, traits."""

from __future__ import annotations

from typing import Any, NamedTuple, cast

from msgspec.structs import replace

from judgekit.cardtext import model as m
from judgekit.cardtext.build.registry import (
    IT,
    THEM,
    AsLong,
    Change,
    Head,
    More,
    Per,
    action,
    actions,
    constants,
)
from judgekit.cardtext.build.targets import Counted, Lone, count_of, described, selector
from judgekit.cardtext.build.targets.nouns import type_of
from judgekit.cardtext.build.targets.quantities import count_different
from judgekit.cardtext.build.targets.selecting import put_for_it, there_is_one
from judgekit.cardtext.build.verbs.choosing import taken
from judgekit.cardtext.errors import Unsound


def times(factor: m.Amount, per: Per) -> m.Amount:
    found = per.amount if factor == 1 and per.every == 1 else m.Times(factor, per.amount, per.every)
    return found if per.most is None else m.NoMore(found, per.most)


@action
def per_card(what: m.Target) -> Per:
    if not isinstance(what, m.Selector) or isinstance(what, Counted) or what.quantity != m.Every():
        raise Unsound("“for each” counts all of them")
    return Per(count_of(what))


@action
def per_number(n: m.Amount, whose: m.Who, number: str) -> Per:
    if not isinstance(n, int):
        raise Unsound("count in steps of a whole number")
    return Per(m.PlayerNumber(number, whose), n)


def own(subject: m.Target, amount: m.Amount) -> m.Amount:
    """ "its" after "this card …" is this card's, whatever was mentioned before."""
    if subject == m.This() and isinstance(amount, m.ValueOf) and amount.what == IT:
        return replace(amount, what=m.This())
    if subject == m.This() and isinstance(amount, m.Plus | m.Minus):
        return replace(amount, left=own(subject, amount.left), right=own(subject, amount.right))
    return amount


def gaining(
    what: m.Target, gains: tuple[Any, ...], per: Per | None, duration: m.Duration | None
) -> tuple[m.Verb, ...]:
    found: list[m.Verb] = []
    per = per and per._replace(amount=of_the_same(what, per.amount))
    apart = any(isinstance(gain, More) for gain in gains)  # what came before it is not counted
    if apart and per is None and len(gains) > 1:
        raise Unsound("said in another way")  # a “for each” behind it would count for both
    for gain in gains:
        if isinstance(gain, Change):
            counts = per is not None and (isinstance(gain, More) or not apart)
            total = times(gain.amount, per) if per and counts else gain.amount
            for cards, amount in of_each_side(what, total):
                found.append(m.Modify(cards, gain.stat, gain.how, amount, duration))
        elif isinstance(gain, m.Keyword | m.Ability | m.Is):
            found.append(m.Gain(what, gain, duration))
        else:
            found.extend(m.Gain(what, each, duration) for each in gain)
    if per and not any(isinstance(each, m.Modify) for each in found):
        raise Unsound("“for each” needs a number to multiply")
    return of_one_choice(found)


def of_each_side(what: m.Target, amount: m.Amount) -> list[tuple[m.Target, m.Amount]]:
    """ "Each unit gets +1 ATK for each card in its controller's hand": your units for yours, and so on."""
    said = [getattr(one, name, "") for one in m.walk(amount) for name in ("whose", "who")]
    if "master" not in said or not isinstance(what, m.Selector) or what.quantity != m.Every():
        return [(what, amount)]
    if what.whose not in ("", "any", "each") or there_is_one("", what.types, list(what.filters)):
        return [(what, amount)]
    sides: tuple[m.Who, ...] = ("you", "opponent")
    return [(replace(what, whose=side), for_its_master(amount, side)) for side in sides]


def for_its_master(node: Any, who: m.Who) -> Any:
    if isinstance(node, tuple):
        return tuple(for_its_master(each, who) for each in node)
    if not isinstance(node, m.Node):
        return node
    told = {name: getattr(node, name) for name in node.__struct_fields__}
    of = {name: who for name in ("whose", "who") if told.get(name) == "master"}
    return replace(node, **{name: for_its_master(value, who) for name, value in told.items()} | of)


def of_the_same(what: m.Target, amount: m.Amount) -> m.Amount:
    """ "Your member in battle gets +1000 power for each card in its soul": in the soul of that member."""
    if (what == THEM or isinstance(what, m.Bound)) and any(each in held_by(THEM) for each in m.walk(amount)):
        return cast(m.Amount, put_for_it(amount, m.Itself(), THEM))
    if not isinstance(what, m.Selector):
        return amount
    of_each = any(each in HELD_BY_EACH for each in m.walk(amount))
    if not of_each and not any(each == IT for each in m.walk(amount)):
        return amount
    if not isinstance(what.quantity, m.Every):
        raise Unsound("choose first, then say what to count on the chosen card")
    if there_is_one(what.whose, what.types, list(what.filters)):
        return cast(m.Amount, put_for_it(amount, what))
    if not of_each:
        raise Unsound("choose first, then say what to count on the chosen card")
    return cast(m.Amount, put_for_it(put_for_it(amount, m.Itself()), m.Itself(), THEM))


def held_by(it: Any) -> tuple[m.Filter, ...]:
    """ "in its soul", "set to it", "under it"."""
    return (m.Attached("soul", it), m.Attached("set", it), m.Attached("charge", it), m.Under(it))


HELD_BY_EACH = (*held_by(IT), *held_by(THEM))  # what each of several cards has, counted for each by itself


LASTS = (m.Modify, m.Gain, m.Lose, m.Prohibit, m.NegateAbilities, m.Permit, m.Demand, m.Unaffected)


def of_one_choice(verbs: list[Any]) -> tuple[m.Verb, ...]:
    """Several things about the same cards: they are chosen once."""
    what = verbs[0].what
    if not isinstance(what, m.Selector) or isinstance(what.quantity, m.Every):
        return tuple(verbs)
    single = isinstance(what.quantity, m.Exactly | m.UpTo) and what.quantity.n == 1
    return (verbs[0], *(replace(verb, what=IT if single else THEM) for verb in verbs[1:]))


def standing(what: m.Target) -> m.Target:
    """ "Your «A» gain …": a trait or a name alone means all of them."""
    if isinstance(what, m.Union):
        what = m.Union(tuple(standing(each) for each in what.parts))
    if isinstance(what, Lone) and what.whose and not what.types and not what.bind:
        what = m.Selector(m.Every(), what.whose, what.areas, None, (), what.filters, what.chooser)
    found = taken(what)
    if isinstance(found, m.Selector) and found.types and found.types[0] == "zone":
        raise Unsound("a zone cannot gain anything: name the cards in it")
    return found


@action
def get(what: m.Target, gains: tuple[Any, ...]) -> Any:
    return gaining(standing(what), gains, None, None)


@action
def get_also(what: m.Target, gains: tuple[Any, ...]) -> Any:
    return gaining(standing(what), gains, None, AsLong("also"))


@action
def get_for(what: m.Target, gains: tuple[Any, ...], duration: m.Duration) -> Any:
    return gaining(standing(what), gains, None, duration)


@action
def get_per(what: m.Target, gains: tuple[Any, ...], per: Per) -> Any:
    return gaining(standing(what), gains, per, None)


class WhoseStat(NamedTuple):
    """ "its counter power", "the rank and counter power of all your battle cards"."""

    what: m.Target
    stats: tuple[str, ...]


def changing(whose: WhoseStat, how: Any, amount: m.Amount, duration: m.Duration | None) -> tuple[m.Verb, ...]:
    return of_one_choice([m.Modify(whose.what, stat, how, amount, duration) for stat in whose.stats])


@action
def increased(whose: WhoseStat, amount: m.Amount, per: Per | None, duration: m.Duration | None) -> Any:
    return changing(whose, "plus", times(amount, per) if per else amount, duration)


@action
def reduced(whose: WhoseStat, amount: m.Amount, per: Per | None, duration: m.Duration | None) -> Any:
    return changing(whose, "minus", times(amount, per) if per else amount, duration)


def halving(whose: WhoseStat, rounded: Any, duration: m.Duration | None) -> tuple[m.Verb, ...]:
    """Less by half of what it is then, each card by itself; `rounded`: what is taken away."""
    one = whose.what if whose.what in (m.This(), IT) else m.Itself()
    return tuple(
        each
        for stat in whose.stats
        for each in changing(
            WhoseStat(whose.what, (stat,)), "minus", m.Half(m.ValueOf(stat, one), rounded), duration
        )
    )


def half_of_number(amount: m.Amount, rounded: Any = "down") -> Change:
    """ "gains half of its HP": of which number, it says itself."""
    if not isinstance(amount, m.ValueOf):
        raise Unsound("half of what? Say the name of the number")
    return Change(amount.stat, "plus", m.Half(amount, rounded))


@action
def gains_and_more(gain: Change, sign: Any, amount: m.Amount, stat: str | None) -> tuple[Change, ...]:
    """ "+1000 power, plus +500 for each …": the first is not counted."""
    if type(gain) is not Change:
        raise Unsound("said in another way")
    return gain, More(stat or gain.stat, sign, amount)


@action
def become_the_same(whose: WhoseStat, other: WhoseStat, duration: m.Duration | None) -> Any:
    """ "Its ATK and HP become equal to that unit's ATK and HP": the same numbers on both sides."""
    if whose.stats != other.stats or len(whose.stats) < 2:
        raise Unsound("said in another way")
    return become_that_of(whose, other.what, duration)


@action
def become_that_of(whose: WhoseStat, other: m.Target, duration: m.Duration | None) -> Any:
    """ "Its energy cost and power become those of …": each number that of the other card."""
    stats = [WhoseStat(whose.what, (stat,)) for stat in whose.stats]
    return tuple(
        each for one in stats for each in changing(one, "set", m.ValueOf(one.stats[0], other), duration)
    )


@action
def unaffected(what: m.Target, cause: m.Cause, duration: m.Duration | None = None) -> m.Verb:
    """ "Is not affected by your opponent's effects": they do nothing to it."""
    return m.Unaffected(standing(what), cause, duration)


WAYS = {"less": "reduced", "more": "increased", "any": "changed"}


@action
def numbers_kept(
    what: m.Target,
    stats: tuple[str, ...],
    way: str,
    cause: m.Cause | None = None,
    duration: m.Duration | None = None,
) -> Any:
    """ "Its power cannot be reduced": what would lower it does not."""
    if cause is not None and (
        cause.by not in ("effect", "ability", "skill") or cause.source or cause.negated
    ):
        raise Unsound("changed by what? Say “by effects”, or whose")
    return tuple(
        m.Prohibit(standing(what), m.Act(f"have {stat} {WAYS[way]}", cause=cause), duration) for stat in stats
    )


constants(
    lose_all=("all", ""), lose_keywords=("all", "keyword"), lose_traits=("all", "trait"),
    way_less="less", way_more="more", way_any="any",
    from_effects=m.Cause("effect"),
)  # fmt: skip


@action
def lose(what: m.Target, losses: tuple[Any, ...], duration: m.Duration | None = None) -> tuple[m.Verb, ...]:
    found = standing(what)
    return of_one_choice([losing(found, each, duration) for each in losses])


def losing(what: m.Target, loss: Any, duration: m.Duration | None) -> m.Verb:
    if isinstance(loss, Change):
        return m.Modify(what, loss.stat, "minus", loss.amount, duration)
    if isinstance(loss, m.Keyword | m.Is):
        return m.Lose(what, loss, duration=duration)
    return m.Lose(what, all_of=loss[1] or "ability", duration=duration)


def nothing_left(n: int) -> int:
    """ "Reduced to 0": set to it, since nothing is below; to another number it could be raised."""
    if n:
        raise Unsound("only 0 is never above what it was: say “becomes”")
    return n


def treat_like(like: Head) -> m.Is:
    if len(like.filters) == 1 and not like.types and isinstance(like.filters[0], m.Is):
        return like.filters[0]
    if like.types and not like.filters:
        return m.Is("type", like.types)
    raise Unsound("only one property at a time can be treated as another")


@action
def also_treated(what: m.Target, like: m.Is) -> m.Verb:
    return m.Gain(taken(what), like)


actions(
    name_also=lambda what, names: also_treated(what, m.Is("name", names)),
    name_treated=lambda what, names: m.TreatAs(taken(what), m.Is("name", names)),
    per_at_most=lambda per, most, *_: per._replace(most=most),
    per_at_most_signed=lambda per, sign, most, *_: per._replace(most=most),
    per_kinds=lambda what, found: Per(count_different(what, found)),
    per_of_them=lambda *_: Per(m.Count(m.Selector(filters=(m.Among(THEM),)))),
    per_stat=lambda stat, what: Per(m.ValueOf(stat, what)),
    per_some_stat=lambda n, stat, what: Per(m.ValueOf(stat, what), n),
    # "For each <A> and <B> in your hand": each card that is one of them.
    per_both=lambda what, rest: per_card(selector(m.Every(), "", what, rest)),
    per_both_such=lambda what, noun, rest: per_card(
        selector(m.Every(), "", what._replace(types=type_of(noun)), rest)
    ),
    per_some=lambda n, what: Per(per_card(what).amount, n),
    per_number_one=lambda whose, number: Per(m.PlayerNumber(number, whose)),
    gain_stat=lambda how, amount, stat: Change(stat, how, amount),
    gain_stat_swapped=Change,
    gain_stat_plain=lambda amount, stat: Change(stat, "plus", amount),
    gain_stat_times=lambda stat, how, factor, amount: Change(stat, how, m.Times(factor, amount)),
    gain_times_stat=lambda how, factor, stat, amount: Change(stat, how, m.Times(factor, amount)),
    gain_stat_of=lambda stat, amount: Change(stat, "plus", amount),
    gain_stat_equal=lambda how, stat, amount: Change(stat, how, amount),
    keyword_plain=m.Keyword,
    keyword_number=m.Keyword,
    gain_keyword=lambda keyword: keyword,
    get_per_for=lambda what, gains, per, duration: gaining(standing(what), gains, per, duration),
    get_for_per=lambda what, gains, duration, per: gaining(standing(what), gains, per, duration),
    stat_of_one=lambda what, *stats: WhoseStat(what, stats),
    effects_of_cards=lambda what: m.Cause("effect", source=described(what)),
    said_unaffected=lambda cause, duration: lambda what: (unaffected(what, cause, duration),),
    number_kept=lambda whose, way, cause, duration: numbers_kept(
        whose.what, whose.stats, way, cause, duration
    ),
    number_kept_by=lambda who, by, way, whose, duration: numbers_kept(
        whose.what, whose.stats, way, m.Cause(by, who), duration
    ),
    numbers_not_lost=lambda what, way, stats, cause, duration: numbers_kept(
        what, stats, way, cause, duration
    ),
    said_numbers_kept=lambda stats, way, cause, duration: (
        lambda what: numbers_kept(what, stats, way, cause, duration)
    ),
    stat_of=lambda stat, what: WhoseStat(standing(what), (stat,)),
    has_that_of=lambda what, stat, other, duration=None: become_that_of(
        WhoseStat(standing(what), (stat,)), other, duration
    ),
    stats_of=lambda one, other, what: WhoseStat(taken(what), (one, other)),
    increased_swapped=lambda whose, amount, duration, per: increased(whose, amount, per, duration),
    reduced_swapped=lambda whose, amount, duration, per: reduced(whose, amount, per, duration),
    has_increased=lambda what, stat, *rest: increased(WhoseStat(taken(what), (stat,)), *rest),
    has_reduced=lambda what, stat, *rest: reduced(WhoseStat(taken(what), (stat,)), *rest),
    become=lambda whose, amount, duration: changing(whose, "set", amount, duration),
    has_stat=lambda what, stat, amount, duration: changing(
        WhoseStat(taken(what), (stat,)), "set", amount, duration
    ),
    has_number=lambda what, amount, stat, duration: changing(
        WhoseStat(taken(what), (stat,)), "set", amount, duration
    ),
    doubled=lambda whose, duration: changing(whose, "times", 2, duration),
    tripled=lambda whose, duration: changing(whose, "times", 3, duration),
    halved=lambda whose, duration: halving(whose, "up", duration),  # what is left is rounded down
    halved_up=lambda whose, duration: halving(whose, "down", duration),
    less_by_half=lambda whose, duration: halving(whose, "down", duration),
    less_by_half_up=lambda whose, duration: halving(whose, "up", duration),
    become_per=lambda whose, amount, per, duration: changing(whose, "set", times(amount, per), duration),
    gain_more=lambda how, amount, stat: More(stat, how, amount),
    gain_more_swapped=More,
    gain_half=half_of_number,
    gain_half_up=lambda amount: half_of_number(amount, "up"),
    lose_half=lambda amount: half_of_number(amount)._replace(how="minus"),
    lose_half_up=lambda amount: half_of_number(amount, "up")._replace(how="minus"),
    lose_stat_equal=lambda stat, amount: Change(stat, "minus", amount),
    per_beyond=lambda what, n: Per(m.Excess(per_card(what).amount, n)),
    per_beyond_one=lambda what: Per(m.Excess(per_card(what).amount, 1)),
    per_some_beyond=lambda every, what, n: Per(m.Excess(per_card(what).amount, n), every),
    per_kinds_beyond=lambda kind, what, n: Per(m.Excess(count_different(kind, what), n)),
    per_kinds_beyond_one=lambda kind, what: Per(m.Excess(count_different(kind, what), 1)),
    per_two=lambda one, other: Per(m.Plus(per_card(one).amount, per_card(other).amount)),
    per_chosen=lambda: Per(m.ChosenNumber()),
    per_some_kinds=lambda n, kind, what: Per(count_different(kind, what), n),
    lose_keyword=lambda keyword: keyword,
    lose_keyword_ref=lambda name: ("all", name),
    lose_stat=lambda amount, stat: Change(stat, "minus", amount),
    lose_per=lambda what, amount, stat, per, duration: m.Modify(
        standing(what), stat, "minus", times(amount, per), duration
    ),
    lose_for=lose,
    nil=nothing_left,
    treat_head=treat_like,
    treat_named=lambda like, names: treat_like(like._replace(filters=(*like.filters, m.Is("name", names)))),
    treated=lambda what, like: m.TreatAs(taken(what), like),
)
