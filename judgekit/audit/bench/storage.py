"""How fast cases are written, read, searched and branched, on a real file."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random

import msgspec

from judgekit.audit.bench.baselines import (
    SQLITE,
    decode_raw,
    raw_commits,
    raw_database,
    read_raw,
    write_raw,
)
from judgekit.audit.bench.engine import count, duel
from judgekit.audit.bench.report import Figure, figure, rates, seconds
from judgekit.cases.play.case import Archive, Case
from judgekit.cases.store.store import Branch
from judgekit.cases.store.timeline import EVERY
from judgekit.engine.events import fold
from judgekit.engine.machine import Line
from judgekit.engine.state import State

PER_MOVE = 2.46  # events of a Duel-60 move, on average


def measure(folder: Path, scale: float, times: int) -> Iterator[Figure]:
    """The store's figures beside their baselines."""
    line = duel(max(400, int(100_000 * scale / PER_MOVE) + 64))
    raw = [msgspec.json.encode(happened) for entry in line.log for happened in entry.events]
    yield from _bulk(folder, line, raw, times)
    case = _big_case(folder, line)
    yield from _disk(folder, line, raw)
    yield from _seeking(case, max(20, int(1000 * scale)))
    yield _branching(case, max(10, int(300 * scale)))
    case.store.close()
    yield from _ten_thousand(folder, times)
    for synchronous in ("full", "normal"):
        moves = max(50, int(2000 * scale))
        floor = raw_commits(folder, raw[:moves], synchronous)
        yield floor
        yield _each_move(folder, synchronous, moves).against(floor)


def snapshots(line: Line) -> list[tuple[int, State]]:
    """The states that a sitting would have kept on the way."""
    state, kept = line.start, []
    for first in range(0, len(line.log) - EVERY + 1, EVERY):
        state = fold(state, line.log[first : first + EVERY])
        kept.append((first + EVERY, state))
    return kept


def _empty(folder: Path, name: str) -> tuple[Case, Branch]:
    case = Archive(folder / name).create("duel-60", "")
    return case, case.branch()


def _bulk(folder: Path, line: Line, raw: list[bytes], times: int) -> Iterator[Figure]:
    """All events at once, by us and by bare sqlite3, alternately: written, then read back."""
    many, kept = count(line.log), snapshots(line)
    write, read, decode, append, reload = [], [], [], [], []
    for at in range(times):
        bare = raw_database(folder / f"raw-{at}.sqlite", "full")
        write += seconds(partial(write_raw, bare, raw))
        case, branch = _empty(folder, f"bulk-{at}.sqlite")
        append += seconds(partial(case.store.append, branch, line.log, kept))
        read += seconds(partial(read_raw, bare))
        decode += seconds(partial(decode_raw, bare))
        reload += seconds(partial(case.entries, case.branch()))
        bare.close()
        case.store.close()
    metric = f"executemany, {many:,} rows, one commit"
    yield (floor := figure(metric, "events/s", rates(many, write), SQLITE))
    metric = f"bulk append of {many:,} events: encode, hash, keep states, one commit"
    yield figure(metric, "events/s", rates(many, append)).against(floor, ">= 0.5")
    yield figure(f"read back {many:,} rows", "events/s", rates(many, read), SQLITE)
    metric = f"read back and json.loads {many:,} rows"
    yield (floor := figure(metric, "events/s", rates(many, decode), SQLITE))
    metric = f"reload and decode {many:,} events, hashes checked"
    yield figure(metric, "events/s", rates(many, reload)).against(floor, ">= 0.5")


def _big_case(folder: Path, line: Line) -> Case:
    case, branch = _empty(folder, "big.sqlite")
    case.store.append(branch, line.log, snapshots(line))
    case.store.close()
    return Archive(folder / "big.sqlite").case(case.id)


def _disk(folder: Path, line: Line, raw: list[bytes]) -> Iterator[Figure]:
    """The whole file, with running hashes and kept states, beside a file of bare rows."""
    bare = _bare_size(folder, raw) / len(raw)
    yield (floor := figure("database size per event, bare rows", "bytes", [bare], SQLITE))
    size = (folder / "big.sqlite").stat().st_size / count(line.log)
    metric = "database size per event, states kept and all"
    yield figure(metric, "bytes", [size]).against(floor, "<= 1.5")


def _bare_size(folder: Path, raw: list[bytes]) -> int:
    path = folder / "size.sqlite"
    bare = raw_database(path, "normal")
    write_raw(bare, raw)
    bare.close()
    return path.stat().st_size


def _seeking(case: Case, times: int) -> Iterator[Figure]:
    branch, random = case.branch(), Random(1)
    places = [random.randrange(branch.head) for _ in range(times)]
    taken = []
    for place in places:
        begin = time.perf_counter()
        case.at(branch, place)
        taken.append((time.perf_counter() - begin) * 1000)
    yield figure("seek in 100k events", "ms", taken).reaching("<= 2", of="p95")
    stepping = []
    for place in range(branch.head // 2, branch.head // 2 + times):
        begin = time.perf_counter()
        case.at(branch, min(place, branch.head))
        stepping.append((time.perf_counter() - begin) * 1000)
    yield figure("step to the next entry in 100k events", "ms", stepping).reaching("<= 2", of="p95")


def _branching(case: Case, times: int) -> Figure:
    branch, random = case.branch(), Random(2)
    taken = []
    for number in range(times):
        place = random.randrange(branch.head)
        begin = time.perf_counter()
        case.sit(case.fork(branch, place, f"what if {number}")).run(1)
        taken.append((time.perf_counter() - begin) * 1000)
    metric = "branch at one of 100k events: seek, one move, committed"
    return figure(metric, "ms", taken).reaching("<= 5")


def _ten_thousand(folder: Path, times: int) -> Iterator[Figure]:
    """The same by us and by bare sqlite3, alternately; bare rows are read back and decoded, but not checked
    against hashes, and nothing is rebuilt from them."""
    line = duel(int(10_000 / PER_MOVE))
    many, kept = count(line.log), snapshots(line)
    raw = [msgspec.json.encode(happened) for entry in line.log for happened in entry.events]
    appended, reloaded, sizes, written, decoded = [], [], [], [], []
    for at in range(times):
        bare = raw_database(folder / f"ten-raw-{at}.sqlite", "full")
        written += seconds(partial(write_raw, bare, raw))
        decoded += seconds(partial(decode_raw, bare))
        bare.close()
        case, branch = _empty(folder, f"ten-{at}.sqlite")
        appended += seconds(partial(case.store.append, branch, line.log, kept))
        reloaded += seconds(partial(_rebuilt, case, case.branch()))
        case.store.close()
        sizes.append((folder / f"ten-{at}.sqlite").stat().st_size)
    yield (floor := figure("executemany, 10k rows", "events/s", rates(many, written), SQLITE))
    yield figure("append 10k events in bulk", "events/s", rates(many, appended)).against(floor)
    metric = "read back and json.loads 10k rows"
    yield (floor := figure(metric, "ms", [one * 1000 for one in decoded], SQLITE))
    metric = "reload 10k events and rebuild the end state"
    yield figure(metric, "ms", [one * 1000 for one in reloaded]).against(floor)
    yield (floor := figure("database size for 10k events", "bytes", [_bare_size(folder, raw)], SQLITE))
    yield figure("database size for 10k events", "bytes", sizes).against(floor, "<= 1.5")


def _rebuilt(case: Case, branch: Branch) -> State:
    return fold(case.pinned.state(), case.entries(branch))


def _each_move(folder: Path, synchronous: str, moves: int) -> Figure:
    with Archive(folder / f"each-{synchronous}.sqlite", synchronous) as archive:
        sitting = archive.create("duel-60", "").sit()

        def play() -> None:
            for _ in range(moves):
                sitting.run(1)

        (taken,) = seconds(play)
    metric = f"Duel-60 moves, log in SQLite, commit each move, synchronous={synchronous}"
    return figure(metric, "moves/s", [moves / taken])
