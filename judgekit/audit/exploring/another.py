"""Find, among the lines a search has followed, one that differs from a given line in a named way.

    examples = Examples(graph)
    examples.another(line, "ending")     # a line that comes to something else
    examples.another(line, "choice", 2)  # the same up to its third choice, which differs

Each way cycles: asked repeatedly, it shows every line of its kind before the first comes back.
If there is no such line, the answer says why.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, get_args

import msgspec

from judgekit.audit.exploring.explore import grouped
from judgekit.audit.exploring.graph import Answer, Choice, Graph
from judgekit.errors import JudgekitError
from judgekit.narrate import searching
from judgekit.narrate.said import said

Kind = Literal["example", "start", "choice", "ending"]
KINDS: tuple[Kind, ...] = get_args(Kind)
Path = tuple[tuple[str, Answer], ...]  # situations, and what is answered there
PATIENCE = 20_000  # situations that are looked at for one line


class NoSuchLine(JudgekitError):
    """A line that the search has not followed to an end."""


class UnknownKind(JudgekitError):
    """An unknown way of differing."""


class Another(msgspec.Struct, frozen=True):
    """A line that differs in the requested way; or none, and why."""

    kind: Kind
    line: tuple[Choice, ...] | None = None
    outcome: int | None = None  # its number among the outcomes
    why: str = ""


class Examples:
    """The lines of a graph that come to an end, in a fixed order."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.outcomes = {key: at for at, keys in enumerate(grouped(graph).values()) for key in keys}
        self._reach = self._reached()

    def _reached(self) -> dict[str, frozenset[int]]:
        """The outcomes that each situation can lead to."""
        reach: dict[str, frozenset[int]] = {}
        for key in self.graph.children_first():
            own = frozenset([self.outcomes[key]]) if key in self.outcomes else frozenset[int]()
            reach[key] = own.union(*[reach.get(to, ()) for _, to in self.graph.nodes[key].edges])
        return reach

    def first(self, outcome: int) -> tuple[Choice, ...]:
        """A line to an outcome."""
        found = next(self._lines((), self.graph.root, {outcome}), None)
        if found is None:
            raise NoSuchLine(said("no line to", outcome=outcome + 1))
        return self._told(found)

    def told(self, line: tuple[Answer, ...]) -> tuple[Choice, ...]:
        """The choices of a line."""
        return self._told(self._path(line))

    def outcome_of(self, line: tuple[Answer, ...]) -> int:
        return self.outcomes[self._end(self._path(line))]

    def another(self, line: tuple[Answer, ...], kind: Kind, at: int = 0) -> Another:
        ways = {
            "example": self._example, "start": self._start, "choice": self._choice, "ending": self._ending,
        }  # fmt: skip
        found, why = ways[kind](self._path(line), at)
        if found is None:
            return Another(kind, why=why if self.graph.is_whole else searching.so_far(why))
        return Another(kind, self._told(found), self.outcomes[self._end(found)])

    def _example(self, path: Path, at: int) -> tuple[Path | None, str]:
        """The next line to the same outcome; after the last, the first."""
        outcome = {self.outcomes[self._end(path)]}
        for back in range(len(path) - 1, -1, -1):
            if (found := self._onward(path[:back], path[back], outcome, later=True)) is not None:
                return found, ""
        found = next(self._lines((), self.graph.root, outcome), None)
        return (None if found == path else found), searching.NO_OTHER_LINE

    def _start(self, path: Path, at: int) -> tuple[Path | None, str]:
        return self._choice(path, 0) if path else (None, searching.NO_CHOICE)

    def _choice(self, path: Path, at: int) -> tuple[Path | None, str]:
        if not 0 <= at < len(path):
            return None, searching.choices(len(path))
        every = set(self.outcomes.values())
        for later in (True, False):
            if (found := self._onward(path[:at], path[at], every, later)) is not None:
                return found, ""
        return None, searching.NO_OTHER_ANSWER

    def _ending(self, path: Path, at: int) -> tuple[Path | None, str]:
        """A line to the next outcome; after the last, to the first."""
        now, many = self.outcomes[self._end(path)], len(set(self.outcomes.values()))
        for step in range(1, many):
            found = next(self._lines((), self.graph.root, {(now + step) % many}), None)
            if found is not None:
                return found, ""
        return None, searching.ALL_THE_SAME

    def _onward(self, before: Path, step: tuple[str, Answer], outcomes: set[int], later: bool) -> Path | None:
        """The first line that continues with another answer, one listed after or before the given one."""
        key, answer = step
        edges = self.graph.nodes[key].edges
        place = [given for given, _ in edges].index(answer)
        for given, child in edges[place + 1 :] if later else edges[:place]:
            found = next(self._lines((*before, (key, given)), child, outcomes), None)
            if found is not None:
                return found
        return None

    def _lines(self, path: Path, key: str, outcomes: set[int]) -> Iterator[Path]:
        """Every line from a situation to one of these outcomes; no line visits a situation twice."""
        left = PATIENCE
        stack = [(path, key)]
        while stack and left:
            left -= 1
            path, key = stack.pop()
            if key in self.outcomes:
                if self.outcomes[key] in outcomes:
                    yield path
                continue
            passed = {key, *[one for one, _ in path]}
            stack += [
                ((*path, (key, answer)), child)
                for answer, child in reversed(self.graph.nodes[key].edges)
                if child not in passed and not self._reach.get(child, frozenset()).isdisjoint(outcomes)
            ]

    def _path(self, line: tuple[Answer, ...]) -> Path:
        key, path = self.graph.root, []
        for answer in line:
            path.append((key, answer))
            child = self._child(key, answer)
            if child is None:
                raise NoSuchLine(said("not followed there", answer=", ".join(answer) or said("nothing")))
            key = child
        if key not in self.outcomes:
            raise NoSuchLine(said("leads to no end"))
        return tuple(path)

    def _child(self, key: str, answer: Answer) -> str | None:
        node = self.graph.nodes.get(key)
        return next((to for given, to in node.edges if given == answer), None) if node else None

    def _end(self, path: Path) -> str:
        return (self._child(*path[-1]) or "") if path else self.graph.root

    def _told(self, path: Path) -> tuple[Choice, ...]:
        return tuple(self.graph.nodes[key].choice(answer) for key, answer in path)


def shown_after(graph: Graph, wanted: Iterable[str]) -> Iterator[Another]:
    """A line, then one after another, each differing from the last as asked: `ending`, `choice:2`."""
    examples = Examples(graph)
    line = tuple(choice.chosen for choice in examples.first(0))
    for told in wanted:
        kind, at = read_kind(told)
        found = examples.another(line, kind, at)
        line = line if found.line is None else tuple(choice.chosen for choice in found.line)
        yield found


def read_kind(told: str) -> tuple[Kind, int]:
    """`choice:2` is another answer to the second question of a line."""
    name, colon, number = told.partition(":")
    for kind in KINDS:
        if name == kind and (kind == "choice") == bool(colon) and (not colon or number.isdecimal()):
            return kind, int(number or 1) - 1
    raise UnknownKind(f"another {told!r} is none of: example, start, ending, choice:1, choice:2 …")
