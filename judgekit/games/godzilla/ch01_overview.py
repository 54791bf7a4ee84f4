"""Chapter 1: how a game ends, and the golden rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TypeVar

from judgekit.engine import plain
from judgekit.engine.abilities import Pool, Status
from judgekit.engine.state import CardId, Outcome, Player, opponent
from judgekit.engine.table import Table
from judgekit.games.godzilla.rules import rules

T = TypeVar("T")


@rules.action("1.2.1")
def lose(table: Table, player: Player) -> None:
    """The game ends the moment a player loses; the other player wins."""
    table.decide(Outcome(opponent(player), player, table.path[-2]))


nobody_wins = rules.acts("1.2.2", plain.nobody_wins)


@rules.announcement("1.2.3", "concede")
def concede(table: Table, player: Player) -> None:
    nothing_interferes_with_conceding(table)
    lose(table, player)


@rules.guard("1.2.3.1")
def nothing_interferes_with_conceding(table: Table) -> None:
    """No effect is asked: conceding is never proposed, so nothing can forbid or replace it."""


@rules.action("1.2.4")
def decide_by_effect(table: Table, player: Player, wins: bool) -> None:
    """In the middle of the effect, without a check timing."""
    verb = "win" if wins else "lose"
    if table.propose(verb, player=player):
        lose(table, opponent(player) if wins else player)


def both_lose_by_effect(table: Table) -> None:
    """One text makes both players lose: at the same time, like anything without a choice (1.3.4.1)."""
    with table.under("1.2.4"):
        players = (table.turn_player, table.opponent())
        losers = [player for player in players if table.propose("lose", player=player)]
        if len(losers) == 2 and table.reading("A-56") == "draw":
            with table.under("1.3.4.1"):
                table.cite("1.2.1")
                nobody_wins(table)
        for loser in losers:
            lose(table, loser)


# A card that says otherwise is followed: checked where a card lifts a limit of the rules.
card_text_comes_first = rules.says("1.3.1", True)


as_far_as_possible = rules.asks("1.3.2", plain.from_none_to)


is_so_already = rules.asks("1.3.2.1", plain.is_the_same)


# zero times or fewer is not at all; a negative number reverses nothing
is_nothing = rules.asks("1.3.2.2", plain.is_none)


@rules.guard("1.3.2.3")
def as_many_demands_as_possible(table: Table, choices: Sequence[T], demands: Callable[[T], int]) -> list[T]:
    """Of the possible choices, those that meet the most demands."""
    best = max((demands(choice) for choice in choices), default=0)
    return [choice for choice in choices if demands(choice) == best]


@lru_cache(maxsize=64)
def anything_is_demanded(pool: Pool) -> bool:
    """Whether any card of the case says what must be done, if possible."""
    return any(isinstance(a, Status) and a.name.startswith("must ") for a in pool.abilities.values())


may_be_negative = rules.passes("1.3.2.4")  # no floor where none is laid down


rules.mechanic("forbid", "1.3.3")  # a prohibition beats whatever orders the same thing


@rules.action("1.3.4")
def in_turn(table: Table, do: Callable[[Player], None]) -> None:
    """The turn player chooses first; the other player knows that choice."""
    for player in (table.turn_player, table.opponent()):
        do(player)


@rules.action("1.3.4.1")
def each_player(table: Table, do: Callable[[Player], None], choosing: bool = True) -> None:
    """A series of processes for both: with a choice, the turn player first; without one, at the same time."""
    if choosing:
        in_turn(table, do)
        return
    with table.together():
        for player in (table.turn_player, table.opponent()):
            do(player)


@rules.action("1.3.4.2")
def choose_hidden(
    table: Table, wanted: Sequence[tuple[Player, Sequence[int], int, int]], prompt: str
) -> dict[Player, tuple[CardId, ...]]:
    """Picked without being shown, the turn player first; shown when both have picked."""
    if len(wanted) > 1:
        table.cite("1.3.4")
    return table.choose_together(wanted, prompt)


@rules.guard("1.3.5")
def choose_a_number(table: Table, player: Player, most: int, prompt: str) -> int:
    return table.choose_number(player, 0, most, prompt)


@rules.guard("1.3.6")
def least_of_up_to(table: Table, least: int | None = None) -> int:
    """ "Up to" a number lets a player take none, unless a minimum is given."""
    return 0 if least is None else least
