"""Chapter 6: a turn, phase by phase."""

from __future__ import annotations

from collections.abc import Sequence

from judgekit.engine.abilities import Automatic, Proposal
from judgekit.engine.events import Spent
from judgekit.engine.plain import is_left_out
from judgekit.engine.state import UNKNOWN, CardId, Facts, Player, Ref, Standby, area_name, fact
from judgekit.engine.table import Table
from judgekit.games.dragon_ball_super.ch01_outline import as_far_as_possible, is_forbidden, keep_what_was_told
from judgekit.games.dragon_ball_super.ch02_card_data import UNPAID, can_pay_to_play, pay_to_play
from judgekit.games.dragon_ball_super.ch03_areas import any_number_of_battle_cards, cause, own_hand, place
from judgekit.games.dragon_ball_super.ch04_terms import BUSY, draw, open_a_counter_timing, switch
from judgekit.games.dragon_ball_super.ch08_07_effects import lay_on
from judgekit.games.dragon_ball_super.rules import (
    BATTLE,
    CARRYING_OUT,
    CHARGE_PHASE,
    CHECKPOINT,
    END_PHASE,
    END_PHASE_ORDER,
    FREE_TIMING,
    MAIN_PHASE,
    MAIN_PHASE_END_ORDER,
    MAIN_PHASE_END_STEP,
    MAIN_PHASE_ORDER,
    PLAY,
    RESOLUTION,
    goes_on,
    needed,
    rules,
)

PHASES = {
    "": ("charge", CHARGE_PHASE),
    "charge": ("main", MAIN_PHASE),
    "main": ("main end", MAIN_PHASE_END_STEP),
    "main end": ("end", END_PHASE),
    "end": ("charge", CHARGE_PHASE),
}
END_OF_TURN = "end of turn"
PLAYED_LAST = "played by the last skill"
ENTERS_RESTED = "play enters in Rest Mode"
END_OF_MAIN_PHASE = "end of main phase"


@rules.step("6-1-1")
def go_through_the_phases(table: Table) -> None:
    if table.number("turn") == 0:
        table.begin_turn(table.turn_player)
    phase, procedure = PHASES[table.recall("phase", "")]
    if phase == "main" and is_left_out(table, "main phase", "1-3-1"):
        phase, procedure = PHASES["main end"]
    table.remember(phase=phase)
    table.call(procedure)


@rules.step("6-2-1")
def charge_phase_begins(table: Table) -> None:
    stop_what_lasts(table, (f"beginning of turn {table.number('turn')}",))
    table.occurs("beginning of turn", table.turn_player)
    table.occurs("beginning of charge phase", table.turn_player)
    table.call(CHECKPOINT)


@rules.step("6-2-2")
def switch_everything_to_active(table: Table) -> None:
    with table.together():
        for name in ("leader", "battle", "energy"):
            for card in table.pile(f"{table.turn_player}.{name}"):
                switch(table, card, "active")


@rules.step("6-2-3")
def draw_for_the_turn(table: Table) -> None:
    """Not in the first turn of the game."""
    if table.number("turn") > 1:
        draw(table, table.turn_player, 1)


rules.calls("6-2-4", CHECKPOINT)


@rules.step("6-2-5")
def charge_energy(table: Table) -> None:
    player = table.turn_player
    hand = [card for card in own_hand(table, player) or () if can_be_energy(table, player, card)]
    if not hand:
        as_far_as_possible(table, 1, 0)
        return
    least = 1 if table.reading("A-05") == "compulsory" else 0
    for card in table.choose(player, hand, table.words("charge energy"), least, 1):
        place(table, card, "energy")


def can_be_energy(table: Table, player: Player, card: CardId) -> bool:
    charged = Proposal("move", player, card, f"{player}.hand", f"{player}.energy", cause(table))
    return not table.is_forbidden(charged)


@rules.step("6-2-6")
def charge_phase_ends(table: Table) -> None:
    if not table.recall("checked"):
        table.remember(checked=True)
        table.call(CHECKPOINT, then="6-2-6")
    else:
        end_effects(table, "charge phase")
        table.leave_to("6-1-1")


rules.calls("6-3-1", MAIN_PHASE_ORDER)
rules.moment("6-3-1-1", "beginning of main phase", CHECKPOINT)


rules.windows["main"] = ("6-3-1-2",)  # whose free timing it is


@rules.step("6-3-1-2")
def act_in_the_main_phase(table: Table) -> None:
    table.call(FREE_TIMING, player=table.turn_player, window="main")


play = rules.player_action("6-3-1-2-1", "play", "main")


@play.candidates
def battle_cards_in_hand(table: Table, player: Player) -> list[CardId]:
    return [card for card in table.pile(f"{player}.hand") if is_known(table, card, "battle")]


@play.requires("6-3-1-2-1-1", "enough active energy for its total cost")
def can_be_paid(table: Table, player: Player, card: CardId) -> bool:
    return can_pay_to_play(table, player, card)


@play.requires("1-3-3", "nothing that forbids playing it")
def may_be_played(table: Table, player: Player, card: CardId) -> bool:
    return not is_forbidden(table, "play", card, player)


@play.performs
def declare_to_play(table: Table, player: Player, card: CardId) -> None:
    table.occurs("wants to play", player, card)
    table.call(PLAY, then="4-6-2-1", player=player, card=card)


@rules.step("6-3-1-2-1-1")
def pay_and_declare(table: Table) -> None:
    card, player = CardId(needed(table, "card")), Player(needed(table, "player"))
    trial = table.savepoint()
    pay_to_play(table, player, card)
    if table.number(UNPAID):
        keep_what_was_told(table, table.rewind(trial))
        table.refuse("play", table.words("cost of a card"), player, card)
        table.finish()
        return
    table.set_number("play negated", 0)
    table.set_number(ENTERS_RESTED, 0)
    table.occurs("declares to play", player, card)


@rules.step("6-3-1-2-1-2")
def the_play_may_be_countered(table: Table) -> None:
    open_a_counter_timing(table, Player(needed(table, "player")), "play", ("play",))


@rules.step("6-3-1-2-1-3")
def play_the_battle_card(table: Table) -> None:
    """If it is still in hand and its play has not been negated."""
    from judgekit.games.dragon_ball_super.of_no_avail import note_no_play

    card, player = CardId(needed(table, "card")), Player(needed(table, "player"))
    if table.number("play negated"):
        note_no_play(table, card)
        table.set_number("play negated", 0)
        put_away_a_negated_card(table, card)
    elif table.card(card).area == f"{player}.hand":
        declared = table.card(card).ref
        put_into_play(table, card, player, mode="rest" if table.number(ENTERS_RESTED) else None)
        keep_what_was_laid_on(table, declared, table.card(card).ref)


def keep_what_was_laid_on(table: Table, declared: Ref, played: Ref) -> None:
    """An effect on the card being played goes on applying to it when it is in play."""
    for effect in table.state.effects:
        if declared in (effect.cards or ()):
            lay_on(table, effect, tuple(played if ref == declared else ref for ref in effect.cards or ()))


activate_main = rules.player_action("6-3-1-2-2", "activate", "main")


@rules.action("6-3-1-2-2-1")
def counter_timing_ahead_of_a_skill(table: Table, player: Player) -> bool:
    """A pointer to the counter timings of an activation; read to the letter, one more before it."""
    if table.reading("A-06") != "three":
        table.occurs("counter timings come with the activation", player)
        return False
    return open_a_counter_timing(table, player, "activated", (), then="8-5-2")


awaken_in_main = rules.player_action("6-3-1-2-2-2", "awaken", "main")
attack = rules.player_action("6-3-1-2-3", "attack", "main")


@attack.performs
def begin_a_battle(table: Table, player: Player, subject: tuple[CardId, CardId]) -> None:
    attacker, target = subject
    table.occurs("wants to attack", player, attacker)
    table.call(BATTLE, attacker=attacker, target=target)


@rules.action("6-3-1-2-4")
def end_the_main_phase(table: Table, player: Player) -> None:
    table.occurs("ends the Main Phase", player)
    table.leave_to("6-1-1")


rules.calls("6-3-1-3-1", MAIN_PHASE_END_ORDER)


@rules.step("6-3-1-3-1-1")
def end_of_main_phase_comes(table: Table) -> None:
    table.set_number(BUSY, 0)
    table.occurs(END_OF_MAIN_PHASE, table.turn_player)


@rules.step("6-3-1-3-1-2", to=("6-3-1-3-1-1",))
def main_phase_effects_stop(table: Table) -> None:
    if not table.recall("checked"):
        table.remember(checked=True)
        table.call(CHECKPOINT, then="6-3-1-3-1-2")
        return
    table.remember(checked=None)
    end_effects(table, "main phase")
    if table.reading("A-48") == "repeat-like-end-phase" and table.number(BUSY):
        table.goto("6-3-1-3-1-1")


@rules.step("6-3-1-3-1-3")
def on_to_the_end_phase(table: Table) -> None:
    table.leave_to("6-1-1")


rules.calls("6-4-1", END_PHASE_ORDER)


@rules.step("6-4-1-1")
def end_of_turn_comes(table: Table) -> None:
    """Each condition is fulfilled once per turn, however often the phase is repeated."""
    from judgekit.games.dragon_ball_super.ch10_17_over_realm import over_realm_cards_leave

    table.set_number(BUSY, 0)
    table.occurs(END_OF_TURN, table.turn_player)
    over_realm_cards_leave(table)


@rules.step("6-4-1-2")
def effects_of_the_turn_stop(table: Table) -> None:
    if not table.recall("checked"):
        table.remember(checked=True)
        table.call(CHECKPOINT, then="6-4-1-2")
        return
    table.remember(checked=None)
    end_effects(table, "turn")


@rules.step("6-4-1-3", to=("6-4-1-1",))
def pass_the_turn_or_repeat(table: Table) -> None:
    if must_repeat(table):
        table.goto("6-4-1-1")
        return
    table.begin_turn(table.opponent())
    table.leave_to("6-1-1")


def must_repeat(table: Table) -> bool:
    from judgekit.games.dragon_ball_super.ch08_06_auto import has_unfulfilled, pending_autos

    reading = table.reading("A-39")
    pending = any(pending_autos(table, player) for player in ("A", "B"))  # type: ignore[arg-type]
    if reading == "repeat-after-activity":
        return bool(table.number(BUSY)) or pending or has_unfulfilled(table, END_OF_TURN)
    if reading == "repeat-if-outstanding":
        return pending or table.has_rule_actions_due()
    return has_unfulfilled(table, END_OF_TURN)


def end_effects(table: Table, until: str) -> None:
    """Effects that last until now stop, all at once."""
    stop_what_lasts(table, (until, f"end of {until} {table.number('turn')}"))


def stop_what_lasts(table: Table, over: tuple[str, ...]) -> None:
    """Effects, and skills that wait for a time, that have expired."""
    from judgekit.games.dragon_ball_super.ch09_rule_processing import noting_who_falls
    from judgekit.games.dragon_ball_super.ch11_other import give_back_control

    with noting_who_falls(table), table.together():
        for effect in [effect for effect in table.state.effects if effect.until in over]:
            table.end(effect)
        for timed in [timed for timed in table.state.scheduled if fact(timed.facts, "until") in over]:
            table.emit(Spent(timed.id))
        give_back_control(table, over)


def being_played(table: Table) -> CardId | None:
    """The card whose play has been declared and that is not in play yet."""
    here = table.rules.number(PLAY)
    frame = next((frame for frame in table.state.frames[::-1] if frame.procedure == here), None)
    return None if frame is None else CardId(fact(frame.locals, "card"))


def just_played(table: Table) -> Sequence[CardId]:
    """The card being played, what the answered skill has played, or the card whose play has set it off."""
    declared = being_played(table)
    if declared is not None:
        return (declared,)
    here = table.rules.number(RESOLUTION)
    frame = next((frame for frame in table.state.frames[::-1] if frame.procedure == here), None)
    use = None if frame is None else fact(frame.locals, "use")
    if use is None:
        return ()
    waiting = next((one for one in table.state.standby if fact(one.facts, "use") == use), None)
    if waiting is None:
        return [card.id for card in table.state.cards.values() if card.mark(PLAYED_LAST)]
    return entered_as_its_trigger(table, waiting)


def entered_as_its_trigger(table: Table, use: Standby) -> Sequence[CardId]:
    """10-10-3-1: for a skill about a card being played, that card."""
    ability, card = table.pool.ability(use.ability), fact(use.facts, "subject")
    about_a_play = isinstance(ability, Automatic) and "play" in ability.timings
    return (card,) if about_a_play and card in table.state.cards else ()


def will_enter(table: Table, mode: str) -> bool:
    """The card that is being played, or that the answered skill will play, will be placed in this mode."""
    answered = answered_skill_that_plays(table)
    if answered is None and being_played(table) is None:
        table.cite("1-3-2")
        return False
    table.set_number(ENTERS_RESTED if answered is None else plays_rested(answered), int(mode == "rest"))
    return True


def answered_skill_that_plays(table: Table) -> int | None:
    """10-10-3-1: the opponent's skill that was activated last, has not resolved, and speaks of playing; one
    that was set off by a play comes too late for it."""
    from judgekit.games.dragon_ball_super.ch08_05_activating import is_being_carried_out
    from judgekit.games.dragon_ball_super.ch10_10_counter import words_of

    theirs = [use for use in table.state.standby if use.player != table.recall("player")]
    answered = [
        int(fact(use.facts, "use"))
        for use in theirs
        if fact(use.facts, "use") is not None
        and not is_being_carried_out(table, use)
        and not entered_as_its_trigger(table, use)
        and "play" in words_of(table, table.pool.ability(use.ability))
    ]
    return max(answered, default=None)


def plays_rested(use: int) -> str:
    """The number that says that a skill plays in Rest Mode."""
    return f"skill {use} plays in Rest Mode this turn"


def put_into_play(
    table: Table,
    card: CardId,
    player: Player,
    how: str = "",
    mode: str | None = None,
    bases: Sequence[CardId] = (),
    side: Player | None = None,
) -> bool:
    """3-6-3: a Battle Card that is placed in the Battle Area is played; `side` may say in whose."""
    table.cite("3-6-3")
    if goes_on(table, CARRYING_OUT) and table.number(plays_rested(table.recall("use", 0))):
        mode = "rest"
    any_number_of_battle_cards(table)
    if not table.propose("play", card, player):
        return False
    origin = area_name(table.card(card).area)
    with table.together():
        done = place(table, card, "battle", side or player, mode=mode)
        if done:
            was_played(table, card, player, origin, how, bases)
    return done


def in_whose_battle_area(table: Table, card: CardId, player: Player) -> Player:
    """Where a skill plays a card of the other player without saying in whose Battle Area (A-55)."""
    owner = table.card(card).owner
    return player if owner == player or table.reading("A-55") == "who-plays" else owner


def was_played(
    table: Table, card: CardId, player: Player, origin: str, how: str, bases: Sequence[CardId] = ()
) -> None:
    from judgekit.games.dragon_ball_super.of_no_avail import note_a_latecomer, note_the_silenced

    note_a_latecomer(table, card)
    note_the_silenced(table, card, "play")
    table.mark(card, "played in turn", table.number("turn"))
    if how:
        table.mark(card, "played by", how)
    table.mark(card, PLAYED_LAST, goes_on(table, CARRYING_OUT) or None)
    table.tally(f"{player}.plays this turn")
    if table.board.rows.get((card, "power")):
        table.cite("8-8-1-5")  # what holds in the area holds for it at once
    facts: Facts = (("bases", tuple(bases)),) if bases else ()
    table.occurs("play", player, card, (("from", origin), ("how", how), *facts))


def put_away_a_negated_card(table: Table, card: CardId) -> None:
    """4-7-3-6: what cannot be carried out is not; where the card goes then is open."""
    if table.reading("A-13") == "drop-unless-told":
        place(table, card, "drop")


def is_known(table: Table, card: CardId, kind: str) -> bool:
    """Whether it is of this type, as far as is known."""
    return table.card(card).name != UNKNOWN and table.peek(card, "type") == kind
