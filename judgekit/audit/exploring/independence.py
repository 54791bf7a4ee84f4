"""Why order does not matter: the abilities touch different things, and both orders meet.

What an ability touches is read off the events from when it is chosen to when it is done: areas, numbers,
cards, effects. Two are called independent only if they touch nothing in common, and the search has seen both
orders of them arrive at the same situation.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import factorial

import msgspec

from judgekit.audit.exploring.graph import MANY, Graph
from judgekit.engine.events import (
    AnyEvent,
    Arranged,
    Began,
    Created,
    Ended,
    Marked,
    Moved,
    Numbered,
    Settled,
    Shuffled,
    StoodBy,
    Vanished,
)
from judgekit.engine.machine import Line
from judgekit.engine.state import Standby
from judgekit.narrate.events import place
from judgekit.narrate.said import said


class Independent(msgspec.Struct, frozen=True):
    """Answers to one question whose order does not matter, with what each of them touches."""

    labels: tuple[str, ...]
    touches: tuple[tuple[str, ...], ...]
    orders: int


def independent(start: Line, graph: Graph) -> tuple[Independent, ...]:
    """Of the abilities that wait at the first question: those that do not interfere with each other."""
    question = start.ask()
    if question is None or question.most != 1 or not _are_waiting(start.state.standby, graph):
        return ()
    answers = [answer[0] for answer, _ in graph.nodes[graph.root].edges if len(answer) == 1]
    line = Line(start.rules, start.pool, start.state, start.readings)
    line.ask()
    touched = {one: _touched(line, one) for one in answers}
    apart = [one for one in answers if touched[one]]
    best = max(_groups(apart, touched, graph), key=len, default=())
    if len(best) < 2:
        return ()
    names = {option.id: option.label for option in question.options}
    labels = tuple(names[one] for one in best)
    things = tuple(tuple(sorted(touched[one])) for one in best)
    return (Independent(labels, things, min(factorial(len(best)), MANY)),)


def _are_waiting(standby: tuple[Standby, ...], graph: Graph) -> bool:
    """Whether the options of the first question are abilities that wait."""
    addresses = {waiting.ability for waiting in standby}
    options = graph.nodes[graph.root].labels
    return len(options) > 1 and all(option.rpartition(" c")[0] in addresses for option in options)


def _groups(
    answers: list[str], touched: dict[str, frozenset[str]], graph: Graph
) -> Iterator[tuple[str, ...]]:
    """Pairwise independent sets, one grown from each answer."""
    pairs = {
        frozenset(pair)
        for pair in combinations(answers, 2)
        if touched[pair[0]].isdisjoint(touched[pair[1]]) and _meet(graph, *pair)
    }
    for first in answers:
        group = [first]
        for one in answers:
            if one not in group and all(frozenset((one, other)) in pairs for other in group):
                group.append(one)
        yield tuple(group)


def _meet(graph: Graph, one: str, other: str) -> bool:
    """Whether both orders of two abilities led to one situation; the last one left is not asked for."""
    ends = [_after(graph, (one, other)), _after(graph, (other, one))]
    return ends[0] is not None and ends[0] == ends[1]


def _after(graph: Graph, answers: tuple[str, ...]) -> str | None:
    key = graph.root
    for answer in answers:
        node = graph.nodes.get(key)
        if node is None:
            return None
        if not node.edges:
            return key if node.facts is not None else None
        found = next((child for given, child in node.edges if given == (answer,)), None)
        if found is None:
            return None
        key = found
    return key


def _touched(line: Line, answer: str) -> frozenset[str]:
    """What an ability touches until it resolves; nothing if it triggers abilities or asks a player."""
    place = line.bookmark()
    line.answer(answer)
    begun = len(line.log)
    line.run(2_000)
    events = [happened.event for entry in line.log[begun:] for happened in entry.events]
    line.go_back(place)
    things: set[str] = set()
    for event in events:
        if isinstance(event, StoodBy):
            return frozenset()
        if isinstance(event, Settled):
            return frozenset(things)
        things.update(_things(event))
    return frozenset()


def _things(event: AnyEvent) -> Iterator[str]:
    if isinstance(event, Moved):
        yield from (place(event.src), place(event.dst))
    elif isinstance(event, Numbered):
        yield place(event.key)
    elif isinstance(event, Marked | Vanished):
        yield said("a card", card=event.card)
    elif isinstance(event, Arranged | Shuffled | Created):
        yield place(event.area)
    elif isinstance(event, Began | Ended):
        yield said("effects that apply")


__all__ = ["Independent", "independent"]
