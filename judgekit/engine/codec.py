"""States and logs as JSON and back, equal."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b

import msgspec

from judgekit.engine.events import Entry, pairs
from judgekit.engine.state import (
    Area,
    Card,
    CardId,
    Effect,
    Facts,
    Former,
    Frame,
    Map,
    Outcome,
    Player,
    Ref,
    Scheduled,
    Standby,
    State,
    Trail,
    Value,
    area_name,
)

replace = msgspec.structs.replace


class Saved(msgspec.Struct, omit_defaults=True):
    """A state in plain shapes."""

    cards: list[Card]
    areas: dict[str, tuple[CardId, ...]]
    numbers: dict[str, int]
    frames: tuple[Frame, ...]
    answers: tuple[tuple[str, ...], ...] = ()
    turn_player: Player = Player("A")
    standby: tuple[Standby, ...] = ()
    effects: tuple[Effect, ...] = ()
    scheduled: tuple[Scheduled, ...] = ()
    situations: list[str] = []
    stalled: list[str] = []
    former: list[tuple[Ref, Former]] = []
    clock: int = 0
    seed: int | None = None
    quiet: int = 0
    landmark: str = ""
    trail: Trail = Trail()
    outcome: Outcome | None = None


_encoder = msgspec.json.Encoder(order="deterministic")
_states = msgspec.json.Decoder(Saved)
_entries = msgspec.json.Decoder(Entry)


def save(state: State) -> Saved:
    return Saved(
        cards=[state.cards[number] for number in sorted(state.cards)],
        areas={str(where): state.areas[where] for where in sorted(state.areas)},
        numbers={key: state.numbers[key] for key in sorted(state.numbers)},
        frames=state.frames,
        answers=state.answers,
        turn_player=state.turn_player,
        standby=state.standby,
        effects=state.effects,
        scheduled=state.scheduled,
        situations=sorted(state.situations),
        stalled=sorted(state.stalled),
        former=[(ref, state.former[ref]) for ref in sorted(state.former, key=lambda r: (r.card, r.object))],
        clock=state.clock,
        seed=state.seed,
        quiet=state.quiet,
        landmark=state.landmark,
        trail=state.trail,
        outcome=state.outcome,
    )


def restore(saved: Saved) -> State:
    return State(
        cards=Map((card.id, _card(card)) for card in saved.cards),
        areas=Map((Area(where), pile) for where, pile in saved.areas.items()),
        numbers=Map(saved.numbers),
        frames=tuple(replace(f, locals=pairs(f.locals)) for f in saved.frames),
        answers=saved.answers,
        turn_player=saved.turn_player,
        standby=tuple(replace(s, facts=pairs(s.facts)) for s in saved.standby),
        effects=tuple(replace(e, facts=pairs(e.facts)) for e in saved.effects),
        scheduled=tuple(replace(s, facts=pairs(s.facts)) for s in saved.scheduled),
        situations=frozenset(saved.situations),
        stalled=frozenset(saved.stalled),
        former=Map((ref, _former(former)) for ref, former in saved.former),
        clock=saved.clock,
        seed=saved.seed,
        quiet=saved.quiet,
        landmark=saved.landmark,
        trail=_trail(saved.trail),
        outcome=saved.outcome,
    )


def _card(card: Card) -> Card:
    return replace(card, marks=pairs(card.marks)) if card.marks else card


def _former(former: Former) -> Former:
    return Former(_card(former.card), pairs(former.values))


def _trail(trail: Trail) -> Trail:
    return replace(trail, visits=tuple(replace(v, apart=pairs(v.apart)) for v in trail.visits))


def encode_state(state: State) -> bytes:
    return _encoder.encode(save(state))


def decode_state(data: bytes) -> State:
    return restore(_states.decode(data))


def encode_entry(entry: Entry) -> bytes:
    return _encoder.encode(entry)


def decode_entry(data: bytes | str) -> Entry:
    return _entries.decode(data)


DATED = frozenset({"object", "ref", "stamp", "standby", "effect"})


def digest(
    state: State,
    dated: frozenset[str] = DATED,
    apart: Iterable[str] = (),
    heaped: bool = False,
    stamped: bool = True,
    unordered: frozenset[str] = frozenset(),
) -> str:
    """A state as a situation: without its history, its time stamps and its answers.

    Facts, locals and marks with a name in `dated` hold object numbers or time stamps, and are left out; so
    are the numbers in `apart`. Time stamps count by their order alone, and not at all without `stamped`.
    `heaped` leaves it open how many of the same ability wait. Order means nothing in `unordered` areas.
    """
    situation = _situation(state, dated, frozenset(apart), stamped, unordered)
    if heaped:
        situation.standby = tuple(dict.fromkeys(situation.standby))
    return blake2b(_encoder.encode(situation), digest_size=16).hexdigest()


def _situation(
    state: State, dated: frozenset[str], apart: frozenset[str], stamped: bool, unordered: frozenset[str]
) -> Saved:
    saved = save(state)
    saved.clock = saved.quiet = 0
    saved.landmark, saved.former, saved.answers, saved.trail = "", [], (), Trail()
    stamps = {card.since for card in saved.cards} | {effect.stamp for effect in saved.effects}
    rank = {stamp: at if stamped else 0 for at, stamp in enumerate(sorted(stamps))}
    saved.numbers = {key: number for key, number in saved.numbers.items() if number and key not in apart}
    place = {card.id: CardId(at) for at, card in enumerate(saved.cards)}  # ids of made cards only grow
    saved.cards = [
        replace(
            card, id=place[card.id], since=rank[card.since], object=0, marks=_undated(card.marks, dated)
        )
        for card in saved.cards
    ]  # fmt: skip
    saved.areas = {
        where: tuple(sorted(ids) if area_name(where) in unordered else ids)
        for where, pile in saved.areas.items() if (ids := [place[c] for c in pile])
    }  # fmt: skip
    saved.frames = tuple(replace(f, locals=_undated(f.locals, dated)) for f in saved.frames)
    saved.standby = tuple(
        replace(s, id=0, cause=(0, 0), source=_whether(state, s.source), facts=_undated(s.facts, dated))
        for s in saved.standby
    )
    saved.effects = tuple(
        replace(
            e, id=0, stamp=rank[e.stamp], source=_whether(state, e.source), facts=_undated(e.facts, dated),
            cards=None if e.cards is None else tuple(_whether(state, ref) for ref in e.cards),
        )
        for e in saved.effects
    )  # fmt: skip
    saved.scheduled = tuple(
        replace(s, id=0, source=_whether(state, s.source), facts=_undated(s.facts, dated))
        for s in saved.scheduled
    )
    saved.situations = sorted({_undated_key(key) for key in saved.situations})
    return saved


def _whether(state: State, ref: Ref) -> Ref:
    """Of an object only this matters: whether it is still there."""
    return Ref(ref.card, int(state.current(ref) is not None))


def _undated(facts: Facts, dated: frozenset[str]) -> Facts:
    return tuple((name, _plain_fact(name, value)) for name, value in facts if name not in dated)


def _plain_fact(name: str, value: Value) -> Value:
    return _undated_key(value) if name == "situation" and isinstance(value, str) else value


def _undated_key(situation: str) -> str:
    return situation.rpartition(".")[0]
