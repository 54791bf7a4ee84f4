"""Sentences into bodies: options, and how each sentence is linked to the one before."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations_with_replacement
from typing import Any, NamedTuple, TypeGuard

from msgspec.structs import replace

from judgekit.cardtext import model as m
from judgekit.cardtext.before import counted_on, is_as_before
from judgekit.cardtext.build.registry import (
    IT,
    THEM,
    AsLong,
    Head,
    InsteadOf,
    Pronoun,
    Steps,
    Tensed,
    Throughout,
    Where,
    action,
    actions,
)
from judgekit.cardtext.build.steps import (
    LetterIs,
    OnlyIf,
    Owned,
    SoMany,
    SuchInstead,
    Verbs,
    clause_adverb,
    flat,
    offered,
    opposite,
    performed,
    player_clause,
    replaced,
    said_of,
    told,
    yours,
)
from judgekit.cardtext.build.targets import count_of, selector
from judgekit.cardtext.discourse import deeds_of
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.marks import Ahead, First, Marked, That


@action
def no_less(n: int) -> Steps:
    return Steps((LetterIs("", n),), "no less")  # type: ignore[arg-type]


@action
def more_never(*said: Any) -> Steps:
    return Steps((LetterIs("", said[-1]),), "no more")  # type: ignore[arg-type]


@action
def stat_no_less(stat: str, *said: Any) -> Steps:
    """ "Its power can't be reduced below 1000 by this ability"."""
    return Steps((LetterIs(stat, said[-1]),), "no less")  # type: ignore[arg-type]


@action
def clause_no_less(verb: Any, n: int) -> Verbs:
    verbs = flat((verb,))
    return (*verbs[:-1], not_below(verbs[-1], n))


@action
def clause_or_instead(verb: Any, conditions: tuple[m.Condition, ...], other: Any) -> Verbs:
    """ "draw 1 card, or if …, draw 2 cards instead"."""
    plain, rather = flat((verb,)), flat((other,))
    if isinstance(verb, Marked) or isinstance(other, Marked) or len(plain) != 1:
        raise Unsound("“instead” of what?")
    return (in_its_place(plain[0], m.If(conditions, rather)),)


@action
def if_so_many_instead(
    conditions: tuple[m.Condition, ...], word: str, count: m.Quantity, noun: str = ""
) -> Steps:
    """ "Draw 1 card. If …, draw 2 instead": the same with another number."""
    again = SoMany(word, count, noun)
    return Steps((m.If(conditions, (again,)),), "so many instead")  # type: ignore[arg-type]


@action
def if_such_instead(conditions: tuple[m.Condition, ...], like: tuple[m.Filter, ...]) -> Steps:
    """ "Destroy a rank 4 or lower card. If …, rank 6 or lower instead": the same of another kind."""
    again: Any = SuchInstead(like)
    return Steps((m.If(conditions, (again,)),), "so many instead")


@action
def such_filters(*found: Any) -> tuple[m.Filter, ...]:
    like = tuple(one for each in found for one in (each if type(each) is tuple else (each,)))
    if not all(isinstance(each, m.Stat | m.Is) for each in like):
        raise Unsound("“instead” of what? Say the whole again")
    return like


@action
def if_player_so_many_instead(
    conditions: tuple[m.Condition, ...], who: m.Who, word: str, count: m.Quantity
) -> Steps:
    """ "Your opponent puts the top card …. If …, they put the top 3 cards instead": the same player."""
    again = SoMany(word, count, who=who)
    return Steps((m.If(conditions, (again,)),), "so many instead")  # type: ignore[arg-type]


@action
def two_sentences(one: Verbs, other: Verbs) -> Steps:
    """ "…; if you have 4 or more, …": what a comma could not separate from the step before."""
    if not isinstance(other[0], m.If | m.May | m.Delayed):
        raise Unsound("said in another way")
    return Steps(joined((Steps(one), Steps(other))))


@action
def letter_is(letter: str, amount: m.Amount) -> Steps:
    return Steps((LetterIs(letter, amount),))  # type: ignore[arg-type]


@action
def modes_by(who: m.Who, count: m.Quantity, *options: tuple[Any, ...]) -> m.Verb:
    """ "Your opponent chooses 1 of the following": the chooser does what an option assigns to nobody."""
    if who in ("you", "each", "any"):
        raise Unsound("said in another way")
    return m.ChooseModes(count, tuple(chosen_by(who, each) for each in options), who)


def chosen_by(who: m.Who, parts: tuple[Any, ...]) -> Verbs:
    return told(tuple(part if isinstance(part, Owned) else offered(who, flat((part,))) for part in parts))


@action
def modes_or_both(count: m.Quantity, conditions: tuple[m.Condition, ...], one: Verbs, other: Verbs) -> m.Verb:
    """ "Choose 1 of the following. If …, you may choose both." """
    if count != m.Exactly(1):
        raise Unsound("“both” only goes with a choice of 1 of 2 options")
    return m.ChooseModes(count, (one, other), all_if=conditions)


@action
def modes_or_rather(
    count: m.Quantity, conditions: tuple[m.Condition, ...], rather: m.Quantity, *options: Verbs
) -> m.Verb:
    """ "Choose 1 of the following. If …, choose 2 instead"."""
    return m.ChooseModes(count, options, all_if=conditions, rather=rather)


@action
def both_modes() -> m.Quantity:
    return m.Exactly(2)


@action
def all_modes() -> m.Quantity:
    return m.Every()


@action
def modes_for_you(who: m.Who, count: m.Quantity, *options: Verbs) -> m.Verb:
    """ "Your opponent chooses 1 of the following, and you perform it"."""
    if who in ("you", "each", "any"):
        raise Unsound("said in another way")
    return m.ChooseModes(count, options, who)


@action
def modes_again(count: m.Quantity, *options: Verbs) -> m.Verb:
    """The same option more than once: each set of options that can be chosen is an option itself."""
    n = count.n if isinstance(count, m.Exactly) else None
    if not isinstance(n, int) or not 1 < n <= 3 or len(options) > 4:
        raise Unsound("so many options, each more than once, cannot be listed")
    sets = combinations_with_replacement(options, n)
    return m.ChooseModes(m.Exactly(1), tuple(tuple(verb for one in each for verb in one) for each in sets))


@action
def while_so(verb: Any, found: Any) -> Verbs:
    """ "Your units gain +1 ATK while attacking": those that are; "this unit … while exhausted": if it is."""
    verbs = flat((verb,))
    if any(isinstance(each, m.Permit) and each.act == m.Act("attack") for each in verbs):
        raise Unsound("said in another way")  # "can attack while resting": though it rests
    parts = found if type(found) is tuple else (found,)
    what = getattr(verbs[0], "what", None)
    if isinstance(verb, Marked) or not all(getattr(each, "what", None) == what for each in verbs):
        raise Unsound("which cards does “while” describe? Say “this card”, or “all” of a kind")
    if isinstance(what, m.This):
        return (Throughout((m.Matches(what, selector(m.Some(), "", Head((), ()), parts)),), verbs),)
    if not isinstance(what, m.Selector) or not isinstance(what.quantity, m.Every):
        raise Unsound("which cards does “while” describe? Say “this card”, or “all” of a kind")
    where = (Where(what.areas, what.whose),) if what.areas else ()
    narrower = selector(m.Every(), what.whose, Head(what.types, what.filters), (*where, *parts))
    return tuple(replace(each, what=narrower) for each in verbs)


@action
def while_it(verb: Any, found: Any) -> Verbs:
    """ "Each Knight gains +1 ATK while it is attacking": each of those that are."""
    if any(not isinstance(getattr(each, "what", None), m.Selector) for each in flat((verb,))):
        raise Unsound("said in another way")
    return while_so(verb, found)


@action
def may_modes(who: m.Who, verb: m.Verb) -> Steps:
    if who != "you" or getattr(verb, "who", "") != "you":
        raise Unsound("who chooses?")
    return Steps((m.May((verb,)),))


@action
def body(*sentences: Steps) -> Verbs:
    """Options go on to the end of the text: nothing can follow them."""
    for sentence in sentences[:-1]:
        if any(isinstance(each, m.ChooseModes) for each in m.walk(sentence.verbs)):
            raise Unsound("nothing can follow the options: the last one runs to the end of the text")
    return chosen_where_seen(joined(sentences))


def chosen_where_seen(verbs: Verbs) -> Verbs:
    """ "Look at your opponent's hand and choose a card": of the hand, since that is what is looked at."""
    found: list[m.Verb] = []
    for verb in verbs:
        seen = found[-1].what if found and isinstance(found[-1], m.Look | m.Reveal) else None
        if isinstance(verb, m.Choose) and isinstance(seen, m.Selector) and is_hand(seen):
            what = verb.what
            if isinstance(what, m.Selector) and not (what.areas or what.whose or what.filters):
                verb = replace(verb, what=replace(what, whose=seen.whose, areas=seen.areas))
        found.append(verb)
    return tuple(found)


def is_hand(what: m.Selector) -> bool:
    return what == m.Selector(m.Every(), what.whose, ("hand",))


@action
def used_only(conditions: tuple[m.Condition, ...]) -> Steps:
    """ "Activate this skill only if …": checked when it is used, wherever the text says so."""
    return Steps((OnlyIf(conditions),))  # type: ignore[arg-type]


@action
def never_used(conditions: tuple[m.Condition, ...]) -> Steps:
    """ "You cannot activate this skill if …"."""
    return used_only(opposite(conditions))


def joined(sentences: tuple[Steps, ...]) -> Verbs:
    """The instructions, then the conditions for using the ability, on which nothing depends."""
    asked = [each for each in sentences if is_asked_when_used(each)]
    done = [each for each in sentences if not is_asked_when_used(each)]
    return (*hung(done), *(verb for each in asked for verb in each.verbs))


def is_asked_when_used(sentence: Steps) -> bool:
    return any(isinstance(each, OnlyIf) for each in sentence.verbs)


def hung(sentences: list[Steps], before: Verbs = ()) -> Verbs:
    """Attach "if you do" and "otherwise" to what they refer to; "repeat this" takes all before it."""
    found: list[m.Verb] = [*before]
    begun = 0  # where the last sentence that does something begins
    for at, sentence in enumerate(sentences):
        sentence = sentence._replace(verbs=of_that_turn(named_turn(found), sentence.verbs))
        if sentence.link == "instead" and (choices := two_choices(found, sentence.verbs[0])) is not None:
            later = sentences[at + 1 :]
            if any(belongs_to_a_choice(each) for each in later):
                return (*found[: choices.begin], choices.carried_on(later))
            found[choices.begin :] = [choices.carried_on([])]
            continue
        if found and is_without(sentence.verbs) and is_taking(found[-1]):
            found[-1:] = [where_there_is(found[-1], sentence.verbs[0])]
            continue
        if sentence.link == "instead":
            begun += chosen_in_both(found[begun:], sentence.verbs[0])
            check_which_part(found[begun:], sentence.verbs[0])
        if sentence.link == "instead" and found and is_of_another_kind(found[-1], sentence.verbs[0]):
            found[begun:] = in_place_of_all(tuple(found[begun:]), sentence.verbs[0])
            continue
        if sentence.link == "no more" and len([each for each in found[begun:] if counted_number(each)]) > 1:
            raise Unsound("which of the numbers has that maximum? Say it behind that one")
        begun = begun if sentence.link else len(found)
        if not sentence.link and found and (own := each_by_their_own(found[-1], sentence.verbs)):
            found.append(own)
            continue
        if not sentence.link and found and any(isinstance(each, AsLong) for each in m.walk(sentence.verbs)):
            found[-1:] = with_also(found[-1], sentence.verbs)
            continue
        if not sentence.link and found and (under := with_what_was_not_chosen(found[-1], sentence.verbs)):
            found[-1] = under
            continue
        if sentence.link == "then" and asks_for_all(found) and not isinstance(sentence.verbs[0], m.If):
            found = [replace(found[0], then=(*found[0].then, *sentence.verbs))]
            continue
        if not sentence.link or (sentence.link == "then" and not (found and is_after(found[-1]))):
            found.extend(sentence.verbs)
        elif all(isinstance(each, LetterIs) for each in found):
            raise Unsound(f"“{sentence.link}” has nothing before it")
        elif sentence.link == "only if":
            asked: Any = sentence.verbs[0]
            found = [replace(asked, then=tuple(found))]
        elif sentence.link == "both players":
            found[begun:] = map(of_both_players, found[begun:])
        elif sentence.link == "repeat":
            again: Any = sentence.verbs[0]
            found = [replace(again, do=tuple(found))]
        else:
            found[-1:] = linked(found[-1], sentence)
    return tuple(found)


def with_what_was_not_chosen(last: m.Verb, verbs: Verbs) -> m.If | None:
    """ "If …, your opponent chooses 2 of them. Destroy all that were not chosen.": where some were."""
    if not isinstance(last, m.If) or last.otherwise or not isinstance(last.then[-1], m.Choose):
        return None
    if not any(each == m.OtherThan(THEM) for each in m.walk(verbs)):
        return None
    return replace(last, then=(*last.then, *verbs))


def named_turn(found: list[m.Verb]) -> m.Until | None:
    """ "Until the end of your opponent's next turn": the turn that a text has named last."""
    spans = [each for each in m.walk(tuple(found)) if isinstance(each, m.Until) and each.end == "turn"]
    return spans[-1] if spans and spans[-1].next and spans[-1].moment == "end" else None


def of_that_turn(named: m.Until | None, node: Any) -> Any:
    """ "… until the end of your opponent's next turn. At the end of that turn, …"."""
    if named is None:
        return node
    if isinstance(node, tuple) and type(node) is tuple:
        return tuple(of_that_turn(named, each) for each in node)
    if isinstance(node, m.PhaseMoment) and isinstance(node.which, That) and node.phase == "turn":
        return replace(node, whose=named.whose, which="next")
    if not isinstance(node, m.Delayed):
        return node
    return replace(node, event=of_that_turn(named, node.event))


def asks_for_all(found: list[m.Verb]) -> TypeGuard[list[m.If]]:
    """ "When …, if you have 3 or more, draw 1 card. Then, discard 1 card.": a text that begins with a
    condition goes on under it. One that asks in the middle of it goes on in any case."""
    first = found[0] if len(found) == 1 else None
    return isinstance(first, m.If) and isinstance(first.conditions, Ahead) and not first.otherwise


def is_without(verbs: Verbs) -> bool:
    """ "If there are none, …": none of what the sentence before would take."""
    asked = verbs[0].conditions if len(verbs) == 1 and isinstance(verbs[0], m.If) else ()
    first = asked[0] if len(asked) == 1 else None
    if not isinstance(first, m.Compare) or not isinstance(first.left, m.Count):
        return False
    return is_as_before(first.left.what) and (first.compare, first.right) == ("equal", 0)


def is_taking(verb: m.Verb) -> bool:
    what = getattr(verb, "what", None)
    return isinstance(what, m.Selector) and isinstance(what.quantity, m.Exactly)


def where_there_is(verb: Any, other: Any) -> m.Verb:
    """Checked before anything is taken."""
    there = m.Compare(m.Count(replace(verb.what, quantity=m.Some(), bind=0)), "at least", 1)
    return m.If((there,), (verb,), other.then)


def with_also(last: m.Verb, verbs: Verbs) -> Verbs:
    """ "If you do, it gains +1 ATK until end of turn. It also gains …": then, and for the same time."""
    if isinstance(last, m.Delayed | m.Instead) and last.do:
        return (replace(last, do=(*last.do[:-1], *with_also(last.do[-1], verbs))),)
    if isinstance(last, m.May) and last.then and gives_time(last.then[-1]):
        return (replace(last, then=(*last.then[:-1], *with_also(last.then[-1], verbs))),)
    spans = [each for each in m.walk(last) if isinstance(each, m.Duration) and not isinstance(each, AsLong)]
    return (last, *(for_time(each, spans[-1] if spans else None) for each in verbs))


def gives_time(verb: m.Verb) -> bool:
    return isinstance(verb, m.Delayed | m.Instead) or getattr(verb, "duration", None) is not None


def for_time(node: Any, duration: m.Duration | None) -> Any:
    if isinstance(node, tuple):
        return tuple(for_time(each, duration) for each in node)
    if isinstance(node, AsLong):
        return duration
    if not isinstance(node, m.Node):
        return node
    return replace(node, **{name: for_time(getattr(node, name), duration) for name in node.__struct_fields__})


class TwoChoices(NamedTuple):
    """One choice or another, by a condition, with what is done to the cards of each."""

    begin: int
    conditions: tuple[m.Condition, ...]
    rather: Verbs
    plain: Verbs
    several: bool  # what is said of one card is said of several there
    optional: bool

    def carried_on(self, later: list[Steps]) -> m.Verb:
        """What later sentences say of the chosen cards is said of those of either choice."""
        told = [each._replace(verbs=told_of_several(each.verbs)) for each in later] if self.several else later
        rather, plain = hung(told, self.rather), hung(later, self.plain)
        done = (m.May(rather, otherwise=plain),) if self.optional else rather
        return m.If(self.conditions, done, plain)


def two_choices(found: list[m.Verb], other: m.Verb) -> TwoChoices | None:
    """ "Choose up to 1 of … and KO it. If …, choose up to 2 instead.": what is done to it is done to them."""
    assert isinstance(other, m.If)
    begin = last_choice(found)
    only = other.then[0] if len(other.then) == 1 else None
    optional = isinstance(only, m.May) and len(only.do) == 1 and not (only.then or only.otherwise)
    again = only.do[0] if optional and isinstance(only, m.May) else only
    if begin < 0 or not isinstance(again, m.Choose):
        return None
    choice = found[begin]
    assert isinstance(choice, m.Choose)
    quantity: Any = quantity_of(again.what)
    if again.what in (IT, THEM):  # "you choose it instead": the same choice, made by another player
        if again.who == choice.who:
            raise Unsound("who chooses it? The same player chooses it anyway")
        rather = m.Choose(choice.what, again.who)
        several = False
    elif any(again.what == replace(each, quantity=quantity) for each in SO_MANY_OF_THEM):
        who = chooser_of(only)
        rather = replace(choice, what=replace(choice.what, quantity=quantity), who=who or choice.who)
        several = quantity.n != 1
        optional = optional and not isinstance(quantity, m.UpTo)
    elif isinstance(quantity, m.Exactly | m.UpTo) and not points_at(other.then):
        rather = again  # other cards, and nothing is said of what is done to them
        several = quantity.n != 1
    else:
        return None
    if optional and chooser_of(only):
        raise Unsound("who decides whether so many are chosen? Say “up to”")
    if any(isinstance(each, Pronoun) for each in m.walk(other.conditions)):
        raise Unsound("choose first, in a sentence of its own, so that it is clear what is meant")
    done = tuple(found[begin + 1 :])
    return TwoChoices(
        begin,
        other.conditions,
        (rather, *(told_of_several(done) if several else done)),
        tuple(found[begin:]),
        several,
        optional,
    )


def chooser_of(verb: Any) -> m.Who | None:
    """Who chooses, or may choose, if it is said: "your opponent chooses 2 instead"."""
    found = next(
        (each.who for each in m.walk(verb) if isinstance(each, m.Choose) and each.who != "you"), None
    )
    return found or (verb.who if isinstance(verb, m.May) and verb.who != "you" else None)


def belongs_to_a_choice(sentence: Steps) -> bool:
    """Whether a sentence speaks of what was chosen or done before."""
    return points_at(sentence.verbs) or sentence.link not in ("", "then")


def quantity_of(what: m.Target) -> m.Quantity:
    return what.quantity if isinstance(what, m.Selector) else m.Some()


def last_choice(verbs: list[m.Verb]) -> int:
    """The index of the last choice that states a number."""
    found = [
        at
        for at, each in enumerate(verbs)
        if isinstance(each, m.Choose) and isinstance(quantity_of(each.what), m.Exactly | m.UpTo)
    ]
    return found[-1] if found else -1


def told_of_several(node: Any) -> Any:
    """What was said of one card, said of several."""
    if isinstance(node, tuple):
        return tuple(told_of_several(each) for each in node)
    if isinstance(node, Pronoun):
        return replace(node, word="them") if node.word in ("it", "that") else node
    if not isinstance(node, m.Node):
        return node
    return replace(node, **{name: told_of_several(getattr(node, name)) for name in node.__struct_fields__})


def is_of_another_kind(last: m.Verb, other: m.Verb) -> bool:
    assert isinstance(other, m.If)
    conditional = isinstance(last, m.If | m.Delayed | m.May | m.Instead)
    return not conditional and kinds(other.then) != kinds((last,))


def kinds(verbs: Iterable[m.Verb]) -> list[type]:
    return [*map(type, verbs)]


def chosen_in_both(verbs: list[m.Verb], other: m.Verb) -> int:
    """ "Choose 1 card and rest it. If …, KO it instead.": how many instructions, up to the choice, are
    carried out in both cases."""
    assert isinstance(other, m.If)
    first = other.then[0]
    if isinstance(first, m.Choose) or not pointing(first):
        return 0
    choices = [at for at, each in enumerate(verbs[:-1]) if isinstance(each, m.Choose)]
    return choices[-1] + 1 if choices else 0


GIVING = (m.Modify, m.Gain)


def check_which_part(verbs: list[m.Verb], other: m.Verb) -> None:
    """ "It gains +5000 power and [Critical]. If …, it gains +10000 power instead.": instead of both, or of
    the +5000 alone?"""
    assert isinstance(other, m.If)
    if isinstance(other.then, First) and len(verbs) != 1:
        raise Unsound("“instead” of what? The sentence before does something different, or more than that")
    if len(other.then) != 1 or len(verbs) < 2:
        return
    kind, last, done = kinds(other.then)[0], verbs[-1], kinds(verbs)
    given = [each for each in verbs if isinstance(each, GIVING) and each.what == getattr(last, "what", None)]
    if done[-1] is kind and (kind not in GIVING or len(given) < 2):
        return
    if kind in done:
        raise Unsound("“instead” of all that the sentence before does, or of a part: say the whole again")


def in_place_of_all(verbs: Verbs, other: m.Verb) -> Verbs:
    """ "Take it and ready it. If …, destroy it instead.": nothing of the sentence before is done."""
    assert isinstance(other, m.If)
    own = other.then if isinstance(other.then[0], m.Choose) else ()  # “them” is what is chosen there
    said = (other.conditions, own[:1] or other.then)
    points = any(isinstance(each, Pronoun) for each in m.walk(said))
    if points and (one := the_one_done_to(verbs, other)) is not None:
        return one
    if not verbs or (points and any(takes_cards(each) for each in m.walk(verbs))):
        raise Unsound("choose first, in a sentence of its own, so that it is clear what is meant")
    if all(getattr(each, "who", "") == "opponent" for each in verbs):
        conditions, then = said_of("opponent", other.conditions), said_of("opponent", other.then)
        other = replace(other, conditions=conditions, then=then)
    return (replace(other, then=said_first(other.then), otherwise=said_first(verbs)),)


def the_one_done_to(verbs: Verbs, other: m.If) -> Verbs | None:
    """ "Destroy 1 card. If …, return that card to its owner's hand instead": it is chosen in any case."""
    done = verbs[0] if len(verbs) == 1 else None
    if not isinstance(done, m.Destroy | m.Move) or done.who != "you":
        return None
    if not all(isinstance(each, m.Move | m.Stack) for each in other.then):
        return None
    if any(isinstance(each, Pronoun) for each in m.walk(other.conditions)):
        return None
    what = done.what
    one = isinstance(what, m.Selector) and what.quantity == m.Exactly(1) and not (what.bind or what.end)
    said = [each for each in m.walk(other.then) if isinstance(each, Pronoun)]
    if not one or not all(each.word in ("it", "that") and not each.deed for each in said):
        return None
    if any(takes_cards(each) for each in m.walk(other.then)):
        return None
    it = replace(IT, earlier=True)
    then, otherwise = (tuple(told_of(it, each) for each in other.then), (replace(done, what=it),))
    return m.Choose(what), replace(other, then=then, otherwise=otherwise)


def points_at(verbs: Verbs) -> bool:
    return any(isinstance(each, Pronoun) for each in m.walk(verbs))


def takes_cards(node: m.Node) -> bool:
    """A choice of cards that later words could refer to; choosing a destination zone does not count."""
    if not isinstance(node, m.Selector) or not isinstance(node.quantity, CHOICES):
        return False
    return not ({"zone", "circle", "attack zone", "defense zone"} & set(node.types))


def is_after(last: m.Verb) -> bool:
    """ "… at the end of the battle. Then …": what follows also happens at that moment."""
    return isinstance(last, m.Delayed) and isinstance(last.event, m.PhaseMoment)


def linked(last: m.Verb, sentence: Steps) -> Verbs:
    ends = last.do[-1] if isinstance(last, m.Delayed) else last
    ends = last.then[-1] if isinstance(last, m.If) and last.then else ends
    if isinstance(ends, m.May) and ends.who != "you":
        sentence = sentence._replace(verbs=yours(sentence.verbs))
    if isinstance(ends, m.Permit) and sentence.link.startswith("if you"):
        raise Unsound("said in another way")  # what is allowed is not done by allowing it
    if sentence.link == "then":
        assert isinstance(last, m.Delayed)
        return (replace(last, do=(*last.do, *sentence.verbs)),)
    if sentence.link == "chosen again":
        if not isinstance(last, m.ForEach):
            raise Unsound("“the same card again” needs a choice that is made several times")
        return (last,)
    if sentence.link == "if you do":
        return do_linked(last, sentence.verbs)
    if sentence.link == "who did":
        return asked_who_did(last, sentence.verbs[0])
    if sentence.link == "each time":
        return each_time(last, sentence.verbs)
    if sentence.link.startswith("each who"):
        return done_by_whoever(last, sentence)
    if sentence.link == "instead":
        return (in_its_place(last, sentence.verbs[0]),)
    if sentence.link == "so many instead":
        asked: Any = sentence.verbs[0]
        again: SoMany | SuchInstead = asked.then[0]
        return (in_its_place(last, replace(asked, then=(said_again(last, again),))),)
    if sentence.link == "no less":
        least: Any = sentence.verbs[0]
        if least.letter and not any(getattr(each, "stat", "") == least.letter for each in m.walk(last)):
            raise Unsound(f"nothing before this lowers the {least.letter}")
        return (not_below(last, least.amount),)
    if sentence.link == "no more":
        most: Any = sentence.verbs[0]
        return (not_above(last, most.amount),)
    if sentence.link == "otherwise, instead":
        return other_case(last, sentence.verbs)
    if sentence.link == "if you can't":
        if any(isinstance(each, m.May) for each in m.walk(last)):
            raise Unsound("“if you cannot” does not go with “may”: say “if you do not”")
        return (last, m.If((m.NotSo(m.Done(least=needed(last))),), sentence.verbs))
    if sentence.link == "if a player does not" and isinstance(last, m.May) and last.who == "each":
        return (replace(last, otherwise=of_each(sentence.verbs)),)
    if sentence.link == "if a player does not":
        return (last, *done_by_the_idle(last, sentence.verbs))
    if sentence.link == "if it is not":
        return (unlike(last, sentence.verbs),)
    if sentence.link == "if it is not, instead":
        return (unlike(last, rather_than(last, sentence.verbs)),)
    if (
        isinstance(last, m.If)
        and last.then
        and isinstance(last.then[-1], m.May)
        and sentence.link == "if you don't"
    ):
        inner = replace(last.then[-1], otherwise=sentence.verbs)
        return (replace(last, then=(*last.then[:-1], inner)),)
    if sentence.link == "if you don't" and isinstance(last, m.Delayed) and isinstance(last.do[-1], m.May):
        return (replace(last, do=(*last.do[:-1], *linked(last.do[-1], sentence))),)  # it is asked then
    if sentence.link == "if you don't" and is_what_you_did(last):
        return (replace(last, otherwise=sentence.verbs),)
    if isinstance(last, m.May) and not last.otherwise:
        return (replace(last, otherwise=sentence.verbs),)
    if isinstance(last, m.If) and not last.otherwise and sentence.link == "otherwise":
        return (replace(last, otherwise=sentence.verbs),)
    if isinstance(last, m.If) and len(last.otherwise) == 1 and sentence.link == "otherwise":
        return (replace(last, otherwise=linked(last.otherwise[0], sentence)),)
    if isinstance(last, m.Delayed) and len(last.do) == 1 and sentence.link == "otherwise":
        return (replace(last, do=linked(last.do[0], sentence)),)
    if sentence.link == "if you don't":
        return (last, m.If((m.NotSo(m.Done()),), sentence.verbs))
    raise Unsound("“otherwise” has no “if” before it")


def is_what_you_did(verb: m.Verb) -> bool:
    """ "If you played 2 cards this turn, …. If you didn't, …": the other case, not what was done just now."""
    if not isinstance(verb, m.If) or verb.otherwise or len(verb.conditions) != 1:
        return False
    asked = verb.conditions[0]
    return isinstance(asked, m.Happened) and "you" in (
        getattr(asked.event, "who", ""),
        getattr(asked.event, "by", ""),
    )


def needed(verb: m.Verb) -> int:
    """How many cards an instruction needs to be carried out in full; 0 if it is just done or not."""
    quantity = getattr(getattr(verb, "what", None), "quantity", None)
    wanted = verb.n if isinstance(verb, m.Draw) else getattr(quantity, "n", 1)
    several = getattr(verb, "times", 1) != 1 or getattr(verb, "what", None) == THEM
    if several or not isinstance(wanted, int | None):
        raise Unsound("“if you cannot” asks whether all of it was done: say how many are needed")
    return 0 if isinstance(quantity, m.UpTo | m.AtLeast) or wanted in (None, 1) else wanted


@action
def player_modes(who: m.Who, count: m.Quantity, *options: tuple[Any, ...]) -> Steps:
    """The chooser does whatever the options assign to nobody else."""
    if count != m.Exactly(1) or who in ("you", "each", "any"):
        raise Unsound("said in another way")
    return Steps((m.Either(tuple(chosen_by(who, each) for each in options), who),))


@action
def if_who_did(asked: tuple[m.Condition, ...], verbs: Verbs) -> Steps:
    """ "Each player may …. If your opponent does and you do not, …"."""
    return Steps((m.If(asked, verbs),), "who did")


YOU_DID, THEY_DID = m.DidSo("you"), m.DidSo("opponent")


def asked_who_did(last: m.Verb, asked: m.Verb) -> Verbs:
    assert isinstance(asked, m.If)
    if isinstance(last, m.If) and any(isinstance(each, m.DidSo) for each in m.walk(last.conditions)):
        return (last, asked)
    if isinstance(last, m.If) and last.then and not last.otherwise:
        return (replace(last, then=(*last.then[:-1], *asked_who_did(last.then[-1], asked))),)
    if not isinstance(last, m.May):
        raise Unsound("who was asked before? Say “each player may …” or “your opponent may …”")
    if last.who == "each":
        return (last, asked)
    does = asked.conditions == (m.DidSo(last.who),)
    if not does and asked.conditions != (m.NotSo(m.DidSo(last.who)),):
        raise Unsound("only one player was asked before")
    if last.then and does:
        raise Unsound("said in another way")
    return (replace(last, then=asked.then) if does else replace(last, otherwise=asked.then),)


def each_time(last: m.Verb, verbs: Verbs) -> Verbs:
    """ "You may pay 1 any number of times. For each time you do, …"."""
    if isinstance(last, m.If) and last.then and not last.otherwise:
        return (replace(last, then=(*last.then[:-1], *each_time(last.then[-1], verbs))),)
    if not isinstance(last, m.May) or not last.often or last.then:
        raise Unsound("how often? Say “you may … any number of times” before it")
    return (replace(last, then=verbs),)


@action
def inline_modes_or_rather(count: m.Quantity, *said: Any) -> Steps:
    """ "Choose one: …; or …. If …, choose both instead."."""
    *options, conditions, rather = said
    return Steps((modes_or_rather(count, conditions, rather, *(told(each) for each in options)),))


@action
def inline_modes_or_both(count: m.Quantity, *said: Any) -> Steps:
    *options, conditions = said
    if len(options) != 2:
        raise Unsound("“both” only goes with a choice of 1 of 2 options")
    return Steps((modes_or_both(count, conditions, told(options[0]), told(options[1])),))


@action
def player_must_one_of(who: m.Who, one: Any, other: Any) -> Steps:
    """ "Your opponent must discard 1 card or take 1 damage": the player who has to chooses which."""
    if who in ("you", "each", "any"):
        raise Unsound("which player? Say “your opponent”")
    return Steps((m.Either(tuple(chosen_by(who, (each,)) for each in (one, other)), who),))


@action
def instead_behind(instead: InsteadOf, event: Tensed) -> Steps:
    """ "Return it to your hand instead if it would be destroyed."; "return 1 of your units to your hand
    instead if that unit would be …": one that it would happen to."""
    first: Any = instead.verbs[0]
    what = getattr(first, "what", None)
    if isinstance(getattr(event.event, "what", None), Pronoun) and isinstance(what, m.Selector):
        if what.areas or what.quantity not in (m.Exactly(1), m.Every()):
            raise Unsound("which card would that happen to?")
        event = Tensed(event.tense, replace(event.event, what=replace(what, quantity=m.Some())))
        instead = instead._replace(verbs=(replace(first, what=IT), *instead.verbs[1:]))
    return Steps((m.Instead(replaced(event), instead.verbs, instead.optional),))


@action
def instead_if_you_do(event: Tensed, instead: InsteadOf, then: Verbs) -> Steps:
    if not instead.optional:
        raise Unsound("“if you do” needs a “may” before it")
    return Steps((m.Instead(replaced(event), instead.verbs, optional=True, then=then),))


@action
def player_whether(who: m.Who, *options: tuple[Any, ...]) -> Steps:
    """ "Your opponent chooses whether to KO it or let you draw 1 card"."""
    return player_modes(who, m.Exactly(1), *options)


@action
def if_a_player_does_not(verbs: Verbs) -> Steps:
    return Steps(verbs, "if a player does not")


def done_by_the_idle(last: m.Verb, verbs: Verbs) -> Verbs:
    """For each player who has none of what both were to take."""
    if getattr(last, "who", "") != "each" or {getattr(each, "who", "") for each in verbs} != {"that player"}:
        raise Unsound("say what each player does, then what “that player” does if they do not")
    players: tuple[m.Who, ...] = ("you", "opponent")
    nothing = [m.Selector(m.Some(), who, filters=(m.Among(THEM),)) for who in players]
    asked = [m.Compare(m.Count(each), "equal", 0) for each in nothing]
    return tuple(m.If((each,), said_of(who, verbs)) for who, each in zip(players, asked, strict=True))


def each_by_their_own(last: m.Verb, verbs: Verbs) -> m.If | None:
    """ "Each player discards 1 card. If it is a unit, that player draws 1 card.": each according to their own
    card, and both at the same time if it is true of both."""
    asked = verbs[0] if len(verbs) == 1 else None
    if getattr(last, "who", "") != "each" or not isinstance(asked, m.If) or asked.otherwise:
        return None
    said = asked.conditions[0] if len(asked.conditions) == 1 else None
    if not isinstance(said, m.Matches) or said.what != IT or points_at(asked.then):
        return None
    if {getattr(each, "who", "") for each in asked.then} != {"that player"}:
        return None
    among = (*said.like.filters, m.Among(THEM))
    you, they = (
        m.Compare(m.Count(replace(said.like, quantity=m.Some(), whose=who, filters=among)), "at least", 1)
        for who in ("you", "opponent")
    )
    theirs = m.If((they,), said_of("opponent", asked.then))
    return m.If(
        (you, they), said_of("each", asked.then), (m.If((you,), said_of("you", asked.then), (theirs,)),)
    )


def done_by_whoever(last: m.Verb, sentence: Steps) -> Verbs:
    """ "Each player may …. Each player who does …": of those who were asked."""
    field = "then" if sentence.link == "each who does" else "otherwise"
    if isinstance(last, m.If) and not last.otherwise:
        return (replace(last, then=(*last.then[:-1], *done_by_whoever(last.then[-1], sentence))),)
    if not isinstance(last, m.May) or last.who != "each" or getattr(last, field):
        raise Unsound("who was asked before? Say “each player may …”")
    return (replace(last, **{field: sentence.verbs}),)


def of_each(verbs: Verbs) -> Verbs:
    """ "If they do, they …": each of those who were willing, and nobody else."""
    if {getattr(each, "who", "") for each in verbs} - {"each", "that player"}:
        raise Unsound("who did it? Say “each player who does”")
    return tuple(performed("each", each) for each in verbs)


def said_again(verb: m.Verb, again: SoMany | SuchInstead) -> m.Verb:
    """The instruction with another number, if it was given with the same word."""
    if isinstance(verb, m.If) and len(verb.then) == 1 and not verb.otherwise:
        return said_again(verb.then[0], again)
    if isinstance(again, SuchInstead):
        return of_another_kind(verb, again.like)
    what: Any = getattr(verb, "what", None)
    if again.who != "you" and again.who not in (by := getattr(verb, "who", "you"), "that player"):
        raise Unsound(f"“instead” of what? {by} did it before")
    if again.who == "that player" and getattr(verb, "who", "you") == "you":
        raise Unsound("which player is “they”?")
    own = (getattr(verb, "how", None), getattr(verb, "orientation", None))
    if again.word not in (*AGAIN.get(type(verb), ()), *own) or (
        again.noun not in ("", "card", *getattr(what, "types", ()))
    ):
        raise Unsound("“instead” of what? The sentence before does something different")
    return with_count(verb, again.count)


def of_another_kind(verb: m.Verb, like: tuple[m.Filter, ...]) -> m.Verb:
    """Each part of the new description stands for the one of its sort."""
    what: Any = getattr(verb, "what", None)
    if not isinstance(what, m.Selector):
        raise Unsound("“instead” of what? The sentence before describes no cards")
    filters = list(what.filters)
    for new in like:
        same = [at for at, old in enumerate(filters) if told_by(old) == told_by(new)]
        if len(same) != 1:
            raise Unsound("“instead” of what? The sentence before does not say that of them")
        filters[same[0]] = new
    return replace(verb, what=replace(what, filters=tuple(filters)))


def told_by(what: m.Filter) -> tuple[type[m.Filter], str]:
    """By what cards are told apart there: their rank, their colour."""
    return type(what), str(getattr(what, "stat", getattr(what, "what", "")))


def with_count(verb: m.Verb, count: m.Quantity) -> m.Verb:
    """The same instruction with another number of cards, or another number."""
    what: Any = getattr(verb, "what", None)
    if isinstance(what, m.Selector) and isinstance(what.quantity, m.Exactly | m.UpTo):
        return replace(verb, what=replace(what, quantity=count))
    if not isinstance(count, m.Exactly):
        raise Unsound("which number changes? The sentence before chooses no cards")
    return with_number(verb, count.n)


@action
def or_so_many(verb: Any, count: m.Quantity, conditions: tuple[m.Condition, ...]) -> Verbs:
    """ "Deal 3 damage to it, or 5 damage instead if …": the same, with another number."""
    if isinstance(verb, Marked):
        raise Unsound("who does this?")
    *before, last = flat((verb,))
    return (*before, in_its_place(last, m.If(conditions, (with_count(last, count),))))


def with_number(verb: m.Verb, n: m.Amount) -> m.Verb:
    """The same instruction with another number."""
    name = next((name for name in ("n", "amount") if isinstance(getattr(verb, name, None), int)), "")
    if not name:
        raise Unsound("which number changes? The sentence before has none to replace")
    return replace(verb, **{name: n})


AGAIN: dict[type[Any], tuple[str, ...]] = {
    m.Draw: ("draw",), m.Look: ("look",), m.Heal: ("heal",), m.DealDamage: ("deal",), m.Drive: ("drive",),
    m.Destroy: ("destroy",), m.Discard: ("discard",), m.Play: ("play",), m.CreateToken: ("play",),
    m.PreventDamage: ("prevent", "minus"),
    m.Move: ("return", "send", "add", "place", "put", "move"),
}  # fmt: skip


def in_its_place(last: m.Verb, other: m.Verb) -> m.Verb:
    """ "Draw 1 card. If …, draw 2 cards instead.": the condition comes first, and one of the two is done."""
    assert isinstance(other, m.If)
    if isinstance(last, m.If) and not last.otherwise:
        return in_place_of_one(last, other)
    if kinds(other.then) != kinds((last,)):
        raise Unsound("“instead” of what? The sentence before does something different")
    chosen = any(isinstance(each, m.Selector) and isinstance(each.quantity, CHOICES) for each in m.walk(last))
    asked = any(points_into(last, each) for each in m.walk(other.conditions))
    rather = other.then[0] if chosen and asked else as_said_before(last, other.then[0])
    if chosen and any(points_into(last, each) for each in m.walk((other.conditions, rather))):
        raise Unsound("choose first, in a sentence of its own, so that it is clear what is meant")
    meant = getattr(last, "what", getattr(last, "to", None))
    conditions = (
        told_of(meant, other.conditions) if isinstance(meant, m.Selector | m.Role) else other.conditions
    )
    if "opponent" in (getattr(last, "who", ""), getattr(last, "whose", ""), getattr(meant, "whose", "")):
        conditions, rather = said_of("opponent", conditions), said_of("opponent", rather)
    return replace(other, conditions=conditions, then=(rather,), otherwise=said_first((last,)))


def points_into(last: m.Verb, node: m.Node) -> bool:
    """Whether it may be a card of that instruction; "the discarded card" is none, if nothing is discarded."""
    if not isinstance(node, Pronoun) or not node.deed:
        return isinstance(node, Pronoun)
    return node.deed in deeds_of(last, getattr(last, "what", None))


def said_first(verbs: Verbs) -> Verbs:
    """ "Play it in Rest Mode. If your Leader Card is …, play it in Active Mode instead.": no word of the
    sentence before means a card of the condition."""
    if any(takes_cards(each) for each in m.walk(verbs)):
        return verbs
    return tuple(replace(each, **pointing(each)) for each in verbs)


def pointing(verb: m.Verb) -> dict[str, Any]:
    """The targets of an instruction that are pronouns, as what was mentioned before the condition."""
    said = {name: getattr(verb, name, None) for name in ("what", "to")}
    return {name: replace(each, earlier=True) for name, each in said.items() if isinstance(each, Pronoun)}


def told_of(what: m.Target, node: Any) -> Any:
    """ "Your member in battle gets …. If that member …, … instead": the same card is asked about."""
    if isinstance(node, tuple):
        return tuple(told_of(what, each) for each in node)
    if isinstance(node, Pronoun) and node.word in ("it", "that", "them"):
        return what
    if not isinstance(node, m.Node):
        return node
    return replace(node, **{name: told_of(what, getattr(node, name)) for name in node.__struct_fields__})


def as_said_before(last: m.Verb, rather: m.Verb) -> m.Verb:
    """ "… gets -1000 power until …. If …, it gets -3000 power instead.": the same card, for the same time."""
    changes: dict[str, Any] = {}
    for name in ("what", "to"):
        if isinstance(getattr(rather, name, None), Pronoun):
            meant = getattr(last, name)
            changes[name] = replace(meant, earlier=True) if isinstance(meant, Pronoun) else meant
    if "duration" in rather.__struct_fields__ and getattr(rather, "duration", None) is None:
        changes["duration"] = getattr(last, "duration", None)
    return replace(rather, **changes)


def of_both_players(last: m.Verb) -> m.Verb:
    """ "Battle cards cannot attack. (This applies to both players.)": those of either player."""
    if isinstance(last, m.If) and last.then and not last.otherwise:
        return replace(last, then=(*last.then[:-1], of_both_players(last.then[-1])))
    what = getattr(last, "what", None)
    if not isinstance(what, m.Selector) or what.whose not in ("", "each"):
        raise Unsound("what applies to both players? Say whose cards")
    done: m.Verb = replace(last, what=replace(what, whose="each"))
    return done


def not_above(last: m.Verb, most: int) -> m.Verb:
    """ "(To a maximum of +2000.)": said of the number that was counted just before."""
    if isinstance(last, m.If) and not last.otherwise:
        return replace(last, then=(*last.then[:-1], not_above(last.then[-1], most)))
    if not (name := counted_number(last)):
        raise Unsound("a maximum goes only with a number that is counted")
    return replace(last, **{name: m.NoMore(getattr(last, name), most)})


def counted_number(verb: m.Verb) -> str:
    """The part of an instruction that is a number which the game counts, without a limit so far."""
    numbers = ((name, getattr(verb, name, None)) for name in ("amount", "n", "times"))
    return next((name for name, n in numbers if isinstance(n, m.Node) and not isinstance(n, m.NoMore)), "")


def not_below(last: m.Verb, least: int) -> m.Verb:
    """ "(To a minimum of 1.)": said of the number that was lowered just before."""
    if isinstance(last, m.If) and not last.otherwise:
        return replace(last, then=(*last.then[:-1], not_below(last.then[-1], least)))
    if isinstance(last, m.ChangeNumber) and last.how == "minus" and last.number.endswith(" cost"):
        return replace(last, least=least)
    if isinstance(last, m.Permit) and last.cost is not None and last.cost.way == "less":
        return replace(last, cost=replace(last.cost, least=least))
    if (name := counted_number(last)) and not (isinstance(last, m.Modify) and last.how == "minus"):
        return replace(last, **{name: m.NoLess(getattr(last, name), least)})
    if not isinstance(last, m.Modify) or last.how != "minus":
        raise Unsound("a minimum goes only with a number that is lowered")
    lowest = last.stat.endswith(" cost") and not least  # a cost is never less than 0
    return last if lowest else replace(last, least=least)


def in_place_of_one(last: m.If, other: m.If) -> m.Verb:
    """ "If …, draw 1 card and rest it. If …, draw 2 cards instead.": one of several is replaced."""
    other = replace(other, conditions=asked_again(last.conditions, other.conditions))
    kind = kinds(other.then)[0]
    alike = [at for at, each in enumerate(kinds(last.then)) if each is kind]
    if len(other.then) != 1 or len(alike) != 1:
        raise Unsound("“instead” of what? The sentence before does something different")
    asked = last.conditions, other.conditions
    if are_apart(*asked) or (len(last.then) == 1 and is_narrower(*asked)):
        if points_at(other.then) and any(takes_cards(each) for each in m.walk(last.then)):
            raise Unsound("choose first, in a sentence of its own, so that it is clear what is meant")
        return replace(other, conditions=counted_on(last.conditions, other.conditions), otherwise=(last,))
    at = alike[0]
    return replace(last, then=(*last.then[:at], in_its_place(last.then[at], other), *last.then[at + 1 :]))


def asked_again(one: tuple[m.Condition, ...], other: tuple[m.Condition, ...]) -> tuple[m.Condition, ...]:
    """ "If your monster has 1 or more rage, …. If it has 3 or more rage, … instead.": the same number."""
    asked = {about(each): each for each in one if about(each)}
    return tuple(same_subject(asked.get(about(each)), each) for each in other)


def about(asked: m.Condition) -> str | tuple[type[Any], ...]:
    """What a condition asks of a card: one number, or what sort of description."""
    if isinstance(asked, m.Compare) and isinstance(asked.left, m.ValueOf):
        return asked.left.stat
    return tuple(map(type, asked.like.filters)) if isinstance(asked, m.Matches) else ()


def same_subject(before: m.Condition | None, asked: m.Condition) -> m.Condition:
    if isinstance(before, m.Matches) and isinstance(asked, m.Matches):
        return replace(asked, what=told_of(before.what, asked.what))
    if isinstance(before, m.Compare) and isinstance(asked, m.Compare) and isinstance(before.left, m.ValueOf):
        return replace(asked, left=told_of(before.left.what, asked.left))
    return asked


def are_apart(one: tuple[m.Condition, ...], other: tuple[m.Condition, ...]) -> bool:
    """ "If you have 3 or more …. If you have only 1, … instead.": the second never holds with the first."""
    return any(first.isdisjoint(second) for first, second in asked_twice(one, other))


def is_narrower(one: tuple[m.Condition, ...], other: tuple[m.Condition, ...]) -> bool:
    """ "If you have 2 or more …. If you have 4 or more, … instead.": the second only holds with the first."""
    return len(one) == 1 and any(second <= first for first, second in asked_twice(one, other))


def asked_twice(
    one: tuple[m.Condition, ...], other: tuple[m.Condition, ...]
) -> Iterator[tuple[frozenset[int], frozenset[int]]]:
    """What both ask about the same number: which values each allows, as far as the bounds can tell them."""
    for each in one:
        for again in other:
            if isinstance(each, m.Matches) and isinstance(again, m.Matches) and again.what == each.what:
                zones = [zone for found in (each, again) for zone in found.like.filters]
                if len(zones) == 2 and all(isinstance(zone, m.Zones) for zone in zones):
                    yield frozenset(zones[0].numbers), frozenset(zones[1].numbers)  # type: ignore[attr-defined]
            if not isinstance(each, m.Compare) or not isinstance(again, m.Compare):
                continue
            if not isinstance(each.right, int) or not isinstance(again.right, int):
                continue
            if again.left == each.left or is_as_before(getattr(again.left, "what", None)):
                around = {n + by for n in (each.right, again.right) for by in (-1, 0, 1)}
                yield allowed(each, around), allowed(again, around)


def allowed(asked: m.Compare, among: set[int]) -> frozenset[int]:
    return frozenset(n for n in among if HOLDS[asked.compare](n, asked.right))


HOLDS: dict[str, Callable[[Any, Any], bool]] = {
    "at most": operator.le, "at least": operator.ge, "equal": operator.eq, "unequal": operator.ne,
    "less": operator.lt, "more": operator.gt,
    "even": lambda n, _: n % 2 == 0, "odd": lambda n, _: n % 2 == 1,
}  # fmt: skip


def unlike(last: m.Verb, verbs: Verbs) -> m.Verb:
    """ "If it is red, …. If it is not, …."."""
    if not isinstance(last, m.If) or last.otherwise or not _asks_of_cards(last):
        raise Unsound("“if it is not” has no “if it is” before it")
    return replace(last, otherwise=verbs)


def other_case(last: m.Verb, verbs: Verbs) -> Verbs:
    """ "If …, choose 1 card and it gains +2. Otherwise, it gains +1 instead.": it is chosen in any case."""
    if not isinstance(last, m.If) or last.otherwise:
        raise Unsound("“otherwise” has no “if” before it")
    *choices, one = last.then
    if not all(isinstance(each, m.Choose) for each in choices):
        raise Unsound("“instead” of all that the sentence before does, or of a part: say the whole again")
    asked = replace(last, then=(one,))
    return (*choices, replace(asked, otherwise=rather_than(asked, verbs)))


def _asks_of_cards(what: m.If) -> bool:
    return all(isinstance(each, m.Matches | m.Compare) for each in what.conditions)


def done_rather(verbs: Verbs) -> Verbs:
    """ "If …, when it would …, … instead": in place of what would happen, not of the sentence before."""
    if isinstance(verbs[-1], m.Instead):
        raise Unsound("said in another way")
    return verbs


def rather_than(last: m.Verb, verbs: Verbs) -> Verbs:
    """ "If it is …, … until end of turn. If it isn't, … instead.": for the same time."""
    done = last.then if isinstance(last, m.If) else ()
    if len(done) != 1 or len(verbs) != 1 or kinds(done) != kinds(verbs):
        raise Unsound("“instead” of what? The sentence before does something different")
    return (as_said_before(done[0], verbs[0]),)


SO_MANY_OF_THEM = (m.Selector(filters=(m.Among(THEM),)), m.Selector())  # "choose 2", "choose 2 cards"
CHOICES = (m.Exactly, m.UpTo, m.AtLeast, m.AnyNumber)


def do_linked(last: m.Verb, verbs: Verbs) -> Verbs:
    if isinstance(last, m.May) and last.often:
        raise Unsound("once, or each time? Say “for each time you do”")
    if isinstance(last, m.May) and not last.then:
        return (replace(last, then=of_each(verbs) if last.who == "each" else verbs),)
    if isinstance(last, m.Instead) and last.optional and not last.then:
        return (replace(last, then=verbs),)
    if isinstance(last, m.Instead) and len(last.do) == 1 and isinstance(last.do[0], m.If):
        return (replace(last, do=do_linked(last.do[0], verbs)),)
    if isinstance(last, m.If | m.Delayed):
        inner = last.then if isinstance(last, m.If) else last.do
        done = (*inner[:-1], *do_linked(inner[-1], verbs))
        return (replace(last, then=done) if isinstance(last, m.If) else replace(last, do=done),)
    if getattr(last, "who", "") == "each" and any(
        getattr(each, "who", "") == "that player" for each in verbs
    ):
        raise Unsound("one of them may do it and the other not: say it of each player separately")
    return (last, m.If((m.Done(least=each_named(last)),), verbs))


def each_named(verb: m.Verb) -> int:
    """ "Reveal 1 unit and 1 event. If you do, …": both; of cards that are not named singly, 0."""
    what = getattr(verb, "what", None)
    if not isinstance(what, m.Selector) or not isinstance(what.quantity, m.Exactly):
        return 0
    named = any(isinstance(each, m.Each) and not each.one for each in what.filters)
    return what.quantity.n if named and isinstance(what.quantity.n, int) else 0


actions(
    inline_option=lambda *parts: parts,
    mode_option=lambda *sentences: joined(sentences),
    modes=lambda count, *options: m.ChooseModes(count, options),
    one_or_both=lambda *options: m.ChooseModes(m.AtLeast(1), options),
    inline_modes=lambda count, *options: Steps(
        (m.ChooseModes(count, tuple(told(each) for each in options)),)
    ),
    inline_modes_again=lambda count, *options: Steps(
        (modes_again(count, *(told(each) for each in options)),)
    ),
    modes_sentence=lambda verb: Steps((verb,)),
    all_listed=lambda *listed: Steps(sum(listed, ())),
    if_all_listed=lambda conditions, *listed: Steps((m.If(conditions, sum(listed, ())),)),
    if_modes=lambda conditions, verb: Steps((m.If(conditions, (verb,)),)),
    if_you_do_modes=lambda verb: Steps((verb,), "if you do"),
    by_option=lambda *parts: parts,
    plain_sentence=Steps,
    then_sentence=lambda verbs: Steps(verbs, "then"),
    clause_adverb_no_less=lambda verb, adverb, n: clause_no_less(clause_adverb(verb, adverb), n),
    if_you_do=lambda verbs: Steps(verbs, "if you do"),
    if_you_do_and=lambda conditions, verbs: Steps((m.If(conditions, verbs),), "if you do"),
    each_who_does=lambda *said: Steps(
        told(tuple(player_clause("each", each) for each in said)), "each who does"
    ),
    each_who_does_not=lambda *said: Steps(
        told(tuple(player_clause("each", each) for each in said)), "each who does not"
    ),
    if_you_dont=lambda verbs: Steps(verbs, "if you don't"),
    if_you_cannot=lambda verbs: Steps(verbs, "if you can't"),
    if_it_is_not=lambda verbs: Steps(verbs, "if it is not"),
    if_it_is_not_instead=lambda verbs: Steps(verbs, "if it is not, instead"),
    if_instead=lambda conditions, verbs: Steps((m.If(conditions, done_rather(verbs)),), "instead"),
    # "If …, draw 2 cards instead, then discard 1 card."
    if_instead_and=lambda conditions, *clauses: Steps((m.If(conditions, First(told(clauses))),), "instead"),
    if_so_much_gained_instead=lambda conditions, sign, n: if_so_many_instead(conditions, sign, m.Exactly(n)),
    if_so_many_such_instead=if_so_many_instead,
    so_many_from_top=m.Exactly,
    all_such=m.Every,
    # "Draw 2 cards instead if …."
    instead_if=lambda verbs, conditions: Steps((m.If(conditions, verbs),), "instead"),
    # "Draw 1 card, but if …, draw 2 cards instead."
    steps_if_instead=lambda verbs, conditions, rather: Steps(
        joined((Steps(verbs), Steps((m.If(conditions, rather),), "instead")))
    ),
    steps_instead_if=lambda verbs, rather, conditions: Steps(
        joined((Steps(verbs), Steps((m.If(conditions, rather),), "instead")))
    ),
    steps_or_such=lambda verbs, like, conditions: Steps(
        joined((Steps(verbs), if_such_instead(conditions, like)))
    ),
    otherwise=lambda verbs: Steps(verbs, "otherwise"),
    otherwise_instead=lambda verbs: Steps(verbs, "otherwise, instead"),
    steps_if_you_do=lambda verbs, then: Steps(joined((Steps(verbs), Steps(then, "if you do")))),
    steps_otherwise=lambda verbs, then: Steps(joined((Steps(verbs), Steps(then, "otherwise")))),
    to_both_players=lambda: Steps((), "both players"),
    repeat_once=lambda: Steps((m.Repeat(()),), "repeat"),
    or_so_much=lambda verb, n, conditions: or_so_many(verb, m.Exactly(n), conditions),
    repeat_where=lambda _, letter, amount: Steps((m.Repeat((), amount),), "repeat"),
    repeat_times=lambda n: Steps((m.Repeat((), n),), "repeat"),
    repeat_for_each=lambda what: Steps((m.Repeat((), count_of(what)),), "repeat"),
    repeat_up_to=lambda n: Steps((m.Repeat((), n, up_to=True),), "repeat"),
    repeat_may=lambda: Steps((m.Repeat((), up_to=True),), "repeat"),
    repeat_often=lambda: Steps((m.Repeat((), None, up_to=True),), "repeat"),
    each_time_you_do=lambda verbs: Steps(verbs, "each time"),
    opponent_did=lambda: (THEY_DID,),
    opponent_did_not=lambda: (m.NotSo(THEY_DID),),
    both_did=lambda: (YOU_DID, THEY_DID),
    none_did=lambda: (m.NotSo(YOU_DID), m.NotSo(THEY_DID)),
    one_did=lambda: (m.OneHolds((YOU_DID, THEY_DID)),),
    only_you_did=lambda: (YOU_DID, m.NotSo(THEY_DID)),
    only_opponent_did=lambda: (THEY_DID, m.NotSo(YOU_DID)),
)
