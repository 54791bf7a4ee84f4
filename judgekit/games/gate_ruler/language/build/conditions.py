"""Conditions of Gate Ruler."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from judgekit.cardtext import model as m
from judgekit.cardtext.build.conditions import existing, of_players, so_many_in_area
from judgekit.cardtext.build.registry import (
    NOT_SAID,
    THEM,
    AnyQuantity,
    Compared,
    Head,
    PutTo,
    action,
    actions,
    pronoun,
)
from judgekit.cardtext.build.targets import comparison, described, selector
from judgekit.cardtext.build.verbs.drawing import search
from judgekit.cardtext.errors import Unsound
from judgekit.games.gate_ruler.language.build.descriptions import charges_of, gr_done_tail, that_many
from judgekit.games.gate_ruler.language.build.harm import dealt


@action
def gr_ability_was_of(of: m.Target) -> m.Condition:
    """The card that has the ability is what the event is about."""
    found = described(of)
    if not isinstance(found, m.Selector) or found.areas:
        raise Unsound("of which card was the ability? Describe it")
    return m.Matches(pronoun("that", "card"), replace(found, quantity=m.Some()))


@action
def damage_is(who: m.Who, bound: Compared) -> m.Condition | tuple[m.Condition, ...]:
    def asked(each: m.Who) -> m.Condition:
        found = m.Count(m.Selector(m.Some(), each, ("damage zone",)))
        return m.Compare(found, bound.compare, bound.amount)

    return of_players(who, asked)


@action
def gr_any_done(what: m.Selector, word: str, to: PutTo = NOT_SAID) -> m.Condition:
    """ "If a unit card is driven this way": such a card is among those."""
    if not isinstance(what, m.Selector) or not (what.types or what.filters):
        raise Unsound("said in another way")
    if word == "damaged":
        raise Unsound("the damage is dealt later (13-2): ask when it is dealt")
    done = m.Among(THEM) if word == "revealed" else gr_done_tail(word, to)
    return existing(replace(what, filters=(*what.filters, done)))


@action
def gr_so_many_done(quantity: Any, noun: str, word: str) -> m.Condition:
    if word == "damaged":
        raise Unsound("the damage is dealt later (13-2): ask when it is dealt")
    return m.Compare(that_many(word, noun), *comparison(quantity))


def so_many_done_there(quantity: Any, noun: str, word: str, to: PutTo) -> m.Condition:
    """ "If 2 or more cards were put into your graveyard this way": as many as went anywhere."""
    if to[1] == "opponent":
        raise Unsound("how many cards of each player that were is not kept apart")
    return gr_so_many_done(quantity, noun, word)


def by_you(who: m.Who, found: m.Condition) -> m.Condition:
    """ "If you discarded a Dragon this way": of what your effect had you do."""
    if who != "you":
        raise Unsound("how many cards of each player that were is not kept apart")
    return found


@action
def gr_attacking_such(what: m.Target, whom: Head, rest: tuple[Any, ...]) -> tuple[m.Condition, ...]:
    """8-4e-1: it is attacking, and what it attacks is such a card."""
    return (
        m.Matches(what, m.Selector(filters=(m.State("attacking"),))),
        m.Matches(m.Role("attacked"), selector(m.Some(), "", whom, rest)),
    )


@action
def gr_attacked_by_such(what: m.Target, by: Head, rest: tuple[Any, ...]) -> tuple[m.Condition, ...]:
    """8-4c: it is the target, and what attacks is such a card."""
    return (
        m.Matches(what, m.Selector(filters=(m.State("being attacked"),))),
        m.Matches(m.Role("attacking"), selector(m.Some(), "", by, rest)),
    )


def gr_hands(who: m.Who, way: Any, other: m.Who) -> m.Condition:
    return m.Compare(
        m.Count(m.Selector(m.Some(), who, ("hand",))), way, m.Count(m.Selector(m.Some(), other, ("hand",)))
    )


@action
def gr_controls_it(who: m.Who, what: m.Target) -> m.Condition:
    """ "If your opponent controls it"."""
    return m.Matches(what, m.Selector(m.Some(), who))


DAMAGED = m.Selector(filters=(m.State("damaged"),))


@action
def has_charges(what: m.Target, quantity: AnyQuantity) -> m.Condition:
    way, n = comparison(quantity)
    return m.Compare(charges_of(what), way, n)


@action
def gr_used_as_material(what: m.Target) -> m.Condition:
    """ "If a Dragon was used as a material": for this card's own summoning (16-13b-2a)."""
    if not isinstance(what, m.Selector) or not isinstance(what.quantity, m.Exactly | m.AtLeast):
        raise Unsound("how many? Say “a”, or “2 or more”")
    filters = (*what.filters, m.Attached("material", m.This()))
    among = m.Selector(m.Some(), what.whose, what.areas, types=what.types, filters=filters)
    return m.Compare(m.Count(among), "at least", what.quantity.n)


@action
def gr_was_summoned_from(what: m.Target, whose: m.Who, area: str) -> tuple[m.Condition, ...]:
    """15-17a: a normal summon is a play, and a card keeps where it was played from."""
    if whose not in ("you", "their", "owner"):
        raise Unsound("a unit is normal summoned from its own player's zone")
    summoned = m.Selector(m.Some(), filters=(m.State("normal summoned"),))
    return m.Matches(what, summoned), m.Happened(m.Played(what, areas=(area,)), "game")


@action
def top_of_gate(what: Head) -> m.Condition:
    top = m.Selector(m.Every(), areas=("gate",), end="top")
    return m.Matches(top, selector(m.Some(), "", what, ()))


def by_no_keyword(*_: Any) -> Any:
    """Replaces the common rules: "plays a card with [CNT]" describes the card."""
    raise Unsound("said in another way")


def gr_act_by(verb: str, cause: m.Cause) -> m.Act:
    """In place of the common one: not being attacked by some units is a rule about those units."""
    if verb == "be attacked":
        raise Unsound("said in another way")
    return m.Act(verb, cause=cause)


def found_in_deck(whose: m.Who, area: str, what: m.Target) -> m.Verb:
    """15-6a: who searches a deck chooses from it."""
    found = search(whose, area, what)
    assert isinstance(found, m.Search)
    return m.Choose(found.what)


actions(
    gr_so_many_did=lambda who, word, quantity, noun: by_you(who, gr_so_many_done(quantity, noun, word)),
    gr_any_did=lambda who, word, what: by_you(who, gr_any_done(what, word)),
    gr_put_so_many=lambda who, quantity, noun, to: by_you(
        who, so_many_done_there(quantity, noun, "moved", to)
    ),
    gr_put_any=lambda who, what, to: by_you(who, gr_any_done(what, "moved", to)),
    gr_so_many_done_to=so_many_done_there,
    gr_any_done_to=lambda what, word, to: gr_any_done(what, word, to),
    # "If 2 cards were removed this way": so many or more, as of all that is there.
    gr_survives=lambda what: m.Matches(what, m.Selector(filters=(m.State("in play"),))),
    gr_controls_it_not=lambda who, what: m.NotSo(gr_controls_it(who, what)),
    gr_controlled_by=lambda what, who: gr_controls_it(who, what),
    gr_healed_so_much=lambda bound: m.Compare(m.ThatMany("healed"), bound.compare, bound.amount),
    gr_took_nothing=lambda who, hurt, period: m.NotSo(m.Happened(dealt(hurt, m.Player(who)), period)),
    gr_it_took_nothing=lambda what, hurt, period: m.NotSo(m.Happened(dealt(hurt, what), period)),
    life_left=lambda who, bound: of_players(
        who, lambda each: m.Compare(m.PlayerNumber("life", each), bound.compare, bound.amount)
    ),
    gr_life_beside=lambda who, way, other: m.Compare(
        m.PlayerNumber("life", who), way, m.PlayerNumber("life", other)
    ),
    gr_damage_beside=lambda who, way, other: m.Compare(
        m.Count(m.Selector(m.Some(), who, ("damage zone",))),
        way,
        m.Count(m.Selector(m.Some(), other, ("damage zone",))),
    ),
    gr_hand_beside=lambda way: gr_hands("you", way, "opponent"),
    gr_their_hand_beside=lambda way: gr_hands("opponent", way, "you"),
    gr_is_damaged=lambda what: m.Matches(what, DAMAGED),
    gr_is_undamaged=lambda what: m.NotSo(m.Matches(what, DAMAGED)),
    gate_empty=lambda: m.Compare(m.Count(m.Selector(m.Some(), areas=("gate",))), "equal", 0),
    area_empty=lambda whose, area: so_many_in_area(whose, area, m.Exactly(0)),
    has_any_charges=lambda what: m.Compare(charges_of(what), "at least", 1),
    has_no_charges=lambda what: m.Compare(charges_of(what), "equal", 0),
    nth_attack=lambda whose, n: m.Compare(m.PlayerNumber("attacks this turn", whose), "equal", n),
)
