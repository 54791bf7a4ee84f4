"""Chapter 10, sections 18 to 20: [Xeno-Evolve], [Barrier], [Super Combo]."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from judgekit.engine import plain
from judgekit.engine.abilities import Ability, Activated, Status
from judgekit.engine.registry import cited
from judgekit.engine.state import CardId, Player
from judgekit.engine.table import Table
from judgekit.games.dragon_ball_super.ch06_turn import put_into_play
from judgekit.games.dragon_ball_super.ch08_01_skills import Skill, Use
from judgekit.games.dragon_ball_super.ch10_05_evolve import HAND, has_material, material, still_there
from judgekit.games.dragon_ball_super.deck_list import DeckList, is_permitted, names
from judgekit.games.dragon_ball_super.printed_keyword import MAIN, Printed, is_about_this
from judgekit.games.dragon_ball_super.rules import rules
from judgekit.games.game import Violation


@rules.keyword("10-18-1", "Xeno-Evolve")
def xeno_evolve(printed: Printed) -> tuple[Ability, ...]:
    skill = Skill(
        "xeno-evolve", printed.costs, has_material(printed, "10-18-1", stacked=False),
        material(printed, "base", stacked=False), cited("10-18-1", xeno_evolves), frozenset({"play"}),
    )  # fmt: skip
    return (Activated(printed.address, "10-18-1", printed.text, HAND, data=skill, windows=MAIN),)


def xeno_evolves(table: Table, use: Use) -> None:
    base = still_there(table, use, "base")
    if xeno_evolves_from_hand(table, use.source.card):
        change_places(table, use, base)


xeno_evolves_from_hand = rules.asks("10-18-2", plain.is_in_hand)


@rules.action("10-18-3-1")
def change_places(table: Table, use: Use, base: Sequence[CardId]) -> None:
    """The base goes to the Warp, and the card comes into play in Active Mode."""
    from judgekit.games.dragon_ball_super.ch11_other import send_to_the_warp

    if not base and table.reading("A-29") == "not-played":
        return
    with table.together():
        for card in base:
            send_to_the_warp(table, card)
        put_into_play(table, use.source.card, use.player, counts_as_evolving(table) or "", "active", base)


counts_as_evolving = rules.says("10-18-3-1-1", "evolve")


@rules.guard("10-19-1")
def is_behind_a_barrier(table: Table, card: CardId, by: Player) -> bool:
    return table.master(card) != by and table.has_status("barrier", card)


SUPER_COMBOS = 4


@rules.deck_rule("10-20-1")
def has_four_super_combos_at_most(deck: DeckList) -> Iterator[Violation]:
    cards = [card for card in deck.with_keyword("super combo") if not is_permitted(deck, card)]
    if len(cards) > SUPER_COMBOS:
        yield Violation("10-20-1", rules.words("four [Super Combo]", n=len(cards)), names(cards))


def barrier(printed: Printed) -> tuple[Ability, ...]:
    return (Status(printed.address, "10-19-1", "[Barrier]", name="barrier", holds=is_about_this),)
