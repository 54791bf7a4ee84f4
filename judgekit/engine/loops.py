"""Loops: situations that come round again, with a choice in them or without.

A situation is a state without its history: what makes it the same as another one is in its `digest`. Every
choice of a turn is written down together with the situation in which it was made (`State.trail`). When a
player is to choose where somebody has chosen before, what lies between is a round of a loop; the game's
clause says how often it is done, the machine does it, and then somebody must do something else.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

import msgspec

from judgekit.engine.questions import Question
from judgekit.engine.state import (
    PLAYERS,
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

DATED = frozenset({"object", "ref", "stamp", "standby", "effect"})

MOST_ROUNDS = 99  # whoever wants a loop more often than this wants it for ever

_encoder = msgspec.json.Encoder()


def digest(
    state: State,
    dated: frozenset[str] = DATED,
    apart: Iterable[str] = (),
    heaped: bool = False,
    stamped: bool = True,
    unordered: frozenset[str] = frozenset(),
    working: frozenset[str] | None = None,
) -> str:
    """A state as a situation: without its history, its time stamps and its answers.

    Facts, locals and marks with a name in `dated` hold object numbers or time stamps, and are left out; so
    are the numbers in `apart`. Time stamps count by their order alone, of cards in `working` areas alone (or,
    without such, in all), and not at all without `stamped`. `heaped` leaves it open how many of the same
    abilities wait and of the same effects apply. Order means nothing in `unordered` areas.
    """
    cards = [state.cards[number] for number in sorted(state.cards)]
    place = {card.id: at for at, card in enumerate(cards)}  # ids of made cards only grow
    effects = _latest(state.effects) if heaped else state.effects
    rank = _order_of_arrival(state, effects, working) if stamped else {}
    standby = [
        (s.ability, _thing(state, s.source), s.player, _undated(s.facts, dated)) for s in state.standby
    ]
    left_out = frozenset(apart)
    situation = (
        [card.name for card in cards],
        [(place[c.id], marks) for c in cards if c.marks and (marks := _undated(c.marks, dated))],
        [(place[CardId(card)], at) for card, at in rank.items() if card in place],
        [(name, _pile(name, pile, place, unordered)) for name, pile in sorted(state.areas.items()) if pile],
        sorted([(key, n) for key, n in state.numbers.items() if n and key not in left_out]),
        [(f.procedure, f.at, f.then, _undated(f.locals, dated)) for f in state.frames],
        state.turn_player,
        list(dict.fromkeys(standby)) if heaped else standby,
        [(*_effect(state, e, dated), rank.get(-e.id)) for e in effects],
        [
            (s.ability, _thing(state, s.source), s.player, s.once, _undated(s.facts, dated))
            for s in state.scheduled
        ],
        sorted({_undated_key(key) for key in state.situations}),
        sorted(state.stalled),
        state.seed,
        state.outcome,
    )  # fmt: skip
    return blake2b(_encoder.encode(situation), digest_size=8).hexdigest()


def _order_of_arrival(
    state: State, effects: Iterable[Effect], working: frozenset[str] | None
) -> dict[int, int]:
    """Cards, and effects by their negated ids, by their time stamps: which is how many-eth."""
    if working is None:
        stamped = {int(card.id): card.since for card in state.cards.values()}
    else:
        stamped = {int(c): state.cards[c].since for where in sorted(working) for c in state.pile(where)}
    stamped |= {-effect.id: effect.stamp for effect in effects}
    rank = {stamp: at for at, stamp in enumerate(sorted(set(stamped.values())))}
    return {thing: rank[stamped[thing]] for thing in sorted(stamped)}


def _pile(
    where: str, pile: tuple[CardId, ...], place: Mapping[CardId, int], unordered: frozenset[str]
) -> list[int]:
    places = [place[card] for card in pile]
    return sorted(places) if area_name(where) in unordered else places


def _latest(effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
    """Of effects that do the same to the same cards, the last one."""
    last = {(e.what, e.source.card, e.player, e.until, e.cards, e.facts): e for e in effects}
    return effects if len(last) == len(effects) else tuple(last.values())


def _effect(state: State, effect: Effect, dated: frozenset[str]) -> tuple[Any, ...]:
    cards = None if effect.cards is None else [_thing(state, ref) for ref in effect.cards]
    source = _thing(state, effect.source)
    return effect.what, source, effect.player, effect.until, cards, _undated(effect.facts, dated)


def _thing(state: State, ref: Ref) -> tuple[CardId, bool]:
    """Of an object only this matters: which card it was, and whether it is still there."""
    return ref.card, state.current(ref) is not None


def _undated(facts: Facts, dated: frozenset[str]) -> Facts:
    return tuple([(name, _plain_fact(name, value)) for name, value in facts if name not in dated])


def _plain_fact(name: str, value: Value) -> Value:
    return _undated_key(value) if name == "situation" and isinstance(value, str) else value


def _undated_key(situation: str) -> str:
    return situation.rpartition(".")[0]


# with choices


@dataclass(frozen=True, slots=True)
class Recurrence:
    """A situation of this turn has come round again: the choices on the way, who of the players could have
    chosen otherwise, and by how much the numbers that stand apart have grown."""

    round: tuple[Visit, ...]
    players: tuple[Player, ...]
    changes: Mapping[str, int]
    more: int  # how many more abilities wait and effects apply than the last time

    @property
    def changes_something(self) -> bool:
        return bool(self.more) or any(self.changes.values())


NO_CHOICE = Recurrence((), (), {}, 0)  # a situation that comes round for ever by itself


def recurrence(state: State, here: str, apart: Facts, rounds: int = 1) -> Recurrence | None:
    """What has led back to this situation, if it has been there so often since a loop was last bounded.

    Where less is left than the last time, something is used up: that comes to an end by itself.
    """
    trail = state.trail
    before = [at for at in range(trail.since, len(trail.visits)) if trail.visits[at].here == here]
    if len(before) < rounds:
        return None
    way = trail.visits[before[-1] :]
    changes = {name: value - fact(way[0].apart, name, 0) for name, value in apart}
    more = heap(state) - way[0].heap
    if more < 0 or any(change < 0 for change in changes.values()):
        return None
    free = {visit.player for visit in way if visit.free}
    return Recurrence(way, tuple(p for p in PLAYERS if p in free), changes, more)


def heap(state: State) -> int:
    """How much waits and applies: a loop may pile up more of the same."""
    return len(state.standby) + len(state.effects) + len(state.scheduled)


def is_free(question: Question) -> bool:
    """Whether another answer is possible."""
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
    """The question with what would begin a loop again closed, as long as anything is left."""
    if question.most != 1 or question.least != 1 or question.form not in ("choose", "yes or no"):
        return question
    left = tuple(option for option in question.options if option.id not in closed)
    if not left or len(left) == len(question.options):
        return question
    because = next(closed[option.id] for option in question.options if option.id in closed)
    return msgspec.structs.replace(question, options=left, closed_by=because)
