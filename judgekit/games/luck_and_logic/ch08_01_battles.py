"""Section 8.1: who attacks and who defends."""

from __future__ import annotations

from judgekit.engine.state import PLAYERS, CardId
from judgekit.engine.table import Table
from judgekit.games.luck_and_logic.ch01_outline import card_says, is_stopped
from judgekit.games.luck_and_logic.ch04_zones import (
    CIRCLES,
    is_under_attack,
    occupants,
)
from judgekit.games.luck_and_logic.ch05_18_deck_and_costs import can_pay_all
from judgekit.games.luck_and_logic.rules import (
    rules,
)


@rules.guard("8.1.1")
def can_attack(table: Table, card: CardId) -> bool:
    """Standing members of the turn player attack."""
    if table.card(card).mark("rested") and not attacks_again(table, card):
        if not card_says(table, "attacks resting", card):
            return False
    return not is_stopped(table, "attack", card) and can_afford_attack(table, card)


def attack_price(table: Table, card: CardId) -> int:
    """1.3.1: how many stock cards effects demand for an attack by that member."""
    return sum(int(status.data) for status, _ in table.statuses("attack price", card))


def can_afford_attack(table: Table, card: CardId) -> bool:
    price = attack_price(table, card)
    return not price or bool(can_pay_all(table, [len(table.pile(f"{table.master(card)}.stock")) >= price]))


def attacks_again(table: Table, card: CardId) -> bool:
    """1.3.1: a card that says how often its member attacks lets it do so again though it rests."""
    made = attacks_made(table, card)
    return made > 0 and bool(card_says(table, "attacks often", (card, made)))


def attacks_made(table: Table, card: CardId) -> int:
    turn, made = table.card(card).mark("attacks") or (0, 0)
    return int(made) if turn == table.number("turn") else 0


is_one_battle = rules.says("8.1.3", True)  # a battle that is cut short has still been one battle


STEPPED_ASIDE = 2  # of "member attacked": the one that was is on other circles now


def attacking_member(table: Table) -> CardId | None:
    """8.2.10.1, 8.2.11.1: the attacker, wherever it moves on the field."""
    found = marked(table, "attacking")
    if table.number("attacked circle"):
        named = "8.2.11.1" if table.number("member attacked") else "8.2.10.1"
        table.cite(named if found is not None else f"{named}.1")
    return found


def defending_member(table: Table) -> CardId | None:
    """8.2.11.2, 8.2.11.3: the member on the circle being attacked (A-14)."""
    attacked = table.number("attacked circle")
    if not attacked:
        return None
    defender = marked(table, "defending")
    if defender is not None and is_under_attack(table, defender):
        return defender
    if not table.number("member attacked"):
        return None
    there = occupants(table, table.opponent(), CIRCLES[attacked - 1])
    if there and table.reading("A-14") == "whoever-is-there":
        return there[0]
    table.cite("8.2.11.3" if table.number("member attacked") == STEPPED_ASIDE else "8.2.11.3.1")
    return None


def marked(table: Table, mark: str) -> CardId | None:
    for player in PLAYERS:
        for circle in CIRCLES:
            for card in table.pile(f"{player}.{circle}"):
                if table.card(card).mark(mark):
                    return card
    return None
