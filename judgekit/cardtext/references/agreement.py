"""What is asked of one mention, card, verb or event by itself."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any, TypeGuard, get_args

from judgekit.cardtext import model as m
from judgekit.cardtext.build.registry import AttackedBy, Both, DealtBy, Destroyer, DoneAmong, Pronoun
from judgekit.cardtext.discourse import AWAY, OWNED, Mention, is_single

ATTACKED_CIRCLE = (m.Role("circle being attacked"), m.State("on the circle being attacked"))


SAY_WHEN = frozenset({"enter", "when invading", "revenge"})


IN_TURN = ("first", "second")  # of two cards that were chosen one after the other


def is_plain_them(what: object) -> bool:
    """ "Them", wherever they were put; "both of them" is more."""
    return isinstance(what, Pronoun) and not isinstance(what, Both) and what.word == "them"


def is_of_other_ones(each: Mention) -> bool:
    """Whether these are all the cards besides this one."""
    others = each.what.filters if isinstance(each.what, m.Selector) and not each.single else ()
    return m.OtherThan(m.This()) in others


def is_mine(what: m.Target | None) -> bool:
    return what in (m.This(), m.Player("you")) or (isinstance(what, m.Selector) and what.whose == "you")


def is_asked_in_passing(found: Mention) -> bool:
    """A single card that a condition describes, and that no word has meant yet."""
    return found.role == "found" and found.single and not found.used and not is_choice(found.what)


def is_of_one_side(one: object, other: object) -> bool:
    return isinstance(one, m.Selector) and isinstance(other, m.Selector) and one.whose == other.whose


def takes_no_lone_card(verb: m.Node | None) -> bool:
    """What is never done to a player's only card of its kind: it stays where it lies."""
    away = isinstance(verb, m.Move) and verb.to.area in OWNED
    return away or isinstance(verb, m.Destroy | m.Discard | m.Play | m.Stack | m.GainControl)


def bound_to(what: m.Target) -> m.Target:
    """What was taken, if it is described; or else the same card."""
    return m.Bound(what.bind) if isinstance(what, m.Selector) else what


def is_all_done(what: m.Selector) -> bool:
    """ "Each card removed this way": everything removed, not one kind of it."""
    return not what.types and len(what.filters) == 1 and isinstance(what.filters[0], DoneAmong)


def is_called(pronoun: Pronoun, what: object) -> bool:
    """Whether the card was described by the word that points at it now."""
    if pronoun.called in OF_A_SIDE:
        return isinstance(what, m.Selector) and what.whose == pronoun.called
    filters = what.filters if isinstance(what, m.Selector) else ()
    return any(isinstance(each, m.Is) and pronoun.called in each.values for each in filters)


OF_A_SIDE = ("you", "opponent")  # "that enemy unit": a card is also called by whose it is


def is_of_the_other_side(pronoun: Pronoun, what: object) -> bool:
    """Whether a card cannot be the one that is called by whose it is."""
    if pronoun.called not in OF_A_SIDE:
        return False
    return isinstance(what, m.This) or getattr(what, "whose", "") in {*OF_A_SIDE} - {pronoun.called}


MOVED_CARD = "the card that is moved"


DONE_TO_THAT = (  # and it stays there
    m.Orient, m.Modify, m.Gain, m.Lose, m.Prohibit, m.Demand, m.DealDamage, m.Heal, m.GainControl,
    m.NegateAbilities,
)  # fmt: skip


def is_beside_it(node: m.Move) -> bool:
    """Whether a chosen card goes to a place that is described by "it"."""
    told = node.to.zone.filters if isinstance(node.to.zone, m.Selector) else ()
    spots = [one for each in told for one in (each.filters if isinstance(each, m.OneOf) else (each,))]
    return isinstance(node.what, m.Selector) and any(
        isinstance(each, m.Near) and isinstance(each.of, Pronoun) and each.of in BARE for each in spots
    )


def is_gone(event: m.Event) -> bool:
    """Whether the card of an event has left for a place where nothing lies beside it."""
    if isinstance(event, m.Moved):
        return bool(event.to) and AWAY.union({"hand"}).issuperset(event.to)
    return isinstance(event, m.Discarded | m.Destroyed)


def lies_under(what: object) -> bool:
    return isinstance(what, m.Selector) and any(isinstance(each, m.Attached) for each in what.filters)


def is_put_away(mention: Mention) -> bool:
    """It is in a pile or a hand, not in play: "the revealed card"."""
    areas = mention.what.areas if isinstance(mention.what, m.Selector) else ()
    return bool(areas) and OWNED.issuperset(areas)


def changed_by(verbs: Any) -> dict[str, m.Selector | m.Role]:
    """The cards whose numbers are changed, where there is nothing to choose."""
    changed = [each for each in m.walk(verbs) if isinstance(each, m.Modify)]
    return {
        each.stat: each.what
        for each in changed
        if isinstance(each.what, m.Role)
        or (isinstance(each.what, m.Selector) and not is_choice(each.what) and is_single(each.what))
    }


def is_its_host(pronoun: Pronoun, event: m.Event) -> bool:
    """ "When this card is put into the soul of a member, that member …": the one it lies under."""
    into = isinstance(event, m.Attaches) and event.how == "soul" and event.what == m.This()
    return into and pronoun.word in ("that", "the") and pronoun.noun not in ("", "card")


def is_asked_of_a_group(mention: Mention) -> bool:
    """ "If there is a red card among them": a description of some of them."""
    filters = mention.what.filters if isinstance(mention.what, m.Selector) else ()
    return mention.role == "found" and any(isinstance(each, m.Among) for each in filters)


def is_choice(what: Any) -> bool:
    """ "Send up to 2 cards …": they are chosen, though the text does not say so."""
    many = m.Exactly | m.UpTo | m.AnyNumber | m.AtLeast
    return isinstance(what, m.Selector) and isinstance(what.quantity, many)


def was_one_of_those(mention: Mention, what: m.Selector) -> bool:
    """ "Turn one of your gates face up. Turn one of your other gates face down": not the first one."""
    first = mention.what
    return (
        isinstance(first, m.Selector)
        and mention.part == "body"
        and mention.single
        and not mention.gone
        and is_choice(first)
        and is_choice(what)
        and is_of_a_sort(first, what)
        and first.whose == what.whose
        and not any(isinstance(each, m.OtherThan) for each in first.filters)
    )


def is_of_this(conditions: tuple[Any, ...]) -> bool:
    """ "If this card attacks a Battle Card, it …": what is said of the other card is said of this one."""
    first = conditions[0] if conditions else None
    return isinstance(first, m.Matches) and first.what == m.This()


def said_of_this(conditions: tuple[Any, ...]) -> Iterator[Any]:
    """The conditions that say something of this card other than where it is."""
    for each in conditions:
        if isinstance(each, m.Matches) and each.what == m.This() and not each.like.areas:
            yield each
        if isinstance(each, m.Compare) and isinstance(each.left, m.ValueOf) and each.left.what == m.This():
            yield each


def cannot_go(mention: Mention, to: m.Place | None) -> bool:
    """Whether a card is there already, or the place is the other player's."""
    whose = getattr(mention.what, "whose", "")
    return to is not None and (
        to.area in mention.went or (to.area in OWNED and {whose, to.whose} == {"you", "opponent"})
    )


THIS = Mention(0, m.This(), True, 0)


def is_for_lone_cards(verb: m.Node | None) -> bool:
    """What is only done to a card of which each player has one."""
    return isinstance(verb, m.Advance | m.Retreat | m.Invade) or (
        isinstance(verb, m.Flip) and verb.face is None
    )


BARE = (Pronoun("it"), Pronoun("that"), Pronoun("that", "card"))


VERBS = get_args(m.Verb)


def is_of_a_sort(one: m.Selector, other: m.Selector) -> bool:
    """Whether two descriptions are of one type in one area; the field is where such cards are."""
    places = [() if each.areas == ("field",) and each.types else each.areas for each in (one, other)]
    return one.types == other.types and places[0] == places[1]


def is_of_either_player(conditions: Any) -> bool:
    """ "If a player has no cards in hand": whichever of the two."""
    named = (m.Selector, m.PlayerNumber)
    said = [node for node in m.walk(conditions) if isinstance(node, named)]
    one_of = [tuple(m.walk(each)) for each in conditions if isinstance(each, m.OneHolds)]
    told = [{getattr(each, "whose", "") for each in nodes} for nodes in one_of]
    players = [(getattr(node, "whose", ""), getattr(node, "who", "")) for node in said]
    return any("any" in each for each in players) or any({"you", "opponent"} <= each for each in told)


def is_borne_by_one(what: Any, other: m.Selector) -> bool:
    """ "Choose a charge of a Machine and another Machine": the charge's own card is of that sort."""
    attached = [each.to for each in getattr(what, "filters", ()) if isinstance(each, m.Attached)]
    bearers = [each for each in attached if isinstance(each, m.Selector)]
    kinds = {each for each in other.filters if not isinstance(each, m.OtherThan)}
    return any(is_of_a_sort(each, other) and kinds <= set(each.filters) for each in bearers)


def is_arrival_of_this(event: m.Event) -> TypeGuard[m.Moved]:
    return isinstance(event, m.Moved) and event.what == m.This()


def is_beside_this(what: m.Selector) -> bool:
    return any(isinstance(each, m.Near) and each.of == m.This() for each in what.filters)


def is_passive(event: m.Event) -> bool:
    """Whether the event is stated of the card that suffers it, and names who does it afterwards."""
    if isinstance(event, m.EitherEvent):
        return is_passive(event.events[0])
    if isinstance(event, m.Nth | m.After):
        return is_passive(event.event)
    return isinstance(event, AttackedBy | DealtBy)


def is_destroying(event: m.Event) -> bool:
    """Whether a described card is said to destroy another."""
    if isinstance(event, m.Nth | m.After):
        return is_destroying(event.event)
    return isinstance(getattr(event, "cause", None), Destroyer) and m.doer(event) is not None


def subjects(event: m.Event) -> list[m.Target]:
    """The cards of an event, the one that acts (or suffers alone) first."""
    if isinstance(event, m.EitherEvent):
        return subjects(event.events[0])
    if isinstance(event, m.Nth | m.After):
        return subjects(event.event)
    if isinstance(event, m.Destroyed) and event.cause is not None and event.cause.by == "attack":
        return [each for each in (event.cause.source, event.what) if isinstance(each, m.Target)]
    names = ("what", "target", "into", "to", "of", "against")
    values = [getattr(event, name, None) for name in (names[::-1] if is_passive(event) else names)]
    return [each for each in (*values, m.doer(event)) if isinstance(each, m.Target)]


OBJECTS: dict[type, tuple[str, ...]] = {
    m.DealDamage: ("source", "to"),
    m.Evolve: ("what", "into"),
    m.Play: ("what", "onto"),
    m.Redirect: ("to",),
    m.Stack: ("what", "onto"),
    m.Swap: ("one", "other"),
}


FOUGHT = frozenset({
    "attacking", "attacked", "defending", "intercepting", "battle opponent", "being played", "just played",
    "countered",
})  # fmt: skip


FIGHTER_NOUNS = ("unit", "member", "monster card")


CLAUSES = (*VERBS, *get_args(m.Condition))


JOINING = (
    m.May, m.If, m.ChooseModes, m.Either, m.ForEach, m.Repeat, m.Delayed,
    m.Instead, m.Lasting,
)  # fmt: skip


SIDES: dict[type, tuple[str, str]] = {
    m.Attacks: ("the attacking card", "the attacked card"),
    m.Damages: ("the card that deals the damage", "the card that is dealt it"),
}


def sides_of(event: m.Event) -> list[str]:
    """What the two cards of an attack or of damage are called, in the order of the words."""
    names = next((list(names) for kind, names in SIDES.items() if isinstance(event, kind)), [])
    return names[::-1] if is_passive(event) else names


SUFFERED = (m.Destroy, m.Move, m.Stack, m.Orient, m.DealDamage, m.Heal, m.GainControl)


def is_suffered(node: m.Node) -> bool:
    return isinstance(node, SUFFERED) or (isinstance(node, m.Modify) and node.how == "minus")


MOVED = (m.Move, m.Stack, m.Play, m.Summon, m.Mobilize)


DONE_TO = (
    m.Destroy, m.Retreat, m.Advance, m.Invade, m.CounterMonster, m.Orient,
    m.Modify, m.Gain, m.Lose, m.Prohibit, m.Permit, m.Demand, m.NegateAbilities,
    m.Redirect, m.DealDamage, m.Heal, m.Unaffected, m.GainControl,
)  # fmt: skip


def in_order_of_the_text(node: m.Node) -> tuple[str, ...]:
    """The parts of a node as they are said: what deals damage is named before what is hit."""
    if isinstance(node, m.DealDamage):
        return ("source", *(name for name in node.__struct_fields__ if name != "source"))
    return node.__struct_fields__


@cache
def mentions(kind: type, name: str) -> bool:
    """Does this field name cards that a later word can point at?"""
    return issubclass(kind, (m.Matches, *VERBS)) and name in OBJECTS.get(kind, ("what",))


@cache
def is_clause(kind: type) -> bool:
    """Whether it says something of its own, rather than joining what others say."""
    return issubclass(kind, CLAUSES) and not issubclass(kind, JOINING)


def is_one_and_another(what: m.Union) -> bool:
    """ "1 of your units and another of your units": not another than this card."""
    kinds = [each for each in what.parts if isinstance(each, m.Selector)]
    return any(
        is_of_a_sort(one, other) and one.whose == other.whose and any(map(says_another, other.filters))
        for one, other in pairwise(kinds)
    )


def says_another(what: m.Filter) -> bool:
    return isinstance(what, m.OtherThan) and getattr(what.what, "word", "") == "another"


def is_a_circle(said: object) -> bool:
    return isinstance(said, m.Selector) and "circle" in said.types
