"""Section 8: the attack phase and its sub phases."""

from __future__ import annotations

from collections.abc import Iterator

from judgekit.engine.events import Moved
from judgekit.engine.registry import Due
from judgekit.engine.state import PLAYERS, CardId, Player, area_player, opponent
from judgekit.engine.table import Table
from judgekit.games.gate_ruler import ch06_how_to_play as turn
from judgekit.games.gate_ruler import ch12_rules_effects as rules_effects
from judgekit.games.gate_ruler import ch13_damage as damage
from judgekit.games.gate_ruler import ch14_03_playable as playable
from judgekit.games.gate_ruler import ch15_02_handling_cards as handling
from judgekit.games.gate_ruler import ch15_15_playing_and_driving as summoning
from judgekit.games.gate_ruler import ch15_25_affecting as affecting
from judgekit.games.gate_ruler import ch16_05_battle as battle_words
from judgekit.games.gate_ruler import ch16_16_conditions as demanding
from judgekit.games.gate_ruler.abilities import NOWHERE, Cost, Playing
from judgekit.games.gate_ruler.ch01_overview import is_forbidden
from judgekit.games.gate_ruler.ch02_card_information import (
    damage_to_a_ruler,
    damage_to_a_unit,
    is_ruler,
    is_unit,
    ruler_of,
)
from judgekit.games.gate_ruler.ch03_zones import (
    column_of,
    columns,
    front_units,
    frontmost,
    is_frontmost,
    zones,
)
from judgekit.games.gate_ruler.rules import (
    ATTACK_DECLARATION,
    ATTACK_END,
    ATTACK_START,
    DAMAGE_STEP,
    END_OF_ATTACK_PHASE,
    END_OF_BATTLE,
    GATE_PROCESS,
    INTERCEPT,
    NO_INTERCEPT,
    NO_MORE_ATTACK,
    is_first_turn,
    leave,
    rules,
    statuses,
    zone_kind,
)

SUB_PHASES = "sub phases this turn"
PAST = "attacks past"  # what is not in front: the card, the turn, the sub phase
STEPS = (ATTACK_START, ATTACK_DECLARATION, INTERCEPT, DAMAGE_STEP, ATTACK_END)
Attack = tuple[CardId, CardId | str]  # the attacking card, and the card or empty column it attacks
Demand = tuple[Cost, Playing]  # what an attack costs besides, and as what it is done


@rules.step("8-2a")
def repeat_attack_sub_phases(table: Table) -> None:
    """Perform the five steps of a sub phase in order, then start another sub phase."""
    at = table.recall("step", 0)
    if at == 0 and attacked_enough(table):
        the_phase_ends_without_declaration(table)
        return
    if at == 0:
        table.set_number(SUB_PHASES, table.number(SUB_PHASES) + 1)
    table.remember(step=(at + 1) % len(STEPS))
    table.call(STEPS[at], then="8-2a")


@rules.guard("8-2a-2")
def attacked_enough(table: Table) -> bool:
    """One sub phase in the first turn of the game."""
    return is_first_turn(table) and table.number(SUB_PHASES) >= 1


def the_phase_ends_without_declaration(table: Table) -> None:
    """J-08: the end of the attack phase still comes, or not."""
    if table.reading("J-08") == "end-occurs-once":
        table.call(END_OF_ATTACK_PHASE)
    else:
        table.cite("8-4c-2a")
        end_the_attack_phase(table)


@rules.step("8-3a")
def start_of_attack(table: Table) -> None:
    table.occurs("start of attack", table.turn_player)
    if table.number(SUB_PHASES) == 1:
        table.occurs("start of the attack phase", table.turn_player)


rules.calls("8-3b", GATE_PROCESS)
rules.moment("8-4a", "start of the attack declaration step")
rules.calls("8-4b", GATE_PROCESS)


@rules.step("8-4c")
def declare_an_attack(table: Table) -> None:
    player = table.turn_player
    chosen = None
    dormant = [c for c in front_units(table, player) if demanding.is_dormant(table, c)]
    demanding.stay_dormant(table, player, dormant)
    if table.may_act(player, "attack"):
        closed = frozenset({NO_ATTACK}) if attack_is_due(table, player) else frozenset()
        chosen = table.offer(player, "attack", table.words("attack"), NO_ATTACK, closed)
    if chosen is None:
        table.call(NO_MORE_ATTACK)
        return
    action, subject = chosen
    action.perform(table, player, subject)


attack = rules.player_action("8-4c#1", "attack", "attack")
NO_ATTACK = "end the attack"
rules.windows["attack"] = lambda table: ("8-2a-2",) if attacked_enough(table) else ()


def attack_is_due(table: Table, player: Player) -> bool:
    """1-5a: a card that must and can attack and has not this turn does so before the phase ends."""
    due = {c for c in (*table.pile(f"{player}.ruler"), *front_units(table, player)) if must_attack(table, c)}
    if not due or not any(subject[0] in due for _, subject in table.legal(player, "attack")):
        return False
    table.cite("1-5a")
    return True


def must_attack(table: Table, card: CardId) -> bool:
    turn, times, _ = table.card(card).mark("attacked") or (0, 0, 0)
    attacked = turn == table.number("turn") and times
    return not attacked and table.has_status("must attack", card)


@attack.candidates
def attackers_and_targets(table: Table, player: Player) -> Iterator[Attack]:
    """Each of the player's rulers and units against each of the opponent's, and each column except the
    ruler's."""
    other = opponent(player)
    own = [*table.pile(f"{player}.ruler"), *front_units(table, player)]
    targets = [*table.pile(f"{other}.ruler"), *front_units(table, other)]
    for attacker in own:
        for target in targets:
            yield attacker, target
        for column in columns(table, other):
            if not column.endswith(".center"):
                yield attacker, column


@attack.requires("8-4c#1", "ruler, or a unit in an attack zone")
def stands_where_it_can_attack(table: Table, player: Player, subject: Attack) -> bool:
    return zone_kind(table.card(subject[0]).area) in ("ruler", "attack")


@attack.requires("8-4d", "ready attacker")
def is_ready_to_attack(table: Table, player: Player, subject: Attack) -> bool:
    if not table.card(subject[0]).mark("exhausted"):
        return True
    return is_unit(table, subject[0]) and table.reading("J-06") == "exhausted-may-attack"


@attack.requires("1-5d", "nothing forbids it to attack")
def is_allowed_to_attack(table: Table, player: Player, subject: Attack) -> bool:
    attacker, target = subject
    facts = () if isinstance(target, str) else (("target", target),)
    return not is_forbidden(table, "attack", attacker, player, facts)


@attack.requires("16-19b", "not Dormant")
def is_not_dormant(table: Table, player: Player, subject: Attack) -> bool:
    if not demanding.is_dormant(table, subject[0]):
        return True
    if isinstance(subject[1], int) and statuses(table, "may attack", subject):
        table.cite("1-5d")
    return False


@attack.requires("8-4c#2", "something to attack")
def is_a_target(table: Table, player: Player, subject: Attack) -> bool:
    target = subject[1]
    if isinstance(target, str):
        return column_is_empty(table, target)
    return is_ruler(table, target) or is_unit(table, target)


@attack.requires("8-4c-1", "frontmost card of its column")
def is_in_front(table: Table, player: Player, subject: Attack) -> bool:
    return bool(frontmost_may_be_attacked(table, subject))


@attack.requires("15-26b", "card that can be attacked")
def may_be_attacked(table: Table, player: Player, subject: Attack) -> bool:
    target = subject[1]
    return isinstance(target, str) or not affecting.cannot_be_attacked(table, target)


@attack.requires("8-4d-1", "demands of the attack")
def demands_can_be_met(table: Table, player: Player, subject: Attack) -> bool:
    return all_demands_can_be_met(table, player, subject) is not False


@attack.performs
def choose_attacker_and_target(table: Table, player: Player, subject: Attack) -> None:
    attacker, target = subject
    column = target if isinstance(target, str) else column_of(table.card(target).area)
    table.remember(attacker=attacker, column=column, target=None if isinstance(target, str) else target)


@rules.guard("8-4c#2")
def column_is_empty(table: Table, column: str) -> bool:
    """A column without units can be attacked."""
    return not any(is_unit(table, card) for card in cards_of(table, column))


@rules.guard("8-4c-1")
def frontmost_may_be_attacked(table: Table, subject: Attack) -> bool:
    """Unless specified otherwise, only what stands in front."""
    attacker, target = subject
    if isinstance(target, str):
        return True
    return bool(is_frontmost(table, target)) or bool(statuses(table, "may attack", (attacker, target)))


rules.calls("8-4c-2", END_OF_ATTACK_PHASE)
rules.moment("8-4c-2a", "end of the attack phase")
rules.calls("8-4c-2b", GATE_PROCESS)


def end_the_attack_phase(table: Table) -> None:
    no_longer_attacking(table)
    table.leave_to("6-1a")


rules.does("8-4c-2c", end_the_attack_phase)


@rules.step("8-4d")
def exhaust_the_attacker(table: Table) -> None:
    """And whatever else the attack demands."""
    attacker, target = table.recall("attacker"), table.recall("target")
    if attacker is None:  # nobody was chosen
        return
    due = demands(table, attacker, target)
    handling.exhaust(table, attacker)
    for cost, doing in due:
        if cost.resources:
            summoning.pay_resources(table, doing.player, cost.resources)
        elif cost.pay is not None:
            cost.pay(table, doing)


@rules.guard("8-4d-1")
def all_demands_can_be_met(table: Table, player: Player, subject: Attack) -> bool:
    """An attack whose demands cannot all be met, once its card is exhausted, cannot be chosen."""
    attacker, target = subject
    due = demands(table, attacker, None if isinstance(target, str) else target)
    if not due:
        return True
    with table.supposing():
        handling.exhaust(table, attacker)
        return can_all_be_done(table, player, due)


@rules.step("8-4e")
def the_attacker_is_attacking(table: Table) -> None:
    attacker = table.recall("attacker")
    if attacker is None:  # nobody was chosen
        return
    table.mark(attacker, "attacking", table.recall("column"))
    last, times, _ = table.card(attacker).mark("attacked") or (0, 0, 0)
    here, sub_phase = table.number("turn"), table.number(SUB_PHASES)
    table.mark(attacker, "attacked", (here, times + 1 if last == here else 1, sub_phase))
    target = table.recall("target", None)
    if target is not None and not is_frontmost(table, target):
        table.mark(attacker, PAST, (target, here, sub_phase))


@rules.guard("8-4e-1")
def being_attacked(table: Table) -> CardId | None:
    """The frontmost card of the column that is attacked."""
    attacker = attacking_card(table)
    if attacker is not None and (behind := attacked_behind(table, attacker)) is not None:
        return behind
    found = None if attacker is None else frontmost(table, table.card(attacker).mark("attacking"))
    return None if found is not None and affecting.cannot_be_attacked(table, found) else found


def is_without_units(table: Table, column: str | None) -> bool:
    """8-4c: a column that is attacked though no unit stands in it; a ruler may."""
    foremost = frontmost(table, column) if column else None
    return bool(column) and (foremost is None or zone_kind(table.card(foremost).area) == "ruler")


def attacked_behind(table: Table, attacker: CardId) -> CardId | None:
    """The card behind the frontmost one that a text lets it attack (1-5a), while in that column."""
    target, turn, sub_phase = table.card(attacker).mark(PAST) or (None, 0, 0)
    if (turn, sub_phase) != (table.number("turn"), table.number(SUB_PHASES)) or target is None:
        return None
    column = table.card(attacker).mark("attacking")
    there = target in table.state.cards and column_of(table.card(target).area) == column
    return CardId(target) if there else None


@rules.interrupt("8-4e-2", on=(Moved,))
def left_the_attack(table: Table) -> Iterator[Due]:
    """An attacking card anywhere but in an attack zone (or ruler zone) of its player; J-29."""
    attacker = attacking_card(table)
    if attacker is None:  # nobody was chosen
        return
    where = table.card(attacker).area
    declared = opponent(area_player(table.card(attacker).mark("attacking")) or PLAYERS[0])
    if zone_kind(where) not in ("attack", "ruler") or (
        area_player(where) != declared and table.reading("J-29") == "stops-attacking"
    ):
        yield Due(declared, attacker)


@left_the_attack.performs("8-4e-2")
def stop_being_an_attacking_card(table: Table, due: Due) -> None:
    assert isinstance(due.subject, int)
    table.mark(due.subject, "attacking", None)


@rules.step("8-4f")
def it_attacks(table: Table) -> None:
    attacker = attacking_card(table)
    if attacker is not None:
        target = being_attacked(table)
        table.occurs("attacks", table.turn_player, attacker, (("target", target),))


rules.calls("8-4g", GATE_PROCESS)


@rules.step("8-5a")
def is_there_an_intercept(table: Table) -> None:
    attacker, target = attacking_card(table), being_attacked(table)
    if (
        attacker is None
        or target is None
        or not is_unit(table, attacker)
        or not battle_words.has_intercept(table, target)
    ):
        table.call(NO_INTERCEPT)


rules.does("8-5a-1", leave, 2)


@rules.step("8-5b")
def intercept(table: Table) -> None:
    attacker, target = attacking_card(table), being_attacked(table)
    if attacker is not None and target is not None:
        battle_words.deal_intercept(table, target, attacker)


rules.calls("8-5c", GATE_PROCESS)


@rules.step("8-6a")
def no_attacker_no_damage_step(table: Table) -> None:
    if attacking_card(table) is None:
        table.finish()


rules.moment("8-6b", "start of the damage step")
rules.calls("8-6c", GATE_PROCESS)


@rules.step("8-6d")
def the_attacker_deals_damage(table: Table) -> None:
    attacker, target = attacking_card(table), being_attacked(table)
    if attacker is not None and target is None and table.reading("J-46") == "skip-step":
        table.finish()
    if attacker is None or target is None:
        return
    if is_ruler(table, attacker) and table.reading("J-49") == "no-amount":
        return
    damage_a_ruler(table, attacker, target)
    damage_a_unit(table, attacker, target)


@rules.action("8-6d-1")
def damage_a_ruler(table: Table, attacker: CardId, target: CardId) -> None:
    if is_ruler(table, target):
        damage.deal_combat_damage(table, attacker, target, damage_to_a_ruler(table, attacker) or 0)


@rules.action("8-6d-2")
def damage_a_unit(table: Table, attacker: CardId, target: CardId) -> None:
    if is_unit(table, target):
        damage.deal_combat_damage(table, attacker, target, damage_to_a_unit(table, attacker) or 0)


rules.calls("8-6e", GATE_PROCESS)


@rules.step("8-6f")
def end_of_damage_step(table: Table) -> None:
    table.occurs("end of the damage step", table.turn_player)
    battle_words.what_came_too_late(table, attacking_card(table), being_attacked(table))


rules.calls("8-6g", GATE_PROCESS)


@rules.step("8-7a")
def end_of_battle(table: Table) -> None:
    table.occurs("end of battle", table.turn_player, attacking_card(table))


rules.calls("8-7b", GATE_PROCESS)
rules.calls("8-7c", END_OF_BATTLE)


@rules.step("8-7c-1")
def end_effects_of_the_battle(table: Table) -> None:
    """J-35: battle, combat and attack all mean this sub phase."""
    for until in ("end of battle", "end of combat", "end of attack"):
        turn.end_effects(table, until)


@rules.step("8-7c-2")
def back_if_anything_is_left(table: Table) -> None:
    if table.recall("again"):
        table.leave_to("8-7b")
    elif rules_effects.any_due(table) or table.state.standby:
        if table.reading("J-47") == "walk-both":
            table.remember(again=True)
            table.call(GATE_PROCESS, then="8-7c-2")
        else:
            table.leave_to("8-7b")
    else:
        no_longer_attacking(table)


# who attacks what


def attacking_card(table: Table) -> CardId | None:
    """8-4e: the attacking ruler or unit."""
    for player in PLAYERS:
        for card in (*table.pile(f"{player}.ruler"), *front_units(table, player)):
            if table.card(card).mark("attacking"):
                return card
    return None


def attacked_column(table: Table) -> str:
    attacker = attacking_card(table)
    return "" if attacker is None else str(table.card(attacker).mark("attacking"))


def change_target(table: Table, card: CardId) -> bool:
    """An effect redirects the attack to the column of another card on the same side."""
    attacker, column = attacking_card(table), attacked_column(table)
    there = column_of(table.card(card).area)
    if attacker is None or there not in columns(table, area_player(column) or PLAYERS[0]):
        return False
    with table.under("8-4e-1"):
        return table.mark(attacker, "attacking", there)


def no_longer_attacking(table: Table) -> None:
    attacker = attacking_card(table)
    if attacker is not None:
        table.mark(attacker, "attacking", None)


def cards_of(table: Table, column: str) -> list[CardId]:
    if column.endswith(".center"):
        player = area_player(column)
        assert player is not None
        found = [card for zone in zones(table, player, "defense") for card in table.pile(zone)]
        ruler = ruler_of(table, player)
        return [*found, ruler] if ruler is not None else found
    return list(table.pile(column))


def demands(table: Table, attacker: CardId, target: CardId | None) -> list[Demand]:
    """What an attack costs besides exhausting its card; the attacking player does each part."""
    found = statuses(table, "attack cost", (attacker, target))
    return [
        (cost, Playing(NOWHERE, table.turn_player, source.card, facts=source.facts))
        for status, source in found
        for cost in status.data
    ]


def can_all_be_done(table: Table, player: Player, due: list[Demand]) -> bool:
    """The resources, and everything else."""
    if sum(cost.resources for cost, _ in due) > summoning.resources_to_spend(table, player):
        return False
    return playable.can_be_done_together(table, due)
