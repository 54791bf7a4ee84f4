"""Chapter 7: attacks and battles, from the declaration to the end of the battle."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

from judgekit.engine.abilities import Proposal
from judgekit.engine.legality import PlayerAction
from judgekit.engine.state import PLAYERS, CardId, Facts, Player, area_name, opponent
from judgekit.engine.table import Table
from judgekit.games.dragon_ball_super.ch01_outline import as_a_number, card_text_lifts_it, is_forbidden
from judgekit.games.dragon_ball_super.ch02_card_data import can_rest_energy, cost_now, rest_energy
from judgekit.games.dragon_ball_super.ch03_areas import any_number_of_combos, cause, has_combo_numbers, place
from judgekit.games.dragon_ball_super.ch04_terms import inflict_damage, open_a_counter_timing, switch
from judgekit.games.dragon_ball_super.ch06_turn import attack, end_effects, is_known, stop_what_lasts
from judgekit.games.dragon_ball_super.ch08_01_skills import is_known_card
from judgekit.games.dragon_ball_super.rules import (
    ATTACK,
    BATTLE,
    BREAK_OFF,
    CHECKPOINT,
    COUNTER_TIMING,
    DAMAGE_ORDER,
    DAMAGE_STEP,
    DEFENSE_ORDER,
    DEFENSE_STEP,
    FREE_TIMING,
    OFFENSE_ORDER,
    OFFENSE_STEP,
    goes_on,
    needed,
    rules,
)

STEPS = {
    "": ("attack", ATTACK),
    "attack": ("offense", OFFENSE_STEP),
    "offense": ("defense", DEFENSE_STEP),
    "defense": ("damage", DAMAGE_STEP),
}
NEGATED = "attack negated"
MUST_ATTACK = "must attack"
MUST_ATTACK_IT = "must attack that card"
COMBOS_RESTED = "combos in Rest Mode too"
ROLES = {"attack": "was attacking", "guard": "was attacked"}  # and what is left of them when it is negated
END_OF_BATTLE, BATTLE_IS_OVER = "end of battle", "battle is over"


@attack.candidates
def attacks(table: Table, player: Player) -> Iterator[tuple[CardId, CardId]]:
    """Everything that lies where cards fight, Extra Cards last."""
    yield from product(
        *([*fighters(table, side), *bystanders(table, side)] for side in (player, opponent(player)))
    )


def attack_is_due(table: Table, player: Player) -> bool:
    """1-3-1: a card that must attack if it can does so before the Main Phase ends."""
    mine = (*table.pile(f"{player}.leader"), *table.pile(f"{player}.battle"))
    due = {card for card in mine if table.has_status(MUST_ATTACK, card)}
    if not due or not any(a is attack and subject[0] in due for a, subject in table.legal(player, "main")):
        return False
    table.cite("1-3-1")
    return True


@attack.requires("7-1", "Leader Card or Battle Card to attack with")
def attacker_can_fight(table: Table, player: Player, pair: tuple[CardId, CardId]) -> bool:
    return is_a_fighter(table, pair[0])


@attack.requires("7-1", "attacker in Active Mode")
def attacker_is_active(table: Table, player: Player, pair: tuple[CardId, CardId]) -> bool:
    return not table.card(pair[0]).mark("rest")


@attack.requires("7-1", "attacker that can be switched to Rest Mode")
def attacker_can_be_rested(table: Table, player: Player, pair: tuple[CardId, CardId]) -> bool:
    return not is_forbidden(table, "rest", pair[0], player)


@attack.requires("7-1", "something to attack")
def target_can_be_attacked(table: Table, player: Player, pair: tuple[CardId, CardId]) -> bool:
    target = table.card(pair[1])
    if not is_a_fighter(table, target.id):
        return False
    if target.mark("rest") or (area_name(target.area) == "leader" and leaders_always(table)):
        return True
    return card_text_lifts_it(table, "can attack active cards", pair[0])


def leaders_always(table: Table) -> bool:
    """A-50: told when one is attacked in Active Mode, or cannot be."""
    usual = "leader-always"
    return table.readings["A-50"] == usual or table.reading("A-50") == usual


@attack.requires("1-3-3", "nothing that forbids the attack")
def attack_is_allowed(table: Table, player: Player, pair: tuple[CardId, CardId]) -> bool:
    """Nothing forbids the one to attack or the other to be attacked; a text may name both."""
    attacker, target = pair
    attacks = Proposal("attack", player, attacker, facts=(("other", target),))
    is_attacked = Proposal("be attacked", player, target, facts=(("other", attacker),))
    return not table.is_forbidden(attacks) and not table.is_forbidden(is_attacked)


@attack.requires("1-3-1", "attack on the card that must be attacked")
def attacks_what_it_must(table: Table, player: Player, pair: tuple[CardId, CardId]) -> bool:
    """A card that must attack another one attacks no other while it can attack that one."""
    others = ((pair[0], card) for card in fighters(table, opponent(player)) if card != pair[1])
    due = [other for other in others if table.has_status(MUST_ATTACK_IT, other)]
    if not due or table.has_status(MUST_ATTACK_IT, pair):
        return True
    able = (target_can_be_attacked, attack_is_allowed)
    return not any(all(test(table, player, other) for test in able) for other in due)


@rules.step("7-1")
def fight(table: Table) -> None:
    """Declared once; then step by step, and broken off as soon as one side is missing."""
    before = table.recall("step", "")
    if not before:
        declare_the_attack(table, CardId(needed(table, "attacker")), CardId(needed(table, "target")))
    elif ends_early(table):
        table.call(BREAK_OFF)
        return
    step, procedure = STEPS[before]
    table.remember(step=step)
    table.call(procedure)


def declare_the_attack(table: Table, attacker: CardId, target: CardId) -> None:
    if area_name(table.card(target).area) == "leader" and not table.card(target).mark("rest"):
        table.reading("A-50")
    if any(table.card(card).owner != table.master(card) for card in (attacker, target)):
        table.cite("4-3-2")
    table.set_number(NEGATED, 0)
    switch(table, attacker, "rest")
    table.tally(f"{table.turn_player}.attacks this turn")
    table.mark(attacker, "attack")
    table.mark(target, "guard")
    table.mark(target, "declared target")


@rules.step("7-1-1")
def attack_skills_trigger(table: Table) -> None:
    from judgekit.games.dragon_ball_super.of_no_avail import note_the_silenced

    attacker, target = attack_card(table), guard_card(table)
    if attacker is not None and target is not None:
        with table.together():
            note_the_silenced(table, attacker, "attack")
            note_the_silenced(table, target, "attacked")
            table.occurs("attack", table.turn_player, attacker, (("target", target),))
            table.occurs("attacked", table.opponent(), target, (("attacker", attacker),))


@rules.step("7-1-2")
def the_attack_may_be_countered(table: Table) -> None:
    open_a_counter_timing(table, table.turn_player, "attack", ("attack",))


rules.calls("7-1-3", CHECKPOINT)


@rules.step("7-1-4")
def go_on_or_break_off(table: Table) -> None:
    if is_off(table):
        table.call(BREAK_OFF)
    else:
        table.leave_to("7-1")


def drop_all_combos(table: Table) -> None:
    with table.together():
        for player in PLAYERS:
            for card in table.pile(f"{player}.combo"):
                drop_a_combo(table, card, player)


rules.does("7-1-4-1", drop_all_combos)


@rules.step("7-1-4-2")
def a_broken_battle_comes_to_its_end(table: Table) -> None:
    table.occurs(END_OF_BATTLE, table.turn_player, facts=fighters_of(table))
    table.call(CHECKPOINT)


@rules.step("7-1-4-3")
def effects_of_a_broken_battle_stop(table: Table) -> None:
    """The power that combos lent goes too: nothing else would ever take it away."""
    end_effects(table, "battle")
    take_combo_power_off(table)


def end_the_battle(table: Table) -> None:
    """Nobody attacks or guards any more; the turn player goes on with the Main Phase."""
    who = fighters_of(table)
    for card in list(table.state.cards.values()):
        for role in (*ROLES, *ROLES.values(), "declared target"):
            if card.mark(role):
                table.mark(card.id, role, None)
    table.set_number(NEGATED, 0)
    table.occurs(BATTLE_IS_OVER, table.turn_player, facts=who)
    stop_what_lasts(table, (BATTLE_IS_OVER,))
    table.leave_to("6-3-1-2")


rules.does("7-1-4-4", end_the_battle)


rules.calls("7-2-1", OFFENSE_ORDER)
rules.moment("7-2-1-1", "beginning of offense step", CHECKPOINT)


@rules.step("7-2-1-2")
def act_in_the_offense_step(table: Table) -> None:
    table.call(FREE_TIMING, player=table.turn_player, window="offense")


offense_combo = rules.player_action("7-2-1-2-1", "combo in offense", "offense")


def pay_the_combo_cost(table: Table, player: Player, card: CardId, cost: int | None = None) -> None:
    if area_name(table.card(card).area) == "hand":
        table.reveal(card)
    owed = combo_cost(table, card) if cost is None else cost
    if owed:
        table.cite("2-10-1")
    rest_energy(table, player, owed)
    table.occurs("combo declared", player, card)


pay_for_an_offense_combo = rules.acts("7-2-1-2-1-1", pay_the_combo_cost)


offense_combo_from_hand = rules.player_action("7-2-1-2-2", "combo from hand in offense", "offense")


pay_for_an_offense_combo_from_hand = rules.acts("7-2-1-2-2-1", pay_the_combo_cost)


activate_in_offense = rules.player_action("7-2-1-2-3", "activate in offense", "offense")


@rules.action("7-2-1-2-3-1")
def counter_timing_of_an_offense_skill(table: Table, player: Player) -> None:
    """A pointer to the counter timings of the activation (A-06)."""
    table.occurs("counter timings come with the activation", player)


awaken_in_offense = rules.player_action("7-2-1-2-3-2", "awaken in offense", "offense")


@rules.step("7-2-1-3")
def on_to_the_defense_step(table: Table) -> None:
    table.leave_to("7-1")


rules.calls("7-3-1", DEFENSE_ORDER)


@rules.step("7-3-1-1")
def defense_step_begins(table: Table) -> None:
    table.occurs("beginning of defense step", table.opponent())
    table.call(CHECKPOINT)


@rules.step("7-3-1-2")
def act_in_the_defense_step(table: Table) -> None:
    table.call(FREE_TIMING, player=table.opponent(), window="defense")


defense_combo = rules.player_action("7-3-1-2-1", "combo in defense", "defense")


pay_for_a_defense_combo = rules.acts("7-3-1-2-1-1", pay_the_combo_cost)


defense_combo_from_hand = rules.player_action("7-3-1-2-2", "combo from hand in defense", "defense")


pay_for_a_defense_combo_from_hand = rules.acts("7-3-1-2-2-1", pay_the_combo_cost)


activate_in_defense = rules.player_action("7-3-1-2-2-2", "activate in defense", "defense")
awaken_in_defense = rules.player_action("7-3-1-2-2-3", "awaken in defense", "defense")


@rules.step("7-3-1-3")
def on_to_the_damage_step(table: Table) -> None:
    table.leave_to("7-1")


rules.windows["offense"] = ("7-2-1-2",)  # whose free timing it is
rules.windows["defense"] = ("7-3-1-2",)
NO_COMBOS_FROM = ("energy", "drop", "warp")  # open areas; somebody may ask
COMBOS = (
    (offense_combo, "battle", pay_for_an_offense_combo),
    (offense_combo_from_hand, "hand", pay_for_an_offense_combo_from_hand),
    (defense_combo, "battle", pay_for_a_defense_combo),
    (defense_combo_from_hand, "hand", pay_for_a_defense_combo_from_hand),
)


def set_up_combo(action: PlayerAction, where: str, pay: Callable[[Table, Player, CardId], None]) -> None:
    """The four ways differ in who, from where and by which clause, and in nothing else."""
    action.name = "combo"

    @action.candidates
    def candidates(table: Table, player: Player) -> list[CardId]:
        pile = table.pile(f"{player}.{where}")
        if where == "battle":
            return [*pile, *(c for name in NO_COMBOS_FROM for c in table.pile(f"{player}.{name}"))]
        return [card for card in pile if is_known_card(table, card)]

    if where == "hand":

        @action.requires(action.clause, "Battle Card to combo with")
        def is_a_battle_card(table: Table, player: Player, card: CardId) -> bool:
            return is_known(table, card, "battle")

    else:

        @action.requires(action.clause, "Battle Card that can combo")
        def is_free(table: Table, player: Player, card: CardId) -> bool:
            card_now = table.card(card)
            rests = card_now.mark("rest") and not card_text_lifts_it(table, COMBOS_RESTED, card)
            fights = card_now.mark("attack") or card_now.mark("guard")
            if area_name(card_now.area) != "battle":
                return False
            return is_known(table, card, "battle") and not (rests or fights)

    @action.requires("3-7-3-1", "both a combo cost and combo power")
    def has_numbers(table: Table, player: Player, card: CardId) -> bool:
        return has_combo_numbers(table, card)

    @action.requires(f"{action.clause}-1", "enough active energy for its combo cost")
    def can_be_paid(table: Table, player: Player, card: CardId) -> bool:
        return can_rest_energy(table, player, combo_cost(table, card), ())

    @action.requires("1-3-3", "nothing that forbids the combo")
    def is_allowed(table: Table, player: Player, card: CardId) -> bool:
        return not is_forbidden(table, "combo", card, player)

    @action.performs
    def perform(table: Table, player: Player, card: CardId) -> None:
        any_number_of_combos(table)
        pay(table, player, card)
        combo(table, player, card)
        if table.reading("A-08") == "counter-timing-too":
            table.call(COUNTER_TIMING, then="4-6-2-1", actor=player)


for way in COMBOS:
    set_up_combo(*way)


rules.calls("7-4-1", DAMAGE_ORDER)
rules.moment("7-4-1-1", "beginning of damage step", CHECKPOINT)


@rules.step("7-4-1-2")
def add_combo_power_of_the_turn_player(table: Table) -> None:
    if not breaks_off(table):
        add_combo_power(table, attack_card(table), table.turn_player)


@rules.step("7-4-1-3")
def add_combo_power_of_the_other_player(table: Table) -> None:
    add_combo_power(table, guard_card(table), table.opponent())


@rules.step("7-4-1-4")
def compare_power(table: Table) -> None:
    from judgekit.games.dragon_ball_super.ch08_07_effects import information

    attacker, guard = attack_card(table), guard_card(table)
    if attacker is None or guard is None:
        return
    ours = as_a_number(table, "power", information(table, attacker, "power"))
    theirs = as_a_number(table, "power", information(table, guard, "power"))
    table.occurs("power compared", table.turn_player, attacker, (("attack", ours), ("guard", theirs)))
    if ours >= theirs:
        if area_name(table.card(guard).area) == "leader":
            hit_the_leader(table, attacker)
        else:
            beat_the_battle_card(table, attacker, guard)


@rules.action("7-4-1-4-1")
def hit_the_leader(table: Table, attacker: CardId) -> None:
    """One damage, whose source is the attack card (4-11-1-1)."""
    inflict_damage(table, table.opponent(), 1, attacker, attack=True)


@rules.action("7-4-1-4-2")
def beat_the_battle_card(table: Table, attacker: CardId, guard: CardId) -> None:
    from judgekit.games.dragon_ball_super.ch10_01_ko import ko
    from judgekit.games.dragon_ball_super.of_no_avail import note_no_damage

    note_no_damage(table, attacker)
    ko(table, guard, (*cause(table), ("source", attacker)))


rules.calls("7-4-1-5", CHECKPOINT)


rules.does("7-4-1-6", drop_all_combos)


def take_combo_power_off(table: Table) -> None:
    with table.together():
        for card in list(table.state.cards.values()):
            if card.mark("combo power"):
                table.mark(card.id, "combo power", None)


rules.does("7-4-1-7", take_combo_power_off)


@rules.step("7-4-1-8")
def effects_of_the_battle_stop(table: Table) -> None:
    if table.reading("A-16") == "as-printed":
        end_effects(table, "battle")


@rules.step("7-4-1-9")
def the_battle_comes_to_its_end(table: Table) -> None:
    table.occurs(END_OF_BATTLE, table.turn_player, facts=fighters_of(table))
    table.call(CHECKPOINT)


@rules.step("7-4-1-10")
def the_battle_ends(table: Table) -> None:
    if table.reading("A-16") == "checkpoint-first":
        end_effects(table, "battle")
    end_the_battle(table)


def fighters(table: Table, player: Player) -> list[CardId]:
    """A player's Leader and Battle Cards where they can fight."""
    battle = [card for card in table.pile(f"{player}.battle") if table.peek(card, "type") == "battle"]
    return [*table.pile(f"{player}.leader"), *battle]


def bystanders(table: Table, player: Player) -> list[CardId]:
    """Extra Cards in the Battle Area."""
    return [card for card in table.pile(f"{player}.battle") if table.peek(card, "type") != "battle"]


def is_a_fighter(table: Table, card: CardId) -> bool:
    """7-1: a Leader Card or a Battle Card attacks and is attacked; an Extra Card is neither."""
    if table.peek(card, "type") in ("leader", "battle"):
        return True
    table.cite("2-3-2-3-1")
    return False


def attack_card(table: Table) -> CardId | None:
    return _in_role(table, "attack", table.turn_player)


def guard_card(table: Table) -> CardId | None:
    return _in_role(table, "guard", table.opponent())


def _in_role(table: Table, role: str, player: Player) -> CardId | None:
    found = _bearers(table, role, (player,))
    if not found and (strayed := _bearers(table, role, PLAYERS)):
        return strayed[0] if table.reading("A-34c") == "role-kept" else None
    return found[0] if found else None


def _bearers(table: Table, role: str, players: tuple[Player, ...]) -> list[CardId]:
    where = (f"{player}.{name}" for player in players for name in ("leader", "battle"))
    return [card for area in where for card in table.pile(area) if table.card(card).mark(role)]


def is_off(table: Table) -> bool:
    """7-1-4: the attack has been negated, or one side of it is no longer there."""
    return bool(table.number(NEGATED)) or attack_card(table) is None or guard_card(table) is None


def ends_early(table: Table) -> bool:
    """The test of 7-1-4, made for the whole battle and not only before the Offense Step (A-15)."""
    return is_off(table) and table.reading("A-15") != "tested-once"


def breaks_off(table: Table) -> bool:
    """Whether the battle is left, wherever a checkpoint of it has ended."""
    if not goes_on(table, BATTLE) or not ends_early(table):
        return False
    table.cite("7-1-4")
    table.leave_to("7-1")
    return True


def negate_the_attack(table: Table) -> None:
    """7-1: from now on nobody attacks or guards; who did is kept for the end of the battle."""
    if not goes_on(table, BATTLE) or not table.set_number(NEGATED, 1):
        return
    with table.under("7-1"), table.together():
        table.occurs("attack negated", table.turn_player, attack_card(table), cause(table))
        for role, trace in ROLES.items():
            for card in _bearers(table, role, PLAYERS):
                table.mark(card, role, None)
                table.mark(card, trace)


def can_be_the_target(table: Table, card: CardId) -> bool:
    """7-1: Leader and Battle Cards are attacked; a card that is not in play cannot become the target."""
    if area_name(table.card(card).area) in ("leader", "battle"):
        return True
    with table.under("1-3-2"):
        table.refuse("switch the target", table.words("no target there"), card=card)
    return False


def change_the_target(table: Table, card: CardId) -> None:
    """Another card becomes the guard card; the declared one stays remembered."""
    if (old := guard_card(table)) is not None:
        table.mark(old, "guard", None)
    table.mark(card, "guard")
    table.occurs("target changed", table.turn_player, card)
    attacker = attack_card(table)
    if attacker is not None and table.reading("A-14b") == "attacked":
        table.occurs("attacked", table.opponent(), card, (("attacker", attacker),))


def combo_cost(table: Table, card: CardId) -> int:
    return cost_now(table, card, "combo cost")


def can_be_comboed(table: Table, player: Player, card: CardId, free: bool) -> bool:
    """Whether a skill can combo with a card: a Battle Card with both numbers whose cost can be paid."""
    if not is_known(table, card, "battle") or not has_combo_numbers(table, card):
        return False
    return free or can_rest_energy(table, player, cost_of_a_skills_combo(table, card), ())


def cost_of_a_skills_combo(table: Table, card: CardId) -> int:
    """2-10-1 gives a cost for two areas; a skill may combo with a card of another one (A-60)."""
    cost = combo_cost(table, card)
    how = table.reading("A-60") if cost else "never"
    usual = area_name(table.card(card).area) in ("hand", "battle")
    return cost if how == "always" or (usual and how == "from-hand-or-battle") else 0


def combo(table: Table, player: Player, card: CardId) -> bool:
    """3-7-3: a Battle Card that is placed in the Combo Area combos."""
    origin = area_name(table.card(card).area)
    table.cite("3-7-3", *(("4-3-2",) if table.card(card).owner != player else ()))
    if table.card(card).mark("token"):
        table.cite("10-21-5")
    with table.together():
        done = table.propose("combo", card, player) and place(table, card, "combo", player)
        if done:
            table.occurs("combo", player, card, (("from", origin),))
    return done


def add_combo_power(table: Table, fighter: CardId | None, player: Player) -> None:
    powers = [table.value(card, "combo power") for card in table.pile(f"{player}.combo")]
    total = sum(as_a_number(table, "combo power", power) for power in powers)
    if fighter is not None and total:
        if (table.peek(fighter, "power") or 0) < 0:  # what is added is added to less than nothing
            table.cite("1-3-6", "2-8-3")
        table.mark(fighter, "combo power", total)


def drop_a_combo(table: Table, card: CardId, master: Player) -> None:
    """Into its owner's Drop Area; read literally, 7-4-1-6 and 9-3-2 say its master's."""
    from judgekit.games.dragon_ball_super.ch11_other import move_the_stack

    if table.card(card).owner != master and table.reading("A-35") == "as-printed":
        move_the_stack(table, card, f"{master}.drop", 0)
    else:
        place(table, card, "drop")


def was_declared(table: Table, target: CardId) -> bool:
    """Whether the attack was made on this card, rather than redirected to it later."""
    return _bearers(table, "declared target", PLAYERS) in ([], [target])


def fighters_of(table: Table) -> Facts:
    """Who fought in the battle that ends now, as far as they are still there."""
    negated = bool(table.number(NEGATED))
    attacker, guard = ROLES.values() if negated else ROLES
    target = _in_role(table, guard, table.opponent())
    found: Facts = (
        ("attacker", _in_role(table, attacker, table.turn_player)),
        ("guard", target),
        ("declared", target is not None and was_declared(table, target)),
        ("negated", negated),
    )
    return tuple(pair for pair in found if pair[1])
