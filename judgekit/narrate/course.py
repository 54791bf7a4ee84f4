"""A log made ready for reading: which places there are at each depth, and where turns and phases begin."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property

from judgekit.engine import events as e
from judgekit.engine.abilities import Pool
from judgekit.engine.events import Entry, Event, Happened
from judgekit.engine.explain import clause_of
from judgekit.engine.registry import Rulebook
from judgekit.engine.state import PLAYERS, area_name, fact
from judgekit.games.game import AreaSpec, Game, NumberSpec
from judgekit.narrate.places import DEPTHS, START, Spot
from judgekit.narrate.signs import Wording

DEPTH_NAMES = {1: "ruling", 2: "actions", 3: "rule steps", 4: "kernel"}

LEVELS: dict[type[Event], int] = {
    **dict.fromkeys(
        (e.Answered, e.TurnBegan, e.Played, e.Applied, e.Replaced, e.Refused, e.Decided, e.Corrected), 1
    ),
    **dict.fromkeys((e.Looped, e.CameRound, e.Bounded, e.Announced, e.Drew, e.Identified, e.Stated), 1),
    **dict.fromkeys((e.Moved, e.Numbered, e.Marked, e.Created, e.Vanished, e.Shuffled, e.Arranged), 2),
    **dict.fromkeys((e.Looked, e.Revealed, e.StoodBy, e.Settled, e.Began, e.Ended), 2),
    **dict.fromkeys((e.Occurred, e.Derived, e.Planned, e.Spent, e.Renewed, e.ReadAs), 3),
}

# glyph and word of what happened, so that nothing is told by colour alone
KINDS: dict[type[Event], tuple[str, str]] = {
    e.Answered: ("◆", "choice"),
    e.Announced: ("❢", "announcement"),
    e.CameRound: ("∞", "loop"),
    e.Bounded: ("∞", "loop"),
    e.Applied: ("■", "rule action"),
    e.StoodBy: ("▲", "trigger waits"),
    e.Played: ("▶", "play"),
    e.Settled: ("▷", "trigger settled"),
    e.Replaced: ("⟳", "replacement"),
    e.Began: ("≈", "effect"),
    e.Ended: ("≈", "effect ends"),
    e.Derived: ("≈", "value"),
    e.Looked: ("?", "knowledge"),
    e.Revealed: ("?", "knowledge"),
    e.Identified: ("?", "knowledge"),
    e.Stated: ("?", "knowledge"),
    e.Shuffled: ("✕", "shuffle"),
    e.Drew: ("✕", "chance"),
    e.Corrected: ("✎", "correction"),
    e.Decided: ("‼", "outcome"),
    e.Refused: ("⊘", "refused"),
    e.TurnBegan: ("●", "turn"),
    e.Moved: ("→", "move"),
    e.Numbered: ("#", "number"),
    e.Marked: ("◧", "mark"),
    e.ReadAs: ("§", "reading"),
    e.Occurred: ("◦", "timing"),
    e.Looped: ("∞", "loop"),
}
KNOWLEDGE = (e.Looked, e.Revealed, e.Identified, e.Stated, e.Shuffled, e.Drew)


def level(event: Event) -> int:
    return LEVELS.get(type(event), 4)


def kind(event: Event) -> tuple[str, str]:
    return KINDS.get(type(event), ("·", type(event).__name__.lower()))


@dataclass(frozen=True)
class Books:
    """What a game keeps only for its rules: numbers and marks that it hides, or says are such."""

    game: Game | None = None

    @cached_property
    def shown(self) -> frozenset[str]:
        if self.game is None:
            return frozenset()
        numbers = {spec.key for spec in self.game.numbers if not spec.bookkeeping}
        return frozenset(numbers | {spec.name for spec in self.game.marks if not spec.bookkeeping})

    @cached_property
    def worded(self) -> dict[str, NumberSpec]:
        """Numbers whose values are given in words."""
        numbers = self.game.numbers if self.game else ()
        return {spec.key: spec for spec in numbers if spec.words}

    @cached_property
    def slots(self) -> re.Pattern[str] | None:
        """The places whose cards everybody sees at a glance, as a log names them."""
        names = [s.name for s in self.game.areas if _is_slot(s)] if self.game else []
        found = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
        return re.compile(rf"\b(?:{'|'.join(PLAYERS)})\.(?:{found})(?!\w)") if found else None

    def hold(self, event: Event) -> bool:
        """Whether an event is only bookkeeping."""
        if self.game is None:
            return False
        if isinstance(event, e.Numbered):
            return event.key not in self.shown and area_name(event.key) not in self.shown
        return isinstance(event, e.Marked) and (event.mark not in self.shown or self._is_cleared(event))

    def _is_cleared(self, event: e.Marked) -> bool:
        """Whether a card has lost a value kept only for the rules: who controlled it in the gate."""
        return event.value is None and event.mark in self.values

    @cached_property
    def values(self) -> frozenset[str]:
        """Marks with one of several values, other than what a card is doing (`attacking`)."""
        marks = self.game.marks if self.game else ()
        return frozenset(m.name for m in marks if len(m.values) > 1 and not m.name.endswith("ing"))


def _is_slot(spec: AreaSpec) -> bool:
    """A place for one card, or one of a numbered row of places, that everybody sees."""
    is_one = spec.capacity == 1 or spec.name[-1:].isdecimal()
    return is_one and spec.seen_by == "all" and not spec.shared


@dataclass(frozen=True)
class Skill:
    """An ability that triggered and was used: where it became pending, and where it has resolved."""

    pending: Spot | None = None
    resolved: Spot | None = None


@dataclass
class Skills:
    """What became of the abilities that waited; each is shown once, where it is activated."""

    used: dict[Spot, Skill] = field(default_factory=dict)
    _pending: dict[int, Spot] = field(default_factory=dict)
    _active: dict[int, Spot] = field(default_factory=dict)
    _last: Spot = START  # where one was activated last

    def take(self, spot: Spot, event: Event) -> Spot | None:
        """Note an event; if it uses a pending ability, where that was shown."""
        if isinstance(event, e.StoodBy):
            if fact(event.standby.facts, "use") is None:
                self._pending[event.standby.id] = spot
            else:
                self._use(spot, event.standby.id)
            return None
        if isinstance(event, e.Played) and event.standby is not None:
            self._use(spot, event.standby)
            return self._left(event.standby)
        if isinstance(event, e.Settled):
            return self._settle(spot, event)
        return None

    def _use(self, spot: Spot, standby: int) -> None:
        self.used[spot] = Skill()
        self._active[standby] = self._last = spot

    def _left(self, standby: int) -> Spot | None:
        """A pending one has been activated."""
        pending = self._pending.pop(standby, None)
        if pending and self._last in self.used:
            self.used[self._last] = Skill(pending)
        return pending

    def _settle(self, spot: Spot, event: e.Settled) -> Spot | None:
        if event.how == "activated" and self._last[0] == spot[0]:
            return self._left(event.standby)
        self._pending.pop(event.standby, None)
        used = self._active.pop(event.standby, None)
        if used and event.how == "resolved":
            self.used[used] = replace(self.used[used], resolved=spot)
        return None


@dataclass
class Course:
    """The entries of a branch, and for each depth the places at which one can stop."""

    procedure_of: Callable[[str], str]
    wording: Wording
    books: Books = Books()
    entries: list[Entry] = field(default_factory=list)
    stops: dict[int, list[Spot]] = field(default_factory=lambda: {depth: [START] for depth in DEPTHS})
    turns: list[int] = field(default_factory=list)  # of each entry
    phases: list[str] = field(default_factory=list)
    turn_starts: list[int] = field(default_factory=list)  # the entries with which turns begin
    phase_starts: list[int] = field(default_factory=list)
    choices: list[Spot] = field(default_factory=list)
    timings: list[Spot] = field(default_factory=list)  # moments that came, and choices
    known: list[Spot] = field(default_factory=list)  # where something became known, or was shuffled
    corrections: list[Spot] = field(default_factory=list)
    acts: dict[str, list[Spot]] = field(default_factory=dict)  # clause -> where it acted
    caused: dict[tuple[int, int], Spot] = field(default_factory=dict)  # event -> the first that it caused
    readings: dict[str, str] = field(default_factory=dict)  # that mattered
    waited: dict[int, tuple[str, str]] = field(default_factory=dict)  # standby -> its ability, its player
    skills: Skills = field(default_factory=Skills)

    def extend(self, entries: list[Entry]) -> None:
        for entry in entries:
            self._take(entry)

    def _take(self, entry: Entry) -> None:
        turn = self.turns[-1] if self.turns else 0
        seen = False
        for at, happened in enumerate(entry.events, 1):
            event = happened.event
            own = self.level(event)
            seen = seen or own <= 3
            for depth in range(own, 5):
                self.stops[depth].append((entry.seq, at))
            self._note(entry, at, happened)
            if isinstance(event, e.TurnBegan):
                turn = event.number
            elif isinstance(event, e.Corrected):
                self.corrections.append((entry.seq, at))
            elif isinstance(event, e.ReadAs):
                self.readings[event.doubt] = event.choice
        if not seen and entry.events:
            self.stops[3].append((entry.seq, len(entry.events)))
        phase = self._phase(entry)
        if not self.turns or turn != self.turns[-1]:
            self.turn_starts.append(entry.seq)
        if not self.turns or (turn, phase) != (self.turns[-1], self.phases[-1]):
            self.phase_starts.append(entry.seq)
        self.entries.append(entry)
        self.turns.append(turn)
        self.phases.append(phase)

    def level(self, event: Event) -> int:
        """The smallest depth at which an event is shown."""
        if self.books.hold(event):
            return 4
        is_told = isinstance(event, e.Settled) and event.how in ("resolved", "activated")  # told by then
        return 3 if is_told else level(event)

    def _note(self, entry: Entry, at: int, happened: Happened) -> None:
        spot = (entry.seq, at)
        if isinstance(happened.event, e.Answered):
            self.choices.append(spot)
        if isinstance(happened.event, e.Answered | e.Occurred):
            self.timings.append(spot)
        if isinstance(happened.event, KNOWLEDGE):
            self.known.append(spot)
        if isinstance(happened.event, e.StoodBy):
            standby = happened.event.standby
            self.waited[standby.id] = standby.ability, standby.player
        if told_before := self.skills.take(spot, happened.event):
            self._unlist(told_before)
        if happened.path or self.level(happened.event) <= 3:
            self.acts.setdefault(clause_of(entry, happened), []).append(spot)
        if happened.cause is not None:
            self.caused.setdefault(happened.cause, spot)

    def _unlist(self, spot: Spot) -> None:
        """An ability is shown where it is activated: that it was pending is a step of the rules."""
        stops = self.stops[2]
        at = bisect_left(stops, spot)
        if at < len(stops) and stops[at] == spot:
            del stops[at]

    def _phase(self, entry: Entry) -> str:
        step = entry.path[min(1, len(entry.path) - 1)] if entry.path else ""
        try:
            return self.procedure_of(step)
        except KeyError:
            return step

    @property
    def end(self) -> Spot:
        return (len(self.entries) - 1, len(self.entries[-1].events)) if self.entries else START

    def spot(self, seq: int, event: int) -> Spot:
        """The one way to name a place: after an event, not before an entry."""
        if event:
            return seq, event
        while seq > 0:
            seq -= 1
            if self.entries[seq].events:
                return seq, len(self.entries[seq].events)
        return START

    def happened(self, spot: Spot) -> Happened | None:
        """What has just happened at a place; nothing at the beginning."""
        return self.entries[spot[0]].events[spot[1] - 1] if spot[1] else None

    def entry(self, spot: Spot) -> Entry | None:
        return self.entries[spot[0]] if spot[1] else None

    def next(self, spot: Spot, depth: int) -> Spot | None:
        """The next stop; the end of the log is one at every depth."""
        stops = self.stops[depth]
        at = bisect_right(stops, spot)
        if at < len(stops):
            return stops[at]
        return self.end if spot < self.end else None

    def previous(self, spot: Spot, depth: int) -> Spot | None:
        at = bisect_left(self.stops[depth], spot)
        return self.stops[depth][at - 1] if at else None

    def question(self, spot: Spot, onward: bool) -> Spot | None:
        """The next or previous place with a question: the one before the answer. After the last answer comes
        the end, where a question may be open."""
        found = _beside([self.spot(seq, 0) for seq, _ in self.choices], spot, onward)
        return self.end if found is None and onward and spot != self.end else found

    def timing(self, spot: Spot, onward: bool) -> Spot | None:
        """The next or previous moment at which something could trigger or be chosen."""
        return _beside(self.timings, spot, onward)

    def result(self, spot: Spot, depth: int, onward: bool) -> Spot | None:
        """The next or previous stop that is neither a moment nor a choice: what came of them."""
        stops, passed = self.stops[depth], (e.Answered, e.Occurred)
        at = bisect_right(stops, spot) if onward else bisect_left(stops, spot) - 1
        while 0 <= at < len(stops):
            found = self.happened(stops[at])
            if found is None or not isinstance(found.event, passed):
                return stops[at]
            at += 1 if onward else -1
        return None

    def by_clause(self, spot: Spot, onward: bool) -> Spot | None:
        """The next or previous event of the clause that acted here."""
        entry, here = self.entry(spot), self.happened(spot)
        if entry is None or here is None:
            return None
        return _beside(self.acts.get(clause_of(entry, here), []), spot, onward)

    def phase(self, spot: Spot, onward: bool, turn: bool = False) -> Spot | None:
        """After the first entry of the next or previous phase, or turn; the beginning comes before all."""
        starts = self.turn_starts if turn else self.phase_starts
        at = bisect_right(starts, spot[0]) - 1
        if onward:
            return self.spot(starts[at + 1] + 1, 0) if at + 1 < len(starts) else None
        if spot == START:
            return None
        here = self.spot(starts[at] + 1, 0)
        if here < spot:
            return here
        return self.spot(starts[at - 1] + 1, 0) if at else START

    def cause(self, spot: Spot) -> Spot | None:
        """What the event here goes back to."""
        happened = self.happened(spot)
        if happened is None:
            return None
        if happened.cause is not None:
            return happened.cause[0], happened.cause[1] + 1
        before = self.entries[spot[0]].cause
        return None if before is None else self.spot(before + 1, 0)

    def effect(self, spot: Spot) -> Spot | None:
        """The first event that names the one here as its cause."""
        return self.caused.get((spot[0], spot[1] - 1))

    def caller(self, seq: int, height: int) -> Spot:
        """Where the frame at this height of the stack was called."""
        at = min(seq, len(self.entries)) - 1
        while at >= 0 and len(self.entries[at].path) > height:
            at -= 1
        return self.spot(at + 1, 0)


def _beside(spots: list[Spot], spot: Spot, onward: bool) -> Spot | None:
    at = bisect_right(spots, spot) if onward else bisect_left(spots, spot) - 1
    return spots[at] if 0 <= at < len(spots) else None


def course_for(rules: Rulebook, pool: Pool, game: Game | None) -> Course:
    """An empty course, to be extended by the entries of a log."""
    return Course(_procedures(rules), Wording(rules.book, pool, game), Books(game))


def _procedures(rules: Rulebook) -> Callable[[str], str]:
    known: dict[str, str] = {}

    def procedure_of(step: str) -> str:
        if step not in known:
            known[step] = rules.procedure_of(step)
        return known[step]

    return procedure_of
