"""What a printed text needs to be played: kept as the `data` of the engine's abilities.

A `Play` says which choices, targets and costs belong to a card or ability and what it does; a `Playing` is
one card or ability in the gate, with what was chosen for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from judgekit.engine.abilities import Ability
from judgekit.engine.state import Card, CardId, Facts, Player, Ref, Standby
from judgekit.engine.table import Table

Timing = Literal["", "standard", "instant", "when", "while"]
NOWHERE = CardId(0)


@dataclass(frozen=True, slots=True)
class Playing:
    """A card or ability that is being played or resolved."""

    object: CardId  # the card in the gate: a real one, or the imaginary one of an ability
    player: Player
    source: Ref
    ability: str = ""
    facts: Facts = ()
    modes: tuple[int, ...] = ()
    targets: tuple[tuple[CardId, ...], ...] = ()
    amounts: tuple[int, ...] = ()
    cause: tuple[int, int] = (0, 0)

    def standby(self) -> Standby:
        """The same in the form the engine's own abilities need."""
        return Standby(0, self.ability, self.source, self.player, self.cause, self.facts)


Amount = int | Callable[[Table, Playing], int]
Condition = Callable[[Table, Player, Card], bool]


@dataclass(frozen=True, slots=True)
class Target:
    """One "choose": who could be chosen, and how many must."""

    among: Callable[[Table, Playing], Iterable[int]]
    least: Amount = 1
    most: Amount | None = None  # none: exactly `least`
    prompt: Callable[[Table, Playing], str] | None = None  # what is chosen, and what for
    described: bool = True  # by a property that must be revealed to all (14-3b-4d)
    modes: tuple[int, ...] = ()  # only if one of these options was chosen
    gate: bool = False  # objects in the gate, not cards in a zone
    in_deck: bool = False  # chosen in a deck, which makes it no target (15-6b)
    divided: bool = False  # what something is divided among (14-3b-5)
    unlike: Callable[[Table, CardId, Sequence[CardId]], bool] | None = None  # where targets must differ
    part_of: int | None = None  # an earlier group: these are those of it that one effect is for (14-3b-5)

    def asked(self, table: Table, playing: Playing) -> str:
        return self.prompt(table, playing) if self.prompt else table.words("to choose")

    def bounds(self, table: Table, playing: Playing) -> tuple[int, int]:
        least = amount(table, self.least, playing)
        return least, least if self.most is None else amount(table, self.most, playing)


@dataclass(frozen=True, slots=True)
class Cost:
    """One action of a cost. `resources` are counted and can be changed; anything else is done as written.
    `takes`: what becomes of how many cards, and out of which."""

    text: str
    resources: int = 0
    can: Callable[[Table, Playing], bool] | None = None
    pay: Callable[[Table, Playing], bool] | None = None
    takes: Callable[[Table, Playing], tuple[str, Sequence[CardId], int]] | None = None


@dataclass(frozen=True, slots=True)
class Limit:
    """14-6: how often; `shared` stands left of the name."""

    n: int
    per: Literal["turn", "game"] = "turn"
    shared: bool = False


@dataclass(frozen=True, slots=True)
class Way:
    """How a card is played, if not the plain way."""

    free: bool = False  # without paying its cost
    instead: int | None = None  # paying so many resources and nothing else
    less: int = 0
    summon: Literal["", "normal"] = ""
    counted: bool = True  # for the summon cap
    forced: bool = False  # by Forced Reveal
    counter: bool = False  # by its own Counter ability


PLAINLY = Way()


@dataclass(frozen=True, slots=True)
class Bill:
    """14-3b-6: what playing something costs."""

    resources: int = 0
    parts: tuple[Cost, ...] = ()
    level: int = 0  # how much of it stood for the level of the card
    first: int = 0  # how many parts are done before the resources are paid
    real: bool = False  # only by paying with resources (15-15b)
    when: Condition | None = None  # of a cost that may be paid instead
    free: bool = False  # nothing is paid, whatever raises costs (14-3b-6e)

    def words(self) -> tuple[Any, ...]:
        return (self.resources, *(part.text for part in self.parts))


@dataclass(frozen=True, slots=True)
class Outset:
    """7-1b: a zone that a card says it can be played from."""

    kind: str
    when: Condition | None = None


@dataclass(frozen=True, slots=True)
class Play:
    resolve: Callable[[Table, Playing], None] | None = None
    targets: tuple[Target, ...] = ()
    players: tuple[
        tuple[int, ...], ...
    ] = ()  # a player to choose, each in one of these modes; in any, if none
    modes: tuple[str, ...] = ()
    pick: int = 0  # how many of the modes, at least
    pick_most: int = 0  # and at most
    divide: Amount | None = None
    costs: tuple[Cost, ...] = ()
    timing: Timing = ""
    condition: Condition | None = None  # of a timing, or of any ability
    limits: tuple[Limit, ...] = ()
    name: str = ""
    resource: bool = False  # has the keyword Resource
    only_by_resources: bool = False
    sort: Literal["", "OD", "TD", "CNT", "event", "card", "set"] = ""
    optional: bool = False  # its text begins with "you may" (J-51)
    then: str = ""  # 14-5: "this card", or the address of the ability that is played in its place
    base: bool = False  # 14-7b
    alternatives: tuple[Bill, ...] = ()  # costs that may be paid instead
    refers_to_charges: bool = False  # 12-6a-1
    zones: tuple[Outset, ...] = ()  # zones other than hand and drive that its card can be played from
    labels: tuple[str, ...] = ()


def amount(table: Table, wanted: Amount, playing: Playing) -> int:
    return wanted(table, playing) if callable(wanted) else wanted


def play_of(ability: Ability) -> Play:
    """What an ability needs to be played; one of the engine's own needs nothing."""
    data: Any = ability.data
    return data if isinstance(data, Play) else Play()
