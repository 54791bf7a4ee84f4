"""What Gate Ruler cards are described by: columns, attributes and factions, charges, damage."""

from __future__ import annotations

from typing import Any, cast

from judgekit.cardtext import model as m
from judgekit.cardtext.build.registry import (
    IT,
    NOT_SAID,
    Compared,
    DoneAmong,
    Head,
    ManySuch,
    Per,
    Pronoun,
    PutTo,
    Where,
    action,
    actions,
    pronoun,
)
from judgekit.cardtext.build.targets import comparison, selector
from judgekit.cardtext.build.targets.nouns import head
from judgekit.cardtext.build.targets.tails import that_was
from judgekit.cardtext.errors import Unsound
from judgekit.games.gate_ruler.language.build.harm import Source, dealt


@action
def by_property(values: tuple[str, ...]) -> m.Is:
    """2-1b: a property without its kind: an attribute or a faction."""
    return m.Is("property", tuple(singular(each) for each in values))


@action
def head_properties(*parts: Any) -> Head:
    """ "Your Dragons": cards in play with that property (2-1b-1); without a number, all of them (3-2i)."""
    *adjectives, words = parts
    return Head((), (*adjectives, by_property(words)))


def gr_together(stat: str, bound: Compared) -> m.Together:
    """ "With a total level of 5 or more", also: cards are taken until they add up."""
    return m.Together(stat, bound.compare, bound.amount)


YOURS = " yours"  # behind the word for what was done: to your cards, to your side


def that_many(word: str, noun: str = "card") -> m.ThatMany:
    """So many as were "moved" this way; or, as "moved yours", of your cards alone; or only charges."""
    way = word.removesuffix(YOURS)
    if way == word and noun == "card":
        return m.ThatMany(way)
    return ManySuch(way, "" if way == word else "you", "" if noun == "card" else "charge zone")


@action
def gr_done_tail(word: str, to: PutTo = NOT_SAID) -> m.Among:
    """ "A unit card put there this way": one of those that the text has put there."""
    if word == "revealed":
        raise Unsound("said in another way")
    return DoneAmong(cast(m.Target, Pronoun("that", "card", deed=word.removesuffix(YOURS), to=to)))


@action
def gr_head_removed(*parts: Any) -> Head:
    """ "Your removed cards": those that are removed from the game."""
    found = head(*parts)
    if found.lone:
        raise Unsound("said in another way")  # "the removed card" was removed just now
    placed: Any = (*found.filters, Where(("removal zone",), ""))
    return found._replace(filters=placed)


@action
def gr_head_set(*parts: Any) -> Head:
    """15-4b: "a set event card" is a set card that is an event."""
    found = head(*parts)
    if not found.types or not set(found.types) <= {"unit", "event", "field"}:
        raise Unsound("said in another way")
    placed: Any = (*found.filters, Where(("set zone",), ""), m.State("face down"))
    return found._replace(filters=placed)


def singular(word: str) -> str:
    """ "Dragons" are cards with the property Dragon."""
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "xes", "sses")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith(("ss", "us", "is")) else word


@action
def charge_of_another(what: Head, rest: tuple[Any, ...]) -> m.Attached:
    another = m.OtherThan(pronoun("another"))
    return m.Attached("charge", selector(m.Some(), "", Head(what.types, (another, *what.filters)), rest))


@action
def charges_of(what: m.Target) -> m.Amount:
    return m.Count(m.Selector(m.Some(), areas=("charge zone",), filters=(m.Attached("charge", what),)))


@action
def gr_has_there(who: m.Who, where: Any) -> Where:
    """ "A card your opponent has in their hand"."""
    if not isinstance(where, Where) or where.whose not in ("", "their", who):
        raise Unsound("whose card, and where?")
    return Where(where.areas, who)


@action
def gr_done_by(who: m.Who, word: str, period: m.Period) -> tuple[Any, ...]:
    """ "An event you have played this turn"."""
    if period == "effect":
        raise Unsound("said in another way")
    return Where((), who), that_was(word, period)


@action
def gr_damage_on(what: m.Target) -> m.Amount:
    if isinstance(what, m.Selector) and "ruler" in what.types:
        raise Unsound("said in another way")  # 3-7: the cards in the damage zone
    return m.ValueOf("damage", what)


@action
def gr_all_bearers(what: m.Target) -> m.Target:
    """ "The charges of all enemy units"."""
    if not isinstance(what, m.Selector) or what.quantity != m.Every() or not what.types:
        raise Unsound("said in another way")
    return what


@action
def gr_in_zone(area: str) -> Where:
    """ "Your attack zone units": those that stand there."""
    return Where((area,), "")


@action
def gr_hp_left(what: m.Target) -> m.Amount:
    """2-11b: damage leaves the HP as they are; what is left of them is counted."""
    return m.Minus(m.ValueOf("hp", what), m.ValueOf("damage", what))


actions(
    that_is_there=lambda where: where,
    gr_in_column_of=lambda whose, column: (Where((), whose), m.Spot(column)),
    in_column=m.Spot,
    attacking_column=lambda column: m.State(f"attacking {column}"),
    attacking_bare_column=lambda: m.State("attacking an empty column"),
    gr_attacking_deserted=lambda: m.State("attacking a column with no unit or ruler"),
    gr_attacking_manned=lambda: m.State("attacking a column with a unit"),
    charge_of=lambda what: m.Attached("charge", what),
    charge_of_some=lambda what, rest: m.Attached("charge", selector(m.Some(), "", what, rest)),
    gr_chosen_column=lambda: m.Spot("chosen column"),
    gr_same_column=lambda: m.Near("same column", IT),
    gr_this_column=lambda: m.Near("same column", m.This()),
    gr_charged_whose=lambda found, whose: (found, Where((), whose)),
    gr_uncharged_whose=lambda whose: (m.Stat("charges", "equal", 0), Where((), whose)),
    gr_either_state=lambda one, other: m.OneOf((one, other)),
    gr_both_words=lambda one, other: (by_property((one,)), by_property((other,))),
    gr_done_tail_to=lambda word, whose, area: (gr_done_tail(word), Where((area,), whose)),
    gr_with_any_charges=lambda: m.Stat("charges", "at least", 1),
    with_charges=lambda quantity: m.Stat("charges", *comparison(quantity)),
    gr_did_enter=lambda: m.Summoned(m.This()),
    gr_has_entered=lambda period: m.Did(m.Summoned(m.This()), period),
    gr_has_not_entered=lambda period: m.Not(m.Did(m.Summoned(m.This()), period)),
    gr_did_come_special=lambda: m.Summoned(m.This(), "special"),
    gr_did_come_normal=lambda: m.Summoned(m.This(), "normal"),
    with_the_charges=lambda found: found,
    gr_amount=lambda found: found,
    gr_damage_of=lambda who: m.Count(m.Selector(m.Some(), who, ("damage zone",))),
    gr_per_damaged=Per,
    gr_per_healed=lambda: Per(m.ThatMany("healed")),
    gr_per_some_damaged=lambda n, amount: Per(amount, n),
    gr_per_some_lived=lambda n, amount: Per(amount, n),
    gr_life_of=lambda who: m.PlayerNumber("life", who),
    gr_per_charge=lambda what: Per(charges_of(what)),
    gr_per_some_charges=lambda n, what: Per(charges_of(what), n),
    gr_was_dealt=lambda hurt, period: m.Did(dealt(hurt, m.This()), period),
    gr_played_from_your=lambda area: (Where((), "you"), m.State(f"played from {area}")),
    gr_has_dealt=lambda hurt, period: m.Did(dealt(hurt, None, Source(m.This())), period),
    its_charges=lambda quantity, what, rest: selector(
        quantity, "", Head(("charge",), ()), (m.Attached("charge", what), *rest)
    ),
    gr_charges_on=lambda quantity, what: selector(
        quantity, "", Head(("charge",), ()), (m.Attached("charge", what),)
    ),
    gr_material_of=lambda what: m.Attached("material", what),
    gr_its_materials=lambda quantity, what: selector(
        quantity, "", Head((), ()), (m.Attached("material", what),)
    ),
    gr_all_materials=lambda what: selector(m.Every(), "", Head((), ()), (m.Attached("material", what),)),
    all_its_charges=lambda what: selector(
        m.Every(), "", Head(("charge",), ()), (m.Attached("charge", what),)
    ),
)
