"""Section 8.4: both players take turns defining logic, until they pass."""

from __future__ import annotations

from collections.abc import Iterable

from judgekit.engine.state import CardId, Player
from judgekit.engine.table import Table
from judgekit.games.luck_and_logic.ch01_outline import is_stopped
from judgekit.games.luck_and_logic.ch02_characteristics import has_room
from judgekit.games.luck_and_logic.ch05_11_members import can_be_boosted, define_logic, level_boost
from judgekit.games.luck_and_logic.ch08_01_battles import attacking_member, defending_member
from judgekit.games.luck_and_logic.ch09_05_timings import check_after, check_timing
from judgekit.games.luck_and_logic.rules import (
    LOGIC_DEFINITION,
    rules,
)

rules.calls("8.4", LOGIC_DEFINITION)
rules.does("8.4.2", check_after, "beginning of the logic definition step")


@rules.step("8.4.3")
def non_turn_player_defines(table: Table) -> None:
    player = table.opponent()
    if not choose_definition(table, player, "8.4.3", defender_has_room(table, player)):
        non_turn_player_passes(table, player)


def defender_has_room(table: Table, player: Player, card: CardId | None = None) -> bool:
    """Both members are there, and the limit of the defending one leaves room for another card."""
    defender = defending_member(table)
    return bool(attacking_member(table) is not None and defender is not None and has_room(table, defender))


def choose_definition(table: Table, player: Player, window: str, able: bool) -> bool:
    """Define, boost and define, or nothing; whether something was done."""
    if able:
        cite_what_is_missing(table, player, window)
    if not able or not table.may_act(player, window):
        return False
    chosen = table.offer(player, window, table.words("define logic", player=player), "do nothing")
    if chosen is None:
        return False
    chosen[0].perform(table, player, chosen[1])
    table.remember(passed=None)
    return True


def cite_what_is_missing(table: Table, player: Player, window: str) -> None:
    """No card in the hand, no definition; no standing level card, no boost."""
    if not table.pile(f"{player}.hand"):
        table.cite(f"{window}.1")
    if not any(can_be_boosted(table, card) for card in table.pile(f"{player}.level")):
        table.cite(f"{window}.2")


define = rules.player_action("8.4.3.1", "define", "8.4.3")


@define.candidates
def cards_to_define(table: Table, player: Player) -> Iterable[CardId]:
    return table.pile(f"{player}.hand")


define.requires("8.4.3", "room under the limit")(defender_has_room)


@define.requires("1.3.3", "no effect that forbids it")
def defining_is_allowed(table: Table, player: Player, card: CardId) -> bool:
    return not is_stopped(table, "logic definition", card, player)


@define.performs
def define_by_rule(table: Table, player: Player, card: CardId) -> None:
    define_logic(table, player, card)


boost = rules.player_action("8.4.3.2", "boost", "8.4.3")


@boost.candidates
def level_cards(table: Table, player: Player) -> Iterable[CardId]:
    return table.pile(f"{player}.level")


boost.requires("8.4.3", "room under the limit")(defender_has_room)


@boost.requires("5.15.1", "standing level card")
def level_card_stands(table: Table, player: Player, card: CardId) -> bool:
    return can_be_boosted(table, card)


@boost.requires("1.3.3", "no effect that forbids it")
def boosting_is_allowed(table: Table, player: Player, card: CardId) -> bool:
    return not is_stopped(table, "level boost", card, player)


@boost.requires("1.3.3", "leave to define")
def may_define_after_boost(table: Table, player: Player, card: CardId) -> bool:
    """A-59: a player who may not define at all can still choose the boost."""
    if not is_stopped(table, "logic definition", player=player):
        return True
    return table.reading("A-59") == "boost-alone"


@boost.performs
def boost_and_define(table: Table, player: Player, card: CardId) -> None:
    """A-51: the definition is part of the option."""
    level_boost(table, player, card)
    hand = [c for c in table.pile(f"{player}.hand") if defining_is_allowed(table, player, c)]
    least = 0 if hand and table.reading("A-51") == "definition-optional" else 1
    for chosen in table.choose(player, hand, table.words("card to define logic with"), least, 1):
        define_logic(table, player, chosen)


def pass_definition(table: Table, player: Player) -> None:
    """Right after a pass of the other player, this one ends the step."""
    table.occurs("no logic definition", player)
    if table.recall("passed") == table.opponent(player):
        table.leave_to("8.5")
    else:
        table.remember(passed=player)


non_turn_player_passes = rules.acts("8.4.3.3", pass_definition)


rules.does("8.4.4", check_timing)


@rules.step("8.4.5")
def turn_player_defines(table: Table) -> None:
    player = table.turn_player
    if not choose_definition(table, player, "8.4.5", attacker_has_room(table, player)):
        turn_player_passes(table, player)


def attacker_has_room(table: Table, player: Player, card: CardId | None = None) -> bool:
    """A-17: the attacking member is there, and its limit leaves room for another card."""
    attacker = attacking_member(table)
    if attacker is None or not has_room(table, attacker):
        return False
    return defending_member(table) is not None or table.reading("A-17") == "attacker-missing-passes"


define_as_turn_player = rules.player_action("8.4.5.1", "define as attacker", "8.4.5")


define_as_turn_player.name = "define"


define_as_turn_player.candidates(cards_to_define)


define_as_turn_player.requires("8.4.5", "room under the limit")(attacker_has_room)


define_as_turn_player.requires("1.3.3", "no effect that forbids it")(defining_is_allowed)


define_as_turn_player.performs(define_by_rule)


boost_as_turn_player = rules.player_action("8.4.5.2", "boost as attacker", "8.4.5")


boost_as_turn_player.name = "boost"


boost_as_turn_player.candidates(level_cards)


boost_as_turn_player.requires("8.4.5", "room under the limit")(attacker_has_room)


boost_as_turn_player.requires("5.15.1", "standing level card")(level_card_stands)


boost_as_turn_player.requires("1.3.3", "no effect that forbids it")(boosting_is_allowed)


boost_as_turn_player.requires("1.3.3", "leave to define")(may_define_after_boost)


boost_as_turn_player.performs(boost_and_define)


turn_player_passes = rules.acts("8.4.5.3", pass_definition)


rules.does("8.4.6", check_timing)


@rules.step("8.4.7", to=("8.4.3",))
def alternate(table: Table) -> None:
    table.goto("8.4.3")
