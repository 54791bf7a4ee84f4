"""The board as text: for terminals, tests, print and screen readers. The other player's side is on top.

Same order as the table: far rows first for B, near rows first for A; areas by the book's names, a line each.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from judgekit.cases.files.moments import moment_name
from judgekit.cases.files.position import Position
from judgekit.engine.questions import Asked
from judgekit.engine.state import UNKNOWN, A, B, Card, CardId, Player, State, under
from judgekit.engine.table import Table
from judgekit.games.game import AreaSpec
from judgekit.narrate.endings import won
from judgekit.narrate.said import said

FEW = 3  # cards alike that are told one by one
FACELESS = (said("hidden card"), said("unknown card"))
ALWAYS = ("hand",)  # said even when it is empty and has no place on the grid


def board(
    position: Position, state: State | None = None, seat: Player | None = None, ids: bool = False
) -> str:
    """The whole table, as the judge sees it or as a player at a seat does."""
    return "\n".join(_Drawing(position, state or position.state, seat, ids).lines()) + "\n"


@dataclass
class _Drawing:
    position: Position
    state: State
    seat: Player | None
    ids: bool

    def __post_init__(self) -> None:
        self.game, self.rules = self.position.game, self.position.rules
        self.table = Table(self.rules, self.position.pool, dict(self.position.readings))
        self.table.inspect(self.state, 0)

    def lines(self) -> Iterator[str]:
        yield self._headline()
        near, far = (B, A) if self.seat == B else (A, B)
        yield from self._side(far, upside_down=True)
        yield from self._shared()
        yield from self._side(near, upside_down=False)
        yield from self._going_on()

    def _headline(self) -> str:
        state = self.state
        parts = [f"{self.game.title} {self.position.edition}", said("turn of", player=state.turn_player)]
        if state.outcome is not None:
            parts.append(won(state.outcome))
        elif state.frames:
            at = state.frames[-1].at
            parts.append(" > ".join(frame.at for frame in state.frames))
            parts += [name for name in [moment_name(self.game, self.rules, at)] if name]
        if self.seat is not None:
            parts.append(said("as seen by", seat=self.seat))
        return " · ".join(parts)

    # sides

    def _side(self, player: Player, upside_down: bool) -> Iterator[str]:
        yield ""
        yield f"{player}{self._numbers(player)}"
        own = [spec for spec in self.game.areas if not spec.shared]
        on_grid = sorted((s for s in own if s.row >= 0), key=lambda s: (s.row, s.column), reverse=upside_down)
        off_grid = [spec for spec in own if spec.row < 0]
        rows = [list(row) for _, row in groupby(on_grid, key=lambda s: s.row)]
        off_grid = [s for s in off_grid if self.state.pile(f"{player}.{s.name}") or s.name in ALWAYS]
        for row in ([off_grid] if off_grid and upside_down else []) + rows:
            yield from self._row(row, player)
        if not upside_down:
            yield from self._row(off_grid, player)

    def _row(self, row: Sequence[AreaSpec], player: Player) -> Iterator[str]:
        titles = self.game.row_titles
        if row and 0 <= row[0].row < len(titles):
            yield f" {titles[row[0].row]}"
        for spec in row:
            yield from self._area(f"{player}.{spec.name}", spec)

    def _numbers(self, player: Player | None) -> str:
        specs = [s for s in self.game.numbers if s.per_player is (player is not None)]
        parts = []
        for spec in specs:
            value = self.state.number(f"{player}.{spec.key}" if player else spec.key)
            if value or spec.default:
                parts.append(f"{spec.name} {spec.told(value)}")
        return f" · {', '.join(parts)}" if parts else ""

    def _shared(self) -> Iterator[str]:
        shared = [spec for spec in self.game.areas if spec.shared]
        numbers = self._numbers(None)
        if shared or numbers:
            yield ""
            yield f"both{numbers}"
        for spec in shared:
            yield from self._area(spec.name, spec)

    # areas and cards

    def _area(self, where: str, spec: AreaSpec) -> Iterator[str]:
        pile = self.state.pile(where)
        count = f" ({len(pile)})" if len(pile) > 1 else ""
        told = [self._card(number) for number in pile]
        runs = [
            (text, list(same)) for text, same in groupby(zip(told, pile, strict=True), key=lambda p: p[0])
        ]
        merged = [self._many(text, [number for _, number in same]) for text, same in runs]
        yield f"  {spec.title}{count}: {', '.join(merged) or said('empty')}"

    def _many(self, text: str, numbers: Sequence[CardId]) -> str:
        """Cards that are shown alike; those without a face are counted."""
        if text not in FACELESS:
            if len(numbers) > FEW and numbers[-1] - numbers[0] == len(numbers) - 1:
                ids = f"c{numbers[0]}-c{numbers[-1]} " if self.ids else ""
                return f"{ids}{len(numbers)} × {text}"
            return ", ".join(self._id(number) + text for number in numbers)
        ids = f" c{numbers[0]}" + (f"-c{numbers[-1]}" if len(numbers) > 1 else "") if self.ids else ""
        return (text if len(numbers) == 1 else f"{len(numbers)} {text}s") + ids

    def _id(self, number: CardId) -> str:
        return f"c{number} " if self.ids else ""

    def _card(self, number: CardId) -> str:
        card = self.state.cards[number]
        seen = self.seat is None or self.table.policy.sees(self.state, self.seat, card, self.table.readings)
        if not seen:
            return said("hidden card")
        name = said("unknown card") if card.name == UNKNOWN else card.name
        parts = [*self._marks(card), *self._values(card)]
        below = [self._id(one) + self._card(one) for one in self.state.pile(under(number))]
        told = name + (f" ({', '.join(parts)})" if parts else "")
        return told + (said("lies over", cards=", ".join(below)) if below else "")

    def _marks(self, card: Card) -> Iterator[str]:
        order = {spec.name: at for at, spec in enumerate(self.game.marks)}
        for name, value in sorted(card.marks, key=lambda mark: (order.get(mark[0], len(order)), mark[0])):
            if value is True:
                yield name
            elif name in order:
                yield f"{name} {value}"

    def _values(self, card: Card) -> Iterator[str]:
        """The numbers that are drawn on a card, each with its printed one where that differs."""
        if card.name == UNKNOWN:
            return
        printed = self.position.pool[card.name].properties
        for spec in self.game.properties:
            if spec.short and (value := self._value(card, spec.name)) is not None:
                base = printed.get(spec.name)
                yield f"{spec.short} {value}" + (said("printed", base=base) if base != value else "")

    def _value(self, card: Card, name: str) -> Any:
        """As modified; as printed, where that depends on a card nobody has named yet."""
        try:
            return self.table.peek(card.id, name)
        except Asked:
            return self.position.pool[card.name].properties.get(name)

    # what goes on

    def _going_on(self) -> Iterator[str]:
        lines = [said("thing of", thing=w.ability, player=w.player, until="") for w in self.state.standby]
        yield from (["", said("pending abilities"), *lines] if lines else [])
        lines = [
            said(
                "thing of",
                thing=e.what,
                player=e.player,
                until=said("lasts until", until=e.until) if e.until else "",
            )
            for e in self.state.effects
        ]
        yield from (["", said("standing effects"), *lines] if lines else [])
        lines = [said("thing of", thing=t.ability, player=t.player, until="") for t in self.state.scheduled]
        yield from (["", said("timed triggers"), *lines] if lines else [])
