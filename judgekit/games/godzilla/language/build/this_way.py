"""What the effect itself has done: cards sent, returned, added or banished "this way"; where cards go."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from judgekit.cardtext import model as m
from judgekit.cardtext.build.conditions import happened
from judgekit.cardtext.build.deck_rules import deck_most, is_printed
from judgekit.cardtext.build.players import each_who_has
from judgekit.cardtext.build.registry import ACTIONS, Head, Per, Tensed, Where, action, actions
from judgekit.cardtext.build.targets import described, selector
from judgekit.cardtext.build.targets.quantities import count_different
from judgekit.cardtext.build.verbs.choosing import taken
from judgekit.cardtext.build.verbs.drawing import one_until
from judgekit.cardtext.build.verbs.moving import to_zone
from judgekit.cardtext.build.verbs.playing import zone_it_was, zone_this_was
from judgekit.cardtext.errors import Unsound
from judgekit.games.godzilla.language.build.rage import RAGE
from judgekit.games.godzilla.language.build.zones import token_to

WENT = {"sent": ("discard pile",), "returned": ("hand", "deck"), "added": ("hand",)}


def went(word: str, what: m.Target) -> m.Event:
    """The event that a verb stands for; "banished" is what tokens do (9.1.3)."""
    if word == "banished":
        return m.Performs("any", "disappear", what)
    return m.Moved(what, to=WENT[word])


def sent_by(who: m.Who, what: m.Target) -> m.Target:
    """What the opponent sends, returns or adds are the opponent's own cards."""
    if who != "opponent":
        return what
    found = described(what)
    if not isinstance(found, m.Selector) or found.whose not in ("", "opponent", "their"):
        raise Unsound("whose card is it?")
    return replace(found, whose="opponent")


@action
def went_so(what: m.Target, tense: str, word: str) -> m.Condition:
    """ "If 2 or more monster cards are sent this way"."""
    if tense not in ("now", "past"):
        raise Unsound("“this way” can only ask about what was done")
    return happened(Tensed("past", went(word, described(what))), "effect")


@action
def on_top_of_the_shuffled(what: m.Target, whose: m.Who) -> tuple[m.Verb, ...]:
    """ "Place it on top of your deck after shuffling": the deck is shuffled without it."""
    return m.Shuffle(whose), m.Move(taken(what), m.Place("deck", whose, "top"))


@action
def that_went(to: Any) -> m.Did:
    """ "Each card placed into your discard pile this way"."""
    areas, whose = to
    return m.Did(m.Moved(m.This(), to=areas, whose=whose), "effect")


@action
def each_who_did(deed: str, what: m.Target, verb: Any) -> m.Verb:
    """ "Each player who discarded a monster card this way …": each according to what they discarded."""
    found = described(what)

    def done_by(who: m.Who) -> m.Event:
        return m.Discarded(found, who) if deed == "discarded" else m.Seen("reveal", who, found)

    return each_who_has(lambda who: happened(Tensed("past", done_by(who)), "effect"), verb)


FOR_INVASION = m.Not(m.OtherThan(m.Object()))  # the event's other card, and none but it


@action
def discarded_such_for_it(what: Head, rest: tuple[Any, ...]) -> m.Condition:
    """ "If you discarded a strategy card for this invasion"."""
    like = selector(m.Some(), "", what, rest)
    return m.Matches(m.Object(), replace(like, areas=(), whose=""))


@action
def move_until(whose: m.Who, to: m.Place, last: m.Target) -> m.Verb:
    """ "Send cards from the top of your deck to your discard pile until you send a monster card"."""
    return m.MoveUntil(one_until(last), whose, to)


@action
def player_plays_only_in(who: m.Who, what: m.Target, zones: tuple[int, ...]) -> m.Verb:
    """ "You can only play this card in zones 1-5"."""
    if who != "you" or what != m.This():
        raise Unsound("this wording goes only with this card: “you can only play this card in …”")
    return m.Prohibit(what, m.Act("be played", to=to_zone(zones)), only=True)


@action
def deck_all_have(what: Head, deck: str, features: tuple[m.Filter, ...]) -> m.Verb:
    """ "All monster cards in your monster deck must have «A»": none without it."""
    if len(features) != 1 or not is_printed(features[0]):
        raise Unsound("a deck rule can ask for only one printed property")
    return deck_most(deck, 0, Head(what.types, (*what.filters, m.Not(features[0]))))


actions(
    stat_than_rage=lambda way, stat, of: m.Stat(stat, way, m.ValueOf(RAGE, of)),
    stat_than_number=lambda way, stat, whose, number: m.Stat(stat, way, m.PlayerNumber(number, whose)),
    per_head_different=lambda head, what, rest: Per(count_different(what, selector(None, "", head, rest))),
    each_head_different=lambda head, what, rest, verbs: m.ForEach(
        count_different(what, selector(None, "", head, rest)), verbs
    ),
    is_other_of_event=lambda: (Where(("discard pile",), "you"), FOR_INVASION),
    zone_it_left=lambda: replace(zone_it_was(), quantity=m.Every()),
    zone_this_left=lambda: replace(zone_this_was(), quantity=m.Every()),
    phase_whose_now=lambda whose, phase: (phase, whose, "this"),
    in_phase_now=lambda phase: m.Until(phase, only=True),
    in_whose_phase=lambda whose, phase: m.Until(phase, whose, next=True, only=True),
    instead_either_time=lambda event, one, other, instead: tuple(
        ACTIONS["instead_during"](event, each, instead) for each in (one, other)
    ),
    went_this_way=lambda word: m.Did(went(word, m.This()), "effect"),
    they_sent_so=lambda who, word, what: went_so(sent_by(who, what), "past", word),
    banish=lambda what: m.Vanish(taken(what)),
    act_moved_zones=lambda cause=None: m.Act("be placed", cause=cause, to=m.Place("field")),
    tokens_to_both=lambda one, there, other, where: (token_to(one, there), token_to(other, where)),
)
