"""A figure of the benchmark: many samples of one thing, and what it is measured against."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Sequence
from statistics import median
from typing import Literal

import msgspec

OURS = "judgekit"


class Figure(msgspec.Struct, omit_defaults=True):
    """`value` is the median. With a baseline of the same run: `ratio` to it, and the target ratio."""

    peer: str
    metric: str
    value: float
    unit: str
    p95: float
    min: float
    max: float
    baseline: str = ""
    ratio: float | None = None
    wanted: str = ""
    met: bool | None = None

    def against(self, other: Figure, wanted: str = "", of: Literal["value", "p95"] = "value") -> Figure:
        """The same figure as a ratio to another."""
        self.baseline = f"{other.peer}: {other.metric}"
        self.ratio = _rounded(getattr(self, of) / getattr(other, of))
        if wanted:
            self.wanted = f"ratio {wanted}"
            self.met = _meets(self.ratio, wanted)
        return self

    def reaching(self, wanted: str, of: Literal["value", "p95", "max"] = "value") -> Figure:
        """The same figure with a limit of its own."""
        self.wanted = f"{of} {wanted}"
        self.met = _meets(getattr(self, of), wanted)
        return self


def figure(metric: str, unit: str, samples: Sequence[float], peer: str = OURS) -> Figure:
    ordered = [_rounded(sample) for sample in sorted(samples)]
    at95 = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
    middle = _rounded(median(ordered))
    return Figure(peer, metric, middle, unit, at95, ordered[0], ordered[-1])


def _rounded(value: float) -> float:
    return float(f"{value:.4g}")


def _meets(value: float, wanted: str) -> bool:
    sign, _, limit = wanted.partition(" ")
    return value >= float(limit) if sign == ">=" else value <= float(limit)


def seconds(
    work: Callable[[], object], times: int = 1, clock: Callable[[], float] = time.perf_counter
) -> list[float]:
    """How long a piece of work takes, repeatedly, on a tidy heap."""
    taken = []
    for _ in range(times):
        gc.collect()
        begin = clock()
        work()
        taken.append(clock() - begin)
    return taken


def race(times: int, **runners: Callable[[], Callable[[], object]]) -> dict[str, list[float]]:
    """Several purely computing tasks, alternating, so that a noisy moment hits all of them; each is
    prepared, then timed in processor time, which other programs do not affect."""
    taken: dict[str, list[float]] = {name: [] for name in runners}
    for _ in range(times):
        for name, prepare in runners.items():
            taken[name] += seconds(prepare(), clock=time.process_time)
    return taken


def rates(many: int, taken: Sequence[float]) -> list[float]:
    return [many / one for one in taken]
