"""What can be replaced by something else (8-9): a KO, a draw, a move, the payment for a card."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import msgspec

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import Interpreter, Run
from judgekit.cardtext.interpret.sight import Sight
from judgekit.engine.abilities import Ability, Proposal, Replacement, Source, Status
from judgekit.engine.state import CardId, Player, area_name, area_player, fact
from judgekit.engine.table import Table
from judgekit.games.dragon_ball_super.ch02_card_data import (
    OTHER_COST,
    OWES_MORE,
    PAY,
    UNPAID,
    can_rest_energy,
    energy_cost,
    rest_energy,
)
from judgekit.games.dragon_ball_super.ch04_terms import take_each_point
from judgekit.games.dragon_ball_super.ch08_01_skills import is_a_replacement
from judgekit.games.dragon_ball_super.ch08_07_effects import (
    can_be_replaced_at_will,
    is_a_field_in_play,
    never_happened,
)
from judgekit.games.dragon_ball_super.ch10_06_critical_to_revenge import into_the_drop
from judgekit.games.dragon_ball_super.language.choosing import look_at_what_is_described
from judgekit.games.dragon_ball_super.language.prohibiting import by_cause, is_for

if TYPE_CHECKING:
    from judgekit.games.dragon_ball_super.language.dialect import DragonBallSuper

REPLACED: dict[type[Any], str] = {
    m.Destroyed: "KO", m.Drawn: "draw", m.Moved: "move", m.Played: "play", m.Damages: "damage",
    m.Discarded: "discard", m.Combos: "combo", m.Ends: "lose",
}  # fmt: skip


def would(self: DragonBallSuper, table: Table, run: Run, event: m.Event, proposal: Proposal) -> bool:
    verb = REPLACED.get(type(event))
    if isinstance(event, m.Ends):
        verb = "lose" if event.result == "loses" else "win"
    if verb is None:
        return Interpreter.would(self, table, run, event, proposal)
    if proposal.verb != verb or not by_cause(self, run, getattr(event, "cause", None), proposal.facts):
        return False
    is_a_replacement(table)
    never_happened(table)
    if is_a_field_in_play(table, run.source.card.card):
        table.cite("10-3-2")  # by which a text of a [Field] works there
    if isinstance(event, m.Damages):
        hit = event.to is None or (
            isinstance(event.to, m.Player) and proposal.player in self.players(event.to.who, run)
        )
        return hit and (event.what is None or _is_it(self, table, run, event.what, proposal))
    if isinstance(event, m.Moved) and not is_way(self, event, proposal.src, proposal.dst):
        return False
    if isinstance(event, m.Moved) and not is_between(self, run, event, proposal.src, proposal.dst):
        return False
    if not self.is_doer(run, event, proposal.player):
        return False
    what = getattr(event, "what", None)
    if isinstance(what, m.Selector) and not what.areas and comes_from_elsewhere(event):
        anyones = msgspec.structs.replace(what, whose=what.whose or "any")
        return proposal.card is not None and self.fits(Sight.now(table), run, anyones, proposal.card)
    return what is None or _is_it(self, table, run, what, proposal)


def about(self: DragonBallSuper, table: Table, source: Source, proposal: Proposal, ability: m.Ability) -> Run:
    """Of damage that is replaced, how much it is, and whether it is that of an attack."""
    if proposal.verb == "damage":
        told = [each for each in proposal.facts if each[0] in ("amount", "attack")]
        source = source.altered(facts=(*source.facts, *told))
    return Interpreter.about(self, table, source, proposal, ability)


def _is_it(self: DragonBallSuper, table: Table, run: Run, what: m.Target, proposal: Proposal) -> bool:
    return proposal.card is not None and self.is_target(table, run, what, proposal.card)


def is_between(self: DragonBallSuper, run: Run, event: m.Moved, src: str, dst: str) -> bool:
    """Whether the areas belong to the players the text names."""
    sides = ((event.origin_whose, src), (event.whose, dst))
    return all(
        who in ("", "any") or area_player(where) in sides_of(self, run, who, where) for who, where in sides
    )


def sides_of(self: DragonBallSuper, run: Run, who: str, where: str) -> tuple[Player | None, ...]:
    """A card goes to its owner's area in any case."""
    return (area_player(where),) if who == "owner" else self.players(who, run)


def is_way(self: DragonBallSuper, event: m.Moved, src: str, dst: str) -> bool:
    origin, to = self.names_of(event.origin), self.names_of(event.to)
    if dst.startswith("under.") or src == dst:
        return False
    if not to and origin and area_name(dst) in origin:
        return False
    return (not origin or area_name(src) in origin) and (not to or area_name(dst) in to)


def pays(self: DragonBallSuper, run: Run, cost: m.Verb) -> bool:
    """Do what replaces paying energy; whether all of it was done."""
    before = len(run.table.happened)
    self.do(run, cost)
    return self.is_paid(run, cost, before)


def possible_instead(self: DragonBallSuper, run: Run, verb: m.Instead) -> bool:
    """8-9-3: whether it can be carried out must be known before anybody chooses it."""
    for inner in verb.do:
        look_at_what_is_described(self, run, inner)
    return Interpreter.possible_instead(self, run, verb)


def other_cost(
    self: DragonBallSuper, what: m.Target, costs: Sequence[m.Verb], address: str, ability: m.Ability
) -> Iterator[Ability]:
    """ "Instead of its energy cost you may": replaces the payment, at will if both can be paid."""

    def replaces(forced: bool) -> Callable[[Table, Source, Proposal], bool]:
        def test(table: Table, source: Source, proposal: Proposal) -> bool:
            if proposal.verb != PAY or not is_for(
                self, self.run(table, source, ability), what, proposal.card
            ):
                return False
            assert proposal.player is not None
            assert proposal.card is not None
            needed = energy_cost(table, proposal.card)
            return can_rest_energy(table, proposal.player, *needed) != forced

        return test

    def can(table: Table, source: Source, proposal: Proposal) -> bool:
        run = self.about(table, source, proposal, ability)
        return bool(can_be_replaced_at_will(table, self.possible(run, costs)))

    def instead(table: Table, source: Source, proposal: Proposal) -> None:
        is_a_replacement(table)
        never_happened(table)
        run = self.about(table, source, proposal, ability)
        if not all([pays(self, run, cost) for cost in costs]):
            table.set_number(UNPAID, 1)

    def payable(table: Table, source: Source, card: Any) -> bool:
        if not is_for(self, self.run(table, source, ability), what, card):
            return False
        return self.possible(self.about(table, source, Proposal(PAY, card=card), ability), costs)

    clause, text = self.clause_of["replacement"], ability.text
    for forced in (False, True):
        yield Replacement(
            f"{address}~forced" if forced else address, clause, text, optional=not forced,
            replaces=replaces(forced), can=can, instead=instead,
        )  # fmt: skip
    yield Status(f"{address}~payable", "1-3-1", text, name=OTHER_COST, holds=payable)


def further_cost(
    self: DragonBallSuper, what: m.Target, costs: Sequence[m.Verb], address: str, ability: m.Ability
) -> Iterator[Ability]:
    """ "As an additional cost to play this card, …": done with the payment, or the card is not played."""

    def replaces(table: Table, source: Source, proposal: Proposal) -> bool:
        return proposal.verb == PAY and is_for(self, self.run(table, source, ability), what, proposal.card)

    def instead(table: Table, source: Source, proposal: Proposal) -> None:
        assert proposal.player is not None
        assert proposal.card is not None
        is_a_replacement(table)
        run = self.about(table, source, proposal, ability)
        paid = all([pays(self, run, cost) for cost in costs])
        needed = energy_cost(table, proposal.card)
        if paid and can_rest_energy(table, proposal.player, *needed):
            rest_energy(table, proposal.player, *needed)
        else:
            table.set_number(UNPAID, 1)

    def unpayable(table: Table, source: Source, card: Any) -> bool:
        if not is_for(self, self.run(table, source, ability), what, card):
            return False
        return not self.possible(self.about(table, source, Proposal(PAY, card=card), ability), costs)

    clause, text = self.clause_of["replacement"], ability.text
    yield Replacement(address, clause, text, replaces=replaces, instead=instead)
    yield Status(f"{address}~owed", "1-3-1", text, name=OWES_MORE, holds=unpayable)


def comes_from_elsewhere(event: m.Event) -> bool:
    """Whether the card of an event is outside its type's usual area: a Battle Card to be played."""
    return isinstance(event, m.Played | m.Discarded | m.Combos) or (
        isinstance(event, m.Moved) and bool(event.origin)
    )


def at_will(made: Replacement) -> Replacement:
    """8-9-3: a voluntary replacement exists only if it can be carried out."""

    def can(table: Table, source: Source, proposal: Proposal) -> bool:
        possible = made.can is None or made.can(table, source, proposal)
        return bool(can_be_replaced_at_will(table, possible))

    return replace(made, can=can)


def is_of_damage(event: m.Event) -> bool:
    """Whether a text replaces the way of the cards that damage takes (4-10-2-1), as [Critical] does."""
    return isinstance(event, m.Moved) and event.cause == m.Cause("damage") and "hand" in event.to


def beside_critical(made: Replacement) -> Replacement:
    """8-9-2: both replace one event, so one of them is chosen; if it is this text, it replaces the way of
    each card that the damage takes, as long as it can."""
    assert made.replaces is not None
    assert made.instead is not None
    would_move, instead_of_it, possible = made.replaces, made.instead, made.can

    def replaces(table: Table, source: Source, proposal: Proposal) -> bool:
        if proposal.verb != "damage" or not is_critical(table, proposal):
            return False
        return any(would_move(table, source, way) for way in ways_to_the_hand(table, proposal)[:1])

    def can(table: Table, source: Source, proposal: Proposal) -> bool:
        ways = ways_to_the_hand(table, proposal)[:1]
        return possible is None or any(possible(table, source, way) for way in ways)

    def instead(table: Table, source: Source, proposal: Proposal) -> None:
        assert proposal.player is not None
        amount, attack = int(fact(proposal.facts, "amount", 0)), bool(fact(proposal.facts, "attack"))

        def take(table: Table, card: CardId) -> None:
            (way,) = (one for one in ways_to_the_hand(table, proposal) if one.card == card)
            if would_move(table, source, way):
                instead_of_it(table, source, way)
            else:
                into_the_drop(table, card)

        take_each_point(table, proposal.player, amount, fact(proposal.facts, "source"), attack, take)

    return replace(made, address=f"{made.address}~damage", replaces=replaces, can=can, instead=instead)


def ways_to_the_hand(table: Table, damage: Proposal) -> list[Proposal]:
    """What each life card would do if damage took it."""
    player, facts = damage.player, (*damage.facts, ("damage", True))
    life, hand = f"{player}.life", f"{player}.hand"
    return [Proposal("move", player, card, life, hand, facts) for card in table.pile(life)]


def is_critical(table: Table, proposal: Proposal) -> bool:
    """Whether [Critical] is about to replace this damage."""
    others = table.in_force(Replacement, table.index.replacements)
    return any(
        one.replaces is not None and one.replaces(table, source, proposal)
        for one, source in others
        if one.text.lower() == "[critical]"
    )
