"""What Luck & Logic cards are described by: circles, souls, titles, logic."""

from __future__ import annotations

from typing import Any

from judgekit.cardtext.build.registry import AnyQuantity, Head, Where, action
from judgekit.cardtext.build.targets import Lone, comparison, selector
from judgekit.cardtext.build.targets.nouns import type_of
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.model import (
    Attached,
    ChosenNumber,
    Every,
    Exactly,
    Is,
    Near,
    Not,
    OtherThan,
    Role,
    Selector,
    Some,
    Spot,
    Stat,
    State,
    Target,
    This,
    Who,
)


@action
def on_side(side: str) -> Spot:
    return Spot(side)


@action
def your_others() -> Selector:
    """Of members other than this one."""
    return Selector(Every(), "you", types=("member",), filters=(OtherThan(This()),))


@action
def all_members_of(whose: Who) -> Selector:
    return Selector(Every(), whose, types=("member",))


@action
def has_icon(icon: str) -> State:
    return State(f"{icon} icon")


@action
def has_not_icon(icon: str) -> Not:
    return Not(has_icon(icon))


@action
def in_row_of(whose: Who, row: str) -> tuple[Where | Spot, ...]:
    return (Spot(row),) if whose in ("any", "each") else (Where((), whose), Spot(row))


@action
def so_much_soul_like(count: AnyQuantity) -> Stat:
    return Stat("soul", *comparison(count))


@action
def of_that_level() -> Stat:
    return Stat("level", "equal", ChosenNumber())


@action
def owned_like(whose: Who, *parts: Any) -> Selector:
    """ "your attacking member's": one that there can only be one of."""
    *adjectives, noun = parts
    found = selector(None, whose, Head(type_of(noun), tuple(adjectives), lone=True), ())
    if isinstance(found, Lone):
        raise Unsound("which one? Say “the chosen …”, or “this …”")
    return found


@action
def owned_in_battle(whose: Who, noun: str) -> Selector:
    return owned_like(whose, State("in battle"), noun)


@action
def near_on(what: Target) -> tuple[Near | OtherThan, ...]:
    return Near("on", what), OtherThan(what)


@action
def other_than_its_circle(what: Target) -> Not:
    """ "circles other than this gate's": a circle is told by what lies on it."""
    return Not(Near("on", what))


def zone_of_a_player(whose: Who, area: str) -> Where:
    """In place of the common one: "their soul" is that of the members spoken of, and no player's."""
    if area == "soul zone" and whose not in ("you", "opponent", "each", "any"):
        raise Unsound("said in another way")
    return Where((area,), whose)


@action
def in_soul_of(what: Target) -> Attached:
    return Attached("soul", what)


@action
def set_to(what: Target) -> Attached:
    return Attached("set", what)


@action
def on_circle(_: None) -> Where:
    return Where(("circle",), "")


@action
def by_title(names: tuple[str, ...]) -> Is:
    return Is("title", names)


@action
def by_char_name(names: tuple[str, ...]) -> Is:
    return Is("character name", names)


@action
def near_one(relation: Any, what: Head) -> Near:
    return Near(relation, selector(Some(), "", what, ()))


@action
def has_logic(icon: str) -> State:
    return State(f"{icon.removesuffix(' logic')} icon")


@action
def circle_of_card(what: Target) -> Target:
    return what


@action
def on_that_circle(what: Target) -> Near | State:
    """The circle that a card is on, or that its gate zone belongs to (4.4.2.2)."""
    if isinstance(what, Role) and what.role == "circle being attacked":
        return State("on the circle being attacked")
    return Near("on", what)


@action
def gate_on(what: Target) -> Selector:
    return Selector(Every(), types=("gate",), filters=(on_that_circle(what),))


@action
def place_of_card(what: Target) -> Target:
    if isinstance(what, Role):
        raise Unsound("said in another way")
    return Selector(Exactly(1), types=("circle",), filters=(Near("on", what),))
