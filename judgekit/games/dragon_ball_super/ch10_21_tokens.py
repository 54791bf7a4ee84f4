"""Chapter 10, sections 21 and 22: tokens, and cards that are removed from the game."""

from __future__ import annotations

from judgekit.engine.state import CardId, Facts, Player, area_name
from judgekit.engine.table import Table
from judgekit.games.dragon_ball_super.ch03_areas import place
from judgekit.games.dragon_ball_super.ch06_turn import was_played
from judgekit.games.dragon_ball_super.ch08_06_auto import what_holds_already
from judgekit.games.dragon_ball_super.ch08_07_effects import take_hold_of_a_newcomer
from judgekit.games.dragon_ball_super.of_no_avail import note_no_play
from judgekit.games.dragon_ball_super.rules import rules


@rules.action("10-21-1")
def create_tokens(
    table: Table, player: Player, name: str, n: int = 1, mode: str | None = None, played: bool = False
) -> list[CardId]:
    """A Battle Card that was in no deck; where the text says so, it is played (3-6-3)."""
    with table.together():
        made = [appear(table, player, name, mode) for _ in range(n)]
        for token in made:
            if token in table.state.cards:
                take_hold_of_a_newcomer(table, token)
                what_holds_already(table, token)
                if played:
                    was_played(table, token, player, "", "skill")
                else:
                    note_no_play(table)
    return made


@rules.action("10-21-3")
def appear(table: Table, player: Player, name: str, mode: str | None) -> CardId:
    """In the Battle Area of the effect's master, unless it says otherwise."""
    table.cite("10-21-2", "10-21-4")
    marks: Facts = (("rest", True), ("token", True)) if mode == "rest" else (("token", True),)
    return table.create(name, player, f"{player}.battle", marks)


# Unless a rule says otherwise: a KO of a token is a KO, though nothing arrives in the Drop Area.
is_treated_like_a_card = rules.says("10-21-5", True)
may_be_selected_too = rules.says("10-21-6", True)


@rules.action("10-21-7")
def leave_as_a_token(table: Table, card: CardId, dst: str) -> bool:
    """A token that goes elsewhere is gone, even from under a card; the Combo Area is allowed (A-33)."""
    if area_name(dst) == "battle":
        return False
    if area_name(dst) == "combo" and table.reading("A-33") == "combo-allowed":
        return False
    table.vanish(card)
    return True


@rules.action("10-22-1")
def remove_from_the_game(table: Table, card: CardId) -> bool:
    table.cite("10-22-2")
    return lies_open(table) and place(table, card, "removed")


lies_open = rules.says("10-22-3", True)  # face up, for everybody to see
