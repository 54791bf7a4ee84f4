"""A noun and what stands before it: types, names, traits, colours, states, stats and their bounds."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from msgspec.structs import replace

from judgekit.cardtext import model as m
from judgekit.cardtext.build.registry import (
    Chooser,
    Compared,
    Head,
    Numbered,
    OfThat,
    OwnNumber,
    ThatStat,
    Where,
    action,
    actions,
    pronoun,
)
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.marks import Noun


def type_of(noun: str) -> tuple[str, ...]:
    return () if noun == "card" else (noun,)


@action
def noun_either(*nouns: str) -> tuple[str, ...]:
    if nouns == ("card", "ability"):
        raise Unsound("said in another way")
    if "set card" in nouns[1:-1]:
        raise Unsound("“set cards” could be an instruction here: put it first in the list")
    return nouns


@action
def head(*parts: Any) -> Head:
    *adjectives, noun = parts
    nouns = noun if isinstance(noun, tuple) else type_of(noun)
    last = noun[-1] if isinstance(noun, tuple) else noun
    return Head(nouns, tuple(adjectives), isinstance(last, Noun) and last.singular)


@action
def by_name(names: tuple[str, ...]) -> m.Is:
    return m.Is("name", names)


@action
def by_trait(traits: tuple[str, ...]) -> m.Is:
    return m.Is("trait", traits)


@action
def either_label(*labels: m.Is) -> m.OneOf:
    """ "«A» or <B>": a trait or a character."""
    if any(one.what == other.what for one, other in pairwise(labels)):
        raise Unsound("said in another way")
    return m.OneOf(labels)


@action
def not_filter(what: m.Filter) -> m.Filter:
    if isinstance(what, m.Stat):
        raise Unsound("say “less” or “more” instead of “not” with a number")
    return negated(what)


@action
def of_type(noun: str) -> m.Is:
    if noun in NO_TYPES:
        raise Unsound("every card is a “card”: say which type")
    return m.Is("type", (str(noun),))


NO_TYPES = frozenset({
    "card", "zone", "circle", "strategy zone", "ability", "token", "energy", "life", "resource", "charge",
    "set card", "damage card", "stock", "level card", "soul card",
})  # fmt: skip


@action
def stat_is(stat: str, bound: Compared) -> m.Stat:
    return m.Stat(stat, bound.compare, amount_of(bound, stat))


def amount_of(bound: Compared, stat: str) -> m.Amount:
    """What a number is compared with; "this card's" is the same number of this card."""
    if isinstance(bound.amount, m.Plus | m.Minus):
        return replace(bound.amount, left=amount_of(Compared("equal", bound.amount.left), stat))
    if isinstance(bound.amount, OwnNumber):
        if isinstance(bound.amount.what, m.Player):
            raise Unsound("a player has no such number: say of which card")
        return m.ValueOf(stat, bound.amount.what)
    return bound.amount


def apart(compared: m.Amount, way: str, n: int) -> m.Amount:
    """ "1 higher than this card's"."""
    return m.Plus(compared, n) if way == "more" else m.Minus(compared, n)


@action
def stat_listed(stat: str, numbers: tuple[m.Amount, ...]) -> m.OneOf:
    """ "rank 3 or 4"."""
    return m.OneOf(tuple(m.Stat(stat, "equal", each) for each in numbers))


@action
def together(stat: str, bound: Compared) -> m.Together:
    if bound.compare not in ("at most", "less"):
        raise Unsound("a total needs an upper limit: say “or less”")
    return m.Together(stat, bound.compare, bound.amount)


def negated(what: Any) -> m.Filter:
    if isinstance(what, Where | Chooser):
        raise Unsound("“not” cannot go with a place here")
    if isinstance(what, m.OtherThan | Numbered):
        raise Unsound("“not” cannot go with this")
    return what.what if isinstance(what, m.Not) else m.Not(what)


actions(
    head_label=lambda *parts: Head((), tuple(parts), lone=True),
    by_character=lambda names: m.Is("character", names),
    by_colour=lambda colours: m.Is("colour", colours),
    # "With both «A» and «B»": one after the other, as “«A» «B» card” says it too.
    by_all_traits=lambda one, other: (m.Is("trait", (one,)), m.Is("trait", (other,))),
    part_of_name=lambda names: m.Is("name", names, part=True),
    by_state=m.State,
    not_of_type=lambda noun: m.Not(of_type(noun)),
    the_same_of=OwnNumber,
    the_same_of_player=lambda whose: OwnNumber(m.Player(whose)),
    the_same_of_you=lambda: OwnNumber(m.Player("you")),
    the_same_of_them=lambda: OwnNumber(m.Player("opponent")),
    stat_rank=lambda bound: stat_is("rank", bound),
    stat_most=lambda amount, stat: m.Stat(stat, "at most", amount),
    stat_least=lambda amount, stat: m.Stat(stat, "at least", amount),
    stat_than_it=lambda way, stat: m.Stat(stat, way, m.ValueOf(stat, pronoun("this of the event"))),
    stat_most_as_it=lambda stat: m.Stat(stat, "at most", m.ValueOf(stat, pronoun("this of the event"))),
    stat_least_as_it=lambda stat: m.Stat(stat, "at least", m.ValueOf(stat, pronoun("this of the event"))),
    stat_same_as_it=lambda stat: m.Stat(stat, "equal", m.ValueOf(stat, pronoun("this of the event"))),
    of_that_kind=lambda what: OfThat(what, (f"chosen {what}",)),
    of_that_stat=lambda stat: m.Stat(stat, "equal", ThatStat(stat=stat)),
    stat_than=lambda way, stat, other_card: m.Stat(stat, way, m.ValueOf(stat, other_card)),
    bound_stat=lambda bound, stat: stat_is(stat, bound),
    bound_apart=lambda n, way, other: Compared("equal", apart(other, way, n)),
    bound_far_apart=lambda n, way, other: Compared(
        "at least" if way == "more" else "at most", apart(other, way, n)
    ),
    bound_near=lambda n, way, other: Compared(
        "at most" if way == "more" else "at least", apart(other, way, n)
    ),
    bound_equal=lambda amount: Compared("equal", amount),
    bound_most=lambda amount: Compared("at most", amount),
    bound_least=lambda amount: Compared("at least", amount),
    bound_less=lambda amount: Compared("less", amount),
    bound_more=lambda amount: Compared("more", amount),
    bound_unequal=lambda amount: Compared("unequal", amount),
    bound_parity=lambda way: Compared(way, 0),
    stat_parity=lambda way, stat: m.Stat(stat, way, 0),
    stat_between=lambda stat, low, high: (m.Stat(stat, "at least", low), m.Stat(stat, "at most", high)),
)
