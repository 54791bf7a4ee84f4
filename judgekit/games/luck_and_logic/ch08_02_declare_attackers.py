"""Section 8.2: an attacker, a circle, and a gate or a member that is attacked."""

from __future__ import annotations

from collections.abc import Sequence

from judgekit.engine.abilities import Proposal
from judgekit.engine.legality import Requirement, telling
from judgekit.engine.state import CardId, Facts, Player, area_name
from judgekit.engine.table import Table
from judgekit.games.luck_and_logic.ch01_outline import card_says, changed_by_cards, is_stopped
from judgekit.games.luck_and_logic.ch04_zones import (
    CIRCLES,
    GATE_ZONES,
    destroyed_gates,
    face_up_levels,
    gate_zone_of,
    gates,
    in_front_of,
    is_destroyed,
    is_gate,
    members,
    occupants,
    soul_of,
    top_of_stock,
)
from judgekit.games.luck_and_logic.ch05_02_cards import drop, turn, turn_face
from judgekit.games.luck_and_logic.ch05_23_looking_and_setting import set_cards
from judgekit.games.luck_and_logic.ch08_01_battles import (
    attack_price,
    attacking_member,
    attacks_made,
    can_attack,
    defending_member,
    is_one_battle,
)
from judgekit.games.luck_and_logic.ch09_05_timings import check_timing
from judgekit.games.luck_and_logic.rules import (
    DECLARE_ATTACKERS,
    EMPTY_CIRCLE,
    MEMBER_ATTACKED,
    rules,
)

rules.calls("8.2", DECLARE_ATTACKERS)


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
    if table.number(f"{player}.attacks this turn"):
        is_one_battle(table)
    more = table.number(f"{player}.extra attacks") + table.number(f"{player}.extra attacks this turn")
    number = changed_by_cards(table, "attack count", player, len(face_up_levels(table, player)) + more)
    table.set_number(f"{player}.attack limit this turn", number)


@rules.step("8.2.4", to=("8.2.5",))
def attack_or_do_nothing(table: Table) -> None:
    player = table.turn_player
    asked = table.words("attack", player=player)
    if table.may_act(player, "8.2.4") and (
        must_attack(table, player) or table.offer(player, "8.2.4", asked, "do nothing")
    ):
        attack.perform(table, player, None)
    else:
        attack_no_more(table)


attack = rules.player_action("8.2.4.1", "attack", "8.2.4")


def attacks_so_far(table: Table, player: Player, subject: None) -> str:
    made, limit = (table.number(f"{player}.{one} this turn") for one in ("attacks", "attack limit"))
    return table.words("attacks made", made=made, limit=limit)


@attack.requires("8.2.3", "attacks left", attacks_so_far)
def has_an_attack_left(table: Table, player: Player, subject: None) -> bool:
    table.cite("8.2.4")
    return has_attacks_left(table, player)


@attack.requires("8.2.4", "standing member with a circle to attack")
def has_an_attacker(table: Table, player: Player, subject: None) -> bool:
    return any(can_attack(table, card) and attackable_circles(table, card) for card in members(table, player))


@attack.requires("1.3.3", "no effect that forbids it")
def attacking_is_allowed(table: Table, player: Player, subject: None) -> bool:
    return not is_stopped(table, "attack", player=player)


@attack.performs
def begin_to_attack(table: Table, player: Player, subject: None) -> None:
    table.occurs("an attack is chosen", player)
    check_timing(table, then="8.2.5")


def must_attack(table: Table, player: Player) -> list[CardId]:
    """1.3.1: members that are able to attack, have not done so this turn, and must by a card's text."""
    return [
        card
        for card in members(table, player)
        if can_attack(table, card)
        and not attacks_made(table, card)
        and card_says(table, "must attack", card)
        and attackable_circles(table, card)
    ]


def those_due(table: Table, player: Player, able: list[CardId]) -> list[CardId]:
    """As long as attacks remain for all members that must attack, another one may go first."""
    due = must_attack(table, player)
    left = table.number(f"{player}.attack limit this turn") - table.number(f"{player}.attacks this turn")
    return due if due and left <= len(due) else able


def has_attacks_left(table: Table, player: Player) -> bool:
    """A-01: the number of attacks is an upper bound."""
    made, limit = (
        table.number(f"{player}.attacks this turn"),
        table.number(f"{player}.attack limit this turn"),
    )
    if made == limit:
        return table.reading("A-01") == "stop-beyond-cap"
    return made < limit


@rules.action("8.2.4.2")
def attack_no_more(table: Table) -> None:
    table.occurs("no more attacks", table.turn_player)
    table.leave_to("7.7")


@rules.step("8.2.5", to=("8.2.4",))
def choose_attacker(table: Table) -> None:
    player = table.turn_player
    able = [card for card in members(table, player) if can_attack(table, card)]
    able = [card for card in able if attackable_circles(table, card)] or able
    if not able:
        begin_without_attacker(table, player)
        return
    fits = telling(CAN_ATTACK, table, player)
    (attacker,) = table.choose(
        player, those_due(table, player, able), table.words("attacker"), describes=fits
    )
    pay_to_attack(table, player, attacker)
    table.set_number(f"{player}.attacks this turn", table.number(f"{player}.attacks this turn") + 1)
    table.mark(attacker, "attacks", (table.number("turn"), attacks_made(table, attacker) + 1))
    if not is_stopped(table, "rest to attack", attacker):
        turn(table, [attacker], rested=True)
    table.mark(attacker, "attacking")


def pay_to_attack(table: Table, player: Player, attacker: CardId) -> None:
    """9.4.3: what an effect asks for the attack, from the top of the stock."""
    price = attack_price(table, attacker)
    if price:
        with table.under("9.4.3"):
            drop(table, top_of_stock(table, player, price))


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
    table.cite("2.4.1", "4.15.2.1")
    lasts = table.reading("A-08") == "rest-of-game"
    before = table.card(attacker).mark("soul power", 0) if lasts else 0
    table.mark(attacker, "soul power", before + soul_power(table, attacker) or None)


def soul_power(table: Table, member: int) -> int:
    return sum(table.peek(card, "soul power") or 0 for card in soul_of(table.state, member))


@rules.step("8.2.7")
def choose_circle(table: Table) -> None:
    attacker = attacking_member(table)
    circles = attackable_circles(table, attacker)
    if not circles:
        return
    asked = [c for c in CIRCLES if card_says(table, "must be attacked", (table.turn_player, attacker, c))]
    due = [circle for circle in circles if circle in asked]
    if asked and not due:
        table.cite("1.3.2")  # nobody can do what is asked
    circles = due or circles
    open_to = telling(OPEN_TO_ATTACK, table, table.opponent())
    prompt = table.words("circle to attack")
    chosen = table.pick(
        table.turn_player, [(c, c) for c in circles], prompt, lambda c: open_to((c, attacker))
    )
    with table.under("8.2.7.2"):
        table.set_number("attacked circle", CIRCLES.index(chosen) + 1)
    table.occurs("circle attacked", table.turn_player, facts=(("circle", chosen),))


def attackable_circles(table: Table, attacker: CardId | None) -> list[str]:
    """The circles that a member may attack."""
    defender = table.opponent()
    return [
        circle
        for circle in CIRCLES
        if all(needed.test(table, defender, (circle, attacker)) for needed in OPEN_TO_ATTACK)
    ]


Attack = tuple[str, CardId | None]  # a circle, and who would attack it


def is_allowed(table: Table, defender: Player, attack: Attack) -> bool:
    """1.3.3: whether no text forbids this member to attack this circle."""
    circle, attacker = attack
    barred = table.is_forbidden(
        Proposal("attack circle", table.turn_player, attacker, dst=f"{defender}.{circle}")
    )
    if barred:
        table.cite("1.3.3")
    return not barred


def nobody_there_is_spared(table: Table, defender: Player, attack: Attack) -> bool:
    return not any(is_stopped(table, "be attacked", card) for card in occupants(table, defender, attack[0]))


@rules.guard("8.2.7.1")
def is_shielded(table: Table, player: Player, circle: str, attacker: CardId | None) -> bool:
    """A back-row circle is safe behind a gate that still stands (A-37)."""
    front = in_front_of(circle)
    if front is None or card_says(table, "attack back row", (table.turn_player, attacker, circle)):
        return False
    table.cite("4.4.3.1", "4.4.3.3")
    zone = f"{player}.{gate_zone_of(front)}"
    before = [gate for gate in gates(table, player) if table.card(gate).area == zone]
    if not before:
        return table.reading("A-37") == "not-attackable"
    return not any(is_destroyed(table, gate) for gate in before)


def is_not_shielded(table: Table, defender: Player, attack: Attack) -> bool:
    return not is_shielded(table, defender, *attack)


OPEN_TO_ATTACK = (
    Requirement("8.2.7.1", "destroyed gate in front of the back row", is_not_shielded),
    Requirement("1.3.3", "no effect that forbids it", is_allowed),
    Requirement("1.3.3", "nobody there who cannot be attacked", nobody_there_is_spared),
)
CAN_ATTACK = (
    Requirement(
        "8.1.1", "standing member that can attack", lambda table, player, card: can_attack(table, card)
    ),
    Requirement(
        "8.2.7",
        "circle that it can attack",
        lambda table, player, card: bool(attackable_circles(table, card)),
    ),
)


# The battle continues though its attacker could no longer attack.
goes_on_without = rules.says("8.2.8", True)
rules.does("8.2.9", check_timing)


@rules.step("8.2.10")
def attack_empty_circle(table: Table) -> None:
    attacker = attacking_member(table)
    if attacker is None and not goes_on_without(table):
        table.leave_to("8.6")
    elif not attacked_members(table):
        table.call(EMPTY_CIRCLE)


def attacked_circle(table: Table) -> str | None:
    number = table.number("attacked circle")
    return CIRCLES[number - 1] if number else None


def attacked_members(table: Table) -> list[CardId]:
    circle = attacked_circle(table)
    return occupants(table, table.opponent(), circle) if circle else []


def announce_attack(table: Table) -> None:
    attacker = attacking_member(table)
    if attacker is not None:
        facts = (("circle", attacked_circle(table) or ""), ("target", defending_member(table)))
        table.occurs("attacks", table.turn_player, attacker, facts)


rules.does("8.2.10.2", announce_attack)


rules.does("8.2.10.3", check_timing)


@rules.step("8.2.10.4")
def destroy_attacked_gate(table: Table) -> None:
    circle = attacked_circle(table)
    if attacking_member(table) is None:
        goes_on_without(table)
        return
    if circle is None or meets_a_member(table):
        return
    table.cite("4.3.2", "4.4.2.2")
    zone = f"{table.opponent()}.{gate_zone_of(circle)}"
    for gate in gates(table, table.opponent()):
        if table.card(gate).area == zone:
            destroy_gate(table, gate, BY_ATTACK)


BY_ATTACK: Facts = (("reason", "attack"),)


def destroy_gate(table: Table, gate: CardId, reason: Facts = ()) -> bool:
    """A gate that is not destroyed yet is turned face up, by attack or by effect."""
    if is_destroyed(table, gate) or not table.propose("destroy", gate, facts=reason):
        return False
    if set_cards(table, gate):
        table.cite("5.24.3")  # the gate stays in its zone, and so does what is set to it
    with table.together():
        turn_face(table, [gate], down=False)
        become_destroyed(table, gate, reason)
    return True


def become_destroyed(table: Table, gate: CardId, reason: Facts = ()) -> None:
    table.mark(gate, "destroyed")
    player = table.master(gate)
    table.tally(f"{player}.gates destroyed this turn")
    others = sum(each != gate for each in destroyed_gates(table, player))
    before = max(table.number(f"{player}.gates destroyed this game"), others)
    table.set_number(f"{player}.gates destroyed this game", before + 1)
    table.occurs("destroyed", player, gate, reason)


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


def meets_a_member(table: Table) -> bool:
    """1.3.1: an attack that an effect moves from an empty circle to a member is on that member."""
    return bool(table.number("attack moved")) and bool(attacked_members(table))


def move_attack(table: Table, circle: str) -> None:
    """Another circle is being attacked from now on, and the member there defends."""
    with table.under("1.3.1"):
        for card in attacked_members(table):
            table.mark(card, "defending", None)
        table.set_number("attacked circle", CIRCLES.index(circle) + 1)
        table.set_number("attack moved", 1)
        if table.number("member attacked"):
            for card in attacked_members(table)[:1]:
                table.mark(card, "defending")


rules.does("8.2.10.5", check_timing)


@rules.step("8.2.10.6")
def go_to_end_of_battle(table: Table) -> None:
    if not meets_a_member(table):
        table.leave_to("8.6")


@rules.step("8.2.11")
def attack_member(table: Table) -> None:
    there = attacked_members(table)
    if not there:
        return
    with table.under("8.2.11.2"):
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


rules.does("8.2.11.6", check_timing)
