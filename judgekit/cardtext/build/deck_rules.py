"""What a text says about building decks."""

from __future__ import annotations

from typing import Any

from judgekit.cardtext import model as m
from judgekit.cardtext.build.registry import Head, action, actions
from judgekit.cardtext.errors import Unsound


@action
def deck_cards(what: Head, rest: tuple[Any, ...]) -> Head:
    """Cards of a deck list, by what is printed on them."""
    filters = (*what.filters, *rest)
    if not all(is_printed(each) for each in filters) or not {"zone", "token"}.isdisjoint(what.types):
        raise Unsound("a deck list does not show this about a card: ask for something printed on it")
    return Head(what.types, filters)


def is_printed(what: Any) -> bool:
    if isinstance(what, m.Not):
        return is_printed(what.what)
    if isinstance(what, m.OneOf):
        return all(is_printed(each) for each in what.filters)
    return isinstance(what, m.Is | m.HasKeyword) or (
        isinstance(what, m.Stat) and isinstance(what.amount, int)
    )


def deck_rule_of(rule: Any, deck: str, what: Head | None, n: int | None = None) -> m.DeckRule:
    """About described cards or this one; "your deck" means every deck that a player builds."""
    cards: m.Target = (
        m.This() if what is None else m.Selector(m.Some(), types=what.types, filters=what.filters)
    )
    return m.DeckRule(rule, cards, n, "" if deck == "deck" else deck)


@action
def deck_most(deck: str, n: int, what: Head) -> m.Verb:
    return deck_rule_of("at most", deck, what, n)


@action
def deck_most_of_this(deck: str, n: int) -> m.Verb:
    return deck_rule_of("at most", deck, None, n)


@action
def deck_any(deck: str, what: Head) -> m.Verb:
    return deck_rule_of("any number", deck, what)


@action
def deck_any_of_this(deck: str) -> m.Verb:
    return deck_rule_of("any number", deck, None)


@action
def deck_start(whose: m.Who, noun: str, zones: tuple[int, ...]) -> m.Verb:
    if whose != "you" or noun != "monster card":
        raise Unsound("only your monster starts in a zone")
    return starts(m.Selector(m.Every(), whose, types=(noun,)), zones)


def starts(what: m.Target, zones: tuple[int, ...]) -> m.DeckRule:
    if len(zones) != 1:
        raise Unsound("a monster starts in one zone")
    return m.DeckRule("start in zone", what, zones[0])


actions(
    resonance_rule=lambda rule: rule,
    deck_exactly=lambda deck, n, what: deck_rule_of("exactly", deck, what, n),
    deck_least=lambda deck, n, what: deck_rule_of("at least", deck, what, n),
    deck_only=lambda deck, what: deck_rule_of("only", deck, what),
    deck_none=lambda deck, what: deck_rule_of("at most", deck, what, 0),
    deck_may=lambda what, deck: deck_rule_of("may include", deck, what),
    deck_may_any=lambda what, deck: deck_any(deck, what),
    deck_may_most=lambda n, what, deck: deck_most(deck, n, what),
    deck_may_any_of_this=deck_any_of_this,
    deck_may_most_of_this=lambda n, deck: deck_most_of_this(deck, n),
    deck_start_this=lambda noun, zones: starts(m.This(), zones),
)
