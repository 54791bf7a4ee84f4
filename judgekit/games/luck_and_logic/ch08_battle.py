"""Chapter 8: attacking and battle.

Who attacks and who defends are marks on the members themselves, so that leaving the field ends them; the
circle being attacked is a number, 1 to 6 in the order of the circles.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from judgekit.engine.state import PLAYERS, CardId, Player, area_name
from judgekit.engine.table import Table
from judgekit.games.luck_and_logic.ch01_outline import card_says, changed_by_cards, is_stopped
from judgekit.games.luck_and_logic.ch02_characteristics import circles_of, fights_by_aura, has_room
from judgekit.games.luck_and_logic.ch04_zones import (
    CIRCLES,
    GATE_ZONES,
    face_up_levels,
    face_up_paradoxes,
    gate_zone_of,
    gates,
    in_front_of,
    is_destroyed,
    is_gate,
    is_on_circle,
    is_under_attack,
    lay,
    members,
    occupants,
    soul_of,
)
from judgekit.games.luck_and_logic.ch05_actions import (
    can_be_boosted,
    define_logic,
    drop,
    intercept,
    level_boost,
    stock,
    turn,
    turn_face,
)
from judgekit.games.luck_and_logic.ch07_phases import announce_once, cleared, end_what_lasted, is_unheard
from judgekit.games.luck_and_logic.ch09_05_timings import check_timing
from judgekit.games.luck_and_logic.ch09_09_continuous import number_of
from judgekit.games.luck_and_logic.rules import (
    BATTLE_RESULT,
    DECLARE_ATTACKERS,
    EMPTY_CIRCLE,
    END_OF_BATTLE,
    INTERCEPT,
    LOGIC_DEFINITION,
    MEMBER_ATTACKED,
    rules,
)

# 8.1 Basics


@rules.guard("8.1.1")
def can_attack(table: Table, card: CardId) -> bool:
    """Standing members of the turn player attack."""
    if table.card(card).mark("rested") and not attacks_again(table, card):
        return False
    return not is_stopped(table, "attack", card)


def attacks_again(table: Table, card: CardId) -> bool:
    """1.3.1: a card that says how often its member attacks lets it do so again though it rests."""
    made = attacks_made(table, card)
    return made > 0 and bool(card_says(table, "attacks often", (card, made)))


def attacks_made(table: Table, card: CardId) -> int:
    turn, made = table.card(card).mark("attacks") or (0, 0)
    return int(made) if turn == table.number("turn") else 0


@rules.guard("8.1.3")
def is_one_battle(table: Table) -> bool:
    """A battle that is cut short has still been one battle."""
    return True


def attacking_member(table: Table) -> CardId | None:
    """8.2.10.1, 8.2.11.1: while it is on the field, wherever it goes there."""
    return marked(table, "attacking")


def defending_member(table: Table) -> CardId | None:
    """8.2.11.2, 8.2.11.3: the member on the circle being attacked (A-14)."""
    attacked = table.number("attacked circle")
    if not attacked:
        return None
    defender = marked(table, "defending")
    if defender is not None and is_under_attack(table, defender):
        return defender
    if not table.number("member attacked") or table.readings["A-14"] != "whoever-is-there":
        return None
    there = occupants(table, table.opponent(), CIRCLES[attacked - 1])
    return there[0] if there and table.reading("A-14") else None


def marked(table: Table, mark: str) -> CardId | None:
    for player in PLAYERS:
        for circle in CIRCLES:
            for card in table.pile(f"{player}.{circle}"):
                if table.card(card).mark(mark):
                    return card
    return None


# 8.2 Declare attackers step


@rules.step("8.2")
def declare_attackers_step(table: Table) -> None:
    table.call(DECLARE_ATTACKERS)


@rules.step("8.2.2")
def beginning_of_declare_attackers(table: Table) -> None:
    player = table.turn_player
    if table.number(f"{player}.declarations this turn") == 0:
        table.occurs("beginning of the battle phase", player)
    table.set_number(f"{player}.declarations this turn", table.number(f"{player}.declarations this turn") + 1)
    table.occurs("beginning of the declare attackers step", player)
    check_timing(table)


@rules.step("8.2.3")
def determine_number_of_attacks(table: Table) -> None:
    player = table.turn_player
    more = table.number(f"{player}.extra attacks") + table.number(f"{player}.extra attacks this turn")
    number = changed_by_cards(table, "attack count", player, len(face_up_levels(table, player)) + more)
    table.set_number(f"{player}.attack limit this turn", number)


@rules.step("8.2.4", to=("8.2.5",))
def attack_or_do_nothing(table: Table) -> None:
    player = table.turn_player
    options = [("attack", "attack")] if may_attack(table, player) else []
    if table.pick(player, [*options, ("do nothing", "do nothing")], "attack?") == "attack":
        attack(table)
    else:
        attack_no_more(table)


def may_attack(table: Table, player: Player) -> bool:
    """Attacks left, a standing member, a circle to attack, and no effect against it."""
    return (
        has_attacks_left(table, player)
        and any(can_attack(table, card) for card in members(table, player))
        and bool(attackable_circles(table))
        and not is_stopped(table, "attack", player=player)
    )


def has_attacks_left(table: Table, player: Player) -> bool:
    """A-01: the number of attacks is an upper bound."""
    made, limit = (
        table.number(f"{player}.attacks this turn"),
        table.number(f"{player}.attack limit this turn"),
    )
    if made == limit:
        return table.reading("A-01") == "stop-beyond-cap"
    return made < limit


@rules.action("8.2.4.1")
def attack(table: Table) -> None:
    table.occurs("an attack is chosen", table.turn_player)
    check_timing(table, then="8.2.5")


@rules.action("8.2.4.2")
def attack_no_more(table: Table) -> None:
    table.occurs("no more attacks", table.turn_player)
    table.leave_to("7.7")


@rules.step("8.2.5", to=("8.2.4",))
def choose_attacker(table: Table) -> None:
    player = table.turn_player
    able = [card for card in members(table, player) if can_attack(table, card)]
    if not able:
        begin_without_attacker(table, player)
        return
    (attacker,) = table.choose(player, able, "which member attacks?")
    table.set_number(f"{player}.attacks this turn", table.number(f"{player}.attacks this turn") + 1)
    table.mark(attacker, "attacks", (table.number("turn"), attacks_made(table, attacker) + 1))
    turn(table, [attacker], rested=True)
    table.mark(attacker, "attacking")


def begin_without_attacker(table: Table, player: Player) -> None:
    """A-13: the check timing has left nobody to attack with."""
    if table.reading("A-13") == "battle-from-attacker":
        table.goto("8.2.4")
    elif is_one_battle(table):
        table.set_number(f"{player}.attacks this turn", table.number(f"{player}.attacks this turn") + 1)
        table.leave_to("8.6")


@rules.step("8.2.6")
def add_soul_power(table: Table) -> None:
    """A-08: how long the attacker has it, and whether it follows the soul."""
    attacker = attacking_member(table)
    if attacker is None or not soul_of(table.state, attacker):
        return
    lasts = table.reading("A-08") == "rest-of-game"
    before = table.card(attacker).mark("soul power", 0) if lasts else 0
    table.mark(attacker, "soul power", before + soul_power(table, attacker) or None)


def soul_power(table: Table, member: int) -> int:
    return sum(table.peek(card, "soul power") or 0 for card in soul_of(table.state, member))


@rules.step("8.2.7")
def choose_circle(table: Table) -> None:
    circles = attackable_circles(table)
    if not circles:
        return
    chosen = table.pick(table.turn_player, [(c, c) for c in circles], "which circle is attacked?")
    table.set_number("attacked circle", CIRCLES.index(chosen) + 1)
    table.occurs("circle attacked", table.turn_player, facts=(("circle", chosen),))


def attackable_circles(table: Table) -> list[str]:
    defender = table.opponent()
    return [
        circle
        for circle in CIRCLES
        if not is_shielded(table, defender, circle)
        and not any(is_stopped(table, "be attacked", card) for card in occupants(table, defender, circle))
    ]


@rules.guard("8.2.7.1")
def is_shielded(table: Table, player: Player, circle: str) -> bool:
    """A back-row circle is safe behind a gate that still stands (A-37)."""
    front = in_front_of(circle)
    if front is None or card_says(table, "attack back row", table.turn_player):
        return False
    zone = f"{player}.{gate_zone_of(front)}"
    before = [gate for gate in gates(table, player) if table.card(gate).area == zone]
    if not before:
        return table.reading("A-37") == "not-attackable"
    return not any(is_destroyed(table, gate) for gate in before)


@rules.guard("8.2.8")
def goes_on_without(table: Table, attacker: CardId | None) -> bool:
    """The battle continues though its attacker could no longer attack."""
    return True


@rules.step("8.2.9")
def check_after_declaring(table: Table) -> None:
    check_timing(table)


@rules.step("8.2.10")
def attack_empty_circle(table: Table) -> None:
    attacker = attacking_member(table)
    if attacker is None and not goes_on_without(table, attacker):
        table.leave_to("8.6")
    elif not attacked_members(table):
        table.call(EMPTY_CIRCLE)


def attacked_circle(table: Table) -> str | None:
    number = table.number("attacked circle")
    return CIRCLES[number - 1] if number else None


def attacked_members(table: Table) -> list[CardId]:
    circle = attacked_circle(table)
    return occupants(table, table.opponent(), circle) if circle else []


@rules.step("8.2.10.2")
def member_attacks_gate(table: Table) -> None:
    announce_attack(table)


def announce_attack(table: Table) -> None:
    attacker = attacking_member(table)
    if attacker is not None:
        facts = (("circle", attacked_circle(table) or ""), ("target", defending_member(table)))
        table.occurs("attacks", table.turn_player, attacker, facts)


@rules.step("8.2.10.3")
def check_after_attack_on_gate(table: Table) -> None:
    check_timing(table)


@rules.step("8.2.10.4")
def destroy_attacked_gate(table: Table) -> None:
    circle = attacked_circle(table)
    if attacking_member(table) is None or circle is None:
        return
    zone = f"{table.opponent()}.{gate_zone_of(circle)}"
    for gate in gates(table, table.opponent()):
        if table.card(gate).area == zone:
            destroy_gate(table, gate)


def destroy_gate(table: Table, gate: CardId) -> bool:
    """A gate that is not destroyed yet is turned face up, by attack or by effect."""
    if is_destroyed(table, gate) or not table.propose("destroy", gate):
        return False
    with table.together():
        turn_face(table, [gate], down=False)
        become_destroyed(table, gate)
    return True


def become_destroyed(table: Table, gate: CardId) -> None:
    table.mark(gate, "destroyed")
    table.occurs("destroyed", table.master(gate), gate)


def turn_gates_up(table: Table, cards: Sequence[CardId]) -> list[CardId]:
    """A-36: a gate that is merely turned face up is destroyed all the same."""
    with table.together():
        turned = turn_face(table, cards, down=False) or []
        for card in turned:
            if is_in_gate_zone(table, card) and table.reading("A-36") == "face-up-is-destroyed":
                become_destroyed(table, card)
    return turned


def is_in_gate_zone(table: Table, card: CardId) -> bool:
    return area_name(table.card(card).area) in GATE_ZONES and is_gate(table, card)


@rules.step("8.2.10.5")
def check_after_destruction(table: Table) -> None:
    check_timing(table)


@rules.step("8.2.10.6")
def go_to_end_of_battle(table: Table) -> None:
    table.leave_to("8.6")


@rules.step("8.2.11")
def attack_member(table: Table) -> None:
    there = attacked_members(table)
    if not there:
        return
    table.mark(there[0], "defending")
    table.set_number("member attacked", 1)
    table.call(MEMBER_ATTACKED)


@rules.step("8.2.11.5")
def members_attack_and_defend(table: Table) -> None:
    defender = defending_member(table)
    with table.together():
        announce_attack(table)
        if defender is not None:
            facts = (("attacker", attacking_member(table)),)
            table.occurs("defends", table.opponent(), defender, facts)


@rules.step("8.2.11.6")
def check_after_attack_on_member(table: Table) -> None:
    check_timing(table)


# 8.3 Intercept step


@rules.step("8.3")
def intercept_step(table: Table) -> None:
    table.call(INTERCEPT)


@rules.step("8.3.2")
def beginning_of_intercept(table: Table) -> None:
    table.occurs("beginning of the intercept step", table.turn_player)
    check_timing(table)


@rules.step("8.3.3", to=("8.3.6",))
def intercept_or_not(table: Table) -> None:
    player = table.opponent()
    able = interceptors(table, player) if has_whom_to_help(table) else []
    chosen = table.choose(player, able, "which members intercept?", 0, len(able))
    if chosen:
        intercept_with(table, player, chosen)
    else:
        do_not_intercept(table, player)


def has_whom_to_help(table: Table) -> bool:
    """A-15: without a defending member, or without an attacking one, nobody intercepts."""
    if defending_member(table) is None:
        return False
    if attacking_member(table) is None:
        return table.reading("A-15") == "defender-missing"
    return True


def interceptors(table: Table, player: Player) -> list[CardId]:
    """Members that are not being attacked and have the intercept icon."""
    circle = attacked_circle(table)
    able = [
        card
        for card in members(table, player)
        if table.peek(card, "intercept")
        and circle not in (circles_of(table, card) or ())
        and not is_stopped(table, "intercept", card, player)
    ]
    if any(table.card(card).mark("rested") for card in able) and table.reading("A-16") == "standing-only":
        return [card for card in able if not table.card(card).mark("rested")]
    return able


@rules.action("8.3.3.1")
def intercept_with(table: Table, player: Player, chosen: Iterable[CardId]) -> None:
    intercept(table, player, tuple(chosen))


@rules.action("8.3.3.2")
def do_not_intercept(table: Table, player: Player) -> None:
    table.occurs("no intercept", player)
    table.goto("8.3.6")


@rules.step("8.3.4")
def gain_power_of_interceptors(table: Table) -> None:
    """From here on the defending member has their power logic, while they lie in the zone (A-16)."""
    for card in table.pile(f"{table.opponent()}.intercept"):
        chosen = table.card(card).mark("intercepting")
        if chosen or table.reading("A-16") == "souls-add-too":
            table.mark(card, "lends power")


@rules.step("8.3.5")
def members_intercept(table: Table) -> None:
    tell_intercepts(table, table.opponent(), table.pile(f"{table.opponent()}.intercept"))


def tell_intercepts(table: Table, player: Player, cards: Iterable[CardId]) -> None:
    """Each interceptor is heard once, whether a rule or an effect has put it there."""
    with table.together():
        for card in cards:
            if table.card(card).mark("intercepting") and not table.card(card).mark("has intercepted"):
                table.mark(card, "has intercepted")
                table.occurs("intercepts", player, card)


@rules.step("8.3.6")
def check_after_intercept(table: Table) -> None:
    check_timing(table)


# 8.4 Logic definition step


@rules.step("8.4")
def logic_definition_step(table: Table) -> None:
    table.call(LOGIC_DEFINITION)


@rules.step("8.4.2")
def beginning_of_logic_definition(table: Table) -> None:
    table.occurs("beginning of the logic definition step", table.turn_player)
    check_timing(table)


@rules.step("8.4.3")
def non_turn_player_defines(table: Table) -> None:
    player = table.opponent()
    defender = defending_member(table)
    able = attacking_member(table) is not None and defender is not None and has_room(table, defender)
    if not choose_definition(table, player, "8.4.3", bool(able)):
        non_turn_player_passes(table, player)


def choose_definition(table: Table, player: Player, window: str, able: bool) -> bool:
    """Define, boost and define, or nothing; whether something was done."""
    if not able or not any(table.legal(player, window)):
        return False
    chosen = table.offer(player, window, "define logic?", "do nothing")
    if chosen is None:
        return False
    chosen[0].perform(table, player, chosen[1])
    table.remember(passed=None)
    return True


define = rules.player_action("8.4.3.1", "define", "8.4.3")


@define.candidates
def cards_to_define(table: Table, player: Player) -> Iterable[CardId]:
    return table.pile(f"{player}.hand")


@define.requires("1.3.3", "no effect that forbids it")
def defining_is_allowed(table: Table, player: Player, card: CardId) -> bool:
    return not is_stopped(table, "logic definition", card, player)


@define.performs
def define_by_rule(table: Table, player: Player, card: CardId) -> None:
    define_logic(table, player, card)


boost = rules.player_action("8.4.3.2", "boost", "8.4.3")


@boost.candidates
def level_cards(table: Table, player: Player) -> Iterable[CardId]:
    return table.pile(f"{player}.level")


@boost.requires("5.15.1", "a standing level card")
def level_card_stands(table: Table, player: Player, card: CardId) -> bool:
    return can_be_boosted(table, card)


@boost.requires("1.3.3", "no effect that forbids it")
def boosting_is_allowed(table: Table, player: Player, card: CardId) -> bool:
    return not is_stopped(table, "level boost", card, player)


@boost.requires("1.3.3", "leave to define, where half an option cannot be chosen")
def may_define_after_boost(table: Table, player: Player, card: CardId) -> bool:
    """A-59: a player who may not define at all can still choose the boost."""
    if not is_stopped(table, "logic definition", player=player):
        return True
    return table.reading("A-59") == "boost-alone"


@boost.performs
def boost_and_define(table: Table, player: Player, card: CardId) -> None:
    """A-51: the definition is part of the option."""
    level_boost(table, player, card)
    hand = [c for c in table.pile(f"{player}.hand") if defining_is_allowed(table, player, c)]
    least = 0 if hand and table.reading("A-51") == "definition-optional" else 1
    for chosen in table.choose(player, hand, "which card do you define?", least, 1):
        define_logic(table, player, chosen)


@rules.action("8.4.3.3")
def non_turn_player_passes(table: Table, player: Player) -> None:
    pass_definition(table, player)


def pass_definition(table: Table, player: Player) -> None:
    """Right after a pass of the other player, this one ends the step."""
    table.occurs("no logic definition", player)
    if table.recall("passed") == table.opponent(player):
        table.leave_to("8.5")
    else:
        table.remember(passed=player)


@rules.step("8.4.4")
def check_after_non_turn_player(table: Table) -> None:
    check_timing(table)


@rules.step("8.4.5")
def turn_player_defines(table: Table) -> None:
    player = table.turn_player
    attacker = attacking_member(table)
    able = attacker is not None and has_room(table, attacker)
    if able and defending_member(table) is None:
        able = table.reading("A-17") == "attacker-missing-passes"
    if not choose_definition(table, player, "8.4.5", bool(able)):
        turn_player_passes(table, player)


define_as_turn_player = rules.player_action("8.4.5.1", "define as attacker", "8.4.5")
define_as_turn_player.name = "define"
define_as_turn_player.candidates(cards_to_define)
define_as_turn_player.requires("1.3.3", "no effect that forbids it")(defining_is_allowed)
define_as_turn_player.performs(define_by_rule)

boost_as_turn_player = rules.player_action("8.4.5.2", "boost as attacker", "8.4.5")
boost_as_turn_player.name = "boost"
boost_as_turn_player.candidates(level_cards)
boost_as_turn_player.requires("5.15.1", "a standing level card")(level_card_stands)
boost_as_turn_player.requires("1.3.3", "no effect that forbids it")(boosting_is_allowed)
boost_as_turn_player.requires("1.3.3", "leave to define, where half an option cannot be chosen")(
    may_define_after_boost
)
boost_as_turn_player.performs(boost_and_define)


@rules.action("8.4.5.3")
def turn_player_passes(table: Table, player: Player) -> None:
    pass_definition(table, player)


@rules.step("8.4.6")
def check_after_turn_player(table: Table) -> None:
    check_timing(table)


@rules.step("8.4.7", to=("8.4.3",))
def alternate(table: Table) -> None:
    table.goto("8.4.3")


# 8.5 Battle result step


@rules.step("8.5")
def battle_result_step(table: Table) -> None:
    table.call(BATTLE_RESULT)


@rules.step("8.5.2")
def beginning_of_battle_result(table: Table) -> None:
    table.occurs("beginning of the battle result step", table.turn_player)
    check_timing(table)


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


def decide_by(table: Table, number: str, attacker: CardId, defender: CardId) -> None:
    """The greater one wins; between equals the attacker."""
    ahead = number_of(table, attacker, number) >= number_of(table, defender, number)
    table.remember(winner=attacker if ahead else defender)


@rules.action("8.5.3.4.2")
def decide_by_paradox(table: Table, attacker: CardId, defender: CardId, paradox: CardId) -> None:
    if fights_by_aura(table, paradox):
        decide_by(table, "aura", attacker, defender)
    else:
        decide_by(table, "power", attacker, defender)


@rules.action("8.5.3.4.3")
def name_the_loser(table: Table, attacker: CardId, defender: CardId) -> None:
    winner = table.recall("winner")
    if winner is not None:
        table.remember(loser=defender if winner == attacker else attacker)


@rules.step("8.5.4")
def members_win_and_lose(table: Table) -> None:
    winner, loser = table.recall("winner"), table.recall("loser")
    tell_unknown_result(table)
    with table.together():
        if winner is not None:
            table.occurs("wins", table.master(winner), winner, (("against", loser),))
        if loser is not None:
            table.occurs("loses", table.master(loser), loser, (("against", winner),))


def tell_unknown_result(table: Table) -> None:
    """Both members are there and nobody has won: only a position that begins here can leave that out."""
    both = attacking_member(table) is not None and defending_member(table) is not None
    if both and table.recall("winner") is None:
        table.refuse(
            "find the winner", "it is not known here: begin at 8.5.3, or name winner and loser in [locals]"
        )


@rules.step("8.5.5")
def check_after_result(table: Table) -> None:
    check_timing(table)


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


@rules.step("8.5.8")
def check_after_losing(table: Table) -> None:
    check_timing(table)


# 8.6 End of battle step

END_TIMINGS = ("end of battle step", "beginning of the end of battle step")


@rules.step("8.6")
def end_of_battle_step(table: Table) -> None:
    table.call(END_OF_BATTLE)


@rules.step("8.6.2")
def beginning_of_end_of_battle(table: Table) -> None:
    """A-20: one timing under two names, heard once by each ability."""
    announce_once(table, *end_timings(table))


def end_timings(table: Table) -> tuple[str, ...]:
    if table.readings["A-20"] == "two-timings":
        return END_TIMINGS[:1] if table.recall("again") is None else END_TIMINGS
    return END_TIMINGS


@rules.step("8.6.3")
def check_at_end_of_battle(table: Table) -> None:
    check_timing(table)


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
        if card.mark("soul power") is not None and table.readings["A-08"] != "rest-of-game":
            table.mark(card.id, "soul power", None)


@rules.step("8.6.7", to=("8.6.2",))
def end_battle_or_start_over(table: Table) -> None:
    if table.state.standby or table.has_rule_actions_due() or repeats(table):
        table.goto("8.6.2")
        return
    for card in list(table.state.cards.values()):
        for mark in ("attacking", "defending"):
            if card.mark(mark):
                table.mark(card.id, mark, None)
    table.set_number("attacked circle", 0)
    table.set_number("member attacked", 0)
    table.occurs("battle ended", table.turn_player)
    table.leave_to("8.2")


def repeats(table: Table) -> bool:
    """Whether abilities of this timing have still to be heard (A-20)."""
    if table.recall("again") is None and table.readings["A-20"] == "two-timings":
        table.remember(again=True)
        return is_unheard(table, *END_TIMINGS)
    return table.readings["A-20"] != "every-repeat" and is_unheard(table, *END_TIMINGS)
