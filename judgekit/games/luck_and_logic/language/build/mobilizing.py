"""Mobilizing, trances, setting cards, and moving from circle to circle."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from judgekit.cardtext.build.registry import Head, Where, action
from judgekit.cardtext.build.targets import count_of, selector, there_is_one
from judgekit.cardtext.build.verbs import is_place, taken
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.model import (
    Act,
    Draw,
    Duration,
    Every,
    Exactly,
    Itself,
    Mobilize,
    Modify,
    Move,
    Near,
    Pay,
    Perform,
    Place,
    Player,
    Prohibit,
    Selector,
    Stack,
    Target,
    This,
    Times,
    Union,
    UseAbility,
    Verb,
    Who,
)


@action
def pay_stock(n: int) -> Verb:
    return Pay("stock", n)


@action
def mobilize(what: Target) -> Verb:
    return Mobilize(taken(what))


@action
def mobilize_to(what: Target, to: Target | None = None) -> Any:
    if to is None:
        return what
    if isinstance(to, Selector):
        one = replace(is_place(to), quantity=Exactly(1)) if to.quantity == Every() else is_place(to)
        return Mobilize(taken(what), one)  # "onto empty circles": each onto one
    return Mobilize(taken(what), to)


@action
def mobilize_to_free(what: Target, to: Target) -> Any:
    return replace(mobilize_to(what, to), free=True)


@action
def mobilize_to_rest(what: Target, to: Target) -> Any:
    return replace(mobilize_to(what, to), orientation="rest")


@action
def mobilize_two(one: Head, other: Head, where: Where, to: Target) -> Any:
    """ "a logicalist and a foreigner from your drop zone": both from there."""
    if not isinstance(where, Where):
        raise Unsound("from where?")
    both = Union(tuple(selector(Exactly(1), "", each, (where,)) for each in (one, other)))
    return mobilize_to(both, to)


@action
def mobilize_free(what: Target) -> Verb:
    return Mobilize(taken(what), free=True)


@action
def mobilize_rest(what: Target) -> Verb:
    return Mobilize(taken(what), orientation="rest")


@action
def do_trance() -> Verb:
    return Perform("trance")


@action
def trance_with(what: Target) -> Verb:
    return Perform("trance", taken(what))


@action
def perform(what: str) -> Verb:
    return Perform(what)


@action
def use_logic_drive(what: Target) -> Verb:
    return UseAbility(taken(what), "logic drive")


@action
def use_logic_drive_free(what: Target) -> Verb:
    return UseAbility(taken(what), "logic drive", free=True)


@action
def intercept_with(what: Target) -> Verb:
    return Perform("intercept", taken(what))


@action
def set_card_to(what: Target, onto: Target) -> Verb:
    return Stack(taken(what), taken(onto), "set")


@action
def set_card_to_down(what: Target, onto: Target) -> Verb:
    return Stack(taken(what), taken(onto), "set", "down")


@action
def soul_of(what: Target, onto: Target) -> Verb:
    return Stack(taken(what), taken(onto), "soul")


@action
def soul_of_down(what: Target, onto: Target) -> Verb:
    return Stack(taken(what), taken(onto), "soul", "down")


@action
def soul_of_whom(what: Target, onto: Target) -> Verb:
    if isinstance(onto, Selector) and not there_is_one(onto.whose, onto.types, list(onto.filters)):
        raise Unsound("into the soul of which member?")
    return Stack(taken(what), onto, "soul")


@action
def put_on_bottom(what: Target) -> Verb:
    return Move(taken(what), Place("deck", "", "bottom"))


@action
def put_on_top(what: Target) -> Verb:
    return Move(taken(what), Place("deck", "", "top"))


@action
def put_back(what: Target, how: tuple[str, Any]) -> Verb:
    return Move(taken(what), Place("deck", "", "top", order=how[1]))


@action
def put_back_top(what: Target, whose: Who) -> Verb:
    return Move(taken(what), Place("deck", whose, "top"))


@action
def put_back_of(what: Target, whose: Who, how: tuple[str, Any]) -> Verb:
    return Move(taken(what), Place("deck", whose, "top", order=how[1]))


@action
def cannot_use_keyword(who: Who, keyword: str) -> Verb:
    return Prohibit(Player(who), Act(f"use {keyword}"))


@action
def attack_times(what: Target, n: int, duration: Duration | None = None) -> Verb:
    return Modify(taken(what), "attack count", "set", n, duration)


@action
def every_some_draw(n: int, what: Selector, found: Draw) -> Verb:
    return replace(found, n=Times(found.n, count_of(what), n))


@action
def move_circle(what: Target, to: Target) -> Verb:
    if not isinstance(to, Selector):
        raise Unsound("a member moves to a circle")
    moved = taken(what)
    return Move(moved, Place("field", zone=beside_itself(moved, one_each(is_place(to)))))


def one_each(to: Selector) -> Selector:
    """ "to empty circles": each member to one."""
    return replace(to, quantity=Exactly(1)) if to.quantity == Every() else to


def move_to(what: Target, to: Place) -> Verb:
    """In place of the common one: to a circle, what is adjacent is adjacent to the member that moves."""
    moved = taken(what)
    if not isinstance(to.zone, Selector):
        return Move(moved, to)
    return Move(moved, replace(to, zone=beside_itself(moved, one_each(to.zone))))


def beside_itself(moved: Target, to: Selector) -> Selector:
    """An adjacent circle is one beside the member that moves, whichever card says so."""
    if moved == This():
        return to
    near = Near("adjacent", Itself())
    return replace(to, filters=tuple(near if f == Near("adjacent", This()) else f for f in to.filters))
