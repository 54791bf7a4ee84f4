"""Section 14-11 and 14-12: ongoing effects, how long they last, and their layers."""

from __future__ import annotations

from collections.abc import Iterable

from judgekit.engine import ties
from judgekit.engine.abilities import Modifier
from judgekit.engine.state import CardId, Facts, Player, Ref
from judgekit.engine.table import Table
from judgekit.games.gate_ruler.rules import rules

OVER = "over"  # the duration of what was to last as long as something that is gone already


as_long_as_active = rules.passes("14-11a-1")  # of a continuous ability: as long as it is active


@rules.guard("14-11a-2")
def duration(table: Table, until: str) -> str:
    """Of any other: a duration that is stated when it begins."""
    if until:
        return until
    ever = no_duration_is_for_ever(table)
    return OVER if ever is None else str(ever)


no_duration_is_for_ever = rules.says("14-11a-2a", "")  # without one: the rest of the game


rules.definition("14-11b", Table.peek)  # values are those of the moment, so a card arrives with what applies


rules.stage("14-12a-1")  # printed information and base abilities are what everything else starts from
rules.stage("14-12a-2")  # non-number properties a card otherwise lacks
rules.stage("14-12a-3")  # types, factions, attributes
rules.stage("14-12a-4", abilities=True)  # abilities gained and lost
rules.stage("14-12a-5")  # names, and whatever else is not a number
rules.stage("14-12a-6")  # numbers a card otherwise lacks


rules.definition("14-12b", Modifier)  # has one layer: an effect of several is as many modifiers


rules.dependency("14-12c-1")  # an effect that depends on another comes after it (J-13)
rules.time_stamps("14-12c-2")  # the rest in the order they began; simultaneous ones as the active player says


def settle_ties(table: Table) -> None:
    """14-12c-2: asked before anything reads the cards (an ability that notices an event, the next
    instruction of an effect, a rules effect), once as long as the effects last."""
    if table.rules.number("14-12c-2") is not None:
        with table.under("14-12c-2"):
            ties.settle_ties(table, lambda table, _: table.turn_player)


@rules.guard("14-12c-2a")
def began_when_active(table: Table, card: int) -> int:
    """A continuous ability's effect began when it became active."""
    return table.card(card).since


@rules.guard("14-12c-2b")
def began_when_resolved(table: Table) -> int:
    """Any other effect began when its ability resolved."""
    return table.state.clock + 1


@rules.guard("14-12d")
def objects_fixed(table: Table, cards: Iterable[int]) -> list[CardId]:
    """It applies to what fits when it begins, and to nothing that fits later."""
    return [CardId(card) for card in cards]


rules.definition("14-12e", Table.peek)  # as 14-11b


def arrives_with_what_applies(table: Table, card: int) -> None:
    """14-12e: what others give or take away there applies as the card arrives."""
    for name in ("ATK", "HP", "STK"):
        if table.is_touched(name) and table.peek(card, name) is not None:
            rows = table.board.rows.get((CardId(card), name), ())
            if any(row.source is not None and row.source != card for row in rows):
                table.cite("14-11b", "14-12e")


def end_with(table: Table, ref: Ref) -> None:
    """An effect that lasts as long as a card is there ends when the card leaves."""
    from judgekit.games.gate_ruler import ch06_how_to_play as turn  # after 14-12, whose layers come first

    until = f"while {ref.card}.{ref.object}"
    if table.state.current(ref) is None and any(effect.until == until for effect in table.state.effects):
        with table.under("14-11a-2"):
            turn.end_effects(table, until)


def begin_effect(
    table: Table,
    what: str,
    source: Ref,
    player: Player,
    until: str = "",
    cards: Iterable[int] | None = None,
    facts: Facts = (),
) -> int | None:
    """An ongoing effect of an activated or automatic ability begins."""
    from judgekit.games.gate_ruler import ch15_25_affecting as affecting  # after 14-12, as above

    lasts = duration(table, until) or ""
    if lasts == OVER:
        return None
    reached = None if cards is None else objects_fixed(table, affecting.affected(table, cards, source))
    if cards is not None and not reached:
        return None
    return table.begin(what, source, player, lasts, reached, facts, began_when_resolved(table) or 0)
