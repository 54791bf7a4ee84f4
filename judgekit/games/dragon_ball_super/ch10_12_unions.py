"""Chapter 10, sections 12 to 16: [Indestructible], the unions, [Ultimate]."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from judgekit.engine import plain
from judgekit.engine.abilities import Ability, Activated, Prohibition, Proposal, Source
from judgekit.engine.registry import cited
from judgekit.engine.state import CardId, Facts, area_name
from judgekit.engine.table import Table
from judgekit.games.dragon_ball_super.ch03_areas import place
from judgekit.games.dragon_ball_super.ch06_turn import put_into_play
from judgekit.games.dragon_ball_super.ch08_01_skills import Skill, Use, skill_of
from judgekit.games.dragon_ball_super.ch08_07_effects import information
from judgekit.games.dragon_ball_super.ch10_01_ko import is_by_opponent
from judgekit.games.dragon_ball_super.ch10_05_evolve import (
    HAND,
    combinations_of,
    has_material,
    material,
    materials_fact,
    stack_and_play,
    still_there,
)
from judgekit.games.dragon_ball_super.deck_list import DeckList, is_permitted, names
from judgekit.games.dragon_ball_super.printed_keyword import MAIN, Printed
from judgekit.games.dragon_ball_super.rules import rules
from judgekit.games.game import Violation


@rules.guard("10-12-1")
def is_protected(table: Table, source: Source, proposal: Proposal) -> bool:
    """Not KO-ed, not removed from the Battle Area, by opposing skills or as the result of a battle."""
    if proposal.card != source.card.card:
        return False
    if proposal.verb == "KO":
        return table.reading("A-22") == "never-ko-ed" or is_by_opponent(table, proposal.card, proposal.facts)
    leaves = area_name(proposal.src) == "battle" and area_name(proposal.dst) != "battle"
    return proposal.verb == "move" and leaves and is_by_opponent(table, proposal.card, proposal.facts)


def indestructible(printed: Printed) -> tuple[Ability, ...]:
    return (
        Prohibition(
            printed.address,
            "10-12-1",
            "[Indestructible]",
            forbids=lambda t, s, p: bool(is_protected(t, s, p)),
        ),
    )


@rules.keyword("10-13-1", "Union-Fusion")
def union_fusion(printed: Printed) -> tuple[Ability, ...]:
    """With one Battle Card of each name and equal power."""

    def ways(table: Table, use: Use) -> Iterator[tuple[CardId, ...]]:
        area = "battle" if table.reading("A-30") == "battle-area" else "hand"
        for way in combinations_of(table, use.player, printed.materials, area, use.source.card):
            if len({information(table, card, "power") for card in way}) == 1:
                yield way

    def holds(table: Table, use: Use) -> bool:
        table.cite("10-13-1")
        return next(ways(table, use), None) is not None

    def choices(table: Table, use: Use) -> Facts:
        return materials_fact(table, use, "fused", ways(table, use))

    skill = Skill(
        "union-fusion", printed.costs, holds, choices,
        printed.effect or cited("10-13-1", fuse), frozenset({"play"}),
    )  # fmt: skip
    return (Activated(printed.address, "10-13-1", printed.text, HAND, data=skill, windows=MAIN),)


def fuse(table: Table, use: Use) -> None:
    """Both are placed in the Drop Area, which is not a KO; then the card itself is played."""
    area = "battle" if table.reading("A-30") == "battle-area" else "hand"
    cards = still_there(table, use, "fused", area)
    if not cards or not fuses_from_hand(table, use.source.card):
        return
    with table.together():
        for card in cards:
            place(table, card, "drop")
    put_into_play(table, use.source.card, use.player, "union-fusion")


fuses_from_hand = rules.asks("10-13-2", plain.is_in_hand)


@rules.keyword("10-14-1", "Union-Potara")
def union_potara(printed: Printed) -> tuple[Ability, ...]:
    skill = Skill(
        "union-potara", printed.costs, has_material(printed, "10-14-1"),
        material(printed, "fused"), cited("10-14-1", wear_the_potara), frozenset({"play"}),
    )  # fmt: skip
    return (Activated(printed.address, "10-14-1", printed.text, HAND, data=skill, windows=MAIN),)


def wear_the_potara(table: Table, use: Use) -> None:
    if cards := still_there(table, use, "fused"):
        play_on_both(table, use, cards)


potara_from_hand = rules.asks("10-14-2", plain.is_in_hand)


@rules.action("10-14-4")
def play_on_both(table: Table, use: Use, cards: Sequence[CardId]) -> None:
    """On top of both, and active whatever their modes were."""
    if potara_from_hand(table, use.source.card):
        with table.together():
            if stack_and_play(table, use.source.card, cards, use.player, "union-potara"):
                table.mark(use.source.card, "rest", None)


@rules.keyword("10-15-1", "Union-Absorb")
def union_absorb(made: Activated) -> Activated:
    """In play only; its text does the stacking, where it says so (A-31)."""
    skill = replace(skill_of(made), condition=absorbs_in_play)
    return replace(made, where=("battle",), clause="10-15-1", data=skill)


@rules.guard("10-15-2")
def absorbs_in_play(table: Table, use: Use) -> bool:
    card = table.state.current(use.source)
    return card is not None and area_name(card.area) == "battle"


@rules.deck_rule("10-16-1")
def has_one_ultimate_at_most(deck: DeckList) -> Iterator[Violation]:
    cards = [card for card in deck.with_keyword("ultimate") if not is_permitted(deck, card)]
    if len(cards) > 1:
        yield Violation("10-16-1", rules.words("one [Ultimate]", n=len(cards)), names(cards))
