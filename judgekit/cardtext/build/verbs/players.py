"""Players' numbers, the end of the game, what is negated, ended or skipped."""

from __future__ import annotations

from typing import Any

from judgekit.cardtext import model as m
from judgekit.cardtext.build.registry import IT, Per, action, actions, pronoun
from judgekit.cardtext.build.targets.selecting import put_for_it, there_is_one
from judgekit.cardtext.build.verbs.changing import times
from judgekit.cardtext.build.verbs.choosing import PERFORMER, taken
from judgekit.cardtext.errors import Unsound


@action
def number_gain(amount: m.Amount, number: str, per: Per | None = None) -> m.Verb:
    return m.ChangeNumber(number, PERFORMER, "plus", times(amount, per) if per else amount)


@action
def number_minus(whose: m.Who, number: str, amount: m.Amount, per: Per | None = None) -> m.Verb:
    return m.ChangeNumber(number, whose, "minus", times(amount, per) if per else amount)


@action
def number_plus(whose: m.Who, number: str, amount: m.Amount, per: Per | None = None) -> m.Verb:
    return m.ChangeNumber(number, whose, "plus", times(amount, per) if per else amount)


def paid_freely(currency: str, area: str, *filters: m.Filter) -> tuple[m.Verb, ...]:
    """ "Pay any number of resources": as much of it as the player likes, and no more than there is."""
    there = m.Count(m.Selector(m.Some(), "you", (area,), filters=filters))
    return m.Pick("number", 0, there), m.Pay(currency, m.ChosenNumber())


@action
def swap(one: m.Target, other: m.Target) -> Any:
    first = taken(one)
    check_single(one)
    check_single(other)
    second = taken(other)
    if is_beside_it(second) and isinstance(first, m.Selector):
        return swap_with_neighbour(first, second)
    return m.Swap(first, beside_the_first(first, second))


def is_beside_it(what: m.Target) -> bool:
    return any(isinstance(each, m.Near) and each.of == IT for each in m.walk(what))


def swap_with_neighbour(first: m.Selector, second: m.Target) -> Any:
    """ "Swap one of your units and a unit adjacent to it": adjacent to the first of them."""
    if is_the_only(first):
        return m.Swap(first, put_for_it(second, first))
    return m.Choose(first), m.Swap(THAT_ONE, put_for_it(second, THAT_ONE))


def is_the_only(what: m.Target) -> bool:
    return isinstance(what, m.Selector) and there_is_one(what.whose, what.types, list(what.filters))


THAN_IT = pronoun("this of the event")
THAT_ONE = pronoun("chosen", "card")


def beside_the_first(first: m.Target, second: m.Target) -> m.Target:
    """ "Swap this unit and another of your units with the same level": as this unit's; of a card that is
    only now taken, nobody can say it in one breath."""
    if not any(each == THAN_IT for each in m.walk(second)):
        return second
    if not (is_the_only(first) or first == m.This()):
        raise Unsound("the same as which card's? Choose one first, then one like it")
    compared: m.Target = put_for_it(second, first, THAN_IT)
    return compared


def check_single(what: m.Target) -> None:
    """ "Exchange your hand with the top 3 cards": only one card takes the place of another."""
    if not isinstance(what, m.Selector) or there_is_one(what.whose, what.types, list(what.filters)):
        return
    several = isinstance(what.quantity, m.Every | m.AnyNumber | m.AtLeast)
    if several or getattr(what.quantity, "n", 1) != 1:
        raise Unsound("one card takes the place of one other: move several cards one after the other")


def shown(who: m.Who, whose: m.Who, what: str) -> m.Verb:
    """ "Players play with their hands revealed"."""
    if whose not in ("their", who):
        raise Unsound("players show their own cards")
    return m.Demand(m.Player(who), m.Act(f"reveal the {what}"))


@action
def negated_keyword_of(keyword: str, what: m.Target) -> tuple[str, Any]:
    return "of", (taken(what), (keyword,))


@action
def negated_keyword_of_one(what: m.Target, keyword: str) -> tuple[str, Any]:
    if keyword.casefold().startswith(("counter", "blocker")):
        return "named for a time", (taken(what), keyword)
    return negated_keyword_of(keyword, what)


@action
def negate(found: tuple[str, Any], duration: m.Duration | None = None) -> m.Verb:
    sort, about = found
    if sort == "of":
        return m.NegateAbilities(about[0], about[1], duration)
    if sort == "named for a time":
        if duration is None:
            raise Unsound(f"negate the [{about[1]}] being used, or for how long?")
        return m.NegateAbilities(about[0], (about[1],), duration)
    if sort == "named":  # for a time all that have the name; otherwise the one that is under way
        what, name = about
        return m.NegateAbility(name) if duration is None else m.NegateAbilities(what, (name,), duration)
    if duration is not None:
        raise Unsound("only a card's abilities can be negated for a duration")
    return m.NegateAttack() if sort == "attack" else m.NegateAbility(about or "")


def skipped_then(whose: m.Who, phase: str, turn_of: m.Who) -> m.Verb:
    if turn_of not in (whose, "their"):
        raise Unsound("whose phase? It is left out in that player's own turn")
    return m.EndNow(phase, whose, skip=True, next_turn=True)


actions(
    hand_revealed=lambda who, whose: shown(who, whose, "hand"),
    plays_revealed=lambda who, whose: shown(who, whose, "top card of the deck"),
    own_hand_revealed=lambda whose: shown("you", whose, "hand"),
    own_top_revealed=lambda whose: shown("you", whose, "top card of the deck"),
    number_gain_per=number_gain,
    number_gain_equal=lambda number, amount: number_gain(amount, number),
    number_lose_equal=lambda number, amount: m.ChangeNumber(number, PERFORMER, "minus", amount),
    number_as_theirs=lambda whose, number, other: m.ChangeNumber(
        number, whose, "set", m.PlayerNumber(number, other)
    ),
    number_lose=lambda amount, number: m.ChangeNumber(number, PERFORMER, "minus", amount),
    number_minus_per=number_minus,
    number_plus_per=number_plus,
    number_set=lambda whose, number, amount: m.ChangeNumber(number, whose, "set", amount),
    win=m.Win,
    lose_game=m.LoseGame,
    negated_attack=lambda: ("attack", None),
    negated_ability=lambda: ("ability", None),
    negated_of=lambda what: ("of", (taken(what), ())),
    negated_keywords_of=lambda what: ("of", (taken(what), ("keyword",))),
    negated_of_keyword=lambda what, keyword: negated_keyword_of(keyword, what),
    negate_for=negate,
    end_now=m.EndNow,
    skip=lambda whose, phase: m.EndNow(phase, whose, skip=True),
    skip_of_next_turn=lambda phase, whose: m.EndNow(phase, whose, skip=True, next_turn=True),
    skip_in_next_turn=lambda whose, phase, turn_of: skipped_then(whose, phase, turn_of),
    skip_next_turn=lambda whose, phase: m.EndNow(phase, whose, skip=True, next_turn=True),
)
