"""Steps are transactions; the rules fall through, jump, call, come back and break off."""

from __future__ import annotations

import pytest

from judgekit.audit.bench.practice.game import dusk, new_game, noon, position, quarrel, rules, turn_frames
from judgekit.audit.bench.practice.rules import CHECK, DAWN, NOON, TURN
from judgekit.engine.errors import CannotStand, RuleError
from judgekit.engine.events import Called, Numbered, Went
from judgekit.engine.machine import Line
from judgekit.engine.state import A, Frame
from tests.engine.acts import all_events, asked, events, moved, names, play


def dawn() -> Line:
    return position(
        {"A.garden": ["Oak*", "Fern*"], "A.box": ["Moss", "Moss"], "B.box": ["Moss"]},
        turn_frames(A, Frame(DAWN, "4.2.1")),
    )


def test_a_step_falls_through_to_the_next_clause() -> None:
    line = dawn()
    line.run(2)
    assert [entry.clause for entry in line.log] == ["4.2.1", "4.2.2"]
    assert line.where() == "3.2.5 > 4.1.2 > 4.2.3"


def test_a_called_procedure_comes_back_to_the_clause_after_its_caller() -> None:
    line = dawn()
    line.run(7)
    assert [entry.clause for entry in line.log[2:]] == ["4.2.3", "6.1.1", "6.1.2", "6.1.3", "6.1.4"]
    assert line.state.frames[-1].at == "4.2.4"


def test_the_last_step_of_a_procedure_leads_past_its_caller() -> None:
    line = dawn()
    line.run(12)
    assert line.where() == "3.2.5 > 4.1.3"


def test_a_call_can_say_where_to_go_on() -> None:
    line = play(position({"A.garden": ["Oak"], "B.box": ["Moss"], "A.box": ["Moss"]}), "pass", "Oak")
    assert Called("4.4", "4.4.1", (("attacker", 1), ("object", 0)), "4.3.3") in all_events(line.log)
    assert [e.clause for e in line.log if e.clause in ("4.4.6", "4.3.3")][-2:] == ["4.4.6", "4.3.3"]


def test_a_jump_goes_to_a_clause_that_was_declared() -> None:
    line = play(position({"B.box": ["Moss"], "A.box": ["Moss"]}), "pass")
    at = next(entry for entry in line.log if entry.clause == "4.3.4")
    assert at.events[-1].event == Went("4.3.6")


def test_a_jump_that_was_not_declared_is_an_error() -> None:
    table = position({}, noon(A)).table
    table.open(table.state, 0)
    with pytest.raises(RuleError, match=r"6\.2\.1: goes to 6\.2\.3 without having declared it"):
        table.goto("6.2.3")


def test_breaking_off_leaves_every_procedure_inside() -> None:
    line = position({"A.garden": ["Oak"], "A.box": ["Moss"]}, quarrel(A, 1))
    line.step()
    line.correct([moved(line, "Oak", "A.hand")], "it was dug up", "judge")
    line.run(5)
    broken = next(entry for entry in line.log if entry.clause == "4.4.2")
    assert broken.events[-1].event == Went("4.3.5", 1)
    assert line.state.frames[-1].at in ("4.3.5", "6.1.1")


def test_nothing_that_a_step_did_before_its_question_has_happened() -> None:
    line = play(
        position({"A.hand": ["Haggle"], "A.box": ["Moss"] * 5}, numbers={"A.water": 4}), "play Haggle"
    )
    assert asked(line).prompt == "pay how much water?"
    assert names(line, "A.hand") == ["Haggle"]
    assert events(line, Numbered) == []
    play(line, "4")
    assert names(line, "A.hand") == ["Moss", "Moss"]


def test_locals_live_in_the_frame_and_end_with_it() -> None:
    line = play(
        position({"A.garden": ["Oak"], "B.garden": ["Fern"], "A.box": ["Moss"], "B.box": ["Moss"]}),
        "pass",
        "Oak",
    )
    assert dict(line.state.frames[-1].locals)["attacker"] == 1
    play(line, "Fern")
    assert all("attacker" not in dict(frame.locals) for frame in line.state.frames)


def test_a_game_begins_at_the_first_clause_of_its_first_procedure() -> None:
    line = new_game()
    assert line.where() == "3.2.1"
    play(line, "c12", "c17")
    assert line.state.frames[:2][0].at == "3.2.5"


def test_a_game_cannot_stand_where_no_step_is() -> None:
    with pytest.raises(
        CannotStand, match=r"glasshouse/1 4\.3\.1: no step stands there; a game can stand at 4\.3"
    ):
        position({}, (Frame(NOON, "4.3.1"),))


def test_a_call_to_what_is_no_procedure_is_an_error() -> None:
    table = position({}).table
    table.open(table.state, 0)
    with pytest.raises(RuleError, match=r"5\.1\.1: is called, but no procedure stands there"):
        table.call("5.1.1")
    with pytest.raises(RuleError, match=r"5\.1\.1: no step stands there to go on at after 6\.1"):
        table.call(CHECK, then="5.1.1")


def test_leaving_to_a_procedure_that_is_not_under_way_is_an_error() -> None:
    table = position({}, (Frame(TURN, "4.1.1"),)).table
    table.open(table.state, 0)
    with pytest.raises(RuleError, match=r"4\.3\.5: no procedure under way has this clause"):
        table.leave_to("4.3.5")


def test_a_step_that_is_switched_off_is_passed_through() -> None:
    line = position({"A.box": ["Moss"]}, dusk(A), book=rules.without("4.5.1"))
    line.run(1)
    assert line.log[0].events[-1].event == Went("4.5.2")


def test_a_jump_to_a_step_that_is_switched_off_still_leads_there() -> None:
    book = rules.without("6.1.1")
    line = position({"A.hand": ["Sower"], "A.box": ["Moss"]}, numbers={"A.water": 2}, book=book)
    play(line, "play Sower")
    assert names(line, "A.garden") == ["Sower", "Seedling", "Seedling"]


def test_an_action_that_is_switched_off_does_nothing() -> None:
    line = position({"A.hand": ["Rain"], "A.box": ["Moss"]}, book=rules.without("5.2.1"))
    play(line, "play Rain")
    assert line.state.number("A.water") == 0


def test_the_rules_come_to_their_end() -> None:
    """A procedure that nobody called is over with its last step, and so is the game."""
    line = position({"A.box": ["Moss"]}, (Frame(DAWN, "4.2.4"),))
    line.run()
    assert line.is_over
    assert line.where() == "the end"
