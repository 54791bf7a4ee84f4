"""What a citation is worth: a clause is switched off, and a ruling that names it is played again.

A ruling that only misses the clause's name then proves little. So it is also played ignoring all citations: a
clause is proved *by the outcome* if the ruling ends differently without it, and *by the citation alone* if it
does not.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from threading import current_thread, main_thread
from types import FrameType
from typing import Any, Literal

from judgekit.cases.rulings import ruling
from judgekit.cases.rulings.outcome import came_of, uncited
from judgekit.cases.rulings.ruling import Ruling
from judgekit.engine.registry import Rulebook

PATIENCE = 10  # seconds of work that a ruling may take without a clause; one that takes longer never ends

Worth = Literal[
    "stated",  # something else comes of a ruling, and the ruling says what must come
    "unstated",  # something else comes of it, of which the ruling says nothing
    "broken",  # the rules break off: nobody can say what would come
    "cited",  # nothing but the citation is missing
    "nothing",  # no ruling fails
]
WORTH: tuple[Worth, ...] = ("stated", "unstated", "broken", "cited", "nothing")
EMPTY: dict[str, Callable[[], Any]] = {
    kind.__name__: kind for kind in (bool, int, str, tuple, list, dict, set, frozenset)
}


def worth(clause: str, number: str, files: Iterable[str]) -> Worth:
    """The best proof that the rulings give, each played without the clause."""
    best: Worth = "nothing"
    for file in files:
        best = min(best, worth_in(load(file), number, clause), key=WORTH.index)
        if best == "stated":
            break
    return best


@cache
def load(file: str) -> Ruling:
    return ruling.load(file)


def worth_in(found: Ruling, number: str, clause: str) -> Worth:
    """If others break without what the clause finds for them, it is tried again, finding nothing."""
    rules = found.game.rules(number)
    without = _played(found, number, rules.without(clause))
    if without == "broken" and (empty := finding_nothing(rules, clause)):
        without = _played(found, number, empty, cites=True)
    return without


def finding_nothing(rules: Rulebook, clause: str) -> Rulebook | None:
    """The same rules, in which the clause still acts but finds no card, no number, nothing; None if what it
    finds is of a kind that cannot be empty."""
    told = str(getattr(rules.registered[clause].code, "__annotations__", {}).get("return", ""))
    empty = EMPTY.get(told.partition("[")[0])
    if empty is None or rules.registered[clause].role != "action":
        return None
    other = rules.without()
    other.overridden[clause] = lambda *args, **kwargs: empty()
    return other


def _played(found: Ruling, number: str, rules: Rulebook, cites: bool = False) -> Worth:
    """What the ruling proves under these rules, where a clause is off, or `cites` but does nothing."""
    try:
        with _time_limit(PATIENCE):
            bare = ruling.run(uncited(found, number), number, rules)
            if bare.is_stuck:
                return "broken"
            if not bare.ok:
                return "stated"
            if not cites and ruling.run(found, number, rules).ok:
                return "nothing"
            return "cited" if came_of(bare) == _with_the_clause(found.file, number) else "unstated"
    except TimeoutError:
        return "stated"
    except Exception:  # whatever breaks without the clause: the code that stands round it needs it
        return "broken"


@cache
def _with_the_clause(file: str, number: str) -> tuple[Any, ...]:
    return came_of(ruling.run(load(file), number))


@contextmanager
def _time_limit(seconds: int) -> Iterator[None]:
    """In processor time, which other programs do not affect."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise TimeoutError

    if not hasattr(signal, "SIGVTALRM") or current_thread() is not main_thread():
        yield  # where there are no alarms, it takes as long as it takes
        return
    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
