"""Who a visitor is: the judge sees the whole table, a visitor by a seat's link one seat."""

from __future__ import annotations

import hmac
import threading
import time
from collections import OrderedDict
from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING

from flask import abort, current_app, g, redirect, request
from werkzeug.wrappers import Response

from judgekit.web.urls import SEATS

if TYPE_CHECKING:
    from judgekit.cases.store.passes import Passes

PASS, ENTRY = "judgekit_pass", "judgekit"
TRIES, WINDOW = 20, 60.0  # wrong tokens and passes from one address in so many seconds
SEAT_OF = {"seat-A": "A", "seat-B": "B", "table": "table", "learner": "table"}
WRITERS = ("head-judge", "judge", "teacher")
OPEN = frozenset({"access.enter", "learn.seat.join_page", "learn.seat.join"})
FOR_SEATS = frozenset(  # what a seat may look at: each shows no more than the seat may see
    {
        "static", "home.job", "home.stop_job", "home.forgery_token", "home.choose_theme",
        "case.views.first_line", "case.views.line",
        "case.views.step", "case.actions.answer", "case.seeking.seek", "case.exports.offline",
        "case.sheet.sheet", "case.sheet.short", "case.exports.permalink", "case.exports.long_address",
        "case.keys.key_list", "case.compare.compare_page",
    }
)  # fmt: skip
FOR_EVERYBODY = (
    "rules.", "rulings.", "learn.practice.", "learn.lesson_pages.", "learn.writing.", "learn.seat.",
)  # fmt: skip
LEARNING = frozenset(  # what learners send: their own answers, and a text that is only looked at
    {
        "learn.practice.take_answer", "learn.practice.report", "learn.writing.preview",
        "learn.seat.answer", "learn.seat.join", "learn.seat.mock_exam",
    }
)  # fmt: skip
TEACHING = ("learn.exam_pages.", "learn.host.", "learn.health_pages.")  # keys, and what learners answered
LOOKING = ("GET", "HEAD")
HEAD_ONLY = frozenset({"case.new.remove_case", "case.new.restore_case"})


@dataclass(frozen=True)
class Access:
    role: str

    @property
    def seat(self) -> str:
        """The seat that a visitor is bound to; if empty, they may look from any seat."""
        return SEAT_OF.get(self.role, "")

    @property
    def may_change(self) -> bool:
        return self.role in WRITERS


class Doors:
    """Remembers failed attempts, so that nobody can keep trying."""

    def __init__(self) -> None:
        self._tries: OrderedDict[str, list[float]] = OrderedDict()
        self._lock = threading.Lock()

    def must_wait(self, who: str) -> bool:
        with self._lock:
            return len(self._lately(who)) >= TRIES

    def failed(self, who: str) -> None:
        with self._lock:
            self._tries[who] = [*self._lately(who), time.monotonic()]
            while len(self._tries) > 10_000:
                self._tries.popitem(last=False)

    def _lately(self, who: str) -> list[float]:
        since = time.monotonic() - WINDOW
        return [at for at in self._tries.get(who, ()) if at > since]


def passes() -> Passes:
    from judgekit.cases.store.passes import Passes

    return Passes(current_app.extensions["judgekit"].archive.store)


def digest(token: str) -> str:
    """What a cookie stores of a token: the token cannot be read from it."""
    return blake2b(token.encode(), person=b"judgekit token", digest_size=32).hexdigest()


def find_out(token: str, doors: Doors) -> Access:
    """Who is asking; visitors who should not be here are sent away."""
    word = request.cookies.get(PASS, "")
    found = passes().read(word) if word else None
    if found is not None:
        return Access(found.role)
    if not token:
        return Access("head-judge")
    bearer = request.headers.get("Authorization", "").removeprefix("Bearer ")
    kept = request.cookies.get(ENTRY, "")
    if _same(kept, digest(token)) or _same(bearer, token):
        return Access("head-judge")
    who = request.remote_addr or ""
    if doors.must_wait(who):
        abort(429, "too many wrong tokens from there; wait a minute")
    if kept or bearer or word or request.args.get("token"):
        doors.failed(who)
    return abort(
        403, "this judgekit lets in who has its link: open the address you were given, or ask for one"
    )


def _same(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode(), other.encode())


def by_token(token: str) -> Response | None:
    """A token in the address is taken into a cookie and out of the address."""
    given = request.args.get("token", "")
    if not token or not given or not _same(given, token):
        return None
    return _entered(redirect(request.path), ENTRY, digest(token))


def enter(code: str) -> Response:
    """Come in by a link: the pass is taken into a cookie and out of the address."""
    doors: Doors = current_app.extensions["judgekit doors"]
    who = request.remote_addr or ""
    if doors.must_wait(who):
        abort(429, "too many wrong links from there; wait a minute")
    found = passes().read(code)
    if found is None:
        doors.failed(who)
        abort(403, "this link is not good any more, or never was; ask for another one")
    return _entered(redirect("/cases" if not Access(found.role).seat else "/keys"), PASS, code)


def _entered(answer: Response, name: str, value: str) -> Response:
    how = "Strict" if name == ENTRY else "Lax"  # a link is opened from somewhere else, a token typed here
    answer.set_cookie(name, value, httponly=True, samesite=how, secure=request.is_secure)
    return answer


FILTERED = frozenset({"search.search_page"})  # it finds for a seat only what the seat may see


def must_be_allowed(access: Access) -> None:
    """Refuse what this role may not do; a seat that does not exist is refused too."""
    endpoint = request.endpoint or ""
    asked = request.values.get("v", "")
    if asked and asked not in SEATS:
        abort(400, f"{asked[:20]!r} is not a seat; the seats are {', '.join(SEATS)}")
    bound = access.seat
    if bound and asked and asked != bound:
        abort(403, f"this link shows the table as {bound} sees it; another seat needs another link")
    g.seat = bound or asked or "judge"
    as_a_seat = endpoint in FILTERED and not bound  # a judge who looks through a seat's eyes may search
    if (
        g.seat != "judge"
        and not (as_a_seat or _is_for_seats(endpoint))
        and (bound or request.method in LOOKING)
    ):
        abort(403, "this shows more than a seat may see; the judge has it")
    if endpoint.startswith(TEACHING) and not access.may_change:
        abort(403, "this shows keys and what learners answered; a judge or a teacher has it")
    if request.method not in LOOKING and not access.may_change:
        _must_be_own(access, endpoint)
    if endpoint in HEAD_ONLY and access.role != "head-judge":
        abort(403, "only the head judge does that")


def _is_for_seats(endpoint: str) -> bool:
    return endpoint in FOR_SEATS or endpoint in OPEN or endpoint.startswith(FOR_EVERYBODY)


def _must_be_own(access: Access, endpoint: str) -> None:
    if endpoint in LEARNING or endpoint in ("home.choose_theme", "home.stop_job"):
        return
    if endpoint == "case.actions.answer" and access.seat in ("A", "B"):
        return
    abort(403, "this link is for looking on; nothing was changed")
