"""Section 9: the gate: priority, adding to it, resolving what is on top."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from judgekit.engine.abilities import Proposal
from judgekit.engine.state import PLAYERS, CardId, Player, area_player, opponent
from judgekit.engine.table import Table
from judgekit.games.gate_ruler import ch07_main_phase_actions as main_phase
from judgekit.games.gate_ruler import ch10_drive_process as driving
from judgekit.games.gate_ruler import ch12_rules_effects as rules_effects
from judgekit.games.gate_ruler import ch13_damage as damage
from judgekit.games.gate_ruler import ch14_03_playable as playable
from judgekit.games.gate_ruler import ch14_03_playing as playing
from judgekit.games.gate_ruler import ch14_03_resolving as resolving
from judgekit.games.gate_ruler import ch14_04_set_cards as set_cards
from judgekit.games.gate_ruler import ch14_05_boxes as boxes
from judgekit.games.gate_ruler import ch15_15_playing_and_driving as summoning
from judgekit.games.gate_ruler import ch15_24_ending_the_turn as turn_end
from judgekit.games.gate_ruler import ch16_01_keywords as keywords
from judgekit.games.gate_ruler import ch16_10_staying as staying
from judgekit.games.gate_ruler import ch16_13_rites as rites
from judgekit.games.gate_ruler import ch16_15_forced_reveal as forced
from judgekit.games.gate_ruler import ch16_16_conditions as demanding
from judgekit.games.gate_ruler.abilities import play_of
from judgekit.games.gate_ruler.ch01_overview import is_forbidden
from judgekit.games.gate_ruler.ch02_card_information import is_event, is_field, is_unit
from judgekit.games.gate_ruler.ch03_zones import stays_in_its_set_zone, zones
from judgekit.games.gate_ruler.rules import (
    DRIVE_RESOLUTION,
    GATE,
    GATE_ADDITION,
    GATE_RESOLUTION,
    PRIORITY_GIVEN_UP,
    RULER_DAMAGE_APPLICATION,
    SYSTEM_PROCESS,
    has_status,
    leave,
    phase,
    rules,
    zone_kind,
)

CLOSING = ("drive resolution process", "ruler damage application process")


def who_may_act(table: Table) -> tuple[str, ...]:
    """Who has priority; nobody while objects resolve one after the other, or above some processes."""
    stages = [frame.procedure for frame in table.state.frames]
    if GATE_RESOLUTION in stages:
        return ("9-4f",)
    if GATE_ADDITION not in stages:
        return ("9-3b",)
    return ("9-3d",) if nobody_acts_on(table, top_of_gate(table)) else ("9-3g-2",)


rules.windows["gate"] = who_may_act
rules.calls("9-2b", GATE_ADDITION)
rules.calls("9-2c", GATE_RESOLUTION)


@rules.step("9-2d", to=("9-2b",))
def once_more(table: Table) -> None:
    table.goto("9-2b")


@rules.step("9-3b")
def active_player_gains_priority(table: Table) -> None:
    give_priority(table, table.turn_player)
    table.set_number("passes", 0)


@rules.step("9-3c")
def system_process_before_priority(table: Table) -> None:
    forced.play_forced_reveals(table, "after-object-before-system")
    table.call(SYSTEM_PROCESS)


@rules.step("9-3d")
def nobody_acts_on_some_processes(table: Table) -> None:
    forced.play_forced_reveals(table, "after-system")
    if nobody_acts_on(table, top_of_gate(table)):
        table.finish()


def nobody_acts_on(table: Table, top: CardId | None) -> bool:
    return top is not None and table.card(top).name in CLOSING


@rules.step("9-3e")
def perform_a_gate_action(table: Table) -> None:
    player = priority(table)
    chosen = None
    if table.keep((has_an_action, player), has_an_action, table, player):
        chosen = table.offer(player, "gate", table.words("act", player=player), "give up priority")
    if chosen is None:
        give_up_priority(table)
    else:
        action, subject = chosen
        plays = len(table.pile(GATE))
        action.perform(table, player, subject)
        played = len(table.pile(GATE)) > plays
        if played or table.number("passes") == 0 or table.reading("J-56") == "any-action-breaks":
            table.set_number("passes", 0)
        table.remember(acted=True)


@rules.action("9-3e-1")
def give_up_priority(table: Table) -> None:
    table.set_number("passes", table.number("passes") + 1)
    table.remember(acted=None)


# 9-3e-2: a card in a set zone

play_set_card = rules.player_action("9-3e-2", "play set", "gate")


@play_set_card.candidates
def cards_in_set_zones(table: Table, player: Player) -> Iterable[CardId]:
    found = [card for zone in zones(table, player, "set") for card in table.pile(zone)]
    return [card for card in found if not table.is_unknown(card)]


@play_set_card.requires("9-3e-2", "timing of a set card")
def has_a_timing_for_priority(table: Table, player: Player, card: CardId) -> bool:
    return playing.timing(table, card) in ("instant", "while")


@play_set_card.requires("14-4b", "its condition is met")
def timing_condition_is_met(table: Table, player: Player, card: CardId) -> bool:
    return playing.condition_holds(table, player, card)


play_set_card.performs(set_cards.play_from_set_zone)


# 9-3e-3: an instant action ability

use_instant = rules.player_action("9-3e-3", "use instant", "gate")


@use_instant.candidates
def activated_abilities(table: Table, player: Player) -> Iterator[tuple[CardId, str]]:
    for card, ability in playing.activated_abilities(table, player):
        yield card, ability.address


@use_instant.requires("9-3e-3", "instant action")
def is_an_instant_action(table: Table, player: Player, subject: tuple[CardId, str]) -> bool:
    return has_timing(table, subject, "instant")


@use_instant.performs
def use_an_instant_ability(table: Table, player: Player, subject: tuple[CardId, str]) -> None:
    summoning.play_ability(table, player, subject[1], table.card(subject[0]).ref)


def has_no_overdrive_left(table: Table, player: Player, card: CardId) -> bool:
    there = zone_kind(table.card(card).area) == "drive" and not table.card(card).mark("face down")
    free = not there or main_phase.free_of_overdrive(table, card) is not False
    if not free:
        table.cite("7-2a-2a")
    return free


def overdrive_there(table: Table, player: Player, card: CardId) -> str:
    waits = driving.linked_overdrives(table, card)
    return table.words("an Overdrive ability waits" if waits else "no Overdrive ability")


# 9-3e-4: what something lets be played as an instant action

play_as_instant = rules.player_action("9-3e-4", "play as instant", "gate")


@play_as_instant.candidates
def cards_somewhere(table: Table, player: Player) -> Iterable[CardId]:
    places = (f"{player}.hand", f"{player}.drive", f"{player}.graveyard", *zones(table, player, "set"))
    return [card for where in places for card in table.pile(where) if not is_imaginary(table, card)]


@play_as_instant.requires("9-3e-4", "playable as an instant action")
def is_let(table: Table, player: Player, card: CardId) -> bool:
    if has_status(table, "as an instant action", card):
        return True
    instant = is_event(table, card) and playing.timing(table, card) == "instant"
    in_hand = zone_kind(table.card(card).area) == "hand"
    return instant and in_hand and table.reading("J-27") == "also-from-hand"


play_as_instant.requires("7-1b-1", "no Overdrive ability left", overdrive_there)(has_no_overdrive_left)


@play_as_instant.requires("7-1b", "place that it can be played from")
def is_where_it_can_be_played(table: Table, player: Player, card: CardId) -> bool:
    set_event = is_event(table, card) and in_set_zone(table, card)
    return set_event or may_be_played_from_there(table, player, card)


@play_as_instant.requires("15-17a-2", "summon cap is not reached, if it is a unit")
def instant_is_below_the_cap(table: Table, player: Player, card: CardId) -> bool:
    return not is_unit(table, card) or not summoning.cap_is_reached(table, player, card)


@play_as_instant.performs
def play_a_card_as_instant(table: Table, player: Player, card: CardId) -> None:
    """A unit card that is played is normal summoned (15-17a). J-27: an instant event from the hand."""
    (summoning.normal_summon if is_unit(table, card) else summoning.play_card)(table, player, card)


# 9-3e-5: main phase actions

reveal = rules.player_action("9-3e-5a", "reveal", "gate")


@reveal.candidates
def face_down_in_drive_zone(table: Table, player: Player) -> Iterable[CardId]:
    return [c for c in table.pile(f"{player}.drive") if not is_imaginary(table, c)]


@reveal.requires("7-2a", "face down in the drive zone")
def lies_face_down(table: Table, player: Player, card: CardId) -> bool:
    return bool(table.card(card).mark("face down"))


@reveal.requires("7-2a-1", "unit, a field or a standard action event")
def may_be_turned_up(table: Table, player: Player, card: CardId) -> bool:
    return main_phase.may_be_revealed(table, card) is not False


reveal.performs(main_phase.reveal_in_drive_zone)


summon = rules.player_action("9-3e-5b", "summon", "gate")


@summon.candidates
def unit_cards(table: Table, player: Player) -> Iterable[CardId]:
    return [card for card in own_cards(table, player) if is_unit(table, card)]


summon.requires("7-1b-1", "no Overdrive ability left", overdrive_there)(has_no_overdrive_left)


@summon.requires("7-3a", "in the hand or revealed in the drive zone")
def is_in_hand_or_revealed(table: Table, player: Player, card: CardId) -> bool:
    if not may_be_played_from_there(table, player, card):
        return False
    special = keywords.has(table, card, "Abyssal Concerto")
    return not special or bool(rites.may_be_normal_summoned_too(table))


@summon.requires("16-18d", "ability that allows it, if it is set")
def is_allowed_from_set_zone(table: Table, player: Player, card: CardId) -> bool:
    if zone_kind(table.card(card).area) != "set":
        return True
    return bool(demanding.may_be_summoned_from_set_zone(table, card))


@summon.requires("16-11a-2", "time of a normal summon")
def is_in_time(table: Table, player: Player, card: CardId) -> bool:
    is_time = main_phase_actions_are_open(table, player)
    return staying.in_time_for_a_summon(table, card, is_time) is not False


@summon.requires("15-17a-2", "summon cap is not reached")
def is_below_the_cap(table: Table, player: Player, card: CardId) -> bool:
    if zone_kind(table.card(card).area) == "graveyard":
        table.cite("16-11a-1")
    return not summoning.cap_is_reached(table, player, card)


summon.performs(main_phase.play_unit)


play_field = rules.player_action("9-3e-5c", "play field", "gate")


@play_field.candidates
def field_cards(table: Table, player: Player) -> Iterable[CardId]:
    return [card for card in own_cards(table, player) if is_field(table, card)]


play_field.requires("7-1b-1", "no Overdrive ability left", overdrive_there)(has_no_overdrive_left)


@play_field.requires("7-4a", "in the hand or revealed in the drive zone")
def field_is_in_hand_or_revealed(table: Table, player: Player, card: CardId) -> bool:
    return may_be_played_from_there(table, player, card)


play_field.performs(main_phase.play_field)


set_a_card = rules.player_action("9-3e-5d", "set", "gate")


@set_a_card.candidates
def cards_to_set(table: Table, player: Player) -> Iterable[CardId]:
    return [
        card
        for card in own_cards(table, player)
        if zone_kind(table.card(card).area) in ("hand", "drive", "set")
    ]


@set_a_card.requires("3-10a-2", "not in a set zone already")
def is_not_set_yet(table: Table, player: Player, card: CardId) -> bool:
    return not stays_in_its_set_zone(table, card)


@set_a_card.requires("7-5a", "in the hand or face down in the drive zone")
def is_in_hand_or_face_down(table: Table, player: Player, card: CardId) -> bool:
    now = table.card(card)
    in_drive, face_down = zone_kind(now.area) == "drive", bool(now.mark("face down"))
    if in_drive and not face_down:
        table.cite("3-3b-2")  # turned up, it is not face down any more
    there = zone_kind(now.area) == "hand" or (in_drive and face_down)
    return there and bool(zones(table, player, "set"))


@set_a_card.requires("3-10c", "settable")
def is_settable(table: Table, player: Player, card: CardId) -> bool:
    if forced.cannot_be_set(table, card):
        return False
    event = is_event(table, card) and bool(main_phase.event_is_settable(table, card))
    return event or bool(main_phase.other_is_settable(table, card))


@set_a_card.requires("1-5d", "nothing forbids setting it")
def may_be_set(table: Table, player: Player, card: CardId) -> bool:
    return not is_forbidden(table, "set", card, player)


set_a_card.performs(main_phase.set_settable)


play_event = rules.player_action("9-3e-5e", "play event", "gate")


@play_event.candidates
def event_cards(table: Table, player: Player) -> Iterable[CardId]:
    return [
        card for card in own_cards(table, player) if is_event(table, card) and not in_set_zone(table, card)
    ]


play_event.requires("7-1b-1", "no Overdrive ability left", overdrive_there)(has_no_overdrive_left)


def timing_found(table: Table, player: Player, card: CardId) -> str:
    """Of an event that is not a standard action: where it is played from."""
    if is_a_standard_event(table, player, card):
        return table.words("yes")
    instant = playing.timing(table, card) != "standard"
    return table.words("played from a set zone" if instant else "no")


@play_event.requires("7-6a", "standard action at hand", timing_found)
def is_a_standard_event(table: Table, player: Player, card: CardId) -> bool:
    if playing.timing(table, card) != "standard":
        table.cite("9-3e-2")
    return playing.timing(table, card) == "standard" and may_be_played_from_there(table, player, card)


play_event.performs(main_phase.play_event_directly)


use_standard = rules.player_action("9-3e-5f", "use", "gate")


use_standard.candidates(activated_abilities)


@use_standard.requires("7-7a", "standard action")
def is_a_standard_action(table: Table, player: Player, subject: tuple[CardId, str]) -> bool:
    return has_timing(table, subject, "standard")


@use_standard.performs
def use_a_standard_ability(table: Table, player: Player, subject: tuple[CardId, str]) -> None:
    main_phase.play_standard_ability(table, player, *subject)


play_set_event = rules.player_action("9-3e-5g", "play set event", "gate")


@play_set_event.candidates
def set_events(table: Table, player: Player) -> Iterable[CardId]:
    return [
        card for zone in zones(table, player, "set") for card in table.pile(zone) if is_event(table, card)
    ]


@play_set_event.requires("7-8a", "standard action")
def is_a_set_standard_event(table: Table, player: Player, card: CardId) -> bool:
    return playing.timing(table, card) == "standard"


play_set_event.performs(main_phase.play_set_event)


overdrive = rules.player_action("9-3e-5h", "overdrive", "gate")


@overdrive.candidates
def overdrive_choices(table: Table, player: Player) -> Iterator[tuple[CardId, str]]:
    for ability in driving.overdrives(table, player):
        yield ability, "play"
        yield ability, "remove"


@overdrive.requires("14-3b-4", "what it needs to be played")
def overdrive_can_be_played(table: Table, player: Player, subject: tuple[CardId, str]) -> bool:
    return subject[1] == "remove" or boxes.can_play_overdrive(table, player, subject[0])


@overdrive.performs
def resolve_an_overdrive(table: Table, player: Player, subject: tuple[CardId, str]) -> None:
    main_phase.resolve_overdrive(table, player, subject[0], subject[1] == "play")


rearrange = rules.player_action("9-3e-5i", "rearrange", "gate")


@rearrange.candidates
def pairs_of_zones(table: Table, player: Player) -> Iterable[tuple[str, str]]:
    return main_phase.zone_pairs(table, player)


@rearrange.requires("1-5d", "nothing forbids a unit in these zones to move")
def may_change_zones(table: Table, player: Player, subject: tuple[str, str]) -> bool:
    return main_phase.may_be_exchanged(table, *subject)


@rearrange.requires("1-5d", "nothing forbids the player to rearrange")
def may_rearrange(table: Table, player: Player, subject: tuple[str, str]) -> bool:
    return not table.is_forbidden(Proposal("rearrange", player))


@rearrange.performs
def rearrange_units(table: Table, player: Player, subject: tuple[str, str]) -> None:
    main_phase.rearrange(table, player, *subject)


MAIN_PHASE_ACTIONS = (reveal, summon, play_field, set_a_card, play_event, use_standard, play_set_event,
                      overdrive, rearrange)  # fmt: skip
OUTSIDE_MAIN_PHASE = (play_set_card, use_instant, play_as_instant)
GATE_ACTIONS = (rearrange, *MAIN_PHASE_ACTIONS[:-1], *OUTSIDE_MAIN_PHASE)
CARD_PLAYS = (play_set_card, play_as_instant, summon, play_field, play_event, play_set_event)
ABILITY_PLAYS = (use_instant, use_standard)

for _action in MAIN_PHASE_ACTIONS:

    @_action.requires("9-3e-5", "own main phase and an empty gate")
    def _is_main_phase(table: Table, player: Player, subject: object) -> bool:
        return main_phase_actions_are_open(table, player)


for _action in CARD_PLAYS:

    @_action.requires("14-3b-4", "valid target for each it needs")
    def _has_targets(table: Table, player: Player, card: CardId) -> bool:
        return playable.card_has_targets(table, player, card)

    @_action.requires("14-3b-8", "its cost can be paid", playable.card_cost_lacks)
    def _can_be_paid(table: Table, player: Player, card: CardId) -> bool:
        return playable.card_can_be_paid(table, player, card)

    @_action.requires("1-5d", "nothing forbids playing it")
    def _may_be_played(table: Table, player: Player, card: CardId) -> bool:
        return playable.card_may_be_played(table, player, card)

    @_action.requires("16-17c", "card in the resource zone, if it has Resource")
    def _has_resources(table: Table, player: Player, card: CardId) -> bool:
        return playable.card_has_its_resource(table, player, card)

    @_action.requires("16-18c", "set zone, if it has Forced Concealment")
    def _may_leave_for_the_gate(table: Table, player: Player, card: CardId) -> bool:
        return demanding.may_be_played_from(table, card) is not False


for _action in ABILITY_PLAYS:

    @_action.requires("14-6b", "its limit is not used up")
    def _below_its_limit(table: Table, player: Player, subject: tuple[CardId, str]) -> bool:
        return playable.ability_below_limit(table, player, *subject)

    @_action.requires("16-17b", "card in the resource zone, if it has Resource")
    def _ability_has_resources(table: Table, player: Player, subject: tuple[CardId, str]) -> bool:
        return playable.ability_has_its_resource(table, player, subject[1])

    @_action.requires("14-3b-4", "valid target for each it needs")
    def _ability_has_targets(table: Table, player: Player, subject: tuple[CardId, str]) -> bool:
        return playable.ability_has_targets(table, player, *subject)

    @_action.requires("14-3b-8", "its cost can be paid", playable.ability_cost_lacks)
    def _ability_can_be_paid(table: Table, player: Player, subject: tuple[CardId, str]) -> bool:
        return playable.ability_can_be_paid(table, player, *subject)


@rules.guard("9-3e-5")
def in_main_phase(table: Table, player: Player) -> bool:
    return player == table.turn_player and phase(table) == "main" and not table.pile(GATE)


@rules.step("9-3f", to=("9-3c",))
def keep_priority_after_acting(table: Table) -> None:
    if table.recall("acted"):
        table.remember(acted=None)
        table.goto("9-3c")


rules.calls("9-3g", PRIORITY_GIVEN_UP)


@rules.step("9-3g-1")
def both_have_passed(table: Table) -> None:
    if table.number("passes") >= len(PLAYERS):
        leave(table, 2)


@rules.step("9-3g-2")
def the_other_gains_priority(table: Table) -> None:
    give_priority(table, opponent(priority(table)))
    table.leave_to("9-3c")


@rules.step("9-4b")
def nothing_to_resolve(table: Table) -> None:
    """The whole gate process ends."""
    if not table.pile(GATE):
        leave(table, 2)


@rules.step("9-4c")
def resolve_the_topmost(table: Table) -> None:
    top = top_of_gate(table)
    table.remember(since=table.state.clock)
    if top is None:
        return
    kind = table.card(top).name
    if kind == "ruler damage application process":
        table.call(RULER_DAMAGE_APPLICATION, process=top)
    elif kind == "drive resolution process":
        table.call(DRIVE_RESOLUTION, process=top)
    else:
        resolve(table, top)


@rules.step("9-4d")
def system_process_after_resolving(table: Table) -> None:
    table.remember(resolved=table.state.clock)
    forced.play_forced_reveals(table, "after-object-before-system")
    table.call(SYSTEM_PROCESS)


@rules.step("9-4e")
def gate_is_empty(table: Table) -> None:
    forced.play_forced_reveals(table, "after-system")
    if not table.pile(GATE):
        table.finish()


@rules.step("9-4f", to=("9-4c",))
def resolve_on_unless_something_is_new(table: Table) -> None:
    if not something_is_new(table):
        table.goto("9-4c")


# the gate


def priority(table: Table) -> Player:
    """Who has priority: the number "priority" is 1 for A, 2 for B."""
    return PLAYERS[max(table.number("priority"), 1) - 1]


def give_priority(table: Table, player: Player) -> None:
    table.set_number("priority", PLAYERS.index(player) + 1)


def top_of_gate(table: Table) -> CardId | None:
    """The last one added is on top."""
    return table.pile(GATE)[-1] if table.pile(GATE) else None


def something_is_new(table: Table) -> bool:
    """J-01: since 9-4c began, or since the object has resolved. J-38: a rewritten one is not new."""
    began, resolved = table.recall("since", 0), table.recall("resolved", 0)
    new = [card for card in table.pile(GATE) if table.card(card).since > began]
    if any(table.card(card).since <= resolved for card in new):
        since_when = began if table.reading("J-01") == "since-resolving-began" else resolved
        new = [card for card in new if table.card(card).since > since_when]
    rewritten = [card for card in new if table.card(card).mark("rewritten")]
    if rewritten and table.reading("J-38") == "not-new":
        new = [card for card in new if card not in rewritten]
    return bool(new)


def resolve(table: Table, top: CardId) -> None:
    """Resolve what is on top; a turn that ends meanwhile stops it."""
    kinds = {
        "ability": resolving.resolve_ability,
        "damage resolution process": damage.resolve_damage,
        "destruction process": rules_effects.resolve_destruction,
        "defeat process": rules_effects.resolve_defeat,
    }
    try:
        kinds.get(table.card(top).name, resolving.resolve_card)(table, top)
    except turn_end.TurnEnded:
        return


def has_an_action(table: Table, player: Player) -> bool:
    """Whether any action is possible; outside the main phase most kinds need not be checked."""
    kinds = GATE_ACTIONS if main_phase_actions_are_open(table, player) else OUTSIDE_MAIN_PHASE
    return any(
        action.is_legal(table, player, subject)
        for action in kinds
        for subject in action.subjects(table, player)
    )


def main_phase_actions_are_open(table: Table, player: Player) -> bool:
    is_main = in_main_phase(table, player) is not False
    if not is_main and table.witness is not None:
        table.cite("7-1a")
    return is_main and main_phase.may_act_in_main_phase(table, player)


def has_timing(table: Table, subject: tuple[CardId, str], timing: str) -> bool:
    """Whether an activated ability is a standard or an instant action."""
    return play_of(table.pool.ability(subject[1])).timing == timing


def is_imaginary(table: Table, card: int) -> bool:
    """An ability or process; an unknown card is left alone too."""
    return table.is_unknown(card) or bool(table.peek(card, "type") == "imaginary")


def in_set_zone(table: Table, card: int) -> bool:
    return zone_kind(table.card(card).area) == "set"


def own_cards(table: Table, player: Player) -> list[CardId]:
    """Where a main phase action could find a card: hand, drive zone, and zones an ability names."""
    places = [f"{player}.hand", f"{player}.drive", *zones(table, player, "set"), f"{player}.graveyard"]
    found = [card for where in places for card in table.pile(where)]
    return [card for card in found if not is_imaginary(table, card)]


def may_be_played_from_there(table: Table, player: Player, card: CardId) -> bool:
    """7-1b: hand or revealed in the drive zone, or another zone that something names."""
    now = table.card(card)
    if area_player(now.area) != player:
        return False
    if zone_kind(now.area) == "drive":
        return not now.mark("face down")
    if staying.may_be_summoned_from_graveyard(table, player, card):
        return True
    if zone_kind(now.area) == "set":
        return bool(demanding.may_be_summoned_from_set_zone(table, card))
    return bool(main_phase.playable_zone(table, player, card))
