"""Every open question of the book: each of its answers can be run, and changes what happens."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from judgekit.engine.events import Bounded, Moved
from judgekit.engine.explain import doubts_read
from judgekit.engine.machine import Line
from judgekit.engine.state import A, B
from judgekit.games.dragon_ball_super.ch05_preparation import violations
from judgekit.games.dragon_ball_super.game import GAME
from judgekit.games.game import Deck, PrintedCard
from tests.games.dragon_ball_super.board import (
    CAST,
    THEIRS,
    TURN,
    count,
    duel,
    extra,
    fighter,
    find,
    leader,
    offered,
    play,
    power,
    resting,
    shows,
    where,
)

RULES = GAME.rules()
MINE = "Choose 1 of your Battle Cards"
Readings = dict[str, str]
Scene = Callable[[Readings], Any]

CAST |= {
    "Clerk": fighter(10000, "[Auto] When your opponent activates an [Activate] skill, draw 1 card."),
    "Fell": extra("[Activate: Main] KO 1 of your opponent's Battle Cards."),
    "Tempter": fighter(
        10000,
        "[Auto] When you play this card, choose 1 of your opponent's Battle Cards and gain control of it.",
    ),
    "Bribed Watch": fighter(10000, "[Auto] When your opponent plays a Battle Card, draw 1 card."),
    "Drifter": fighter(
        10000,
        "[Permanent] If this card would be placed in the Drop Area from the Battle Area, place it in your "
        "Warp instead.\n[Auto] When this card is KO'd, draw 1 card.",
    ),
    "Bulwark": fighter(
        10000,
        "[Permanent] If damage is inflicted to your life, place 4 cards from the top of your deck in the "
        "Drop Area instead.",
    ),
    "Hungry": fighter(10000, "[Auto] When there are no cards in your hand, draw 1 card."),
    "Lesson": extra("[Activate: Main] Draw 1 card."),
    "Ambusher": fighter(10000, "[Counter: Attack] Play this card from your hand.", 2, colours=["blue"]),
    "Veil": fighter(10000, "[Barrier]"),
    "Muzzle": fighter(10000, "[Permanent] All skills of your opponent's Battle Cards are negated."),
    "Fangs": extra(f"[Activate: Main] {MINE}. It gains [Double Strike] {TURN}."),
    "Needle": fighter(10000, "[Auto] When this card inflicts damage, draw 1 card."),
    "Helper": fighter(5000, "[Auto] At the end of the battle after you combo with this card, play it."),
    "Edict": extra("[Activate: Main] Your opponent chooses 1 of their Battle Cards and KO-s it."),
    "Tally": extra("[Counter: Attack] Draw 1 card for each of your Battle Cards."),
    "Frost": extra(f"[Counter: Counter] {THEIRS}. It gets -20000 power {TURN}."),
    "Snipe": extra("[Activate: Battle] KO 1 of your opponent's Battle Cards."),
    "Cheer": extra(f"[Activate: Battle] {MINE}. It gets +5000 power for the duration of the battle."),
    "Brag": fighter(
        10000, "[Auto] At the end of the battle, if this card has 15000 or more power, draw 1 card."
    ),
    "Thorn": fighter(10000, "[Critical]\n[Activate: Main] Deal 1 damage to your opponent."),
    "Chain": fighter(10000, "[Permanent] Your opponent's Battle Cards get -5000 power."),
    "Bitter": fighter(10000, "[Auto] When this card is KO'd by your opponent's skill, draw 1 card."),
    "Slump": extra(f"[Activate: Main] {MINE}. It gets -5000 power {TURN}."),
    "Sap": extra(f"[Activate: Main] Your Leader Card gets -25000 power {TURN}."),
    "Sap Them": extra(f"[Activate: Main] Your opponent's Leader Card gets -20000 power {TURN}."),
    "Boost": extra(f"[Activate: Main] {MINE}. It gets +5000 combo power {TURN}."),
    "Titan": fighter(20000),
    "Twin Fang": fighter(15000, "[Double Strike]"),
    "Nurse": fighter(10000, "[Auto] When you take damage, draw 1 card."),
    "Altar": fighter(
        10000, "[Activate: Main] Choose 1 of your Battle Cards and place it in your Drop Area: Draw 1 card."
    ),
    "Rift Gate": fighter(
        10000,
        "[Permanent] If one of your Battle Cards would be placed in your Drop Area, "
        "place it in your Warp instead.",
    ),
    "Summons": extra("[Activate: Main] Choose 1 Battle Card in your opponent's Drop Area and play it."),
    "War Cry": extra(f"[Activate: Main] All of your Battle Cards get +5000 power {TURN}."),
    "Rift Eye": fighter(
        10000, "[Auto] When a Battle Card is placed in your Warp from your Drop Area, draw 1 card."
    ),
    "Vent": extra("[Activate: Main] Choose 1 Battle Card in your Drop Area and send it to your Warp."),
    "Edge": extra(f"[Activate: Main] {MINE}. It gains [Double Strike] {TURN}."),
    "Crown": extra(f"[Activate: Main] Your Leader Card gains [Double Strike] {TURN}."),
    "Slime": fighter(
        20000,
        "[Union-Absorb] Choose 1 <Drone> in your Drop Area and place it on top of this card: Draw 1 card.",
    ),
    "Hive": extra('[Activate: Main] Create a "Drone" token.'),
    "Lease": extra(f"[Activate: Main] Gain control of 1 of your opponent's Battle Cards {TURN}."),
    "Usurp": extra("[Activate: Battle] Gain control of 1 of your opponent's Battle Cards."),
    "Herald": fighter(10000, "[Auto] When you play a Battle Card, draw 1 card."),
    "Charger": fighter(10000, "[Auto] When this card attacks, draw 1 card."),
    "Gag": extra(f"[Counter: Attack] {THEIRS} and negate its skills {TURN}."),
    "Gag Ours": extra(f"[Activate: Main] {MINE} and negate its skills {TURN}."),
    "Chant": fighter(
        5000,
        "[Auto] When you combo with this card, draw 1 card.\n"
        "[Auto] At the beginning of the Damage Step, draw 1 card.",
    ),
    "Saved": fighter(
        10000,
        "[Permanent] When this card would be KO'd, send it to the Warp instead.\n"
        "[Permanent] When this card would be KO'd, return it to its owner's hand instead.",
    ),
    "Dawn": leader("red", "Dawn")
    | {"text": "[Awaken] When your life is at 4 or less: Flip this card over."},
    "Mourner": fighter(10000, "[Auto] When one of your other Battle Cards is KO'd, draw 1 card."),
    "Raze": extra("[Activate: Main] KO all of your opponent's Battle Cards."),
    "Dusk": fighter(10000, "[Auto] At the end of your Main Phase, draw 1 card."),
    "Seek": extra("[Activate: Main] Search your deck for up to 1 <Kaz> card, and add it to your hand."),
    "Once": fighter(10000, "[Once per turn] [Activate: Main] Draw 1 card."),
    "Lift": extra("[Activate: Main] Return 1 of your Battle Cards to its owner's hand."),
    "Push Pull": fighter(
        10000,
        "[Activate: Main] Your opponent chooses 1 of their Battle Cards and switches it to Active Mode.",
    ),
}  # fmt: skip


def times(line: Line, clause: str) -> int:
    return sum(1 for entry in line.log if entry.clause == clause)


def opening(readings: Readings, cards: int = 50) -> Line:
    names = [f"Filler {n}" for n in range(13) for _ in range(4)][:cards]
    printed = [PrintedCard(name, {"type": "battle", "power": 5000}) for name in dict.fromkeys(names)]
    pool = GAME.compile([PrintedCard("Aria", {"type": "leader", "power": 10000}), *printed], RULES)
    deck = Deck({"leader": ["Aria"], "main": names})
    return Line(RULES, pool, GAME.new_game({A: deck, B: deck}, 4, RULES), readings)


def loses_at_once(r: Readings) -> Any:
    line = duel(B={"life": ["Drone"]}, readings=r)
    return not shows(play(line, "attack Aria Bors", "pass", "pass"), "7-4-1-5")


def decks_run_out_before_the_game(r: Readings) -> Any:
    line = play(opening(r, cards=14), "", "")
    assert line.state.outcome is not None
    return "drawn" if line.state.outcome.winner is None else "won"


def first_player_is_found_before_the_checkpoint(r: Readings) -> Any:
    return shows(play(opening(r), "", ""), "5-2-1-3", "5-2-1-3-1", "4-5-3", "5-2-1-4")


def draws_after_the_shuffle(r: Readings) -> Any:
    line = opening(r)
    question = line.run()
    assert question is not None
    play(line, question.options[0].id, "")
    return shows(line, "5-2-1-4-1", "3-2-4", "4-9-2")


def charging_least(r: Readings) -> Any:
    question = duel(at="charge", A={"hand": ["Grunt", "Wisp"]}, readings=r).run()
    assert question is not None
    return question.least


def timings_around_a_skill(r: Readings) -> Any:
    return times(play(duel(A={"hand": ["Jab"]}, readings=r), "activate Jab Jab#1", "Drone"), "4-7-3-6")


def timings_around_a_skill_in_defense(r: Readings) -> Any:
    line = duel(A={"battle": ["Brute"]}, B={"hand": ["Cheer"], "battle": ["Grunt"]}, readings=r)
    play(line, "attack Brute Bors", "pass", "activate Cheer Cheer#1")
    return times(line, "4-7-3-6")


def timings_around_a_combo(r: Readings) -> Any:
    line = duel(A={"battle": ["Grunt"], "hand": ["Wisp"]}, readings=r)
    return times(play(line, "attack Grunt Bors", "combo Wisp"), "4-7-3")


def target_is_chosen_early(r: Readings) -> Any:
    line = duel(A={"hand": ["Cull"]}, B={"battle": ["Grunt", "Wisp"]}, readings=r)
    question = play(line, "activate Cull Cull#1").run()
    assert question is not None
    return "8-5-2-2" in question.path


def target_of_an_auto_is_chosen_early(r: Readings) -> bool:
    line = duel(A={"hand": ["Tempter"], "energy": ["Drone"]}, B={"battle": ["Grunt", "Wisp"]}, readings=r)
    question = play(line, "play Tempter").run()
    assert question is not None
    return "8-5-2-2" in question.path


@pytest.mark.parametrize("choice", ["at-resolution", "at-activation"])
def test_an_auto_has_its_targets_chosen_when_an_activate_skill_has(choice: str) -> None:
    assert target_of_an_auto_is_chosen_early({"A-09": choice}) is (choice == "at-activation")


def a_counter_is_an_activate_skill(r: Readings) -> Any:
    line = duel(A={"battle": ["Clerk", "Grunt"]}, B={"hand": ["Push"]}, readings=r)
    return count(play(line, "attack Grunt Bors", "Push"), "A.hand")


def a_second_counter_attack_may_follow(r: Readings) -> Any:
    line = duel(A={"hand": ["Hush"]}, B={"hand": ["Push", "Push"]}, readings=r)
    play(line, "attack Aria Bors", f"c{line.state.pile('B.hand')[0]}", "Hush")
    return "Push" in offered(line)


def drawn_by_the_link_after_a_power_loss(r: Readings) -> Any:
    line = duel(A={"hand": ["Frost"]}, B={"hand": ["Tally"], "battle": ["Grunt"]}, readings=r)
    return count(play(line, "attack Aria Bors", "Tally", "Frost"), "B.hand")


def area_of_a_negated_play(r: Readings) -> Any:
    line = duel(A={"hand": ["Grunt"], "energy": ["Drone"]}, B={"hand": ["Halt"]}, readings=r)
    return where(play(line, "play Grunt", "Halt"), "Grunt")


def how_often_blocking_is_asked(r: Readings) -> Any:
    line, asked = duel(B={"battle": ["Wall", "Wall"]}, readings=r), 0
    play(line, "attack Aria Bors")
    while (question := line.run()) is not None and question.clause != "4-6-2-2":
        asked += question.form == "yes or no"
        line.answer(question.options[0].id)
    return asked


def drawn_on_being_attacked(r: Readings) -> Any:
    line = duel(B={"battle": [resting("Keeper"), "Alert Wall"]}, readings=r)
    return count(play(line, "attack Aria Keeper", "Keeper", "yes", "pass", "pass"), "B.hand")


def clause_that_ends_the_battle(r: Readings) -> Any:
    line = duel(A={"battle": ["Grunt"], "hand": ["Snipe"]}, B={"battle": [resting("Wisp")]}, readings=r)
    play(line, "attack Grunt Wisp", "activate Snipe Snipe#1")
    if "pass" in offered(line):
        play(line, "pass", "pass")
    return [clause for clause in ("7-1-4-4", "7-4-1-10") if times(line, clause)]


def drawn_with_battle_long_power(r: Readings) -> Any:
    line = duel(A={"battle": ["Brag"], "hand": ["Cheer"]}, readings=r)
    play(line, "attack Brag Bors", "activate Cheer Cheer#1", "pass", "pass", "Drone")
    return count(line, "A.hand")


def after_the_battle_is_in_the_battle(r: Readings) -> Any:
    line = duel(A={"battle": ["Grunt"]}, B={"battle": [resting("Grudge")]}, readings=r)
    play(line, "attack Grunt Grudge", "pass", "pass")
    *_, last = [entry.path for entry in line.log if any("10-9-1" in h.path for h in entry.events)]
    return "7-4-1-9" in last


def attacks_of_a_triple_attack(r: Readings) -> Any:
    line, done = duel(A={"battle": ["Tireless"]}, readings=r), 0
    while "attack Tireless Bors" in offered(line):
        play(line, "attack Tireless Bors", "pass", "pass", "Drone")
        done += 1
    return done


def damage_of_a_triple_strike(r: Readings) -> Any:
    line = play(duel(A={"battle": ["Tri-Fang"]}, readings=r), "attack Tri-Fang Bors", "pass", "pass")
    while (question := line.run()) is not None and question.player == "B":
        line.answer(question.options[0].id)
    return 5 - count(line, "B.life")


def drawn_for_two_damage(r: Readings) -> Any:
    line = duel(A={"battle": ["Twin Fang"]}, B={"battle": ["Nurse"]}, readings=r)
    play(line, "attack Twin Fang Bors", "pass", "pass")
    while (question := line.run()) is not None and question.player == "B":
        line.answer(question.options[0].id)
    return 20 - count(line, "B.deck")


def power_of_a_latecomer(r: Readings) -> Any:
    mine = {"battle": ["Grunt"], "hand": ["War Cry", "Wisp"], "energy": ["Wisp"]}
    line = play(duel(A=mine, readings=r), "activate War Cry War Cry#1", "play Wisp")
    return next(
        int(line.table.peek(card.id, "power"))
        for card in line.state.cards.values()
        if card.name == "Wisp" and card.area == "A.battle"
    )


def drawn_for_a_cost_that_went_elsewhere(r: Readings) -> Any:
    line = duel(A={"battle": ["Altar", "Rift Gate"]}, readings=r)
    return count(play(line, "activate Altar Altar#1", "Rift Gate"), "A.hand")


def who_may_answer_a_skill_asked_for(readings: Readings) -> list[str]:
    """A skill has another one activated, which plays a card: can B use a [Counter: Play]?"""
    CAST["Bell"] = fighter(
        10000, "[Activate: Main] Activate the [Activate: Main] skill of 1 <Page> card in your Battle Area "
        "without paying its cost.",
    )  # fmt: skip
    CAST["Page"] = fighter(
        10000, "[Activate: Main] Play 1 <Drone> card from your Drop Area.", characters=["Page"]
    )
    line = duel(readings=readings, A={"battle": ["Bell", "Page"], "drop": ["Drone"]}, B={"hand": ["Halt"]})
    play(line, "activate Bell Bell#1")
    assert line.question is not None
    return offered(line) if line.question.player == B else []


def who_wins_if_each_player_loses(r: Readings) -> Any:
    CAST["Curtain"] = fighter(10000, "[Activate: Main] Each player loses the game.")
    line = play(duel(A={"battle": ["Curtain"]}, readings=r), "activate Curtain Curtain#1")
    assert line.state.outcome is not None
    return line.state.outcome.winner


def whether_a_choice_of_both_is_secret(r: Readings) -> Any:
    CAST["Tithe"] = fighter(
        10000, "[Activate: Main] Each player chooses 1 card in their hand and discards it."
    )
    both = {"hand": ["Grunt", "Wisp"]}
    line = duel(A={"battle": ["Tithe"], **both}, B=both, readings=r)
    play(line, "activate Tithe Tithe#1")
    assert line.question is not None
    return line.question.secret


def where_a_leader_goes_that_is_returned(r: Readings) -> Any:
    CAST["Eviction"] = extra("[Activate: Main] Return your opponent's Leader Card to its owner's hand.")
    line = duel(A={"hand": ["Eviction"]}, readings=r)
    return where(play(line, "activate Eviction Eviction#1"), "Bors")


def a_skills_combos_and_the_energy(r: Readings) -> Any:
    CAST["Cobble"] = fighter(5000, characters=["Cobble"]) | {"combo cost": 1}
    CAST["Quarry"] = extra(
        "[Activate: Battle] Combo with 1 <Cobble> card from your hand. "
        "Combo with 1 <Cobble> card from your Drop Area."
    )
    mine = {"hand": ["Quarry", "Cobble"], "drop": ["Cobble"], "energy": ["Grunt"]}
    line = play(duel(A=mine, readings=r), "attack Aria Bors", "activate Quarry Quarry#1", "Cobble")
    (energy,) = line.state.pile("A.energy")
    return count(line, "A.combo"), bool(line.state.cards[energy].mark("rest"))


def a_card_raised_from_the_other_side(r: Readings) -> Any:
    line = duel(A={"hand": ["Summons"]}, B={"drop": ["Grunt"]}, readings=r)
    return where(play(line, "activate Summons Summons#1"), "Grunt")


def a_ko_that_ends_in_the_warp(r: Readings) -> Any:
    line = duel(A={"hand": ["Fell"]}, B={"battle": ["Drifter"], "hand": 0}, readings=r)
    return count(play(line, "activate Fell Fell#1"), "B.hand")


def who_draws_for_a_watch_that_changed_sides(r: Readings) -> Any:
    ours = {"hand": ["Tempter"], "energy": ["Drone"]}
    line = play(duel(A=ours, B={"battle": ["Bribed Watch"], "hand": 0}, readings=r), "play Tempter")
    return count(line, "A.hand"), count(line, "B.hand")


def a_shield_behind_critical(r: Readings) -> Any:
    line = duel(A={"battle": ["Thorn"]}, B={"battle": ["Bulwark"]}, readings=r)
    taken = ["Drone"] if r["A-63"] == "no-longer-damage" else []
    play(line, "activate Thorn Thorn#2", "[Critical]", *taken)
    return count(line, "B.life"), count(line, "B.deck")


def an_empty_hand_for_a_moment(r: Readings) -> Any:
    line = play(duel(A={"battle": ["Hungry"], "hand": ["Lesson"]}, readings=r), "activate Lesson Lesson#1")
    return count(line, "A.hand")


def choosing_the_own_barrier(r: Readings) -> Any:
    mine = {"hand": ["Edict"]}
    line = play(duel(A=mine, B={"battle": ["Veil"]}, readings=r), "activate Edict Edict#1")
    return where(line, "Veil")


def double_strike_for_the_silenced(r: Readings) -> Any:
    mine = {"battle": ["Alert Wall"], "hand": ["Fangs"]}
    line = duel(A=mine, B={"battle": ["Muzzle"]}, readings=r)
    play(line, "activate Fangs Fangs#1", "attack Alert Wall Bors", "pass", "pass", "Drone")
    question = line.run()
    return question and question.player


def a_needle_against_a_bulwark(r: Readings) -> Any:
    line = duel(A={"battle": ["Needle"]}, B={"battle": ["Bulwark"]}, readings=r)
    return count(play(line, "attack Needle Bors", "pass", "pass"), "A.hand")


def a_helper_at_the_end_of_its_battle(r: Readings) -> Any:
    line = duel(A={"battle": ["Wisp"], "hand": ["Helper"]}, readings=r)
    return where(play(line, "attack Wisp Bors", "combo Helper", "pass", "pass", "Drone"), "Helper")


def what_an_ambusher_costs(r: Readings) -> Any:
    theirs = {"hand": ["Ambusher"], "energy": ["Wisp", "Wisp"]}
    line = play(duel(A={"battle": ["Grunt"]}, B=theirs, readings=r), "attack Grunt Bors", "Ambusher")
    rested = sum(bool(line.state.cards[card].mark("rest")) for card in line.state.pile("B.energy"))
    return rested, count(line, "B.battle")


def revenge_of_a_survivor(r: Readings) -> Any:
    line = duel(A={"battle": ["Wisp"]}, B={"battle": [resting("Grudge")]}, readings=r)
    return where(play(line, "attack Wisp Grudge", "pass", "pass"), "Wisp")


def revenge_for_a_negated_attack(r: Readings) -> Any:
    theirs = {"battle": [resting("Grudge")], "hand": ["Push"]}
    line = duel(A={"battle": ["Grunt"]}, B=theirs, readings=r)
    return where(play(line, "attack Grunt Grudge", "Push"), "Grunt")


def critical_damage_by_a_skill(r: Readings) -> Any:
    line = play(duel(A={"battle": ["Thorn"]}, readings=r), "activate Thorn Thorn#2", "Drone")
    return count(line, "B.drop")


def own_sweep_over_an_indestructible_card(r: Readings) -> Any:
    line = duel(A={"hand": ["Sweep"], "battle": ["Stone"]}, readings=r)
    return where(play(line, "activate Sweep Sweep#1"), "Stone")


def zero_power_by_both_players(r: Readings) -> Any:
    line = duel(A={"hand": ["Slump"], "battle": ["Bitter"]}, B={"battle": ["Chain"]}, readings=r)
    return count(play(line, "activate Slump Slump#1"), "A.hand")


def damage_at_negative_power(r: Readings) -> Any:
    line = duel(A={"hand": ["Sap", "Sap Them"]}, readings=r)
    play(line, "activate Sap Sap#1", "activate Sap Them Sap Them#1", "attack Aria Bors", "pass", "pass")
    return "Drone" in offered(line)


def power_after_adding_and_setting(r: Readings) -> Any:
    line = duel(A={"hand": ["Pep", "Level"], "battle": ["Grunt"]}, readings=r)
    return power(play(line, "activate Pep Pep#1", "activate Level Level#1"), "Grunt")


def combo_power_given_before_the_combo(r: Readings) -> Any:
    ours = {"battle": ["Grunt", "Wisp"], "hand": ["Boost"]}
    line = duel(A=ours, B={"battle": [resting("Titan")]}, readings=r)
    play(line, "activate Boost Boost#1", "Wisp", "attack Grunt Titan", "combo Wisp", "pass", "pass")
    return where(line, "Titan")


def drawn_for_a_move_between_open_areas(r: Readings) -> Any:
    line = duel(A={"battle": ["Rift Eye"], "hand": ["Vent"], "drop": ["Wisp"]}, readings=r)
    return count(play(line, "activate Vent Vent#1"), "A.hand")


def strike_of_an_evolved_card(r: Readings) -> Any:
    side = {"battle": ["Kaz"], "hand": ["Edge", "Great Kaz"], "energy": ["Drone"]}
    line = duel(A=side, readings=r)
    play(line, "activate Edge Edge#1", "activate Great Kaz Great Kaz#1")
    return damage(line, "Great Kaz")


def damage(line: Line, attacker: str) -> int:
    """What an attack on the Leader costs B."""
    play(line, f"attack {attacker} Bors", "pass", "pass")
    while (question := line.run()) is not None and question.player == "B":
        line.answer(question.options[0].id)
    return 5 - count(line, "B.life")


def evolve_without_its_base(r: Readings) -> Any:
    side = {"hand": ["Great Kaz"], "battle": ["Kaz"], "energy": ["Drone"]}
    line = duel(A=side, B={"hand": ["Swat"]}, readings=r)
    return where(play(line, "activate Great Kaz Great Kaz#1", "Swat"), "Great Kaz")


def fusion_with_cards_in_play(r: Readings) -> Any:
    side = {"hand": ["Kazuri"], "battle": ["Kaz", "Uri"], "energy": ["Drone"]}
    return "activate Kazuri Kazuri#1" in offered(duel(A=side, readings=r))


def top_of_an_absorbing_stack(r: Readings) -> Any:
    line = duel(A={"battle": ["Slime"], "drop": ["Drone"]}, readings=r)
    play(line, "activate Slime Slime#1")
    return [line.state.cards[card].name for card in line.state.pile("A.battle")]


def drop_area_after_a_negated_over_realm(r: Readings) -> Any:
    side = {"hand": ["Rift Walker"], "drop": ["Wisp", "Wisp"], "energy": ["Drone"]}
    line = duel(A=side, B={"hand": ["Halt"]}, readings=r)
    return count(play(line, "activate Rift Walker Rift Walker#1", "Halt"), "A.drop")


def a_second_over_realm(r: Readings) -> Any:
    line = duel(A={"hand": ["Rift Runner", "Rift Runner"], "energy": ["Drone", "Drone"]}, readings=r)
    play(line, f"activate c{line.state.pile('A.hand')[0]} Rift Runner#1", "Drone")
    return "activate Rift Runner Rift Runner#1" in offered(line)


def when_an_over_realm_card_leaves(r: Readings) -> Any:
    side = {"hand": ["Rift Runner"], "energy": ["Drone"]}
    line = play(duel(A=side, readings=r), "activate Rift Runner Rift Runner#1", "end the Main Phase")
    card = find(line, "Rift Runner")
    moves = [(e.clause, h.event) for e in line.log for h in e.events if isinstance(h.event, Moved)]
    (clause,) = [at for at, event in moves if event.card == card and event.dst == "A.warp"]
    return clause


def a_token_as_a_combo(r: Readings) -> Any:
    line = duel(A={"hand": ["Hive"], "battle": ["Grunt"]}, readings=r)
    return count(play(line, "activate Hive Hive#1", "attack Grunt Bors", "combo Drone"), "A.combo")


def control_for_the_turn(r: Readings) -> Any:
    line = duel(A={"hand": ["Lease"]}, B={"battle": ["Wisp"]}, readings=r)
    return where(play(line, "activate Lease Lease#1", "end the Main Phase"), "Wisp")


def drawn_for_a_card_taken_over(r: Readings) -> Any:
    line = duel(A={"hand": ["Lease"], "battle": ["Herald"]}, B={"battle": ["Wisp"]}, readings=r)
    return count(play(line, "activate Lease Lease#1"), "A.hand")


def a_guard_card_that_changes_sides(r: Readings) -> Any:
    line = duel(A={"hand": ["Usurp"], "battle": ["Grunt"]}, B={"battle": [resting("Wisp")]}, readings=r)
    return "pass" in offered(play(line, "attack Grunt Wisp", "activate Usurp Usurp#1"))


def drop_area_of_a_borrowed_combo(r: Readings) -> Any:
    line = duel(A={"hand": ["Lease"], "battle": ["Grunt"]}, B={"battle": ["Wisp"]}, readings=r)
    play(line, "activate Lease Lease#1", "attack Grunt Bors", "combo Wisp", "pass", "pass", "Drone")
    return where(line, "Wisp")


def drawn_by_a_skill_negated_while_pending(r: Readings) -> Any:
    line = duel(A={"battle": ["Charger"]}, B={"hand": ["Gag"]}, readings=r)
    return count(play(line, "attack Charger Bors", "Gag"), "A.hand")


def way_of_a_field_card(r: Readings) -> Any:
    line = play(duel(A={"hand": ["Arena"]}, readings=r), "activate Arena Arena#1")
    return [h.event.dst for e in line.log for h in e.events if isinstance(h.event, Moved)]


def drawn_from_the_combo_area(r: Readings) -> Any:
    line = duel(A={"battle": ["Grunt"], "hand": ["Chant"]}, readings=r)
    play(line, "attack Grunt Bors", "combo Chant")
    early = count(line, "A.hand")
    play(line, "pass", "pass")
    return early, count(line, "A.hand") - early


def end_phases_and_what_a_muted_card_draws(r: Readings) -> Any:
    plain = play(duel(A={"battle": ["Owl"]}, readings=r), "end the Main Phase")
    muted = duel(A={"battle": ["Owl"], "hand": ["Gag Ours"]}, readings=r)
    play(muted, "activate Gag Ours Gag Ours#1", "end the Main Phase")
    return times(plain, "6-4-1-3"), count(muted, "A.hand")


def who_picks_a_replacement(r: Readings) -> Any:
    line = duel(A={"hand": ["Cull"]}, B={"battle": ["Saved"]}, readings=r)
    question = play(line, "activate Cull Cull#1").run()
    assert question is not None
    return question.player


def two_ultimates_by_permission(r: Readings) -> Any:
    text = "[Ultimate]\n[Permanent] You can include up to 7 copies of this card in your deck."
    star = PrintedCard("Star", {"type": "battle"}, text)
    filler = [PrintedCard(f"Filler {n % 12}", {"type": "battle"}) for n in range(48)]
    found = violations([PrintedCard("Aria", {"type": "leader"})], [star, star, *filler], RULES, r)
    return [violation.clause for violation in found]


def who_may_not_go_on_with_a_loop(r: Readings) -> Any:
    line = duel(A={"battle": ["Push Pull"]}, B={"battle": ["Wisp", "Grunt"]}, readings=r)
    for _ in range(12):
        question = line.run()
        assert question is not None
        if question.form == "number":
            break
        play(line, "activate Push Pull Push Pull#1" if question.player == "A" else "Wisp")
    play(line, "3", "3")
    (loop,) = [h.event for e in line.log for h in e.events if isinstance(h.event, Bounded)]
    return loop.stoppers


def strike_of_an_awakened_leader(r: Readings) -> Any:
    line = duel(A={"leader": ["Dawn"], "hand": ["Crown"], "life": ["Drone"] * 4}, readings=r)
    play(line, "activate Crown Crown#1", "awaken Dawn Dawn#1")
    return damage(line, "Dawn")


def a_counter_play_sees_an_evolve(r: Readings) -> Any:
    side = {"hand": ["Great Kaz"], "battle": ["Kaz"], "energy": ["Drone"]}
    line = duel(A=side, B={"hand": ["Halt"]}, readings=r)
    return "Halt" in offered(play(line, "activate Great Kaz Great Kaz#1"))


def a_sweep_that_names_no_player(r: Readings) -> Any:
    line = duel(A={"hand": ["Sweep"]}, B={"battle": ["Wisp"]}, readings=r)
    return where(play(line, "activate Sweep Sweep#1"), "Wisp")


def a_situation_that_holds_on_arrival(r: Readings) -> Any:
    line = duel(A={"hand": ["Dreamer"], "energy": ["Drone"]}, readings=r)
    return count(play(line, "play Dreamer"), "A.hand")


def drawn_for_a_card_that_leaves_together(r: Readings) -> Any:
    line = duel(A={"hand": ["Raze"]}, B={"battle": ["Mourner", "Wisp"]}, readings=r)
    return count(play(line, "activate Raze Raze#1"), "B.hand")


def main_phase_end_steps(r: Readings) -> Any:
    line = play(duel(A={"battle": ["Dusk"]}, readings=r), "end the Main Phase")
    return times(line, "6-3-1-3-1-1")


def shuffled_after_a_search(r: Readings) -> Any:
    line = duel(A={"hand": ["Seek"], "deck": ["Kaz", *["Drone"] * 5]}, readings=r)
    return shows(play(line, "activate Seek Seek#1", "Kaz"), "3-2-4")


def an_active_leader_as_a_target(r: Readings) -> Any:
    return "attack Aria Bors" in offered(duel(readings=r))


def once_per_turn_after_coming_back(r: Readings) -> Any:
    line = duel(A={"battle": ["Once"], "hand": ["Lift"], "energy": ["Drone"]}, readings=r)
    play(line, "activate Once Once#1", "activate Lift Lift#1", "play Once")
    return "activate Once Once#1" in offered(line)


DECIDES: dict[str, tuple[Scene, dict[str, Any]]] = {
    "A-01": (loses_at_once, {"at-once": True, "next-processing": False}),
    "A-02": (
        decks_run_out_before_the_game,
        {"not-before-game": "drawn", "life-not-before-game": "won"},
    ),
    "A-03": (
        first_player_is_found_before_the_checkpoint,
        {"first-player-first": True, "chance-for-checkpoint": False},
    ),
    "A-04": (draws_after_the_shuffle, {"shuffle-before-drawing": True, "draw-then-shuffle": False}),
    "A-05": (charging_least, {"compulsory": 1, "optional": 0}),
    "A-06": (timings_around_a_skill, {"two": 2, "three": 3}),
    "A-07": (
        timings_around_a_skill_in_defense,
        {"turn-player-may-answer": 3, "none-in-defense-step": 1},
    ),
    "A-08": (timings_around_a_combo, {"checkpoint-only": 1, "counter-timing-too": 2}),
    "A-09": (target_is_chosen_early, {"at-resolution": False, "at-activation": True}),
    "A-10": (a_counter_is_an_activate_skill, {"fourth-category": 0, "as-activate": 1}),
    "A-11": (a_second_counter_attack_may_follow, {"any-pending": True, "only-counter-counter": False}),
    "A-12": (
        drawn_by_the_link_after_a_power_loss,
        {"interruptive-only": 1, "all-rule-processing": 0},
    ),
    "A-13": (
        area_of_a_negated_play,
        {"stays-unless-told": ["A.hand"], "drop-unless-told": ["A.drop"]},
    ),
    "A-14": (how_often_blocking_is_asked, {"optional-many": 2, "optional-one": 1, "compulsory": 0}),
    "A-14b": (drawn_on_being_attacked, {"not-attacked": 1, "attacked": 2}),
    "A-15": (clause_that_ends_the_battle, {"whole-battle": ["7-1-4-4"], "tested-once": ["7-4-1-10"]}),
    "A-16": (drawn_with_battle_long_power, {"as-printed": 0, "checkpoint-first": 1}),
    "A-17": (
        after_the_battle_is_in_the_battle,
        {"end-of-battle-checkpoint": True, "next-free-timing": False},
    ),
    "A-18": (attacks_of_a_triple_attack, {"x-minus-one": 3, "once": 2}),
    "A-19": (damage_of_a_triple_strike, {"up-to": 3, "exactly": 1}),
    "A-20": (revenge_of_a_survivor, {"attacked-or-ko-ed": ["A.drop"], "only-if-ko-ed": ["A.battle"]}),
    "A-20b": (
        revenge_for_a_negated_attack,
        {"works-if-negated": ["A.drop"], "not-if-negated": ["A.battle"]},
    ),
    "A-21": (critical_damage_by_a_skill, {"any-damage": 1, "attacks-only": 0}),
    "A-22": (
        own_sweep_over_an_indestructible_card,
        {"limited-both-halves": ["A.drop"], "never-ko-ed": ["A.battle"]},
    ),
    "A-23": (zero_power_by_both_players, {"latest-effect": 0, "every-effect": 1}),
    "A-24": (damage_at_negative_power, {"power-may-be-negative": False, "all-read-as-zero": True}),
    "A-25": (power_after_adding_and_setting, {"set-then-add": 6000, "by-age": 1000}),
    "A-26": (
        combo_power_given_before_the_combo,
        {"keeps-effects": ["B.drop"], "loses-effects": ["B.battle"]},
    ),
    "A-27": (drawn_for_a_move_between_open_areas, {"new-area": 1, "battle-area": 0}),
    "A-28": (strike_of_an_evolved_card, {"all-but-printed": 2, "power-and-mode": 1}),
    "A-29": (evolve_without_its_base, {"not-played": ["A.hand"], "played-anyway": ["A.battle"]}),
    "A-30": (fusion_with_cards_in_play, {"battle-area": True, "hand-to-drop": False}),
    "A-31": (
        top_of_an_absorbing_stack,
        {"absorbed-on-top": ["Drone"], "absorbed-beneath": ["Slime"]},
    ),
    "A-32": (drop_area_after_a_negated_over_realm, {"warp-as-effect": 2, "warp-as-cost": 0}),
    "A-32b": (a_second_over_realm, {"per-player": False, "per-skill": True}),
    "A-32c": (when_an_over_realm_card_leaves, {"as-pending": "8-5-2-6-2", "automatic": "6-4-1-1"}),
    "A-33": (a_token_as_a_combo, {"combo-allowed": 1, "removed-on-any-move": 0}),
    "A-34": (control_for_the_turn, {"no-return": ["A.battle"], "returns-at-duration-end": ["B.battle"]}),
    "A-34b": (drawn_for_a_card_taken_over, {"not-a-play": 0, "a-play": 1}),
    "A-34c": (a_guard_card_that_changes_sides, {"counts-as-gone": False, "role-kept": True}),
    "A-35": (drop_area_of_a_borrowed_combo, {"owner": ["B.drop"], "as-printed": ["A.drop"]}),
    "A-36": (
        drawn_by_a_skill_negated_while_pending,
        {"cancelled-if-negated": 0, "resolves-though-negated": 1},
    ),
    "A-37": (
        way_of_a_field_card,
        {"straight-to-battle": ["A.battle"], "via-drop": ["A.drop", "A.battle"]},
    ),
    "A-38": (
        drawn_from_the_combo_area,
        {"off-unless-meant": (1, 0), "always-off": (0, 0), "on": (1, 1)},
    ),
    "A-39": (
        end_phases_and_what_a_muted_card_draws,
        {
            "repeat-after-activity": (2, 1),
            "repeat-if-outstanding": (1, 0),
            "repeat-for-conditions": (1, 1),
        },
    ),
    "A-40": (who_picks_a_replacement, {"master-of-affected": "B", "acting-player": "A"}),
    "A-41": (two_ultimates_by_permission, {"limit-wins": ["10-16-1"], "permission-wins": []}),
    "A-42": (
        who_may_not_go_on_with_a_loop,
        {"turn-player-stops": "A", "non-turn-player-stops": "B"},
    ),
    "A-43": (strike_of_an_awakened_leader, {"all-persist": 2, "only-power": 1}),
    "A-44": (a_counter_play_sees_an_evolve, {"by-meaning": True, "by-printed-word": False}),
    "A-45": (
        a_sweep_that_names_no_player,
        {"master-only": ["B.battle"], "both-players": ["B.drop"]},
    ),
    "A-46": (a_situation_that_holds_on_arrival, {"on-change-only": 0, "holding-is-enough": 1}),
    "A-47": (drawn_for_a_card_that_leaves_together, {"sees-them": 1, "only-itself": 0}),
    "A-48": (main_phase_end_steps, {"one-pass": 1, "repeat-like-end-phase": 2}),
    "A-49": (shuffled_after_a_search, {"always-shuffle": True, "only-if-told": False}),
    "A-50": (an_active_leader_as_a_target, {"leader-always": True, "rested-only": False}),
    "A-51": (once_per_turn_after_coming_back, {"new-object-fresh": True, "physical-card": False}),
    "A-52": (drawn_for_two_damage, {"each-point": 2, "once": 1}),
    "A-53": (power_of_a_latecomer, {"newcomers-too": 10000, "those-there": 5000}),
    "A-54": (drawn_for_a_cost_that_went_elsewhere, {"paid": 1, "not-paid": 0}),
    "A-55": (a_card_raised_from_the_other_side, {"who-plays": ["A.battle"], "owner": ["B.battle"]}),
    "A-56": (who_may_answer_a_skill_asked_for, {"as-ever": ["Halt"], "only-the-outer": []}),
    "A-57": (who_wins_if_each_player_loses, {"draw": None, "turn-player-loses": B}),
    "A-58": (whether_a_choice_of_both_is_secret, {"laid-down-together": True, "seen": False}),
    "A-59": (where_a_leader_goes_that_is_returned, {"stays": ["B.leader"], "goes": ["B.hand"]}),
    "A-60": (
        a_skills_combos_and_the_energy,
        {"from-hand-or-battle": (2, True), "always": (1, True), "never": (2, False)},
    ),
    "A-61": (a_ko_that_ends_in_the_warp, {"no-ko": 0, "ko-all-the-same": 1}),
    "A-62": (
        who_draws_for_a_watch_that_changed_sides,
        {"when-it-pended": (0, 1), "when-activated": (1, 0)},
    ),
    "A-63": (a_shield_behind_critical, {"no-longer-damage": (4, 20), "still-damage": (5, 16)}),
    "A-64": (an_empty_hand_for_a_moment, {"once-it-occurred": 2, "if-it-still-holds": 1}),
    "A-65": (choosing_the_own_barrier, {"not-for-their-skill": ["B.battle"], "own-choice": ["B.drop"]}),
    "A-66": (double_strike_for_the_silenced, {"by-age": "B", "losing-last": "A"}),
    "A-67": (a_needle_against_a_bulwark, {"after-the-damage": 0, "before-it": 1}),
    "A-68": (a_helper_at_the_end_of_its_battle, {"pends": ["A.battle"], "off": ["A.drop"]}),
    "A-69": (what_an_ambusher_costs, {"nothing": (0, 1), "energy-cost": (2, 1)}),
}
ROWS = [(doubt, choice) for doubt, (_, results) in DECIDES.items() for choice in results]


@pytest.mark.parametrize(("doubt", "choice"), ROWS)
def test_each_answer_to_an_open_question_has_its_result(doubt: str, choice: str) -> None:
    scene, results = DECIDES[doubt]
    assert scene({doubt: choice}) == results[choice]


@pytest.mark.parametrize(("doubt", "choice"), [row for row in ROWS if row[0] != "A-41"])
def test_what_a_reading_decides_is_told(doubt: str, choice: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the log, or, where it decides what is offered, by the question; A-41 is about decks."""
    lines: list[Line] = []
    begin = Line.__init__

    def begin_and_keep(line: Line, *args: Any, **fields: Any) -> None:
        begin(line, *args, **fields)
        lines.append(line)

    monkeypatch.setattr(Line, "__init__", begin_and_keep)
    DECIDES[doubt][0]({doubt: choice})
    assert any(doubt in doubts_read(line, looked_at=True) for line in tuple(lines))


def test_no_answer_to_an_open_question_is_left_out() -> None:
    assert {doubt.id: set(doubt.choices) for doubt in RULES.book.doubts} == {
        doubt: set(results) for doubt, (_, results) in DECIDES.items()
    }


def test_no_other_answer_comes_out_like_the_default() -> None:
    for doubt in RULES.book.doubts:
        results = DECIDES[doubt.id][1]
        others = [result for choice, result in results.items() if choice != doubt.default]
        assert results[doubt.default] not in others, doubt.id
