"""What has happened this turn, as a card whose text asks about it has seen it, wherever it lay."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import Interpreter, Run, Sight
from judgekit.cardtext.interpret.remembering import did_so, times_seen, watcher, watchers
from judgekit.cardtext.model import walk
from judgekit.engine.abilities import Ability, Automatic
from judgekit.engine.state import CardId, State
from judgekit.games.gate_ruler.abilities import Play
from judgekit.games.gate_ruler.ch08_attack_phase import SUB_PHASES
from judgekit.games.gate_ruler.language.describing import has_happened as has_happened_to_it
from judgekit.games.gate_ruler.language.refusing import is_seen
from judgekit.games.gate_ruler.rules import EVERYWHERE

if TYPE_CHECKING:
    from judgekit.games.gate_ruler.language.dialect import GateRuler


def compile(self: GateRuler, ability: m.Ability, address: str, properties: dict[str, Any]) -> list[Ability]:
    made = Interpreter.compile(self, ability, address, properties)
    counts = Automatic("", "14-9e", data=Play(), where=EVERYWHERE)
    waited = [node for node in walk(ability) if isinstance(node, m.Modify) and node.next]
    nexts = [watcher(self, _played(node), f"{address}/next {at}", counts) for at, node in enumerate(waited)]
    self.next_ones.update({id(node): f"{address}/next {at}" for at, node in enumerate(waited)})
    return made + nexts + watchers(self, ability, address, is_seen, counts)


def _played(verb: m.Modify) -> m.Happened:
    """That such a card is played, whose cost was to change."""
    assert isinstance(verb.what, m.Selector)
    return m.Happened(m.Played(replace(verb.what, quantity=m.Some(), whose=""), verb.what.whose))


def has_happened(self: GateRuler, sight: Sight, run: Run, condition: m.Happened) -> bool:
    if not is_seen(condition):
        return has_happened_to_it(self, sight, run, condition)
    return times_seen(self, sight, run, condition) >= condition.least


def how_often(self: GateRuler, sight: Sight, run: Run, amount: m.HowOften) -> int:
    return times_seen(self, sight, run, amount)


def battle(self: GateRuler, state: State) -> int:
    """8-2: a battle is an attack sub phase."""
    return state.number(SUB_PHASES)


def did(self: GateRuler, sight: Sight, run: Run, f: m.Did, card: CardId) -> bool:
    return did_so(self, sight, run, f, card) if is_seen(f) else Interpreter._did(self, sight, run, f, card)


FILTERS: dict[type[Any], Callable[..., bool]] = {m.Did: did}
