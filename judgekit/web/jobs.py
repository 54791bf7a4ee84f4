"""Work that takes longer than a page may: runs beside it, shows how far it is, and can be stopped."""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

from judgekit.errors import JudgekitError, is_ours

KEPT = 50
Report = Callable[[int], None]
Work = Callable[[Report], str]  # does it, tells how far it is, returns the address of what came of it


class UnknownJob(JudgekitError):
    """No such work, or it was forgotten."""


class Stopped(Exception):
    """Somebody stopped the work; raised inside it the next time it tells how far it is."""


@dataclass
class Job:
    id: int
    title: str
    total: int
    back: str
    done: int = 0
    result: str = ""
    problem: str = ""
    stopped: bool = False
    is_over: threading.Event = field(default_factory=threading.Event)

    def tell(self, done: int) -> None:
        self.done = done
        if self.stopped:
            raise Stopped

    @property
    def status(self) -> str:
        if not self.is_over.is_set():
            return "running"
        return "stopped" if self.stopped else "failed" if self.problem else "done"


class Jobs:
    def __init__(self) -> None:
        self._jobs: OrderedDict[int, Job] = OrderedDict()
        self._lock = threading.Lock()

    def start(self, title: str, total: int, back: str, work: Work) -> Job:
        with self._lock:
            job = Job(max(self._jobs, default=0) + 1, title, total, back)
            self._jobs[job.id] = job
            while len(self._jobs) > KEPT:
                self._jobs.popitem(last=False)
        threading.Thread(target=_run, args=(job, work), daemon=True).start()
        return job

    def find(self, number: int) -> Job:
        job = self._jobs.get(number)
        if job is None:
            raise UnknownJob(f"there is no work number {number}; it may have been done long ago")
        return job


def _run(job: Job, work: Work) -> None:
    try:
        job.result = work(job.tell)
    except Stopped:
        job.stopped = True
    except Exception as problem:
        if not is_ours(problem):
            logging.getLogger(__name__).exception("%s broke", job.title)
        job.problem = str(problem) if is_ours(problem) else "judgekit made a mistake; see the terminal"
    finally:
        job.is_over.set()
