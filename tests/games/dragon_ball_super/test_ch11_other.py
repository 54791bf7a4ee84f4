"""Loops."""

from __future__ import annotations

from tests.games.dragon_ball_super.board import CAST, duel, fighter, ids, offered, play, shows

CAST["Spinner"] = fighter(10000, "[Activate: Main] Switch this card to Active Mode.")
CAST["Seesaw"] = fighter(
    10000,
    "[Auto] When this card is switched to Rest Mode, switch this card to Active Mode.\n"
    "[Auto] When this card is switched to Active Mode, switch this card to Rest Mode.",
)


def test_a_loop_that_nobody_can_stop_is_a_draw() -> None:
    line = play(duel(A={"battle": ["Seesaw"]}), "attack Seesaw Bors")
    assert line.state.outcome is not None
    assert line.state.outcome.winner is None
    assert shows(line, "4-5-3-1", "11-1-1", "11-1-1-1")


def test_a_player_who_loops_names_a_number_and_must_then_do_something_else() -> None:
    line = duel(A={"battle": ["Spinner"]})
    again = "activate Spinner Spinner#1"
    for _ in range(10):
        question = line.run()
        assert question is not None
        if question.form == "number":
            break
        play(line, again)
    play(line, "4")
    assert again not in offered(line)
    assert "end the Main Phase" in ids(line)
    assert shows(play(line, "end the Main Phase"), "11-1-1", "11-1-1-2", "6-3-1-2-4")
