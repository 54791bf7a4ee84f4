"""A line about an open question says how it is read, and how else it could be."""

from __future__ import annotations

from judgekit.cases.files.position import loads
from judgekit.engine.events import ReadAs
from judgekit.narrate.narrator import narrator_for
from tests.cardtext.test_by_hand import TABLE


def test_a_reading_is_told_with_its_rivals() -> None:
    position = loads(TABLE)
    narrator = narrator_for(position.rules, position.pool, position.game, str)
    assert narrator.sentence(ReadAs("A-05", "still-true")) == (
        "Open question A-05; assumed: still true, rather than anew."
    )
    assert narrator.sentence(ReadAs("A-99", "gone")) == "Open question A-99; assumed: gone."
