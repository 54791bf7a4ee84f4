"""The bank as a whole: how much it asks, whether every key is what the rules answer and nothing else, and how
long the slowest wrong option takes to play out."""

from __future__ import annotations

import gc
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

import msgspec

from judgekit.teach.bank import Bank, capped
from judgekit.teach.playing_out import asking_of, play_out, prove
from judgekit.teach.practice import hints, option_of
from judgekit.teach.question import REASONS, Option, Question


class Survey(msgspec.Struct):
    """What was found; the questions that are asked are those that the limits leave."""

    rulings: int = 0
    made: int = 0
    asked: int = 0
    kinds: dict[str, int] = {}
    most_of_a_ruling: int = 0
    most_about_a_clause: int = 0
    three_wrong: int = 0  # of those asked: with three wrong options
    reasons: dict[str, int] = {}  # of the wrong options that were played out
    slowest: float = 0.0  # milliseconds of processor time
    slowest_at: str = ""
    faults: dict[str, str] = {}  # by question

    @property
    def played(self) -> int:
        return sum(self.reasons.values())

    @property
    def share_of_three(self) -> float:
        return self.three_wrong / self.asked if self.asked else 0.0

    def told(self) -> str:
        kinds = ", ".join(f"{many} {kind}" for kind, many in self.kinds.items())
        reasons = ", ".join(f"{many} {reason}" for reason, many in self.reasons.items())
        return (
            f"{self.rulings} rulings, {self.made} questions, {self.asked} within the limits ({kinds}); "
            f"at most {self.most_of_a_ruling} of a ruling and {self.most_about_a_clause} about a clause; "
            f"{self.share_of_three:.1%} with three wrong options; {len(self.faults)} faulty; "
            f"{self.played} wrong options played out ({reasons}), "
            f"the slowest in {self.slowest:.0f} ms ({self.slowest_at})"
        )


def survey(bank: Bank, rulings: Iterable[str], tell: Callable[[Survey], None] | None = None) -> Survey:
    """Look at everything that is asked about these rulings."""
    found, every = Survey(), list[Question]()
    for name in rulings:
        own = bank.of(name)
        every += own
        found.rulings += 1
        found.made += len(own)
        for question in own:
            look_at(found, question)
        if tell is not None:
            tell(found)
    count(found, every)
    return found


def count(found: Survey, made: list[Question]) -> None:
    """How many there are, before and after the limit for each clause."""
    asked = capped(made)
    found.made, found.asked = len(made), len(asked)
    found.kinds = dict(Counter(one.kind for one in asked).most_common())
    found.most_of_a_ruling = _most(one.ruling for one in made)
    found.most_about_a_clause = _most((one.edition, one.clause) for one in asked)
    found.three_wrong = sum(len(one.options) == 4 for one in asked)


def _most(things: Iterable[object]) -> int:
    return max(Counter(things).values(), default=0)


def look_at(found: Survey, question: Question) -> None:
    """Its key is proved, its hints lead to the answer, and every wrong option is played out."""
    fault = prove(question).why
    if not option_of(question, hints(question)[-1]).is_right:
        fault = "the hints do not lead to the answer"
    asking = asking_of(question)
    if asking is not None:
        assert asking.right  # the learner has it on the screen
    for option in question.options[1:]:
        with _collecting_later():
            begun = time.process_time()
            wrong = wrong_with(question, option)
            took = 1000 * (time.process_time() - begun)
        found.reasons[option.reason] = found.reasons.get(option.reason, 0) + 1
        fault = fault or wrong
        if took > found.slowest:
            found.slowest, found.slowest_at = took, question.id
    if fault:
        found.faults[question.id] = fault


@contextmanager
def _collecting_later() -> Iterator[None]:
    """What lies in memory for the survey is not searched through in a learner's time."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def wrong_with(question: Question, option: Option) -> str:
    """What is wrong with the branch of an answer. Each sentence has its event, and its clause unless it is
    what the learner claims; where the lines part there is a clause, and its condition is told."""
    branch = play_out(question, option)
    if option.reason not in REASONS:
        return "a wrong option has no reason"
    if not (branch.right and branch.clause and branch.condition.clause and branch.condition.needed):
        return "a branch does not say where it parts, or what is needed there"
    if not all(step.at and step.text and step.clause for step in branch.right):
        return "a sentence of the right line has no event or no clause"
    if not all(step.at and step.text and (step.clause or step.at == "0.1") for step in branch.branch):
        return "a sentence of a branch has no event or no clause"
    return ""
