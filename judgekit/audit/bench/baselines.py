"""What judgekit is measured against in the same run: the bare tools under it, and a known engine."""

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


def count_chess(plies: int) -> int:
    """Every line of this many plies from the opening: how many moves are made on the way."""
    import chess

    def follow(board: chess.Board, left: int) -> int:
        made = 0
        for move in board.legal_moves:
            board.push(move)
            made += 1 + (follow(board, left - 1) if left > 1 else 0)
            board.pop()
        return made

    return follow(chess.Board(), plies)


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


Zones = dict[str, tuple[int, ...]]
Thing = tuple[str, int, str, str]  # what happened, the card or amount, from where, to where


class PlainDuel:
    """Duel-60 in plain Python, as events: each is a tuple, made by the rules, applied to a dictionary of
    tuples that is never changed in place, and kept in a list. No clauses, no causes, no questions."""

    def __init__(self) -> None:
        self.log: list[Thing] = []
        self.state: Zones = {f"{p}{zone}": () for p in "01" for zone in ("deck", "hand", "field", "trash")}
        for p, base in (("0", 0), ("1", 100)):
            self.state[f"{p}deck"] = tuple(base + n for n in range(60))
            self.state[f"{p}damage"] = (0,)

    def happen(self, event: Thing) -> None:
        kind, what, src, dst = event
        state = self.state
        if kind == "moved":
            self.state = {**state, src: state[src][1:], dst: (*state[dst], what)}
        elif kind == "damage":
            self.state = {**state, dst: (state[dst][0] + what,)}
        self.log.append(event)

    def play(self, moves: int) -> PlainDuel:
        me, other = "0", "1"
        for n in range(moves):
            if n % 4 == 0:
                self.draw(me)
            elif n % 4 == 1:
                self.happen(("moved", self.state[f"{me}hand"][0], f"{me}hand", f"{me}field"))
                if len(self.state[f"{me}field"]) > 5:
                    self.happen(("moved", self.state[f"{me}field"][0], f"{me}field", f"{me}trash"))
            elif n % 4 == 2:
                self.happen(("damage", self.state[f"{me}field"][-1] % 7, me, f"{other}damage"))
            else:
                me, other = other, me
                self.happen(("turn", 0, other, me))
        return self

    def draw(self, me: str) -> None:
        if not self.state[f"{me}deck"]:
            for card in self.state[f"{me}trash"]:
                self.happen(("moved", card, f"{me}trash", f"{me}deck"))
        self.happen(("moved", self.state[f"{me}deck"][0], f"{me}deck", f"{me}hand"))

    def checksum(self) -> str:
        parts = []
        for p in "01":
            held = [card for zone in ("deck", "hand", "field", "trash") for card in self.state[p + zone]]
            parts += [sum(at * card for at, card in enumerate(held, 1)), self.state[f"{p}damage"][0]]
        return ",".join(map(str, parts))


def raw_database(path: Path, synchronous: str) -> sqlite3.Connection:
    """A new database with one plain table of events."""
    path.unlink(missing_ok=True)
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = wal")
    connection.execute(f"PRAGMA synchronous = {synchronous}")
    connection.execute("CREATE TABLE events (seq INTEGER PRIMARY KEY, event BLOB NOT NULL)")
    return connection


def write_raw(connection: sqlite3.Connection, events: Sequence[bytes]) -> None:
    """One row per event with its clauses, already encoded."""
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
