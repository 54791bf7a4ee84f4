"""What the engine asks of Luck & Logic, each answer under its clause."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from judgekit.engine.abilities import TAKES, Ability, Modifier, Moment, Proposal, Source
from judgekit.engine.events import Moved, Occurred, Row, Vanished
from judgekit.engine.layers import Board
from judgekit.engine.policy import AS_USUAL, Policy
from judgekit.engine.registry import Due, RuleAction
from judgekit.engine.state import UNKNOWN, Area, Card, CardId, Facts, Player, State, area_name
from judgekit.engine.table import Table
from judgekit.engine.ties import tie
from judgekit.games.luck_and_logic.ch03_masters import master_of
from judgekit.games.luck_and_logic.ch04_zones import (
    CIRCLES,
    FIELD,
    changes_zone,
    sees,
    soul_of,
    what_its_zone_says,
)
from judgekit.games.luck_and_logic.ch07_phases import was_heard
from judgekit.games.luck_and_logic.ch09_03_activity import is_active
from judgekit.games.luck_and_logic.ch09_07_automatic import sees_its_company
from judgekit.games.luck_and_logic.ch09_09_continuous import (
    applied_only_once,
    holds_since_arrival,
    keeps_its_stamp,
    never_used,
    who_orders,
)
from judgekit.games.luck_and_logic.ch10_rule_actions import in_order_of_players, next_in_masters_order
from judgekit.games.luck_and_logic.ch12_miscellaneous import cannot_trigger

KEPT = ("type", "name", "character", "title", "world", "element", "colour", "level", "cost", "territory",
        "power", "aura", "limit", "power logic", "aura logic", "limit logic", "intercept")  # fmt: skip


LEAVING = ("intercepts", "discarded", "put into soul", "tranced")  # told of a card where it has come to
HIDING = "turned face down"


class LuckAndLogicPolicy(Policy):
    loop_points = frozenset({"9.5.3.1"})
    counting_clause = "4.1.2.2"
    hiding = frozenset({"no longer revealed", "no longer looked at"})
    counts_earlier_triggers = True  # 9.7.2.1
    phases = frozenset({f"7.{n}" for n in range(2, 8)} | {f"8.{n}" for n in range(2, 7)} | {"8"})
    dated = Policy.dated | {"placed", "set to", "waited as"}
    apart = ("A.refresh points", "B.refresh points")  # they do nothing before a check (10.9.1)
    checks = frozenset({"9.5.3.1"})
    settles_ties = True
    battles = frozenset({"8"})

    def master(self, state: State, card: Card) -> Player:
        """3.2.1.1"""
        return master_of(state, card)

    def active(self, table: Table, state: State, card: Card, ability: Ability) -> bool:
        """9.3.2 and what follows it."""
        return is_active(table, state, card, ability)

    def holder(self, table: Table, moment: Moment, card: CardId, ability: Ability) -> Card | None:
        """How an ability's card hears an event: as it is, or as it was before the event (A-49)."""
        found = self._holder(table, moment, card, ability)
        if found is None or self._is_deaf(table, moment, found, ability):
            return None
        return found

    def _holder(self, table: Table, moment: Moment, card: CardId, ability: Ability) -> Card | None:
        event, after = moment.event, moment.after.cards.get(card)
        if ability.clause == "11.2.1" and isinstance(event, Occurred):
            return after if event.timing in ("tranced", "put into soul") else None
        if after is not None and self.active(table, moment.after, after, ability):
            before = moment.before.cards.get(card)
            if moment.happened.group and before is not None and before.area != after.area:
                return after if self._is_own(event, card) or sees_its_company(table, moment, after) else None
            return after
        if self._is_own(event, card):
            return self._looks_back(table, moment, card, ability)
        return self._leaves_together(table, moment, card, ability)

    def _leaves_together(self, table: Table, moment: Moment, card: CardId, ability: Ability) -> Card | None:
        """A-61: whether a card that leaves the field hears that another one leaves at the same time."""
        if not moment.happened.group or not isinstance(moment.event, Moved):
            return None
        before, after = moment.before.cards.get(card), moment.after.cards.get(card)
        if before is None:
            return None
        gone = after is None or area_name(after.area) not in FIELD
        if not gone or {area_name(before.area), area_name(moment.event.src)} - FIELD:
            return None
        if not self.active(table, moment.before, before, ability):
            return None
        return before if table.reading("A-61") == "see-each-other" else None

    def _is_own(self, event: object, card: CardId) -> bool:
        if isinstance(event, Occurred):
            return event.card == card and event.timing in (*LEAVING, HIDING)
        return isinstance(event, Moved | Vanished) and event.card == card

    def _looks_back(self, table: Table, moment: Moment, card: CardId, ability: Ability) -> Card | None:
        """A-49: an ability of a member hears what took the member away."""
        event, before = moment.event, moment.before.cards[card]
        if isinstance(event, Occurred) and event.timing == HIDING:
            return self._hears_its_turning(table, moment, card, ability)
        if isinstance(event, Occurred):
            here = moment.after.cards[card]
            on_circle = replace(here, area=Area(f"{master_of(moment.after, here)}.{CIRCLES[0]}"))
            works = event.timing != "discarded" and self.active(table, moment.after, on_circle, ability)
            return here if works and table.reading("A-49") == "looks-back" else None
        left = area_name(before.area) in FIELD or area_name(before.area) in ability.where
        if left and self.active(table, moment.before, before, ability):
            if area_name(before.area) in FIELD:
                table.cite("9.7.4.1.2")
            return before if table.reading("A-49") == "looks-back" else None
        return None

    def _hears_its_turning(self, table: Table, moment: Moment, card: CardId, ability: Ability) -> Card | None:
        """A-63: a text about its own card being turned face down was there until then."""
        here = moment.after.cards[card]
        shown = replace(here, marks=tuple(one for one in here.marks if one[0] != "face down"))
        works = self.active(table, moment.after, shown, ability)
        return here if works and table.reading("A-63") == "looks-back" else None

    def _is_deaf(self, table: Table, moment: Moment, card: Card, ability: Ability) -> bool:
        """7.7.2, A-20, A-38: who hears a timing; 12.3.1.2: who hears nothing."""
        event = moment.event
        if isinstance(event, Occurred):
            if was_heard(table, event.timing, ability.address, card.ref):
                return True
        if isinstance(event, Occurred) and event.timing == "beginning of the game" and event.player:
            return master_of(moment.after, card) != event.player
        return card.id in table.state.cards and bool(cannot_trigger(table, card.id, ability.address))

    def renews(self, state: State, card: Card, dst: str) -> bool:
        """4.1.5"""
        return changes_zone(card.area, dst)

    def restamps(self, table: Table, card: Card, dst: str) -> bool:
        """9.9.1.7.1"""
        return not keeps_its_stamp(table, card, dst)

    def information(self, table: Table, card: Card, dst: str) -> Facts:
        """9.11.1: a card on the field as it last was."""
        if area_name(card.area) not in FIELD or card.name == UNKNOWN:
            return ()
        facts = table.information(card.id, KEPT)
        souls = soul_of(table.group_before if table.group else table.state, card.id)
        kept = (("soul", souls),) if souls else ()  # 4.15.2.2: how many there were
        return (*facts, *kept, ("area", card.area), ("master", master_of(table.state, card)))

    def sees(self, state: State, seat: Player, card: Card, readings: Mapping[str, str] = AS_USUAL) -> bool:
        """4.1.2.1, and what each zone says (A-41)."""
        return sees(state, seat, card, flat=readings.get("A-41") == "flat-zone-flag")

    def sight(self, card: Card) -> tuple[str, ...]:
        """4.1.2, 4.1.2.1, and what each zone says."""
        return ("4.1.2", "4.1.2.1", *what_its_zone_says(card))

    def value_clauses(self, table: Table, card: Card, rows: Sequence[Row]) -> tuple[str, ...]:
        """9.9.1.1, 9.9.3, 9.6.1"""
        return ("9.9.1.1", *holds_since_arrival(table, card, rows), *never_used(table, rows)) if rows else ()

    def in_order(self, table: Table, dues: Sequence[tuple[RuleAction, Due]]) -> list[tuple[RuleAction, Due]]:
        """1.3.4"""
        return in_order_of_players(table, dues)

    def next_interrupt(self, table: Table, dues: Sequence[tuple[RuleAction, Due]]) -> tuple[RuleAction, Due]:
        """10.1.2.1.1"""
        return next_in_masters_order(table, dues) or dues[0]

    def chooser(self, table: Table, proposal: Proposal) -> Player:
        """9.10.2"""
        return who_orders(table, proposal) or table.turn_player

    def replacements(self, table: Table) -> str:
        """9.10.2.3 (A-29)"""
        modes = {"once-per-event": "once", "once-per-new-event": "again", "all-chosen-apply": "all"}
        return modes[table.reading("A-29")] if applied_only_once(table) else "again"

    def replaced_already(self, table: Table) -> None:
        applied_only_once(table)

    def dates(self, table: Table, source: Source) -> None:
        table.cite("9.9.1.7.1" if source.effect is None else "9.9.1.7.2")

    def place(self, board: Board, source: Source) -> int:
        """9.9.1.7: in the order that a player gave to what came at one time (A-69)."""
        return board.state.number(tie(source))

    def meet(self, table: Table, working: Sequence[Modifier]) -> None:
        """A-28 decides where one effect sets a number and another adds to it."""
        numbers = [one for one in working if one.properties and one.properties != {"abilities"}]
        setting = {name for one in numbers if one.data == "set" for name in one.properties}
        if any(setting & one.properties for one in numbers if one.data != "set"):
            table.reading("A-28")

    def rank(self, table: Table, modifier: Modifier) -> int:
        """A-28: read the other way, what sets a number comes before what adds to it. A-56: read the other
        way, what takes abilities comes after what gives them."""
        if modifier.data == TAKES:
            return 2 if table.readings["A-56"] == "losing-last" else 0
        if modifier.properties == {"abilities"}:
            return 0
        return 1 if modifier.data != "set" and table.readings["A-28"] == "setters-first" else 0

    def waits_again_while_it_lasts(self, table: Table) -> bool:
        """9.7.6.1"""
        table.cite("9.7.6")
        return True
