"""A case as one file: JSON lines, whole or refused.

The first line says what the file is and what the case runs on; then comes each branch with its own entries,
then what judges said about it (lines struck or put first, notes), if they said anything; the last line counts
the lines before it and has their hash: it exposes a file that was cut off or edited.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from judgekit import __version__
from judgekit.cases.errors import BadBundle
from judgekit.cases.play.pinned import decode_pinned
from judgekit.cases.store import remarks
from judgekit.cases.store.remarks import LONGEST_NOTE, MARKS, CardLine, MarkLine, NoteLine, Remark, SheetLine
from judgekit.cases.store.store import CaseRow, Store, chained
from judgekit.engine.codec import decode_entry
from judgekit.engine.events import fold
from judgekit.engine.state import State

if TYPE_CHECKING:
    from judgekit.cases.play.case import Archive, Case

LONGEST_NAME = 300  # characters
LONGEST_LOG = 1 << 31  # entries
MOST_BOXES = 40  # of a sheet
FORMAT = (
    3  # a file without remarks is of the first form, which older ones read too; without sheets, of the second
)


class Head(msgspec.Struct, frozen=True, tag="judgekit case", tag_field="is"):
    format: int
    judgekit: str
    name: str
    pinned: msgspec.Raw


class BranchLine(msgspec.Struct, frozen=True, tag="branch", tag_field="is"):
    name: str
    parent: str
    fork: int
    head: int
    hash: str
    readings: dict[str, str]


class Tail(msgspec.Struct, frozen=True, tag="end", tag_field="is"):
    lines: int
    hash: str


@dataclass(slots=True)
class Bundle:
    """A file, read and checked: everything an import writes."""

    name: str
    pinned: bytes
    branches: list[tuple[BranchLine, list[tuple[bytes, bytes]]]] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)


_heads = msgspec.json.Decoder(Head)
_parts = msgspec.json.Decoder(BranchLine | MarkLine | NoteLine | SheetLine | CardLine)
_tails = msgspec.json.Decoder(Tail)


def export(case: Case, path: Path) -> int:
    """Write a case with all branches, as a complete file or none; returns how many entries it has."""
    lines = list(_lines(case))
    mark = blake2b(b"\n".join(lines), digest_size=32).hexdigest()
    lines.append(msgspec.json.encode(Tail(len(lines), mark)))
    part = path.with_name(path.name + ".part")
    part.write_bytes(b"\n".join(lines) + b"\n")
    part.replace(path)
    return sum(branch.head - branch.fork for branch in case.branches())


def _lines(case: Case) -> Iterator[bytes]:
    pinned = case.store.pinned_bytes(case.id)
    said = list(remarks.remarks(case))
    yield msgspec.json.encode(Head(_form(said), __version__, case.name, msgspec.Raw(pinned)))
    branches = case.branches()
    names = {branch.id: branch.name for branch in branches}
    for branch in branches:
        parent = names[branch.parent] if branch.parent is not None else ""
        yield msgspec.json.encode(
            BranchLine(
                branch.name, parent, branch.fork, branch.head, branch.hash.hex(), dict(branch.readings)
            )
        )
        for data, _ in case.store.rows(branch, branch.fork, branch.head):
            yield data
    yield from map(msgspec.json.encode, said)


def _form(said: list[Remark]) -> int:
    return FORMAT if any(isinstance(one, SheetLine | CardLine) for one in said) else 2 if said else 1


def bring(archive: Archive, path: Path) -> Case:
    """Import a file: checked to its last line first, then written in one transaction."""
    from judgekit.cases.play.case import Case

    bundle = read(path)
    return Case(archive, insert(archive.store, bundle))


def insert(store: Store, bundle: Bundle) -> CaseRow:
    """Write a whole case in one transaction."""
    edition = decode_pinned(bundle.pinned).edition
    with store.writing() as connection:
        case = store.insert_case(connection, bundle.name, edition, bundle.pinned)
        numbers: dict[str, int] = {}
        for branch, rows in bundle.branches:
            start = bytes.fromhex(branch.hash)
            parent = numbers.get(branch.parent)
            number = store.insert_branch(
                connection, case.id, branch.name, parent, branch.fork, start, branch.readings
            )
            numbers[branch.name] = number
            store.insert_rows(connection, number, branch.fork, rows, start)
        remarks.insert(connection, case.id, numbers, bundle.remarks)
    return case


def read(path: Path) -> Bundle:
    """Read a file and check every line of it; nothing is written."""
    try:
        lines = path.read_bytes().split(b"\n")
    except OSError as problem:
        raise BadBundle(f"{path} cannot be read: {problem.strerror}") from problem
    if lines and not lines[-1]:
        lines.pop()
    try:
        return _read(path, lines)
    except (RecursionError, UnicodeDecodeError, OverflowError) as problem:
        raise BadBundle(
            f"{path} has something in it that no judgekit writes ({type(problem).__name__}); nothing was "
            "imported"
        ) from problem


def _read(path: Path, lines: list[bytes]) -> Bundle:
    head = _head(path, lines)
    _check_whole(path, lines)
    bundle = Bundle(head.name, bytes(head.pinned))
    if not _is_name(head.name):
        raise BadBundle(f"{path}, line 1: a case has a name of 1 to {LONGEST_NAME} characters in one line")
    start = _start(path, bundle.pinned)
    _read_parts(path, lines, bundle)
    if not bundle.branches:
        raise BadBundle(f"{path} has no branch in it; nothing was imported")
    _must_stand(path, bundle, start)
    return bundle


def _is_name(name: str) -> bool:
    return 0 < len(name) <= LONGEST_NAME and name.isprintable()


def _start(path: Path, data: bytes) -> State:
    """The state that the logs begin with."""
    try:
        pinned = decode_pinned(data)
        state = pinned.state()
    except (msgspec.MsgspecError, ValueError, TypeError, KeyError) as problem:
        raise BadBundle(f"{path}, line 1: what the case runs on cannot be read ({problem})") from problem
    if not _is_name(pinned.edition) or not _is_name(pinned.kind):
        raise BadBundle(f"{path}, line 1: {pinned.edition[:60]!r} is not an edition of a game")
    return state


def _must_stand(path: Path, bundle: Bundle, start: State) -> None:
    """Every log leads from state to state: what cannot be shown is not imported."""
    states: dict[str, dict[int, State]] = {"": {0: start}}
    forks = {branch.fork for branch, _ in bundle.branches}
    for branch, rows in bundle.branches:
        state = states[branch.parent][branch.fork]
        own = states[branch.name] = {branch.fork: state}
        own |= {at: found for at, found in states[branch.parent].items() if at <= branch.fork}
        for at, (data, _) in enumerate(rows, branch.fork):
            try:
                state = fold(state, [decode_entry(data)])
            except (KeyError, ValueError, IndexError, TypeError, AttributeError) as problem:
                raise BadBundle(
                    f"{path}: entry {at} of branch {branch.name[:60]!r} cannot have happened there "
                    f"({type(problem).__name__}); nothing was imported"
                ) from problem
            if at + 1 in forks:
                own[at + 1] = state


def _head(path: Path, lines: list[bytes]) -> Head:
    try:
        head = _heads.decode(lines[0] if lines else b"")
    except msgspec.MsgspecError as problem:
        raise BadBundle(
            f"{path} is not a case exported by judgekit (line 1 does not say so); "
            "`judgekit export` writes such files"
        ) from problem
    if head.format > FORMAT:
        raise BadBundle(f"{path} was written by judgekit {head.judgekit}, in a newer form; upgrade judgekit")
    return head


def _check_whole(path: Path, lines: list[bytes]) -> None:
    try:
        tail = _tails.decode(lines[-1])
    except msgspec.MsgspecError as problem:
        raise BadBundle(
            f"{path} breaks off after line {len(lines)}: the end is missing; nothing was imported. "
            "Copy or download the file again"
        ) from problem
    body = lines[:-1]
    if tail.lines != len(body) or blake2b(b"\n".join(body), digest_size=32).hexdigest() != tail.hash:
        raise BadBundle(
            f"{path} is not as it was exported: {len(body)} lines where {tail.lines} were written, or a "
            "line was edited; nothing was imported. Ask for the file again"
        )


def _read_parts(path: Path, lines: list[bytes], bundle: Bundle) -> None:
    marks: dict[str, dict[int, bytes]] = {"": {0: chained(b"", bundle.pinned)}}
    at = 1
    while at < len(lines) - 1:
        try:
            part = _parts.decode(lines[at])
        except msgspec.MsgspecError as problem:
            raise BadBundle(
                f"{path}, line {at + 1}: a branch or a remark was expected ({problem})"
            ) from problem
        if not isinstance(part, BranchLine):
            bundle.remarks.append(_fitting(path, at + 1, part, marks))
            at += 1
            continue
        branch = part
        _must_fit(path, at + 1, branch, marks)
        own = lines[at + 1 : at + 1 + branch.head - branch.fork]
        bundle.branches.append((branch, _chain(path, at + 1, branch, own, marks)))
        at += 1 + len(own)


def _must_fit(path: Path, line: int, branch: BranchLine, known: Mapping[str, Mapping[int, bytes]]) -> None:
    """A branch begins where a branch before it in the file has been, under a name of its own."""
    where = f"{path}, line {line}: branch {branch.name[:60]!r}"
    if not _is_name(branch.name) or any(
        len(text) > LONGEST_NAME for pair in branch.readings.items() for text in pair
    ):
        raise BadBundle(f"{where} has no name of 1 to {LONGEST_NAME} characters; nothing was imported")
    if branch.name in known:
        raise BadBundle(f"{where} is there twice; nothing was imported")
    if branch.parent not in known or (not branch.parent and len(known) > 1):
        raise BadBundle(f"{where} has no parent before it in the file; nothing was imported")
    if branch.fork not in known[branch.parent] or not branch.fork <= branch.head < LONGEST_LOG:
        raise BadBundle(
            f"{where} begins at entry {branch.fork} and has {branch.head}: there is no such place in its "
            "parent; nothing was imported"
        )


def _fitting(path: Path, line: int, remark: Remark, known: Container[str]) -> Remark:
    """A remark of a known kind about a line that the file has."""
    if not remark.branch or remark.branch not in known:
        raise BadBundle(
            f"{path}, line {line}: a remark about {remark.branch!r}, a line that it does not have"
        )
    boxes = remark.fields.items() if isinstance(remark, SheetLine) else ()
    own = [name for name in remark.__struct_fields__ if name not in ("fields", "cards")]
    told = [*(str(getattr(remark, name)) for name in own), *(text for box in boxes for text in box)]
    if len(boxes) > MOST_BOXES:
        raise BadBundle(f"{path}, line {line}: a sheet has at most {MOST_BOXES} boxes")
    if any(len(text) > LONGEST_NOTE for text in told):
        raise BadBundle(f"{path}, line {line}: a remark of more than {LONGEST_NOTE} characters")
    if isinstance(remark, MarkLine) and remark.mark not in MARKS:
        raise BadBundle(
            f"{path}, line {line}: {remark.mark!r} is not a mark; the marks are {', '.join(MARKS)}"
        )
    return remark


def _chain(
    path: Path, line: int, branch: BranchLine, own: list[bytes], marks: dict[str, dict[int, bytes]]
) -> list[tuple[bytes, bytes]]:
    """The rows of a branch with their hashes; the last must be the one that the branch names."""
    mark = marks.get(branch.parent, {}).get(branch.fork, b"")
    known = {
        **{at: m for at, m in marks.get(branch.parent, {}).items() if at < branch.fork},
        branch.fork: mark,
    }
    rows: list[tuple[bytes, bytes]] = []
    for at, data in enumerate(own):
        try:
            entry = decode_entry(data)
        except (msgspec.MsgspecError, ValueError) as problem:
            raise BadBundle(f"{path}, line {line + at + 1}: not an entry of a log ({problem})") from problem
        if entry.seq != branch.fork + at:
            raise BadBundle(f"{path}, line {line + at + 1}: entry {branch.fork + at} says it is {entry.seq}")
        mark = chained(mark, data)
        known[branch.fork + at + 1] = mark
        rows.append((data, mark))
    if mark.hex() != branch.hash:
        raise BadBundle(
            f"{path}, line {line}: branch {branch.name!r} does not fit its running hash; nothing was imported"
        )
    marks[branch.name] = known
    return rows
