"""Rage, which texts tell of a monster and the rules keep with its player (3.4.1, 3.4.3)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from judgekit.cardtext.build.events import number_to_event
from judgekit.cardtext.build.registry import IT, Compared, Per, Tensed, action, pronoun
from judgekit.cardtext.build.verbs.changing import times
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.model import (
    Ability,
    Act,
    Amount,
    Bound,
    Cause,
    ChangeNumber,
    Compare,
    Condition,
    Either,
    Every,
    Modify,
    Node,
    NumberChanges,
    PlayerNumber,
    Prohibit,
    Selector,
    Subject,
    Target,
    This,
    ValueOf,
    Verb,
    Who,
    walk,
)

RAGE = "rage"


@action
def this_rage(noun: str) -> Target:
    return This()


@action
def its_rage() -> Target:
    return IT


@action
def that_rage(noun: str) -> Target:
    return pronoun("that", noun)


@action
def rage_plus(what: Target, amount: Amount, per: Per | None = None) -> Verb:
    return rage_change(what, "plus", times(amount, per) if per else amount)


@action
def rage_plus_per(what: Target, amount: Amount, per: Per) -> Verb:
    return rage_plus(what, amount, per)


@action
def rage_minus(what: Target, amount: Amount, per: Per | None = None) -> Verb:
    return rage_change(what, "minus", times(amount, per) if per else amount)


@action
def rage_minus_per(what: Target, amount: Amount, per: Per) -> Verb:
    return rage_minus(what, amount, per)


@action
def rage_set(what: Target, amount: Amount) -> Verb:
    return rage_change(what, "set", amount)


def rage_change(what: Target, how: Any, amount: Amount) -> Verb:
    """Of whom is known at once for this card; of a card that a pronoun names, when that is settled."""
    return ChangeNumber(RAGE, "you", how, amount) if what == This() else Modify(what, RAGE, how, amount)


@action
def rage_value(what: Target) -> Amount:
    return ValueOf(RAGE, what)


@action
def has_rage(what: Target, bound: Compared) -> Condition:
    return Compare(ValueOf(RAGE, what), bound.compare, bound.amount)


@action
def own_rage_up(noun: str, tense: str) -> Tensed:
    return Tensed(tense, NumberChanges(RAGE, "you", "up"))


@action
def own_rage_down(noun: str, tense: str) -> Tensed:
    return Tensed(tense, NumberChanges(RAGE, "you", "down"))


@action
def rage_whose(whose: Who) -> Who:
    return whose


@action
def whose_rage(whose: Who) -> Amount:
    return PlayerNumber(RAGE, whose)


@action
def whose_rage_plus(whose: Who, amount: Amount, per: Per | None = None) -> Verb:
    return ChangeNumber(RAGE, whose, "plus", times(amount, per) if per else amount)


@action
def whose_rage_minus(whose: Who, amount: Amount, per: Per | None = None) -> Verb:
    return ChangeNumber(RAGE, whose, "minus", times(amount, per) if per else amount)


@action
def whose_rage_set(whose: Who, amount: Amount) -> Verb:
    return ChangeNumber(RAGE, whose, "set", amount)


@action
def whose_rage_up(whose: Who, tense: str) -> Tensed:
    return Tensed(tense, NumberChanges(RAGE, whose, "up"))


@action
def whose_rage_down(whose: Who, tense: str) -> Tensed:
    return Tensed(tense, NumberChanges(RAGE, whose, "down"))


@action
def own_rage_to(noun: str, tense: str, bound: Compared) -> Tensed:
    return number_to_event("you", RAGE, tense, bound)


@action
def has_no_rage(what: Target) -> Condition:
    return Compare(ValueOf(RAGE, what), "equal", 0)


@action
def rage_kept(whose: Who, number: str) -> Who:
    return whose


@action
def own_rage(noun: str) -> Who:
    return "you"


@action
def rage_cannot_fall(whose: Who, falls: str, cause: Cause | None = None) -> Verb:
    """Rage is kept for the monster that invades: it is told of that monster."""
    monster = Selector(Every(), whose, types=("monster card",))
    return Prohibit(monster, Act("lose rage", cause=cause))


@action
def lose_rage_by(cause: Cause) -> Act:
    return Act("lose rage", cause=cause)


@action
def rage_up_or_down_each(whose: Who, up: Amount, other: Who, down: Amount) -> Verb:
    return Either(((ChangeNumber(RAGE, whose, "plus", up),), (ChangeNumber(RAGE, other, "minus", down),)))


@action
def rage_up_or_down(whose: Who, amount: Amount) -> Verb:
    return rage_up_or_down_each(whose, amount, whose, amount)


@action
def per_rage(what: Target) -> Per:
    return Per(ValueOf(RAGE, what))


SPOKEN_OF: Any = "it"  # the rage that the text has spoken of before, until the whole ability is known


@action
def that_rage_is(bound: Compared) -> Condition:
    """ "Whenever your rage is increased, if it is 2 or more"."""
    return Compare(PlayerNumber(RAGE, SPOKEN_OF), bound.compare, bound.amount)


@action
def set_that_rage(amount: Amount) -> Verb:
    return ChangeNumber(RAGE, SPOKEN_OF, "set", amount)


@action
def per_rage_whose(whose: Who) -> Per:
    return Per(PlayerNumber(RAGE, whose))


@action
def rage_gained(what: Target, amount: Amount, per: Per | None) -> Verb:
    return rage_plus(what, amount, per)


@action
def rage_lost(what: Target, amount: Amount, per: Per | None) -> Verb:
    return rage_minus(what, amount, per)


@action
def rage_cannot_rise(whose: Who, rises: str, cause: Cause | None = None) -> Verb:
    monster = Selector(Every(), whose, types=("monster card",))
    return Prohibit(monster, Act("gain rage", cause=cause))


@action
def has_rage_than(what: Target, way: Any, other: Target) -> Condition:
    return Compare(ValueOf(RAGE, what), way, ValueOf(RAGE, other))


@action
def has_same_rage(what: Target, other: Target) -> Condition:
    return has_rage_than(what, "equal", other)


@action
def player_has_rage_than(who: Who, way: Any, other: Who) -> Condition:
    return Compare(PlayerNumber(RAGE, who), way, PlayerNumber(RAGE, other))


def rage_of_players(ability: Ability) -> Ability:
    """The ability with the rage of each monster told of the monster's player."""
    told = told_of_players(ability, ability)
    whose = [whose_is(one) for one in walk(told) if getattr(one, "number", None) == RAGE]
    if SPOKEN_OF not in whose:
        return told  # type: ignore[no-any-return]
    named = {*whose} - {SPOKEN_OF}
    if len(named) != 1:
        raise Unsound("whose rage is “it”?")
    return put_for_spoken_of(told, named.pop())  # type: ignore[no-any-return]


def whose_is(node: Any) -> Who:
    return node.who if isinstance(node, PlayerNumber) else node.whose


def put_for_spoken_of(node: Any, whose: Who) -> Any:
    if isinstance(node, tuple):
        return tuple(put_for_spoken_of(each, whose) for each in node)
    if isinstance(node, PlayerNumber | ChangeNumber | NumberChanges):
        name = "who" if isinstance(node, PlayerNumber) else "whose"
        node = replace(node, **{name: whose}) if getattr(node, name) == SPOKEN_OF else node
    if not isinstance(node, Node):
        return node
    return replace(node, **{n: put_for_spoken_of(getattr(node, n), whose) for n in node.__struct_fields__})


def told_of_players(node: Any, ability: Ability) -> Any:
    if isinstance(node, tuple):
        return tuple(told_of_players(each, ability) for each in node)
    if not isinstance(node, Node) or (isinstance(node, Ability) and node is not ability):
        return node
    if isinstance(node, Modify) and node.stat == RAGE:
        amount = told_of_players(node.amount, ability)
        return ChangeNumber(RAGE, whose_monster(node.what, ability), rage_way(node), amount)
    if isinstance(node, ValueOf) and node.stat == RAGE:
        return PlayerNumber(RAGE, whose_monster(node.what, ability))
    changes = {name: told_of_players(getattr(node, name), ability) for name in node.__struct_fields__}
    return replace(node, **changes)


def rage_way(verb: Modify) -> Any:
    if verb.how == "times":
        raise Unsound("rage is raised, lowered or set")
    return verb.how


def whose_monster(what: Target, ability: Ability) -> Who:
    """Whose monster is meant: only a monster has rage, and each player has one."""
    if isinstance(what, This):
        return "you"
    if isinstance(what, Bound):
        taken = (one for one in walk(ability) if isinstance(one, Selector) and one.bind == what.n)
        return whose_monster(next(taken), ability)
    if isinstance(what, Subject):
        return whose_monster(getattr(ability.trigger, "what", None) or This(), ability)
    if isinstance(what, Selector) and what.types == ("monster card",) and what.whose in ("you", "opponent"):
        return what.whose
    raise Unsound("whose rage? Only a player's monster has rage")
