"""Running a branch again from its position and its answers: is the log what the rules give?"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

import msgspec

from judgekit.cases.play.fingerprint import fingerprint
from judgekit.cases.play.pinned import Opening, load
from judgekit.cases.store.store import EVERY, Branch
from judgekit.engine.codec import decode_entry, encode_entry, encode_state, facts, same_facts
from judgekit.engine.errors import EngineError
from judgekit.engine.events import Announced, Answered, Corrected, Entry, Event
from judgekit.engine.machine import Line
from judgekit.engine.registry import Rulebook
from judgekit.errors import is_ours
from judgekit.narrate import apart
from judgekit.narrate.events import describe
from judgekit.narrate.said import said

if TYPE_CHECKING:
    from judgekit.cases.play.case import Case, Progress

BATCH = 1024


Status = Literal["verified", "older", "unverified", "diverged", "altered"]
OLDER = said("older rules")


class Verdict(msgspec.Struct, frozen=True, omit_defaults=True):
    """`at` entries agree; where the log and the rules part, both sides of the first that does not.

    Verified: today's rules give the same facts. Older: they did when it was recorded, today's give
    others; it stays readable as it was recorded. Unverified: it cannot be run here. Diverged: the very rules
    that it was recorded by give something else, so it is not what was played. Altered: what is stored is not
    what was written."""

    status: Status
    at: int  # as many entries are as the rules give them
    reason: str = ""
    recorded: Entry | None = None
    rerun: Entry | None = None
    event: int = 0  # the first event that differs, counted from 1; none: the entry as a whole

    @property
    def is_of_today(self) -> bool:
        """Whether today's rules can say what comes next."""
        return self.status in ("verified", "unverified")

    @property
    def is_fact(self) -> bool:
        """Whether the whole log may be shown as what was recorded under its rules."""
        return self.status != "diverged"

    @property
    def is_sound(self) -> bool:
        """Whether it is what was recorded, and was played by its rules."""
        return self.status not in ("diverged", "altered")


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Verdict)


def verify(case: Case, branch: Branch, progress: Progress | None = None, from_known: bool = False) -> Verdict:
    """Run a branch again, remember the result, and return it; `from_known`: only what has come since it was
    last found to be what the rules give."""
    wrong = altered(case, branch)
    if wrong is not None:
        return wrong
    try:
        today = case.archive.today(case) if from_known else _read_anew(case)
    except Exception as problem:
        if not is_ours(problem):
            raise
        case.entries(branch)
        return Verdict("unverified", 0, said("cannot be run", problem=problem))
    code = code_mark(today.rules)
    since = _known(case, branch, code) if from_known else 0
    verdict = _rerun(case, branch, today, code, progress, since)
    case.store.keep_verdict(branch, code, _encoder.encode(verdict), verdict.status == "verified")
    return verdict


def _read_anew(case: Case) -> Opening:
    return load(case.pinned.kind, case.text, case.pinned.edition)


def altered(case: Case, branch: Branch) -> Verdict | None:
    """The verdict if what is stored is not what was written."""
    own = {0, *(number for number, _ in case.store.lineage(branch))}
    wrong = [text for number, text in case.store.problems(case.id) if number in own]
    return Verdict("altered", 0, "; ".join(wrong)) if wrong else None


def standing(
    case: Case, branch: Branch, rerun_known_code: bool = True, longest: int | None = None
) -> Verdict | None:
    """What is known of a branch by today's code; found out now if nothing is and it is not too long for that.

    A log that today's very code has written needs no re-run before it is played on (`rerun_known_code`)."""
    wrong = altered(case, branch)
    if wrong is not None:
        return wrong
    code = code_mark(case.opening.rules)
    if not rerun_known_code and code == case.pinned.fingerprint:
        return None
    kept = case.store.verdict(branch, code)
    if kept is not None:
        return _read(kept)
    with _one_at_a_time(branch.id):
        kept = case.store.verdict(branch, code)  # somebody else may have found it out meanwhile
        if kept is not None:
            return _read(kept)
        if longest is not None and branch.head - _known(case, branch, code) > longest:
            return None
        return verify(case, branch, from_known=True)


def _known(case: Case, branch: Branch, code: str) -> int:
    """How many entries of a branch are known to be what these rules give."""
    found = ((record, _read(verdict)) for record, verdict in case.store.verdicts(branch, code))
    lengths = sorted(
        ((verdict.at, record) for record, verdict in found if verdict.status == "verified"), reverse=True
    )
    return next(
        (at for at, record in lengths if at <= branch.head and case.store.record(branch, at) == record), 0
    )


_locks = [threading.Lock() for _ in range(64)]


def _one_at_a_time(branch: int) -> threading.Lock:
    """Many look at a branch that has just grown: one of them runs it again."""
    return _locks[branch % len(_locks)]


@lru_cache(maxsize=64)
def code_mark(rules: Rulebook) -> str:
    return fingerprint(rules)


@lru_cache(maxsize=256)
def _read(kept: bytes) -> Verdict:
    """A verdict as it is stored; a page asks for it more than once."""
    return _decoder.decode(kept)


def _rerun(
    case: Case, branch: Branch, today: Opening, code: str, progress: Progress | None, since: int = 0
) -> Verdict:
    pinned = case.pinned
    same_code = pinned.fingerprint == code
    if today.rules.name != pinned.edition:
        apart = said("read as another edition", edition=pinned.edition, today=today.rules.name)
        return _blamed(Verdict("diverged", 0, apart), same_code)
    if encode_state(today.state) != bytes(pinned.start):
        apart = said("read as another state")
        return _blamed(Verdict("diverged", 0, apart), same_code)
    line: Line = case.line(branch, since) if since else Line(today.rules, today.pool, today.state)
    for until, readings in _stages(case, branch):
        line = _with_readings(line, readings)
        while len(line.log) < until:
            first = len(line.log)
            rows = case.store.rows(branch, first, min(first + BATCH, until))
            for data, _ in rows:
                difference = _differs(line, data)
                if difference is not None:
                    return _blamed(difference, same_code)
                if len(line.log) % EVERY == 0:
                    _keep(case, branch, line)
            if progress is not None:
                progress(len(line.log))
    return Verdict("verified", branch.head)


def _keep(case: Case, branch: Branch, line: Line) -> None:
    """The state that was kept here must be this one."""
    holder = case.store.again(case.store.holder(branch, len(line.log) - 1))
    case.store.keep_state(holder, len(line.log), line.state)


def _stages(case: Case, branch: Branch) -> Iterator[tuple[int, dict[str, str]]]:
    """Which readings hold up to which entry: a branch may have its own from its fork on."""
    lineage = case.store.lineage(branch)
    ends = [*(start for _, start in lineage[1:]), branch.head]
    for (_, first), end in zip(lineage, ends, strict=True):
        yield end, case.readings(branch, first)


def _with_readings(line: Line, readings: dict[str, str]) -> Line:
    other = Line(line.rules, line.pool, line.start, readings)
    other.log, other.state = line.log, line.state
    other.table.attach(other.state)
    return other


def _differs(line: Line, data: bytes) -> Verdict | None:
    """Perform the next entry as it was performed then; say how it differs, if it does."""
    at = len(line.log)
    recorded = decode_entry(data)
    try:
        rerun = _again(line, recorded)
    except EngineError as problem:
        return Verdict("diverged", at, str(problem), recorded)
    if rerun is None:
        return Verdict("diverged", at, apart.goes_on(recorded, line.ask()), recorded)
    if encode_entry(rerun) == data or same_facts(rerun, recorded):
        return None
    event = first_difference(recorded, rerun)
    return Verdict("diverged", at, _sides(recorded, rerun, event), recorded, rerun, event)


def _again(line: Line, recorded: Entry) -> Entry | None:
    event = recorded.events[0].event if recorded.events else None
    event = next((h.event for h in recorded.events if isinstance(h.event, Announced)), event)
    if isinstance(event, Answered):
        return line.step() if event.rote else line.answer(*event.chosen)
    if isinstance(event, Corrected):
        return line.correct(event.changes, event.why, event.by)
    if isinstance(event, Announced):
        return line.announce(event.player, event.name)
    return line.step()


def first_difference(one: Entry, other: Entry) -> int:
    """The first event that differs, counted from 1; none if the entries differ as a whole."""
    if one.path != other.path:
        return 0
    left = [msgspec.json.encode(h) for h in facts(one).events]
    right = [msgspec.json.encode(h) for h in facts(other).events]
    for at, (a, b) in enumerate(zip(left, right, strict=False), 1):
        if a != b:
            return at
    return min(len(left), len(right)) + 1 if len(left) != len(right) else 0


def _sides(recorded: Entry, rerun: Entry, event: int) -> str:
    if not event:
        return apart.other_clause(recorded, rerun)
    return apart.other_event(*event_texts(recorded, rerun, event))


def event_texts(one: Entry, other: Entry, event: int) -> tuple[str, str]:
    """An event of two entries that differ in it, in words; where the words are the same, with the details."""
    left, right = (
        entry.events[event - 1].event if event <= len(entry.events) else None for entry in (one, other)
    )
    told = _in_words(left), _in_words(right)
    if told[0] != told[1] or left is None or right is None:
        return told
    names = [name for name in left.__struct_fields__ if getattr(left, name) != getattr(right, name)]
    return _with_details(told[0], left, names), _with_details(told[1], right, names)


def _in_words(event: Event | None) -> str:
    return describe(event, lambda card: f"c{card}").rstrip(".") if event else apart.NOTHING_MORE


def _with_details(told: str, event: Event, names: Sequence[str]) -> str:
    details = ", ".join(f"{name} {getattr(event, name)}" for name in names)
    return f"{told} ({details})" if details else told


def _blamed(difference: Verdict, same_code: bool) -> Verdict:
    """If the same rules give something else, the log is wrong; other rules have changed since."""
    if same_code:
        return difference
    reason = f"{OLDER}: {difference.reason}"
    return msgspec.structs.replace(difference, status="older", reason=reason)
