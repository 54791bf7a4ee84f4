"""Which card, or cards, a pronoun means."""

from __future__ import annotations

from itertools import takewhile
from typing import Any, cast

import msgspec

from judgekit.cardtext import model as m
from judgekit.cardtext.build.registry import Both, Pronoun
from judgekit.cardtext.discourse import SINGLE_TYPES, Mention, deeds_of
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.language import language
from judgekit.cardtext.references.agreement import (
    BARE,
    DONE_TO_THAT,
    IN_TURN,
    MOVED,
    THIS,
    is_a_circle,
    is_asked_in_passing,
    is_called,
    is_for_lone_cards,
    is_gone,
    is_of_one_side,
    is_of_other_ones,
    subjects,
    takes_no_lone_card,
)
from judgekit.cardtext.references.candidates import (
    among_mentions,
    from_event,
    is_kind,
    may_be_in_a_hand,
    of_event,
    taken,
    which,
)
from judgekit.cardtext.references.scope import Scope


def that_card(scope: Scope) -> m.Target:
    """The one card that was spoken of before; the card that speaks would say “this card's”."""
    found = meant_by(scope, Pronoun("that", "card"), own=scope.here)
    if found == m.This():
        raise Unsound("that of which card?")
    return found


def of_earlier(scope: Scope, verb: Any) -> Any:
    """ "Destroy it. If you have …, exhaust it instead": what was mentioned before the condition."""
    meant = {
        name: meant_by(scope, said, there=True)
        for name in ("what", "to")
        if isinstance(said := getattr(verb, name, None), Pronoun) and said.earlier
    }
    return msgspec.structs.replace(verb, **meant) if meant else verb


def goes(scope: Scope, what: Any, away: bool) -> None:
    for each in noted(scope, what):
        if not isinstance(each.what, m.This):
            each.gone = away


def went(scope: Scope, what: Any, where: frozenset[str], whose: str = "") -> None:
    for each in noted(scope, what):
        each.went, each.into = where, whose


def noted(scope: Scope, what: Any) -> list[Mention]:
    """What was noted about the cards of an instruction."""
    if isinstance(what, m.Union):
        return [each for part in what.parts for each in noted(scope, part)]
    if isinstance(what, m.This | m.Role | m.Host):
        return [each for each in scope.mentions if each.what == what][-1:]
    n = what.n if isinstance(what, m.Bound) else what.bind if isinstance(what, m.Selector) else 0
    return [each for each in scope.mentions if n and each.bind == n]


def possessed(scope: Scope, pronoun: Pronoun, stat: str) -> m.Target:
    """ "its level": of the card of the same clause, if it has one; or else like any other "it"."""
    own = [each for each in scope.spoken_of[::-1] if each.clause == scope.here and scope.here]
    own = [each for each in own if language(scope.game).lacking.get(stat) not in each.types]
    single = [each for each in own if each.single]
    others = [
        each
        for each in scope.spoken_of
        if (each.role or each.part == "cost") and each.single and each.clause != scope.here
        if not isinstance(each.what, m.This)
    ]
    if single and isinstance(single[0].what, m.This) and scope.asked_of_it is not None:
        return taken(scope, scope.asked_of_it)  # "if it was a unit, this card gains power equal to its level"
    if single and isinstance(single[0].what, m.This) and others:
        return taken(scope, which(scope, pronoun, [single[0], others[-1]]))
    if single:
        return taken(scope, single[0])
    if own and pronoun.word == "it" and own[0].part == scope.part:
        raise Unsound("several cards each have their own number: say it of one card")
    return meant_by(scope, pronoun)


def meant_by(scope: Scope, pronoun: Pronoun, there: bool = False, own: int = 0) -> m.Target:
    """What a pronoun refers to; if something is done to it, a card that is still there. `own` is the
    clause that it stands in: it refers to nothing there."""
    found = referent(scope, pronoun, there, own)
    if found == m.This() and scope.drew and pronoun.word == "it" and may_be_in_a_hand(scope):
        raise Unsound("which card is “it”: the one drawn, or this card?")
    if not all(each.was_put(*pronoun.to) for each in noted(scope, found)):
        raise Unsound("no card was put there before")
    return found


def referent(scope: Scope, pronoun: Pronoun, there: bool, own: int) -> m.Target:
    if scope.unread:
        raise Unsound(f"“{pronoun.word}” may refer to something in the words that could not be read")
    if pronoun.word == "this of the event":
        told = scope.telling or (scope.events[-1] if scope.events else None)
        if scope.telling is None and one_before(scope, own or scope.here):
            return meant_by(
                scope, Pronoun("that", "card"), own=own
            )  # "return 1 unit. Play one with a lower level"
        if told is not None and m.This() in subjects(told):
            return m.This()  # "attacked by a unit with a higher level": than its own
        if not scope.here or not (scope.mentions or of_event(scope, Pronoun("that"))):
            raise Unsound("higher or lower than what?")
        return meant_by(scope, Pronoun("that", "card"), own=own)  # than the card that was spoken of
    if pronoun.noun == "circle" and pronoun.word in ("that", "chosen"):
        return that_circle(scope, pronoun)
    if pronoun.word == "moved":  # what the same instruction moves
        return taken(scope, scope.spoken_of[-1]) if scope.spoken_of else from_event(scope, Pronoun("it"))
    if pronoun.deed:
        return handled(scope, pronoun)
    if pronoun.word == "other ones":
        return other_ones(scope)
    if pronoun.word == "them" and (pair := two_chosen(scope, there)):
        return m.Union(tuple(taken(scope, each) for each in pair))
    found = among_mentions(scope, pronoun, there, own)
    if scope.at_hand in found:
        found = one_of_each(scope, found[0], pronoun, there, own)
    if not found and pronoun.to[0]:
        raise Unsound("no card was put there before")
    if found and found[0].role == "drawn":
        found = drawn_or_not(scope, found[0], pronoun, own)
    if isinstance(pronoun, Both) and not any(each.part == "body" for each in found):
        if (sides := both_sides(scope)) is not None:
            return sides
    if isinstance(pronoun, Both) and found and found[0].asked_for:
        return this_and(scope, found[0])
    if pronoun.word == "them" and found and found[0].with_this:
        return m.Union((m.This(), taken(scope, found[0])))
    of_two = pronoun.word == "both" or isinstance(pronoun, Both)
    if of_two and found and found[0].single and is_of_one_player(found[0]):
        raise Unsound("which two cards are “both”?")
    if len(found) == 1 and is_asked_in_passing(found[0]) and pronoun in BARE:
        return rather_than(scope, found[0], pronoun, there, own)
    if pronoun.word == "the rest":
        if pronoun.noun == "others" and (not found or not found[0].taken_from):
            return others_of_its_sort(scope)
        if not found and any(each.chosen for each in scope.spoken_of):
            return others_of_its_sort(scope)
        if not found:
            raise Unsound("“the rest” of what?")
        taken(scope, found[0])
        if pronoun.noun == "other":
            scope.other_taken.add(found[0].bind)
            return m.Rest(found[0].bind)
        return m.Rest(of_which_rest(scope, found[0]))
    if pronoun.word == "all chosen" and not found:
        raise Unsound("“the rest” of what?")
    if pronoun.word == "chosen" and not found:
        raise Unsound(f"no {pronoun.noun} was chosen before")
    if pronoun.word in IN_TURN and not found:
        raise Unsound(f"there are no two {pronoun.noun}s of which one is the {pronoun.word}")
    if len(found) > 1:
        asked = asked_and_undone(scope, pronoun, found)
        return said_again(scope, asked or which(scope, pronoun, found))
    if found and (found[0].part == "body" or scope.part != "body"):
        return said_again(scope, found[0])
    if found and not of_event(scope, pronoun) and not scope.negated:  # what is negated is nearer than a cost
        return taken(scope, found[0])
    meant = besides(scope, pronoun, found)
    if isinstance(pronoun, Both) and isinstance(meant, m.Subject | m.Object | m.This):
        raise Unsound("which two cards are “both”?")
    return meant


def said_again(scope: Scope, found: Mention) -> m.Target:
    """ "If that card is red, rest that card. It …": the event's other card is what is spoken of now."""
    if isinstance(found.what, m.Object | m.Subject) and isinstance(scope.doing, DONE_TO_THAT):
        found.clause = scope.here
    return taken(scope, found)


def asked_and_undone(scope: Scope, pronoun: Pronoun, found: list[Mention]) -> Mention | None:
    """ "When this card attacks a card, if that card is red, rest it": a text that says “that card” does not
    then destroy or rest its own."""
    others = [each for each in found if not isinstance(each.what, m.This)]
    done = isinstance(scope.doing, m.Destroy) or (
        isinstance(scope.doing, m.Orient) and scope.doing.orientation == "rest"
    )
    asked = len(others) == 1 and isinstance(others[0].what, m.Object | m.Subject | m.Role)
    return others[0] if done and asked and pronoun == Pronoun("it") else None


def one_of_each(scope: Scope, at_hand: Mention, pronoun: Pronoun, there: bool, own: int) -> list[Mention]:
    """ "For each of your units, … that unit": the one at hand, unless another was chosen before; a number
    that grows "for each" is hardly its own."""
    spoken = scope.spoken_of
    scope.spoken_of = [each for each in spoken if each is not at_hand]
    others = among_mentions(scope, pronoun, there, own)
    scope.spoken_of = spoken
    if isinstance(scope.doing, m.Modify | m.Gain) and (others or pronoun.word == "it"):
        return others
    return [at_hand, *(each for each in others if not isinstance(each.what, m.This))]


def drawn_or_not(scope: Scope, drawn: Mention, pronoun: Pronoun, own: int) -> list[Mention]:
    """ "Draw 1 card. If it is red, …": that card, unless the event or the text has spoken of another."""
    spoken = scope.spoken_of
    scope.spoken_of = [each for each in spoken if each.role != "drawn"]
    others: list[Mention | None] = [*among_mentions(scope, pronoun, there=True, own=own)]
    scope.spoken_of = spoken
    others = [each for each in others if each is not None and not isinstance(each.what, m.This)]
    rivals = [*others, *([None] if of_event(scope, pronoun) else [])]
    if rivals and pronoun.word in ("it", "that", "them"):
        meant = which(scope, pronoun, [drawn, *rivals])
        return [] if meant is None else [meant]
    return [drawn]


def that_circle(scope: Scope, pronoun: Pronoun) -> m.Target:
    """The circle that was chosen, or, if the text names no other, the one that is attacked."""
    chosen = [each for each in scope.mentions if each.chosen and each.single and "circle" in each.types]
    if len(chosen) == len(scope.circles) == 1 and not scope.keeps_circle:
        return taken(scope, chosen[0])
    attacked = isinstance(scope.events[-1] if scope.events else None, m.Attacks) or scope.names_attacked
    before = takewhile(lambda each: each is not pronoun, scope.said)
    if any(map(is_a_circle, before)) or not attacked or pronoun.word == "chosen":
        raise Unsound(f"which circle is “{pronoun.word} circle”?")
    return m.Role("circle being attacked")


def rather_than(scope: Scope, asked: Mention, pronoun: Pronoun, there: bool, own: int) -> m.Target:
    """ "Choose 1 unit. If your ruler is red, destroy it.": a card that is only asked about competes with
    what was chosen before; one that is always there, with whatever else is spoken of."""
    lone = SINGLE_TYPES.issuperset(asked.types or ("card",))
    spoken = scope.spoken_of
    scope.spoken_of = [each for each in spoken if each.single and not is_asked_in_passing(each)]
    others = [each for each in among_mentions(scope, pronoun, there, own) if lone or each.chosen]
    scope.spoken_of = spoken
    rivals = bool(others) or (lone and is_told_of(scope, asked, pronoun))
    if is_for_lone_cards(scope.doing) or not rivals:
        return taken(scope, asked)
    sure = lone and (pronoun.word == "that" or takes_no_lone_card(scope.doing))
    if others and (sure or (lone and is_of_one_side(others[0].what, asked.what))):
        return taken(scope, others[0])
    if others:
        return taken(scope, which(scope, pronoun, [*others, asked]))
    rival = None if of_event(scope, pronoun) else THIS
    if sure or which(scope, pronoun, [asked, rival]) is rival:
        return from_event(scope, pronoun)
    return taken(scope, asked)


def is_told_of(scope: Scope, asked: Mention, pronoun: Pronoun) -> bool:
    """Whether the event is about a card that can have something done to it, and not the one asked about;
    a header names no card."""
    event = scope.events[-1] if scope.events else None
    if event is None or (is_gone(event) and not isinstance(scope.doing, MOVED)):
        return False
    cards = subjects(event)
    if any(isinstance(each, m.Selector) and each.types == asked.types for each in cards):
        return False
    return of_event(scope, pronoun) or (m.This() in cards and not scope.is_headed)


def is_of_one_player(found: Mention) -> bool:
    """Not one card of each player."""
    return isinstance(found.what, m.Selector) and found.what.whose in ("you", "opponent")


def of_which_rest(scope: Scope, found: Mention) -> int:
    """ "Choose 2 of them. Put one of the two into your hand and the other …. Put the rest …": of them all."""
    taken_from = m.Among(m.Bound(found.bind))
    if not any(taken_from in getattr(each.what, "filters", ()) for each in scope.mentions):
        return found.bind
    filters = getattr(found.what, "filters", ())
    groups = [cast(Any, each.what) for each in filters if isinstance(each, m.Among)]
    of_all = next((each.n for each in groups if isinstance(each, m.Bound)), 0)
    if of_all and found.bind not in scope.other_taken:
        raise Unsound("the rest of those that were chosen, or of them all? Say “the other” of two")
    return of_all or found.bind


def both_sides(scope: Scope) -> m.Target | None:
    """ "When a unit attacks another unit, … both of them": the two of the attack."""
    event = scope.events[-1] if scope.events else None
    if not isinstance(event, m.Attacks) or event.what is None or event.target is None:
        return None
    if any(isinstance(each, m.Player) for each in (event.what, event.target)):
        return None
    told = enumerate(subjects(event))
    return m.Union(tuple(each if each == m.This() else scope.side(at) for at, each in told))


def this_and(scope: Scope, found: Mention) -> m.Target:
    """ "If there is a card adjacent to this card, both cards …": that one and this one."""
    if m.This() not in m.walk(found.what):
        raise Unsound("which two are “both”? There may be several such cards")
    return m.Union((m.This(), taken(scope, found)))


def others_of_its_sort(scope: Scope) -> m.Target:
    """ "Choose 1 of your units and destroy the others": all possible choices except that one."""
    chosen = [each for each in scope.spoken_of if each.chosen and isinstance(each.what, m.Selector)]
    if len(chosen) != 1:
        raise Unsound("“the others” besides which cards?")
    kept = taken(scope, chosen[-1])
    what = chosen[-1].what
    assert isinstance(what, m.Selector)
    return msgspec.structs.replace(
        what, quantity=m.Every(), bind=0, filters=(*what.filters, m.OtherThan(kept))
    )


def other_ones(scope: Scope) -> m.Target:
    """ "One of the others": of the cards that were called the other ones before."""
    called = [each for each in scope.spoken_of if is_of_other_ones(each)]
    if not called or any(each.chosen for each in scope.spoken_of):
        raise Unsound("“the others” besides which cards?")
    return taken(scope, called[-1])


def handled(scope: Scope, pronoun: Pronoun) -> m.Target:
    """ "the removed card": what an instruction, a cost or the event has removed, and nothing else."""
    found: list[Mention | None] = [
        each
        for each in scope.spoken_of
        if pronoun.deed in each.deeds and is_kind(scope, pronoun, each.types) and each.was_put(*pronoun.to)
        if not pronoun.called or is_called(pronoun, each.what)
    ]
    event = scope.events[-1] if scope.events else None
    cards = subjects(event) if event is not None and pronoun.deed in deeds_of(event) else []
    if any(isinstance(each, m.Selector) and is_kind(scope, pronoun, each.types) for each in cards):
        found.append(None)
    if not found:
        raise Unsound(f"no {pronoun.noun} was {pronoun.deed} before")
    meant = found[0] if len(found) == 1 else which(scope, pronoun, found)
    return from_event(scope, pronoun) if meant is None else taken(scope, meant)


def the_only(scope: Scope, what: m.Selector) -> m.Target:
    """ "The power of the member put there this way": of that card, if the text has put just one there."""
    among = what.filters[0] if len(what.filters) == 1 else None
    if not isinstance(among, m.Among) or not isinstance(what.quantity, m.Every):
        return what
    one = [each for each in noted(scope, among.what) if each.single and what.types in ((), each.types)]
    mine = all(what.whose in ("", getattr(each.what, "whose", "")) for each in one)
    return among.what if one and mine else what  # "your opponent's units": of what each player summoned


def two_chosen(scope: Scope, there: bool) -> list[Mention]:
    """ "Choose 1 of these and 1 of those … them": both of them, in the order of the text."""
    cards = [each for each in scope.spoken_of if isinstance(each.what, m.Selector)]
    cards = [each for each in cards if not (there and each.gone)]
    chosen = [each for each in cards if each.chosen]
    if len(chosen) > 1 and cards[-1] is chosen[-1] and chosen[0].clause == chosen[-1].clause:
        return chosen
    if any(not each.single for each in cards):
        return []
    return chosen if len(chosen) == 2 else []


def besides(scope: Scope, pronoun: Pronoun, found: list[Mention]) -> m.Target:
    """Something from the event, this card or a cost, if nothing in the body can be meant."""
    if scope.negated and pronoun.word in ("it", "that"):
        return m.Role("countered" if scope.counters else "being played")
    if not found and pronoun == Pronoun("it") and scope.asked and of_event(scope, pronoun):
        found = [THIS]  # "when a unit attacks, if this card is …, destroy it": either of them
    if not found:
        meant = from_event(scope, pronoun)
        if pronoun.word == "the" and isinstance(meant, m.This):
            raise Unsound(f"which card is “the {pronoun.noun}”? Say “this {pronoun.noun}”, or how many")
        return meant
    chosen = which(scope, pronoun, [*found, None])
    return from_event(scope, pronoun) if chosen is None else taken(scope, chosen)


def one_before(scope: Scope, clause: int) -> bool:
    """Whether the instructions before this clause took one card that they describe."""
    return any(
        each.single and each.clause != clause and each.part == "body" and isinstance(each.what, m.Selector)
        for each in scope.mentions
    )


def chosen_card(scope: Scope) -> m.Target | None:
    """ "When this unit becomes the target of a card or ability, return it …": an ability is not moved."""
    event = next((each for each in scope.events[::-1] if not isinstance(each, m.PhaseMoment)), None)
    if not isinstance(event, m.Targeted) or scope.mentions:
        return None
    if not isinstance(event.what, m.Selector) or "card or ability" not in event.what.types:
        return None
    return m.This() if event.target == m.This() else m.Object()


def is_undone(scope: Scope, orientation: str) -> bool:
    """ "If this card is in Rest Mode, switch it to Active Mode": the card that is asked about."""
    turned = m.State("rest" if orientation == "active" else "active")
    likes = [each.like for each in scope.asked if isinstance(each, m.Matches)]
    return not scope.mentions and any(turned in like.filters for like in likes)


def check_harm(scope: Scope, pronoun: Pronoun, node: m.Node) -> None:
    """ "… you may exhaust this card to deal 2 damage to it": hardly to itself, if the event is about a
    card too; nor does a card gain anything for sure that was just exhausted."""
    if pronoun.word != "it" or not isinstance(node, m.DealDamage | m.Destroy | m.Modify | m.Gain):
        return
    found = among_mentions(scope, pronoun, there=True, own=scope.here)
    spent = isinstance(node, m.DealDamage | m.Destroy) or any("rested" in each.deeds for each in found)
    this = bool(found) and all(isinstance(each.what, m.This) for each in found)
    if this and spent and of_event(scope, pronoun):
        which(scope, pronoun, [*found, None])


def check_which(scope: Scope, pronoun: Pronoun) -> None:
    """A card put away can be moved on; but if the event is about a card too, either could be meant."""
    found = among_mentions(scope, pronoun, own=scope.here) if pronoun.word == "it" else []
    cards = subjects(scope.events[-1]) if scope.events else []
    if found and found[0].gone and cards and isinstance(cards[0], m.Selector):
        raise Unsound("which card is “it”: the one just put away, or the one in the event?")
