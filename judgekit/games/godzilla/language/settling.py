"""What the game makes of an ability as it was read, once it is known what every pronoun means."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from msgspec.structs import replace

from judgekit.cardtext.build.registry import Per
from judgekit.cardtext.build.verbs.changing import times
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.model import (
    Ability,
    Act,
    Bound,
    Choose,
    Count,
    ForEach,
    Look,
    Matches,
    Modify,
    Move,
    Node,
    Player,
    Prohibit,
    Reveal,
    Selector,
    Target,
    This,
    UseAbility,
    Verb,
    walk,
)
from judgekit.games.godzilla.language.build.phrases import CHOSEN
from judgekit.games.godzilla.language.build.rage import rage_of_players


def settled(ability: Ability) -> Ability:
    return chosen_by_name(rebuilt(rage_of_players(ability)))


def chosen_by_name(ability: Ability) -> Ability:
    """ "The card named … you chose": the one selector before that asks for the name."""
    for node in walk(ability):
        if isinstance(node, Selector) and CHOSEN in node.filters:
            asked = [f for f in node.filters if f != CHOSEN]
            named = [
                one for one in walk(ability)
                if isinstance(one, Selector) and one != node and all(f in one.filters for f in asked)
            ]  # fmt: skip
            if len(named) != 1:
                raise Unsound("which card was chosen? No choice before, or more than one, is of that name")
            n = named[0].bind or 1 + max((getattr(one, "bind", 0) for one in walk(ability)), default=0)
            return exchanged(ability, {node: Bound(n), named[0]: replace(named[0], bind=n)})  # type: ignore[no-any-return]
    return ability


def exchanged(node: Any, parts: dict[Any, Any]) -> Any:
    if isinstance(node, tuple):
        return tuple(exchanged(each, parts) for each in node)
    if not isinstance(node, Node):
        return node
    if isinstance(node, Selector) and node in parts:
        return parts[node]
    return replace(node, **{name: exchanged(getattr(node, name), parts) for name in node.__struct_fields__})


def rebuilt(node: Any) -> Any:
    """Instructions said in two parts, as the one thing that they are."""
    if isinstance(node, tuple):
        return seen_first(activated(tuple(rebuilt(each) for each in node)))
    if not isinstance(node, Node):
        return node
    if isinstance(node, Matches) and isinstance(node.what, Selector) and "strategy zone" in node.what.types:
        raise Unsound("said in another way")  # of the area, not of each zone
    found = replace(node, **{name: rebuilt(getattr(node, name)) for name in node.__struct_fields__})
    if isinstance(found, Prohibit) and found.act.verb == "engage" and found.act.object is not None:
        return replace(found, what=unengaged(found.what, found.act.object), act=Act("engage"))
    if found == Prohibit(Player("you"), Act("play", This())):
        return Prohibit(This(), Act("be played"))  # said of the card, which waits to be played
    return multiplied(found) if isinstance(found, ForEach) else found


def unengaged(one: Target, other: Target) -> Target:
    """5.16.1: the battle card of the two; it engages with the opposing monster, and with no other."""
    if is_monster(one) and other == This():
        return other
    if isinstance(one, Selector) and not is_monster(one) and (other == This() or is_monster(other, "you")):
        return one
    raise Unsound("a battle card engages with the opposing monster")


def is_monster(what: Target, whose: str = "opponent") -> bool:
    return isinstance(what, Selector) and what.types == ("monster card",) and what.whose == whose


def multiplied(verb: ForEach) -> Verb:
    """ "For each …, this card gets +n": one change of so much."""
    only = verb.do[0] if len(verb.do) == 1 else None
    if not isinstance(only, Modify) or not isinstance(only.amount, int) or only.how not in ("plus", "minus"):
        return verb
    n = verb.amount.what.bind if isinstance(verb.amount, Count) else 0
    if n and any(isinstance(each, Bound) and each.n == n for each in walk(only)):
        return verb
    return replace(only, amount=times(only.amount, Per(verb.amount)))


def activated(verbs: tuple[Any, ...]) -> tuple[Any, ...]:
    """Put into a strategy zone and activated is activated, which puts it there (5.9.1, 10.5.2.3.2)."""
    found: list[Any] = []
    for verb in verbs:
        last = found[-1] if found else None
        if isinstance(verb, UseAbility) and isinstance(last, Move) and last.to.area == "strategy zone":
            if isinstance(last.what, Selector) and verb.what == Bound(last.what.bind):
                found[-1] = UseAbility(replace(last.what, bind=0), verb.kind, verb.free, verb.who)
                continue
        found.append(verb)
    return tuple(found)


def seen_first(verbs: tuple[Any, ...]) -> tuple[Any, ...]:
    """ "Look at your opponent's hand and choose 1 card": of the cards of that hand."""
    found = list(verbs)
    for at, (before, verb) in enumerate(pairwise(verbs), 1):
        if not isinstance(verb, Choose) or not isinstance(verb.what, Selector):
            continue
        seen = before.what if isinstance(before, Look | Reveal) else None
        plain = not verb.what.areas and not verb.what.whose and not verb.what.filters
        if isinstance(seen, Selector) and seen.areas == ("hand",) and plain:
            found[at] = replace(verb, what=replace(verb.what, areas=seen.areas, whose=seen.whose))
    return tuple(found)
