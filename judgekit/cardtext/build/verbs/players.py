"""Players' numbers, the end of the game, what is negated, ended or skipped."""

from __future__ import annotations

from typing import Any

from judgekit.cardtext.build.registry import Per, action
from judgekit.cardtext.build.verbs.changing import times
from judgekit.cardtext.build.verbs.choosing import PERFORMER, taken
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.model import (
    Amount,
    ChangeNumber,
    Duration,
    EndNow,
    LoseGame,
    NegateAbilities,
    NegateAbility,
    NegateAttack,
    Swap,
    Target,
    Verb,
    Who,
    Win,
)


@action
def number_gain(amount: Amount, number: str, per: Per | None = None) -> Verb:
    return ChangeNumber(number, PERFORMER, "plus", times(amount, per) if per else amount)


@action
def number_gain_per(amount: Amount, number: str, per: Per) -> Verb:
    return number_gain(amount, number, per)


@action
def number_lose(amount: Amount, number: str) -> Verb:
    return ChangeNumber(number, PERFORMER, "minus", amount)


@action
def number_minus(whose: Who, number: str, amount: Amount, per: Per | None = None) -> Verb:
    return ChangeNumber(number, whose, "minus", times(amount, per) if per else amount)


@action
def number_minus_per(whose: Who, number: str, amount: Amount, per: Per) -> Verb:
    return number_minus(whose, number, amount, per)


@action
def number_plus(whose: Who, number: str, amount: Amount, per: Per | None = None) -> Verb:
    return ChangeNumber(number, whose, "plus", times(amount, per) if per else amount)


@action
def number_plus_per(whose: Who, number: str, amount: Amount, per: Per) -> Verb:
    return number_plus(whose, number, amount, per)


@action
def number_set(whose: Who, number: str, amount: Amount) -> Verb:
    return ChangeNumber(number, whose, "set", amount)


@action
def win() -> Verb:
    return Win()


@action
def lose_game() -> Verb:
    return LoseGame()


@action
def swap(one: Target, other: Target) -> Verb:
    return Swap(taken(one), taken(other))


@action
def negated_attack() -> tuple[str, Any]:
    return "attack", None


@action
def negated_ability() -> tuple[str, Any]:
    return "ability", None


@action
def negated_of(what: Target) -> tuple[str, Any]:
    return "of", (taken(what), ())


@action
def negated_keyword_of(keyword: str, what: Target) -> tuple[str, Any]:
    return "of", (taken(what), (keyword,))


@action
def negated_of_keyword(what: Target, keyword: str) -> tuple[str, Any]:
    return negated_keyword_of(keyword, what)


@action
def negate(found: tuple[str, Any], duration: Duration | None = None) -> Verb:
    sort, about = found
    if sort == "of":
        return NegateAbilities(about[0], about[1], duration)
    if duration is not None:
        raise Unsound("only the abilities of a card are negated for a time")
    return NegateAttack() if sort == "attack" else NegateAbility(about or "")


@action
def negate_for(found: tuple[str, Any], duration: Duration) -> Verb:
    return negate(found, duration)


@action
def end_now(what: str) -> Verb:
    return EndNow(what)


@action
def skip(whose: Who, phase: str) -> Verb:
    return EndNow(phase, whose, skip=True)
