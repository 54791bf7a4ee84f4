"""What a text says about building decks."""

from __future__ import annotations

from typing import Any

from judgekit.cardtext.build.registry import Head, action
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.model import (
    DeckRule,
    Every,
    Is,
    Not,
    OneOf,
    Selector,
    Some,
    Stat,
    Target,
    This,
    Verb,
    Who,
)


@action
def resonance_rule(rule: Verb) -> Verb:
    return rule


@action
def deck_cards(what: Head, rest: tuple[Any, ...]) -> Head:
    """Cards of a deck list, by what is printed on them."""
    filters = (*what.filters, *rest)
    if not all(is_printed(each) for each in filters) or not {"zone", "token"}.isdisjoint(what.types):
        raise Unsound("a deck list does not tell that of a card")
    return Head(what.types, filters)


def is_printed(what: Any) -> bool:
    if isinstance(what, Not):
        return is_printed(what.what)
    if isinstance(what, OneOf):
        return all(is_printed(each) for each in what.filters)
    return isinstance(what, Is) or (isinstance(what, Stat) and isinstance(what.amount, int))


def deck_rule_of(rule: Any, deck: str, what: Head | None, n: int | None = None) -> DeckRule:
    """About described cards, or about this one; "your deck" is all that a player builds."""
    cards: Target = This() if what is None else Selector(Some(), types=what.types, filters=what.filters)
    return DeckRule(rule, cards, n, "" if deck == "deck" else deck)


@action
def deck_exactly(deck: str, n: int, what: Head) -> Verb:
    return deck_rule_of("exactly", deck, what, n)


@action
def deck_most(deck: str, n: int, what: Head) -> Verb:
    return deck_rule_of("at most", deck, what, n)


@action
def deck_most_of_this(deck: str, n: int) -> Verb:
    return deck_rule_of("at most", deck, None, n)


@action
def deck_least(deck: str, n: int, what: Head) -> Verb:
    return deck_rule_of("at least", deck, what, n)


@action
def deck_only(deck: str, what: Head) -> Verb:
    return deck_rule_of("only", deck, what)


@action
def deck_none(deck: str, what: Head) -> Verb:
    return deck_rule_of("at most", deck, what, 0)


@action
def deck_any(deck: str, what: Head) -> Verb:
    return deck_rule_of("any number", deck, what)


@action
def deck_any_of_this(deck: str) -> Verb:
    return deck_rule_of("any number", deck, None)


@action
def deck_may(what: Head, deck: str) -> Verb:
    return deck_rule_of("may include", deck, what)


@action
def deck_may_any(what: Head, deck: str) -> Verb:
    return deck_any(deck, what)


@action
def deck_may_most(n: int, what: Head, deck: str) -> Verb:
    return deck_most(deck, n, what)


@action
def deck_may_any_of_this(deck: str) -> Verb:
    return deck_any_of_this(deck)


@action
def deck_may_most_of_this(n: int, deck: str) -> Verb:
    return deck_most_of_this(deck, n)


@action
def deck_start(whose: Who, noun: str, zones: tuple[int, ...]) -> Verb:
    if whose != "you" or noun != "monster card":
        raise Unsound("only your monster starts in a zone")
    return starts(Selector(Every(), whose, types=(noun,)), zones)


@action
def deck_start_this(noun: str, zones: tuple[int, ...]) -> Verb:
    return starts(This(), zones)


def starts(what: Target, zones: tuple[int, ...]) -> DeckRule:
    if len(zones) != 1:
        raise Unsound("a monster starts in one zone")
    return DeckRule("start in zone", what, zones[0])
