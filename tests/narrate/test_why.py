"""Why goes back to the root in every game: what was played, what set it off, each choice on the way."""

from __future__ import annotations

from pathlib import Path

import pytest

from judgekit.api import Line, load_ruling, run_ruling
from judgekit.engine.events import Answered, Entry, Moved, Played, Settled, StoodBy
from judgekit.engine.explain import find
from judgekit.narrate.why import Link, why

RULINGS = Path("rulings")


def played(name: str) -> Line:
    end = run_ruling(load_ruling(RULINGS / f"{name}.toml")).end
    assert end is not None
    return end.line


def last_move(line: Line) -> tuple[int, int]:
    moves = [
        (entry.seq, at)
        for entry in line.log
        for at, one in enumerate(entry.events)
        if isinstance(one.event, Moved)
    ]
    return moves[-1]


def told(links: list[Link]) -> list[str]:
    return [f"{link.edge}: {link.sentence}" for link in links if link.at is not None]


@pytest.mark.parametrize(
    ("name", "chain"),
    [
        (
            "gate-ruler/14-9e-two-mourners-are-returned-together",
            ["moves from B's deck", "B plays Mourner's ability", "chooses the triggered", "is pending",
             "leaves play (B, Mourner)", "A plays Gust", "A chooses to play the event Gust"],
        ),
        (
            "godzilla/10.6.2.1-one-or-more-are-destroyed-at-once",
            ["Unknown card moves from A's deck", "Mourner's ability (A) is pending", "destroyed (B, Ox)",
             "Lure's ability (A) is pending", "Lure moves", "A plays Lure", "chooses the strategy zone",
             "A chooses to play Lure"],
        ),
        (
            "dragon-ball-super/7-1-4-2-the-end-of-a-negated-battle-counts",
            ["Unknown card moves", "Shock's effect (A) is activated", "Shock's effect (A) is pending",
             "end of battle (A)", "begins at 7-1-4-1", "begins at 7-1-1", "begins at 7-1.",
             "A chooses: Shock attacks Bors", "Free timing begins", "Free timing begins"],
        ),
        (
            "luck-and-logic/8.5.6-a-loser-that-moved-away",
            ["Slippery moves", "where Slippery goes: back right", "Slippery's ability (B) is pending",
             "loses (B, Slippery)"],
        ),
    ],
)  # fmt: skip
def test_a_chain_names_the_ability_its_trigger_and_every_choice(name: str, chain: list[str]) -> None:
    line = played(name)
    found = told(why(line, last_move(line)))
    assert len(found) == len(chain), found
    for sentence, wanted in zip(found, chain, strict=True):
        assert wanted in sentence


def test_a_choice_is_one_link_and_the_chain_says_who_gave_it() -> None:
    line = played("godzilla/10.6.2.1-one-or-more-are-destroyed-at-once")
    asked = [
        (entry.seq, 0)
        for entry in line.log
        if entry.events and isinstance(entry.events[0].event, Answered) and entry.clause == "10.5.2.1.3"
    ]
    links = [link for link in why(line, asked[0]) if link.at is not None]
    kinds = [type(find(line, link.at)[1].event) for link in links if link.at]
    assert kinds == [Answered, Played, Answered]
    assert "A chooses to play Lure" in links[-1].sentence


def _how(entry: Entry, at: int) -> str:
    event = entry.events[at].event
    return event.how if isinstance(event, Settled) else ""


@pytest.mark.parametrize("game", ["godzilla", "dragon-ball-super", "luck-and-logic"])
def test_whatever_an_ability_that_waited_does_goes_back_to_its_waiting(game: str) -> None:
    """Of a lot of rulings: no event that an ability brought about loses the ability on its way back."""
    checked = 0
    for path in sorted((RULINGS / game).glob("*.toml"))[::40]:
        end = run_ruling(load_ruling(path)).end
        if end is None:
            continue
        for entry in end.line.log:
            resolved = [n for n, one in enumerate(entry.events) if isinstance(one.event, Settled)]
            if len(resolved) != 1 or _how(entry, resolved[0]) != "resolved":
                continue
            moves = [n for n, one in enumerate(entry.events[: resolved[0]]) if isinstance(one.event, Moved)]
            for at in moves[:1]:
                chain = [
                    find(end.line, link.at)[1].event for link in why(end.line, (entry.seq, at)) if link.at
                ]
                assert any(isinstance(event, StoodBy | Played) for event in chain), path
                checked += 1
    assert checked >= 3
