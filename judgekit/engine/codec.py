"""States and logs as JSON and back, equal."""

from __future__ import annotations

import msgspec

from judgekit.engine.events import Answered, Drew, Entry, Event, Happened, Noted, Refused, pairs
from judgekit.engine.state import (
    A,
    Area,
    Card,
    CardId,
    Effect,
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
    Visit,
)

replace = msgspec.structs.replace


NO_TRAIL = Trail()


class Saved(msgspec.Struct, omit_defaults=True):
    """A state in plain shapes. What is left out is recognised by identity, so `save` puts the very default
    in the place of what is equal to it: equal states give the same bytes."""

    cards: list[Card]
    areas: dict[str, tuple[CardId, ...]]
    numbers: dict[str, int]
    frames: tuple[Frame, ...]
    answers: tuple[tuple[str, ...], ...] = ()
    turn_player: Player = A
    standby: tuple[Standby, ...] = ()
    effects: tuple[Effect, ...] = ()
    scheduled: tuple[Scheduled, ...] = ()
    situations: list[str] = []
    stalled: list[str] = []
    former: list[tuple[Ref, Former]] = []
    clock: int = 0
    seed: int | None = None
    dice_told: bool = False
    quiet: int = 0
    landmark: str = ""
    trail: Trail = NO_TRAIL
    outcome: Outcome | None = None


AS_IT_IS = ("answers", "clock", "seed", "dice_told", "quiet", "landmark", "outcome")

_encoder = msgspec.json.Encoder(order="deterministic")
_states = msgspec.json.Decoder(Saved)
_entries = msgspec.json.Decoder(Entry)


def save(state: State) -> Saved:
    return Saved(
        cards=[state.cards[number] for number in sorted(state.cards)],
        areas={str(where): state.areas[where] for where in sorted(state.areas)},
        numbers={key: state.numbers[key] for key in sorted(state.numbers)},
        frames=state.frames,
        turn_player=A if state.turn_player == A else state.turn_player,
        standby=state.standby,
        effects=state.effects,
        scheduled=state.scheduled,
        situations=sorted(state.situations),
        stalled=sorted(state.stalled),
        former=[(ref, state.former[ref]) for ref in sorted(state.former, key=lambda r: (r.card, r.object))],
        trail=NO_TRAIL if state.trail == NO_TRAIL else state.trail,
        **{name: getattr(state, name) for name in AS_IT_IS},
    )


def restore(saved: Saved) -> State:
    return State(
        cards=Map((card.id, _card(card)) for card in saved.cards),
        areas=Map((Area(where), pile) for where, pile in saved.areas.items()),
        numbers=Map(saved.numbers),
        frames=tuple(replace(f, locals=pairs(f.locals)) for f in saved.frames),
        turn_player=saved.turn_player,
        standby=tuple(replace(s, facts=pairs(s.facts)) for s in saved.standby),
        effects=tuple(replace(e, facts=pairs(e.facts)) for e in saved.effects),
        scheduled=tuple(replace(s, facts=pairs(s.facts)) for s in saved.scheduled),
        situations=frozenset(saved.situations),
        stalled=frozenset(saved.stalled),
        former=Map((ref, _former(former)) for ref, former in saved.former),
        trail=_trail(saved.trail),
        **{name: getattr(saved, name) for name in AS_IT_IS},
    )


def _card(card: Card) -> Card:
    return replace(card, marks=pairs(card.marks)) if card.marks else card


def _former(former: Former) -> Former:
    return Former(_card(former.card), pairs(former.values))


def _trail(trail: Trail) -> Trail:
    if not trail.visits and not trail.loops:
        return trail
    loops = tuple(replace(loop, round=_visits(loop.round)) for loop in trail.loops)
    return replace(trail, visits=_visits(trail.visits), loops=loops)


def _visits(visits: tuple[Visit, ...]) -> tuple[Visit, ...]:
    return tuple(replace(visit, apart=pairs(visit.apart)) for visit in visits)


def encode_state(state: State) -> bytes:
    return _encoder.encode(save(state))


def decode_state(data: bytes) -> State:
    return restore(_states.decode(data))


def encode_entry(entry: Entry) -> bytes:
    return _encoder.encode(entry)


def decode_entry(data: bytes | str) -> Entry:
    return _entries.decode(data)


def facts(entry: Entry) -> Entry:
    """An entry without what is made for people: words, and the clauses that were only looked at. It is what
    two runs of the same rules share, however they are worded and however fully they cite."""
    return replace(entry, events=tuple(map(_fact, entry.events)), note="", consulted=())


def same_facts(one: Entry, other: Entry) -> bool:
    """Whether two entries record the same, in whatever words."""
    return encode_entry(one) == encode_entry(other) or encode_entry(facts(one)) == encode_entry(facts(other))


def _fact(happened: Happened) -> Happened:
    return replace(happened, event=_wordless(happened.event), why="")


def _wordless(event: Event) -> Event:
    if isinstance(event, Answered):
        return replace(event, prompt="", labels=())
    if isinstance(event, Noted):
        return Noted("")
    if isinstance(event, Refused):
        return replace(event, reason="")
    if isinstance(event, Drew):
        return replace(event, what="")
    return event
