"""What Luck & Logic cards are described by: circles, souls, titles, logic."""

from __future__ import annotations

from typing import Any

from judgekit.cardtext import model as m
from judgekit.cardtext.build.registry import (
    NOT_SAID,
    Head,
    Pronoun,
    PutTo,
    Where,
    action,
    actions,
    pronoun,
)
from judgekit.cardtext.build.targets import Lone, comparison, described, selector
from judgekit.cardtext.build.targets.nouns import type_of
from judgekit.cardtext.errors import Unsound


@action
def has_icon(icon: str) -> m.State:
    return m.State(f"{icon} icon")


@action
def put_this_way(word: str, to: PutTo | None = None) -> m.Among:
    """ "A paradox put into your drop zone this way": one of the cards that the text has put there."""
    return m.Among(pronoun("that", "card", word, to or NOT_SAID))


@action
def put_there(noun: str, word: str, to: PutTo | None) -> m.Target:
    """ "The member put into the drop zone": one that the text has put there."""
    if to is None:
        raise Unsound("where was it put?")
    return pronoun(f"the {word}", noun, word, to)


@action
def in_row_of(whose: m.Who, row: str) -> tuple[Where | m.Spot, ...]:
    return (m.Spot(row),) if whose in ("any", "each") else (Where((), whose), m.Spot(row))


@action
def owned_like(whose: m.Who, *parts: Any) -> m.Selector:
    """ "your attacking member's": a card that there can only be one of."""
    *adjectives, noun = parts
    found = selector(None, whose, Head(type_of(noun), tuple(adjectives), lone=True), ())
    if isinstance(found, Lone):
        raise Unsound("which one? Say “the chosen …”, or “this …”")
    return found


@action
def bearer_of(noun: str, what: m.Target) -> m.Selector:
    """4.15.2: "the tranceunion it is attached to", of a card other than this one."""
    if what == m.This():
        raise Unsound("said in another way")
    return bearing(noun, what)


@action
def bearing(noun: str, what: m.Target) -> m.Selector:
    held = m.Selector(filters=(m.Not(m.OtherThan(what)),))
    return m.Selector(m.Every(), "any", types=type_of(noun), filters=(m.Holding(held, "soul"),))


@action
def holds_in_soul(what: Head) -> m.Holding:
    """4.15.2: a member with such a card in its soul; that it has soul at all is said in other words."""
    if not (what.types or what.filters):
        raise Unsound("said in another way")
    return m.Holding(selector(m.Some(), "", what, ()), "soul")


@action
def holds_in_soul_many(count: Any, what: Head) -> m.Filter:
    way, n = comparison(count)
    if (way, n) == ("equal", 0):
        return m.Not(holds_in_soul(what))
    if not (what.types or what.filters) or way != "at least" or isinstance(count, m.Exactly | m.Some):
        raise Unsound("how many? Say “a”, “no” or “… or more”")
    return m.Holding(selector(m.AtLeast(n), "", what, ()), "soul")


@action
def was_turned(word: str, period: m.Period) -> m.Did:
    if word not in ("stood", "rested"):
        raise Unsound("said in another way")
    return m.Did(m.Turned(m.This(), "active" if word == "stood" else "rest"), period)


def zone_of_a_player(whose: m.Who, area: str) -> Where:
    """Overrides the common rule: "their soul" is that of the mentioned members, not a player's."""
    if area == "soul zone" and whose not in ("you", "opponent", "each", "any"):
        raise Unsound("said in another way")
    return Where((area,), whose)


@action
def set_to(what: m.Target) -> m.Attached:
    return m.Attached("set", what)


@action
def on_that_circle(what: m.Target) -> m.Near | m.State:
    """The circle that a card is on, or that its gate zone belongs to (4.4.2.2)."""
    if isinstance(what, m.Role) and what.role == "circle being attacked":
        return m.State("on the circle being attacked")
    return m.Near("on", what)


@action
def on_such_circle(*likes: Any) -> m.Near:
    """ "on an empty circle": of either player, unless the card itself is said to be a player's."""
    if not any(is_about_who_is_there(each) for each in likes):
        raise Unsound("said in another way")
    return m.Near("on", m.Selector(m.Some(), "each", types=("circle",), filters=likes))


def is_about_who_is_there(like: Any) -> bool:
    return isinstance(like, m.Empty | m.Holding) or like == m.Not(m.Empty())


@action
def circle_holding(what: Head, features: Any = ()) -> m.Holding:
    """ "A circle with a tranceunion on it"; that a member is there at all is said in other words."""
    if not features and what.types == ("member",) and not what.filters:
        raise Unsound("said in another way")
    return m.Holding(selector(m.Some(), "", what, features), "in")


@action
def gates_on(quantity: Any, whose: m.Who, *parts: Any) -> m.Selector:
    """ "The gate on one of your empty circles": which circle is chosen by its gate (4.4.2.2)."""
    *adjectives, tails = parts
    likes = tuple(
        each for part in (*adjectives, *tails) for each in (part if type(part) is tuple else (part,))
    )
    there = tuple(each for each in likes if is_about_who_is_there(each))
    if quantity is None or not all(isinstance(each, m.Spot) or each in there for each in likes):
        raise Unsound("the gate on which circle? Say how many, and where")
    on = (m.Near("on", m.Selector(m.Some(), "each", types=("circle",), filters=there)),) if there else ()
    return selector(quantity, whose, Head(("gate",), (*(f for f in likes if f not in there), *on)), ())


@action
def on_circle_with(what: Head) -> m.Near:
    """ "on a circle with a destroyed gate": where such a gate is (4.4.2.2)."""
    if what.types != ("gate",) or not what.filters:
        raise Unsound("with which gate?")
    return m.Near("on", selector(m.Some(), "", what, ()))


@action
def attacking_there(what: m.Target) -> m.Near:
    """8.2.7.2: it attacks, and the circle that it attacks is that of such a card."""
    if isinstance(what, m.Role):
        raise Unsound("said in another way")
    return m.Near("attacking", what)


def is_that_circle(what: Any) -> bool:
    """ "that circle": a circle itself, and not the card that lies on it."""
    return isinstance(what, Pronoun) and what.noun == "circle"


def is_beside_a_card(what: Any) -> bool:
    """ "the circle behind it": a circle itself, too, which is described in other words where cards go."""
    return isinstance(what, m.Selector) and "circle" in what.types


@action
def place_of_card(what: m.Target) -> m.Target:
    if isinstance(what, m.Role) or is_beside_a_card(what):
        raise Unsound("said in another way")
    if is_that_circle(what):
        return what
    return m.Selector(m.Exactly(1), types=("circle",), filters=(m.Near("on", what),))


@action
def from_among_owned(whose: m.Who, *parts: Any) -> tuple[Any, ...]:
    """ "one of your choice from among your tranceunions"."""
    *adjectives, nouns = parts
    kinds = type_of(nouns.removesuffix("s"))
    return (Where((), whose), *adjectives, *(() if kinds in ((), ("member",)) else (m.Is("type", kinds),)))


@action
def on_own_circles(whose: m.Who, *likes: Any) -> tuple[Any, ...]:
    """ "on your opponent's front row circles": who is on a player's circle is that player's (3.2.1)."""
    if not all(isinstance(each, m.Spot) and each.spot.endswith(" row") for each in likes):
        raise Unsound("said in another way")
    return likes if whose in ("any", "each") else (Where((), whose), *likes)


actions(
    was_placed_circle=lambda *said: m.Did(
        m.Moved(m.This(), to=("circle",), cause=(*said[:-1], None)[0]), said[-1]
    ),
    was_placed_circle_from=lambda origin, period: m.Did(
        m.Moved(m.This(), origin[0], ("circle",), origin_whose=origin[1]), period
    ),
    was_mobilized=lambda period: m.Did(m.Played(m.This(), how="mobilize"), period),
    was_mobilized_from=lambda whose, area, period: m.Did(
        m.Played(m.This(), areas=(area,), how="mobilize"), period
    ),
    has_changed_zone=lambda period: m.Did(m.ChangesZone(m.This()), period),
    have_been_destroyed=lambda: m.State("destroyed"),
    of_their_own=lambda: Where((), "their"),
    on_side=m.Spot,
    in_each_area=lambda *areas: Where(areas, "each"),
    on_circle_whose=lambda noun, state: on_circle_with(Head(type_of(noun), (state,))),
    attacking_this=lambda noun: m.Near("attacking", m.This()),
    # Of members other than this one.
    your_others=lambda: m.Selector(m.Every(), "you", types=("member",), filters=(m.OtherThan(m.This()),)),
    all_members_of=lambda whose: m.Selector(m.Every(), whose, types=("member",)),
    has_not_icon=lambda icon: m.Not(has_icon(icon)),
    so_much_soul_like=lambda count: m.Stat("soul", *comparison(count)),
    owned_in_battle=lambda whose, noun: owned_like(whose, m.State("in battle"), noun),
    anchor_in_battle=lambda whose, what: selector(m.Every(), whose, what, (m.State("in battle"),)),
    near_on=lambda what: (m.Near("on", what), m.OtherThan(what)),
    # "circles other than this gate's": a circle is told by what lies on it.
    other_than_its_circle=lambda what: m.Not(m.Near("on", what)),
    in_soul_of=lambda what: m.Attached("soul", what),
    circle_holding_with=circle_holding,
    has_no_set=lambda: m.Not(m.Holding(m.Selector(), "set")),
    # 8.2.10.4
    destroyed_in_attack=lambda what: (
        m.State("destroyed"),
        m.Did(m.Destroyed(m.This(), m.Cause("attack", source=described(what))), "game"),
    ),
    circle_without=lambda what: m.Not(circle_holding(what)),
    on_circle=lambda _: Where(("circle",), ""),
    is_of_kind=lambda kind, names: m.Is(kind, names),
    part_of_kind=lambda kind, names: m.Is(kind, names, part=True),
    in_its_name_kind=lambda names, kind: m.Is(kind, names, part=True),
    on_side_of_row=lambda side, row: (m.Spot(side), m.Spot(row)),
    on_spot=lambda row, side: (m.Spot(side), row),
    circle_beside=lambda relation, of: m.Selector(
        m.Some(), types=("circle",), filters=(m.Near(relation, of),)
    ),
    near_one=lambda relation, what, rest=(): m.Near(relation, selector(m.Some(), "", what, rest)),
    has_logic=lambda icon: m.State(f"{icon.removesuffix(' logic')} icon"),
    circle_of_card=lambda what: what,
    that_circle=lambda: pronoun("that", "circle"),
    chosen_circle=lambda: pronoun("chosen", "circle"),
    gate_on=lambda what: m.Selector(m.Every(), types=("gate",), filters=(on_that_circle(what),)),
)
