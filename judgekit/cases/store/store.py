"""Cases in SQLite: one file, write-ahead log, logs that can only grow.

A log row is an entry's JSON and a running hash, `hash(n) = blake2b(hash(n - 1) + entry(n))`, which begins
with all that the case runs on: a row that was edited, lost or put elsewhere does not fit. A branch has only
the entries after its fork; what stands before it is its parent's.
"""

from __future__ import annotations

import gc
import os
import sqlite3
import threading
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec
import sqlite_utils

from judgekit.cases.errors import CaseError, Conflict, Damaged, UnknownCase
from judgekit.cases.play.pinned import Pinned, decode_pinned, encode_pinned
from judgekit.cases.store import journal, keys, last, schema
from judgekit.cases.store.catalogue import BRANCH, CASE, branch_of, case_of
from judgekit.cases.store.catalogue import Branch as Branch
from judgekit.cases.store.catalogue import CaseRow as CaseRow
from judgekit.cases.store.family import Family, FileState
from judgekit.cases.store.file import WAIT, committing, open_file, telling
from judgekit.cases.store.file import make_home as make_home
from judgekit.cases.store.journal import HASH, Problem, now, raw
from judgekit.engine.codec import decode_entry, decode_state, encode_entry, encode_state
from judgekit.engine.events import Answered, Entry, ReadAs
from judgekit.engine.state import State
from judgekit.narrate.said import said

MAIN = "main"
MORE_OF_CASE = CASE.replace(" FROM", ", removed FROM")
RECORDS = 512  # hashes of branches in memory
CASES = 64  # beginnings of cases in memory
AT_ONCE = 0.2  # seconds to wait for others who write, for what can be worked out again
EVERY = 128  # entries between two kept states
Row = tuple[bytes, bytes]  # an entry's JSON, and the running hash after it
KEEP = "INSERT OR IGNORE INTO snapshots (place, state, mark) VALUES (?, ?, ?)"

_entries = msgspec.json.Decoder(list[Entry])


def place(branch: int, seq: int) -> int:
    """Where the row of an entry, or of the state before it, lies in its table."""
    return branch << 32 | seq


def chained(before: bytes, data: bytes) -> bytes:
    """The running hash after one more entry."""
    return blake2b(before + data, digest_size=HASH).digest()


class Store:
    """One database file, made on first use; each thread has a connection of its own."""

    def __init__(self, path: Path | str, synchronous: str = "full") -> None:
        self.path = Path(path)
        self._files = str(self.path), f"{self.path}-wal"
        self.synchronous = synchronous
        self._here = threading.local()
        self._lineages: dict[int, tuple[tuple[int, int], ...]] = {}
        self._sound: dict[int, int] = {}  # cases without a problem, and the foreign writes by then
        self._records: dict[object, bytes] = {}
        self._genesis: dict[tuple[int, int], tuple[bytes, Pinned]] = {}
        self._turn = threading.Lock()  # this process writes one thing at a time
        self._left: object = None  # the file as this process has left or last seen it
        self._foreign = self._inode = 0
        self._is_missed: str | None = (
            None  # what is to be said of the end of the journal, when it was looked at
        )
        self._seen = 0, b""  # the last row of the journal
        self.lives = 0  # how often another file was found in the place of the one before, such as a backup
        self._touched: dict[int, int] = {}  # how often we have written about a case
        self.family: Family | None = (
            None  # processes that write to the file for this one and this one for them
        )
        self._found_out: dict[tuple[int, str], tuple[bytes, bytes]] = {}  # verdicts that are not written yet
        self._written: dict[tuple[int, str], int] = {}  # how long a branch was when its verdict was written

    @property
    def database(self) -> sqlite_utils.Database:
        found: sqlite_utils.Database | None = getattr(self._here, "database", None)
        if found is not None and self._here.inode != self._inode and not found.conn.in_transaction:
            self.close()
            found = None
        if found is None:
            found = self._here.database = self._connect()
            self._here.inode = self._inode = _stat(self._files[0])[0]
        return found

    def _connect(self) -> sqlite_utils.Database:
        connection = open_file(self.path, self.synchronous)
        try:
            with telling(self.path):
                database = sqlite_utils.Database(connection)
                schema.migrate(database)
        except BaseException:
            connection.close()
            raise
        return database

    def close(self) -> None:
        """Close this thread's connection."""
        found: sqlite_utils.Database | None = getattr(self._here, "database", None)
        if found is not None:
            found.close()
            del self._here.database

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        with telling(self.path):
            yield self.database.conn

    def ask(self, question: str, *values: object) -> list[Any]:
        """The rows that answer a question."""
        with self.reading() as connection:
            return connection.execute(question, values).fetchall()

    @contextmanager
    def at_one_moment(self) -> Iterator[sqlite3.Connection]:
        """Everything read inside is from one moment, even if others write meanwhile."""
        with self.reading() as connection:
            if connection.in_transaction:
                yield connection
                return
            connection.execute("BEGIN")
            try:
                yield connection
            finally:
                connection.execute("ROLLBACK")

    @contextmanager
    def writing(self, wait: float = WAIT) -> Iterator[sqlite3.Connection]:
        """One transaction: all of it, or nothing; begun within this many seconds."""
        if not self._turn.acquire(timeout=wait):
            raise CaseError(f"{self.path} is being written by another thread; try again")
        try:
            with telling(self.path), ExitStack() as turn:
                with committing(self._begun(wait)) as connection:
                    turn.enter_context(self._turn_of_family())
                    self._notice(connection)
                    others = _data_version(connection)
                    before = journal.length(connection)
                    self._tell_what_is_missing(connection)
                    yield connection
                    touched = journal.seal(connection, before, self._folder, self._seal)
                self._leave(connection, others, touched)
        finally:
            self._turn.release()

    def _begun(self, wait: float) -> sqlite3.Connection:
        """A connection in a transaction, to the current file: a repaired one may have replaced the one that
        was opened."""
        while True:
            connection: sqlite3.Connection = self.database.conn
            if wait == WAIT:
                connection.execute("BEGIN IMMEDIATE")
            else:
                _begin_within(connection, wait)
            self._inode = _stat(self._files[0])[0]
            if self._inode == self._here.inode:
                return connection
            connection.execute("ROLLBACK")
            self.close()

    def _tell_what_is_missing(self, connection: sqlite3.Connection) -> None:
        """Only once: the journal then goes on from where it ends."""
        if self._is_missed is None:
            self._is_missed = last.missing(self.path, journal.last(connection), self._seal)
            if self._is_missed:
                journal.write(connection, 0, "mended", text=self._is_missed)

    @contextmanager
    def _turn_of_family(self) -> Iterator[None]:
        if self.family is None:
            yield
            return
        self.family.begin(wait=True)
        try:
            yield
        finally:
            self.family.end()

    def _leave(self, connection: sqlite3.Connection, others: int, touched: list[int]) -> None:
        """The transaction is over: the file is as we left it, unless someone was quick."""
        self._seen = journal.last(connection)
        if touched:
            last.keep(self.path, self._seen, self._seal)
        for case in touched:
            self._touch(case)
        left = self.file_state()
        if _data_version(connection) == others:
            self._left = left
            if self.family is not None:
                self.family.leave(left)

    def foreign_writes(self) -> int:
        """How often others were found to have written to the file: what was found out about it holds while
        this stays the same."""
        looked: int | None = getattr(self._here, "looked", None)
        if looked is not None:
            return looked
        if self.file_state() != self._left and self._turn.acquire(blocking=False):
            try:  # else the file changes by our own hand
                self._look()
            finally:
                self._turn.release()
        return self._foreign

    @contextmanager
    def one_look(self) -> Iterator[None]:
        """Whatever this thread asks inside, it looks at the file only once: a page shows one moment."""
        self._here.looked = self.foreign_writes()
        try:
            yield
        finally:
            self._here.looked = None

    def _look(self) -> None:
        connection: sqlite3.Connection = self.database.conn
        if connection.in_transaction:  # which sees nothing of what was written since it began
            return
        if self.family is None:
            self._notice(connection)
        elif self.family.begin(wait=False):
            try:
                self._notice(connection)
            finally:
                self.family.end()

    def _notice(self, connection: sqlite3.Connection) -> None:
        state = self.file_state()
        if state == self._left:
            return
        self._left, self._inode = state, state[0][0]
        foreign = self._foreign + 1 if self.family is None else self.family.foreign(state)
        if foreign == self._foreign:  # one of us has written
            for case in journal.touched(connection, self._seen[0]):
                self._touch(case)
        else:
            self._foreign = foreign
            self._lineages.clear()
            if not journal.has(connection, self._seen):
                self.lives += 1
        self._seen = journal.last(connection)

    def _touch(self, case: int) -> None:
        self._touched[case] = self._touched.get(case, 0) + 1

    def moment(self, case: int) -> tuple[int, int]:
        """Changes when anyone has written about a case, or someone else has written anything at all."""
        return self.foreign_writes(), self._touched.get(case, 0)

    # cases

    def create(self, pinned: Pinned, name: str) -> CaseRow:
        """A new case with an empty main branch; a name that is taken gets a number."""
        data = encode_pinned(pinned)
        with self.writing() as connection:
            case = self.insert_case(connection, name, pinned.edition, data)
            self.insert_branch(connection, case.id, MAIN, None, 0, chained(b"", data), {})
        return case

    def insert_case(self, connection: sqlite3.Connection, name: str, edition: str, pinned: bytes) -> CaseRow:
        free, created, number = self._free_name(connection, name), now(), journal.free_case(connection)
        connection.execute(
            "INSERT INTO cases (id, name, edition, created, pinned) VALUES (?, ?, ?, ?, ?)",
            (number, free, edition, created, pinned),
        )
        journal.write(connection, number, "made", row=[free, edition, created])
        return CaseRow(number, free, edition, created)

    def _free_name(self, connection: sqlite3.Connection, name: str) -> str:
        taken = {row[0] for row in connection.execute("SELECT name FROM cases")}
        number, free = 2, name
        while free in taken:
            number, free = number + 1, f"{name} {number}"
        return free

    def cases(self) -> list[CaseRow]:
        return [case_of(row) for row in self.ask(f"{CASE} WHERE removed = '' ORDER BY id")]

    def case(self, which: int | str) -> CaseRow:
        """A case by its number, or by its name where no case has that number."""
        row = self._by_number(which)
        if row is None and isinstance(which, str):
            row = next(iter(self.ask(f"{MORE_OF_CASE} WHERE name = ?", which)), None)
        if row is None:
            raise UnknownCase(f"there is no case {str(which)!r}; `judgekit cases` lists them")
        *case, removed = row
        if removed:
            raise UnknownCase(
                f"case {case[0]} was removed; `judgekit remove {case[0]} --undo` brings it back"
            )
        return case_of(case)

    def _by_number(self, which: int | str) -> Any:
        text = str(which)
        if not (text.isascii() and text.isdecimal() and len(text) < 19):
            return None
        return next(iter(self.ask(f"{MORE_OF_CASE} WHERE id = ?", int(text))), None)

    def removed(self) -> list[tuple[CaseRow, str]]:
        """Cases that were removed, and when and why; each is still there in full."""
        rows = self.ask(f"{MORE_OF_CASE} WHERE removed <> '' ORDER BY id")
        return [(case_of(row[:-1]), str(row[-1])) for row in rows]

    def remove(self, which: int | str, why: str = "") -> int:
        """Hide a case from every list; nothing of it is taken away."""
        number = self.case(which).id
        with self.writing() as connection:
            connection.execute(
                "UPDATE cases SET removed = ? WHERE id = ?", (f"{now()} {why}".strip(), number)
            )
            journal.write(connection, number, "removed", why=why)
        return number

    def restore(self, which: int | str) -> int:
        """Show a removed case again."""
        number = self._removed(which)
        with self.writing() as connection:
            connection.execute("UPDATE cases SET removed = '' WHERE id = ?", (number,))
            journal.write(connection, number, "restored")
        return number

    def purge(self, which: int | str) -> int:
        """Delete a removed case for good; the journal still says that it was there."""
        number = self._removed(which)
        heads = [self.record(branch).hex() for branch in self.branches(number)]
        with self.writing() as connection:
            journal.write(connection, number, "purged", heads=heads)
            journal.spend_branches(connection)
            schema.take_away(connection, number)
        self._lineages.clear()
        return number

    def _removed(self, which: int | str) -> int:
        row = self._by_number(which)
        if row is None or not row[-1]:
            raise UnknownCase(f"no case {str(which)!r} was removed; `judgekit cases --removed` lists those")
        return int(row[0])

    def pinned(self, case: int) -> Pinned:
        """All that the case runs on."""
        return self._begins(case)[1]

    def genesis(self, case: int) -> bytes:
        """The hash that the logs of a case begin with."""
        return self._begins(case)[0]

    def _begins(self, case: int) -> tuple[bytes, Pinned]:
        """It never changes, unless someone else changes it."""
        key = self.foreign_writes(), case
        found = self._genesis.get(key)
        if found is None:
            data = self.pinned_bytes(case)
            try:
                found = chained(b"", data), decode_pinned(data)
            except msgspec.MsgspecError as problem:
                raise Damaged(f"case {case}: what it runs on cannot be read ({problem})") from problem
            if len(self._genesis) >= CASES:
                self._genesis.clear()
            self._genesis[key] = found
        return found

    def pinned_bytes(self, case: int) -> bytes:
        ((data,),) = self.ask("SELECT pinned FROM cases WHERE id = ?", case)
        return raw(data)

    # branches

    def branches(self, case: int) -> list[Branch]:
        return [branch_of(row) for row in self.ask(f'{BRANCH} WHERE "case" = ? ORDER BY id', case)]

    def branch(self, case: int, name: str = MAIN) -> Branch:
        found = self.branches(case)
        for branch in found:
            if branch.name == name:
                return branch
        raise UnknownCase(
            f"case {case} has no branch {name!r}; it has {', '.join(branch.name for branch in found)}"
        )

    def again(self, branch: int) -> Branch:
        """A branch as it is now."""
        return branch_of(*self.ask(f"{BRANCH} WHERE id = ?", branch))

    def fork(self, branch: Branch, at: int, name: str, readings: Mapping[str, str] | None = None) -> Branch:
        """A new branch that shares the first `at` entries; nothing is copied."""
        with self.writing() as connection:
            return self._fork(connection, branch, at, name, readings or {})

    def _fork(
        self, connection: sqlite3.Connection, branch: Branch, at: int, name: str, readings: Mapping[str, str]
    ) -> Branch:
        if not 0 <= at <= branch.head:
            raise UnknownCase(
                f"branch {branch.name!r} has entries 0 to {branch.head - 1}; no place {at} in it"
            )
        taken = connection.execute(
            'SELECT 1 FROM branches WHERE "case" = ? AND name = ?', (branch.case, name)
        ).fetchone()
        if taken:
            raise CaseError(f"case {branch.case} already has a branch {name!r}; give this one another name")
        before = self.hash_at(branch, at)
        number = self.insert_branch(connection, branch.case, name, branch.id, at, before, readings)
        return self.again(number)

    def insert_branch(
        self,
        connection: sqlite3.Connection,
        case: int,
        name: str,
        parent: int | None,
        at: int,
        before: bytes,
        readings: Mapping[str, str],
    ) -> int:
        text = msgspec.json.encode(dict(readings), order="deterministic").decode()
        number = journal.free_branch(connection)
        connection.execute(
            'INSERT INTO branches (id, "case", name, parent, fork, head, hash, readings, created) '
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (number, case, name, parent, at, at, before, text, now()),
        )
        journal.forked(connection, number)
        return number

    def lineage(self, branch: Branch) -> tuple[tuple[int, int], ...]:
        """(branch, its first own entry), oldest first: who holds which part of the log."""
        known = self._lineages.get(branch.id)
        if known is None:
            line = [(branch.id, branch.fork)]
            parent, fork = branch.parent, branch.fork
            while parent is not None:
                above = self.again(parent)
                if above.fork < fork:
                    line.append((above.id, above.fork))
                    fork = above.fork
                parent = above.parent
            known = self._lineages[branch.id] = tuple(reversed(line))
        return known

    def parting(self, one: Branch, other: Branch) -> int:
        """Where the lineages of two branches of a case part."""
        ours, theirs = self.lineage(one), self.lineage(other)
        both = 0
        while both < min(len(ours), len(theirs)) and ours[both] == theirs[both]:
            both += 1
        starts = [line[both][1] for line in (ours, theirs) if both < len(line)]
        return min([*starts, one.head, other.head])

    def holder(self, branch: Branch, seq: int) -> int:
        """The branch that holds entry `seq` of this one."""
        for number, first in reversed(self.lineage(branch)):
            if first <= seq:
                return number
        raise UnknownCase(f"branch {branch.name!r} has no entry {seq}")

    # logs

    def append(
        self,
        branch: Branch,
        entries: Sequence[Entry],
        snapshots: Sequence[tuple[int, State]] = (),
        ours: tuple[str, ...] = (),
    ) -> Branch:
        """Add entries after `branch.head`, all or none; a Conflict if someone was quicker."""
        with without_collecting(len(entries)):
            rows = chain(branch.hash, entries)
            last = rows[-1][1] if rows else branch.hash
            marks = [branch.hash, *(mark for _, mark in rows)]
            kept = [
                self._kept(branch.id, seq, marks[seq - branch.head], pack(state)) for seq, state in snapshots
            ]
            with self.writing() as connection:
                self._must_be_at(connection, branch, ours)
                self.insert_rows(connection, branch.id, branch.head, rows, last)
                connection.executemany(KEEP, kept)
        return replace(branch, head=branch.head + len(rows), hash=last)

    def insert_rows(
        self, connection: sqlite3.Connection, branch: int, head: int, rows: Sequence[Row], last: bytes
    ) -> None:
        connection.executemany(
            "INSERT INTO entries VALUES (?, ?, ?)",
            [(at, data, mark) for at, (data, mark) in enumerate(rows, place(branch, head))],
        )
        connection.execute(
            "UPDATE branches SET head = ?, hash = ? WHERE id = ?", (head + len(rows), last, branch)
        )
        journal.grown(connection, branch)

    def _must_be_at(self, connection: sqlite3.Connection, branch: Branch, ours: tuple[str, ...]) -> None:
        head, mark = connection.execute(
            "SELECT head, hash FROM branches WHERE id = ?", (branch.id,)
        ).fetchone()
        if (head, mark) != (branch.head, branch.hash):
            raise self._conflict(self.again(branch.id), branch.head, ours)

    def _conflict(self, there: Branch, at: int, ours: tuple[str, ...]) -> Conflict:
        (entry,) = self.entries(there, at, at + 1)
        event = entry.events[0].event if entry.events else None
        if isinstance(event, Answered):
            answer = ", ".join(event.labels or event.chosen) or said("nothing")
            who = said("was answered", player=event.player, answer=answer)
            theirs = event.chosen
        else:
            who, theirs = said("went on"), ()
        yours = said("not written", answer=", ".join(ours)) if ours else ""
        place = {"clause": entry.clause, "at": at, "branch": there.name}
        return Conflict(said("was quicker", who=who, yours=yours, **place), at, theirs)

    def rows(self, branch: Branch, first: int, last: int) -> list[Row]:
        """(JSON, hash) of the entries from `first` up to `last`, checked against the running hash."""
        last = min(last, branch.head)
        found: list[Row] = []
        spans = self.lineage(branch)
        ends = [*(start for _, start in spans[1:]), branch.head]
        with self.reading() as connection:
            for (holder, start), end in zip(spans, ends, strict=True):
                low, high = max(first, start), min(last, end)
                if low < high:
                    found += connection.execute(
                        "SELECT entry, hash FROM entries WHERE place >= ? AND place < ? ORDER BY place",
                        (place(holder, low), place(holder, high)),
                    ).fetchall()
        self._check(branch, first, last, found)
        return found

    def _check(self, branch: Branch, first: int, last: int, found: list[Row]) -> None:
        mark = self.hash_at(branch, first) if found else b""
        at = first
        try:
            for at, (data, written) in enumerate(found, first):
                mark = blake2b(mark + data, digest_size=HASH).digest()
                if mark != written:
                    raise self._edited(branch, at)
        except TypeError:  # a text where bytes were written
            raise self._edited(branch, at) from None
        if len(found) != max(0, last - first) or (found and last == branch.head and mark != branch.hash):
            raise Damaged(
                f"case {branch.case}, branch {branch.name!r}: entries are missing between {first} and "
                f"{last}; import an export of this case"
            )

    def _edited(self, branch: Branch, at: int) -> Damaged:
        return Damaged(
            f"case {branch.case}, branch {branch.name!r}: entry {at} is not what was written there. "
            f"Fork at {at} to continue from before it, or import an export of this case"
        )

    def hash_at(self, branch: Branch, seq: int) -> bytes:
        """The running hash before entry `seq`."""
        if seq == branch.head:
            return branch.hash
        if seq == 0:
            return self.genesis(branch.case)
        where = place(self.holder(branch, seq - 1), seq - 1)
        for (mark,) in self.ask("SELECT hash FROM entries WHERE place = ?", where):
            return raw(mark)
        raise Damaged(f"case {branch.case}, branch {branch.name!r}: entry {seq - 1} is missing")

    def entries(self, branch: Branch, first: int = 0, last: int | None = None) -> list[Entry]:
        """The entries from `first` up to `last`."""
        rows = self.rows(branch, first, branch.head if last is None else last)
        try:
            with without_collecting(len(rows)):
                return _entries.decode(b"[" + b",".join([data for data, _ in rows]) + b"]")
        except msgspec.MsgspecError as problem:
            raise Damaged(
                f"case {branch.case}, branch {branch.name!r}: entries {first} to {first + len(rows) - 1} "
                f"were written by another judgekit and cannot be read ({problem}). Nothing is lost: open the "
                "case with the judgekit that wrote it, or play its position again as a new case"
            ) from problem

    def read_as(self, case: int) -> dict[str, str]:
        """How the logs of a case read open questions that nobody had chosen a reading of."""
        found: dict[str, str] = {}
        for branch in self.branches(case):
            rows = self.ask(
                "SELECT entry FROM entries WHERE place >= ? AND place < ? AND instr(entry, ?) ORDER BY place",
                place(branch.id, 0), place(branch.id + 1, 0), b'"ReadAs"',
            )  # fmt: skip
            events = (happened.event for (data,) in rows for happened in decode_entry(data).events)
            for event in events:
                if isinstance(event, ReadAs) and event.doubt not in branch.readings:
                    found.setdefault(event.doubt, event.choice)
        return found

    # snapshots and verdicts: what could be worked out again

    @cached_property
    def key(self) -> bytes:
        """The secret of this folder: it identifies what was worked out here."""
        return keys.secret(self.path.parent / "key")

    @cached_property
    def _folder(self) -> str:
        """What identifies this folder's seals; it does not reveal the key."""
        return self._seal(b"folder").hex()

    def _kept(self, branch: int, seq: int, before: bytes, data: bytes) -> tuple[int, bytes, bytes]:
        return place(branch, seq), data, self._seal(before, data)

    def _seal(self, *parts: bytes) -> bytes:
        return blake2b(b"\0".join(parts), key=self.key, digest_size=HASH).digest()

    def snapshot(self, branch: Branch, seq: int) -> tuple[int, State] | None:
        """The latest kept state at or before entry `seq`, and the entry it stands before. One that was not
        kept here for this very log counts for nothing."""
        for holder, start in reversed(self.lineage(branch)):
            if start >= seq:
                continue
            with self.reading() as connection:
                rows = connection.execute(
                    "SELECT seq, state, mark FROM snapshots WHERE place BETWEEN ? AND ? ORDER BY place DESC",
                    (place(holder, 0), place(holder, seq)),
                )
                for at, data, mark in rows:
                    if mark == self._seal(self.hash_at(branch, at), raw(data)):
                        return int(at), unpack(raw(data))
            seq = start
        return None

    def keep_state(self, branch: Branch, seq: int, state: State) -> None:
        """Keep a state that was worked out again; if the one kept before differs, the journal says so."""
        data = pack(state)
        row = self._kept(branch.id, seq, self.hash_at(branch, seq), data)
        found = next(iter(self.ask("SELECT state, mark FROM snapshots WHERE place = ?", row[0])), None)
        if found is not None and (raw(found[0]), found[1]) == row[1:]:
            return
        with suppress(CaseError), self.writing(AT_ONCE) as connection:
            connection.execute("INSERT OR REPLACE INTO snapshots (place, state, mark) VALUES (?, ?, ?)", row)
            if found is not None and _says_otherwise(raw(found[0]), state):
                text = (
                    f"the state kept before entry {seq} of branch {branch.name!r} was not what its log gives"
                )
                journal.write(connection, branch.case, "mended", text=f"{text}; it was worked out again")

    def record(self, branch: Branch, length: int | None = None) -> bytes:
        """One hash over everything in a branch: what the case runs on, its readings and where they start,
        its length and every entry; or only its first `length` entries, if given."""
        if length is None:
            key = self.foreign_writes(), branch.id, branch.head, branch.hash
            known = self._records.get(key)
            if known is None:
                if len(self._records) >= RECORDS:
                    self._records.clear()
                known = self._records[key] = self.record(branch, branch.head)
            return known
        upto = length
        shared = [(first, self.again(number).readings) for number, first in self.lineage(branch)]
        read = [(first, sorted(readings.items())) for first, readings in shared if first <= upto]
        told = (self.edition(branch.case), read, upto, self.hash_at(branch, upto).hex())
        return blake2b(msgspec.json.encode(told), digest_size=HASH).digest()

    def edition(self, case: int) -> str:
        return str(self.ask("SELECT edition FROM cases WHERE id = ?", case)[0][0])

    def keep_verdict(self, branch: Branch, fingerprint: str, verdict: bytes, is_good: bool = False) -> None:
        """Keep what was found out about a branch. A good one that is only a little longer than when it was
        last written down is remembered: stepping through a game need not wait for the disk."""
        record, key = self.record(branch), (branch.id, fingerprint)
        if len(self._found_out) >= RECORDS:
            self._found_out.clear()
        self._found_out[key] = record, verdict
        self._touch(branch.case)
        if is_good and 0 <= branch.head - self._written.get(key, -EVERY) < EVERY:
            return
        mark = self._seal(record, fingerprint.encode(), verdict)
        with suppress(CaseError), self.writing(AT_ONCE) as connection:
            connection.execute(
                "DELETE FROM verdicts WHERE branch = ? AND fingerprint = ?",
                (branch.id, fingerprint),
            )
            connection.execute(
                "INSERT OR REPLACE INTO verdicts VALUES (?, ?, ?, ?, ?)",
                (branch.id, record, fingerprint, verdict, mark),
            )
            self._written[key] = branch.head

    def verdict(self, branch: Branch, fingerprint: str) -> bytes | None:
        """What was found out here about this very record by these very rules."""
        record = self.record(branch)
        return next((told for of, told in self.verdicts(branch, fingerprint) if of == record), None)

    def verdicts(self, branch: Branch, fingerprint: str) -> list[tuple[bytes, bytes]]:
        """What was found out here about this branch, now or when it was shorter: (record, verdict)."""
        rows = self.ask(
            "SELECT record, verdict, mark FROM verdicts WHERE branch = ? AND fingerprint = ?",
            branch.id, fingerprint,
        )  # fmt: skip
        sealed = ((raw(record), raw(verdict), mark) for record, verdict, mark in rows)
        known = self._found_out.get((branch.id, fingerprint))
        return [
            *([known] if known else ()),
            *((r, v) for r, v, mark in sealed if mark == self._seal(r, fingerprint.encode(), v)),
        ]

    # is everything as it was written?

    def problems(self, case: int) -> list[Problem]:
        """Where a case differs from what was written: its logs by their hashes, the rest by the journal.
        Checked again whenever someone else has changed the file, and as long as something is wrong."""
        foreign = self.foreign_writes()
        if self._sound.get(case) == foreign:
            return []
        with self.at_one_moment():
            found = list(self._problems(case))
        if not found:
            self._sound[case] = foreign
        return found

    def mended(self, case: int) -> list[str]:
        """What was found wrong in a case and put right."""
        with self.reading() as connection:
            return journal.mended(connection, case)

    def lost(self) -> list[str]:
        """What was taken away without a word in the journal."""
        with self.at_one_moment() as connection:
            missed = last.missing(self.path, journal.last(connection), self._seal)
            return [
                *([missed] if missed else ()),
                *journal.mended(connection, 0),
                *journal.lost(connection),
                *journal.cut(connection, self._folder, self._seal),
            ]

    def _problems(self, case: int) -> Iterator[Problem]:
        if self.pinned(case).edition != self.edition(case):
            yield 0, f"it runs on {self.pinned(case).edition}, but is listed as {self.edition(case)}"
        with self.reading() as connection:
            yield from journal.problems(connection, case)
            yield from ((0, text) for text in journal.cut(connection, self._folder, self._seal, case))
        for branch in self.branches(case):
            try:
                self._check_own(branch)
            except Damaged as problem:
                yield branch.id, str(problem)

    def _check_own(self, branch: Branch) -> None:
        for first in range(branch.fork, branch.head, 4096):
            self.rows(branch, first, min(first + 4096, branch.head))

    def file_state(self) -> FileState:
        """Changes whenever anyone writes to the database, even bypassing SQLite."""
        return _stat(self._files[0]), _stat(self._files[1])


def chain(mark: bytes, entries: Iterable[Entry]) -> list[Row]:
    """Entries as rows, each with the running hash after it."""
    rows: list[Row] = []
    for entry in entries:
        data = encode_entry(entry)
        mark = blake2b(mark + data, digest_size=HASH).digest()
        rows.append((data, mark))
    return rows


@contextmanager
def without_collecting(rows: int) -> Iterator[None]:
    """Long logs are many objects and no cycles: looking for garbage meanwhile takes longer than the work."""
    pause = rows > 1000 and gc.isenabled()
    if pause:
        gc.disable()
    try:
        yield
    finally:
        if pause:
            gc.enable()


def pack(state: State) -> bytes:
    return zlib.compress(encode_state(state), 9)


def _begin_within(connection: sqlite3.Connection, wait: float) -> None:
    connection.execute(f"PRAGMA busy_timeout = {int(wait * 1000)}")
    try:
        connection.execute("BEGIN IMMEDIATE")
    finally:
        connection.execute(f"PRAGMA busy_timeout = {WAIT * 1000}")


def _data_version(connection: sqlite3.Connection) -> int:
    """A number that changes whenever another connection writes to the database."""
    return int(connection.execute("PRAGMA data_version").fetchone()[0])


def _stat(path: str) -> tuple[int, int, int]:
    try:
        found = os.stat(path)  # noqa: PTH116 (asked for with every page)
    except OSError:
        return 0, 0, 0
    return found.st_ino, found.st_mtime_ns, found.st_size


def _says_otherwise(data: bytes, state: State) -> bool:
    try:
        return encode_state(unpack(data)) != encode_state(state)
    except (zlib.error, msgspec.MsgspecError, ValueError):
        return True


def unpack(data: bytes) -> State:
    return decode_state(zlib.decompress(data))
