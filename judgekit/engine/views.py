"""What a seat may see of a state, a question or the log.

A card that a seat may not see has no name and no id of its own there: it is known by its place alone, since
an id that was seen once would give the card away wherever it went. Facts and locals, which may mention any
card, are for the judge.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from judgekit.engine import events as e
from judgekit.engine.errors import NotAnOption
from judgekit.engine.events import AnyEvent, Entry, Happened
from judgekit.engine.machine import Line
from judgekit.engine.questions import Option, Question
from judgekit.engine.registry import Rulebook
from judgekit.engine.state import (
    JUDGE,
    PRINTED,
    UNKNOWN,
    Area,
    Card,
    CardId,
    Effect,
    Map,
    Player,
    Ref,
    Scheduled,
    Standby,
    State,
    area_player,
    host_of,
    under,
)
from judgekit.engine.table import Table
from judgekit.engine.words import ENGINE
from judgekit.once import kept

replace = msgspec.structs.replace
NOBODY = CardId(0)  # a card that may not be known
NOWHERE = Ref(NOBODY, 0)
HIDDEN = "a hidden card"
_TOKEN = re.compile(r"\bc(\d+)\b")


def view(
    rules: Table | Rulebook, state: State, seat: Player, readings: Mapping[str, str] | None = None
) -> State:
    """The state as a seat may see it. The judge sees all of it."""
    return state if seat == JUDGE else Eyes(rules, state, seat, readings).state_seen()


@dataclass(frozen=True)
class Eyes:
    """A seat at one moment, by the readings of the case; where none are given, the table's or the book's."""

    rules: Table | Rulebook
    state: State
    seat: Player
    readings: Mapping[str, str] | None = None

    def sees(self, card: int) -> bool:
        found = self.state.cards.get(CardId(card))
        return found is not None and self._sees(found)

    def _sees(self, card: Card) -> bool:
        return self.rules.policy.sees(self.state, self.seat, card, self._read_as)

    @kept
    def _read_as(self) -> Mapping[str, str]:
        if isinstance(self.rules, Table):
            return self.rules.readings
        return self.rules.defaults | dict(self.readings or {})

    @kept
    def shown(self) -> dict[CardId, CardId]:
        """Every card under the id that it has here: a hidden one has a negative id, by its place."""
        ids: dict[CardId, CardId] = {}
        hidden = 0
        for where in sorted(self.state.areas, key=self._neutral):
            for card in self.state.areas[where]:
                if self.sees(card):
                    ids[card] = card
                else:
                    hidden += 1
                    ids[card] = CardId(-hidden)
        return ids

    def _neutral(self, where: Area) -> tuple[bool, str]:
        """Places in an order that does not depend on the id of a hidden host."""
        host = host_of(where)
        return (False, where) if host is None or self.sees(host) else (True, self._place_of(host))

    def _place_of(self, card: CardId) -> str:
        where = self.state.cards[card].area
        return f"{where}/{self.state.areas[where].index(card):04}"

    def place(self, where: Area) -> Area:
        host = host_of(where)
        return where if host is None else under(self.shown.get(host, NOBODY))

    def state_seen(self) -> State:
        state = self.state
        cards = (self.card(card) for card in state.cards.values())
        return State(
            cards=Map((card.id, card) for card in cards),
            areas=Map(
                (self.place(where), tuple(self.shown[card] for card in pile))
                for where, pile in state.areas.items()
            ),
            numbers=Map((key, n) for key, n in state.numbers.items() if not key.startswith(PRINTED)),
            frames=tuple(replace(frame, locals=()) for frame in state.frames),
            turn_player=state.turn_player,
            standby=tuple(self.standby(s) for s in state.standby),
            effects=tuple(self.effect(effect) for effect in state.effects),
            scheduled=tuple(self.scheduled(s) for s in state.scheduled),
            former=Map((ref, f) for ref, f in state.former.items() if self._saw(ref)),
            clock=state.clock,
            quiet=state.quiet,
            outcome=state.outcome,
        )

    def card(self, card: Card) -> Card:
        if self.sees(card.id):
            return replace(card, area=self.place(card.area))
        owner = area_player(card.area) or card.owner
        return Card(self.shown[card.id], UNKNOWN, owner, self.place(card.area))

    def _saw(self, ref: Ref) -> bool:
        """Whether the seat may know an object that is gone."""
        former = self.state.former.get(ref)
        return former is not None and self._sees(former.card)

    def knows(self, ref: Ref) -> bool:
        """Whether the seat may know which card this was."""
        current = self.state.current(ref)
        return self.sees(ref.card) if current is not None else self._saw(ref)

    def ref(self, ref: Ref) -> Ref:
        """An object under its id in this view; one that is gone keeps its own id, if it was seen."""
        return ref if self.knows(ref) else NOWHERE

    def standby(self, standby: Standby) -> Standby:
        known = self.knows(standby.source)
        ability = standby.ability if known else UNKNOWN
        return replace(standby, ability=ability, source=self.ref(standby.source), facts=())

    def effect(self, effect: Effect) -> Effect:
        fixed = None if effect.cards is None else tuple(self.ref(ref) for ref in effect.cards)
        return replace(effect, source=self.ref(effect.source), cards=fixed, facts=())

    def scheduled(self, scheduled: Scheduled) -> Scheduled:
        return replace(scheduled, source=self.ref(scheduled.source), facts=())


# questions


def redact_question(
    rules: Table | Rulebook,
    state: State,
    question: Question,
    seat: Player,
    readings: Mapping[str, str] | None = None,
) -> Question:
    """A question as a seat may see it: to another player, that there is one; to itself, without hidden cards.

    The options keep their order, so that `real_answer` finds what was meant.
    """
    if seat == JUDGE:
        return question
    if question.player != seat:
        return Question(question.player, question.clause, "", (), 0, 0, question.form, question.secret)
    eyes = Eyes(rules, state, seat, readings)
    options = tuple(_option(eyes, question, at, option) for at, option in enumerate(question.options, 1))
    return replace(question, options=options, looked=())


def _option(eyes: Eyes, question: Question, at: int, option: Option) -> Option:
    cards = {int(number) for number in _TOKEN.findall(option.id)}
    if option.card is not None:
        cards.add(option.card)
    if all(card in question.looked or eyes.sees(card) for card in cards):
        return option
    return Option(f"h{at}", HIDDEN, option.clause)


def real_answer(question: Question, shown: Question, chosen: Sequence[str]) -> tuple[str, ...]:
    """The real answer behind an answer to the question as shown; a refusal uses the words shown."""
    if not shown.options and question.options:
        raise NotAnOption(ENGINE("another is asked", clause=question.clause, player=question.player))
    admitted = shown.admit(tuple(chosen))
    real = {s.id: q.id for s, q in zip(shown.options, question.options, strict=True)}
    return tuple(real.get(one, one) for one in admitted)


# the log


def redacted_log(line: Line, seat: Player) -> Iterator[Entry]:
    """Every entry as a seat may see it."""
    open_from = _open_answers(line.log)
    state = line.start
    for entry in line.log:
        yield redact(line.table, entry, state, seat, done=entry.seq < open_from)
        state = e.fold(state, (entry,))


def _open_answers(log: Sequence[Entry]) -> int:
    """Where the answers to a step that is not done begin."""
    at = len(log)
    while at and any(isinstance(h.event, e.Answered) for h in log[at - 1].events):
        at -= 1
    return at


def redact(
    rules: Table | Rulebook,
    entry: Entry,
    before: State,
    seat: Player,
    *,
    done: bool = True,
    readings: Mapping[str, str] | None = None,
) -> Entry:
    """An entry of the log as a seat may see it; `done` is false while its step waits for more answers."""
    if seat == JUDGE:
        return entry
    seen = []
    state = before
    gone: dict[tuple[int, Area], list[int]] = {}  # what went together to where the seat does not see it
    for at, happened in enumerate(entry.events):
        then = happened.event.onto(state)
        sight = Sight(Eyes(rules, state, seat, readings), Eyes(rules, then, seat, readings), done)
        event = sight.event(happened.event)
        why = happened.why if event == happened.event else ""
        seen.append(Happened(event, happened.path, happened.cause, happened.group, why))
        if isinstance(event, e.Moved) and happened.group and not sight.now.sees(event.card):
            gone.setdefault((happened.group, event.dst), []).append(at)
        state = then
    for places in gone.values():
        _without_order(seen, places)
    return Entry(entry.seq, entry.path, tuple(seen), entry.cause, entry.consulted)


def _without_order(seen: list[Happened], places: list[int]) -> None:
    """Cards that went together out of sight: nothing is said about their order there."""
    if len(places) < 2:
        return
    moves = sorted((seen[at] for at in places), key=_card_moved)
    for at, one in zip(places, moves, strict=True):
        seen[at] = replace(one, event=replace(one.event, at=None))


def _card_moved(happened: Happened) -> CardId:
    return happened.event.card if isinstance(happened.event, e.Moved) else NOBODY


@dataclass(frozen=True)
class Sight:
    """A seat before and after one event."""

    was: Eyes
    now: Eyes
    done: bool

    @property
    def seat(self) -> Player:
        return self.now.seat

    def event(self, event: AnyEvent) -> AnyEvent:
        return event if type(event) in PUBLIC else REDACTIONS[type(event)](self, event)

    def sees(self, card: int) -> bool:
        return self.was.sees(card) or self.now.sees(card)

    def card(self, card: CardId) -> CardId:
        return card if self.sees(card) else NOBODY

    def pile(self, cards: tuple[CardId, ...]) -> tuple[CardId, ...]:
        return tuple(self.card(card) for card in cards)

    def place(self, where: Area) -> Area:
        host = host_of(where)
        return where if host is None or self.sees(host) else under(NOBODY)


def _about_a_card(sight: Sight, event: Any) -> Any:
    """Events with a card: what they say of a hidden one is withheld."""
    if event.card is None or sight.sees(event.card):
        return event
    blank = {name: value for name, value in BLANK.items() if name in event.__struct_fields__}
    return replace(event, card=NOBODY, **blank)


def _stated(sight: Sight, event: e.Stated) -> e.Stated:
    return event if sight.sees(event.card) else e.Stated(NOBODY, UNKNOWN, "", 0)


BLANK: dict[str, Any] = {
    "was": (),
    "facts": (),
    "value": None,
    "base": None,
    "rows": (),
    "reason": "",
    "what": "",
    "by": "",
    "name": UNKNOWN,
    "marks": (),
}


def _answered(sight: Sight, event: e.Answered) -> AnyEvent:
    event = replace(event, here="", free=False, apart=())
    if event.player == JUDGE:
        return replace(event, chosen=(), labels=(), prompt="")
    if event.player != sight.seat and event.secret and not sight.done:
        return replace(event, chosen=(), labels=(ENGINE("in secret"),), prompt="")
    seen = [all(sight.sees(int(n)) for n in _TOKEN.findall(one)) for one in event.chosen]
    chosen = tuple(one if known else "?" for one, known in zip(event.chosen, seen, strict=True))
    names = event.labels or event.chosen
    shown = tuple(name if known else HIDDEN for name, known in zip(names, seen, strict=True))
    if event.player == sight.seat:
        return replace(event, chosen=chosen, labels=shown)
    if event.ordered:  # which cards they are may be known; how they lie is to be seen, or is not
        pairs = sorted(zip(chosen, shown, strict=True))
        chosen, shown = tuple(one for one, _ in pairs), tuple(name for _, name in pairs)
    return replace(event, chosen=chosen, labels=shown, prompt="")


def _moved(sight: Sight, event: e.Moved) -> AnyEvent:
    there = replace(event, src=sight.place(event.src), dst=sight.place(event.dst))
    if sight.sees(event.card):
        return replace(there, was=event.was if sight.was.sees(event.card) else ())
    return replace(there, card=NOBODY, was=())


def _in_order(sight: Sight, event: Any) -> Any:
    return replace(event, order=sight.pile(event.order), area=sight.place(event.area))


def _looked(sight: Sight, event: e.Looked) -> AnyEvent:
    return event if event.player == sight.seat else replace(event, cards=sight.pile(event.cards))


def _occurred(sight: Sight, event: e.Occurred) -> AnyEvent:
    card = None if event.card is None else sight.card(event.card)
    return replace(event, card=card, facts=())


def _created(sight: Sight, event: e.Created) -> AnyEvent:
    there = replace(event, area=sight.place(event.area))
    return _about_a_card(sight, there)  # type: ignore[no-any-return]


def _derived(sight: Sight, event: e.Derived) -> AnyEvent:
    rows = tuple(
        row if row.source is None or sight.sees(row.source) else replace(row, source=None, effect=UNKNOWN)
        for row in event.rows
    )
    return _about_a_card(sight, replace(event, rows=rows))  # type: ignore[no-any-return]


def _armed(sight: Sight, event: e.Armed) -> AnyEvent:
    card = event.situation.rpartition("@")[2].partition(".")[0]
    return event if card.isdecimal() and sight.sees(int(card)) else replace(event, situation="")


def _applied(sight: Sight, event: e.Applied) -> AnyEvent:
    if type(event.subject) is int and event.subject in sight.now.state.cards:
        return replace(event, subject=sight.card(CardId(event.subject)))
    return event if event.subject is None or isinstance(event.subject, str) else replace(event, subject=None)


def _corrected(sight: Sight, event: e.Corrected) -> AnyEvent:
    """What was put right, as far as the seat sees it; the judge's words may name what it does not see."""
    return replace(event, why="", changes=tuple(sight.event(change) for change in event.changes))


PUBLIC: frozenset[type[e.Event]] = frozenset(
    {
        e.Went,
        e.Announced,
        e.TurnBegan,
        e.Drew,
        e.Numbered,
        e.Revealed,
        e.Settled,
        e.Spent,
        e.Ended,
        e.ReadAs,
        e.Looped,
        e.CameRound,
        e.Bounded,
        e.Decided,
    }
)
REDACTIONS: dict[type[e.Event], Callable[[Sight, Any], AnyEvent]] = {
    e.Called: lambda sight, event: replace(event, locals=()),
    e.Remembered: lambda sight, event: replace(event, value=None),
    e.Answered: _answered,
    e.Occurred: _occurred,
    e.Moved: _moved,
    e.Arranged: _in_order,
    e.Shuffled: _in_order,
    e.Created: _created,
    e.Vanished: _about_a_card,
    e.Marked: _about_a_card,
    e.Renewed: _about_a_card,
    e.Identified: _about_a_card,
    e.Stated: _stated,
    e.Looked: _looked,
    e.StoodBy: lambda sight, event: replace(event, standby=sight.now.standby(event.standby)),
    e.Played: _about_a_card,
    e.Planned: lambda sight, event: replace(event, scheduled=sight.now.scheduled(event.scheduled)),
    e.Armed: _armed,
    e.Began: lambda sight, event: replace(event, effect=sight.now.effect(event.effect)),
    e.Derived: _derived,
    e.Replaced: _about_a_card,
    e.Refused: _about_a_card,
    e.Noted: lambda sight, event: replace(event, text=""),
    e.Applied: _applied,
    e.Stalled: lambda sight, event: replace(event, what=""),
    e.Landmarked: lambda sight, event: replace(event, digest=""),
    e.Corrected: _corrected,
}
