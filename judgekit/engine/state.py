"""The state of a game: one immutable, serialisable value, frames and all.

Cards are physical: a card keeps its id for the whole game. What the rules call "the same card" is an
*object*, a card together with its incarnation (`Card.object`), which grows whenever the game says that
a moved card is a new one. Effects and bindings hold on to a `Ref`, never to a bare id.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, NewType

import immutables
import msgspec

Map = immutables.Map

Player = NewType("Player", str)  # "A" or "B"
Area = NewType("Area", str)  # "A.hand"; an area both share has no dot: "resolution"
CardId = NewType("CardId", int)

A = Player("A")
B = Player("B")
JUDGE = Player("judge")
PLAYERS = (A, B)

# What a local, a mark or a fact may hold: plain data. At runtime the depth is bounded, so that tuples come
# back from JSON as tuples.
if TYPE_CHECKING:
    Value = str | int | bool | tuple[Any, ...] | None
else:
    _Leaf = str | int | bool | None
    Value = _Leaf | tuple[_Leaf | tuple[_Leaf | tuple[_Leaf | tuple[_Leaf, ...], ...], ...], ...]
Facts = tuple[tuple[str, Value], ...]  # small, ordered, hashable: name -> value

IRRELEVANT = "none of these"  # the name of a card that was unknown and whose face does not matter
PRINTED = "printed on "  # how the numbers begin that somebody has told of a card: "printed on Tank: rank"
UNKNOWN = "?"  # the name of a card whose face nobody has told us


def area(player: str, name: str) -> Area:
    return Area(f"{player}.{name}")


@cache  # a game has few areas, and asks about them at every turn
def area_name(where: str) -> str:
    """`A.hand` -> `hand`; `resolution` -> `resolution`."""
    return where.partition(".")[2] or where


@cache
def area_player(where: str) -> Player | None:
    """The player an area belongs to; none for an area both share."""
    return Player(where[0]) if where[1:2] == "." else None


def opponent(player: Player) -> Player:
    return B if player == A else A


def under(host: int) -> Area:
    """The area of the cards that lie under a card, are charged to it or set on it."""
    return Area(f"under.{host}")


def host_of(where: str) -> CardId | None:
    return CardId(int(where[6:])) if where.startswith("under.") else None


def fact(facts: Facts, name: str, default: Any = None) -> Any:
    for key, value in facts:
        if key == name:
            return value
    return default


def with_fact(facts: Facts, name: str, value: Value) -> Facts:
    kept = [pair for pair in facts if pair[0] != name]
    if value is not None:
        kept.append((name, value))
        kept.sort()
    return tuple(kept)


class Ref(msgspec.Struct, frozen=True, gc=False):
    """A card as one object: not the same as the card after it became a new one."""

    card: CardId
    object: int


class Card(msgspec.Struct, frozen=True, gc=False):
    id: CardId
    name: str  # of its definition; UNKNOWN until somebody tells
    owner: Player
    area: Area
    object: int = 0
    since: int = 0  # time stamp of its arrival in this area
    marks: Facts = ()  # orientation, face, counters …: whatever the game says a card can bear

    @property
    def ref(self) -> Ref:
        return Ref(self.id, self.object)

    def mark(self, name: str, default: Any = None) -> Any:
        for key, value in self.marks:  # as `fact` does, which would be a call more
            if key == name:
                return value
        return default


class Frame(msgspec.Struct, frozen=True, gc=False):
    """A procedure under way: where it stands, what it remembers, where it goes on after a call."""

    procedure: str
    at: str
    locals: Facts = ()
    then: str = ""  # the clause to go on at when the called procedure has ended; empty: the next one


class Standby(msgspec.Struct, frozen=True, gc=False):
    """An automatic ability that has been triggered and waits to be played."""

    id: int
    ability: str  # address of the ability
    source: Ref
    player: Player  # its master at the moment it triggered
    cause: tuple[int, int]  # the event that triggered it
    facts: Facts = ()


class Effect(msgspec.Struct, frozen=True, gc=False):
    """Something that goes on applying: a modifier, a prohibition, a replacement, a permission."""

    id: int
    what: str  # address of what it does
    source: Ref
    player: Player
    stamp: int
    until: str = ""  # the game's name for its duration; empty: this game
    cards: tuple[Ref, ...] | None = None  # the set fixed when it began; none: a live set
    facts: Facts = ()


class Scheduled(msgspec.Struct, frozen=True, gc=False):
    """A timed trigger: an ability made by an effect, waiting for its moment."""

    id: int
    ability: str
    source: Ref
    player: Player
    once: bool = True
    facts: Facts = ()


class Former(msgspec.Struct, frozen=True, gc=False):
    """The last information of an object that is gone: the card as it was, and its values then."""

    card: Card
    values: Facts


class Visit(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A choice of this turn: in which situation, whose, at which clause, and what was chosen."""

    here: str  # the digest of the situation
    player: Player
    clause: str
    chosen: tuple[str, ...] = ()
    free: bool = False  # another answer would have been possible
    apart: Facts = ()  # numbers that do not belong to the situation, as they were
    heap: int = 0  # how much waited and applied: more of the same is the same situation


class Loop(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A loop that has been bounded: the choices of a round, how many are still to be made by rote, and who
    must then do something else."""

    clause: str
    round: tuple[Visit, ...]
    left: int = 0
    stoppers: str = ""  # who must leave it: "A", "AB"
    afterwards: str = ""  # who must not begin it again once it has been left
    spared: tuple[str, ...] = ()  # options that stay open all the same


class Trail(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """The choices of this turn, by which a loop is recognised, and the loops that have been bounded."""

    choices: int = 0
    visits: tuple[Visit, ...] = ()
    since: int = 0  # the first visit after the last loop was bounded
    settling: bool = False  # a loop has been recognised, and its clause is being performed
    loops: tuple[Loop, ...] = ()

    @property
    def loop(self) -> Loop | None:
        """The loop that was bounded last."""
        return self.loops[-1] if self.loops else None


class Outcome(msgspec.Struct, frozen=True, gc=False):
    winner: Player | None  # none: a draw
    loser: Player | None
    clause: str


class State(msgspec.Struct, frozen=True, gc=False):
    cards: immutables.Map[CardId, Card]
    areas: immutables.Map[Area, tuple[CardId, ...]]
    numbers: immutables.Map[str, int]
    frames: tuple[Frame, ...]
    answers: tuple[tuple[str, ...], ...] = ()  # given to the step that is under way
    turn_player: Player = A
    standby: tuple[Standby, ...] = ()
    effects: tuple[Effect, ...] = ()
    scheduled: tuple[Scheduled, ...] = ()
    situations: frozenset[str] = frozenset()  # situation triggers that are spent until they may wait again
    stalled: frozenset[str] = frozenset()  # rule actions that are due but cannot do anything
    former: immutables.Map[Ref, Former] = Map()
    clock: int = 0  # the source of time stamps, object ids and effect ids
    seed: int | None = None  # of chance; none: the judge tells what chance brought
    dice_told: bool = False  # the judge tells what dice bring all the same; the seed only shuffles
    quiet: int = 0  # clauses performed since the last choice or chance
    landmark: str = ""  # an earlier quiet situation and when it was: how a loop is noticed
    trail: Trail = Trail()
    outcome: Outcome | None = None

    def where(self, card: int) -> Area:
        return self.cards[CardId(card)].area

    def pile(self, where: str) -> tuple[CardId, ...]:
        return self.areas.get(Area(where), ())

    def number(self, key: str, default: int = 0) -> int:
        return self.numbers.get(key, default)

    def stated(self, name: str, what: str) -> int | None:
        """A number printed on a card, if the judge has given it."""
        return self.numbers.get(f"{PRINTED}{name}: {what}")

    def current(self, ref: Ref) -> Card | None:
        """The card, if it is still that object."""
        card = self.cards.get(ref.card)
        return card if card is not None and card.object == ref.object else None


def lies_the_same(one: State, other: State) -> bool:
    """Whether two states differ at most in where the rules stand and in the choices made: a state shares
    with the one it came from whatever has not changed."""
    return one is other or (
        one.cards is other.cards
        and one.areas is other.areas
        and one.numbers is other.numbers
        and one.effects is other.effects
        and one.standby is other.standby
        and one.scheduled is other.scheduled
        and one.situations is other.situations
        and one.stalled is other.stalled
        and one.former is other.former
        and one.turn_player == other.turn_player
        and one.clock == other.clock
        and one.outcome is other.outcome
    )
