"""Conditions: what holds now, what has happened this turn, and when an ability asks for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import Interpreter, NoMeaning, Run, Sight, compare
from judgekit.cardtext.interpret.remembering import Asked, asked_by_others, can_be_seen, did_so, times_seen
from judgekit.cardtext.interpret.triggers import doer_of
from judgekit.cardtext.model import walk
from judgekit.engine.state import CardId, Player, fact
from judgekit.engine.table import Table
from judgekit.games.godzilla.ch05_11_playing_and_destroying import is_played_from
from judgekit.games.godzilla.ch07_progression import total_counter_power
from judgekit.games.godzilla.ch10_05_playing import no_target
from judgekit.games.godzilla.language.cards import so_often_this_way
from judgekit.games.godzilla.language.remembering import as_it_was, waits_for_leaving
from judgekit.games.godzilla.language.words import COUNTED, KEPT, LEFT_BY, PLAYED_HOW, TYPES
from judgekit.games.godzilla.language.zones import zone_passes

if TYPE_CHECKING:
    from judgekit.games.godzilla.language.dialect import Godzilla


def holds(self: Godzilla, condition: m.Condition, run: Run, sight: Sight | None = None) -> bool:
    """Conditions can be about zones too; a zone named without saying whose is one's own."""
    if isinstance(condition, m.DuringTurn):
        run.table.cite("7.1.1")
    what = condition.what if isinstance(condition, m.Matches) else None
    was = as_it_was(self, run, what) if isinstance(what, m.This | m.Subject | m.Bound) else None
    if was is not None and isinstance(condition, m.Matches) and not lies_off_the_field(condition.like):
        like, card = condition.like, was.former.card.id
        if isinstance(what, m.This) and not waits_for_leaving(self, run.ability.trigger) and asks_where(like):
            run.table.cite("10.10.1.1")
            return False
        return self.fits(was, run, like, card, skip_areas=not like.areas and like.whose == "any")
    if not isinstance(condition, m.Matches) or not isinstance(what, m.Selector) or "zone" not in what.types:
        return Interpreter.holds(self, condition, run, sight)
    sight = sight or Sight.now(run.table)
    left = any(isinstance(f, m.Near) and f.relation == "on" for f in what.filters)  # whoever's it was
    whose = what.whose if what.whose not in ("", "any") else "each" if left else "you"
    spots = list(self.zones(sight, run, msgspec.structs.replace(what, whose=whose)))
    run.zones[what.bind] = tuple(spots)
    alike = condition.like.filters
    return bool(spots) and all(zone_passes(self, sight, run, f, spot) for spot in spots for f in alike)


def is_left_out(self: Godzilla, run: Run, condition: m.Condition) -> bool:
    return Interpreter.is_left_out(self, run, condition) and bool(no_target(run.table))


def lies_off_the_field(like: m.Selector) -> bool:
    """Asked of a card as it is now: what has left the field has never lain there before."""
    return bool(like.areas) and OFF_THE_FIELD.issuperset(like.areas)


OFF_THE_FIELD = frozenset({"discard pile", "hand", "deck", "monster deck"})


def asks_where(like: m.Selector) -> bool:
    """Whether a description is about the zone in which a card is."""
    placed = (m.Zones, m.Near, m.Outermost)
    return bool(like.areas) or any(
        isinstance(f, placed) or (isinstance(f, m.Stat) and f.stat == "zone number") for f in like.filters
    )


def player_number(self: Godzilla, sight: Sight, player: Player, number: str) -> int:
    """The total that is being compared in the counter phase, or what it would be now."""
    if number != "total counter power":
        return Interpreter.player_number(self, sight, player, number)
    for frame in sight.state.frames:
        total = fact(frame.locals, "total")
        if total is not None and player == sight.state.turn_player:
            return int(total)
    return total_counter_power(sight.table, player)


def activity_conditions(self: Godzilla, ability: m.Ability) -> tuple[m.Condition, ...]:
    """Awakening and whose turn it is make an ability inactive; other conditions are read on resolving."""
    gates = {"awakening": m.Compare, "your turn": m.DuringTurn, "opponent's turn": m.DuringTurn}
    kinds = tuple(kind for label, kind in gates.items() if label in ability.labels)
    return tuple(c for c in ability.conditions if kinds and isinstance(c, kinds))


def has_happened(self: Godzilla, sight: Sight, run: Run, condition: m.Happened) -> bool:
    event = condition.event
    if is_seen(self, run.ability, condition):
        return times_seen(self, sight, run, condition) >= condition.least
    if isinstance(event, m.Played) and isinstance(event.what, m.This):
        origin, how = (str(run.fact(name, "")) for name in PLAYED_HOW)
        return is_played_so(self, run.table, event, origin, how)
    if run.fact(LEFT_BY) is not None and isinstance(event, m.Destroyed) and isinstance(event.what, m.This):
        asked = causes_asked_about(run.ability)
        return bool(run.fact(LEFT_BY)[asked.index(event.cause)])
    if condition.period == "effect":
        return so_often_this_way(self, run, event) >= condition.least
    what = getattr(event, "what", None)
    quantity = what.quantity if isinstance(what, m.Selector) else None
    least = self.amount(quantity.n, run, sight) if isinstance(quantity, m.AtLeast) else 1
    return _times(self, sight, run, event) >= max(least, condition.least)


def how_often(self: Godzilla, sight: Sight, run: Run, amount: m.HowOften) -> int:
    if is_seen(self, run.ability, amount):
        return times_seen(self, sight, run, amount)
    return _times(self, sight, run, amount.event)


def did(self: Godzilla, sight: Sight, run: Run, asked: m.Did, card: CardId) -> bool:
    seen = is_seen(self, run.ability, asked)
    return did_so(self, sight, run, asked, card) if seen else self.has_done(sight, run, asked.event, card)


FILTERS: dict[type[Any], Callable[..., bool]] = {m.Did: did}


def is_seen(self: Godzilla, ability: m.Ability, asked: Asked) -> bool:
    """Whether a card counts it while the game goes on, since nothing else keeps it."""
    event = asked.event
    if asked.period == "battle" or not can_be_seen(asked, self.TRIGGERS):
        return False
    if is_about_this(event) and asked.period in ("turn", "game") and not isinstance(asked, m.Did):
        return not tells_how_it_was_played(ability)
    if isinstance(asked, m.Did) or asked.period != "turn":
        return True
    told = is_own_destruction(event) and is_about_leaving(ability.trigger)
    return not (told or _is_counted(self, event))


def speaks_of_an_invasion(ability: m.Ability) -> bool:
    """Whether it mentions the card that was discarded for an invasion."""
    asked = (isinstance(node, m.Matches) and node.what == m.Object() for node in walk(ability))
    named = (node == m.Not(m.OtherThan(m.Object())) for node in walk(ability))
    return any(asked) or any(named)


def is_set_off_by_an_invasion(ability: m.Ability) -> bool:
    cause = ability.trigger.cause if isinstance(ability.trigger, m.Advances) else None
    return cause is not None and cause.by == "invasion"


def is_about_this(event: m.Event) -> bool:
    return isinstance(event, m.Played) and isinstance(event.what, m.This)


def tells_how_it_was_played(ability: m.Ability) -> bool:
    return ability.trigger is not None and is_about_this(ability.trigger)


def is_own_destruction(event: m.Event) -> bool:
    return isinstance(event, m.Destroyed) and isinstance(event.what, m.This)


def causes_asked_about(ability: m.Ability) -> list[m.Cause | None]:
    """ "[Revenge] If this card was destroyed by your opponent's effect": the causes, in their order."""
    if not is_about_leaving(ability.trigger):
        return []
    asked = (one.event for one in walk(ability) if isinstance(one, m.Happened))
    return [event.cause for event in asked if isinstance(event, m.Destroyed) and is_own_destruction(event)]


def is_about_leaving(trigger: m.Event | None) -> bool:
    """Whether an ability triggers on the destruction of its own card."""
    sent = isinstance(trigger, m.Moved) and trigger.to == ("discard pile",) and trigger.cause is not None
    return (sent or isinstance(trigger, m.Destroyed)) and isinstance(trigger.what, m.This)  # type: ignore[union-attr]


def is_played_so(self: Godzilla, table: Table, event: m.Played, origin: str, how: str) -> bool:
    """From the area, and in the way, that the words name."""
    names = self.names_of(event.areas)
    ordinary = how in ("hand", "played")
    way = not event.how or event.how == how or (event.how == "effect" and not ordinary)
    return way and is_played_from(table, origin, names)


def senseless(self: Godzilla, ability: m.Ability) -> Iterator[str]:
    """How a card was played is remembered only while that triggers its ability, or for the turn."""
    yield from Interpreter.senseless(self, ability)
    yield from asked_by_others(ability, partial(is_seen, self, ability))
    if speaks_of_an_invasion(ability) and not is_set_off_by_an_invasion(ability):
        yield "the discarded card is known only to an ability that the invasion triggers"
    for node in walk(ability):
        if isinstance(node, Asked) and is_seen(self, ability, node):
            continue
        if isinstance(node, m.Did) and node.period == "turn":
            yield "which cards it was this turn is not remembered, only how many"
        if isinstance(node, m.HowOften) and (node.period != "turn" or not _is_counted(self, node.event)):
            yield f"{type(node.event).__name__} is not counted"
        if not isinstance(node, m.Happened):
            continue
        event, period = node.event, node.period
        if is_own_destruction(event) and is_about_leaving(ability.trigger):
            continue
        if isinstance(event, m.Destroyed) and period == "effect":
            if not any(isinstance(one, m.Destroy) for one in walk(ability)):
                yield "this effect destroys nothing, and how a card left is not recorded"
        if isinstance(event, m.Discarded) and period == "effect":
            if not any(isinstance(one, m.Discard | m.DiscardDownTo) for one in walk(ability)):
                yield "this effect discards nothing: say in which turn"
        if isinstance(event, m.Seen) and period == "effect":
            if not any(isinstance(one, m.Reveal) for one in walk(ability)):
                yield "this effect reveals nothing, and what was revealed before is not recorded"
        if isinstance(event, m.Seen) and period == "effect" and event.act != "reveal":
            yield "which cards were only looked at is not recorded"
        if is_about_this(event):
            if not tells_how_it_was_played(ability):
                yield "how this card was played is known only when it is played"
        elif period == "game" or (period == "turn" and not _is_counted(self, event)):
            yield f"no such record is kept of {type(event).__name__}"


def _is_counted(self: Godzilla, event: Any) -> bool:
    """For cards played or destroyed this turn their information is kept, for other events the number."""
    what = getattr(event, "what", None)
    if getattr(event, "cause", None) is not None or type(event) not in (*COUNTED, m.Played, m.Destroyed):
        return False
    if not isinstance(what, m.Selector):
        return type(event) in COUNTED
    bare = what == m.Selector(what.quantity, what.whose, types=what.types, filters=what.filters)
    if isinstance(event, m.Played | m.Destroyed):
        alike = not isinstance(event, m.Played) or event == m.Played(what, event.by)
        return bare and alike and all(_is_kept(self, f) for f in what.filters)
    kinds = ((),) if isinstance(event, m.Discarded) else ((), ("monster card",))
    return bare and not what.filters and what.types in kinds


def _is_kept(self: Godzilla, filter_: m.Filter) -> bool:
    """Whether what is kept of a card is enough to apply this filter."""
    if isinstance(filter_, m.Not):
        return _is_kept(self, filter_.what)
    if isinstance(filter_, m.Is):
        return not filter_.part and not filter_.every and self.property_name(filter_.what) in KEPT
    return isinstance(filter_, m.Stat) and isinstance(filter_.amount, int) and filter_.stat in KEPT


def _times(self: Godzilla, sight: Sight, run: Run, event: Any) -> int:
    """How often something was done this turn; with a card, how often with such a card."""
    who = doer_of(event)
    what = getattr(event, "what", None)
    if isinstance(what, m.Selector) and what.whose not in ("", "any"):
        who = what.whose
    if isinstance(what, m.This):
        who = "you"
    if isinstance(event, m.Played | m.Destroyed):
        done = "played" if isinstance(event, m.Played) else "destroyed"
        return sum(_such_cards(self, sight, player, done, what) for player in self.players(who, run))
    name = COUNTED[type(event)]
    return sum(sight.state.number(f"{p}.{name} this turn") for p in self.players(who, run))


def _such_cards(self: Godzilla, sight: Sight, player: Player, done: str, what: m.Target | None) -> int:
    """With how many cards matching a description something was done this turn, as they were then."""
    types = what.types if isinstance(what, m.Selector) else ()
    filters = what.filters if isinstance(what, m.Selector) else ()
    if not filters:
        kinds = [TYPES[kind] for kind in types if kind in TYPES] or list(TYPES.values())
        return sum(sight.state.number(f"{player}.{kind} cards {done} this turn") for kind in kinds)
    start, found = f"{player}.{done}|", 0
    for key, n in sight.state.numbers.items():
        if key.startswith(start):
            told = key.removeprefix(start).removesuffix(" this turn").split("|")
            found += n * _was_such(self, dict(part.split("=", 1) for part in told), types, filters)
    return found


def _was_such(
    self: Godzilla, known: dict[str, str], types: Sequence[str], filters: Sequence[m.Filter]
) -> bool:
    kinds = [TYPES[kind] for kind in types if kind in TYPES]
    if kinds and known.get("type") not in kinds:
        return False
    return all(_was_so(self, known, one) for one in filters)


def _was_so(self: Godzilla, known: dict[str, str], one: m.Filter) -> bool:
    if isinstance(one, m.Not):
        return not _was_so(self, known, one.what)
    if isinstance(one, m.Is):
        held = known.get(self.property_name(one.what), "").lower().split(", ")
        return any(value.lower() in held for value in one.values)
    if isinstance(one, m.Stat) and isinstance(one.amount, int):
        return one.stat in known and compare(int(known[one.stat]), one.compare, one.amount)
    raise NoMeaning(f"{self.game} keeps no record of {type(one).__name__} for a whole turn")
