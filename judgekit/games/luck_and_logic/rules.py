"""The rulebook of Luck & Logic 1.00, and the procedures that its clauses call."""

from __future__ import annotations

from judgekit.book.load import load
from judgekit.engine.registry import Rulebook
from judgekit.engine.words import words_of

rules = Rulebook(load("luck-and-logic", "1.00"), words=words_of(__package__))

SET_UP = rules.procedure("6.2.1")
GAME = rules.procedure("7")  # its steps are the phases, under the numbers of their sections
STAND = rules.procedure("7.2")
DRAW = rules.procedure("7.3")
LEVEL = rules.procedure("7.4")
MAIN = rules.procedure("7.5")
BATTLE = rules.procedure("7.6")
END = rules.procedure("7.7")
STEPS_OF_BATTLE = rules.procedure("8")  # its steps are the steps of a battle, likewise
DECLARE_ATTACKERS = rules.procedure("8.2")
EMPTY_CIRCLE = rules.procedure("8.2.10")
MEMBER_ATTACKED = rules.procedure("8.2.11")
INTERCEPT = rules.procedure("8.3")
LOGIC_DEFINITION = rules.procedure("8.4")
BATTLE_RESULT = rules.procedure("8.5")
END_OF_BATTLE = rules.procedure("8.6")
CHECK_TIMING = rules.procedure("9.5.3")
PLAY_TIMING = rules.procedure("9.5.4")
PREPARATION = rules.procedure("6.2")

rules.start = PREPARATION
