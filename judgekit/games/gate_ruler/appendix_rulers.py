"""The appendix: eight rulers as data, and their clauses as code.

`R-n-m`: n is the ruler, m the same thing for all: 12 set-up, 13 start of turn, 14 summon cap, 15 and 16
ability.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from judgekit.engine.abilities import Automatic, Definition, Moment, Source
from judgekit.engine.events import Occurred
from judgekit.engine.state import CardId, Facts, Player, Standby
from judgekit.engine.table import Table
from judgekit.games.gate_ruler import ch15_02_handling_cards as handling
from judgekit.games.gate_ruler import ch15_15_playing_and_driving as summoning
from judgekit.games.gate_ruler.ch02_card_information import ruler_of
from judgekit.games.gate_ruler.rules import UNLIMITED, is_first_turn, rules


@dataclass(frozen=True, slots=True)
class Ruler:
    clause: str
    name: str
    life: int
    atk: int
    stk: int
    drives: int = 0  # at the start of a turn; none: draws and readies resources
    factions: int | None = 2
    copies: int = 4
    legendary: int = 2
    levels: int | None = None
    counters: int = 16
    set_zones: int = 3
    collector: tuple[str, ...] = ()  # how a collector number must begin
    per_faction: int | None = None
    channels: bool = False  # Resource Channeling
    size: int = 50
    prepared: int | None = None  # resource cards brought along; the book's rulers that drive have none
    laid_exhausted: int = 0  # of those that come exhausted
    laid_out: int | None = None  # resource cards put into the resource zone at set-up; else all of them
    cap: int | None = None
    first_hand: int = 2
    draws: int = 2
    readies: int = 2
    free: bool | None = None  # spends no resources for levels

    @property
    def resources(self) -> int:
        """Resource cards brought along."""
        return self.prepared if self.prepared is not None else (0 if self.drives else 3)

    @property
    def summon_cap(self) -> int:
        return self.cap if self.cap is not None else (UNLIMITED if self.drives else 2)


WORLD_MASTER = ("MD", "2020")
RULERS = (
    Ruler("R-1", "Apprentice", 12, 4, 3, drives=2, levels=50),
    Ruler("R-2", "Berserker", 12, 5, 4, drives=1, levels=80, legendary=3, set_zones=1),
    Ruler("R-3", "Highlander", 12, 4, 3, drives=2, levels=50, factions=3, copies=1),
    Ruler("R-4", "Knight", 11, 3, 3),
    Ruler("R-5", "Legion", 11, 3, 3, factions=3, copies=1),
    Ruler("R-6", "Wizard", 10, 2, 2, channels=True),
    Ruler("R-7", "World Master Alpha 2020", 11, 3, 3, drives=2, levels=40, factions=None, legendary=0,
          collector=WORLD_MASTER, per_faction=12),
    Ruler("R-8", "World Master Beta 2020", 9, 3, 3, factions=None, legendary=0,
          collector=WORLD_MASTER, per_faction=12),
)  # fmt: skip
BY_NAME = {ruler.name: ruler for ruler in RULERS}


MANY = 9999  # of a limit that a frame calls unlimited, or does not print
FIELDS = {
    "deck size": "size", "maximum factions": "factions", "maximum copies of a card": "copies",
    "legendary card cap": "legendary", "deck level cap": "levels", "cnt cap": "counters",
    "prepared": "prepared", "set-up resources": "laid_out", "set-up draws": "first_hand",
    "set-up exhausted": "laid_exhausted",
    "readies": "readies", "draws": "draws", "drives": "drives",
}  # fmt: skip
UNPRINTED = {
    "factions": None, "copies": MANY, "legendary": MANY, "levels": None, "counters": MANY, "prepared": 0,
    "laid_out": 0, "laid_exhausted": 0, "first_hand": 0, "readies": 0, "draws": 0, "drives": 0,
}  # fmt: skip


def printed_ruler(name: str, properties: Mapping[str, Any]) -> Ruler | None:
    """A ruler that is not in the book, by the frame on its card."""
    said = {what: int(n) for what, _, n in (each.partition(": ") for each in properties.get("frame", ()))}
    if not said:
        return None
    limits: dict[str, Any] = dict(UNPRINTED)
    limits |= {"cap": said.get("summon cap", UNLIMITED), "free": bool(said.get("free"))}
    for what, field in FIELDS.items():
        if what in said:
            every = said[what] == UNLIMITED and what != "readies"
            limits[field] = UNPRINTED.get(field) if every else said[what]
    life, atk, stk = (int(properties.get(what) or 0) for what in ("life", "ATK", "STK"))
    return Ruler("", name, life, atk, stk, **limits)


def ruler_spec(table: Table, player: Player) -> Ruler | None:
    card = ruler_of(table, player)
    if card is None:
        return None
    name = table.card(card).name
    return BY_NAME.get(name) or printed_ruler(name, table.definition(card).properties)


# 11: zones


def what_gives_zones(table: Table, player: Player) -> tuple[str, ...]:
    """The clause by which a player has the zones that there are, and no others; a printed ruler has none."""
    ruler = ruler_spec(table, player)
    return (f"{ruler.clause}-11",) if ruler is not None and ruler.clause else ()


# 12: set-up


def _set_up(table: Table, player: Player) -> None:
    """The resource cards come ready, then two cards are drawn."""
    ruler = ruler_spec(table, player)
    assert ruler is not None
    for card in table.pile(f"{player}.prepared")[: ruler.laid_out]:
        table.put(card, f"{player}.resource")
    for card in table.pile(f"{player}.prepared")[: ruler.laid_exhausted]:
        table.put(card, f"{player}.resource")
        table.mark(card, "exhausted", True)
    if ruler.first_hand:
        handling.draw(table, player, summoning.ruler_draw(table, player, ruler.first_hand, setting_up=True))


# 13: start of turn


def _draw_and_ready(table: Table, player: Player) -> None:
    ruler = ruler_spec(table, player)
    assert ruler is not None
    resources = [c for c in table.pile(f"{player}.resource") if table.card(c).mark("exhausted")]
    if ruler.readies:
        n = len(resources) if ruler.readies == UNLIMITED else ruler.readies
        for card in table.choose(player, resources, table.words("ready resources", n=n), n):
            handling.ready(table, card)
    if ruler.draws:
        handling.draw(table, player, summoning.ruler_draw(table, player, ruler.draws))


def _drive(n: int) -> Any:
    def start_of_turn(table: Table, player: Player) -> None:
        if is_first_turn(table):
            table.cite("6-2f-1")  # of drawing alone
        summoning.drive_number(table, player, n)

    return start_of_turn


# 14: summon cap


def _cap(n: int) -> Any:
    def cap(table: Table) -> int:
        return n

    return cap


# 15: ability


def _spends_no_resources(table: Table) -> bool:
    return True


def _ready_at_end_of_turn(table: Table, card: CardId) -> None:
    handling.ready(table, card)


def _exhaust_as_a_resource(table: Table, card: CardId) -> None:
    handling.exhaust(table, card)


SET_UP: dict[str, Any] = {}
START_OF_TURN: dict[str, Any] = {}
CAP: dict[str, Any] = {}
FREE: dict[str, Any] = {}
CHANNEL_READY: dict[str, Any] = {}
CHANNEL_SPEND: dict[str, Any] = {}

for _ruler in RULERS:
    _n, _name = _ruler.clause, _ruler.name
    if _ruler.resources:
        SET_UP[_name] = rules.action(f"{_n}-12")(_set_up)
        START_OF_TURN[_name] = rules.action(f"{_n}-13")(_draw_and_ready)
    else:
        START_OF_TURN[_name] = rules.action(f"{_n}-13")(_drive(_ruler.drives))
    CAP[_name] = rules.guard(f"{_n}-14")(_cap(_ruler.summon_cap))
    if _ruler.drives:
        FREE[_name] = rules.guard(f"{_n}-15")(_spends_no_resources)
    if _ruler.channels:
        CHANNEL_READY[_name] = rules.action(f"{_n}-15")(_ready_at_end_of_turn)
        CHANNEL_SPEND[_name] = rules.action(f"{_n}-16")(_exhaust_as_a_resource)


def set_up(table: Table, player: Player) -> None:
    do(table, player, SET_UP, _set_up)


def start_of_turn(table: Table, player: Player) -> None:
    do(table, player, START_OF_TURN, _as_printed)


def _as_printed(table: Table, player: Player) -> None:
    """6-2f: what the frame of a ruler that is not in the book says."""
    ruler = ruler_spec(table, player)
    assert ruler is not None
    _draw_and_ready(table, player)
    if ruler.drives:
        summoning.drive_number(table, player, ruler.drives)


def do(table: Table, player: Player, what: dict[str, Any], printed: Any) -> None:
    ruler = ruler_spec(table, player)
    if ruler is not None and not ruler.clause:
        printed(table, player)
    elif ruler is not None and ruler.name in what:
        what[ruler.name](table, player)


def summon_cap(table: Table, player: Player) -> int:
    ruler = ruler_spec(table, player)
    if ruler is None or not ruler.clause:
        return UNLIMITED if ruler is None else ruler.summon_cap
    return int(CAP[ruler.name](table) or 0)


def spends_no_resources(table: Table, player: Player) -> bool:
    """Whether playing a card costs this player nothing for its level."""
    ruler = ruler_spec(table, player)
    if ruler is None or not ruler.clause:
        return ruler is not None and bool(ruler.free)
    return ruler.name in FREE and bool(FREE[ruler.name](table))


def channel(table: Table, player: Player) -> CardId | None:
    """The ruler that can be spent like a resource now, if there is one."""
    ruler, card = ruler_spec(table, player), ruler_of(table, player)
    if ruler is None or card is None or ruler.name not in CHANNEL_SPEND or table.turn_player == player:
        return None
    live = table.rules.number(f"{ruler.clause}-16") is not None
    return card if live and not table.card(card).mark("exhausted") else None


def spend_ruler(table: Table, player: Player, card: CardId) -> None:
    ruler = ruler_spec(table, player)
    assert ruler is not None
    CHANNEL_SPEND[ruler.name](table, card)


def _own_turn_ends(table: Table, moment: Moment, source: Source) -> list[Facts]:
    event = moment.event
    ends = isinstance(event, Occurred) and event.timing == "end of the turn" and event.player == source.player
    return [()] if ends else []


def _channeling(table: Table, standby: Standby) -> None:
    card = table.state.current(standby.source)
    if card is not None:
        CHANNEL_READY[card.name](table, card.id)


def ruler_cards() -> dict[str, Definition]:
    """The rulers as cards."""
    found = {}
    for ruler in RULERS:
        properties = {
            "type": "ruler", "life": ruler.life, "ATK": ruler.atk, "STK": ruler.stk, "attack zones": 2,
            "defense zones": 1, "set zones": ruler.set_zones, "hand": not ruler.drives,
        }  # fmt: skip
        channeling = Automatic(
            f"{ruler.name}#Resource Channeling", f"{ruler.clause}-15", "Resource Channeling",
            on=(Occurred,), fulfilled=_own_turn_ends, resolve=_channeling,
        )  # fmt: skip
        found[ruler.name] = Definition(ruler.name, properties, (channeling,) if ruler.channels else ())
    return found


__all__ = ["BY_NAME", "RULERS", "is_first_turn"]
