"""Chapter 1: how a game ends, and the principles above everything else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from judgekit.engine import plain
from judgekit.engine.abilities import Proposal
from judgekit.engine.events import Happened, Identified, ReadAs, Refused, Stated
from judgekit.engine.state import PLAYERS, CardId, Outcome, Player, opponent
from judgekit.engine.table import Table
from judgekit.games.dragon_ball_super.rules import SETUP, goes_on, rules


@rules.action("1-2-1")
def lose(table: Table, loser: Player, clause: str) -> None:
    """One player losing ends the game; the other one, who did not, has won."""
    table.decide(Outcome(opponent(loser), loser, clause))


@rules.guard("1-2-1-1")
def is_in_a_losing_state(table: Table, player: Player) -> bool:
    return bool(has_no_life_left(table, player) or has_no_deck_left(table, player))


@rules.guard("1-2-1-1-1")
def has_no_life_left(table: Table, player: Player) -> bool:
    return not table.pile(f"{player}.life") and bool(no_life_counts(table))


@rules.guard("1-2-1-1-2")
def has_no_deck_left(table: Table, player: Player) -> bool:
    return not table.pile(f"{player}.deck") and bool(no_deck_counts(table))


@rules.action("1-2-2")
def lose_by_rule_processing(table: Table, losers: Mapping[Player, str], clause: str) -> None:
    left = [one for one, by in losers.items() if table.propose("lose", player=one, facts=(("by", by),))]
    if len(left) == len(PLAYERS):
        nobody_wins(table)
    elif left:
        lose(table, left[0], clause)


@rules.guard("1-2-2-1")
def no_life_counts(table: Table) -> bool:
    """Only once the game is running: before it both Life Areas are empty."""
    return not goes_on(table, SETUP)


@rules.guard("1-2-2-2")
def no_deck_counts(table: Table) -> bool:
    if not goes_on(table, SETUP):
        return True
    placed = not any(table.pile(f"{player}.presented") for player in PLAYERS)
    return placed and table.reading("A-02") == "life-not-before-game"


nobody_wins = rules.acts("1-2-3", plain.nobody_wins)


@rules.announcement("1-2-4", "surrender")
def surrender(table: Table, player: Player) -> None:
    nothing_touches_a_surrender(table)
    lose(table, player, "1-2-4")


@rules.guard("1-2-5")
def nothing_touches_a_surrender(table: Table) -> None:
    """It is never proposed, so that no effect can forbid, force or replace it."""


@rules.action("1-2-6")
def decide_by_effect(table: Table, player: Player, wins: bool) -> None:
    """In the middle of the resolution, without waiting for rule processing."""
    if table.propose("win" if wins else "lose", player=player):
        lose(table, opponent(player) if wins else player, "1-2-6")


def both_lose_by_effect(table: Table) -> None:
    """One text has both players lose, at the same time."""
    with table.under("1-2-6"):
        losers = [player for player in turn_player_first(table) if table.propose("lose", player=player)]
        if len(losers) == 2 and table.reading("A-57") == "draw":
            nobody_wins(table)
        for loser in losers:
            lose(table, loser, "1-2-6")


# A card that says otherwise is followed: asked where a text may lift a limit of the rules
card_text_lifts_it = rules.asks("1-3-1", Table.has_status)


as_far_as_possible = rules.asks("1-3-2", plain.from_none_to)


is_so_already = rules.asks("1-3-2-1", plain.is_the_same)


# zero times or fewer means not at all; a negative number does not reverse anything
is_nothing = rules.asks("1-3-2-2", plain.is_none)


rules.mechanic("forbid", "1-3-3")  # a prohibition beats whatever orders or allows the same thing


def is_forbidden(table: Table, verb: str, card: CardId | None = None, player: Player | None = None) -> bool:
    return table.is_forbidden(Proposal(verb, player, card))


# the order in which players choose; the second one knows what the first one chose
turn_player_first = rules.asks("1-3-4", plain.turn_player_first)


ANY_NUMBER = 9999  # the book knows no greatest number; nothing at a table is counted so far


@rules.guard("1-3-5")
def name_a_number(
    table: Table, player: Player, prompt: str, most: int = ANY_NUMBER, up_to: bool = False
) -> int:
    """A whole number from 1, unless something says otherwise."""
    least = least_of_up_to(table) if up_to else 1
    return table.choose_number(player, least, max(most, least), prompt)


least_of_up_to = rules.says("1-3-5-1", 0)  # "Up to" a number lets a player take none


def as_a_number(table: Table, name: str, value: int | None) -> int:
    """What a number of a card counts as, with all that changes it."""
    number = value or 0
    return 0 if number < 0 and counts_as_zero(table, name) else number


@rules.guard("1-3-6")
def counts_as_zero(table: Table, name: str) -> bool:
    """Whatever has fallen below zero; but power may be negative."""
    from judgekit.games.dragon_ball_super.ch02_card_data import may_be_negative

    return not may_be_negative(table, name)


def keep_what_was_told(table: Table, undone: Sequence[Happened]) -> None:
    """The attempt is undone, but revealed cards stay known, and the reason for failure is noted, with the
    readings of the book that it hangs on."""
    for happened in undone:
        if isinstance(happened.event, Identified | Stated | Refused | ReadAs):
            table.emit(happened.event)
