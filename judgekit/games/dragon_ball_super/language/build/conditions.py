"""Conditions of Dragon Ball Super."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from judgekit.cardtext.build.conditions import compare, existing, happened, is_the_only, quantity_of
from judgekit.cardtext.build.registry import IT, THEM, Compared, Head, Tensed, action, pronoun
from judgekit.cardtext.build.steps import Verbs
from judgekit.cardtext.build.targets import described, selector
from judgekit.cardtext.build.targets.selecting import comparison
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.model import (
    AbilityUsed,
    Among,
    Amount,
    Attacks,
    Compare,
    Condition,
    Count,
    Destroyed,
    Done,
    Every,
    Exactly,
    Filter,
    Happened,
    If,
    Is,
    Matches,
    Moved,
    NotSo,
    Period,
    Role,
    Selector,
    Some,
    Stat,
    State,
    Target,
    ThatMany,
    This,
    ValueOf,
    Verb,
    Who,
    walk,
)
from judgekit.games.dragon_ball_super.language.build.keywords import COLOURS


def life_of(who: Who) -> Count:
    return Count(Selector(Some(), who, ("life area",)))


@action
def life_is(whose: Who, bound: Compared) -> Condition:
    return Compare(life_of(whose), bound.compare, bound.amount)


@action
def life_compared(who: Who, way: Any, other: Who) -> Condition:
    return Compare(life_of(who), way, life_of(other))


@action
def life_beside(whose: Who, way: Any, other: Who) -> Condition:
    return life_compared(whose, way, other)


@action
def did_not_attack(who: Who, period: Period) -> Condition:
    return NotSo(Happened(Attacks(Selector(whose=who)), period))


def of_the_chosen(compare: Any, n: Amount) -> Condition:
    chosen = Selector(Some(), filters=(Among(pronoun("all chosen")),))
    return Compare(Count(chosen), compare, n)


@action
def said_many(quantity: Any) -> tuple[Any, Amount]:
    return comparison(quantity)


@action
def just_many(n: int, to: Any = None) -> tuple[Any, Amount]:
    return "equal", n


@action
def so_many_of_them(bound: Compared, to: Any = None) -> tuple[Any, Amount]:
    return bound.compare, bound.amount


@action
def some_of_it(to: Any = None) -> tuple[Any, Amount]:
    return "at least", 1


@action
def chose_so_many(many: tuple[Any, Amount]) -> Condition:
    """ "If you chose 2": of the cards that were chosen before."""
    return of_the_chosen(*many)


@action
def skill_was(keyword: str, period: Period) -> Condition:
    return Happened(AbilityUsed("any", keyword), period)


def there(label: Filter, where: Any) -> Condition:
    return Compare(Count(selector(Some(), "", Head((), (label,)), (where,))), "at least", 1)


@action
def both_there(one: Filter, other: Filter, where: Any) -> tuple[Condition, ...]:
    """ "If <A> and <B> are in your Drop Area": one of each."""
    return there(one, where), there(other, where)


@action
def if_attacking(noun: str, what: Target, verbs: Verbs) -> Verb:
    """ "If this card attacks a Battle Card": it is in battle, and with what."""
    attacking = Selector(Some(), filters=(State("attacking"),))
    like = described(what)
    if not isinstance(like, Selector):
        raise Unsound("say what kind of card it attacks")
    return If((Matches(This(), attacking), Matches(Role("attacked"), like)), verbs)


@action
def at_least_cards(n: int) -> Compared:
    return Compared("at least", n)


@action
def at_most_cards(n: int) -> Compared:
    return Compared("at most", n)


@action
def exactly_cards(n: int) -> Compared:
    return Compared("equal", n)


@action
def so_many_were(bound: Compared, tense: str, word: str) -> Condition:
    """ "If 3 or more were switched": of the cards that were taken for it."""
    return of_the_chosen(bound.compare, bound.amount)


@action
def its_the_only_one(like: Head, rest: tuple[Any, ...]) -> tuple[Condition, ...]:
    return is_the_only(IT, like, rest)


@action
def same_stat_as(stat: str, other: Target) -> Filter:
    return Stat(stat, "equal", ValueOf(stat, other))


@action
def area_has(whose: Who, area: str, bound: Compared) -> Condition:
    return Compare(Count(Selector(Some(), whose, (area,))), bound.compare, bound.amount)


def among_those(what: Selector) -> Condition:
    """One of the cards that were put somewhere just before is like that."""
    if what.areas or what.end is not None:
        raise Unsound("two places are given for one card")
    found = existing(replace(what, whose=""))
    assert isinstance(found.left, Count)
    counted = found.left.what
    return replace(found, left=Count(replace(counted, filters=(*counted.filters, Among(THEM)))))


def so_it_happened(event: Tensed, period: Period) -> Any:
    """ "This way" asks about the cards of the instruction before; anything else about the turn."""
    what = getattr(event.event, "what", None)
    if period != "effect" or not isinstance(event.event, Destroyed | Moved) or not isinstance(what, Selector):
        return happened(event, period)
    if isinstance(event.event, Moved):
        return among_those(replace(what, areas=()))
    many = comparison(quantity_of(what))
    if what.filters or what.areas or what.types not in ((), ("battle card",)):
        raise Unsound("say “if you do”, and ask with “if” what it was")
    return Done() if many == ("at least", 1) else Compare(ThatMany(), *many)


@action
def placed_by_it(what: Selector, to: Any) -> Condition:
    return among_those(what)


@action
def if_ko_ed(what: Selector, verbs: Verbs) -> Verb:
    """The card that was to be KO-ed was like that, and was KO-ed."""
    like = described(what)
    if not isinstance(like, Selector):
        raise Unsound("say what kind of card it is")
    return If((Done(),), (If((Matches(IT, like),), verbs),))


@action
def card_it_placed(to: Any) -> Target:
    """One that was spoken of, and that has gone there."""
    return Selector(Every(), to[1], to[0], filters=(Among(pronoun("chosen", "card")),))


@action
def card_that_went(to: Any) -> Target:
    return card_it_placed(to)


OTHER_COLOUR = Is("colour", ("another",))  # than the one that was asked for before


@action
def placed_of_another_colour(tense: str, *to: Any) -> Condition:
    return among_those(Selector(Exactly(1), filters=(OTHER_COLOUR,)))


def of_another_colour(verbs: Verbs) -> Verbs:
    """ "If a black card …. If a card of any other color …": than black."""
    named: frozenset[str] = frozenset()
    found: list[Verb] = []
    for verb in verbs:
        colours = colours_asked(verb)
        if OTHER_COLOUR.values[0] in colours:
            if not named or not isinstance(verb, If):
                raise Unsound("other than which color?")
            others = tuple(each for each in sorted(COLOURS) if each not in named)
            verb = replace(verb, conditions=tuple(with_colours(each, others) for each in verb.conditions))
        elif colours:
            named = colours
        found.append(verb)
    return tuple(found)


def colours_asked(verb: Verb) -> frozenset[str]:
    asked = verb.conditions if isinstance(verb, If) else ()
    values = [node.values for node in walk(asked) if isinstance(node, Is) and node.what == "colour"]
    return frozenset(each for one in values for each in one)


def with_colours(asked: Condition, others: tuple[str, ...]) -> Condition:
    if not isinstance(asked, Compare) or not isinstance(asked.left, Count):
        return asked
    what = asked.left.what
    filters = tuple(Is("colour", others) if each == OTHER_COLOUR else each for each in what.filters)
    return replace(asked, left=Count(replace(what, filters=filters)))


@action
def chosen_described(whose: Who, what: Head) -> Target:
    """Those of the chosen cards that are like that."""
    return selector(Every(), whose, Head(what.types, (Among(pronoun("all chosen")), *what.filters)), ())


@action
def chosen_label(label: Filter) -> Target:
    return selector(Every(), "any", Head((), (Among(pronoun("all chosen")), label)), ())


def fighting(word: str, noun: str) -> Target:
    """ "The attacking Battle Card": the card that attacks, if it is one."""
    role = "attacking" if word == "attacking" else "attacked"
    if noun == "card":
        return Role(role)
    state = State("attacking" if role == "attacking" else "being attacked")
    return Selector(Every(), "any", types=(noun,), filters=(state,))


@action
def attacking_cards(quantity: Any, whose: Who, what: Head, rest: tuple[Any, ...]) -> Selector:
    return selector(quantity, whose, Head(what.types, (State("attacking"), *what.filters), what.lone), rest)


@action
def guarding_cards(quantity: Any, whose: Who, what: Head, rest: tuple[Any, ...]) -> Selector:
    guards = (State("being attacked"), *what.filters)
    return selector(quantity, whose, Head(what.types, guards, what.lone), rest)


@action
def energy_of(whose: Who) -> Count:
    return Count(Selector(Some(), whose, ("energy area",)))


@action
def neither_there(one: Filter, other: Filter, where: Any) -> tuple[Condition, ...]:
    raise Unsound("is it neither of them, or not both? Say “there is no …” of each")


@action
def stat_was(what: Target, stat: str, bound: Compared) -> Condition:
    """8-10-1: as it is where it has gone, also if the text speaks of it in the past."""
    return compare(ValueOf(stat, what), bound)
