"""The judge puts right what went wrong at the table."""

from __future__ import annotations

from judgekit.audit.bench.practice.game import position
from judgekit.engine.codec import decode_entry, encode_entry
from judgekit.engine.events import Corrected, Created, Identified, Marked, Moved, Numbered, StoodBy, fold
from judgekit.engine.state import A, Area, CardId
from judgekit.narrate.events import describe
from tests.engine.acts import asked, card, events, moved, names, play, replay

BOXES = {"A.box": ["Moss"] * 4, "B.box": ["Moss"] * 4}


def test_a_correction_is_an_entry_of_its_own_with_a_reason_and_a_name() -> None:
    line = position({"A.garden": ["Oak"], **BOXES})
    entry = line.correct([Numbered("A.suns", 0, 1)], "a sun was forgotten", "Ruth")
    assert line.state.number("A.suns") == 1
    assert entry.path == ("3.2.5", "4.1.3", "4.3.3", "6.2.1")
    assert entry.events[0].event == Corrected("a sun was forgotten", "Ruth", (Numbered("A.suns", 0, 1),))
    assert describe(entry.events[0].event, str) == (
        "Ruth corrects the table (a sun was forgotten). A's suns: 0 → 1."
    )


def test_nothing_triggers_by_a_correction() -> None:
    line = position({"A.hand": ["Sower"], "A.garden": ["Ivy"], **BOXES})
    line.correct([moved(line, "Sower", "A.garden")], "it was played before", "judge")
    play(line)
    assert events(line, StoodBy) == []
    assert names(line, "A.garden") == ["Ivy", "Sower"]


def test_a_corrected_card_works_from_then_on() -> None:
    piles = {"A.garden": ["Oak"], "A.hand": ["Fern"], **BOXES}
    line = position(piles, numbers={"A.water": 1})
    token = Created(CardId(99), "Ivy", A, Area("A.garden"))
    line.correct([token, Marked(CardId(99), "tired", True)], "it was there", "judge")
    play(line, "play Fern")
    assert [e.standby.ability for e in events(line, StoodBy)] == ["Ivy#1"]


def test_the_step_under_way_asks_anew() -> None:
    """A has chosen a frost and is choosing its target when the frost turns out to have been played before."""
    piles = {"A.hand": ["Frost"], "B.garden": ["Oak", "Fern"], **BOXES}
    line = play(position(piles, numbers={"A.water": 2}), "play Frost")
    assert asked(line).prompt == "point at"
    line.correct([moved(line, "Frost", "A.compost")], "it was played before", "judge")
    assert line.state.answers == ()
    assert [option.label for option in asked(line).options] == ["pass"]


def test_a_correction_is_told_again_in_a_replay_and_comes_back_from_disk() -> None:
    line = position({"A.hand": ["?", "Fern"], **BOXES}, numbers={"A.water": 2})
    line.correct([Identified(card(line, "?"), "Sower")], "the card was seen", "judge")
    play(line, "play Sower")
    assert replay(line).log == line.log
    assert [decode_entry(encode_entry(entry)) for entry in line.log] == line.log
    assert fold(line.start, line.log) == line.state
    assert isinstance(line.log[0].events[0].event, Corrected)
    assert events(line, Moved) != []
