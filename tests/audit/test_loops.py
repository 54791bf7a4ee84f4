"""Loops and what only looks like one, classed; and the choice that begins one."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from judgekit import paths
from judgekit.audit.fuzzing.random_play import pick
from judgekit.audit.loops import loops_of, warnings
from judgekit.cases.rulings.ruling import load, run
from judgekit.engine.events import Answered, Looped
from judgekit.engine.machine import Line
from tests.audit.tables import DRAGON, GATE, GODZILLA, LUCK, TEXTS, waiting

# ruling, class, who can stop it, the clause that is applied
LOOPS = [
    ("dragon-ball-super/11-1-1-1-a-loop-nobody-can-stop", "growing", "", "11-1-1-1"),
    ("dragon-ball-super/11-1-1-1-tokens-without-end", "growing", "", "11-1-1-1"),
    ("dragon-ball-super/11-1-1-2-growing-with-every-round", "growing", "A", "11-1-1-2"),
    ("dragon-ball-super/11-1-1-2-one-player-loops", "growing", "A", "11-1-1-2"),
    ("dragon-ball-super/11-1-1-2-up-and-down-as-long-as-b-likes", "growing", "B", "11-1-1-2"),
    ("dragon-ball-super/11-1-1-3-both-players-loop", "growing", "AB", "11-1-1-3"),
    ("gate-ruler/17-1a-1-moving-to-and-fro", "exact", "A", "17-1a-1"),
    ("gate-ruler/17-1a-1-only-the-player-with-an-answer-can-stop-the-loop", "exact", "B", "17-1a-1"),
    ("gate-ruler/17-1a-2-a-loop-both-could-break", "exact", "AB", "17-1a-2"),
    ("gate-ruler/17-1a-3-a-bell-and-an-ox-go-round-for-ever", "exact", "", "17-1a-3"),
    ("gate-ruler/17-1a-3-a-defeat-that-never-comes", "exact", "", "17-1a-3"),
    ("gate-ruler/17-1a-3-an-ability-in-an-endless-destruction", "exact", "", "17-1a-3"),
    ("godzilla/10.6.6.1-a-situation-that-lasts-triggers-again-and-again", "growing", "", "13.1.1.3"),
    ("godzilla/13.1.1.1-a-loop-that-changes-something-is-done-a-number-of-times", "growing", "A", "13.1.1.1"),
    ("godzilla/13.1.1.1-a-smaller-number-obliges-the-other-player-to-act", "growing", "AB", "13.1.1.1"),
    ("godzilla/13.1.1.1-an-ability-that-triggers-itself-if-its-player-likes", "growing", "A", "13.1.1.1"),
    ("godzilla/13.1.1.2-the-order-of-arrival-makes-no-difference", "exact", "A", "13.1.1.2"),
    ("godzilla/13.1.1.2-what-leads-back-to-the-same-situation-is-closed", "exact", "A", "13.1.1.2"),
    ("godzilla/13.1.1.3-back-and-forth-for-ever", "exact", "", "13.1.1.3"),
    ("godzilla/13.1.1.3-one-token-drives-out-the-other", "exact", "", "13.1.1.3"),
    ("godzilla/13.1.1.3-promises-that-pile-up", "growing", "", "13.1.1.3"),
    ("luck-and-logic/12.1.1.1-going-round-in-circles", "growing", "A", "12.1.1.1"),
    ("luck-and-logic/12.1.1.1-the-other-player-names-fewer", "growing", "AB", "12.1.1.1"),
    ("luck-and-logic/12.1.1.2-what-led-back-may-not-be-done-again", "exact", "A", "12.1.1.2"),
    ("luck-and-logic/12.1.1.3-a-loop-nobody-can-stop", "exact", "", "12.1.1.3"),
]
NO_LOOPS = [
    "dragon-ball-super/8-5-2-a-long-chain-that-ends-by-itself",
    "dragon-ball-super/9-2-4-a-draw-that-draws-again",
    "dragon-ball-super/9-2-4-tokens-until-the-deck-is-empty",
    "godzilla/13.1.1.3-the-round-that-wins-comes-before-the-draw",
    "godzilla/5.4.3-draw-up-to-three-stop-after-one",
    "luck-and-logic/9.7.6.1-a-situation-that-loses-the-game",
]


@cache
def played(name: str) -> Line:
    result = run(load(paths.rulings() / f"{name}.toml"))
    assert result.end is not None
    return result.end.line


@pytest.mark.parametrize(("name", "kind", "stoppers", "clause"), LOOPS)
def test_a_loop_is_found_and_classed(name: str, kind: str, stoppers: str, clause: str) -> None:
    found = loops_of(played(name))[0]
    assert (found.kind, "".join(found.can_stop), found.clause) == (kind, stoppers, clause)
    assert found.is_forced is (not stoppers)
    assert clause in found.told


def test_what_grows_is_told_for_each_round() -> None:
    found = loops_of(played("godzilla/13.1.1.1-a-loop-that-changes-something-is-done-a-number-of-times"))[0]
    assert found.grows == (("A's rage", 2),)
    assert "adds 2 to A's rage" in found.told


@pytest.mark.parametrize("name", NO_LOOPS)
def test_what_only_looks_like_a_loop_is_none(name: str) -> None:
    assert loops_of(played(name)) == []


@pytest.mark.parametrize("game", [GODZILLA, DRAGON, GATE, LUCK])
def test_many_equal_abilities_one_after_the_other_are_no_loop(game: str) -> None:
    for effect in TEXTS[game]:
        line = waiting(game, f"{effect} {effect} {effect}")
        dice = Random(1)
        for _ in range(3):
            if line.question is None:
                break
            line.answer(*pick(line.question, dice))
            line.run(2_000)
        assert loops_of(line) == []
        assert warnings(line) == []


FORCED = [name for name, _, stoppers, _ in LOOPS if not stoppers]


@pytest.mark.parametrize("name", FORCED)
def test_the_choice_that_begins_an_endless_loop_is_warned_of_before_it_is_made(name: str) -> None:
    line = played(name)
    noticed = next(e.seq for e in line.log if any(isinstance(h.event, Looped) for h in e.events))
    chosen = [
        (entry.seq, happened.event)
        for entry in line.log[:noticed]
        for happened in entry.events
        if isinstance(happened.event, Answered)
    ]
    if not chosen:
        pytest.skip("it begins without a choice")
    seq, answer = chosen[-1]
    found = warnings(line.fork(seq))
    assert tuple(answer.chosen) in [one.chosen for one in found]
    assert all(one.loop.is_forced for one in found)
