"""Something else instead (14-13), and damage prevented while it waits in the gate (13-3)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import Interpreter, Run, Sight
from judgekit.cardtext.model import walk
from judgekit.engine.abilities import (
    Automatic,
    Moment,
    Proposal,
    Source,
)
from judgekit.engine.events import Created
from judgekit.engine.state import CardId, Facts, area_player, fact
from judgekit.engine.table import Table
from judgekit.games.gate_ruler import ch08_attack_phase as attack
from judgekit.games.gate_ruler import ch13_damage as damage
from judgekit.games.gate_ruler import ch14_13_replacements as replacements
from judgekit.games.gate_ruler import ch15_20_damage_and_control as harm
from judgekit.games.gate_ruler import ch15_25_affecting as affecting
from judgekit.games.gate_ruler.abilities import Play, Playing
from judgekit.games.gate_ruler.language.carrying_out import run_of
from judgekit.games.gate_ruler.language.occasions import is_between, is_on_sides
from judgekit.games.gate_ruler.language.triggers import fell_in_combat
from judgekit.games.gate_ruler.rules import GATE, zone_kind

if TYPE_CHECKING:
    from judgekit.games.gate_ruler.language.dialect import GateRuler

OF_ATTACK = m.SetDamage | m.IgnoreCounter


def would(self: GateRuler, table: Table, run: Run, event: m.Event, proposal: Proposal) -> bool:
    if isinstance(event, m.Drawn):
        return proposal.verb == "draw" and self.is_by(run, event.who, proposal.player)
    if isinstance(event, m.Performs):  # of a player's life: a unit's HP are no life
        healing = proposal.verb == "heal" and proposal.card is None
        return healing and self.is_by(run, event.who, proposal.player)
    if isinstance(event, m.Ends):
        return proposal.verb == "lose" and self.is_by(run, event.who, proposal.player)
    if isinstance(event, m.Discarded):
        return _would_be_discarded(self, table, run, event, proposal)
    if isinstance(event, m.Destroyed):
        if event.cause is not None and not _would_fall_by(self, table, run, event.cause, proposal):
            return False
        return _would_befall(self, table, run, "destroy", event.what, proposal)
    if isinstance(event, m.Moved):
        going = proposal.verb == "move" and _would_go(self, run, event, proposal)
        return going and _would_befall(self, table, run, "move", event.what, proposal)
    if isinstance(event, m.Damages):
        if event.sort and (event.sort == "combat") != bool(fact(proposal.facts, "combat")):
            return False
        if event.least and int(fact(proposal.facts, "amount", 0)) < event.least:
            return False
        if event.what is None:
            return _would_befall(self, table, run, "be dealt damage", event.to, proposal)
        target = fact(proposal.facts, "target")  # 14-13c-1: of dealing it, to what it would be dealt
        if event.to is not None and not (target is not None and _is_hit(self, run, event.to, target)):
            return False
        return _would_deal(self, table, run, event.what, proposal)
    return Interpreter.would(self, table, run, event, proposal)


def _would_fall_by(self: GateRuler, table: Table, run: Run, cause: m.Cause, proposal: Proposal) -> bool:
    if cause.by == "combat damage":
        by_rules = fact(proposal.facts, "reason") == "rules"
        return (by_rules and fell_in_combat(table, proposal.card)) != cause.negated
    return self.is_caused(table, run, cause, proposal)


def _would_be_discarded(
    self: GateRuler, table: Table, run: Run, event: m.Discarded, proposal: Proposal
) -> bool:
    in_hand = zone_kind(proposal.src) == "hand" and zone_kind(proposal.dst) == "graveyard"
    if proposal.verb != "move" or not in_hand:
        return False
    return self.is_target(table, run, event.what, proposal.card or CardId(0))


def _would_go(self: GateRuler, run: Run, event: m.Moved, proposal: Proposal) -> bool:
    """From and to where the text says; into the gate, or among zones of one kind, is not leaving."""
    if event.cause is not None or not is_on_sides(self, run, event, proposal.src, proposal.dst):
        return False
    origin, to = self.names_of(event.origin), self.names_of(event.to)
    if not is_between(self, proposal.src, proposal.dst, origin, to):
        return False
    return bool(to) or (self._name(proposal.dst) not in origin and proposal.dst != GATE)


def _would_deal(self: GateRuler, table: Table, run: Run, what: m.Target | None, proposal: Proposal) -> bool:
    """The source of damage is a card, including an event that is in the gate while it resolves."""
    source = proposal.card
    if isinstance(what, m.Selector) and "event" in what.types and proposal.verb == "deal damage":
        return source is not None and self.fits(Sight.now(table), run, what, source)
    return _would_befall(self, table, run, "deal damage", what, proposal)


def _would_befall(
    self: GateRuler, table: Table, run: Run, verb: str, what: m.Target | None, proposal: Proposal
) -> bool:
    """Whether this is proposed for a card that the text means."""
    if proposal.verb != verb or proposal.card is None:
        return False
    if isinstance(what, m.Player):
        mine = area_player(table.card(proposal.card).area) in self.players(what.who, run)
        return mine and zone_kind(table.card(proposal.card).area) == "ruler"
    if affecting.cannot_be_replaced(table, proposal.card, run.source.card):
        return False
    if isinstance(what, m.Selector) and "event" in what.types and proposal.src == GATE:  # where it is played
        return self.fits(Sight.now(table), run, what, proposal.card, skip_areas=True)
    return what is None or self.is_target(table, run, what, proposal.card)


def about(self: GateRuler, table: Table, source: Source, proposal: Proposal, ability: m.Ability) -> Run:
    run = Interpreter.about(self, table, source, proposal, ability)
    known = tuple((k, v) for k, v in proposal.facts if k in ("process", "target", "amount"))
    if (much := fact(proposal.facts, "amount")) is not None:
        known = (*known, ("number", much))  # "that much"
    run.source = run.source.altered(facts=(*run.source.facts, *known))
    return run


def possible_instead(self: GateRuler, run: Run, verb: m.Instead) -> bool:
    """14-13c-2a: what cannot be done is not offered."""
    possible = Interpreter.possible_instead(self, run, verb)
    return bool(replacements.can_do_its_part(run.table, possible))


def never_happens(self: GateRuler, run: Run, verb: m.Instead) -> None:
    """14-13b, 14-13g: the damage waits in the gate already; unless it is changed there, it is gone."""
    changed = any(isinstance(node, CHANGES_DAMAGE) for node in walk(verb.do))
    if isinstance(verb.event, m.Damages) and not changed:
        damaged = Proposal("", run.you, run.fact("subject"), facts=run.source.facts)
        replacements.set_amount(run.table, damaged, 0)


CHANGES_DAMAGE = (m.SetDamage, m.PreventDamage, m.IgnoreCounter)


def number_preventions(self: GateRuler, ability: m.Ability, address: str) -> None:
    """Delayed prevention is an ability of its own (13-3a-1), so it has an address."""
    for at, node in enumerate(n for n in walk(ability.body) if isinstance(n, m.PreventDamage | OF_ATTACK)):
        own = f"{address}/prevent {at}"
        self.nodes[id(node)] = own
        of_attack = isinstance(node, OF_ATTACK) or node.sort == "attack"
        make: Any = partial(_in_the_attack, self) if of_attack else partial(prevention, self)
        self.inner[own] = make(node, own, ability)


def _in_the_attack(self: GateRuler, verb: Any, address: str, ability: m.Ability) -> Automatic:
    """13-3a-1: waits for the combat damage of the attack that is going on."""

    def fulfilled(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
        created = moment.event
        if isinstance(created, Created) and is_of_the_attack(table, created.card):
            yield (("process", created.card),)

    def resolve(table: Table, doing: Playing) -> None:
        process = fact(doing.facts, "process")
        if process in table.state.cards:
            change_damage(self, run_of(self, table, doing, ability), verb, CardId(process))

    return Automatic(
        address, "13-3a-1", ability.text, data=Play(resolve=resolve), on=(Created,), fulfilled=fulfilled
    )


def is_of_the_attack(table: Table, process: CardId) -> bool:
    """Whether a process is combat damage that the attacking card deals."""
    now = table.state.cards.get(process)
    if now is None or now.name != damage.DAMAGE or not now.mark("combat"):
        return False
    return bool(now.mark("source")[0] == attack.attacking_card(table))


def change_damage(self: GateRuler, run: Run, verb: Any, process: CardId) -> None:
    """What prevention, "becomes" and "ignore CNT" do to damage that waits in the gate."""
    if isinstance(verb, m.SetDamage):
        damage.becomes(run.table, run.you, process, self.amount(verb.n, run))
    elif isinstance(verb, m.IgnoreCounter):
        run.table.mark(process, "ignore CNT", True)
    else:
        prevent_now(self, run, verb, process)


def prevention(self: GateRuler, verb: m.PreventDamage, address: str, ability: m.Ability) -> Automatic:
    def fulfilled(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
        created = moment.event
        if not isinstance(created, Created) or created.name != damage.DAMAGE:
            return
        combat = bool(table.card(created.card).mark("combat"))
        if verb.sort and not damage.is_of_sort(table, verb.sort, combat):
            return
        if deals_to(self, self.run(table, source, ability), verb.to, created.card):
            yield (("process", created.card),)

    def resolve(table: Table, doing: Playing) -> None:
        run = run_of(self, table, doing, ability)
        choices = [fact(doing.facts, "process")]
        if verb.next:
            choices = [p for p in damage.damage_processes(table) if deals_to(self, run, verb.to, p)]
        process = damage.choose_damage(table, doing.player, choices, verb.next)
        if process is not None:
            prevent_now(self, run, verb, process)

    return Automatic(
        address, "13-3a-1", ability.text, data=Play(resolve=resolve), on=(Created,), fulfilled=fulfilled
    )


def deals_to(self: GateRuler, run: Run, to: Any, process: CardId) -> bool:
    """Whether a damage process has any damage left for what a prevention is about."""
    pairs = run.table.card(process).mark("pairs") if process in run.table.state.cards else ()
    return any(n > 0 and _is_hit(self, run, to, CardId(card)) for card, _, n in pairs)


def _is_hit(self: GateRuler, run: Run, to: Any, card: CardId) -> bool:
    if to is None:
        return run.table.master(card) == run.you
    if isinstance(to, m.Player):
        where = run.table.card(card).area
        return zone_kind(where) == "ruler" and area_player(where) in self.players(to.who, run)
    return self.is_target(run.table, run, to, card)


def cards_named(self: GateRuler, run: Run, to: Any, process: CardId) -> frozenset[int]:
    """The cards of a process that a prevention is about: all, if it names none."""
    cards = [card for card, _, _ in run.table.card(process).mark("pairs")]
    return frozenset(card for card in cards if to is None or _is_hit(self, run, to, CardId(card)))


def prevent_now(self: GateRuler, run: Run, verb: m.PreventDamage, process: CardId) -> None:
    before = _damage_in(run, process)
    named = cards_named(self, run, verb.to, process)
    if verb.n is None:
        damage.becomes(run.table, run.you, process, 0, named)
    else:
        n = self.amount(verb.n, run)
        if verb.up_to:
            asked = run.table.words("how much of it to prevent")
            n = run.table.choose_number(run.you, 0, min(n, before), asked)
        harm.reduce_damage(run.table, run.you, process, n, named)
    run.count = before - _damage_in(run, process)


def _damage_in(run: Run, process: CardId) -> int:
    return sum(n for _, _, n in run.table.card(process).mark("pairs") or ())
