"""Godzilla's own words: zones and icons, advancing and retreating, tokens, the total counter power."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from judgekit.cardtext.build.conditions import happened, happened_just
from judgekit.cardtext.build.events import plays
from judgekit.cardtext.build.registry import IT, Compared, Head, Per, Tensed, Where, action
from judgekit.cardtext.build.targets import described, selector
from judgekit.cardtext.build.targets.nouns import stat_listed
from judgekit.cardtext.build.verbs.allowing import can_be_played
from judgekit.cardtext.build.verbs.changing import times
from judgekit.cardtext.build.verbs.choosing import taken
from judgekit.cardtext.build.verbs.moving import to_zone
from judgekit.cardtext.build.verbs.playing import play_to, zone_it_was, zone_target, zone_this_was
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.model import (
    Act,
    Advance,
    Advances,
    Among,
    Amount,
    Cause,
    ChangesZone,
    Compare,
    Countered,
    CounterMonster,
    CreateToken,
    Demand,
    Destroyed,
    Duration,
    EitherEvent,
    Every,
    Evolve,
    Exactly,
    Instead,
    Invade,
    Move,
    Moved,
    Near,
    Perform,
    Performs,
    Permit,
    Place,
    Play,
    PlayCost,
    Played,
    Player,
    PlayerNumber,
    Retreat,
    Retreats,
    Selector,
    Some,
    Stat,
    State,
    Subject,
    Target,
    This,
    Total,
    UseAbility,
    ValueOf,
    Vanish,
    Verb,
    Who,
    Zones,
)


@action
def zone_number_is(bound: Compared) -> Stat:
    return Stat("zone number", bound.compare, bound.amount)


@action
def icon_is(n: Amount) -> Stat:
    return Stat("invasion icon", "equal", n)


@action
def no_icon() -> Stat:
    return Stat("invasion icon", "equal", 0)


@action
def this_bare() -> Target:
    return This()


@action
def owner_zones(whose: Who) -> Where:
    """4.3.1: a player's zones together are the field."""
    return Where(("field",), whose)


@action
def from_zones(whose: Who) -> Any:
    return ("field",), whose


@action
def in_some_zone() -> Where:
    return Where(("field",), "")


@action
def to_zone_it_was() -> Place:
    return Place("field", zone=zone_it_was())


@action
def to_zone_this_was() -> Place:
    return Place("field", zone=zone_this_was())


@action
def rank_listed(numbers: tuple[Amount, ...]) -> Any:
    return stat_listed("rank", numbers)


@action
def leaves_a_zone(what: Target, tense: str) -> Tensed:
    """Each zone is an area (4.4.1): one leaves it for another zone too."""
    return Tensed(tense, EitherEvent((Moved(what, ("field",)), ChangesZone(what))))


@action
def so_many_zones_of(quantity: Any, whose: Who, numbers: tuple[int, ...]) -> Selector:
    return selector(quantity, whose, Head(("zone",), (Zones(numbers),)), ())


@action
def zone_number_of(what: Target) -> Amount:
    return ValueOf("zone number", what)


def place_for(what: Target) -> Selector:
    """A zone that is described, not chosen."""
    found = zone_target(what)
    if not isinstance(found, Selector):
        raise Unsound("into which zone?")
    return replace(found, quantity=Some())


def zone_near(relation: Any, of: Target) -> Selector:
    return Selector(Some(), types=("zone",), filters=(Near(relation, of),))


@action
def played_into(what: Target, tense: str, to: Target) -> Tensed:
    return Tensed(tense, Played(what, to=place_for(to)))


@action
def played_near(what: Target, tense: str, relation: Any, of: Target) -> Tensed:
    return Tensed(tense, Played(what, to=zone_near(relation, of)))


@action
def plays_into(who: Who, tense: str, what: Target, to: Target) -> Tensed:
    told = plays(who, tense, what)
    return Tensed(tense, replace(told.event, to=place_for(to)))


@action
def comes_into_zone(what: Target, tense: str, zones: tuple[int, ...]) -> Tensed:
    """Monsters come into a zone forward or back."""
    return Tensed(tense, EitherEvent((Advances(what, zones=zones), Retreats(what, zones=zones))))


def next_of(origin: tuple[int, ...], zones: tuple[int, ...]) -> tuple[int, ...]:
    """5.13.1: a monster advances one zone at a time, so that where it came from is told by where it goes."""
    found = tuple(n for n in zones if n - 1 in origin)
    if not found:
        raise Unsound("no zone follows upon those")
    return found


@action
def advances_from(what: Target, tense: str, origin: tuple[int, ...], zones: tuple[int, ...]) -> Tensed:
    return Tensed(tense, Advances(what, zones=next_of(origin, zones)))


@action
def invades_from(what: Target, tense: str, origin: tuple[int, ...], zones: tuple[int, ...]) -> Tensed:
    return Tensed(tense, Advances(what, Cause("invasion"), next_of(origin, zones)))


@action
def act_played_into(to: Target) -> Act:
    found = place_for(to)
    numbers = found.filters[0] if len(found.filters) == 1 and not found.whose else None
    if isinstance(numbers, Zones):
        return Act("be played", to=to_zone(numbers.numbers))
    return Act("be played", to=Place("field", zone=found))


@action
def act_played_near(relation: Any, of: Target) -> Act:
    return Act("be played", to=Place("field", zone=zone_near(relation, of)))


@action
def tokens_each(name: str) -> CreateToken:
    """ "Play “Drone” tokens in all of your empty zones": one in each."""
    return CreateToken(name, 0)


@action
def even_if(stat: str, bound: Compared) -> PlayCost:
    """8.2.1, 8.3.1: what would stand in the way is the number of the zone of the opponent's monster."""
    there = ValueOf("zone number", opposing())
    if stat != "rank" or bound.compare not in ("more", "at least") or bound.amount != there:
        raise Unsound("a rank stands in the way only if it is higher than that zone's number")
    return PlayCost("ignoring", 0, "rank")


@action
def reshuffles_deck(who: Who, tense: str, whose: Who) -> Tensed:
    if whose not in (who, "their"):
        raise Unsound("whose deck? A player reshuffles the own one")
    return Tensed(tense, Performs(who, "reshuffle"))


def walked(event: Tensed) -> Any:
    """ "If it retreated": by the instruction before; of anything else, some time before."""
    if isinstance(event.event, Advances | Retreats | Destroyed) and event.tense == "past":
        return happened(event, "effect")
    return happened_just(event)


@action
def in_play() -> State:
    return State("in play")


@action
def by_evolution() -> str:
    return "evolution"


@action
def top_of_monster(whose: Who) -> Selector:
    return Selector(Every(), whose, types=("monster card",), filters=(State("topmost"),))


@action
def opposing() -> Selector:
    return Selector(Every(), "opponent", types=("monster card",))


@action
def advance(what: Target) -> Verb:
    return Advance(taken(what))


@action
def advance_times(what: Target, n: Amount) -> Verb:
    return Advance(taken(what), n)


@action
def advance_up_to(what: Target, n: Amount) -> Verb:
    return Advance(taken(what), n, up_to=True)


@action
def advance_to(what: Target, zone: Amount) -> Verb:
    return Advance(taken(what), zone=zone)


@action
def retreat(what: Target) -> Verb:
    return Retreat(taken(what))


@action
def retreat_times(what: Target, n: Amount) -> Verb:
    return Retreat(taken(what), n)


@action
def retreat_up_to(what: Target, n: Amount) -> Verb:
    return Retreat(taken(what), n, up_to=True)


@action
def retreat_to(what: Target, zone: Amount) -> Verb:
    return Retreat(taken(what), zone=zone)


@action
def invade(what: Target) -> Verb:
    return Invade(taken(what))


@action
def player_must_invade(who: Who, duration: Duration | None = None) -> Verb:
    return Demand(Selector(Every(), who, types=("monster card",)), Act("invade"), duration)


@action
def counter_monster(what: Target) -> Verb:
    return CounterMonster(taken(what))


@action
def evolve(what: Target, into: Target) -> Verb:
    return Evolve(taken(what), taken(into))


@action
def activate_card(what: Target) -> Verb:
    return UseAbility(taken(what))


@action
def token_to(found: CreateToken, to: Target) -> Verb:
    where = zone_target(to)
    if found == CreateToken(found.name, 0):
        if not isinstance(where, Selector) or where.quantity != Every():
            raise Unsound("how many tokens?")
        found = CreateToken(found.name)
    if isinstance(where, Selector) and where.quantity == Some():
        where = replace(where, quantity=Exactly(1))  # "in any empty zone" is in one of them
    return replace(found, to=where)


@action
def token_and_card(found: CreateToken, to: Target, what: Target, there: Target) -> tuple[Verb, ...]:
    """ "Play 1 “Drone” token in zone 5 and 1 battle card from your hand in zone 6": the token is made."""
    return token_to(found, to), play_to(what, there)


@action
def vanish(what: Target) -> Verb:
    return Vanish(taken(what))


@action
def total(whose: Who, how: Any, amount: Amount, duration: Duration | None = None) -> Verb:
    return Total("counter power", whose, how, amount, duration)


@action
def total_for(whose: Who, how: Any, amount: Amount, duration: Duration) -> Verb:
    return total(whose, how, amount, duration)


@action
def total_doubled(whose: Who, duration: Duration) -> Verb:
    return Total("counter power", whose, "times", 2, duration)


@action
def total_less(whose: Who, amount: Amount, per: Per | None, duration: Duration | None) -> Verb:
    return total(whose, "minus", times(amount, per) if per else amount, duration)


@action
def total_more(whose: Who, amount: Amount, per: Per | None, duration: Duration | None) -> Verb:
    return total(whose, "plus", times(amount, per) if per else amount, duration)


@action
def total_per(whose: Who, how: Any, amount: Amount, per: Per, duration: Duration | None) -> Verb:
    return total(whose, how, times(amount, per), duration)


THIS_BACK = Selector(Exactly(1), "you", ("discard pile",), filters=(Among(This()),))


@action
def play_back() -> Verb:
    return Play(THIS_BACK)


@action
def play_back_to(to: Target) -> Verb:
    return Play(THIS_BACK, to)


@action
def move_back(to: Place) -> Verb:
    return Move(THIS_BACK, to)


@action
def can_be_played_for(what: Target, how: Any, duration: Duration) -> Verb:
    return replace(can_be_played(what, how), duration=duration)


@action
def player_can_play_for(who: Who, what: Target, how: Any, duration: Duration) -> Verb:
    """Leave for a player, whatever the cards are that come to be played."""
    if not isinstance(how, PlayCost) or how.way not in ("ignoring", "as though"):
        raise Unsound("said in another way")
    cards = taken(what)
    if not isinstance(cards, Selector) or cards.quantity != Every() or set(cards.areas) - {"hand"}:
        raise Unsound("leave for a time is given for all cards of a kind, from the hand")
    return Permit(Player(who), Act("play", cards), duration, how)


@action
def player_can_play_during(duration: Duration, who: Who, what: Target, how: Any) -> Any:
    return (player_can_play_for(who, what, how, duration),)


@action
def cannot_instead(what: Target, steps: tuple[Verb, ...]) -> Verb:
    return Instead(Countered(described(what)), of_that_monster(what, steps))


def of_that_monster(what: Target, steps: tuple[Verb, ...]) -> tuple[Verb, ...]:
    """ "It" behind “instead” is the monster that is not countered, whatever the sentence named besides."""
    it = This() if what == This() else Subject()
    moved = [isinstance(one, Perform) and one.what == IT for one in steps]
    return tuple(replace(one, what=it) if own else one for one, own in zip(steps, moved, strict=True))


@action
def cannot_counter_bound(what: Target, bound: Compared, steps: tuple[Verb, ...]) -> Verb:
    if bound.compare not in ("at most", "at least"):
        raise Unsound("say “… or less” or “… or more”")
    total_power = PlayerNumber("total counter power", "opponent")
    condition = Compare(total_power, bound.compare, bound.amount)
    return Instead(Countered(described(what)), of_that_monster(what, steps), conditions=(condition,))


@action
def strategy_limit(who: Who, n: int) -> Verb:
    return Total("strategy zones", who, "set", n)
