"""Events: what sets an ability off, what is replaced, what has happened."""

from __future__ import annotations

from typing import cast

from msgspec.structs import replace

from judgekit.cardtext.build.registry import Compared, EitherCard, Head, Pronoun, Tensed, action, constants
from judgekit.cardtext.build.targets import Counted, counted_selector, described
from judgekit.cardtext.build.targets.selecting import NoSuch
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.model import (
    Advances,
    Attaches,
    Attacks,
    CardUsed,
    Cause,
    ChangesZone,
    Compare,
    Condition,
    Countered,
    Destroyed,
    Discarded,
    Drawn,
    EitherEvent,
    Ends,
    Event,
    Evolves,
    Invades,
    Moved,
    Nth,
    NumberChanges,
    Performs,
    PhaseMoment,
    Played,
    Player,
    PlayerNumber,
    Retreats,
    Seen,
    Selector,
    Situation,
    Some,
    Target,
    This,
    Who,
    Zones,
)

constants(
    now="now",
    would="would",
    past="past",
    past_not="past not",
    by_effect="effect",
    turn_word="turn",
    game_word="game",
    cause_rule=Cause("rule"),
    outside_field=(("outside the field",), ""),
    out_of_anywhere=((), ""),
)

Areas = tuple[tuple[str, ...], Who]


@action
def subject(what: Target) -> Target:
    if isinstance(what, Counted) and (what.several.compare, what.several.n) == ("equal", 0):
        found = counted_selector(what)
        return NoSuch(**{name: getattr(found, name) for name in Selector.__struct_fields__})
    return described(what)


@action
def attacks(what: Target, tense: str) -> Tensed:
    return Tensed(tense, Attacks(what))


@action
def attacks_target(what: Target, tense: str, target: Target) -> Tensed:
    return Tensed(tense, Attacks(what, described(target)))


@action
def attacks_player(what: Target, tense: str, who: Who) -> Tensed:
    return Tensed(tense, Attacks(what, Player(who)))


@action
def attacked(what: Target, tense: str) -> Tensed:
    return Tensed(tense, Attacks(None, what))


@action
def attacked_by(what: Target, tense: str, by: Target) -> Tensed:
    return Tensed(tense, Attacks(described(by), what))


def is_itself(what: Target) -> bool:
    """A card that is spoken of is played by whoever has it."""
    return what == This() or isinstance(what, Pronoun)


@action
def played(what: Target, tense: str) -> Tensed:
    return Tensed(tense, Played(what))


@action
def played_from(what: Target, tense: str, whose: Who, area: str) -> Tensed:
    """From an area of a player it is played by that player."""
    if isinstance(what, Selector) and what.areas:
        raise Unsound("from where is it played?")
    if isinstance(what, Selector) and what.whose not in ("", "any", whose):
        raise Unsound("whose card is played from whose area?")
    if whose not in ("", "you") and (is_itself(what) or whose != "opponent"):
        raise Unsound("from whose area?")
    by: Who = "any" if is_itself(what) or not whose else whose
    return Tensed(tense, Played(what, by, areas=(area,)))


@action
def played_by(what: Target, tense: str, how: str) -> Tensed:
    return Tensed(tense, Played(what, how=how))


@action
def played_to(what: Target, tense: str, zones: tuple[int, ...]) -> Tensed:
    place = Selector(Some(), types=("zone",), filters=(Zones(zones),))
    return Tensed(tense, Played(what, to=place))


@action
def plays(who: Who, tense: str, what: Target) -> Tensed:
    found = described(what)
    if isinstance(found, Selector) and "ability" in found.types:
        raise Unsound("said in another way")
    if is_itself(found):
        return Tensed(tense, Played(found, played_by_whom(who)))
    if isinstance(found, Selector) and found.areas:
        if found.whose not in ("", who, "their"):
            raise Unsound("from whose area?")
        return Tensed(tense, Played(replace(found, areas=(), whose=""), who, found.areas))
    return Tensed(tense, Played(found, who))


@action
def plays_by(who: Who, tense: str, what: Target, how: str) -> Tensed:
    found = described(what)
    return Tensed(tense, Played(found, played_by_whom(who) if is_itself(found) else who, how=how))


@action
def plays_from(who: Who, tense: str, what: Target, whose: Who, area: str) -> Tensed:
    if whose not in (who, "their"):
        raise Unsound("from whose area?")
    return Tensed(tense, Played(what, played_by_whom(who) if is_itself(what) else who, areas=(area,)))


def played_by_whom(who: Who) -> Who:
    """This card is played by whoever has it; nobody but "you" or "a player" can be said to."""
    if who not in ("you", "any"):
        raise Unsound("you play this card")
    return "any"


@action
def to_whose(whose: Who, area: str) -> Areas:
    if area == "play":
        raise Unsound("cards are in play, whoever they belong to")
    return (area,), whose


@action
def to_whose_either(whose: Who, one: str, other: str) -> Areas:
    return (*to_whose(whose, one)[0], *to_whose(whose, other)[0]), whose


@action
def to_any(area: str) -> Areas:
    return (area,), ""


@action
def to_either_area(one: str, other: str) -> Areas:
    return (one, other), ""


@action
def placed(what: Target, tense: str, to: Areas) -> Tensed:
    if to[0] == ("soul zone",):
        return Tensed(tense, Attaches(what, "soul"))
    return Tensed(tense, Moved(what, to=to[0], whose=to[1]))


@action
def placed_cause(what: Target, tense: str, to: Areas, cause: Cause) -> Tensed:
    return Tensed(tense, Moved(what, to=to[0], whose=to[1], cause=cause))


@action
def placed_from(what: Target, tense: str, to: Areas, origin: Areas) -> Tensed:
    return placed_from_cause(what, tense, to, origin, None)


@action
def placed_from_swapped(what: Target, tense: str, origin: Areas, to: Areas) -> Tensed:
    return placed_from(what, tense, to, origin)


@action
def placed_from_cause(what: Target, tense: str, to: Areas, origin: Areas, cause: Cause | None) -> Tensed:
    return Tensed(tense, Moved(what, origin[0], to[0], cause, to[1], origin[1]))


@action
def moves(what: Target, tense: str, origin: Areas, to: Areas) -> Tensed:
    return placed_from(what, tense, to, origin)


@action
def places(who: Who, tense: str, what: Target, to: Areas) -> Tensed:
    return Tensed(tense, Moved(described(what), to=to[0], whose=to[1], cause=by_player(who)))


def by_player(who: Who) -> Cause:
    if who == "any":
        raise Unsound("by which player?")
    return Cause(who=who)


@action
def leaves(what: Target, tense: str, origin: Areas) -> Tensed:
    return Tensed(tense, Moved(what, origin[0], origin_whose=origin[1]))


@action
def leaves_cause(what: Target, tense: str, origin: Areas, cause: Cause) -> Tensed:
    return Tensed(tense, Moved(what, origin[0], cause=cause, origin_whose=origin[1]))


@action
def destroyed(what: Target, tense: str, _: str) -> Tensed:
    return Tensed(tense, Destroyed(what))


@action
def destroyed_cause(what: Target, tense: str, _: str, cause: Cause) -> Tensed:
    return Tensed(tense, Destroyed(what, cause))


@action
def destroys(who: Who, tense: str, what: Target) -> Tensed:
    return Tensed(tense, Destroyed(described(what), by_player(who)))


@action
def evolves(what: Target, tense: str) -> Tensed:
    return Tensed(tense, Evolves(what))


@action
def evolves_into(what: Target, tense: str, into: Target) -> Tensed:
    return Tensed(tense, Evolves(what, described(into)))


@action
def draws(who: Who, tense: str) -> Tensed:
    return Tensed(tense, Drawn(who))


@action
def draws_cause(who: Who, tense: str, cause: Cause) -> Tensed:
    return Tensed(tense, Drawn(who, cause))


@action
def discards(who: Who, tense: str, what: Target) -> Tensed:
    return discards_cause(who, tense, what, None)


@action
def discards_cause(who: Who, tense: str, what: Target, cause: Cause | None) -> Tensed:
    found = described(what)
    if isinstance(found, Selector) and found.areas == ("hand",):
        found = replace(found, areas=(), whose="")
    return Tensed(tense, Discarded(found, who, cause))


@action
def discarded(what: Target, tense: str) -> Tensed:
    return Tensed(tense, Discarded(what))


@action
def discarded_from(what: Target, tense: str, whose: Who) -> Tensed:
    return Tensed(tense, Discarded(what, whose))


@action
def discarded_from_cause(what: Target, tense: str, whose: Who, cause: Cause) -> Tensed:
    return Tensed(tense, Discarded(what, whose, cause))


@action
def discarded_cause(what: Target, tense: str, cause: Cause) -> Tensed:
    return Tensed(tense, Discarded(what, cause=cause))


@action
def number_up_event(whose: Who, number: str, tense: str, cause: Cause | None = None) -> Tensed:
    return Tensed(tense, NumberChanges(number, whose, "up", cause=cause))


@action
def number_down_event(whose: Who, number: str, tense: str) -> Tensed:
    return Tensed(tense, NumberChanges(number, whose, "down"))


@action
def number_any_event(whose: Who, number: str, tense: str) -> Tensed:
    return Tensed(tense, NumberChanges(number, whose, "any"))


@action
def number_to_event(whose: Who, number: str, tense: str, bound: Compared) -> Tensed:
    if bound.compare != "equal":
        state = Compare(PlayerNumber(number, whose), bound.compare, bound.amount)
        return Tensed(tense, Situation((state,)))
    if not isinstance(bound.amount, int):
        raise Unsound("a number becomes one value")
    return Tensed(tense, NumberChanges(number, whose, "any", bound.amount))


@action
def number_gained(who: Who, tense: str, number: str) -> Tensed:
    return Tensed(tense, NumberChanges(number, who, "up"))


@action
def number_lost(who: Who, tense: str, number: str) -> Tensed:
    return Tensed(tense, NumberChanges(number, who, "down"))


@action
def shuffles(who: Who, tense: str, whose: Who) -> Tensed:
    return Tensed(tense, Seen("shuffle", own_deck(who, whose)))


@action
def searches(who: Who, tense: str, whose: Who) -> Tensed:
    return Tensed(tense, Seen("search", own_deck(who, whose)))


def own_deck(who: Who, whose: Who) -> Who:
    if whose not in (who, "their") or (who == "you" and whose == "their"):
        raise Unsound("only of one's own deck is that told")
    return who


@action
def reveals(who: Who, tense: str, what: Target) -> Tensed:
    return Tensed(tense, Seen("reveal", who, described(what)))


@action
def revealed(what: Target, tense: str) -> Tensed:
    return Tensed(tense, Seen("reveal", "any", what))


@action
def wins_game(who: Who, tense: str) -> Tensed:
    return Tensed(tense, Ends(who, "wins"))


@action
def loses_game(who: Who, tense: str) -> Tensed:
    return Tensed(tense, Ends(who, "loses"))


@action
def situation(conditions: tuple[Condition, ...]) -> Tensed:
    return Tensed("now", Situation(conditions))


def subject_of(told: Tensed) -> Target:
    for name in ("what", "target"):
        found = getattr(told.event, name, None)
        if found is not None:
            return found  # type: ignore[no-any-return]
    raise Unsound("the first event has no card that could be meant again")


@action
def either_subject(one: Target, other: Target) -> Target:
    if isinstance(one, Selector) and isinstance(other, Selector):
        raise Unsound("say it of each of the two by itself")
    one, other = described(one), described(other)
    first, second = (other, one) if isinstance(other, Selector) else (one, other)
    return cast(Target, EitherCard((first, second)))


@action
def event_or(told: Tensed) -> Tensed:
    """What happens to one of two cards are two events; the one that is described comes first."""
    what = getattr(told.event, "what", None)
    if not isinstance(what, EitherCard):
        return told
    one, other = (Tensed(told.tense, replace(told.event, what=each)) for each in what.parts)
    return both(one, other)


def both(one: Tensed, other: Tensed) -> Tensed:
    if one.tense != other.tense:
        raise Unsound("two events in different tenses")
    return Tensed(one.tense, EitherEvent((one.event, other.event)))


constants(nth_one=1, nth_two=2, nth_three=3)


@action
def nth_event(told: Tensed, n: int) -> Tensed:
    return Tensed(told.tense, Nth(told.event, n))


@action
def nth_played(who: Who, tense: str, whose: Who, n: int, what: Head) -> Tensed:
    """ "You play your second event each turn": the second time that you play one."""
    if whose not in (who, "their"):
        raise Unsound("whose card?")
    return Tensed(tense, Nth(Played(Selector(Some(), types=what.types, filters=what.filters), who), n))


@action
def nth_drawn(who: Who, tense: str, whose: Who, n: int) -> Tensed:
    if whose not in (who, "their"):
        raise Unsound("whose card?")
    return Tensed(tense, Nth(Drawn(who), n))


@action
def either_event(one: Tensed, other: Tensed) -> Tensed:
    return both(one, other)


@action
def or_attacked(one: Tensed, tense: str) -> Tensed:
    return both(one, attacked(subject_of(one), tense))


@action
def or_destroyed(one: Tensed, tense: str, word: str) -> Tensed:
    return both(one, destroyed(subject_of(one), tense, word))


@action
def or_attacks(one: Tensed, tense: str) -> Tensed:
    who = subject_of(one)
    if isinstance(who, Player):
        raise Unsound("cards attack, not players")
    return both(one, attacks(who, tense))


# Causes


@action
def cause_whose(whose: Who, by: str) -> Cause:
    return Cause(by, whose)


@action
def cause_any(by: str) -> Cause:
    return Cause(by)


@action
def cause_source(by: str, source: Target) -> Cause:
    return Cause(by, source=described(source))


@action
def cause_noun(whose: Who, noun: str, by: str) -> Cause:
    return Cause(by, whose, Selector(Some(), types=() if noun == "card" else (noun,)))


@action
def cause_card(source: Target) -> Cause:
    return Cause(source=described(source))


@action
def cause_not_whose(whose: Who, by: str) -> Cause:
    return Cause(by, whose, negated=True)


@action
def cause_not(by: str) -> Cause:
    return Cause(by, negated=True)


@action
def cause_not_word(by: str) -> Cause:
    return Cause(by, negated=True)


# Moments

PhaseWords = tuple[str, Who, str]


@action
def phase_whose(whose: Who, phase: str) -> PhaseWords:
    return phase, "any" if whose == "each" else whose, ""


@action
def phase_whose_next(whose: Who, phase: str) -> PhaseWords:
    return phase, whose, "next"


@action
def phase_of_whose(phase: str, whose: Who) -> PhaseWords:
    return phase_whose(whose, phase)


@action
def phase_of_whose_next(phase: str, whose: Who) -> PhaseWords:
    return phase_whose_next(whose, phase)


@action
def phase_whose_each(whose: Who, phase: str) -> PhaseWords:
    return phase_whose(whose, phase)


@action
def phase_each(phase: str) -> PhaseWords:
    return phase, "any", ""


@action
def phase_the(phase: str) -> PhaseWords:
    return phase, "any", ""


@action
def phase_this(phase: str) -> PhaseWords:
    return phase, "any", "this"


@action
def phase_next(phase: str) -> PhaseWords:
    return phase, "any", "next"


@action
def at_beginning(words: PhaseWords) -> PhaseMoment:
    phase, whose, which = words
    return PhaseMoment("beginning", phase, whose, which)  # type: ignore[arg-type]


@action
def at_end(words: PhaseWords) -> PhaseMoment:
    phase, whose, which = words
    return PhaseMoment("end", phase, whose, which)  # type: ignore[arg-type]


@action
def at_end_turn() -> PhaseMoment:
    return PhaseMoment("end", "turn")


# Monsters and their zones


@action
def advances(what: Target, tense: str) -> Tensed:
    return Tensed(tense, Advances(what))


@action
def advances_invasion(what: Target, tense: str) -> Tensed:
    return Tensed(tense, Advances(what, Cause("invasion")))


@action
def advances_zone(what: Target, tense: str, zones: tuple[int, ...]) -> Tensed:
    return Tensed(tense, Advances(what, zones=zones))


@action
def reaches_zone(what: Target, tense: str, zones: tuple[int, ...]) -> Tensed:
    """By a step forward or back; into the last zone there is no step back."""
    forward = Advances(what, zones=zones)
    return Tensed(tense, forward if zones == (8,) else EitherEvent((forward, Retreats(what, zones=zones))))


@action
def advances_cause(what: Target, tense: str, cause: Cause) -> Tensed:
    return Tensed(tense, Advances(what, cause))


@action
def retreats(what: Target, tense: str) -> Tensed:
    return Tensed(tense, Retreats(what))


@action
def retreats_zone(what: Target, tense: str, zones: tuple[int, ...]) -> Tensed:
    return Tensed(tense, Retreats(what, zones=zones))


@action
def retreats_cause(what: Target, tense: str, cause: Cause) -> Tensed:
    return Tensed(tense, Retreats(what, cause))


@action
def invades(what: Target, tense: str) -> Tensed:
    return Tensed(tense, Invades(what))


@action
def player_invades(who: Who, tense: str) -> Tensed:
    return Tensed(tense, Invades(Selector(Some(), who, types=("monster card",))))


@action
def countered(what: Target, tense: str) -> Tensed:
    return Tensed(tense, Countered(what))


@action
def counters(who: Who, tense: str, what: Target) -> Tensed:
    return Tensed(tense, Countered(described(what), who))


@action
def activates(who: Who, tense: str, what: Target) -> Tensed:
    return Tensed(tense, CardUsed(described(what), who))


@action
def activated(what: Target, tense: str) -> Tensed:
    return Tensed(tense, CardUsed(what))


@action
def becomes_monster(what: Target, tense: str) -> Tensed:
    return Tensed(tense, Moved(what, to=("invading monster zone",)))


@action
def disappears(what: Target, tense: str) -> Tensed:
    return Tensed(tense, Performs("any", "disappear", what))


@action
def reshuffles(who: Who, tense: str) -> Tensed:
    return Tensed(tense, Performs(who, "reshuffle"))


@action
def changes_zone(what: Target, tense: str, cause: Cause | None = None) -> Tensed:
    return Tensed(tense, ChangesZone(what, cause))


def of(told: Tensed | Event) -> Event:
    return told.event if isinstance(told, Tensed) else told
