"""Where cards lie, whose they are, and which of them a description means."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import Interpreter, Run, Sight, Zone, without
from judgekit.engine.abilities import Ability, Activated, Automatic
from judgekit.engine.state import PLAYERS, CardId, Player, area_player, opponent
from judgekit.engine.table import Table
from judgekit.games.gate_ruler import appendix_rulers as rulers
from judgekit.games.gate_ruler import ch03_zones as places
from judgekit.games.gate_ruler import ch08_attack_phase as attack
from judgekit.games.gate_ruler import ch15_25_affecting as affecting
from judgekit.games.gate_ruler.abilities import play_of
from judgekit.games.gate_ruler.language.words import ABILITY_SORTS, NO_CARDS, SORTS
from judgekit.games.gate_ruler.rules import FRONT, GATE, is_front_row, zone_kind

if TYPE_CHECKING:
    from judgekit.games.gate_ruler.language.dialect import GateRuler


def usual_areas(self: GateRuler, types: Sequence[str]) -> Sequence[str]:
    """3-6c: in play."""
    found: list[str] = []
    for kind in types or ("card",):
        found += {
            "unit": ("front row", "set zone"),
            "field": ("field zone",),
            "ruler": ("ruler zone",),
            "event": ("set zone",),
            "set card": ("set zone",),
            "charge": ("charge zone",),
            "resource": ("resource zone",),
            "damage card": ("damage zone",),
            "ability": (GATE,),
            **dict.fromkeys(ABILITY_SORTS, (GATE,)),
            "card or ability": (GATE,),
        }.get(kind, ("front row", "field zone", "set zone"))
    return tuple(dict.fromkeys(found))


def players(self: GateRuler, who: str, run: Run) -> tuple[Player, ...]:
    if who == "you":
        source = run.table.state.cards.get(run.source.card.card)
        if source is not None and source.owner != run.you:
            run.table.cite("4-2a")  # whoever controls it, not its owner
    if who in ("the opponent", "that player's opponent"):
        run.table.cite("4-2b")  # of the player named last
    if who == "the opponent":
        return (opposed(run),)
    return Interpreter.players(self, who or "any", run)


def opposed(run: Run) -> Player:
    """J-70: whose opponent is meant, while a player other than the controller does something."""
    last_named = opponent(run.performer)
    if last_named == run.you and run.table.reading("J-70") == "the-controllers-opponent":
        return opponent(run.you)
    return last_named


def where_cards_lie(self: GateRuler, sight: Sight, run: Run, selector: m.Selector) -> Iterator[CardId]:
    areas = selector.areas or self.usual_areas(selector.types)
    if any(isinstance(each, m.Attached) and each.how == "material" for each in selector.filters):
        yield from sight.state.cards  # wherever they have gone
        return
    if "charge zone" in areas:
        yield from _charges(self, sight, run, selector)
        return
    for player in (p for p in PLAYERS if "hand" in areas and not places.zones(run.table, p, "hand")):
        # what a ruler takes away holds no cards
        run.table.cite("1-5g", "3-2f", *rulers.what_gives_zones(run.table, player))
    if not selector.areas and is_said_of_cards(selector) and run.ability.kind != "continuous":
        run.table.cite("3-7a-2")  # a ruler in its zone is not meant
    set_cards = selector.areas == ("set zone",) and not selector.types
    for card in dict.fromkeys(Interpreter.places(self, sight, run, _whose(selector))):
        if set_cards:
            meant = self.is_type(sight, card, "set card", run)
        else:
            any_card = bool(selector.areas) or not asks_for_a_face(selector)
            meant = any_card or places.is_meant(sight.table, sight.card(card)) is not False
        if meant:
            yield card


LIES = (m.OtherThan, m.Attached, m.Among, m.Near, m.Spot, m.Zones, m.Outermost, m.State)  # and no face
FACELESS = frozenset({
    "card", "set card", "charge", "damage card", "card or ability", "ability", *ABILITY_SORTS
})  # fmt: skip


def asks_for_a_face(selector: m.Selector) -> bool:
    """Whether a description asks for more than where and how a card lies."""
    if not FACELESS.issuperset(selector.types) or m.State("legendary") in selector.filters:
        return True
    return any(not isinstance(f, LIES) for f in selector.filters)


def is_said_of_cards(selector: m.Selector) -> bool:
    return selector.types == ("card",) or not (selector.types or asks_for_a_face(selector))


def _charges(self: GateRuler, sight: Sight, run: Run, selector: m.Selector) -> Iterator[CardId]:
    to = next((f.to for f in selector.filters if isinstance(f, m.Attached)), None)
    if to is not None:
        hosts: Sequence[CardId] = (
            (run.source.card.card,) if isinstance(to, m.This) else self.pointed_at(sight, run, to)
        )
        for host in hosts:
            yield from places.last_charges_of(run.table, host)
        return
    by_zone = "charge zone" in selector.areas and "charge" not in selector.types
    found = places.charge_zone if by_zone else places.players_charges
    run.table.cite("3-14a" if by_zone else "3-14c-4")
    for player in self.players(selector.whose, run):
        yield from found(run.table, player)


def _whose(selector: m.Selector) -> m.Selector:
    if selector.whose:
        return selector
    return m.Selector(
        selector.quantity, "any", selector.areas, selector.end, selector.types, selector.filters,
        selector.chooser, selector.bind,
    )  # fmt: skip


def is_in(self: GateRuler, sight: Sight, card: CardId, areas: Sequence[str]) -> bool:
    if "charge zone" in areas and zone_kind(sight.card(card).area) == "charge":
        return True
    return Interpreter.is_in(self, sight, card, areas)


def is_of_sort(ability: Ability, kind: str) -> bool:
    """14-1a-1, 14-1a-2; Overdrive and Counter are played, but neither (16-2a, 16-4a)."""
    sort = play_of(ability).sort
    if kind in SORTS:
        return sort == SORTS[kind]
    return isinstance(ability, Automatic if kind == "automatic" else Activated) and sort not in ("OD", "CNT")


def is_type(self: GateRuler, sight: Sight, card: CardId, kind: str, run: Run) -> bool:
    """3-7a-2: in card text, “card” does not mean a ruler; J-23: what a set card is."""
    if kind == "set card":
        in_set = zone_kind(sight.card(card).area) == "set"
        run.table.cite("3-10e")
        if in_set and not sight.card(card).mark("face down"):
            return run.table.reading("J-23") == "any-card-in-set-zone"
        return in_set
    if kind in ("charge", "damage card"):
        return zone_kind(sight.card(card).area) == kind.partition(" ")[0]
    if kind in ABILITY_SORTS:
        found = sight.card(card)
        return found.name == "ability" and is_of_sort(
            run.table.pool.ability(found.mark("ability")), ABILITY_SORTS[kind]
        )
    if kind in ("ability", "card or ability"):
        is_ability = sight.card(card).name == "ability"
        return is_ability or (kind != "ability" and self.is_type(sight, card, "card", run))
    printed = sight.value(card, "type")
    return printed not in ("ruler", "imaginary") if kind == "card" else printed == kind


def fits(
    self: GateRuler, sight: Sight, run: Run, selector: m.Selector, card: CardId, skip_areas: bool = False
) -> bool:
    if selector.whose in ("you", "opponent") and sight.card(card).owner != sight.master(card):
        run.table.cite("4-2d")  # by who controls it, not by who owns it
    return Interpreter.fits(self, sight, run, _whose(selector), card, skip_areas)


def candidates(self: GateRuler, sight: Sight, run: Run, selector: m.Selector) -> Iterator[CardId]:
    groups = [f for f in selector.filters if isinstance(f, m.Extreme)]
    if not groups:
        fitting = Interpreter.candidates(self, sight, run, selector)
        yield from (card for card in fitting if sight.card(card).name not in NO_CARDS)
        return
    found = list(Interpreter.candidates(self, sight, run, without(selector, groups)))
    for group in groups:
        found = self.best(sight, run, group, found)
    yield from found


def spoken_of(self: GateRuler, sight: Sight, run: Run, what: m.Target) -> tuple[CardId, ...]:
    """The last to arrive lies on top of the gate."""
    if isinstance(what, m.Selector) and what.areas == (GATE,) and what.end == "top":
        return sight.pile(GATE)[-1:]
    return Interpreter.spoken_of(self, sight, run, what)


def is_target(
    self: GateRuler, table: Table, run: Run, target: m.Target, card: CardId, sight: Sight | None = None
) -> bool:
    """3-6c: a description without a zone does not target cards that it cannot mean."""
    if not Interpreter.is_target(self, table, run, target, card, sight):
        return False
    plain = isinstance(target, m.Selector) and not target.areas
    return not plain or places.is_meant(table, table.card(card)) is not False


def live_targets(self: GateRuler, sight: Sight, run: Run, target: m.Target) -> Iterable[CardId]:
    """15-27a-4: an ongoing effect, of any ability, skips a card that it does not affect."""
    found = list(Interpreter.live_targets(self, sight, run, target))
    return affecting.affected(run.table, found, run.source.card) if found else found


def role(self: GateRuler, sight: Sight, run: Run, role: str) -> Iterable[CardId]:
    if role == "attacking":
        found = attack.attacking_card(run.table)
    elif role in ("attacked", "being attacked"):
        found = attack.being_attacked(run.table)
    else:
        return Interpreter.role(self, sight, run, role)
    return () if found is None else (found,)


def zone_of(self: GateRuler, sight: Sight, card: CardId) -> Zone | None:
    """Columns by number: the attack zones as they are, 0 the center."""
    where = sight.card(card).area
    player = area_player(where)
    if player is None or not (is_front_row(where) or zone_kind(where) == "ruler"):
        return None
    return player, int(where[-1]) if zone_kind(where) == "attack" else 0


def zones(self: GateRuler, sight: Sight, run: Run, selector: m.Selector) -> Iterator[Zone]:
    """Attack and defense zones that fit the text, to be counted."""
    run.table.cite("3-8a-1", "3-9a-1")
    meant = front_zones(selector)
    for player in self.players(selector.whose or "each", run):
        for zone in meant.of(run.table, player):
            yield player, int(zone[-1]) if zone_kind(zone) == "attack" else 0


def front_zones(zone: Any) -> places.FrontZones:
    """Which zones are meant: 15-3b, attack and defense zones, if only "a zone" is said."""
    named = tuple(kind.partition(" ")[0] for kind in getattr(zone, "types", ()))
    empty = any(isinstance(f, m.Empty) for f in getattr(zone, "filters", ()))
    return places.FrontZones(tuple(kind for kind in named if kind in FRONT) or FRONT, empty)


def is_near(self: GateRuler, sight: Sight, run: Run, relation: str, one: Zone, other: Zone) -> bool:
    """3-6e: the zones of a column have a common owner; J-68: or those that face each other are one."""
    if relation == "same column" and one[0] != other[0] and one[1] == other[1]:
        return run.table.reading("J-68") == "facing-zones"
    if relation == "same column":
        return one == other
    return one == other and relation in ("behind", "in front")


def side_of(self: GateRuler, run: Run, whose: str, card: CardId) -> Player:
    """3-2e: without saying whose, a zone of the card's owner."""
    if whose in ("owner", "", "any"):
        home = places.owners_zone(run.table, card, "graveyard")
        return (area_player(home) if home else None) or run.table.master(card)
    return run.table.master(card) if whose == "master" else self.players(whose, run)[0]
