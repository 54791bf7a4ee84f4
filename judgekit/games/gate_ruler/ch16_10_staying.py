"""Section 16-10 to 16-12: Familiar, Undying, Charge Shield."""

from __future__ import annotations

from collections.abc import Iterator

from judgekit.engine.abilities import (
    Activated,
    Change,
    Proposal,
    Replacement,
    Source,
)
from judgekit.engine.layers import Board
from judgekit.engine.registry import cited
from judgekit.engine.state import CardId, Player, fact
from judgekit.engine.table import Table
from judgekit.games.gate_ruler import ch03_zones as places
from judgekit.games.gate_ruler import ch14_03_playing as playing
from judgekit.games.gate_ruler import ch14_11_ongoing_effects as ongoing
from judgekit.games.gate_ruler import ch14_13_replacements as replacements
from judgekit.games.gate_ruler import ch15_15_playing_and_driving as summoning
from judgekit.games.gate_ruler import ch16_01_keywords as keywords
from judgekit.games.gate_ruler.abilities import Play, Playing
from judgekit.games.gate_ruler.ch02_card_information import (
    attributes_to_choose_from,
    is_unit,
)
from judgekit.games.gate_ruler.rules import GATE, is_in_play, rules, zone_kind


@rules.keyword("16-10a-1", "Familiar")
def familiar(address: str) -> keywords.Made:
    spec = Play(timing="standard", labels=("Familiar",), resolve=_become_familiar)
    return (Activated(address, "16-10a-1", "Familiar", data=spec),)


def _become_familiar_(table: Table, doing: Playing) -> None:
    options = [(word, word) for word in attributes_to_choose_from(table) or ()]
    if not options or table.state.current(doing.source) is None:
        return
    word = table.pick(doing.player, options, table.words("attribute"))
    op = added_to_the_others(table) or "="
    ongoing.begin_effect(
        table, "keyword:Familiar, then", doing.source, doing.player, "end of turn", [doing.source.card],
        (("attribute", word), ("how", op)),
    )  # fmt: skip


_become_familiar = cited("16-10a-1", _become_familiar_)


added_to_the_others = rules.says("16-10b", "gain")  # the card keeps the attributes it has


def gains_attribute(board: Board, source: Source) -> Iterator[Change]:
    how, word = fact(source.facts, "how", "gain"), fact(source.facts, "attribute")
    yield Change(source.card.card, "attributes", how, word if how == "gain" else (word,))


@rules.keyword("16-11a-1", "Undying")
def undying(address: str) -> keywords.Made:
    return keywords.status(address, "16-11a-1", "Undying")


def _summon_undying(table: Table, player: Player, card: CardId) -> CardId | None:
    return summoning.normal_summon(table, player, card)


summon_undying = cited("16-11a-1", _summon_undying)


def may_return_by_itself(table: Table, card: int) -> bool:
    """Whether a card lets its player play it from the graveyard, with no other card's leave."""
    zones = [zone for zone in playing.card_play(table, card).zones if zone.kind == "graveyard"]
    now = table.card(card)
    named = any(zone.when is None or zone.when(table, table.master(card), now) for zone in zones)
    return named or keywords.has(table, card, "Undying")


def may_be_summoned_from_graveyard(table: Table, player: Player, card: int) -> bool:
    """J-30: a ruler that spends no resources may or may not."""
    from judgekit.games.gate_ruler.appendix_rulers import spends_no_resources

    if zone_kind(table.card(card).area) != "graveyard" or table.rules.number("16-11a-1") is None:
        return False
    if not keywords.has(table, card, "Undying") or table.master(card) != player:
        return False
    table.cite("16-11a-1")
    return not (spends_no_resources(table, player) and table.reading("J-30") == "not-allowed")


@rules.guard("16-11a-2")
def in_time_for_a_summon(table: Table, card: int, is_time: bool) -> bool:
    """From the graveyard at the time of any other normal summon, and at no other."""
    return is_time or zone_kind(table.card(card).area) != "graveyard"


@rules.keyword("16-12a-1", "Charge Shield")
def charge_shield(address: str) -> keywords.Made:
    return (
        Replacement(address, "16-12a-1", "Charge Shield", data=Play(labels=("Charge Shield",)), optional=True,
                    replaces=_would_leave_play, can=_has_a_charge, instead=_shield),
    )  # fmt: skip


def _would_leave_play(table: Table, source: Source, proposal: Proposal) -> bool:
    leaves = is_in_play(proposal.src) and not is_in_play(proposal.dst)
    return proposal.verb == "move" and proposal.card == source.card.card and leaves and proposal.dst != GATE


def _has_a_charge(table: Table, source: Source, proposal: Proposal) -> bool:
    return bool(replacements.can_do_its_part(table, bool(places.charges_of(table, source.card.card))))


def _shield_(table: Table, source: Source, proposal: Proposal) -> None:
    card = source.card.card
    table.cite("3-6b", "14-13a-1")
    (spent,) = table.choose(source.player, places.charges_of(table, card), table.words("charge to spend"))
    places.to_graveyard(table, spent, source.player)
    lose_its_damage(table, card)
    lose_limited_effects(table, card)


_shield = cited("16-12a-1", _shield_)


@rules.action("16-12b-1")
def lose_its_damage(table: Table, card: CardId) -> None:
    if is_unit(table, card):
        table.mark(card, "damage", None)


@rules.action("16-12b-2")
def lose_limited_effects(table: Table, card: CardId) -> None:
    """Effects with a stated end no longer apply to it. J-58: what is limited."""
    for effect in table.state.effects:
        if effect.cards is None or card not in {ref.card for ref in effect.cards}:
            continue
        if effect.until or table.reading("J-58") == "all-non-continuous":
            table.end(effect)
            others = [ref.card for ref in effect.cards if ref.card != card]
            if others:
                table.begin(effect.what, effect.source, effect.player, effect.until, others, effect.facts)
    if any(changed == card for changed, _ in table.board.rows):
        table.cite("16-12b-2")  # what still applies to it is of no limited duration
