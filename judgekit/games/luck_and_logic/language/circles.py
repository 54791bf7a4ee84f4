"""Sections 4.2 to 4.4 in the words of card texts: circles, what is beside, before and behind them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import Interpreter, NoMeaning, Run, Sight, Zone
from judgekit.engine.state import CardId, area_name, area_player, under
from judgekit.games.luck_and_logic.ch04_zones import (
    CIRCLES,
    GATE_ZONES,
    are_adjacent,
    behind,
    circle_of,
    in_front_of,
    is_set,
)
from judgekit.games.luck_and_logic.ch05_23_looking_and_setting import set_cards

if TYPE_CHECKING:
    from judgekit.games.luck_and_logic.language.dialect import LuckAndLogic


def passes(self: LuckAndLogic, sight: Sight, run: Run, filter_: m.Filter, card: CardId) -> bool:
    if isinstance(filter_, m.Spot):
        run.table.cite("4.4.2.1", "4.4.2.3")
        return is_at(sight, run.picked.get(filter_.spot, filter_.spot), card)
    if isinstance(filter_, m.Near) and filter_.relation == "attacking":
        return _is_attacking_at(self, sight, run, filter_.of, card)
    if isinstance(filter_, m.Near):
        spots = self.beside(sight, run, filter_.of, card)
        here = zones_of(sight, card)
        if filter_.relation == "on" and area_name(sight.card(card).area) in GATE_ZONES:
            run.table.cite("4.3.2")
        return any(self.is_near(sight, run, filter_.relation, one, two) for one in here for two in spots)
    if isinstance(filter_, m.Holding) and filter_.where == "set":
        return bool(set_cards(run.table, card))
    if isinstance(filter_, m.Holding) and filter_.where == "soul":
        run.table.cite("4.15.2.2")
        held = [c for c in sight.pile(under(card)) if self.fits(sight, run, filter_.what, c, skip_areas=True)]
        asked = filter_.what.quantity
        least = self.amount(asked.n, run) if isinstance(asked, m.AtLeast) else 1
        return len(held) >= least
    if isinstance(filter_, m.Attached) and filter_.how == "set":
        hosts = self.pointed_at(sight, run, filter_.to)
        return any(card in (set_cards(run.table, host) or ()) for host in hosts)
    return Interpreter.passes(self, sight, run, filter_, card)


def _is_attacking_at(self: LuckAndLogic, sight: Sight, run: Run, of: m.Target, card: CardId) -> bool:
    """8.2.7.2: whether it attacks, and the circle that it attacks is that of such a card."""
    if not self.passes(sight, run, m.State("attacking"), card):
        return False
    attacked = self.spots(sight, run, m.Role("circle being attacked"))
    return any(zone in attacked for zone in self.beside(sight, run, of, card))


def is_at(sight: Sight, spot: str, card: CardId) -> bool:
    """4.4.2: front row, back row, left, middle, right."""
    word = spot.removesuffix(" row")
    return any(word in CIRCLES[number - 1].split() for _, number in zones_of(sight, card))


def lines_of(sight: Sight, card: CardId, line: str) -> list[str]:
    """The rows, or the columns, of the circles that a card is on."""
    return [CIRCLES[number - 1].split()[line == "column"] for _, number in zones_of(sight, card)]


def zones_of(sight: Sight, card: CardId) -> list[Zone]:
    """Every place of the field that a card is at."""
    now = sight.card(card)
    name, player = area_name(now.area), area_player(now.area)
    if player is None:
        return []
    if name in GATE_ZONES:
        return [(player, CIRCLES.index(circle_of(name)) + 1)]
    names = now.mark("circles") or (name,)
    return [(player, CIRCLES.index(one) + 1) for one in names if one in CIRCLES]


def zone_of(self: LuckAndLogic, sight: Sight, card: CardId) -> Zone | None:
    return next(iter(zones_of(sight, card)), None)


def spots(self: LuckAndLogic, sight: Sight, run: Run, target: m.Target) -> list[Zone]:
    if isinstance(target, m.Selector) and "circle" in target.types:
        return list(self.zones(sight, run, target))
    if isinstance(target, m.Bound) and target.n in run.zones:
        return list(run.zones[target.n])
    if isinstance(target, m.Role) and target.role == "circle being attacked":
        number = run.table.number("attacked circle")
        return [(run.table.opponent(), number)] if number else []
    return self.zones_at(sight, run, self.pointed_at(sight, run, target))


def zones_at(self: LuckAndLogic, sight: Sight, run: Run, cards: Iterable[CardId]) -> list[Zone]:
    return [zone for card in cards if card in sight.state.cards for zone in zones_of(sight, card)]


def is_near(self: LuckAndLogic, sight: Sight, run: Run, relation: str, one: Zone, other: Zone) -> bool:
    here, there = (f"{player}.{CIRCLES[number - 1]}" for player, number in (one, other))
    same = one[0] == other[0]
    tests: dict[str, Callable[[], bool]] = {
        "adjacent": lambda: _is_adjacent(run, here, there),
        "in front": lambda: same and in_front_of(there) == area_name(here),
        "behind": lambda: same and behind(there) == area_name(here),
        "on": lambda: one == other,
        "same zone": lambda: one == other,
        "same row": lambda: same and here.split()[0] == there.split()[0],
        "same column": lambda: same and here.split()[1] == there.split()[1],
    }
    if relation not in tests:
        raise NoMeaning(f"{self.game} gives no meaning to {relation!r}")
    found = tests[relation]()
    if found and relation in ("in front", "behind"):
        run.table.cite("4.4.3.1", "4.4.3.3")
    return found


def _is_adjacent(run: Run, here: str, there: str) -> bool:
    """4.4.4.1 in a column, 4.4.4.2 in a row, 4.4.4.3 across the table."""
    found = are_adjacent(here, there)
    if found:
        across = here[0] != there[0]
        run.table.cite(
            "4.4.4.3" if across else "4.4.4.2" if here.split()[0] == there.split()[0] else "4.4.4.1"
        )
    return found


def zones(self: LuckAndLogic, sight: Sight, run: Run, selector: m.Selector) -> Iterator[Zone]:
    """One's own, unless the words say otherwise; those beside a card are where it is (4.4.3, 4.4.4)."""
    beside = any(isinstance(f, m.Near) for f in selector.filters)
    usual = "each" if beside else "you"
    for player in self.players(selector.whose if selector.whose not in ("", "any") else usual, run):
        for number in range(1, 7):
            if all(circle_passes(self, sight, run, f, (player, number)) for f in selector.filters):
                yield player, number


def circle_passes(self: LuckAndLogic, sight: Sight, run: Run, f: Any, zone: Zone) -> bool:
    circle = CIRCLES[zone[1] - 1]
    if isinstance(f, m.Empty):
        return not any(zone in zones_of(sight, c) for c in _on_circles(sight))
    if isinstance(f, m.Holding) and f.where == "in":
        here = [c for c in _on_circles(sight) if zone in zones_of(sight, c)]
        return any(self.fits(sight, run, f.what, card, skip_areas=True) for card in here)
    if isinstance(f, m.Near):
        there = self.spots(sight, run, f.of)
        return any(self.is_near(sight, run, f.relation, zone, one) for one in there)
    if isinstance(f, m.Spot):
        return run.picked.get(f.spot, f.spot).removesuffix(" row") in circle.split()
    if isinstance(f, m.Not):
        return not circle_passes(self, sight, run, f.what, zone)
    if isinstance(f, m.OtherThan):
        return zone not in self.spots(sight, run, f.what)
    raise NoMeaning(f"{self.game} gives no meaning to {type(f).__name__} of a circle")


def _on_circles(sight: Sight) -> list[CardId]:
    found = sight.state.cards.values()
    return [c.id for c in found if area_name(c.area) in CIRCLES and not is_set(c)]
