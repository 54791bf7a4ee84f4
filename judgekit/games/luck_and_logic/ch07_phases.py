"""Chapter 7: the phases of a turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from judgekit.engine.abilities import Activated, Automatic, Moment, Source
from judgekit.engine.events import Happened, Occurred, Spent
from judgekit.engine.plain import is_left_out
from judgekit.engine.state import PLAYERS, CardId, Frame, Player, Ref, Scheduled, area, fact
from judgekit.engine.table import Table
from judgekit.games.luck_and_logic.ch01_outline import changed_by_cards, is_stopped
from judgekit.games.luck_and_logic.ch02_characteristics import circles_of, is_member, territories
from judgekit.games.luck_and_logic.ch04_zones import (
    CIRCLES,
    GATE_ZONES,
    from_deck,
    lay,
    maximum_level,
    members,
    occupants,
    occupied,
)
from judgekit.games.luck_and_logic.ch05_02_cards import choose_and_discard, draw, drop, turn
from judgekit.games.luck_and_logic.ch05_11_members import (
    Circles,
    cannot_be_moved,
    exchange,
    materials_of,
    move_member,
    trance,
)
from judgekit.games.luck_and_logic.ch05_18_deck_and_costs import (
    can_pay_all,
    has_luck_drives_left,
    luck_drive,
    luck_drive_cost,
)
from judgekit.games.luck_and_logic.ch09_05_timings import (
    DO_NOTHING,
    check_after,
    check_timing,
    not_allowed,
    play_timing,
)
from judgekit.games.luck_and_logic.ch09_06_playing import (
    can_pay_cost,
    can_pay_for_ability,
    colours_match,
    level_suffices,
    play_ability,
    play_member,
    usable_abilities,
    worlds_match,
)
from judgekit.games.luck_and_logic.ch11_keywords import (
    has_used_logic_drive,
    is_logic_drive,
    may_use_logic_drive,
    use_by_rule,
)
from judgekit.games.luck_and_logic.rules import (
    BATTLE,
    DRAW,
    END,
    LEVEL,
    MAIN,
    STAND,
    STEPS_OF_BATTLE,
    rules,
)

SKIPPED = frozenset(
    {"draw phase", "level phase", "main phase", "battle phase"}
)  # the others begin and end the turn

# 7.1 Summary: the phases in their order


@rules.action("7.1.2")
def proceed_to_phase(table: Table, name: str, procedure: str) -> None:
    """The next phase; an effect that was to last to the end of an earlier one is over."""
    end_what_lasted(table, lambda until: until.endswith(" phase") and until != name)
    if name in SKIPPED and is_left_out(table, name, "1.3.1"):
        return
    table.occurs(name, table.turn_player)
    table.call(procedure)


def end_what_lasted(table: Table, is_over: Callable[[str], bool]) -> None:
    """Effects, and triggers for a period, whose time is up."""
    for effect in table.state.effects:
        if is_over(effect.until):
            table.end(effect)
    for timed in table.state.scheduled:
        if is_over(fact(timed.facts, "until", "")):
            table.emit(Spent(timed.id))


rules.does("7.2", proceed_to_phase, "stand phase", STAND)


@rules.step("7.2.2")
def beginning_of_turn(table: Table) -> None:
    player = table.turn_player
    now = f"beginning of turn {table.number('turn')}"
    end_what_lasted(table, lambda until: until == now)
    table.occurs("beginning of the turn", player)
    table.occurs("beginning of the stand phase", player)
    if table.number("turn") <= 2:
        beginning_of_game(table)


def beginning_of_game(table: Table) -> None:
    """A-38: whose abilities hear the beginning of the game, and when."""
    reading = table.reading("A-38")
    if reading == "turn-player-only":
        table.occurs("beginning of the game", table.turn_player)
    elif reading == "both-players" or table.number("turn") == 1:
        table.occurs("beginning of the game")


rules.does("7.2.3", check_timing)


@rules.step("7.2.4")
def stand_all(table: Table) -> None:
    player = table.turn_player
    standing = [c for zone in ("level", *CIRCLES, *GATE_ZONES) for c in table.pile(f"{player}.{zone}")]
    turn(table, standing, rested=False)


rules.does("7.2.5", check_timing)
rules.does("7.3", proceed_to_phase, "draw phase", DRAW)
rules.does("7.3.2", check_after, "beginning of the draw phase")


@rules.step("7.3.3")
def draw_two(table: Table) -> None:
    draw(table, table.turn_player, 2)


rules.does("7.3.4", check_timing)


@rules.step("7.3.5")
def put_top_card_into_stock(table: Table) -> None:
    from_deck(table, table.turn_player, 1, into_stock)


def into_stock(table: Table, card: CardId) -> None:
    dst = area(table.master(card), "stock")
    if table.propose("move", card, src=table.card(card).area, dst=dst):
        lay(table, card, dst, face_down=True)


rules.does("7.3.6", check_timing)
rules.does("7.4", proceed_to_phase, "level phase", LEVEL)
rules.does("7.4.2", check_after, "beginning of the level phase")


@rules.step("7.4.3")
def choose_for_level(table: Table) -> None:
    player = table.turn_player
    if not table.may_act(player, "level"):
        do_nothing_in_level_phase(table)
        return
    closed = not_allowed(table, "7.4.3.2")
    chosen = table.offer(player, "level", table.words("level up", player=player), DO_NOTHING, closed)
    if chosen is None:
        do_nothing_in_level_phase(table)
    else:
        chosen[0].perform(table, player, chosen[1])


place_level_card = rules.player_action("7.4.3.1", "level", "level")


@place_level_card.candidates
def cards_in_hand(table: Table, player: Player) -> Iterable[CardId]:
    return table.pile(f"{player}.hand")


@place_level_card.requires("7.4.3.1.1", "room in the level zone")
def has_room_for_level(table: Table, player: Player, card: CardId) -> bool:
    """A-07: at the maximum, a card can come in only by exchange."""
    if len(table.pile(f"{player}.level")) < maximum_level(table, player):
        return True
    return table.reading("A-07") == "add-and-prune"


@place_level_card.performs
def put_into_level_zone(table: Table, player: Player, card: CardId) -> None:
    """Face up; face down in the very first turn of the game."""
    dst = area(player, "level")
    if table.propose("move", card, src=table.card(card).area, dst=dst):
        lay(table, card, dst, face_down=table.number("turn") == 1)


exchange_level_card = rules.player_action("7.4.3.1.1", "exchange", "level")


@exchange_level_card.candidates
def hand_and_level_cards(table: Table, player: Player) -> Iterable[tuple[CardId, CardId]]:
    if len(table.pile(f"{player}.level")) >= maximum_level(table, player):
        yield from (
            (c, level) for c in table.pile(f"{player}.hand") for level in table.pile(f"{player}.level")
        )


@exchange_level_card.performs
def exchange_with_level_card(table: Table, player: Player, pair: tuple[CardId, CardId]) -> None:
    card, level = pair
    table.cite("4.7.2")
    was = table.card(level)
    exchange(table, card, level)
    if was.mark("face down") or was.mark("rested"):
        inherit_state(table, card, was.marks)


def inherit_state(table: Table, card: CardId, marks: Iterable[tuple[str, object]]) -> None:
    """A-50: by the other reading, the new card is in the same state as its partner was."""
    if table.reading("A-50") == "inherits-state":
        for name, value in marks:
            if name in ("face down", "rested"):
                table.mark(card, name, bool(value))


@rules.action("7.4.3.2")
def do_nothing_in_level_phase(table: Table) -> None:
    table.occurs("nothing for the level zone", table.turn_player)


rules.does("7.4.4", check_timing)
rules.does("7.5", proceed_to_phase, "main phase", MAIN)
rules.does("7.5.2", check_after, "beginning of the main phase")


@rules.step("7.5.3")
def main_actions(table: Table) -> None:
    play_timing(table, table.turn_player, "main")


mobilize_member = rules.player_action("7.5.3.1", "mobilize", "main")


@mobilize_member.candidates
def members_in_hand(table: Table, player: Player) -> Iterable[CardId]:
    return [card for card in table.pile(f"{player}.hand") if is_member(table, card)]


@mobilize_member.requires("5.13.1", "trance, if it is a tranceunion")
def may_come_from_hand(table: Table, player: Player, card: CardId) -> bool:
    if table.peek(card, "type") != "tranceunion":
        return True
    table.cite("2.2.2")
    return table.reading("A-09") == "from-hand-allowed"


@mobilize_member.requires("9.6.2.1.3", "as many level cards as the card's level")
def level_is_reached(table: Table, player: Player, card: CardId) -> bool:
    return may_be_revealed(table, bool(level_suffices(table, player, card)))


@mobilize_member.requires("9.6.2.1.4", "level card for a tranceunion")
def world_or_colour_is_there(table: Table, player: Player, card: CardId) -> bool:
    if table.peek(card, "type") != "tranceunion":
        return True
    matches = worlds_match(table, player, card) or colours_match(table, player, card)
    return may_be_revealed(table, bool(matches))


def may_be_revealed(table: Table, is_met: bool) -> bool:
    """9.6.2.1: without what playing it requires, a card cannot even be chosen."""
    if not is_met:
        table.cite("9.6.2.1")
    return is_met


@mobilize_member.requires("9.6.2.3", "enough stock for its cost")
def cost_is_payable(table: Table, player: Player, card: CardId) -> bool:
    return bool(can_pay_cost(table, player, card))


@mobilize_member.requires("1.3.3", "no effect that forbids it")
def mobilizing_is_allowed(table: Table, player: Player, card: CardId) -> bool:
    return not any(is_stopped(table, verb, card, player) for verb in ("play", "mobilize"))


mobilize_member.performs(play_member)


perform_trance = rules.player_action("7.5.3.2", "trance", "main")


@perform_trance.requires("7.5.3.2", "no trance this turn yet")
def has_not_tranced(table: Table, player: Player, subject: None) -> bool:
    return table.number(f"{player}.trances this turn") < changed_by_cards(table, "trance count", player, 1)


@perform_trance.requires("5.13.1.1", "logicalist and a foreigner on one's circles")
def has_both_materials(table: Table, player: Player, subject: None) -> bool:
    return all(materials_of(table, player, kind) for kind in ("logicalist", "foreigner"))


@perform_trance.requires("1.3.3", "no effect that forbids it")
def trance_is_allowed(table: Table, player: Player, subject: None) -> bool:
    return not is_stopped(table, "trance", player=player)


@perform_trance.performs
def trance_by_rule(table: Table, player: Player, subject: None) -> None:
    trance(table, player)


perform_luck_drive = rules.player_action("7.5.3.3", "luck drive", "main")


@perform_luck_drive.requires("5.18.1", "three cards in the stock zone")
def has_three_in_stock(table: Table, player: Player, subject: None) -> bool:
    """A-04: what the stock pays is a cost."""
    if can_pay_all(table, [len(table.pile(f"{player}.stock")) >= luck_drive_cost(table, player)]):
        return True
    table.cite("5.22.1")
    return table.reading("A-04") == "as-much-as-possible" and bool(table.pile(f"{player}.deck"))


@perform_luck_drive.requires("7.5.3", "luck drives left")
def has_more_luck_drives(table: Table, player: Player, subject: None) -> bool:
    return has_luck_drives_left(table, player)


@perform_luck_drive.performs
def luck_drive_by_rule(table: Table, player: Player, subject: None) -> None:
    luck_drive(table, player)


use_logic_drive = rules.player_action("7.5.3.4", "logic drive", "main")


@use_logic_drive.candidates
def logic_drives(table: Table, player: Player) -> Iterable[tuple[CardId, str]]:
    return [
        pair for pair in usable_abilities(table, player) if is_logic_drive(table, ability_at(table, pair[1]))
    ]


@use_logic_drive.requires("7.5.3.4", "no logic drive this turn yet")
def first_logic_drive(table: Table, player: Player, use: tuple[CardId, str]) -> bool:
    return not has_used_logic_drive(table, player, use[0])


@use_logic_drive.requires("11.4.2", "one's own turn, soul, and no logic drive before")
def has_soul(table: Table, player: Player, use: tuple[CardId, str]) -> bool:
    table.cite("7.5.3.4")
    return bool(may_use_logic_drive(table, player, use[0]))


@use_logic_drive.requires("9.6.2.3", "means to pay its cost")
def can_pay_logic_drive(table: Table, player: Player, use: tuple[CardId, str]) -> bool:
    return bool(can_pay_for_ability(table, player, *use))


@use_logic_drive.requires("12.3.1.1", "ability that can be used")
def logic_drive_can_be_used(table: Table, player: Player, use: tuple[CardId, str]) -> bool:
    return may_be_used(table, player, use)


@use_logic_drive.performs
def use_logic_drive_by_rule(table: Table, player: Player, use: tuple[CardId, str]) -> None:
    use_by_rule(table, player, *use)


move_on_circles = rules.player_action("7.5.3.5", "move", "main")


@move_on_circles.candidates
def own_members_and_circles(table: Table, player: Player) -> Iterable[tuple[CardId, str]]:
    for card in members(table, player):
        for way in territories(table, card, player) or ():
            if way != circles_of(table, card):
                yield card, " + ".join(way)


@move_on_circles.requires("5.14.3", "member that can be moved")
def can_be_moved(table: Table, player: Player, move: tuple[CardId, str]) -> bool:
    return not cannot_be_moved(table, move[0])


@move_on_circles.requires("7.5.3.5", "other circles that are open to it")
def is_open_to_it(table: Table, player: Player, move: tuple[CardId, str]) -> bool:
    open_to_it = table.keep((circles_to_move_to, player, move[0]), circles_to_move_to, table, player, move[0])
    return move[1] in [" + ".join(way) for way in open_to_it]


def circles_to_move_to(table: Table, player: Player, card: CardId) -> list[Circles]:
    """Every other place of its territory; an occupied one too (A-12)."""
    now = circles_of(table, card)
    ways = [way for way in territories(table, card, player) or () if way != now]
    if len(now) > 1 and table.reading("A-66") == "all-circles-new":
        ways = [way for way in ways if not set(way) & set(now)]
    there = occupied(table, player)
    if not any(c != card for way in ways for circle in way for c in there.get(circle, ())):
        return ways
    reading = table.reading("A-12")
    if reading == "occupant-dropped":
        return ways
    return [way for way in ways if is_free(table, player, card, way) or can_swap(table, player, card, way)]


def is_free(table: Table, player: Player, card: CardId, way: Circles) -> bool:
    return all(c == card for circle in way for c in occupants(table, player, circle))


def can_swap(table: Table, player: Player, card: CardId, way: Circles) -> bool:
    return table.reading("A-12") == "swap" and partner_for(table, player, card, way) is not None


def partner_for(table: Table, player: Player, card: CardId, way: Circles) -> CardId | None:
    """The one member that fills these circles exactly."""
    there = {c for circle in way for c in occupants(table, player, circle) if c != card}
    return next((c for c in there if len(there) == 1 and circles_of(table, c) == way), None)


@move_on_circles.performs
def move_by_rule(table: Table, player: Player, move: tuple[CardId, str]) -> None:
    """The member keeps its direction and its face."""
    card, way = move[0], tuple(move[1].split(" + "))
    partner = partner_for(table, player, card, way)
    if partner is not None and can_swap(table, player, card, way):
        exchange(table, card, partner)
    else:
        move_member(table, card, way)


use_activated = rules.player_action("7.5.3.6", "use", "main")


@use_activated.candidates
def activated_abilities(table: Table, player: Player) -> Iterable[tuple[CardId, str]]:
    pairs = usable_abilities(table, player)
    return [pair for pair in pairs if not is_logic_drive(table, ability_at(table, pair[1]))]


@use_activated.requires("9.6.2.3", "means to pay its cost")
def can_pay_activated(table: Table, player: Player, use: tuple[CardId, str]) -> bool:
    return bool(can_pay_for_ability(table, player, *use))


@use_activated.requires("12.3.1.1", "ability that can be used")
def activated_can_be_used(table: Table, player: Player, use: tuple[CardId, str]) -> bool:
    return may_be_used(table, player, use)


@use_activated.performs
def use_activated_by_rule(table: Table, player: Player, use: tuple[CardId, str]) -> None:
    play_ability(table, player, *use)


def ability_at(table: Table, address: str) -> Activated:
    found = table.pool.ability(address)
    assert isinstance(found, Activated)
    return found


def may_be_used(table: Table, player: Player, use: tuple[CardId, str]) -> bool:
    from judgekit.games.luck_and_logic.ch12_miscellaneous import cannot_be_played

    return not cannot_be_played(table, use[0], use[1], player)


@rules.action("7.5.3.7")
def do_nothing_in_main_phase(table: Table) -> None:
    table.occurs("nothing more in the main phase", table.turn_player)


@rules.action("7.5.4")
def goes_to_battle(table: Table) -> bool:
    """The turn player has announced to do nothing: on to the battle phase."""
    do_nothing_in_main_phase(table)
    return True


rules.does("7.6", proceed_to_phase, "battle phase", BATTLE)
rules.calls("7.6.1", STEPS_OF_BATTLE)
rules.does("7.7", proceed_to_phase, "end phase", END)


@rules.step("7.7.2")
def beginning_of_end_phase(table: Table) -> None:
    announce_once(table, "beginning of the end phase")


ONCE = ("beginning of the end phase", "end of battle step", "beginning of the end of battle step")


def announce_once(table: Table, *timings: str) -> None:
    """Abilities with this timing wait, unless they already have in this phase or step.

    What has waited is remembered with the object it was on: a card that comes back is a new one (4.1.5).
    """
    before = {waiting.id for waiting in table.state.standby}
    for timing in timings:
        table.occurs(timing, table.turn_player)
    known = dict(zip(table.recall("waited", ()), table.recall("waited as", ()), strict=True))
    for waiting in table.state.standby:
        if waiting.id not in before:
            known[f"{waiting.ability}@{waiting.source.card}"] = waiting.source.object
    table.remember(waited=tuple(known), **{"waited as": tuple(known.values())})


def has_waited(frames: tuple[Frame, ...], ability: str, card: Ref) -> bool:
    if not frames:
        return False
    names = fact(frames[-1].locals, "waited", ())
    known = dict(zip(names, fact(frames[-1].locals, "waited as", ()), strict=True))
    return bool(known.get(f"{ability}@{card.card}") == card.object)


def was_heard(table: Table, timing: str, ability: str, card: Ref) -> bool:
    """7.7.2, A-20: whether an ability has had this timing in this phase or step."""
    if timing not in ONCE or not has_waited(table.state.frames, ability, card):
        return False
    return timing == ONCE[0] or table.reading("A-20") != "every-repeat"


def is_unheard(table: Table, *timings: str) -> bool:
    """Whether an ability of these timings could wait now and has not yet."""
    return any(would_wait(table, timing) for timing in timings)


def would_wait(table: Table, timing: str) -> bool:
    state = table.state
    occurred = Occurred(timing, table.turn_player)
    moment = Moment(state, state, Happened(occurred), (table.seq, len(table.happened)))
    for card, ability in table.automatic_abilities(Occurred):
        holder = table.policy.holder(table, moment, card.id, ability)
        if holder is not None and ability.fulfilled is not None:
            source = table.source(ability, holder)
            if any(True for _ in ability.fulfilled(table, moment, source)):
                return True
    return any(is_planned(table, moment, timed) for timed in state.scheduled)


def is_planned(table: Table, moment: Moment, timed: Scheduled) -> bool:
    """Whether a timed trigger waits for this moment."""
    later = table.pool.ability(timed.ability)
    if not isinstance(later, Automatic) or later.fulfilled is None or Occurred not in later.on:
        return False
    source = Source(timed.ability, timed.source, timed.player, 0, timed.facts)
    return any(True for _ in later.fulfilled(table, moment, source))


rules.does("7.7.3", check_timing)


@rules.step("7.7.4")
def drop_paradoxes(table: Table) -> None:
    drop(table, [card for player in cleared(table, "paradox") for card in table.pile(f"{player}.paradox")])


def cleared(table: Table, *zones: str) -> tuple[Player, ...]:
    """A-21: whose zones are cleared."""
    mine, theirs = table.turn_player, table.opponent()
    if not any(table.pile(f"{theirs}.{zone}") for zone in zones):
        return (mine,)
    return (mine, theirs) if table.reading("A-21") == "both-players" else (mine,)


@rules.step("7.7.5")
def end_effects_of_turn(table: Table) -> None:
    """A-48: what should have lasted to the end of a battle ends here at the latest."""
    over = ("turn", "battle", f"end of turn {table.number('turn')}")
    end_what_lasted(table, lambda until: until in over)
    for key in (f"{player}.{name} this turn" for player in PLAYERS for name in CHANGED_FOR_A_TURN):
        if table.number(key):
            table.set_number(key, 0)


CHANGED_FOR_A_TURN = ("extra level", "extra attacks")  # numbers of a player that effects change


@rules.step("7.7.6", to=("7.7.2",))
def end_turn_or_start_over(table: Table) -> None:
    if table.state.standby or table.has_rule_actions_due() or is_unheard(table, "beginning of the end phase"):
        table.goto("7.7.2")
        return
    player = table.turn_player
    if len(table.pile(f"{player}.hand")) > 8 and table.reading("A-45") == "discard-to-eight":
        choose_and_discard(table, player, len(table.pile(f"{player}.hand")) - 8)
    table.begin_turn(table.opponent())
    table.leave_to("7.2")
