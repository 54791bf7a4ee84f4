"""Chapter 4: checkpoints, free timings, counter timings; drawing, damage."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from judgekit.engine.state import CardId, Facts, Player, Standby, fact, opponent
from judgekit.engine.table import Table
from judgekit.games.dragon_ball_super.ch01_outline import (
    as_far_as_possible,
    is_nothing,
    is_so_already,
    least_of_up_to,
)
from judgekit.games.dragon_ball_super.ch03_areas import cause, choose_life, one_by_one, place
from judgekit.games.dragon_ball_super.rules import (
    CARRYING_OUT,
    CHECKPOINT,
    CHECKPOINT_ORDER,
    COUNTER_TIMING,
    COUNTER_TIMING_ORDER,
    DEFENSE_STEP,
    END_PHASE_ORDER,
    FREE_TIMING_ORDER,
    MAIN_PHASE_END_ORDER,
    OFFENSE_STEP,
    goes_on,
    rules,
)

BUSY = "checkpoint was busy"
PASS = "pass"  # noqa: S105


rules.calls("4-5-3", CHECKPOINT_ORDER)


@rules.step("4-5-3-1", to=("4-5-3-1",))
def process_rules_until_none_is_left(table: Table) -> None:
    from judgekit.games.dragon_ball_super.ch09_rule_processing import process_rules

    if process_rules(table):
        table.cite("4-5-2")
        note_activity(table)
        table.goto("4-5-3-1")


@rules.step("4-5-3-2", to=("4-5-3-1",))
def resolve_one_of_the_turn_player(table: Table) -> None:
    resolve_one(table, table.turn_player)


@rules.step("4-5-3-3", to=("4-5-3-1",))
def resolve_one_of_the_other_player(table: Table) -> None:
    resolve_one(table, table.opponent())


@rules.step("4-5-3-4")
def end_the_checkpoint(table: Table) -> None:
    table.occurs("checkpoint ends")
    table.finish()


def resolve_one(table: Table, player: Player) -> None:
    """The player picks a pending [Auto] and activates it; then rule processing is done again."""
    from judgekit.games.dragon_ball_super.ch08_06_auto import activate_pending, pending_autos

    if waiting := pending_autos(table, player):
        note_activity(table)
        activate_pending(table, player, waiting)
        if table.flow is None:
            table.goto("4-5-3-1")


def note_activity(table: Table) -> None:
    """6-4-1-3 will ask whether its checkpoint did anything."""
    if goes_on(table, END_PHASE_ORDER) or goes_on(table, MAIN_PHASE_END_ORDER):
        table.set_number(BUSY, 1)


@rules.step("4-6-2")
def grant_a_free_timing(table: Table) -> None:
    player, window = whose_free_timing(table)
    table.call(FREE_TIMING_ORDER, player=player, window=window)


rules.calls("4-6-2-1", CHECKPOINT)


@rules.step("4-6-2-2", to=("4-6-2-1",))
def act_or_do_nothing(table: Table) -> None:
    """One possible action, then another free timing; or none."""
    from judgekit.games.dragon_ball_super.ch07_battle import attack_is_due, breaks_off

    if breaks_off(table):
        return
    player, window = whose_free_timing(table)
    due = window == "main" and attack_is_due(table, player)
    nothing = OTHERWISE.get(window, PASS)
    closed = frozenset({nothing} if due else ())
    chosen = table.offer(player, window, table.words("act", player=player), nothing, closed)
    if chosen is None:
        return
    action, subject = chosen
    action.perform(table, player, subject)
    if table.flow is None:
        table.goto("4-6-2-1")


OTHERWISE = {"main": "end the Main Phase"}


@rules.step("4-6-2-3")
def end_the_free_timing(table: Table) -> None:
    from judgekit.games.dragon_ball_super.ch06_turn import end_the_main_phase

    player, window = whose_free_timing(table)
    if window == "main":
        end_the_main_phase(table, player)
    else:
        table.finish()


def whose_free_timing(table: Table) -> tuple[Player, str]:
    """Who may act and in which window; a position that begins here need not say it."""
    around = "offense" if goes_on(table, OFFENSE_STEP) else "main"
    window = table.recall("window") or ("defense" if goes_on(table, DEFENSE_STEP) else around)
    usual = table.opponent() if window == "defense" else table.turn_player
    return table.recall("player") or usual, window


@rules.guard("4-7-2")
def opens_a_counter_timing(table: Table, occasion: str) -> bool:
    """The four occasions on which the other player can answer with a [Counter]."""
    return bool(OCCASIONS[occasion](table)) and not is_inside_another(table)


on_declaring_to_play_a_card = rules.says("4-7-2-1", True)
on_making_an_attack = rules.says("4-7-2-2", True)
on_activating_a_skill = rules.says("4-7-2-3", True)
on_having_resolved_a_skill = rules.says("4-7-2-4", True)


@rules.guard("4-7-2-5")
def is_inside_another(table: Table) -> bool:
    """No counter timing can open during another one."""
    return goes_on(table, COUNTER_TIMING)


OCCASIONS = {
    "play": on_declaring_to_play_a_card,
    "attack": on_making_an_attack,
    "activated": on_activating_a_skill,
    "resolved": on_having_resolved_a_skill,
}


def open_a_counter_timing(
    table: Table, actor: Player, occasion: str, acts: Iterable[str], then: str = ""
) -> bool:
    """What fits becomes pending, and the other player can answer."""
    from judgekit.games.dragon_ball_super.ch10_10_counter import counters_pend

    if not opens_a_counter_timing(table, occasion):
        return False
    counters_pend(table, actor, acts)
    table.call(COUNTER_TIMING, then=then, actor=actor)
    return True


@rules.step("4-7-3")
def hold_a_counter_timing(table: Table) -> None:
    table.call(COUNTER_TIMING_ORDER, actor=table.recall("actor") or table.turn_player)


@rules.step("4-7-3-1", to=("4-7-3-1",))
def process_rules_first(table: Table) -> None:
    from judgekit.games.dragon_ball_super.ch09_rule_processing import process_rules

    if process_rules(table):
        table.goto("4-7-3-1")


@rules.step("4-7-3-2", to=("4-7-3-6",))
def the_opponent_may_counter(table: Table) -> None:
    if not add_a_link(table, opponent(table.recall("actor") or table.turn_player)):
        table.goto("4-7-3-6")


@rules.step("4-7-3-3", to=("4-7-3-5",))
def the_other_player_may_answer(table: Table) -> None:
    if not add_a_link(table, opponent(who_countered_first(table))):
        table.goto("4-7-3-5")


@rules.step("4-7-3-4", to=("4-7-3-3", "4-7-3-5"))
def and_so_on_in_turns(table: Table) -> None:
    linked = add_a_link(table, who_countered_first(table))
    table.goto("4-7-3-3" if linked else "4-7-3-5")


@rules.step("4-7-3-5", to=("4-7-3-5",))
def resolve_from_the_last_one_back(table: Table) -> None:
    from judgekit.games.dragon_ball_super.ch09_rule_processing import process_rules

    chain = links(table)
    if table.recall("between"):
        opens_a_counter_timing(table, "resolved")  # it does not: it would be inside this one
    if table.recall("between") and table.reading("A-12") == "all-rule-processing" and process_rules(table):
        table.goto("4-7-3-5")
    elif chain:
        table.remember(between=True)
        table.call(CARRYING_OUT, then="4-7-3-5", **facts_of(chain[-1]))


@rules.step("4-7-3-6")
def end_the_counter_timing(table: Table) -> None:
    """Whatever caused it continues, if it still can."""
    from judgekit.games.dragon_ball_super.ch10_10_counter import counters_leave_pending

    counters_leave_pending(table)
    table.finish()


def add_a_link(table: Table, player: Player) -> bool:
    """The player activates one of their pending [Counter] skills, or passes."""
    from judgekit.games.dragon_ball_super.ch10_10_counter import activate_a_counter

    return activate_a_counter(table, player, bool(links(table)))


def who_countered_first(table: Table) -> Player:
    """The chain shows it; where a position has none, it is whoever did not act."""
    chain = links(table)
    return chain[0].player if chain else opponent(table.recall("actor") or table.turn_player)


def links(table: Table) -> list[Standby]:
    """Activated [Counter] skills that have not resolved, oldest first."""
    chain = [waiting for waiting in table.state.standby if fact(waiting.facts, "link")]
    return sorted(chain, key=lambda waiting: int(fact(waiting.facts, "link")))


def facts_of(use: Standby) -> dict[str, Any]:
    """What the procedures of a skill must know of it."""
    number = fact(use.facts, "use")
    return {"ability": use.ability, "player": use.player, "card": use.source.card, "use": number}


def switch(table: Table, card: CardId, mode: str) -> bool:
    """4-8-1: to Active Mode or to Rest Mode; a card already in that mode is not switched."""
    resting = mode == "rest"
    if is_so_already(table, bool(table.card(card).mark("rest")), resting):
        return False
    if not table.propose(mode, card, table.master(card), facts=cause(table)):
        return False
    table.mark(card, "rest", True if resting else None)
    table.occurs("switched", table.master(card), card, (("mode", mode), *cause(table)))
    return True


@rules.action("4-9-2")
def draw_one(table: Table, player: Player) -> bool:
    """The top card goes to the hand unseen."""
    deck = table.pile(f"{player}.deck")
    if not deck or not table.propose("draw", player=player, facts=cause(table)):
        return False
    with table.together():
        table.put(deck[0], f"{player}.hand")
        table.tally(f"{player}.draws this turn")
        table.occurs("draw", player, deck[0], cause(table))
    return True


@rules.action("4-9-3")
def draw(table: Table, player: Player, n: int) -> int:
    """One after the other."""
    if is_nothing(table, n):
        return 0
    return sum(1 for _ in one_by_one(table, n) if draw_one(table, player))


@rules.action("4-9-4")
def draw_up_to(table: Table, player: Player, n: int) -> int:
    """As long as the player likes, but not more than n."""
    drawn = times = least_of_up_to(table)
    while not has_drawn_all(table, times, n) and not stop_drawing(table, player, times):
        drawn += draw_another(table, player)
        times += 1
    return drawn


@rules.action("4-9-4-1")
def stop_drawing(table: Table, player: Player, drawn: int) -> bool:
    stops = not table.may(player, table.words("draw another", drawn=drawn))
    if stops:
        table.occurs("stops drawing", player)
    return stops


@rules.action("4-9-4-2")
def draw_another(table: Table, player: Player) -> bool:
    return bool(draw_one(table, player))


@rules.action("4-9-4-3")
def has_drawn_all(table: Table, drawn: int, n: int) -> bool:
    if drawn < n:
        table.cite(*(("4-9-4-3",) if drawn else ()))
        return False
    table.occurs("has drawn as many as allowed")
    return True


INFLICTS = "inflicts damage"
Taking = Callable[[Table, CardId], Any]  # what is done with a life card that damage takes


def inflict_damage(
    table: Table, player: Player, n: int, source: CardId | None, attack: bool = False
) -> int | None:
    """Damage whose source is a card: a skill may wait for just this, before it is replaced (A-67)."""
    from judgekit.games.dragon_ball_super.of_no_avail import waits

    if n > 0 and waits(table, INFLICTS):
        table.occurs(INFLICTS, player, source, (("amount", n), ("attack", attack)))
    return take_damage(table, player, n, source, attack)


@rules.action("4-10-2")
def take_damage(
    table: Table, player: Player, n: int, source: CardId | None = None, attack: bool = False
) -> int:
    """Damage is about to be inflicted on a player's life: how much is decided first."""
    facts: Facts = (("amount", n), ("attack", attack), ("source", source), *cause(table))
    if is_nothing(table, n) or not table.propose("damage", source, player, facts=facts):
        return 0
    return take_each_point(table, player, n, source, attack)


@rules.action("4-10-2-1")
def take_one_damage(
    table: Table, player: Player, source: CardId | None, attack: bool, take: Taking | None = None
) -> bool:
    """The player picks a card from their life and adds it to their hand, or does as `take` says."""
    chosen = choose_life(table, player, 1, table.words("life for damage"))
    if not chosen:
        return False
    where: Facts = (("attack", attack), ("source", source))
    with table.together():
        if take is None:
            place(table, chosen[0], "hand")
        else:
            take(table, chosen[0])
        table.occurs("damage", player, chosen[0], where)
    return True


@rules.action("4-10-2-2")
def take_each_point(
    table: Table, player: Player, n: int, source: CardId | None, attack: bool, take: Taking | None = None
) -> int:
    taken = 0
    for _ in range(as_far_as_possible(table, n, len(table.pile(f"{player}.life")))):
        taken += take_one_damage(table, player, source, attack, take)
    table.occurs("damaged", player, source, (("amount", taken), ("attack", attack)))
    return taken
