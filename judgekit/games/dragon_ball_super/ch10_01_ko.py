"""Chapter 10, KO: how a Battle Card is taken out of play, and when that counts as one."""

from __future__ import annotations

from judgekit.engine.state import Card, CardId, Facts, area_name, fact
from judgekit.engine.table import Table
from judgekit.games.dragon_ball_super.ch03_areas import cause, place
from judgekit.games.dragon_ball_super.rules import rules


@rules.action("10-1-1")
def ko(table: Table, card: CardId, why: Facts = ()) -> bool:
    from judgekit.games.dragon_ball_super.ch10_21_tokens import is_treated_like_a_card

    why = why or cause(table)
    now = table.card(card)
    if area_name(now.area) != "battle" or table.peek(card, "type") != "battle":
        return False
    master = table.master(card)
    if not table.propose("KO", card, master, now.area, f"{now.owner}.drop", why):
        return False
    with table.together():
        if now.mark("token"):
            is_treated_like_a_card(table)
        done = place(table, card, "drop", why="KO-ed", by=why) or goes_elsewhere(table, card, now)
        if done and counts_as_a_ko(table):
            table.tally(f"{master}.KOs this turn")
            table.occurs("KO", master, card, (("object", now.object), *why))
    return done


def goes_elsewhere(table: Table, card: CardId, before: Card) -> bool:
    """Something replaced its move to the Drop Area; whether that was a KO is open (A-61)."""
    now = table.state.cards.get(card)
    if now is None or now.object == before.object:
        return False
    return table.reading("A-61") == "ko-all-the-same"


# Only what an effect or a rule calls a KO is one; being placed in the Drop Area is not enough.
counts_as_a_ko = rules.says("10-1-2", True)


def is_by_opponent(table: Table, card: CardId, why: Facts) -> bool:
    """A skill of the opponent's cards, or the result of a battle."""
    if fact(why, "by") == "battle":
        return True
    players = fact(why, "all of") or (fact(why, "of"),)
    return fact(why, "by") == "skill" and any(p not in (None, table.master(card)) for p in players)
