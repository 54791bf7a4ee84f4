"""The shortest way to what was found broken: other answers are tried on the same table while fewer events
lead there. The result is never longer than what was found."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

import msgspec

from judgekit.audit.invariants import Moment, Row, broken
from judgekit.audit.search import answers_of
from judgekit.engine.errors import EngineError
from judgekit.engine.machine import Line
from judgekit.engine.questions import Question
from judgekit.engine.state import JUDGE, State
from judgekit.narrate.said import said

CLAUSES = 1_500  # of a way
TRIED = 600  # ways that are looked at
OPTIONS = 10  # answers to one question


class Trail(msgspec.Struct, frozen=True):
    events: int
    answers: tuple[str, ...]  # in words


def kept(question: Question, answer: Sequence[str]) -> str:
    """An answer as a finding keeps it."""
    words = "; ".join(_word(question, one) for one in answer) or said("nothing")
    return said("chosen by", player=question.player, words=words)


def _word(question: Question, chosen: str) -> str:
    label = next((option.label for option in question.options if option.id == chosen), chosen)
    same = [option for option in question.options if option.label == label]
    return label if len(same) == 1 and ";" not in label else chosen


def shortest(line: Line, rows: tuple[Row, ...], found: Trail) -> Trail:
    """The way with the fewest events and no more choices; if there is none, the one that was found."""
    search = _Search(line, rows, found)
    search.follow(line.start, 0, ())
    return search.best


class _Search:
    def __init__(self, line: Line, rows: tuple[Row, ...], found: Trail) -> None:
        self.line, self.rows, self.best = line, rows, found
        self.deepest = len(found.answers)
        self.tried = 0

    def follow(self, state: State, events: int, answers: tuple[str, ...]) -> None:
        """Run on from a choice, and try every answer to the next one."""
        self.tried += 1
        begun = len(self.line.log)
        try:
            question = self.line.run(CLAUSES)
        except EngineError:
            return
        for entry in self.line.log[begun:]:
            before = state
            for happened in entry.events:
                state = happened.event.onto(state)
            events += len(entry.events)
            if events >= self.best.events:
                return
            if next(iter(broken(self.rows, Moment(self.line, entry, before, state))), None):
                self.best = Trail(events, answers)
                return
        if question is not None and question.player != JUDGE and len(answers) < self.deepest:
            self._choose(question, state, events, answers)

    def _choose(self, question: Question, state: State, events: int, answers: tuple[str, ...]) -> None:
        place = self.line.bookmark()
        for answer in islice(answers_of(question, state), OPTIONS):
            if self.tried >= TRIED:
                return
            word = kept(question, answer)
            event = self.line.answer(*answer).events[0].event
            self.follow(event.onto(state), events + 1, (*answers, word))
            self.line.go_back(place)
