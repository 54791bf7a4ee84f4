"""Headers and costs of Luck & Logic: covenants, named abilities, stock, rules of a battle."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from judgekit.cardtext import model as m
from judgekit.cardtext.build.abilities import headed, header, replacement
from judgekit.cardtext.build.registry import (
    IT,
    THEM,
    During,
    Head,
    HeaderPart,
    OfThat,
    Per,
    Tensed,
    Where,
    action,
    actions,
    constants,
    pronoun,
)
from judgekit.cardtext.build.steps import flat, present
from judgekit.cardtext.build.targets import selector
from judgekit.cardtext.build.targets.selecting import put_for_it
from judgekit.cardtext.build.verbs.together import said_together
from judgekit.cardtext.errors import Unsound
from judgekit.games.luck_and_logic.language.build.conditions import battles_such

PAID = "Y"  # as many stock cards as the player likes to pay


SOUL = m.Stat("soul", "at least", 1)


constants(
    act_header=header(kind="activated", window="main"),
    logic_drive=header("logic drive", kind="activated", window="logic drive"),
    back_row=m.Spot("back row"),
    of_yours=Where((), "you"),
    of_opponents=Where((), "opponent"),
    state_defending=m.State("defending"),
    state_resting=m.State("rest"),
    state_standing=m.State("active"),
    by_trance="trance",
    by_luck_drive="luck drive",
    by_level_boost="level boost",
    by_loss="losing a battle",
    by_overload="overload",
    by_definition="logic definition",
    at_end_of_this_battle=m.PhaseMoment("end", "battle", "any", "this"),
    in_its_soul=m.Attached("soul", IT),
    in_their_soul=m.Attached("soul", THEM),
    not_in_battle=m.Not(m.State("in battle")),
    attacking_role=m.Role("attacking"),
    defending_role=m.Role("defending"),
    element_word="element",
    world_word="world",
    how_resting=("orientation", "rest"),
    how_standing=("orientation", "active"),
    in_any_zone=Where(("every zone",), "any"),
    nothing_more=(),
    row_word="row",
    in_chosen_row=m.Spot("chosen row"),
    in_other_row=m.Not(m.Spot("chosen row")),
    on_its_circle=(m.Near("on", m.This()), m.OtherThan(m.This())),
    act_be_attacked=m.Act("be attacked"),
    act_trance=m.Act("trance"),
    has_ic=m.State("intercept icon"),
    of_that_type=OfThat("type", ("chosen type",)),
    wins_highest="highest",
    wins_lowest="lowest",
    tie_nobody="nobody",
    tie_no_winner="no winner",
    tie_by_power=("power", "highest"),
    the_attacker=m.Role("attacking"),
    gain_icon=m.Keyword("intercept"),
    beside_its_own=m.Near("adjacent", m.Itself()),
    at_end_of_battle=m.PhaseMoment("end", "battle"),
    with_that_name=m.Is("name", ("chosen name",)),
    is_set_card=m.State("set"),
    by_attack="attack",
    act_use_abilities=m.Act("use abilities"),
    act_defined=m.Act("be defined"),
    act_stand_phase=m.Act("stand in the stand phase"),
    in_battle_time=During(None, (m.DuringPhase("battle"),), asked_always=True),
    your_battle_opponent=m.Selector(
        m.Every(), "opponent", types=("member",), filters=(m.State("in battle"),)
    ),
    in_its_row=m.Near("same row", m.This()),
    in_its_column=m.Near("same column", m.This()),
    with_somebody=m.Not(m.Empty()),
    left_spot=m.Spot("left"),
    middle_spot=m.Spot("middle"),
    right_spot=m.Spot("right"),
    last_placed=m.State("last placed"),
    has_soul=SOUL,
    has_no_soul=m.Stat("soul", "equal", 0),
    has_set=m.Holding(m.Selector(), "set"),
    in_soul_of_this=m.Attached("soul", m.This()),
    on_attacked_circle=m.State("on the circle being attacked"),
    battle_opponent=m.Role("battle opponent"),
    attacked_circle=m.Role("circle being attacked"),
    gate_here=m.Selector(m.Every(), types=("gate",), filters=(m.Near("on", m.This()),)),
    vanguard=header(
        "vanguard",
        conditions=(
            m.Compare(
                m.Count(m.Selector(m.Some(), "opponent", types=("gate",), filters=(m.State("undestroyed"),))),
                "at least",
                6,
            ),
        ),
    ),
)


@action
def covenant_when(name: str, event: Tensed, verbs: Any) -> m.Ability:
    """A covenant that states its own moment asks whether the character is in the soul (5.13.1.3)."""
    soul = m.Selector(m.Some(), filters=(m.Is("name", (name,)), m.Attached("soul", m.This())))
    there = m.Compare(m.Count(soul), "at least", 1)
    return m.Ability("automatic", trigger=present(event), conditions=(there,), body=verbs)


@action
def automatic_fighting(event: Tensed, state: m.State, verbs: Any) -> m.Ability:
    """ "When this member wins a battle in which it was attacking": it still is while the battle lasts."""
    trigger: Any = present(event)
    what = getattr(trigger, "what", None)
    if isinstance(what, m.Selector) and isinstance(trigger, m.Battles):
        return m.Ability(
            "automatic",
            trigger=replace(trigger, what=replace(what, filters=(*what.filters, state))),
            body=verbs,
        )
    if what != m.This():
        raise Unsound("which member is that? Say “this member”")
    fights = m.Matches(m.This(), m.Selector(filters=(state,)))
    return m.Ability("automatic", trigger=trigger, conditions=(fights,), body=verbs)


@action
def automatic_against(noun: str, whom: m.Target, verbs: Any) -> m.Ability:
    """ "When this member defends against a tranceunion, … that member": its battle opponent (8.2.11.4)."""
    for said in ("card", "member", *TRANCING):
        verbs = put_for_it(verbs, m.Role("battle opponent"), pronoun("that", said))
    return m.Ability("automatic", trigger=m.Defends(m.This()), body=(m.If(battles_such(whom), flat(verbs)),))


TRANCING = ("logicalist", "foreigner", "tranceunion")


@action
def automatic_turned_there(
    noun: str, whose: m.Who, area: str, tense: str, how: tuple[str, Any], verbs: Any
) -> m.Ability:
    """ "When this card in your battle zone is turned face down": there, and nowhere else (9.3.2.5)."""
    if whose != "you" or tense != "now":
        raise Unsound("this card's text works only in your own zones: say “your”")
    there = m.Matches(m.This(), m.Selector(areas=(area,)))
    return m.Ability("automatic", trigger=m.Flipped(m.This(), how[1]), conditions=(there,), body=verbs)


@action
def end_of_its_battle(noun: str, state: m.State, verbs: Any) -> m.Ability:
    """8.6: until the step ends, the member keeps its role in the battle."""
    fights = m.Matches(m.This(), m.Selector(filters=(state,)))
    if any(isinstance(each, m.Repeat) for each in flat(verbs)):
        raise Unsound("asked once, or each time? Say “if this card is …” before what is repeated")
    return m.Ability(
        "automatic", trigger=m.PhaseMoment("end", "battle"), body=(m.If((fights,), flat(verbs)),)
    )


@action
def last_one_destroyed_by(
    whose: m.Who, what: Head, rest: tuple[Any, ...], tense: str, word: str, cause: m.Cause | None, do: Any
) -> m.Ability:
    """ "If your only face down gate would be destroyed": when there is only one."""
    if tense != "would":
        raise Unsound("only something that has not happened can be replaced: say “would be destroyed”")
    meant = selector(m.Some(), whose, what, rest)
    alone = m.Compare(m.Count(meant), "equal", 1)
    found = replacement(Tensed(tense, m.Destroyed(meant, cause)), do)
    return m.Ability("continuous", body=(m.If((alone,), found.body),))


@action
def only_in(area: str) -> HeaderPart:
    return header(areas=(area,))


@action
def bracket_cost(costs: tuple[Any, ...], found: m.Ability) -> m.Ability:
    if found.costs:
        raise Unsound("the ability has two costs: put them together")
    return replace(found, costs=flat(costs))


@action
def each_such(what: Head, rest: tuple[Any, ...], *said: Any) -> m.Ability:
    """ "[CONT] A member attacking this gate's circle gets -1000 power": each of them, as long as it is so."""
    found = selector(m.Every(), "", what, rest)
    verbs = flat((said_together(found, *said),))
    if not found.filters or any(getattr(each, "duration", None) for each in verbs):
        raise Unsound("which one? Say “choose”, or “all”")
    return m.Ability("continuous", body=verbs)


Rule = tuple[str, str]


@action
def compared_rule(number: str, rule: Rule) -> Rule:
    if rule[0] != number:
        raise Unsound("which of the two numbers decides? Name the same number twice")
    return rule


constants(
    remove_size="cards in remove zone", deck_size="cards in deck", destroyed_size="destroyed gates",
    hand_size="cards in hand", stock_size="cards in stock", drop_size="cards in drop",
    level_size="level cards",
    battle_size="cards in battle zone", members_size="members", gates_size="undestroyed gates",
)  # fmt: skip


Tie = tuple[str | None, Rule | str]  # by which number they are equal; what decides then, or who wins
AS_PRINTED = ("paradox rule", "highest")


@action
def battle_rule(rule: Rule, *ties: Tie) -> m.Ability:
    """2.16: what decides a battle instead of power. Another number can break a tie, and so on; if nothing
    more is stated, the attacker wins."""
    chain: list[Rule] = [rule]
    last = "attacking"
    for at, (equal, then) in enumerate(ties):
        if equal not in (None, chain[-1][0]) or then == equal:
            raise Unsound("which number breaks the tie?")
        if isinstance(then, str):
            last = then
            if at + 1 < len(ties):
                raise Unsound("the text already says who wins a tie")
        else:
            chain.append(then)
    numbers = [number for number, _ in chain]
    if len(set(numbers)) < len(numbers):
        raise Unsound("which number breaks the tie?")
    if chain == [("power", "highest")] and last == "attacking":
        raise Unsound("this is already the rule: power decides, and the attacker wins ties")
    words = (*(word for each in chain for word in each), last)
    return m.Ability("keyword", keyword=m.Keyword("battle rule", values=words))


@action
def tie_alone(*ties: Tie) -> m.Ability:
    """Who wins a tie, and nothing else: by the number that is named there, or by the one that the
    paradox rule printed beside the text compares (2.16.1)."""
    number = ties[0][0]
    return battle_rule(AS_PRINTED if number is None else (number, "highest"), *ties)


def told_apart(ability: m.Ability) -> m.Ability:
    """A continuous ability always checks: "if …, …; otherwise …" becomes two parts."""
    if ability.kind != "continuous":
        return paid_by_choice(ability)
    body = tuple(part for verb in ability.body for part in one_by_one(verb))
    return replace(ability, body=body)


def paid_by_choice(ability: m.Ability) -> m.Ability:
    """ "For each stock paid this way": what an instruction let the player choose, if it was no cost."""
    chosen = any(isinstance(each, m.Pick) and each.what == "number" for each in m.walk(ability.body))
    if not chosen or m.Unknown(PAID) in m.walk(ability.costs):
        return ability
    return replace(ability, body=put_for_it(ability.body, m.ChosenNumber(), m.Unknown(PAID)))


def one_by_one(verb: m.Verb) -> tuple[m.Verb, ...]:
    if not isinstance(verb, m.If) or not verb.otherwise or len(verb.conditions) != 1:
        return (verb,)
    only = verb.conditions[0]
    other = only.what if isinstance(only, m.NotSo) else m.NotSo(only)
    return replace(verb, otherwise=()), m.If((other,), verb.otherwise)


@action
def stock_cost_letter(letter: str) -> Any:
    return (m.Pay("stock", m.Unknown(letter)),)


@action
def cost_all(whose: m.Who, area: str, to_whose: m.Who, to: str) -> Any:
    raise Unsound("said in another way")


actions(
    # The card goes into the soul because it trances with that character.
    covenant=lambda name: header(
        "covenant", trigger=m.Attaches(m.This(), "soul", m.Selector(filters=(m.Is("name", (name,)),)))
    ),
    end_of_own_battle=lambda noun, verbs: end_of_its_battle(noun, m.State("in battle"), verbs),
    # 5.22: the player who pays chooses which of the two; neither is paid in part.
    either_cost=lambda one, other: ((m.Either((flat((one,)), flat((other,)))),),),
    # 9.7: the cost of an automatic ability is paid or not in any case; this text says so.
    cost_may_be_paid=lambda costs, event, verbs: m.Ability(
        "automatic", trigger=present(event), costs=flat(costs), body=verbs
    ),
    named_logic_drive=lambda name: header("logic drive", kind="activated", window="logic drive", name=name),
    last_one_destroyed=lambda whose, what, rest, tense, word, do: last_one_destroyed_by(
        whose, what, rest, tense, word, None, do
    ),
    automatic_as=lambda event, role, verbs: automatic_fighting(event, m.State(role), verbs),
    automatic_turned_in=lambda noun, tense, how, whose, area, verbs: automatic_turned_there(
        noun, whose, area, tense, how, verbs
    ),
    named_act=lambda name: header(kind="activated", window="main", name=name),
    only_on_circle=lambda: only_in("circle"),
    everywhere=lambda: only_in("every zone"),
    also_everywhere=lambda like: m.Ability(
        "continuous", areas=("every zone",), body=(m.Gain(m.This(), like),)
    ),
    cost_then_limit=lambda costs, limit, found: headed(bracket_cost(costs, found), limit),
    intercept_keyword=lambda: m.Ability("keyword", keyword=m.Keyword("intercept")),
    aura_battle=lambda: m.Ability("keyword", keyword=m.Keyword("aura battle")),
    best_of=lambda best, number: (number, best),
    whose_best=lambda number, best: (number, best),
    the_rule=lambda rule: rule,
    best_by=lambda number: (number, "highest"),
    tie_stat=lambda number: number,
    tie_goes=lambda number, winner: (number, winner),
    tie_goes_behind=lambda winner, number: (number, winner),
    tie_of_any=lambda winner: (None, winner),
    tie_to=lambda winner: winner,
    tie_by=lambda number: (number, "highest"),
    tie_by_best=lambda rule: rule,
    stock_cost=lambda n: (m.Pay("stock", n),),
    stock_cost_any=lambda: stock_cost_letter(PAID),
    amount_paid=lambda: m.Unknown(PAID),
    per_paid=lambda: Per(m.Unknown(PAID)),
)
