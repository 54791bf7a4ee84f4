"""The teacher's side of a room: open it, see who is there, step, and look at any wrong branch."""

from __future__ import annotations

import re
import secrets

import msgspec
import segno
from flask import request
from werkzeug.wrappers import Response

from judgekit.known import GAMES
from judgekit.teach import exams
from judgekit.teach.classroom import KINDS, Room, Rooms, Try
from judgekit.teach.exams import Blueprint, Papers
from judgekit.teach.question import LETTERS, Question
from judgekit.web.case.board import BoardView
from judgekit.web.learn.exam_pages import number_in, seen_before, shares_in
from judgekit.web.learn.practice import (
    GONE,
    NOWHERE,
    address,
    by_text,
    choices,
    option_id,
    place_of,
    practice,
)
from judgekit.web.responses import came_of, file_answer, show
from judgekit.web.urls import whole


class RoomLink(msgspec.Struct, frozen=True):
    href: str
    name: str
    kind: str
    code: str
    open: bool


class RoomsPage(msgspec.Struct):
    rooms: tuple[RoomLink, ...]
    papers: tuple[tuple[int, str, str], ...]
    token: str  # of the form: sent twice, it opens one room
    games: tuple[str, ...] = GAMES
    kinds: tuple[str, ...] = KINDS


class Bar(msgspec.Struct, frozen=True):
    letter: str
    text: str
    count: int
    right: bool
    href: str  # the branch that this answer leads to


class Cell(msgspec.Struct, frozen=True):
    """A learner's tries at a question: whether the last one is right, and the branch of each."""

    correct: bool
    tries: tuple[tuple[bool, str], ...]


class Pupil(msgspec.Struct, frozen=True):
    name: str
    right: int
    cells: tuple[Cell | None, ...]


class HostPage(msgspec.Struct):
    href: str
    name: str
    kind: str
    code: str
    join: str
    qr: str
    open: bool
    shown: bool
    deadline: str
    version: int
    number: int
    of: int
    context: str
    prompt: str
    bars: tuple[Bar, ...]
    bars_shown: bool
    answered: int
    members: tuple[tuple[str, bool], ...]
    pupils: tuple[Pupil, ...]
    questions: tuple[tuple[str, str], ...]
    board: BoardView | None
    deck: str
    cards: tuple[tuple[str, str], ...]
    is_reached: bool  # whether a phone can open the address for joining


def rooms() -> Rooms:
    return Rooms(practice())


def rooms_page() -> Response:
    """Rooms that are open, and a form for another."""
    found = [
        RoomLink(f"/learn/rooms/{room.id}", room.name, room.kind, room.code, room.is_open())
        for room in rooms().all()
    ]
    return show(
        "learn/rooms.html",
        RoomsPage(tuple(found), tuple(Papers(practice().store).all()), secrets.token_hex(8)),
    )


def open_room() -> Response:
    """Open a room for a class, for homework or for an exam on screens."""
    form = request.form
    room = rooms().open(
        form.get("kind", ""),
        form.get("name", ""),
        _questions(),
        form.get("deadline", ""),
        form.get("token", "")[:60],
    )
    href = f"/learn/rooms/{room.id}"
    return came_of({"room": room.id, "code": room.code, "href": href}, href, 201)


def _questions() -> list[str]:
    """Named one by one, taken from a paper, or drawn."""
    form = request.form
    named = form.get("questions", "").split()[:100]
    if named:
        return named
    if form.get("paper", ""):
        paper = Papers(practice().store).find(number_in(form.get("paper", ""), "paper", 0))
        return [question.id for question in paper.questions]
    blueprint = Blueprint(
        form.get("game", "") or GAMES[0], number_in(form.get("number", ""), "number of questions", 5),
        chapters=shares_in(form.get("chapters", "")), without=seen_before(),
        seed=form.get("seed", "").strip()[:40] or secrets.token_hex(4),
    )  # fmt: skip
    return [question.id for question in exams.draw(practice().bank, blueprint).questions]


def host_page(room: int) -> Response:
    """A room as its teacher sees it."""
    return show("learn/host.html", _page(rooms().find(room)))


def _page(room: Room) -> HostPage:
    found = rooms()
    names = found.members(room)
    number = room.questions[room.now]
    question = practice().bank.still(number)
    done = found.done(room)
    everybody = bool(names) and set(names) <= done
    join = f"{request.host_url}join?code={room.code}"
    return HostPage(
        f"/learn/rooms/{room.id}", room.name, room.kind, room.code, join,
        segno.make(join, error="m").svg_data_uri(scale=4, border=2), room.is_open(), room.shown,
        room.deadline,
        room.version, room.now + 1, len(room.questions), question.context if question else "",
        question.prompt if question else GONE, _bars(room, question), room.shown or everybody, len(done),
        tuple((name, who in done) for who, name in names.items()), _pupils(room),
        tuple((one, address(one)) for one in room.questions),
        *(place_of(question) if question else NOWHERE),
        not HERE.fullmatch(request.host),
    )  # fmt: skip


HERE = re.compile(r"(localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])(:\d+)?")  # the machine itself


def _bars(room: Room, question: Question | None) -> tuple[Bar, ...]:
    if question is None:
        return ()
    counts = rooms().bars(room, question.id)
    shown = choices(question, room.code)
    found = []
    for at, choice in enumerate(shown):
        right = by_text(question, choice.text).is_right and room.shown
        href = _branch(question.id, choice.text)
        found.append(Bar(LETTERS[at], choice.text, counts.get(choice.text, 0), right, href))
    return tuple(found)


def _pupils(room: Room) -> tuple[Pupil, ...]:
    """Everybody's tries at every question; a wrong one leads to its branch."""
    found = rooms()
    tries = found.tries(room)
    rows = []
    for who, name in found.members(room).items():
        cells = []
        for number in room.questions:
            own = [one for one in tries if one.learner == who and one.question == number]
            cells.append(_cell(number, own) if own else None)
        rows.append(Pupil(name, sum(cell is not None and cell.correct for cell in cells), tuple(cells)))
    return tuple(rows)


def _cell(number: str, tries: list[Try]) -> Cell:
    return Cell(tries[-1].correct, tuple((one.correct, _branch(number, one.chosen)) for one in tries))


def _branch(question: str, chosen: str) -> str:
    return address(question, {"chosen": option_id(question, chosen)}, "/result")


def step_room(room: int) -> Response:
    """Show the answer, go on, go back, close or open the room."""
    after = rooms().step(
        rooms().find(room), request.form.get("do", ""), whole(request.form.get("number", ""), 3)
    )
    return came_of({"version": after.version}, f"/learn/rooms/{room}")


def room_file(room: int) -> Response:
    """Every try of a room as CSV."""
    found = rooms().find(room)
    return file_answer(rooms().csv(found), f"room-{found.code}.csv", "text/csv")
