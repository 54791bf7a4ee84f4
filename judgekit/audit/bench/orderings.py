"""How fast all orders of waiting abilities are explored, and what merging equal situations saves.

A node is an ability played on one of the ways, as in chess it is a move made on one of the lines: it counts
every time it is played, with all that follows from it until the next is chosen, even if only one was left to
choose. In chess that means listing the legal moves and making one; here a play is cited, logged, and followed
by its check.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import factorial

from judgekit.audit.bench.baselines import chess_name, count_chess
from judgekit.audit.bench.practice.orderings import waiting
from judgekit.audit.bench.report import Figure, figure, race, rates
from judgekit.audit.exploring.orderings import Explored, Explorer, explore
from judgekit.engine.events import Played
from judgekit.engine.machine import Line
from judgekit.errors import JudgekitError

PLIES = 3


class WrongOrderings(JudgekitError):
    """Not every order was explored, or merging lost an end: the speed says nothing."""


def measure(scale: float, times: int) -> Iterator[Figure]:
    """Orders of seven abilities of the practice game."""
    many = 7 if scale >= 0.2 else 5
    each, merged = check(waiting, many)
    played = Plays()
    played.follow(waiting(*["Mourner"] * many))
    moves = count_chess(PLIES)
    taken = race(
        times,
        chess=lambda: lambda: count_chess(PLIES),
        only=lambda: lambda: Explorer(counts_only=True).follow(waiting(*["Mourner"] * many)),
        each=lambda: lambda: explore(waiting(*["Mourner"] * many)),
        merged=lambda: lambda: explore(waiting(*["Mourner"] * many), merged=True),
    )
    metric = f"explore every line {PLIES} plies deep (perft {PLIES})"
    yield (chess := figure(metric, "nodes/s", rates(moves, taken["chess"]), chess_name()))
    yield figure("orderings explored", "nodes/s", rates(played.many, taken["only"])).against(chess, ">= 0.5")
    plain = figure(f"all {many}! orderings, no merging", "ms", [one * 1000 for one in taken["each"]])
    yield plain
    metric = (
        f"all {many}! orderings, equal states merged (commuting): {merged.answers} of {each.answers} nodes"
    )
    yield figure(metric, "ms", [one * 1000 for one in taken["merged"]]).against(plain, "<= 0.2")


@dataclass(slots=True)
class Plays(Explorer):
    """Counts the abilities that are played on all the ways: a node is a play, as a move is in chess, whether
    or not there was another one to choose."""

    many: int = 0

    def follow(self, line: Line) -> Explored:
        since = len(line.log)
        found = Explorer.follow(self, line)
        events = [happened.event for entry in line.log[since:] for happened in entry.events]
        self.many += sum(isinstance(event, Played) for event in events)
        return found


def check(waiting: Callable[..., Line], many: int) -> tuple[Explored, Explored]:
    each = explore(waiting(*["Mourner"] * many))
    merged = explore(waiting(*["Mourner"] * many), merged=True)
    if each.orderings != factorial(many) or merged.ends.keys() != each.ends.keys():
        raise WrongOrderings(
            f"{each.orderings} of {many}! orderings were explored, {len(merged.ends)} ends merged"
        )
    return each, merged
