"""Section 1: how a game ends, and the golden rules."""

from __future__ import annotations

from collections.abc import Iterable

from judgekit.engine import plain
from judgekit.engine.abilities import Proposal
from judgekit.engine.state import PLAYERS, CardId, Facts, Outcome, Player
from judgekit.engine.table import Table
from judgekit.games.gate_ruler.rules import rules


@rules.action("1-4a")
def lose(table: Table, players: Iterable[Player], whatever_effects_say: bool = False) -> None:
    """A player who loses is out, unless that is replaced; whether the game ends is checked next."""
    for player in players:
        if whatever_effects_say or table.propose("lose", player=player):
            table.set_number(f"{player}.out", 1)
    last_one_wins(table)
    nobody_is_left(table)


@rules.action("1-4b")
def last_one_wins(table: Table) -> None:
    left = remaining(table)
    if len(left) == 1:
        loser = next(player for player in PLAYERS if player not in left)
        table.decide(Outcome(left[0], loser, "1-4b"))


@rules.action("1-4b-1")
def nobody_is_left(table: Table) -> None:
    if not remaining(table):
        table.decide(Outcome(None, None, "1-4b-1"))


def remaining(table: Table) -> list[Player]:
    return [player for player in PLAYERS if not table.number(f"{player}.out")]


@rules.announcement("1-4c", "concede")
def concede(table: Table, player: Player) -> None:
    lose(table, [player], whatever_effects_say=bool(no_effect_stops_it(table)))


# A player who concedes is out, even if an effect replaces losing with something else.
no_effect_stops_it = rules.says("1-4c-1", True)


@rules.guard("1-5a")
def card_comes_first(table: Table, by_rule: bool, by_card: bool | None) -> bool:
    """What a card says about it overrides the rules."""
    return by_rule if by_card is None else by_card


@rules.guard("1-5b")
def as_far_as_possible(table: Table, cards: Iterable[int], can: Iterable[int]) -> list[CardId]:
    """Of the cards an instruction names, those it can be performed on."""
    possible = set(can)
    return [CardId(card) for card in cards if card in possible]


as_often_as_possible = rules.asks("1-5b-1", plain.at_most)


is_not_at_all = rules.asks("1-5b-2", plain.is_none)  # zero times, or a negative number of times


is_so_already = rules.asks("1-5c", plain.is_the_same)  # it is already as wanted


rules.mechanic("forbid", "1-5d")  # a prohibition beats whatever allows or orders the same thing


def is_forbidden(
    table: Table, verb: str, card: int | None = None, player: Player | None = None, facts: Facts = ()
) -> bool:
    """ "Cannot" beats "can" and "must"."""
    about = None if card is None else CardId(card)
    return table.is_forbidden(Proposal(verb, player, about, facts=facts))


@rules.guard("1-5e")
def choose_a_number(table: Table, player: Player, most: int, prompt: str) -> int:
    """Zero or a positive whole number."""
    with table.under("1-5e"):
        return table.choose_number(player, 0, most, prompt)
