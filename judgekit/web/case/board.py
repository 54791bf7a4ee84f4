"""The board as the game lays it out on the table, from its own list of areas; and the same as lists."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import groupby
from typing import Any

import msgspec

from judgekit.cases.errors import UnknownCase
from judgekit.engine.errors import EngineError
from judgekit.engine.questions import Asked
from judgekit.engine.state import (
    IRRELEVANT,
    UNKNOWN,
    A,
    B,
    Card,
    CardId,
    Player,
    State,
    area_name,
    area_player,
    host_of,
    opponent,
    under,
)
from judgekit.engine.table import Table
from judgekit.games.game import AreaSpec, MarkSpec, NumberSpec, PropertySpec
from judgekit.web.case.changes import Changes, changes_of
from judgekit.web.case.scene import Scene
from judgekit.web.urls import clause_href

RESTED = ("rested", "rest")
FACE_DOWN = ("face down",)
NAMELESS = {UNKNOWN: "Unknown card", IRRELEVANT: "Some other card"}
TOP = 3  # cards of a large face-up pile that are shown
NARROW, WIDE = 4, 16  # cards that an area shows before it says how many more there are


class Worth(msgspec.Struct, frozen=True):
    """A number of a card: as it is, and as printed if that is another."""

    name: str
    short: str
    value: str
    printed: str = ""  # only where it differs
    href: str = ""  # its derivation
    change: str = ""  # by this step


class CardView(msgspec.Struct, frozen=True):
    id: int
    name: str
    letter: str
    face: str  # "up", "down", "hidden", "unknown"
    rested: bool
    marks: tuple[str, ...]
    worth: tuple[Worth, ...]
    under: tuple[CardView, ...]
    owner: str
    text: str
    href: str
    came: str = ""  # where it was before this step, if it moved
    changed: bool = False
    selected: bool = False


class AreaView(msgspec.Struct, frozen=True):
    where: str
    title: str
    clause: str
    href: str
    count: int
    cards: tuple[CardView, ...]
    row: int
    column: int
    span: int
    more: int = 0  # cards that are not drawn
    pile: bool = False
    left: tuple[tuple[int, str], ...] = ()  # cards that went away in this step


class NumberView(msgspec.Struct, frozen=True):
    title: str
    value: str
    href: str
    was: str | None = None


class SideView(msgspec.Struct, frozen=True):
    player: str
    is_turn: bool
    far: bool
    numbers: tuple[NumberView, ...]
    areas: tuple[AreaView, ...]
    columns: int
    rows: int


class Waiting(msgspec.Struct, frozen=True):
    """Something that waits or lasts: a standby ability, an effect, a timed trigger."""

    what: str
    player: str
    card: str
    text: str
    until: str = ""


class BoardView(msgspec.Struct, frozen=True):
    far: SideView
    near: SideView
    shared: tuple[AreaView, ...]
    numbers: tuple[NumberView, ...]
    standby: tuple[Waiting, ...]
    effects: tuple[Waiting, ...]
    timed: tuple[Waiting, ...]
    outcome: str


def board_of(scene: Scene, page: str = "") -> BoardView:
    """The board of a place. Links on it are within its own page, so that an area looks the same wherever
    nothing about it has changed; a board on another page says whose it is."""
    return _Drawing(scene, page).board()


class _Drawing:
    def __init__(self, scene: Scene, page: str) -> None:
        self.scene = scene
        view = scene.view.but(card=None)
        self.links = {tab: _open(page + view.but(tab=tab).asked) for tab in ("ledger", "why")}
        self.released = {tab: page + (view.but(tab=tab).asked or "?") for tab in ("ledger", "why")}
        self.state: State = scene.seen
        self.changes: Changes = changes_of(scene)
        game = scene.game
        self.specs: Sequence[AreaSpec] = game.areas if game else areas_in(scene.state)
        self.properties: Sequence[PropertySpec] = game.properties if game else ()
        self.numbers: Sequence[NumberSpec] = game.numbers if game else ()
        self.marks: dict[str, MarkSpec] = {m.name: m for m in game.marks} if game else {}
        drawn = [spec.column for spec in self.specs if spec.row >= 0 and not spec.shared] or [0]
        self.first = min(drawn)
        self.columns = max(drawn) - self.first + 1

    def board(self) -> BoardView:
        near = B if self.scene.view.seat == "B" else A
        outcome = self.state.outcome
        won = (
            "" if outcome is None else f"{outcome.winner} has won" if outcome.winner else "The game is drawn"
        )
        shared = [spec for spec in self.specs if spec.shared]
        return BoardView(
            self._side(opponent(near), far=True), self._side(near, far=False),
            tuple(self._area(spec.name, spec, 0, 0, 1, WIDE) for spec in shared),
            self._numbers(None),
            tuple(self._waiting(s.ability, s.player, s.source.card) for s in self.state.standby),
            tuple(self._waiting(f.what, f.player, f.source.card, f.until) for f in self.state.effects),
            tuple(self._waiting(t.ability, t.player, t.source.card) for t in self.state.scheduled), won,
        )  # fmt: skip

    # sides and areas

    def _side(self, player: Player, far: bool) -> SideView:
        own = [spec for spec in self.specs if not spec.shared]
        on_grid = sorted((s for s in own if s.row >= 0), key=lambda s: (s.row, s.column))
        rows = [list(row) for _, row in groupby(on_grid, key=lambda s: s.row)]
        aside = [s for s in own if s.row < 0 and self.state.pile(f"{player}.{s.name}")]
        rows += [aside] if aside else []
        areas: list[AreaView] = []
        for at, row in enumerate(rows):
            line = len(rows) - at if far else at + 1
            areas += self._row(player, row, line, far)
        areas.sort(key=lambda area: (area.row, area.column))
        is_turn = self.state.turn_player == player
        return SideView(player, is_turn, far, self._numbers(player), tuple(areas), self.columns, len(rows))

    def _row(self, player: Player, row: Sequence[AreaSpec], line: int, far: bool) -> Iterable[AreaView]:
        """Areas of a row; each reaches to the next one, the last one to the edge."""
        starts = [spec.column - self.first for spec in row]
        if row[0].row < 0:
            starts = list(range(len(row)))
        if len(row) <= 2:
            starts[0] = 0
        ends = [*starts[1:], max(self.columns, len(row))]
        room = WIDE if len(row) <= 2 else NARROW
        for spec, start, end in zip(row, starts, ends, strict=True):
            column = self.columns - end if far else start
            yield self._area(f"{player}.{spec.name}", spec, line, max(0, column) + 1, end - start, room)

    def _area(self, where: str, spec: AreaSpec, row: int, column: int, span: int, room: int) -> AreaView:
        pile = self.state.pile(where)
        clause = self._number(spec.clause)
        is_pile = spec.seen_by == "nobody" or len(pile) > room
        drawn = self._drawn(pile, spec, room)
        return AreaView(
            where, spec.title, clause, clause_href(self.scene.edition, clause), len(pile),
            tuple(self._card(number) for number in drawn), row, column, span, len(pile) - len(drawn),
            is_pile, tuple(self.changes.left.get(where, ())),
        )  # fmt: skip

    def _drawn(self, pile: tuple[CardId, ...], spec: AreaSpec, room: int) -> tuple[CardId, ...]:
        """The cards that are shown one by one: of a pile that nobody sees, those that are new or shown."""
        if spec.seen_by == "nobody" and len(pile) > 1:
            return tuple(
                n for n in pile if n in self.changes.touched or self.state.cards[n].mark("revealed")
            )[:2]
        return pile[-TOP:] if len(pile) > room else pile

    def _number(self, clause: str) -> str:
        return self.scene.rules.number(clause) or clause

    def _numbers(self, player: Player | None) -> tuple[NumberView, ...]:
        found = []
        for spec in self.numbers:
            if spec.per_player is (player is not None):
                key = f"{player}.{spec.key}" if player else spec.key
                value, was = self.state.number(key), self.changes.numbers.get(key)
                was = None if was == value else was
                if value or spec.default or was is not None:
                    href = clause_href(self.scene.edition, self._number(spec.clause)) if spec.clause else ""
                    before = None if was is None else spec.told(was)
                    found.append(NumberView(spec.name, spec.told(value), href, before))
        return tuple(found)

    # cards

    def _card(self, number: CardId) -> CardView:
        card = self.state.cards[number]
        known = number > 0 and card.name != UNKNOWN
        definition = self.scene.pool.definitions.get(card.name) if known else None
        properties = definition.properties if definition else {}
        selected, tab = self.scene.view.card == number, "ledger" if known else "why"
        href = self.released[tab] if selected else f"{self.links[tab]}card={number}"
        return CardView(
            number, self._called(card), str(properties.get("type", ""))[:1].upper(), self._face(card),
            any(card.mark(mark) for mark in RESTED), tuple(self._marks(card)),
            tuple(self._worth(card)) if known else (),
            tuple(self._card(one) for one in self.state.pile(under(number))), card.owner,
            definition.text if definition else "", href if number > 0 else "",
            self.changes.came.get(number, ""), number in self.changes.touched, selected,
        )  # fmt: skip

    def _called(self, card: Card) -> str:
        if card.id < 0:
            return "Hidden card"
        return NAMELESS.get(card.name, card.name)

    def _face(self, card: Card) -> str:
        if card.id < 0:
            return "hidden"
        if card.name == UNKNOWN:
            return "unknown"
        return "down" if any(card.mark(mark) for mark in FACE_DOWN) else "up"

    def _marks(self, card: Card) -> Iterable[str]:
        return map(self.scene.plain, marks_told(card, self.marks))

    def _worth(self, card: Card) -> Iterable[Worth]:
        printed = self.scene.pool[card.name].properties
        before = self.before if card.id not in self.changes.came else None
        for spec in self.properties:
            if not spec.short:
                continue
            value = self._value(card, spec.name, printed)
            base = printed.get(spec.name)
            if value is not None:
                differs = "" if value == base else plain(base)
                href = self.scene.view.but(card=card.id, tab="ledger").href if differs else ""
                change = value_change(before, card.id, spec.name, value) if before else ""
                yield Worth(spec.name, spec.short, plain(value), differs, href, change)

    def _value(self, card: Card, name: str, printed: Any) -> Any:
        """As modified; as printed, where that hangs on a card nobody has named yet."""
        try:
            return self.scene.table.peek(card.id, name)
        except (Asked, EngineError):
            return printed.get(name)

    @cached_property
    def before(self) -> Table | None:
        """The table as it was before this step, where the step may have changed numbers of cards."""
        if not self.changes.moves_numbers:
            return None
        return self.scene.table_at(self.scene.state_at(self.scene.previous))

    # what waits and what lasts

    def _waiting(self, what: str, player: str, card: int, until: str = "") -> Waiting:
        ability = self.scene.pool.abilities.get(what)
        name = self.scene.label(card) if card else ""
        return Waiting(self.scene.plain(what), player, name, ability.text if ability else "", until)


def _open(address: str) -> str:
    """An address to which one more question can be added."""
    return address + ("&" if "?" in address else "?")


def value_change(before: Table, card: CardId, name: str, now: Any) -> str:
    """By how much a number of a card has changed: +1000; nothing if it has not, or was not known."""
    if card not in before.state.cards:
        return ""
    try:
        was = before.peek(card, name)
    except (Asked, EngineError):
        return ""
    if was == now or type(was) is not int or type(now) is not int:
        return ""
    return f"{now - was:+,}".replace(",", "\u202f").replace("-", "−")


def areas_in(state: State) -> tuple[AreaSpec, ...]:
    """The areas of a game that does not describe itself: those that there are, one a row."""
    names = sorted({area_name(w) for w in state.areas if area_player(w) and host_of(w) is None})
    shared = sorted(w for w in state.areas if not area_player(w) and host_of(w) is None)
    deep = {"hand": 1, "deck": 2}
    front = [name for name in names if name not in deep]
    return (
        *(AreaSpec(name, name.title(), "", row=0, column=at) for at, name in enumerate(front)),
        *(
            AreaSpec(name, name.title(), "", "nobody" if name == "deck" else "all", row=row)
            for name, row in deep.items()
            if name in names
        ),
        *(AreaSpec(w, w.title(), "", shared=True) for w in shared),
    )


def card_named(scene: Scene, number: int) -> Card:
    """A card that the seat may ask about."""
    card = scene.seen.cards.get(CardId(number))
    if card is None or number < 0:
        raise UnknownCase(f"there is no card {number} to be seen here")
    return card


def card_marks(scene: Scene, card: Card) -> Iterator[str]:
    """What a card bears, in words; how it lies too."""
    specs = {spec.name: spec for spec in scene.game.marks} if scene.game else {}
    if any(card.mark(name) for name in FACE_DOWN):
        yield "face down"
    yield from map(scene.plain, marks_told(card, specs))


def marks_told(card: Card, specs: Mapping[str, MarkSpec]) -> Iterator[str]:
    for name, value in card.marks:
        if name in FACE_DOWN or (name in specs and specs[name].bookkeeping):
            continue
        if value is True or (isinstance(value, tuple) and name in specs):
            yield name
        elif name in specs and value not in (None, False):
            yield f"{name} {plain(value)}"


def plain(value: Any) -> str:
    if isinstance(value, tuple | list):
        return ", ".join(map(str, value))
    return "–" if value is None else f"{value:,}".replace(",", "\u202f") if type(value) is int else str(value)
