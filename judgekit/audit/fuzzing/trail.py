"""The shortest way to what was found broken: other answers are tried on the same table while fewer events
lead there. The result is never longer than what was found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

import msgspec

from judgekit.audit.exploring.search import answers_of
from judgekit.audit.fuzzing.invariants import Row, Watcher, broken
from judgekit.engine.errors import EngineError
from judgekit.engine.machine import Line
from judgekit.engine.questions import Question
from judgekit.engine.state import JUDGE
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
    search = _Search(found)
    search.follow(Watcher(line, rows, line.start), 0, ())
    return search.best


class _Search:
    def __init__(self, found: Trail) -> None:
        self.best, self.deepest, self.tried = found, len(found.answers), 0

    def follow(self, watcher: Watcher, events: int, answers: tuple[str, ...]) -> None:
        """Run on from a choice, and try every answer to the next one."""
        self.tried += 1
        try:
            question = watcher.line.run(CLAUSES)
        except EngineError:
            return
        for moment in watcher.moments():
            events += len(moment.entry.events)
            if events >= self.best.events:
                return
            if next(broken(watcher.rows, moment), None):
                self.best = Trail(events, answers)
                return
        if question is not None and question.player != JUDGE and len(answers) < self.deepest:
            self._choose(question, watcher, events, answers)

    def _choose(self, question: Question, watcher: Watcher, events: int, answers: tuple[str, ...]) -> None:
        line, place = watcher.line, watcher.line.bookmark()
        for answer in islice(answers_of(question, watcher.state), OPTIONS):
            if self.tried >= TRIED:
                return
            line.answer(*answer)
            self.follow(replace(watcher), events, (*answers, kept(question, answer)))
            line.go_back(place)
