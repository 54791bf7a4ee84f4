"""What judgekit is measured against, in the same run: the bare means it is built from, and a known engine."""

from __future__ import annotations

import json
import sqlite3
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random

from judgekit.audit.bench.report import Figure, figure, rates, seconds

PLIES = 200  # of a game of chess at most


def chess_plies(plies: int, times: int) -> Figure:
    """Random play in python-chess: list the legal moves, pick one, push it."""
    import chess

    random = Random(1)

    def play() -> None:
        left = plies
        while left > 0:
            board = chess.Board()
            for _ in range(min(PLIES, left)):
                moves = list(board.legal_moves)
                if not moves:
                    break
                board.push(random.choice(moves))
                left -= 1

    taken = seconds(play, times)
    return figure(
        "random play: list legal moves, pick, push",
        "plies/s",
        rates(plies, taken),
        f"python-chess {chess.__version__}",
    )


def calls_and_updates(many: int, times: int) -> Figure:
    """The least that an event can cost in Python: a call, and a dictionary that gets one more value."""

    def update(state: dict[str, int], key: str, value: int) -> dict[str, int]:
        state[key] = value
        return state

    def loop() -> None:
        state: dict[str, int] = {}
        log = []
        for n in range(many):
            update(state, "damage", n)
            log.append(("damage", n))

    return figure(
        "call and dictionary update, kept in a list", "events/s", rates(many, seconds(loop, times)), _python()
    )


def raw_sqlite(
    folder: Path, events: Sequence[bytes], synchronous: str, times: int
) -> tuple[Figure, Figure, Figure]:
    """One row an event, already encoded: written by `executemany`, read, and read with `json.loads`."""
    peer = f"sqlite3 {sqlite3.sqlite_version}"
    many = len(events)
    write, read, decode = [], [], []
    for at in range(times):
        connection = sqlite3.connect(folder / f"raw-{synchronous}-{at}.sqlite", isolation_level=None)
        connection.execute("PRAGMA journal_mode = wal")
        connection.execute(f"PRAGMA synchronous = {synchronous}")
        connection.execute("CREATE TABLE events (seq INTEGER PRIMARY KEY, event BLOB NOT NULL)")
        write += seconds(lambda: _write(connection, events))  # noqa: B023 (called at once)
        read += seconds(lambda: _read(connection))  # noqa: B023
        decode += seconds(lambda: [json.loads(event) for (event,) in _read(connection)])  # noqa: B023
        connection.close()
    return (
        figure(f"executemany, {many:,} rows, one commit", "events/s", rates(many, write), peer),
        figure(f"read back {many:,} rows", "events/s", rates(many, read), peer),
        figure(f"read back and json.loads {many:,} rows", "events/s", rates(many, decode), peer),
    )


def _write(connection: sqlite3.Connection, events: Sequence[bytes]) -> None:
    connection.execute("BEGIN IMMEDIATE")
    connection.executemany("INSERT INTO events VALUES (?, ?)", enumerate(events))
    connection.execute("COMMIT")


def _read(connection: sqlite3.Connection) -> list[tuple[bytes]]:
    return connection.execute("SELECT event FROM events ORDER BY seq").fetchall()


def raw_commits(folder: Path, events: Sequence[bytes], synchronous: str) -> Figure:
    """One row and one commit each: what the disk allows."""
    connection = sqlite3.connect(folder / f"commits-{synchronous}.sqlite", isolation_level=None)
    connection.execute("PRAGMA journal_mode = wal")
    connection.execute(f"PRAGMA synchronous = {synchronous}")
    connection.execute("CREATE TABLE events (seq INTEGER PRIMARY KEY, event BLOB NOT NULL)")

    def commit() -> None:
        for row in enumerate(events):
            connection.execute("INSERT INTO events VALUES (?, ?)", row)

    (taken,) = seconds(commit)
    connection.close()
    metric = f"one row, one commit, synchronous={synchronous}"
    return figure(metric, "commits/s", [len(events) / taken], f"sqlite3 {sqlite3.sqlite_version}")


def _python() -> str:
    return f"Python {sys.version.split()[0]}"
