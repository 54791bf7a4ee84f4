"""Glue and abilities: sentences into bodies, headers into fields."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from msgspec.structs import replace

from judgekit.cardtext.before import counted_on, is_as_before
from judgekit.cardtext.build.registry import (
    IT,
    THEM,
    During,
    Head,
    HeaderPart,
    InsteadOf,
    Just,
    Pronoun,
    Steps,
    Tensed,
    Throughout,
    action,
    constants,
)
from judgekit.cardtext.build.targets import count_of
from judgekit.cardtext.build.targets.selecting import there_is_one
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.marks import Mark, Marked
from judgekit.cardtext.model import (
    Ability,
    Act,
    Advances,
    Among,
    Amount,
    AnyNumber,
    AtLeast,
    Attacks,
    Cause,
    Choose,
    ChooseModes,
    Compare,
    Condition,
    Count,
    Damages,
    DeckRule,
    Delayed,
    Done,
    Draw,
    DrawUntil,
    DuringPhase,
    DuringTurn,
    EndNow,
    Event,
    Every,
    Exactly,
    ForEach,
    Gain,
    Happened,
    If,
    Instead,
    Is,
    Keyword,
    Letter,
    Limit,
    Look,
    Lose,
    Matches,
    May,
    Modify,
    Moved,
    NegateAbilities,
    Node,
    Not,
    NotSo,
    Nth,
    OneHolds,
    OneOf,
    PhaseMoment,
    Played,
    Prohibit,
    Quantity,
    Repeat,
    Reveal,
    Role,
    Selector,
    Situation,
    Some,
    Stat,
    State,
    Target,
    This,
    Times,
    Total,
    Unknown,
    Unread,
    Until,
    UpTo,
    ValueOf,
    Verb,
    Who,
    walk,
)

Verbs = tuple[Verb, ...]


def flat(parts: tuple[Any, ...]) -> Verbs:
    """One clause can give several verbs ("gains +1000 power and [Blocker]")."""
    found: list[Verb] = []
    for part in parts:
        if type(part) is tuple:
            found.extend(part)
        elif part is not None:
            found.append(part)
    return tuple(found)


# Clauses and steps


constants(third=Mark("third person"))


class Unowned(NamedTuple):
    """A clause in the third person whose subject was said before: "… discards 1 card and draws 1 card"."""

    verbs: Verbs


class Owned(NamedTuple):
    """A clause with its player, who goes on to the clauses after it."""

    verbs: Verbs
    who: Who
    several: bool = False  # "both players", "they": what they do next stands in the same form


@action
def plain_clause(verb: Any) -> Verbs | Unowned:
    if isinstance(verb, Marked):
        return Unowned(flat((verb.value,)))
    return flat((verb,))


@action
def clause_later(verb: Any, moment: PhaseMoment) -> Verbs:
    if isinstance(verb, Marked):
        raise Unsound("who does this?")
    return (Delayed(moment, flat((verb,))),)


@action
def clause_turn(verb: Any, whose: Who) -> Verbs:
    verbs = flat((verb,))
    if isinstance(verb, Marked) or not all("duration" in each.__struct_fields__ for each in verbs):
        raise Unsound("this does not last")
    return (If((DuringTurn(whose),), verbs),)


@action
def clause_phase(verb: Any, whose: Who, phase: str) -> Verbs:
    verbs = flat((verb,))
    if isinstance(verb, Marked) or not all("duration" in each.__struct_fields__ for each in verbs):
        raise Unsound("this does not last")
    if any(isinstance(each, Prohibit) and each.act == Act("become active") for each in verbs):
        raise Unsound("said in another way")
    return (If((DuringPhase(phase, "any" if whose == "each" else whose),), verbs),)


@action
def clause_any_phase(verb: Any, phase: str) -> Verbs:
    return clause_phase(verb, "any", phase)


JOINED = (May, ChooseModes)
SINGULAR = frozenset({"opponent", "each", "owner", "master", "turn player", "any"})


@action
def player_clause(who: Who, verb: Any) -> Owned:
    third = isinstance(verb, Marked)
    if third != (who in SINGULAR) and who not in ("each", "that player"):
        raise Unsound("the verb does not go with its player")
    verbs = flat((verb.value if isinstance(verb, Marked) else verb,))
    return Owned(tuple(performed(who, each) for each in verbs), who, not third and who != "you")


def told(parts: tuple[Any, ...]) -> Verbs:
    """Clauses of one sentence, each done by its player."""
    found: list[Verb] = []
    who: Who | None = None
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


def done_on(who: Who | None, verb: Verb) -> Verb:
    """ "Both players discard 1 card, then draw 1 card": both draw."""
    pointed = isinstance(getattr(verb, "what", None), Pronoun)  # they need not both do it to what both took
    if who is None or getattr(verb, "who", None) != "you" or pointed or isinstance(verb, JOINED):
        return verb
    return performed(who, verb)


@action
def player_must(who: Who, verb: Any) -> Owned:
    """What a player must do if possible is done like anything else that an ability says."""
    if isinstance(verb, Marked):
        raise Unsound("the verb does not go with “must”")
    return Owned(tuple(performed(who, each) for each in flat((verb,))), who)


def performed(who: Who, verb: Verb) -> Verb:
    if who == "any":
        raise Unsound("which player?")
    if isinstance(verb, EndNow) and not verb.skip:
        raise Unsound("this is not something a player does")
    if isinstance(verb, DrawUntil) and verb.who == "you" and who != "you":
        raise Unsound("until who has so many?")
    if "who" in verb.__struct_fields__:
        return replace(verb, who=who)
    if getattr(verb, "whose", None) == "performer":
        return replace(verb, whose=who)
    if isinstance(verb, LetterIs):
        return verb
    if who == "you":
        raise Unsound("“you” is not said here")
    raise Unsound("this is not something a player does")


@action
def clause_where(said: Any, letter: str, amount: Amount) -> Any:
    meant: Any = LetterIs(letter, amount)
    if isinstance(said, Owned | Unowned):
        return said._replace(verbs=(*said.verbs, meant))
    return (*said, meant)


class LetterIs(Node, frozen=True):
    """ "X is …", until the ability takes it up."""

    letter: str
    amount: Amount


@action
def steps(*parts: Any) -> Verbs:
    return as_long_as_the_last(told(parts))


def as_long_as_the_last(verbs: Verbs) -> Verbs:
    """ "Its power becomes 0 and it cannot attack until end of turn": both until then."""
    found: list[Verb] = []
    after: Any = None
    for verb in verbs[::-1]:
        lasting = getattr(verb, "duration", None) if isinstance(verb, LASTS) else None
        if isinstance(verb, LASTS) and lasting is None and after is not None:
            verb = replace(verb, duration=after)
        after = lasting or (after if isinstance(verb, LASTS) else None)
        found.append(verb)
    return tuple(found[::-1])


LASTS = (Modify, Gain, Lose, Prohibit, NegateAbilities)


@action
def unread(text: str) -> Verb:
    return Unread(text)


@action
def only_step(step: Any) -> Verbs:
    return flat((step,))


@action
def steps_one(verbs: Any) -> Verbs:
    return told((verbs,))


@action
def if_step(conditions: tuple[Condition, ...], verbs: Verbs) -> Verb:
    return If(conditions, verbs)


@action
def if_later(conditions: tuple[Condition, ...], moment: PhaseMoment, verbs: Verbs) -> Verb:
    """ "If it is still in play at the end of the battle, …": it is asked then."""
    return Delayed(moment, (If(conditions, verbs),))


@action
def unless_step(conditions: tuple[Condition, ...], verbs: Verbs) -> Verb:
    return If(opposite(conditions), verbs)


@action
def if_step_after(*parts: Any) -> Verbs:
    verbs = told(parts[:-1])
    conditions = of_what_was_said(verbs[-1], parts[-1])
    if any(isinstance(each, Prohibit) and each.only for each in verbs):
        return (If(opposite(conditions), tuple(not_otherwise(each) for each in verbs)),)
    return (If(conditions, verbs),)


def of_what_was_said(last: Verb, asked: Any) -> Any:
    """ "Your opponent's monster retreats if it is in zone 6": what is asked behind is asked of the same."""
    what = getattr(last, "what", None)
    if not isinstance(what, Selector) or not any(each == IT for each in walk(asked)):
        return asked
    if not isinstance(what.quantity, Every) or not there_is_one(what.whose, what.types, []):
        raise Unsound("choose first, then ask what the chosen card is")
    return put_for_it(asked, what)


def put_for_it(node: Any, what: Selector) -> Any:
    if isinstance(node, tuple):
        return tuple(put_for_it(each, what) for each in node)
    if node == IT:
        return what
    if not isinstance(node, Node):
        return node
    return replace(node, **{name: put_for_it(getattr(node, name), what) for name in node.__struct_fields__})


def not_otherwise(verb: Verb) -> Verb:
    """ "… can only attack if …": it cannot unless."""
    if not isinstance(verb, Prohibit) or not verb.only:
        raise Unsound("“only if” goes with what is said right before it")
    return replace(verb, only=False)


@action
def unless_step_after(*parts: Any) -> Verbs:
    verbs = told(parts[:-1])
    return (If(opposite(of_what_was_said(verbs[-1], parts[-1])), verbs),)


def opposite(conditions: tuple[Condition, ...]) -> tuple[Condition, ...]:
    """Neither of two is both denied: one meaning has one shape."""
    if len(conditions) != 1:
        raise Unsound("“unless” takes one condition")
    only = conditions[0]
    either = only.conditions if isinstance(only, OneHolds) else conditions
    return tuple(each.what if isinstance(each, NotSo) else NotSo(each) for each in either)


constants(may_you="you")


@action
def may_player(who: Who) -> Who:
    if who == "you":
        raise Unsound("said in another way")
    if who == "any":
        raise Unsound("which player?")
    return who


def offered(who: Who, verbs: Verbs) -> Verbs:
    """Verbs that the player of a "may" performs."""
    if who == "you":
        return verbs
    return tuple(replace(each, who=who) if getattr(each, "who", None) == "you" else each for each in verbs)


@action
def may_step(who: Who, verbs: Verbs) -> Verb:
    if any(isinstance(each, Total) for each in verbs):
        raise Unsound("nobody does that: say what they may do")
    return May(offered(who, verbs), who=who)


@action
def may_to_step(who: Who, verbs: Verbs, then: Verbs) -> Verb:
    return May(offered(who, verbs), offered(who, then), who=who)


@action
def pay_steps(costs: tuple[Any, ...]) -> Verbs:
    return flat(costs)


@action
def during_step(during: During, verbs: Verbs) -> Any:
    if during.duration is None:
        return (Throughout if during.asked_always else If)(during.conditions, verbs)
    return tuple(lasting(during.duration, each) for each in verbs)


@action
def while_step_after(*parts: Any) -> Verbs:
    return (Throughout(parts[-1], told(parts[:-1])),)


def lasting(duration: Any, verb: Verb) -> Verb:
    """ "During this turn, your cards gain …"; "during this turn, if a card was KO'd, …" looks back on it."""
    if isinstance(verb, If) and duration == Until("turn"):
        asked = [each for each in verb.conditions if isinstance(each, Happened)]
        if len(asked) == len(verb.conditions):
            return replace(verb, conditions=tuple(replace(each, period="turn") for each in asked))
    if isinstance(verb, LetterIs):
        return verb
    if "duration" in verb.__struct_fields__ and getattr(verb, "duration", None) is None:
        return replace(verb, duration=duration)
    raise Unsound("this does not last")


@action
def for_each_step(what: Selector, verbs: Verbs) -> Verb:
    if len(verbs) == 1 and isinstance(verbs[0], Draw) and verbs[0].n == 1:
        return replace(verbs[0], n=count_of(what))
    return ForEach(count_of(what), verbs)


@action
def for_every_step(n: int, what: Selector, verbs: Verbs) -> Verb:
    """ "For every 5 cards, …": once for each full five."""
    if len(verbs) == 1 and isinstance(verbs[0], Draw):
        return replace(verbs[0], n=Times(verbs[0].n, count_of(what), n))
    return ForEach(Times(1, count_of(what), n), verbs)


@action
def for_each_of_them(verbs: Verbs) -> Verb:
    them = Selector(Some(), filters=(Among(THEM),))
    return ForEach(Count(them), verbs)


@action
def delayed_step(moment: PhaseMoment, verbs: Verbs) -> Verb:
    return Delayed(moment, verbs)


@action
def delayed_event_step(event: Tensed, verbs: Verbs) -> Verb:
    return Delayed(present(event), verbs)


@action
def delayed_during_step(during: During, event: Tensed, verbs: Verbs) -> Verb:
    return Delayed(present(event), verbs, during.duration, during.conditions)


def present(event: Tensed) -> Event:
    if event.tense != "now":
        raise Unsound("“would” needs an “instead”")
    check_quantity(event.event)
    return event.event


def check_quantity(event: Event) -> None:
    """What happens is told of one card at a time; "1 or more" is any of them."""
    for name in event.__struct_fields__:
        what = getattr(event, name)
        if isinstance(what, Selector) and isinstance(what.quantity, Exactly | AtLeast | UpTo):
            if what.quantity.n != 1 or isinstance(what.quantity, Just):
                raise Unsound("an event is told of one card at a time")


@action
def instead_do(verbs: Verbs) -> InsteadOf:
    if isinstance(verbs[0], May):
        raise Unsound("said in another way")
    return InsteadOf(verbs, False)


@action
def instead_may(who: Who, verbs: Verbs) -> InsteadOf:
    if who != "you":
        raise Unsound("whether something else happens is for you to choose")
    return InsteadOf(offered(who, verbs), True)


@action
def instead_step(event: Tensed, instead: InsteadOf) -> Verb:
    return Instead(replaced(event), instead.verbs, instead.optional)


@action
def instead_during(event: Tensed, duration: Any, instead: InsteadOf) -> Verb:
    return Instead(replaced(event), instead.verbs, instead.optional, duration=duration)


@action
def next_time_instead(event: Tensed, instead: InsteadOf) -> Verb:
    return Instead(replaced(event), instead.verbs, instead.optional, next=True)


def replaced(event: Tensed) -> Event:
    if event.tense == "past":
        raise Unsound("what has happened cannot be replaced")
    return event.event


# Modes


@action
def mode_option(*sentences: Steps) -> Verbs:
    return joined(sentences)


@action
def modes(count: Quantity, *options: Verbs) -> Verb:
    return ChooseModes(count, options)


@action
def one_or_both(*options: Verbs) -> Verb:
    return ChooseModes(AtLeast(1), options)


@action
def modes_sentence(verb: Verb) -> Steps:
    return Steps((verb,))


# Sentences


@action
def plain_sentence(verbs: Verbs) -> Steps:
    return Steps(verbs)


@action
def then_sentence(verbs: Verbs) -> Steps:
    return Steps(verbs, "then")


@action
def no_less(n: int) -> Steps:
    return Steps((LetterIs("", n),), "no less")  # type: ignore[arg-type]


@action
def clause_no_less(verb: Any, n: int) -> Verbs:
    verbs = flat((verb,))
    return (*verbs[:-1], not_below(verbs[-1], n))


@action
def clause_or_instead(verb: Any, conditions: tuple[Condition, ...], other: Any) -> Verbs:
    """ "draw 1 card, or if …, draw 2 cards instead"."""
    plain, rather = flat((verb,)), flat((other,))
    if isinstance(verb, Marked) or isinstance(other, Marked) or len(plain) != 1:
        raise Unsound("“instead” of what?")
    return (in_its_place(plain[0], If(conditions, rather)),)


@action
def if_you_do(verbs: Verbs) -> Steps:
    return Steps(verbs, "if you do")


@action
def if_you_dont(verbs: Verbs) -> Steps:
    return Steps(verbs, "if you don't")


@action
def if_it_is_not(verbs: Verbs) -> Steps:
    return Steps(verbs, "if it is not")


@action
def if_instead(conditions: tuple[Condition, ...], verbs: Verbs) -> Steps:
    return Steps((If(conditions, verbs),), "instead")


@action
def otherwise(verbs: Verbs) -> Steps:
    return Steps(verbs, "otherwise")


@action
def steps_if_you_do(verbs: Verbs, then: Verbs) -> Steps:
    return Steps(joined((Steps(verbs), Steps(then, "if you do"))))


@action
def steps_otherwise(verbs: Verbs, then: Verbs) -> Steps:
    return Steps(joined((Steps(verbs), Steps(then, "otherwise"))))


@action
def two_sentences(one: Verbs, other: Verbs) -> Steps:
    """ "…; if you have 4 or more, …": what a comma could not part from the step before."""
    if not isinstance(other[0], If | May | Delayed):
        raise Unsound("said in another way")
    return Steps(joined((Steps(one), Steps(other))))


@action
def letter_is(letter: str, amount: Amount) -> Steps:
    return Steps((LetterIs(letter, amount),))  # type: ignore[arg-type]


@action
def body(*sentences: Steps) -> Verbs:
    """Options go on to the end of the text: nothing can follow them."""
    for sentence in sentences[:-1]:
        if any(isinstance(each, ChooseModes) for each in sentence.verbs):
            raise Unsound("the last option goes on to the end of the text")
    return chosen_where_seen(joined(sentences))


def chosen_where_seen(verbs: Verbs) -> Verbs:
    """ "Look at your opponent's hand and choose a card": of the hand, since that is what is looked at."""
    found: list[Verb] = []
    for verb in verbs:
        seen = found[-1].what if found and isinstance(found[-1], Look | Reveal) else None
        if isinstance(verb, Choose) and isinstance(seen, Selector) and is_hand(seen):
            what = verb.what
            if isinstance(what, Selector) and not (what.areas or what.whose or what.filters):
                verb = replace(verb, what=replace(what, whose=seen.whose, areas=seen.areas))
        found.append(verb)
    return tuple(found)


def is_hand(what: Selector) -> bool:
    return what == Selector(Every(), what.whose, ("hand",))


@action
def repeat_once() -> Steps:
    return Steps((Repeat(()),), "repeat")


@action
def repeat_times(n: Amount) -> Steps:
    return Steps((Repeat((), n),), "repeat")


@action
def repeat_up_to(n: Amount) -> Steps:
    return Steps((Repeat((), n, up_to=True),), "repeat")


@action
def repeat_may() -> Steps:
    return Steps((Repeat((), up_to=True),), "repeat")


def joined(sentences: tuple[Steps, ...]) -> Verbs:
    """Hang "if you do" and "otherwise" on what they speak of; "repeat this" takes all that stands before."""
    found: list[Verb] = []
    begun = 0  # where the last sentence that does something begins
    for sentence in sentences:
        if sentence.link == "instead" and found and is_of_another_kind(found[-1], sentence.verbs[0]):
            found[begun:] = [in_place_of_all(tuple(found[begun:]), sentence.verbs[0])]
            continue
        begun = begun if sentence.link else len(found)
        if not sentence.link or (sentence.link == "then" and not (found and is_after(found[-1]))):
            found.extend(sentence.verbs)
        elif all(isinstance(each, LetterIs) for each in found):
            raise Unsound(f"“{sentence.link}” has nothing before it")
        elif sentence.link == "only if":
            asked: Any = sentence.verbs[0]
            found = [replace(asked, then=tuple(found))]
        elif sentence.link == "repeat":
            again: Any = sentence.verbs[0]
            found = [replace(again, do=tuple(found))]
        else:
            found[-1:] = linked(found[-1], sentence)
    return tuple(found)


def is_of_another_kind(last: Verb, other: Verb) -> bool:
    assert isinstance(other, If)
    return not isinstance(last, If | Delayed | May | Instead) and [type(each) for each in other.then] != [
        type(last)
    ]


def in_place_of_all(verbs: Verbs, other: Verb) -> Verb:
    """ "Take it and ready it. If …, destroy it instead.": nothing of the sentence before is done."""
    assert isinstance(other, If)
    if not verbs or any(takes_cards(each) for each in walk(verbs)):
        raise Unsound("choose first, in a sentence of its own, so that it is known what is meant")
    return replace(other, otherwise=verbs)


def takes_cards(node: Node) -> bool:
    """A choice of cards, which words behind could point at; a zone to go to is none."""
    if not isinstance(node, Selector) or not isinstance(node.quantity, CHOICES):
        return False
    return not ({"zone", "circle", "attack zone", "defense zone"} & set(node.types))


def is_after(last: Verb) -> bool:
    """ "… after the battle. Then …": what comes then comes after the battle too."""
    return isinstance(last, Delayed) and isinstance(last.event, PhaseMoment) and last.event.moment == "after"


def linked(last: Verb, sentence: Steps) -> Verbs:
    if sentence.link == "then":
        assert isinstance(last, Delayed)
        return (replace(last, do=(*last.do, *sentence.verbs)),)
    if sentence.link == "if you do":
        return do_linked(last, sentence.verbs)
    if sentence.link == "instead":
        return (in_its_place(last, sentence.verbs[0]),)
    if sentence.link == "no less":
        least: Any = sentence.verbs[0]
        return (not_below(last, least.amount),)
    if sentence.link == "if it is not":
        return (unlike(last, sentence.verbs),)
    if (
        isinstance(last, If)
        and last.then
        and isinstance(last.then[-1], May)
        and sentence.link == "if you don't"
    ):
        inner = replace(last.then[-1], otherwise=sentence.verbs)
        return (replace(last, then=(*last.then[:-1], inner)),)
    if isinstance(last, May) and not last.otherwise:
        return (replace(last, otherwise=sentence.verbs),)
    if isinstance(last, If) and not last.otherwise and sentence.link == "otherwise":
        return (replace(last, otherwise=sentence.verbs),)
    if isinstance(last, Delayed) and len(last.do) == 1 and sentence.link == "otherwise":
        return (replace(last, do=linked(last.do[0], sentence)),)
    if sentence.link == "if you don't":
        return (last, If((NotSo(Done()),), sentence.verbs))
    raise Unsound("“otherwise” has no “if” before it")


def in_its_place(last: Verb, other: Verb) -> Verb:
    """ "Draw 1 card. If …, draw 2 cards instead.": the condition comes first, and one of the two is done."""
    assert isinstance(other, If)
    if isinstance(last, If) and not last.otherwise:
        return in_place_of_one(last, other)
    if [type(each) for each in other.then] != [type(last)]:
        raise Unsound("“instead” of what? The sentence before does something of another kind")
    chosen = any(isinstance(each, Selector) and isinstance(each.quantity, CHOICES) for each in walk(last))
    rather = as_said_before(last, other.then[0]) if not chosen else other.then[0]
    if chosen and any(isinstance(each, Pronoun) for each in walk((other.conditions, rather))):
        raise Unsound("choose first, in a sentence of its own, so that it is known what is meant")
    meant = getattr(last, "what", getattr(last, "to", None))
    conditions = told_of(meant, other.conditions) if isinstance(meant, Selector | Role) else other.conditions
    return replace(other, conditions=conditions, then=(rather,), otherwise=(last,))


def told_of(what: Target, node: Any) -> Any:
    """ "Your member in battle gets …. If that member …, … instead": the same card is asked about."""
    if isinstance(node, tuple):
        return tuple(told_of(what, each) for each in node)
    if isinstance(node, Pronoun) and node.word in ("it", "that", "them"):
        return what
    if not isinstance(node, Node):
        return node
    return replace(node, **{name: told_of(what, getattr(node, name)) for name in node.__struct_fields__})


def as_said_before(last: Verb, rather: Verb) -> Verb:
    """ "… gets -1000 power until …. If …, it gets -3000 power instead.": the same card, for the same time."""
    changes: dict[str, Any] = {}
    for name in ("what", "to"):
        if isinstance(getattr(rather, name, None), Pronoun):
            changes[name] = getattr(last, name)
    if "duration" in rather.__struct_fields__ and getattr(rather, "duration", None) is None:
        changes["duration"] = getattr(last, "duration", None)
    return replace(rather, **changes)


def not_below(last: Verb, least: int) -> Verb:
    """ "(To a minimum of 1.)": said of the number that was lowered just before."""
    if isinstance(last, If) and not last.otherwise:
        return replace(last, then=(*last.then[:-1], not_below(last.then[-1], least)))
    if not isinstance(last, Modify) or last.how != "minus":
        raise Unsound("a minimum is said of a number that is lowered")
    if last.stat.endswith(" cost"):
        if least:
            raise Unsound("a cost can be lowered to zero")
        return last
    return replace(last, least=least)


def in_place_of_one(last: If, other: If) -> Verb:
    """ "If …, draw 1 card and rest it. If …, draw 2 cards instead.": of several things done, one is other."""
    kind = type(other.then[0])
    alike = [at for at, each in enumerate(last.then) if type(each) is kind]
    if len(other.then) != 1 or len(alike) != 1:
        raise Unsound("“instead” of what? The sentence before does something of another kind")
    asked = last.conditions, other.conditions
    if are_apart(*asked) or (len(last.then) == 1 and is_narrower(*asked)):
        return replace(other, conditions=counted_on(last.conditions, other.conditions), otherwise=(last,))
    at = alike[0]
    return replace(last, then=(*last.then[:at], in_its_place(last.then[at], other), *last.then[at + 1 :]))


def are_apart(one: tuple[Condition, ...], other: tuple[Condition, ...]) -> bool:
    """ "If you have 3 or more …. If you have only 1, … instead.": the second never holds with the first."""
    return any(
        a == "at least" and b in ("equal", "at most") and m < n for a, n, b, m in counted_twice(one, other)
    )


def is_narrower(one: tuple[Condition, ...], other: tuple[Condition, ...]) -> bool:
    """ "If you have 2 or more …. If you have 4 or more, … instead.": the second only holds with the first."""
    return len(one) == 1 and any(
        (a == b == "at least" and m >= n) or (a == "at most" and b in ("equal", "at most") and m <= n)
        for a, n, b, m in counted_twice(one, other)
    )


def counted_twice(
    one: tuple[Condition, ...], other: tuple[Condition, ...]
) -> Iterator[tuple[str, int, str, int]]:
    """What both ask about the number of the same cards."""
    for each in one:
        for again in other:
            if not isinstance(each, Compare) or not isinstance(again, Compare):
                continue
            if not isinstance(each.left, Count) or not isinstance(again.left, Count):
                continue
            same = again.left.what == each.left.what or is_as_before(again.left.what)
            if same and isinstance(each.right, int) and isinstance(again.right, int):
                yield each.compare, each.right, again.compare, again.right


def unlike(last: Verb, verbs: Verbs) -> Verb:
    """ "If it is red, …. If it is not, …."."""
    asks = isinstance(last, If) and not last.otherwise and len(last.conditions) == 1
    if not asks or not isinstance(last, If) or not isinstance(last.conditions[0], Matches | Compare):
        raise Unsound("“if it is not” has no “if it is” before it")
    return replace(last, otherwise=verbs)


CHOICES = (Exactly, UpTo, AtLeast, AnyNumber)


def do_linked(last: Verb, verbs: Verbs) -> Verbs:
    if isinstance(last, May) and not last.then:
        return (replace(last, then=verbs),)
    if isinstance(last, Instead) and last.optional and not last.then:
        return (replace(last, then=verbs),)
    if isinstance(last, If | Delayed):
        inner = last.then if isinstance(last, If) else last.do
        done = (*inner[:-1], *do_linked(inner[-1], verbs))
        return (replace(last, then=done) if isinstance(last, If) else replace(last, do=done),)
    return (last, If((Done(),), verbs))


# Abilities


@action
def automatic(event: Tensed, verbs: Verbs) -> Ability:
    return Ability("automatic", trigger=present(event), body=verbs)


@action
def automatic_first(event: Tensed, verbs: Verbs) -> Ability:
    return Ability("automatic", trigger=Nth(present(event)), body=verbs)


@action
def automatic_while(event: Tensed, conditions: tuple[Condition, ...], verbs: Verbs) -> Ability:
    return Ability("automatic", trigger=present(event), conditions=conditions, body=verbs)


@action
def automatic_and(event: Tensed, conditions: tuple[Condition, ...], verbs: Verbs) -> Ability:
    """ "When this unit attacks and you have no cards in hand, …": it is asked then."""
    if any(isinstance(each, Happened) for each in conditions):
        raise Unsound("two events at once: say “or”, or what has happened before with “if”")
    return Ability("automatic", trigger=present(event), body=(If(conditions, verbs),))


@action
def automatic_turn(whose: Who, event: Tensed, verbs: Verbs) -> Ability:
    return automatic_while(event, (DuringTurn(whose),), verbs)


@action
def automatic_in_turn(event: Tensed, whose: Who, verbs: Verbs) -> Ability:
    return automatic_turn(whose, event, verbs)


@action
def automatic_at(moment: PhaseMoment, verbs: Verbs) -> Ability:
    return Ability("automatic", trigger=moment, body=verbs)


@action
def automatic_situation(conditions: tuple[Condition, ...], verbs: Verbs) -> Ability:
    if any(says_event(each) for each in conditions):
        raise Unsound("said in another way")
    return Ability("automatic", trigger=Situation(conditions), body=verbs)


EVENT_STATES = frozenset(
    {"destroyed", "revealed", "normal summoned", "special summoned", "genesis summoned", "abyssal summoned"}
)


def says_event(condition: Condition) -> bool:
    """ "is special summoned" after "when" is what happens, not how things stand."""
    like = condition.like if isinstance(condition, Matches) else None
    if isinstance(condition, Compare) and isinstance(condition.left, Count):
        like = condition.left.what
    filters = like.filters if like is not None else ()
    return any(isinstance(each, State) and each.state in EVENT_STATES for each in filters)


@action
def replacement(event: Tensed, instead: InsteadOf) -> Ability:
    verb = Instead(replaced(event), instead.verbs, instead.optional)
    return Ability("replacement", body=(verb,))


@action
def replacement_first(event: Tensed, instead: InsteadOf) -> Ability:
    return replace(replacement(event, instead), limits=(Limit(1),))


@action
def replacement_more(event: Tensed, instead: InsteadOf, more: Verbs) -> Ability:
    raise Unsound("said in another way")


@action
def plain_body(verbs: Verbs) -> Ability:
    if len(verbs) == 1 and isinstance(verbs[0], Instead) and not verbs[0].next:
        return Ability("replacement", body=verbs)
    if len(verbs) == 1 and isinstance(verbs[0], Delayed) and is_about_to(verbs[0]):
        return Ability("automatic", trigger=verbs[0].event, body=verbs[0].do)
    return Ability("continuous", body=verbs)


def is_about_to(verb: Delayed) -> bool:
    """ "Damage dealt to you becomes 1": said of all damage to come, as long as the card says so."""
    return isinstance(verb.event, Damages) and verb.event.waiting and verb.duration is None


@action
def cost_body(costs: tuple[Any, ...], verbs: Verbs) -> Ability:
    return Ability("continuous", costs=flat(costs), body=verbs)


@action
def condition_body(conditions: tuple[Condition, ...], verbs: Verbs) -> Ability:
    return Ability("continuous", conditions=conditions, body=verbs)


@action
def cost_condition_body(costs: tuple[Any, ...], conditions: tuple[Condition, ...], verbs: Verbs) -> Ability:
    return Ability("continuous", costs=flat(costs), conditions=conditions, body=verbs)


@action
def condition_cost_body(conditions: tuple[Condition, ...], costs: tuple[Any, ...], verbs: Verbs) -> Ability:
    return cost_condition_body(costs, conditions, verbs)


@action
def cost_steps(verbs: Any) -> Verbs:
    return flat((verbs,))


def header(label: str = "", **fields: Any) -> HeaderPart:
    return HeaderPart(label, tuple(fields.items()))


constants(
    enter=header("enter", trigger=Played(This())),
    when_invading=header("when invading", trigger=Advances(This(), Cause("invasion"))),
    revenge=header(
        "revenge", trigger=Moved(This(), ("field",), ("discard pile",), Cause("overload", negated=True))
    ),
    base=header("base"),
    your_turn=header("your turn", conditions=(DuringTurn("you"),)),
    opponents_turn=header("opponent's turn", conditions=(DuringTurn("opponent"),)),
    once_per_turn=header(limits=(Limit(1),)),
)


@action
def awakening(n: int) -> HeaderPart:
    monster = Selector(Every(), "you", types=("monster card",))
    return header("awakening", conditions=(Compare(ValueOf("zone number", monster), "at least", n),))


@action
def headed_ability(headers: tuple[HeaderPart, ...], found: Ability) -> Ability:
    for at, each in enumerate(headers):
        if each in headers[:at]:
            raise Unsound("the same header stands there twice")
        found = headed(found, each)
    first = found.body[0] if found.kind == "continuous" else None
    if isinstance(first, Delayed) and first.duration is None:
        raise Unsound("a “when” in front of the whole text makes an automatic ability")
    return with_letters(found)


def headed(found: Ability, part: HeaderPart) -> Ability:
    """Give the ability what the header says; a header's trigger needs a body without one."""
    changes: dict[str, Any] = {}
    if part.label and part.label in found.labels:
        raise Unsound("the same header stands there twice")
    if part.label:
        changes["labels"] = (*found.labels, part.label)
    for name, value in part.fields:
        before = getattr(found, name)
        if name == "name" and found.limits:
            raise Unsound("a limit left of the name belongs to the name")
        if name in ("conditions", "limits", "costs", "areas"):
            changes[name] = (*before, *value)
        elif name == "trigger":
            if before is not None or found.kind not in ("continuous", "automatic"):
                raise Unsound("the header already says when")
            if waits_for_ever(found.body):
                raise Unsound("the header already says when; or say “during this turn, when …”")
            changes.update(trigger=value, kind="automatic")
        elif name == "kind" and found.kind == "replacement" and value in ("continuous", "automatic"):
            continue  # what replaces waits for nothing, whichever icon stands before it
        elif name == "kind" and value == "continuous" and isinstance(found.trigger, Situation):
            standing = (If(found.trigger.conditions, found.body),)  # "When your life is at 4 or less, …"
            changes.update(kind=value, trigger=None, body=standing)
        elif name == "kind" and value == "continuous" and found.trigger == Attacks(This()):
            changes.update(kind=value, trigger=None, body=(If((ATTACKING,), found.body),))
        elif name == "kind" and found.kind not in ("continuous", value):
            raise Unsound(f"the header says {value}, the text is {found.kind}")
        elif name == "window" and before not in ("", value):
            raise Unsound("the headers say two times at which it is used")
        else:
            changes[name] = value
    return replace(found, **changes)


ATTACKING = Matches(This(), Selector(filters=(State("attacking"),)))  # "[Permanent] When this card attacks"


def waits_for_ever(verbs: Verbs) -> bool:
    """ "[Enter] When …": two moments, of which only one can be meant."""
    first = verbs[0] if verbs else None
    if not isinstance(first, Delayed) or first.duration is not None:
        return False
    return not isinstance(first.event, PhaseMoment)


def with_letters(found: Ability) -> Ability:
    parts = letter_parts((*found.costs, *found.body))
    letters = tuple(Letter(each.letter, each.amount) for each in parts)
    if not letters:
        return found
    plain = replace(found, costs=without_letters(found.costs), body=without_letters(found.body))
    said = [each.letter for each in letters]
    for letter in said:
        if said.count(letter) > 1:
            raise Unsound(f"what {letter} is, is said twice")
        if not asks_for(plain, letter):
            raise Unsound(f"it says what {letter} is, but {letter} stands nowhere else")
    return replace(plain, letters=letters)


def asks_for(node: Any, letter: str) -> bool:
    """Whether a letter stands anywhere in an ability."""
    if isinstance(node, tuple):
        return any(asks_for(each, letter) for each in node)
    if not isinstance(node, Node):
        return False
    if isinstance(node, Unknown):
        return node.letter == letter
    return any(asks_for(getattr(node, name), letter) for name in node.__struct_fields__)


def letter_parts(verbs: Verbs) -> list[LetterIs]:
    found: list[LetterIs] = []
    for each in verbs:
        if isinstance(each, LetterIs):
            found.append(each)
        for name in ("do", "then", "otherwise"):
            found.extend(letter_parts(getattr(each, name, ())))
        for option in getattr(each, "options", ()):
            found.extend(letter_parts(option))
    return found


def without_letters(verbs: Verbs) -> Verbs:
    found: list[Verb] = []
    for each in verbs:
        if isinstance(each, LetterIs):
            continue
        inner: dict[str, Any] = {
            name: without_letters(getattr(each, name))
            for name in ("do", "then", "otherwise")
            if isinstance(getattr(each, name, None), tuple)
        }
        if isinstance(each, ChooseModes):
            inner["options"] = tuple(without_letters(option) for option in each.options)
        found.append(replace(each, **inner) if inner else each)
    return tuple(found)


@action
def line(*abilities: Ability) -> tuple[Ability, ...]:
    """Only the first ability of a line can do without a header."""
    return abilities


# Monsters and their zones


@action
def burst(rank: Amount) -> Ability:
    if not isinstance(rank, int) or not 1 <= rank <= 4:
        raise Unsound("monsters have the ranks I to IV")
    return Ability("keyword", keyword=Keyword("burst", rank))


@action
def evolution(rank: Amount, label: Is) -> Ability:
    if not isinstance(rank, int) or label.what != "trait":
        raise Unsound("Evolution has a rank and a trait")
    return Ability("keyword", keyword=Keyword("evolution", rank, label.values))


@action
def resonance(colours: tuple[str, ...], *rules: Verb) -> Ability:
    return Ability("keyword", keyword=Keyword("resonance", values=colours), body=rules)


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
