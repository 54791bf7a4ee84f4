"""Luck & Logic: circles, soul, stock, logic."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from judgekit.cardtext.build.abilities import flat, header
from judgekit.cardtext.build.registry import AnyQuantity, HeaderPart, Tensed, Where, action, constants
from judgekit.cardtext.build.targets import comparison, count_of, described
from judgekit.cardtext.build.verbs import is_place, taken
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.model import (
    Ability,
    AbilityUsed,
    Act,
    Attached,
    Attaches,
    Battles,
    Compare,
    Condition,
    Count,
    Defends,
    Draw,
    Every,
    Flipped,
    ForEach,
    Holding,
    Intercepts,
    Is,
    Keyword,
    Matches,
    Mobilize,
    Modify,
    Move,
    Moved,
    Near,
    NotSo,
    Pay,
    Perform,
    Performs,
    Place,
    Played,
    Player,
    Prohibit,
    Role,
    Selector,
    Some,
    Spot,
    Stack,
    Stat,
    State,
    Target,
    This,
    Times,
    UseAbility,
    Verb,
    Who,
)

SOUL = Stat("soul", "at least", 1)

constants(
    act_header=header(kind="activated", window="main"),
    logic_drive=header("logic drive", kind="activated", window="logic drive"),
    back_row=Spot("back row"),
    left_spot=Spot("left"),
    middle_spot=Spot("middle"),
    right_spot=Spot("right"),
    last_placed=State("last placed"),
    your_front_row=(Where((), "you"), Spot("front row")),
    your_back_row=(Where((), "you"), Spot("back row")),
    has_soul=SOUL,
    has_no_soul=Stat("soul", "equal", 0),
    has_set=Holding(Selector(), "set"),
    in_soul_of_this=Attached("soul", This()),
    on_attacked_circle=State("on the circle being attacked"),
    battle_opponent=Role("battle opponent"),
    attacked_circle=Role("circle being attacked"),
    gate_here=Selector(Every(), types=("gate",), filters=(Near("on", This()),)),
    vanguard=header(
        "vanguard",
        conditions=(
            Compare(
                Count(Selector(Some(), "opponent", types=("gate",), filters=(State("undestroyed"),))),
                "at least",
                6,
            ),
        ),
    ),
)


@action
def covenant(name: str) -> HeaderPart:
    """The card goes into the soul because it trances with that character."""
    return header("covenant", trigger=Attaches(This(), "soul", Selector(filters=(Is("name", (name,)),))))


@action
def only_in(area: str) -> HeaderPart:
    return header(areas=(area,))


@action
def bracket_cost(costs: tuple[Any, ...], found: Ability) -> Ability:
    if found.costs:
        raise Unsound("two costs")
    return replace(found, costs=flat(costs))


@action
def intercept_keyword() -> Ability:
    return Ability("keyword", keyword=Keyword("intercept"))


@action
def aura_battle() -> Ability:
    return Ability("keyword", keyword=Keyword("aura battle"))


@action
def stock_cost(n: int) -> Any:
    return (Pay("stock", n),)


@action
def cost_all(whose: Who, area: str, to_whose: Who, to: str) -> Any:
    raise Unsound("said in another way")


# Selectors


@action
def on_side(side: str) -> Spot:
    return Spot(side)


@action
def has_icon(icon: str) -> State:
    return State(f"{icon} icon")


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


# Verbs


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
    return Mobilize(taken(what), is_place(to) if isinstance(to, Selector) else to)


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
def soul_of_this(what: Target) -> Verb:
    return Stack(taken(what), This(), "soul")


@action
def cannot_use_keyword(who: Who, keyword: str) -> Verb:
    return Prohibit(Player(who), Act(f"use {keyword}"))


@action
def attack_times(what: Target, n: int) -> Verb:
    return Modify(taken(what), "attack count", "set", n)


@action
def every_draw(what: Selector, found: Draw) -> Verb:
    """12.5.1: it is done again for each of them."""
    return ForEach(count_of(what), (found,))


@action
def every_some_draw(n: int, what: Selector, found: Draw) -> Verb:
    return replace(found, n=Times(found.n, count_of(what), n))


@action
def move_circle(what: Target, to: Target) -> Verb:
    if not isinstance(to, Selector):
        raise Unsound("a member moves to a circle")
    return Move(taken(what), Place("field", zone=is_place(to)))


# Events


@action
def defends(what: Target, tense: str) -> Tensed:
    return Tensed(tense, Defends(what))


@action
def intercepts(what: Target, tense: str) -> Tensed:
    return Tensed(tense, Intercepts(what))


@action
def wins(what: Target, tense: str) -> Tensed:
    return Tensed(tense, Battles(what, "wins"))


@action
def loses(what: Target, tense: str) -> Tensed:
    return Tensed(tense, Battles(what, "loses"))


@action
def mobilized(what: Target, tense: str) -> Tensed:
    return Tensed(tense, Played(what, how="mobilize"))


@action
def mobilizes(who: Who, tense: str, what: Target) -> Tensed:
    return Tensed(tense, Played(described(what), who, how="mobilize"))


@action
def placed_circle(what: Target, tense: str) -> Tensed:
    return Tensed(tense, Moved(what, to=("circle",)))


@action
def trances(what: Target, tense: str) -> Tensed:
    return Tensed(tense, Performs("any", "trance", what))


@action
def player_trances(who: Who, tense: str) -> Tensed:
    return Tensed(tense, Performs(who, "trance"))


@action
def soul_owner(what: Target) -> Target:
    return described(what)


@action
def into_soul(what: Target, tense: str, onto: Target | None) -> Tensed:
    return Tensed(tense, Attaches(what, "soul", onto))


@action
def turned_up(what: Target, tense: str) -> Tensed:
    return Tensed(tense, Flipped(what, "up"))


@action
def turned_down(what: Target, tense: str) -> Tensed:
    return Tensed(tense, Flipped(what, "down"))


@action
def set_event(what: Target, tense: str, onto: Target) -> Tensed:
    return Tensed(tense, Attaches(what, "set", described(onto)))


@action
def performs(who: Who, tense: str, what: str) -> Tensed:
    return Tensed(tense, Performs(who, what))


@action
def uses_logic_drive(who: Who, tense: str) -> Tensed:
    return Tensed(tense, AbilityUsed(who, "logic drive"))


@action
def is_drawn(what: Target, tense: str) -> Tensed:
    return Tensed(tense, Moved(what, ("deck",), ("hand",)))


# Conditions


def soul_of_card(what: Target) -> Count:
    return Count(Selector(Some(), areas=("soul zone",), filters=(Attached("soul", what),)))


@action
def has_soul_condition(what: Target) -> Condition:
    return Compare(soul_of_card(what), "at least", 1)


@action
def has_no_soul_condition(what: Target) -> Condition:
    return Compare(soul_of_card(what), "equal", 0)


@action
def undestroyed(who: Who, quantity: AnyQuantity) -> Condition:
    way, n = comparison(quantity)
    gates = Selector(Some(), who, types=("gate",), filters=(State("undestroyed"),))
    return Compare(Count(gates), way, n)


@action
def level_up(who: Who, quantity: AnyQuantity) -> Condition:
    way, n = comparison(quantity)
    return Compare(Count(Selector(Some(), who, ("level zone",), filters=(State("face up"),))), way, n)


@action
def paradox_up() -> Condition:
    return Compare(Count(Selector(Some(), types=("paradox",), filters=(State("face up"),))), "at least", 1)


@action
def is_not_opponent(what: Target) -> Condition:
    return NotSo(is_opponent(what))


@action
def is_opponent(what: Target) -> Condition:
    return Matches(what, Selector(filters=(State("battle opponent"),)))
