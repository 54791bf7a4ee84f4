"""Section 16-15: Forced Reveal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from judgekit.engine.events import Moved
from judgekit.engine.registry import Due, cited
from judgekit.engine.state import PLAYERS, CardId, Player, area_player
from judgekit.engine.table import Table
from judgekit.games.gate_ruler import ch14_03_playable as playable
from judgekit.games.gate_ruler import ch14_03_playing as playing
from judgekit.games.gate_ruler import ch15_15_playing_and_driving as summoning
from judgekit.games.gate_ruler import ch16_01_keywords as keywords
from judgekit.games.gate_ruler import ch16_16_conditions as demanding
from judgekit.games.gate_ruler.abilities import Bill, Playing, Way
from judgekit.games.gate_ruler.ch02_card_information import (
    is_unit,
)
from judgekit.games.gate_ruler.rules import rules


@rules.interrupt("16-15b-1", on=(Moved,))
def forced_to_reveal(table: Table) -> Iterator[Due]:
    """J-19: at once, if that is how the book is read."""
    if table.readings["J-19"] == "interrupting" and in_gate_process(table):
        yield from (Due(area_player(table.card(c).area), c) for c in forced_cards(table))


@forced_to_reveal.performs("16-15b-1")
def play_forced(table: Table, due: Due) -> None:
    """It is played whatever it costs; the player pays what they can."""
    assert due.player is not None
    table.reading("J-19")
    card = CardId(int(due.subject))  # type: ignore[arg-type]
    treated_as_normal_summon(table, due.player, card)
    if not is_unit(table, card):
        playing.play(table, due.player, playing.card_play(table, card), card=card, way=Way(forced=True))


@rules.action("16-15b-1a")
def treated_as_normal_summon(table: Table, player: Player, card: CardId) -> None:
    """A unit counts as normal summoned."""
    if is_unit(table, card):
        summoning.normal_summon(table, player, card, way=Way(forced=True))


@rules.guard("16-15b-1b")
def pay_what_is_possible(table: Table, doing: Playing, bill: Bill) -> None:
    """What cannot be paid is not, and the cap does not stop it."""
    n = min(bill.resources, summoning.resources_to_spend(table, doing.player, bill.real))
    if n:
        summoning.pay_resources(table, doing.player, n, bill.real)
    for cost in bill.parts:
        if cost.pay is not None and (cost.can is None or cost.can(table, doing)):
            cost.pay(table, doing)


@rules.guard("16-15b-1c")
def active_player_first(table: Table, cards: Iterable[CardId]) -> list[CardId]:
    return sorted(cards, key=lambda c: area_player(table.card(c).area) != table.turn_player)


@rules.guard("16-15b-1d")
def in_the_order_chosen(table: Table, player: Player, cards: list[CardId]) -> CardId:
    (first,) = table.choose(player, cards, table.words("first Forced Reveal"))
    return first


@rules.guard("16-15b-2")
def cannot_be_set(table: Table, card: int) -> bool:
    """Nothing puts it into a set zone."""
    return keywords.has(table, card, "Forced Reveal")


@rules.guard("16-15b-2a")
def never_settable(table: Table, card: int) -> bool:
    """It is not a settable card, even if something else would make it one."""
    return keywords.has(table, card, "Forced Reveal")


def forced_cards(table: Table) -> list[CardId]:
    """Cards that must and can be played; the only exceptions are the cost and the summon cap."""
    zones = (f"{player}.{name}" for player in PLAYERS for name in ("hand", "drive"))
    found = [
        card for zone in zones for card in table.pile(zone) if keywords.has(table, card, "Forced Reveal")
    ]
    return [card for card in found if can_be_forced(table, card)]


def can_be_forced(table: Table, card: CardId) -> bool:
    """Not without a target (14-3b-4), a resource card (16-17c) or against a prohibition (1-5d)."""
    player = area_player(table.card(card).area)
    assert player is not None
    return (
        playable.card_may_be_played(table, player, card)
        and playable.card_has_targets(table, player, card)
        and playable.card_has_its_resource(table, player, card)
        and demanding.may_be_played_from(table, card) is not False
    )


def play_forced_reveals(table: Table, when: str) -> None:
    """J-19: at this point of the gate process, if that is how the book is read."""
    while found := forced_cards(table):
        if table.reading("J-19") != when:
            return
        found = active_player_first(table, found) or found
        player = area_player(table.card(found[0]).area)
        assert player is not None
        own = [c for c in found if area_player(table.card(c).area) == player]
        card = in_the_order_chosen(table, player, own) or own[0]
        force(table, Due(player, card))
        if card in forced_cards(table):
            return


def in_gate_process(table: Table) -> bool:
    return any(frame.procedure == "9-2a" for frame in table.state.frames)


force = cited("16-15b-1", play_forced)
