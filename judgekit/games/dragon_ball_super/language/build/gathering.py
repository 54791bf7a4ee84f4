"""Cards chosen together, and counting what was done to them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from judgekit.cardtext.build.registry import THEM, Head, Per, Steps, Where, action
from judgekit.cardtext.build.sentences import body
from judgekit.cardtext.build.steps import Verbs, so_often
from judgekit.cardtext.build.targets import selector
from judgekit.cardtext.build.targets.quantities import count_different
from judgekit.cardtext.build.targets.tails import features_or, that_was
from judgekit.cardtext.build.verbs import taken, times
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.model import (
    Ability,
    After,
    Among,
    Attacks,
    Choose,
    Destroy,
    Discard,
    Draw,
    Each,
    Every,
    Exactly,
    Filter,
    ForEach,
    Happened,
    If,
    Look,
    May,
    Modify,
    Move,
    Orient,
    Period,
    PhaseMoment,
    Play,
    Reveal,
    Selector,
    ThatMany,
    This,
    Union,
    UpTo,
    Verb,
    Who,
    walk,
)
from judgekit.games.dragon_ball_super.language.build.conditions import of_another_colour


@action
def features_or_mode(has: Any, mode: Any) -> tuple[Filter, ...]:
    return features_or(mode, has)


def total(kinds: tuple[Selector, ...], one: bool = False) -> Exactly | UpTo:
    """How many that is together; only choices of a whole number can be added up."""
    many = [kind.quantity for kind in kinds]
    if not all(isinstance(each, Exactly | UpTo) and isinstance(each.n, int) for each in many):
        raise Unsound("say of each how many")
    counts: list[Any] = [each.n for each in many if isinstance(each, Exactly | UpTo)]
    n = max(counts) if one else sum(counts)
    return UpTo(n) if any(isinstance(each, UpTo) for each in many) else Exactly(n)


def kinds_together(kinds: tuple[Any, ...], one: bool = False) -> Selector:
    for kind in kinds:
        taken(kind)
        if not isinstance(kind, Selector) or kind.bind or kind.end is not None:
            raise Unsound("said in another way")
    placed = tuple(in_the_place_of(kinds[-1], kind) for kind in kinds)
    return Selector(total(placed, one), "any", filters=(Each(placed, one),))


def in_the_place_of(last: Selector, kind: Selector) -> Selector:
    """ "1 «A» and 1 «B» from your deck": where the last one is said to be, those before it are too."""
    among = tuple(each for each in last.filters if isinstance(each, Among))
    if kind.whose or kind.areas or is_told_apart(kind) or not (last.areas or among):
        return kind
    return replace(kind, whose=last.whose, areas=last.areas, filters=(*kind.filters, *among))


@action
def each_kind(*kinds: Any) -> Selector:
    return kinds_together(kinds)


@action
def all_kinds(*kinds: Any) -> Union:
    """ "Choose all of these and all of those"."""
    for kind in kinds:
        if not isinstance(taken(kind), Selector) or not isinstance(kind.quantity, Every):
            raise Unsound("said in another way")
    return Union(kinds)


@action
def either_kind(*kinds: Any) -> Selector:
    return kinds_together(kinds, one=True)


@action
def each_label(quantity: Any, one: Filter, other: Filter, rest: tuple[Any, ...]) -> Selector:
    return kinds_together(tuple(selector(quantity, "", Head((), (each,)), rest) for each in (one, other)))


@action
def each_area(quantity: Any, whose: Who, *areas: str) -> Selector:
    where = [Where((area,), whose) for area in areas]
    return kinds_together(tuple(selector(quantity, "", Head((), ()), (each,)) for each in where))


@action
def choose_each_numbered(what: Selector, n: int) -> Verb:
    return Choose(replace(what, bind=n))


HANDLED: dict[str, Callable[[Verb], bool]] = {
    "moved": lambda verb: isinstance(verb, Move | Discard),
    "switched": lambda verb: isinstance(verb, Orient),
    "revealed": lambda verb: isinstance(verb, Reveal),
    "played": lambda verb: isinstance(verb, Play),
    "KO'd": lambda verb: isinstance(verb, Destroy),
    "switched to rest mode": lambda verb: isinstance(verb, Orient) and verb.orientation == "rest",
    "switched to active mode": lambda verb: isinstance(verb, Orient) and verb.orientation == "active",
    "placed in the drop area": lambda verb: isinstance(verb, Move) and verb.to.area == "drop area",
}


@action
def per_so_handled(word: str) -> Per:
    """ "For each card KO-ed this way": as many as the instruction before has KO-ed."""
    return Per(so_handled_many(word))


@action
def per_some_handled(n: int, word: str) -> Per:
    return Per(so_handled_many(word), n)


@action
def per_step(per: Per, verbs: Verbs) -> Verbs:
    """ "For every 2 cards placed, …": once for each two of them."""
    if any(getattr(each, "who", "") in ("owner", "master") for each in verbs):
        raise Unsound("how many of them are each player's is not kept")
    if len(verbs) == 1 and isinstance(verbs[0], Draw | Modify):
        return (so_often(verbs[0], per),)
    return (ForEach(times(1, per), verbs),)


@action
def kinds_step(what: str, found: Selector, verbs: Verbs) -> Verbs:
    return per_step(Per(count_different(what, found)), verbs)


@action
def chosen_again() -> Steps:
    return Steps((), "chosen again")


@action
def so_handled_many(word: str) -> ThatMany:
    return ThatMany("KO'd" if word == "ko ed" else word)


def not_kept(word: str, period: Period) -> Filter:
    """Of which cards something was done "this way" is not kept, only of how many."""
    if period == "effect":
        raise Unsound("say “for each card … this way”, or ask with “if”")
    return that_was(word, period)


def counts_what_was_done(verbs: Verbs, done: Verb | None = None) -> Verbs:
    """What is counted "this way" has been done by the instruction just before, or nobody knows how many."""
    for verb in verbs:
        if isinstance(verb, May):
            counts_what_was_done(verb.do)
            counts_what_was_done(verb.then, verb.do[-1])
            counts_what_was_done(verb.otherwise)
        elif done is not None and any(not HANDLED[way](done) for way in ways_counted(verb)):
            raise Unsound("say it right behind what is done to the cards")
        done = verb
    return verbs


def counts_what_was_paid(ability: Ability) -> Ability:
    """What the first instruction counts "this way" was done for the cost."""
    ways = ways_counted(ability.body[0]) if ability.body and not isinstance(ability.body[0], May) else []
    paid = ability.costs[-1] if ability.costs else None
    if any(paid is None or not HANDLED[way](paid) for way in ways):
        raise Unsound("say it right behind what is done to the cards")
    return asked_of_its_battle(ability)


def asked_of_its_battle(ability: Ability) -> Ability:
    """ "At the end of the battle, if this card attacked, …": the battle in which it did."""
    ends = PhaseMoment("end", "battle")
    only = ability.body[0] if len(ability.body) == 1 else None
    if ability.trigger != ends or not isinstance(only, If) or only.otherwise:
        return ability
    if only.conditions != (Happened(Attacks(This()), "game"),):
        return ability
    return replace(ability, trigger=After(Attacks(This()), ends), body=only.then)


def ways_counted(verb: Verb) -> list[str]:
    return [node.way for node in walk(verb) if isinstance(node, ThatMany) and node.way]


def among_what_was_looked_at(verbs: Verbs) -> Verbs:
    """ "Look at 3 cards …. Choose up to 1 «A»": of those, where the text names no other place."""
    found: list[Verb] = []
    for verb in verbs:
        after = found[-1] if found else None
        if isinstance(verb, If):
            verb = replace(verb, then=among_what_was_looked_at(verb.then))
        if isinstance(verb, Choose | Move) and is_of_what_was_shown(after, verb):
            what = verb.what
            if isinstance(what, Selector) and not (what.whose or what.areas) and not is_told_apart(what):
                verb = replace(verb, what=replace(what, filters=(*what.filters, Among(THEM))))
        found.append(verb)
    return tuple(found)


def is_of_what_was_shown(shown: Verb | None, then: Choose | Move) -> bool:
    """Choosing after a look; and "your opponent reveals their hand and places all …", done by one player."""
    if not isinstance(shown, Reveal):
        return isinstance(shown, Look) and isinstance(then, Choose)
    hand = isinstance(shown.what, Selector) and shown.what.areas == ("hand",)
    return hand and then.who == shown.who != "you"


def is_told_apart(what: Selector) -> bool:
    return any(isinstance(each, Among | Each) for each in what.filters)


def costs_in_hand(verbs: Verbs) -> Verbs:
    """ "Your Extra Cards cost 1 less": 8-5-4 places Battle Cards alone; an Extra Card is paid for in hand."""
    found: list[Verb] = []
    for verb in verbs:
        if isinstance(verb, If):
            verb = replace(verb, then=costs_in_hand(verb.then))
        what = verb.what if isinstance(verb, Modify) and verb.stat == "energy cost" else None
        if isinstance(verb, Modify) and isinstance(what, Selector) and what.types == ("extra card",):
            verb = replace(verb, what=replace(what, areas=what.areas or ("hand",)))
        found.append(verb)
    return tuple(found)


def body_of(*sentences: Steps) -> Verbs:
    said = costs_in_hand(body(*sentences))
    return counts_what_was_done(of_another_colour(among_what_was_looked_at(said)))
