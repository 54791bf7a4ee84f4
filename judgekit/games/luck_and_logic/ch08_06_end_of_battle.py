"""Section 8.6: what ends with a battle."""

from __future__ import annotations

from judgekit.engine.table import Table
from judgekit.games.luck_and_logic.ch04_zones import (
    face_up_paradoxes,
    lay,
)
from judgekit.games.luck_and_logic.ch05_02_cards import drop
from judgekit.games.luck_and_logic.ch07_phases import announce_once, cleared, end_what_lasted, is_unheard
from judgekit.games.luck_and_logic.ch09_05_timings import check_timing
from judgekit.games.luck_and_logic.rules import (
    END_OF_BATTLE,
    rules,
)

END_TIMINGS = ("end of battle step", "beginning of the end of battle step")


rules.calls("8.6", END_OF_BATTLE)


@rules.step("8.6.2")
def beginning_of_end_of_battle(table: Table) -> None:
    """A-20: one timing under two names, heard once by each ability."""
    announce_once(table, *end_timings(table))


def end_timings(table: Table) -> tuple[str, ...]:
    """The second name by itself only when the step starts over; reported where an ability listens to it."""
    if table.recall("again") is None and is_unheard(table, END_TIMINGS[1]):
        table.reading("A-20")
    two = table.readings["A-20"] == "two-timings"
    return END_TIMINGS[:1] if two and table.recall("again") is None else END_TIMINGS


rules.does("8.6.3", check_timing)


@rules.step("8.6.4")
def drop_face_down_paradoxes(table: Table) -> None:
    lying = [card for player in cleared(table, "paradox") for card in table.pile(f"{player}.paradox")]
    drop(table, [card for card in lying if table.card(card).mark("face down")])


@rules.step("8.6.5")
def clear_battle_and_intercept_zones(table: Table) -> None:
    with table.together():
        for player in cleared(table, "battle", "intercept"):
            kept = [c for c in face_up_paradoxes(table, player) if c in table.pile(f"{player}.battle")]
            others = (*table.pile(f"{player}.battle"), *table.pile(f"{player}.intercept"))
            for card in kept:
                if table.propose("move", card, src=f"{player}.battle", dst=f"{player}.paradox"):
                    lay(table, card, f"{player}.paradox", face_down=False)
            drop(table, [card for card in others if card not in kept])


@rules.step("8.6.6")
def end_effects_of_battle(table: Table) -> None:
    end_what_lasted(table, lambda until: until == "battle")
    for card in list(table.state.cards.values()):
        if card.mark("soul power") is not None and table.reading("A-08") != "rest-of-game":
            table.mark(card.id, "soul power", None)


@rules.step("8.6.7", to=("8.6.2",))
def end_battle_or_start_over(table: Table) -> None:
    if table.state.standby or table.has_rule_actions_due() or repeats(table):
        table.goto("8.6.2")
        return
    for card in list(table.state.cards.values()):
        for mark in ("attacking", "defending", "won by"):
            if card.mark(mark):
                table.mark(card.id, mark, None)
    table.set_number("attacked circle", 0)
    table.set_number("member attacked", 0)
    table.set_number("attack moved", 0)
    table.occurs("battle ended", table.turn_player)
    table.leave_to("8.2")


def repeats(table: Table) -> bool:
    """Whether abilities of this timing still have to be heard (A-20)."""
    if table.recall("again") is None and table.readings["A-20"] == "two-timings":
        table.remember(again=True)
        return is_unheard(table, *END_TIMINGS) and bool(table.reading("A-20"))
    return is_unheard(table, *END_TIMINGS) and table.reading("A-20") != "every-repeat"
