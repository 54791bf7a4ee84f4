"""How fast the engine runs rules, folds logs, and how much its states weigh."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random
from time import process_time

from judgekit.audit.bench import citing, duel60, orderings
from judgekit.audit.bench.baselines import PYTHON, PlainDuel, call_and_update, chess_name, play_chess
from judgekit.audit.bench.godzilla_decks import random_game
from judgekit.audit.bench.practice.game import new_game
from judgekit.audit.bench.report import Figure, figure, race, rates
from judgekit.audit.fuzzing.random_play import pick
from judgekit.engine.events import Entry, fold
from judgekit.engine.machine import Line
from judgekit.errors import JudgekitError

MOVES = 10_000
CHECKSUM = "53480,3789,236480,3627"
CHOICES = 400  # of a random game at most


class WrongChecksum(JudgekitError):
    """The workload did not end as it must: the engine is wrong, and its speed says nothing."""


def count(log: list[Entry]) -> int:
    return sum([len(entry.events) for entry in log])


def duel(moves: int) -> Line:
    """Duel-60 after this many moves."""
    line = duel60.opening()
    line.run(moves)
    return line


def measure(scale: float, times: int) -> Iterator[Figure]:
    """The engine's figures beside their baselines, measured alternately."""
    plies, calls = max(200, int(20_000 * scale)), max(1000, int(500_000 * scale))
    long = duel(max(400, int(40_000 * scale)))
    check_workload()
    games = RandomGames(max(1, int(30 * scale)))
    taken = race(
        times,
        chess=lambda: partial(play_chess, plies, Random(1)),
        floor=lambda: partial(call_and_update, calls),
        plain=lambda: partial(PlainDuel().play, MOVES),
        duel=lambda: partial(duel, MOVES),
        games=games.deal,
        fold=lambda: partial(fold, long.start, long.log),
    )
    metric = "random play: list legal moves, pick, push"
    yield (chess := figure(metric, "plies/s", rates(plies, taken["chess"]), chess_name()))
    metric = "call and dictionary update, kept in a list"
    yield (floor := figure(metric, "events/s", rates(calls, taken["floor"]), PYTHON))
    yield figure("Duel-60 moves, log in memory", "moves/s", rates(MOVES, taken["duel"])).reaching(">= 34200")
    metric = "Duel-60 in plain Python, as events"
    yield (
        plain := figure(metric, "events/s", rates(len(PlainDuel().play(MOVES).log), taken["plain"]), PYTHON)
    )
    events = rates(count(duel(MOVES).log), taken["duel"])
    yield figure("Duel-60 events, log in memory", "events/s", events).against(plain, ">= 0.15")
    yield figure("Duel-60 events (beside the bare loop)", "events/s", events).against(floor)
    yield from games.figures(taken["games"], chess)
    yield from full_games(max(1, int(10 * scale)), times, chess)
    folded = rates(count(long.log), taken["fold"])
    yield figure("fold a log", "events/s", folded).against(chess, ">= 20")
    yield figure("fold a log (beside the bare loop)", "events/s", folded).against(floor)
    yield from orderings.measure(scale, times)
    yield from citing.measure(max(400, int(10_000 * scale)), times)
    yield from _memory(max(1000, int(100_000 * scale)))


def check_workload() -> None:
    found = duel60.checksum(duel(MOVES).state)
    if found != CHECKSUM:
        raise WrongChecksum(f"Duel-60 ended with {found}, not {CHECKSUM}")


class RandomGames:
    """Random games of the practice game; chance and choices come from seeds. What is
    timed is the play: games are dealt before it, and their events counted after it."""

    def __init__(self, many: int) -> None:
        self.many = many
        self.lines: list[list[Line]] = []
        self.choices: list[int] = []

    def deal(self) -> Callable[[], None]:
        self.lines.append([new_game(seed=seed) for seed in range(self.many)])
        return self.play

    def play(self) -> None:
        random = Random(len(self.choices))
        self.choices.append(sum([play_at_random(line, random) for line in self.lines[-1]]))

    def figures(self, taken: Sequence[float], chess: Figure) -> Iterator[Figure]:
        played = [sum(count(line.log) for line in lines) for lines in self.lines]
        events = [many / one for many, one in zip(played, taken, strict=True)]
        yield figure("random play, full log: events", "events/s", events).against(chess, ">= 5")
        choices = [many / one for many, one in zip(self.choices, taken, strict=True)]
        yield figure("random play, full log: decisions", "decisions/s", choices).against(chess)


def full_games(many: int, times: int, chess: Figure) -> Iterator[Figure]:
    """Random full games of a published rulebook, from set-up to the end. The target is two and a half times
    the choices, and ten times the log lines, of a simulator measured elsewhere."""
    events: list[float] = []
    choices: list[float] = []
    for sample in range(times):
        random, lines = Random(sample), [random_game(seed) for seed in range(many)]
        begun = process_time()  # the decks lie ready
        asked = sum(play_at_random(line, random) for line in lines)
        taken = process_time() - begun
        events.append(sum(count(line.log) for line in lines) / taken)
        choices.append(asked / taken)
    yield figure("random full games: events", "events/s", events).against(chess).reaching(">= 135000")
    yield figure("random full games: decisions", "decisions/s", choices).against(chess).reaching(">= 4550")


def play_at_random(line: Line, random: Random) -> int:
    for answered in range(CHOICES):
        question = line.run()
        if question is None:
            return answered
        line.answer(*pick(question, random))
    return CHOICES


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
