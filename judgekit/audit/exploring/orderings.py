"""Every way things can go: all answers to all questions, from one place on.

One line is played, taken back and played again. With `merged`, a situation that has been reached before, in
another order, is not followed twice: what comes after it is the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from judgekit.audit.exploring.search import every_answer
from judgekit.engine.loops import Terms, digest
from judgekit.engine.machine import Line


@dataclass(slots=True)
class Explored:
    """How many answers were tried, how many ways led to an end, and which situations these ends were."""

    answers: int = 0
    orderings: int = 0
    ends: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class Explorer:
    """Follows every answer until nobody is asked, or until the place that `until` knows."""

    merged: bool = False
    until: Callable[[Line], bool] | None = None
    counts_only: bool = False  # the ends are not told apart, which takes longer than reaching them
    found: Explored = field(default_factory=Explored)
    seen: set[object] = field(default_factory=set)

    def follow(self, line: Line) -> Explored:
        question = line.run()
        if self.merged and self._has_been(line):
            return self.found
        if question is None or (self.until is not None and self.until(line)):
            self._end(line)
            return self.found
        place = line.bookmark()
        for answer in every_answer(question):
            self.found.answers += 1
            line.answer(*answer)
            self.follow(line)
            line.go_back(place)
        return self.found

    def _has_been(self, line: Line) -> bool:
        here = (situation(line), line.state.answers)
        known = here in self.seen
        self.seen.add(here)
        return known

    def _end(self, line: Line) -> None:
        self.found.orderings += 1
        if not self.counts_only:
            end = situation(line)
            self.found.ends[end] = self.found.ends.get(end, 0) + 1


def explore(line: Line, merged: bool = False, until: Callable[[Line], bool] | None = None) -> Explored:
    """Every way from here, and every end; with `merged`, only as far as the situation is new."""
    return Explorer(merged, until).follow(line)


def situation(line: Line) -> str:
    """What is the same in two states that differ in their history alone."""
    policy = line.table.policy
    return digest(line.state, Terms(policy.dated, unordered=policy.unordered))
