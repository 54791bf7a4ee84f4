"""What must always hold, by the book: one file per game, with clauses and sentences for judges.

A row gives a clause, what it says, and how it is checked (`check`), in a few fixed phrases:

    at most 1 in strategy zone 1        each player's area holds no more
    at most 1 at 10.4.3.4 in zone 1     the same, when this clause is performed
    only battle, monster in zone 1      cards of these types lie there, and no others
    own cards in hand                   a player's area has cards of that player alone
    rage from 0 to 99                   a number stays within bounds
    invading only in zone 1             a card that bears the mark lies there
    at most 1 invading                  of each player's cards
    no token in hand                    no card with the mark lies there
    hand hidden                         the other player does not see the faces
    top of deck is drawn by 5.4.1       what goes from the deck to the hand by this clause is the first card
    phases 7.2 7.3 7.4 7.5              procedures that begin in this order in every turn
    nothing waits at 10.4.3.4           no ability waits when this clause is performed
    turn counts up                      every turn has the next number
    every card lies somewhere once · no card comes or goes · nothing after the end · every event has a clause
    every card lies in an area of the game          or with a card that is there
    every reading that decides is told              else the same comes under every other reading; those after
                                                    ", later" are told where somebody asks what they decide
    every reason comes before what it is for        a cause is an earlier event
    what a question shows comes true                its table is one of those on the way through the step,
                                                    unless an attempt was refused and so undone

A card's text overrides a rule: `unless` names words of such texts. If one is on the table, the
row is not checked.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import msgspec

from judgekit.audit.fuzzing.invariants.readings import decided_silently
from judgekit.engine.events import (
    Answered,
    Called,
    Created,
    Entry,
    Moved,
    ReadAs,
    Refused,
    TurnBegan,
    Vanished,
)
from judgekit.engine.machine import Line
from judgekit.engine.state import (
    PLAYERS,
    UNKNOWN,
    Card,
    State,
    area,
    area_name,
    area_player,
    host_of,
    opponent,
)
from judgekit.errors import JudgekitError
from judgekit.games import game as game_of
from judgekit.narrate.said import said

HERE = Path(__file__).parent


class WrongInvariant(JudgekitError):
    """A row that cannot be checked."""


class Row(msgspec.Struct, frozen=True):
    clause: str
    says: str
    check: str
    unless: tuple[str, ...] = ()  # words of a card's text that goes before the rule

    def is_set_aside(self, texts: Iterable[str]) -> bool:
        return any(word in text for text in texts for word in self.unless)


class Broken(msgspec.Struct, frozen=True):
    """An invariant that did not hold: which, at which entry, and what was found."""

    clause: str
    says: str
    check: str
    at: int
    found: str


@dataclass(frozen=True, slots=True)
class Moment:
    """A clause that was performed, the states around it, and the tables that its questions have shown."""

    line: Line
    entry: Entry
    before: State
    after: State
    shown: tuple[State, ...] = ()

    @property
    def is_answer(self) -> bool:
        """Whether it is no clause that was performed, but an answer to one."""
        return any(isinstance(happened.event, Answered) for happened in self.entry.events)

    def on_the_way(self) -> Iterator[State]:
        """The states of the step, from before its first event to after its last."""
        state = self.before
        yield state
        for happened in self.entry.events:
            state = happened.event.onto(state)
            yield state


Look = Callable[[Moment], str]  # what is wrong, or nothing


@cache
def invariants(game: str) -> tuple[Row, ...]:
    file = HERE / f"{game}.toml"
    if not file.exists():
        raise WrongInvariant(f"no invariants are written down for {game}: {file.name} is not there")
    return msgspec.convert(tomllib.loads(file.read_text("utf-8"))["rows"], tuple[Row, ...])


@cache
def look_of(check: str) -> Look:
    for pattern, wrong in _PHRASES:
        if found := re.fullmatch(pattern, check):
            given = found.groups()
            return lambda moment: next(wrong(moment, *given), "")
    raise WrongInvariant(f"{check!r} is not a check; the phrases are listed in its folder")


def broken(rows: tuple[Row, ...], moment: Moment) -> Iterator[Broken]:
    for row in rows:
        if found := look_of(row.check)(moment):
            yield Broken(row.clause, row.says, row.check, moment.entry.seq, found)


@dataclass(slots=True)
class Watcher:
    """Goes along with a line and looks at every clause that was performed since it last looked."""

    line: Line
    rows: tuple[Row, ...]
    state: State
    seen: int = 0  # entries
    shown: tuple[State, ...] = ()  # tables that were shown at the questions of the step under way

    def moments(self) -> Iterator[Moment]:
        for entry in self.line.log[self.seen :]:
            before = self.state
            for happened in entry.events:
                self.state = happened.event.onto(self.state)
            self.seen += 1
            moment = Moment(self.line, entry, before, self.state, self.shown)
            if not moment.is_answer:
                self.shown = ()
            yield moment
        if self.line.provisional is not None:
            self.shown += (self.line.provisional,)

    def broken(self) -> Iterator[Broken]:
        for moment in self.moments():
            yield from broken(self.rows, moment)


@cache
def _names(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(","))


def _places(names: tuple[str, ...]) -> Iterator[str]:
    for name in names:
        yield from (*(area(player, name) for player in PLAYERS), name)


def _there(state: State, names: tuple[str, ...]) -> Iterator[tuple[str, Card]]:
    """The cards in these areas, of either player or shared."""
    for where in _places(names):
        for card in state.pile(where):
            yield where, state.cards[card]


def _told(where: str, card: Card) -> str:
    return said("card there", card=card.name, id=card.id, where=where)


def at_most_in(moment: Moment, many: str, names: str) -> Iterator[str]:
    for where in _places(_names(names)):
        if (count := len(moment.after.pile(where))) > int(many):
            yield said("cards in", n=count, where=where)


def at_most_then(moment: Moment, many: str, clause: str, names: str) -> Iterator[str]:
    if moment.entry.clause == clause:
        yield from at_most_in(moment, many, names)


def only_types(moment: Moment, types: str, names: str) -> Iterator[str]:
    for where, card in _there(moment.after, _names(names)):
        printed = moment.line.pool.definitions.get(card.name)
        kind = None if printed is None or card.mark("token") else printed.properties.get("type")
        if kind is not None and kind not in _names(types):
            yield said("is a", card=_told(where, card), kind=kind)


def own_cards(moment: Moment, names: str) -> Iterator[str]:
    for where, card in _there(moment.after, _names(names)):
        if area_player(where) not in (None, card.owner):
            yield said("belongs to", card=_told(where, card), owner=card.owner)


def in_bounds(moment: Moment, key: str, least: str, most: str) -> Iterator[str]:
    for name in (*(f"{player}.{key}" for player in PLAYERS), key):
        now = moment.after.number(name, int(least))
        if not int(least) <= now <= int(most):
            yield said("number is", name=name, now=now)


def mark_only_in(moment: Moment, mark: str, names: str) -> Iterator[str]:
    for card in moment.after.cards.values():
        if card.marks and card.mark(mark) is not None and area_name(card.area) not in _names(names):
            yield said("is marked", card=_told(card.area, card), mark=mark)


def at_most_marked(moment: Moment, many: str, mark: str) -> Iterator[str]:
    for player in PLAYERS:
        own = [card for card in moment.after.cards.values() if area_player(card.area) == player]
        marked = [card for card in own if card.mark(mark)]
        if len(marked) > int(many):
            yield said(
                "too many marked", n=len(marked), player=player, cards=", ".join(card.name for card in marked)
            )


def no_mark_in(moment: Moment, mark: str, names: str) -> Iterator[str]:
    for where, card in _there(moment.after, _names(names)):
        if card.mark(mark) is not None:
            yield said("is marked", card=_told(where, card), mark=mark)


def hidden(moment: Moment, names: str) -> Iterator[str]:
    policy, readings = moment.line.rules.policy, moment.line.table.readings
    for where, card in _there(moment.after, _names(names)):
        player = area_player(where)
        if player and not card.marks and policy.sees(moment.after, opponent(player), card, readings):
            yield said("sees", player=opponent(player), card=_told(where, card))


def top_is_drawn(moment: Moment, clause: str) -> Iterator[str]:
    state = moment.before
    for happened in moment.entry.events:
        event = happened.event
        if isinstance(event, Moved) and clause in happened.path and _is_draw(event):
            if state.pile(event.src)[:1] != (event.card,):
                yield said("not the first drawn", card=event.card, where=event.src)
        state = event.onto(state)


def _is_draw(event: Moved) -> bool:
    return area_name(event.src) == "deck" and area_name(event.dst) == "hand"


def phases(moment: Moment, numbers: str) -> Iterator[str]:
    order = numbers.split()
    for happened in moment.entry.events:
        event = happened.event
        if isinstance(event, Called) and event.procedure in order:
            last = _last_phase(moment, order)
            if last is not None and order.index(event.procedure) < order.index(last):
                yield said("begins after", phase=event.procedure, last=last)


def _last_phase(moment: Moment, order: list[str]) -> str | None:
    """The phase that began last in this turn."""
    for entry in reversed(moment.line.log[: moment.entry.seq]):
        for happened in reversed(entry.events):
            if isinstance(happened.event, TurnBegan):
                return None
            if isinstance(happened.event, Called) and happened.event.procedure in order:
                return happened.event.procedure
    return None


def nothing_waits(moment: Moment, clause: str) -> Iterator[str]:
    waiting = moment.before.standby
    if moment.entry.clause == clause and waiting:
        yield said("abilities wait", n=len(waiting), first=waiting[0].ability)


def turn_counts_up(moment: Moment) -> Iterator[str]:
    state = moment.before
    for happened in moment.entry.events:
        event, now = happened.event, state.number("turn")
        if isinstance(event, TurnBegan) and 0 != event.number != now + 1 and now:  # 0: set-up
            yield said("turn after", turn=event.number, now=now)
        state = event.onto(state)


def lies_once(moment: Moment) -> Iterator[str]:
    state, found = moment.after, 0
    for where, pile in state.areas.items():
        found += len(pile)
        for card in pile:
            if card not in state.cards or state.cards[card].area != where:
                yield said("lies elsewhere", card=card, where=where)
    if found != len(state.cards):
        yield said("some lie nowhere", n=len(state.cards), found=found)


@cache
def _areas_of(book: str) -> frozenset[str]:
    """Every area that a game has, as a state names it."""
    specs = game_of(book.partition("/")[0]).areas
    own = [area(player, spec.name) for spec in specs if not spec.shared for player in PLAYERS]
    return frozenset([*own, *(spec.name for spec in specs if spec.shared)])


def lies_in_the_game(moment: Moment) -> Iterator[str]:
    state, known = moment.after, _areas_of(moment.line.rules.book.name)
    for where, pile in state.areas.items():
        if pile and where not in known and host_of(where) not in state.cards:
            yield _told(where, state.cards[pile[0]])


def readings_are_told(moment: Moment, later: str | None) -> Iterator[str]:
    if moment.entry.path:  # before anything was performed there is none
        for doubt, choice in decided_silently(moment.line, moment.before):
            if doubt not in _names(later or "") and doubt not in _told_before(moment):
                yield said("decided silently", doubt=doubt, choice=choice)


def _told_before(moment: Moment) -> set[str]:
    """The readings that the log names up to here."""
    log = moment.line.log[: moment.entry.seq]
    events = (happened.event for entry in log for happened in entry.events)
    return {event.doubt for event in events if isinstance(event, ReadAs)}


def reasons_come_first(moment: Moment) -> Iterator[str]:
    entry = moment.entry
    if entry.cause is not None and entry.cause >= entry.seq:
        yield said("reason after", at=entry.seq, reason=entry.cause)
    for at, happened in enumerate(entry.events):
        if happened.cause is not None and happened.cause >= (entry.seq, at):
            yield said("reason after", at=f"{entry.seq}.{at}", reason="{}.{}".format(*happened.cause))


def what_is_shown_comes_true(moment: Moment) -> Iterator[str]:
    is_undone = any(isinstance(happened.event, Refused) for happened in moment.entry.events)
    if moment.shown and not (moment.is_answer or is_undone):
        found = [_lying(state) for state in moment.on_the_way()]
        if any(_lying(shown) not in found for shown in moment.shown):
            yield said("shown in vain", clause=moment.entry.clause)


def _lying(state: State) -> tuple[object, ...]:
    """The table as people see it; the answer is an entry of its own, so that causes get other addresses."""
    waiting = [(one.id, one.ability, one.source, one.player, one.facts) for one in state.standby]
    areas = {where: pile for where, pile in state.areas.items() if pile}
    numbers = {key: n for key, n in state.numbers.items() if n}
    return areas, state.cards, numbers, state.effects, waiting, state.outcome


def no_card_goes(moment: Moment) -> Iterator[str]:
    before, after = set(moment.before.cards), set(moment.after.cards)
    if before == after:
        return
    events = [happened.event for happened in moment.entry.events]
    made = {event.card for event in events if isinstance(event, Created)}
    vanished = {event.card for event in events if isinstance(event, Vanished)}
    wrong = (after - before - made) | (before - after - vanished)
    wrong |= {card for card in vanished if _is_printed(moment, card)}
    if wrong:
        yield said("came or went", cards=sorted(wrong))


def _is_printed(moment: Moment, card: int) -> bool:
    """Whether a card was there from the start, as one of a deck."""
    found = next((one for one in moment.line.start.cards.values() if one.id == card), None)
    if found is None or found.marks:
        return False
    definition = moment.line.pool.definitions.get(found.name)
    if found.name == UNKNOWN or definition is None:
        return False
    return "Token" not in definition.properties.get("traits", ())


def nothing_after_the_end(moment: Moment) -> Iterator[str]:
    if moment.before.outcome is not None:
        yield said("after the end")


def every_event_cited(moment: Moment) -> Iterator[str]:
    book = moment.line.rules.book
    cited = [*moment.entry.path, *(c for happened in moment.entry.events for c in happened.path)]
    yield from (said("no clause of", clause=clause, book=book.name) for clause in cited if clause not in book)
    if moment.entry.events and not moment.entry.path:
        yield said("no clause at all")


_PHRASES: tuple[tuple[str, Callable[..., Iterator[str]]], ...] = (
    (r"every card lies in an area of the game", lies_in_the_game),
    (r"every reading that decides is told(?:, later (.+))?", readings_are_told),
    (r"every reason comes before what it is for", reasons_come_first),
    (r"what a question shows comes true", what_is_shown_comes_true),
    (r"at most (\d+) in (.+)", at_most_in),
    (r"at most (\d+) at (\S+) in (.+)", at_most_then),
    (r"only (.+) in (.+)", only_types),
    (r"own cards in (.+)", own_cards),
    (r"(.+) from (-?\d+) to (\d+)", in_bounds),
    (r"(.+) only in (.+)", mark_only_in),
    (r"at most (\d+) (.+)", at_most_marked),
    (r"no card comes or goes", no_card_goes),
    (r"no (.+) in (.+)", no_mark_in),
    (r"(.+) hidden", hidden),
    (r"top of deck is drawn by (.+)", top_is_drawn),
    (r"phases (.+)", phases),
    (r"nothing waits at (.+)", nothing_waits),
    (r"turn counts up", turn_counts_up),
    (r"every card lies somewhere once", lies_once),
    (r"nothing after the end", nothing_after_the_end),
    (r"every event has a clause", every_event_cited),
)
