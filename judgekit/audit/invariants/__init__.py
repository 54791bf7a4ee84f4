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

from judgekit.engine.events import Called, Created, Entry, Moved, TurnBegan, Vanished
from judgekit.engine.machine import Line
from judgekit.engine.state import PLAYERS, UNKNOWN, Card, State, area, area_name, area_player, opponent
from judgekit.errors import JudgekitError
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
    """A clause that was performed, and the states around it."""

    line: Line
    entry: Entry
    before: State
    after: State


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
    raise WrongInvariant(f"{check!r} is not a check; the phrases are listed in judgekit/audit/invariants")


def broken(rows: tuple[Row, ...], moment: Moment) -> Iterator[Broken]:
    for row in rows:
        if found := look_of(row.check)(moment):
            yield Broken(row.clause, row.says, row.check, moment.entry.seq, found)


@cache
def _areas(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(","))


def _places(names: tuple[str, ...]) -> Iterator[str]:
    for name in names:
        yield from (*(area(player, name) for player in PLAYERS), name)


def _lying(state: State, names: tuple[str, ...]) -> Iterator[tuple[str, Card]]:
    """The cards in these areas, of either player or shared."""
    for where in _places(names):
        for card in state.pile(where):
            yield where, state.cards[card]


def _told(where: str, card: Card) -> str:
    return said("card there", card=card.name, id=card.id, where=where)


def at_most_in(moment: Moment, many: str, names: str) -> Iterator[str]:
    for where in _places(_areas(names)):
        if (count := len(moment.after.pile(where))) > int(many):
            yield said("cards in", n=count, where=where)


def at_most_then(moment: Moment, many: str, clause: str, names: str) -> Iterator[str]:
    if moment.entry.clause == clause:
        yield from at_most_in(moment, many, names)


def only_types(moment: Moment, types: str, names: str) -> Iterator[str]:
    for where, card in _lying(moment.after, _areas(names)):
        printed = moment.line.pool.definitions.get(card.name)
        kind = None if printed is None or card.mark("token") else printed.properties.get("type")
        if kind is not None and kind not in _areas(types):
            yield said("is a", card=_told(where, card), kind=kind)


def own_cards(moment: Moment, names: str) -> Iterator[str]:
    for where, card in _lying(moment.after, _areas(names)):
        if area_player(where) not in (None, card.owner):
            yield said("belongs to", card=_told(where, card), owner=card.owner)


def in_bounds(moment: Moment, key: str, least: str, most: str) -> Iterator[str]:
    for name in (*(f"{player}.{key}" for player in PLAYERS), key):
        now = moment.after.number(name, int(least))
        if not int(least) <= now <= int(most):
            yield said("number is", name=name, now=now)


def mark_only_in(moment: Moment, mark: str, names: str) -> Iterator[str]:
    for card in moment.after.cards.values():
        if card.marks and card.mark(mark) is not None and area_name(card.area) not in _areas(names):
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
    for where, card in _lying(moment.after, _areas(names)):
        if card.mark(mark) is not None:
            yield said("is marked", card=_told(where, card), mark=mark)


def hidden(moment: Moment, names: str) -> Iterator[str]:
    policy, readings = moment.line.rules.policy, moment.line.table.readings
    for where, card in _lying(moment.after, _areas(names)):
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
