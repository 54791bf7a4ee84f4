"""Clauses and steps: who does what, on what condition, for how long."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeGuard

from msgspec.structs import replace

from judgekit.cardtext import model as m
from judgekit.cardtext.build.conditions import matching
from judgekit.cardtext.build.registry import (
    IT,
    ONESELF,
    THEM,
    During,
    InsteadOf,
    Just,
    NextTime,
    Per,
    Pronoun,
    Tensed,
    Throughout,
    action,
    actions,
    constants,
)
from judgekit.cardtext.build.targets.selecting import NoSuch, Whole, put_for_it, there_is_one
from judgekit.cardtext.build.verbs.changing import LASTS, of_the_same, times
from judgekit.cardtext.build.verbs.choosing import taken
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.marks import Ahead, Mark, Marked, They

Verbs = tuple[m.Verb, ...]


def flat(parts: tuple[Any, ...]) -> Verbs:
    """One clause can give several verbs ("gains +1000 power and [Blocker]")."""
    found: list[m.Verb] = []
    for part in parts:
        if type(part) is tuple:
            found.extend(part)
        elif part is not None:
            found.append(part)
    return tuple(found)


AT_ONCE = "at the same time"
TOO = "too"


class TimesOver(NamedTuple):
    """ "… twice"."""

    n: int


constants(third=Mark("third person"), at_once=AT_ONCE, too=TOO, twice_over=TimesOver(2))


class Unowned(NamedTuple):
    """A clause in the third person whose subject was said before: "… discards 1 card and draws 1 card"."""

    verbs: Verbs


class Owned(NamedTuple):
    """A clause with its player, who carries over to the clauses after it."""

    verbs: Verbs
    who: m.Who
    several: bool = False  # "both players", "they": what they do next stands in the same form


@action
def plain_clause(verb: Any) -> Verbs | Unowned:
    if isinstance(verb, Marked):
        return Unowned(flat((verb.value,)))
    return flat((verb,))


@action
def clause_too(verb: Any) -> Verbs | Unowned:
    """ "… as well": adds nothing, except to what a card is treated as."""
    found = plain_clause(verb)
    if any(isinstance(each, m.TreatAs) for each in flat((found,))):
        raise Unsound("said in another way")
    return found


@action
def clause_later(verb: Any, moment: m.PhaseMoment) -> Verbs:
    if isinstance(verb, Marked):
        raise Unsound("who does this?")
    verbs = flat((verb,))
    if len({isinstance(each, LASTS) for each in verbs}) > 1:
        raise Unsound(
            "said in another way"
        )  # "it cannot attack and is destroyed then": only the last is done then
    return (m.Delayed(moment, verbs),)


@action
def player_later(who: m.Who, verb: Any, moment: m.PhaseMoment) -> Owned:
    done = player_clause(who, verb)
    return done._replace(verbs=(m.Delayed(moment, done.verbs),))


@action
def clause_adverb(verb: Any, *adverbs: Any) -> Verbs | Unowned:
    """ "… for each of your energy until end of turn": how often and how long, for any instruction."""
    said = flat((verb.value if isinstance(verb, Marked) else verb,))
    if AT_ONCE in adverbs and any(isinstance(each, m.Discard) for each in said):
        raise Unsound("“at the same time” as what? Say which cards can be discarded")
    found = with_adverbs(said, adverbs)
    return Unowned(found) if isinstance(verb, Marked) else found


@action
def player_adverb(who: m.Who, verb: Any, *adverbs: Any) -> Owned:
    said = player_clause(who, verb)
    return said._replace(verbs=with_adverbs(said.verbs, adverbs))


def with_adverbs(verbs: Verbs, adverbs: tuple[Any, ...]) -> Verbs:
    for each in adverbs:
        if each == TOO:
            clause_too(verbs)
        elif each == AT_ONCE:
            if any(isinstance(verb, m.Permit | m.Prohibit | m.Demand) for verb in verbs):
                raise Unsound("“at the same time” as what? A permission or a ban has no such moment")
            verbs = tuple(
                replace(verb, together=True) if isinstance(verb, m.Play) else verb for verb in verbs
            )
        elif isinstance(each, TimesOver):
            verbs = (so_many_times(verbs, each.n),)
        elif isinstance(each, Per):
            verbs = tuple(so_often(verb, each) for verb in verbs)
        elif each is not None:
            verbs = tuple(lasting(each, verb) for verb in verbs)
    return verbs


NOT_REPEATED = (m.Demand, m.May, m.If, m.Delayed)


def so_many_times(verbs: Verbs, n: int) -> m.Verb:
    """ "Deal 1 damage to an enemy unit twice": all of it, choices too, each time."""
    if len(verbs) != 1 or isinstance(verbs[0], (*LASTS, *NOT_REPEATED)):
        raise Unsound("what is done so many times? Say it in a sentence of its own")
    if n < 2 or hasattr(verbs[0], "times"):  # "advance 2 times" is one instruction
        raise Unsound("said in another way")
    return m.ForEach(n, verbs)


def so_often(verb: m.Verb, per: Per) -> m.Verb:
    """The number in an instruction, multiplied by a “for each”."""
    what = getattr(verb, "what", None)
    if isinstance(verb, m.Modify) and verb.how in ("plus", "minus"):
        counted = per._replace(amount=of_the_same(verb.what, per.amount))
        return replace(verb, amount=times(verb.amount, counted))
    if isinstance(verb, m.ChangeNumber | m.Total) and verb.how in ("plus", "minus"):
        return replace(verb, amount=times(verb.amount, per))
    if isinstance(verb, m.Advance | m.Retreat) and verb.zone is None:
        counted = per._replace(amount=of_the_same(verb.what, per.amount))
        return replace(verb, times=times(verb.times, counted))
    if isinstance(verb, m.Draw | m.DealDamage | m.CreateToken) or is_so_many_driven(verb):
        return replace(verb, n=times(verb.n, per))
    if isinstance(verb, m.Heal | m.PreventDamage) and verb.n is not None:
        return replace(verb, n=times(verb.n, per))
    if isinstance(verb, m.Perform) and verb.what is None:
        return m.ForEach(times(1, per), (verb,))
    if isinstance(what, m.Selector) and isinstance(what.quantity, m.Exactly | m.UpTo):
        many = replace(what.quantity, n=times(what.quantity.n, per))
        return replace(verb, what=replace(what, quantity=many))
    raise Unsound("“for each” needs a number to multiply")


def is_so_many_driven(verb: m.Verb) -> TypeGuard[m.Drive]:
    return isinstance(verb, m.Drive) and verb.what is None


@action
def clause_turn(verb: Any, whose: m.Who) -> Verbs:
    verbs = flat((verb,))
    if isinstance(verb, Marked) or not all("duration" in each.__struct_fields__ for each in verbs):
        raise Unsound("this happens once and cannot last: leave out the duration")
    return (Throughout((m.DuringTurn(its_own(whose, verbs)),), verbs),)


def its_own(whose: m.Who, verbs: Verbs) -> m.Who:
    """ "Your opponent's units cannot attack during their turn": of those who are spoken of."""
    if whose != "their":
        return whose
    named: list[Any] = [getattr(each, "who", getattr(each, "whose", "")) for each in m.walk(verbs)]
    first: m.Who = next((each for each in named if each in ("you", "opponent", "each", "any")), "any")
    if first not in ("you", "opponent"):
        raise Unsound("during whose? Say “your” or “your opponent's”")
    return first


@action
def clause_turn_per(verb: Any, whose: m.Who, per: Any) -> Verbs:
    """ "+5000 power during your opponent's turn for each …"."""
    return clause_turn(clause_adverb(verb, per), whose)


@action
def clause_phase(verb: Any, whose: m.Who, phase: str) -> Verbs:
    verbs = flat((verb,))
    if isinstance(verb, Marked) or not all("duration" in each.__struct_fields__ for each in verbs):
        raise Unsound("this happens once and cannot last: leave out the duration")
    return (Throughout((m.DuringPhase(phase, "any" if whose == "each" else its_own(whose, verbs)),), verbs),)


@action
def clause_not_phase(verb: Any, whose: m.Who, phase: str) -> Verbs:
    """ "Players cannot draw cards except during their own start phase": for each player, their own."""
    verbs = flat((verb,))
    if isinstance(verb, Marked) or not all(isinstance(each, m.Prohibit) for each in verbs):
        raise Unsound("“except during” goes only with “cannot”: say “if it is not …”")
    if whose != "their":
        return (Throughout((m.NotSo(m.DuringPhase(phase, whose)),), verbs),)
    return tuple(
        Throughout((m.NotSo(m.DuringPhase(phase, who)),), tuple(told_of(who, each) for each in verbs))
        for who in forbidden(verbs)
    )


def forbidden(verbs: Verbs) -> tuple[m.Who, ...]:
    """Who is forbidden to do it: each player separately."""
    who = {
        each.what.who for each in verbs if isinstance(each, m.Prohibit) and isinstance(each.what, m.Player)
    }
    if len(who) != 1 or who - {"you", "opponent", "each"}:
        raise Unsound("whose phase is that?")
    return ("you", "opponent") if who == {"each"} else tuple(who)


def told_of(who: m.Who, verb: Any) -> m.Verb:
    told: m.Verb = replace(verb, what=m.Player(who))
    return told


JOINED = (m.May, m.ChooseModes)


SINGULAR = frozenset({"opponent", "each", "owner", "master", "turn player", "any", "that player's opponent"})


@action
def player_clause(who: m.Who, verb: Any) -> Owned:
    third = isinstance(verb, Marked)
    if third != (who in SINGULAR) and who not in ("each", "that player"):
        raise Unsound("the verb does not agree with the player: “you draw”, “your opponent draws”")
    verbs = flat((verb.value if isinstance(verb, Marked) else verb,))
    return Owned(tuple(performed(who, each) for each in verbs), who, not third and who != "you")


def told(parts: tuple[Any, ...]) -> Verbs:
    """Clauses of one sentence, each done by its player."""
    found: list[m.Verb] = []
    who: m.Who | None = None
    several = False
    for part in parts:
        if isinstance(part, Owned):
            who, several = part.who, part.several
            found.extend(part.verbs)
        elif isinstance(part, Unowned):
            if who is None:
                raise Unsound("who does this?")
            player = who
            found.extend(performed(player, each) for each in part.verbs)
        else:
            found.extend(done_on(who if several else None, each) for each in flat((part,)))
    return tuple(found)


def done_on(who: m.Who | None, verb: m.Verb) -> m.Verb:
    """ "Both players discard 1 card, then draw 1 card": both draw."""
    pointed = isinstance(getattr(verb, "what", None), Pronoun)  # they need not both do it to what both took
    if who is None or getattr(verb, "who", None) != "you" or pointed or isinstance(verb, JOINED):
        return verb
    return performed(who, verb)


@action
def whatever_its(verb: Any, stat: str) -> Any:
    """ "Destroy 1 unit regardless of its level": it says what is so anyway; of playing it says more."""
    if not all(isinstance(each, DONE_ANYWAY) for each in flat((verb,))):
        raise Unsound("said in another way")
    return verb


DONE_ANYWAY = m.Destroy | m.Move | m.Choose | m.Orient | m.GainControl


@action
def player_must(who: m.Who, verb: Any) -> Owned:
    """What a player must do if possible is done like anything else that an ability says."""
    if isinstance(verb, Marked):
        raise Unsound("the verb does not agree with “must”")
    return Owned(tuple(performed(who, each) for each in flat((verb,))), who)


class EachOfUs(str):
    """ "You and your opponent each place 1 card from your hands": "your" is said of both."""


constants(each_of_us=EachOfUs("each"))


@action
def either_of_two(one: Any, other: Any) -> Verbs:
    """ "Draw 1 card or switch this card to Active Mode": one of them, as its player likes."""
    if isinstance(one, Marked) or isinstance(other, Marked):
        raise Unsound("who does this?")
    return (one_of(flat((one,)), flat((other,))),)


def one_of(*options: Verbs, who: m.Who = "you") -> m.Either:
    """One of several deeds; what forbids or allows something is no deed."""
    if any(isinstance(each, NO_DEED) for option in options for each in option):
        raise Unsound("who chooses? Say “choose one: …; or …”")
    return m.Either(options, who)


NO_DEED = m.Prohibit | m.Permit | m.Demand | m.TreatAs


@action
def player_one_or_other(who: m.Who, one: Any, other: Any) -> Owned:
    """ "Your opponent discards 1 card or rests 1 of their …": who does it says which."""
    if who == "each":
        raise Unsound("which player? Say “your opponent”")
    options = tuple(player_clause(who, each).verbs for each in (one, other))
    return Owned((one_of(*options, who=who),), who)


@action
def either_step(*options: tuple[Any, ...]) -> m.Verb:
    """ "Either choose 1 card and rest it or draw 1 card"."""
    return one_of(*map(told, options))


@action
def player_either_step(who: m.Who, first: tuple[Any, ...], second: tuple[Any, ...]) -> m.Verb:
    if who in ("you", "each", "any"):
        raise Unsound("which player? Say “your opponent”")
    options = (told((Owned((), who), *each)) for each in (first, second))
    return one_of(*options, who=who)


def performed(who: m.Who, verb: m.Verb) -> m.Verb:
    if isinstance(who, EachOfUs):
        return performed("each", with_own(verb))
    if isinstance(verb, m.Either) and verb.who == "you":
        return replace(verb, options=tuple(offered(who, each) for each in verb.options), who=who)
    if who == "any":
        raise Unsound("which player?")
    if isinstance(verb, m.EndNow) and not verb.skip:
        raise Unsound("a player cannot do this")
    if isinstance(verb, m.DrawUntil) and verb.who == "you" and who != "you":
        raise Unsound("until which player has that many?")
    if "who" in verb.__struct_fields__:
        return replace(verb, who=who)
    if getattr(verb, "whose", None) == "performer":
        return replace(verb, whose=who)
    if isinstance(verb, m.Heal) and verb.what == m.Player("you"):
        return replace(verb, what=m.Player(who))
    if isinstance(verb, m.DealDamage) and verb.to is ONESELF:
        return replace(verb, to=m.Player(who))
    if isinstance(verb, LetterIs):
        return verb
    if isinstance(verb, m.ChangeNumber) and verb.whose in ("their", who) and who in ("opponent", "each"):
        return replace(verb, whose=who)
    if who == "you":
        raise Unsound("leave out “you” here")
    raise Unsound("a player cannot do this")


def with_own(node: Any) -> Any:
    """What is "yours" is each player's own."""
    if isinstance(node, tuple):
        return tuple(with_own(each) for each in node)
    if not isinstance(node, m.Node):
        return node
    own = {name: with_own(getattr(node, name)) for name in node.__struct_fields__}
    return replace(node, **(own | ({"whose": "their"} if own.get("whose") == "you" else {})))


@action
def clause_where(said: Any, letter: str, amount: m.Amount) -> Any:
    meant: Any = LetterIs(letter, amount)
    if isinstance(said, Owned | Unowned):
        return said._replace(verbs=(*said.verbs, meant))
    return (*flat((said,)), meant)


class LetterIs(m.Node, frozen=True):
    """ "X is …", until the ability takes it up."""

    letter: str
    amount: m.Amount


class SoMany(m.Node, frozen=True):
    """ "… destroy 2 instead", until the sentence before says of what."""

    word: str
    count: m.Quantity
    noun: str = ""
    who: m.Who = "you"


class SuchInstead(m.Node, frozen=True):
    """ "… rank 6 or lower instead", until the sentence before says of which cards."""

    like: tuple[m.Filter, ...]


class OnlyIf(m.Node, frozen=True):
    """ "Use this ability only if …", until the ability takes it up."""

    conditions: tuple[m.Condition, ...]


@action
def steps(*parts: Any) -> Verbs:
    return as_long_as_the_last(as_long_as_the_negation(told(parts)))


class WhileNegated(m.Node, frozen=True):
    """ "For as long as its skills are negated this way", until the sentence is known."""


constants(while_negated=WhileNegated())


def as_long_as_the_negation(verbs: Verbs) -> Verbs:
    found: list[m.Verb] = []
    for verb in verbs:
        if isinstance(getattr(verb, "duration", None), WhileNegated):
            silent = [each.duration for each in found if isinstance(each, m.NegateAbilities)]
            if not silent:
                raise Unsound("nothing was negated earlier in this sentence")
            verb = replace(verb, duration=silent[-1])
        found.append(verb)
    return tuple(found)


def as_long_as_the_last(verbs: Verbs) -> Verbs:
    """ "Its power becomes 0 and it cannot attack until end of turn": both until then."""
    found: list[m.Verb] = []
    after: Any = None
    for verb in verbs[::-1]:
        lasting = getattr(verb, "duration", None) if isinstance(verb, LASTS) else None
        if isinstance(verb, LASTS) and lasting is None and after is not None:
            verb = replace(verb, duration=after)
        after = lasting or (after if isinstance(verb, LASTS) else None)
        found.append(verb)
    return tuple(found[::-1])


@action
def if_step_after(parts: tuple[Any, ...], asked: tuple[m.Condition, ...]) -> Verbs:
    verbs = told(parts)
    if (
        isinstance(verbs[0], m.Choose)
        and len(verbs) > 1
        and any(isinstance(each, Pronoun) for each in m.walk(asked))
    ):
        return (verbs[0], *asked_of_the_chosen(verbs[1:], asked))
    conditions = of_what_was_said(verbs[-1], asked)
    if any(isinstance(each, m.Prohibit) and each.only for each in verbs):
        return (m.If(opposite(conditions), tuple(not_otherwise(each) for each in verbs)),)
    return (asked_then(conditions, verbs),)


@action
def only_if_step_after(parts: tuple[Any, ...], asked: tuple[m.Condition, ...]) -> Verbs:
    """ "Draw a card only if …": what is done, not what may or cannot be done."""
    if any(isinstance(each, m.Permit | m.Prohibit) for each in m.walk(told(parts))):
        raise Unsound("“only if” must directly follow “can” and the action")
    if any(
        getattr(each, "what", None) == m.This() for each in m.walk(told(parts)) if isinstance(each, m.Play)
    ):
        raise Unsound("said in another way")  # "play this card only if …" forbids, and plays nothing
    return if_step_after(parts, asked)


def asked_of_the_chosen(verbs: Verbs, asked: tuple[m.Condition, ...]) -> Verbs:
    """ "Choose a unit and exhaust it if it has level 2 or less": asked when it has been chosen."""
    if any(isinstance(each, m.Prohibit) and each.only for each in verbs):
        raise Unsound("say the condition in a sentence of its own")
    return (m.If(asked, verbs),)


def asked_then(conditions: tuple[m.Condition, ...], verbs: Verbs) -> m.Verb:
    """ "Destroy it at the end of this turn if its level is 2 or less": it is asked at that moment."""
    only = verbs[0] if len(verbs) == 1 else None
    if isinstance(only, m.Delayed) and isinstance(only.event, m.PhaseMoment) and not only.conditions:
        return replace(only, do=(m.If(conditions, only.do),))
    return m.If(conditions, verbs)


def of_what_was_said(last: m.Verb, asked: Any) -> Any:
    """ "Your opponent's monster retreats if it is in zone 6": the condition after it is about it."""
    what = getattr(last, "what", None)
    done = last.do[-1] if isinstance(last, m.Delayed) else last
    if getattr(done, "who", "") == "opponent":
        asked = said_of("opponent", asked)
    if m.DuringTurn("their") in asked and isinstance(what, m.Player | m.Selector):
        asked = tuple(
            m.DuringTurn(its_own(each.whose, (last,))) if each == m.DuringTurn("their") else each
            for each in asked
        )
    if not isinstance(what, m.Selector | m.Role) or not any(each == IT for each in m.walk(asked)):
        return asked
    if isinstance(what, m.Role):
        return put_for_it(asked, what)
    if not isinstance(what.quantity, m.Every) or not there_is_one(what.whose, what.types, list(what.filters)):
        raise Unsound("choose first, then ask what the chosen card is")
    return put_for_it(asked, what)


def said_of(who: m.Who, node: Any) -> Any:
    """ "Your opponent discards 1 card. If they …, they discard 2 instead": the player named before."""
    if isinstance(node, tuple):
        return tuple(said_of(who, each) for each in node)
    if isinstance(node, str):
        return who if node in ("that player", "their") else node
    if not isinstance(node, m.Node):
        return node
    return replace(node, **{name: said_of(who, getattr(node, name)) for name in node.__struct_fields__})


def not_otherwise(verb: m.Verb) -> m.Verb:
    """ "… can only attack if …": it cannot unless."""
    if not isinstance(verb, m.Prohibit) or not verb.only:
        raise Unsound("“only if” must directly follow “can” and the action")
    return replace(verb, only=False)


@action
def unless_step_after(parts: tuple[Any, ...], asked: tuple[m.Condition, ...]) -> Verbs:
    verbs = told(parts)
    return (asked_then(opposite(of_what_was_said(verbs[-1], asked)), verbs),)


def after_the_rest(asked: Callable[..., Verbs]) -> Callable[..., Verbs]:
    """ "Draw 2 cards, then destroy this card if …": the condition is only for what is done then."""
    return lambda first, last, conditions: (*told(first), *asked(last, conditions))


@action
def unless_done(*parts: Any) -> Verbs:
    """ "Destroy this card unless you discard 1 card": that player can do that instead."""
    *before, said = parts
    if not isinstance(said, Owned) or said.who == "each":
        raise Unsound("“unless” needs one player: say “unless you …” or “unless your opponent …”")
    verbs = told(tuple(before))
    if any(isinstance(each, m.Prohibit) for each in verbs):
        raise Unsound("a price for doing it each time cannot be read with “unless” here")
    doers: set[m.Who] = {getattr(each, "who", "you") for each in verbs}
    named = doers - {"you"} or {each.whose for each in m.walk(verbs) if isinstance(each, m.Selector)}
    if said.who == "that player" and len(named) == 1:
        (payer,) = named  # "your opponent discards 1 card unless they …"
        return unless_they_do(tuple(performed(payer, each) for each in said.verbs), verbs, payer)
    return unless_they_do(said.verbs, verbs, said.who)


@action
def unless_done_first(said: Any, verbs: Verbs) -> Verbs:
    return unless_done(verbs, said)


def yours(node: Any) -> Any:
    """ "Your opponent may …. If they do, gain 1 rage.": you do, since nobody else is named."""
    if isinstance(node, tuple):
        return tuple(yours(each) for each in node)
    if not isinstance(node, m.Node) or (isinstance(node, m.May) and node.who != "you"):
        return node
    own = {name: yours(getattr(node, name)) for name in node.__struct_fields__}
    return replace(node, **(own | ({"whose": "you"} if own.get("whose") == "performer" else {})))


def unless_they_do(price: Verbs, verbs: Verbs, who: m.Who) -> Verbs:
    """ "Negate a card in the gate unless its controller pays 1": which card it is comes first. What is done
    later is paid for then."""
    verbs = yours(verbs) if who != "you" else verbs
    only: Any = verbs[0]
    if len(verbs) == 1 and isinstance(only, m.Delayed) and isinstance(only.event, m.PhaseMoment):
        return (replace(only, do=unless_they_do(price, only.do, who)),)
    if who not in ("owner", "master"):
        return (m.May(price, otherwise=verbs, who=who),)
    first = verbs[0]
    if isinstance(first, m.Choose):
        return first, m.May(price, otherwise=verbs[1:], who=who)
    what = getattr(first, "to", None) if isinstance(first, m.DealDamage) else getattr(first, "what", None)
    if not isinstance(what, m.Selector):
        return (m.May(price, otherwise=verbs, who=who),)
    if who == "owner" or what.whose not in ("you", "opponent"):
        raise Unsound("whose card is it? Choose the card first")
    payer = what.whose
    return (m.May(tuple(performed(payer, each) for each in price), otherwise=verbs, who=payer),)


def opposite(conditions: tuple[m.Condition, ...]) -> tuple[m.Condition, ...]:
    """“Neither” denies both: one meaning has one shape."""
    if len(conditions) != 1:
        return (m.OneHolds(tuple(opposite((each,))[0] for each in conditions)),)
    only = conditions[0]
    either = only.conditions if isinstance(only, m.OneHolds) else conditions
    return tuple(each.what if isinstance(each, m.NotSo) else m.NotSo(each) for each in either)


constants(may_you="you")


@action
def may_player(who: m.Who) -> m.Who:
    if who == "you":
        raise Unsound("said in another way")
    if who == "any":
        raise Unsound("which player?")
    return who


def offered(who: m.Who, verbs: Verbs) -> Verbs:
    """Verbs that the player of a "may" performs."""
    if who == "you":
        return verbs
    return tuple(performed(who, each) if is_ones_own(each) else each for each in verbs)


def is_ones_own(verb: m.Verb) -> bool:
    """Whether the one who performs it is "you"."""
    return getattr(verb, "who", None) == "you" or is_done_to_oneself(verb)


def is_done_to_oneself(verb: m.Verb) -> bool:
    """ "Heal 1 life", "take 1 damage": the player who performs it is the one it is done to."""
    if isinstance(verb, m.DealDamage):
        return verb.to is ONESELF
    return isinstance(verb, m.Heal) and verb.what == m.Player("you")


@action
def may_step(who: m.Who, verbs: Verbs) -> m.Verb:
    if any(isinstance(each, m.Total) for each in verbs):
        raise Unsound("a player cannot do that: say what the player may do")
    asked = verbs[0]
    if len(verbs) == 1 and isinstance(asked, m.If) and not asked.otherwise:
        return replace(asked, then=(m.May(offered(who, asked.then), who=who),))
    return later_offered(asked, who) or m.May(offered(who, verbs), who=who)


@action
def may_often_step(who: m.Who, verbs: Verbs) -> m.Verb:
    """ "You may pay 1 any number of times": asked again and again."""
    if who == "each":
        raise Unsound("each player by themselves: a number for each of them is not kept apart")
    return m.May(offered(who, verbs), who=who, often=True)


@action
def may_have_player(who: m.Who, doer: m.Who, *verbs: Any) -> m.Verb:
    """ "You may have your opponent draw 1 card": you decide, they draw."""
    someone = doer == "that player" and not isinstance(doer, They)
    if any(isinstance(each, Marked) for each in verbs) or doer in ("you", "any") or someone:
        raise Unsound("said in another way")
    return m.May(tuple(performed(doer, each) for each in flat(verbs)), who=who)


def later_offered(verb: m.Verb, who: m.Who) -> m.Verb | None:
    """ "You may draw 1 card at the end of that battle": the player is asked then, as is "if you do"."""
    if not isinstance(verb, m.Delayed) or not isinstance(verb.event, m.PhaseMoment):
        return None
    return replace(verb, do=(m.May(offered(who, verb.do), who=who),))


@action
def during_step(during: During, verbs: Verbs) -> Any:
    if during.duration is None:
        return (Throughout if during.asked_always else m.If)(during.conditions, verbs)
    return tuple(lasting(during.duration, each) for each in verbs)


@action
def while_there(clause: Any, place: Any) -> Verbs:
    """ "This card is a «Moth» card while in your discard pile": while it is there itself; of several cards,
    each by itself."""
    verbs: Any = told((clause,))
    whats = {getattr(each, "what", None) for each in verbs}
    what = whats.pop()
    if not whats and isinstance(what, m.Selector) and isinstance(what.quantity, m.Every | m.Some):
        filters = place if type(place) is tuple else (place,)
        if all(isinstance(each, m.Feature) for each in filters):
            there = replace(what, filters=(*what.filters, *filters))
            return tuple(replace(each, what=there) for each in verbs)
    if whats or what != m.This():
        raise Unsound("while which card is there? Say it of this card")
    return (Throughout((matching(m.This(), place),), verbs),)


@action
def players_clause(who: m.Who, verb: Any, duration: m.Duration | None = None) -> Owned:
    """ "Both players draw 1 card each"."""
    if who != "each":
        raise Unsound("“each” is said of both players")
    return player_adverb(who, verb, duration)


def asked_of_one(conditions: tuple[m.Condition, ...], verbs: Verbs) -> m.Verb:
    """ "Each Knight gains +1 ATK while it is attacking": asked of each of them, and not of this card."""
    several = any(
        isinstance(what := getattr(each, "what", None), m.Selector) and isinstance(what.quantity, m.Every)
        for each in verbs
    )
    if several and any(isinstance(each, Pronoun) and each.word == "it" for each in m.walk(conditions)):
        raise Unsound("“it” is one of several cards: describe those that it is said of")
    return Throughout(conditions, verbs)


def lasting(duration: Any, verb: m.Verb) -> m.Verb:
    """ "During this turn, your cards gain …"; "during this turn, if a card was KO'd, …" looks back on it."""
    if isinstance(verb, Throughout):
        raise Unsound("until then, and as long as that is so? Give the ability in quotes")
    if isinstance(verb, m.If) and duration == m.Until("turn"):
        asked = [each for each in verb.conditions if isinstance(each, m.Happened)]
        if len(asked) == len(verb.conditions):
            return replace(verb, conditions=tuple(replace(each, period="turn") for each in asked))
    if isinstance(verb, LetterIs):
        return verb
    if isinstance(verb, m.If) and not verb.otherwise and all(isinstance(each, LASTS) for each in verb.then):
        return replace(verb, then=tuple(lasting(duration, each) for each in verb.then))
    if isinstance(verb, NextTime):
        raise Unsound("said in another way")
    if isinstance(verb, m.Delayed) and verb.duration is None:
        verb = replace(verb, do=tuple(as_long_as(duration, each) for each in verb.do))
    now = isinstance(verb, m.PreventDamage) and verb.sort == "now"
    if not now and "duration" in verb.__struct_fields__ and getattr(verb, "duration", None) is None:
        return replace(verb, duration=duration)
    raise Unsound("this happens once and cannot last: leave out the duration")


@action
def for_per_step(per: Per, verbs: Verbs) -> m.Verb:
    """ "For each …, draw 1 card": as many; anything else once for each."""
    only = verbs[0] if len(verbs) == 1 else None
    if isinstance(only, m.Draw) and not only.up_to and (only.n == 1 or per.every > 1):
        return replace(only, n=times(only.n, per))
    if isinstance(only, m.Modify) and isinstance(per.amount, m.ThatMany):  # no card is at hand
        return so_often(only, per)
    if isinstance(per.amount, m.ThatMany) and any(
        getattr(each, "who", "") in ("owner", "master") for each in verbs
    ):
        raise Unsound("the count is not kept for each player: say “you” or “your opponent”")
    return m.ForEach(m.Times(1, per.amount, per.every) if per.every > 1 else times(1, per), verbs)


@action
def for_each_of_them(verbs: Verbs) -> m.Verb:
    them = m.Selector(m.Some(), filters=(m.Among(THEM),))
    return m.ForEach(m.Count(them), verbs)


@action
def delayed_during_step(during: During, event: Tensed, verbs: Verbs) -> m.Verb:
    """ "Until end of battle, each time …, it gets +500 power": that, too, until then."""
    done = tuple(as_long_as(during.duration, each) for each in verbs)
    return m.Delayed(present(event), done, during.duration, during.conditions)


@action
def next_time_during(during: During, event: Tensed, verbs: Verbs) -> m.Verb:
    if during.duration is None:
        raise Unsound("how long?")
    return m.Delayed(present(event), verbs, during.duration, next=True)


def as_long_as(duration: Any, verb: m.Verb) -> m.Verb:
    unsaid = isinstance(verb, LASTS) and getattr(verb, "duration", None) is None
    return replace(verb, duration=duration) if unsaid and duration is not None else verb


def present(event: Tensed) -> m.Event:
    if event.tense != "now":
        raise Unsound("“would” needs an “instead”")
    check_quantity(event.event)
    return event.event


def check_quantity(event: m.Event) -> None:
    """Events are about one card at a time; "1 or more" means any of them."""
    for name in event.__struct_fields__:
        what = getattr(event, name)
        if isinstance(what, NoSuch):
            raise Unsound("“when” needs something that happens: use “if” for what did not happen")
        if isinstance(what, Whole):
            raise Unsound("an event is about one card at a time: say “a card”, or “if all … are …”")
        if isinstance(what, m.Selector) and isinstance(what.quantity, m.Exactly | m.AtLeast | m.UpTo):
            if what.quantity.n != 1 or isinstance(what.quantity, Just):
                raise Unsound("an event is about one card at a time: say “a card” or “1 or more”")


@action
def instead_do(verbs: Verbs) -> InsteadOf:
    if isinstance(verbs[0], m.May) or isinstance(verbs[-1], m.Instead):
        raise Unsound("said in another way")  # "…, when it would …, it remains in play instead"
    if len(verbs) > 1 and isinstance(verbs[-1], m.If):
        raise Unsound("said in another way")  # "draw 1 card, but if …, draw 2 cards instead"
    return InsteadOf(verbs, False)


@action
def instead_and(*parts: Any) -> InsteadOf:
    """ "Look at the top 2 cards instead, put 1 of them into your hand …": all of it, in its place."""
    return instead_do(steps(*parts))


@action
def instead_may_and(who: m.Who, *parts: Any) -> InsteadOf:
    return instead_may(who, steps(*parts))


@action
def instead_may_have(who: m.Who, doer: m.Who, verb: Any) -> InsteadOf:
    """ "you may have them draw 1 card instead": you decide, they draw."""
    if isinstance(verb, Marked) or doer in ("you", "any"):
        raise Unsound("said in another way")
    return instead_may(who, tuple(performed(doer, each) for each in flat((verb,))))


@action
def instead_may(who: m.Who, verbs: Verbs) -> InsteadOf:
    if who != "you":
        raise Unsound("only you can choose the replacement: say “you may”")
    return InsteadOf(offered(who, verbs), True)


@action
def suffers_move(to: Any, origin: Any = ((), "")) -> Callable[[m.Target], m.Event]:
    if to[0] == ("soul zone",):
        return lambda what: m.Attaches(what, "soul")
    return lambda what: m.Moved(what, origin[0], to[0], None, to[1], origin[1])


@action
def rather_than_suffer(event: Callable[[m.Target], m.Event], verbs: Verbs) -> m.Verb:
    """ "Instead of being destroyed, this card is returned to your hand": what happens to the same card."""
    what: Any = getattr(verbs[0], "what", None)
    if what is None or isinstance(what, Pronoun):
        raise Unsound("instead of what? Say which card it would happen to")
    if not isinstance(what, m.Selector):
        return m.Instead(event(what), verbs)
    if what.areas or what.quantity not in (m.Every(), m.Exactly(1)):
        raise Unsound("instead of what? Say “if … would …”")
    return m.Instead(event(replace(what, quantity=m.Some())), (replace(verbs[0], what=IT), *verbs[1:]))


def rather_than_draw(verbs: Verbs) -> m.Instead:
    """ "Instead of drawing a card, you may gain 1 rage"."""
    offer = verbs[0]
    if (
        len(verbs) == 1
        and isinstance(offer, m.May)
        and offer.who == "you"
        and not (offer.then or offer.otherwise)
    ):
        return m.Instead(m.Drawn("you"), offer.do, optional=True)
    return m.Instead(m.Drawn("you"), verbs)


@action
def if_able(verbs: Verbs) -> Verbs:
    """ "If able, this card must …": as with “must” in any case."""
    if not all(isinstance(each, m.Demand) for each in verbs):
        raise Unsound("“if able” goes with “must”")
    return verbs


def replaced(event: Tensed) -> m.Event:
    if isinstance(getattr(event.event, "what", None), NoSuch | Whole):
        raise Unsound("what happens to none of them, or to all, cannot be replaced")
    if event.tense.startswith("past"):
        raise Unsound("something that has already happened cannot be replaced: say “would”")
    return event.event


actions(
    clause_any_phase=lambda verb, phase: clause_phase(verb, "any", phase),
    delayed_for_step=lambda event, duration, verbs: delayed_during_step(During(duration), event, verbs),
    clause_not_any_phase=lambda verb, phase: clause_not_phase(verb, "any", phase),
    unread=m.Unread,
    during_plainly=lambda duration, verbs: during_step(During(duration), verbs),
    # "If it is KO-ed this turn, …": what is still to come is waited for, once.
    if_it_happens=lambda event, duration, verbs: m.Delayed(present(event), verbs, duration, next=True),
    while_there_first=lambda place, verbs: while_there(verbs, place),
    only_step=lambda step: flat((step,)),
    steps_one=lambda verbs: told((verbs,)),
    times_over=TimesOver,
    if_step=lambda conditions, verbs: m.If(Ahead(conditions), verbs),
    # "If it is still in play at the end of the battle, …": it is asked then.
    if_later=lambda conditions, moment, verbs: m.Delayed(moment, (m.If(conditions, verbs),)),
    unless_step=lambda conditions, verbs: m.If(opposite(conditions), verbs),
    may_to_step=lambda who, verbs, then: m.May(offered(who, verbs), offered(who, then), who=who),
    pay_steps=flat,
    if_last_after=after_the_rest(if_step_after),
    unless_last_after=after_the_rest(unless_step_after),
    while_step_after=lambda *parts: (asked_of_one(parts[-1], told(parts[:-1])),),
    delayed_step=m.Delayed,
    next_time_ever=lambda event, verbs: NextTime(present(event), verbs),
    delayed_event_step=lambda event, verbs: m.Delayed(present(event), verbs),
    instead_step=lambda event, instead: m.Instead(replaced(event), instead.verbs, instead.optional),
    rather_than_draw=rather_than_draw,
    rather_than_draw_in=lambda time, verbs: replace(rather_than_draw(verbs), conditions=(time,)),
    is_done_by=lambda what, done, who: performed(who, done(taken(what))),
    suffers_destruction=lambda _, cause=None: lambda what: m.Destroyed(what, cause),
    instead_during=lambda event, duration, instead: m.Instead(
        replaced(event), instead.verbs, instead.optional, duration=duration
    ),
    instead_in=lambda event, time, instead: m.Instead(
        replaced(event), instead.verbs, instead.optional, conditions=(time,)
    ),
    next_time_instead=lambda event, instead: m.Instead(
        replaced(event), instead.verbs, instead.optional, next=True
    ),
    next_time_for=lambda event, duration, instead: m.Instead(
        replaced(event), instead.verbs, instead.optional, next=True, duration=duration
    ),
)
