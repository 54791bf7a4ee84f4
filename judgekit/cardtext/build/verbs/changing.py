"""Gaining and losing: stats, keywords, abilities, traits."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from judgekit.cardtext.build.registry import IT, THEM, Change, Head, Per, action, constants
from judgekit.cardtext.build.targets import Counted, count_of
from judgekit.cardtext.build.verbs.choosing import taken
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.model import (
    Ability,
    Amount,
    Duration,
    Every,
    Exactly,
    Gain,
    Is,
    Keyword,
    Lose,
    Minus,
    Modify,
    PlayerNumber,
    Plus,
    Selector,
    Target,
    This,
    Times,
    TreatAs,
    UpTo,
    ValueOf,
    Verb,
    Who,
)


def times(factor: Amount, per: Per) -> Amount:
    if factor == 1 and per.every == 1:
        return per.amount
    return Times(factor, per.amount, per.every)


@action
def per_card(what: Selector) -> Per:
    if isinstance(what, Counted) or what.quantity != Every():
        raise Unsound("“for each” counts all of them")
    return Per(count_of(what))


@action
def per_stat(stat: str, what: Target) -> Per:
    return Per(ValueOf(stat, what))


@action
def per_some(n: int, what: Selector) -> Per:
    return Per(per_card(what).amount, n)


@action
def per_number(n: Amount, whose: Who, number: str) -> Per:
    if not isinstance(n, int):
        raise Unsound("counted in steps of a whole number")
    return Per(PlayerNumber(number, whose), n)


@action
def per_number_one(whose: Who, number: str) -> Per:
    return Per(PlayerNumber(number, whose))


@action
def gain_stat(how: str, amount: Amount, stat: str) -> Change:
    return Change(stat, how, amount)


@action
def gain_stat_swapped(stat: str, how: str, amount: Amount) -> Change:
    return Change(stat, how, amount)


@action
def gain_stat_times(stat: str, how: str, factor: int, amount: Amount) -> Change:
    return Change(stat, how, Times(factor, amount))


@action
def gain_times_stat(how: str, factor: int, stat: str, amount: Amount) -> Change:
    return Change(stat, how, Times(factor, amount))


@action
def gain_stat_equal(how: str, stat: str, amount: Amount) -> Change:
    return Change(stat, how, amount)


@action
def keyword_plain(name: str) -> Keyword:
    return Keyword(name)


@action
def keyword_number(name: str, n: int) -> Keyword:
    return Keyword(name, n)


@action
def gain_keyword(keyword: Keyword) -> Keyword:
    return keyword


def own(subject: Target, amount: Amount) -> Amount:
    """ "its" after "this card …" is this card's, whatever was spoken of before."""
    if subject == This() and isinstance(amount, ValueOf) and amount.what == IT:
        return replace(amount, what=This())
    if subject == This() and isinstance(amount, Plus | Minus):
        return replace(amount, left=own(subject, amount.left), right=own(subject, amount.right))
    return amount


def gaining(
    what: Target, gains: tuple[Any, ...], per: Per | None, duration: Duration | None
) -> tuple[Verb, ...]:
    found: list[Verb] = []
    for gain in gains:
        if isinstance(gain, Change):
            amount = times(gain.amount, per) if per else own(what, gain.amount)
            found.append(Modify(what, gain.stat, gain.how, amount, duration))
        elif isinstance(gain, Keyword | Ability | Is):
            found.append(Gain(what, gain, duration))
        else:
            found.extend(Gain(what, each, duration) for each in gain)
    if per and not any(isinstance(each, Modify) for each in found):
        raise Unsound("“for each” multiplies a number")
    return of_one_choice(found)


def of_one_choice(verbs: list[Any]) -> tuple[Verb, ...]:
    """Several things about the same cards: they are chosen once."""
    what = verbs[0].what
    if not isinstance(what, Selector) or isinstance(what.quantity, Every):
        return tuple(verbs)
    single = isinstance(what.quantity, Exactly | UpTo) and what.quantity.n == 1
    return (verbs[0], *(replace(verb, what=IT if single else THEM) for verb in verbs[1:]))


def standing(what: Target) -> Target:
    found = taken(what)
    if isinstance(found, Selector) and found.types and found.types[0] == "zone":
        raise Unsound("a zone gains nothing")
    return found


@action
def get(what: Target, gains: tuple[Any, ...]) -> Any:
    return gaining(standing(what), gains, None, None)


@action
def get_for(what: Target, gains: tuple[Any, ...], duration: Duration) -> Any:
    return gaining(standing(what), gains, None, duration)


@action
def get_per(what: Target, gains: tuple[Any, ...], per: Per) -> Any:
    return gaining(standing(what), gains, per, None)


@action
def get_per_for(what: Target, gains: tuple[Any, ...], per: Per, duration: Duration) -> Any:
    return gaining(standing(what), gains, per, duration)


@action
def get_for_per(what: Target, gains: tuple[Any, ...], duration: Duration, per: Per) -> Any:
    return gaining(standing(what), gains, per, duration)


@action
def increased(what: Target, stat: str, amount: Amount, duration: Duration | None = None) -> Verb:
    return Modify(what, stat, "plus", amount, duration)


@action
def increased_for(what: Target, stat: str, amount: Amount, duration: Duration) -> Verb:
    return increased(what, stat, amount, duration)


@action
def increased_per(what: Target, stat: str, amount: Amount, per: Per) -> Verb:
    return increased(what, stat, times(amount, per))


@action
def reduced(what: Target, stat: str, amount: Amount, duration: Duration | None = None) -> Verb:
    return Modify(what, stat, "minus", amount, duration)


@action
def reduced_for(what: Target, stat: str, amount: Amount, duration: Duration) -> Verb:
    return reduced(what, stat, amount, duration)


@action
def reduced_per(what: Target, stat: str, amount: Amount, per: Per) -> Verb:
    return reduced(what, stat, times(amount, per))


@action
def become(what: Target, stat: str, amount: Amount, duration: Duration | None = None) -> Verb:
    return Modify(what, stat, "set", amount, duration)


@action
def become_both(
    what: Target, one: str, other: str, amount: Amount, duration: Duration | None = None
) -> tuple[Verb, ...]:
    return become(what, one, amount, duration), become(what, other, amount, duration)


@action
def doubled_both(what: Target, one: str, other: str, duration: Duration | None = None) -> tuple[Verb, ...]:
    return doubled(what, one, duration), doubled(what, other, duration)


@action
def become_for(what: Target, stat: str, amount: Amount, duration: Duration) -> Verb:
    return Modify(what, stat, "set", amount, duration)


@action
def doubled(what: Target, stat: str, duration: Duration | None = None) -> Verb:
    return Modify(what, stat, "times", 2, duration)


@action
def doubled_for(what: Target, stat: str, duration: Duration) -> Verb:
    return doubled(what, stat, duration)


@action
def doubled_of(stat: str, what: Target) -> Verb:
    return doubled(taken(what), stat)


@action
def doubled_of_for(stat: str, what: Target, duration: Duration) -> Verb:
    return doubled(taken(what), stat, duration)


@action
def become_of(stat: str, what: Target, amount: Amount, duration: Duration | None = None) -> Verb:
    return Modify(taken(what), stat, "set", amount, duration)


@action
def become_of_for(stat: str, what: Target, amount: Amount, duration: Duration) -> Verb:
    return become_of(stat, what, amount, duration)


@action
def reduced_of(stat: str, what: Target, amount: Amount, duration: Duration | None = None) -> Verb:
    return Modify(taken(what), stat, "minus", amount, duration)


@action
def reduced_of_for(stat: str, what: Target, amount: Amount, duration: Duration) -> Verb:
    return reduced_of(stat, what, amount, duration)


@action
def increased_of(stat: str, what: Target, amount: Amount, duration: Duration | None = None) -> Verb:
    return Modify(taken(what), stat, "plus", amount, duration)


@action
def increased_of_for(stat: str, what: Target, amount: Amount, duration: Duration) -> Verb:
    return increased_of(stat, what, amount, duration)


constants(lose_all=("all", ""), lose_traits=("all", "trait"))


@action
def lose_keyword(keyword: Keyword) -> Keyword:
    return keyword


@action
def lose_keyword_ref(name: str) -> tuple[str, str]:
    return ("all", name)


@action
def lose_stat(amount: Amount, stat: str) -> Change:
    return Change(stat, "minus", amount)


@action
def lose(what: Target, losses: Any, duration: Duration | None = None) -> Verb:
    found = standing(what)
    if isinstance(losses, Change):
        return Modify(found, losses.stat, "minus", losses.amount, duration)
    if isinstance(losses, Keyword | Is):
        return Lose(found, losses, duration=duration)
    return Lose(found, all_of=losses[1] or "ability", duration=duration)


@action
def lose_for(what: Target, losses: Any, duration: Duration) -> Verb:
    return lose(what, losses, duration)


def treat_like(like: Head) -> Is:
    if len(like.filters) == 1 and not like.types and isinstance(like.filters[0], Is):
        return like.filters[0]
    if like.types and not like.filters:
        return Is("type", like.types)
    raise Unsound("one property at a time can be treated as another")


@action
def treat_head(like: Head) -> Is:
    return treat_like(like)


@action
def also_treated(what: Target, like: Is) -> Verb:
    return Gain(taken(what), like)


@action
def treated(what: Target, like: Is) -> Verb:
    return TreatAs(taken(what), like)
