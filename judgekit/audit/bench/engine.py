"""How fast the engine runs rules, folds logs, and how much its states weigh."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from random import Random

from judgekit.audit.bench import duel60
from judgekit.audit.bench.baselines import calls_and_updates, chess_plies
from judgekit.audit.bench.report import Figure, figure, rates, seconds
from judgekit.audit.random_play import pick
from judgekit.engine.events import Entry, fold
from judgekit.engine.machine import Line
from judgekit.errors import JudgekitError

MOVES = 10_000
CHECKSUM = "53480,3789,236480,3627"
CHOICES = 400  # of a random game at most


class WrongChecksum(JudgekitError):
    """The workload did not end as it must: the engine is wrong, and its speed says nothing."""


def count(log: list[Entry]) -> int:
    return sum(len(entry.events) for entry in log)


def duel(moves: int) -> Line:
    """Duel-60 after so many moves."""
    line = duel60.opening()
    line.run(moves)
    return line


def measure(scale: float, times: int) -> Iterator[Figure]:
    """The engine's figures, each with its baseline."""
    chess = chess_plies(max(200, int(20_000 * scale)), times)
    yield chess
    floor = calls_and_updates(max(1000, int(500_000 * scale)), times)
    yield floor
    yield from _duels(floor, times)
    yield from _random_play(chess, scale, times)
    yield from _folding(chess, floor, scale, times)
    yield from _memory(max(1000, int(100_000 * scale)))


def _duels(floor: Figure, times: int) -> Iterator[Figure]:
    line = duel(MOVES)
    if duel60.checksum(line.state) != CHECKSUM:
        raise WrongChecksum(f"Duel-60 ended with {duel60.checksum(line.state)}, not {CHECKSUM}")
    events = count(line.log)
    taken = seconds(lambda: duel(MOVES), times)
    yield figure("Duel-60 moves, log in memory", "moves/s", rates(MOVES, taken)).reaching(">= 34200")
    yield figure("Duel-60 events, log in memory", "events/s", rates(events, taken)).against(floor)


def _random_play(chess: Figure, scale: float, times: int) -> Iterator[Figure]:
    """Random games of the practice game, which a checkout has; chance and choices come from a seed."""
    new_game = practice()
    if new_game is None:
        return
    events, choices = [], []
    for round_ in range(times):
        random = Random(round_)
        lines: list[Line] = []
        answered = 0

        def play() -> None:
            nonlocal answered
            for number in range(max(1, int(30 * scale))):
                line = new_game(seed=number)
                answered += play_at_random(line, random)  # noqa: B023 (called at once)
                lines.append(line)  # noqa: B023

        (taken,) = seconds(play)
        events.append(sum(count(line.log) for line in lines) / taken)
        choices.append(answered / taken)
    yield figure("random play, full log: events", "events/s", events).against(chess, ">= 5")
    yield figure("random play, full log: decisions", "decisions/s", choices)


def practice() -> Callable[..., Line] | None:
    """The practice game's `new_game`, if this is a checkout."""
    try:
        from tests.practice.game import new_game
    except ImportError:
        return None
    return new_game


def play_at_random(line: Line, random: Random) -> int:
    for answered in range(CHOICES):
        question = line.run()
        if question is None:
            return answered
        line.answer(*pick(question, random))
    return CHOICES


def _folding(chess: Figure, floor: Figure, scale: float, times: int) -> Iterator[Figure]:
    line = duel(max(400, int(40_000 * scale)))
    taken = seconds(lambda: fold(line.start, line.log), times)
    speed = rates(count(line.log), taken)
    yield figure("fold a log", "events/s", speed).against(chess, ">= 20")
    yield figure("fold a log (beside the bare loop)", "events/s", speed).against(floor)


MEMORY = """
import gc, os, sys
from judgekit.audit.bench.engine import count, duel
def resident():
    with open("/proc/self/statm") as f:
        return int(f.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
moves = int(sys.argv[1])
duel(100)
gc.collect()
before = resident()
line = duel(moves)
state, kept = line.start, [line.start]
for entry in line.log:
    for happened in entry.events:
        state = happened.event.onto(state)
        if sys.argv[2] == "event":
            kept.append(state)
    if sys.argv[2] == "entry":
        kept.append(state)
gc.collect()
print((resident() - before) / count(line.log))
"""


def _memory(events: int) -> Iterator[Figure]:
    """Resident memory of a process that keeps the log and every state of it."""
    moves = str(int(events / 2.5))
    for what in ("event", "entry"):
        command = [sys.executable, "-c", MEMORY, moves, what]
        weights = [float(subprocess.check_output(command, env={**os.environ})) for _ in range(3)]
        metric = f"memory per event, log and the state after every {what} kept"
        yield figure(metric, "bytes", weights).reaching("<= 1024")
