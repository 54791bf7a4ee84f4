"""Chapters 10 to 12: rule actions, keywords, and the rest."""

from __future__ import annotations

import pytest

from judgekit.games.luck_and_logic.rules import rules
from tests.games.luck_and_logic.tables import say, shows, table, where


@pytest.mark.parametrize(
    ("clause", "a"),
    [
        ("10.4.1", 'front_left = [{ card = "Scholar", since = 1 }, { card = "Nomad", since = 2 }]\n'),
        ("10.7.1", 'front_left = ["Spark"]\n'),
        ("10.6.2", 'paradox = ["Mirror"]\nbattle = [{ card = "Mirror" }]\n'),
        ("10.8.1", 'level = [{ card = "Filler", count = 4 }, "Guard"]\n'),
        ("10.9.1", '"refresh points" = 1\n'),
    ],
)
def test_a_rule_action_waits_for_the_check_and_can_be_proved(clause: str, a: str) -> None:
    usual, _ = table("7.3.4", a)
    other, _ = table("7.3.4", a, rules=rules.without(clause))
    for line in (usual, other):
        while (question := line.run(30)) is not None and question.clause.startswith("10"):
            line.answer(*[option.id for option in question.options[: question.least]])
    assert shows(usual, "7.3.4", "9.5.3.1", clause)
    assert not shows(other, clause)


def test_a_circle_is_cleared_but_for_the_last_member() -> None:
    line, _ = table(
        "7.3.4", 'front_left = [{ card = "Scholar", since = 1 }, { card = "Nomad", since = 2 }]\n'
    )
    line.run()
    assert where(line, "Nomad") == ["A.front left"]
    assert where(line, "Scholar") == ["A.drop"]


def test_a_logic_drive_needs_soul() -> None:
    more = '[cards.Blaze]\ntype = "tranceunion"\nterritory = 1\ntext = "[Logic Drive] [①] Draw a card."\n'
    bare, _ = table("play timing", 'front_left = ["Blaze"]\nstock = 1\n', "", more)
    full, _ = table(
        "play timing", 'front_left = [{ card = "Blaze", under = ["Nomad"] }]\nstock = 1\n', "", more
    )
    for line, there in ((bare, False), (full, True)):
        question = line.run()
        assert question is not None
        assert any(option.id.startswith("logic drive") for option in question.options) is there


def test_a_loop_that_nobody_can_stop_is_a_draw() -> None:
    more = """
[cards.Spinner]
type = "logicalist"
text = "[AUTO] When this member stands, rest this member.\\n[AUTO] When this member rests, stand this member."
"""
    line, _ = table("7.2.4", 'front_left = [{ card = "Spinner", rested = true }]\n', "", more)
    line.run()
    assert line.state.outcome is not None
    assert line.state.outcome.clause == "12.1.1.3"
    assert shows(line, "5.2.1", "9.7.2", "9.7.3")


def test_for_each_repeats_as_often_as_was_counted_first() -> None:
    """12.5.2: the cards drawn meanwhile do not count."""
    more = """
[cards.Reader]
type = "logicalist"
territory = 1
text = "[ACT] [Rest this member] For each card in your hand, draw a card."
"""
    line, _ = table("play timing", 'front_left = ["Reader"]\nhand = ["Filler", "Filler"]\n', "", more)
    say(line, "use Reader Reader#1")
    assert len(line.state.pile("A.hand")) == 4
