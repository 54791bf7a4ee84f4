"""Each player who has something: what they do, or the one who has more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from judgekit.cardtext import model as m
from judgekit.cardtext.build.conditions import existing, owned, quantity_of, so_many_in_area, there_is_not
from judgekit.cardtext.build.registry import Compared, action, actions
from judgekit.cardtext.build.steps import flat, performed
from judgekit.cardtext.build.targets import count_of, selector
from judgekit.cardtext.build.targets.nouns import head
from judgekit.cardtext.build.verbs.allowing import player_cannot
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.marks import Marked

Asked = Callable[[m.Who], m.Condition]


@action
def each_who_has(asked: Asked, *verbs: Any) -> m.Verb:
    """Checked for both before anything is done; if true for both, both do it at the same time."""
    return each_according_to(asked, lambda who: their_part(who, verbs))


@action
def each_who_has_cannot(asked: Asked, found: Any, duration: m.Duration | None) -> m.Verb:
    """ "A player with no cards in their hand cannot attack"."""
    return each_according_to(asked, lambda who: player_cannot(who, found, duration))


def each_according_to(asked: Asked, part: Callable[[m.Who], tuple[m.Verb, ...]]) -> m.Verb:
    you, they = asked("you"), asked("opponent")
    alone = (m.If((they,), part("opponent")),)
    return m.If((you, they), part("each"), (m.If((you,), part("you"), alone),))


@action
def one_who_has_more(asked: Asked, *verbs: Any) -> m.Verb:
    """ "The player with more cards in their hand": nobody if they have as many."""
    other = (m.If((asked("opponent"),), their_part("opponent", verbs)),)
    return m.If((asked("you"),), their_part("you", verbs), other)


def their_part(who: m.Who, verbs: tuple[Any, ...]) -> tuple[m.Verb, ...]:
    if not all(isinstance(each, Marked) for each in verbs):
        raise Unsound("the verb does not agree with the player: “you draw”, “your opponent draws”")
    done = flat(tuple(said.value for said in verbs))
    return tuple(
        replace(each, whose=who)
        if getattr(each, "whose", "") == "their"
        else performed(who, each if who == "each" else with_whose(who, each))
        for each in done
    )


def with_whose(who: m.Who, node: Any) -> Any:
    """What is "theirs" is that one player's."""
    if isinstance(node, tuple):
        return tuple(with_whose(who, each) for each in node)
    if not isinstance(node, m.Node):
        return node
    own = {name: with_whose(who, getattr(node, name)) for name in node.__struct_fields__}
    return replace(node, **(own | ({"whose": who} if own.get("whose") == "their" else {})))


def theirs(what: m.Target) -> m.Selector:
    if not isinstance(what, m.Selector):
        raise Unsound("with which cards? Describe them once")
    return replace(what, whose="") if what.whose == "their" else what


@action
def who_has_cards(what: m.Target) -> Asked:
    """ "Each player with no cards in their hand", "each player who has a red card"."""
    found = theirs(what)
    return lambda who: existing(owned(who, found))


@action
def who_has_more(way: Any, what: m.Target) -> Asked:
    """ "The player with fewer members"."""
    if not isinstance(quantity_of(theirs(what)), m.Some | m.Every):
        raise Unsound("more of what? Leave out the number")
    found = theirs(what)
    return lambda who: m.Compare(count_of(owned(who, found)), way, count_of(owned(OTHER[who], found)))


OTHER: dict[m.Who, m.Who] = {"you": "opponent", "opponent": "you"}


@action
def who_has_more_of(way: Any, number: str) -> Asked:
    """ "The player with the higher rage"."""
    return lambda who: m.Compare(m.PlayerNumber(number, who), way, m.PlayerNumber(number, OTHER[who]))


@action
def whose_card_has_more(noun: str, way: Any, stat: str) -> Asked:
    """ "The player whose monster card has the higher rank"."""

    def value(who: m.Who) -> m.Amount:
        return m.ValueOf(stat, selector(m.Every(), who, head(noun), ()))

    return lambda who: m.Compare(value(who), way, value(OTHER[who]))


@action
def who_has_number(bound: Compared, number: str) -> Asked:
    """ "Each player with 3 or more rage"."""
    return lambda who: m.Compare(m.PlayerNumber(number, who), bound.compare, bound.amount)


@action
def whose_card_is(noun: Any, like: Any) -> Asked:
    """ "Each player whose monster is rank IV"."""
    parts = like if type(like) is tuple else (like,)
    return lambda who: existing(selector(m.Some(), who, head(noun), parts))


actions(
    who_has_none=lambda what: lambda who: there_is_not(owned(who, theirs(what))),
    whose_number_is=lambda noun, bound, number: who_has_number(bound, number),
    whose_area_is_empty=lambda area: lambda who: so_many_in_area(who, area, m.Exactly(0)),
)
