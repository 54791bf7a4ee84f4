"""Conditions of Luck & Logic."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from judgekit.cardtext.build.abilities import automatic_situation
from judgekit.cardtext.build.conditions import denied, exists, exists_have, happened
from judgekit.cardtext.build.registry import IT, THEM, AnyQuantity, Head, Tensed, action, pronoun
from judgekit.cardtext.build.targets import comparison, count_of, selector
from judgekit.cardtext.build.targets.tails import that_was
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.model import (
    Ability,
    Among,
    Attached,
    Attacks,
    Compare,
    Condition,
    Count,
    Did,
    Happened,
    Matches,
    NotSo,
    Performs,
    Period,
    Seen,
    Selector,
    Some,
    Stat,
    State,
    Target,
    Who,
)


def soul_of_card(what: Target) -> Count:
    return Count(Selector(Some(), areas=("soul zone",), filters=(Attached("soul", what),)))


@action
def has_soul_condition(what: Target) -> Condition:
    return Compare(soul_of_card(what), "at least", 1)


@action
def so_much_soul(what: Target, count: AnyQuantity) -> Condition:
    return Compare(soul_of_card(what), *comparison(count))


@action
def has_no_number(what: Target, number: str) -> Condition:
    """Cards without the icon have no such number, not even 0."""
    return denied(what, Stat(number, "at least", 0))


@action
def has_no_soul_condition(what: Target) -> Condition:
    return Compare(soul_of_card(what), "equal", 0)


@action
def has_in_soul(what: Target, like: Any) -> Condition:
    soul = Selector(Some(), filters=(like, Attached("soul", what)))
    return Compare(Count(soul), "at least", 1)


@action
def has_head_in_soul(what: Target, like: Head) -> Condition:
    if not (like.types or like.filters):
        raise Unsound("said in another way")
    return Compare(Count(selector(Some(), "", like, (Attached("soul", what),))), "at least", 1)


@action
def undestroyed(who: Who, quantity: AnyQuantity) -> Condition:
    way, n = comparison(quantity)
    gates = Selector(Some(), who, types=("gate",), filters=(State("undestroyed"),))
    return Compare(Count(gates), way, n)


@action
def level_up(who: Who, quantity: AnyQuantity) -> Condition:
    way, n = comparison(quantity)
    return Compare(Count(Selector(Some(), who, ("level zone",), filters=(State("face up"),))), way, n)


@action
def paradox_up() -> Condition:
    return Compare(Count(Selector(Some(), types=("paradox",), filters=(State("face up"),))), "at least", 1)


@action
def more_cards_than(who: Who, way: Any, what: Selector, other: Who) -> Condition:
    if what.whose not in ("", "their", who):
        raise Unsound("whose is said by “you have”")
    found = count_of(what).what
    mine, theirs = (Count(replace(found, whose=each)) for each in (who, other))
    return Compare(mine, way, theirs)


def happened_here(event: Tensed, period: Period) -> Condition:
    """In place of the common one: what is revealed this way can be spoken of ("one of those cards")."""
    if isinstance(event.event, Seen) and period == "effect":
        raise Unsound("said in another way")
    return happened(event, period)


def situation_here(conditions: tuple[Condition, ...], verbs: Any) -> Ability:
    """In place of the common one: "is rested" tells what happens to a member, not how it lies."""
    lies = [Selector(filters=(State(state),)) for state in ("rest", "active")]
    for each in conditions:
        if isinstance(each, Matches) and each.like in lies:
            raise Unsound("when it comes to lie so, or all the while? Say “rests”, “stands”, or “while”")
    return automatic_situation(conditions, verbs)


def that_was_here(word: str, period: Period) -> Among | Did:
    """In place of the common one: what was done this way is done to cards that the text can name."""
    if period == "effect":
        return Among(pronoun(f"the {word}", "card", word))
    return that_was(word, period)


def attacked_there() -> Count:
    return Count(Selector(Some(), types=("member",), filters=(State("on the circle being attacked"),)))


@action
def nobody_attacked() -> Condition:
    return Compare(attacked_there(), "equal", 0)


@action
def somebody_attacked() -> Condition:
    return Compare(attacked_there(), "at least", 1)


@action
def only_card_there(whose: Who, area: str) -> Condition:
    return Compare(Count(Selector(Some(), whose, (area,))), "equal", 1)


@action
def only_such_there(noun: str, whose: Who, area: str) -> Condition:
    return only_card_there(whose, area)


@action
def chose_just(n: int) -> Condition:
    return Compare(chosen_before(), "equal", n)


@action
def chose_or_more(n: int) -> Condition:
    return Compare(chosen_before(), "at least", n)


def chosen_before() -> Count:
    return Count(Selector(Some(), filters=(Among(THEM),)))


@action
def shows_this_way(who: Who, what: Selector) -> Condition:
    if who not in ("you", "opponent", "that player", "each"):
        raise Unsound("who reveals it?")
    return shown_this_way(what, "now")


@action
def shown_this_way(what: Selector, tense: str) -> Condition:
    """Among the cards that were revealed just before; "one of those cards" behind it is one of these."""
    return exists(replace(what, filters=(*what.filters, Among(pronoun("shown")))))


def fights(who: Who, state: str) -> Condition:
    mine = Selector(Some(), who, types=("member",), filters=(State(state),))
    return Compare(Count(mine), "at least", 1)


@action
def player_attacking(who: Who) -> Condition:
    return fights(who, "attacking")


@action
def player_defending(who: Who) -> Condition:
    return fights(who, "defending")


@action
def player_has_not_attacked(who: Who, period: Period) -> Condition:
    return NotSo(Happened(Attacks(Selector(Some(), who, types=("member",))), period))


@action
def has_not_tranced(who: Who, period: Period) -> Condition:
    return NotSo(Happened(Performs(who, "trance"), period))


@action
def was_last_destroyed(whose: Who, what: Head, rest: tuple[Any, ...]) -> tuple[Condition, ...]:
    """It is one of them, and none of them is left that is not destroyed."""
    left = selector(Some(), whose, what, (*rest, State("undestroyed")))
    one = Matches(IT, replace(left, filters=tuple(f for f in left.filters if f != State("undestroyed"))))
    return one, Compare(Count(left), "equal", 0)


@action
def both_have(who: Who, what: Selector, other: Who, n: int) -> tuple[Condition, ...]:
    """ "… has exactly 1 gate and you have 6": the same cards, of the other player."""
    first = exists_have(who, what)
    assert isinstance(first, Compare)
    assert isinstance(first.left, Count)
    same = Count(replace(first.left.what, whose=other))
    return first, Compare(same, "equal", n)


@action
def is_not_opponent(what: Target) -> Condition:
    return NotSo(is_opponent(what))


@action
def is_opponent(what: Target) -> Condition:
    return Matches(what, Selector(filters=(State("battle opponent"),)))
