"""Events: what sets an ability off, what is replaced, what has happened."""

from __future__ import annotations

from typing import Any, cast

from msgspec.structs import replace

from judgekit.cardtext import model as m
from judgekit.cardtext.build.registry import (
    AttackedBy,
    Compared,
    During,
    EitherCard,
    Head,
    Pronoun,
    Tensed,
    action,
    actions,
    constants,
    events,
    pronoun,
)
from judgekit.cardtext.build.targets import Counted, Lone, counted_selector, described
from judgekit.cardtext.build.targets.selecting import NoSuch, Whole, is_one_list
from judgekit.cardtext.errors import Unsound
from judgekit.cardtext.marks import That

constants(
    now="now",
    would="would",
    past="past",
    past_not="past not",
    by_effect="effect",
    turn_word="turn",
    game_word="game",
    cause_rule=m.Cause("rule"),
    cause_cost=m.Cause("cost"),
    outside_field=(("outside the field",), ""),
    out_of_anywhere=((), ""),
)

Areas = tuple[tuple[str, ...], m.Who]


@action
def subject(what: m.Target) -> m.Target:
    if isinstance(what, Counted) and (what.several.compare, what.several.n) == ("equal", 0):
        found = counted_selector(what)
        return NoSuch(**{name: getattr(found, name) for name in m.Selector.__struct_fields__})
    return described(what)


@action
def attacks(what: m.Target, tense: str) -> Tensed:
    return Tensed(tense, m.Attacks(what))


@action
def attacked(what: m.Target, tense: str) -> Tensed:
    return Tensed(tense, m.Attacks(None, what))


def is_itself(what: m.Target) -> bool:
    """A mentioned card is played by the player who has it."""
    return what == m.This() or isinstance(what, Pronoun)


@action
def played(what: m.Target, tense: str) -> Tensed:
    return Tensed(tense, m.Played(what))


@action
def played_from(what: m.Target, tense: str, whose: m.Who, area: str) -> Tensed:
    """A card from a player's area is played by that player."""
    if isinstance(what, m.Selector) and what.areas:
        raise Unsound("from where is it played?")
    if isinstance(what, m.Selector) and what.whose not in ("", "any", whose):
        raise Unsound("whose card is played from whose area?")
    if whose not in ("", "you") and (is_itself(what) or whose != "opponent"):
        raise Unsound("from whose area?")
    by: m.Who = "any" if is_itself(what) or not whose else whose
    return Tensed(tense, m.Played(what, by, areas=(area,)))


@action
def played_to(what: m.Target, tense: str, zones: tuple[int, ...]) -> Tensed:
    place = m.Selector(m.Some(), types=("zone",), filters=(m.Zones(zones),))
    return Tensed(tense, m.Played(what, to=place))


@action
def plays(who: m.Who, tense: str, what: m.Target) -> Tensed:
    found = subject(what)
    if isinstance(found, m.Selector) and "ability" in found.types:
        raise Unsound("said in another way")
    if is_itself(found):
        return Tensed(tense, m.Played(found, played_by_whom(who)))
    if isinstance(found, m.Selector) and found.areas:
        if found.whose not in ("", who, "their"):
            raise Unsound("from whose area?")
        return Tensed(tense, m.Played(replace(found, areas=(), whose=""), who, found.areas))
    return Tensed(tense, m.Played(found, who))


@action
def plays_by(who: m.Who, tense: str, what: m.Target, how: str) -> Tensed:
    found = described(what)
    return Tensed(tense, m.Played(found, played_by_whom(who) if is_itself(found) else who, how=how))


@action
def plays_from(who: m.Who, tense: str, what: m.Target, whose: m.Who, area: str) -> Tensed:
    if whose not in (who, "their"):
        raise Unsound("from whose area?")
    return Tensed(tense, m.Played(what, played_by_whom(who) if is_itself(what) else who, areas=(area,)))


def played_by_whom(who: m.Who) -> m.Who:
    """This card is played by the player who has it; only "you" or "a player" can be named."""
    if who not in ("you", "any"):
        raise Unsound("this card is played by you: say “you” or “a player”")
    return "any"


@action
def to_whose(whose: m.Who, area: str) -> Areas:
    if area == "play":
        raise Unsound("“in play” belongs to no player: name the area and its player")
    return (area,), whose


@action
def placed(what: m.Target, tense: str, to: Areas) -> Tensed:
    if to[0] == ("soul zone",):
        return Tensed(tense, m.Attaches(what, "soul"))
    return Tensed(tense, moved(what, to))


def moved(what: m.Target, to: Areas, cause: m.Cause | None = None) -> m.Moved:
    """ "A card from your hand is put …": where it comes from belongs to the event."""
    if isinstance(what, m.Selector) and what.areas and what.end is None:
        card = replace(what, areas=(), whose="")
        return m.Moved(card, what.areas, to[0], cause, to[1], what.whose)
    return m.Moved(what, to=to[0], whose=to[1], cause=cause)


@action
def placed_from(what: m.Target, tense: str, to: Areas, origin: Areas) -> Tensed:
    return placed_from_cause(what, tense, to, origin, None)


@action
def placed_from_cause(what: m.Target, tense: str, to: Areas, origin: Areas, cause: m.Cause | None) -> Tensed:
    return Tensed(tense, m.Moved(what, origin[0], to[0], cause, to[1], origin[1]))


@action
def places(who: m.Who, tense: str, what: m.Target, to: Areas) -> Tensed:
    if isinstance(what, m.Selector) and m.State("in play") in what.filters:
        raise Unsound("said in another way")  # "a unit from play": where it comes from
    found = described(what)
    if isinstance(found, m.Selector) and found.whose == "their":
        found = replace(found, whose=who)
    return Tensed(tense, moved(found, to, by_player(who)))


@action
def places_out_of(who: m.Who, tense: str, what: m.Target, origin: Areas, to: Areas) -> Tensed:
    whose = who if origin[1] == "their" else origin[1]
    return placed_from_cause(described(what), tense, to, (origin[0], whose), by_player(who))


def by_player(who: m.Who) -> m.Cause:
    if who == "any":
        raise Unsound("by which player?")
    return m.Cause(who=who)


@action
def destroyed(what: m.Target, tense: str, _: str) -> Tensed:
    return Tensed(tense, m.Destroyed(what))


@action
def destroyed_cause(what: m.Target, tense: str, _: str, cause: m.Cause) -> Tensed:
    return Tensed(tense, m.Destroyed(what, cause))


@action
def evolves_into(what: m.Target, tense: str, into: m.Target) -> Tensed:
    return Tensed(tense, m.Evolves(what, described(into)))


@action
def discards_cause(who: m.Who, tense: str, what: m.Target, cause: m.Cause | None) -> Tensed:
    found = described(what)
    if isinstance(found, m.Selector) and found.areas == ("hand",):
        if {who, found.whose} == {"you", "opponent"}:
            raise Unsound("players discard from their own hands: say who discards, or who has it discarded")
        found = replace(found, areas=(), whose="")
    if isinstance(found, m.Selector) and found.filters == (m.Among(m.This()),):
        found = m.This()  # "this card from your hand"
    return Tensed(tense, m.Discarded(found, who, cause))


@action
def number_to_event(whose: m.Who, number: str, tense: str, bound: Compared) -> Tensed:
    """A change, not a lasting situation: going from 4 to 5 is not becoming "3 or more"."""
    if not isinstance(bound.amount, int) or bound.compare not in REACHED:
        raise Unsound("give one value, or say “n or more” or “n or less”")
    how, beyond = REACHED[bound.compare]
    return Tensed(tense, m.NumberChanges(number, whose, "any", bound.amount + beyond, compare=how))


REACHED: dict[str, tuple[m.Comparison, int]] = {
    "equal": ("equal", 0), "at least": ("at least", 0), "at most": ("at most", 0),
    "more": ("at least", 1), "less": ("at most", -1),
}  # fmt: skip


def own_deck(who: m.Who, whose: m.Who) -> m.Who:
    if whose not in (who, "their") or (who == "you" and whose == "their"):
        raise Unsound("whose deck? Only a player's own deck can be meant here")
    return who


def subject_of(told: Tensed) -> m.Target:
    for name in ("what", "target"):
        found = getattr(told.event, name, None)
        if found is not None:
            return found  # type: ignore[no-any-return]
    raise Unsound("the first event names no card that the second could refer to")


@action
def either_subject(one: m.Target, other: m.Target) -> m.Target:
    if isinstance(one, m.Selector) and isinstance(other, m.Selector):
        return one_of_two_kinds(one, other)
    one, other = described(one), described(other)
    first, second = (other, one) if isinstance(other, m.Selector) else (one, other)
    return cast(m.Target, EitherCard((first, second)))


def one_of_two_kinds(one: m.Selector, other: m.Selector) -> m.Selector:
    """ "When a <A> or a red card is …": a card that fits one of the two descriptions, once."""
    if isinstance(other, Lone) or (other.quantity == m.Every() and not isinstance(other, Whole)):
        if other.areas or any(not isinstance(each, m.Is) for each in (*one.filters, *other.filters)):
            raise Unsound("does that describe both of them? Say “a … or a …”")
        if not other.whose and is_one_list(one, other):
            raise Unsound("said in another way")
        other = replace(other, whose=other.whose or one.whose)
    if any(isinstance(each, m.Not | m.OtherThan) for each in one.filters):
        raise Unsound("other than the first, or than both of them? Say “neither … nor …”")
    kinds = tuple(described(each) for each in (one, other))
    if any(not isinstance(each, m.Selector) or each.bind or each.end is not None for each in kinds):
        raise Unsound("say it of each of the two separately")
    if any(each.quantity != m.Some() for each in kinds if isinstance(each, m.Selector)):
        raise Unsound("a number cannot stand here: describe the card only")
    whose: m.Who = "any" if any(each.whose for each in as_plain(kinds)) else ""
    return m.Selector(m.Some(), whose, filters=(m.Each(as_plain(kinds), one=True),))


def as_plain(kinds: tuple[Any, ...]) -> tuple[m.Selector, ...]:
    names = m.Selector.__struct_fields__
    return tuple(m.Selector(**{name: getattr(each, name) for name in names}) for each in kinds)


@action
def event_or(told: Tensed) -> Tensed:
    """What happens to one of two cards becomes two events; the described one comes first."""
    what = getattr(told.event, "what", None)
    if not isinstance(what, EitherCard):
        return told
    one, other = (Tensed(told.tense, replace(told.event, what=each)) for each in what.parts)
    return both(one, other)


def both(one: Tensed, other: Tensed) -> Tensed:
    if one.tense != other.tense:
        raise Unsound("the two events are in different tenses")
    return Tensed(one.tense, m.EitherEvent((one.event, other.event)))


constants(nth_one=1, nth_two=2, nth_three=3, nth_four=4, nth_five=5)


@action
def nth_played(who: m.Who, tense: str, whose: m.Who, n: int, what: Head, when: During) -> Tensed:
    """ "You play your second event each turn": the second time that you play one."""
    if whose not in (who, "their"):
        raise Unsound("whose card?")
    played = m.Played(m.Selector(m.Some(), types=what.types, filters=what.filters), who)
    return Tensed(tense, nth(played, n, when))


@action
def nth_drawn(who: m.Who, tense: str, whose: m.Who, n: int, when: During) -> Tensed:
    if whose not in (who, "their"):
        raise Unsound("whose card?")
    return Tensed(tense, nth(m.Drawn(who), n, when))


def nth(event: m.Event, n: int, when: During) -> m.Nth:
    """Of a turn, or of what is said of it: only what happens then is counted."""
    return m.Nth(event, n, during=when.conditions)


@action
def or_attacks(one: Tensed, tense: str) -> Tensed:
    who = subject_of(one)
    if isinstance(who, m.Player):
        raise Unsound("cards attack, not players")
    return both(one, attacks(who, tense))


@action
def or_placed_from(one: Tensed, to: Any, origin: Any) -> Tensed:
    """ "When this card is KO-ed or placed in your Drop Area from …"."""
    what = getattr(one.event, "what", None)
    if what is None or one.tense != "now":
        raise Unsound("what is placed there?")
    moved = m.Moved(what, origin[0], to[0], whose=to[1], origin_whose=origin[1])
    return Tensed("now", m.EitherEvent((one.event, moved)))


@action
def or_placed(one: Tensed, to: Any) -> Tensed:
    return or_placed_from(one, to, ((), ""))


@action
def or_placed_cause(one: Tensed, to: Any, cause: m.Cause) -> Tensed:
    told = or_placed(one, to)
    assert isinstance(told.event, m.EitherEvent)
    first, moved = told.event.events
    return Tensed("now", m.EitherEvent((first, replace(moved, cause=cause))))


@action
def choosing_effects(whose: m.Who, _: str = "") -> m.Target:
    return m.Selector(m.Some(), whose, types=("card or ability",))


@action
def player_targets_for(who: m.Who, tense: str, what: m.Target, chooser: m.Target | None) -> Tensed:
    """ "When your opponent chooses this unit as a target of an event": what they play chooses it."""
    if chooser is None:
        return Tensed(tense, m.Targeted(choosing_effects(who), described(what)))
    if not isinstance(chooser, m.Selector) or chooser.whose not in ("", "their", who):
        raise Unsound("whose choice is that?")
    return Tensed(tense, m.Targeted(replace(chooser, whose=who), described(what)))


# Moments

PhaseWords = tuple[str, m.Who, str]


@action
def phase_whose(whose: m.Who, phase: str) -> PhaseWords:
    return phase, "any" if whose == "each" else whose, ""


@action
def phase_whose_next(whose: m.Who, phase: str) -> PhaseWords:
    return phase, whose, "next"


@action
def phase_of_next_of(whose: m.Who, phase: str, turn_of: m.Who) -> PhaseWords:
    """ "The counter phase of your next turn": never this turn's."""
    if whose not in (turn_of, "their"):
        raise Unsound("whose phase? A phase belongs to the player whose turn it is")
    return phase, turn_of, "next" if phase == "turn" else "next turn"


@action
def at_beginning(words: PhaseWords) -> m.PhaseMoment:
    phase, whose, which = words
    return m.PhaseMoment("beginning", phase, whose, which)  # type: ignore[arg-type]


@action
def at_end(words: PhaseWords) -> m.PhaseMoment:
    phase, whose, which = words
    return m.PhaseMoment("end", phase, whose, which)  # type: ignore[arg-type]


# Monsters and their zones


@action
def reaches_zone(what: m.Target, tense: str, zones: tuple[int, ...]) -> Tensed:
    """By any movement: a step forward or back, or being moved."""
    return Tensed(tense, m.ChangesZone(what, zones=zones))


@action
def changes_zone(what: m.Target, tense: str, cause: m.Cause | None = None) -> Tensed:
    return Tensed(tense, m.ChangesZone(what, cause))


events(
    attacks_target=lambda what, target: m.Attacks(what, described(target)),
    attacks_player=lambda what, who: m.Attacks(what, m.Player(who)),
    attacked_by=lambda what, by: AttackedBy(described(by), what),
    played_by=lambda what, how: m.Played(what, how=how),
    placed_cause=moved,
    leaves=lambda what, origin: m.Moved(what, origin[0], origin_whose=origin[1]),
    leaves_cause=lambda what, origin, cause: m.Moved(what, origin[0], cause=cause, origin_whose=origin[1]),
    destroys=lambda who, what: m.Destroyed(described(what), by_player(who)),
    evolves=m.Evolves,
    draws=m.Drawn,
    draws_cause=m.Drawn,
    discarded=m.Discarded,
    discarded_from=m.Discarded,
    discarded_from_cause=m.Discarded,
    discarded_cause=lambda what, cause: m.Discarded(what, cause=cause),
    number_gained=lambda who, number: m.NumberChanges(number, who, "up"),
    number_lost=lambda who, number: m.NumberChanges(number, who, "down"),
    shuffles=lambda who, whose: m.Seen("shuffle", own_deck(who, whose)),
    deck_shuffled=lambda whose: m.Seen("shuffle", whose),
    searches=lambda who, whose: m.Seen("search", own_deck(who, whose)),
    reveals=lambda who, what: m.Seen("reveal", who, described(what)),
    revealed=lambda what: m.Seen("reveal", "any", what),
    wins_game=lambda who: m.Ends(who, "wins"),
    loses_game=lambda who: m.Ends(who, "loses"),
    advances=m.Advances,
    advances_invasion=lambda what: m.Advances(what, m.Cause("invasion")),
    advances_zone=lambda what, zones: m.Advances(what, zones=zones),
    advances_cause=m.Advances,
    retreats=m.Retreats,
    retreats_zone=lambda what, zones: m.Retreats(what, zones=zones),
    retreats_cause=m.Retreats,
    invades=m.Invades,
    player_invades=lambda who: m.Invades(m.Selector(m.Some(), who, types=("monster card",))),
    countered=m.Countered,
    counters=lambda who, what: m.Countered(described(what), who),
    activates=lambda who, what: m.CardUsed(described(what), who),
    activated=m.CardUsed,
    becomes_monster=lambda what: m.Moved(what, to=("invading monster zone",)),
    disappears=lambda what: m.Performs("any", "disappear", what),
    reshuffles=lambda who: m.Performs(who, "reshuffle"),
    targeted=lambda what, chooser: m.Targeted(chooser, what),
    targets_it=lambda chooser, what: m.Targeted(chooser, described(what)),
)


actions(
    player_targets=lambda who, tense, what: player_targets_for(who, tense, what, None),
    to_whose_either=lambda whose, one, other: ((*to_whose(whose, one)[0], *to_whose(whose, other)[0]), whose),
    to_any=lambda area: ((area,), ""),
    to_either_area=lambda one, other: ((one, other), ""),
    placed_from_swapped=lambda what, tense, origin, to, cause=None: placed_from_cause(
        what, tense, to, origin, cause
    ),
    moves=lambda what, tense, origin, to: placed_from(what, tense, to, origin),
    discards=lambda who, tense, what: discards_cause(who, tense, what, None),
    number_up_event=lambda whose, number, tense, cause=None: Tensed(
        tense, m.NumberChanges(number, whose, "up", cause=cause)
    ),
    number_down_event=lambda whose, number, tense, cause=None: Tensed(
        tense, m.NumberChanges(number, whose, "down", cause=cause)
    ),
    number_any_event=lambda whose, number, tense: Tensed(tense, m.NumberChanges(number, whose, "any")),
    choosing_cards=described,
    choosing_card=lambda _, what: described(what),
    chosen_by_those=lambda what: what,
    by_whatever=lambda _="": None,
    situation=lambda conditions: Tensed("now", m.Situation(conditions)),
    nth_event=lambda told, n, when: Tensed(told.tense, nth(told.event, n, when)),
    nth_event_on=lambda told, n, when: Tensed(told.tense, replace(nth(told.event, n, when), more=True)),
    in_any_turn=lambda: During(None),
    either_event=both,
    or_attacked=lambda one, tense: both(one, attacked(subject_of(one), tense)),
    or_destroyed=lambda one, tense, word: both(one, destroyed(subject_of(one), tense, word)),
    cause_whose=lambda whose, by: m.Cause(by, whose),
    cause_any=m.Cause,
    cause_source=lambda by, source: m.Cause(by, source=described(source)),
    cause_noun=lambda whose, noun, by: m.Cause(
        by, whose, m.Selector(m.Some(), types=() if noun == "card" else (noun,))
    ),
    cause_this=lambda noun, by: m.Cause(by, source=m.This()),
    cause_that=lambda noun, by: m.Cause(by, source=pronoun("that", noun)),
    cause_by_opponent=lambda by: m.Cause(by, "opponent"),
    cause_card=lambda source: m.Cause(source=described(source)),
    cause_not_whose=lambda whose, by: m.Cause(by, whose, negated=True),
    cause_not=lambda by: m.Cause(by, negated=True),
    cause_not_word=lambda by: m.Cause(by, negated=True),
    phase_of_whose=lambda phase, whose: phase_whose(whose, phase),
    phase_of_whose_next=lambda phase, whose: phase_of_next_of(whose, phase, whose),
    phase_whose_after=lambda whose, phase: (phase, whose, "next turn"),
    phase_whose_each=phase_whose,
    phase_each=lambda phase: (phase, "any", ""),
    phase_the=lambda phase: (phase, "any", ""),
    phase_this=lambda phase: (phase, "any", "this"),
    phase_that=lambda phase: (phase, "any", That("this")),
    phase_next=lambda phase: (phase, "any", "next"),
    at_end_turn=lambda: m.PhaseMoment("end", "turn"),
)
