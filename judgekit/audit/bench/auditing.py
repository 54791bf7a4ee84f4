"""How fast audits are: all orders of what waits in a real game, rulings on two sides, and made small."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from functools import partial

from judgekit.audit.bench.baselines import chess_name, count_chess
from judgekit.audit.bench.orderings import PLIES
from judgekit.audit.bench.report import Figure, figure, race, rates, seconds
from judgekit.audit.exploring.concerns import winner
from judgekit.audit.exploring.ends import end_of_check
from judgekit.audit.exploring.explore import Budget, Exploration, at_next_question, explore
from judgekit.audit.impact import Side, impact, rulings
from judgekit.audit.minimise import Data, comes_out, minimise, read_ruling
from judgekit.audit.pending import pending
from judgekit.cases.rulings.folder import files
from judgekit.engine.machine import Line
from judgekit.known import GAMES

DRAW = "[Enter] Draw 1 card."
MORE = 40  # cards on a table that shows more than it must


def measure(scale: float, times: int) -> Iterator[Figure]:
    few, many = (7, 10) if scale >= 0.2 else (4, 5)
    lines = {count: waiting(count) for count in (few, many)}
    taken = race(
        times,
        chess=lambda: lambda: count_chess(PLIES),
        few=lambda: lambda: followed(lines[few]),
        many=lambda: lambda: followed(lines[many]),
        plain=lambda: lambda: followed(waiting(5), merged=False),
        merged=lambda: lambda: followed(waiting(5)),
    )
    yield milliseconds(f"does it matter: all orders of {few} abilities, Godzilla", taken["few"]).reaching(
        "<= 100"
    )
    yield milliseconds(f"does it matter: all orders of {many} abilities, Godzilla", taken["many"]).reaching(
        "<= 2000"
    )
    plain = milliseconds("does it matter: 5 abilities, no merging", taken["plain"])
    yield plain
    yield milliseconds("does it matter: 5 abilities, equal situations merged", taken["merged"]).against(
        plain, "<= 0.5"
    )
    metric = f"explore every line {PLIES} plies deep (perft {PLIES})"
    yield (chess := figure(metric, "nodes/s", rates(count_chess(PLIES), taken["chess"]), chess_name()))
    answers = followed(waiting(5), merged=False).answers
    ours = figure(
        "does it matter: answers followed, each with its check", "nodes/s", rates(answers, taken["plain"])
    )
    yield ours.against(chess, ">= 0.5")
    yield from impacts(max(16, int(128 * scale)))
    yield smallest(GAMES if scale >= 0.2 else GAMES[:1])


def waiting(count: int) -> Line:
    """Many abilities wait, each on its own card."""
    return at_next_question(pending("godzilla", [DRAW] * count, deck=count + 5).line())


def followed(line: Line, merged: bool = True) -> Exploration:
    until = end_of_check(line.rules, line.state)
    return explore(line, until=until, question=winner(), budget=Budget(None, None), merged=merged)


def milliseconds(metric: str, seconds: list[float]) -> Figure:
    return figure(metric, "ms", [one * 1000 for one in seconds])


def impacts(many: int) -> Iterator[Figure]:
    """Each process reads what it needs before it is measured: only the running counts."""
    items = list(rulings(files("godzilla")[:many]))
    new, old = Side("godzilla/1.2"), Side("godzilla/1.00")
    impact(items[:2], new, old, workers=1)
    rates = {}
    for workers in (1, 2):
        begun = time.perf_counter()
        impact(items, new, old, workers=workers)
        rates[workers] = len(items) * 60 / (time.perf_counter() - begun)
    one = figure("impact of an edition, one process", "rulings/min", [rates[1]])
    yield one
    yield figure("impact of an edition, two processes", "rulings/min", [rates[2]]).reaching(">= 200")
    yield figure("two processes beside one", "rulings/min", [rates[2]]).against(one, ">= 1.8")


def smallest(games: Sequence[str]) -> Figure:
    """A crowded table, until nothing can be taken away any more."""
    tables = [next(crowded(game)) for game in games]
    taken = [one for table in tables for one in seconds(partial(minimise, table, None))]
    return figure(f"smallest table of a ruling with {MORE} cards more", "s", taken).reaching("<= 5", "max")


def crowded(game: str) -> Iterator[Data]:
    """Rulings that come out as well with many cards at the bottom of A's deck."""
    for path in files(game):
        data = read_ruling(path)
        deck = data.get("position", {}).get("A", {}).get("deck")
        if isinstance(deck, list):
            deck += [next(iter(data["position"]["cards"]))] * MORE
            if not comes_out(data):
                yield data
