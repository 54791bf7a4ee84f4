"""Which player is meant: "they", "that player", whose card it is."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from judgekit.cardtext import model as m
from judgekit.cardtext.build.registry import Pronoun
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.marks import ThatOnes, Theirs, They
from judgekit.cardtext.references.agreement import is_a_circle, is_put_away, sides_of, subjects
from judgekit.cardtext.references.pronouns import meant_by, noted
from judgekit.cardtext.references.scope import Scope


def whose_side(scope: Scope, who: str) -> str:
    """ "Choose an enemy unit. If its controller's defense zone is empty, …": your opponent's."""
    found = of_its_own_clause(scope, who) or meant_by(scope, whose(scope, who), own=scope.here)
    if isinstance(found, m.This) and (near := described_beside(scope)):
        found = near
    if isinstance(found, m.This):
        return "you" if who == "master" else str(who)
    if isinstance(found, m.Role):
        return side_of_fighter(scope, found)
    if isinstance(found, m.Object):
        return side_of_the_other(scope)
    described: list[Any] = [found] if isinstance(found, m.Selector) else []
    what = next(iter((*described, *(each.what for each in noted(scope, found)))), None)
    if not isinstance(what, m.Selector):
        if not scope.events:
            raise Unsound("the owner of which card? Say “your” or “your opponent's”")
        return str(who)  # the card of the event
    if what.whose not in ("you", "opponent"):
        raise Unsound("whose, if nobody knows whose card it is? Say “your” or “your opponent's”")
    return what.whose


def of_its_own_clause(scope: Scope, who: str) -> m.Target | None:
    """ "Move 1 of your opponent's members to one of its master's circles": of the member that is moved."""
    named = [each for each in scope.spoken_of if each.clause == scope.here and each.single]
    fits = named and not isinstance(who, ThatOnes | Theirs) and len(named) == 1
    if not fits or isinstance(named[0].what, m.Subject | m.Object):
        return None
    what = named[0].what
    return m.Bound(what.bind) if isinstance(what, m.Selector) else what


def to_its_own_side(scope: Scope, node: m.Move) -> m.Move:
    """ "Move the defending member to one of its master's circles": of the member that defends."""
    zone = node.to.zone
    if not isinstance(node.what, m.Role) or not isinstance(zone, m.Selector) or zone.whose != "master":
        return node
    own = replace(zone, whose=side_of_fighter(scope, node.what))
    return replace(node, to=replace(node.to, zone=own))


def side_of_fighter(scope: Scope, found: m.Role) -> str:
    """Whoever attacks is the turn player's; whoever this card attacks, or fights, is not."""
    if found.role == "attacking":
        return "turn player"
    event = scope.events[-1] if scope.events else None
    if event is None or subjects(event)[:1] != [m.This()]:
        raise Unsound("whose, if nobody knows whose card it is? Say “your” or “your opponent's”")
    return "opponent"


def side_of_the_other(scope: Scope) -> str:
    """Whose the second card of an event is: "when this unit attacks a unit, … that unit's controller"."""
    event = scope.events[-1] if scope.events else None
    first = subjects(event)[0] if event is not None else None
    if isinstance(event, m.Damages):
        return "that player"
    mine = "you" if first == m.This() else getattr(first, "whose", "")
    if not isinstance(event, m.Attacks) or mine not in ("you", "opponent"):
        raise Unsound("whose, if nobody knows whose card it is? Say “your” or “your opponent's”")
    return "opponent" if mine == "you" else "you"


def described_beside(scope: Scope) -> m.Selector | None:
    """ "Deal damage to 1 unit equal to the number of cards in its controller's hand": the unit of the same
    clause, or of the clause that a condition stands behind."""
    said = [getattr(each, name, None) for each in (scope.clause, *scope.behind) for name in ("what", "to")]
    cards = [each for each in said if isinstance(each, m.Selector) and each.whose not in ("owner", "master")]
    return cards[-1] if cards else None


def whose(scope: Scope, who: str) -> Any:
    """ "Its owner", or "their owner" where several cards were named last; "that unit's owner"."""
    if isinstance(who, ThatOnes):
        return who.of
    named = [e for e in scope.spoken_of if e.clause != scope.here and not isinstance(e.what, m.This)]
    several = bool(named) and not named[-1].single
    if several and not isinstance(who, Theirs):
        raise Unsound("several cards were named before: say “their” of their owner")
    return Pronoun("them" if several else "it")


def player(scope: Scope, word: str) -> str:
    who = scope.who[-1]
    if word == "performer":
        return "their" if who == "each" else who
    if who == "each":
        return "their"
    if who == "you" and "player" in scope.picked:
        return "that player"
    return "opponent" if who == "you" else who


def whose_time(scope: Scope) -> str:
    """ "When a player draws outside their draw phase", "your opponent cannot … during their turn"."""
    found = that_player(scope, "that player") if scope.events else player(scope, "their")
    if found == "their" or (found == "opponent" and scope.named == "each"):
        raise Unsound("during whose turn? Say it of each player separately")
    return found


def whose_effect(scope: Scope) -> str:
    """ "Your opponent's units cannot be destroyed by their effects": by those of the named player."""
    if scope.named not in ("opponent", "each"):
        raise Unsound("by whose effects? Say “your opponent's”")
    if scope.named == "each":
        raise Unsound("by whose effects? Say it of each player separately")
    return scope.named


def are_the_opponent(scope: Scope) -> bool:
    """ "Deal 1 damage to them", where no cards were spoken of in the plural, but the opponent was."""
    caused = [getattr(getattr(each, "cause", None), "who", "") for each in scope.events]
    doing = [getattr(each, name, "") for each in scope.events for name in ("who", "by")]
    if any(not each.single and not is_put_away(each) for each in scope.spoken_of):
        return False
    cards = [card for each in scope.events for card in subjects(each)]
    cards += [each.what for each in scope.spoken_of if not is_put_away(each)]
    theirs = any(isinstance(each, m.Selector) and each.whose == "opponent" for each in cards)
    return "opponent" in (*caused, *doing) or (scope.named == "opponent" and not theirs)


def that_player(scope: Scope, who: str) -> str:
    """ "they": the player of the event, or else the one who did something just before; "their opponent"."""
    if who == "that player's opponent":
        return opposed_to(scope)
    if who != "that player":
        if who in ("opponent", "each"):
            scope.named = who
        return who
    if "player" in scope.picked:
        return "that player"
    if scope.of_either:
        raise Unsound("which player is that? Say it of each player separately")
    for event in scope.events[::-1]:
        if isinstance(event, m.Damages) and isinstance(event.to, m.Selector):
            return "that player"  # whose ruler, or card, was dealt damage
        if isinstance(event, m.PhaseMoment) and event.whose in ("any", "each"):
            return scope.named if scope.named and isinstance(who, They) else "turn player"
        if "opponent" in (getattr(event, name, None) for name in ("who", "by", "whose")):
            return "opponent"  # "you" are never “they”
        if getattr(event, "who", getattr(event, "by", "")) == "any" and not scope.named:
            return "that player"  # "a player": whoever it was
    if not scope.named:
        raise Unsound("which player is “they”?")
    return scope.named


def opposed_to(scope: Scope) -> str:
    """ "Their opponent": of the player named last."""
    opposed = {"opponent": "you", "that player": "that player's opponent"}
    named = that_player(scope, "that player")
    if named not in opposed:
        raise Unsound("whose opponent? Say “you” or “your opponent”")
    return opposed[named]


def two_sides(scope: Scope) -> dict[str, m.Target]:
    """ "When this unit attacks a unit, exhaust it": either of the two, in words. "When a unit attacks
    this unit, …": it is the other one."""
    event = scope.events[-1] if scope.events else None
    if not isinstance(event, m.Attacks | m.Damages):
        return {}
    first, other = (*subjects(event), None, None)[:2]
    if not isinstance(first, m.Selector | m.This) or not isinstance(other, m.Selector):
        return {}
    if is_a_circle(other):  # nothing is done to a place: "it" is the card
        return {}
    told = sides_of(event)
    mine: dict[str, m.Target] = {"this card": m.This()} if first == m.This() else {told[0]: scope.side(0)}
    return mine | {told[1]: scope.side(1)}
