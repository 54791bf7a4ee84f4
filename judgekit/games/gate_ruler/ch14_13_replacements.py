"""Section 14-13 and 14-14: replacement effects; last known information."""

from __future__ import annotations

from typing import Any

from judgekit.engine.abilities import Proposal, Source
from judgekit.engine.state import CardId, Player, Ref, fact
from judgekit.engine.table import Table
from judgekit.games.gate_ruler.rules import is_in_play, rules

rules.mechanic("replace", "14-13b")  # what is replaced never happens


@rules.guard("14-13c")
def who_orders_replacements(table: Table, proposal: Proposal) -> Player | None:
    """The player who causes it, or who controls what causes it."""
    if proposal.verb in ("deal damage", "be dealt damage"):
        return who_orders_damage_replacements(table, proposal)
    if proposal.verb == "draw" and (cause := whose_effect(table)) is not None:
        return cause
    if proposal.player is not None:
        return proposal.player
    return table.master(proposal.card) if proposal.card is not None else table.turn_player


def whose_effect(table: Table) -> Player | None:
    """Who controls the card or ability that is being resolved, if one is."""
    from judgekit.games.gate_ruler.ch15_24_ending_the_turn import PROCESSES, being_resolved

    if table.state.frames[-1].at != "9-4c":
        return None
    cards = [thing for thing in being_resolved(table) if table.card(thing).name not in PROCESSES]
    return table.master(cards[0]) if cards else None


@rules.guard("14-13c-1")
def who_orders_damage_replacements(table: Table, proposal: Proposal) -> Player | None:
    """For dealing damage, the effect's controller; for being dealt it, the object's."""
    if proposal.verb == "deal damage":
        return proposal.player
    return table.master(proposal.card) if proposal.card is not None else proposal.player


@rules.guard("14-13c-2")
def who_decides(table: Table, source: Source, proposal: Proposal) -> Player:
    """An optional one: J-36, the "you" of the effect, or the player who acts."""
    if proposal.player is not None and proposal.player != source.player:
        return source.player if table.reading("J-36") == "effect-controller" else proposal.player
    return source.player


can_do_its_part = rules.passes("14-13c-2a")  # what cannot be done cannot be chosen as a replacement


# Once for each event, not again for what it turns the event into.
once_for_one_event = rules.says("14-13d", True)
# "The next time": until it is applied, or the turn ends.
next_time_lasts = rules.says("14-13e-1", "end of turn")


@rules.guard("14-13f")
def base_damage(table: Table, source: Ref) -> int:
    """What is added to the damage printed on the source."""
    if table.state.current(source) is None:
        return int(last_known(table, source, "base damage") or 0)
    return int(table.value(source.card, "base damage") or 0)


@rules.guard("14-13g")
def change_damage_in_the_gate(table: Table, process: CardId) -> None:
    """Other replacements change the amounts in the process once it is added (J-34)."""
    card = table.card(process)
    source = card.mark("source")
    if not are_there_any(table):
        return
    for target, _, n in card.mark("pairs"):
        facts = (("amount", n), ("process", int(process)), ("combat", bool(card.mark("combat"))),
                 ("source", source[0]))  # fmt: skip
        owner = table.master(process)
        table.propose("deal damage", CardId(source[0]), owner, facts=(*facts, ("target", target)))
        if target in table.state.cards:
            table.propose("be dealt damage", target, owner, facts=facts)


def are_there_any(table: Table) -> bool:
    return bool(table.index.replacements or table.state.effects or table.grants())


def set_amount(table: Table, proposal: Proposal, amount: int) -> None:
    """A damage replacement sets the amount of its pairing."""
    process, target = fact(proposal.facts, "process"), fact(proposal.facts, "target", proposal.card)
    pairs = table.card(process).mark("pairs")
    table.cite("13-2a-4")
    changed = tuple((c, o, amount if c == target else n) for c, o, n in pairs)
    table.mark(process, "pairs", changed)


@rules.guard("14-14a")
def last_known(table: Table, ref: Ref, name: str) -> Any:
    """A card that is gone, as it last was in play; J-54: or in the gate."""
    former = table.state.former.get(ref)
    if former is None:
        return None
    if not is_in_play(former.card.area) and table.reading("J-54") == "no-information":
        return None
    if name in ("controller", "exhausted", "damage"):
        return also_its_state(table, ref, name)
    return table.recalled(former, name)


@rules.guard("14-14a-1")
def also_its_state(table: Table, ref: Ref, name: str) -> Any:
    """Its controller, its placement, and whatever was tied to it."""
    former = table.state.former[ref]
    return fact(former.values, name, former.card.mark(name))


def information(table: Table, ref: Ref, name: str) -> Any:
    """A property of an object: as it is, or as it last was."""
    now = table.state.current(ref)
    if now is None:
        return last_known(table, ref, name)
    if name == "controller":
        return table.master(now.id)
    return now.mark(name) if name in ("exhausted", "damage") else table.value(now.id, name)
