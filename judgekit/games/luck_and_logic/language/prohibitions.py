"""What a text forbids or permits: 1.3.3, and 12.3.1 for abilities that cannot be used."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import structs

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import Interpreter, Run, Sight, Zone
from judgekit.cardtext.interpret.lasting import told_of_attackers
from judgekit.engine.abilities import Ability, Proposal, Source, Status
from judgekit.engine.state import Player, area_name, area_player, opponent
from judgekit.engine.table import Table
from judgekit.games.luck_and_logic.ch04_zones import CIRCLES, members, occupants, zone_name
from judgekit.games.luck_and_logic.ch08_01_battles import attacking_member, can_attack
from judgekit.games.luck_and_logic.language.circles import circle_passes, zones_of
from judgekit.games.luck_and_logic.language.lasting import is_meant

if TYPE_CHECKING:
    from judgekit.games.luck_and_logic.language.dialect import LuckAndLogic

HELD = ("hand", "deck", "drop zone", "stock zone", "level zone", "remove zone", "soul zone")
IMPLIED = {
    "play": ("hand", "deck"), "be played": ("hand", "deck"), "be mobilized": HELD, "discard": ("hand",),
    "be discarded": ("hand",), "be defined": ("hand",),
}  # fmt: skip


def is_about(
    self: LuckAndLogic, table: Table, source: Source, proposal: Proposal, verb: m.Prohibit, ability: m.Ability
) -> bool:
    """Using a tactics or a paradox means defining it as logic; nothing is said of other cards. That some
    members cannot attack a card is checked when the circle is chosen."""
    verb = told_of_attackers(verb)
    if verb.act.verb == "stand in the stand phase" and not self.is_phase(Sight.now(table), "stand phase"):
        return False
    if verb.act.verb == "be placed" and not _goes_there(self, proposal, verb.act.to):
        return False
    if verb.act.verb == "be attacked" and _is_circle_or_gate(verb.what):
        verb = m.Prohibit(m.Player("any"), m.Act("attack", verb.what), verb.duration)
    meant = verb.act.object
    if verb.act.verb == "attack" and isinstance(meant, m.Selector) and _is_circle_or_gate(meant):
        return _cannot_be_attacked(self, table, self.run(table, source, ability), proposal, verb, meant)
    if verb.act.verb == "attack" and verb.act.object is not None:
        return _cannot_be_target(self, table, self.run(table, source, ability), proposal, verb)
    if verb.act.verb == "trance" and not isinstance(verb.what, m.Player):
        return _is_no_material(self, table, self.run(table, source, ability), proposal, verb)
    kind = verb.act.verb.removeprefix("use ")
    if kind in ("tactics", "paradox"):
        if proposal.card is None or table.peek(proposal.card, "type") != kind:
            return False
    return Interpreter.is_about(self, table, source, proposal, _with_zones(verb), ability)


def _is_circle_or_gate(target: m.Target) -> bool:
    return isinstance(target, m.Selector) and bool({"circle", "gate"} & set(target.types))


def _with_zones(verb: m.Prohibit) -> m.Prohibit:
    """2.2.3: where the act implies a zone, cards are meant there, not where they are used."""
    zones = IMPLIED.get(verb.act.verb)
    if zones is None:
        return verb
    what, meant = verb.what, verb.act.object
    if isinstance(what, m.Selector) and not what.areas:
        what = structs.replace(what, areas=zones)
    if isinstance(meant, m.Selector) and not meant.areas:
        meant = structs.replace(meant, areas=zones)
    return structs.replace(verb, what=what, act=structs.replace(verb.act, object=meant))


def _is_no_material(self: LuckAndLogic, table: Table, run: Run, proposal: Proposal, verb: m.Prohibit) -> bool:
    """5.13.1.1: a member that cannot trance is not chosen for it."""
    if proposal.verb != "trance with" or proposal.card is None:
        return False
    return self.is_lasting_on(table, run, verb.what, proposal.card)


def _cannot_be_target(
    self: LuckAndLogic, table: Table, run: Run, proposal: Proposal, verb: m.Prohibit
) -> bool:
    """By the attacker, or, before it is chosen, by all that could be."""
    if proposal.verb != "be attacked" or proposal.card is None or verb.act.object is None:
        return False
    attacker = attacking_member(table)
    able = [c for c in members(table, table.turn_player) if can_attack(table, c)]
    meant = [attacker] if attacker is not None else able
    hit = self.is_target(table, run, verb.act.object, proposal.card)
    return hit and all(self.is_lasting_on(table, run, verb.what, card) for card in meant)


def _cannot_be_attacked(
    self: LuckAndLogic, table: Table, run: Run, proposal: Proposal, verb: m.Prohibit, circle: m.Selector
) -> bool:
    """A circle, no matter who is on it; by the attacker, or the attacking player."""
    if proposal.verb != "attack circle":
        return False
    zone = circle_at(proposal.dst)
    if not is_circle(self, table, run, circle, zone):
        return False
    if isinstance(verb.what, m.Player):
        return proposal.player in self.players(verb.what.who, run)
    return proposal.card is not None and self.is_lasting_on(table, run, verb.what, proposal.card)


def _goes_there(self: LuckAndLogic, proposal: Proposal, to: m.Place | None) -> bool:
    """Whether a card would come into the zone that a text names."""
    return to is not None and zone_name(proposal.dst) in self.area_names(to.area)


def is_circle(self: LuckAndLogic, table: Table, run: Run, target: m.Target, zone: Zone) -> bool:
    """Whether a circle fits a description: by its place, or by who is on it."""
    sight = Sight.now(table)
    if isinstance(target, m.Selector) and target.types == ("gate",):
        here = self.candidates(sight, run, target)
        empty = not occupants(table, zone[0], CIRCLES[zone[1] - 1])  # else the member there is attacked
        return empty and any(zone in zones_of(sight, gate) for gate in here)
    if isinstance(target, m.Selector) and "circle" in target.types:
        mine = target.whose in ("", "any") or zone[0] in self.players(target.whose, run)
        return mine and all(circle_passes(self, sight, run, f, zone) for f in target.filters)
    return zone in self.spots(sight, run, target)


COUNTED = {
    "intercept": "interceptors",
    "luck drive": "luck drives",
    "attack": "attack count",
    "draw": "draws",
}


NOT_GAINED = {"gain soul power": "no soul power", "gain intercept power": "no intercept power"}
OPEN = {"reveal the top card of the deck": "open deck", "reveal the hand": "open hand"}


def status_of(self: LuckAndLogic, verb: Any, address: str, ability: m.Ability) -> Ability | None:
    """Abilities that cannot be used, and attacks on the back row: what the rules ask for by name."""
    act = verb.act.verb
    if isinstance(verb, m.Prohibit) and verb.unless:
        return _attack_price(self, verb, address, ability)
    if isinstance(verb, m.Prohibit) and verb.times is not None:
        return _so_many(self, verb, verb.times, address, ability, COUNTED[act])
    if isinstance(verb, m.Demand) and act == "come resting":
        return _comes_resting(self, verb, address, ability)
    if isinstance(verb, m.Demand) and act == "be attacked":
        verb = m.Demand(m.Player("any"), m.Act("attack", verb.what), verb.duration)
        return _attack_on(self, verb, verb.act.object, address, ability, "must be attacked")
    if isinstance(verb, m.Prohibit) and act in NOT_GAINED:
        return self.status(address, ability, "1.3.3", NOT_GAINED[act], self.lasts_on(verb.what))
    if isinstance(verb, m.Prohibit) and act.startswith("use ") and act not in self.acts:
        return _cannot_use(self, verb, address, ability, act.removeprefix("use "))
    if isinstance(verb, m.Permit | m.Demand) and act == "attack" and verb.act.object is not None:
        name = "attack back row" if isinstance(verb, m.Permit) else "must be attacked"
        return _attack_on(self, verb, verb.act.object, address, ability, name)
    if isinstance(verb, m.Permit) and act == "attack while resting":
        return self.status(address, ability, "1.3.1", "attacks resting", self.lasts_on(verb.what))
    if isinstance(verb, m.Demand) and act == "attack" and not isinstance(verb.what, m.Player):
        return self.status(address, ability, "1.3.1", "must attack", self.lasts_on(verb.what))
    if isinstance(verb, m.Demand) and act in OPEN and isinstance(verb.what, m.Player):
        return self.status(address, ability, "1.3.1", OPEN[act], self.lasts_for(verb.what.who))
    return None


def _attack_on(
    self: LuckAndLogic,
    verb: m.Permit | m.Demand,
    target: m.Target,
    address: str,
    ability: m.Ability,
    name: str,
) -> Status:
    """1.3.1: which circle may be attacked though it is shielded, or must be attacked if able."""

    def test(run: Run, about: Any) -> bool:
        player, attacker, circle = about
        if isinstance(verb.what, m.Player):
            meant = player in self.players(verb.what.who, run)
        else:
            meant = attacker is not None and self.is_lasting_on(run.table, run, verb.what, attacker)
        zone = (opponent(player), CIRCLES.index(circle) + 1)
        return meant and is_circle(self, run.table, run, target, zone)

    return self.status(address, ability, "1.3.1", name, test)


def _so_many(
    self: LuckAndLogic, verb: m.Prohibit, most: int, address: str, ability: m.Ability, name: str
) -> Status:
    """1.3.1, against 8.3.3.1 and 7.5.3: how many members a player can intercept with, how many luck drives
    there can be in a turn."""

    def fewer(table: Table, source: Source, number: int) -> int:
        return min(number, most)

    def test(run: Run, about: Any) -> bool:
        return isinstance(verb.what, m.Player) and about in self.players(verb.what.who, run)

    return self.status(address, ability, "1.3.1", name, test, fewer)


def _comes_resting(self: LuckAndLogic, verb: m.Demand, address: str, ability: m.Ability) -> Status:
    """1.3.1, against 4.1.3.1.3: which members enter rested, and whose."""
    what = verb.what
    assert isinstance(what, m.Selector)

    def test(run: Run, about: Any) -> bool:
        card, player = about
        mine = what.whose in ("", "any") or player in self.players(what.whose, run)
        anyone = structs.replace(what, whose="any")
        return mine and self.fits(Sight.now(run.table), run, anyone, card, skip_areas=True)

    return self.status(address, ability, "1.3.1", "comes resting", test)


def _attack_price(self: LuckAndLogic, verb: m.Prohibit, address: str, ability: m.Ability) -> Status:
    """9.4.3: the stock cards without which a member cannot attack."""

    def test(run: Run, about: Any) -> bool:
        if isinstance(verb.what, m.Player):
            return run.table.master(about) in self.players(verb.what.who, run)
        return self.is_lasting_on(run.table, run, verb.what, about)

    price = sum(each.n for each in verb.unless if isinstance(each, m.Pay) and isinstance(each.n, int))
    return self.status(address, ability, "9.4.3", "attack price", test, price)


def _cannot_use(self: LuckAndLogic, verb: m.Prohibit, address: str, ability: m.Ability, what: str) -> Status:
    """12.3.1"""

    def test(run: Run, about: Any) -> bool:
        card, name, *master = about
        if not is_meant(what, run.table.pool.ability(name)):
            return False
        if isinstance(verb.what, m.Player):
            return (*master, run.table.master(card))[0] in self.players(verb.what.who, run)
        return self.is_lasting_on(run.table, run, verb.what, card)

    return self.status(address, ability, "12.3.1", "cannot use", test)


def circle_at(where: str) -> Zone:
    """The circle at a place, with its player and its number."""
    return area_player(where) or Player("A"), CIRCLES.index(area_name(where)) + 1
