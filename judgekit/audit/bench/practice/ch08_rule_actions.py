"""Chapter 8: what the rules do by themselves."""

from __future__ import annotations

from collections.abc import Iterator

from judgekit.audit.bench.practice.ch01_game import nobody_wins
from judgekit.audit.bench.practice.ch02_cards import garden, plants
from judgekit.audit.bench.practice.ch05_actions import compost, wilt
from judgekit.audit.bench.practice.rules import SEEDLING, rules
from judgekit.engine.events import Moved, Numbered
from judgekit.engine.registry import Due
from judgekit.engine.state import PLAYERS, CardId, Outcome, Player, area_name, opponent
from judgekit.engine.table import Table

rules.mechanic("interrupt", "8.1.1")
rules.mechanic("perform rule actions", "8.1.2")


@rules.interrupt("8.2.1", on=(Moved,))
def empty_box(table: Table) -> Iterator[Due]:
    for player in PLAYERS:
        if not table.pile(f"{player}.box") and table.pile(f"{player}.compost"):
            yield Due(player)


@empty_box.performs("8.2.2")
def compost_becomes_the_box(table: Table, due: Due) -> None:
    with table.together():
        for card in table.pile(f"{due.player}.compost"):
            table.move(card, f"{due.player}.box")
    table.shuffle(f"{due.player}.box")


@rules.interrupt("8.3.1", on=(Numbered,))
def overflow(table: Table) -> Iterator[Due]:
    for player in PLAYERS:
        if table.number(f"{player}.water") > 9:
            yield Due(player)


@overflow.performs("8.3.1")
def spill(table: Table, due: Due) -> None:
    table.set_number(f"{due.player}.water", 9)


@rules.rule_action("8.4.1")
def withered(table: Table) -> Iterator[Due]:
    for card in plants(table):
        if (table.peek(card, "growth") or 0) <= 0:
            yield Due(table.master(card), card)


@withered.requires("8.4.1", "growth of zero or less", found=lambda t, p, s: str(t.peek(s, "growth")))
def has_no_growth(table: Table, player: Player, card: CardId) -> bool:
    return (table.peek(card, "growth") or 0) <= 0


@withered.performs("8.4.1")
def wilt_the_withered(table: Table, due: Due) -> None:
    assert isinstance(due.subject, int)
    table.value(due.subject, "growth")
    wilt(table, due.subject)


@rules.rule_action("8.5.1")
def crowded(table: Table) -> Iterator[Due]:
    for player in PLAYERS:
        if len(garden(table, player)) > 5:
            yield Due(player)


@crowded.performs("8.5.1")
def thin_out(table: Table, due: Due) -> None:
    assert due.player is not None
    for card in table.choose(due.player, garden(table, due.player), table.words("wilt")):
        wilt(table, card)


@rules.rule_action("8.5.2")
def stray_seedlings(table: Table) -> Iterator[Due]:
    for number in table.cards_called(SEEDLING):
        card = table.card(number)
        if area_name(card.area) != "garden":
            yield Due(card.owner, card.id)


@stray_seedlings.performs("8.5.2")
def unmake(table: Table, due: Due) -> None:
    assert isinstance(due.subject, int)
    table.vanish(due.subject)


@rules.rule_action("8.5.3")
def left_on_the_bench(table: Table) -> Iterator[Due]:
    yield from (Due(table.card(card).owner, card) for card in table.pile("bench"))


@left_on_the_bench.performs("8.5.3")
def clear_the_bench(table: Table, due: Due) -> None:
    assert due.player is not None
    assert isinstance(due.subject, int)
    compost(table, due.player, (CardId(due.subject),))


@rules.rule_action("8.6.1")
def the_end(table: Table) -> Iterator[Due]:
    if winners(table):
        yield Due(None)


@the_end.performs("8.6.1")
def decide(table: Table, due: Due) -> None:
    found = sorted(winners(table))
    clause = table.path[-1]
    if nobody_wins(table, found):
        table.decide(Outcome(None, None, clause))
    table.decide(Outcome(found[0], opponent(found[0]), clause))


def winners(table: Table) -> set[Player]:
    found = set()
    for player in PLAYERS:
        if table.number(f"{player}.suns") >= 7:
            found.add(player)
        if table.number(f"{player}.could not draw"):
            found.add(opponent(player))
    return found
