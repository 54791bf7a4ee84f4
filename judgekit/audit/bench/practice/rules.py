"""The rules of Glasshouse: the book, the game's policy, and the procedures."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from judgekit.book.load import read
from judgekit.engine.abilities import Ability, Moment, Proposal, Source
from judgekit.engine.policy import AS_USUAL, Policy
from judgekit.engine.registry import Rulebook
from judgekit.engine.state import Card, Facts, Player, State, area_name, area_player
from judgekit.engine.table import Table
from judgekit.engine.words import words_of

SEEDLING = "Seedling"


class GlasshousePolicy(Policy):
    loop_points = frozenset({"6.1.1"})
    looks_for_loops_after = 6
    apart = ("A.pollen", "B.pollen")
    place_counts = False

    def working_areas(self, readings: Mapping[str, str]) -> frozenset[str]:
        """7.1.1"""
        return frozenset({"A.garden", "B.garden"})

    def active(self, table: Table, state: State, card: Card, ability: Ability) -> bool:
        """7.1.1: in the garden, unless the ability says where."""
        return area_name(card.area) in (ability.where or ("garden",))

    def sees_its_end(self, table: Table, moment: Moment, card: Card) -> Card | None:
        """6.5.2: what took it away."""
        table.cite("6.5.2")
        own = getattr(moment.event, "card", None) == card.id
        return card if own or table.readings.get("D-2") == "see-each-other" else None

    def renews(self, state: State, card: Card, dst: str) -> bool:
        """2.3.1, and 2.3.2 as its exception."""
        grows = ("garden", "shade")
        stays = area_name(card.area) in grows and area_name(dst) in grows
        return not (stays and area_player(card.area) == area_player(dst))

    def information(self, table: Table, card: Card, dst: str) -> Facts:
        """2.3.3: what a plant last was in the garden."""
        if area_name(card.area) != "garden":
            return ()
        table.cite("2.3.3")
        return (("growth", table.peek(card.id, "growth")), ("colours", table.peek(card.id, "colours")))

    def sees(self, state: State, seat: Player, card: Card, readings: Mapping[str, str] = AS_USUAL) -> bool:
        """2.2: nobody sees a box, only its gardener a hand, both all else."""
        name = area_name(card.area)
        return area_player(card.area) == seat if name == "hand" else name != "box"

    def chooser(self, table: Table, proposal: Proposal) -> Player:
        """7.3.2."""
        if table.reading("D-3") == "turn-gardener":
            return table.turn_player
        return super().chooser(table, proposal)

    def decider(self, table: Table, source: Source, proposal: Proposal) -> Player:
        """7.3.3."""
        table.cite("7.3.3")
        return source.player

    def waits_again_while_it_lasts(self, table: Table) -> bool:
        return table.reading("D-1") == "lasting"


FOLDER = Path(__file__).parent
book = read(FOLDER / "clauses-1.toml")
rules = Rulebook(book, GlasshousePolicy(), words_of(__package__))

SETUP = rules.procedure("3.2")
TURN = rules.procedure("4.1")
DAWN = rules.procedure("4.2")
NOON = rules.procedure("4.3.1", shape="siblings")
QUARREL = rules.procedure("4.4")
DUSK = rules.procedure("4.5")
CHECK = rules.procedure("6.1")
PLAY = rules.procedure("6.2")
rules.start = SETUP
