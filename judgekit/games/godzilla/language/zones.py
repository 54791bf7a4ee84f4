"""Zones: how they lie to each other, which ones the text allows, and which one is taken."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import Interpreter, NoMeaning, Run, Sight, Zone, compare, is_apart
from judgekit.engine.state import CardId, Player, Ref
from judgekit.games.godzilla.ch04_areas import (
    is_adjacent,
    is_before,
    is_beyond,
    is_empty,
    is_in_front,
    is_same_column,
    lies_right_of,
)
from judgekit.games.godzilla.ch05_11_playing_and_destroying import (
    different_zones,
    is_barred,
    zones_to_choose_from,
)
from judgekit.games.godzilla.ch10_05_playing import zones_for
from judgekit.games.godzilla.ch10_06_automatic import last_stay
from judgekit.games.godzilla.ch10_08_effects import final_information, zone_it_was_in
from judgekit.games.godzilla.language.remembering import left_meanwhile
from judgekit.games.godzilla.rules import ZONES, is_zone, zone_number

if TYPE_CHECKING:
    from judgekit.games.godzilla.language.dialect import Godzilla


def zone_of(self: Godzilla, sight: Sight, card: CardId) -> Zone | None:
    where = sight.card(card).area
    number = zone_number(where)
    return (Player(where[0]), number) if number is not None else None


def is_near(self: Godzilla, sight: Sight, run: Run, relation: str, one: Zone, other: Zone) -> bool:
    table = run.table
    tests: dict[str, Callable[[], bool]] = {
        "same column": lambda: is_same_column(table, one, other),
        "same zone": lambda: one == other,
        "same zone number": lambda: one[1] == other[1],
        "adjacent": lambda: is_adjacent(table, one, other),
        "in front": lambda: is_in_front(table, one, other),
        "behind": lambda: is_in_front(table, other, one),
        "before": lambda: is_before(table, one, other),
        "beyond": lambda: is_beyond(table, one, other),
        "left": lambda: lies_right_of(table, run.you, other, one),
        "right": lambda: lies_right_of(table, run.you, one, other),
    }
    if relation not in tests:
        raise NoMeaning(f"{self.game} gives no meaning to {relation!r}")
    return bool(tests[relation]())


def zones(self: Godzilla, sight: Sight, run: Run, selector: m.Selector) -> Iterator[Zone]:
    """Zones that fit the text."""
    whose = selector.whose if selector.whose not in ("", "any") else "each"
    for player in self.players(whose, run):
        for number in ZONES:
            if all(zone_passes(self, sight, run, f, (player, number)) for f in selector.filters):
                yield player, number


def zone_passes(self: Godzilla, sight: Sight, run: Run, f: Any, zone: Zone) -> bool:
    if isinstance(f, m.Empty):
        return is_empty(run.table, *zone)
    if isinstance(f, m.Zones):
        return zone[1] in f.numbers
    if isinstance(f, m.Stat) and f.stat == "zone number":
        return compare(zone[1], f.compare, self.amount(f.amount, run, sight))
    if isinstance(f, m.Near) and f.relation == "on":
        return zone == _zone_left(self, sight, run, f.of)
    if isinstance(f, m.Near):
        return any(
            self.is_near(sight, run, f.relation, zone, there) for there in self.spots(sight, run, f.of)
        )
    if isinstance(f, m.Holding):
        pile = sight.pile(f"{zone[0]}.zone {zone[1]}")
        return any(self.fits(sight, run, f.what, card) for card in pile)
    if isinstance(f, m.Not):
        return not zone_passes(self, sight, run, f.what, zone)
    if isinstance(f, m.OneOf):
        return any(zone_passes(self, sight, run, one, zone) for one in f.filters)
    if isinstance(f, m.State) and is_apart(f):
        return True  # asked of the zones taken, not of one
    if isinstance(f, m.OtherThan):
        return zone not in self.spots(sight, run, f.what)
    raise NoMeaning(f"{self.game} gives no meaning to {type(f).__name__} of a zone")


def _zone_left(self: Godzilla, sight: Sight, run: Run, what: m.Target) -> Zone | None:
    """The zone that a card was in: the one that the event took it from, the one it has now, or its last."""
    left = run.fact(ZONE_LEFT)
    if left is not None and _card_meant(run, what) == run.fact("subject"):
        run.table.cite("10.10.1.2")
        return Player(left[0]), zone_number(left) or 0
    ref = _stay_in_a_zone(sight, run, what)
    if ref is None:
        return None
    if sight.state.current(ref) is not None:
        return self.zone_of(sight, ref.card)
    return zone_it_was_in(run.table, ref)


ZONE_LEFT = "zone left"  # by the event that set the ability off


def _card_meant(run: Run, what: m.Target) -> CardId | None:
    if isinstance(what, m.This):
        return run.source.card.card
    known = run.bound.get(what.n, ()) if isinstance(what, m.Bound) else (run.fact("subject"),)
    return known[0] if known else None


def _stay_in_a_zone(sight: Sight, run: Run, what: m.Target) -> Ref | None:
    if isinstance(what, m.This):
        return run.source.card
    card = _card_meant(run, what)
    if card is None:
        return None
    here = sight.state.cards.get(card)
    return here.ref if here is not None and is_zone(here.area) else last_stay(run.table, card)


def spots(self: Godzilla, sight: Sight, run: Run, target: m.Target) -> list[Zone]:
    if isinstance(target, m.This) and sight.state.current(run.source.card) is None:
        if final_information(run.table, run.source.card, "zone number") is None:
            return []
    if isinstance(target, m.Bound) and target.n in run.zones:
        return list(run.zones[target.n])
    if isinstance(target, m.Bound):
        for stay in left_meanwhile(run, target).values():
            final_information(run.table, stay, "zone number")
    return Interpreter.spots(self, sight, run, target)


def choose_zone(
    self: Godzilla, run: Run, target: m.Target | None, player: Player, taken: Sequence[int] = (),
    card: CardId | None = None, field: Player | None = None,
) -> int | None:  # fmt: skip
    """Where something is played by an effect: the zone given, or one to choose."""
    table = run.table
    numbers = zone_numbers(self, run, target, field or player)
    if card is not None:
        numbers = zones_for(table, card, numbers)
    if not numbers:
        return None
    across = field not in (None, player)
    if len(numbers) == 1:
        if not is_one_zone(target):
            different_zones(table, numbers, taken)
        return None if not across and is_barred(table, player, numbers[0]) else numbers[0]
    clear = numbers if across else zones_to_choose_from(table, player, numbers) or numbers
    free = different_zones(table, clear, taken) or clear
    with table.under("5.11.1.2"):
        zones = [(str(n), f"{field or player}.zone {n}") for n in free]
        if card is None:
            return int(table.pick(run.performer, zones, table.words("zone")))
        asked = table.words("zone for a card", card=table.label(card))
        return int(table.pick(run.performer, zones, asked))


def zone_numbers(self: Godzilla, run: Run, target: m.Target | None, player: Player) -> list[int]:
    """The zones of a player that the text allows; all of them if it names none."""
    if target is None:
        return list(ZONES)
    return [n for p, n in self.spots(Sight.now(run.table), run, target) if p == player]


def side_moved_to(self: Godzilla, run: Run, card: CardId, to: m.Place) -> Player:
    """In whose zones a card is put, if the words name no player: from zone to zone, those it lies in."""
    if (spoken := chosen_before(run, to.zone)) is not None:
        return spoken
    named = (to.zone.whose if isinstance(to.zone, m.Selector) else "") or to.whose
    if named in ("you", "opponent"):
        return self.players(named, run)[0]
    run.table.cite("4.1.6")
    master = run.table.master(card) if is_zone(run.table.card(card).area) else run.you
    if master != run.you and run.table.reading("A-62") == "effect-master":
        return run.you
    return master


def choose_place(self: Godzilla, run: Run, target: m.Target | None, player: Player) -> int | None:
    """5.2.1: where an effect moves something; what prevents playing a card does not prevent a move."""
    numbers = zone_numbers(self, run, target, player)
    if len(numbers) < 2:
        return numbers[0] if numbers else None
    with run.table.under("5.2.1"):
        return int(
            run.table.pick(
                run.performer, [(str(n), f"{player}.zone {n}") for n in numbers], run.table.words("zone")
            )
        )


def chosen_before(run: Run, to: m.Target | None) -> Player | None:
    """ "That zone": whose it is, is known since it was chosen."""
    found = run.zones.get(to.n, ()) if isinstance(to, m.Bound) else ()
    return found[0][0] if found else None


def field_of_play(self: Godzilla, run: Run, verb: m.Play | m.CreateToken, player: Player) -> Player:
    """Into whose zones something is played: one's own, unless the words name the other player's."""
    whose, filters = (verb.to.whose, verb.to.filters) if isinstance(verb.to, m.Selector) else ("", ())
    if verb.to is not None and any(isinstance(f, m.Near) and f.relation == "on" for f in filters):
        spots = self.spots(Sight.now(run.table), run, verb.to)  # the zone that a card was in
        return spots[0][0] if spots else player
    if (spoken := chosen_before(run, verb.to)) is not None:
        return spoken
    if whose in ("you", "opponent"):
        return self.players(whose, run)[0]
    if verb.to is not None:
        run.table.cite("4.1.6")
    return player


def is_one_zone(target: m.Target | None) -> bool:
    """Whether the words name a single zone by its number, so that nobody chooses one."""
    filters = target.filters if isinstance(target, m.Selector) else ()
    return any(isinstance(f, m.Zones) and len(f.numbers) == 1 for f in filters)
