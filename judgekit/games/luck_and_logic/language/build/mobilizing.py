"""Mobilizing, trances, setting cards, and moving from circle to circle."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from judgekit.cardtext import model as m
from judgekit.cardtext.build.registry import Head, Pronoun, Where, action, actions
from judgekit.cardtext.build.targets import count_of, selector, there_is_one
from judgekit.cardtext.build.verbs import is_place, taken
from judgekit.cardtext.build.verbs.changing import standing
from judgekit.cardtext.build.verbs.moving import move_ends
from judgekit.cardtext.errors import Unsound
from judgekit.games.luck_and_logic.language.build.descriptions import is_beside_a_card, is_that_circle


@action
def mobilize(what: m.Target) -> m.Verb:
    return m.Mobilize(taken(what))


@action
def mobilize_to(what: m.Target, to: m.Target | None = None) -> Any:
    if to is None:
        return what
    if isinstance(to, m.Selector) and to.quantity == m.AnyNumber():
        raise Unsound("which circle is for which of them? Say “onto empty circles”")
    if isinstance(to, m.Selector):
        one = replace(is_place(to), quantity=m.Exactly(1)) if to.quantity == m.Every() else is_place(to)
        return m.Mobilize(taken(what), one)  # "onto empty circles": each onto one
    return m.Mobilize(taken(what), to)


@action
def mobilize_two(one: Head, other: Head, where: Where, to: m.Target) -> Any:
    """ "a logicalist and a foreigner from your drop zone": both from there."""
    if not isinstance(where, Where):
        raise Unsound("from where?")
    both = m.Union(tuple(selector(m.Exactly(1), "", each, (where,)) for each in (one, other)))
    return mobilize_to(both, to)


@action
def trance_with(what: m.Target) -> m.Verb:
    if getattr(what, "types", ()) == ("tranceunion",):
        raise Unsound("a trance is with a logicalist or a foreigner: say “into” of the tranceunion")
    return m.Perform("trance", taken(what))


@action
def trance_into(what: m.Selector) -> m.Verb:
    """5.13.1.5: what is asked of the tranceunion, wherever it is found."""
    if what.types not in ((), ("tranceunion",)) or what.areas or what.whose or what.quantity != m.Exactly(1):
        raise Unsound("into which tranceunion? Say “a tranceunion …”")
    return m.Perform("trance", into=replace(what, types=("tranceunion",)))


@action
def soul_of(what: m.Target, onto: m.Target) -> m.Verb:
    return m.Stack(taken(what), taken(onto), "soul")


@action
def soul_of_whom(what: m.Target, onto: m.Target) -> m.Verb:
    if isinstance(onto, m.Selector) and not there_is_one(onto.whose, onto.types, list(onto.filters)):
        raise Unsound("into the soul of which member?")
    return m.Stack(taken(what), onto, "soul")


@action
def put_on_top(what: m.Target) -> m.Verb:
    return m.Move(taken(what), m.Place("deck", "", "top"))


@action
def attack_times(what: m.Target, n: int, duration: m.Duration | None = None) -> m.Verb:
    return m.Modify(standing(what), "attack count", "set", n, duration)


@action
def move_circle(what: m.Target, to: m.Target) -> m.Verb:
    moved = taken(what)
    if isinstance(to, m.Role):
        return m.Move(moved, m.Place("field", zone=to))
    if not isinstance(to, m.Selector):
        raise Unsound("a member moves to a circle")
    there = replace(to, quantity=m.Exactly(1)) if to.quantity == m.Some() else to
    return m.Move(moved, m.Place("field", zone=beside_itself(moved, one_each(is_place(there)))))


@action
def place_on_that(what: m.Target, circle: m.Target, orientation: Any = None) -> m.Verb:
    """4.4.2.2: the circle that a card is on, or that its gate zone belongs to."""
    there = circle
    if is_beside_a_card(circle):
        raise Unsound("said in another way")
    if isinstance(circle, Pronoun) and circle.word == "it":
        raise Unsound("which circle is its own, if it is put there?")
    if not isinstance(circle, m.Role) and not is_that_circle(circle):
        there = m.Selector(m.Exactly(1), types=("circle",), filters=(m.Near("on", circle),))
    return m.Move(taken(what), m.Place("field", orientation=orientation, zone=there))


@action
def place_on_that_resting(what: m.Target, circle: m.Target) -> m.Verb:
    return place_on_that(what, circle, "rest")


def one_each(to: m.Selector) -> m.Selector:
    """ "to empty circles": each member to one."""
    return replace(to, quantity=m.Exactly(1)) if to.quantity == m.Every() else to


def move_to(what: m.Target, to: m.Place) -> m.Verb:
    """Overrides the common rule: an adjacent circle is one adjacent to the member that moves."""
    moved = taken(what)
    if not isinstance(to.zone, m.Selector):
        return m.Move(moved, to)
    return m.Move(moved, replace(to, zone=beside_itself(moved, one_each(to.zone))))


def beside_itself(moved: m.Target, to: m.Selector) -> m.Selector:
    """An adjacent circle is one beside the member that moves, whichever card says so."""
    if moved == m.This():
        return to
    near = m.Near("adjacent", m.Itself())
    return replace(to, filters=tuple(near if f == m.Near("adjacent", m.This()) else f for f in to.filters))


def no_hidden_soul(what: m.Target, onto: m.Target) -> m.Verb:
    raise Unsound("a soul lies face up: leave “face down” out")


actions(
    move_to_both_ends=lambda what, end, other, other_end, whose, area: move_ends(
        what, end, whose, area, other, other_end, whose, area
    ),
    pay_stock=lambda n: m.Pay("stock", n),
    mobilize_to_free=lambda what, to: replace(mobilize_to(what, to), free=True),
    mobilize_to_rest=lambda what, to: replace(mobilize_to(what, to), orientation="rest"),
    mobilize_free=lambda what: m.Mobilize(taken(what), free=True),
    mobilize_rest=lambda what: m.Mobilize(taken(what), orientation="rest"),
    do_trance=lambda: m.Perform("trance"),
    perform=m.Perform,
    use_logic_drive=lambda what: m.UseAbility(taken(what), "logic drive"),
    use_logic_drive_free=lambda what: m.UseAbility(taken(what), "logic drive", free=True),
    intercept_with=lambda what: m.Perform("intercept", taken(what)),
    set_card_to=lambda what, onto: m.Stack(taken(what), taken(onto), "set"),
    set_card_to_down=lambda what, onto: m.Stack(taken(what), taken(onto), "set", "down"),
    soul_of_down=no_hidden_soul,
    put_on_bottom=lambda what: m.Move(taken(what), m.Place("deck", "", "bottom")),
    put_back=lambda what, how: m.Move(taken(what), m.Place("deck", "", "top", order=how[1])),
    put_back_top=lambda what, whose: m.Move(taken(what), m.Place("deck", whose, "top")),
    put_back_of=lambda what, whose, how: m.Move(taken(what), m.Place("deck", whose, "top", order=how[1])),
    cannot_use_keyword=lambda who, keyword: m.Prohibit(m.Player(who), m.Act(f"use {keyword}")),
    every_some_draw=lambda n, what, found: replace(found, n=m.Times(found.n, count_of(what), n)),
)
