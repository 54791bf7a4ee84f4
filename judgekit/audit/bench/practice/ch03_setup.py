"""Chapter 3: decks, and the first moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from judgekit.audit.bench.practice.ch05_actions import compost, draw
from judgekit.audit.bench.practice.rules import TURN, rules
from judgekit.engine.state import PLAYERS
from judgekit.engine.table import Table


@rules.deck_rule("3.1.1")
def too_small(deck: Sequence[str]) -> Iterator[str]:
    if len(deck) < 10:
        yield f"{len(deck)} cards"


@rules.deck_rule("3.1.2")
def too_many_of_one(deck: Sequence[str]) -> Iterator[str]:
    yield from (f"{count} of {name}" for name, count in Counter(deck).items() if count > 3)


@rules.step("3.2.1")
def shuffle_the_boxes(table: Table) -> None:
    for player in PLAYERS:
        table.shuffle(f"{player}.box")


@rules.step("3.2.2")
def toss_a_coin(table: Table) -> None:
    table.remember(first=table.chance(table.words("who goes first"), PLAYERS))


@rules.step("3.2.3")
def draw_the_first_hand(table: Table) -> None:
    for player in PLAYERS:
        draw(table, player, 4)


@rules.step("3.2.4")
def compost_a_gift(table: Table) -> None:
    wanted = [(player, table.pile(f"{player}.hand"), 1, 1) for player in PLAYERS]
    chosen = table.choose_together(wanted, table.words("compost a card"))
    with table.together():
        for player in PLAYERS:
            compost(table, player, chosen[player])


@rules.step("3.2.5")
def begin_the_first_turn(table: Table) -> None:
    table.call(TURN, next=table.recall("first"))
