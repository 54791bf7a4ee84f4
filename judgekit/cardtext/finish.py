"""What a game adds to an ability that its text leaves unsaid."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from judgekit.cardtext.before import counted_as_before
from judgekit.cardtext.build.registry import ThatDeck, Throughout
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.language import language
from judgekit.cardtext.model import (
    Ability,
    Act,
    AlternativeCost,
    Amount,
    AnyNumber,
    AtLeast,
    Bound,
    ChangeNumber,
    DeckRule,
    Demand,
    Every,
    Exactly,
    ForEach,
    Gain,
    If,
    Instead,
    Lose,
    May,
    Modify,
    NegateAbilities,
    Node,
    Permit,
    Place,
    Play,
    PreventDamage,
    Prohibit,
    Selector,
    Shuffle,
    Some,
    Target,
    This,
    Times,
    Total,
    TreatAs,
    Unaffected,
    Unread,
    UpTo,
    Verb,
    Who,
    walk,
)

STANDING = (
    Modify | Gain | Lose | TreatAs | Prohibit | Permit | Demand | Total | Unaffected | DeckRule |
    AlternativeCost
    | NegateAbilities | ChangeNumber
)  # fmt: skip


def stands(verb: Verb) -> bool:
    """Can the verb be true all the time, without anyone doing it?"""
    if isinstance(verb, Unread):
        return True
    if isinstance(verb, If):
        return all(stands(each) for each in (*verb.then, *verb.otherwise))
    if isinstance(verb, Instead):
        return not verb.next
    if isinstance(verb, PreventDamage):
        return verb.to is not None and not verb.next and verb.duration is None
    if isinstance(verb, ChangeNumber):
        return verb.number in STANDING_NUMBERS
    if isinstance(verb, UNCHOSEN) and is_chosen(verb.what):
        return False
    return isinstance(verb, STANDING) and getattr(verb, "duration", None) is None


def is_chosen(what: Target) -> bool:
    """ "1 of your battle cards": somebody chooses it, once; the end of a pile is no choice."""
    chosen = Exactly | UpTo | AtLeast | AnyNumber
    return isinstance(what, Selector) and what.end is None and isinstance(what.quantity, chosen)


UNCHOSEN = Modify | Gain | Lose | TreatAs | Prohibit | NegateAbilities | Unaffected  # told of all that fit


STANDING_NUMBERS = frozenset({"summon cap", "maximum level", "attack count", "trance count"})


def permission(verb: Verb) -> Verb:
    """ "You may play this card ignoring …", said of a card that waits to be played, is a permission."""
    if isinstance(verb, If):
        return replace(verb, then=tuple(permission(each) for each in verb.then))
    if not isinstance(verb, May) or verb.then or verb.otherwise or verb.who != "you" or len(verb.do) != 1:
        return verb
    played = verb.do[0]
    if isinstance(played, Play) and played == Play(This(), cost=played.cost) and played.cost is not None:
        return Permit(This(), Act("be played"), cost=played.cost)
    return verb


def told_of_each(verb: Verb) -> tuple[Verb, ...]:
    """ "For each …, this card gets +1000 …" stands: it is so much for each, all the time."""
    if not isinstance(verb, ForEach) or not all(is_so_much(each) for each in verb.do):
        return (verb,)
    return tuple(
        replace(each, amount=many_times(each.amount, verb.amount))
        for each in verb.do
        if isinstance(each, Modify)
    )


def many_times(much: Amount, amount: Amount) -> Amount:
    if isinstance(amount, Times):
        return replace(amount, factor=much)
    return amount if much == 1 else Times(much, amount)


def is_so_much(verb: Verb) -> bool:
    if not isinstance(verb, Modify) or not isinstance(verb.what, This):
        return False
    return verb.how in ("plus", "minus") and verb.duration is None and isinstance(verb.amount, int)


def finish(ability: Ability, game: str) -> Ability:
    settle = language(game).settle
    counted = counted_as_before(with_decks(ability))
    found = completed(settle(counted) if settle else counted, game)
    stands_on = found.kind in ("continuous", "replacement")
    return replace(found, body=tuple(asked_always(each, stands_on) for each in found.body))


def with_decks(ability: Ability) -> Ability:
    """ "Look at the top card of your opponent's deck, then shuffle it": whose deck was spoken of last."""
    if not any(isinstance(each, ThatDeck) for each in walk(ability)):
        return ability
    said: list[tuple[str, Who]] = []  # areas, and whose they are, in the order of the text
    found = which_deck(ability, said)
    assert isinstance(found, Ability)
    return found


def which_deck(node: Any, said: list[tuple[str, Who]]) -> Any:
    if isinstance(node, tuple):
        return tuple(which_deck(each, said) for each in node)
    if not isinstance(node, Node):
        return node
    if isinstance(node, ThatDeck):
        return Shuffle(node.whose if node.who != "you" else last_deck(said), node.what, node.who)
    if isinstance(node, Selector):
        said += [(area, node.whose) for area in node.areas]
    if isinstance(node, Place):
        said.append((node.area, node.whose))
    return replace(node, **{name: which_deck(getattr(node, name), said) for name in node.__struct_fields__})


def last_deck(said: list[tuple[str, Who]]) -> Who:
    """Whose it is; the owner of what lay in a player's own pile is that player."""
    at = next((n for n in reversed(range(len(said))) if said[n][0] == "deck"), None)
    whose: Who = "you" if at is None else said[at][1] or "you"
    if whose in ("owner", "their") and at and said[at - 1][0] != "field":
        whose = said[at - 1][1] or "you"
    if whose not in ("you", "opponent"):
        raise Unsound("whose deck is shuffled?")
    return whose


def asked_always(node: Any, stands_on: bool) -> Any:
    """ "As long as …" is an "if" in what stands; what is done once cannot ask all the time."""
    if isinstance(node, tuple):
        return tuple(asked_always(each, stands_on) for each in node)
    if not isinstance(node, Node) or isinstance(node, Ability):
        return node
    if isinstance(node, Throughout) and not stands_on:
        raise Unsound("what is done once asks once: say “if”, or give the ability in quotes")
    parts = {name: asked_always(getattr(node, name), stands_on) for name in node.__struct_fields__}
    return If(**parts) if isinstance(node, Throughout) else replace(node, **parts)


def described(ability: Ability) -> dict[int, Selector]:
    """The cards that a text points back at, by number."""
    return {each.bind: each for each in walk(ability) if isinstance(each, Selector) and each.bind}


def told_again(node: Any, known: dict[int, Selector]) -> Any:
    """ "Your battle cards gain …. They …": what stands is said of all that fit, all the time."""
    if isinstance(node, tuple):
        return tuple(told_again(each, known) for each in node)
    if isinstance(node, Bound) and node.n in known:
        again = known[node.n]
        if not isinstance(again.quantity, Every | Some):
            raise Unsound("nothing is chosen by what stands: say which cards are meant")
        return replace(again, quantity=Every(), bind=0)
    if not isinstance(node, Node) or isinstance(node, Ability):
        return node
    parts = {name: told_again(getattr(node, name), known) for name in node.__struct_fields__}
    return replace(node, **parts | ({"bind": 0} if isinstance(node, Selector) else {}))


def is_unread(body: tuple[Verb, ...]) -> bool:
    """Whether nothing is known of what an ability does."""
    return bool(body) and all(isinstance(each, Unread) for each in body)


def completed(ability: Ability, game: str) -> Ability:
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
    raise Unsound("something happens here, but nothing says when")
