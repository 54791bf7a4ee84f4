"""The search itself: every answer to every question, from one place on, each situation followed once."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import chain, combinations, permutations
from typing import Any

import msgspec

from judgekit.audit.exploring.concerns import Concern, terms_of
from judgekit.audit.exploring.ends import Until
from judgekit.audit.exploring.graph import Answer, Graph, Node
from judgekit.engine.index import Index
from judgekit.engine.loops import Deal, digest
from judgekit.engine.machine import Bookmark, Line
from judgekit.engine.questions import Question
from judgekit.engine.state import JUDGE, State
from judgekit.errors import JudgekitError
from judgekit.narrate.said import said

LONGEST = 20_000  # clauses between two questions
SLICE = 250  # clauses after which the clock is looked at
EVERY = 64  # answers after which the clock is read and somebody is told

Tell = Callable[[int], bool]  # told how many situations were seen; says whether to go on
_encoder = msgspec.json.Encoder()


class WrongBudget(JudgekitError):
    """A budget that cannot find out anything."""


@dataclass(frozen=True, slots=True)
class Budget:
    """What a search may cost; without a number it goes on to its end."""

    seconds: float | None = 10.0
    states: int | None = 100_000

    def __post_init__(self) -> None:
        for name, value in (("seconds", self.seconds), ("states", self.states)):
            if value is not None and not value > 0:
                raise WrongBudget(f"a search needs more than {value} {name}; leave it out for no limit")


class Keeper:
    """Receives finished situations, so that a search can be resumed."""

    def keep(self, key: str, node: Node) -> None: ...


@dataclass
class Search:
    """Follows one line, takes it back and follows the next."""

    line: Line
    until: Until
    question: Concern
    budget: Budget
    merged: bool = True
    faces: bool = False  # whether the judge's own questions (unknown cards, chance) are followed too
    tell: Tell | None = None
    keeper: Keeper = field(default_factory=Keeper)
    graph: Graph = field(default_factory=Graph)
    loops: bool = False  # whether a loop was met, of whose numbers only the ends were tried
    stopped: str = ""  # why it ended before its end

    def __post_init__(self) -> None:
        self._terms = terms_of(self.line)
        self._deal: tuple[Index, Deal] | None = None
        self._former = self.line.state.former
        self._number = 0
        self._begun = time.monotonic()

    def go(self) -> Graph:
        """Until everything is known, the budget is spent, or a stop is requested."""
        graph, line = self.graph, self.line
        self._begun = time.monotonic()
        stack: list[tuple[str, Node, Bookmark, Iterator[Answer]]] = []
        graph.root = self._arrive(stack, is_first=True)
        tried = 0
        while stack and not self.stopped:
            key, node, place, answers = stack[-1]
            answer = next(answers, None)
            if answer is None:
                node.whole = True
                self.keeper.keep(key, node)
                stack.pop()
                if stack:
                    line.go_back(stack[-1][2])
                continue
            line.answer(*answer)
            depth = len(stack)
            node.edges.append((answer, self._arrive(stack)))
            if len(stack) == depth:
                line.go_back(place)
            tried += 1
            if not tried % EVERY or self._is_full():
                self._look_up()
        return graph

    def _is_full(self) -> bool:
        return self.budget.states is not None and len(self.graph.nodes) >= self.budget.states

    def _is_late(self) -> bool:
        return self.budget.seconds is not None and time.monotonic() - self._begun > self.budget.seconds

    def _look_up(self) -> None:
        if self._is_full():
            self.stopped = said("situations seen", n=len(self.graph.nodes))
        elif self._is_late():
            assert self.budget.seconds is not None
            self.stopped = said("time is up", seconds=f"{self.budget.seconds:g}")
        elif self.tell is not None and not self.tell(len(self.graph.nodes)):
            self.stopped = said("was stopped")

    def _arrive(
        self, stack: list[tuple[str, Node, Bookmark, Iterator[Answer]]], is_first: bool = False
    ) -> str:
        """Run on to the next situation; one that is new and not an end is put on the stack."""
        line, nodes = self.line, self.graph.nodes
        over = self.run()
        question = None if over else line.question
        key = self._key(question)
        known = nodes.get(key)
        if known is not None:
            return key
        node = self._end(question, is_first, over)
        if node is None:
            assert question is not None
            self.loops = self.loops or line.state.trail.settling
            node = Node.of(question)
            stack.append((key, node, line.bookmark(), iter(answers_of(question, line.state))))
        else:
            self.keeper.keep(key, node)
        nodes[key] = node
        return key

    def run(self) -> bool:
        """Run on to the next question; whether the line has reached its end before that."""
        for _ in range(LONGEST // SLICE):
            if self._slice():
                return True
            if self.line.question is not None or self.line.is_over or self._is_late():
                break
        return False

    def _slice(self) -> bool:
        """A number of clauses; whether the line has reached its end."""
        line, passed = self.line, self.until.passed
        if passed is None:
            line.run(SLICE)
            return False
        for _ in range(SLICE):
            before = line.state
            if line.step() is None:
                return False
            if passed(before, line.state):
                return True
        return False

    def _end(self, question: Question | None, is_first: bool, over: bool) -> Node | None:
        """The situation as an end, if it is one."""
        line, until = self.line, self.until
        if question is None and not over and not line.is_over:
            return Node(why=said("no question for long"))
        may_end = until.first or not is_first
        if question is None or (may_end and until.asked is not None and until.asked(question)):
            place = line.bookmark()
            facts = self.question.facts(line)
            line.go_back(place)
            return Node(facts=facts)
        if question.player == JUDGE and not self.faces:
            return Node(why=said("needs to know", clause=question.clause, prompt=question.prompt))
        return None

    def _key(self, question: Question | None) -> str:
        """What is the same in two places from which everything goes on alike."""
        state = self.line.state
        self._number += 1
        if not self.merged and question is not None:
            return f"{self._number}"
        asked = None if question is None else _asked(question)
        rest = (self._situation(), state.answers, asked, state.clock if state.seed is not None else 0)
        more = (self._gone(state), state.trail.settling, _bounds(state))
        return blake2b(_encoder.encode((rest, more)), digest_size=12).hexdigest()

    def _situation(self) -> str:
        line = self.line
        index = line.table.index
        if self._deal is None or self._deal[0] is not index:
            self._deal = index, Deal(line.state, self._terms).beside(index.deal)
        return digest(line.state, self._terms, self._deal[1])

    def _gone(self, state: State) -> list[Any]:
        """The last information of cards that left since the start, while something waits that may ask."""
        if state.former is self._former or not (state.standby or state.scheduled or state.effects):
            return []
        new = [(ref, one) for ref, one in state.former.items() if ref not in self._former]
        return sorted([(ref.card, ref.object, str(one.card.marks), str(one.values)) for ref, one in new])


def _asked(question: Question) -> tuple[str, ...]:
    ids = "\n".join(option.id for option in question.options)
    bounds = f"{question.least} {question.most}"
    return question.player, question.clause, question.form, question.prompt, bounds, ids


def _bounds(state: State) -> list[Any]:
    """Bounded loops: the answers they rule out stay ruled out."""
    return [
        (loop.clause, loop.left, loop.stoppers, loop.afterwards, [(v.here, v.chosen) for v in loop.round])
        for loop in state.trail.loops
    ]


def answers_of(question: Question, state: State) -> Iterable[Answer]:
    """Whatever the question admits; for how often a loop is done, the least and the most."""
    if question.form == "number" and state.trail.settling:
        return [(str(number),) for number in dict.fromkeys((question.least, question.most))]
    return every_answer(question)


def every_answer(question: Question) -> Iterator[Answer]:
    """Every answer the question allows."""
    if question.form == "number":
        return ((str(number),) for number in range(question.least, question.most + 1))
    ids = [option.id for option in question.options]
    if question.form == "order":
        return permutations(ids)
    sizes = range(question.least, min(question.most, len(ids)) + 1)
    return chain.from_iterable(combinations(ids, size) for size in sizes)
