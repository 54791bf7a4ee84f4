"""Chapter 2: what is printed on a card."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from judgekit.engine.state import Player, area_name
from judgekit.engine.table import Table
from judgekit.games.luck_and_logic.ch01_outline import is_no_action
from judgekit.games.luck_and_logic.rules import rules

MEMBERS = frozenset({"logicalist", "foreigner", "tranceunion"})  # 2.2.2


def whole_names(title: object, character: object) -> tuple[str, ...]:
    """2.1.2: title and character together are a member's name, in texts with a comma between them."""
    return (f"{title}, {character}", f"{title} {character}") if title and character else ()


def is_member(table: Table, card: int) -> bool:
    return table.peek(card, "type") in MEMBERS


@rules.guard("2.9.2")
def cost_of(table: Table, card: int) -> int:
    """How many stock cards it takes to play this card; never less than 0 (1.3.2.2)."""
    cost = int(table.peek(card, "cost") or 0)
    return 0 if is_no_action(table, cost) else cost


@rules.guard("2.10.2")
def territories(table: Table, card: int, player: Player) -> list[tuple[str, ...]]:
    """The sets of circles that a card may occupy on a player's side."""
    size = table.peek(card, "territory") or 1
    ways = {1: single_circles, 2: adjacent_pairs, 4: middle_and_a_side}[size]
    return ways(table) or []


@rules.guard("2.10.2.1")
def single_circles(table: Table) -> list[tuple[str, ...]]:
    return ways_to_lie(1)


@rules.guard("2.10.2.2")
def adjacent_pairs(table: Table) -> list[tuple[str, ...]]:
    table.cite("4.4.4.1", "4.4.4.2")
    return ways_to_lie(2)


@rules.guard("2.10.2.3")
def middle_and_a_side(table: Table) -> list[tuple[str, ...]]:
    return ways_to_lie(4)


def ways_to_lie(size: int) -> list[tuple[str, ...]]:
    """The sets of circles that a territory can be, each in the order of the circles."""
    from judgekit.games.luck_and_logic.ch04_zones import CIRCLES, are_neighbours

    if size == 4:
        return [tuple(c for c in CIRCLES if not c.endswith(away)) for away in ("right", "left")]
    if size == 2:
        return [pair for pair in combinations(CIRCLES, 2) if are_neighbours(*pair)]
    return [(circle,) for circle in CIRCLES]


@rules.guard("2.10.3")
def circles_of(table: Table, card: int) -> tuple[str, ...]:
    """Every circle that a card occupies; the one it lies in is the first."""
    now = table.card(card)
    return tuple(now.mark("circles") or (area_name(now.area),))


def one_empty_is_enough(table: Table, ways: Sequence[tuple[str, ...]], empty: set[str]) -> bool:
    """A-57: for a wide member every circle must be empty, or only the named one."""
    partly = any(set(way) & empty and not set(way) <= empty for way in ways)
    return partly and table.reading("A-57") == "one-empty-is-enough"


@rules.guard("2.12.2")
def default_areas(table: Table, kind: str) -> tuple[str, ...]:
    """Where the text of such a card works when the text itself names no zone."""
    from judgekit.games.luck_and_logic.ch04_zones import CIRCLES, GATE_ZONES

    if kind in MEMBERS:
        return CIRCLES
    return {"gate": GATE_ZONES, "tactics": ("battle",), "paradox": ("battle", "paradox")}.get(kind, ())


@rules.guard("2.15.2")
def has_room(table: Table, member: int) -> bool:
    """Whether the member's limit lets its master define another logic."""
    from judgekit.games.luck_and_logic.ch09_09_continuous import number_of

    return number_of(table, member, "limit") > len(table.pile(f"{table.master(member)}.battle"))


@rules.guard("2.16.1.1")
def fights_by_aura(table: Table, paradox: int) -> bool:
    return bool(table.peek(paradox, "paradox rule") == "aura battle")


def own_battle_rule(table: Table, paradox: int) -> tuple[str, ...] | None:
    """1.3.1: what the text of a paradox says about the battle: by which number, whether the highest or the
    lowest wins, the same again for the tie-breaker, and who wins in the end."""
    said = table.peek(paradox, "battle rule")
    return tuple(str(said).split(" / ")) if said else None
