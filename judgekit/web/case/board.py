"""The board as the game lays it out on the table, from its own list of areas; and the same as lists."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any
from urllib.parse import quote

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
    Effect,
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
from judgekit.narrate.endings import won
from judgekit.narrate.events import UNTIL
from judgekit.narrate.said import said
from judgekit.narrate.table import FACE_DOWN, RESTED, marks_told, plain
from judgekit.once import kept
from judgekit.web.case.board_grid import Grid
from judgekit.web.case.changes import Changes, changes_of
from judgekit.web.case.scene import Scene
from judgekit.web.urls import clause_href

NAMELESS = {UNKNOWN: said("unknown card on a board"), IRRELEVANT: said("any card on a board")}
TOP = 2  # cards of a pile that are shown because they are new
PILES = ("deck", "drop", "discard", "discard pile", "graveyard", "pile")  # of a game that says nothing
MOST = 16  # cards that an area shows before it says how many more there are


class Worth(msgspec.Struct, frozen=True):
    """A number of a card: its value now, and the printed one if that differs."""

    name: str
    short: str
    value: str
    printed: str = ""  # only where it differs
    href: str = ""  # its derivation
    change: str = ""  # by this step
    key: bool = False  # what a glance looks for


BY_HAND = (said("mark of a text by hand"),)


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
    lies: str  # "place", "row", "pips", "pile"
    more: int = 0  # cards that are not drawn
    list: str = ""  # where all of them are listed
    left: tuple[tuple[int, str], ...] = ()  # cards that went away in this step
    rested: int = 0


class Cell(msgspec.Struct, frozen=True):
    """A place of the grid: an area, or several that one wide card lies across, with what is under them."""

    row: int
    column: int
    rows: int
    span: int
    areas: tuple[AreaView, ...]


class NumberView(msgspec.Struct, frozen=True):
    title: str
    value: str
    href: str
    was: str | None = None


class SideView(msgspec.Struct, frozen=True):
    """A player's half: places on a grid, cards in rows, piles at the edge, and names of what is empty."""

    player: str
    is_turn: bool
    far: bool
    numbers: tuple[NumberView, ...]
    cells: tuple[Cell, ...]
    columns: int
    rows: tuple[AreaView, ...]
    piles: tuple[AreaView, ...]
    empty: tuple[AreaView, ...]
    areas: tuple[AreaView, ...]  # all of them, as they are read out


class Waiting(msgspec.Struct, frozen=True):
    """Something that waits or lasts: a standby ability, an effect, a timed trigger."""

    what: str
    player: str
    card: str
    text: str
    until: str = ""
    on: str = ""  # the cards that it is fixed to, and what was chosen for it


class BoardView(msgspec.Struct, frozen=True):
    far: SideView
    near: SideView
    shared: tuple[AreaView, ...]
    numbers: tuple[NumberView, ...]
    standby: tuple[Waiting, ...]
    effects: tuple[Waiting, ...]
    timed: tuple[Waiting, ...]
    outcome: str
    provisional: bool = False  # with what has happened so far in the step that asks


def board_of(scene: Scene, page: str = "", whole: bool = False) -> BoardView:
    """The board of a place. Links on it are within its own page, so that an area looks the same wherever
    nothing about it has changed; a board on another page says whose it is. On request it is read out
    whole, with every card of an open pile."""
    return _Drawing(scene, page, whole).board()


class _Drawing:
    def __init__(self, scene: Scene, page: str, whole: bool = False) -> None:
        self.scene = scene
        self.whole = whole
        view = scene.view.but(card=None)
        self.links = {tab: _open(page + view.but(tab=tab).asked) for tab in ("ledger", "why")}
        self.released = {tab: page + (view.but(tab=tab).asked or "?") for tab in ("ledger", "why")}
        self.lists = f"{_open(page + view.asked)}part=pile&"
        self.state: State = scene.board_seen
        self.changes: Changes = changes_of(scene)
        game = scene.game
        self.specs: Sequence[AreaSpec] = game.areas if game else areas_in(scene.state)
        self.properties: Sequence[PropertySpec] = game.properties if game else ()
        self.numbers: Sequence[NumberSpec] = game.numbers if game else ()
        self.marks: dict[str, MarkSpec] = {m.name: m for m in game.marks} if game else {}
        self.table = scene.table if scene.provisional is None else scene.table_at(scene.provisional)
        self.grid = Grid(self.specs, game.across if game else "")

    def board(self) -> BoardView:
        near = B if self.scene.view.seat == "B" else A
        shared = [spec for spec in self.specs if spec.shared]
        return BoardView(
            self._side(opponent(near), far=True), self._side(near, far=False),
            tuple(self._area(spec.name, spec) for spec in shared),
            self._numbers(None),
            tuple(self._waiting(s.ability, s.player, s.source.card) for s in self.state.standby),
            tuple(map(self._lasting, self.state.effects)),
            tuple(self._waiting(t.ability, t.player, t.source.card) for t in self.state.scheduled),
            won(self.state.outcome),
            self.scene.provisional is not None,
        )  # fmt: skip

    # sides and areas

    def _side(self, player: Player, far: bool) -> SideView:
        own = [spec for spec in self.specs if not spec.shared]
        own = [s for s in own if s.row >= 0 or self.state.pile(f"{player}.{s.name}")]
        views = {spec.name: self._area(f"{player}.{spec.name}", spec) for spec in own}
        cells = tuple(
            Cell(box.row, box.column, box.rows, box.span, tuple(views[name] for name in box.areas))
            for box in self.grid.boxes(self.state, player, far)
        )
        loose = [views[spec.name] for spec in own if spec.name not in self.grid.spots]
        full = [one for one in loose if one.count or one.left]
        rows = [one for one in full if one.lies != "pile"]
        order = sorted(own, key=lambda s: (s.row if s.row >= 0 else 99, s.column), reverse=far)
        return SideView(
            player, self.state.turn_player == player, far, self._numbers(player), cells, self.grid.columns,
            tuple(rows), tuple(one for one in full if one.lies == "pile"),
            tuple(one for one in loose if not one.count and not one.left),
            tuple(self._read_out(spec, views[spec.name]) for spec in order),
        )  # fmt: skip

    def _read_out(self, spec: AreaSpec, view: AreaView) -> AreaView:
        if not (self.whole and view.more and spec.seen_by == "all"):
            return view
        cards = tuple(map(self._card, self.state.pile(view.where)))
        return msgspec.structs.replace(view, cards=cards, more=0)

    def _area(self, where: str, spec: AreaSpec) -> AreaView:
        pile = self.state.pile(where)
        clause = self._number(spec.clause)
        drawn = self._drawn(pile, spec)
        return AreaView(
            where, spec.title, clause, clause_href(self.scene.edition, clause), len(pile),
            tuple(self._card(number) for number in drawn), spec.drawn, len(pile) - len(drawn),
            f"{self.lists}area={quote(where)}" if len(drawn) < len(pile) or spec.drawn == "pile" else "",
            tuple(self.changes.left.get(where, ())), sum(self._is_rested(n) for n in pile),
        )  # fmt: skip

    def _is_rested(self, number: CardId) -> bool:
        return any(self.state.cards[number].mark(mark) for mark in RESTED)

    def _drawn(self, pile: tuple[CardId, ...], spec: AreaSpec) -> tuple[CardId, ...]:
        """The cards that are shown one by one: of a pile, those that are new or shown, else the top one."""
        if spec.drawn != "pile":
            return pile[-MOST:]
        new = tuple(n for n in pile if n in self.changes.touched or self.state.cards[n].mark("revealed"))
        is_open = spec.seen_by == "all" and not new
        return pile[-1:] if is_open else new[:TOP]

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
        by_hand = definition is not None and definition.by_hand
        selected, tab = self.scene.view.card == number, "ledger" if known else "why"
        href = self.released[tab] if selected else f"{self.links[tab]}card={number}"
        return CardView(
            number, self._called(card), str(properties.get("type", ""))[:1].upper(), self._face(card),
            self._is_rested(number), tuple(self._marks(card)) + (BY_HAND if by_hand else ()),
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

    def _marks(self, card: Card) -> Iterator[str]:
        yield from map(self.scene.plain, marks_told(card, self.marks, self.scene.rules.words.states))
        for tie in self.scene.game.ties if self.scene.game else ():
            if (host := self.state.cards.get((card.mark(tie.mark) or (CardId(0),))[0])) is not None:
                yield f"{tie.mark} {self._called(host)}"

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
                yield Worth(spec.name, spec.short, plain(value), differs, href, change, spec.key)

    def _value(self, card: Card, name: str, printed: Any) -> Any:
        """As modified; as printed, if that depends on a card not yet named; None, if not stated."""
        table = self.table
        try:
            return table.peek(card.id, name) if table.is_told(card.id, name) else None
        except (Asked, EngineError):
            return printed.get(name)

    @kept
    def before(self) -> Table | None:
        """The table as it was before this step, where the step may have changed numbers of cards."""
        if not self.changes.moves_numbers:
            return None
        return self.scene.table_at(self.scene.state_at(self.scene.previous))

    # what waits and what lasts

    def _lasting(self, effect: Effect) -> Waiting:
        """A standing effect, with the cards that it is on and the ability that was chosen for it."""
        until = UNTIL.get(effect.until, effect.until)
        own = self._waiting(effect.what, effect.player, effect.source.card, until)
        here = {ref.card: None for ref in effect.cards or () if ref.card in self.state.cards}
        abilities = (self.scene.pool.abilities.get(str(value)) for _, value in effect.facts)
        named = [*map(self.scene.label, here), *(one.text for one in abilities if one is not None)]
        return msgspec.structs.replace(own, on=", ".join(filter(None, named)))

    def _waiting(self, what: str, player: str, card: int, until: str = "") -> Waiting:
        ability = self.scene.pool.abilities.get(what)
        name = self.scene.label(card) if card else ""
        return Waiting(self.scene.plain(what), player, name, ability.text if ability else "", until)


def _open(address: str) -> str:
    """An address, ready for one more query parameter."""
    return address + ("&" if "?" in address else "?")


def value_change(before: Table, card: CardId, name: str, now: Any) -> str:
    """By how much a number of a card has changed: +1000; nothing if it has not, or was not known."""
    if card not in before.state.cards:
        return ""
    try:
        was = before.peek(card, name) if before.is_told(card, name) else None
    except (Asked, EngineError):
        return ""
    if was == now or type(was) is not int or type(now) is not int:
        return ""
    return f"{now - was:+,}".replace(",", "\u202f").replace("-", "−")


def areas_in(state: State) -> tuple[AreaSpec, ...]:
    """The areas of a game that does not describe its board: all that exist, piles at the edge."""
    names = sorted({area_name(w) for w in state.areas if area_player(w) and host_of(w) is None})
    shared = sorted(w for w in state.areas if not area_player(w) and host_of(w) is None)
    front = [name for name in names if name not in ("hand", *PILES)]
    return (
        *(AreaSpec(name, name.title(), "", row=0, column=at) for at, name in enumerate(front)),
        *(AreaSpec(name, "Hand", "", row=1, lies="row") for name in names if name == "hand"),
        *(
            AreaSpec(name, name.title(), "", "nobody" if name == "deck" else "all", row=2, lies="pile")
            for name in PILES
            if name in names
        ),
        *(AreaSpec(w, w.title(), "", shared=True) for w in shared),
    )


class Pile(msgspec.Struct, frozen=True):
    """All the cards of an area, the first one on top, as far as the seat may know them."""

    where: str
    title: str
    cards: tuple[CardView, ...]
    back: str


def pile_of(scene: Scene, where: str) -> Pile:
    drawing = _Drawing(scene, scene.view.but(card=None).href.partition("?")[0])
    spec = next((s for s in drawing.specs if where in (s.name, f"A.{s.name}", f"B.{s.name}")), None)
    if spec is None:
        raise UnknownCase(f"there is no area {where!r} on this board")
    cards = tuple(drawing._card(number) for number in drawing.state.pile(where))
    whose = f"{player}'s " if (player := area_player(where)) else ""
    return Pile(where, f"{whose}{spec.title}", cards, scene.view.href)


def card_named(scene: Scene, number: int) -> Card:
    """A card that the seat may ask about."""
    card = scene.seen.cards.get(CardId(number))
    if card is None or number < 0:
        raise UnknownCase(f"there is no card {number} to be seen here")
    return card


def card_marks(scene: Scene, card: Card) -> Iterator[str]:
    """The marks on a card in words, and how it lies."""
    specs = {spec.name: spec for spec in scene.game.marks} if scene.game else {}
    if any(card.mark(name) for name in FACE_DOWN):
        yield "face down"
    yield from map(scene.plain, marks_told(card, specs, scene.rules.words.states))
