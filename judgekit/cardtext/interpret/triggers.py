"""What sets an automatic ability off, and how often that may happen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from msgspec.structs import replace as altered

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret.amounts import Amounts
from judgekit.cardtext.interpret.sight import NoMeaning, Run, Sight, compare, subject_facts
from judgekit.cardtext.model import walk
from judgekit.engine.abilities import Moment, Source
from judgekit.engine.events import Numbered, Occurred
from judgekit.engine.state import CardId, Facts, Player
from judgekit.engine.table import Table

Trigger = tuple[Any, ...]  # engine events, matcher, and the timings if those are all it waits for
Look = Callable[[Run, Moment, Occurred], Facts | None]


class Triggers(Amounts):
    """The triggers that all games share; a dialect has its own in `TRIGGERS`."""

    TRIGGERS: ClassVar[dict[type[Any], Callable[..., Any]]] = {}

    def at(self, timings: Sequence[str], ability: m.Ability, look: Look) -> Trigger:
        """Waits for moments that the rules name: what is kept of one, or nothing if it is not meant."""

        def matches(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
            event = moment.event
            if isinstance(event, Occurred) and event.timing in timings:
                found = look(self.run(table, source, ability), moment, event)
                if found is not None:
                    yield found

        return (Occurred,), matches, tuple(timings)

    def is_doer(self, run: Run, event: Any, player: Player | None) -> bool:
        """Whether a player is the one that an event names as doing it."""
        return self.is_by(run, doer_of(event), player)

    def trigger(self, event: m.Event, ability: m.Ability) -> tuple[Any, ...]:
        """Which engine events it waits for, a function that says how often one fulfils it, and, if it waits
        for `Occurred` alone, the timings."""
        make = self.TRIGGERS.get(type(event))
        if make is None:
            raise NoMeaning(f"{self.game} has no trigger for {type(event).__name__}")
        return tuple(make(self, event, ability))

    def is_by(self, run: Run, who: str | None, player: Player | None) -> bool:
        """Whether the player of an event is one that the words name; naming none means any."""
        return who in ("any", "", None) or player in self.players(who or "any", run)

    def waits_for(self, event: m.Event, ability: m.Ability) -> tuple[Any, ...]:
        """A trigger, with what all games share: one of several events, the nth time of one."""
        if isinstance(event, m.EitherEvent):
            return self._either(event, ability)
        if isinstance(event, m.Nth):
            return self._nth(event, ability)
        least = so_many_at_once(event)
        return self._once_for_all(event, ability, least) if least else self.trigger(event, ability)

    def _once_for_all(self, event: m.Event, ability: m.Ability, least: int) -> tuple[Any, ...]:
        """ "When 1 or more of your cards are destroyed": once for all destroyed at the same time."""
        on, match, *timings = self.trigger(event, ability)

        def matches(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
            found = [
                (one, facts)
                for one in company(table, moment)
                if isinstance(one.event, on)
                for facts in match(table, one, source)
            ]
            if len(found) >= least and found[0][0].address == moment.address:
                yield found[0][1]

        return on, matches, *timings

    def _either(self, event: m.EitherEvent, ability: m.Ability) -> tuple[Any, ...]:
        parts = [self.waits_for(one, ability) for one in event.events]

        def matches(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
            for one, (on, match, *_) in zip(event.events, parts, strict=True):
                if isinstance(moment.event, on):
                    found = match(table, moment, source)
                    yield from map(seen_from_there, found) if is_turned_round(event, one) else found

        return tuple(dict.fromkeys(kind for on, *_ in parts for kind in on)), matches

    def _nth(self, event: m.Nth, ability: m.Ability) -> tuple[Any, ...]:
        on, match, *timings = self.waits_for(event.event, ability)

        def matches(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
            if event.during and not self.all_hold(event.during, self.run(table, source, ability)):
                return
            for facts in match(table, moment, source):
                key = f"{source.what}@{source.card.card}.{source.card.object} seen"
                key += " this turn" if event.period == "turn" else ""
                again = event.more and table.number(key) == event.n
                if table.number(key) < event.n:  # further times make no difference
                    table.tally(key)
                    again = table.number(key) == event.n
                if again:
                    yield facts

        return on, matches, *timings

    def is_subject(self, run: Run, moment: Moment, target: m.Target | None, card: CardId | None) -> bool:
        """Whether the card of an event is the one that is waited for."""
        if target is None or isinstance(target, m.Player):
            return True
        if card is None:
            return False
        if isinstance(target, m.This):
            return card == run.source.card.card
        return self.is_seen_as(run, moment, target, card)

    def are_sides(
        self, run: Run, moment: Moment, one: m.Target | None, card: CardId | None,
        other: m.Target | None, second: CardId | None,
    ) -> bool:  # fmt: skip
        """The two cards of an event; what is said of the second can compare it with the first."""
        if not self.is_subject(run, moment, one, card):
            return False
        facts = (*run.source.facts, ("subject", card))
        told = replace(run, source=altered(run.source, facts=facts))
        return self.is_subject(told, moment, other, second)

    def is_seen_as(self, run: Run, moment: Moment, target: m.Target, card: CardId) -> bool:
        """Whether the card of an event is what words say, by the information that counts in this game."""
        return card in self.pointed_at(Sight.of(run.table, moment.after), run, target)

    def number_changes(self, event: m.NumberChanges, ability: m.Ability) -> tuple[Any, ...]:
        """A number of a player goes up, down, or to a value."""
        if event.cause is not None and type(self).came_by is Triggers.came_by:
            raise NoMeaning(f"{self.game} does not record what changes a number")

        def matches(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
            changed = moment.event
            run = self.run(table, source, ability)
            if not isinstance(changed, Numbered) or not self.came_by(run, event.cause):
                return
            for player in self.players(event.whose, run):
                if changed.key == f"{player}.{event.number}":
                    way = "up" if changed.now > changed.was else "down"
                    if event.way in ("any", way) and came_to(event, changed):
                        yield subject_facts(None, player, number=abs(changed.now - changed.was))

        return (Numbered,), matches

    def came_by(self, run: Run, cause: m.Cause | None) -> bool:
        """Whether what is happening now has that cause."""
        return cause is None

    def within_limits(self, table: Table, ability: m.Ability, address: str, source: Source) -> bool:
        """Once a turn and the like, counted when it triggers, or when it is used."""
        for limit in ability.limits:
            key = tally_of(limit, address, source)
            if table.number(key) >= limit.n:
                return False
            if not limit.used:
                table.tally(key)
        return True


def doer_of(event: Any) -> str:
    """Who does it, as an event names them."""
    return getattr(event, "who", None) or getattr(event, "by", None) or "any"


def tally_of(limit: m.Limit, address: str, source: Source) -> str:
    """The number that counts the uses of an ability."""
    owner = f"{source.card.card}.{source.card.object}" if not limit.shared else source.player
    return f"{address}@{owner} used" + (" this turn" if limit.per == "turn" else "")


def is_too_early(run: Run, event: m.PhaseMoment) -> bool:
    """Whether a moment of "the next turn" has come in the very turn it was said in."""
    is_later = event.which == "next turn" or (event.which == "next" and event.phase == "turn")
    return is_later and run.fact("planned in turn") == run.table.number("turn")


def came_to(event: m.NumberChanges, changed: Numbered) -> bool:
    """Whether a number has reached what the event says, and was not there before."""
    if event.to is None:
        return True
    was, now = (compare(each, event.compare, event.to) for each in (changed.was, changed.now))
    return now and not was


OF_THE_EVENT = (
    m.Subject, m.Object, m.ThatMany, m.NegateAttack, m.NegateAbility, m.PreventDamage, m.SetDamage,
    m.IgnoreCounter, m.Redirect, m.UseAbility, m.Unread,
)  # fmt: skip


def spoken_of(ability: m.Ability) -> frozenset[str]:
    """What the effect of an ability may depend on: the event that set it off (its card, its player, its
    number), the card that has it."""
    said = list(walk((ability.costs, ability.conditions, ability.body, ability.letters)))
    taken = {node.bind for node in said if isinstance(node, m.Selector)}
    event = any(
        isinstance(node, OF_THE_EVENT)
        or (isinstance(node, m.Heal) and node.n is None)
        or (isinstance(node, (m.Bound, m.Rest)) and node.n not in taken)
        or not PRONOUNS.isdisjoint(_players(node))
        for node in said
    )
    source = ability.limits or any(isinstance(node, (m.This, m.Host)) for node in said)
    return frozenset(name for name, heeded in (("event", event), ("source", source)) if heeded)


PRONOUNS = frozenset({"owner", "master", "that player"})


def _players(node: m.Node) -> Iterator[str]:
    """Who does it, chooses, or has it; where a card goes is its own owner's."""
    if not isinstance(node, m.Place):
        for name in ("who", "whose", "chooser"):
            yield getattr(node, name, "")


def is_turned_round(events: m.EitherEvent, one: m.Event) -> bool:
    """ "When this card attacks a card or is attacked by a card": the two cards change places."""
    first = events.events[0]
    if not isinstance(first, m.Attacks) or not isinstance(one, m.Attacks) or first == one:
        return False
    return m.This() in (first.what, first.target) and (one.what == m.This()) == (first.target == m.This())


def seen_from_there(facts: Facts) -> Facts:
    turned = {"subject": "object", "object": "subject"}
    return tuple((turned.get(name, name), value) for name, value in facts)


def so_many_at_once(event: m.Event) -> int:
    """The least number of cards an event is about, if it says so: "1 or more of your battle cards"."""
    what = getattr(event, "what", None)
    quantity = what.quantity if isinstance(what, m.Selector) else None
    return quantity.n if isinstance(quantity, m.AtLeast) and isinstance(quantity.n, int) else 0


def company(table: Table, moment: Moment) -> Iterator[Moment]:
    """An event and those that happened at the same time, in their order."""
    if not moment.happened.group:
        yield moment
        return
    seq, _ = moment.address
    for at, one in enumerate(table.happened):
        if one.group == moment.happened.group:
            yield Moment(moment.before, moment.after, one, (seq, at))
