"""Headers and costs of Luck & Logic: covenants, named abilities, stock, rules of a battle."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from judgekit.cardtext.build.abilities import headed, header
from judgekit.cardtext.build.registry import IT, During, HeaderPart, Per, Tensed, Where, action, constants
from judgekit.cardtext.build.steps import flat, present
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.model import (
    Ability,
    Act,
    Attached,
    Attaches,
    Compare,
    Count,
    DuringPhase,
    Either,
    Every,
    Gain,
    Holding,
    If,
    Is,
    Itself,
    Keyword,
    Matches,
    Near,
    Not,
    NotSo,
    OtherThan,
    Pay,
    PhaseMoment,
    Role,
    Selector,
    Some,
    Spot,
    Stat,
    State,
    This,
    Unknown,
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
    how_resting=("orientation", "rest"),
    how_standing=("orientation", "active"),
    in_any_zone=Where(("every zone",), "any"),
    nothing_more=(),
    row_word="row",
    in_chosen_row=Spot("chosen row"),
    in_other_row=Not(Spot("chosen row")),
    on_its_circle=(Near("on", This()), OtherThan(This())),
    act_be_attacked=Act("be attacked"),
    act_trance=Act("trance"),
    has_ic=State("intercept icon"),
    of_that_type=Is("type", ("chosen type",)),
    wins_highest="highest",
    wins_lowest="lowest",
    tie_nobody="nobody",
    tie_by_power="power",
    the_attacker=Role("attacking"),
    gain_icon=Keyword("intercept"),
    beside_its_own=Near("adjacent", Itself()),
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
def end_of_its_battle(noun: str, state: State, verbs: Any) -> Ability:
    """8.6: the member still is what it was in the battle until the step ends."""
    fights = Matches(This(), Selector(filters=(state,)))
    return Ability("automatic", trigger=PhaseMoment("end", "battle"), body=(If((fights,), flat(verbs)),))


@action
def end_of_own_battle(noun: str, verbs: Any) -> Ability:
    return end_of_its_battle(noun, State("in battle"), verbs)


@action
def either_cost(one: Any, other: Any) -> Any:
    """5.22: the player who pays chooses which of the two; neither is paid in part."""
    return ((Either((flat((one,)), flat((other,)))),),)


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


Rule = tuple[str, str]


@action
def best_of(best: str, number: str) -> Rule:
    return number, best


@action
def whose_best(number: str, best: str) -> Rule:
    return number, best


@action
def the_rule(rule: Rule) -> Rule:
    return rule


@action
def compared_rule(number: str, rule: Rule) -> Rule:
    if rule[0] != number:
        raise Unsound("which of the two numbers decides?")
    return rule


constants(
    hand_size="cards in hand", stock_size="cards in stock", drop_size="cards in drop",
    level_size="level cards", members_size="members", gates_size="undestroyed gates",
)  # fmt: skip


@action
def best_by(number: str) -> Rule:
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
def tie_to(winner: str) -> str:
    return winner


@action
def tie_by(number: str) -> str:
    return number


@action
def tie_by_best(rule: Rule) -> str:
    if rule[1] != "highest":
        raise Unsound("between equals the greater number decides")
    return rule[0]


@action
def battle_rule(rule: Rule, tie: tuple[str | None, str] = (None, "attacking")) -> Ability:
    """2.16: what decides a battle in place of power; nothing said, the attacker wins between equals. Between
    equals another number can decide, and the attacker if that is equal too."""
    if tie[0] not in (None, rule[0]) or tie[1] == rule[0]:
        raise Unsound("between equals by which number?")
    if rule == ("power", "highest") and tie == (None, "attacking"):
        raise Unsound("that is what the book says")
    return Ability("keyword", keyword=Keyword("battle rule", values=(*rule, tie[1])))


@action
def tie_alone(tie: tuple[str | None, str]) -> Ability:
    """Who wins between equals, and nothing else: by power, as the book has it (8.5.3.4.1)."""
    if tie[0] not in (None, "power"):
        raise Unsound("say by which number the battle is decided")
    return battle_rule(("power", "highest"), tie)


def told_apart(ability: Ability) -> Ability:
    """What stands asks all the time: "if …, …; otherwise …" are two things that stand."""
    if ability.kind != "continuous":
        return ability
    body = tuple(part for verb in ability.body for part in one_by_one(verb))
    return replace(ability, body=body)


def one_by_one(verb: Verb) -> tuple[Verb, ...]:
    if not isinstance(verb, If) or not verb.otherwise or len(verb.conditions) != 1:
        return (verb,)
    only = verb.conditions[0]
    other = only.what if isinstance(only, NotSo) else NotSo(only)
    return replace(verb, otherwise=()), If((other,), verb.otherwise)


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
def amount_paid() -> Unknown:
    return Unknown(PAID)


@action
def per_paid() -> Per:
    return Per(Unknown(PAID))


@action
def cost_all(whose: Who, area: str, to_whose: Who, to: str) -> Any:
    raise Unsound("said in another way")
