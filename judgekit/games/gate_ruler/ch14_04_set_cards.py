"""Section 14-4: playing cards from set zones."""

from __future__ import annotations

from judgekit.engine.state import CardId, Facts, Player
from judgekit.engine.table import Table
from judgekit.games.gate_ruler import ch14_03_playing as to_play
from judgekit.games.gate_ruler import ch15_15_playing_and_driving as summoning
from judgekit.games.gate_ruler.abilities import (
    PLAINLY,
    Way,
)
from judgekit.games.gate_ruler.ch02_card_information import is_unit
from judgekit.games.gate_ruler.rules import rules


def play_set_card(
    table: Table, player: Player, card: CardId, standby: int | None = None, facts: Facts = ()
) -> CardId | None:
    way = set_card_costs(table) or Way(free=True)
    if is_unit(table, card):
        return summoning.normal_summon(table, player, card)
    return to_play.play(
        table, player, to_play.card_play(table, card), card=card, way=way, standby=standby, facts=facts
    )


# played like an automatic ability, once its condition was met and it was revealed
play_when = rules.acts("14-4a", play_set_card)


play_while = rules.acts("14-4b", play_set_card)


play_standard_from_set_zone = rules.acts("14-4c", play_set_card)


play_instant_from_set_zone = rules.acts("14-4d", play_set_card)


set_card_costs = rules.says("14-4e", PLAINLY)  # its level and everything else, as from anywhere


def play_from_set_zone(table: Table, player: Player, card: CardId) -> CardId | None:
    """By its timing: while something holds, or as an instant action."""
    if to_play.timing(table, card) == "while":
        return play_while(table, player, card)
    return play_instant_from_set_zone(table, player, card)
