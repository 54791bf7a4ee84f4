"""The learner's side of a room: join with a code and a name, answer, and follow."""

from __future__ import annotations

from datetime import timedelta

import msgspec
from flask import abort, current_app, redirect, request
from werkzeug.wrappers import Response

from judgekit.known import titled
from judgekit.teach import memory
from judgekit.teach.classroom import Room, Rooms, UnknownRoom
from judgekit.teach.exams import Blueprint, draw
from judgekit.teach.question import LETTERS
from judgekit.teach.store import TeachError
from judgekit.web.access import PASS, Doors, passes
from judgekit.web.case.board import BoardView
from judgekit.web.jobs import few_at_once
from judgekit.web.learn.exam_pages import number_in
from judgekit.web.learn.practice import (
    GONE,
    NOWHERE,
    Choice,
    address,
    by_id,
    choices,
    learner,
    option_id,
    place_of,
    practice,
    seconds_in,
)
from judgekit.web.responses import came_of, json_answer, show, wants_json
from judgekit.web.urls import whole

HOURS = 12  # that a learner's pass is good for


class JoinPage(msgspec.Struct):
    code: str
    message: str  # what was wrong with the last try


class SeatBar(msgspec.Struct, frozen=True):
    letter: str
    text: str
    count: int
    right: bool
    own: bool


class SeatPage(msgspec.Struct):
    """A question in a room; the right answer is there only when the room shows it."""

    href: str
    name: str
    room: str
    kind: str
    open: bool
    shown: bool
    deadline: str
    version: int
    number: int
    of: int
    asked: int  # of a class: the number of the question that is asked
    context: str
    prompt: str
    options: tuple[Choice, ...]
    chosen: str
    bars: tuple[SeatBar, ...]
    board: BoardView | None
    deck: str
    cards: tuple[tuple[str, str], ...]
    answered: tuple[int, ...]
    right: tuple[int, ...]  # of those, when the room shows it
    token: str
    result: str  # the address of the branch, when it may be seen
    points: str


class RoomCursor(msgspec.Struct):
    version: int
    number: int
    shown: bool
    open: bool
    answered: int
    members: int


def rooms() -> Rooms:
    return Rooms(practice())


# coming in


def join_page() -> Response:
    """Join a room: its code and a name."""
    return show("learn/join.html", JoinPage(request.args.get("code", "")[:12], ""))


def join() -> Response:
    """Take a seat in a room."""
    doors: Doors = current_app.extensions["judgekit doors"]
    who = request.remote_addr or ""
    if doors.must_wait(who):
        abort(429, "too many wrong codes from there; wait a minute")
    try:
        room = rooms().by_code(request.form.get("code", "")[:12])
        rooms().join(room, learner(), request.form.get("name", ""))
    except UnknownRoom as problem:
        doors.failed(who)
        return show("learn/join.html", JoinPage(request.form.get("code", "")[:12], str(problem)), 404)
    except TeachError as problem:
        return show("learn/join.html", JoinPage(request.form.get("code", "")[:12], str(problem)), 422)
    href = f"/learn/rooms/{room.id}/seat"
    answer = came_of({"room": room.id, "href": href}, href, 201)
    if current_app.config.get("JUDGEKIT_TOKEN") and not _is_inside():
        _, word = passes().give("learner", HOURS, f"room {room.code}")
        answer.set_cookie(PASS, word, httponly=True, samesite="Lax", secure=request.is_secure)
    return answer


def _is_inside() -> bool:
    """Whether a visitor has a pass or the token: a learner's pass would reduce what they may do."""
    return bool(request.cookies.get(PASS) or request.cookies.get("judgekit"))


@few_at_once
def mock_exam() -> Response:
    """An exam for oneself: by the usual blueprint, against the clock, and nothing that was asked before."""
    asked = {one.question for one in practice().answers(learner())}
    drawn = Blueprint(
        request.form.get("game", ""), number_in(request.form.get("number", ""), "number of questions", 20),
        seed=memory.stamp(), without=tuple(sorted(asked)),
    )  # fmt: skip
    questions = [question.id for question in draw(practice().bank, drawn).questions]
    end = memory.now() + timedelta(minutes=drawn.minutes)
    room = rooms().open(
        "exam", f"Mock exam, {titled(drawn.game)}", questions, end.isoformat(), _mark_of_form()
    )
    rooms().join(room, learner(), "you")
    href = f"/learn/rooms/{room.id}/seat"
    return came_of({"room": room.id, "href": href}, href, 201)


def _mark_of_form() -> str:
    """The token of a form, if it has one, for this learner and game."""
    token = request.form.get("token", "")[:60]
    return f"{learner()} {request.form.get('game', '')} {token}" if token else ""


# a seat


def seat_page(room: int) -> Response:
    """A learner's seat: the question of the class, or the questions of homework or an exam."""
    found = rooms().find(room)
    if not rooms().name_of(found, learner()):
        return redirect(f"/join?code={found.code}", 303)
    return show("learn/seat.html", _page(found))


def _number(room: Room) -> int:
    """The question being looked at: in a class, the one being asked, or one that is over."""
    last = room.now if room.kind == "class" else len(room.questions) - 1
    asked = request.args.get("q", "")
    if asked.isascii() and asked.isdecimal() and int(asked[:4]) > 0:
        return min(int(asked[:4]) - 1, last)
    return last if room.kind == "class" else 0


def _page(room: Room) -> SeatPage:
    found, who = rooms(), learner()
    at = _number(room)
    number = room.questions[at]
    question = practice().bank.still(number)
    tries = found.answered(room, who)
    own = tries.get(number)
    is_over = room.kind == "class" and at < room.now
    shows = room.shows_answers() or is_over
    seed = room.code if room.kind == "class" else f"{room.code} {who}"
    options = choices(question, seed) if question else ()
    board, deck, cards = place_of(question) if question else NOWHERE
    counts = found.bars(room, number) if shows and room.kind == "class" else {}
    right = question.right.text if question else ""
    bars = tuple(
        SeatBar(
            LETTERS[i],
            c.text,
            counts.get(c.text, 0),
            c.text == right,
            own is not None and own.chosen == c.text,
        )
        for i, c in enumerate(options)
        if shows
    )
    chosen = own.chosen if own else ""
    seen = chosen or right
    result = address(number, {"chosen": option_id(number, seen)}, "/result") if shows and question else ""
    points = f"{sum(t.correct for t in tries.values())} of {len(room.questions)}" if shows else ""
    return SeatPage(
        f"/learn/rooms/{room.id}", found.name_of(room, who), room.name, room.kind, room.is_open(), shows,
        room.deadline, room.version, at + 1, len(room.questions), room.now + 1,
        question.context if question else "",
        question.prompt if question else GONE, options, chosen, bars, board, deck, cards,
        tuple(i for i, number in enumerate(room.questions, 1) if number in tries),
        tuple(i for i, q in enumerate(room.questions, 1) if shows and q in tries and tries[q].correct),
        f"{at + 1}-{sum(t.question == number for t in found.tries(room) if t.learner == who)}",
        result, points if room.kind != "class" else "",
    )  # fmt: skip


def room_cursor(room: int) -> Response:
    """How far a room has come; pages poll this."""
    found = rooms().find(room)
    done, members = rooms().progress(found)
    return json_answer(RoomCursor(found.version, found.now + 1, found.shown, found.is_open(), done, members))


def answer(room: int) -> Response:
    """Answer in a room; sent again by a page's outbox, it counts once."""
    found = rooms().find(room)
    at, many = whole(request.form.get("number", ""), 4), len(found.questions)
    if not 0 < at <= many:
        abort(
            422,
            f"the number of the question is from 1 to {many}; got {request.form.get('number', '')[:10]!r}",
        )
    question = practice().bank.find(found.questions[at - 1])
    option = by_id(question, request.form.get("option", "")[:400])
    given = rooms().answer(
        found, learner(), question, option.text, request.form.get("token", "")[:60],
        seconds_in(request.form.get("seconds", "")),
    )  # fmt: skip
    if wants_json():
        return json_answer({"kept": True, "new": given.is_new})
    more = f"?q={min(at + 1, many)}" if found.kind != "class" else ""
    return redirect(f"/learn/rooms/{room}/seat{more}", 303)
