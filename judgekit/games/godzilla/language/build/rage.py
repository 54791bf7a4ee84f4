"""Rage, which texts attribute to a monster and the rules keep with its player (3.4.1, 3.4.3)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from judgekit.cardtext import model as m
from judgekit.cardtext.build.events import number_to_event
from judgekit.cardtext.build.registry import IT, Per, action, actions, events, pronoun
from judgekit.cardtext.build.verbs.changing import times
from judgekit.cardtext.build.verbs.choosing import PERFORMER
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.references.numbering import exchanged

RAGE = "rage"
Rager = m.Target | m.Who  # a monster that is described or pointed at, or the player whose monster it is


@action
def rage_plus(what: m.Target, amount: m.Amount, per: Per | None = None) -> m.Verb:
    return rage_change(what, "plus", times(amount, per) if per else amount)


@action
def rage_minus(what: m.Target, amount: m.Amount, per: Per | None = None) -> m.Verb:
    return rage_change(what, "minus", times(amount, per) if per else amount)


def rage_change(what: m.Target, how: Any, amount: m.Amount) -> m.Verb:
    """Whose rage is known at once for this card; for a pronoun, when its card is settled."""
    return m.ChangeNumber(RAGE, "you", how, amount) if what == m.This() else m.Modify(what, RAGE, how, amount)


def rage_now(whose: Rager) -> m.Amount:
    return m.ValueOf(RAGE, whose) if isinstance(whose, m.Node) else m.PlayerNumber(RAGE, whose)


def changed_by(whose: Rager, how: Any, amount: m.Amount) -> m.Verb:
    return (
        m.ChangeNumber(RAGE, whose, how, amount)
        if isinstance(whose, str)
        else rage_change(whose, how, amount)
    )


@action
def rage_down_freely(whose: Rager, most: int | None = None) -> tuple[m.Verb, ...]:
    """ "Reduce your rage by up to 3", "by any number": as the player likes, but by no more than there is."""
    there = rage_now(whose)
    number = m.Pick("number", 0, there if most is None else m.NoMore(there, most))
    return number, changed_by(whose, "minus", m.ChosenNumber())


@action
def rage_up_freely(whose: Rager, most: int) -> tuple[m.Verb, ...]:
    return m.Pick("number", 0, most), changed_by(whose, "plus", m.ChosenNumber())


@action
def rank_in_hand_less(amount: m.Amount, per: Per | None = None) -> m.Verb:
    """What it is played with: nothing else asks for the rank of a card in the hand."""
    less = times(amount, per) if per else amount
    return m.Permit(m.This(), m.Act("be played"), cost=m.PlayCost("less", less, "rank"))


@action
def rage_halved(whose: Rager, rounded: Any = None) -> m.Verb:
    return changed_by(whose, "set", m.Half(rage_now(whose), rounded or "down"))


@action
def rage_less_half(whose: Rager, rounded: Any = None) -> m.Verb:
    return changed_by(whose, "minus", m.Half(rage_now(whose), rounded or "down"))


@action
def rage_cannot_fall(whose: m.Who, falls: str, cause: m.Cause | None = None) -> m.Verb:
    """Rage is kept for the invading monster: the text refers to that monster."""
    monster = m.Selector(m.Every(), whose, types=("monster card",))
    return m.Prohibit(monster, m.Act("lose rage", cause=cause))


@action
def rage_up_or_down_each(whose: m.Who, up: m.Amount, other: m.Who, down: m.Amount) -> m.Verb:
    return m.Either(
        ((m.ChangeNumber(RAGE, whose, "plus", up),), (m.ChangeNumber(RAGE, other, "minus", down),))
    )


SPOKEN_OF: Any = "it"  # the rage that the text has spoken of before, until the whole ability is known


@action
def rage_cannot_rise(whose: m.Who, rises: str, cause: m.Cause | None = None) -> m.Verb:
    monster = m.Selector(m.Every(), whose, types=("monster card",))
    return m.Prohibit(monster, m.Act("gain rage", cause=cause))


@action
def has_rage_than(what: m.Target, way: Any, other: m.Target) -> m.Condition:
    return m.Compare(m.ValueOf(RAGE, what), way, m.ValueOf(RAGE, other))


def rage_of_players(ability: m.Ability) -> m.Ability:
    """The ability, with the rage of each monster attributed to the monster's player."""
    told = named_again(told_of_players(ability, ability), ability)
    whose = [whose_is(one) for one in m.walk(told) if getattr(one, "number", None) == RAGE]
    if SPOKEN_OF not in whose:
        return told
    named = {*whose} - {SPOKEN_OF}
    if len(named) != 1:
        raise Unsound("whose rage is “it”?")
    if any(isinstance(one, m.Modify | m.ValueOf) for one in m.walk(told)):
        raise Unsound("which number is “it”?")
    return put_for_spoken_of(told, named.pop())  # type: ignore[no-any-return]


def named_again(told: m.Ability, ability: m.Ability) -> m.Ability:
    """ "If your monster has 2 or more rage, advance it": the monster is described where "it" stands, since
    the rage is its player's now."""
    kept = {each.bind for each in m.walk(told) if isinstance(each, m.Selector)}
    gone = {e.bind: e for e in m.walk(ability) if isinstance(e, m.Selector) and e.bind not in kept}
    for n, what in gone.items():
        told = exchanged(told, m.Bound(n), replace(what, quantity=m.Every(), bind=0))
    return told


def whose_is(node: Any) -> m.Who:
    return node.who if isinstance(node, m.PlayerNumber) else node.whose


def put_for_spoken_of(node: Any, whose: m.Who) -> Any:
    if isinstance(node, tuple):
        return tuple(put_for_spoken_of(each, whose) for each in node)
    if isinstance(node, m.PlayerNumber | m.ChangeNumber | m.NumberChanges):
        name = "who" if isinstance(node, m.PlayerNumber) else "whose"
        node = replace(node, **{name: whose}) if getattr(node, name) == SPOKEN_OF else node
    if not isinstance(node, m.Node):
        return node
    return replace(node, **{n: put_for_spoken_of(getattr(node, n), whose) for n in node.__struct_fields__})


def told_of_players(node: Any, ability: m.Ability) -> Any:
    if isinstance(node, tuple):
        return tuple(told_of_players(each, ability) for each in node)
    if not isinstance(node, m.Node) or (isinstance(node, m.Ability) and node is not ability):
        return node
    if isinstance(node, m.Modify) and node.stat == RAGE:
        amount = told_of_players(node.amount, ability)
        return m.ChangeNumber(RAGE, whose_monster(node.what, ability), rage_way(node), amount)
    if isinstance(node, m.ValueOf) and node.stat == RAGE:
        return m.PlayerNumber(RAGE, whose_monster(node.what, ability))
    changes = {name: told_of_players(getattr(node, name), ability) for name in node.__struct_fields__}
    return replace(node, **changes)


def rage_way(verb: m.Modify) -> Any:
    if verb.how == "times":
        raise Unsound("rage can only be raised, lowered or set")
    return verb.how


def whose_monster(what: m.Target, ability: m.Ability) -> m.Who:
    """Whose monster is meant: only a monster has rage, and each player has one."""
    if isinstance(what, m.This):
        return "you"
    if isinstance(what, m.Bound):
        taken = (one for one in m.walk(ability) if isinstance(one, m.Selector) and one.bind == what.n)
        return whose_monster(next(taken), ability)
    if isinstance(what, m.Subject):
        return whose_monster(getattr(ability.trigger, "what", None) or m.This(), ability)
    if isinstance(what, m.Selector) and what.types == ("monster card",) and what.whose in ("you", "opponent"):
        return what.whose
    raise Unsound("whose rage? Only a player's monster has rage")


events(
    own_rage_up=lambda noun, cause=None: m.NumberChanges(RAGE, "you", "up", cause=cause),
    own_rage_down=lambda noun, cause=None: m.NumberChanges(RAGE, "you", "down", cause=cause),
    whose_rage_up=lambda whose, cause=None: m.NumberChanges(RAGE, whose, "up", cause=cause),
    whose_rage_down=lambda whose, cause=None: m.NumberChanges(RAGE, whose, "down", cause=cause),
)


actions(
    this_rage=lambda noun: m.This(),
    its_rage=lambda: IT,
    that_rage=lambda noun: pronoun("that", noun),
    rage_plus_per=rage_plus,
    rage_minus_per=rage_minus,
    rage_set=lambda what, amount: rage_change(what, "set", amount),
    rage_value=lambda what: m.ValueOf(RAGE, what),
    has_rage=lambda what, bound: m.Compare(m.ValueOf(RAGE, what), bound.compare, bound.amount),
    rage_whose=lambda whose: whose,
    rage_is_kept=lambda whose: m.Prohibit(
        m.Selector(m.Every(), whose, types=("monster card",)), m.Act("reset rage")
    ),
    two_times=lambda: 2,
    one_time=lambda: 1,
    so_often=lambda n: n,
    may_invade_often=lambda who, n, duration: m.Total("invasions", who, "set", n, duration),
    may_invade_more=lambda who, n, duration: m.Total("invasions", who, "plus", n, duration),
    whose_rage=lambda whose: m.PlayerNumber(RAGE, whose),
    whose_rage_plus=lambda whose, amount, per=None: m.ChangeNumber(
        RAGE, whose, "plus", times(amount, per) if per else amount
    ),
    whose_rage_minus=lambda whose, amount, per=None: m.ChangeNumber(
        RAGE, whose, "minus", times(amount, per) if per else amount
    ),
    whose_rage_set=lambda whose, amount: m.ChangeNumber(RAGE, whose, "set", amount),
    own_rage_to=lambda noun, tense, bound: number_to_event("you", RAGE, tense, bound),
    rage_doubled=lambda whose: changed_by(whose, "plus", rage_now(whose)),
    rage_tripled=lambda whose: changed_by(whose, "plus", m.Times(2, rage_now(whose))),
    rage_spent_freely=lambda: (
        m.Pick("number", 0, m.PlayerNumber(RAGE, "you")),
        m.ChangeNumber(RAGE, "you", "minus", m.ChosenNumber()),
    ),
    rage_all_lost=lambda: m.ChangeNumber(RAGE, "you", "set", 0),
    rage_spent=lambda amount: m.ChangeNumber(RAGE, PERFORMER, "minus", amount),
    per_that_many=lambda: Per(m.ThatMany()),
    has_no_rage=lambda what: m.Compare(m.ValueOf(RAGE, what), "equal", 0),
    rage_kept=lambda whose, number: whose,
    own_rage=lambda noun: "you",
    lose_rage_by=lambda cause: m.Act("lose rage", cause=cause),
    rage_up_or_down=lambda whose, amount: rage_up_or_down_each(whose, amount, whose, amount),
    per_rage=lambda what: Per(m.ValueOf(RAGE, what)),
    # "Whenever your rage is increased, if it is 2 or more".
    that_rage_is=lambda bound: m.Compare(m.PlayerNumber(RAGE, SPOKEN_OF), bound.compare, bound.amount),
    set_that_rage=lambda amount: m.ChangeNumber(RAGE, SPOKEN_OF, "set", amount),
    raise_that_rage=lambda amount: m.ChangeNumber(RAGE, SPOKEN_OF, "plus", amount),
    lower_that_rage=lambda amount: m.ChangeNumber(RAGE, SPOKEN_OF, "minus", amount),
    per_rage_whose=lambda whose: Per(m.PlayerNumber(RAGE, whose)),
    rage_gained=rage_plus,
    rage_lost=rage_minus,
    has_same_rage=lambda what, other: has_rage_than(what, "equal", other),
    player_has_rage_than=lambda who, way, other: m.Compare(
        m.PlayerNumber(RAGE, who), way, m.PlayerNumber(RAGE, other)
    ),
)
