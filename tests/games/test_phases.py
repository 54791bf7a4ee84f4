"""A continuous ability of one phase stops when the phase ends, though nothing else has changed."""

from __future__ import annotations

import msgspec

from judgekit.engine.machine import Line
from judgekit.engine.state import A, Area, Card, CardId, Frame, Map, State
from judgekit.games.game import PrintedCard
from judgekit.games.godzilla.game import GAME

FACE = {
    "type": "battle", "rank": 1, "colors": ["red"], "traits": ["Crew"], "counter power": 1000,
    "invasion icon": 1,
}  # fmt: skip


def test_godzilla_counter_power_of_the_main_phase_is_gone_in_the_counter_phase() -> None:
    rules = GAME.rules()
    text = "If it is your main phase, this card gets +3000 counter power."
    pool = GAME.compile([PrintedCard("Night Watch", FACE, text)], rules)
    where = Area("A.zone 1")
    card = Card(CardId(1), "Night Watch", A, where, 0, 1)
    outer = Frame("7.1", rules.first("7.1"))
    main, counter = ((outer, Frame(phase, rules.first(phase))) for phase in ("7.3", "7.4"))
    start = State(Map({card.id: card}), Map({where: (card.id,)}), Map(), main, clock=1)
    table = Line(rules, pool, start).table
    assert table.peek(card.id, "counter power") == 4000
    table.open(msgspec.structs.replace(start, frames=counter), 1)
    assert table.peek(card.id, "counter power") == 1000
