"""What Gate Ruler cards are described by: columns, attributes and factions, charges, damage."""

from __future__ import annotations

from typing import Any

from judgekit.cardtext.build.registry import AnyQuantity, Head, Per, Where, action, pronoun
from judgekit.cardtext.build.targets import comparison, selector
from judgekit.cardtext.build.targets.nouns import head
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.model import (
    Amount,
    Attached,
    Count,
    Did,
    Every,
    Is,
    Not,
    OtherThan,
    Period,
    Selector,
    Some,
    Spot,
    Stat,
    State,
    Target,
    This,
    ValueOf,
    Who,
)
from judgekit.games.gate_ruler.language.build.harm import Hurt, Source, dealt


@action
def in_column(column: str) -> Spot:
    return Spot(column)


@action
def attacking_column(column: str) -> State:
    return State(f"attacking {column}")


@action
def by_property(values: tuple[str, ...]) -> Is:
    """2-1b: a property printed bare, be it an attribute or a faction."""
    return Is("property", tuple(singular(each) for each in values))


@action
def head_properties(*parts: Any) -> Head:
    """ "Your Dragons": cards in play with that property (2-1b-1); without a number, all of them (3-2i)."""
    *adjectives, words = parts
    return Head((), (*adjectives, by_property(words)))


@action
def gr_head_set(*parts: Any) -> Head:
    """15-4b: "a set event card" is a set card that is an event."""
    found = head(*parts)
    if not found.types or not set(found.types) <= {"unit", "event", "field"}:
        raise Unsound("said in another way")
    placed: Any = (*found.filters, Where(("set zone",), ""), State("face down"))
    return found._replace(filters=placed)


@action
def other_than_property(values: tuple[str, ...]) -> Not:
    return Not(by_property(values))


def singular(word: str) -> str:
    """ "Dragons" are cards with the property Dragon."""
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "xes", "sses")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) else word


@action
def charge_of(what: Target) -> Attached:
    return Attached("charge", what)


@action
def charge_of_some(what: Head, rest: tuple[Any, ...]) -> Attached:
    return Attached("charge", selector(Some(), "", what, rest))


@action
def charge_of_another(what: Head, rest: tuple[Any, ...]) -> Attached:
    another = OtherThan(pronoun("another"))
    return Attached("charge", selector(Some(), "", Head(what.types, (another, *what.filters)), rest))


@action
def with_charges(quantity: AnyQuantity) -> Stat:
    return Stat("charges", *comparison(quantity))


@action
def charges_of(what: Target) -> Amount:
    return Count(Selector(Some(), areas=("charge zone",), filters=(Attached("charge", what),)))


@action
def gr_amount(found: Amount) -> Amount:
    return found


@action
def gr_damage_of(who: Who) -> Amount:
    return Count(Selector(Some(), who, ("damage zone",)))


@action
def gr_damage_on(what: Target) -> Amount:
    if isinstance(what, Selector) and "ruler" in what.types:
        raise Unsound("said in another way")  # 3-7: the cards in the damage zone
    return ValueOf("damage", what)


@action
def gr_per_damaged(amount: Amount) -> Per:
    return Per(amount)


@action
def gr_was_dealt(hurt: Hurt, period: Period) -> Did:
    return Did(dealt(hurt, This()), period)


@action
def gr_has_dealt(hurt: Hurt, period: Period) -> Did:
    return Did(dealt(hurt, None, Source(This())), period)


@action
def its_charges(quantity: Any, what: Target, rest: tuple[Any, ...]) -> Selector:
    return selector(quantity, "", Head(("charge",), ()), (Attached("charge", what), *rest))


@action
def all_its_charges(what: Target) -> Selector:
    return selector(Every(), "", Head(("charge",), ()), (Attached("charge", what),))
