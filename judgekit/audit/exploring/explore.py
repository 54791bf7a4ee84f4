"""Does it matter? Every order and every choice from one place on, and what comes of them.

    found = explore(line, until=end_of_turn(line.state), question=winner(), budget=Budget(seconds=5))
    found.verdict    # "same", "differs" or "unfinished"
    found.outcomes   # each with the shortest line of answers that leads to it
    found.deciding   # the choices that change the answer; `found.free` has the others

Equal situations are followed once. What was not followed is reported (`found.open`), never
guessed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Literal

import msgspec

from judgekit.audit.exploring.concerns import Concern, Fact, Facts
from judgekit.audit.exploring.ends import Until
from judgekit.audit.exploring.graph import Answer, Choice, Graph, Node, Step
from judgekit.audit.exploring.independence import Independent, independent
from judgekit.audit.exploring.search import LONGEST, Budget, Search, Tell
from judgekit.engine.events import Answered, Entry
from judgekit.engine.machine import Line
from judgekit.engine.state import UNKNOWN
from judgekit.narrate.said import said

Verdict = Literal["same", "differs", "unfinished"]
LARGEST_TREE = 200  # choices of the tree that is told


class Outcome(msgspec.Struct, frozen=True):
    """Ends that are the same: what makes them so, how many lines lead there, and the shortest of them."""

    facts: Facts  # those that are not the same in all outcomes; all of them, if there is only one
    lines: int
    shortest: tuple[Choice, ...]
    situations: int  # ends that differ in what was not asked about


class Asked(msgspec.Struct, frozen=True, order=True):
    """A question of the rules, wherever it comes up."""

    player: str
    clause: str
    prompt: str


class Way(msgspec.Struct, frozen=True, omit_defaults=True):
    """An answer of a deciding choice: to one outcome, or to another choice of the tree."""

    chosen: Answer
    labels: tuple[str, ...]
    outcome: int | None = None
    choice: int | None = None


class Deciding(msgspec.Struct, frozen=True):
    """A choice that changes the answer, where it first comes up, and what each answer leads to."""

    asked: Asked
    line: tuple[Choice, ...]
    ways: tuple[Way, ...]


class Parting(msgspec.Struct, frozen=True):
    """Two lines to different outcomes that agree as far as possible; the first clauses that differ."""

    outcomes: tuple[int, int]
    lines: tuple[tuple[Choice, ...], tuple[Choice, ...]]
    shared: int  # answers that both have
    clauses: tuple[str, str]


class Exploration(msgspec.Struct, frozen=True):
    verdict: Verdict
    question: str
    until: str
    outcomes: tuple[Outcome, ...]
    deciding: tuple[Asked, ...]
    free: tuple[Asked, ...]
    tree: tuple[Deciding, ...]
    parting: Parting | None
    lines: int  # to the ends that were found
    situations: int
    answers: int
    merged: int  # answers that led to a situation that was known already
    open: tuple[str, ...]  # why not everything was followed
    notes: tuple[str, ...] = ()
    independent: tuple[Independent, ...] = ()  # abilities whose orders are one, and why

    @property
    def is_whole(self) -> bool:
        return not self.open


def explore(
    start: Line,
    *,
    until: Until,
    question: Concern,
    budget: Budget = Budget(),  # noqa: B008 (immutable)
    merged: bool = True,
    faces: bool = False,
    tell: Tell | None = None,
    resume: Path | None = None,
    lines: Callable[[Graph], None] | None = None,
) -> Exploration:
    """All lines from where `start` stands; `start` is left unchanged. `resume` names a file that keeps what
    is done: an interrupted search continues from it. `lines` is given all that were followed."""
    from judgekit.audit.exploring.resuming import kept

    line = fresh(start)
    search = Search(line, until, question, budget, merged, faces, tell)
    with kept(resume, search):
        search.go()
    if lines is not None:
        lines(search.graph)
    return told(start, search)


def fresh(start: Line) -> Line:
    """A separate line from where another one stands."""
    return Line(start.rules, start.pool, start.state, start.readings)


def at_next_question(start: Line) -> Line:
    """A separate line, run on to the next question: what a search begins with."""
    line = fresh(start)
    line.run(LONGEST)
    return line


def told(start: Line, search: Search) -> Exploration:
    """What a search has found."""
    graph = search.graph
    ends = grouped(graph)
    groups = {key: at for at, keys in enumerate(ends.values()) for key in keys}
    reduced = Reduction(graph, groups)
    came, lines = graph.shortest(), graph.lines()
    outcomes = tuple(_outcomes(graph, ends, came))
    tree = tuple(reduced.tree(came))
    deciding = tuple(sorted({one.asked for one in reduced.deciding()}))
    every = {Asked(*node.what) for node in graph.nodes.values() if len(node.edges) > 1}
    still = tuple(_open(search))
    verdict: Verdict = "differs" if len(ends) > 1 else "unfinished" if still or not ends else "same"
    return Exploration(
        verdict, search.question.title, search.until.title, outcomes, deciding,
        tuple(sorted(every - set(deciding))), tree, _parting(start, search, reduced, came),
        lines[graph.root], len(graph.nodes), graph.answers, graph.answers - len(graph.nodes) + 1, still,
        tuple(_notes(start, search)), independent(start, graph),
    )  # fmt: skip


def _notes(start: Line, search: Search) -> Iterator[str]:
    if search.loops:
        yield said("rounds tried")
    here = sorted({card.name for card in start.state.cards.values()} & start.pool.definitions.keys())
    if textless := [name for name in here if UNKNOWN in _texts(start, name)]:
        yield said("texts not played", cards=", ".join(textless))


def _texts(start: Line, name: str) -> tuple[object, ...]:
    card = start.pool[name]
    return card.text, card.properties.get("back text")


def grouped(graph: Graph) -> dict[Facts, list[str]]:
    """The ends by their facts, the nearest first."""
    found: dict[Facts, list[str]] = {}
    for key in graph.from_the_root():
        facts = graph.nodes[key].facts
        if facts is not None:
            found.setdefault(_hashable(facts), []).append(key)
    return found


def _hashable(facts: Iterable[Sequence[str]]) -> Facts:
    return tuple((thing, told) for thing, told in facts)


def _outcomes(graph: Graph, ends: dict[Facts, list[str]], came: dict[str, Step | None]) -> Iterator[Outcome]:
    common = frozenset[Fact]() if len(ends) < 2 else frozenset.intersection(*map(frozenset, ends))
    many = _lines_to(graph)
    for facts, keys in ends.items():
        own = tuple(fact for fact in facts if fact not in common)
        lines = sum(many.get(key, 0) for key in keys)
        yield Outcome(own, lines, graph.line_to(keys[0], came), len(keys))


def _lines_to(graph: Graph) -> dict[str, int]:
    """How many lines lead to each situation."""
    order = list(graph.children_first())[::-1]
    place = {key: at for at, key in enumerate(order)}
    many = {graph.root: 1}
    for key in order:
        for _, child in graph.nodes[key].edges:
            if place.get(child, -1) > place[key]:
                many[child] = many.get(child, 0) + many.get(key, 0)
    return many


def _open(search: Search) -> Iterator[str]:
    if search.stopped:
        yield search.stopped
    yield from dict.fromkeys(node.why for node in search.graph.nodes.values() if node.why)


class Reduction:
    """The graph without choices whose answers all lead to the same."""

    def __init__(self, graph: Graph, groups: dict[str, int]) -> None:
        self.graph = graph
        self.of: dict[str, int] = {}  # situation -> what it is reduced to
        self.ways: dict[int, tuple[str, tuple[tuple[Answer, int], ...]]] = {}  # of those with a choice
        self.outcome: dict[int, int] = {}
        self._known: dict[object, int] = {}
        for key in graph.children_first():
            self.of[key] = self._reduce(key, graph.nodes[key], groups)

    def _reduce(self, key: str, node: Node, groups: dict[str, int]) -> int:
        if key in groups:
            return self._leaf(groups[key])
        if node.why or not node.whole:
            return self._leaf(None)
        ways = tuple((answer, self.of[child]) for answer, child in node.edges if child in self.of)
        if not ways:
            return self._leaf(None)
        if len({to for _, to in ways}) == 1:
            return ways[0][1]
        who, clause, _ = node.what  # how it is worded depends on whose turn came first
        number = self._known.setdefault((who, clause, ways), len(self._known))
        self.ways.setdefault(number, (key, ways))
        return number

    def _leaf(self, group: int | None) -> int:
        number = self._known.setdefault(("end", group), len(self._known))
        if group is not None:
            self.outcome[number] = group
        return number

    @property
    def root(self) -> int:
        return self.of[self.graph.root]

    def reachable(self) -> list[int]:
        """What the root is reduced to, and all that it leads to, nearest first."""
        found = [self.root]
        for number in found:
            for _, to in self.ways.get(number, ("", ()))[1]:
                if to not in found and to in self.ways:
                    found.append(to)
            if len(found) > LARGEST_TREE:
                break
        return [number for number in found if number in self.ways]

    def deciding(self) -> Iterator[Deciding]:
        yield from self.tree({})

    def tree(self, came: dict[str, Step | None]) -> Iterator[Deciding]:
        numbers = self.reachable()[:LARGEST_TREE]
        place = {number: at for at, number in enumerate(numbers)}
        for number in numbers:
            key, ways = self.ways[number]
            node = self.graph.nodes[key]
            line = self.graph.line_to(key, came) if came else ()
            yield Deciding(Asked(*node.what), line, tuple(self._way(node, *way, place) for way in ways))

    def _way(self, node: Node, answer: Answer, to: int, place: dict[int, int]) -> Way:
        return Way(answer, node.choice(answer).labels, self.outcome.get(to), place.get(to))


# where two lines part


def _parting(start: Line, search: Search, reduced: Reduction, came: dict[str, Step | None]) -> Parting | None:
    """At the first choice that decides: a line to one outcome, and a line to another."""
    if reduced.root not in reduced.ways:
        return None
    graph = search.graph
    key, ways = reduced.ways[reduced.root]
    reach = [(answer, _nearest(graph, graph_child(graph, key, answer), reduced)) for answer, _ in ways]
    pairs = ((one, other) for one in reach for other in reach if one[0] != other[0])
    pair = next((pair for pair in pairs if _differ(pair[0][1], pair[1][1])), None)
    if pair is None:
        return None
    before = graph.line_to(key, came)
    node = graph.nodes[key]
    (left, to_left), (right, to_right) = pair
    a, b = next((a, b) for a in to_left for b in to_right if a != b)
    lines = (
        (*before, node.choice(left), *to_left[a]),
        (*before, node.choice(right), *to_right[b]),
    )
    return Parting((a, b), lines, len(before), _first_difference(start, search, lines))


def graph_child(graph: Graph, key: str, answer: Answer) -> str:
    return next(child for given, child in graph.nodes[key].edges if given == answer)


def _differ(one: dict[int, tuple[Choice, ...]], other: dict[int, tuple[Choice, ...]]) -> bool:
    return any(a != b for a in one for b in other)


def _nearest(graph: Graph, key: str, reduced: Reduction) -> dict[int, tuple[Choice, ...]]:
    """The outcomes that can be reached from a situation, and the shortest line to each."""
    part = Graph(key, graph.nodes)
    came, found = part.shortest(), {}
    for at in part.from_the_root():
        outcome = reduced.outcome.get(reduced.of[at]) if graph.nodes[at].facts is not None else None
        if outcome is not None and outcome not in found:
            found[outcome] = part.line_to(at, came)
    return found


def _first_difference(
    start: Line, search: Search, lines: tuple[tuple[Choice, ...], tuple[Choice, ...]]
) -> tuple[str, str]:
    left, right = (played(start, search.until, choices).log for choices in lines)
    for a, b in zip(left, right, strict=False):
        if _deeds(a) != _deeds(b):
            return _clause(a, b), _clause(b, a)
    more = left[len(right) :] or right[len(left) :]
    return (more[0].clause, "") if len(left) > len(right) else ("", more[0].clause if more else "")


def _deeds(entry: Entry) -> object:
    """What an entry did; an answer by itself does nothing."""
    events = [happened.event for happened in entry.events]
    return () if any(isinstance(event, Answered) for event in events) else (entry.path, events)


def _clause(entry: Entry, other: Entry) -> str:
    """The clause of the first event that the other one does not have."""
    for at, happened in enumerate(entry.events):
        if at >= len(other.events) or other.events[at] != happened:
            return happened.path[-1] if happened.path else entry.clause
    return entry.clause


def played(start: Line, until: Until, choices: Sequence[Choice]) -> Line:
    """The line of these answers, up to where the search ended."""
    line = fresh(start)
    search = Search(line, until, _NOTHING, Budget(None, None))
    over = search.run()
    for choice in choices:
        if over:
            break
        line.answer(*choice.chosen)
        over = search.run()
    return line


_NOTHING = Concern("nothing", "nothing", lambda line: ())

__all__ = [
    "Budget", "Choice", "Exploration", "Outcome", "at_next_question", "explore", "fresh", "played",
]  # fmt: skip
