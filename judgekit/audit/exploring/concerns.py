"""What counts as the same: what a judge asks about the ends of many lines.

Every question is answered by facts, each a thing and what became of it. Two ends are the same if their facts
are; what differs between them is reported thing by thing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import groupby

import msgspec

from judgekit.engine.loops import Deal, Terms, digest
from judgekit.engine.machine import Line
from judgekit.engine.questions import Asked
from judgekit.engine.state import PLAYERS, UNKNOWN, Card, CardId, State, area_name, host_of
from judgekit.engine.views import view
from judgekit.errors import JudgekitError
from judgekit.narrate import searching
from judgekit.narrate.events import place
from judgekit.narrate.table import TableWords, table_words

Fact = tuple[str, str]  # a thing, and what became of it
Facts = tuple[Fact, ...]

FORMS = "winner, seen, everything, card:NAME, number:KEY (A.damage), value:NAME:PROPERTY (Scout:power)"
_CARD = re.compile(r"c(\d+)")


class UnknownConcern(JudgekitError):
    """An unknown question."""


@dataclass(frozen=True, slots=True)
class Concern:
    """A question about the end of a line: its name can be typed, its title read."""

    name: str
    title: str
    facts: Callable[[Line], Facts]


def winner() -> Concern:
    return Concern("winner", searching.QUESTIONS["winner"], _winner)


def card_place(card: int, name: str) -> Concern:
    return Concern(f"card:c{card}", searching.where(name), lambda line: ((name, _place(line, card)),))


def number(key: str) -> Concern:
    return Concern(f"number:{key}", place(key), lambda line: (_number(line, key),))


def card_value(card: int, name: str, property: str) -> Concern:
    title = searching.value_of(property, name)
    return Concern(f"value:c{card}:{property}", title, lambda line: ((title, _value(line, card, property)),))


def seen() -> Concern:
    """What at least one of the players may see, each from their own seat."""
    return Concern("seen", searching.QUESTIONS["seen"], _seen)


def everything() -> Concern:
    return Concern("everything", searching.QUESTIONS["everything"], _everything)


def read_concern(text: str, line: Line) -> Concern:
    """A question as a judge types it, about the table of a line."""
    kind, _, rest = text.strip().partition(":")
    plain = {"winner": winner, "seen": seen, "everything": everything}
    if kind in plain and not rest:
        return plain[kind]()
    if kind == "card" and rest:
        return card_place(*_find(line.state, rest))
    if kind == "number" and rest:
        return number(_key(line, rest))
    name, _, wanted = rest.rpartition(":")
    if kind == "value" and name and wanted:
        return card_value(*_find(line.state, name), wanted)
    raise UnknownConcern(f"a question is one of {FORMS}; got {text!r}")


def _find(state: State, word: str) -> tuple[int, str]:
    """A card by its id or its name, if only one has it."""
    exact = _CARD.fullmatch(word)
    found = [card for card in state.cards.values() if _is_meant(card, word, exact)]
    if len(found) == 1:
        return found[0].id, found[0].name if exact is None else f"{found[0].name} (c{found[0].id})"
    if found:
        ids = ", ".join(f"c{card.id} in {place(card.area)}" for card in sorted(found, key=lambda c: c.id))
        raise UnknownConcern(f"{word!r} is {len(found)} cards; name one by its id: {ids}")
    names = ", ".join(sorted({card.name for card in state.cards.values() if card.name != UNKNOWN}))
    raise UnknownConcern(f"no card of this table is called {word!r}; there are {names or 'none with a name'}")


def _is_meant(card: Card, word: str, exact: re.Match[str] | None) -> bool:
    return card.id == int(exact[1]) if exact else card.name.casefold() == word.casefold()


def _key(line: Line, key: str) -> str:
    known = sorted(line.state.numbers)
    if key in line.state.numbers:
        return key
    raise UnknownConcern(f"no number of this table is called {key!r}; there are {', '.join(known) or 'none'}")


# the facts


def _winner(line: Line) -> Facts:
    return ((searching.RESULT, searching.winner(line.state.outcome)),)


def _place(line: Line, card: int) -> str:
    found = line.state.cards.get(CardId(card))
    if found is None:
        return searching.GONE
    host = host_of(found.area)
    return (
        table_words(line.rules).area(found.area)
        if host is None
        else searching.under(line.state.cards[host].name)
    )


def _number(line: Line, key: str) -> Fact:
    value = line.state.number(key)
    return table_words(line.rules).number(key, value) or (place(key), str(value))


def _value(line: Line, card: int, property: str) -> str:
    if CardId(card) not in line.state.cards:
        return searching.GONE
    table = line.table
    table.inspect(line.state, len(line.log))
    try:
        return _told(table.peek(card, property))
    except Asked:
        return searching.FACELESS


def _told(value: object) -> str:
    if isinstance(value, tuple | list | frozenset | set):
        return ", ".join(sorted(map(str, value))) or searching.NOTHING
    return searching.NOTHING if value is None else str(value)


def _seen(line: Line) -> Facts:
    facts: dict[str, str] = {}
    for seat in PLAYERS:
        facts |= {
            _of_seat(seat, thing): told
            for thing, told in _table(line, view(line.rules, line.state, seat, line.readings))
        }
    return (*_winner(line), *facts.items())


def _of_seat(seat: str, thing: str) -> str:
    """What both see alike is one fact: only hidden places are listed for each seat."""
    return thing if not thing.endswith("hand") else searching.seen_by(seat, thing)


def _everything(line: Line) -> Facts:
    rest = interchangeable(line)
    stands = " > ".join(frame.at for frame in line.state.frames)
    return (*_winner(line), *_table(line, line.state), (searching.AT, stands), (searching.SITUATION, rest))


def table_facts(line: Line) -> Facts:
    """The result, what lies where, and the numbers."""
    return (*_winner(line), *_table(line, line.state))


def interchangeable(line: Line) -> str:
    """The situation, in which copies of a card that lie alike are the same; for a card without abilities,
    how long it has been there does not matter."""
    state, terms = _ageless(line), terms_of(line)
    cards = sorted(state.cards.values(), key=lambda card: (card.name, card.owner, *_spot(state, card)))
    return digest(state, terms, Deal(state, terms, [card.id for card in cards]))


def _ageless(line: Line) -> State:
    printed, state = line.pool.definitions, line.state
    plain = [card for card in state.cards.values() if (own := printed.get(card.name)) and not own.abilities]
    cards = state.cards.update({card.id: msgspec.structs.replace(card, since=0) for card in plain})
    return msgspec.structs.replace(state, cards=cards)


def _spot(state: State, card: Card) -> tuple[str, int]:
    return card.area, state.areas[card.area].index(card.id)


def terms_of(line: Line) -> Terms:
    """What counts when two situations must continue alike: time stamps only where they can matter."""
    policy, setting = line.table.policy, line.table.setting
    working = setting.working_areas
    return Terms(policy.dated, stamped=setting.terms.stamped, unordered=policy.unordered, working=working)


def _gathered(told: str, many: int) -> str:
    """Adjacent cards that are told alike, counted together."""
    return searching.unknown(many) if told == UNKNOWN else searching.copies(told, many)


def _table(line: Line, state: State) -> Iterator[Fact]:
    """What lies where, and the numbers; hidden cards count."""
    unordered, words = line.table.policy.unordered, table_words(line.rules)
    for where in sorted(where for where, pile in state.areas.items() if pile):
        told = [_card(words, state, card) for card in state.areas[where]]
        if area_name(where) in unordered:
            told.sort()
        told = [_gathered(each, len(list(some))) for each, some in groupby(told)]
        host = host_of(where)
        thing = words.area(where) if host is None else searching.under(_card(words, state, host))
        yield thing, ", ".join(told)
    for key in sorted(key for key, many in state.numbers.items() if many and "@" not in key):
        if told_number := words.number(key, state.numbers[key]):
            yield told_number
    yield searching.TURN_PLAYER, state.turn_player


def _card(words: TableWords, state: State, card: CardId) -> str:
    found = state.cards.get(card)
    return searching.HIDDEN if found is None or found.id <= 0 else words.card(found)
