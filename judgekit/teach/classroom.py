"""Rooms: live class, homework or exam on screens. No accounts: six characters and a typed name.

A page polls with the version it has seen; a room that has not changed answers with next to nothing.
"""

from __future__ import annotations

import csv
import io
import secrets
import sqlite3
from datetime import datetime
from hashlib import blake2b

import msgspec

from judgekit.teach import memory
from judgekit.teach.exams import safe
from judgekit.teach.practice import Given, Practice, option_of
from judgekit.teach.question import Question
from judgekit.teach.store import Store, TeachError, row

SIGNS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # none that is taken for another
LENGTH = 6
ROOM = "SELECT rowid, code, name, kind, questions, now, shown, deadline, closed, version FROM rooms"
LONGEST = 30  # signs of a name
KINDS = ("class", "homework", "exam")
MEMBERS = 200


class UnknownRoom(TeachError):
    """No such room."""


class Closed(TeachError):
    """A room that takes no more answers."""


class Room(msgspec.Struct, frozen=True):
    id: int
    code: str
    name: str
    kind: str
    questions: tuple[str, ...]
    now: int  # of a class: the question that is asked
    shown: bool  # of a class: whether the answer is shown
    deadline: str
    closed: bool
    version: int

    def is_open(self) -> bool:
        return not self.closed and not memory.is_past(self.deadline)

    def shows_answers(self) -> bool:
        """Whether a learner may see what is right: in an exam and in homework only when it is over."""
        return self.shown if self.kind == "class" else not self.is_open()


class Try(msgspec.Struct, frozen=True):
    learner: str
    name: str
    question: str
    chosen: str
    correct: bool
    at: str
    clause: str  # that it was about


class Rooms:
    def __init__(self, practice: Practice) -> None:
        self.practice = practice
        self.store: Store = practice.store

    def open(self, kind: str, name: str, questions: list[str], deadline: str = "", token: str = "") -> Room:
        """A new room with its questions in order. A form that is sent twice, by its token, opens one room."""
        if kind not in KINDS:
            raise TeachError(f"a room is one of {', '.join(KINDS)}; got {kind[:20]!r}")
        if not questions:
            raise TeachError("a room needs at least one question: name them, or a game and how many")
        end = _deadline(deadline)
        if memory.is_past(end):
            raise TeachError(f"the deadline is over already: {deadline.strip()[:40]}; choose a later one")
        for question in questions:
            self.practice.bank.find(question)
        told = (
            name.strip()[:80] or kind.capitalize(),
            kind,
            msgspec.json.encode(questions),
            end,
            memory.stamp(),
        )
        code = _signs(token or secrets.token_hex())
        while not self._opened(code, *told):
            here = self.by_code(code)
            if token and here.kind == kind:
                return here
            code = _signs(secrets.token_hex())
        return self.by_code(code)

    def _opened(self, *row: object) -> bool:
        """Whether there was no room with this code."""
        with self.store.writing() as connection:
            done = connection.execute(
                "INSERT OR IGNORE INTO rooms VALUES (?, ?, ?, ?, 0, 0, ?, 0, 1, ?)", row
            ).rowcount
        return bool(done)

    def by_code(self, code: str) -> Room:
        return self._room("code = ?", "".join(code.upper().split()).replace("-", ""))

    def find(self, number: int) -> Room:
        return self._room("rowid = ?", row(number))

    def _room(self, where: str, value: object) -> Room:
        found = self.store.connection.execute(
            f"{ROOM} WHERE {where}",
            (value,),
        ).fetchone()
        if found is None:
            raise UnknownRoom("there is no such room: check the six characters, or ask the teacher")
        questions = tuple(msgspec.json.decode(found[4], type=list[str]))
        number, code, name, kind, _, now, shown, deadline, closed, version = found
        return Room(number, code, name, kind, questions, now, bool(shown), deadline, bool(closed), version)

    def all(self) -> list[Room]:
        rows = self.store.connection.execute("SELECT rowid FROM rooms ORDER BY rowid DESC LIMIT 50")
        return [self.find(number) for (number,) in rows.fetchall()]

    # people

    def join(self, room: Room, learner: str, name: str) -> str:
        """Take a seat under a name; the same learner keeps the one they have."""
        called = " ".join(name.split())[:LONGEST]
        if not called:
            raise TeachError("type your name, so that the teacher knows who you are")
        if room.closed:
            raise Closed("this room is closed")
        with self.store.writing() as connection:
            if len(self.members(room)) >= MEMBERS:
                raise TeachError(f"this room is full: {MEMBERS} learners")
            try:
                connection.execute(
                    "INSERT INTO members VALUES (?, ?, ?, ?) ON CONFLICT (room, learner) "
                    "DO UPDATE SET name = excluded.name",
                    (room.code, learner, called, memory.stamp()),
                )
            except sqlite3.IntegrityError as problem:
                raise TeachError(
                    f"somebody in this room is called {called} already; add a letter"
                ) from problem
            self._changed(connection, room)
        return called

    def members(self, room: Room) -> dict[str, str]:
        rows = self.store.connection.execute(
            "SELECT learner, name FROM members WHERE room = ? ORDER BY name", (room.code,)
        )
        return dict(rows.fetchall())

    def name_of(self, room: Room, learner: str) -> str:
        return self.members(room).get(learner, "")

    # the teacher

    def step(self, room: Room, do: str, number: int = 0) -> Room:
        """Show the answer, go on, go back, close: what a teacher does, who sees the question of this number;
        pressed twice, the room goes on once."""
        now, shown, closed = room.now, room.shown, room.closed
        if do in ("next", "back") and number not in (0, now + 1):
            return room
        if do == "show":
            shown = True
        elif do == "hide":
            shown = False
        elif do in ("next", "back"):
            now = min(max(now + (1 if do == "next" else -1), 0), len(room.questions) - 1)
            shown = False
        elif do == "close":
            closed = True
        elif do == "open":
            closed = False
        else:
            raise TeachError(
                f"a teacher can show, hide, go to the next or back, close and open; got {do[:20]!r}"
            )
        with self.store.writing() as connection:
            connection.execute(
                "UPDATE rooms SET now = ?, shown = ?, closed = ?, version = version + 1 WHERE code = ?",
                (now, shown, closed, room.code),
            )
        return self.by_code(room.code)

    def _changed(self, connection: sqlite3.Connection, room: Room) -> None:
        connection.execute("UPDATE rooms SET version = version + 1 WHERE code = ?", (room.code,))

    # answers

    def answer(
        self, room: Room, learner: str, question: Question, chosen: str, token: str, seconds: float = 0
    ) -> Given:
        """A member's answer. In a class and an exam the first counts; for homework every try is kept."""
        if learner not in self.members(room):
            raise TeachError("join the room first: type its six characters and your name")
        if question.id not in room.questions:
            raise TeachError("this question is not one of this room's")
        if not room.is_open():
            raise Closed("this room takes no more answers: it is closed, or its time is over")
        if room.kind == "class" and (room.shown or question.id != room.questions[room.now]):
            raise Closed("the teacher has gone on; this question is over")
        option_of(question, chosen)
        mark = f"{room.code} {question.id}" if room.kind != "homework" else f"{room.code} {token}"
        given = self.practice.answer(learner, question, chosen, mark, 0, seconds, room.code)
        if given.is_new:
            with self.store.writing() as connection:
                self._changed(connection, room)
        return given

    def tries(self, room: Room) -> list[Try]:
        names = self.members(room)
        rows = self.store.connection.execute(
            "SELECT learner, question, chosen, correct, at, clause FROM answers WHERE place = ? ORDER BY id",
            (room.code,),
        )
        return [
            Try(who, names.get(who, "?"), q, chosen, bool(ok), *rest) for who, q, chosen, ok, *rest in rows
        ]

    def bars(self, room: Room, question: str) -> dict[str, int]:
        """How many chose each option."""
        rows = self.store.connection.execute(
            "SELECT chosen, COUNT(DISTINCT learner) FROM answers WHERE place = ? AND question = ? "
            "GROUP BY chosen",
            (room.code, question),
        )
        return dict(rows.fetchall())

    def progress(self, room: Room) -> tuple[int, int]:
        """How many are done, and how many members there are."""
        members = self.store.connection.execute(
            "SELECT COUNT(*) FROM members WHERE room = ?", (room.code,)
        ).fetchone()[0]
        return len(self.done(room)), members

    def done(self, room: Room) -> set[str]:
        """Who has answered: in a class the question that is asked, else all questions."""
        wanted = room.questions[room.now :][:1] if room.kind == "class" else room.questions
        rows = self.store.connection.execute(
            "SELECT learner FROM answers WHERE place = ? AND question IN (SELECT value FROM json_each(?)) "
            "GROUP BY learner HAVING COUNT(DISTINCT question) = ?",
            (room.code, msgspec.json.encode(wanted).decode(), len({*wanted})),
        )
        return {who for (who,) in rows}

    def answered(self, room: Room, learner: str) -> dict[str, Try]:
        """A member's last try at each question."""
        return {one.question: one for one in self.tries(room) if one.learner == learner}

    def csv(self, room: Room) -> str:
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\r\n")
        writer.writerow(("name", "question", "clause", "answer", "right", "at"))
        for one in self.tries(room):
            right = "yes" if one.correct else "no"
            writer.writerow((safe(one.name), one.question, one.clause, safe(one.chosen), right, one.at))
        return out.getvalue()


def _signs(seed: str) -> str:
    return "".join(SIGNS[byte % len(SIGNS)] for byte in blake2b(seed.encode(), digest_size=LENGTH).digest())


def _deadline(text: str) -> str:
    """A moment as a form sends it; empty if there is none."""
    if not text.strip():
        return ""
    try:
        found = datetime.fromisoformat(text.strip())
    except ValueError as problem:
        raise TeachError(
            f"a deadline is a day and a time, like 2026-05-04T18:00; got {text[:40]!r}"
        ) from problem
    return (found if found.tzinfo else found.astimezone()).isoformat(timespec="seconds")
