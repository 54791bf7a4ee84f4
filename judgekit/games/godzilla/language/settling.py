"""What the game turns a parsed ability into, once it is known what every pronoun means."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from msgspec.structs import replace

from judgekit.cardtext import model as m
from judgekit.cardtext.build.registry import Per
from judgekit.cardtext.build.verbs.changing import times
from judgekit.cardtext.errors import Unsound
from judgekit.games.godzilla.language.build.phrases import BARE, CHOSEN
from judgekit.games.godzilla.language.build.rage import rage_of_players

STANDING = (
    m.Modify, m.Gain, m.Lose, m.Prohibit, m.Permit, m.Demand, m.TreatAs, m.NegateAbilities, m.Total,
    m.Instead,
)  # fmt: skip


def settled(ability: m.Ability) -> m.Ability:
    return said_of_playing(chosen_by_name(rebuilt(rage_of_players(ability))))


def chosen_by_name(ability: m.Ability) -> m.Ability:
    """ "The card named … you chose": the one earlier selector that asks for the name."""
    for node in m.walk(ability):
        if isinstance(node, m.Selector) and CHOSEN in node.filters:
            asked = [f for f in node.filters if f != CHOSEN]
            named = [
                one for one in m.walk(ability)
                if isinstance(one, m.Selector) and one != node and all(f in one.filters for f in asked)
            ]  # fmt: skip
            if len(named) != 1:
                raise Unsound("which card was chosen? Exactly one earlier choice must be of that name")
            n = named[0].bind or 1 + max((getattr(one, "bind", 0) for one in m.walk(ability)), default=0)
            return exchanged(ability, {node: m.Bound(n), named[0]: replace(named[0], bind=n)})  # type: ignore[no-any-return]
    return ability


def exchanged(node: Any, parts: dict[Any, Any]) -> Any:
    if isinstance(node, tuple):
        return tuple(exchanged(each, parts) for each in node)
    if not isinstance(node, m.Node):
        return node
    if isinstance(node, m.Selector) and node in parts:
        return parts[node]
    return replace(node, **{name: exchanged(getattr(node, name), parts) for name in node.__struct_fields__})


def rebuilt(node: Any) -> Any:
    """Instructions given in two parts, as the single instruction that they are."""
    if isinstance(node, tuple):
        return seen_first(activated(tuple(rebuilt(each) for each in node)))
    if not isinstance(node, m.Node):
        return node
    if isinstance(node, m.Happened) and isinstance(node.event, m.CardUsed):  # 5.9.1: to activate is to play
        return rebuilt(replace(node, event=m.Played(node.event.what, node.event.who)))
    if (
        isinstance(node, m.Matches)
        and isinstance(node.what, m.Selector)
        and "strategy zone" in node.what.types
    ):
        raise Unsound("said in another way")  # of the area, not of each zone
    if isinstance(node, m.Compare) and isinstance(node.left, m.Count) and node.right not in (0, 1):
        what = replace(node.left.what, filters=tuple(map(as_each_other, node.left.what.filters)))
        others = m.OtherThan(m.This()) in what.filters
        node = node if others else replace(node, left=replace(node.left, what=what))
    found = replace(node, **{name: rebuilt(getattr(node, name)) for name in node.__struct_fields__})
    if isinstance(found, m.Prohibit) and found.act.verb == "engage" and found.act.object is not None:
        return replace(found, what=unengaged(found.what, found.act.object), act=m.Act("engage"))
    if found == m.Prohibit(m.Player("you"), m.Act("play", m.This())):
        return m.Prohibit(m.This(), m.Act("be played"))  # said of the card, which waits to be played
    if isinstance(found, m.May) and found.who == "each" and any(map(is_of_both, m.walk(found))):
        raise Unsound("whose rage? Say of each player by themselves what becomes of it")
    if isinstance(found, m.Prohibit) and found.act.verb == "be played":
        found = said_of_whoever_plays(found)
    if isinstance(found, m.Move) and goes_beside_several(found):
        raise Unsound("adjacent to which of them? Move one at a time")
    if isinstance(found, m.Count):
        return counted_as_they_went(counted_apart(found))
    if isinstance(found, m.Selector):
        return alike_with_this(found)
    return multiplied(found) if isinstance(found, m.ForEach) else found


def counted_apart(found: m.Count) -> m.Count:
    """ "3 or more cards with different names": that many names."""
    states = [each.state for each in found.what.filters if isinstance(each, m.State)]
    kinds = [each.removeprefix("different ") for each in states if each.startswith("different ")]
    if len(kinds) != 1 or found.different:
        return found
    rest = tuple(each for each in found.what.filters if each != m.State(f"different {kinds[0]}"))
    return m.Count(replace(found.what, filters=rest), kinds[0])


def counted_as_they_went(found: m.Count) -> m.Amount:
    """ "For each card destroyed this turn": one that is gone is not found again, but it was counted then."""
    what = found.what
    went = [f for f in what.filters if isinstance(f, m.Did) and isinstance(f.event, m.Destroyed)]
    if len(went) != 1 or went[0].period != "turn" or found.different or what.areas or what.bind:
        return found
    kind = replace(what, filters=tuple(f for f in what.filters if f is not went[0]))
    return m.HowOften(replace(went[0].event, what=kind))


def is_of_both(verb: Any) -> bool:
    return isinstance(verb, m.ChangeNumber) and verb.whose == "each"


def said_of_whoever_plays(verb: m.Prohibit) -> m.Prohibit:
    """ "Battle cards cannot be played": by anybody, wherever a card waits to be played. An ability that
    stands tells by itself which zones are closed to which cards."""
    what, to = verb.what, verb.act.to
    closed = isinstance(what, m.Selector) and to is not None and to.zone is not None and bool(verb.duration)
    if not isinstance(what, m.Selector) or what.areas or what.bind or not (to is None or closed):
        return verb
    zone = to.zone if to is not None and isinstance(to.zone, m.Selector) else m.Selector()
    whose: set[m.Who] = {what.whose, zone.whose} - {"", "any", "each"}
    if len(whose) > 1:
        raise Unsound("whose cards, and in whose zones?")
    who: m.Who = whose.pop() if whose else "each"
    cards = replace(what, quantity=m.Some(), whose="", filters=(*what.filters, *zone.filters))
    return replace(verb, what=m.Player(who), act=replace(verb.act, verb="play", object=cards, to=None))


def goes_beside_several(verb: m.Move) -> bool:
    """ "Move 2 of your battle cards to adjacent zones": each beside itself, which nothing says."""
    one = isinstance(verb.what, m.Selector) and getattr(verb.what.quantity, "n", 2) == 1
    zone = verb.to.zone if isinstance(verb.what, m.Selector) and not one else None
    filters = zone.filters if isinstance(zone, m.Selector) else ()
    bind = getattr(verb.what, "bind", 0)
    return bool(bind) and any(isinstance(f, m.Near) and f.of == m.Bound(bind) for f in filters)


def as_each_other(one: m.Filter) -> m.Filter:
    bare = isinstance(one, m.SameAs) and one.what.startswith(BARE)
    return m.Alike(one.what.removeprefix(BARE)) if bare else one  # type: ignore[attr-defined]


def alike_with_this(found: m.Selector) -> m.Selector:
    """ "Each card with the same name": as this card; several that are chosen: as each other."""
    bare = [each for each in found.filters if isinstance(each, m.SameAs) and each.what.startswith(BARE)]
    single = getattr(found.quantity, "n", 1) == 1 and not isinstance(found.quantity, m.AnyNumber)
    among = any(isinstance(each, m.Among) for each in found.filters)  # of each other, or of this card?
    several = not single and m.OtherThan(m.This()) not in found.filters
    if bare and among and not several:
        raise Unsound("the same as which card? Say “as this card”, or “as each other”")
    if several:
        return replace(found, filters=tuple(map(as_each_other, found.filters)))
    # "Destroy it and all other battle cards with the same name": as the one that is excepted.
    other = next((e.what for e in found.filters if isinstance(e, m.OtherThan)), m.This())
    filters = (m.SameAs(e.what.removeprefix(BARE), other) if e in bare else e for e in found.filters)
    return replace(found, filters=tuple(filters)) if bare else found


def said_of_playing(ability: m.Ability) -> m.Ability:
    """What a card says about its own playing applies before it is played: it is not part of its effect."""
    bodies = [each.then if isinstance(each, m.If) else (each,) for each in ability.body]
    verbs = [each for body in bodies for each in body]
    own = [each for each in verbs if isinstance(each, m.Prohibit | m.Permit) and each.what == m.This()]
    if any(each.act.verb == "be played" for each in own) and not all(isinstance(v, STANDING) for v in verbs):
        raise Unsound("what the text says about playing this card needs a line of its own")
    return ability


def unengaged(one: m.Target, other: m.Target) -> m.Target:
    """5.16.1: the battle card of the two; it engages with the opposing monster, and with no other."""
    if is_monster(one) and other == m.This():
        return other
    if (
        isinstance(one, m.Selector)
        and not is_monster(one)
        and (other == m.This() or is_monster(other, "you"))
    ):
        return one
    raise Unsound("a battle card engages only with the opposing monster")


def is_monster(what: m.Target, whose: str = "opponent") -> bool:
    return isinstance(what, m.Selector) and what.types == ("monster card",) and what.whose == whose


def multiplied(verb: m.ForEach) -> m.Verb:
    """ "For each …, this card gets +n": one change of the total amount."""
    only = verb.do[0] if len(verb.do) == 1 else None
    if (
        not isinstance(only, m.Modify)
        or not isinstance(only.amount, int)
        or only.how not in ("plus", "minus")
    ):
        return verb
    n = verb.amount.what.bind if isinstance(verb.amount, m.Count) else 0
    if n and any(isinstance(each, m.Bound) and each.n == n for each in m.walk(only)):
        return verb
    return replace(only, amount=times(only.amount, Per(verb.amount)))


def activated(verbs: tuple[Any, ...]) -> tuple[Any, ...]:
    """Put into a strategy zone and activated is activated, which puts it there (5.9.1, 10.5.2.3.2)."""
    found: list[Any] = []
    for verb in verbs:
        last = found[-1] if found else None
        if isinstance(verb, m.UseAbility) and isinstance(last, m.Move) and last.to.area == "strategy zone":
            if isinstance(last.what, m.Selector) and verb.what == m.Bound(last.what.bind):
                if last.to.whose == "opponent":
                    raise Unsound("who activates a strategy card puts it into their own strategy zone")
                found[-1] = m.UseAbility(replace(last.what, bind=0), verb.kind, verb.free, verb.who)
                continue
        found.append(verb)
    return tuple(found)


def seen_first(verbs: tuple[Any, ...]) -> tuple[Any, ...]:
    """ "Look at your opponent's hand and choose 1 card": of the cards of that hand."""
    found = list(verbs)
    for at, (before, verb) in enumerate(pairwise(verbs), 1):
        if not isinstance(verb, m.Choose) or not isinstance(verb.what, m.Selector):
            continue
        seen = before.what if isinstance(before, m.Look | m.Reveal) else None
        plain = not verb.what.areas and not verb.what.whose and not verb.what.filters
        if isinstance(seen, m.Selector) and seen.areas == ("hand",) and plain:
            found[at] = replace(verb, what=replace(verb.what, areas=seen.areas, whose=seen.whose))
    return tuple(found)
