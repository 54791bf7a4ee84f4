"""Chapter 1: winning, losing, and the golden rules."""

from __future__ import annotations

from judgekit.engine.state import A, B
from tests.games.luck_and_logic.tables import say, shows, table, where


def test_a_player_may_concede_whatever_is_under_way() -> None:
    line, _ = table("8.4.3", 'front_left = ["Scholar"]\n')
    line.announce(A, "concede")
    assert line.state.outcome is not None
    assert (line.state.outcome.winner, line.state.outcome.clause) == (B, "1.2.4")
    assert not shows(line, "9.5.3")


def test_two_losses_in_one_check_are_a_draw() -> None:
    a = 'deck = 5\n"gate front left" = ["Gate"]\n'
    line, _ = table("7.3.4", a, a)
    line.run()
    assert line.state.outcome is not None
    assert line.state.outcome.winner is None
    assert shows(line, "10.3.1", "10.3.1.1", "1.2.2")


def test_what_is_so_already_does_not_become_so_again() -> None:
    """Standing a standing member is nothing, so nothing triggers."""
    stander = '[cards.Stander]\ntype = "logicalist"\ntext = "[AUTO] When this member stands, draw a card."\n'
    line, _ = table("7.2.4", 'front_left = ["Stander"]\n', "", stander)
    line.run(3)
    assert not shows(line, "9.7.2")
    rested, _ = table("7.2.4", 'front_left = [{ card = "Stander", rested = true }]\n', "", stander)
    rested.run(6)
    assert shows(rested, "7.2.4", "5.2.1", "9.7.2", "7.2.5", "9.7.3")


def test_a_prohibition_beats_what_would_be_allowed() -> None:
    more = (
        '[cards.Stubborn]\ntype = "logicalist"\nterritory = 1\ntext = "[CONT] This member cannot be moved."\n'
    )
    line, _ = table("play timing", 'front_left = ["Stubborn"]\n', "", more)
    line.run()
    assert line.question is None or not any("move" in option.id for option in line.question.options)


def test_an_effect_does_as_much_as_it_can() -> None:
    more = """
[cards.Purger]
type = "logicalist"
territory = 1
text = "[ACT] [Rest this member] Your opponent discards 2 cards."
"""
    line, _ = table("play timing", 'front_left = ["Purger"]\n', 'hand = ["Spark"]\n', more)
    say(line, "use Purger Purger#1")
    assert where(line, "Spark") == ["B.drop"]
