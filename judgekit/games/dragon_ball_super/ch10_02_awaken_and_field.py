"""Chapter 10, sections 2 and 3: [Awaken] and [Field]."""

from __future__ import annotations

from judgekit.engine.abilities import Ability, Activated
from judgekit.engine.registry import cited
from judgekit.engine.state import CardId, Player, area_name
from judgekit.engine.table import Table
from judgekit.games.dragon_ball_super.ch03_areas import is_one_field_too_many, other_fields, place
from judgekit.games.dragon_ball_super.ch08_01_skills import Skill, Use
from judgekit.games.dragon_ball_super.ch08_06_auto import what_holds_already
from judgekit.games.dragon_ball_super.ch09_rule_processing import is_power
from judgekit.games.dragon_ball_super.of_no_avail import note_no_play
from judgekit.games.dragon_ball_super.printed_keyword import MAIN, Printed
from judgekit.games.dragon_ball_super.rules import rules

awakens = rules.passes("10-2-1")  # [Awaken] is an [Activate] skill with a condition of its own


@rules.action("10-2-3")
def turn_over(table: Table, leader: CardId) -> bool:
    """The Leader shows its other side, and is the same card."""
    shows_back = bool(table.card(leader).mark("back"))
    table.cite("10-2-4-1" if shows_back else "10-2-3-1")
    if shows_back:
        is_the_same_card_again(table)
    if not table.propose("turn over", leader, table.master(leader)):
        return False
    kept = carry_over(table, leader)
    with table.together():
        table.cite("2-3-2-1-2", *(() if shows_back else ("2-3-2-1-3",)))
        table.mark(leader, "back", None if shows_back else True)
        what_holds_already(table, leader)
        if not kept:
            table.mark(leader, "rest", None)
        table.occurs("awaken" if not shows_back else "turned back", table.master(leader), leader)
    return True


is_the_same_card_again = rules.says("10-2-4", True)


@rules.action("10-2-5")
def carry_over(table: Table, leader: CardId) -> bool:
    """Its mode and the effects on its power stay; so do its other effects, depending on the reading."""
    mine = [e for e in table.state.effects if e.cards == (table.card(leader).ref,)]
    others = [effect for effect in mine if not is_power(table, effect)]
    if others and table.reading("A-43") == "only-power":
        for effect in others:
            table.end(effect)
    table.occurs("keeps its mode and its power", table.master(leader), leader)
    return True


@rules.keyword("10-3-1", "Field")
def field(printed: Printed) -> tuple[Ability, ...]:
    skill = Skill("field", effect=cited("10-3-1", place_as_a_field), places_itself=True)
    return (Activated(printed.address, "10-3-1", "[Field]", ("hand",), data=skill, windows=MAIN),)


def place_as_a_field(table: Table, use: Use) -> None:
    """If another one stays, there is no place for it, and it goes where used Extra Cards go (8-5-2-6-1)."""
    card, player = use.source.card, use.player
    if not place(table, card, "battle", player, mode="active"):
        return
    note_no_play(table)
    only_one_field(table, player, card)
    if is_one_field_too_many(table, card, player):
        place(table, card, "drop")


@rules.guard("10-3-2")
def works_as_a_field(table: Table, card: CardId) -> bool:
    """The other skills of a [Field] card work in the Battle Area, and it stays there."""
    return area_name(table.card(card).area) == "battle"


@rules.action("10-3-3")
def only_one_field(table: Table, player: Player, new: CardId) -> None:
    with table.together():
        for old in other_fields(table, player, new):
            place(table, old, "drop")
