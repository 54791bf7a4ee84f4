"""Chapter 1: how a game is won and lost, and the golden rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from judgekit.engine import plain
from judgekit.engine.abilities import Proposal
from judgekit.engine.state import PLAYERS, CardId, Outcome, Player, opponent
from judgekit.engine.table import Table
from judgekit.games.luck_and_logic.rules import rules


@rules.guard("1.2.1")
def winner_over(table: Table, loser: Player) -> Player:
    """The player who has not lost when the opponent has."""
    return opponent(loser)


@rules.action("1.2.2")
def lose_by_rule(table: Table, losers: Sequence[Player]) -> None:
    lose_unless_stopped(table, losers, table.path[-2])


@rules.guard("1.2.2.1")
def is_without_gates(table: Table, player: Player) -> bool:
    from judgekit.games.luck_and_logic.ch04_zones import undestroyed_gates

    return not undestroyed_gates(table, player)


@rules.guard("1.2.2.2")
def is_worn_out(table: Table, player: Player) -> bool:
    from judgekit.games.luck_and_logic.ch04_zones import refresh_cards

    return len(refresh_cards(table, player)) >= 2


@rules.guard("1.2.3")
def is_draw(table: Table, losers: Iterable[Player]) -> bool:
    return set(losers) == set(PLAYERS)


@rules.announcement("1.2.4", "concede")
def concede(table: Table, player: Player) -> None:
    """At any time, and without a check timing."""
    if beyond_effects(table) or table.propose("lose the game", player=player):
        lose(table, [player])


beyond_effects = rules.says("1.2.4.1", True)


@rules.action("1.2.5")
def decide_by_effect(table: Table, player: Player, *, wins: bool) -> None:
    """An effect says that a player wins or loses: no check timing comes first."""
    if wins and table.reading("A-47") == "win-outright":
        if table.propose("win the game", player=player):
            table.decide(Outcome(player, None, table.path[-1]))
    else:
        loser = opponent(player) if wins else player
        if table.propose("lose the game", player=loser):
            lose(table, [loser])


def lose(table: Table, losers: Sequence[Player], by: str = "") -> None:
    """The game ends here, for one or for both, by the clause that is acting."""
    clause = by or table.path[-1]
    if is_draw(table, losers):
        table.decide(Outcome(None, None, clause))
    table.decide(Outcome(winner_over(table, losers[0]), losers[0], clause))


def lose_unless_stopped(table: Table, losers: Sequence[Player], by: str = "") -> None:
    """A loss by the rules, where no effect forbids or replaces it (1.3.3)."""
    beaten = [player for player in losers if table.propose("lose the game", player=player)]
    if beaten:
        lose(table, beaten, by)


card_says = rules.asks("1.3.1", Table.has_status)  # whether a card's text overrules the rules in this


def changed_by_cards(table: Table, name: str, player: Player, number: int) -> int:
    """A number of a player as the abilities in force make it, the oldest first (9.9.1.7)."""
    for status, source in sorted(table.statuses(name, player), key=lambda one: one[1].stamp):
        number = status.data(table, source, number)
    return number


as_far_as_possible = rules.asks("1.3.2", plain.at_most)


@rules.guard("1.3.2.1")
def is_so_already(table: Table, card: int, mark: str, value: bool) -> bool:
    return bool(table.card(card).mark(mark, False)) == value


is_no_action = rules.asks("1.3.2.2", plain.is_none)


rules.mechanic("forbid", "1.3.3")  # what stops an act beats whatever attempts or orders it


def is_stopped(table: Table, verb: str, card: int | None = None, player: Player | None = None) -> bool:
    """Whether a prohibition would stop an act that nobody has attempted yet."""
    number = None if card is None else CardId(card)
    stopped = table.is_forbidden(Proposal(verb, player, number))
    if stopped:
        table.cite("1.3.3")
    return stopped


@rules.guard("1.3.4")
def in_order_of_choice(table: Table) -> tuple[Player, Player]:
    """The turn player decides first."""
    return table.turn_player, table.opponent()


@rules.guard("1.3.4.1")
def choose_unseen(
    table: Table, wanted: Sequence[tuple[Player, Sequence[int], int, int]], prompt: str
) -> dict[Player, tuple[CardId, ...]]:
    """Both choose from hidden zones; what they took is shown when both have chosen."""
    return table.choose_together(wanted, prompt)


@rules.guard("1.3.5")
def choose_whole_number(table: Table, player: Player, most: int, prompt: str, least: int = 0) -> int:
    return table.choose_number(player, max(least, 0), most, prompt)


@rules.guard("1.3.5.1")
def least_of(table: Table, up_to: bool, wanted: int) -> int:
    """The least number that may be taken: none at all where the text says "up to"."""
    return 0 if up_to else wanted
