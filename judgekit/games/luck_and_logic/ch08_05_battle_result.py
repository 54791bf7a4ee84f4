"""Section 8.5: who wins, and where the loser goes."""

from __future__ import annotations

from judgekit.engine.state import PLAYERS, CardId
from judgekit.engine.table import Table
from judgekit.games.luck_and_logic.ch02_characteristics import fights_by_aura, own_battle_rule
from judgekit.games.luck_and_logic.ch04_zones import (
    destroyed_gates,
    face_up_paradoxes,
    is_on_circle,
    members,
    soul_of,
    undestroyed_gates,
)
from judgekit.games.luck_and_logic.ch05_02_cards import stock
from judgekit.games.luck_and_logic.ch08_01_battles import attacking_member, defending_member
from judgekit.games.luck_and_logic.ch09_05_timings import check_after, check_timing
from judgekit.games.luck_and_logic.ch09_09_continuous import number_of
from judgekit.games.luck_and_logic.rules import (
    BATTLE_RESULT,
    rules,
)

PILES = {
    "cards in hand": "hand", "cards in stock": "stock", "cards in drop": "drop", "level cards": "level",
    "cards in battle zone": "battle", "cards in remove zone": "remove", "cards in deck": "deck",
}  # fmt: skip


rules.calls("8.5", BATTLE_RESULT)
rules.does("8.5.2", check_after, "beginning of the battle result step")


@rules.step("8.5.3")
def determine_winner(table: Table) -> None:
    attacker, defender = attacking_member(table), defending_member(table)
    if attacker is not None and defender is None:
        attacker_alone_wins(table, attacker)
    elif defender is not None and attacker is None:
        defender_alone_wins(table, defender)
    elif attacker is None or defender is None:
        nobody_wins(table)
    else:
        compare_members(table, attacker, defender)


@rules.action("8.5.3.1")
def attacker_alone_wins(table: Table, attacker: CardId) -> None:
    table.remember(winner=attacker)


@rules.action("8.5.3.2")
def defender_alone_wins(table: Table, defender: CardId) -> None:
    table.remember(winner=defender)


@rules.action("8.5.3.3")
def nobody_wins(table: Table) -> None:
    table.occurs("no result", table.turn_player)


@rules.action("8.5.3.4")
def compare_members(table: Table, attacker: CardId, defender: CardId) -> None:
    paradoxes = [card for player in PLAYERS for card in face_up_paradoxes(table, player)]
    if paradoxes:
        decide_by_paradox(table, attacker, defender, paradoxes[0])
    else:
        decide_by_power(table, attacker, defender)
    name_the_loser(table, attacker, defender)


@rules.action("8.5.3.4.1")
def decide_by_power(table: Table, attacker: CardId, defender: CardId) -> None:
    decide_by(table, "power", attacker, defender)


def decide_by(
    table: Table, number: str, attacker: CardId, defender: CardId, best: str = "highest", *ties: str
) -> None:
    """The greater one wins; the attacker wins ties. A paradox can say otherwise: who wins then, or by
    which other number that is decided."""
    ahead = fought_by(table, attacker, number) - fought_by(table, defender, number)
    ahead = -ahead if best == "lowest" else ahead
    tie, *others = ties or ("attacking",)
    if ahead == 0 and tie in NO_WINNER:
        nobody_wins(table)
        table.remember(both_lose=tie == "no winner")
        return
    if ahead == 0 and tie not in ("attacking", "defending"):
        decide_by(table, tie, attacker, defender, *others)
        return
    wins = ahead > 0 or (ahead == 0 and tie == "attacking")
    table.remember(winner=attacker if wins else defender, decided=number)


NO_WINNER = ("nobody", "no winner")  # neither wins nor loses; neither wins, and nothing is said of losing


def fought_by(table: Table, member: CardId, number: str) -> int:
    """A number of the member, or of its master where a paradox compares those."""
    player = table.master(member)
    if number == "soul":
        return len(soul_of(table.state, member))
    if number in PILES:
        return len(table.pile(f"{player}.{PILES[number]}"))
    counted = {
        "members": members, "undestroyed gates": undestroyed_gates, "destroyed gates": destroyed_gates,
    }.get(number)  # fmt: skip
    return len(counted(table, player)) if counted else number_of(table, member, number)


@rules.action("8.5.3.4.2")
def decide_by_paradox(table: Table, attacker: CardId, defender: CardId, paradox: CardId) -> None:
    own = own_battle_rule(table, paradox)
    table.cite("9.3.2.4", "2.16.1")
    if own is not None:
        with table.under("1.3.1"):
            number = printed_number(table, paradox) if own[0] == "paradox rule" else own[0]
            decide_by(table, number, attacker, defender, *own[1:])
    else:
        decide_by(table, printed_number(table, paradox), attacker, defender)


def printed_number(table: Table, paradox: CardId) -> str:
    """The number that decides by the paradox rule printed beside the text."""
    return "aura" if fights_by_aura(table, paradox) else rule_told_by_judge(table, paradox)


def rule_told_by_judge(table: Table, paradox: CardId) -> str:
    """The deciding number of a paradox whose rule nobody has written down."""
    prompt = table.words("paradox rule", card=table.label(paradox))
    return table.judged(prompt, ("power", "aura", "limit"))


@rules.action("8.5.3.4.3")
def name_the_loser(table: Table, attacker: CardId, defender: CardId) -> None:
    """The one that did not win lost; A-67: also if neither wins, unless the text says neither loses."""
    winner = table.recall("winner")
    if winner is not None:
        table.remember(loser=defender if winner == attacker else attacker)
    elif table.recall("both_lose") and table.reading("A-67") == "both-lose":
        table.remember(loser=defender, second_loser=attacker)


@rules.step("8.5.4")
def members_win_and_lose(table: Table) -> None:
    winner, loser = table.recall("winner"), table.recall("loser")
    tell_unknown_result(table)
    with table.together():
        if winner is not None:
            table.mark(winner, "won by", table.recall("decided", "no opponent"))
            table.occurs("wins", table.master(winner), winner, (("against", loser),))
        if loser is not None:
            table.occurs("loses", table.master(loser), loser, (("against", winner),))
        second = table.recall("second_loser")
        if second is not None:
            table.occurs("loses", table.master(second), second, (("against", loser),))


def tell_unknown_result(table: Table) -> None:
    """Both members are there and nobody has won: only a position that begins here can leave that out."""
    both = attacking_member(table) is not None and defending_member(table) is not None
    if both and table.recall("winner") is None and table.recall("both_lose") is None:
        table.refuse("find the winner", table.words("winner not known"))


rules.does("8.5.5", check_timing)


@rules.step("8.5.6")
def loser_goes_to_stock(table: Table) -> None:
    """A-19: only a loser that is still the defending member. In a hidden zone it lies face down (4.8.1.1)."""
    loser = table.recall("loser")
    tell_unknown_result(table)
    if loser is None or loser == attacking_member(table) or not is_on_circle(table.card(loser)):
        return
    if loser == defending_member(table) or table.reading("A-19") == "loser-goes-anyway":
        stock(table, [loser])


@rules.step("8.5.7")
def winner_stays(table: Table) -> None:
    """A defending member that wins: nothing happens to it."""
    winner = table.recall("winner")
    if winner is not None and winner == defending_member(table):
        table.occurs("the defending member stays", table.opponent(), winner)


rules.does("8.5.8", check_timing)
