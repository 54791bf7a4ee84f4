"""What may, must or cannot be done: prohibitions, permissions, and what a card says of its own playing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace as dataclass_replace
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import Interpreter, NoMeaning, Run, Sight
from judgekit.cardtext.interpret.lasting import told_of_attackers
from judgekit.engine.abilities import (
    Ability,
    Proposal,
    Source,
    Status,
)
from judgekit.engine.state import CardId, area_player, fact
from judgekit.engine.table import Table
from judgekit.games.gate_ruler import ch08_attack_phase as attack
from judgekit.games.gate_ruler import ch15_25_affecting as affecting
from judgekit.games.gate_ruler.abilities import Bill, Outset
from judgekit.games.gate_ruler.language.build.prices import UNCOUNTED
from judgekit.games.gate_ruler.language.costs import cost_of
from judgekit.games.gate_ruler.language.occasions import is_between
from judgekit.games.gate_ruler.language.playing import condition
from judgekit.games.gate_ruler.language.words import ONLY_RESOURCES
from judgekit.games.gate_ruler.rules import GATE, zone_kind

if TYPE_CHECKING:
    from judgekit.games.gate_ruler.language.dialect import GateRuler

PLAYED = frozenset({"play", "special summon", "normal summon"})


DONE_BY_PLAYERS = {
    "be played": "play", "be special summoned": "special summon", "be normal summoned": "normal summon",
}  # fmt: skip


def told_of_players(verb: m.Prohibit) -> m.Prohibit:
    """ "Units cannot be special summoned from graveyards": nobody can do it, wherever those cards lie."""
    word = DONE_BY_PLAYERS.get(verb.act.verb)
    if word is None or not isinstance(verb.what, m.Selector) or verb.only:
        return verb
    place = verb.act.object
    areas = place.areas if isinstance(place, m.Selector) else verb.what.areas
    if place is not None and not areas:
        return verb
    meant = m.Selector(m.Some(), "", areas, None, verb.what.types, verb.what.filters)
    who = m.Player(verb.what.whose or "any")
    return m.Prohibit(who, m.Act(word, meant, verb.act.cause), verb.duration)


def is_about(
    self: GateRuler, table: Table, source: Source, proposal: Proposal, verb: m.Prohibit, ability: m.Ability
) -> bool:
    """What may not be attacked is compared with the card that would be attacked; and no prohibition
    reaches a card that effects of its sort do not affect (15-27a-4)."""
    verb = told_of_attackers(told_of_players(verb))
    if verb.act.verb in PLAYED and isinstance(verb.act.object, m.Selector):
        return _is_about_playing(self, table, source, proposal, verb, ability)
    if verb.times is not None and table.number(attack.SUB_PHASES) <= verb.times:
        return False
    if verb.act.verb == "be placed" and not _is_sent_there(self, table, source, proposal, verb, ability):
        return False
    whom = verb.act.object if verb.act.verb == "attack" else None
    about = verb if whom is None else m.Prohibit(verb.what, m.Act("attack"))
    if verb.act.verb == "be placed":
        about = replace(verb, act=replace(verb.act, object=None))
    if not Interpreter.is_about(self, table, source, proposal, about, ability):
        return False
    if proposal.card is not None and not affecting.affected(table, [proposal.card], source.card):
        return False
    if whom is None:
        return True
    return _is_attacked(self, table, self.run(table, source, ability), whom, fact(proposal.facts, "target"))


def _is_sent_there(
    self: GateRuler, table: Table, source: Source, proposal: Proposal, verb: m.Prohibit, ability: m.Ability
) -> bool:
    """Whether a card would come into one of the zones that a prohibition names."""
    to = verb.act.to
    assert to is not None
    zones, run = self.names_of((to.area,)), self.run(table, source, ability)
    origin = self.names_of(verb.act.object.areas) if isinstance(verb.act.object, m.Selector) else ()
    if proposal.verb != "move" or not is_between(self, proposal.src, proposal.dst, origin, zones):
        return False
    return to.whose in ("", "any", "owner") or area_player(proposal.dst) in self.players(to.whose, run)


def _is_about_playing(
    self: GateRuler, table: Table, source: Source, proposal: Proposal, verb: m.Prohibit, ability: m.Ability
) -> bool:
    """What may not be played or summoned is described as a card, wherever it comes from."""
    what = verb.act.object
    assert isinstance(what, m.Selector)
    anything = m.Prohibit(verb.what, m.Act(verb.act.verb, cause=verb.act.cause))
    if proposal.card is None or not Interpreter.is_about(self, table, source, proposal, anything, ability):
        return False
    types = what.types or (("unit",) if verb.act.verb != "play" else ())
    run, now = self.run(table, source, ability), table.card(proposal.card)
    there = not what.areas or comes_out_of(self, table, now.id, what.areas)
    anywhere = m.Selector(m.Some(), "any", (), None, types, what.filters)
    return there and self.fits(Sight.now(table), run, anywhere, now.id, skip_areas=True)


def comes_out_of(self: GateRuler, table: Table, card: CardId, areas: Sequence[str]) -> bool:
    """Whether a card lies in one of these zones or, once it is in the gate, was played from there."""
    now = table.card(card)
    kind = now.mark("played from") if now.area == GATE else zone_kind(now.area)
    return kind in [zone_kind(f"A.{name}") for name in self.names_of(areas)]


def _is_attacked(self: GateRuler, table: Table, run: Run, whom: m.Target, target: int | None) -> bool:
    """Whether the attacked card is one that a text names; the ruler stands for its player."""
    if target is None or not isinstance(whom, m.Player):
        return target is not None and self.is_target(table, run, whom, CardId(target))
    where = table.card(target).area
    return zone_kind(where) == "ruler" and area_player(where) in self.players(whom.who, run)


OPEN = {"reveal the hand": "open hand", "reveal the top card of the deck": "open deck"}


def status_of(self: GateRuler, verb: Any, address: str, ability: m.Ability) -> Ability | None:
    """Permissions that the rules ask for by name."""
    if isinstance(verb, m.Permit) and verb.cost is not None and verb.cost.stat == "instant action":
        return Status(
            address,
            "9-3e-4",
            ability.text,
            ("hand", "drive", "set", "graveyard"),
            name="as an instant action",
            holds=lambda table, source, about: about == source.card.card,
        )
    if isinstance(verb, m.Demand) and verb.act.verb == "enter play exhausted":
        return _enters_exhausted(self, verb, address, ability)
    if isinstance(verb, m.Demand) and verb.act == m.Act("attack"):
        return _must_attack(self, verb, address, ability)
    if isinstance(verb, m.Permit) and verb.act.verb == "attack" and verb.act.object is not None:
        return _may_attack(self, verb, address, ability)
    if isinstance(verb, m.Permit) and isinstance(verb.what, m.Player) and verb.act.verb == "play":
        return _may_be_played_from(self, verb, address, ability)
    if isinstance(verb, m.Permit) and verb.act == m.Act("be set"):
        return _settable(self, verb, address, ability)
    if isinstance(verb, m.Permit) and verb.act == UNCOUNTED:
        return _uncounted(self, verb, address, ability)
    if isinstance(verb, m.Permit) and isinstance(verb.what, m.This):
        return Status(address, "7-1b", ability.text, name="about its own playing", holds=None)
    if isinstance(verb, m.Prohibit) and verb.act.verb in ("be paid with resources", ONLY_RESOURCES):
        return Status(address, "15-15b", ability.text, name="about its own playing", holds=None)
    if isinstance(verb, m.Demand) and verb.act.verb in OPEN and isinstance(verb.what, m.Player):
        return self.status(address, ability, "1-5a", OPEN[verb.act.verb], self.lasts_for(verb.what.who))
    if isinstance(verb, m.Prohibit) and verb.unless:
        return _attack_cost(self, verb, address, ability)
    return None


def _may_be_played_from(self: GateRuler, verb: m.Permit, address: str, ability: m.Ability) -> Status:
    """7-1b: cards that lie elsewhere can be played by that player too."""
    what = verb.act.object
    assert isinstance(what, m.Selector)
    assert isinstance(verb.what, m.Player)
    who = verb.what.who

    def test(run: Run, about: Any) -> bool:
        player, card = about
        lies = comes_out_of(self, run.table, CardId(card), what.areas)
        mine = player in self.players(who, run)
        return mine and lies and self.fits(Sight.now(run.table), run, what, CardId(card), skip_areas=True)

    return self.status(address, ability, "7-1b", "may be played from there", test)


def _uncounted(self: GateRuler, verb: m.Permit, address: str, ability: m.Ability) -> Status:
    """15-17a-3: what a text says does not count for the summon cap, wherever it is summoned from."""
    what = verb.what

    def test(run: Run, about: Any) -> bool:
        player, card = about
        if not isinstance(what, m.Selector):
            return bool(card == run.source.card.card)
        kind = replace(what, whose="", quantity=m.Some())
        mine = player in self.players(what.whose, run)
        return mine and self.fits(Sight.now(run.table), run, kind, CardId(card), skip_areas=True)

    return self.status(address, ability, "15-17a-3", "does not count for the summon cap", test)


def once_for_all_copies(ability: m.Ability) -> bool:
    """ "Once per turn, you may normal summon a unit card from your graveyard": a second copy allows one more,
    but what was summoned by which of them is not told apart. A player has one ruler."""
    for each in ability.body:
        if not isinstance(each, m.If):
            continue
        asked = each.conditions[0]
        none = asked.what if isinstance(asked, m.NotSo) else None
        if isinstance(none, m.Happened) and isinstance(none.event, m.Summoned) and none.event.areas:
            return any(isinstance(verb, m.Permit) for verb in each.then)
    return False


def _settable(self: GateRuler, verb: m.Permit, address: str, ability: m.Ability) -> Status:
    """7-5a-2: an ability makes cards settable that are no events."""
    where = ("hand", "drive") if isinstance(verb.what, m.This) else ()
    made = self.status(address, ability, "7-5a-2", "settable", _describes(self, verb.what))
    return dataclass_replace(made, where=where)


def _enters_exhausted(self: GateRuler, verb: m.Demand, address: str, ability: m.Ability) -> Status:
    """3-3a-1: a card is ready when it enters play, unless a text says otherwise."""
    return self.status(address, ability, "3-3a-1", "enters exhausted", _describes(self, verb.what))


def _describes(self: GateRuler, what: m.Target) -> Callable[[Run, Any], bool]:
    return lambda run, card: self.is_target(run.table, run, what, CardId(card))


def _must_attack(self: GateRuler, verb: m.Demand, address: str, ability: m.Ability) -> Status:
    """8-4c: the attack phase does not end as long as it can attack and has not."""
    return self.status(address, ability, "1-5a", "must attack", self.lasts_on(verb.what))


def _may_attack(self: GateRuler, verb: m.Permit, address: str, ability: m.Ability) -> Status:
    """8-4c-1: a card that is not the frontmost of its column may be attacked too."""
    whom = verb.act.object
    assert whom is not None

    def test(run: Run, about: Any) -> bool:
        attacker, target = about
        mine = self.is_lasting_on(run.table, run, verb.what, CardId(attacker))
        return mine and _is_attacked(self, run.table, run, whom, target)

    return self.status(address, ability, "8-4c-1", "may attack", test)


def is_on(self: GateRuler, run: Run, what: m.Target, card: int) -> bool:
    """Whether a lasting effect is about a card; it goes with the cards that it was fixed on."""
    if run.source.cards is not None:
        return any(ref.card == card for ref in run.source.cards)
    return self.is_lasting_on(run.table, run, what, CardId(card))


def _attack_cost(self: GateRuler, verb: m.Prohibit, address: str, ability: m.Ability) -> Status:
    """8-4d: what else must be done for an attack."""
    if verb.act.verb != "attack" or verb.only:
        raise NoMeaning(f"{address}: in {self.game} only an attack can be paid for like this")

    def test(run: Run, about: Any) -> bool:
        attacker, target = about
        if not is_on(self, run, verb.what, attacker):
            return False
        if not affecting.affected(run.table, [attacker], run.source.card):
            return False
        return verb.act.object is None or _is_attacked(self, run.table, run, verb.act.object, target)

    costs = tuple(cost_of(self, ability, each, "attack") for each in verb.unless)
    return self.status(address, ability, "8-4d", "attack cost", test, costs)


def about_its_own_playing(self: GateRuler, verb: Any, ability: m.Ability) -> bool:
    """Permissions and costs of playing the card itself: not an effect, but a fact about its play. The
    conditions of the ability are those under which this part of it applies."""
    if not isinstance(getattr(verb, "what", None), m.This):
        return False
    when = condition(self, ability) if ability.conditions else None
    if isinstance(verb, m.Prohibit) and verb.act.verb == "be paid with resources":
        _require_no_condition(ability)
        self._extras["only_by_resources"] = True
    elif isinstance(verb, m.AlternativeCost) and verb.besides:
        _require_no_condition(ability)
        more = tuple(cost_of(self, ability, cost) for cost in verb.costs)
        self._extras["costs"] = (*self._extras.get("costs", ()), *more)
    elif isinstance(verb, m.AlternativeCost):
        costs = tuple(cost_of(self, ability, cost) for cost in verb.costs)
        bill = Bill(_plain(verb.amount or 0), costs, when=when)
        self._extras["alternatives"] = (*self._extras.get("alternatives", ()), bill)
    elif isinstance(verb, m.Permit) and verb.cost is not None and verb.cost.way in ("instead", "free"):
        free = verb.cost.way == "free"
        bill = Bill(0 if free else _plain(verb.cost.amount), when=when, free=free)
        self._extras["alternatives"] = (*self._extras.get("alternatives", ()), bill)
    elif isinstance(verb, m.Permit) and isinstance(verb.act.object, m.Selector) and verb.act.object.areas:
        zones = tuple(zone_kind(f"A.{n}") for n in self.names_of(verb.act.object.areas))
        if verb.act.verb == "be normal summoned" and "set" in zones:
            self._extras["labels"] = (*self._extras.get("labels", ()), "from set zone")
            if when is not None:
                self._extras["condition"] = when
        else:
            named = tuple(Outset(kind, when) for kind in zones)
            self._extras["zones"] = (*self._extras.get("zones", ()), *named)
    else:
        return False
    return True


def _plain(amount: Any) -> int:
    if not isinstance(amount, int):
        raise NoMeaning("a cost that is paid instead must be a plain number")
    return amount


def _require_no_condition(ability: m.Ability) -> None:
    if ability.conditions:
        raise NoMeaning("what its card costs besides, or is paid with, cannot depend on a condition")
