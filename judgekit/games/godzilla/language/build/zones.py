"""Godzilla's own words: zones and icons, advancing and retreating, tokens, the total counter power."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from judgekit.cardtext import model as m
from judgekit.cardtext.build.conditions import happened, happened_just, more_there_than
from judgekit.cardtext.build.events import plays
from judgekit.cardtext.build.registry import (
    ACTIONS,
    IT,
    Compared,
    Head,
    Tensed,
    ThatNumber,
    Where,
    action,
    actions,
    events,
    pronoun,
)
from judgekit.cardtext.build.steps import flat, opposite
from judgekit.cardtext.build.targets import described, selector
from judgekit.cardtext.build.targets.nouns import stat_listed
from judgekit.cardtext.build.targets.references import both_sides
from judgekit.cardtext.build.verbs.allowing import at_most_each_turn, can_be_played
from judgekit.cardtext.build.verbs.changing import get, of_the_same, times
from judgekit.cardtext.build.verbs.choosing import taken
from judgekit.cardtext.build.verbs.moving import move, place_under, to_zone, zone_of
from judgekit.cardtext.build.verbs.playing import play_to, zone_it_was, zone_target, zone_this_was
from judgekit.cardtext.errors import Unsound


def place_for(what: m.Target) -> m.Selector:
    """A zone that is described, not chosen."""
    found = zone_target(what)
    if not isinstance(found, m.Selector):
        raise Unsound("into which zone?")
    return replace(found, quantity=m.Some())


def beside_itself(build: str) -> Callable[..., m.Place]:
    """ "To an adjacent zone": adjacent to where the card that is moved lies."""

    def placed(*parts: Any) -> m.Place:
        said = (Head(p.types, tuple(map(beside_it, p.filters))) if isinstance(p, Head) else p for p in parts)
        return ACTIONS[build](*said)  # type: ignore[no-any-return]

    return placed


def beside_it(one: m.Filter) -> m.Filter:
    return m.Near("adjacent", pronoun("moved")) if one == m.Near("adjacent", m.This()) else one


def zone_near(relation: Any, of: m.Target) -> m.Selector:
    return m.Selector(m.Some(), types=("zone",), filters=(m.Near(relation, of),))


@action
def plays_into(who: m.Who, tense: str, what: m.Target, to: m.Target) -> Tensed:
    told = plays(who, tense, what)
    return Tensed(tense, replace(told.event, to=place_for(to)))


def plays_anywhere(who: m.Who, tense: str, what: m.Target) -> Tensed:
    """ "… plays a battle card in zone 8": the zone is where it is played to."""
    told = plays(who, tense, what)
    if any(isinstance(each, m.Zones) for each in getattr(getattr(told.event, "what", None), "filters", ())):
        raise Unsound("said in another way")
    return told


@action
def player_evolves(who: m.Who, tense: str, what: m.Target) -> Tensed:
    """3.1.2.3.1: whoever has a card evolve does so with an own card."""
    found = described(what)
    if not isinstance(found, m.Selector) or found.whose not in ("", "their", who):
        raise Unsound("players evolve their own cards")
    return Tensed(tense, m.Evolves(replace(found, whose=who)))


@action
def player_cannot_play_in(who: m.Who, noun: str, to: m.Target) -> m.Verb:
    if who != "you":
        raise Unsound("only its own player plays this card")
    return m.Prohibit(m.This(), act_played_into(to))


def next_of(origin: tuple[int, ...], zones: tuple[int, ...]) -> tuple[int, ...]:
    """5.13.1: a monster advances one zone at a time, so its destination tells where it came from."""
    found = tuple(n for n in zones if n - 1 in origin)
    if not found:
        raise Unsound("none of these zones comes right after the zone it leaves")
    return found


@action
def move_if_empty(what: m.Target, to: m.Place) -> m.Verb:
    """ "Move it to your zone 8 if that zone is empty": to that zone, which must be empty."""
    if not isinstance(to.zone, m.Selector):
        raise Unsound("only a zone can be empty, not a card")
    return move(what, replace(to, zone=replace(to.zone, filters=(*to.zone.filters, m.Empty()))))


@action
def play_if_empty(what: m.Target, to: m.Target) -> m.Verb:
    if not isinstance(to, m.Selector) or "zone" not in to.types:
        raise Unsound("only a zone can be empty, not a card")
    return play_to(what, replace(to, filters=(*to.filters, m.Empty())))


@action
def to_empty_zone(whose: m.Who, zones: tuple[int, ...]) -> m.Place:
    if len(zones) != 1:
        raise Unsound("said in another way")
    return m.Place("field", zone=replace(zone_of(whose, zones), filters=(m.Zones(zones), m.Empty())))


@action
def over_this_gets(noun: str, gains: Any) -> Any:
    """ "A battle card with this card under it gains …": the card on top of it, if it is one."""
    if noun == "card":
        return get(m.Host(), gains)
    like = m.Selector(m.Some(), types=(str(noun),))
    return m.If((m.Matches(m.Host(), like),), flat((get(m.Host(), gains),)))


@action
def can_only_if(what: m.Target, acts: Any, conditions: tuple[m.Condition, ...]) -> m.Verb:
    """ "Can engage only if …": cannot, while the condition is not met."""
    return m.If(opposite(conditions), flat((ACTIONS["cannot"](what, acts),)))


@action
def choose_and_there(one: m.Target, quantity: Any, whose: m.Who) -> m.Verb:
    """ "1 battle card in your zones and 1 in your opponent's zones"."""
    if not isinstance(one, m.Selector) or one.areas != ("field",) or whose == one.whose:
        raise Unsound("say what is chosen in the second place")
    return m.Choose(taken(both_sides(one, quantity, whose)))


@action
def tokens_until(name: str, n: int, there: m.Selector) -> m.Verb:
    """As many as are missing."""
    found = described(there)
    if not isinstance(found, m.Selector):
        raise Unsound("until there are how many of which cards?")
    return m.CreateToken(name, m.Minus(n, m.Count(found)))


@action
def number_raised(who: m.Who, tense: str, whose: m.Who, number: str) -> Tensed:
    if whose not in (who, "their"):
        raise Unsound("whose rage?")
    return Tensed(tense, m.NumberChanges(number, who, "up"))


@action
def plays_so_many(who: m.Who, n: int, what: Head, turn: m.Who | None) -> tuple[m.Verb, ...]:
    return at_most_each_turn(who, n, what, turn, "play", m.Played)


@action
def advanced_so_far(what: m.Target, tense: str, n: int, period: m.Period) -> m.Condition:
    """5.13.1: one zone at a time."""
    if tense != "past":
        raise Unsound("a condition looks back: “advanced”")
    return m.Happened(m.Advances(what), period, n)


@action
def act_played_into(to: m.Target) -> m.Act:
    found = place_for(to)
    numbers = found.filters[0] if len(found.filters) == 1 and not found.whose else None
    if isinstance(numbers, m.Zones):
        return m.Act("be played", to=to_zone(numbers.numbers))
    return m.Act("be played", to=m.Place("field", zone=found))


@action
def even_if(stat: str, bound: Compared) -> m.PlayCost:
    """8.2.1, 8.3.1: the obstacle would be the zone number of the opponent's monster."""
    there = m.ValueOf("zone number", opposing())
    if stat != "rank" or bound.compare not in ("more", "at least") or bound.amount != there:
        raise Unsound("“even if” only goes with a rank higher than the number of that zone")
    return m.PlayCost("ignoring", 0, "rank")


@action
def reshuffles_deck(who: m.Who, tense: str, whose: m.Who) -> Tensed:
    if whose not in (who, "their"):
        raise Unsound("whose deck? Players reshuffle only their own")
    return Tensed(tense, m.Performs(who, "reshuffle"))


LAST_ZONE = 8


def reached(event: Tensed, period: m.Period) -> m.Condition:
    """ "If it reaches zone 8 this way": an effect that has a monster advance takes it there (5.13.1)."""
    found = event.event
    if period == "effect" and isinstance(found, m.ChangesZone) and found.zones and found.cause is None:
        event = event._replace(event=m.Advances(found.what, zones=found.zones))
    return happened(event, period)


def walked(event: Tensed) -> Any:
    """ "If it retreated", "if you discarded a monster card": by the previous instruction; for anything else,
    some time before."""
    if isinstance(event.event, m.Discarded) and event.event.cause == m.Cause("invasion"):
        raise Unsound("for which invasion? Say “for this invasion”, or in which turn")
    done = isinstance(event.event, m.Advances | m.Retreats | m.Destroyed | m.Discarded | m.Seen)
    if done and event.tense == "past":
        return happened(event, "effect")
    return happened_just(event)


@action
def opposing() -> m.Selector:
    return m.Selector(m.Every(), "opponent", types=("monster card",))


@action
def advance(what: m.Target) -> m.Verb:
    return m.Advance(taken(what))


@action
def advance_to(what: m.Target, zone: m.Amount) -> m.Verb:
    return m.Advance(taken(what), zone=zone)


@action
def retreat(what: m.Target) -> m.Verb:
    return m.Retreat(taken(what))


@action
def retreat_to(what: m.Target, zone: m.Amount) -> m.Verb:
    return m.Retreat(taken(what), zone=zone)


@action
def invade(what: m.Target) -> m.Verb:
    return m.Invade(taken(what))


@action
def evolve(what: m.Target, into: m.Target) -> m.Verb:
    return m.Evolve(taken(what), taken(into))


@action
def token_to(found: m.CreateToken, to: m.Target) -> m.Verb:
    where = zone_target(to)
    if found == m.CreateToken(found.name, 0):
        if not isinstance(where, m.Selector) or where.quantity != m.Every():
            raise Unsound("how many tokens?")
        found = m.CreateToken(found.name)
    if isinstance(where, m.Selector) and where.quantity == m.Every() and found != m.CreateToken(found.name):
        where = replace(where, quantity=m.AnyNumber())  # "2 tokens in adjacent zones": in different ones
    if isinstance(where, m.Selector) and where.quantity == m.Some():
        where = replace(where, quantity=m.Exactly(1))  # "in any empty zone" is in one of them
    return replace(found, to=where)


@action
def total(whose: m.Who, how: Any, amount: m.Amount, duration: m.Duration | None = None) -> m.Verb:
    return m.Total("counter power", whose, how, amount, duration)


THIS_BACK = m.Selector(m.Exactly(1), "you", ("discard pile",), filters=(m.Among(m.This()),))


@action
def player_can_play_for(who: m.Who, what: m.Target, how: Any, duration: m.Duration) -> m.Verb:
    """A permission for a player, whichever cards are played later."""
    if not isinstance(how, m.PlayCost) or how.way not in ("ignoring", "as though"):
        raise Unsound("said in another way")
    cards = taken(what)
    if not isinstance(cards, m.Selector) or cards.quantity != m.Every() or set(cards.areas) - {"hand"}:
        raise Unsound("this permission must cover all cards of a kind in the hand")
    return m.Permit(m.Player(who), m.Act("play", cards), duration, how)


def of_that_monster(what: m.Target, steps: tuple[m.Verb, ...]) -> tuple[m.Verb, ...]:
    """ "It" after “instead” is the monster that is not countered, whatever else the sentence named."""
    it = m.This() if what == m.This() else m.Subject()
    moved = [isinstance(one, m.Perform) and one.what == IT for one in steps]
    return tuple(replace(one, what=it) if own else one for one, own in zip(steps, moved, strict=True))


@action
def cannot_counter_bound(what: m.Target, bound: Compared, steps: tuple[m.Verb, ...]) -> m.Verb:
    if bound.compare not in ("at most", "at least"):
        raise Unsound("say “… or less” or “… or more”")
    total_power = m.PlayerNumber("total counter power", "opponent")
    condition = m.Compare(total_power, bound.compare, bound.amount)
    return m.Instead(m.Countered(described(what)), of_that_monster(what, steps), conditions=(condition,))


events(
    # Each zone is an area (4.4.1): one leaves it for another zone too.
    leaves_a_zone=lambda what: m.EitherEvent((m.Moved(what, ("field",)), m.ChangesZone(what))),
    played_into=lambda what, to: m.Played(what, to=place_for(to)),
    played_near=lambda what, relation, of: m.Played(what, to=zone_near(relation, of)),
    # Monsters come into a zone forward or back.
    comes_into_zone=lambda what, zones: m.ChangesZone(what, zones=zones),
    advances_from=lambda what, origin, zones: m.Advances(what, zones=next_of(origin, zones)),
    invades_from=lambda what, origin, zones: m.Advances(what, m.Cause("invasion"), next_of(origin, zones)),
)


actions(
    more_there_than_zones=lambda way, what, whose: more_there_than(way, what, whose, "field"),
    zone_number_is=lambda bound: m.Stat("zone number", bound.compare, bound.amount),
    in_zone_of_number=lambda: m.Stat("zone number", "equal", ThatNumber()),
    icon_is=lambda n: m.Stat("invasion icon", "equal", n),
    no_icon=lambda: m.Stat("invasion icon", "equal", 0),
    this_bare=m.This,
    # 4.3.1: a player's zones together are the field.
    owner_zones=lambda whose: Where(("field",), whose),
    from_zones=lambda whose: (("field",), whose),
    in_some_zone=lambda: Where(("field",), ""),
    to_zone_it_was=lambda: m.Place("field", zone=zone_it_was()),
    to_zone_this_was=lambda: m.Place("field", zone=zone_this_was()),
    rank_listed=lambda numbers: stat_listed("rank", numbers),
    so_many_zones_of=lambda quantity, whose, *found: selector(
        quantity, whose, Head(("zone",), (m.Zones(found[-1]), *found[:-1])), ()
    ),
    such_zones_of=lambda whose, *found: selector(
        m.Exactly(1), whose, Head(("zone",), (m.Zones(found[-1]), *found[:-1])), ()
    ),
    zone_number_of=lambda what: m.ValueOf("zone number", what),
    act_played_near=lambda relation, of: m.Act(
        "be played", to=m.Place("field", zone=zone_near(relation, of))
    ),
    # "Play “Drone” tokens in all of your empty zones": one in each.
    tokens_each=lambda name: m.CreateToken(name, 0),
    in_play=lambda: m.State("in play"),
    by_evolution=lambda: "evolution",
    top_of_monster=lambda whose: m.Selector(
        m.Every(), whose, types=("monster card",), filters=(m.State("topmost"),)
    ),
    advance_times=lambda what, n: m.Advance(taken(what), of_the_same(taken(what), n)),
    advance_up_to=lambda what, n: m.Advance(taken(what), n, up_to=True),
    advance_any=lambda what: m.Advance(taken(what), LAST_ZONE - 1, up_to=True),
    retreat_any=lambda what: m.Retreat(taken(what), LAST_ZONE - 1, up_to=True),
    reshuffled=lambda whose, tense: Tensed(tense, m.Performs(whose, "reshuffle")),
    total_counter_power=lambda whose: m.PlayerNumber("total counter power", whose),
    of_these_colours=lambda what, values: m.TreatAs(taken(what), m.Is("colour", values)),
    becomes_colours=lambda what, values, duration=None: m.TreatAs(
        taken(what), m.Is("colour", values), duration=duration
    ),
    retreat_times=lambda what, n: m.Retreat(taken(what), of_the_same(taken(what), n)),
    retreat_up_to=lambda what, n: m.Retreat(taken(what), n, up_to=True),
    player_must_invade=lambda who, duration=None: m.Demand(
        m.Selector(m.Every(), who, types=("monster card",)), m.Act("invade"), duration
    ),
    counter_monster=lambda what: m.CounterMonster(taken(what)),
    activate_card=lambda what: m.UseAbility(taken(what)),
    # "Play 1 “Drone” token in zone 5 and 1 battle card from your hand in zone 6": the token is made.
    token_and_card=lambda found, to, what, there: (token_to(found, to), play_to(what, there)),
    vanish=lambda what: m.Vanish(taken(what)),
    total_for=total,
    total_doubled=lambda whose, duration: m.Total("counter power", whose, "times", 2, duration),
    total_less=lambda whose, amount, per, duration: total(
        whose, "minus", times(amount, per) if per else amount, duration
    ),
    total_more=lambda whose, amount, per, duration: total(
        whose, "plus", times(amount, per) if per else amount, duration
    ),
    total_per=lambda whose, how, amount, per, duration: total(whose, how, times(amount, per), duration),
    play_back=lambda: m.Play(THIS_BACK),
    play_back_to=lambda to: m.Play(THIS_BACK, to),
    move_back=lambda to: m.Move(THIS_BACK, to),
    lay_back=lambda onto: place_under(THIS_BACK, onto),
    lay_held=lambda onto: place_under(replace(THIS_BACK, areas=("hand",)), onto),
    zones_or_area=lambda whose, area: Where(("field", area), whose),
    area_or_zones=lambda whose, area: Where(("field", area), whose),
    in_zone_beside=lambda side, of: m.Stat(
        "zone number", "at least" if side == "beyond" else "at most", m.ValueOf("zone number", of)
    ),
    can_be_played_for=lambda what, how, duration: replace(can_be_played(what, how), duration=duration),
    player_can_play_during=lambda duration, who, what, how: (player_can_play_for(who, what, how, duration),),
    cannot_instead=lambda what, steps: m.Instead(m.Countered(described(what)), of_that_monster(what, steps)),
    strategy_limit=lambda who, n: m.Total("strategy zones", who, "set", n),
    strategy_zone_more=lambda who: m.Total("strategy zones", who, "plus", 1),
    strategy_zones_more=lambda who, n: m.Total("strategy zones", who, "plus", n),
    owners_strategy_zones_more=lambda who, n: m.Total("strategy zones", who, "plus", n),
)
