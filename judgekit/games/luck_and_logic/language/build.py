"""Luck & Logic: circles, soul, stock, logic."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from judgekit.cardtext.build.abilities import flat, headed, header, performed, present
from judgekit.cardtext.build.conditions import denied, exists, exists_have, happened
from judgekit.cardtext.build.registry import (
    IT,
    THEM,
    AnyQuantity,
    Change,
    During,
    Head,
    HeaderPart,
    Per,
    Tensed,
    Throughout,
    Where,
    action,
    constants,
    pronoun,
)
from judgekit.cardtext.build.targets import comparison, count_of, described, selector
from judgekit.cardtext.build.targets.tails import that_was
from judgekit.cardtext.build.verbs import is_place, taken
from judgekit.cardtext.build.verbs.changing import times
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.marks import Marked
from judgekit.cardtext.model import (
    Ability,
    AbilityUsed,
    Act,
    Among,
    Amount,
    Attached,
    Attaches,
    Attacks,
    Battles,
    Cause,
    ChangeNumber,
    ChooseModes,
    Compare,
    Condition,
    Count,
    DeckRule,
    Defends,
    Demand,
    Destroyed,
    Did,
    Draw,
    Duration,
    DuringPhase,
    DuringTurn,
    End,
    Every,
    Exactly,
    Extreme,
    Flipped,
    Gain,
    Happened,
    Holding,
    If,
    Instead,
    Intercepts,
    Is,
    Itself,
    Keyword,
    Matches,
    Mobilize,
    Modify,
    Move,
    Moved,
    Near,
    Not,
    NotSo,
    OtherThan,
    Pay,
    Perform,
    Performs,
    Period,
    Permit,
    PhaseMoment,
    Place,
    Played,
    Player,
    Prohibit,
    Quantity,
    Redirect,
    Role,
    Seen,
    Selector,
    Some,
    Spot,
    Stack,
    Stat,
    State,
    Subject,
    Swap,
    Target,
    This,
    Times,
    TreatAs,
    Union,
    Unknown,
    Until,
    UseAbility,
    Verb,
    Who,
)

PAID = "Y"  # as many stock cards as the player likes to pay
SOUL = Stat("soul", "at least", 1)

constants(
    act_header=header(kind="activated", window="main"),
    logic_drive=header("logic drive", kind="activated", window="logic drive"),
    back_row=Spot("back row"),
    of_yours=Where((), "you"),
    of_opponents=Where((), "opponent"),
    state_defending=State("defending"),
    state_resting=State("rest"),
    state_standing=State("active"),
    by_trance="trance",
    in_its_soul=Attached("soul", IT),
    not_in_battle=Not(State("in battle")),
    of_that_colour=Is("colour", ("chosen colour",)),
    of_that_element=Is("element", ("chosen element",)),
    of_that_world=Is("world", ("chosen world",)),
    attacking_role=Role("attacking"),
    defending_role=Role("defending"),
    element_word="element",
    world_word="world",
    way_more="more",
    way_less="less",
    their_front_row=(Where((), "opponent"), Spot("front row")),
    their_back_row=(Where((), "opponent"), Spot("back row")),
    how_resting=("orientation", "rest"),
    wins_highest="highest",
    wins_lowest="lowest",
    at_end_of_battle=PhaseMoment("end", "battle"),
    with_that_name=Is("name", ("chosen name",)),
    is_set_card=State("set"),
    by_attack="attack",
    act_use_abilities=Act("use abilities"),
    act_defined=Act("be defined"),
    act_stand_phase=Act("stand in the stand phase"),
    in_battle_time=During(None, (DuringPhase("battle"),), asked_always=True),
    your_battle_opponent=Selector(Every(), "opponent", types=("member",), filters=(State("in battle"),)),
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
def covenant_when(name: str, event: Tensed, verbs: Any) -> Ability:
    """A covenant that says its own moment asks whether the character lies in the soul (5.13.1.3)."""
    soul = Selector(Some(), filters=(Is("name", (name,)), Attached("soul", This())))
    there = Compare(Count(soul), "at least", 1)
    return Ability("automatic", trigger=present(event), conditions=(there,), body=verbs)


@action
def automatic_fighting(event: Tensed, state: State, verbs: Any) -> Ability:
    """ "When this member wins a battle in which it was attacking": it still is while the battle lasts."""
    trigger = present(event)
    if getattr(trigger, "what", None) != This():
        raise Unsound("of which member is that said?")
    fights = Matches(This(), Selector(filters=(state,)))
    return Ability("automatic", trigger=trigger, conditions=(fights,), body=verbs)


@action
def cost_may_be_paid(costs: tuple[Any, ...], event: Tensed, verbs: Any) -> Ability:
    """9.7: the cost of an automatic ability is paid or not in any case; this text says so."""
    return Ability("automatic", trigger=present(event), costs=flat(costs), body=verbs)


@action
def named_logic_drive(name: str) -> HeaderPart:
    return header("logic drive", kind="activated", window="logic drive", name=name)


@action
def named_act(name: str) -> HeaderPart:
    return header(kind="activated", window="main", name=name)


@action
def only_in(area: str) -> HeaderPart:
    return header(areas=(area,))


@action
def only_on_circle() -> HeaderPart:
    return only_in("circle")


@action
def everywhere() -> HeaderPart:
    return only_in("every zone")


@action
def also_everywhere(like: Is) -> Ability:
    return Ability("continuous", areas=("every zone",), body=(Gain(This(), like),))


@action
def bracket_cost(costs: tuple[Any, ...], found: Ability) -> Ability:
    if found.costs:
        raise Unsound("two costs")
    return replace(found, costs=flat(costs))


@action
def cost_then_limit(costs: tuple[Any, ...], limit: HeaderPart, found: Ability) -> Ability:
    return headed(bracket_cost(costs, found), limit)


@action
def intercept_keyword() -> Ability:
    return Ability("keyword", keyword=Keyword("intercept"))


@action
def aura_battle() -> Ability:
    return Ability("keyword", keyword=Keyword("aura battle"))


@action
def best_of(best: str, number: str) -> tuple[str, str]:
    return number, best


@action
def best_by(number: str) -> tuple[str, str]:
    return number, "highest"


@action
def tie_stat(number: str) -> str:
    return number


@action
def tie_goes(number: str | None, winner: str) -> tuple[str | None, str]:
    return number, winner


@action
def tie_of_any(winner: str) -> tuple[str | None, str]:
    return None, winner


@action
def tie_nobody(number: str | None) -> tuple[str | None, str]:
    return number, "nobody"


@action
def battle_rule(rule: tuple[str, str], tie: tuple[str | None, str] = (None, "attacking")) -> Ability:
    """2.16: what decides a battle in place of power; nothing said, the attacker wins between equals."""
    if tie[0] not in (None, rule[0]):
        raise Unsound("between equals by which number?")
    return Ability("keyword", keyword=Keyword("battle rule", values=(*rule, tie[1])))


@action
def tie_alone(tie: tuple[str | None, str]) -> Ability:
    """Who wins between equals, and nothing else: by power, as the book has it (8.5.3.4.1)."""
    if tie[0] not in (None, "power"):
        raise Unsound("say by which number the battle is decided")
    return battle_rule(("power", "highest"), tie)


@action
def stock_cost(n: int) -> Any:
    return (Pay("stock", n),)


@action
def stock_cost_letter(letter: str) -> Any:
    return (Pay("stock", Unknown(letter)),)


@action
def stock_cost_any() -> Any:
    return stock_cost_letter(PAID)


@action
def per_paid() -> Per:
    return Per(Unknown(PAID))


@action
def cost_all(whose: Who, area: str, to_whose: Who, to: str) -> Any:
    raise Unsound("said in another way")


# Selectors


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
def extreme_among(which: Any, number: str, whose: Who, what: Head) -> Extreme:
    """ "with the lowest power among their members": of those that are described anyway."""
    if what.filters:
        raise Unsound("among others than those that are described")
    return Extreme(number, which)


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


# Verbs


@action
def do_luck_drive() -> Verb:
    return Perform("luck drive")


@action
def refresh_deck(whose: Who) -> Verb:
    """5.21: a player refreshes their own deck."""
    if whose not in ("you", "opponent", "their"):
        raise Unsound("whose deck?")
    return Perform("refresh", who=whose)


@action
def placed_rather(what: Target, to: Place, otherwise: Place) -> Verb:
    """8.6.5: where it would go by the rules it cannot go any more."""
    if what != This() or otherwise.area != "paradox zone":
        raise Unsound("by the rules it would not go there")
    return Move(taken(what), to)


@action
def copies_of(n: int, names: tuple[str, ...]) -> Verb:
    return DeckRule("at most", Selector(Some(), filters=(Is("name", names),)), n, "main deck")


@action
def deck_may_most_of_this_main(n: int) -> Verb:
    return DeckRule("at most", This(), n, "main deck")


@action
def deck_any_main() -> Verb:
    return DeckRule("any number", This(), None, "main deck")


@action
def this_in_area(noun: str, whose: Who, area: str, said: Any) -> Ability:
    if whose != "you":
        raise Unsound("a card's own text works in its master's zones")
    return Ability("continuous", areas=(area,), body=flat((said(This()),)))


@action
def attackers_master(*verbs: Any) -> Verb:
    """8.2.5: the turn player, if there is an attacking member at all."""
    there = Compare(Count(Selector(Some(), types=("member",), filters=(State("attacking"),))), "at least", 1)
    done = [each for verb in verbs for each in flat((verb.value if isinstance(verb, Marked) else verb,))]
    return If((there,), tuple(performed("turn player", each) for each in done))


@action
def front_while(state: State, verbs: Any) -> Any:
    return clause_while(verbs, state)


@action
def plays_for_less(what: Target, n: int) -> Verb:
    return Modify(taken(what), "cost", "minus", n)


@action
def plays_for_less_per(what: Target, n: int, per: Per) -> Verb:
    return Modify(taken(what), "cost", "minus", times(n, per))


@action
def in_hand_for_less(noun: str, n: int) -> Verb:
    return plays_for_less(This(), n)


@action
def in_hand_for_less_per(noun: str, n: int, per: Per) -> Verb:
    return plays_for_less_per(This(), n, per)


@action
def can_attack_even(what: Target, circle: Selector) -> Verb:
    """8.2.7.1: what shields a circle is what such a text speaks of, whether it says so or not."""
    return Permit(taken(what), Act("attack", described(circle)))


@action
def attack_resting(what: Target) -> Verb:
    return Permit(taken(what), Act("attack while resting"))


@action
def attack_twice(what: Target) -> Verb:
    return attack_times(what, 2)


@action
def attack_twice_for(what: Target, duration: Duration) -> Verb:
    return Modify(taken(what), "attack count", "set", 2, duration)


@action
def attacks_more_for(who: Who, n: int, duration: Duration) -> Verb:
    if duration == Until("turn"):
        raise Unsound("said in another way")
    return ChangeNumber("attack count", who, "plus", n, duration)


@action
def must_attack_each(what: Target) -> Verb:
    return Demand(taken(what), Act("attack"))


@action
def swap_with(what: Target) -> Verb:
    return Swap(This(), taken(what))


@action
def attacks_more_always(who: Who, n: int) -> Verb:
    return ChangeNumber("attack count", who, "plus", n)


@action
def trances_more(who: Who, n: int) -> Verb:
    return ChangeNumber("trance count", who, "plus", n)


@action
def effects_cannot_choose(whose: Who, what: Target) -> Verb:
    return Prohibit(taken(what), Act("be chosen", cause=Cause("effect", whose)))


@action
def place_and_rest(what: Target, to: Place, rest_to: Place) -> tuple[Verb, ...]:
    return Move(taken(what), to), Move(pronoun("the rest"), rest_to)


@action
def place_and_rest_how(what: Target, to: Place, rest_to: Place, how: tuple[str, Any]) -> tuple[Verb, ...]:
    return place_and_rest(what, to, replace(rest_to, **{how[0]: how[1]}))


@action
def place_and_rest_end(
    what: Target, to: Place, end: End, whose: Who, area: str, how: tuple[str, Any] = ("order", "")
) -> tuple[Verb, ...]:
    return place_and_rest(what, to, Place(area, whose, end, order=how[1]))


@action
def this_from(noun: str, area: str) -> Target:
    """This card where it says it is, so that its ability works there (2.12.2)."""
    return Selector(Exactly(1), "you", (area,), filters=(Among(This()),))


@action
def no_more_attacks(who: Who, duration: Duration) -> Verb:
    return Prohibit(Player(who), Act("attack"), duration)


@action
def remove_zone_move(what: Target) -> Verb:
    return Move(taken(what), Place("remove zone"))


@action
def attacks_more(who: Who, n: int) -> Verb:
    return ChangeNumber("attack count", who, "plus", n, Until("turn"))


@action
def cannot_attack_with(who: Who, what: Target, duration: Duration | None = None) -> Verb:
    found = taken(what)
    if isinstance(found, Selector) and found.whose == "":
        found = replace(found, whose=who)
    return Prohibit(found, Act("attack"), duration)


@action
def cannot_mobilize(who: Who, what: Selector, duration: Duration | None = None) -> Verb:
    found = taken(what)
    if not isinstance(found, Selector) or found.whose not in ("", "their", who):
        raise Unsound("players mobilize their own members")
    return Prohibit(replace(found, whose=who, quantity=Every()), Act("be mobilized"), duration)


@action
def abilities_less(what: Target, n: int, duration: Duration | None = None) -> Verb:
    """9.4.3: the stock cards that an ability of the card costs."""
    return Modify(taken(what), "ability cost", "minus", n, duration)


@action
def drive_less(what: Target, n: int, duration: Duration | None = None) -> Verb:
    return Modify(taken(what), "logic drive cost", "minus", n, duration)


@action
def zone_holds(whose: Who, n: int) -> Verb:
    """No more is defined where so many cards lie."""
    there = Selector(Some(), whose, ("battle zone",))
    full = Compare(Count(there), "at least", n)
    return If((full,), (Prohibit(Player(whose), Act("define logic")),))


@action
def would_go_instead(what: Target, to: Any, origin: Any, place: Place) -> Verb:
    event = Moved(described(what), origin[0], to[0], None, to[1], origin[1])
    return Instead(event, (Move(Subject(), place),))


@action
def must_attack_there(who: Who, where: Target) -> Verb:
    return Demand(Player(who), Act("attack", where))


@action
def must_attack_it(who: Who, what: Target) -> Verb:
    return Demand(Player(who), Act("attack", described(what)))


@action
def plays_revealed(who: Who) -> Verb:
    return Demand(Player(who), Act("reveal the top card of the deck"))


@action
def becomes_label(what: Target, like: Is, duration: Duration | None = None) -> Verb:
    return TreatAs(taken(what), like, duration=duration)


@action
def not_again(what: Target, duration: Duration) -> Verb:
    """Who attacks has attacked: no other attack."""
    return Prohibit(taken(what), Act("attack"), duration)


@action
def name_too(noun: str, names: tuple[str, ...]) -> Verb:
    return Gain(This(), Is("name", names))


@action
def gains_intercept(what: Target) -> Verb:
    """2.11: the icon that lets a member intercept."""
    return Gain(taken(what), Keyword("intercept"))


@action
def said_intercepts() -> Any:
    return lambda what: (gains_intercept(what),)


@action
def does_not_stand(what: Target, whose: Who) -> Verb:
    stays = Prohibit(taken(what), Act("stand in the stand phase"))
    return If((DuringTurn(whose),), (stays,)) if whose else stays


@action
def does_not_stand_next(what: Target, whose: Who) -> Verb:
    return Prohibit(taken(what), Act("stand in the stand phase"), Until("turn", whose, next=True, only=True))


@action
def redirect_circle(to: Target) -> Verb:
    """An adjacent circle: beside the one that is being attacked."""
    found = taken(to)
    if isinstance(found, Selector):
        beside = Near("adjacent", Role("circle being attacked"))
        found = replace(
            found, filters=tuple(beside if f == Near("adjacent", This()) else f for f in found.filters)
        )
    return Redirect(found)


@action
def gain_stat_of(stat: str, amount: Amount) -> Change:
    return Change(stat, "plus", amount)


@action
def in_battle_with(what: Selector) -> During:
    return During(None, (DuringPhase("battle"), exists(what)), asked_always=True)


@action
def in_battle_where(found: tuple[Condition, ...]) -> During:
    return During(None, (DuringPhase("battle"), *found), asked_always=True)


@action
def clause_while(verb: Any, state: State) -> Any:
    """ "… while defending": said of the cards that it is about, each for itself."""
    verbs = flat((verb,))
    what = getattr(verbs[0], "what", None)
    if isinstance(verb, Marked) or any(getattr(each, "what", None) != what for each in verbs):
        raise Unsound("who is meant by “while”?")
    if any(isinstance(each, Permit) for each in verbs):
        raise Unsound("who is meant by “while”?")
    if isinstance(what, Selector):
        those = replace(what, filters=(*what.filters, state))
        return tuple(replace(each, what=those) for each in verbs)
    if what is None:
        raise Unsound("who is meant by “while”?")
    return (Throughout((Matches(what, Selector(filters=(state,))),), verbs),)


@action
def modes_inline(count: Quantity, *options: Any) -> Verb:
    return ChooseModes(count, options)


@action
def cause_act(by: str) -> Cause:
    return Cause(by)


@action
def cause_not_act(by: str) -> Cause:
    return Cause(by, negated=True)


@action
def cause_attack_of(what: Target) -> Cause:
    return Cause("attack", source=described(what))


@action
def act_from_by(verb: str, whose: Who, area: str, cause: Cause) -> Act:
    return Act(verb, Selector(Some(), whose, (area,)), cause)


@action
def act_use_kind(kind: str) -> Act:
    return Act(f"use {kind}")


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
def soul_of_this(what: Target) -> Verb:
    return Stack(taken(what), This(), "soul")


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
    return Move(moved, Place("field", zone=beside_itself(moved, is_place(to))))


def move_to(what: Target, to: Place) -> Verb:
    """In place of the common one: to a circle, what is adjacent is adjacent to the member that moves."""
    moved = taken(what)
    if not isinstance(to.zone, Selector):
        return Move(moved, to)
    return Move(moved, replace(to, zone=beside_itself(moved, to.zone)))


def beside_itself(moved: Target, to: Selector) -> Selector:
    """An adjacent circle is one beside the member that moves, whichever card says so."""
    if moved == This():
        return to
    near = Near("adjacent", Itself())
    return replace(to, filters=tuple(near if f == Near("adjacent", This()) else f for f in to.filters))


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
def wins_against(what: Target, tense: str, other: Target) -> Tensed:
    return Tensed(tense, Battles(what, "wins", described(other)))


@action
def wins_by(what: Target, tense: str, number: str) -> Tensed:
    return Tensed(tense, Battles(what, "wins", by=number))


@action
def attacks_this(what: Target, tense: str, noun: str) -> Tensed:
    return Tensed(tense, Attacks(what, This()))


@action
def player_attacks(who: Who, tense: str) -> Tensed:
    return Tensed(tense, Attacks(Selector(Some(), who, types=("member",))))


@action
def refreshes(who: Who, tense: str) -> Tensed:
    return Tensed(tense, Performs(who, "refresh"))


@action
def refreshes_deck(who: Who, tense: str, whose: Who) -> Tensed:
    if (whose, who) not in (("you", "you"), ("their", who)):
        raise Unsound("players refresh their own decks")
    return refreshes(who, tense)


@action
def deck_refreshed(whose: Who, tense: str) -> Tensed:
    return refreshes(whose, tense)


@action
def loses_against(what: Target, tense: str, other: Target) -> Tensed:
    return Tensed(tense, Battles(what, "loses", described(other)))


@action
def card_destroys(what: Target, tense: str, other: Target) -> Tensed:
    return Tensed(tense, Destroyed(described(other), Cause("attack", source=what)))


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
def placed_circle(what: Target, tense: str, cause: Cause | None = None) -> Tensed:
    return Tensed(tense, Moved(what, to=("circle",), cause=cause))


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
def level_boosts(who: Who, tense: str) -> Tensed:
    return performs(who, tense, "level boost")


@action
def uses_logic_drive(who: Who, tense: str) -> Tensed:
    return Tensed(tense, AbilityUsed(who, "logic drive"))


@action
def uses_luck_drive(who: Who, tense: str) -> Tensed:
    return Tensed(tense, Performs(who, "luck drive"))


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
def so_much_soul(what: Target, count: AnyQuantity) -> Condition:
    return Compare(soul_of_card(what), *comparison(count))


@action
def has_no_number(what: Target, number: str) -> Condition:
    """Cards without the icon have no such number, not even 0."""
    return denied(what, Stat(number, "at least", 0))


@action
def has_no_soul_condition(what: Target) -> Condition:
    return Compare(soul_of_card(what), "equal", 0)


@action
def has_in_soul(what: Target, like: Any) -> Condition:
    soul = Selector(Some(), filters=(like, Attached("soul", what)))
    return Compare(Count(soul), "at least", 1)


@action
def has_head_in_soul(what: Target, like: Head) -> Condition:
    if not (like.types or like.filters):
        raise Unsound("said in another way")
    return Compare(Count(selector(Some(), "", like, (Attached("soul", what),))), "at least", 1)


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
def more_cards_than(who: Who, way: Any, what: Selector, other: Who) -> Condition:
    if what.whose not in ("", "their", who):
        raise Unsound("whose is said by “you have”")
    found = count_of(what).what
    mine, theirs = (Count(replace(found, whose=each)) for each in (who, other))
    return Compare(mine, way, theirs)


def happened_here(event: Tensed, period: Period) -> Condition:
    """In place of the common one: what is revealed this way can be spoken of ("one of those cards")."""
    if isinstance(event.event, Seen) and period == "effect":
        raise Unsound("said in another way")
    return happened(event, period)


def that_was_here(word: str, period: Period) -> Among | Did:
    """In place of the common one: what was done this way is done to cards that the text can name."""
    if period == "effect":
        return Among(pronoun(f"the {word}", "card", word))
    return that_was(word, period)


@action
def shows_this_way(who: Who, what: Selector) -> Condition:
    if who not in ("you", "opponent", "that player", "each"):
        raise Unsound("who reveals it?")
    return shown_this_way(what, "now")


@action
def shown_this_way(what: Selector, tense: str) -> Condition:
    """Among the cards that were revealed just before."""
    return exists(replace(what, filters=(*what.filters, Among(THEM))))


def fights(who: Who, state: str) -> Condition:
    mine = Selector(Some(), who, types=("member",), filters=(State(state),))
    return Compare(Count(mine), "at least", 1)


@action
def player_attacking(who: Who) -> Condition:
    return fights(who, "attacking")


@action
def player_defending(who: Who) -> Condition:
    return fights(who, "defending")


@action
def player_has_not_attacked(who: Who, period: Period) -> Condition:
    return NotSo(Happened(Attacks(Selector(Some(), who, types=("member",))), period))


@action
def has_not_tranced(who: Who, period: Period) -> Condition:
    return NotSo(Happened(Performs(who, "trance"), period))


@action
def was_last_destroyed(whose: Who, what: Head, rest: tuple[Any, ...]) -> Condition:
    """None of them is left that is not destroyed."""
    left = selector(Some(), whose, what, (*rest, State("undestroyed")))
    return Compare(Count(left), "equal", 0)


@action
def both_have(who: Who, what: Selector, other: Who, n: int) -> tuple[Condition, ...]:
    """ "… has exactly 1 gate and you have 6": the same cards, of the other player."""
    first = exists_have(who, what)
    assert isinstance(first, Compare)
    assert isinstance(first.left, Count)
    same = Count(replace(first.left.what, whose=other))
    return first, Compare(same, "equal", n)


@action
def is_not_opponent(what: Target) -> Condition:
    return NotSo(is_opponent(what))


@action
def is_opponent(what: Target) -> Condition:
    return Matches(what, Selector(filters=(State("battle opponent"),)))
