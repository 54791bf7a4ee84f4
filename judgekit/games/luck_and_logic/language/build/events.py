"""Events of Luck & Logic."""

from __future__ import annotations

from msgspec.structs import replace

from judgekit.cardtext import model as m
from judgekit.cardtext.build.registry import Tensed, action, actions, events
from judgekit.cardtext.build.targets import described, selector
from judgekit.cardtext.errors import Unsound


def attacks_such_target(what: m.Target, tense: str, whom: m.Target) -> Tensed:
    """Overrides the common rule: who attacks a circle with a member attacks that member (8.2.11)."""
    found = described(whom)
    if isinstance(found, m.Selector) and m.Not(m.Empty()) in found.filters:
        others = tuple(each for each in found.filters if each != m.Not(m.Empty()))
        found = m.Selector(m.Some(), found.whose, types=("member",), filters=others)
    return Tensed(tense, m.Attacks(what, found))


@action
def refreshes(who: m.Who, tense: str) -> Tensed:
    return Tensed(tense, m.Performs(who, "refresh"))


@action
def refreshes_deck(who: m.Who, tense: str, whose: m.Who) -> Tensed:
    if (whose, who) not in (("you", "you"), ("their", who)):
        raise Unsound("players refresh only their own decks")
    return refreshes(who, tense)


@action
def mobilized_from(what: m.Target, tense: str, whose: m.Who, area: str) -> Tensed:
    if whose not in ("you", "owner", "their"):
        raise Unsound("players mobilize only their own members")
    return Tensed(tense, m.Played(what, areas=(area,), how="mobilize"))


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


events(
    defends=m.Defends,
    attacks_or_defends=lambda what: m.EitherEvent((m.Attacks(what), m.Defends(what))),
    intercepts=m.Intercepts,
    wins=lambda what: m.Battles(what, "wins"),
    wins_against=lambda what, other: m.Battles(what, "wins", described(other)),
    wins_by=lambda what, number: m.Battles(what, "wins", by=number),
    attacks_this=lambda what, noun: m.Attacks(what, m.This()),
    player_attacks=lambda who: m.Attacks(m.Selector(m.Some(), who, types=("member",))),
    deck_shuffled=lambda whose: m.Seen("shuffle", whose),
    deck_reshuffled=lambda whose: m.Performs(whose, "reshuffle"),
    loses_against=lambda what, other: m.Battles(what, "loses", described(other)),
    card_destroys=lambda what, other: m.Destroyed(described(other), m.Cause("attack", source=what)),
    loses=lambda what: m.Battles(what, "loses"),
    mobilized=lambda what: m.Played(what, how="mobilize"),
    placed_circle_from=lambda what, origin: m.Moved(what, origin[0], ("circle",), origin_whose=origin[1]),
    mobilizes=lambda who, what: m.Played(described(what), who, how="mobilize"),
    placed_circle=lambda what, cause=None: m.Moved(what, to=("circle",), cause=cause),
    trances=lambda what: m.Performs("any", "trance", what),
    player_trances=lambda who: m.Performs(who, "trance"),
    into_soul=lambda what, onto: m.Attaches(what, "soul", onto),
    # 4.15.2, 5.13.1.3: what lies under a member is its soul.
    put_under=lambda what, onto: m.Attaches(what, "soul", described(onto)),
    turned_up=lambda what: m.Flipped(what, "up"),
    turned_down=lambda what: m.Flipped(what, "down"),
    set_event=lambda what, onto: m.Attaches(what, "set", described(onto)),
    uses_logic_drive=lambda who: m.AbilityUsed(who, "logic drive"),
    uses_luck_drive=lambda who: m.Performs(who, "luck drive"),
    changes_zone_by=m.ChangesZone,
    into_remove_zone=lambda what, cause=None: m.Moved(what, to=("remove zone",), cause=cause),
    is_drawn=lambda what: m.Moved(what, ("deck",), ("hand",)),
)


actions(
    deck_refreshed=refreshes,
    # 8.2.11: who attacks a circle with a member attacks that member.
    attacks_circle_with=lambda what, tense, whom: Tensed(
        tense, m.Attacks(what, selector(m.Some(), "", whom, ()))
    ),
    defines_with=lambda who, tense, what: Tensed(tense, m.Performs(who, "logic definition", described(what))),
    soul_owner=described,
    level_boosts=lambda who, tense: performs(who, tense, "level boost"),
)
