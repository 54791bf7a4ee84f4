"""Section 15-25 to 15-29: negating, being attacked, being unaffected, rearranging, losing abilities."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from judgekit.engine.abilities import Proposal
from judgekit.engine.layers import Board
from judgekit.engine.state import CardId, Player, Ref
from judgekit.engine.table import Table
from judgekit.games.gate_ruler import ch03_zones as places
from judgekit.games.gate_ruler import ch07_main_phase_actions as main_phase
from judgekit.games.gate_ruler import ch08_attack_phase as attack
from judgekit.games.gate_ruler import ch13_damage as damage
from judgekit.games.gate_ruler import ch14_03_playing as playing
from judgekit.games.gate_ruler import ch14_09_automatic as automatic
from judgekit.games.gate_ruler.abilities import Playing
from judgekit.games.gate_ruler.rules import (
    GATE,
    has_status,
    rules,
)


@rules.action("15-25a")
def negate_card(table: Table, thing: CardId) -> None:
    """A card in the gate goes to its owner's graveyard. J-24: a summon that never enters has been counted."""
    if table.card(thing).mark("summoned") == "normal":
        table.reading("J-24")
    places.to_graveyard(table, thing)


def remove_ability(table: Table, thing: CardId) -> None:
    """An ability is gone from the gate before it has resolved."""
    was = table.card(thing)
    source = was.mark("source")
    table.vanish(thing)
    if source:
        automatic.hide_again(table, Ref(CardId(source[0]), source[1]))
    automatic.trigger_again(table, playing.known_facts(was))


negate_ability = rules.acts("15-25b", remove_ability)


def negate(table: Table, thing: CardId) -> None:
    if thing in table.pile(GATE):
        (negate_ability if table.card(thing).name == "ability" else negate_card)(table, thing)


@rules.guard("15-26b")
def cannot_be_attacked(table: Table, card: int) -> bool:
    """Cannot be chosen when an attack is declared."""
    return table.is_forbidden(Proposal("be attacked", None, CardId(card))) and not already_attacked(
        table, card
    )


@rules.guard("15-26b-1")
def already_attacked(table: Table, card: int) -> bool:
    """Coming to the front of a column that is under attack, it is attacked all the same."""
    return attack.attacked_column(table) == places.column_of(table.card(card).area)


@rules.guard("15-27a-1")
def is_unaffected(table: Table, card: int, source: Ref) -> bool:
    """Effects of that kind do nothing to the card."""
    return has_status(table, "unaffected", (int(card), int(source.card), source.object))


@rules.guard("15-27a-2")
def effect_damage_reaches(table: Table, card: int, n: int, source: Ref) -> int:
    return 0 if is_unaffected(table, card, source) else n


@rules.guard("15-27a-3")
def reached_by_one_time_effect(table: Table, cards: Iterable[int], source: Ref) -> list[CardId]:
    return [CardId(card) for card in cards if not is_unaffected(table, card, source)]


@rules.guard("15-27a-4")
def reached_by_ongoing_effect(table: Table, cards: Iterable[int], source: Ref) -> list[CardId]:
    return [CardId(card) for card in cards if not is_unaffected(table, card, source)]


@rules.guard("15-27a-5")
def cannot_be_replaced(table: Table, card: int, source: Ref) -> bool:
    """A replacement effect of that kind replaces nothing about the card."""
    return bool(is_unaffected(table, card, source))


combat_damage_always_reaches = rules.passes("15-27b")  # combat damage is not an effect


@rules.action("15-28a")
def rearrange_all(table: Table, player: Player, side: Player) -> None:
    """Rearranging as often as one likes, the own units or, where a text says so, those of that side."""
    if not table.propose("rearrange", None, player):
        return
    while pairs := main_phase.movable_pairs(table, side):
        options = [(f"{one}/{other}", table.words("two zones", one=one, other=other)) for one, other in pairs]
        chosen = table.pick(
            player, [*options, ("enough", table.words("no more"))], table.words("zones to rearrange")
        )
        if chosen == "enough":
            return
        main_phase.exchange(table, *chosen.split("/"))


@rules.guard("15-29a")
def abilities_lost(table: Table, board: Board, card: CardId, lost: Callable[[str], bool]) -> tuple[str, ...]:
    """Every instance of the ability; J-11: or all abilities. To lose a kind is the same act whatever there is
    of it, so it depends on nothing that gives one (14-12c-1)."""
    held: Any = board.value(card, "abilities")
    gone = [address for address in held if lost(address)]
    if 0 < len(gone) < len(held) and table.reading("J-11") == "all-abilities":
        return tuple(held)
    return tuple(sorted(filter(lost, table.pool.abilities)))


# what an effect reaches
def reached(table: Table, cards: Iterable[int], source: Ref) -> list[CardId]:
    found = reached_by_one_time_effect(table, list(cards), source)
    return [CardId(card) for card in cards] if found is None else found


def affected(table: Table, cards: Iterable[int], source: Ref) -> list[CardId]:
    listed = list(cards)
    found = reached_by_ongoing_effect(table, listed, source)
    return [CardId(card) for card in listed] if found is None else found


def damage_that_reaches(table: Table, card: int, n: int, source: Ref, combat: bool) -> int:
    if damage.is_damage_forbidden(table, card, table.turn_player):
        return 0
    through = combat_damage_always_reaches(table, n) if combat else None
    if through is None:
        through = effect_damage_reaches(table, card, n, source)
    return n if through is None else through


def still_reached(table: Table, card: int, process: CardId) -> bool:
    """15-27a-2 again, when the damage would be dealt."""
    if table.card(process).mark("combat"):
        return True
    source = table.card(process).mark("source")
    return (effect_damage_reaches(table, card, 1, Ref(CardId(source[0]), source[1])) or 0) > 0


def cannot_be_chosen(table: Table, card: int, doing: Playing) -> bool:
    facts = (("source", int(doing.source.card)), ("ability", doing.ability))
    return table.is_forbidden(Proposal("be chosen", doing.player, CardId(card), facts=facts))
