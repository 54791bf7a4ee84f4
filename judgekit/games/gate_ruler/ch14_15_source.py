"""Section 14-15 and 14-16: sources, who destroyed and moved what, changing what is in the gate."""

from __future__ import annotations

from judgekit.engine.state import CardId, Player
from judgekit.engine.table import Table
from judgekit.games.gate_ruler.ch03_zones import settle_in
from judgekit.games.gate_ruler.rules import GATE, KEPT_APART, rules


def destroyer(table: Table, card: int, process: CardId) -> CardId | None:
    """14-15e: the card that destroys another."""
    if table.card(process).mark("by") == "effect":
        return by_a_destroy_effect(table, process)
    return by_damage_just_before(table, card)


@rules.guard("14-15e#1")
def by_damage_just_before(table: Table, card: int) -> CardId | None:
    """The source of the damage after which the rules destroy it."""
    hit = table.card(card).mark("hit by")
    return None if hit is None else CardId(hit[0])


@rules.guard("14-15e#2")
def by_a_destroy_effect(table: Table, process: CardId) -> CardId | None:
    """The source of the effect that destroys it."""
    source = table.card(process).mark("source")
    return None if source is None else CardId(source[0])


moved_by_cost = rules.passes("14-15f#1")  # a cost's payer moves the cards it moves
moved_by_effect = rules.passes("14-15f#2")  # the controller of an effect moves the cards it moves


@rules.guard("14-15f-1")
def mover_by_destruction(table: Table, process: CardId) -> Player | None:
    """A card that an effect destroys is moved by that effect's controller."""
    card = table.card(process)
    return card.mark("player") if card.mark("by") == "effect" else None


CHOICES = ("targets", "chosen player", "modes", "amounts")  # made as it was played


@rules.action("14-16b-1")
def change_counter_card(table: Table, card: CardId, address: str) -> None:
    """A card played by its Counter: back to the counter zone, another Counter ability, back to its place."""
    at = table.pile(GATE).index(card)
    was = table.card(card)
    kept = [(name, value) for name, value in was.marks if name not in CHOICES]
    settle_in(table, card, f"{was.owner}.counter")
    settle_in(table, card, GATE, at)
    for name, value in kept:
        table.mark(card, name, value)
    table.mark(card, "rewritten", address)


def rewrite(table: Table, card: CardId, address: str) -> None:
    """14-16a: a card in the gate does something else."""
    table.mark(card, "rewritten", address)


def put_in_its_place(table: Table, thing: CardId, address: str) -> CardId:
    """Another ability lies in the gate where one lay."""
    was = table.card(thing)
    at = table.pile(GATE).index(thing)
    kept = tuple(
        (n, v) for n, v in was.marks if n in ("controller", "source", "counter of", "facts", *KEPT_APART)
    )
    rewritten = table.create("ability", was.owner, GATE, (*kept, ("ability", address), ("rewritten", True)))
    table.vanish(thing)
    order = [g for g in table.pile(GATE) if g != rewritten]
    table.arrange(GATE, (*order[:at], rewritten, *order[at:]))
    return rewritten


# an ability played by a Counter: another takes its place, as though it had been that all along
change_counter_ability = rules.acts("14-16b-2", put_in_its_place)
