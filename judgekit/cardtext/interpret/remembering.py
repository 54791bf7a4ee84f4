"""What has happened, as a card whose text asks about it has seen it, wherever it lay."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace
from typing import Any

from msgspec.structs import replace as altered

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret.abilities import Interpreter
from judgekit.cardtext.interpret.sight import Run, Sight
from judgekit.cardtext.interpret.vocabulary import SEEN
from judgekit.cardtext.model import walk
from judgekit.engine.abilities import Automatic, Moment, Source
from judgekit.engine.loops import ENOUGH
from judgekit.engine.state import Card, CardId, Facts, State, fact
from judgekit.engine.table import Table

ANY = m.Selector(m.Some(), "any")
Asked = m.Happened | m.Did | m.HowOften
WHOSE_LAST: dict[str, m.Who] = {
    "last turn": "any",
    "your last turn": "you",
    "opponent's last turn": "opponent",
}
SPANS = ("turn", "battle", "game", *WHOSE_LAST)


def events_of(event: m.Event) -> tuple[m.Event, ...]:
    return event.events if isinstance(event, m.EitherEvent) else (event,)


def can_be_seen(asked: Asked, kinds: Collection[type[Any]]) -> bool:
    """Whether a card could count it by itself: what abilities can wait for, in a span of the game."""
    events = events_of(asked.event)
    of_one = any(not isinstance(getattr(each, "what", None), OF_NO_ONE) for each in events)
    if len(events) > 1 and (isinstance(asked, m.Did) or of_one):
        return False
    return asked.period in SPANS and all(
        type(each) in kinds and not isinstance(each, m.PhaseMoment) for each in events
    )


OF_NO_ONE = (m.Selector, m.This, m.Player, type(None))


def records(kinds: Collection[type[Any]]) -> frozenset[str]:
    """What such events are called where a game tells what it remembers."""
    names = [*(one.__name__ for one in kinds), m.EitherEvent.__name__]
    return frozenset(f"{name} {span}" for name in names for span in SPANS)


def watchers(
    self: Interpreter, ability: m.Ability, address: str, asks: Callable[[Asked], bool], plain: Automatic
) -> list[Automatic]:
    """One for each question of an ability that no other record answers; `plain` is what they are all like."""
    asked = [node for node in walk(ability) if isinstance(node, Asked) and asks(node)]
    return [watcher(self, node, f"{address}{SEEN}{at}", plain) for at, node in enumerate(asked)]


def asked_by_others(ability: m.Ability, asks: Callable[[Asked], bool]) -> Iterator[str]:
    """A card counts for its own text only, and not for one that it gives to other cards."""
    given = [node.gains for node in walk(ability) if isinstance(node, m.Gain)]
    if any(isinstance(node, Asked) and asks(node) for node in walk(tuple(given))):
        yield "what has happened is remembered by a card for its own text only"


def watcher(self: Interpreter, asked: Asked, address: str, plain: Automatic) -> Automatic:
    """Counts, and triggers nothing."""
    self.nodes[id(asked.event)] = address
    event, one_by_one, apart = _of_any(asked), _is_of_one(asked), getattr(asked, "apart", False)
    side = "object" if _is_of_the_destroyed(asked.event) else "subject"
    waits = m.Ability("automatic", trigger=event)
    self._kept.append(waits)
    on, matches, *timings = self.waits_for(event, waits)

    def fulfilled(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
        for facts in matches(table, moment, source):
            hit = moment.after.cards.get(CardId(fact(facts, side, 0))) if one_by_one or apart else None
            if hit is None and one_by_one:
                continue
            own, when = f"{address}@{source.card.card}", span(self, table.state, asked.period)
            again = apart and table.number(f"{own}{_about(hit)}{when}")
            for key in {f"{own}{_about(hit)}{when}", *([f"{own}{when}"] if apart and not again else ())}:
                if table.number(key) < ENOUGH:
                    table.tally(key)
        yield from ()

    return replace(
        plain, address=address, on=on, fulfilled=fulfilled, timings=frozenset(timings[0] if timings else ())
    )


def _about(card: Card | None) -> str:
    """A card that has gone elsewhere is a new one, of which nothing is remembered."""
    return "" if card is None else f" {card.id}.{card.object}"


def _is_of_one(asked: Asked) -> bool:
    """Whether it is asked of cards that are known, and not of any that fit a description."""
    of = getattr(asked.event, "what", None)
    return isinstance(asked, m.Did) or not (of is None or isinstance(of, m.Selector))


def _is_of_the_destroyed(event: m.Event) -> bool:
    """ "Destroyed by this member's attack": the one who attacks is the subject of such an event."""
    cause = event.cause if isinstance(event, m.Destroyed) and event.what == m.This() else None
    return cause is not None and cause.by == "attack" and cause.source is not None


def _of_any(asked: Asked) -> m.Event:
    """The event, with any card in the place of those it is asked of."""
    if not _is_of_one(asked):
        return asked.event
    own = [name for name in asked.event.__struct_fields__ if getattr(asked.event, name) == m.This()]
    return altered(asked.event, **dict.fromkeys(own or ["what"], ANY))


def turns_back(self: Interpreter, sight: Sight, run: Run, period: m.Period) -> int:
    """How many turns ago it was; the last turn of the turn player lies behind that of the other one."""
    whose = WHOSE_LAST.get(period, "any")
    return 2 if whose != "any" and sight.state.turn_player in self.players(whose, run) else 1


def span(self: Interpreter, state: State, period: m.Period, back: int = 0) -> str:
    """The part of the game that something is counted for; a turn is also remembered in the next ones."""
    if period == "game":
        return ""
    if period in WHOSE_LAST:
        return f" in turn {state.number('turn') - back}"
    return f" in battle {self.battle(state)} this turn" if period == "battle" else " this turn"


def times_seen(self: Interpreter, sight: Sight, run: Run, asked: m.Happened | m.HowOften) -> int:
    """How often it has happened; of several cards, to the one that it happened to least."""
    key = f"{self.nodes[id(asked.event)]}@{run.source.card.card}"
    when = span(self, sight.state, asked.period, turns_back(self, sight, run, asked.period))
    if not _is_of_one(asked):
        return sight.state.number(key + when)
    what: Any = asked.event
    cards = self.pointed_at(sight, run, what.what)
    return min((sight.state.number(f"{key}{_about(sight.card(card))}{when}") for card in cards), default=0)


def did_so(self: Interpreter, sight: Sight, run: Run, asked: m.Did, card: CardId) -> bool:
    address, now = f"{self.nodes[id(asked.event)]}@{run.source.card.card}", sight.card(card)
    when = span(self, sight.state, asked.period, turns_back(self, sight, run, asked.period))
    fallen = isinstance(asked.event, m.Destroyed)  # which takes it elsewhere, as a new card
    seen = (now, altered(now, object=now.object - 1)) if fallen else (now,)
    return any(sight.state.number(f"{address}{_about(each)}{when}") > 0 for each in seen)
