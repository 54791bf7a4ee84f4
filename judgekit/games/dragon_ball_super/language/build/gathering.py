"""Cards chosen together, and counting what was done to them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

from msgspec.structs import replace

from judgekit.cardtext import model as m
from judgekit.cardtext.build.registry import THEM, Head, Per, Steps, Where, action, actions, pronoun
from judgekit.cardtext.build.sentences import body
from judgekit.cardtext.build.steps import Verbs, offered, so_often
from judgekit.cardtext.build.targets import selector
from judgekit.cardtext.build.targets.quantities import count_different
from judgekit.cardtext.build.targets.selecting import put_for_it
from judgekit.cardtext.build.targets.tails import features_or, that_was
from judgekit.cardtext.build.verbs import taken, times
from judgekit.cardtext.errors import Unsound
from judgekit.games.dragon_ball_super.language.build.conditions import (
    DoneBefore,
    is_of_the_chosen,
    of_another_colour,
    so_handled_many,
)


def total(kinds: tuple[m.Selector, ...], one: bool = False) -> m.Exactly | m.UpTo:
    """How many that is together; only choices of a whole number can be added up."""
    many = [kind.quantity for kind in kinds]
    if not all(isinstance(each, m.Exactly | m.UpTo) and isinstance(each.n, int) for each in many):
        raise Unsound("say how many of each")
    counts: list[Any] = [each.n for each in many if isinstance(each, m.Exactly | m.UpTo)]
    n = max(counts) if one else sum(counts)
    return m.UpTo(n) if any(isinstance(each, m.UpTo) for each in many) else m.Exactly(n)


def kinds_together(kinds: tuple[Any, ...], one: bool = False) -> m.Selector:
    for kind in kinds:
        taken(kind)
        if not isinstance(kind, m.Selector) or kind.bind or kind.end is not None:
            raise Unsound("said in another way")
    placed = tuple(in_the_place_of(kinds[-1], kind) for kind in kinds)
    return m.Selector(total(placed, one), "any", filters=(m.Each(placed, one),))


def in_the_place_of(last: m.Selector, kind: m.Selector) -> m.Selector:
    """ "1 «A» and 1 «B» from your deck": where the last one is said to be, those before it are too."""
    among = tuple(each for each in last.filters if isinstance(each, m.Among))
    if kind.whose or kind.areas or is_told_apart(kind) or not (last.areas or among):
        return kind
    return replace(kind, whose=last.whose, areas=last.areas, filters=(*kind.filters, *among))


@action
def all_kinds(*kinds: Any) -> m.Union:
    """ "Choose all of these and all of those"."""
    for kind in kinds:
        if not isinstance(taken(kind), m.Selector) or not isinstance(kind.quantity, m.Every):
            raise Unsound("said in another way")
    return m.Union(kinds)


@action
def each_area(quantity: Any, whose: m.Who, *areas: str) -> m.Selector:
    where = [Where((area,), whose) for area in areas]
    return kinds_together(tuple(selector(quantity, "", Head((), ()), (each,)) for each in where))


HANDLED: dict[str, Callable[[m.Verb], bool]] = {
    "moved": lambda verb: isinstance(verb, m.Move | m.Discard),
    "switched": lambda verb: isinstance(verb, m.Orient),
    "revealed": lambda verb: isinstance(verb, m.Reveal),
    "played": lambda verb: isinstance(verb, m.Play),
    "KO'd": lambda verb: isinstance(verb, m.Destroy),
    "switched to rest mode": lambda verb: isinstance(verb, m.Orient) and verb.orientation == "rest",
    "switched to active mode": lambda verb: isinstance(verb, m.Orient) and verb.orientation == "active",
    "placed in the drop area": lambda verb: isinstance(verb, m.Move) and verb.to.area == "drop area",
}


@action
def described_many(what: Head, word: str) -> m.Amount:
    """ "For each red card placed this way": the red ones among the previous instruction's cards. What is
    KO-ed or switched is a Battle Card in any case, perhaps not every card that was chosen."""
    if not what.filters and what.types == ("battle card",) and word.startswith(("ko", "switched")):
        return so_handled_many(word)
    if not what.filters and what.types in ((), ("energy",), ("card",)):
        raise Unsound("said in another way")
    those = pronoun("them", deed=DEED_OF.get(word, ""))
    return m.Count(m.Selector(m.Some(), "any", types=what.types, filters=(*what.filters, m.Among(those))))


def of_whose(whose: m.Who, many: m.Amount) -> m.Amount:
    """ "For each of your opponent's cards placed this way": of those, not all that there were."""
    if not isinstance(many, m.Count) or whose not in ("you", "opponent"):
        raise Unsound("how many cards of each player that were is not kept apart")
    return replace(many, what=replace(many.what, whose=whose))


DEED_OF = {
    "moved": "moved", "revealed": "revealed", "played": "played", "ko ed": "destroyed",
    "switched to rest mode": "rested", "switched to active mode": "readied",
    "placed in the drop area": "moved",
}  # fmt: skip


def per_step(per: Per, verbs: Verbs) -> Verbs:
    """ "For every 2 cards placed, …": once for each two of them."""
    if any(getattr(each, "who", "") in ("owner", "master") for each in verbs):
        raise Unsound("the count is not kept for each player: say “you” or “your opponent”")
    if len(verbs) == 1 and isinstance(verbs[0], m.Draw | m.Modify):
        return (so_often(verbs[0], per),)
    return (m.ForEach(times(1, per), verbs),)


def not_kept(word: str, period: m.Period) -> m.Filter:
    """What was done "this way" is kept only as a number, not as which cards."""
    if period == "effect":
        raise Unsound("say “for each card … this way”, or ask with “if”")
    return that_was(word, period)


def counts_what_was_done(verbs: Verbs, done: m.Verb | None = None) -> Verbs:
    """What is counted "this way" was done by the instruction just before, else its count is unknown."""
    before = done
    for verb in verbs:
        if isinstance(before, QUIET) and asks_if_done(verb):
            raise Unsound("say this right after what is done to the cards")
        before = verb
        if isinstance(verb, m.May):
            counts_what_was_done(verb.do)
            counts_what_was_done(verb.then, verb.do[-1])
            counts_what_was_done(verb.otherwise)
        elif isinstance(verb, m.If):
            check_counted(verb.conditions, done)
            counts_what_was_done(verb.then, done)
            counts_what_was_done(verb.otherwise, done)
        else:
            check_counted(verb, done)
        if isinstance(verb, m.May) and not verb.then:
            done = verb.do[-1]  # none, where it is not done
        elif not isinstance(verb, QUIET):
            done = verb
    return verbs


# What moves, turns or shows no card: what was done before is still the last thing that was done.
QUIET = m.Choose | m.Shuffle | m.Modify | m.Gain | m.Lose | m.Prohibit | m.NegateAbilities


def asks_if_done(verb: m.Verb) -> bool:
    """Whether it hangs on what the instruction before has done, and not only on how much."""
    return isinstance(verb, m.If) and any(isinstance(each, DoneBefore) for each in m.walk(verb.conditions))


def check_counted(said: Any, done: m.Verb | None) -> None:
    if done is not None and not all(HANDLED[way](done) for way in ways_counted(said)):
        raise Unsound("say this right after what is done to the cards")


def counts_what_was_paid(ability: m.Ability) -> m.Ability:
    """What the first instruction counts "this way" was done for the cost."""
    ways = ways_counted_first(ability.body)
    paid = ability.costs[-1] if ability.costs else None
    if any(paid is None or not HANDLED[way](paid) for way in ways):
        raise Unsound("say this right after what is done to the cards")
    asked = asked_of_its_battle(ability)
    return replace(asked, body=whose_were_placed(asked.body))


def whose_were_placed(verbs: Verbs, done: m.Verb | None = None) -> Verbs:
    """ "If you placed …": of what each player placed, your cards; of what you alone placed, anybody's."""
    found: list[m.Verb] = []
    for verb in verbs:
        if isinstance(verb, m.If):
            asked = tuple(placed_by_you(each, getattr(done, "who", "") == "each") for each in verb.conditions)
            inner = whose_were_placed(verb.then, done), whose_were_placed(verb.otherwise, done)
            verb = replace(verb, conditions=asked, then=inner[0], otherwise=inner[1])
        elif isinstance(verb, m.May):
            then = whose_were_placed(verb.then, verb.do[-1])
            verb = replace(verb, then=then, otherwise=whose_were_placed(verb.otherwise, done))
        elif not isinstance(verb, m.Choose):
            done = verb
        found.append(verb)
    return tuple(found)


def placed_by_you(asked: m.Condition, each_did: bool) -> m.Condition:
    counted = asked.left if isinstance(asked, m.Compare) else None
    if not isinstance(asked, m.Compare) or not isinstance(counted, m.Count):
        return asked
    if not isinstance(counted.what, m.Selector) or counted.what.chooser != "you":
        return asked
    mine = replace(counted.what, chooser="", whose="you" if each_did else "")
    return replace(asked, left=replace(counted, what=mine))


def asked_of_its_battle(ability: m.Ability) -> m.Ability:
    """ "At the end of the battle, if this card attacked, …": the battle in which it did."""
    ends = m.PhaseMoment("end", "battle")
    only = ability.body[0] if len(ability.body) == 1 else None
    if ability.trigger != ends or not isinstance(only, m.If) or only.otherwise:
        return ability
    itself: tuple[m.Period, ...] = ("", "battle")
    if only.conditions in [(m.Happened(m.Attacks(m.This()), each),) for each in itself]:
        return replace(ability, trigger=m.After(m.Attacks(m.This()), ends), body=only.then)
    turns = tuple(whose_attack(each) for each in only.conditions)
    if not any(turns):
        return ability
    asked = tuple(
        m.DuringTurn(turn) if turn else each for turn, each in zip(turns, only.conditions, strict=True)
    )
    return replace(ability, body=(replace(only, conditions=asked),))


def whose_attack(condition: m.Condition) -> m.Who | None:
    """Whose card attacked in the battle that ends, if no more is asked: only the turn player attacks."""
    if not isinstance(condition, m.Happened) or condition.period not in ("", "battle"):
        return None
    event = condition.event
    what = event.what if isinstance(event, m.Attacks) and event.target is None else None
    if not isinstance(what, m.Selector) or what.filters or what.types or condition.least != 1:
        return None
    return what.whose if what.whose in ("you", "opponent") else None


def ways_counted(said: Any) -> list[str]:
    return [node.way for node in m.walk(said) if isinstance(node, m.ThatMany | DoneBefore) and node.way]


def ways_counted_first(verbs: Verbs) -> list[str]:
    """What is counted before anything else has been done."""
    found: list[str] = []
    for verb in verbs:
        if isinstance(verb, m.If):
            return [*found, *ways_counted(verb.conditions), *ways_counted_first(verb.then)]
        found += [] if isinstance(verb, m.May) else ways_counted(verb)
        if not isinstance(verb, QUIET):
            break
    return found


def among_what_was_looked_at(verbs: Verbs) -> Verbs:
    """ "Look at 3 cards …. Choose up to 1 «A»": of those, where the text names no other place."""
    found: list[m.Verb] = []
    for verb in verbs:
        after = found[-1] if found else None
        if isinstance(verb, m.If):
            verb = replace(verb, then=among_what_was_looked_at(verb.then))
        if isinstance(verb, m.Choose | m.Move) and is_of_what_was_shown(after, verb):
            what = verb.what
            if isinstance(what, m.Selector) and not (what.whose or what.areas) and not is_told_apart(what):
                verb = replace(verb, what=replace(what, filters=(*what.filters, m.Among(THEM))))
        found.append(verb)
    return tuple(found)


def back_where_they_lay(verbs: Verbs) -> Verbs:
    """ "Place them back in any order" is said of cards of a deck."""
    for before, verb in pairwise(verbs):
        seen = before.what if isinstance(before, m.Look) else None
        back = isinstance(verb, m.Move) and verb.what == THEM and verb.to.whose == "owner"
        if back and isinstance(seen, m.Selector) and seen.areas not in ((), ("deck",)):
            raise Unsound("only the cards of a deck lie in an order")
    return verbs


def is_of_what_was_shown(shown: m.Verb | None, then: m.Choose | m.Move) -> bool:
    """Choosing after a look; and "your opponent reveals their hand and places all …", done by one player."""
    if not isinstance(shown, m.Reveal):
        return isinstance(shown, m.Look) and isinstance(then, m.Choose)
    hand = isinstance(shown.what, m.Selector) and shown.what.areas == ("hand",)
    return hand and then.who == shown.who != "you"


def is_told_apart(what: m.Selector) -> bool:
    return any(isinstance(each, m.Among | m.Each) for each in what.filters)


def costs_in_hand(verbs: Verbs) -> Verbs:
    """ "Your Extra Cards cost 1 less": 8-5-4 places only Battle Cards; Extra Cards are paid in hand."""
    found: list[m.Verb] = []
    for verb in verbs:
        if isinstance(verb, m.If):
            verb = replace(verb, then=costs_in_hand(verb.then))
        what = verb.what if isinstance(verb, m.Modify) and verb.stat == "energy cost" else None
        if isinstance(verb, m.Modify) and isinstance(what, m.Selector) and what.types == ("extra card",):
            verb = replace(verb, what=replace(what, areas=what.areas or ("hand",)))
        found.append(verb)
    return tuple(found)


def counts_all_that_went(verbs: Verbs) -> Verbs:
    """ "Send all cards …. If you sent 10 or more cards this way": nobody chose them, so they are counted."""
    found: list[m.Verb] = []
    for verb in verbs:
        went = found[-1].what if found and isinstance(found[-1], m.Move) else None
        whole = isinstance(went, m.Selector) and isinstance(went.quantity, m.Every)
        found.append(counting_moves(verb) if whole and isinstance(verb, m.If) else verb)
    return tuple(found)


def counting_moves(verb: m.If) -> m.Verb:
    asked = [
        replace(each, left=m.ThatMany("moved")) if is_of_the_chosen(each) else each
        for each in verb.conditions
    ]
    return replace(verb, conditions=tuple(asked))


def body_of(*sentences: Steps) -> Verbs:
    said = counts_all_that_went(costs_in_hand(back_where_they_lay(body(*sentences))))
    done = counts_what_was_done(of_another_colour(among_what_was_looked_at(said)))
    for way in HANDLED:
        done = put_for_it(done, m.Done(), DoneBefore(way=way))
    return done


actions(
    # "In your Drop Area or under this card": at either place.
    there_or_under=lambda where, what: (where, m.Under(what, too=True)),
    under_or_there=lambda what, where: (where, m.Under(what, too=True)),
    features_or_mode=lambda has, mode: features_or(mode, has),
    may_then=lambda who, verbs: Steps((m.May(offered(who, verbs), who=who),)),
    done_then=lambda verbs: Steps(verbs),
    at_its_end=body_of,
    each_kind=lambda *kinds: kinds_together(kinds),
    either_kind=lambda *kinds: kinds_together(kinds, one=True),
    # "1 card each of red, blue and green".
    each_colour=lambda quantity, *parts: kinds_together(
        tuple(selector(quantity, "", Head((), (m.Is("colour", (each,)),)), parts[-1]) for each in parts[:-1])
    ),
    each_label=lambda quantity, one, other, rest: kinds_together(
        tuple(selector(quantity, "", Head((), (each,)), rest) for each in (one, other))
    ),
    choose_each_numbered=lambda what, n: m.Choose(replace(what, bind=n)),
    per_described=lambda what, word: Per(described_many(what, word)),
    per_whose=lambda whose, what, word: Per(of_whose(whose, described_many(what, word))),
    per_some_described=lambda n, what, word: Per(described_many(what, word), n),
    # "For each card KO-ed this way": as many as the instruction before has KO-ed.
    per_so_handled=lambda word: Per(so_handled_many(word)),
    per_some_handled=lambda n, word: Per(so_handled_many(word), n),
    kinds_step=lambda what, found, verbs: per_step(Per(count_different(what, found)), verbs),
    used_freely=lambda: Steps(()),  # 10-11-3: as any skill, if it does not say otherwise
    chosen_again=lambda: Steps((), "chosen again"),
)
