"""Skills that an effect activates: the whole of 8-5-2 comes first, then the effect goes on."""

from __future__ import annotations

import pytest

from judgekit.engine.codec import decode_state, encode_state
from judgekit.engine.events import Occurred, fold
from judgekit.engine.machine import Line
from judgekit.engine.state import fact
from judgekit.games.dragon_ball_super.ch08_05_activating import REST
from tests.games.dragon_ball_super.board import (
    CAST,
    count,
    duel,
    extra,
    fighter,
    find,
    offered,
    play,
    power,
    shows,
    where,
)

FREELY = "without paying its cost"
SKILL = "[Activate: Main] skill"
CAST |= {
    "Ask All": fighter(
        10000, f"[Activate: Main] Activate the {SKILL} of all your <Teller> cards {FREELY}. Draw 1 card."
    ),
    "Teller": fighter(10000, "[Activate: Main] Switch this card to Rest Mode.", characters=["Teller"]),
    "Offer": fighter(
        10000,
        f"[Activate: Main] You may activate the {SKILL} of 1 <Teller> card in your Battle Area {FREELY}. "
        "If you do, place 1 card from your hand in your Drop Area.",
    ),
    "Twins": fighter(
        10000, "[Activate: Main] Draw 1 card.\n[Activate: Main] Draw 2 cards.", characters=["Twins"]
    ),
    "Ask Twins": fighter(
        10000, f"[Activate: Main] Activate the {SKILL} of 1 <Twins> card in your Battle Area {FREELY}."
    ),
    "Ban": fighter(10000, "[Permanent] Your opponent can't activate [Activate: Main] skills."),
    "Lure": fighter(
        10000,
        "[Auto] When this card is attacked, activate this card's [Activate: Main] skill.\n"
        "[Activate: Main] Draw 1 card.",
    ),
    "Caller": fighter(
        10000, f"[Activate: Main] Activate the {SKILL} of 1 <Player> card in your Battle Area {FREELY}. "
        "Draw 2 cards.",
    ),
    "Player": fighter(
        10000, "[Activate: Main] Play 1 <Drone> card from your Drop Area.", characters=["Player"]
    ),
    "Late Halt": extra("[Counter: Play] Negate that skill."),
}  # fmt: skip


def activated(line: Line) -> list[str]:
    """The cards whose skills were activated, in order."""
    events = [happened.event for entry in line.log for happened in entry.events]
    found = [e.card for e in events if isinstance(e, Occurred) and e.timing == "skill activated"]
    return [line.state.cards[card].name for card in found if card is not None]


def test_each_of_several_is_activated_and_then_the_effect_goes_on() -> None:
    line = play(duel(A={"battle": ["Ask All", "Teller", "Teller"]}), "activate Ask All Ask All#1")
    assert activated(line) == ["Ask All", "Teller", "Teller"]
    tellers = [card for card in line.state.cards.values() if card.name == "Teller"]
    assert all(card.mark("rest") for card in tellers)
    assert count(line, "A.hand") == 1


def test_what_hangs_on_it_comes_after_it() -> None:
    line = play(duel(A={"battle": ["Offer", "Teller"], "hand": ["Kaz"]}), "activate Offer Offer#1", "yes")
    assert activated(line) == ["Offer", "Teller"]
    assert where(line, "Kaz") == ["A.drop"]
    assert shows(line, "8-5-2-4", "8-7-1", "8-5-2-4", "8-5-2-6-2", "8-7-1", "8-5-2-7")


def test_whoever_says_no_goes_without_what_hangs_on_it() -> None:
    line = play(duel(A={"battle": ["Offer", "Teller"], "hand": ["Kaz"]}), "activate Offer Offer#1", "no")
    assert activated(line) == ["Offer"]
    assert where(line, "Kaz") == ["A.hand"]


def test_of_two_skills_the_player_names_one() -> None:
    line = play(duel(A={"battle": ["Ask Twins", "Twins"]}), "activate Ask Twins Ask Twins#1")
    assert len(offered(line)) == 2
    play(line, "Twins#2")
    assert count(line, "A.hand") == 2


def test_what_a_player_may_not_activate_no_effect_activates() -> None:
    """B may not activate [Activate: Main] skills, not even when an [Auto] of B asks for it."""
    free = play(duel(B={"battle": [{"card": "Lure", "rest": True}]}), "attack Aria Lure")
    bound = play(
        duel(A={"battle": ["Ban"]}, B={"battle": [{"card": "Lure", "rest": True}]}), "attack Aria Lure"
    )
    assert count(free, "B.hand") == 1
    assert count(bound, "B.hand") == 0


def test_a_counter_to_the_second_skill_is_too_late_for_the_first() -> None:
    """The first is being carried out: it goes on, and draws two."""
    line = play(
        duel(A={"battle": ["Caller", "Player"], "drop": ["Drone"]}, B={"hand": ["Late Halt", "Late Halt"]}),
        "activate Caller Caller#1",
        "Late Halt",
    )
    assert where(line, "Late Halt") == ["B.drop", "B.hand"]
    play(line, "Late Halt")
    assert count(line, "A.battle") == 2
    assert count(line, "A.hand") == 2


def test_an_effect_that_waits_is_in_the_state() -> None:
    """Wherever one stops, the state can be written down and read, and the log leads to it."""
    line = duel(A={"battle": ["Ask All", "Teller", "Teller"]})
    line.run()
    line.answer(f"activate c{find(line, 'Ask All')} Ask All#1")
    waits = 0
    while line.step() is not None:
        waits += any(fact(frame.locals, REST) for frame in line.state.frames)
        assert decode_state(encode_state(line.state)) == line.state
        assert fold(line.start, line.log) == line.state
    assert waits > 0


def test_a_counter_that_activates_an_extra_card_opens_no_second_counter_timing() -> None:
    CAST["Relay"] = extra(
        "[Counter: Attack] Activate 1 Extra Card in your hand without paying its energy cost."
    )
    CAST["Surge"] = extra(
        "[Activate: Battle] Your Leader Card gets +5000 power for the duration of the turn.", 2
    )
    line = duel(A={"battle": ["Grunt"], "hand": ["Push", "Hush"]}, B={"hand": ["Relay", "Surge"]})
    play(line, "attack Grunt Bors", "Relay", "", "Surge")
    assert activated(line) == ["Relay", "Surge"]
    assert power(line, "Bors") == 15000
    assert where(line, "Relay") == where(line, "Surge") == ["B.drop"]


def test_a_field_that_an_effect_activates_is_placed_and_does_nothing_else() -> None:
    """Its other skill works in play only, so that nobody is asked which of the two is meant."""
    CAST["Meadow"] = extra("[Field]\n[Activate: Main] Draw 1 card.", 1)
    CAST["Gardener"] = fighter(
        10000, "[Activate: Main] Activate 1 Extra Card in your hand without paying its energy cost."
    )
    line = duel(A={"battle": ["Gardener"], "hand": ["Meadow"]})
    play(line, "activate Gardener Gardener#1", "Meadow")
    assert where(line, "Meadow") == ["A.battle"]
    assert count(line, "A.hand") == 0
    assert "activate Meadow Meadow#2" in offered(line)


def test_an_extra_card_in_the_drop_area_is_activated_too() -> None:
    CAST["Grave Voice"] = fighter(
        10000, "[Activate: Main] Activate 1 Extra Card in your Drop Area without paying its energy cost."
    )
    CAST["Listener"] = fighter(10000, "[Auto] When you activate an Extra Card, draw 1 card.")
    CAST["Old Spell"] = extra("[Activate: Main] Draw 2 cards.", 3)
    line = duel(A={"battle": ["Grave Voice", "Listener"], "drop": ["Old Spell"]})
    play(line, "activate Grave Voice Grave Voice#1")
    assert count(line, "A.hand") == 3
    assert where(line, "Old Spell") == ["A.drop"]


SCRIBE = f"the {SKILL} of 1 <Scribe> card in your Battle Area {FREELY}"
CAST |= {
    "Scribe": fighter(10000, "[Activate: Main] Draw 1 card.", characters=["Scribe"]),
    "Abbot": fighter(10000, f"[Activate: Main] For each of your <Scribe> cards, activate {SCRIBE}."),
    "Prior": fighter(
        10000,
        f"[Activate: Main] Choose 1 of the following:\n• Activate {SCRIBE}, then draw 3 cards.\n"
        "• Draw 9 cards.",
    ),
    "Elder": fighter(
        10000, f"[Activate: Main] If you have 5 or less life, activate {SCRIBE}, then draw 3 cards."
    ),
    "Vigil": fighter(
        10000, f"[Activate: Main] At the end of the turn, activate {SCRIBE}, then draw 3 cards."
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "scribes", "answers", "drawn"),
    [
        ("Abbot", 1, (), 1),
        ("Abbot", 2, ("Scribe", "Scribe"), 2),
        ("Prior", 1, ("1",), 4),
        ("Elder", 1, (), 4),
        ("Vigil", 1, ("end the Main Phase",), 4),
    ],
)
def test_wherever_in_a_text_it_stands(name: str, scribes: int, answers: tuple[str, ...], drawn: int) -> None:
    line = duel(A={"battle": [name, *["Scribe"] * scribes]})
    play(line, f"activate {name} {name}#1", *answers)
    assert count(line, "A.hand") == drawn
