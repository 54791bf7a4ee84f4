"""Chapter 5: what the other clauses are made of."""

from __future__ import annotations

from collections.abc import Iterable

from judgekit.audit.bench.practice.ch01_game import as_many_as_can_be
from judgekit.audit.bench.practice.rules import SEEDLING, rules
from judgekit.engine.state import CardId, Player
from judgekit.engine.table import Table


@rules.action("5.1.1")
def draw(table: Table, player: Player, count: int) -> None:
    for _ in range(count):
        box = table.pile(f"{player}.box")
        if not box:
            table.set_number(f"{player}.could not draw", 1)
            return
        table.move(box[0], f"{player}.hand")


@rules.action("5.1.2")
def compost(table: Table, player: Player, cards: Iterable[int]) -> None:
    with table.together():
        for card in cards:
            table.move(card, f"{table.card(card).owner}.compost")


@rules.action("5.1.3")
def scry(table: Table, player: Player, count: int) -> None:
    where = f"{player}.box"
    box = table.pile(where)
    top = box[: as_many_as_can_be(table, count, len(box))]
    table.look(player, top)
    order = table.order(player, top, table.words("put back"))
    table.arrange(where, (*order, *box[len(top) :]))


@rules.action("5.2.1")
def gain(table: Table, player: Player, what: str, count: int) -> None:
    key = f"{player}.{what}"
    table.set_number(key, max(0, table.number(key) + count))


@rules.action("5.2.2")
def pay(table: Table, player: Player, cost: int) -> None:
    table.set_number(f"{player}.water", table.number(f"{player}.water") - cost)


@rules.action("5.2.3")
def bring_a_sun(table: Table, player: Player) -> None:
    table.set_number(f"{player}.suns", table.number(f"{player}.suns") + 1)


@rules.action("5.3.1")
def tire(table: Table, card: int) -> None:
    if table.propose("tire", card):
        table.mark(card, "tired")


@rules.action("5.3.2")
def tend(table: Table, card: int) -> None:
    if table.card(card).mark("tired") and table.propose("tend", card):
        table.mark(card, "tired", None)


@rules.action("5.4.1")
def wilt(table: Table, card: int) -> None:
    where = f"{table.card(card).owner}.compost"
    if table.propose("wilt", card, src=table.card(card).area, dst=where):
        table.move(card, where)


@rules.action("5.4.2")
def shade(table: Table, card: int) -> None:
    table.move(card, f"{table.master(card)}.shade")


@rules.action("5.4.3")
def sprout(table: Table, player: Player, count: int) -> tuple[CardId, ...]:
    with table.together():
        return tuple(table.create(SEEDLING, player, f"{player}.garden") for _ in range(count))


@rules.action("5.4.4")
def dig_up(table: Table, card: int) -> None:
    table.move(card, f"{table.card(card).owner}.hand")
