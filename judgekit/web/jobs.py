"""Work that takes too long for a page: runs in the background, shows progress, can be stopped."""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import wraps
from typing import ParamSpec, Protocol, TypeVar

from flask import g, has_request_context
from werkzeug.wrappers import Response

from judgekit.budget import limited
from judgekit.errors import JudgekitError, is_ours
from judgekit.web.responses import came_of

P = ParamSpec("P")
T = TypeVar("T")

KEPT = 50
AT_ONCE = 2  # pieces of work that run beside the pages
WAITING = 20  # that may wait for their turn


class Report(Protocol):
    """Called by the work from time to time: how far it is, out of how much, and what it is doing."""

    def __call__(self, done: int, total: int = 0, doing: str = "") -> None: ...


Work = Callable[[Report], str]  # does it, tells how far it is, returns the address of what came of it


LONGEST = 1800.0  # seconds of its own work after which a job is stopped
QUICK = 0.6  # seconds that a page waits for work before it shows how far it is


class UnknownJob(JudgekitError):
    """No such work, or it was forgotten."""


class TooMuchWork(JudgekitError):
    """So much is waiting that nothing more is taken."""


_slow = threading.BoundedSemaphore(AT_ONCE)


def few_at_once(view: Callable[P, T]) -> Callable[P, T]:
    """A slow page: only a few are made at once, so that other requests are always served."""

    @wraps(view)
    def made(*args: P.args, **named: P.kwargs) -> T:
        if not _slow.acquire(timeout=QUICK):
            raise TooMuchWork(f"{AT_ONCE} files or papers are being made just now; try again in a while")
        try:
            return view(*args, **named)
        finally:
            _slow.release()

    return made


class Stopped(Exception):
    """The work was stopped; raised inside it the next time it reports progress."""


@dataclass
class Job:
    id: int
    title: str
    total: int
    back: str
    keeps: bool = False  # whether what is done is kept when it is stopped
    visitor: str = ""  # whose wish it was
    done: int = 0
    doing: str = ""
    result: str = ""
    problem: str = ""
    is_unwanted: bool = False  # somebody asked it to stop; it does where it next tells how far it is
    is_over: threading.Event = field(default_factory=threading.Event)

    def tell(self, done: int, total: int = 0, doing: str = "") -> None:
        self.done, self.total, self.doing = done, total or self.total, doing or self.doing
        if self.is_unwanted:
            raise Stopped

    def heed(self) -> None:
        """Called in the middle of the work; a job that keeps its findings stops when it next reports."""
        if self.is_unwanted and not self.keeps:
            raise Stopped

    @property
    def status(self) -> str:
        """Work that had made its last report when it was stopped still counts as done."""
        if not self.is_over.is_set():
            return "running"
        return "failed" if self.problem else "done" if self.result else "stopped"


class Jobs:
    """A job queue: few jobs run at once, the others wait; a page's many jobs yield to pages that have none
    running."""

    def __init__(self) -> None:
        self._jobs: OrderedDict[int, Job] = OrderedDict()
        self._waiting: list[tuple[Job, Work]] = []
        self._running: list[Job] = []
        self._last = 0
        self._lock = threading.Lock()

    def start(self, title: str, total: int, back: str, work: Work, keeps: bool = False) -> Job:
        with self._lock:
            if len(self._waiting) >= WAITING:
                raise TooMuchWork(f"{WAITING} jobs are waiting already; try again when some are done")
            self._last += 1
            job = Job(
                self._last, title, total, back, keeps, g.get("visitor", "") if has_request_context() else ""
            )
            self._jobs[job.id] = job
            while len(self._jobs) > KEPT:
                self._jobs.popitem(last=False)
            self._waiting.append((job, work))
            self._begin()
        return job

    def _begin(self) -> None:
        """Start jobs while there is room: first those whose page has nothing running."""
        while self._waiting and len(self._running) < AT_ONCE:
            busy = {job.back for job in self._running}
            self._waiting.sort(key=lambda one: (one[0].back in busy, one[0].id))
            job, work = self._waiting.pop(0)
            self._running.append(job)
            threading.Thread(target=self._do, args=(job, work), daemon=True).start()

    def _do(self, job: Job, work: Work) -> None:
        try:
            if not job.is_unwanted:
                _run(job, work)
        finally:
            job.is_over.set()
            with self._lock:
                self._running.remove(job)
                self._begin()

    def find(self, number: int) -> Job:
        job = self._jobs.get(number)
        if job is None:
            raise UnknownJob(f"there is no job {number}; it may have finished long ago")
        return job


def begun(job: Job) -> Response:
    """Leads to the result of the work, if that was quick, else to the page that shows its progress."""
    job.is_over.wait(QUICK)
    address = job.result or f"/jobs/{job.id}"
    return came_of({"job": job.id, "href": address}, address, 202)


def _run(job: Job, work: Work) -> None:
    try:
        with limited(LONGEST, job.heed):
            job.result = work(job.tell)
    except Stopped:
        job.result = ""
    except Exception as problem:
        if not is_ours(problem):
            logging.getLogger(__name__).exception("%s broke", job.title)
        job.problem = str(problem) if is_ours(problem) else "judgekit made a mistake; see the terminal"
    finally:
        job.is_over.set()
