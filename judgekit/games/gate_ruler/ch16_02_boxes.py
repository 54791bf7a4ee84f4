"""Section 16-2 to 16-4: Overdrive, Touchdown, Counter."""

from __future__ import annotations

from collections.abc import Iterator

from judgekit.engine.abilities import (
    Ability,
    Activated,
    Automatic,
    Moment,
    Source,
)
from judgekit.engine.events import Moved
from judgekit.engine.registry import cited
from judgekit.engine.state import CardId, Facts
from judgekit.engine.table import Table
from judgekit.games.gate_ruler import ch14_03_playing as playing
from judgekit.games.gate_ruler import ch16_01_keywords as keywords
from judgekit.games.gate_ruler.abilities import Play, play_of
from judgekit.games.gate_ruler.ch02_card_information import (
    is_unit,
)
from judgekit.games.gate_ruler.rules import GATE, is_in_play, rules


@rules.keyword("16-2a", "Overdrive")
def overdrive(address: str, spec: Play) -> keywords.Made:
    """Played from the drive zone, not by itself."""
    return (Activated(address, "16-2a", data=spec),)


@rules.keyword("16-3a-1", "Touchdown")
def touchdown(address: str, spec: Play, text: str = "") -> keywords.Made:
    """Triggers when its card enters play by resolving, having been played from the hand."""
    return (Automatic(address, "16-3a-1", text, data=spec, on=(Moved,), fulfilled=_touches_down),)


def _touches_down(table: Table, moment: Moment, source: Source) -> Iterator[Facts]:
    event = moment.event
    assert isinstance(event, Moved)
    enters = is_in_play(event.dst) and not is_in_play(event.src)
    if event.card != source.card.card or not enters:
        return
    table.cite("16-3a-1")
    if event.src != GATE:
        table.cite("16-3b")
        return
    if entered_by_touchdown(table, event.card):
        yield (("subject", event.card),)


def _entered_by_touchdown(table: Table, card: CardId) -> bool:
    return bool(from_a_hand(table, card))


entered_by_touchdown = cited("16-3a-1", _entered_by_touchdown)


@rules.guard("16-3b")
def from_a_hand(table: Table, card: int) -> bool:
    """From the hand only. J-16: and units only? J-44: after Enhance?"""
    now = table.card(card)
    if now.mark("played from") != "hand":
        return False
    if not is_unit(table, card) and table.reading("J-16") == "normal-summons-only":
        return False
    return not (now.mark("enhanced") and table.reading("J-44") == "enters-no-touchdown")


@rules.keyword("16-4a", "Counter")
def counter(address: str, spec: Play) -> keywords.Made:
    """Played when its card is flipped by ruler damage."""
    return (Activated(address, "16-4a", data=spec),)


def counter_abilities(table: Table, card: int) -> list[Ability]:
    if table.rules.number("16-4a") is None:
        return []
    return [a for a in playing.abilities_of(table, card) if play_of(a).sort == "CNT"]
