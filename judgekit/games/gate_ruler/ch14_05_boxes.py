"""Section 14-5: playing Overdrive, Touchdown and Counter abilities."""

from __future__ import annotations

from judgekit.engine.state import CardId, Facts, Player, Ref
from judgekit.engine.table import Table
from judgekit.games.gate_ruler import ch10_drive_process as drive
from judgekit.games.gate_ruler import ch14_03_playable as playable
from judgekit.games.gate_ruler import ch14_03_playing as to_play
from judgekit.games.gate_ruler import ch15_15_playing_and_driving as summoning
from judgekit.games.gate_ruler import ch16_02_boxes as box_words
from judgekit.games.gate_ruler.abilities import (
    Play,
    Way,
    play_of,
)
from judgekit.games.gate_ruler.ch01_overview import is_forbidden
from judgekit.games.gate_ruler.ch02_card_information import is_unit
from judgekit.games.gate_ruler.rules import GATE, rules, zone_kind


@rules.action("14-5b")
def play_another_ability(
    table: Table, player: Player, address: str, source: Ref, marks: Facts
) -> CardId | None:
    spec = play_of(table.pool.ability(address))
    return to_play.play(table, player, spec, address=address, source=source, marks=marks)


@rules.action("14-5c")
def play_its_own_card(table: Table, player: Player, card: CardId, counter: bool) -> CardId | None:
    """J-18: playing a unit by its own Counter is not a normal summon."""
    unit = is_unit(table, card)
    normal = unit and (not counter or table.reading("J-18") == "normal-counted")
    way = Way(counter=counter, summon="normal" if normal else "")
    marks = (("counter of", card),) if counter else ()
    return to_play.play(table, player, to_play.card_play(table, card), card=card, way=way, marks=marks)


@rules.guard("14-5c-1")
def counter_costs_nothing(table: Table, way: Way) -> bool:
    """A card played by its own Counter ability costs nothing for its level."""
    return way.counter


@rules.action("14-5d")
def play_the_ability_itself(
    table: Table, player: Player, address: str, source: Ref, facts: Facts, marks: Facts, standby: int | None
) -> CardId | None:
    spec = play_of(table.pool.ability(address))
    return to_play.play(
        table, player, spec, address=address, source=source, facts=facts, marks=marks, standby=standby
    )


def play_special(
    table: Table, player: Player, address: str, source: Ref, facts: Facts = (), standby: int | None = None
) -> CardId | None:
    """14-5a: an Overdrive, Touchdown or Counter ability."""
    spec = play_of(table.pool.ability(address))
    clause = {"OD": "16-2a", "TD": "16-3a-1", "CNT": "16-4a"}.get(spec.sort, "14-5d")
    with table.under(clause):
        return play_in_its_way(table, player, spec, address, source, facts, standby)


def play_in_its_way(
    table: Table, player: Player, spec: Play, address: str, source: Ref, facts: Facts, standby: int | None
) -> CardId | None:
    """14-5b to 14-5d: another ability, its card, or the ability itself."""
    marks: Facts = (("counter of", source.card),) if spec.sort == "CNT" else ()
    if spec.then == "this card":
        return play_its_own_card(table, player, source.card, spec.sort == "CNT")
    if spec.then:
        return play_another_ability(table, player, spec.then, source, marks)
    return play_the_ability_itself(table, player, address, source, facts, marks, standby)


def play_overdrive(table: Table, player: Player, thing: CardId) -> CardId | None:
    """It leaves the drive zone for the gate; if it cannot be played, it stays."""
    played = play_special(table, player, table.card(thing).mark("ability"), drive.card_of(table, thing))
    if played is not None:
        drive.remove_overdrive(table, thing)
    return played


def can_play_overdrive(table: Table, player: Player, thing: CardId) -> bool:
    """Whether it can be; one that plays its card needs that card."""
    address, source = table.card(thing).mark("ability"), drive.card_of(table, thing)
    its_card = play_of(table.pool.ability(address)).then == "this card"
    there = table.state.current(source) is not None or not its_card
    return there and can_play_special(table, player, address, source.card)


def can_play_special(table: Table, player: Player, address: str, card: CardId) -> bool:
    spec = play_of(table.pool.ability(address))
    if spec.then == "this card":
        return playable.can_play_card(table, player, card) and (
            not is_unit(table, card)
            or spec.sort == "CNT"
            or not summoning.cap_is_reached(table, player, card)
        )
    address = spec.then or address
    return playable.ability_has_targets(table, player, card, address) and playable.ability_can_be_paid(
        table, player, card, address
    )


def play_counter(table: Table, player: Player, card: CardId) -> bool:
    """13-6d: the Counter ability of a flipped card."""
    found = box_words.counter_abilities(table, card)
    if not found or is_forbidden(table, "play", card, player):
        return False
    options = [(ability.address, ability.text or ability.address) for ability in found]
    address = table.pick(player, options, table.words("which Counter"))
    played = play_special(table, player, address, table.card(card).ref)
    if played is not None and zone_kind(table.card(card).area) == "counter":
        table.mark(card, "countered", True)
    return played is not None


def counter_has_targets(table: Table, player: Player, card: CardId) -> bool:
    return any(
        bool(play_of(a).then) or playable.ability_has_targets(table, player, card, a.address)
        for a in box_words.counter_abilities(table, card)
    )


def counter_in_gate(table: Table, card: CardId) -> bool:
    return any(table.card(thing).mark("counter of") == card for thing in table.pile(GATE))
