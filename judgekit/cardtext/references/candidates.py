"""What a word may mean: of the mentions so far and of the event, those that agree with it."""

from __future__ import annotations

from typing import Any

from judgekit.cardtext import model as m
from judgekit.cardtext.build.registry import Pronoun
from judgekit.cardtext.discourse import Mention, WhichOne, described, nearest
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.language import language
from judgekit.cardtext.references.agreement import (
    DONE_TO,
    FIGHTER_NOUNS,
    IN_TURN,
    is_arrival_of_this,
    is_asked_of_a_group,
    is_called,
    is_choice,
    is_destroying,
    is_its_host,
    is_of_the_other_side,
    is_put_away,
    lies_under,
    sides_of,
    subjects,
)
from judgekit.cardtext.references.scope import Scope


def is_ability_used(scope: Scope) -> bool:
    """Whether the event is an ability that is being used, and nothing else was chosen."""
    used = bool(scope.events) and isinstance(scope.events[-1], m.AbilityUsed)
    return used and not any(each.chosen for each in scope.mentions)


def is_played_now(scope: Scope) -> bool:
    """ "When your opponent plays an event, you may discard a card. If you do, negate that card": what is
    being played, since no other card can be negated, unless one was chosen for it."""
    event = scope.events[-1] if scope.events else None
    played = isinstance(event, m.Played | m.Targeted) and isinstance(event.what, m.Selector)
    return played and not any(each.chosen for each in scope.mentions)


def kinds_of_this(scope: Scope) -> set[str]:
    """What this card can be, if its arrival in an area sets the text off: only some kinds come there."""
    came = scope.events[0].to if scope.events and is_arrival_of_this(scope.events[0]) else ()
    return {kind for area in came or () for kind in language(scope.game).set_off_in.get(area, ())}


def of_event(scope: Scope, pronoun: Pronoun) -> bool:
    """Whether the event is about another card that the word can mean."""
    cards = subjects(scope.events[-1]) if scope.events else []
    fitting = [each for each in cards if isinstance(each, m.Selector) and is_kind(scope, pronoun, each.types)]
    return bool(fitting) and pronoun.word != "chosen"


def taken(scope: Scope, found: Mention) -> m.Target:
    found.used = True
    scope.spoken_of = [each for each in scope.spoken_of if each is not found] + [found]
    if found.again:
        return found.what
    if isinstance(found.what, m.Role) and found.gone:
        raise Unsound(f"{found.in_words()} has already left: refer to it before it leaves")
    return m.Bound(found.bind) if isinstance(found.what, m.Selector) else found.what


def which(scope: Scope, pronoun: Pronoun, found: list[Any]) -> Any:
    """The one that the judge named; nothing is guessed."""
    said = f"{pronoun.word} {pronoun.noun}".strip()
    words = ["the card of the event" if each is None else each.in_words() for each in found]
    wanted = scope.refers.get(said)
    if wanted in words:
        return found[words.index(wanted)]
    raise WhichOne(said, words)


def which_of(scope: Scope, pronoun: Pronoun, words: list[str]) -> str:
    said = f"{pronoun.word} {pronoun.noun}".strip()
    wanted = scope.refers.get(said)
    if wanted in words:
        return wanted
    raise WhichOne(said, words)


def among_mentions(scope: Scope, pronoun: Pronoun, there: bool = False, own: int = 0) -> list[Mention]:
    """The mentions that can be meant: one, several that fit equally well, or none."""
    if pronoun.word == "topic":
        return []
    latest = [
        each
        for each in scope.spoken_of[::-1]
        if not (there and each.gone) and (not own or each.clause != own)
    ]
    areas, _ = pronoun.to
    if areas and not pronoun.deed:  # "a card added to your hand this way": of those that went there
        latest = [each for each in latest if not each.went.isdisjoint(areas)]
    latest = [each for each in latest if each.role != "drawn" or is_said_of_drawn(scope, each, pronoun)]
    if isinstance(scope.doing, m.Attached):  # what lay under a card, or in a hand, has nothing under it
        latest = [each for each in latest if not (lies_under(each.what) or has_nothing_under(each))]
    if isinstance(scope.doing, m.ValueOf):
        lacking = language(scope.game).lacking.get(scope.doing.stat)
        latest = [each for each in latest if lacking not in each.types]
    if there and is_of_fighting(scope.doing):  # a card in a hand does not fight
        latest = [each for each in latest if each.went != frozenset({"hand"})]
    if is_of_fighting(scope.doing):  # nor does a gate
        latest = [each for each in latest if tuple(each.types) != ("gate",)]
    cards = [each for each in latest if not isinstance(each.what, m.This)]
    if pronoun.noun not in ("", "card", *FIGHTER_NOUNS):
        latest = [each for each in latest if not isinstance(each.what, m.Role)]
    if pronoun.word == "all chosen":
        cards = [each for each in cards if each.role != "drawn"]
        taken = [each for each in cards if each.part != "condition" and is_choice(each.what)]
        return ([each for each in cards if each.chosen] or taken)[:1]
    if pronoun.word == "the rest":
        return [each for each in cards if each.taken_from] or [each for each in cards if not each.single]
    if pronoun.word == "chosen":
        cards = (
            [each for each in cards if each.chosen] or [each for each in cards if each.is_counted] or cards
        )
        return nearest([each for each in cards if is_kind(scope, pronoun, each.types)])
    if pronoun.word in IN_TURN:
        picked = [each for each in scope.mentions if each.single and each.part != "condition"]
        picked = [each for each in picked if is_choice(each.what) and is_kind(scope, pronoun, each.types)]
        return [picked[IN_TURN.index(pronoun.word)]] if len(picked) > 1 else []
    if pronoun.word in ("group", "shown", "both"):  # "a red card among them … a blue card among them"
        cards = [each for each in cards if not is_asked_of_a_group(each)]
    if pronoun.word in ("them", "group", "shown", "both"):
        return ([each for each in cards if not each.single] or cards)[:1]
    if pronoun.word == "it" and cards and cards[0] is latest[0] and cards[0].is_uncounted:
        return cards[:1]  # "2 of your energy … it"
    if pronoun.word == "that":  # a text says “this card” of itself
        latest = cards
    check_number(scope, pronoun, latest)
    latest = [each for each in latest if not is_of_the_other_side(pronoun, each.what)]
    fitting = [each for each in latest if each.single and is_kind(scope, pronoun, each.types)]
    if pronoun.called:
        so = [each for each in fitting if is_called(pronoun, each.what)]
        fitting = so or ([] if event_calls(scope, pronoun) else fitting)
    if pronoun.noun not in ("", "card"):
        exact = [each for each in fitting if pronoun.noun in each.types]
        several = [each for each in latest if pronoun.noun in each.types]
        fitting = exact or several or ([] if event_has(scope, pronoun.noun) else fitting)
    return pointed_at_last(pronoun, nearest(fitting))


def pointed_at_last(pronoun: Pronoun, found: list[Mention]) -> list[Mention]:
    """ "Swap this unit with another unit. If that unit is …, it …": the one that a word has meant since."""
    since = [each for each in found if each.used]
    return since if pronoun.word == "it" and since == found[:1] else found


def has_nothing_under(mention: Mention) -> bool:
    return is_put_away(mention) or "discarded" in mention.deeds


def is_of_fighting(verb: m.Node | None) -> bool:
    """ "It gets -1000 power", "rest it": what is only said of a card in play."""
    return isinstance(verb, m.Orient) or (isinstance(verb, m.Modify) and verb.stat in FIGHTS)


FIGHTS = frozenset({"power", "aura", "limit", "ATK", "HP", "STK"})


def is_said_of_drawn(scope: Scope, drawn: Mention, pronoun: Pronoun) -> bool:
    """What can be asked of a card that was just drawn, or done to it: it lies in its player's hand."""
    verb = scope.doing
    if pronoun.noun not in ("", "card") or (isinstance(verb, m.Move) and verb.to.area == "hand"):
        return False
    if isinstance(verb, m.Matches) and verb.like.whose not in ("", "any", getattr(drawn.what, "whose", "")):
        return False
    if isinstance(verb, m.Matches) and any(isinstance(each, m.State) for each in verb.like.filters):
        return False  # damaged, exhausted: what no card in a hand is
    return isinstance(
        verb, m.Matches | m.Reveal | m.Discard | m.Move | m.Play | m.ValueOf | m.Among | m.Choose
    )


def check_number(scope: Scope, pronoun: Pronoun, latest: list[Mention]) -> None:
    """ "it" is one card: not several that were just chosen, nor any number there may be."""
    if pronoun.word != "it" or not latest or latest[0].single or latest[0].used:
        return
    if len(scope.events) > latest[0].events:
        return  # another event has come in between, and is spoken of
    if latest[0].chosen:
        raise Unsound("“it” is one card, and several can be chosen: say “them”")
    if latest[0].indefinite:
        raise Unsound("which card is “it”? There may be several such cards")


def is_kind(scope: Scope, pronoun: Pronoun, types: tuple[str, ...]) -> bool:
    """Whether a noun can refer to cards of these types."""
    noun = pronoun.noun
    if noun in ("", "card") or not types or noun in types:
        return True
    known = language(scope.game).types
    return bool(set(known.get(noun, ())) & {kind for each in types for kind in known.get(each, ())})


def event_has(scope: Scope, noun: str) -> bool:
    return any(
        isinstance(each, m.Selector) and noun in each.types
        for event in scope.events
        for each in subjects(event)
    )


def event_calls(scope: Scope, pronoun: Pronoun) -> bool:
    return any(is_called(pronoun, each) for each in subjects(scope.events[-1])) if scope.events else False


def from_event(scope: Scope, pronoun: Pronoun) -> m.Target:
    cards = subjects(scope.events[-1]) if scope.events else []
    if scope.events and is_its_host(pronoun, scope.events[-1]):
        return m.Host()
    if not cards and pronoun.word in ("it", "topic"):
        if isinstance(scope.events[-1] if scope.events else None, m.Drawn) and may_be_in_a_hand(scope):
            raise Unsound("which card is “it”: the one drawn, or this card?")
        return m.This()
    if not cards:
        raise Unsound(f"which card is “{pronoun.word} {pronoun.noun}”?".replace(" ”", "”"))
    if pronoun.called and (so := [at for at, each in enumerate(cards) if is_called(pronoun, each)]):
        return scope.side(so[0])
    if all(is_of_the_other_side(pronoun, each) for each in cards):
        raise Unsound(f"which {pronoun.noun} is that? The event speaks of none of that side")
    if pronoun.noun not in ("", "card"):
        fitting = [
            place
            for place, each in enumerate(cards)
            if isinstance(each, m.Selector) and pronoun.noun in each.types
        ]
        if len(fitting) > 1 and m.doer(scope.events[-1]) is not None:
            suffered = getattr(scope.events[-1], "what", None)
            if pronoun.deed and suffered in cards:  # "the destroyed unit": not the one that destroyed it
                return scope.side(cards.index(suffered))
            raise Unsound(f"which {pronoun.noun}: the one it happens to, or the one that does it?")
        if fitting:
            at = fitting[0] if len(fitting) == 1 else one_side(scope, pronoun, cards)
            return scope.pointed_at(pronoun, scope.side(at))
    if pronoun.word == "it" and is_destroying(scope.events[-1]):
        return destroyer_or_destroyed(scope, pronoun)
    if isinstance(cards[0], m.Selector | m.Role | m.Host):
        return scope.side(0)
    if pronoun.word == "them":
        raise Unsound("which cards are meant? Only one was mentioned")
    if pronoun.word == "that" and has_become_another(scope, cards):
        return m.Object()
    if len(cards) > 1 and (pronoun.word == "that" or pronoun.deed):
        return scope.pointed_at(pronoun, scope.side(1))
    return of_its_clause(scope, pronoun) if pronoun.word == "that" else m.This()


def has_become_another(scope: Scope, cards: list[m.Target]) -> bool:
    """ "When this card evolves, … that card": the one it has evolved into, where it lies under that one."""
    evolved = cards == [m.This()] and isinstance(scope.events[-1], m.Evolves)
    return evolved and "evolves into another card" in language(scope.game).words.idioms


def may_be_in_a_hand(scope: Scope) -> bool:
    """What is asked of, or done to, a card that was just drawn."""
    return isinstance(scope.doing, m.Matches | m.Reveal | m.Play | m.Summon | m.Move | m.Discard)


def of_its_clause(scope: Scope, pronoun: Pronoun) -> m.Target:
    """ "Your defending member gets +1000 power for each member adjacent to that member": the one that was
    just named; or this card, if it can be a member."""
    named = [each for each in scope.spoken_of if each.clause == scope.here and each.single]
    named = [each for each in named if isinstance(each.what, m.Selector) and pronoun.noun in each.types]
    if len(named) == 1:
        return taken(scope, named[0])
    kinds = kinds_of_this(scope)
    if left := [each for each in scope.spoken_of if each.single and each.gone and is_choice(each.what)]:
        raise Unsound(f"which card is “that {pronoun.noun}”? {left[-1].in_words()} has already left")
    if (
        named
        or scope.says_when
        or is_in_a_place(scope, pronoun)
        or (kinds and not is_kind(scope, pronoun, tuple(kinds)))
    ):
        raise Unsound(f"which card is “that {pronoun.noun}”?")
    return m.This()


def is_in_a_place(scope: Scope, pronoun: Pronoun) -> bool:
    """ "Choose a circle with a member. That member …": the text speaks of another one."""
    places = [each for one in scope.mentions for each in getattr(one.what, "filters", ())]
    return any(
        each == m.Not(m.Empty()) or (isinstance(each, m.Holding) and pronoun.noun in each.what.types)
        for each in places
    )


def destroyer_or_destroyed(scope: Scope, pronoun: Pronoun) -> m.Target:
    """ "When a unit destroys a unit, it …": what is done to a card in play is done to the one left."""
    told = ["the destroyed card", "the card that destroys it"]
    left = isinstance(scope.doing, DONE_TO)
    return scope.side(1 if left else told.index(which_of(scope, pronoun, told)))


def one_side(scope: Scope, pronoun: Pronoun, cards: list[m.Target]) -> int:
    """ "When a unit attacks a unit, exhaust that unit": either of the two."""
    told = sides_of(scope.events[-1]) or [described(each) for each in cards]
    return told.index(which_of(scope, pronoun, told))
