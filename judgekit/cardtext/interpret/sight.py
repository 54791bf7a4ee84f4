"""What an ability sees: the table in one state, and the ability that is being carried out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Sized
from dataclasses import dataclass, field
from typing import Any

from judgekit.cardtext import model as m
from judgekit.engine.abilities import Source
from judgekit.engine.errors import EngineError
from judgekit.engine.layers import Board
from judgekit.engine.state import Card, CardId, Facts, Former, Player, Ref, State, fact
from judgekit.engine.table import Table

Zone = tuple[Player, int]
Verbs = Sequence[m.Verb]


class NoMeaning(EngineError):
    """Words that the grammar reads and this game gives no meaning to."""


class Sight:
    """The table as it looks in one state: now, before an event, or in the middle of deriving values."""

    __slots__ = ("board", "state", "table")

    def __init__(self, table: Table, board: Board) -> None:
        self.table = table
        self.board = board
        self.state: State = board.state

    @classmethod
    def now(cls, table: Table) -> Sight:
        return cls(table, table.board)

    @classmethod
    def of(cls, table: Table, state: State) -> Sight:
        return cls(table, table.board_of(state))

    def card(self, card: int) -> Card:
        return self.state.cards[CardId(card)]

    def pile(self, where: str) -> tuple[CardId, ...]:
        return self.state.pile(where)

    def value(self, card: int, name: str) -> Any:
        return self.board.value(CardId(card), name)

    def master(self, card: int) -> Player:
        return self.table.policy.master(self.state, self.card(card))


class Past(Sight):
    """The table with one card that has left as it last was; a game says which of its values are kept."""

    __slots__ = ("former",)

    def __init__(self, table: Table, board: Board, former: Former) -> None:
        super().__init__(table, board)
        self.former = former

    def card(self, card: int) -> Card:
        return self.former.card if self.is_gone(card) else super().card(card)

    def is_gone(self, card: int) -> bool:
        """Whether this is the card that has left."""
        return card == self.former.card.id


@dataclass(slots=True)
class Run:
    """An ability being carried out, or asked whether it applies: who, for which card, with what bound."""

    table: Table
    source: Source
    ability: m.Ability
    performer: Player
    bound: dict[int, tuple[CardId, ...]] = field(default_factory=dict)
    zones: dict[int, tuple[Zone, ...]] = field(default_factory=dict)  # zones taken, by number of the choice
    shares: dict[int, dict[Player, tuple[CardId, ...]]] = field(default_factory=dict)  # what each player took
    places: dict[CardId, str] = field(default_factory=dict)  # where bound cards were when they were taken
    objects: dict[CardId, int] = field(default_factory=dict)  # which object each of them was then
    apart: set[tuple[int, CardId]] = field(default_factory=set)  # taken from among those: not of their rest
    kept: frozenset[CardId] = frozenset()  # named by the last instruction, and not done to
    replaced: frozenset[CardId] = frozenset()  # of those, the ones for which something else was done
    affected: tuple[CardId, ...] = ()  # the cards of the effect that is beginning
    acting: m.Verb | None = None  # the instruction that is being carried out
    done: bool = True
    unpaid: bool = False  # the player did not want to pay the price
    agreed: dict[Player, bool] = field(default_factory=dict)  # who did what each player might do
    count: int = 0
    counts: dict[Player, int] = field(default_factory=dict)  # of what both did, each by themself
    number: int | None = None
    picked: dict[str, str] = field(default_factory=dict)
    laid_down: dict[Player, tuple[CardId, ...]] = field(
        default_factory=dict
    )  # by both, before either is done
    early: dict[int, tuple[Any, ...]] = field(default_factory=dict)  # targets chosen before resolving
    lost: dict[int, tuple[Ref, ...]] = field(default_factory=dict)  # of these targets, those no longer valid
    began: State | None = None  # the table when the ability began to be carried out, if the game asks
    since: int = 0  # how much had happened in this step when it began
    put_off: list[Any] = field(default_factory=list)  # what a game does only when something else is over

    @property
    def you(self) -> Player:
        return self.source.player

    def fact(self, name: str, default: Any = None) -> Any:
        return fact(self.source.facts, name, default)

    def did(self, what: int | Sized | None) -> None:
        """How often an instruction was carried out, or to which cards; to none, it was not done."""
        self.count = what if isinstance(what, int) else len(what or ())
        self.done = self.count > 0

    def take(self, what: m.Target | m.CreateToken | m.Draw, cards: Iterable[CardId]) -> None:
        """What was taken, under the number of the choice if something points at it, and where it lay."""
        found = tuple(cards)
        if bind := getattr(what, "bind", 0):
            self.bound[bind] = found
        here = [card for card in found if card in self.table.state.cards]
        self.places |= {card: self.table.card(card).area for card in here}

    def set_apart(self, selector: m.Selector, cards: Iterable[CardId]) -> None:
        """What is taken from among others is not of their rest."""
        groups = (f.what for f in selector.filters if isinstance(f, m.Among))
        numbers = {one.n for each in groups for one in m.walk(each) if isinstance(one, m.Bound)}
        self.apart.update((n, card) for card in cards for n in numbers)


def taken_before(run: Run) -> Facts:
    """The cards and zones taken so far, as what is made now remembers them."""
    cards = tuple((f"bound {n}", tuple(c)) for n, c in sorted(run.bound.items()))
    zones = sorted(run.zones.items())
    return (*cards, *((f"zones {n}", tuple(part for zone in found for part in zone)) for n, found in zones))


def compare(left: int, how: str, right: int) -> bool:
    if how == "at most":
        return left <= right
    if how == "at least":
        return left >= right
    if how == "equal":
        return left == right
    if how == "unequal":
        return left != right
    if how in ("even", "odd"):
        return (left % 2 == 0) == (how == "even")
    return left < right if how == "less" else left > right


def subject_facts(card: CardId | None, player: Player | None = None, **more: Any) -> Facts:
    """What a trigger binds: the card of the event, its player, and whatever else."""
    found: list[tuple[str, Any]] = []
    if card is not None:
        found.append(("subject", card))
    if player is not None:
        found.append(("player", player))
    return (*found, *((k, v) for k, v in more.items() if v is not None))


def names(kinds: Iterable[type[Any]]) -> frozenset[str]:
    return frozenset(kind.__name__ for kind in kinds)
