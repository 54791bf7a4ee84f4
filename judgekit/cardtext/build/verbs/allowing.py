"""What may, may not and must be done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from judgekit.cardtext import model as m
from judgekit.cardtext.build.events import by_player
from judgekit.cardtext.build.registry import IT, THEM, Compared, Head, action, actions
from judgekit.cardtext.build.targets import described, selector
from judgekit.cardtext.build.verbs.changing import of_one_choice, standing
from judgekit.cardtext.build.verbs.choosing import taken
from judgekit.cardtext.build.verbs.moving import to_zone
from judgekit.cardtext.errors import Unsound


@action
def act(verb: str) -> m.Act:
    return m.Act(verb)


@action
def act_lose_for_deck(*_: Any) -> m.Act:
    raise Unsound("in this game nobody loses for having no cards in the deck")


def lose_for_deck(*_: Any) -> m.Act:
    return m.Act("lose", cause=m.Cause("empty deck"))


@action
def act_list(*found: Any) -> Any:
    """ "attack or combo with cards in your hand": each of them."""
    every = shared_object(tuple(each for one in found for each in acts(one)))
    return every if len(every) > 1 else every[0]


def at_most_each_turn(
    who: m.Who, n: int, what: Head, turn: m.Who | None, verb: str,
    event: Callable[[m.Selector, m.Who], m.Event],
) -> tuple[m.Verb, ...]:  # fmt: skip
    """Once so many were played this turn, no more can be. "During their turn": each in their own."""
    kind = m.Selector(m.Some(), types=what.types, filters=what.filters)
    return tuple(
        m.If(
            (
                *((m.DuringTurn(each if turn == "their" else turn),) if turn else ()),
                m.Happened(event(kind, each), least=n),
            ),
            (m.Prohibit(m.Player(each), m.Act(verb, kind)),),
        )
        for each in (EITHER if who == "each" else (who,))
    )


EITHER: tuple[m.Who, ...] = ("you", "opponent")
DONE_TO_CARDS = frozenset({"play", "discard", "activate", "choose", "move"})


def shared_object(every: tuple[m.Act, ...]) -> tuple[m.Act, ...]:
    """ "play or discard battle cards": what is named behind the last of these verbs goes with each."""
    what, found = None, []
    for act in reversed(every):
        if act.verb not in DONE_TO_CARDS or act.object is not None:
            what = act.object if act.verb in DONE_TO_CARDS else None
        elif what is not None:
            act = replace(act, object=what)
        found.append(act)
    return tuple(reversed(found))


@action
def act_on(verb: str, what: m.Target) -> m.Act:
    if verb == "draw":
        raise Unsound("nobody knows in advance which cards are drawn: say “draw cards”")
    if verb.startswith(("use ", "define ", "luck ")):
        raise Unsound("what is used is said already: leave out the card behind it")
    return m.Act(verb, described(what))


@action
def act_on_player(verb: str, who: m.Who) -> m.Act:
    if verb != "attack":
        raise Unsound("only an attack can be made on a player")
    return m.Act(verb, m.Player(who))


@action
def act_leave(origin: Any) -> m.Act:
    if origin[0] in (("outside the field",), ()):
        raise Unsound("only an area can be left: name one")
    return m.Act("leave", m.Selector(m.Some(), origin[1], origin[0]))


@action
def act_leave_by(origin: Any, cause: m.Cause) -> m.Act:
    return replace(act_leave(origin), cause=cause)


@action
def act_placed_by(to: Any, cause: m.Cause | None) -> Any:
    found = tuple(m.Act("be placed", cause=cause, to=m.Place(area, to[1])) for area in to[0])
    return found[0] if len(found) == 1 else found


@action
def act_countered_by(bound: Compared) -> m.Act:
    total = m.Selector(m.Some(), filters=(m.Stat("total counter power", bound.compare, bound.amount),))
    return m.Act("be countered", cause=m.Cause(source=total))


def acts(found: Any) -> tuple[m.Act, ...]:
    return found if type(found) is tuple else (found,)


@action
def cannot(what: m.Target, found: Any, duration: m.Duration | None = None) -> Any:
    if what == THEM and any(each.verb in DONE_BY_PLAYERS for each in acts(found)):
        raise Unsound("cards do not do that: say who cannot")
    if any(each.verb == "combo" and each.object is not None for each in acts(found)):
        raise Unsound("a card does not combo with cards: say who cannot")
    own = [own_act(what, each) for each in acts(found)]
    return of_one_choice([m.Prohibit(standing(what), each, duration) for each in own])


def own_act(what: m.Target, act: m.Act) -> m.Act:
    """ "Your units can't activate their abilities": each its own, which needs no saying."""
    own = isinstance(what, m.Selector) and act.object in (THEM, IT) and act.verb.startswith("use ")
    return replace(act, object=None) if own else act


DONE_BY_PLAYERS = frozenset({
    "play", "draw", "discard", "activate", "level boost", "luck drive", "define logic", "use tactics",
    "use paradox", "lose the game", "win the game",
})  # fmt: skip


@action
def effects_cannot(
    whose: m.Who, by: str, verb: str, what: m.Target, duration: m.Duration | None = None
) -> m.Verb:
    """ "Your opponent's effects cannot destroy …": it does not suffer that from them."""
    if verb == "be removed":
        return effects_cannot_place(whose, by, what, m.Place("remove zone"), duration)
    return m.Prohibit(standing(what), m.Act(verb, cause=m.Cause(by, whose)), duration)


@action
def effects_cannot_place(
    whose: m.Who, by: str, what: m.Target, to: m.Place, duration: m.Duration | None = None
) -> m.Verb:
    return m.Prohibit(
        standing(what), m.Act("be placed", cause=m.Cause(by, whose), to=whole_area(to)), duration
    )


def whole_area(to: m.Place) -> m.Place:
    if to.zone is not None:
        raise Unsound("a move cannot be forbidden into one zone alone: name the area")
    return to


@action
def none_can(
    whose: m.Who, what: Head, rest: tuple[Any, ...], found: Any, duration: m.Duration | None = None
) -> Any:
    """ "None of your units can attack"."""
    return cannot(selector(m.Every(), whose, what, rest), found, duration)


@action
def only_such_can(whose: m.Who, what: Head, found: Any, duration: m.Duration | None = None) -> Any:
    """ "Only red units can block": the others cannot."""
    if whose or len(what.filters) != 1 or not what.types or isinstance(what.filters[0], m.OtherThan):
        raise Unsound("which ones cannot? Say “… other than … cannot”")
    (like,) = what.filters
    others = like.what if isinstance(like, m.Not) else m.Not(like)
    return cannot(m.Selector(m.Every(), types=what.types, filters=(others,)), found, duration)


@action
def player_cannot(who: m.Who, found: Any, duration: m.Duration | None = None) -> Any:
    return tuple(prohibited(who, each, duration) for each in acts(found))


@action
def player_cannot_destroy(who: m.Who, what: m.Target, duration: m.Duration | None) -> m.Verb:
    """ "Your opponent cannot destroy your units": by whatever that player does."""
    return m.Prohibit(standing(what), m.Act("be destroyed", cause=by_player(who)), duration)


@action
def player_cannot_both(who: m.Who, one: Any, other: Any) -> Any:
    return (*player_cannot(who, one), *player_cannot(who, other))


def prohibited(who: m.Who, act: m.Act, duration: m.Duration | None) -> m.Prohibit:
    """ "Your opponent cannot attack with …" is about the player, and so about later cards too."""
    if act.verb in ONLY_CARDS:
        raise Unsound("only a card can be in such a state")
    if act.verb != "attack with":
        return m.Prohibit(m.Player(who), from_own_hand(who, act), duration)
    what = act.object
    if not isinstance(what, m.Selector) or what.whose not in ("", "their", who):
        raise Unsound("players attack with their own cards")
    return m.Prohibit(
        m.Player(who), replace(act, object=replace(what, whose="", quantity=m.Some())), duration
    )


ONLY_CARDS = frozenset({
    "be made active", "be made rest", "be destroyed", "be played", "be returned", "be moved", "be discarded",
    "be placed", "become active", "be used", "be set",
})  # fmt: skip


def from_own_hand(who: m.Who, act: m.Act) -> m.Act:
    """Whose hand is meant depends on the player mentioned."""
    if act.verb in ("play from hand", "play from your hand"):
        if (act.verb == "play from your hand") != (who == "you"):
            raise Unsound("from whose hand?")
        return replace(act, verb="play from hand")
    if who == "each" and isinstance(act.object, m.Selector) and act.object.whose == "their":
        return replace(act, object=replace(act.object, whose="each"))  # each player their own
    return act


@action
def player_can_only(who: m.Who, found: Any, duration: m.Duration | None = None) -> Any:
    return tuple(
        m.Prohibit(m.Player(who), from_own_hand(who, each), duration, only=True) for each in acts(found)
    )


@action
def must(what: m.Target, found: Any, duration: m.Duration | None = None) -> Any:
    """A demand waits for the player who chooses; nobody chooses to advance, so it is simply done."""
    if any(each.verb == "be played" and each.to is not None for each in acts(found)):
        raise Unsound("said in another way")
    done = [DONE_AT_ONCE[each.verb](taken(what)) for each in acts(found) if each.verb in DONE_AT_ONCE]
    if not done:
        return of_one_choice([m.Demand(standing(what), each, duration) for each in acts(found)])
    if len(done) != len(acts(found)) or duration is not None:
        raise Unsound("this is done immediately, if possible: “must” cannot have a duration here")
    return tuple(done)


DONE_AT_ONCE: dict[str, Callable[[m.Target], m.Verb]] = {"advance": m.Advance, "retreat": m.Retreat}


@action
def can(what: m.Target, found: Any, duration: m.Duration | None = None) -> Any:
    if any(each.verb in PLAYERS_ONLY for each in acts(found)):
        raise Unsound("only a player can do this")
    if any(each.verb == "be played" and each.to is not None for each in acts(found)):
        raise Unsound("cards can be played anywhere: say “cannot” or “can only” for a place")
    if any(each.verb in DONE_BY_EFFECTS for each in acts(found)):
        raise Unsound("an effect does this at once: say “you may …”")
    return of_one_choice([m.Permit(standing(what), each, duration) for each in acts(found)])


DONE_BY_EFFECTS = frozenset(
    {"be special summoned", "be destroyed", "be moved", "be discarded", "be returned", "be placed"}
)
PLAYERS_ONLY = frozenset({"draw", "discard", "gain rage"})


@action
def can_be_played(what: m.Target, how: Any) -> m.Verb:
    if not isinstance(how, m.PlayCost):
        raise Unsound("said in another way")
    return m.Permit(standing(what), m.Act("be played"), cost=how)


actions(
    act_by=lambda verb, cause: m.Act(verb, cause=cause),
    act_from=lambda verb, whose, area: m.Act(verb, m.Selector(m.Some(), whose, (area,))),
    act_two=lambda one, other: (m.Act(one), m.Act(other)),
    act_two_by=lambda one, other, cause: (m.Act(one, cause=cause), m.Act(other, cause=cause)),
    act_placed=lambda to: act_placed_by(to, None),
    act_placed_by_player=lambda to, who: act_placed_by(to, m.Cause(who=who)),
    effects_cannot_two=lambda whose, by, one, other, what, duration=None: (
        effects_cannot(whose, by, one, what, duration),
        effects_cannot(whose, by, other, what, duration),
    ),
    opponents_effects_cannot=lambda by, verb, what, duration=None: effects_cannot(
        "opponent", by, verb, what, duration
    ),
    act_moved_by=lambda cause: m.Act("be moved", cause=cause),
    cannot_for=cannot,
    neither_of_them_can=lambda found, duration=None: cannot(THEM, found, duration),
    neither_of_those_can=lambda _, found, duration=None: cannot(THEM, found, duration),
    neither_can=lambda found, duration=None: player_cannot("each", found, duration),
    # "Neither player's monster card can be countered".
    neither_of_both_can=lambda what, found, duration=None: cannot(
        selector(m.Every(), "each", what, ()), found, duration
    ),
    player_cannot_for=player_cannot,
    can_only=lambda what, found: of_one_choice(
        [m.Prohibit(standing(what), each, only=True) for each in acts(found)]
    ),
    player_can_only_for=player_can_only,
    must_for=must,
    can_for=can,
    played_only_in=lambda what, zones: m.Prohibit(
        standing(what), m.Act("be played", to=to_zone(zones)), only=True
    ),
)
