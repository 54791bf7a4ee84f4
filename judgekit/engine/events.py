"""What can happen. An event is small, past tense, plain data, and the only way that a state changes."""

from __future__ import annotations

from typing import Any

import msgspec

from judgekit.engine.state import (
    PRINTED,
    Area,
    Card,
    CardId,
    Effect,
    Facts,
    Former,
    Frame,
    Loop,
    Outcome,
    Player,
    Scheduled,
    Standby,
    State,
    Trail,
    Value,
    Visit,
    with_fact,
)

replace = msgspec.structs.replace


class Event(msgspec.Struct, frozen=True, gc=False, tag=True, omit_defaults=True):
    """Notes leave the state as it is; everything else says what it does in `onto`."""

    def onto(self, state: State) -> State:
        return state


class Went(Event, frozen=True):
    """The course of the rules: leave `drop` procedures, stand at `at` (nowhere: the procedures are over)."""

    at: str = ""
    drop: int = 0

    def onto(self, state: State) -> State:
        frames = state.frames
        if self.drop:
            frames = frames[: -self.drop]
        if frames:
            last = frames[-1]
            frames = frames[:-1] + (Frame(last.procedure, self.at, last.locals),)  # noqa: RUF005 (faster)
        return replace(state, frames=frames, answers=(), quiet=state.quiet + 1)


class Called(Event, frozen=True):
    """A procedure begins; its caller goes on at `then`, or at the next clause."""

    procedure: str
    at: str
    locals: Facts = ()
    then: str = ""

    def onto(self, state: State) -> State:
        frames, last = state.frames, state.frames[-1]
        caller = Frame(last.procedure, last.at, last.locals, self.then)
        frames = frames[:-1] + (caller, Frame(self.procedure, self.at, self.locals))  # noqa: RUF005 (faster)
        return replace(state, frames=frames, answers=(), quiet=state.quiet + 1)


class Remembered(Event, frozen=True):
    """A local value of the procedure under way."""

    name: str
    value: Value = None

    def onto(self, state: State) -> State:
        last = state.frames[-1]
        frame = replace(last, locals=with_fact(last.locals, self.name, plain(self.value)))
        return replace(state, frames=(*state.frames[:-1], frame))


class Answered(Event, frozen=True):
    """A choice: who, of what, and the ids of the options taken."""

    player: Player
    clause: str
    chosen: tuple[str, ...]
    prompt: str = ""
    labels: tuple[str, ...] = ()
    secret: bool = False  # not shown to the other player before the step is done
    here: str = ""  # the situation, if loops are looked for in it
    free: bool = False  # another answer would have been possible
    apart: Facts = ()  # the numbers that do not belong to the situation
    rote: bool = False  # given by the machine, which repeats a loop as often as it was said
    ordered: bool = False  # what was chosen is an order, which the other player need not come to know

    def onto(self, state: State) -> State:
        trail = self._noted(state) if self.here else self._counted(state.trail)
        return replace(state, answers=(*state.answers, self.chosen), quiet=0, landmark="", trail=trail)

    def _counted(self, trail: Trail) -> Trail:
        return trail if trail.settling else replace(trail, choices=trail.choices + 1)

    def _noted(self, state: State) -> Trail:
        trail = state.trail
        if self.rote:
            return replace(
                trail, loops=(*trail.loops[:-1], replace(trail.loops[-1], left=trail.loops[-1].left - 1))
            )
        heap = len(state.standby) + len(state.effects) + len(state.scheduled)
        visit = Visit(self.here, self.player, self.clause, self.chosen, self.free, pairs(self.apart), heap)
        loops = tuple([self._left(loop) for loop in trail.loops]) if trail.loops else ()
        return replace(trail, choices=trail.choices + 1, visits=(*trail.visits, visit), loops=loops)

    def _left(self, loop: Loop) -> Loop:
        """A loop after a choice not made by rote: the player who had to leave it may have done so."""
        leaves = self.player in loop.stoppers and any(
            visit.here == self.here and visit.chosen != self.chosen for visit in loop.round
        )
        if leaves and loop.afterwards:
            return replace(loop, left=0, stoppers=loop.stoppers + loop.afterwards, afterwards="")
        return replace(loop, left=0) if loop.left else loop


class Announced(Event, frozen=True):
    """A player declared something that may be declared at any time; nobody asked."""

    player: Player
    name: str


class Occurred(Event, frozen=True):
    """A moment that abilities wait for: the beginning of a phase, an attack, a card being played …"""

    timing: str
    player: Player | None = None
    card: CardId | None = None
    facts: Facts = ()


class TurnBegan(Event, frozen=True):
    player: Player
    number: int

    def onto(self, state: State) -> State:
        numbers = state.numbers.set("turn", self.number)
        return replace(state, turn_player=self.player, numbers=numbers, trail=Trail())


class Moved(Event, frozen=True):
    """A card went from one area to another; `at` is its place there (none: last)."""

    card: CardId
    src: Area
    dst: Area
    at: int | None = None
    renewed: bool = True  # it is a new object there
    stamped: bool = True  # it has a new time stamp there
    stamp: int | None = None  # which one, if it shares it with others that came at the same time
    was: Facts = ()  # its last information, when the game keeps it

    def onto(self, state: State) -> State:
        card = state.cards[self.card]
        areas = state.areas
        pile = areas[self.src]
        spot = pile.index(self.card)
        areas = areas.set(self.src, pile[:spot] + pile[spot + 1 :])
        there = areas.get(self.dst, ())
        at = self.at
        if at is None:
            areas = areas.set(self.dst, there + (self.card,))  # noqa: RUF005 (faster)
        else:
            areas = areas.set(self.dst, (*there[:at], self.card, *there[at:]))
        stamp = state.clock + 1
        arrived = stamp if self.stamp is None else self.stamp
        since = arrived if self.stamped else card.since
        former = state.former
        if self.renewed:
            if self.was:
                former = former.set(card.ref, Former(card, pairs(self.was)))
            moved = Card(card.id, card.name, card.owner, self.dst, card.object + 1, arrived)
        else:
            moved = Card(card.id, card.name, card.owner, self.dst, card.object, since, card.marks)
        return replace(state, cards=state.cards.set(card.id, moved), areas=areas, clock=stamp, former=former)


class Arranged(Event, frozen=True):
    """Cards of an area were put in this order (by choice: for chance see Shuffled)."""

    area: Area
    order: tuple[CardId, ...]

    def onto(self, state: State) -> State:
        return replace(state, areas=state.areas.set(self.area, tuple(self.order)))


class Shuffled(Event, frozen=True):
    """Chance put an area in a new order; the order is recorded, so that a replay needs no dice."""

    area: Area
    order: tuple[CardId, ...]

    def onto(self, state: State) -> State:
        areas = state.areas.set(self.area, tuple(self.order))
        return replace(state, areas=areas, quiet=0, landmark="", clock=state.clock + 1)


class Drew(Event, frozen=True):
    """A result of chance other than an order: a die, a coin, who goes first."""

    what: str
    result: str

    def onto(self, state: State) -> State:
        return replace(state, quiet=0, landmark="", clock=state.clock + 1)


class Created(Event, frozen=True):
    """A card that was in no deck is created: a token, a pseudo-card."""

    card: CardId
    name: str
    owner: Player
    area: Area
    marks: Facts = ()
    stamp: int | None = None  # its time stamp, if it shares it with others that came at the same time

    def onto(self, state: State) -> State:
        stamp = state.clock + 1
        since = stamp if self.stamp is None else self.stamp
        card = Card(self.card, self.name, self.owner, self.area, 0, since, pairs(self.marks))
        pile = (*state.areas.get(self.area, ()), self.card)
        cards = state.cards.set(self.card, card)
        return replace(state, cards=cards, areas=state.areas.set(self.area, pile), clock=stamp)


class Vanished(Event, frozen=True):
    """A created card ceases to exist."""

    card: CardId
    was: Facts = ()

    def onto(self, state: State) -> State:
        card = state.cards[self.card]
        pile = tuple([c for c in state.areas[card.area] if c != self.card])
        former = state.former.set(card.ref, Former(card, pairs(self.was)))
        cards = state.cards.delete(self.card)
        return replace(state, cards=cards, areas=state.areas.set(card.area, pile), former=former)


class Marked(Event, frozen=True):
    """A card was turned, stood, rested, given a counter …; no value takes the mark away."""

    card: CardId
    mark: str
    value: Value = None

    def onto(self, state: State) -> State:
        card = state.cards[self.card]
        marked = replace(card, marks=with_fact(card.marks, self.mark, plain(self.value)))
        return replace(state, cards=state.cards.set(card.id, marked))


class Renewed(Event, frozen=True):
    """A card became a new object where it is."""

    card: CardId
    was: Facts = ()

    def onto(self, state: State) -> State:
        card = state.cards[self.card]
        former = state.former.set(card.ref, Former(card, pairs(self.was)))
        cards = state.cards.set(card.id, replace(card, object=card.object + 1))
        return replace(state, cards=cards, former=former)


class Identified(Event, frozen=True):
    """The judge named the face of an unknown card."""

    card: CardId
    name: str

    def onto(self, state: State) -> State:
        card = replace(state.cards[self.card], name=self.name)
        return replace(state, cards=state.cards.set(self.card, card))


class Stated(Event, frozen=True):
    """The judge gave a number printed on a card: it holds for every copy."""

    card: CardId
    name: str
    property: str
    value: int

    def onto(self, state: State) -> State:
        key = f"{PRINTED}{self.name}: {self.property}"
        return replace(state, numbers=state.numbers.set(key, self.value))


class Numbered(Event, frozen=True):
    """A number of the game changed: rage, damage, attacks made …"""

    key: str
    was: int
    now: int

    def onto(self, state: State) -> State:
        return replace(state, numbers=state.numbers.set(self.key, self.now))


class Looked(Event, frozen=True):
    """A player may know these cards now."""

    player: Player
    cards: tuple[CardId, ...]


class Revealed(Event, frozen=True):
    """Everybody may know these cards now."""

    cards: tuple[CardId, ...]


class StoodBy(Event, frozen=True):
    """An automatic ability was triggered and waits."""

    standby: Standby

    def onto(self, state: State) -> State:
        return replace(state, standby=(*state.standby, self.standby), clock=state.clock + 1)


class Played(Event, frozen=True):
    """A card or an ability is being played; a played ability is no longer on standby."""

    what: str
    player: Player
    card: CardId | None = None
    standby: int | None = None


class Settled(Event, frozen=True):
    """An ability no longer waits: it was resolved, or it was cancelled."""

    standby: int
    how: str = "resolved"

    def onto(self, state: State) -> State:
        return replace(state, standby=tuple([s for s in state.standby if s.id != self.standby]))


class Planned(Event, frozen=True):
    """A timed trigger was set up."""

    scheduled: Scheduled

    def onto(self, state: State) -> State:
        scheduled = (*state.scheduled, self.scheduled)
        return replace(state, scheduled=scheduled, clock=state.clock + 1)


class Spent(Event, frozen=True):
    """A timed trigger has had its moment, or its period is over."""

    scheduled: int

    def onto(self, state: State) -> State:
        kept = tuple([s for s in state.scheduled if s.id != self.scheduled])
        return replace(state, scheduled=kept)


class Armed(Event, frozen=True):
    """A situation trigger may wait again (`spent` false) or may not."""

    situation: str
    spent: bool = True

    def onto(self, state: State) -> State:
        now = state.situations | {self.situation} if self.spent else state.situations - {self.situation}
        return replace(state, situations=now)


class Began(Event, frozen=True):
    effect: Effect

    def onto(self, state: State) -> State:
        return replace(state, effects=(*state.effects, self.effect), clock=state.clock + 1)


class Ended(Event, frozen=True):
    effect: int
    what: str = ""

    def onto(self, state: State) -> State:
        return replace(state, effects=tuple([e for e in state.effects if e.id != self.effect]))


class Row(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One line of a derivation: which layer, whose effect, when, before and after."""

    layer: str
    effect: str
    source: CardId | None
    stamp: int
    before: Value
    after: Value
    after_effect: str = ""  # the effect it had to wait for, when dependency decided the order
    ordered_by: str = ""  # the clause that gave it its place among others of its layer


class Derived(Event, frozen=True):
    """A rule read a value that something modifies: its whole derivation."""

    card: CardId
    property: str
    base: Value
    value: Value
    rows: tuple[Row, ...]


class Replaced(Event, frozen=True):
    """Something was about to happen and never did; `by` took its place."""

    what: str
    by: str
    player: Player
    card: CardId | None = None


class Refused(Event, frozen=True):
    """Something could not be done; `clause` or an effect says so."""

    what: str
    reason: str
    player: Player | None = None
    card: CardId | None = None


class Noted(Event, frozen=True):
    """A clause decided something that changes nothing by itself."""

    text: str


class Applied(Event, frozen=True):
    """A rule action is performed for this player and this subject."""

    player: Player | None
    subject: Value = None


class Stalled(Event, frozen=True):
    """A rule action that is due but changes nothing is not tried again until it stops being due."""

    what: str
    over: bool = False

    def onto(self, state: State) -> State:
        now = state.stalled - {self.what} if self.over else state.stalled | {self.what}
        return replace(state, stalled=now)


class ReadAs(Event, frozen=True):
    """The book leaves this open; the case reads it this way."""

    doubt: str
    choice: str


class Landmarked(Event, frozen=True):
    digest: str

    def onto(self, state: State) -> State:
        return replace(state, landmark=self.digest)


class Looped(Event, frozen=True):
    """The same situation came round again, and nobody had a choice."""

    since: int

    def onto(self, state: State) -> State:
        return replace(state, quiet=0, landmark="")


class CameRound(Event, frozen=True):
    """Someone must choose in a situation where someone has chosen before in this turn."""

    choices: int  # made in the round that has led back to it

    def onto(self, state: State) -> State:
        return replace(state, trail=replace(state.trail, settling=True))


class Bounded(Event, frozen=True):
    """How often a loop is still performed; then one of these players must do something else."""

    clause: str
    choices: int  # in a round
    times: int
    stoppers: str = ""
    afterwards: str = ""
    spared: tuple[str, ...] = ()
    on: int = 0  # choices of one round more, up to that of the player who leaves it

    def onto(self, state: State) -> State:
        trail = state.trail
        made = trail.visits[len(trail.visits) - self.choices :]
        left = self.times * len(made) + self.on
        turned = (*made[self.on :], *made[: self.on])  # so that the last choice by rote is the last one
        loop = Loop(self.clause, turned, left, self.stoppers, self.afterwards, self.spared)
        now = replace(trail, since=len(trail.visits), settling=False, loops=(*trail.loops, loop))
        return replace(state, answers=(), quiet=0, landmark="", trail=now)


class Corrected(Event, frozen=True):
    """The judge put right what went wrong at the table. Nothing triggers; the current step asks again."""

    why: str
    by: str
    changes: tuple[AnyEvent, ...] = ()

    def onto(self, state: State) -> State:
        for change in self.changes:
            state = change.onto(state)
        return replace(state, answers=(), quiet=0, landmark="", trail=Trail())


class Decided(Event, frozen=True):
    """The game is over."""

    outcome: Outcome

    def onto(self, state: State) -> State:
        return replace(state, outcome=self.outcome)


def plain(value: Any) -> Value:
    """JSON has no tuples; a value that came back from disk is made hashable again."""
    if isinstance(value, (list, tuple)):
        return tuple([plain(part) for part in value])
    return value  # type: ignore[no-any-return]


def pairs(facts: Any) -> Facts:
    return tuple([(name, plain(value)) for name, value in facts])


AnyEvent = (
    Went | Called | Remembered | Answered | Announced | Occurred | TurnBegan | Moved | Arranged | Shuffled
    | Drew | Created | Vanished | Marked | Renewed | Identified | Stated | Numbered | Looked | Revealed
    | StoodBy | Played | Settled | Planned | Spent | Armed | Began | Ended | Derived | Replaced | Refused
    | Noted | Applied | Stalled | ReadAs | Landmarked | Looped | CameRound | Bounded | Corrected | Decided
)  # fmt: skip


def is_change(event: Event) -> bool:
    """Whether an event is more than a note or the engine's own bookkeeping."""
    return type(event).onto is not Event.onto and not isinstance(event, Stalled)


class Happened(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """An event in its place: the clauses inside the step that led to it, its cause, its group."""

    event: AnyEvent
    path: tuple[str, ...] = ()  # actions inside the step, outermost first; the last one acts
    cause: tuple[int, int] | None = None  # (entry, event); none: the entry's own cause
    group: int = 0  # events of one group happened at the same time
    why: str = ""  # one sentence where the result would surprise people


class Entry(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One clause performed: where, what happened, where next. `42.3` is its third event."""

    seq: int
    path: tuple[str, ...]  # the clauses of the frames; the last one is the step
    events: tuple[Happened, ...]
    cause: int | None = None  # the entry that led here
    consulted: tuple[str, ...] = ()  # clauses that were read as reasons on the way
    note: str = ""

    @property
    def clause(self) -> str:
        return self.path[-1] if self.path else ""


def fold(state: State, entries: Any) -> State:
    """The state after these entries: the log is the whole story."""
    for entry in entries:
        for happened in entry.events:
            state = happened.event.onto(state)
    return state
