"""What a game adds to an ability that its text leaves unsaid."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from judgekit.cardtext import model as m
from judgekit.cardtext.before import counted_as_before
from judgekit.cardtext.build.registry import NextTime, ThatDeck, Throughout
from judgekit.cardtext.build.verbs.changing import LASTS
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.language import language
from judgekit.cardtext.marks import That

STANDING = (
    m.Modify | m.Gain | m.Lose | m.TreatAs | m.Prohibit | m.Permit | m.Demand | m.Total | m.Unaffected
    | m.DeckRule | m.AlternativeCost | m.NegateAbilities | m.ChangeNumber
)  # fmt: skip


def stands(verb: m.Verb) -> bool:
    """Can the verb be true all the time, without anyone doing it?"""
    if isinstance(verb, m.Unread):
        return True
    if isinstance(verb, m.If):
        return all(stands(each) for each in (*verb.then, *verb.otherwise))
    if isinstance(verb, m.Instead):
        return not verb.next
    if isinstance(verb, m.PreventDamage):
        return verb.to is not None and not verb.next and verb.duration is None and verb.sort != "now"
    if isinstance(verb, m.ChangeNumber):
        return verb.number in STANDING_NUMBERS
    if isinstance(verb, UNCHOSEN) and is_chosen(verb.what):
        return False
    return isinstance(verb, STANDING) and getattr(verb, "duration", None) is None


def is_chosen(what: m.Target) -> bool:
    """ "1 of your battle cards": a player chooses it, once; the end of a pile is not a choice."""
    chosen = m.Exactly | m.UpTo | m.AtLeast | m.AnyNumber
    return isinstance(what, m.Selector) and what.end is None and isinstance(what.quantity, chosen)


UNCHOSEN = (
    m.Modify | m.Gain | m.Lose | m.TreatAs | m.Prohibit | m.NegateAbilities | m.Unaffected
)  # told of all that fit


STANDING_NUMBERS = frozenset({
    "summon cap", "maximum level", "attack count", "trance count", "logic drive count",
    "count of logic drives by different members", "luck drive cost",
})  # fmt: skip


def permission(verb: m.Verb) -> m.Verb:
    """ "You may play this card ignoring …", said of a card that waits to be played, is a permission."""
    if isinstance(verb, m.If):
        return replace(verb, then=tuple(permission(each) for each in verb.then))
    if not isinstance(verb, m.May) or verb.then or verb.otherwise or verb.who != "you" or len(verb.do) != 1:
        return verb
    played = verb.do[0]
    if (
        isinstance(played, m.Play)
        and played == m.Play(m.This(), cost=played.cost)
        and played.cost is not None
    ):
        return m.Permit(m.This(), m.Act("be played"), cost=played.cost)
    return verb


def told_of_each(verb: m.Verb) -> tuple[m.Verb, ...]:
    """ "For each …, this card gets +1000 …" stands: that much for each, all the time."""
    if not isinstance(verb, m.ForEach) or not all(is_so_much(each) for each in verb.do):
        return (verb,)
    return tuple(
        replace(each, amount=many_times(each.amount, verb.amount))
        for each in verb.do
        if isinstance(each, m.Modify)
    )


def many_times(much: m.Amount, amount: m.Amount) -> m.Amount:
    if isinstance(amount, m.Times):
        return replace(amount, factor=much)
    return amount if much == 1 else m.Times(much, amount)


def is_so_much(verb: m.Verb) -> bool:
    if not isinstance(verb, m.Modify):
        return False
    whole = isinstance(verb.what, m.Selector) and verb.what.quantity == m.Every()
    if not isinstance(verb.what, m.This) and (not whole or any(isinstance(n, m.Bound) for n in m.walk(verb))):
        return False
    return verb.how in ("plus", "minus") and verb.duration is None and isinstance(verb.amount, int)


def finish(ability: m.Ability, game: str) -> m.Ability:
    settle = language(game).settle
    counted = counted_as_before(with_decks(ability))
    found = of_this_one(period_of(completed(settle(counted) if settle else counted, game)))
    stands_on = found.kind in ("continuous", "replacement")
    found = found if stands_on else asked_as_triggered(found)
    return replace(found, body=asked_before(asked_always(found.body, stands_on)))


def asked_as_triggered(found: m.Ability) -> m.Ability:
    """ "While you have no units, when this unit attacks, draw a card"."""
    only = found.body[0] if len(found.body) == 1 else None
    if found.trigger is None or found.conditions or not isinstance(only, Throughout) or only.otherwise:
        return found
    if found.labels:  # "[Enter]": no event is named that could happen while it is so
        return found
    if any(map(lasts, m.walk(only.then))) or IN_PLAY in only.conditions:
        return found
    return replace(found, conditions=only.conditions, body=only.then)


def period_of(ability: m.Ability) -> m.Ability:
    """ "At the end of your turn, if you did not attack, …": in that turn."""
    if not any(isinstance(each, m.Happened) and not each.period for each in m.walk(ability)):
        return ability
    trigger = ability.trigger
    ends = isinstance(trigger, m.PhaseMoment) and trigger.moment == "end"
    if not ends or trigger.phase not in ("turn", "battle"):  # type: ignore[union-attr]
        raise Unsound("when was that? Say “this turn”, or “this way”")
    return replace(ability, body=within(ability.body, trigger.phase))  # type: ignore[union-attr]


def of_this_one(node: Any) -> Any:
    """ "At the end of that battle": of this one, where no other was named."""
    if isinstance(node, That):
        return str(node)
    if type(node) is tuple:
        return tuple(map(of_this_one, node))
    if not isinstance(node, m.Node) or not any(isinstance(each, m.PhaseMoment) for each in m.walk(node)):
        return node
    return replace(node, **{name: of_this_one(getattr(node, name)) for name in node.__struct_fields__})


def within(node: Any, period: m.Period) -> Any:
    if isinstance(node, tuple):
        return tuple(within(each, period) for each in node)
    if not isinstance(node, m.Node) or isinstance(node, m.Ability):
        return node
    parts = {name: within(getattr(node, name), period) for name in node.__struct_fields__}
    if isinstance(node, m.Happened) and not node.period:
        parts["period"] = period
    return replace(node, **parts)


def asked_before(node: Any) -> Any:
    """ "When this card would be destroyed, if you have 4 or more cards, you may discard one instead": where
    that is not so, and for whoever declines, nothing is replaced."""
    if isinstance(node, tuple):
        return tuple(asked_before(each) for each in node)
    if not isinstance(node, m.Node):
        return node
    parts = {name: asked_before(getattr(node, name)) for name in node.__struct_fields__}
    node = replace(node, **parts)
    if not isinstance(node, m.Instead) or node.optional or len(node.do) != 1:
        return node
    only = node.do[0]
    if isinstance(only, m.If) and not only.otherwise:
        return asked_before(replace(node, conditions=(*node.conditions, *only.conditions), do=only.then))
    if isinstance(only, m.May) and only.who == "you" and not only.otherwise:
        return replace(node, do=only.do, optional=True, then=(*only.then, *node.then))
    return node


def with_decks(ability: m.Ability) -> m.Ability:
    """ "Look at the top card of your opponent's deck, then shuffle it": whose deck was mentioned last."""
    if not any(isinstance(each, ThatDeck) for each in m.walk(ability)):
        return ability
    said: list[tuple[str, m.Who]] = []  # areas, and whose they are, in the order of the text
    found = which_deck(ability, said)
    assert isinstance(found, m.Ability)
    return found


def which_deck(node: Any, said: list[tuple[str, m.Who]]) -> Any:
    if isinstance(node, tuple):
        return tuple(which_deck(each, said) for each in node)
    if not isinstance(node, m.Node):
        return node
    if isinstance(node, ThatDeck):
        return m.Shuffle(node.whose if node.who != "you" else last_deck(said), node.what, node.who)
    if isinstance(node, m.Selector):
        said += [(area, node.whose) for area in node.areas]
    if isinstance(node, m.Place):
        said.append((node.area, node.whose))
    return replace(node, **{name: which_deck(getattr(node, name), said) for name in node.__struct_fields__})


def last_deck(said: list[tuple[str, m.Who]]) -> m.Who:
    """Whose deck it is; the owner of a card from a player's own pile is that player."""
    at = next((n for n in reversed(range(len(said))) if said[n][0] == "deck"), None)
    whose: m.Who = "you" if at is None else said[at][1] or "you"
    if whose in ("owner", "their") and at and said[at - 1][0] != "field":
        whose = said[at - 1][1] or "you"
    if whose not in ("you", "opponent"):
        raise Unsound("whose deck is shuffled?")
    return whose


def asked_always(node: Any, stands_on: bool) -> Any:
    """ "As long as …" is an "if" in what stands, and of what is done at one moment; what is done once and
    lasts, lasts so long."""
    if isinstance(node, tuple):
        found = ((each, asked_always(each, stands_on)) for each in node)
        lasting = not stands_on  # one "as long as" can be said of several instructions
        split = (told if lasting and isinstance(each, Throughout) else (told,) for each, told in found)
        return tuple(one for part in split for one in part)
    if not isinstance(node, m.Node) or isinstance(node, m.Ability):
        return node
    if isinstance(node, Throughout) and not stands_on:
        if not any(map(lasts, m.walk(node.then))) and IN_PLAY not in node.conditions:
            parts = {name: asked_always(getattr(node, name), stands_on) for name in node.__struct_fields__}
            return (m.If(**parts),)
        said = [each for each in node.then if not isinstance(each, m.Choose)]
        if node.otherwise or not all(lasts_unsaid(each) for each in said):
            raise Unsound(
                "this is done once, so “as long as” cannot apply: say “if”, or give the ability in quotes"
            )
        if any(each == IN_PLAY for each in node.conditions):
            raise Unsound("said in another way")  # until it leaves play
        while_so = m.WhileTrue(node.conditions)
        return tuple(replace(each, duration=while_so) if each in said else each for each in node.then)
    parts = {name: asked_always(getattr(node, name), stands_on) for name in node.__struct_fields__}
    if isinstance(node, NextTime):
        return m.Delayed(**parts)
    return m.If(**parts) if isinstance(node, Throughout) else replace(node, **parts)


IN_PLAY = m.Matches(m.This(), m.Selector(filters=(m.State("in play"),)))


def lasts(verb: Any) -> bool:
    """Whether this can go on for a time, or happens at another one."""
    if isinstance(verb, m.ChangeNumber) and verb.number != "summon cap":
        return verb.duration is not None
    return hasattr(verb, "duration") or isinstance(verb, m.GainControl | m.Delayed | m.Instead)


def lasts_unsaid(verb: m.Verb) -> bool:
    """Whether a verb lasts, and does not say how long."""
    return isinstance(verb, LASTS) and verb.duration is None


def described(ability: m.Ability) -> dict[int, m.Selector]:
    """The cards that a text points back at, by number."""
    return {each.bind: each for each in m.walk(ability) if isinstance(each, m.Selector) and each.bind}


def told_again(node: Any, known: dict[int, m.Selector]) -> Any:
    """ "Your battle cards gain …. They …": a standing effect is about all that fit, all the time."""
    if isinstance(node, tuple):
        return tuple(told_again(each, known) for each in node)
    if isinstance(node, m.Bound) and node.n in known:
        again = known[node.n]
        if not isinstance(again.quantity, m.Every | m.Some):
            raise Unsound("a continuous ability chooses nothing: say which cards are meant")
        return replace(again, quantity=m.Every(), bind=0)
    if not isinstance(node, m.Node) or isinstance(node, m.Ability):
        return node
    parts = {name: told_again(getattr(node, name), known) for name in node.__struct_fields__}
    return replace(node, **parts | ({"bind": 0} if isinstance(node, m.Selector) else {}))


def is_unread(body: tuple[m.Verb, ...]) -> bool:
    """Whether nothing is known of what an ability does."""
    return bool(body) and all(isinstance(each, m.Unread) for each in body)


def completed(ability: m.Ability, game: str) -> m.Ability:
    unsaid = language(game).unsaid
    if unsaid is not None and ability.kind == "continuous" and is_unread(ability.body):
        return replace(ability, kind="automatic", trigger=unsaid)
    if ability.kind == "continuous" and not ability.costs:
        body = (each for verb in ability.body for each in told_of_each(verb))
        ability = replace(ability, body=tuple(permission(each) for each in body))
    if ability.kind == "continuous" and not ability.costs and all(stands(each) for each in ability.body):
        return replace(ability, body=told_again(ability.body, described(ability)))
    if ability.kind != "continuous" and not (ability.kind == "automatic" and ability.trigger is None):
        return ability
    if unsaid is not None:
        return replace(ability, kind="automatic", trigger=unsaid)
    raise Unsound("something happens here, but the text does not say when")
