"""Section 14-1 to 14-2 and 14-7: what abilities there are, when they are active, continuous ones."""

from __future__ import annotations

from typing import Any

from judgekit.engine.abilities import Ability, Modifier, Prohibition, Replacement, Source, Status
from judgekit.engine.state import Card, State, area_name
from judgekit.engine.table import Table
from judgekit.games.gate_ruler import ch14_11_ongoing_effects as ongoing
from judgekit.games.gate_ruler.abilities import play_of
from judgekit.games.gate_ruler.rules import GATE, has_status, rules, zone_kind

CONTINUOUS = (Modifier, Prohibition, Replacement, Status)


@rules.guard("14-2a")
def is_active(table: Table, state: State, card: Card, ability: Ability) -> bool:
    """Active in a zone it names; else on rulers, units, fields in play. Face down: timings only."""
    play = play_of(ability)
    kind = zone_kind(card.area)
    if ability.where:
        works = kind in ability.where or area_name(card.area) in ability.where
    elif play.sort == "set":
        works = kind == "set"
    elif play.sort in ("OD", "CNT", "event"):
        works = False
    else:
        works = play.base or kind in ("ruler", "attack", "defense", "field")
        if kind == "set" and card.mark("face down"):
            table.cite("14-2a-2")
    if isinstance(ability, CONTINUOUS):
        works = bool(ongoing.as_long_as_active(table, works))
    if not works or ability.active_if is None:
        return works
    controller = table.policy.master(state, card)
    return ability.active_if(table, Source(ability.address, card.ref, controller, card.since))


@rules.guard("14-7a")
def is_continuous(table: Table, ability: Ability) -> bool:
    """J-15: Overdrive and Counter abilities are played, but count as continuous."""
    if play_of(ability).sort in ("OD", "CNT"):
        return table.reading("J-15") == "own-class-counted-continuous"
    return isinstance(ability, CONTINUOUS)


@rules.guard("14-7c")
def treated_as(table: Table, card: int, name: str, wanted: str, tried: bool, asker: str = "") -> bool:
    """A property that may be treated as another, if its controller says so when asked."""
    now: Any = table.peek(card, name)
    has = wanted in now if isinstance(now, tuple | list) else now == wanted
    if has or not has_status(table, "may treat", (card, name, wanted)):
        return has
    return tried or said_so(table, card, name, wanted, asker)


def said_so(table: Table, card: int, name: str, wanted: str, asker: str) -> bool:
    """Asked once for each object in the gate, and for each continuous ability, that refers to it."""
    gate = table.pile(GATE)
    if not gate:
        return True
    known = dict(table.card(gate[-1]).mark("treated") or ())
    key = f"{card} {name} {wanted} {asker}"
    if key not in known:
        label = table.label(card)
        prompt = (
            table.words("treat as for", card=label, wanted=wanted, asker=asker)
            if asker
            else table.words("treat as", card=label, wanted=wanted)
        )
        with table.under("14-7c"):
            known[key] = table.may(table.master(card), prompt)
            table.mark(gate[-1], "treated", tuple(known.items()))
    return bool(known[key])
