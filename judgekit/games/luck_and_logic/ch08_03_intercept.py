"""Section 8.3: members that help the one that defends."""

from __future__ import annotations

from collections.abc import Iterable

from judgekit.engine.legality import Requirement, telling
from judgekit.engine.state import CardId, Player
from judgekit.engine.table import Table
from judgekit.games.luck_and_logic.ch01_outline import changed_by_cards, is_stopped
from judgekit.games.luck_and_logic.ch02_characteristics import circles_of
from judgekit.games.luck_and_logic.ch04_zones import (
    members,
)
from judgekit.games.luck_and_logic.ch05_11_members import intercept
from judgekit.games.luck_and_logic.ch08_01_battles import attacking_member, defending_member
from judgekit.games.luck_and_logic.ch08_02_declare_attackers import attacked_circle
from judgekit.games.luck_and_logic.ch09_05_timings import check_after, check_timing
from judgekit.games.luck_and_logic.rules import (
    INTERCEPT,
    rules,
)

rules.calls("8.3", INTERCEPT)
rules.does("8.3.2", check_after, "beginning of the intercept step")


@rules.step("8.3.3", to=("8.3.6",))
def intercept_or_not(table: Table) -> None:
    player = table.opponent()
    able = interceptors(table, player) if has_whom_to_help(table) else []
    most = changed_by_cards(table, "interceptors", player, len(able))
    least = 0 if table.rules.number("8.3.3.2") else 1
    fits = telling(CAN_INTERCEPT, table, player)
    chosen = table.choose(player, able, table.words("intercept"), least, most, describes=fits)
    if chosen:
        intercept_with(table, player, chosen)
    else:
        do_not_intercept(table, player)


def has_whom_to_help(table: Table) -> bool:
    """A-15: without a defending member, or without an attacking one, nobody intercepts."""
    if defending_member(table) is None:
        return False
    if attacking_member(table) is None:
        return table.reading("A-15") == "defender-missing"
    return True


def interceptors(table: Table, player: Player) -> list[CardId]:
    """Members that are not being attacked and have the intercept icon."""
    table.cite("8.3.3.1", "2.11.3")
    able = [
        card
        for card in members(table, player)
        if all(needed.test(table, player, card) for needed in CAN_INTERCEPT)
    ]
    if any(table.card(card).mark("rested") for card in able) and table.reading("A-16") == "standing-only":
        return [card for card in able if not table.card(card).mark("rested")]
    return able


def has_the_icon(table: Table, player: Player, card: CardId) -> bool:
    return bool(table.peek(card, "intercept"))


def is_not_attacked(table: Table, player: Player, card: CardId) -> bool:
    return attacked_circle(table) not in (circles_of(table, card) or ())


def may_intercept(table: Table, player: Player, card: CardId) -> bool:
    return not is_stopped(table, "intercept", card, player)


CAN_INTERCEPT = (
    Requirement("2.11.3", "intercept icon", has_the_icon),
    Requirement("8.3.3.1", "member that is not attacked", is_not_attacked),
    Requirement("1.3.3", "no effect that forbids it", may_intercept),
)


@rules.action("8.3.3.1")
def intercept_with(table: Table, player: Player, chosen: Iterable[CardId]) -> None:
    intercept(table, player, tuple(chosen))


@rules.action("8.3.3.2")
def do_not_intercept(table: Table, player: Player) -> None:
    table.occurs("no intercept", player)
    table.goto("8.3.6")


@rules.step("8.3.4")
def gain_power_of_interceptors(table: Table) -> None:
    """From here on the defending member has their power logic, while they lie in the zone (A-16)."""
    for card in table.pile(f"{table.opponent()}.intercept"):
        chosen = table.card(card).mark("intercepting")
        if chosen or table.reading("A-16") == "souls-add-too":
            table.mark(card, "lends power")


@rules.step("8.3.5")
def members_intercept(table: Table) -> None:
    tell_intercepts(table, table.opponent(), table.pile(f"{table.opponent()}.intercept"))


def tell_intercepts(table: Table, player: Player, cards: Iterable[CardId]) -> None:
    """Each interceptor is announced once, whether a rule or an effect has put it there."""
    with table.together():
        for card in cards:
            if table.card(card).mark("intercepting") and not table.card(card).mark("has intercepted"):
                table.mark(card, "has intercepted")
                table.occurs("intercepts", player, card)


rules.does("8.3.6", check_timing)
