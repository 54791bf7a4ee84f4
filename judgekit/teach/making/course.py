"""A ruling that was played, and the moments of it that are asked about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from judgekit.cases.files.position import Position
from judgekit.cases.rulings.ruling import Result
from judgekit.engine.machine import Line
from judgekit.engine.state import (
    State,
)
from judgekit.narrate.titles import title_of
from judgekit.teach.making.asking import Asking, is_choice
from judgekit.teach.stretch import Moment, Stretch, answers

MOMENTS = 6  # moments of a ruling that are asked about
FAR = 500  # entries of a log behind which nothing is asked: it would take long to come there
TOLD = 5  # choices that are told before one that is open


def _begins_midway(begun: Asking) -> bool:
    """Whether a ruling begins in the middle of a phase, where nobody is asked at once, or in the middle of a
    battle: what has been until then, nobody could say."""
    rules, frames = begun.rules, begun.moment.state.frames

    def is_phase(clause: str) -> bool:
        return title_of(begun.book, clause).lower().endswith("phase")

    if not frames or (is_phase(frames[-1].at) and not is_phase(frames[-1].procedure)):
        return False
    phases = [at for at, f in enumerate(frames) if is_phase(f.procedure)]
    within = frames[phases[-1] if phases else -1 :]
    under_way = [rules.first(f.procedure) != f.at for f in within]
    if begun.right.question is None or begun.right.steps:
        return any(under_way)
    is_a_step = len({title_of(begun.book, clause) for clause in (frames[-1].procedure, frames[-1].at)}) > 1
    return any(under_way[1:] if is_a_step else under_way[1:-1])


@dataclass
class Course:
    """A ruling that was played, and its moments."""

    result: Result
    line: Line = field(init=False)
    whole: Stretch = field(init=False)
    choices: list[int] = field(init=False)  # the entries in which somebody chose
    editions: dict[str, Stretch | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        place, end = self.result.script.position, self.result.end
        assert place is not None
        assert end is not None
        self.line = end.line
        self.whole = Stretch(Moment(place, place.state), end.line)
        self.choices = [entry.seq for entry in end.line.log if is_choice(entry)]

    @property
    def starts(self) -> list[int]:
        """The beginning, and after each choice."""
        return [0, *(seq + 1 for seq in self.choices)]

    @cached_property
    def wanted(self) -> set[int]:
        """The beginning, after each choice, and where a choice is open: in the middle of a step, nobody could
        say how far it has come."""
        if _begins_midway(self.asking(0)):
            return set()
        starts = [at for at in self.starts if at not in self.choices]
        return {at for at in (*starts[-MOMENTS:], *self.choices[:TOLD]) if at <= FAR}

    def moments(self) -> Iterator[Asking]:
        """The moments that are asked about."""
        return map(self.asking, sorted(self.wanted))

    @cached_property
    def states(self) -> list[State]:
        return list(self.line.states())

    def asking(self, at: int) -> Asking:
        script, log, choices, steps = self.result.script, self.line.log, self.choices, self.whole.steps
        assert script.position is not None
        until = script.until if script.until[:5] not in ("asked", "over") else ""
        last = at == 0 or not any(seq >= at for seq in choices)
        before = [step.text for step in steps if step.entry < at]
        told = [step.text for step in steps if step.entry < at and step.kind != "Refused"]
        context = told[-1] if told else ""
        later = next((seq for seq in choices if seq >= at), None)
        chosen = next((i for i, s in enumerate(steps) if s.is_choice and s.entry == later), len(steps))
        after = tuple(step for step in steps[chosen:] if not step.is_choice)
        moment = self._moment(script.position, at, until if last else "")
        behind = sum(seq < at for seq in choices) if at in self.starts else None
        asked = tuple(answers(log[later + 1 :])) if later is not None else ()
        told_so = sum(step.text == context for step in steps)
        story = " ".join([*self._chosen_until(at)] or [context]).strip()
        opens = choices.index(at) if at in choices else None
        return Asking(
            self.result, at, context, moment, behind, told_so, story, after[:2], before, asked, self.editions,
            opens,
        )  # fmt: skip

    def _moment(self, place: Position, at: int, until: str) -> Moment:
        """Includes what the current step has done: it asked midway, and reruns with the answer."""
        state = self.states[at]
        if not state.answers or at - 1 not in self.choices:
            return Moment(place, state, until)
        line = Line(place.rules, place.pool, self.states[at - 1], dict(place.readings))
        if line.ask() is None or line.provisional is None:
            return Moment(place, state, until)
        done = tuple(happened.event for happened in line.table.happened)
        return Moment(place, state, until, done=done, after=line.provisional)

    def _chosen_until(self, at: int) -> Iterator[str]:
        """The choices since the table was last at rest; none where something else has happened last; all of
        them where a choice is open."""
        own = [seq for seq in self.choices if seq < at]
        if at in self.choices:  # what may be done hangs on all that was done
            yield from (step.text for step in self.whole.steps if step.is_choice and step.entry < at)
        if at not in self.starts or at in self.choices or not own:
            return
        outermost = min(len(self.states[seq].frames) for seq in own)
        rested = (s for s in own if len(self.states[s].frames) == outermost and self._is_at_rest(s))
        begun = max(rested, default=own[0])
        for step in self.whole.steps:
            if step.is_choice and begun <= step.entry < at:
                yield step.text

    def _is_at_rest(self, seq: int) -> bool:
        """Nothing waits, no step is under way, and no card is just being played."""
        state = self.states[seq]
        shared = (spec.name for spec in self.result.ruling.game.areas if spec.shared)
        return not (state.standby or state.answers or any(map(state.pile, shared)))

    def same_moment(self, other: Asking) -> Asking | None:
        """The same moment in this ruling as in the other: where the same choice is open, after the same
        choice, or after the same step."""
        if other.opens is not None:
            return self.asking(self.choices[other.opens]) if other.opens < len(self.choices) else None
        if other.behind is not None:
            return self.asking(self.starts[other.behind]) if other.behind < len(self.starts) else None
        if not other.context:  # nothing has been told yet
            first = next((step.entry for step in self.whole.steps), len(self.line.log))
            return self.asking(min(other.at, first))
        here, there = (
            [step.entry for step in one.whole.steps if step.text == other.context]
            for one in (self, Course(other.result))
        )
        before = sum(entry < other.at for entry in there)
        return self.asking(here[before - 1] + 1) if len(here) == len(there) and before else None
