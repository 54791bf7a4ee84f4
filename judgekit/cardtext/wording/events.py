"""Events, conditions and durations in words."""

from __future__ import annotations

import re

from msgspec.structs import replace

from judgekit.cardtext import model as m
from judgekit.cardtext.discourse import is_single
from judgekit.cardtext.wording.targets import (
    PERIODS,
    STATE_TAILS,
    adjective,
    amount,
    anchor,
    counted,
    described,
    feature,
    is_zone_name,
    keyword_name,
    numbered_zones,
    place,
    says_area,
    tail,
    target,
)
from judgekit.cardtext.wording.words import ORDINALS, Words, a, bound, listed, owner, subject, third

DOES = {"draw": "drew", "lose": "lost", "win": "won", "become": "became", "leave": "left", "deal": "dealt"}
DOES |= {
    "put": "put",
    "stand": "stood",
    "drive": "drove",
    "heal": "healed",
    "set": "set",
    "pay": "paid",
    "KO": "KO'd",
}


def does(verb: str, tense: str, player: m.Who | None = None) -> str:
    """A verb in the tense of the event: attacks, would attack, has attacked."""
    first, _, rest = verb.partition(" ")
    tail = f" {rest}" if rest else ""
    if tense == "would":
        return f"would {verb}"
    if tense == "past":
        return past_of(first) + tail
    return verb if player in ("you", "that player") else third(verb)


def past_of(verb: str) -> str:
    if verb in DOES:
        return DOES[verb]
    return verb + ("d" if verb.endswith("e") else "ed")


def be(tense: str) -> str:
    return {"now": "is", "would": "would be", "past": "was"}[tense]


def event(words: Words, what: m.Event, tense: str = "now") -> str:
    match what:
        case m.EitherEvent(events=events):
            return " or ".join(one_of_events(words, each, tense) for each in events)
        case m.After(event=inner, moment=when):
            return f"{moment(words, when)} after {event(words, inner, tense)}"
        case m.Nth(event=inner, n=n, during=during, more=more):
            times = " ".join(map(time_of, during)) or "each turn"
            time = f"{ORDINALS[n]} time or more" if more else f"{ORDINALS[n]} time"
            return f"{event(words, inner, tense)} for the {time} {times}"
        case m.Situation(conditions=conditions):
            return all_conditions(words, conditions)
        case m.Attacks() | m.Damages() | m.Battles() | m.Defends() | m.Intercepts() | m.Combos():
            return battle_event(words, what, tense)
        case (
            m.Moved() | m.Played() | m.Destroyed() | m.Discarded() | m.Attaches() | m.Summoned() | m.Evolves()
        ):
            return move_event(words, what, tense)
        case m.Advances() | m.Retreats() | m.Invades() | m.ChangesZone() | m.Countered():
            return board_event(words, what, tense)
    return other_event(words, what, tense)


def time_of(when: m.Condition) -> str:
    match when:
        case m.DuringPhase(phase=phase, whose="any"):
            return f"during each player's {phase}"
        case m.DuringPhase(phase=phase, whose=whose):
            return f"during {owner(whose)} {phase}"
        case m.DuringTurn(whose=whose):
            return f"during {owner(whose)} turn"
    raise TypeError(f"no words for the time {when}")


def one_of_events(words: Words, what: m.Event, tense: str) -> str:
    """Beside another event, the end of a battle is worded as an event."""
    if what == m.PhaseMoment("end", "battle", which="this"):
        return f"the battle {does('end', tense)}"
    return event(words, what, tense)


def battle_event(words: Words, what: m.Event, tense: str) -> str:
    match what:
        case m.Attacks(what=None, target=m.Player(who=who)):
            return f"{subject(who)} {'are' if who == 'you' and tense == 'now' else be(tense)} attacked"
        case m.Attacks(what=None, target=found) if found is not None:
            return f"{target(words, found)} {be(tense)} attacked"
        case m.Attacks(what=found, target=None) if found is not None:
            return f"{target(words, found)} {does('attack', tense)}"
        case m.Attacks(what=found, target=m.Selector() | m.Player() as other) if found is not None:
            return f"{target(words, found)} {does('attack', tense)} {target(words, other)}"
        case m.Attacks(what=found, target=other) if found is not None and other is not None:
            return f"{target(words, other)} {be(tense)} attacked by {target(words, found)}"
        case m.Damages():
            return damage_event(words, what, tense)
        case m.Battles(what=found, result=result, against=other) if other is not None:
            ends = does(result.removesuffix("s"), tense)
            return f"{target(words, found)} {ends} a battle against {target(words, other)}"
        case m.Battles(what=found, result=result):
            by = f" by {what.by}" if what.by else ""
            return f"{target(words, found)} {does(result.removesuffix('s'), tense)}{by}"
        case m.Defends(what=found):
            return f"{target(words, found)} {does('defend', tense)}"
        case m.Intercepts(what=found):
            return f"{target(words, found)} {does('intercept', tense)}"
        case m.Combos(what=None, who=who):
            return f"{subject(who)} {does('combo', tense, who)}"
        case m.Combos(what=found, who=who, areas=areas) if found is not None:
            lead = f"{subject(who)} {does('combo', tense, who)} with {target(words, found)}"
            return lead + (f" from {owner(who)} {areas[0]}" if areas else "")
    raise TypeError(f"no words for {what}")


def damage_event(words: Words, what: m.Damages, tense: str) -> str:
    much = f"{what.least} or more " if what.least else ""
    sort = much + (f"{what.sort} damage" if what.sort else "damage")
    tense = "would" if what.waiting else tense
    if what.what is None and isinstance(what.to, m.Player):
        by = caused(words, what.cause)
        return f"{subject(what.to.who)} {player_be(what.to.who, tense)} dealt {sort}{by}"
    if what.what is None and what.to is None:
        return f"{sort} {be(tense)} dealt"
    if what.what is None and what.to is not None:
        return f"{target(words, what.to)} {be(tense)} dealt {sort}"
    assert what.what is not None
    to = "" if what.to is None else f" to {target(words, what.to)}"
    by = (
        f"{target(words, what.what)}'s attack"
        if what.cause == m.Cause("battle")
        else target(words, what.what)
    )
    return f"{by} {does('deal', tense)} {sort}{to}"


def player_be(who: m.Who, tense: str) -> str:
    return {"now": "are", "past": "were"}.get(tense, be(tense)) if who == "you" else be(tense)


def move_event(words: Words, what: m.Event, tense: str) -> str:
    match what:
        case m.Played():
            return played(words, what, tense)
        case m.Destroyed(what=found, cause=m.Cause(by="", who=who, source=None)) if who != "any":
            return f"{subject(who)} {does(words.destroy, tense, who)} {target(words, found)}"
        case m.Destroyed(what=found, cause=m.Cause(by="attack", source=source)) if source is not None:
            return f"{target(words, source)} {does('destroy', tense)} {target(words, found)} by attacking"
        case m.Destroyed(
            what=found, cause=m.Cause(by="combat damage", who="any", negated=False, source=source)
        ) if words.spelt and source is not None:
            return f"{target(words, source)} {does('destroy', tense)} {target(words, found)} by combat damage"
        case m.Destroyed(what=found, cause=cause):
            return f"{target(words, found)} {be(tense)} {words.destroyed}{caused(words, cause)}"
        case m.Discarded(what=found, who=who, cause=cause) if isinstance(found, m.Selector) and who != "any":
            lead = f"{subject(who)} {does('discard', tense, who)} {target(words, found)}"
            return lead + caused(words, cause)
        case m.Discarded(what=found, who=who, cause=cause):
            origin = f" from {owner(who)} hand" if who != "any" else ""
            return f"{target(words, found)} {be(tense)} discarded{origin}{caused(words, cause)}"
        case m.Attaches(what=found, how="charge", to=to):
            of = "" if to is None else f" of {target(words, to)}"
            return f"{target(words, found)} {does('become', tense)} a charge{of}"
        case m.Attaches(what=found, how="soul", to=None):
            return f"{target(words, found)} {be(tense)} put into the soul"
        case m.Attaches(what=found, how="soul", to=to) if to is not None:
            return f"{target(words, found)} {be(tense)} put into the soul of {target(words, to)}"
        case m.Attaches(what=found, how="under", to=to) if to is not None:
            return f"{target(words, found)} {be(tense)} placed under {target(words, to)}"
        case m.Attaches(what=found, to=to) if to is not None:
            return f"{target(words, found)} {be(tense)} set to {target(words, to)}"
        case m.Summoned():
            return summoned(words, what, tense)
        case m.Evolves(what=found, into=None):
            return f"{target(words, found)} {does('evolve', tense)}"
        case m.Evolves(what=found, into=into) if into is not None:
            return f"{target(words, found)} {does('evolve', tense)} into {target(words, into)}"
        case m.Moved():
            return moved(words, what, tense)
    raise TypeError(f"no words for {what}")


def played(words: Words, what: m.Played, tense: str) -> str:
    card = target(words, what.what)
    if what.how == "mobilize":
        origin = (
            f" from {owner('you' if what.by == 'any' else what.by)} {what.areas[0]}" if what.areas else ""
        )
        if what.by == "any":
            return f"{card} {be(tense)} mobilized{origin}{caused(words, what.cause)}"
        return f"{subject(what.by)} {does('mobilize', tense, what.by)} {card}{origin}"
    how = f" by {how_words(what.how)}" if what.how else ""
    if what.by != "any":
        if what.areas and not isinstance(what.what, m.Selector):
            return f"{card} {be(tense)} played from {owner(what.by)} {what.areas[0]}"
        origin = f" in {owner(what.by)} {listed(list(what.areas))}" if what.areas else ""
        to = f" in {place_named(words, what.to)}" if isinstance(what.to, m.Selector) else ""
        return f"{subject(what.by)} {does('play', tense, what.by)} {card}{origin}{how}{to}"
    whose = "your " if what.what == m.This() else ""
    origin = f" from {whose}{what.areas[0]}" if what.areas else ""
    to = f" in {target(words, what.to).removeprefix('a ')}" if what.to is not None else ""
    if isinstance(what.to, m.Selector):
        to = f" in {place_named(words, what.to)}"
    return f"{card} {be(tense)} played{origin}{how}{to}"


def place_named(words: Words, what: m.Selector) -> str:
    if not what.filters:
        return f"{owner(what.whose)} zones" if what.whose else "a zone"
    zones = what.filters[0]
    if what.filters[1:] or what.whose or not isinstance(zones, m.Zones):
        return target(words, what)
    return numbered_zones(zones.numbers)


def how_words(how: str) -> str:
    if how == "effect":
        return "an effect"
    return " or ".join(f"[{keyword_name(each)}]" for each in how.split(" or "))


def summoned(words: Words, what: m.Summoned, tense: str) -> str:
    card = target(words, what.what)
    if what.how.endswith("summoning") and what.by != "any":
        return summoned(words, replace(what, how=what.how.partition(" ")[0]), tense)
    if what.how.endswith("summoning") or what.how == "enhance":
        return f"{card} {does('enter', tense)} play through {what.how}"
    if what.by != "any":
        if tense == "would":
            return f"{subject(what.by)} would {what.how} summon {card}"
        origin = (
            f" from {'your' if what.by == 'you' else 'their'} {' or '.join(what.areas)}" if what.areas else ""
        )
        how = f"{what.how} " if what.how else ""
        return f"{subject(what.by)} {how}{does('summon', tense, what.by)} {card}{origin}"
    origin = f" from your {' or '.join(what.areas)}" if what.areas else ""
    how = f"{what.how} " if what.how else ""
    return f"{card} {be(tense)} {how}summoned{origin}"


def moved(words: Words, what: m.Moved, tense: str) -> str:
    card = target(words, what.what)
    plain = not (what.origin or what.whose or what.cause)
    if what.to == ("play",) and plain:
        return f"{card} {does('enter', tense)} play"
    if what.to == ("play",) and what.cause is None and not what.whose:
        return f"{card} {does('enter', tense)} play from {place_words(what.origin, what.origin_whose)}"
    if what.to == ("circle",) and not what.origin and not what.whose:
        return f"{card} {be(tense)} placed on a circle{caused(words, what.cause)}"
    if what.cause is not None and what.to == ("set zone",) and is_by_player(what) and not what.whose:
        you, past = what.cause.who == "you", tense == "past"
        sets = f"{'have' if you else 'has'} set" if past else "set" if you else "sets"
        return f"{subject(what.cause.who)} {sets} {card}"
    if what.to == ("set zone",) and plain and "to set" in words.idioms:
        return f"{card} {be(tense)} set"
    if what.to == ("invading monster zone",) and plain:
        return f"{card} {does('become', tense)} the new invading monster"
    origin = place_words(what.origin, what.origin_whose)
    if what.to == ("circle",) and not what.whose and what.cause is None:
        return f"{card} {be(tense)} placed on a circle from {origin}"
    if not what.to:
        return f"{card} {does('leave', tense)} {origin}{caused(words, what.cause)}"
    to = place_words(what.to, what.whose)
    start = f" from {origin}" if what.origin else ""
    if what.cause is not None and is_by_player(what):
        who = what.cause.who
        return f"{subject(who)} {does('place', tense, who)} {card}{start} into {to}"
    return f"{card} {be(tense)} placed into {to}{start}{caused(words, what.cause)}"


def is_by_player(what: m.Moved) -> bool:
    """Moved by a player: the player can be the subject of the sentence."""
    cause = what.cause
    return cause is not None and cause == m.Cause(who=cause.who) and cause.who != "any"


def place_words(areas: tuple[str, ...], whose: m.Who) -> str:
    if areas == ("outside the field",):
        return areas[0]
    if areas == ("circle",) and not whose:
        return "a circle"
    lead = f"{owner(whose)} " if whose else ("" if areas == ("play",) else "the ")
    return f"{lead}{listed(list(areas))}"


def board_event(words: Words, what: m.Event, tense: str) -> str:
    match what:
        case m.Advances(what=found, cause=m.Cause(by="invasion"), zones=zones) if zones:
            return f"{target(words, found)} {does('invade', tense)} into {numbered_zones(zones)}"
        case m.Advances(what=found, cause=m.Cause(by="invasion")):
            return f"{target(words, found)} {does('advance', tense)} from an invasion"
        case m.Advances(what=found, zones=zones) if zones:
            return f"{target(words, found)} {does('advance', tense)} to {numbered_zones(zones)}"
        case m.Advances(what=found, cause=cause):
            return f"{target(words, found)} {does('advance', tense)}{caused(words, cause)}"
        case m.Retreats(what=found, zones=zones) if zones:
            return f"{target(words, found)} {does('retreat', tense)} to {numbered_zones(zones)}"
        case m.Retreats(what=found, cause=cause):
            return f"{target(words, found)} {does('retreat', tense)}{caused(words, cause)}"
        case m.Invades(what=found):
            return f"{target(words, found)} {does('invade', tense)}"
        case m.ChangesZone(what=found, cause=cause) if "circles" in words.idioms and cause is not None:
            return f"{target(words, found)} {be(tense)} moved{caused(words, cause)}"
        case m.ChangesZone(what=found, to=to, origin=origin) if "circles" in words.idioms and (to or origin):
            way = f" from the {origin}" * bool(origin) + f" to the {to}" * bool(to)
            return f"{target(words, found)} {does('move', tense)}{way}"
        case m.ChangesZone(what=found) if "circles" in words.idioms:
            return f"{target(words, found)} {does('move', tense)}"
        case m.ChangesZone(what=found, zones=zones) if zones:
            return f"{target(words, found)} {does('reach', tense)} {numbered_zones(zones)}"
        case m.ChangesZone(what=found, cause=cause):
            return f"{target(words, found)} {does('change', tense)} zones{caused(words, cause)}"
        case m.Countered(what=found, by="any"):
            return f"{target(words, found)} {be(tense)} countered"
        case m.Countered(what=found, by=who):
            return f"{subject(who)} {does('counter', tense, who)} {target(words, found)}"
    raise TypeError(f"no words for {what}")


def ability_of(words: Words, of: m.Target | None) -> str:
    return "" if of in (None, m.Selector(m.Some())) else f" of {target(words, of)}"


def other_event(words: Words, what: m.Event, tense: str) -> str:
    match what:
        case m.PhaseMoment():
            return moment(words, what)
        case m.Drawn(who=who, cause=cause):
            return f"{subject(who)} {does('draw', tense, who)} a card{caused(words, cause)}"
        case m.NumberChanges():
            return number_event(words, what, tense)
        case m.Targeted(target=found) if "chosen by effects" in words.idioms:
            return f"{target(words, found)} {be(tense)} chosen{caused(words, what.by(words.effect))}"
        case m.Targeted(what=None, target=found):
            return f"{target(words, found)} {be(tense)} chosen as a target"
        case m.Targeted(what=chooser, target=found) if chooser is not None:
            return f"{target(words, chooser)} {does('choose', tense)} {target(words, found)} as a target"
        case m.AbilityUsed(who=who, kind=kind, of=found) if kind in words.abilities_used:
            said = f"{words.abilities_used[kind]}{ability_of(words, found)}"
            if who == "any":
                return f"{a(said)} {be(tense)} {past_of(words.use)}"
            return f"{subject(who)} {does(words.use, tense, who)} {a(said)}"
        case m.AbilityUsed(who=who, kind="", of=found):
            verb = f"{words.use} {a(words.ability)}{ability_of(words, found)}"
            return f"{subject(who)} {does(verb, tense, who)}"
        case m.AbilityUsed(who="any", kind="logic drive", of=found) if found is not None:
            return f"the logic drive of {target(words, found)} {be(tense)} used"
        case m.AbilityUsed(who=who, kind="logic drive", of=found) if found is not None:
            return f"{subject(who)} {does('use', tense, who)} the logic drive of {target(words, found)}"
        case m.AbilityUsed(who=who, kind="logic drive"):
            return f"{subject(who)} {does('use', tense, who)} a logic drive"
        case m.AbilityUsed(who=who, kind=kind, of=m.This()):
            return f"{subject(who)} {does('activate', tense, who)} this card's [{keyword_name(kind)}]"
        case m.AbilityUsed(who="any", kind=kind, of=found) if found is not None:
            return f"[{keyword_name(kind)}] of {target(words, found)} {be(tense)} activated"
        case m.AbilityUsed(who=who, kind=kind):
            return f"{subject(who)} {does('activate', tense, who)} [{keyword_name(kind)}]"
        case m.CardUsed(what=found, who="any"):
            return f"{target(words, found)} {be(tense)} activated"
        case m.CardUsed(what=found, who=who):
            return f"{subject(who)} {does('activate', tense, who)} {target(words, found)}"
        case m.Turned(what=found, orientation=orientation, cause=cause):
            way = turned(words, orientation, tense, by=cause is not None)
            return f"{target(words, found)} {way}{caused(words, cause)}"
        case m.Flipped(what=found, face=face, cause=cause):
            return f"{target(words, found)} {be(tense)} turned face {face}{caused(words, cause)}"
        case m.Seen(act="reveal", who="any", what=found) if found is not None:
            return f"{target(words, found)} {be(tense)} revealed"
        case m.Seen(act=act, who=who, what=None):
            return f"{subject(who)} {does(act, tense, who)} {'your' if who == 'you' else 'their'} deck"
        case m.Seen(act=act, who=who, what=found) if found is not None:
            return f"{subject(who)} {does(act, tense, who)} {target(words, found)}"
        case m.Performs():
            return performed(words, what, tense)
        case m.Ends(who=who, result=result):
            return f"{subject(who)} {does(result.removesuffix('s'), tense, who)} the game"
    raise TypeError(f"no words for {what}")


def number_event(words: Words, what: m.NumberChanges, tense: str) -> str:
    lead = f"{owner(what.whose)} {what.number}"
    if what.to is not None:
        return f"{lead} {does('become', tense)} {what.to}{SO_MANY[what.compare]}"
    verb = {"up": "increase", "down": "decrease", "any": "change"}[what.way]
    return f"{lead} {does(verb, tense)}{caused(words, what.cause)}"


def turned(words: Words, orientation: str, tense: str, by: bool = False) -> str:
    """A card rests, and is rested by something."""
    mode = words.modes.get(orientation)
    if mode is not None and by and mode.becomes == mode.make:
        return f"{be(tense)} {past_of(mode.make)}"
    if mode is not None:
        return does(mode.becomes, tense)
    return f"{be(tense)} switched to {orientation} mode"


def performed(words: Words, what: m.Performs, tense: str) -> str:
    match what:
        case m.Performs(action="drive", who="you" | "opponent" as who, what=found) if found is not None:
            return f"{subject(who)} {does('drive', tense, who)} {target(words, found)}"
        case m.Performs(action="drive", what=found) if found is not None:
            return f"{target(words, found)} {be(tense)} driven"
        case m.Performs(action="disappear" | "trance" as action, what=found) if found is not None:
            return f"{target(words, found)} {does(action, tense)}"
        case m.Performs(action="gain control", who=who, what=found) if found is not None:
            return f"{subject(who)} {does('gain', tense, who)} control of {target(words, found)}"
        case m.Performs(action="genesis summoning" | "abyssal summoning" as action, who=who):
            return f"{subject(who)} {does('accomplish', tense, who)} {a(action)}"
        case m.Performs(action="negate", who=who):
            return f"{subject(who)} {does('negate', tense, who)} a card"
        case m.Performs(action="heal", who=who):
            return f"{subject(who)} {does('heal', tense, who)} 1 or more life"
        case m.Performs(action="negate attack", who="any", what=found) if found is not None:
            return f"an attack of {target(words, found)} {be(tense)} negated"
        case m.Performs(action="negate attack", who=who, what=found) if found is not None:
            return f"{subject(who)} {does('negate', tense, who)} an attack of {target(words, found)}"
        case m.Performs(action="negate attack", who=who):
            return f"{subject(who)} {does('negate', tense, who)} an attack"
        case m.Performs(action="pay", who=who):
            return f"{subject(who)} {does('pay', tense, who)} energy"
        case m.Performs(action="reshuffle", who=who) if "perform a reshuffle" in words.idioms:
            return f"{subject(who)} {does('perform', tense, who)} a reshuffle"
        case m.Performs(action="logic definition", who=who, what=found) if found is not None:
            return f"{subject(who)} {does('define', tense, who)} logic with {target(words, found)}"
        case m.Performs(
            action="level boost" | "luck drive" | "logic definition" | "refresh" as action, who=who
        ):
            return f"{subject(who)} {does('perform', tense, who)} {a(action)}"
        case m.Performs(action="logic drive", who=who):
            return f"{subject(who)} {does('use', tense, who)} a logic drive"
        case m.Performs(action=action, who=who):
            return f"{subject(who)} {does(action, tense, who)}"


def moment(words: Words, what: m.PhaseMoment) -> str:
    if what in END_OF_BATTLE and "end of battle step" in words.idioms:
        return f"at the end of battle step{END_OF_BATTLE[what]}"
    lead = "after " if what.moment == "after" else f"at the {what.moment} of "
    if what.whose != "any":
        if what.which == "next turn":
            return f"{lead}the {what.phase} of {owner(what.whose)} next turn"
        following = "next " if what.which == "next" else ""
        now = " this turn" if what.which == "this" else ""
        return f"{lead}{owner(what.whose)} {following}{what.phase}{now}"
    which = {"": "the", "this": "this", "next": "the next", "each": "each"}[what.which]
    return f"{lead}{which} {what.phase}"


END_OF_BATTLE = {
    m.PhaseMoment("end", "battle"): "",
    m.PhaseMoment("end", "battle", which="this"): " of this battle",
}


def caused(words: Words, cause: m.Cause | None) -> str:
    if cause is None:
        return ""
    if cause.negated and cause.by in ("overload", "battle", "combat") and cause.who == "any":
        return f" for a reason other than {cause.by}"
    lead = " except by" if cause.negated else " by"
    if cause.by == "rule":
        return f"{lead} a rule"
    if cause.by == "cost":
        return " as a cost"
    if cause.by in (
        "losing a battle",
        "logic definition",
        "damage",
        "having no undestroyed gates",
        "refresh points",
        "another member's mobilization",
    ):
        return f"{lead} {cause.by}"
    if cause.by == "attacking":
        return f"{lead} attacking"
    if cause.by == "battle":
        return " in battle" if cause.source is None else f" in battle by {target(words, cause.source)}"
    if cause.by == "invasion":
        return " for an invasion"
    if cause.by == "rage":
        return " to gain rage"
    if cause.by == "crush":
        return f"{lead} being crushed{' by this card' if cause.source is not None else ''}"
    if cause.by == "combat damage" and cause.source is None:
        return f"{lead} combat damage"
    if cause.by == "" and cause.source is None:
        return f"{lead} {subject(cause.who)}"
    if cause.by == "" and cause.source is not None:
        return f"{lead} {target(words, cause.source)}"
    if cause.source is not None and cause.who == "any":
        return f"{lead} the {cause.by} of {target(words, cause.source)}"
    if cause.source is not None:
        noun = described(words, cause.source, False) if isinstance(cause.source, m.Selector) else "card"
        return f"{lead} {owner(cause.who)} {noun}'s {cause.by}"
    if cause.who == "any":
        return f"{lead} {a(cause.by)}"
    plural = "s" if cause.by == "effect" and "effects" in words.idioms else ""
    return f"{lead} {owner(cause.who)} {cause.by}{plural}"


# Conditions


def provided(words: Words, found: tuple[m.Condition, ...]) -> str:
    """`if …`; `unless …` where the only condition is a negated one."""
    match found:
        case (m.NotSo(what=inner),) if not isinstance(inner, m.Matches | m.DuringTurn | m.DuringPhase):
            return f"unless {condition(words, inner)}"
        case (m.NotSo(what=m.Matches(what=m.Selector(quantity=m.Every())) as inner),):
            return f"unless {condition(words, inner)}"
    return f"if {all_conditions(words, found)}"


def all_conditions(words: Words, found: tuple[m.Condition, ...]) -> str:
    return " and ".join(condition(words, each) for each in found)


def soul_of_so_many(compare: str, n: int) -> str:
    """ "has soul", "has 2 or more soul cards"."""
    if (compare, n) in (("at least", 1), ("equal", 0)):
        return "has soul" if n else "does not have soul"
    return f"has {'exactly ' * (compare == 'equal')}{n}{SO_MANY[compare]} soul cards"


SO_MANY = {"at least": " or more", "at most": " or less", "equal": ""}


def condition(words: Words, what: m.Condition) -> str:
    said = asked(words, what)
    return in_the_past(said) if words.spelt and is_of_gone(words, what) else said


def is_of_gone(words: Words, what: m.Condition) -> bool:
    """Whether it asks what a card was like before the text moved it; whether it is in play, or where out of
    play it lies, is asked of it now."""
    match what:
        case m.NotSo(what=inner):
            return is_of_gone(words, inner)
        case m.Matches(what=card, like=like):
            there = ON_TABLE.issuperset(like.areas) and STILL_THERE.isdisjoint(like.filters)
            return card in words.gone and there
        case m.Compare(left=m.ValueOf(what=card)):
            return card in words.gone
        case m.Compare(left=m.Count(what=m.Selector(filters=(m.Attached(to=card),)))):
            return card in words.gone
    return False


ON_TABLE = frozenset({"attack zone", "defense zone", "set zone", "field zone", "front row"})
STILL_THERE = frozenset({m.State("in play"), m.State("play")})


PAST = {
    "is": "was", "are": "were", "has": "had", "have": "had",
    "does not have": "did not have", "do not have": "did not have",
}  # fmt: skip
_PRESENT = re.compile(r"\b(does not have|do not have|is|are|has|have)\b(?![^(]*\))")


def in_the_past(said: str) -> str:
    return _PRESENT.sub(lambda found: PAST[found[1]], said, count=1)


def has_charges(compare: str, n: int) -> str:
    if (compare, n) in (("at least", 1), ("equal", 0)):
        return "has any charges" if n else "has no charges"
    return f"has {'exactly ' * (compare == 'equal')}{n}{SO_MANY[compare]} charges"


def asked(words: Words, what: m.Condition) -> str:
    match what:
        case m.Compare(
            left=m.HowOften(event=m.Attacks(what=m.Selector() as who) as found, apart=True) as left
        ):
            several = replace(found, what=replace(who, quantity=m.Exactly(what.right)))
            return f"exactly {event(words, several, 'past')} {PERIODS[left.period]}"
        case m.Compare(
            left=m.Count(what=m.Selector(whose="", types=(), filters=(m.Attached("charge", host),))),
            compare="at least" | "at most" | "equal" as compare, right=int(n),
        ) if words.spelt and not isinstance(host, m.Selector):  # fmt: skip
            return f"{target(words, host)} {has_charges(compare, n)}"
        case m.Compare(
            left=m.Count(what=m.Selector(whose="", types=(), filters=(m.Attached("soul", host),), bind=0)),
            compare="at least" | "at most" | "equal" as compare, right=int(n),
        ) if not isinstance(host, m.Selector) or is_single(host):  # fmt: skip
            return f"{target(words, host)} {soul_of_so_many(compare, n)}"
        case m.Compare(
            left=m.Count(what=m.Selector(whose="opponent", filters=(m.Among(what=m.Bound(), whole=True),))),
            right=0,
        ):
            return "your opponent cannot"
        case m.Compare(left=m.Count(what=found, different="") as left, compare=compare, right=right):
            return exists(words, found, compare, right, left)
        case m.Compare(left=m.PlayerNumber(number="turn order", who=who), right=int(n)):
            return f"{subject(who)} {'are' if who == 'you' else 'is'} going {ORDINALS[n]}"
        case m.Compare(left=m.PlayerNumber(number="turn of their own", who=who), right=int(n)):
            return f"this is {owner(who)} {ORDINALS[n]} turn"
        case m.Compare(
            left=m.PlayerNumber(number="attacks this turn", who=who), compare="at least", right=int(n)
        ):
            return f"this is {owner(who)} {ORDINALS[n]} or later attack this turn"
        case m.Compare(left=m.PlayerNumber(number="attacks this turn", who=who), right=int(n)):
            return f"this is {owner(who)} {ORDINALS[n]} attack this turn"
        case m.Compare(
            left=m.PlayerNumber(
                number="gates destroyed this turn" | "gates destroyed this game" as of, who=who
            ),
            right=int(n),
        ):
            return f"it is the {ORDINALS[n]} of {owner(who)} {of}"
        case m.Compare(left=m.PlayerNumber(number="battles this turn", who=who), right=int(n)):
            return f"this is {owner(who)} {ORDINALS[n]} battle this turn"
        case m.Compare(left=left, compare=compare, right=right):
            return f"{amount(words, left)} is {bound(compare, amount(words, right))}"
        case m.Matches(
            what=m.Role(role="circle being attacked"),
            like=m.Selector(filters=(m.Near(relation="on", of=of),)),
        ):
            return f"the circle of {anchor(words, of)} is being attacked"
        case m.Matches(what=card, like=like):
            return matches(words, card, like, False)
        case m.NotSo(what=m.Matches(what=card, like=like)):
            return matches(words, card, like, True)
        case m.NotSo(what=m.DuringTurn(whose=whose)):
            return f"it is not {owner(whose)} turn"
        case m.NotSo(what=m.DuringPhase(phase="battle", whose="any")):
            return "no battle is going on"
        case m.NotSo(what=m.DuringPhase(phase=phase, whose="any")):
            return f"it is not the {phase}"
        case m.NotSo(what=m.DuringPhase(phase=phase, whose=whose)):
            return f"it is not {owner(whose)} {phase}"
        case m.DuringTurn(whose=whose):
            return f"it is {owner(whose)} turn"
        case m.DuringPhase(phase="battle", whose="any"):
            return "a battle is going on"
        case m.DuringPhase(phase=phase, whose="any"):
            return f"it is the {phase}"
        case m.DuringPhase(phase=phase, whose=whose):
            return f"it is {owner(whose)} {phase}"
        case m.NotSo(what=inner):
            return f"it is not so that {condition(words, inner)}"
        case m.Happened(
            event=m.Invades(
                what=m.Selector(whose="you" | "opponent" as who, types=("monster card",), filters=())
            ),
            least=1,
        ):
            return f"{subject(who)} invaded {PERIODS[what.period]}"
        case m.Happened(
            event=m.AbilityUsed(who="any", kind=kind), period=period
        ) if kind and kind not in words.abilities_used:  # fmt: skip
            return f"a [{keyword_name(kind)}] skill was activated {PERIODS[period]}"
        case m.Happened(event=m.Destroyed(what=m.This(), cause=m.Cause()) as found, period="effect", least=1):
            return event(words, found, "past")
        case m.Happened(event=m.Played(what=m.This()) as found, period="game", least=1):
            return event(words, found, "past")  # as the object that it is now it came but once
        case m.Happened(event=found, period=period, least=1):
            return f"{event(words, found, 'past')} {PERIODS[period]}"
        case m.Happened(
            event=m.Attacks(what=m.Selector() as who) as found, period=period, least=n, apart=True
        ):
            several = replace(found, what=replace(who, quantity=m.AtLeast(n)))
            return f"{event(words, several, 'past')} {PERIODS[period]}"
        case m.Happened(event=found, period=period, least=least):
            return f"{event(words, found, 'past')} {least} or more times {PERIODS[period]}"
        case m.OneHolds(conditions=conditions):
            return " or ".join(condition(words, each) for each in conditions)
        case m.AllHold(conditions=(one, *rest)):
            last = m.AllHold(tuple(rest)) if len(rest) > 1 else rest[0]
            return f"both {condition(words, one)} and {condition(words, last)}"
    raise TypeError(f"no words for the condition {what}")


def exists(words: Words, found: m.Selector, compare: str, right: object, left: m.Count) -> str:
    """Cards of both players are counted together: "in both players' hands"."""
    text = so_many(words, found, compare, right)
    return text.replace(owner("each"), "both players'") if found.whose == "each" else text


def so_many(words: Words, found: m.Selector, compare: str, right: object) -> str:
    owned = f"of {owner(found.whose)} " if found.whose and not says_area(found) else ""
    if isinstance(right, int) and not (compare == "equal" and right == 1):
        if (compare, right) == ("at least", 1) and not owned:
            return f"there is {a(described(words, found, False))}"
        many = {"at least": f"{right} or more ", "at most": f"{right} or less ", "equal": f"exactly {right} "}
        if compare == "equal" and right == 0:
            many["equal"] = "none " if owned else "no "
        if compare in many:
            return f"there are {many[compare]}{owned}{described(words, found, True)}"
    text = bound(compare, amount(words, right))  # type: ignore[arg-type]
    return f"the number of {counted(words, found)} is {text}"


def matches(words: Words, card: m.Target, like: m.Selector, negated: bool) -> str:
    lead = target(words, card)
    plural = isinstance(card, m.Selector) and lead.startswith("all ")
    if isinstance(card, m.Selector) and is_zone_name(card) and " or " in lead:
        lead, plural = lead.replace(" or ", " and "), True
    verb = ("are not" if plural else "is not") if negated else ("are" if plural else "is")
    if len(like.filters) == 1 and isinstance(like.filters[0], m.OneOf) and not (like.types or like.areas):
        return either_of(words, lead, plural, negated, like.filters[0])
    if plural and not negated and (alike := of_all(words, like)):
        return f"{lead} {alike}"
    heads = [adjective(words, each) for each in like.filters]
    if not (like.types or like.filters or like.areas):
        return f"{lead} {verb} {a(f'{SIDES[like.whose]} card')}"
    mixed = m.State("token") in like.filters or any(
        (isinstance(each, m.Is) and head) or (isinstance(each, m.Stat) and each.stat == "charges")
        for each, head in zip(like.filters, heads, strict=True)
    )
    lying = bool(like.areas) and bool(like.filters)
    if like.types or mixed or lying or any(isinstance(each, m.OtherThan) for each in like.filters):
        side = f"{SIDES[like.whose]} " if like.whose in SIDES and not like.areas else ""
        if side and "is theirs" in words.idioms:
            return f"{lead} {verb} {owner(like.whose)} {described(words, like, False)}"
        return f"{lead} {verb} {a(side + described(words, like, False))}"
    if like.filters and all(heads):
        return f"{lead} {verb} {' and '.join(heads)}"
    features = [A_SET_CARD if is_set_card(each) else feature(words, each) for each in like.filters]
    if features and all(features):
        has = ("do not have" if plural else "does not have") if negated else ("have" if plural else "has")
        return f"{lead} {has} {' and '.join(features)}"
    if like.areas:
        whose = f"{owner(like.whose)} " if like.whose else "the "
        return f"{lead} {verb} in {whose}{listed(list(like.areas))}"
    said = [adjective(words, each) or predicate(words, each) for each in like.filters]
    if like.whose not in ("", "any"):
        said = [each.replace("in zone", f"in {owner(like.whose)} zone", 1) for each in said]
    return f"{lead} {verb} {' and '.join(said)}"


def of_all(words: Words, like: m.Selector) -> str:
    """What is said of each of several cards in words of its own."""
    match like.filters:
        case (m.Stat(stat="soul", compare=compare, amount=int() as n),):
            return soul_of_so_many(compare, n).replace("has", "have").replace("does", "do")
        case (m.Did() as done,):
            return tail(words, done).removeprefix("that ").replace("was ", "were ", 1)
    return ""


SIDES = {"you": "allied", "opponent": "enemy"}
A_SET_CARD = "a card set to it"


def is_set_card(what: m.Filter) -> bool:
    return isinstance(what, m.Holding) and what.where == "set"


def either_of(words: Words, lead: str, plural: bool, negated: bool, what: m.OneOf) -> str:
    """ "is red or in rest mode", "has rank 2 or less or no abilities"."""
    features = [feature(words, each) for each in what.filters]
    if all(features):
        has = ("do not have" if plural else "does not have") if negated else ("have" if plural else "has")
        return f"{lead} {has} {' or '.join(features)}"
    verb = ("are not" if plural else "is not") if negated else ("are" if plural else "is")
    said = [adjective(words, each) or predicate(words, each) for each in what.filters]
    return f"{lead} {verb} {' or '.join(said)}"


def predicate(words: Words, what: object) -> str:
    if isinstance(what, m.State):
        return STATE_TAILS.get(what.state, what.state)
    if isinstance(what, m.Stat):
        return f"{what.stat} {bound(what.compare, amount(words, what.amount))}"
    if isinstance(what, m.Is):
        return tail(words, what)
    return place(words, what)  # type: ignore[arg-type]


# Durations


def duration(words: Words, what: m.Duration | None) -> str:
    match what:
        case None:
            return ""
        case m.Until(end=end, whose="any", next=True, only=True):
            return f" during the next {end}"
        case m.Until(end=end, whose="any", only=True):
            return f" during the {end} of this turn"
        case m.Until(end=end, whose=whose, only=True):
            return f" during {owner(whose)} next {end}"
        case m.Until(end="turn", whose="any", next=True):
            return " until the end of the next turn"
        case m.Until(end=end, whose="any"):
            return f" until the end of the {end}" if end != "turn" else " until end of turn"
        case m.Until(end=end, whose=whose, moment="beginning"):
            return f" until the beginning of {owner(whose)} next {end}"
        case m.Until(end="turn", whose=whose):
            return f" until the end of {owner(whose)} next turn"
        case m.Until(end=end, whose=whose, next=following):
            return f" until the end of {owner(whose)} {'next ' if following else ''}{end}"
        case m.WhileIn(what=m.This(), spot=True):
            return " until this card leaves its zone"
        case m.WhileIn(spot=True):
            return " until it leaves its zone"
        case m.WhileIn(what=m.This()):
            return " while this card is in play"
        case m.WhileIn():
            return " until it leaves play"
        case m.ForGame():
            return " for the rest of the game"
        case m.WhileTrue(conditions=conditions):
            return f" as long as {' and '.join(condition(words, each) for each in conditions)}"
    raise TypeError(f"no words for the duration {what}")
