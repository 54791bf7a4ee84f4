"""Section 14-3c: resolving cards and abilities."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from judgekit.engine.abilities import Automatic
from judgekit.engine.state import CardId, Ref
from judgekit.engine.table import Table
from judgekit.games.gate_ruler import ch14_03_playing as to_play
from judgekit.games.gate_ruler import ch14_09_automatic as automatic
from judgekit.games.gate_ruler import ch16_16_conditions as demanding
from judgekit.games.gate_ruler.abilities import (
    Play,
    Playing,
    play_of,
)
from judgekit.games.gate_ruler.ch02_card_information import is_field, is_unit
from judgekit.games.gate_ruler.ch03_zones import (
    front_row,
    relocate,
    settle_in,
    to_graveyard,
)
from judgekit.games.gate_ruler.rules import GATE, rules


@rules.action("14-3c-1")
def check_targets(table: Table, playing: Playing, spec: Play) -> tuple[tuple[CardId, ...], ...]:
    """Targets that are no longer valid are left out; the rest of the effect is done."""
    groups: tuple[Any, ...] = table.card(playing.object).mark("targets") or ()
    valid: list[tuple[CardId, ...]] = []
    for at, group in enumerate(groups):
        whole = spec.targets[at].part_of if at < len(spec.targets) else None
        if whole is not None:
            valid.append(tuple(c for c in valid[whole] if c in {card for card, _ in group}))
            continue
        allowed = (
            set(to_play.candidates(table, replace(playing, targets=tuple(valid)), spec.targets[at]))
            if at < len(spec.targets)
            else set()
        )
        now = [CardId(c) for c, object_ in group if table.state.current(Ref(CardId(c), object_)) is not None]
        kept = tuple(c for c in now if c in allowed)
        if len(now) < len(group) or any(has_moved_since(table, c, playing.object) for c in kept):
            table.cite("3-2d")
        for lost in (c for c, _ in group if c not in kept):
            table.refuse("affect", "14-3c-1", playing.player, lost if lost in table.state.cards else None)
        valid.append(kept)
    return tuple(valid)


def has_moved_since(table: Table, card: CardId, thing: CardId) -> bool:
    """Whether a card has changed zones, in play, since something was put into the gate."""
    return int(table.card(card).mark("arrived") or 0) > table.card(thing).since


@rules.action("14-3c-2")
def perform_by_type(table: Table, playing: Playing, spec: Play) -> None:
    """A unit goes to its zone, a field to the field zone, an event does what it says."""
    if not effects_come_along(table):
        table.renew(playing.object)
    if is_unit(table, playing.object):
        unit_enters(table, playing)
    elif is_field(table, playing.object):
        field_enters(table, playing)
    else:
        event_happens(table, playing, spec)


effects_come_along = rules.says("14-3c-2a", True)  # effects on a card in the gate go with it into play


@rules.action("14-3c-2b")
def unit_enters(table: Table, playing: Playing) -> None:
    zone = table.card(playing.object).mark("zone") or front_row(table, playing.player)[0]
    table.mark(playing.object, "zone", None)

    def enter(where: str) -> bool:
        return relocate(table, playing.object, where)

    if not demanding.enhance(table, playing, zone, enter) and not enter(zone):
        out_of_the_gate(table, playing.object)


@rules.action("14-3c-2c")
def field_enters(table: Table, playing: Playing) -> None:
    """Fields of one zone do not push each other out: 12-5a speaks of other zones."""
    if table.pile(f"{playing.player}.field"):
        table.cite("3-11b", "12-5a")
    if not relocate(table, playing.object, f"{playing.player}.field"):
        out_of_the_gate(table, playing.object)


@rules.action("14-3c-2d")
def event_happens(table: Table, playing: Playing, spec: Play) -> None:
    """Its effect, and then the graveyard."""
    if spec.resolve is not None:
        spec.resolve(table, playing)
    out_of_the_gate(table, playing.object)


@rules.action("14-3c-3")
def perform_ability(table: Table, playing: Playing, spec: Play) -> None:
    """Its effect, and then it is gone from the gate."""
    if not always_resolved(table) and table.state.current(playing.source) is None:
        return
    ability = table.pool.ability(playing.ability)
    if spec.resolve is not None:
        spec.resolve(table, playing)
    elif isinstance(ability, Automatic) and ability.resolve is not None:
        ability.resolve(table, playing.standby())
    if playing.object in table.state.cards:
        table.vanish(playing.object)


always_resolved = rules.says("14-3c-3a", True)  # even if its card is gone or the ability is inactive by now


def resolve_card(table: Table, card: CardId) -> None:
    spec = to_play.card_play(table, card)
    playing = to_play.view(table, card)
    if rewritten := table.card(card).mark("rewritten"):
        ability = replace(playing, ability=rewritten)
        event_happens(table, ability, play_of(table.pool.ability(rewritten)))
        return
    playing = replace(playing, targets=check_targets(table, playing, spec) or ())
    perform_by_type(table, playing, spec)
    if card in table.pile(GATE):
        out_of_the_gate(table, card)


def resolve_ability(table: Table, thing: CardId) -> None:
    playing = to_play.view(table, thing)
    spec = play_of(table.pool.ability(playing.ability))
    playing = replace(playing, targets=check_targets(table, playing, spec) or ())
    perform_ability(table, playing, spec)
    if thing in table.state.cards:
        table.vanish(thing)
    automatic.hide_again(table, playing.source)
    automatic.trigger_again(table, playing.facts)


def out_of_the_gate(table: Table, card: CardId) -> None:
    """To the graveyard, if it is still there; unless something else happens to it instead."""
    if card in table.pile(GATE) and not to_graveyard(table, card) and card in table.pile(GATE):
        settle_in(table, card, f"{table.card(card).owner}.graveyard")
