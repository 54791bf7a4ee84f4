"""A board that is only looked at: the inspector's drawing of a table that belongs to no case."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from msgspec.structs import replace

from judgekit.cases.files.position import Position
from judgekit.engine.events import Happened
from judgekit.engine.state import JUDGE, Player, State, area_player
from judgekit.engine.table import Table
from judgekit.games.game import Game
from judgekit.narrate.labels import Faces
from judgekit.narrate.places import START, Spot
from judgekit.narrate.said import said
from judgekit.narrate.signs import Wording
from judgekit.web.case.board import BY_HAND, AreaView, BoardView, CardView, SideView, Worth, board_of
from judgekit.web.case.scene import Scene
from judgekit.web.urls import View


class Still(Scene):
    """A table at one moment: nothing came before it."""

    def __init__(self, position: Position, state: State) -> None:
        self.position = position
        self.view = View(0, "", START)
        self.rules = position.rules
        self.pool = position.pool
        self.edition = position.rules.name
        self.book = position.rules.book
        self.state = state
        self.seen = state
        self.provisional = None

    @property
    def game(self) -> Game | None:
        return self.position.game

    @property
    def seat(self) -> Player:
        return JUDGE

    @cached_property
    def readings(self) -> dict[str, str]:
        return dict(self.position.readings)

    def table_at(self, state: State) -> Table:
        table = Table(self.rules, self.pool, self.readings)
        bare = replace(state, answers=())  # what was answered is the step's, not ours
        table.open(bare, 0)
        table.attach(bare)
        return table

    @cached_property
    def previous(self) -> Spot:
        return START

    def between(self, after: Spot, upto: Spot) -> Iterator[tuple[Spot, Happened]]:
        return iter(())

    @cached_property
    def _wording(self) -> Wording:
        return Wording(self.book, self.pool, self.position.game)

    def plain(self, text: str) -> str:
        return self._wording.plain(text, self.label)

    @cached_property
    def label(self) -> Faces:
        return Faces(self.state, self.state)


def still_board(position: Position, state: State, as_printed: bool = False) -> BoardView:
    """The board, without links to what a case would show; on request without what effects have made of a
    number, beside the printed one."""
    board = board_of(Still(position, state), whole=True)
    areas = _Areas(as_printed)
    return replace(
        board, far=areas.side(board.far), near=areas.side(board.near), shared=areas.all(board.shared)
    )


def cards_on(board: BoardView) -> Iterator[CardView]:
    """All cards that a board lists."""
    for area in (*board.far.areas, *board.near.areas, *board.shared):
        yield from area.cards


@dataclass(frozen=True)
class _Areas:
    as_printed: bool

    def side(self, side: SideView) -> SideView:
        return replace(
            side,
            cells=tuple(replace(cell, areas=self.all(cell.areas)) for cell in side.cells),
            rows=self.all(side.rows),
            piles=self.all(side.piles),
            areas=self.all(side.areas),
        )

    def all(self, areas: Iterable[AreaView]) -> tuple[AreaView, ...]:
        return tuple(
            replace(one, cards=tuple(self.card(card, area_player(one.where)) for card in one.cards), list="")
            for one in areas
        )

    def card(self, card: CardView, side: str | None) -> CardView:
        worth = tuple(map(self.worth, card.worth))
        owned = (said("owned by", player=card.owner),) if side and card.owner != side else ()
        below = tuple(self.card(one, card.owner) for one in card.under)
        marks = tuple(mark for mark in card.marks if mark not in BY_HAND)  # here, nobody is asked for one
        return replace(card, href="", worth=worth, marks=(*marks, *owned), under=below)

    def worth(self, one: Worth) -> Worth:
        if self.as_printed and one.printed:
            return replace(one, value="?", href="", change="")
        return replace(one, href="")
