"""Verbs that hurt and heal: destruction, damage, its prevention, healing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import Interpreter, Run, Sight
from judgekit.engine.abilities import (
    Proposal,
)
from judgekit.engine.state import CardId, Player
from judgekit.engine.table import Table
from judgekit.games.gate_ruler import ch01_overview as golden
from judgekit.games.gate_ruler import ch02_card_information as information
from judgekit.games.gate_ruler import ch08_attack_phase as attack
from judgekit.games.gate_ruler import ch12_rules_effects as rules_effects
from judgekit.games.gate_ruler import ch13_damage as damage
from judgekit.games.gate_ruler import ch14_09_automatic as automatic
from judgekit.games.gate_ruler import ch14_13_replacements as replacements
from judgekit.games.gate_ruler import ch15_02_handling_cards as handling
from judgekit.games.gate_ruler import ch15_20_damage_and_control as harm
from judgekit.games.gate_ruler.language.carrying_out import note_done, reach
from judgekit.games.gate_ruler.language.moving import both_lay_down
from judgekit.games.gate_ruler.language.replacing import (
    cards_named,
    change_damage,
    deals_to,
    is_of_the_attack,
    prevent_now,
)
from judgekit.games.gate_ruler.language.words import ENDS
from judgekit.games.gate_ruler.rules import GATE, is_in_play

if TYPE_CHECKING:
    from judgekit.games.gate_ruler.language.dialect import GateRuler


def _destroy(self: GateRuler, run: Run, verb: m.Destroy, player: Player) -> None:
    _destroyed_at_once(run, self.cards(run, verb.what, prompt=run.table.words("to destroy")))


def both_do(self: GateRuler, run: Run, verb: m.Verb) -> None:
    """One process for all that both destroy."""
    if isinstance(verb, m.Discard):
        both_lay_down(self, run, verb)
    if not isinstance(verb, m.Destroy):
        Interpreter._both_do(self, run, verb)
        return
    named: list[CardId] = []

    def choose(player: Player) -> None:
        outer, run.performer = run.performer, player
        named.extend(self.cards(run, verb.what, prompt=run.table.words("to destroy")))
        run.performer = outer

    self.for_each_player(run, choose)
    _destroyed_at_once(run, named)


def _destroyed_at_once(run: Run, named: Sequence[CardId]) -> None:
    table, before = run.table, len(run.table.happened)
    there = [card for card in named if is_in_play(table.card(card).area)]
    cards = golden.as_far_as_possible(table, named, there) or ()
    process = handling.destroy(table, cards, run.source.card, run.you)
    hit = [CardId(c) for c, _ in rules_effects.linked(table, process)] if process is not None else []
    note_done(run, cards, hit, before)


def _damage(self: GateRuler, run: Run, verb: m.DealDamage, player: Player) -> None:
    """15-20a: one process for all that a source hits."""
    source = run.source.card
    if verb.source is not None:
        found = self.cards(run, verb.source)
        if not found:
            run.done = False
            return
        source = run.table.card(found[0]).ref
    else:
        found = ()
    targets = _damaged(self, run, verb.to)
    if verb.divided and run.early.get(0):
        run.table.cite("15-10a-1")
        hits = [(card, n) for card, n in run.early[0] if card in targets]
    else:
        hits = [(card, self.amount(verb.n, run, card=card)) for card in targets]
    if len(found) > 1:
        combat = verb.sort == "combat"
        run.done = bool(damage.deal_from_all(run.table, found, run.you, hits, combat))
        return
    ignoring = any(isinstance(v, m.IgnoreCounter) for v in run.ability.body)
    combat, measured = verb.sort == "combat", _measured(self, run, verb.n)
    process = harm.deal_damage(run.table, source, run.you, hits, combat, ignoring, measured) if hits else None
    run.done = process is not None


def _measured(self: GateRuler, run: Run, amount: Any) -> list[damage.Measure]:
    """13-2a-5: the cards in play whose property the amount is, to tell whether it has changed since."""
    stat = self.stat_name(amount.stat) if isinstance(amount, m.ValueOf) else ""
    if stat not in ("ATK", "HP", "STK", "level"):
        return []
    found = (run.table.card(card) for card in self.known(Sight.now(run.table), run, amount.what))
    there = (card for card in found if is_in_play(card.area))
    return [(card.ref, stat, int(run.table.peek(card.id, stat) or 0)) for card in there]


def _clash(self: GateRuler, run: Run, verb: m.Clash, player: Player) -> None:
    """13-2a-2: sources that deal damage at once, each to the others: a process for each."""
    cards = [card for card in self.cards(run, verb.what) if is_in_play(run.table.card(card).area)]
    sight = Sight.now(run.table)
    blows = {card: self.stat(sight, run, card, verb.stat) or 0 for card in cards}
    run.done = len(cards) > 1 and bool(damage.deal_each_other(run.table, blows, self.stat_name(verb.stat)))


def _damaged(self: GateRuler, run: Run, to: Any) -> list[CardId]:
    """4-2c: damage to a player is dealt to their ruler."""
    if isinstance(to, m.Player):
        run.table.cite("4-2c")
        found = (information.ruler_of(run.table, p) for p in self.players(to.who, run))
        return [card for card in found if card is not None]
    return list(self.cards(run, to, prompt=run.table.words("to deal the damage to")))


def _for_the_attack(self: GateRuler, run: Run, verb: Any) -> None:
    """The combat damage of this attack: what is in the gate already, or what will be."""
    run.table.cite("13-3a", "13-3c", "14-4b-1")
    here = [p for p in damage.damage_processes(run.table) if is_of_the_attack(run.table, p)]
    run.done = bool(here) or attack.attacking_card(run.table) is not None
    for process in here:
        change_damage(self, run, verb, process)
    if run.done and not here:
        until = (("until", ENDS["battle"]),)
        run.table.plan(self.nodes[id(verb)], run.source.card, run.you, True, until)


def _prevent(self: GateRuler, run: Run, verb: m.PreventDamage, player: Player) -> None:
    if verb.sort == "attack":
        _for_the_attack(self, run, verb)
        return
    if verb.sort == "now":
        here = [p for p in damage.damage_processes(run.table) if deals_to(self, run, verb.to, p)]
        process = damage.choose_damage(run.table, player, here)
        run.done = process is not None
        if process is not None:
            prevent_now(self, run, verb, process)
        return
    if verb.next or verb.duration is not None or verb.to is not None:
        until = self.until(verb.duration, run) if verb.duration else "end of turn"
        here = [p for p in damage.damage_processes(run.table) if deals_to(self, run, verb.to, p)]
        if verb.next and here:  # 13-3c-1
            process = damage.choose_damage(run.table, player, here, next_one=True)
            if process is not None:
                prevent_now(self, run, verb, process)
        elif verb.next:
            run.table.cite("13-3a", "13-3a-1")
            once = bool(automatic.triggers_once(run.table))
            run.table.plan(self.nodes[id(verb)], run.source.card, run.you, once, (("until", until),))
        else:
            damage.prevention_waits(run.table, self.nodes[id(verb)], run.source.card, run.you, until)
        return
    known = run.fact("process")
    choices = [known] if known is not None else damage.damage_processes(run.table)
    process = damage.choose_damage(run.table, player, choices)
    run.done = process is not None
    if process is not None:
        prevent_now(self, run, verb, process)


def _set_damage(self: GateRuler, run: Run, verb: m.SetDamage, player: Player) -> None:
    if verb.of == "attack":
        _for_the_attack(self, run, verb)
        return
    n = self.amount(verb.n, run)
    known = run.fact("process")
    if run.fact("amount") is not None and known is not None:
        proposal = Proposal("", run.you, run.fact("subject"), facts=run.source.facts)
        replacements.set_amount(run.table, proposal, n)
        return
    choices = [known] if known is not None else damage.damage_processes(run.table)
    process = damage.choose_damage(run.table, player, choices)
    if process is not None:
        event = run.ability.trigger if verb.of == "named" else None
        to = event.to if isinstance(event, m.Damages) else None
        damage.becomes(run.table, run.you, process, n, cards_named(self, run, to, process))


def _ignore_counter(self: GateRuler, run: Run, verb: m.IgnoreCounter, player: Player) -> None:
    """The damage that this very ability deals, or what triggered it: also what waits to be flipped."""
    if verb.of == "attack":
        _for_the_attack(self, run, verb)
        return
    process = run.fact("process")
    for flip in run.table.pile(GATE):
        now = run.table.card(flip)
        if process is not None and now.name == damage.FLIP and now.mark("of damage") == process:
            run.table.mark(flip, "ignore CNT", True)
    found = [process] if process is not None else [
        p for p in damage.damage_processes(run.table)
        if run.table.card(p).mark("source")[0] == run.source.card.card
    ]  # fmt: skip
    for one in found:
        if one in run.table.state.cards:
            run.table.mark(one, "ignore CNT", True)


def _heal_life(table: Table, player: Player, n: int | None) -> int:
    return harm.heal_life(table, player, len(table.pile(f"{player}.damage")) if n is None else n) or 0


def _dealt_before(run: Run, verb: m.Heal, card: CardId) -> int:
    """Of the event, or at any time that the text names (13-7b-1)."""
    process = None if verb.period else run.fact("process")
    return damage.wounds_to_heal(
        run.table, run.you, card, process, verb.every, verb.sort, verb.period == "turn"
    )


def _heal(self: GateRuler, run: Run, verb: m.Heal, player: Player) -> None:
    if isinstance(verb.what, m.Player):
        n = None if verb.n is None else self.amount(verb.n, run)
        run.did(sum(_heal_life(run.table, p, n) for p in self.players(verb.what.who, run)))
        return
    healed = 0
    for card in reach(self, run, verb.what):
        if verb.sets:
            run.table.cite("3-6g")
            healed += information.damage_on(run.table, card)
            run.table.mark(card, "damage", None)
        elif information.is_ruler(run.table, card):
            healed += harm.heal_the_ruler(run.table, card, self.amount(verb.n, run)) or 0
        elif verb.dealt:
            healed += harm.heal_hp(run.table, card, _dealt_before(run, verb, card)) or 0
        else:
            some = None if verb.n is None else self.amount(verb.n, run)
            healed += harm.heal_hp(run.table, card, some) or 0
    run.did(healed)


VERBS: dict[type[Any], Callable[..., None]] = {
    m.Destroy: _destroy, m.DealDamage: _damage, m.PreventDamage: _prevent,
    m.Clash: _clash,
    m.SetDamage: _set_damage, m.IgnoreCounter: _ignore_counter, m.Heal: _heal,
}  # fmt: skip
