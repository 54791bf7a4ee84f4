"""Loops: situations that come round again, with a choice in them or without.

A situation is a state without its history: what makes it the same as another one is in its `digest`. Every
choice of a turn is written down together with the situation in which it was made (`State.trail`). When a
player must choose where someone has chosen before, what lies between is a round of a loop; the game's clause
says how often it is done, the machine does it, and then someone must do something else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from judgekit.engine.questions import Question
from judgekit.engine.state import (
    PLAYERS,
    Area,
    CardId,
    Effect,
    Facts,
    Player,
    Ref,
    State,
    Trail,
    Value,
    Visit,
    area_name,
    fact,
)

if TYPE_CHECKING:
    from judgekit.engine.table import Table

DATED = frozenset({"object", "ref", "stamp", "standby", "effect"})

MOST_ROUNDS = 9999  # that can be named; nothing at a table is counted so far
ENOUGH = 99  # beyond this it makes no difference to any text how often something was done

OBJECT = re.compile(r"@(\d+)(\.\d+)")  # of a card, in the name of a number

_encoder = msgspec.json.Encoder()


class Terms(NamedTuple):
    """What counts when two situations are compared.

    Facts, locals and marks with a name in `dated` hold object numbers or time stamps, and are left out; so
    are the numbers in `apart`, and those whose names begin with one of `remembered`. Time stamps count by
    their order alone, of cards in `working` areas alone (or, without such, in all), and not at all without
    `stamped`. `heaped` leaves it open how many of the same abilities wait and of the same effects apply, and
    how often the same procedures are under way inside each other.
    Order means nothing in `unordered` areas.
    """

    dated: frozenset[str] = DATED
    apart: tuple[str, ...] = ()
    remembered: tuple[str, ...] = ()
    heaped: bool = False
    stamped: bool = True
    unordered: frozenset[str] = frozenset()
    working: frozenset[str] | None = None

    @property
    def lying(self) -> tuple[Any, ...]:
        """What counts for the cards alone."""
        return self.dated, self.stamped, self.unordered, self.working


class Deal:
    """Which cards a game has, their names, and what lay where when it was last written down. It holds until
    cards are created, vanish or are named: until then only changes are rewritten."""

    __slots__ = ("_beside", "_lately", "_names", "_piles", "_place", "_waiting", "terms")

    def __init__(self, state: State, terms: Terms, order: Sequence[CardId] = ()) -> None:
        order = order or sorted(state.cards)  # ids of made cards only grow
        self.terms = terms
        self._beside: Deal | None = None
        self._place = {number: at for at, number in enumerate(order)}
        self._names = _encoder.encode([state.cards[number].name for number in order])
        self._piles: dict[str, tuple[tuple[CardId, ...], bytes]] = {}
        self._lately: tuple[Any, Any, Any, bytes, Mapping[int, int]] = (None, None, None, b"", {})
        self._waiting: tuple[Any, Any, list[Any]] = (None, None, [])

    def beside(self, other: Deal | None) -> Deal:
        """The same, with another deal of the same cards: where no effects apply, it has often recorded
        already how they lie."""
        if other is not None and other.terms.lying == self.terms.lying:
            same = other._place == self._place and other._names == self._names
            self._beside = other if same else None
        return self

    def placed(self, value: Value) -> Value:
        """A card, or several, by the place in the deal; one that has vanished has none."""
        if isinstance(value, tuple):
            return tuple([self.placed(each) for each in value])
        return self._place.get(CardId(value), -1) if isinstance(value, int) else value

    def lying(self, state: State) -> tuple[bytes, Mapping[int, int]]:
        """The cards as they lie on the table, and the rank of each time stamp."""
        if self._beside is not None and not state.effects:
            return self._beside.lying(state)
        cards, areas, effects, lying, rank = self._lately
        if cards is not state.cards or areas is not state.areas or effects is not state.effects:
            since = self._arrivals(state) if self.terms.stamped else []
            rank = self._order(since, state.effects)
            arrived = sorted([(at, rank[stamp]) for at, stamp in since])
            borne = _encoder.encode((self._marks(state), arrived))
            lying = b"[%b,%b,%b" % (self._names, borne[1:-1], self._written(state.areas))
            self._lately = (state.cards, state.areas, state.effects, lying, rank)
        return lying, rank

    def waiting(self, state: State) -> list[Any]:
        """The abilities that wait, each with its card, and whether that is still the same object."""
        if self._beside is not None:
            return self._beside.waiting(state)
        standby, cards, found = self._waiting
        if standby is not state.standby or cards is not state.cards:
            found = [
                (s.ability, _thing(state, s.source, self), s.player, _about(s.facts, self))
                for s in state.standby
            ]
            self._waiting = (state.standby, state.cards, found)
        return found

    def _marks(self, state: State) -> list[tuple[int, Facts]]:
        place, dated = self._place, self.terms.dated
        marked = [card for card in state.cards.values() if card.marks]
        return sorted([(place[c.id], borne) for c in marked if (borne := _undated(c.marks, dated))])

    def _arrivals(self, state: State) -> list[tuple[int, int]]:
        """The places of cards in the deal, and their time stamps."""
        cards, place, working = state.cards, self._place, self.terms.working
        if working is None:
            return [(place[card.id], card.since) for card in cards.values()]
        return [(place[number], cards[number].since) for where in working for number in state.pile(where)]

    def _order(self, since: list[tuple[int, int]], effects: Iterable[Effect]) -> dict[int, int]:
        if not self.terms.stamped:
            return {}
        stamps = {stamp for _, stamp in since}
        if effects:
            stamps.update([effect.stamp for effect in self.apply(effects)])
        return {stamp: at for at, stamp in enumerate(sorted(stamps))}

    def apply(self, effects: Iterable[Effect]) -> Iterable[Effect]:
        """The effects that count: of those that do the same to the same cards the last one, if heaped."""
        if not self.terms.heaped:
            return effects
        last = {(e.what, e.source.card, e.player, e.until, e.cards, e.facts): e for e in effects}
        return last.values()

    def _written(self, areas: Mapping[Area, tuple[CardId, ...]]) -> bytes:
        """Every area with cards in it, and the places of these cards in the deal."""
        known, found = self._piles, []
        for where, pile in sorted([(where, pile) for where, pile in areas.items() if pile]):
            lately = known.get(where)
            if lately is None or lately[0] is not pile:
                places = [self._place[card] for card in pile]
                if area_name(where) in self.terms.unordered:
                    places.sort()
                lately = known[where] = (pile, _encoder.encode((where, places)))
            found.append(lately[1])
        return b"[" + b",".join(found) + b"]"


def digest(state: State, terms: Terms = Terms(), deal: Deal | None = None) -> str:  # noqa: B008 (immutable)
    """A state as a situation: without its history, its time stamps and its answers. Frequent callers keep a
    `deal` for it."""
    deal = deal or Deal(state, terms)
    dated, apart = terms.dated, terms.apart
    numbers = [pair for pair in state.numbers.items() if pair[1] and pair[0] not in apart]
    if terms.remembered:
        numbers = [pair for pair in numbers if not pair[0].startswith(terms.remembered)]
    for key, _ in numbers:
        if "@" in key:
            numbers = list(_of_things(state, numbers))
            break
    lying, rank = deal.lying(state)
    frames = [
        (f.procedure, f.at, f.then, _undated(f.locals, dated) if f.locals else ()) for f in state.frames
    ]
    rest = (
        sorted(numbers),
        _once(frames) if terms.heaped else frames,
        state.turn_player,
        _standby(state, deal) if state.standby else (),
        _effects(state, deal, rank) if state.effects else (),
        _scheduled(state, deal) if state.scheduled else (),
        sorted({_undated_key(key) for key in state.situations}) if state.situations else (),
        sorted(state.stalled) if state.stalled else (),
        state.seed,
        state.outcome,
    )  # fmt: skip
    return blake2b(b"%b,%b" % (lying, _encoder.encode(rest)[1:]), digest_size=8).hexdigest()


def _of_things(state: State, numbers: Iterable[tuple[str, int]]) -> Iterator[tuple[str, int]]:
    """Counts for an object ("Roar#1@12.3 used") are its card's, while the object is there."""
    for key, n in numbers:
        held = OBJECT.search(key)
        if held is None:
            yield key, n
        elif state.current(Ref(CardId(int(held[1])), int(held[2][1:]))) is not None:
            yield key[: held.end(1)] + key[held.end() :], n


def _once(frames: list[Any]) -> list[Any]:
    """Procedures nested on the same ones again count once: inside them, all is as it was."""
    if len({frame[0] for frame in frames}) == len(frames):
        return frames
    for size in range(1, len(frames) // 2 + 1):
        at = 0
        while at + 2 * size <= len(frames):
            if frames[at : at + size] == frames[at + size : at + 2 * size]:
                del frames[at : at + size]
            else:
                at += 1
    return frames


def _standby(state: State, deal: Deal) -> list[Any]:
    found = deal.waiting(state)
    return list(dict.fromkeys(found)) if deal.terms.heaped else found


def _scheduled(state: State, deal: Deal) -> list[Any]:
    found = [
        (s.ability, _thing(state, s.source, deal), s.player, s.once, _about(s.facts, deal))
        for s in state.scheduled
    ]
    return list(dict.fromkeys(found)) if deal.terms.heaped else found


def _effects(state: State, deal: Deal, rank: Mapping[int, int]) -> list[Any]:
    return [(*_effect(state, e, deal), rank.get(e.stamp)) for e in deal.apply(state.effects)]


def _effect(state: State, effect: Effect, deal: Deal) -> tuple[Any, ...]:
    cards = None if effect.cards is None else [_thing(state, ref, deal) for ref in effect.cards]
    source = _thing(state, effect.source, deal)
    return effect.what, source, effect.player, effect.until, cards, _about(effect.facts, deal)


def _thing(state: State, ref: Ref, deal: Deal) -> tuple[Value, bool]:
    """Of an object only this matters: which card it was, and whether it is still there."""
    return deal.placed(ref.card), state.current(ref) is not None


def _about(facts: Facts, deal: Deal) -> Facts:
    """What an ability or effect notes, with its cards by their places in the deal."""
    kept = _undated(facts, deal.terms.dated)
    if not any([_is_of_cards(name) for name, _ in kept]):
        return kept
    return tuple([(name, deal.placed(value) if _is_of_cards(name) else value) for name, value in kept])


def _is_of_cards(name: str) -> bool:
    return name in ("subject", "object") or name.startswith("bound ")


def _undated(facts: Facts, dated: frozenset[str]) -> Facts:
    for pair in facts:
        if pair[0] in dated or pair[0] == "situation":
            break
    else:
        return facts
    kept = [pair for pair in facts if pair[0] not in dated]
    return tuple([_undated_pair(pair) if pair[0] == "situation" else pair for pair in kept])


def _undated_pair(situation: tuple[str, Value]) -> tuple[str, Value]:
    name, value = situation
    return name, _undated_key(value) if isinstance(value, str) else value


def _undated_key(situation: str) -> str:
    return situation.rpartition(".")[0]


# with choices


@dataclass(frozen=True, slots=True)
class Recurrence:
    """A situation of this turn has come round again: the choices on the way, which players could have chosen
    differently, and by how much the numbers that stand apart have grown."""

    round: tuple[Visit, ...]
    players: tuple[Player, ...]
    changes: Mapping[str, int]
    more: int  # how many more abilities wait and effects apply than the last time

    def in_words(self, table: Table) -> str:
        """A round as a player would say it: who chooses what in it, and what grows from round to round."""
        chosen = ", ".join(self._choices(table)) or table.words("nothing chosen in a round")
        numbers = ", ".join(self._growth(table))
        change = table.words("changes in a round" if numbers else "no changes in a round", numbers=numbers)
        return table.words("round of a loop", chosen=chosen, change=change)

    def _choices(self, table: Table) -> Iterator[str]:
        for visit in self.round:
            what = _called(" and ".join(visit.chosen), table.label) or table.words("nothing taken")
            yield table.words("chosen in a round", player=visit.player, what=what)

    def _growth(self, table: Table) -> Iterator[str]:
        for name, change in self.changes.items():
            if change:
                yield table.words("number in a round", number=_whose(name), change=change)
        if self.more:
            yield table.words("more in a round", n=self.more)

    def choices_before(self, leaving: Sequence[Player]) -> int:
        """How many choices of a round come before one in which these players can leave it."""
        free = [at for at, visit in enumerate(self.round) if visit.free and visit.player in leaving]
        return free[0] if free else 0

    def may_be_begun_again(self, passing: tuple[str, ...] = ()) -> tuple[str, ...]:
        """What stays open of a round that is over: all but the last thing that each player does in it, other
        than `passing`. Only that would perform the loop once more; what is chosen on the way to it is not a
        thing of its own."""
        begins: dict[Player, str] = {}
        last: dict[Player, tuple[str, ...]] = {}
        for visit in self.round:
            if visit.free and visit.chosen != passing:
                if visit.clause == begins.setdefault(visit.player, visit.clause):
                    last[visit.player] = visit.chosen
        closing = {option for chosen in last.values() for option in chosen}
        return (*passing, *sorted({option for visit in self.round for option in visit.chosen} - closing))

    @property
    def changes_something(self) -> bool:
        return bool(self.more) or any(self.changes.values())


def _whose(name: str) -> str:
    """The name of a number in words: A.life is A's life."""
    return name.replace(".", "'s ", 1)


def _called(chosen: str, label: Callable[[int], str]) -> str:
    """The id of an option with cards by their names."""
    return re.sub(r"\bc(\d+)\b", lambda number: label(int(number[1])), chosen)


NO_CHOICE = Recurrence((), (), {}, 0)  # a situation that comes round for ever by itself


def recurrence(state: State, here: str, apart: Facts, rounds: int = 1) -> Recurrence | None:
    """What has led back to this situation, if it occurred this often since a loop was last bounded.

    Where less is left than last time, something is being used up: that ends by itself. A round begins where
    the loop began: while its first choices made a difference, they were made in another situation.
    """
    visits, since = state.trail.visits, state.trail.since
    before = [at for at, visit in enumerate(visits) if visit.here == here and at >= since]
    if len(before) < rounds:
        return None
    way = visits[before[-1] :]
    if _led_in(visits[since : before[0]], way) % len(way):
        return None
    changes = {name: value - fact(way[0].apart, name, 0) for name, value in apart}
    more = heap(state) - way[0].heap
    if more < 0 or any(change < 0 for change in changes.values()):
        return None
    free = {visit.player for visit in way if visit.free}
    return Recurrence(way, tuple(p for p in PLAYERS if p in free), changes, more)


def _led_in(visits: Sequence[Visit], way: Sequence[Visit]) -> int:
    """How many choices before the first such situation belong to the loop already: the same ones in the same
    order, from one that begins a step."""
    found = 0
    for n, visit in enumerate(reversed(visits)):
        same = way[-1 - n % len(way)]
        if (visit.player, visit.clause, visit.chosen) != (same.player, same.clause, same.chosen):
            break
        if visit.here and ":" not in visit.here:
            found = n + 1
    return found


def heap(state: State) -> int:
    """How much waits and applies: a loop may pile up more of the same."""
    return len(state.standby) + len(state.effects) + len(state.scheduled)


def is_free(question: Question, trail: Trail, here: str) -> bool:
    """Whether another answer is possible, and not every one is closed since it leads round again."""
    closed = barred(trail, here, question.player) if trail.loops else {}
    if closed and all(option.id in closed for option in question.options):
        return False
    if question.form == "order":
        return len(question.options) > 1
    return question.least < question.most or len(question.options) > question.most


def by_rote(trail: Trail, question: Question) -> tuple[str, ...] | None:
    """The answer that a loop that is being repeated has for a question; none if it is another question."""
    loop = trail.loop
    if loop is None or not loop.left:
        return None
    visit = loop.round[-loop.left % len(loop.round)]
    if (visit.player, visit.clause) != (question.player, question.clause) or not question.admits(
        visit.chosen
    ):
        return None
    return visit.chosen


def barred(trail: Trail, here: str, player: Player) -> dict[str, str]:
    """What a player who has to leave a loop must not choose in this situation, and the clause for it."""
    found: dict[str, str] = {}
    for loop in trail.loops:
        if player in loop.stoppers and not loop.left:
            for visit in loop.round:
                if visit.here == here and visit.player == player and len(visit.chosen) == 1:
                    found |= {one: loop.clause for one in visit.chosen if one not in loop.spared}
    return found


def without(question: Question, closed: Mapping[str, str]) -> Question:
    """The question without the answers that would restart a loop, unless none would be left."""
    if question.most != 1 or question.least != 1 or question.form not in ("choose", "yes or no"):
        return question
    left = tuple(option for option in question.options if option.id not in closed)
    if not left or len(left) == len(question.options):
        return question
    because = next(closed[option.id] for option in question.options if option.id in closed)
    return msgspec.structs.replace(question, options=left, closed_by=because)
