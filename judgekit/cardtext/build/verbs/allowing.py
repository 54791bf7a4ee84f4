"""What may, may not and must be done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from judgekit.cardtext.build.registry import Compared, Head, action
from judgekit.cardtext.build.targets import described, selector
from judgekit.cardtext.build.verbs.changing import of_one_choice, standing
from judgekit.cardtext.build.verbs.choosing import taken
from judgekit.cardtext.build.verbs.moving import to_zone
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.model import (
    Act,
    Advance,
    Cause,
    Demand,
    Duration,
    Every,
    Permit,
    Place,
    PlayCost,
    Player,
    Prohibit,
    Retreat,
    Selector,
    Some,
    Stat,
    Target,
    Verb,
    Who,
)


@action
def act(verb: str) -> Act:
    return Act(verb)


@action
def act_list(*found: Any) -> Any:
    """ "attack or combo with cards in your hand": each of them."""
    every = tuple(each for one in found for each in acts(one))
    return every if len(every) > 1 else every[0]


@action
def act_on(verb: str, what: Target) -> Act:
    if verb == "draw":
        raise Unsound("nobody knows beforehand which cards are drawn: say “draw cards”")
    return Act(verb, described(what))


@action
def act_on_player(verb: str, who: Who) -> Act:
    if verb != "attack":
        raise Unsound("only an attack is on a player")
    return Act(verb, Player(who))


@action
def act_by(verb: str, cause: Cause) -> Act:
    return Act(verb, cause=cause)


@action
def act_from(verb: str, whose: Who, area: str) -> Act:
    return Act(verb, Selector(Some(), whose, (area,)))


@action
def act_two(one: str, other: str) -> Any:
    return (Act(one), Act(other))


@action
def act_two_by(one: str, other: str, cause: Cause) -> Any:
    return (Act(one, cause=cause), Act(other, cause=cause))


@action
def act_leave(origin: Any) -> Act:
    if origin[0] in (("outside the field",), ()):
        raise Unsound("nothing leaves what is no area")
    return Act("leave", Selector(Some(), origin[1], origin[0]))


@action
def act_leave_by(origin: Any, cause: Cause) -> Act:
    return replace(act_leave(origin), cause=cause)


@action
def act_placed(to: Any) -> Any:
    return act_placed_by(to, None)


@action
def act_placed_by(to: Any, cause: Cause | None) -> Any:
    found = tuple(Act("be placed", cause=cause, to=Place(area, to[1])) for area in to[0])
    return found[0] if len(found) == 1 else found


@action
def act_moved_by(cause: Cause) -> Act:
    return Act("be moved", cause=cause)


@action
def act_countered_by(bound: Compared) -> Act:
    total = Selector(Some(), filters=(Stat("total counter power", bound.compare, bound.amount),))
    return Act("be countered", cause=Cause(source=total))


def acts(found: Any) -> tuple[Act, ...]:
    return found if type(found) is tuple else (found,)


@action
def cannot(what: Target, found: Any, duration: Duration | None = None) -> Any:
    return of_one_choice([Prohibit(standing(what), each, duration) for each in acts(found)])


@action
def cannot_for(what: Target, found: Any, duration: Duration) -> Any:
    return cannot(what, found, duration)


@action
def player_cannot(who: Who, found: Any, duration: Duration | None = None) -> Any:
    return tuple(prohibited(who, each, duration) for each in acts(found))


def prohibited(who: Who, act: Act, duration: Duration | None) -> Prohibit:
    """ "Your opponent cannot attack with …" is said of the player: also of cards that come later."""
    if act.verb != "attack with":
        return Prohibit(Player(who), from_own_hand(who, act), duration)
    what = act.object
    if not isinstance(what, Selector) or what.whose not in ("", "their", who):
        raise Unsound("a player attacks with cards of their own")
    return Prohibit(Player(who), replace(act, object=replace(what, whose="", quantity=Some())), duration)


def from_own_hand(who: Who, act: Act) -> Act:
    """Whose hand is meant goes with who is spoken of."""
    if act.verb in ("play from hand", "play from your hand"):
        if (act.verb == "play from your hand") != (who == "you"):
            raise Unsound("from whose hand?")
        return replace(act, verb="play from hand")
    return act


@action
def neither_can(found: Any, duration: Duration | None = None) -> Any:
    return player_cannot("each", found, duration)


@action
def neither_of_both_can(what: Head, found: Any, duration: Duration | None = None) -> Any:
    """ "Neither player's monster card can be countered"."""
    return cannot(selector(Every(), "each", what, ()), found, duration)


@action
def player_cannot_for(who: Who, found: Any, duration: Duration) -> Any:
    return player_cannot(who, found, duration)


@action
def can_only(what: Target, found: Any) -> Any:
    return of_one_choice([Prohibit(standing(what), each, only=True) for each in acts(found)])


@action
def player_can_only(who: Who, found: Any, duration: Duration | None = None) -> Any:
    return tuple(Prohibit(Player(who), from_own_hand(who, each), duration, only=True) for each in acts(found))


@action
def player_can_only_for(who: Who, found: Any, duration: Duration) -> Any:
    return player_can_only(who, found, duration)


@action
def must(what: Target, found: Any, duration: Duration | None = None) -> Any:
    """A demand waits for whoever makes the choice; nobody chooses to advance, so that is simply done."""
    if any(each.verb == "be played" and each.to is not None for each in acts(found)):
        raise Unsound("said in another way")
    done = [DONE_AT_ONCE[each.verb](taken(what)) for each in acts(found) if each.verb in DONE_AT_ONCE]
    if not done:
        return of_one_choice([Demand(standing(what), each, duration) for each in acts(found)])
    if len(done) != len(acts(found)) or duration is not None:
        raise Unsound("this is done at once, if possible: it cannot be demanded for a time")
    return tuple(done)


DONE_AT_ONCE: dict[str, Callable[[Target], Verb]] = {"advance": Advance, "retreat": Retreat}


@action
def must_for(what: Target, found: Any, duration: Duration) -> Any:
    return must(what, found, duration)


@action
def can(what: Target, found: Any, duration: Duration | None = None) -> Any:
    if any(each.verb in PLAYERS_ONLY for each in acts(found)):
        raise Unsound("this is something a player does")
    if any(each.verb == "be played" and each.to is not None for each in acts(found)):
        raise Unsound("cards are played anywhere: say where they cannot, or can only")
    return of_one_choice([Permit(standing(what), each, duration) for each in acts(found)])


PLAYERS_ONLY = frozenset({"draw", "discard", "gain rage"})


@action
def can_for(what: Target, found: Any, duration: Duration) -> Any:
    return can(what, found, duration)


@action
def can_be_played(what: Target, how: Any) -> Verb:
    if not isinstance(how, PlayCost):
        raise Unsound("said in another way")
    return Permit(standing(what), Act("be played"), cost=how)


@action
def played_only_in(what: Target, zones: tuple[int, ...]) -> Verb:
    return Prohibit(standing(what), Act("be played", to=to_zone(zones)), only=True)
