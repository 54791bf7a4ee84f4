"""Gaining and losing: stats, keywords, abilities, traits."""

from __future__ import annotations

from typing import Any, NamedTuple, cast

from msgspec.structs import replace

from judgekit.cardtext.build.registry import IT, THEM, Change, Head, Per, action, constants
from judgekit.cardtext.build.targets import Counted, Lone, count_of
from judgekit.cardtext.build.targets.quantities import count_different
from judgekit.cardtext.build.targets.selecting import put_for_it, there_is_one
from judgekit.cardtext.build.verbs.choosing import taken
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.model import (
    Ability,
    Among,
    Amount,
    Count,
    Duration,
    Every,
    Exactly,
    Gain,
    Is,
    Keyword,
    Lose,
    Minus,
    Modify,
    NoMore,
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
    walk,
)


def times(factor: Amount, per: Per) -> Amount:
    found = per.amount if factor == 1 and per.every == 1 else Times(factor, per.amount, per.every)
    return found if per.most is None else NoMore(found, per.most)


@action
def per_at_most(per: Per, most: int) -> Per:
    return per._replace(most=most)


@action
def per_at_most_signed(per: Per, _: str, most: int) -> Per:
    return per._replace(most=most)


@action
def per_card(what: Selector) -> Per:
    if isinstance(what, Counted) or what.quantity != Every():
        raise Unsound("“for each” counts all of them")
    return Per(count_of(what))


@action
def per_kinds(what: str, found: Selector) -> Per:
    return Per(count_different(what, found))


@action
def per_of_them(*_: Any) -> Per:
    return Per(Count(Selector(filters=(Among(THEM),))))


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
    per = per and per._replace(amount=of_the_same(what, per.amount))
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


def of_the_same(what: Target, amount: Amount) -> Amount:
    """ "Your member in battle gets +1000 power for each card in its soul": in the soul of that member."""
    if not isinstance(what, Selector) or not any(each == IT for each in walk(amount)):
        return amount
    if not isinstance(what.quantity, Every) or not there_is_one(what.whose, what.types, list(what.filters)):
        raise Unsound("choose first, then say what is counted of the chosen card")
    return cast(Amount, put_for_it(amount, what))


def of_one_choice(verbs: list[Any]) -> tuple[Verb, ...]:
    """Several things about the same cards: they are chosen once."""
    what = verbs[0].what
    if not isinstance(what, Selector) or isinstance(what.quantity, Every):
        return tuple(verbs)
    single = isinstance(what.quantity, Exactly | UpTo) and what.quantity.n == 1
    return (verbs[0], *(replace(verb, what=IT if single else THEM) for verb in verbs[1:]))


def standing(what: Target) -> Target:
    """ "Your «A» gain …": said by a trait or a name alone, of all of them."""
    if isinstance(what, Lone) and what.whose and not what.types and not what.bind:
        what = Selector(Every(), what.whose, what.areas, None, (), what.filters, what.chooser)
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


class WhoseStat(NamedTuple):
    """ "its counter power", "the rank and counter power of all your battle cards"."""

    what: Target
    stats: tuple[str, ...]


@action
def stat_of_one(what: Target, *stats: str) -> WhoseStat:
    return WhoseStat(what, stats)


@action
def stat_of(stat: str, what: Target) -> WhoseStat:
    return WhoseStat(taken(what), (stat,))


@action
def stats_of(one: str, other: str, what: Target) -> WhoseStat:
    return WhoseStat(taken(what), (one, other))


def changing(whose: WhoseStat, how: Any, amount: Amount, duration: Duration | None) -> tuple[Verb, ...]:
    return of_one_choice([Modify(whose.what, stat, how, amount, duration) for stat in whose.stats])


@action
def increased(whose: WhoseStat, amount: Amount, per: Per | None, duration: Duration | None) -> Any:
    return changing(whose, "plus", times(amount, per) if per else amount, duration)


@action
def reduced(whose: WhoseStat, amount: Amount, per: Per | None, duration: Duration | None) -> Any:
    return changing(whose, "minus", times(amount, per) if per else amount, duration)


@action
def increased_swapped(whose: WhoseStat, amount: Amount, duration: Duration, per: Per) -> Any:
    return increased(whose, amount, per, duration)


@action
def reduced_swapped(whose: WhoseStat, amount: Amount, duration: Duration, per: Per) -> Any:
    return reduced(whose, amount, per, duration)


@action
def become(whose: WhoseStat, amount: Amount, duration: Duration | None) -> Any:
    return changing(whose, "set", amount, duration)


@action
def become_that_of(whose: WhoseStat, other: Target, duration: Duration | None) -> Any:
    """ "Its energy cost and power become those of …": each number that of the other card."""
    stats = [WhoseStat(whose.what, (stat,)) for stat in whose.stats]
    return tuple(
        each for one in stats for each in changing(one, "set", ValueOf(one.stats[0], other), duration)
    )


@action
def doubled(whose: WhoseStat, duration: Duration | None) -> Any:
    return changing(whose, "times", 2, duration)


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
def lose(what: Target, losses: tuple[Any, ...], duration: Duration | None = None) -> tuple[Verb, ...]:
    found = standing(what)
    return of_one_choice([losing(found, each, duration) for each in losses])


def losing(what: Target, loss: Any, duration: Duration | None) -> Verb:
    if isinstance(loss, Change):
        return Modify(what, loss.stat, "minus", loss.amount, duration)
    if isinstance(loss, Keyword | Is):
        return Lose(what, loss, duration=duration)
    return Lose(what, all_of=loss[1] or "ability", duration=duration)


@action
def lose_per(what: Target, amount: Amount, stat: str, per: Per, duration: Duration | None) -> Verb:
    return Modify(standing(what), stat, "minus", times(amount, per), duration)


@action
def lose_for(what: Target, losses: tuple[Any, ...], duration: Duration) -> tuple[Verb, ...]:
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
