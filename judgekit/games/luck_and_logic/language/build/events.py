"""Events of Luck & Logic."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeGuard

from msgspec.structs import replace

from judgekit.cardtext import model as m
from judgekit.cardtext.build.events import by_player, moved
from judgekit.cardtext.build.registry import Head, Tensed, action, actions, events
from judgekit.cardtext.build.targets import described, selector
from judgekit.cardtext.build.targets.nouns import type_of
from judgekit.cardtext.errors import Unsound


def attacks_such_target(what: m.Target, tense: str, whom: m.Target) -> Tensed:
    """Overrides the common rule: who attacks a circle with a member attacks that member (8.2.11)."""
    found = described(whom)
    if isinstance(found, m.Selector) and m.Not(m.Empty()) in found.filters:
        others = tuple(each for each in found.filters if each != m.Not(m.Empty()))
        found = m.Selector(m.Some(), found.whose, types=("member",), filters=others)
    if isinstance(found, m.Selector) and found.types == ("circle",):
        for each in found.filters:
            if len(found.filters) == 1 and isinstance(each, m.Holding):
                found = replace(each.what, whose=found.whose)
    return Tensed(tense, m.Attacks(what, found))


@action
def cause_effect_of(source: m.Target, by: str) -> m.Cause:
    if isinstance(source, m.Selector) and source.whose and not (source.filters or source.areas):
        raise Unsound("said in another way")  # "by your member's effect"
    return m.Cause(by, source=described(source))


@action
def refreshes(who: m.Who, tense: str) -> Tensed:
    return Tensed(tense, m.Performs(who, "refresh"))


def of_its_player(who: m.Who, whose: m.Who) -> m.Who:
    if (whose, who) not in (("you", "you"), ("their", who)):
        raise Unsound("players refresh and reshuffle only their own decks")
    return who


@action
def mobilized_from(
    what: m.Target, tense: str, whose: m.Who, area: str, cause: m.Cause | None = None
) -> Tensed:
    if whose not in ("you", "owner", "their"):
        raise Unsound("players mobilize only their own members")
    if is_player(cause):
        return Tensed(tense, m.Played(what, cause.who, (area,), how="mobilize"))
    return Tensed(tense, m.Played(what, areas=(area,), how="mobilize", cause=cause))


def is_player(cause: m.Cause | None) -> TypeGuard[m.Cause]:
    """ "mobilized by you": whoever does it, by whatever means."""
    return cause is not None and cause == m.Cause(who=cause.who)


@action
def mobilized_by(what: m.Target, tense: str, cause: m.Cause | None) -> Tensed:
    """ "A member from your hand is mobilized": where it comes from belongs to the event."""
    if not isinstance(what, m.Selector) or not what.areas:
        if is_player(cause):
            return Tensed(tense, m.Played(what, cause.who, how="mobilize"))
        return Tensed(tense, m.Played(what, how="mobilize", cause=cause))
    by = "any" if what.whose in ("", "each") else what.whose
    if is_player(cause):
        if by not in ("any", cause.who):
            raise Unsound("players mobilize only their own members")
        by, cause = cause.who, None
    member = replace(what, whose="", areas=())
    return Tensed(tense, m.Played(member, by, what.areas, how="mobilize", cause=cause))


@action
def placed_on_circle_of(what: m.Target, tense: str, of: m.Target) -> Tensed:
    """ "When a member is placed on this gate's circle": where it has come to (4.4.2.2)."""
    if not isinstance(what, m.Selector) or isinstance(of, m.Role):
        raise Unsound("said in another way")
    there = replace(what, filters=(*what.filters, m.Near("on", of)))
    return Tensed(tense, m.Moved(there, to=("circle",)))


@action
def wins_named(what: m.Target, tense: str, rule: str) -> Tensed:
    """2.16: the battle that a paradox rule decides has the rule's name."""
    if rule.casefold() != "aura battle":
        raise Unsound("which battle is that? The book knows the Aura Battle")
    return Tensed(tense, m.Battles(what, "wins", by="aura"))


def of_player(who: m.Who, what: m.Target) -> m.Target:
    """What a player attacks or intercepts with is that player's."""
    found = described(what)
    if not isinstance(found, m.Selector):
        return found
    if found.whose not in ("", "their", who):
        raise Unsound("players fight only with their own members")
    return replace(found, whose=who)


@action
def mobilizes_cards(who: m.Who, tense: str, what: m.Target) -> Tensed:
    """ "When you mobilize a member from your hand": where it comes from belongs to the event."""
    found = described(what)
    if not isinstance(found, m.Selector):
        raise Unsound("name one member at a time")
    if found.whose not in ("", "their", who):
        raise Unsound("players mobilize only their own members")
    member = replace(found, whose="", areas=())
    return Tensed(tense, m.Played(member, who, found.areas, how="mobilize"))


@action
def performs(who: m.Who, tense: str, what: str) -> Tensed:
    return Tensed(tense, m.Performs(who, what))


@action
def player_places(
    who: m.Who, tense: str, what: m.Target, origin: tuple[tuple[str, ...], m.Who] = ((), "")
) -> Tensed:
    """ "When you place this member on a circle from your hand"."""
    found = described(what)
    if isinstance(found, m.Selector) and found.areas and not origin[0]:
        origin, found = (found.areas, found.whose), replace(found, areas=(), whose="")
    cause = None if found == m.This() and who == "you" else by_player(who)
    return Tensed(tense, m.Moved(found, origin[0], ("circle",), cause, origin_whose=origin[1]))


def moved_there(
    what: m.Target, to: tuple[tuple[str, ...], m.Who], origin: tuple[tuple[str, ...], m.Who]
) -> m.Event:
    if to[0] == ("soul zone",):
        return m.Attaches(what, "soul")
    return m.Moved(what, origin[0], to[0], whose=to[1], origin_whose=origin[1])


def by_whom(event: Callable[[m.Who], m.Event]) -> Callable[..., Tensed]:
    """ "A trance is performed by you"."""
    return lambda *said: Tensed(said[-2], event(said[-1]))


def circle_of(what: m.Target) -> m.Selector:
    """ "This gate's circle": the one that the card is on, or that its gate zone belongs to (4.4.2.2)."""
    if isinstance(what, m.Role) or getattr(what, "noun", "") == "circle":
        raise Unsound("which circle? Say whose it is")
    if isinstance(what, m.Selector) and "circle" in what.types:
        return what
    return m.Selector(m.Some(), types=("circle",), filters=(m.Near("on", what),))


def circles_in(row: str, whose: m.Who = "") -> m.Selector:
    return m.Selector(m.Some(), whose, types=("circle",), filters=(m.Spot(row),))


events(
    enters=lambda what, to, origin=((), ""): moved_there(what, to, origin),
    defined_by=lambda what, who: m.Performs(who, "logic definition", what),
    effect_destroys=lambda cause, what: m.Destroyed(described(what), cause),
    effect_stands=lambda cause, what: m.Turned(described(what), "active", cause),
    effect_rests=lambda cause, what: m.Turned(described(what), "rest", cause),
    effect_puts=lambda cause, what, to: moved(described(what), to, cause),
    defends=m.Defends,
    # "either attacks or defends"
    attacks_or_defends=lambda what: m.EitherEvent((m.Attacks(what), m.Defends(what))),
    intercepts=m.Intercepts,
    wins=lambda what: m.Battles(what, "wins"),
    wins_against=lambda what, other: m.Battles(what, "wins", described(other)),
    wins_by=lambda what, number: m.Battles(what, "wins", by=number),
    attacks_row=lambda what, row: m.Attacks(what, circles_in(row)),
    attacks_row_of=lambda what, whose, row: m.Attacks(what, circles_in(row, whose)),
    attacks_this=lambda what, noun: m.Attacks(what, m.This()),
    player_attacks=lambda who: m.Attacks(m.Selector(m.Some(), who, types=("member",))),
    player_attacks_circle=lambda who, what: m.Attacks(
        m.Selector(m.Some(), who, types=("member",)), circle_of(what)
    ),
    attacks_its_circle=lambda what, circle: m.Attacks(what, circle_of(circle)),
    circle_is_attacked=lambda what: m.Attacks(None, circle_of(what)),
    deck_reshuffled=lambda whose: m.Performs(whose, "reshuffle"),
    loses_against=lambda what, other: m.Battles(what, "loses", described(other)),
    card_destroys=lambda what, other: m.Destroyed(described(other), m.Cause("attack", source=what)),
    loses=lambda what: m.Battles(what, "loses"),
    placed_circle_from=lambda what, origin: m.Moved(what, origin[0], ("circle",), origin_whose=origin[1]),
    mobilizes=lambda who, what: m.Played(described(what), who, how="mobilize"),
    placed_circle=lambda what, cause=None: m.Moved(what, to=("circle",), cause=cause),
    trances=lambda what: m.Performs("any", "trance", what),
    player_trances=lambda who: m.Performs(who, "trance"),
    into_soul=lambda what, onto: m.Attaches(what, "soul", onto),
    # 4.15.2, 5.13.1.3: what lies under a member is its soul.
    put_under=lambda what, onto: m.Attaches(what, "soul", described(onto)),
    turned_up=lambda what, cause=None: m.Flipped(what, "up", cause),
    turned_down=lambda what, cause=None: m.Flipped(what, "down", cause),
    player_turns_up=lambda who, what: m.Flipped(described(what), "up", by_player(who)),
    player_turns_down=lambda who, what: m.Flipped(described(what), "down", by_player(who)),
    player_moves=lambda who, what: m.ChangesZone(described(what), by_player(who)),
    player_removes=lambda who, what: moved(described(what), (("remove zone",), ""), by_player(who)),
    # 8.3.3.1: with all of them at the same time.
    player_intercepts=lambda who: m.Intercepts(m.Selector(m.AtLeast(1), who, types=("member",))),
    player_intercepts_with=lambda who, what: m.Intercepts(of_player(who, what)),
    player_attacks_with=lambda who, what: m.Attacks(of_player(who, what)),
    uses_sort=lambda who, sort, of=None: m.AbilityUsed(who, sort, of and described(of)),
    uses_drive_of=lambda who, what: m.AbilityUsed(who, "logic drive", described(what)),
    drive_used=lambda what: m.AbilityUsed("any", "logic drive", described(what)),
    becomes_destroyed=m.Destroyed,
    wins_aura=lambda what: m.Battles(what, "wins", by="aura"),
    moves_to_row=lambda what, row: m.ChangesZone(what, to=row),
    moves_from_row=lambda what, origin, row: m.ChangesZone(what, to=row, origin=origin),
    moves_out_of_row=lambda what, row: m.ChangesZone(what, origin=row),
    uses_own_drive=lambda what: m.AbilityUsed("any", "logic drive", what),
    gains_refresh_point=lambda who: m.NumberChanges("refresh points", who, "up"),
    leaves_circle=lambda what, whose, cause=None: m.Moved(what, ("circle",), cause=cause),
    set_event=lambda what, onto: m.Attaches(what, "set", described(onto)),
    uses_logic_drive=lambda who: m.AbilityUsed(who, "logic drive"),
    uses_luck_drive=lambda who: m.Performs(who, "luck drive"),
    changes_zone_by=m.ChangesZone,
    into_remove_zone=lambda what, cause=None: m.Moved(what, to=("remove zone",), cause=cause),
    is_drawn=lambda what: m.Moved(what, ("deck",), ("hand",)),
)


@action
def places_by(who: m.Who, tense: str, what: m.Target, to: Any, cause: m.Cause) -> Tensed:
    """5.16.1: to place a card on the battle zone by logic definition is to define logic with it."""
    if cause.by != "logic definition" or to[0] != ("battle zone",):
        raise Unsound("said in another way")
    return Tensed(tense, m.Performs(who, "logic definition", described(what)))


actions(
    attacks_or_defends_now=lambda what: Tensed("now", m.EitherEvent((m.Attacks(what), m.Defends(what)))),
    cause_lost=lambda *_: m.Cause("losing a battle"),
    cause_overload=lambda *_: m.Cause("overload"),
    cause_crowded=lambda *_: m.Cause("another member's mobilization"),
    cause_no_gates=lambda *_: m.Cause("having no undestroyed gates"),
    cause_worn_out=lambda *_: m.Cause("refresh points"),
    boosts=lambda who, tense: performs(who, tense, "level boost"),
    boosts_passive=lambda tense: performs("you", tense, "level boost"),
    trance_performed=by_whom(lambda who: m.Performs(who, "trance")),
    action_performed=lambda what, tense, who: performs(who, tense, what),
    luck_drive_used=by_whom(lambda who: m.Performs(who, "luck drive")),
    logic_drive_used=by_whom(lambda who: m.AbilityUsed(who, "logic drive")),
    deck_refreshed_by=lambda whose, tense, who: refreshes(of_its_player(who, whose), tense),
    deck_shuffled_by=lambda whose, tense, who: Tensed(tense, m.Seen("shuffle", of_its_player(who, whose))),
    mobilized=lambda what, tense: mobilized_by(what, tense, None),
    cause_of_player=lambda by, who: m.Cause(by, who),
    cause_player=by_player,
    deck_refreshed=refreshes,
    refreshes_deck=lambda who, tense, whose: refreshes(of_its_player(who, whose), tense),
    reshuffles_own_deck=lambda who, tense, whose: Tensed(
        tense, m.Performs(of_its_player(who, whose), "reshuffle")
    ),
    # 8.2.11: who attacks a circle with a member attacks that member.
    attacks_circle_with=lambda what, tense, whom: Tensed(
        tense, m.Attacks(what, selector(m.Some(), "", whom, ()))
    ),
    defines_with=lambda who, tense, what: Tensed(tense, m.Performs(who, "logic definition", described(what))),
    soul_owner=described,
    cause_attack_of_some=lambda *parts: m.Cause(
        "attack",
        source=selector(m.Some(), "", Head(type_of(parts[-1]), parts[:-1]), ()),
    ),
    level_boosts=lambda who, tense: performs(who, tense, "level boost"),
)
