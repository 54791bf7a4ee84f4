"""Triggers: which events set an ability off, kind by kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import Interpreter, NoMeaning, Run, Sight, subject_facts
from judgekit.cardtext.interpret.triggers import Trigger, is_too_early
from judgekit.cardtext.model import walk
from judgekit.engine.abilities import Moment, Source
from judgekit.engine.events import Moved, Occurred, Vanished
from judgekit.engine.state import CardId, Facts, Player, area_name, area_player, fact
from judgekit.engine.table import Table
from judgekit.games.godzilla.ch03_player_information import master_of_automatic
from judgekit.games.godzilla.ch05_11_playing_and_destroying import played_how
from judgekit.games.godzilla.ch07_progression import END_OF_TURN, give_it_its_end, has_had_its_end
from judgekit.games.godzilla.ch10_03_activity import strategy_text_triggers
from judgekit.games.godzilla.ch10_06_automatic import Kept, arrive_together, card_of_the_event
from judgekit.games.godzilla.ch10_08_effects import effect_source, information_on_arrival
from judgekit.games.godzilla.language.cards import anywhere
from judgekit.games.godzilla.language.causes import came_by, was_caused_by
from judgekit.games.godzilla.language.conditions import causes_asked_about, is_about_this, is_played_so
from judgekit.games.godzilla.language.words import LEFT_BY, PLAYED_HOW
from judgekit.games.godzilla.language.zones import ZONE_LEFT, zone_passes
from judgekit.games.godzilla.rules import is_strategy_zone, is_zone, zone_number

if TYPE_CHECKING:
    from judgekit.games.godzilla.language.dialect import Godzilla

PLAIN: dict[type[Any], str] = {  # events of card texts that are a moment of the rules
    m.Retreats: "retreated", m.Invades: "invaded", m.Countered: "countered", m.Evolves: "evolved",
    m.Drawn: "drew", m.Discarded: "discarded", m.CardUsed: "activated",
}  # fmt: skip
PURPOSES = (m.Cause("invasion"), m.Cause("rage"))  # what a main phase action discards for (8.4, 8.6)
SEEN = {"reveal": "revealed", "search": "searched", "shuffle": "shuffled", "look": "looked"}


def is_end_of_turn(event: m.PhaseMoment) -> bool:
    return (event.moment, event.phase) == ("end", "turn")


def trigger(self: Godzilla, event: m.Event, ability: m.Ability) -> Trigger:
    on, matches, *timings = Interpreter.trigger(self, event, ability)

    def told(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
        for facts in matches(table, moment, source):
            card = moment.after.cards.get(fact(facts, "subject"))
            yield facts if card is None else (*facts, ("stays", (card.id, card.object)))

    return on, told, *timings


def _occurs(
    self: Godzilla, timing: str, ability: m.Ability, test: Callable[[Run, Moment, Occurred], bool],
    more: Callable[[Run, Occurred], dict[str, Any]] = lambda run, occurred: {}, others: tuple[str, ...] = (),
) -> Trigger:  # fmt: skip
    """Waits for a moment that rules name, or for one of several."""

    def look(run: Run, moment: Moment, event: Occurred) -> Facts | None:
        master_of_automatic(run.table, run.source)
        if not test(run, moment, event):
            return None
        return subject_facts(event.card, event.player, object=fact(event.facts, "into"), **more(run, event))

    return self.at((timing, *others), ability, look)


def is_seen_as(self: Godzilla, run: Run, moment: Moment, target: m.Target, card: CardId) -> bool:
    """Whether the card of an event is what the text says, by the information that counts."""
    _saw_it_arrive(run, moment)
    seen = card_of_the_event(run.table, moment, card)
    if seen is None:
        return False
    before = moment.before.cards.get(card)
    state = moment.before if seen is before else moment.after
    sight = Sight.of(run.table, state)
    if card in run.table.state.cards:
        information_on_arrival(run.table, card, "type")
    if isinstance(target, m.Selector):
        return self.fits(sight, run, anywhere(target), card)
    return card in self.pointed_at(sight, run, target)


def _saw_it_arrive(run: Run, moment: Moment) -> None:
    own = run.source.card.card
    before, after = moment.before.cards.get(own), moment.after.cards.get(own)
    if after is not None and (before is None or before.area != after.area):
        arrive_together(run.table, moment, own)


def keep(self: Godzilla, ability: m.Ability) -> Kept:
    """Whether its price can be paid, and whether the end of this turn is one of its conditions."""
    trigger = ability.trigger
    events = trigger.events if isinstance(trigger, m.EitherEvent) else (trigger,)
    ends = [one for one in events if isinstance(one, m.PhaseMoment) and is_end_of_turn(one)]

    def paid(table: Table, source: Source) -> bool:
        return self.possible(self.run(table, source, ability), ability.costs)

    def waits(table: Table, source: Source) -> bool:
        run = self.run(table, source, ability)
        return any(_is_that_end(self, run, end, table.turn_player) for end in ends)

    return Kept(paid if ability.costs else None, waits if ends else None, len(events) > len(ends))


def _phase(self: Godzilla, event: m.PhaseMoment, ability: m.Ability) -> Trigger:
    if is_end_of_turn(event):
        return _end_of_turn(self, event, ability)
    if event.moment != "beginning" or not event.phase.endswith("phase"):
        raise NoMeaning(f"nothing occurs at the {event.moment} of the {event.phase}")

    def test(run: Run, moment: Moment, occurred: Occurred) -> bool:
        mine = self.is_by(run, event.whose, occurred.player) and not is_too_early(run, event)
        return mine and _is_automatic(run, ability)

    return _occurs(self, f"beginning of the {event.phase}", ability, test)


def _is_automatic(run: Run, ability: m.Ability) -> bool:
    """For a printed text that opens with a moment; one that an effect made is automatic in any case."""
    return not ability.text or run.table.reading("A-43") != "when-only"


def _end_of_turn(self: Godzilla, event: m.PhaseMoment, ability: m.Ability) -> Trigger:
    """Once for each ability, in the turn it means."""

    def look(run: Run, moment: Moment, occurred: Occurred) -> Facts | None:
        table, source = run.table, run.source
        if not _is_that_end(self, run, event, occurred.player) or has_had_its_end(table, source):
            return None
        give_it_its_end(table, source)
        return () if _is_automatic(run, ability) else None

    return self.at((END_OF_TURN,), ability, look)


def _is_that_end(self: Godzilla, run: Run, event: m.PhaseMoment, player: Player | None) -> bool:
    """Whether this is the end of the turn that a text means: the next turn is never the present one."""
    return self.is_by(run, event.whose, player) and not is_too_early(run, event)


def _played(self: Godzilla, event: m.Played, ability: m.Ability) -> Trigger:
    def test(run: Run, moment: Moment, occurred: Occurred) -> bool:
        by = self.is_by(run, event.by, occurred.player)
        so = is_played_so(self, run.table, event, *played_how(occurred))
        so = so and _is_played_into(self, run, moment, event.to, occurred.card)
        return by and so and self.is_subject(run, moment, event.what, occurred.card)

    def kept(run: Run, occurred: Occurred) -> dict[str, Any]:
        return dict(zip(PLAYED_HOW, played_how(occurred), strict=True)) if asks else {}

    asks = any(isinstance(one, m.Happened) and is_about_this(one.event) for one in walk(ability))
    return _occurs(self, "played", ability, test, kept)


def _is_played_into(
    self: Godzilla, run: Run, moment: Moment, to: m.Target | None, card: CardId | None
) -> bool:
    """Into one of the zones that the text describes, where it does."""
    if not isinstance(to, m.Selector):
        return True
    now = None if card is None else moment.after.cards.get(card)
    if now is None or not is_zone(now.area):
        return False
    side, n, sight = area_player(now.area), zone_number(now.area), Sight.now(run.table)
    if side is None or n is None:
        return False
    zone, theirs = (side, n), to.whose in ("", "any") or side in self.players(to.whose, run)
    return theirs and all(zone_passes(self, sight, run, f, zone) for f in to.filters)


def _destroyed(self: Godzilla, event: m.Destroyed, ability: m.Ability) -> Trigger:
    def test(run: Run, moment: Moment, occurred: Occurred) -> bool:
        return was_caused_by(self, run, event.cause, occurred) and self.is_subject(
            run, moment, event.what, occurred.card
        )

    return _occurs(self, "destroyed", ability, test, partial(_left_by, self, ability))


def _left_by(self: Godzilla, ability: m.Ability, run: Run, occurred: Occurred) -> dict[str, Any]:
    """Which of the causes that the ability asks about have taken its own card away."""
    causes = causes_asked_about(ability)
    return {LEFT_BY: tuple(was_caused_by(self, run, one, occurred) for one in causes)} if causes else {}


def _moved(self: Godzilla, event: m.Moved, ability: m.Ability) -> Trigger:
    origin, to = self.names_of(event.origin), self.names_of(event.to)
    if event.cause is not None and to == ("discard pile",):
        return _sent_to_discard(self, event, ability, origin)

    def matches(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
        moved = moment.event
        if isinstance(moved, Occurred) and not to:
            yield from _disappeared(self, table, moment, source, event, ability, origin)
        if not isinstance(moved, Moved) or moved.src == moved.dst:
            return
        here, there = area_name(moved.src), area_name(moved.dst)
        if (origin and here not in origin) or (to and there not in to) or moved.dst.startswith("under."):
            return
        if not to and origin and there in origin:
            return
        run = self.run(table, source, ability)
        if not is_way_of(self, run, event, moved.src, moved.dst):
            return
        if is_strategy_zone(moved.dst) and not strategy_text_triggers(table, moved.dst):
            return
        if self.came_by(run, event.cause) and self.is_subject(run, moment, event.what, moved.card):
            yield subject_facts(moved.card, moment.after.cards[moved.card].owner)

    return (Moved, Occurred) if origin and not to else (Moved,), matches


def is_way_of(self: Godzilla, run: Run, event: m.Moved, src: str, dst: str) -> bool:
    """Whether a card comes from, and goes to, an area of the players that the words name."""
    return all(
        whose in ("", "any") or area_player(where) in self.players(whose, run)
        for whose, where in ((event.origin_whose, src), (event.whose, dst))
    )


def _disappeared(
    self: Godzilla,
    table: Table,
    moment: Moment,
    source: Source,
    event: m.Moved,
    ability: m.Ability,
    origin: Sequence[str],
) -> Iterator[Facts]:
    """A token that has ceased to exist has left its zone."""
    left = moment.event
    if isinstance(left, Occurred) and left.timing == "left":
        where = area_name(str(fact(left.facts, "from", "")))
        run = self.run(table, source, ability)
        caused = self.came_by(run, event.cause)
        if where in origin and caused and self.is_subject(run, moment, event.what, left.card):
            yield subject_facts(left.card, left.player)


def _sent_to_discard(self: Godzilla, event: m.Moved, ability: m.Ability, origin: tuple[str, ...]) -> Trigger:
    """With a cause named: a move to the discard pile whose cause is known."""

    def test(run: Run, moment: Moment, occurred: Occurred) -> bool:
        where = area_name(str(fact(occurred.facts, "from", "")))
        if origin and where not in origin and not _counts_as_field(run, ability, where):
            return False
        gone = moment.after.cards.get(occurred.card) if occurred.card is not None else None
        src, dst = str(fact(occurred.facts, "from", "")), gone.area if gone is not None else ""
        if not is_way_of(self, run, event, src, dst):
            return False
        return was_caused_by(self, run, event.cause, occurred) and self.is_subject(
            run, moment, event.what, occurred.card
        )

    return _occurs(self, "destroyed", ability, test, partial(_left_by, self, ability), ("put down",))


def _counts_as_field(run: Run, ability: m.Ability, where: str) -> bool:
    """Whether Revenge on a strategy card takes its strategy zone for a part of the field."""
    own = "revenge" in ability.labels and where.startswith("strategy")
    return own and run.table.reading("A-22") == "strategy-zone-too"


def _advances(self: Godzilla, event: m.Advances, ability: m.Ability) -> Trigger:
    by_invasion = event.cause is not None and event.cause.by == "invasion"
    asks_for_it = by_invasion and any(isinstance(node, m.Object) for node in walk(ability))

    def look(run: Run, moment: Moment, occurred: Occurred) -> Facts | None:
        table = run.table
        wanted = "invasion moved" if by_invasion and table.readings["A-02"] == "per-invasion" else "advanced"
        if occurred.timing != wanted or (event.zones and fact(occurred.facts, "to") not in event.zones):
            return None
        if by_invasion and wanted == "advanced" and not fact(occurred.facts, "invasion"):
            table.cite("5.14.1")
            return None
        if by_invasion:
            table.reading("A-02")
        elif not self.came_by(run, event.cause):
            return None
        if not self.is_subject(run, moment, event.what, occurred.card):
            return None
        other = discarded_to_invade(table, occurred.player) if asks_for_it else None
        return subject_facts(occurred.card, occurred.player, object=other, **step_from(ability, occurred))

    return self.at(("advanced", "invasion moved"), ability, look)


def step_from(ability: m.Ability, occurred: Occurred) -> dict[str, Any]:
    """The zone that a monster left, where the text asks for it."""
    return zone_left(ability, f"{occurred.player}.zone {fact(occurred.facts, 'from')}")


def zone_left(ability: m.Ability, where: str) -> dict[str, Any]:
    asks = any(isinstance(node, m.Near) and node.relation == "on" for node in walk(ability))
    return {ZONE_LEFT: where} if asks and is_zone(where) else {}


def discarded_to_invade(table: Table, player: Player | None) -> CardId | None:
    """8.6.1: the card that was discarded for the invasion that is going on."""
    for one in reversed(table.happened):
        event = one.event
        if isinstance(event, Occurred) and event.timing == "discarded" and event.player == player:
            if fact(event.facts, "for") == "invasion":
                return event.card
    return None


def _at(self: Godzilla, timing: str, event: Any, ability: m.Ability) -> Trigger:
    """A moment that the rules name, with who, what, where to and what cause, as the text says."""
    zones = getattr(event, "zones", ())

    def test(run: Run, moment: Moment, occurred: Occurred) -> bool:
        if not self.is_doer(run, event, occurred.player):
            return False
        if zones and fact(occurred.facts, "to") not in zones:
            return False
        cause = getattr(event, "cause", None)
        if isinstance(event, m.Discarded) and cause in PURPOSES:
            if fact(occurred.facts, "for") != cause.by:
                return False
        elif not self.came_by(run, cause):
            return False
        into = getattr(event, "into", None)
        if into is not None and not self.is_subject(run, moment, into, fact(occurred.facts, "into")):
            return False
        return self.is_subject(run, moment, getattr(event, "what", None), occurred.card)

    return _occurs(self, timing, ability, test, lambda run, occurred: step_from(ability, occurred))


def _simple(self: Godzilla, event: Any, ability: m.Ability) -> Trigger:
    return _at(self, PLAIN[type(event)], event, ability)


def _seen(self: Godzilla, event: m.Seen, ability: m.Ability) -> Trigger:
    return _at(self, SEEN[event.act], event, ability)


def _performs(self: Godzilla, event: m.Performs, ability: m.Ability) -> Trigger:
    if event.action == "disappear":
        return _vanishes(self, event, ability)
    if event.action != "reshuffle":
        raise NoMeaning(f"{self.game} has no action {event.action!r}")
    return _at(self, "reshuffled", event, ability)


def _vanishes(self: Godzilla, event: m.Performs, ability: m.Ability) -> Trigger:
    """A token ceases to exist, for whatever reason."""

    def matches(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
        gone = moment.event
        if isinstance(gone, Vanished) and gone.card in moment.before.cards:
            run = self.run(table, source, ability)
            if self.is_subject(run, moment, event.what, gone.card):
                yield subject_facts(None, moment.before.cards[gone.card].owner)

    return (Vanished,), matches


def _changes_zone(self: Godzilla, event: m.ChangesZone, ability: m.Ability) -> Trigger:
    def matches(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
        moved = moment.event
        if isinstance(moved, Moved) and is_zone(moved.src) and is_zone(moved.dst):
            if event.zones and zone_number(moved.dst) not in event.zones:
                return
            run = self.run(table, source, ability)
            caused = self.came_by(run, event.cause)
            if caused and self.is_subject(run, moment, event.what, moved.card):
                yield subject_facts(moved.card, table.master(moved.card), **zone_left(ability, moved.src))

    return (Moved,), matches


def _put_under(self: Godzilla, event: m.Attaches, ability: m.Ability) -> Trigger:
    """A card is laid under another, which waits for it: once for each."""
    if event.how != "under":
        raise NoMeaning(f"{self.game} has no {event.how}")

    def test(run: Run, moment: Moment, occurred: Occurred) -> bool:
        host = fact(occurred.facts, "into")
        laid = self.is_subject(run, moment, event.what, occurred.card)
        return laid and self.is_subject(run, moment, event.to, host)

    return _occurs(self, "laid under", ability, test)


def _targeted(self: Godzilla, event: m.Targeted, ability: m.Ability) -> Trigger:
    """10.5.3: by whose effect it is chosen, and not by which player."""
    chooser = event.by("effect")

    def look(run: Run, moment: Moment, occurred: Occurred) -> Facts | None:
        if not came_by(self, run, chooser) or not self.is_subject(run, moment, event.target, occurred.card):
            return None
        master_of_automatic(run.table, run.source)
        return subject_facts(effect_source(run.table), occurred.player, object=occurred.card)

    return self.at(("chosen",), ability, look)


TRIGGERS: dict[type[Any], Callable[..., Trigger]] = {
    **dict.fromkeys(PLAIN, _simple),
    m.PhaseMoment: _phase, m.Played: _played, m.Destroyed: _destroyed, m.Moved: _moved,
    m.Advances: _advances, m.Seen: _seen, m.Performs: _performs,
    m.NumberChanges: Interpreter.number_changes, m.ChangesZone: _changes_zone,
    m.Attaches: _put_under, m.Targeted: _targeted,
}  # fmt: skip
