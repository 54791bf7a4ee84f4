"""One file: what goes out comes in again, whole; anything else is refused before a row is written."""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path

import msgspec
import pytest

from judgekit.cases.errors import BadBundle
from judgekit.cases.play.case import Archive, Case
from judgekit.cases.play.verify import verify
from judgekit.cases.store import remarks
from judgekit.cases.store.bundle import Tail, bring, export
from judgekit.cases.store.remarks import MarkLine
from tests.cases.skirmish import begin, play


@pytest.fixture
def exported(tmp_path: Path) -> tuple[Archive, Case, Path]:
    archive, case, sitting = begin(tmp_path)
    play(sitting, seed=5, answers=30)
    for name, parent, at in (("one", "main", 40), ("two", "one", 30), ("three", "main", 40)):
        fork = case.fork(case.branch(parent), at, name)
        play(case.sit(fork), seed=at, answers=5)
    path = tmp_path / "sparks.judgekit"
    export(case, path)
    archive.store.close()
    return archive, case, path


def test_a_case_comes_back_with_its_branches_logs_and_hashes(
    exported: tuple[Archive, Case, Path], tmp_path: Path
) -> None:
    archive, case, path = exported
    with archive, Archive(tmp_path / "elsewhere.sqlite") as other:
        copy = bring(other, path)
        assert copy.pinned == case.pinned
        ours = [(b.name, b.fork, b.head, b.hash) for b in case.branches()]
        assert [(b.name, b.fork, b.head, b.hash) for b in copy.branches()] == ours
        for branch in copy.branches():
            assert copy.entries(branch) == case.entries(case.branch(branch.name))
            assert verify(copy, branch).status == "verified"
        copy.sit().answer("pass")
        assert bring(other, path).name == "Sparks 2"
        export(copy, tmp_path / "again.judgekit")


def test_exporting_twice_gives_the_same_bytes(exported: tuple[Archive, Case, Path], tmp_path: Path) -> None:
    archive, case, path = exported
    with archive:
        export(case, tmp_path / "second.judgekit")
    assert (tmp_path / "second.judgekit").read_bytes() == path.read_bytes()


def _cut(data: bytes) -> bytes:
    return data[: len(data) // 2]


def _cut_at_a_line(data: bytes) -> bytes:
    return b"\n".join(data.splitlines()[:-4]) + b"\n"


def _edited(data: bytes) -> bytes:
    return data.replace(b'"play c', b'"play d', 1)


def _line_lost(data: bytes) -> bytes:
    lines = data.splitlines()
    return b"\n".join([*lines[:5], *lines[6:]]) + b"\n"


@pytest.mark.parametrize(
    ("harm", "message"),
    [
        (_cut, "breaks off after line"),
        (_cut_at_a_line, "breaks off after line"),
        (_edited, "not as it was exported"),
        (_line_lost, "not as it was exported"),
        (lambda data: b"", "not a case exported by judgekit"),
        (lambda data: b"PK\x03\x04 something else", "not a case exported by judgekit"),
        (lambda data: data.replace(b'"format":1', b'"format":9'), "in a newer form"),
    ],
)
def test_a_file_that_is_not_whole_is_refused_and_nothing_is_written(
    exported: tuple[Archive, Case, Path], tmp_path: Path, harm: object, message: str
) -> None:
    _, _, path = exported
    path.write_bytes(harm(path.read_bytes()))  # type: ignore[operator]
    with Archive(tmp_path / "elsewhere.sqlite") as other:
        with pytest.raises(BadBundle, match=message):
            bring(other, path)
        assert other.cases() == []


def test_a_file_with_a_forged_end_still_fails_at_the_running_hash(
    exported: tuple[Archive, Case, Path], tmp_path: Path
) -> None:
    _, _, path = exported
    body = _edited(path.read_bytes()).splitlines()[:-1]
    tail = Tail(len(body), blake2b(b"\n".join(body), digest_size=32).hexdigest())
    path.write_bytes(b"\n".join([*body, msgspec.json.encode(tail)]))
    with Archive(tmp_path / "elsewhere.sqlite") as other:
        with pytest.raises(BadBundle, match="does not fit its running hash"):
            bring(other, path)
        assert other.cases() == []


def test_struck_and_promoted_lines_and_notes_come_back(
    exported: tuple[Archive, Case, Path], tmp_path: Path
) -> None:
    """What judges said goes along: who, why, when, in the order in which it was said."""
    archive, case, path = exported
    with archive, Archive(tmp_path / "elsewhere.sqlite") as other:
        remarks.mark(case, case.branch("one").id, "struck", "Ada", "a card too many")
        remarks.mark(case, case.branch("three").id, "first", "", "")
        remarks.note(case, case.branch("two").id, "31.1", "Bo", "they agreed on this")
        many = export(case, path)
        assert many == sum(branch.head - branch.fork for branch in case.branches())
        bring(other, path)  # another case in between: numbers of lines differ
        copy = bring(other, path)
        assert list(remarks.remarks(copy)) == list(remarks.remarks(case))
        told = [(one.branch, getattr(one, "author", "")) for one in remarks.remarks(copy)]
        assert told == [("one", "Ada"), ("three", ""), ("two", "Bo")]


def test_a_file_without_remarks_is_of_the_form_that_older_ones_read(
    exported: tuple[Archive, Case, Path],
) -> None:
    archive, case, path = exported
    assert b'"format":1' in path.read_bytes().splitlines()[0]
    with archive:
        remarks.mark(case, case.branch("three").id, "first", "", "")
        export(case, path)
    assert b'"format":2' in path.read_bytes().splitlines()[0]


@pytest.mark.parametrize(
    ("remark", "message"),
    [
        (MarkLine("nowhere", "struck", "Ada", "why", ""), "a line that it does not have"),
        (MarkLine("one", "burnt", "Ada", "why", ""), "'burnt' is not a mark"),
    ],
)
def test_a_remark_about_nothing_is_refused(
    exported: tuple[Archive, Case, Path], tmp_path: Path, remark: MarkLine, message: str
) -> None:
    _, _, path = exported
    body = [*path.read_bytes().splitlines()[:-1], msgspec.json.encode(remark)]
    tail = Tail(len(body), blake2b(b"\n".join(body), digest_size=32).hexdigest())
    path.write_bytes(b"\n".join([*body, msgspec.json.encode(tail)]))
    with Archive(tmp_path / "elsewhere.sqlite") as other:
        with pytest.raises(BadBundle, match=message):
            bring(other, path)
        assert other.cases() == []
