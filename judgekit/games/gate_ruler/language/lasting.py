"""What holds for a while: continuous abilities and ongoing effects (14-7, 14-11, 14-12)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from msgspec import structs

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import Interpreter, NoMeaning, Run, Sight, walk
from judgekit.cardtext.interpret.abilities import flat
from judgekit.engine.abilities import (
    Ability,
    Change,
    Modifier,
    Prohibition,
    Source,
    Status,
)
from judgekit.engine.layers import Board
from judgekit.engine.state import CardId, Facts, Ref
from judgekit.engine.table import Table
from judgekit.games.gate_ruler import ch14_01_abilities as abilities
from judgekit.games.gate_ruler import ch14_11_ongoing_effects as ongoing
from judgekit.games.gate_ruler import ch14_13_replacements as replacements
from judgekit.games.gate_ruler import ch14_15_source as sources
from judgekit.games.gate_ruler import ch15_02_handling_cards as handling
from judgekit.games.gate_ruler import ch15_25_affecting as affecting
from judgekit.games.gate_ruler.abilities import Play
from judgekit.games.gate_ruler.language.build.prices import UNCOUNTED
from judgekit.games.gate_ruler.language.carrying_out import reach
from judgekit.games.gate_ruler.language.occasions import is_acting
from judgekit.games.gate_ruler.language.permitting import about_its_own_playing, comes_out_of, is_on
from judgekit.games.gate_ruler.language.places import is_of_sort
from judgekit.games.gate_ruler.language.replacing import prevention
from judgekit.games.gate_ruler.language.words import COSTS
from judgekit.games.gate_ruler.rules import EVERYWHERE, GATE, zone_kind

if TYPE_CHECKING:
    from judgekit.games.gate_ruler.language.dialect import GateRuler


def continuous(self: GateRuler, ability: m.Ability, address: str) -> Iterator[Ability]:
    rest = tuple(verb for verb in flat(ability.body) if not _is_told_of_its_playing(self, verb, ability))
    if len(rest) < len(tuple(flat(ability.body))):
        ability = structs.replace(ability, body=rest)
    for made in Interpreter.continuous(self, ability, address):
        if isinstance(made, Status) and made.holds is None:
            raise NoMeaning(f"{address}: nothing in {self.game} asks whether its card may do that")
        if isinstance(made, Status) and (made.name == "as an instant action" or _is_uncounted(ability)):
            made = replace(made, where=("hand", "drive", "set", "graveyard"))
        if isinstance(made, Prohibition) and _is_about_its_playing(ability):
            made = replace(made, where=WAITS)
        if isinstance(made, Status) and made.name in ("costs less", "costs more"):
            made = _wherever_it_is_played(made, ability)
        yield _base(made, ability)


def _is_uncounted(ability: m.Ability) -> bool:
    return m.Permit(m.This(), UNCOUNTED) in walk(ability.body)


def _is_told_of_its_playing(self: GateRuler, verb: m.Verb, ability: m.Ability) -> bool:
    conditions = ability.conditions
    while isinstance(verb, m.If):
        conditions, verb = (*conditions, *verb.conditions), verb.then[0]
    return about_its_own_playing(self, verb, structs.replace(ability, conditions=conditions))


WAITS = ("hand", "drive", "set", "graveyard", zone_kind(GATE))  # where a card waits to be played


def _is_about_its_playing(ability: m.Ability) -> bool:
    """14-2b: "this card cannot be played unless …"."""
    told = [verb for verb in walk(ability.body) if isinstance(verb, m.Prohibit)]
    return bool(told) and all(_keeps_it_back(verb) for verb in told)


def _keeps_it_back(verb: m.Prohibit) -> bool:
    """ "This card cannot be set unless …", "you cannot normal summon this card from your graveyard"."""
    if isinstance(verb.what, m.This):
        return verb.act.verb in ("be played", "be normal summoned", "be special summoned", "be set")
    place = verb.act.object
    return isinstance(place, m.Selector) and m.Among(m.This()) in place.filters


def _wherever_it_is_played(made: Status, ability: m.Ability) -> Status:
    """14-2b: what a card says of its own cost counts where it waits to be played, and in the gate."""
    verbs = [verb for verb in walk(ability.body) if isinstance(verb, m.Modify) and verb.stat == "cost"]
    own = bool(verbs) and all(isinstance(verb.what, m.This) for verb in verbs)
    return replace(made, where=WAITS) if own else made


def _base(made: Ability, ability: m.Ability) -> Ability:
    """14-7b: what a card says about its own properties without condition holds anywhere."""
    own = all(isinstance(getattr(v, "what", None), m.This) for v in ability.body)
    defines = isinstance(made, Modifier) and not ability.conditions and own
    if defines and all(isinstance(v, m.TreatAs | m.Gain) and _is_property(v) for v in ability.body):
        assert isinstance(made, Modifier)
        return replace(made, layer="14-12a-1", data=Play(base=True), where=EVERYWHERE)
    return made


def _is_property(verb: Any) -> bool:
    return isinstance(getattr(verb, "like", None) or getattr(verb, "gains", None), m.Is)


def lasting(self: GateRuler, verb: m.Verb, address: str, ability: m.Ability) -> Iterator[Ability]:
    if isinstance(verb, m.Modify) and verb.stat in COSTS:
        yield _cost_change(self, verb, address, ability)
    elif isinstance(verb, m.Unaffected):
        yield _unaffected(self, verb, address, ability)
    elif isinstance(verb, m.ChangeNumber) and verb.number == "summon cap" and verb.how != "set":
        yield _cap_change(self, verb, address, ability)
    elif isinstance(verb, m.PreventDamage):
        yield prevention(self, verb, address, ability)
    elif isinstance(verb, m.TreatAs) and verb.optional:
        yield _may_treat(self, verb, address, ability)
    else:
        yield from Interpreter.lasting(self, verb, address, ability)


def changed_property(
    self: GateRuler, what: m.Target, values: m.Is, op: str, address: str, ability: m.Ability
) -> Modifier:
    """14-12a-2: a property besides those it has; 14-12a-5: another in its place."""
    made = Interpreter._property(self, what, values, op, address, ability)
    if values.what == "name" and op == "gain":
        return replace(made, layer="14-12a-2")
    return made


def without_abilities(
    self: GateRuler, what: m.Target, keyword: m.Keyword | None, kind: str, address: str, ability: m.Ability
) -> Modifier:
    """15-29a: J-11."""

    def changes(board: Board, source: Source) -> Iterator[Change]:
        run = self.run(board.table, source, ability)
        word, of_kind = keyword.name if keyword else "", "" if kind == "ability" else kind

        def lost(address: str) -> bool:
            one = board.table.pool.ability(address)
            if of_kind == "continuous":
                return bool(abilities.is_continuous(board.table, one))
            return self.is_of_kind(one, word, of_kind)

        for card in self.live_targets(Sight(board.table, board), run, what):
            if not word and not of_kind:  # 14-12c-2: what it gains later is not lost
                yield Change(card, "abilities", "lose all", ())
                continue
            if gone := affecting.abilities_lost(board.table, board, card, lost):
                yield Change(card, "abilities", "lose those", gone)

    return Modifier(
        address, "15-29a", ability.text, layer=self.ability_layer, properties=frozenset({"abilities"}),
        changes=changes,
    )  # fmt: skip


def so_many_played(self: GateRuler, table: Table, verb: m.Modify, card: CardId) -> int:
    """How many of the cards whose cost is to change have been played this turn."""
    return int(table.number(f"{self.next_ones[id(verb)]}@{card} this turn"))


def _cost_change(self: GateRuler, verb: m.Modify, address: str, ability: m.Ability) -> Status:
    def test(run: Run, about: Any) -> bool:
        card, played, player = about
        table, what = run.table, verb.what
        if bool(played) != (verb.stat != "cost"):
            return False
        if verb.stat == "activated ability cost" and not is_of_sort(table.pool.ability(played), "activated"):
            return False
        if verb.next and so_many_played(self, table, verb, run.source.card.card) != run.fact("played"):
            return False
        if not isinstance(what, m.Selector):
            return self.is_lasting_on(table, run, what, CardId(card))
        mine = what.whose in ("", "any") or player in self.players(what.whose, run)
        there = not what.areas or comes_out_of(self, table, CardId(card), what.areas)
        return mine and there and self.fits(Sight.now(table), run, what, CardId(card), skip_areas=True)

    how_much = self.how_much(verb.amount, ability)

    def how_much_less(table: Table, source: Source) -> tuple[int, int]:
        return how_much(table, source), verb.least or 0

    if verb.how == "minus":
        return self.status(address, ability, "14-3b-6d", "costs less", test, how_much_less)
    return self.status(address, ability, "14-3b-6c", "costs more", test, how_much)


def _cap_change(self: GateRuler, verb: m.ChangeNumber, address: str, ability: m.Ability) -> Status:
    """4-3a-1a: the cap of a player's own turn is different while this applies."""
    amount = m.Minus(0, verb.amount) if verb.how == "minus" else verb.amount
    change = self.how_much(amount, ability)
    return self.status(address, ability, "4-3a-1a", "summon cap", self.lasts_for(verb.whose), change)


def _unaffected(self: GateRuler, verb: m.Unaffected, address: str, ability: m.Ability) -> Status:
    def test(run: Run, about: Any) -> bool:
        card, other, object_ = about
        by = Ref(CardId(other), object_)
        return is_on(self, run, verb.what, card) and _comes_from(self, run, verb.cause, by)

    return self.status(address, ability, "15-27a", "unaffected", test)


def _comes_from(self: GateRuler, run: Run, cause: m.Cause, by: Ref) -> bool:
    table = run.table
    if by == run.source.card:
        return False
    owner = replacements.information(table, by, "controller") or table.card(by.card).owner
    if cause.source is not None:
        table.cite("14-15a")
    if cause.source is not None and not is_acting(self, table, run, cause.source, by.card, owner):
        return False
    return cause.who in ("any", "") or owner in self.players(cause.who, run)


def _may_treat(self: GateRuler, verb: m.TreatAs, address: str, ability: m.Ability) -> Status:
    def test(run: Run, about: Any) -> bool:
        card, name, wanted = about
        mine = self.is_lasting_on(run.table, run, verb.what, CardId(card))
        like = [v.lower() for v in verb.like.values]
        return mine and self.property_name(verb.like.what) == name and str(wanted).lower() in like

    return self.status(address, ability, "14-7c", "may treat", test)


def begin_effect(
    self: GateRuler, run: Run, verb: Any, cards: Iterable[int] | None, facts: Facts = ()
) -> None:
    address = self.nodes[id(verb)]
    bound = tuple((f"bound {n}", tuple(c)) for n, c in sorted(run.bound.items()))
    until, due = self.until(verb.duration, run), self.due(run, verb.duration)
    if isinstance(verb, m.Modify) and verb.next:
        facts = (*facts, ("played", so_many_played(self, run.table, verb, run.source.card.card)))
    if isinstance(verb, m.Instead) and verb.next:
        until = until or replacements.next_time_lasts(run.table) or ""
    for made in [a for a in self.inner if a == address or a.startswith(f"{address}~")]:
        if getattr(verb, "stat", "") == "base damage":
            handling.add_base_damage(run.table, made, run.source.card, run.you, until, cards, due)
        else:
            known = (*facts, *due, *bound)
            ongoing.begin_effect(run.table, made, run.source.card, run.you, until, cards, known)


def begin_lasting(self: GateRuler, run: Run, verb: Any) -> None:
    """14-16b: another Counter effect for something a Counter put into the gate replaces its own."""
    if isinstance(verb, m.Modify) and verb.stat in COSTS and isinstance(verb.what, m.Selector):
        self.begin_effect(run, verb, None)  # of cards that are still to be played, wherever they are
        run.done = True
        return
    if not (isinstance(verb, m.Gain) and getattr(verb.gains, "kind", "") == "counter"):
        Interpreter._begin(self, run, verb)
        return
    table, address = run.table, f"{self.nodes[id(verb)]}+"
    found = reach(self, run, verb.what)
    for thing in found:
        is_ability = table.card(thing).name == "ability"
        if table.card(thing).mark("counter of") is not None:
            (sources.change_counter_ability if is_ability else sources.change_counter_card)(
                table, thing, address
            )
        elif isinstance(verb.gains, m.Ability) and verb.gains.window == "gate":
            (sources.put_in_its_place if is_ability else sources.rewrite)(table, thing, address)
    run.done = bool(found)
