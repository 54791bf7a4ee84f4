"""States and entries become JSON and come back equal."""

from __future__ import annotations

import json

import msgspec

from judgekit.audit.bench.practice.game import position
from judgekit.engine.codec import decode_entry, decode_state, encode_entry, encode_state
from judgekit.engine.events import Corrected, Derived, Happened, Remembered, Row, TurnBegan
from judgekit.engine.events import Entry as LogEntry
from judgekit.engine.loops import digest
from judgekit.engine.state import A, CardId
from tests.engine.acts import play

BOXES = {"A.box": ["Moss"] * 4, "B.box": ["Moss"] * 4}


def test_a_state_with_everything_in_it_comes_back_equal() -> None:
    piles = {
        "A.hand": ["Lily", "Sunbeam", "Frost"],
        "A.garden": ["Hedge", "Oak"],
        "B.garden": ["Yew"],
        **BOXES,
    }
    line = position(piles, numbers={"A.water": 5})
    play(line, "play Lily", "Lily#1", "play Sunbeam", ("Oak", "Yew"), "play Frost", "Oak")
    state = line.state
    assert state.scheduled
    assert state.effects
    assert state.former
    assert state.situations or state.trail.choices
    assert decode_state(encode_state(state)) == state


def test_the_encoding_of_equal_states_is_the_same() -> None:
    one = play(position({"A.hand": ["Rain"], **BOXES}), "play Rain").state
    two = play(position({"A.hand": ["Rain"], **BOXES}), "play Rain").state
    assert encode_state(one) == encode_state(two)


def test_a_state_from_disk_is_written_like_one_that_never_left_memory() -> None:
    """Also where a value equals its default but is another object: a decoded "A", an empty trail."""
    line = position({"A.hand": ["Rain"], **BOXES})
    line.run()
    for state in (line.start, line.state, decode_state(encode_state(line.state))):
        assert encode_state(decode_state(encode_state(state))) == encode_state(state)
    turn = TurnBegan(A, 3)
    from_disk = msgspec.json.decode(msgspec.json.encode(turn), type=TurnBegan)
    assert encode_state(from_disk.onto(line.state)) == encode_state(turn.onto(line.state))


def test_an_entry_comes_back_equal_with_its_tuples() -> None:
    rows = (Row("7.2.2", "Prune#1/1", CardId(3), 4, ("Oak#1",), ()),)
    events = (
        Happened(Remembered("pairs", ((1, ("a", "b")), (2, ())))),
        Happened(
            Derived(CardId(1), "abilities", ("Oak#1",), (), rows), ("7.2.2",), (1, 0), 1, "it was pruned"
        ),
        Happened(Corrected("why", "who", (Remembered("nested", ((1,),)),))),
    )
    entry = LogEntry(3, ("4.1.1",), events, 2, ("1.2.1",))
    assert decode_entry(encode_entry(entry)) == entry


def test_an_entry_is_readable_json() -> None:
    line = play(position({"A.hand": ["Rain"], **BOXES}), "play Rain")
    entry = json.loads(encode_entry(line.log[-1]))
    assert entry["path"][-1] == line.log[-1].clause
    assert all("type" in happened["event"] for happened in entry["events"])


def test_a_situation_has_no_history() -> None:
    """The same table reached in two ways, and twice at different times."""
    line = play(position({"A.garden": ["Bell", "Bell"], **BOXES}), "use c1 Bell#1", "use c2 Bell#1")
    again = line.fork()
    play(again, "use c1 Bell#1", "use c2 Bell#1")
    assert again.state != line.state
    assert digest(again.state) == digest(line.state)


def test_a_situation_tells_what_waits_with_which_facts() -> None:
    line = position({"A.hand": ["Fuse"], **BOXES})
    line.run()
    line.answer("play c1")
    seen = set()
    for _ in range(100):
        line.step()
        if line.state.frames[-1].at == "6.1.1":
            seen.add(digest(line.state))
    assert len(seen) > 30
