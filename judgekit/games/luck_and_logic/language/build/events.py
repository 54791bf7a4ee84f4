"""Events of Luck & Logic."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from judgekit.cardtext.build.registry import Tensed, action
from judgekit.cardtext.build.targets import described
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.model import (
    AbilityUsed,
    Attaches,
    Attacks,
    Battles,
    Cause,
    Defends,
    Destroyed,
    Flipped,
    Intercepts,
    Moved,
    Performs,
    Played,
    Seen,
    Selector,
    Some,
    Target,
    This,
    Who,
)


@action
def defends(what: Target, tense: str) -> Tensed:
    return Tensed(tense, Defends(what))


@action
def intercepts(what: Target, tense: str) -> Tensed:
    return Tensed(tense, Intercepts(what))


@action
def wins(what: Target, tense: str) -> Tensed:
    return Tensed(tense, Battles(what, "wins"))


@action
def wins_against(what: Target, tense: str, other: Target) -> Tensed:
    return Tensed(tense, Battles(what, "wins", described(other)))


@action
def wins_by(what: Target, tense: str, number: str) -> Tensed:
    return Tensed(tense, Battles(what, "wins", by=number))


@action
def attacks_this(what: Target, tense: str, noun: str) -> Tensed:
    return Tensed(tense, Attacks(what, This()))


@action
def player_attacks(who: Who, tense: str) -> Tensed:
    return Tensed(tense, Attacks(Selector(Some(), who, types=("member",))))


@action
def refreshes(who: Who, tense: str) -> Tensed:
    return Tensed(tense, Performs(who, "refresh"))


@action
def refreshes_deck(who: Who, tense: str, whose: Who) -> Tensed:
    if (whose, who) not in (("you", "you"), ("their", who)):
        raise Unsound("players refresh their own decks")
    return refreshes(who, tense)


@action
def deck_refreshed(whose: Who, tense: str) -> Tensed:
    return refreshes(whose, tense)


@action
def deck_shuffled(whose: Who, tense: str) -> Tensed:
    return Tensed(tense, Seen("shuffle", whose))


@action
def deck_reshuffled(whose: Who, tense: str) -> Tensed:
    return Tensed(tense, Performs(whose, "reshuffle"))


@action
def loses_against(what: Target, tense: str, other: Target) -> Tensed:
    return Tensed(tense, Battles(what, "loses", described(other)))


@action
def card_destroys(what: Target, tense: str, other: Target) -> Tensed:
    return Tensed(tense, Destroyed(described(other), Cause("attack", source=what)))


@action
def loses(what: Target, tense: str) -> Tensed:
    return Tensed(tense, Battles(what, "loses"))


@action
def mobilized(what: Target, tense: str) -> Tensed:
    return Tensed(tense, Played(what, how="mobilize"))


@action
def mobilized_from(what: Target, tense: str, whose: Who, area: str) -> Tensed:
    if whose not in ("you", "owner", "their"):
        raise Unsound("players mobilize members of their own")
    return Tensed(tense, Played(what, areas=(area,), how="mobilize"))


@action
def mobilizes_cards(who: Who, tense: str, what: Target) -> Tensed:
    """ "When you mobilize a member from your hand": where it comes from is told of the deed."""
    found = described(what)
    if not isinstance(found, Selector):
        raise Unsound("one member at a time")
    if found.whose not in ("", "their", who):
        raise Unsound("players mobilize members of their own")
    member = replace(found, whose="", areas=())
    return Tensed(tense, Played(member, who, found.areas, how="mobilize"))


@action
def placed_circle_from(what: Target, tense: str, origin: Any) -> Tensed:
    return Tensed(tense, Moved(what, origin[0], ("circle",), origin_whose=origin[1]))


@action
def mobilizes(who: Who, tense: str, what: Target) -> Tensed:
    return Tensed(tense, Played(described(what), who, how="mobilize"))


@action
def placed_circle(what: Target, tense: str, cause: Cause | None = None) -> Tensed:
    return Tensed(tense, Moved(what, to=("circle",), cause=cause))


@action
def trances(what: Target, tense: str) -> Tensed:
    return Tensed(tense, Performs("any", "trance", what))


@action
def player_trances(who: Who, tense: str) -> Tensed:
    return Tensed(tense, Performs(who, "trance"))


@action
def soul_owner(what: Target) -> Target:
    return described(what)


@action
def into_soul(what: Target, tense: str, onto: Target | None) -> Tensed:
    return Tensed(tense, Attaches(what, "soul", onto))


@action
def put_under(what: Target, tense: str, onto: Target) -> Tensed:
    """4.15.2, 5.13.1.3: what lies under a member is its soul."""
    return Tensed(tense, Attaches(what, "soul", described(onto)))


@action
def turned_up(what: Target, tense: str) -> Tensed:
    return Tensed(tense, Flipped(what, "up"))


@action
def turned_down(what: Target, tense: str) -> Tensed:
    return Tensed(tense, Flipped(what, "down"))


@action
def set_event(what: Target, tense: str, onto: Target) -> Tensed:
    return Tensed(tense, Attaches(what, "set", described(onto)))


@action
def performs(who: Who, tense: str, what: str) -> Tensed:
    return Tensed(tense, Performs(who, what))


@action
def level_boosts(who: Who, tense: str) -> Tensed:
    return performs(who, tense, "level boost")


@action
def uses_logic_drive(who: Who, tense: str) -> Tensed:
    return Tensed(tense, AbilityUsed(who, "logic drive"))


@action
def uses_luck_drive(who: Who, tense: str) -> Tensed:
    return Tensed(tense, Performs(who, "luck drive"))


@action
def is_drawn(what: Target, tense: str) -> Tensed:
    return Tensed(tense, Moved(what, ("deck",), ("hand",)))
