"""The lines that were found, as a graph: situations with a choice, and the ends they lead to."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

import msgspec

from judgekit.audit.exploring.concerns import Facts
from judgekit.engine.questions import Question

Answer = tuple[str, ...]
MANY = 10**15  # lines are not counted further


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a player is asked, and what they choose."""

    player: str
    clause: str
    prompt: str
    chosen: Answer
    labels: tuple[str, ...] = ()


class Node(msgspec.Struct, array_like=True):
    """A situation where a player chooses, with what each answer leads to; or an end, with its facts."""

    player: str = ""
    clause: str = ""
    prompt: str = ""
    labels: dict[str, str] = {}
    edges: list[tuple[Answer, str]] = []
    facts: Facts | None = None
    why: str = ""  # why it is not followed further, where that is no end
    whole: bool = True  # every answer has been followed

    @classmethod
    def of(cls, question: Question) -> Node:
        labels = {option.id: option.label for option in question.options}
        return cls(question.player, question.clause, question.prompt, labels, [], whole=False)

    def choice(self, answer: Answer) -> Choice:
        said = tuple(self.labels.get(one, one) for one in answer)
        return Choice(self.player, self.clause, self.prompt, answer, said)

    @property
    def what(self) -> tuple[str, str, str]:
        return self.player, self.clause, self.prompt


class Step(NamedTuple):
    key: str
    answer: Answer


@dataclass
class Graph:
    """Everything from one place on; `root` is the first situation."""

    root: str = ""
    nodes: dict[str, Node] = field(default_factory=dict)

    @property
    def answers(self) -> int:
        return sum(len(node.edges) for node in self.nodes.values())

    @property
    def is_whole(self) -> bool:
        return all(node.whole and not node.why for node in self.nodes.values())

    def from_the_root(self) -> Iterator[str]:
        """Every situation, nearest first: the order depends on the rules alone."""
        seen, left = {self.root}, deque([self.root])
        while left:
            key = left.popleft()
            yield key
            for _, child in self.nodes[key].edges:
                if child not in seen and child in self.nodes:
                    seen.add(child)
                    left.append(child)

    def shortest(self) -> dict[str, Step | None]:
        """For every situation the last step of a shortest line to it; none for the root."""
        came: dict[str, Step | None] = {self.root: None}
        for key in self.from_the_root():
            for answer, child in self.nodes[key].edges:
                came.setdefault(child, Step(key, answer))
        return came

    def children_first(self) -> Iterator[str]:
        """Every situation after all that it leads to, except those that lead back to it."""
        begun = {self.root}
        stack = [(self.root, iter(self.nodes[self.root].edges))]
        while stack:
            key, edges = stack[-1]
            for _, child in edges:
                if child not in begun and child in self.nodes:
                    begun.add(child)
                    stack.append((child, iter(self.nodes[child].edges)))
                    break
            else:
                stack.pop()
                yield key

    def lines(self) -> dict[str, int]:
        """How many lines lead from each situation to an end; cycles count for nothing."""
        many: dict[str, int] = {}
        for key in self.children_first():
            node = self.nodes[key]
            found = sum(many.get(child, 0) for _, child in node.edges)
            many[key] = 1 if node.facts is not None else min(found, MANY)
        return many

    def line_to(self, key: str, came: dict[str, Step | None]) -> tuple[Choice, ...]:
        """The answers of a shortest line."""
        found: list[Choice] = []
        step = came[key]
        while step is not None:
            found.append(self.nodes[step.key].choice(step.answer))
            step = came[step.key]
        return tuple(reversed(found))
