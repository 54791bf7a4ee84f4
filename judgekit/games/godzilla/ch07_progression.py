"""Chapter 7: a turn, phase by phase."""

from __future__ import annotations

from collections.abc import Iterator

from judgekit.engine.abilities import Ability, Source
from judgekit.engine.events import Occurred, Spent
from judgekit.engine.plain import is_left_out
from judgekit.engine.state import Player, under
from judgekit.engine.table import Table
from judgekit.games.godzilla.ch01_overview import card_text_comes_first, may_be_negative
from judgekit.games.godzilla.ch03_player_information import (
    find_monster,
    invading_monster,
    position,
    rage,
    set_rage,
)
from judgekit.games.godzilla.ch04_areas import battle_cards, how_many
from judgekit.games.godzilla.ch05_02_placing import place
from judgekit.games.godzilla.ch05_04_hands_and_decks import draw
from judgekit.games.godzilla.ch05_13_monsters import advance, counter, engages
from judgekit.games.godzilla.ch10_06_automatic import Kept
from judgekit.games.godzilla.ch10_08_effects import effect_master
from judgekit.games.godzilla.rules import (
    CHECK_TIMING,
    COUNTER_PHASE,
    END_PHASE,
    MAIN_PHASE,
    PLAY_TIMING,
    START_PHASE,
    rules,
)

PHASES = (START_PHASE, MAIN_PHASE, COUNTER_PHASE, END_PHASE)
NAMES = ("start phase", "main phase", "counter phase", "end phase")
SKIPPED = frozenset({"main phase", "counter phase"})  # the others begin and end the turn itself
END_OF_TURN = "end of the turn"


@rules.step("7.1.2", to=("7.1.2",))
def perform_the_phases_in_order(table: Table) -> None:
    phase = table.recall("phase", 0)
    if table.number("turn") == 0:
        table.begin_turn(table.turn_player)
    end_effects(table, durations_over(table, phase))
    while NAMES[phase] in SKIPPED and is_left_out(table, NAMES[phase], "1.3.1"):
        phase += 1
        end_effects(table, durations_over(table, phase))
    table.remember(phase=(phase + 1) % 4)
    table.call(PHASES[phase], then="7.1.2")


def durations_over(table: Table, phase: int) -> frozenset[str]:
    """What is over when a phase is about to begin: the phase before it, and what lasts until now."""
    turn, begins = table.number("turn"), NAMES[phase]
    over = {f"beginning of {begins} {turn}", f"beginning of turn {turn}"}
    if phase:
        over |= {NAMES[phase - 1], f"end of {NAMES[phase - 1]} {turn}"}
    return frozenset(over)


def end_effects(table: Table, durations: frozenset[str]) -> None:
    """Effects and timed triggers with one of these durations are over, all at once."""
    with table.together():
        for effect in table.state.effects:
            if effect.until in durations:
                table.end(effect)
    for timed in table.state.scheduled:
        if dict(timed.facts).get("until") in durations:
            table.emit(Spent(timed.id))


def begin(table: Table, phase: str) -> None:
    """Abilities about this phase trigger; what could not be done in the phase before may be due now."""
    table.occurs(f"beginning of the {phase}", table.turn_player)
    table.check_interrupts()
    table.call(CHECK_TIMING)


rules.does("7.2.1", begin, "start phase")


@rules.step("7.2.2")
def draw_by_the_opposing_rank(table: Table) -> None:
    monster = invading_monster(table, table.opponent())
    if monster is not None:
        draw(table, table.turn_player, as_texts_say(table, "start phase draw", table.value(monster, "rank")))


def as_texts_say(table: Table, number: str, n: int, player: Player | None = None) -> int:
    """A number that the rules name for a player, the turn player if nobody is named, as cards change it."""
    for status, source in table.statuses(number, player or table.turn_player):
        card_text_comes_first(table)
        n = status.data(table, source, n)
    return n


@rules.step("7.2.3")
def clear_old_strategy_cards(table: Table) -> None:
    """What has lain in the strategy zones since before this turn; Base cards stay."""
    from judgekit.games.godzilla.ch12_keywords import stays_as_a_base

    old = [
        card
        for number in (1, 2)
        for card in table.pile(f"{table.turn_player}.strategy zone {number}")
        if not table.card(card).mark("placed this turn") and not stays_as_a_base(table, card)
    ]
    with table.together():
        for card in old:
            place(table, card, "discard pile", reason="start phase")


@rules.step("7.2.4")
def rage_ends(table: Table) -> None:
    monster = find_monster(table, table.turn_player)
    if rage(table, table.turn_player) and not table.propose("reset rage", monster, table.turn_player):
        return  # a card keeps it
    set_rage(table, table.turn_player, 0)


rules.calls("7.2.5", CHECK_TIMING)
rules.does("7.3.1", begin, "main phase")
rules.calls("7.3.2", PLAY_TIMING)
rules.does("7.4.1", begin, "counter phase")


@rules.step("7.4.2")
def add_up_counter_power(table: Table) -> None:
    table.remember(total=total_counter_power(table, table.turn_player))


def total_counter_power(table: Table, player: Player) -> int:
    cards = [card for card in battle_cards(table, player) if engages(table, card)]
    monsters_add_nothing(table)
    if below := [covered for card in cards for covered in table.pile(under(card))]:
        table.cite("3.2.3", "3.2.3.1")
        if any(not table.is_unknown(covered) and table.definition(covered).abilities for covered in below):
            table.reading("A-12")  # whether they still work
    total = sum(table.value(card, "counter power") or 0 for card in cards)
    for status, source in table.statuses("total counter power", player):
        total = status.data(table, source, total)
    return may_be_negative(table, total)


monsters_add_nothing = rules.says("7.4.2.1", 0)


@rules.step("7.4.3")
def counter_the_monster(table: Table) -> None:
    monster, total = invading_monster(table, table.opponent()), total_to_compare(table)
    threat = None if monster is None else table.value(monster, "threat level")
    if monster is not None and table.pile(under(monster)):
        table.cite("3.2.3.1")
    if threat is not None and threat < 0:
        may_be_negative(table, threat)
    if threat is not None and total >= threat:
        counter(table, table.opponent())


def total_to_compare(table: Table) -> int:
    """What was added up in the step before; where a position begins after that step, it is added up now."""
    if table.recall("total") is None and (adding := table.rules.number("7.4.2")):
        with table.under("7.4.2"):
            table.rules.steps[adding](table)
    return int(table.recall("total", 0))


def total_compared(table: Table) -> int | None:
    """The total compared with a threat level in the counter phase; None if an effect counters."""
    return None if effect_master(table) is not None else table.recall("total")


rules.calls("7.4.4", CHECK_TIMING)
rules.does("7.5.1", begin, "end phase")


@rules.step("7.5.2")
def walk_on(table: Table) -> None:
    if find_monster(table, table.turn_player) is None:
        return
    if position(table, table.turn_player) <= 7:
        for _ in range(as_texts_say(table, "end phase advance", 1)):
            advance(table, table.turn_player)
    else:
        table.cite("5.13.1.1.1")  # from zone 8 only an invasion goes on


rules.calls("7.5.3", CHECK_TIMING)


@rules.step("7.5.4")
def refill_the_hand(table: Table) -> None:
    passes = table.recall("passes", 0)
    table.remember(passes=1)
    if passes and table.reading("A-09") == "once":
        return
    missing = as_texts_say(table, "end phase hand", 5) - how_many(table, f"{table.turn_player}.hand")
    if missing > 0:
        draw(table, table.turn_player, missing)


@rules.step("7.5.5")
def check_before_the_end(table: Table) -> None:
    count_the_refill(table)
    if table.recall("expired", 0) or table.reading("A-01") == "on-entry":
        the_turn_is_ending(table)
    table.call(CHECK_TIMING)


def count_the_refill(table: Table) -> bool:
    """Where a position begins after the refill, it counts as done once; returns whether it begins so."""
    begins = table.recall("passes") is None
    if begins:
        table.remember(passes=1)
    return begins


def the_turn_is_ending(table: Table) -> None:
    """The end of the turn comes for those abilities that it has not come for yet."""
    table.occurs(END_OF_TURN, table.turn_player)


def count_the_check(table: Table) -> bool:
    """Where a position begins after the second check, the end of the turn has come for every ability that
    waits for it; by the reading that it first comes later, it has not."""
    begins = count_the_refill(table)
    if begins and any(waiting_for_the_end(table)) and table.reading("A-01") == "on-entry":
        for _, source in waiting_for_the_end(table):
            give_it_its_end(table, source)
    return begins


@rules.step("7.5.6")
def effects_of_the_turn_end(table: Table) -> None:
    """Effects until the end of the turn are over; those made for a later turn's end are over then."""
    count_the_check(table)
    expired = table.recall("expired", 0)
    if not expired or table.reading("A-10") == "next-expiry":
        turn = table.number("turn")
        over = {"turn", f"end of turn {turn}", "end phase", f"end of end phase {turn}"}
        end_effects(table, frozenset(over))
    table.remember(expired=1)


@rules.step("7.5.7", to=("7.5.4",))
def end_the_turn(table: Table) -> None:
    """The turn is over unless something still waits, is due, or has the end of the turn still to come."""
    if count_the_check(table):
        table.remember(expired=1)
    if is_unfinished(table):
        table.goto("7.5.4")
        return
    for card in table.state.cards.values():
        if card.mark("placed this turn"):
            table.mark(card.id, "placed this turn", None)
    table.occurs("the turn has ended", table.turn_player)
    table.begin_turn(table.opponent())


def is_unfinished(table: Table) -> bool:
    return bool(table.state.standby) or table.has_rule_actions_due() or any(ends_to_come(table))


def ends_to_come(table: Table) -> Iterator[str]:
    """Abilities that wait only for the end of this turn and have not triggered yet."""
    for ability, source in (*waiting_for_the_end(table), *timed_for_the_end(table)):
        if not ability.data.waits_for_more and not has_had_its_end(table, source):
            yield ability.address


def waiting_for_the_end(table: Table) -> Iterator[tuple[Ability, Source]]:
    """Abilities of cards that wait for the end of this turn, whether they have had it or not."""
    for card, ability in table.automatic_abilities(Occurred):
        if waits_for_an_end(ability) and table.policy.active(table, table.state, card, ability):
            source = table.source(ability, card)
            if ability.data.waits_for_this_end(table, source):
                yield ability, source


def timed_for_the_end(table: Table) -> Iterator[tuple[Ability, Source]]:
    """Timed triggers that wait for the end of this turn."""
    for timed in table.state.scheduled:
        later = table.pool.ability(timed.ability)
        source = Source(timed.ability, timed.source, timed.player, 0, timed.facts)
        if waits_for_an_end(later) and later.data.waits_for_this_end(table, source):
            yield later, source


def waits_for_an_end(ability: Ability) -> bool:
    return isinstance(ability.data, Kept) and ability.data.waits_for_this_end is not None


def has_had_its_end(table: Table, source: Source) -> bool:
    """Whether the end of this turn has come for an ability; a one-time trigger is then gone."""
    return not is_timed(table, source) and bool(table.number(end_of(source)))


def give_it_its_end(table: Table, source: Source) -> None:
    if not is_timed(table, source):
        table.tally(end_of(source))


def is_timed(table: Table, source: Source) -> bool:
    """Whether this is a timed trigger that goes off once."""
    waiting = table.state.scheduled
    return any(one.once and (one.ability, one.facts) == (source.what, source.facts) for one in waiting)


def end_of(source: Source) -> str:
    """The name of the number that records whether the end of this turn has come for an ability."""
    return f"{source.what}@{source.card.card}.{source.card.object} ended this turn"
