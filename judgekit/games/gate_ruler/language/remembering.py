"""What has happened this turn, as a card whose text asks about it has seen it, wherever it lay."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import Interpreter, Run, Sight
from judgekit.cardtext.model import walk
from judgekit.engine.abilities import Ability, Automatic, Moment, Source
from judgekit.engine.state import CardId, Facts, fact
from judgekit.engine.table import Table
from judgekit.games.gate_ruler.abilities import Play
from judgekit.games.gate_ruler.ch08_attack_phase import SUB_PHASES
from judgekit.games.gate_ruler.language.describing import has_happened as has_happened_to_it
from judgekit.games.gate_ruler.language.refusing import is_seen
from judgekit.games.gate_ruler.rules import EVERYWHERE

if TYPE_CHECKING:
    from judgekit.games.gate_ruler.language.dialect import GateRuler

ANY = m.Selector(m.Some(), "any")


def compile(self: GateRuler, ability: m.Ability, address: str, properties: dict[str, Any]) -> list[Ability]:
    made = Interpreter.compile(self, ability, address, properties)
    asked = [node for node in walk(ability) if isinstance(node, ASKED) and is_seen(node)]
    waited = [node for node in walk(ability) if isinstance(node, m.Modify) and node.next]
    nexts = [_watcher(self, _played(node), f"{address}/next {at}") for at, node in enumerate(waited)]
    self.next_ones.update({id(node): f"{address}/next {at}" for at, node in enumerate(waited)})
    return made + nexts + [_watcher(self, node, f"{address}/seen {at}") for at, node in enumerate(asked)]


ASKED = m.Happened | m.Did | m.HowOften


def _played(verb: m.Modify) -> m.Happened:
    """That such a card is played, whose cost was to change."""
    assert isinstance(verb.what, m.Selector)
    return m.Happened(m.Played(replace(verb.what, quantity=m.Some(), whose=""), verb.what.whose))


def _watcher(self: GateRuler, asked: m.Happened | m.Did | m.HowOften, address: str) -> Automatic:
    """Counts, and triggers nothing."""
    self.nodes[id(asked)] = address
    one_by_one = isinstance(asked, m.Did)
    waits = m.Ability("automatic", trigger=_of_any(asked.event) if one_by_one else asked.event)
    self._kept.append(waits)
    assert waits.trigger is not None
    on, matches, *_ = self.waits_for(waits.trigger, waits)

    def fulfilled(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
        for facts in matches(table, moment, source):
            hit = fact(facts, "subject") if one_by_one else None
            about = f" {hit}.{moment.after.cards[CardId(hit)].object}" if hit is not None else ""
            table.tally(f"{address}@{source.card.card}{about}{_span(table, asked)}")
        yield from ()

    return Automatic(address, "14-9e", data=Play(), on=on, fulfilled=fulfilled, where=EVERYWHERE)


def has_happened(self: GateRuler, sight: Sight, run: Run, condition: m.Happened) -> bool:
    if not is_seen(condition):
        return has_happened_to_it(self, sight, run, condition)
    seen = f"{self.nodes[id(condition)]}@{run.source.card.card}{_span(run.table, condition)}"
    return sight.state.number(seen) >= condition.least


def how_often(self: GateRuler, sight: Sight, run: Run, amount: m.HowOften) -> int:
    return sight.state.number(f"{self.nodes[id(amount)]}@{run.source.card.card}{_span(run.table, amount)}")


def _span(table: Table, asked: m.Happened | m.Did | m.HowOften) -> str:
    """Counted for the turn, or for this attack of it: a battle is an attack sub phase (8-2)."""
    return f" in attack {table.number(SUB_PHASES)} this turn" if asked.period == "battle" else " this turn"


def did_so(self: GateRuler, sight: Sight, run: Run, f: m.Did, card: CardId) -> bool:
    if not is_seen(f):
        return Interpreter._did(self, sight, run, f, card)
    about = f"{card}.{sight.card(card).object}"
    return sight.state.number(f"{self.nodes[id(f)]}@{run.source.card.card} {about} this turn") > 0


FILTERS: dict[type[Any], Callable[..., bool]] = {m.Did: did_so}


def _of_any(event: Any) -> Any:
    """The event with any card in the place of the one that is described."""
    own = {name: ANY for name in event.__struct_fields__ if getattr(event, name) == m.This()}
    return replace(event, **own)
