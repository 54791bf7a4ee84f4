"""Case files from elsewhere, with hashes that fit: checked before anything is stored."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from judgekit.cases.errors import BadBundle
from judgekit.cases.play.case import Archive
from judgekit.cases.store import catalogue
from judgekit.cases.store.bundle import bring, export
from judgekit.cases.store.store import chained
from tests.cases.skirmish import begin, play

Lines = list[Any]


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    from tests.cases.toy_game import known

    folder = tmp_path_factory.mktemp("exported")
    with known():
        archive, case, sitting = begin(folder)
        with archive:
            play(sitting, seed=5, answers=6)
            play(case.sit(case.fork(case.branch(), 4, "other")), seed=6, answers=2)
            export(case, folder / "case.judgekit")
    return (folder / "case.judgekit").read_bytes().splitlines()[:-1]


def whole(lines: list[bytes]) -> bytes:
    """A file whose last line fits."""
    mark = blake2b(b"\n".join(lines), digest_size=32).hexdigest()
    tail = msgspec.json.encode({"is": "end", "lines": len(lines), "hash": mark})
    return b"\n".join([*lines, tail]) + b"\n"


def rechained(parts: Lines) -> list[bytes]:
    """Lines with every hash computed anew, as far as the branches say what belongs to whom."""
    head = msgspec.json.encode(parts[0])
    if not isinstance(parts[0], dict) or "pinned" not in parts[0]:
        return [msgspec.json.encode(part) for part in parts]
    marks = {"": {0: chained(b"", msgspec.json.encode(parts[0]["pinned"]))}}
    out, at = [head], 1
    while at < len(parts):
        branch = parts[at]
        if not isinstance(branch, dict) or branch.get("is") != "branch" or not _is_shaped(branch):
            out.append(msgspec.json.encode(branch))
            at += 1
            continue
        many = max(0, min(branch["head"] - branch["fork"], len(parts) - at - 1))
        own = [msgspec.json.encode(one) for one in parts[at + 1 : at + 1 + many]]
        mark = marks.get(branch["parent"], {}).get(branch["fork"], b"")
        known = marks.setdefault(branch["name"], {branch["fork"]: mark})
        for seq, data in enumerate(own, branch["fork"] + 1):
            mark = known[seq] = chained(mark, data)
        out += [msgspec.json.encode({**branch, "hash": mark.hex()}), *own]
        at += 1 + many
    return out


def _is_shaped(branch: dict[str, Any]) -> bool:
    kinds = {"name": str, "parent": str, "fork": int, "head": int}
    return all(isinstance(branch.get(key), kind) for key, kind in kinds.items())


def second(parts: Lines) -> dict[str, Any]:
    return next(part for part in parts[2:] if part.get("is") == "branch")


def changed(change: Callable[[Lines], object]) -> Callable[[Lines], Lines]:
    def made(parts: Lines) -> Lines:
        change(parts)
        return parts

    return made


HOSTILE: dict[str, Callable[[Lines], Lines]] = {
    "head and tail only": lambda parts: parts[:1],
    "an unknown parent": changed(lambda parts: second(parts).update(parent="nobody")),
    "its own parent": changed(lambda parts: second(parts).update(parent="other")),
    "a second root": changed(lambda parts: second(parts).update(parent="", fork=0)),
    "the same branch twice": changed(lambda parts: second(parts).update(name="main")),
    "a negative fork": changed(lambda parts: second(parts).update(fork=-3)),
    "a fork past the end": changed(lambda parts: second(parts).update(fork=10_000, head=10_000)),
    "a huge fork": changed(lambda parts: second(parts).update(fork=2**62, head=2**62)),
    "a head before the fork": changed(lambda parts: second(parts).update(head=1)),
    "a name of a megabyte": changed(lambda parts: parts[0].update(name="x" * 1_000_000)),
    "no name": changed(lambda parts: parts[0].update(name="")),
    "a name of two lines": changed(lambda parts: parts[0].update(name="a\nb")),
    "a branch with a long name": changed(lambda parts: second(parts).update(name="x" * 1000)),
    "an odd seq": changed(lambda parts: parts[4].update(seq=77)),
    "a start that is none": changed(lambda parts: parts[0]["pinned"].update(start={"cards": 3})),
    "a start without cards": changed(lambda parts: parts[0]["pinned"]["start"].update(areas={}, cards=[])),
    "an edition of a megabyte": changed(lambda parts: parts[0]["pinned"].update(edition="x" * 1_000_000)),
    "a note of a megabyte": lambda parts: [
        *parts, {"is": "note", "branch": "main", "at": "1", "author": "", "text": "x" * 10**6, "created": ""},
    ],
}  # fmt: skip


def imported(folder: Path, data: bytes) -> None:
    """Try it; whatever the file is, the list of cases can be shown afterwards."""
    file = folder / "hostile.judgekit"
    file.write_bytes(data)
    with Archive(folder / "cases.sqlite", "off") as archive:
        try:
            bring(archive, file)
        finally:
            for case in archive.cases():
                for branch in case.branches():
                    case.at(branch, branch.head)
    catalogue.listed(folder / "cases.sqlite")


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_case_file_with_fitting_hashes_and_a_wrong_structure_is_refused(
    exported: list[bytes], tmp_path: Path, kind: str
) -> None:
    parts = HOSTILE[kind]([msgspec.json.decode(line) for line in exported])
    with pytest.raises(BadBundle):
        imported(tmp_path, whole(rechained(parts)))
    with Archive(tmp_path / "cases.sqlite") as archive:
        assert archive.cases() == []


@pytest.mark.parametrize(
    "last", [b'{"is":"end","lines":\xff\xfe}', b"[" * 100_000, b'{"is":"end","lines":1e999,"hash":""}', b""]
)
def test_a_last_line_that_is_none_is_refused(exported: list[bytes], tmp_path: Path, last: bytes) -> None:
    with pytest.raises(BadBundle):
        imported(tmp_path, b"\n".join([*exported, last]))


def test_deep_nesting_is_refused(exported: list[bytes], tmp_path: Path) -> None:
    deep = b'{"a":' * 50_000 + b"1" + b"}" * 50_000
    with pytest.raises(BadBundle):
        imported(
            tmp_path,
            whole([exported[0].replace(b'"pinned":{', b'"more":' + deep + b',"pinned":{'), *exported[1:]]),
        )
    with pytest.raises(BadBundle):
        imported(tmp_path, whole([*exported[:3], deep, *exported[4:]]))


def test_the_untouched_file_is_taken_in(exported: list[bytes], tmp_path: Path) -> None:
    imported(tmp_path, whole(rechained([msgspec.json.decode(line) for line in exported])))
    with Archive(tmp_path / "cases.sqlite") as archive:
        assert len(archive.cases()) == 1


def test_whatever_is_in_a_file_it_is_taken_in_or_refused_and_no_list_breaks(
    exported: list[bytes], tmp_path: Path
) -> None:
    """Some of the mutations of `tests/attacks`."""
    random = Random(18)
    for _ in range(60):
        parts = [msgspec.json.decode(line) for line in exported]
        mutate(parts, random)
        try:
            imported(tmp_path, whole(rechained(parts)))
        except BadBundle:
            continue


def mutate(value: Any, random: Random) -> None:
    """Put something else in the place of one value, anywhere."""
    inside: Any = value
    while True:
        keys = list(inside) if isinstance(inside, dict) else list(range(len(inside)))
        if not keys:
            return
        key = random.choice(keys)
        deeper = inside[key]
        if isinstance(deeper, dict | list) and deeper and random.random() < 0.8:
            inside = deeper
            continue
        inside[key] = random.choice([None, -1, 2**40, "x" * 50, [], {}, True, 1.5, "\u0000", [[[]]]])
        return


def test_a_row_that_was_edited_past_judgekit_breaks_no_list(tmp_path: Path) -> None:
    archive, _, _ = begin(tmp_path)
    archive.store.close()
    connection = sqlite3.connect(archive.store.path)
    for (trigger,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        connection.execute(f"DROP TRIGGER {trigger}")
    connection.execute("UPDATE branches SET readings = 'no JSON', head = 'many', hash = 'x', created = 7")
    connection.execute("UPDATE cases SET created = 5, name = x'ff00'")
    connection.commit()
    connection.close()
    ((case, branches),) = catalogue.listed(archive.store.path)
    assert (case.id, len(branches)) == (1, 1)
