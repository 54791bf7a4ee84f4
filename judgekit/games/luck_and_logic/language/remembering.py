"""What has happened this turn, as a card whose text asks about it has seen it, wherever it lay."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from judgekit.cardtext import model as m
from judgekit.cardtext.interpret import Run, Sight
from judgekit.cardtext.model import walk
from judgekit.engine.abilities import Automatic, Moment, Source
from judgekit.engine.state import CardId, Facts, fact
from judgekit.engine.table import Table
from judgekit.games.luck_and_logic.ch09_06_playing import Use
from judgekit.games.luck_and_logic.language.records import is_recorded, is_seen

if TYPE_CHECKING:
    from judgekit.games.luck_and_logic.language.dialect import LuckAndLogic

ANY = m.Selector(m.Some(), "any")
Asked = m.Happened | m.Did


def watchers(self: LuckAndLogic, ability: m.Ability, address: str) -> list[Automatic]:
    """One for each question of an ability that no other record answers."""
    asked = [node for node in walk(ability) if isinstance(node, Asked)]
    asked = [each for each in asked if is_seen(each) and not is_recorded(each)]
    return [_watcher(self, node, f"{address}/seen {at}") for at, node in enumerate(asked)]


def _watcher(self: LuckAndLogic, asked: Asked, address: str) -> Automatic:
    """Counts, and triggers nothing."""
    self.nodes[id(asked.event)] = address
    event = _of_any(asked.event) if isinstance(asked, m.Did) else asked.event
    waits = m.Ability("automatic", trigger=event)
    self._kept.append(waits)
    on, matches, *timings = self.waits_for(event, waits)

    def fulfilled(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
        for facts in matches(table, moment, source):
            hit = fact(facts, "subject")
            about = _about(moment.after.cards[CardId(hit)]) if hit is not None and _of_one(asked) else ""
            table.tally(f"{address}@{source.card.card}{about} this turn")
        yield from ()

    return Automatic(
        address, "9.7.1", data=Use(), on=on, fulfilled=fulfilled, where=tuple(self.area_names("every zone")),
        timings=frozenset(*timings),
    )  # fmt: skip


def _about(card: Any) -> str:
    """4.1.5: a card that changes zones is a new one, of which nothing is remembered."""
    return f" {card.id}.{card.object}"


def _of_one(asked: Asked) -> bool:
    return isinstance(asked, m.Did) or not isinstance(getattr(asked.event, "what", None), m.Selector | None)


def seen(self: LuckAndLogic, sight: Sight, run: Run, asked: m.Happened) -> bool:
    key = f"{self.nodes[id(asked.event)]}@{run.source.card.card}"
    if not _of_one(asked):
        return sight.state.number(f"{key} this turn") >= asked.least
    cards = self.pointed_at(sight, run, getattr(asked.event, "what", m.This()))
    return bool(cards) and all(
        sight.state.number(f"{key}{_about(sight.card(card))} this turn") >= asked.least for card in cards
    )


def did_so(self: LuckAndLogic, sight: Sight, run: Run, event: m.Event, card: CardId) -> bool:
    key = f"{self.nodes[id(event)]}@{run.source.card.card}"
    return sight.state.number(f"{key}{_about(sight.card(card))} this turn") > 0


def _of_any(event: Any) -> Any:
    """The event with any card in the place of the one that is described."""
    own = {name: ANY for name in event.__struct_fields__ if getattr(event, name) == m.This()}
    return replace(event, **own)
