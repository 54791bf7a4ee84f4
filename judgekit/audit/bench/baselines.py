"""What judgekit is measured against, in the same run: the bare means it is built from, and a known engine."""

from __future__ import annotations

import json
import sqlite3
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random

from judgekit.audit.bench.report import Figure, figure, seconds

PLIES = 200  # of a game of chess at most
PYTHON = f"Python {sys.version.split()[0]}"
SQLITE = f"sqlite3 {sqlite3.sqlite_version}"


def play_chess(plies: int, random: Random) -> None:
    """Random play in python-chess: list the legal moves, pick one, push it."""
    import chess

    left = plies
    while left > 0:
        board = chess.Board()
        for _ in range(min(PLIES, left)):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(random.choice(moves))
            left -= 1


def chess_name() -> str:
    import chess

    return f"python-chess {chess.__version__}"


def call_and_update(many: int) -> None:
    """The least that an event can cost in Python: a call, a dictionary update, and a list that grows."""

    def update(state: dict[str, int], key: str, value: int) -> dict[str, int]:
        state[key] = value
        return state

    state: dict[str, int] = {}
    log = []
    for n in range(many):
        update(state, "damage", n)
        log.append(("damage", n))


def raw_database(path: Path, synchronous: str) -> sqlite3.Connection:
    """A new database with one table of events, as plain as can be."""
    path.unlink(missing_ok=True)
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = wal")
    connection.execute(f"PRAGMA synchronous = {synchronous}")
    connection.execute("CREATE TABLE events (seq INTEGER PRIMARY KEY, event BLOB NOT NULL)")
    return connection


def write_raw(connection: sqlite3.Connection, events: Sequence[bytes]) -> None:
    """One row an event with its clauses, already encoded."""
    connection.execute("BEGIN IMMEDIATE")
    connection.executemany("INSERT INTO events VALUES (?, ?)", enumerate(events))
    connection.execute("COMMIT")


def read_raw(connection: sqlite3.Connection) -> list[tuple[bytes]]:
    return connection.execute("SELECT event FROM events ORDER BY seq").fetchall()


def decode_raw(connection: sqlite3.Connection) -> list[object]:
    return [json.loads(event) for (event,) in read_raw(connection)]


def raw_commits(folder: Path, events: Sequence[bytes], synchronous: str) -> Figure:
    """One row and one commit each: what the disk allows."""
    connection = raw_database(folder / f"commits-{synchronous}.sqlite", synchronous)

    def commit() -> None:
        for row in enumerate(events):
            connection.execute("INSERT INTO events VALUES (?, ?)", row)

    (taken,) = seconds(commit)
    connection.close()
    metric = f"one row, one commit, synchronous={synchronous}"
    return figure(metric, "commits/s", [len(events) / taken], SQLITE)
