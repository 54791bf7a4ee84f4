"""A moment of a ruling that is asked about: what comes of it, and what would come of each mistake."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import dropwhile

from msgspec.structs import replace as replace_state

from judgekit.audit.impact import Side, run_under
from judgekit.book.model import Book, Doubt
from judgekit.cases.rulings.folder import file
from judgekit.cases.rulings.ruling import Result, Ruling, run
from judgekit.cases.rulings.script import Script
from judgekit.engine import events as e
from judgekit.engine.registry import Rulebook
from judgekit.engine.state import (
    PLAYERS,
)
from judgekit.errors import JudgekitError
from judgekit.narrate.checks import applied_in, checks_of
from judgekit.teach.making.seen import seen
from judgekit.teach.question import Variant
from judgekit.teach.stretch import Moment, Stretch, answers, play
from judgekit.teach.telling import Step

CHANCE = ("Shuffled", "Drew")
TURNED = re.compile(r"(.+) is (?:no longer|now) face down\.$")
VARIANTS = 3  # clauses that are forgotten, at one moment


@dataclass
class Asking:
    """A moment of a ruling, its outcome, and the outcome of each mistake."""

    result: Result
    at: int
    context: str
    moment: Moment
    behind: int | None = None  # how many choices were made, if it stands directly behind the last one
    told_so: int = 0  # how often the sentence of its context comes in the ruling
    story: str = ""  # every choice since the table was last at rest
    after: tuple[Step, ...] = ()  # what comes behind the next choice, as the ruling has it
    before: list[str] = field(default_factory=list)  # the sentences that lead here
    asked_later: tuple[e.Answered, ...] = ()  # the choices behind the next one
    editions: dict[str, Stretch | None] = field(default_factory=dict)  # the end in other editions, once found
    opens: int | None = None  # which of the choices is open, if one is
    _other: dict[tuple[str, str], Stretch] = field(default_factory=dict)

    @property
    def ruling(self) -> Ruling:
        return self.result.ruling

    @property
    def script(self) -> Script:
        return self.result.script

    @cached_property
    def right(self) -> Stretch:
        return play(self.moment)

    @cached_property
    def steps(self) -> list[Step]:
        """What happens before chance has a say."""
        steps = [step for step in self.right.steps if not step.is_choice]
        chance = next((at for at, step in enumerate(steps) if step.kind in CHANCE), len(steps))
        return steps[: chance + 1]

    @cached_property
    def seen(self) -> list[Step]:
        """Of that, what anybody at the table sees happen, except that a card is turned up which somebody has
        just said to turn up."""
        told = [step for step in seen(self.right) if step in self.steps]
        turned = {step.text: found[1] for step in told if (found := TURNED.match(step.text)) is not None}
        return [step for step in told if turned.get(step.text, step.text) not in self.story]

    @property
    def is_certain(self) -> bool:
        return not any(step.kind in CHANCE for step in self.right.steps)

    @property
    def rules(self) -> Rulebook:
        return self.moment.place.rules

    @property
    def book(self) -> Book:
        return self.rules.book

    def without(self, clause: str) -> Stretch:
        return self._kept("without", clause, lambda: self.moment.under(rules_without(self.rules, clause)))

    def read(self, doubt: str, choice: str) -> Stretch:
        return self._kept(doubt, choice, lambda: self.moment.reading(doubt, choice))

    def doubts(self, by: frozenset[str]) -> Iterator[Doubt]:
        """The open questions for which this stretch chose a reading, or that are about these clauses."""
        for row in self.book.doubts:
            if row.id not in self.ruling.readings and (row.id in self.read_here or by & {*row.clauses}):
                yield row

    @cached_property
    def read_here(self) -> set[str]:
        """The open questions for which this stretch chose a reading."""
        return _read_in(self.right.entries)

    @cached_property
    def read_so_far(self) -> set[str]:
        """With those of what came before."""
        end = self.result.end
        return self.read_here | _read_in(end.line.log[: self.at] if end is not None else ())

    def _kept(self, one: str, two: str, make: Callable[[], Moment]) -> Stretch:
        if (one, two) not in self._other:
            self._other[one, two] = play(make())
        return self._other[one, two]

    @property
    def knows_more(self) -> bool:
        """Whether a judge has named cards that the table does not show."""
        return any(one.player not in PLAYERS for one in self.chosen)

    @cached_property
    def chosen(self) -> list[e.Answered]:
        """What has been chosen until now."""
        return answers(self.result.end.line.log[: self.at]) if self.result.end is not None else []

    @cached_property
    def deciding(self) -> list[str]:
        """The clauses that the ruling names and that act on this stretch; they can be forgotten."""
        acting = {step.clause for step in self.steps}
        acting |= {c for entry in self.right.log for h in entry.events for c in h.path}
        acting |= {entry.clause for entry in self.right.log}
        named = [want.clause for want in self.script.clauses]
        found = [c for c in dict.fromkeys(named) if c in acting and c in self.rules.registered]
        return found[:VARIANTS]

    def mistakes(self) -> Iterator[Mistaken]:
        """Every other way this stretch could go: its outcome, the reason, and its subject."""
        for doubt in self.ruling.readings:
            for row in self.book.doubts:
                if row.id == doubt:
                    now = self.moment.place.readings.get(doubt, row.default)
                    for choice in row.choices:
                        if choice != now:
                            yield (
                                self.read(doubt, choice),
                                "other reading",
                                doubt,
                                Variant("reading", doubt, choice),
                            )
        for clause in self.deciding:
            other = self.without(clause)
            if not other.broken:
                yield other, "forgotten clause", clause, Variant("without", clause)

    @cached_property
    def last_check(self) -> Variant | None:
        """The last check in which a rule action was performed."""
        rules = self.rules
        acted = (one for one in reversed(self.right.log) if one.clause in checks_of(rules))
        last = next((one for one in acted if applied_in(rules, one)), None)
        return Variant("check", last.clause, str(last.seq)) if last and rules.onward(last.clause) else None

    def unchecked(self) -> Iterator[Mistaken]:
        """The stretch with one check too few: what was due last is not looked at."""
        if (check := self.last_check) is not None:
            other = self._kept("check", check.choice, lambda: self.past_check(check))
            if not other.broken:
                yield other, "missed check", check.what, check

    def past_check(self, check: Variant) -> Moment:
        """Behind a check of this stretch that nobody has made."""
        state = self.right.line.at(int(check.choice))
        behind = replace_state(state.frames[-1], at=self.rules.onward(check.what))
        there = replace_state(state, frames=(*state.frames[:-1], behind))
        return replace(self.moment, state=there, done=(), after=None, mistaken=True)

    def elsewhere(self) -> Iterator[tuple[Stretch, str]]:
        """The same ruling as it plays in its other editions."""
        for number in self.ruling.game.editions:
            if number == self.script.edition:
                continue
            if number not in self.editions:
                self.editions[number] = in_edition(self.ruling, number)
            if (other := self.editions[number]) is not None:
                yield other, number

    def behind_in(self, whole: Stretch) -> list[Step]:
        """Another edition's steps from this moment on: after the same choice, or the same step."""
        if self.behind is None:
            same = [at for at, step in enumerate(whole.steps) if step.text == self.context]
            return whole.steps[same[0] + 1 :] if len(same) == self.told_so == 1 else []
        made = [-1, *(entry.seq for entry in whole.log if is_choice(entry))]
        if self.behind >= len(made):
            return []
        done = {self.right.telling.sentence(event) for event in self.moment.done}
        behind = [step for step in whole.steps if step.entry > made[self.behind]]
        return list(dropwhile(lambda step: step.text in done, behind))

    def same_before(self, whole: Stretch) -> bool:
        """Whether another edition comes to this moment by the same steps."""
        behind = self.behind_in(whole)
        first = behind[0].entry if behind else 0
        return bool(behind) and [s.text for s in whole.steps if s.entry < first] == self.before


Mistaken = tuple[
    Stretch, str, str, Variant
]  # what comes of a mistake, its reason and subject, how it is played


def _read_in(entries: Iterable[e.Entry]) -> set[str]:
    events = (h.event for entry in entries for h in entry.events)
    return {event.doubt for event in events if isinstance(event, e.ReadAs)}


@lru_cache(maxsize=256)
def rules_without(rules: Rulebook, clause: str) -> Rulebook:
    return rules.without(clause)


def is_choice(entry: e.Entry) -> bool:
    return any(isinstance(h.event, e.Answered | e.Announced) for h in entry.events)


def in_edition(ruling: Ruling, number: str) -> Stretch | None:
    """A ruling as it goes in another edition; none if it cannot be played there as written."""
    if number in ruling.scripts:
        result = run(ruling, number)
    else:
        text = file(ruling.name).read_text("utf-8")
        try:
            result, _ = run_under(text, ruling.name, Side(f"{ruling.game.name}/{number}"))
        except JudgekitError:
            return None
    place, end = result.script.position, result.end
    if place is None or end is None or result.failures:
        return None
    return Stretch(Moment(place, place.state), end.line, end.line.question)
