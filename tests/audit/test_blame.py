"""Which commit broke it: a finding is bisected over a small repository with a planted fault (B14)."""

from __future__ import annotations

import inspect
import os
import shutil
import statistics
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

import judgekit
from judgekit.audit.fuzzing.fuzz import Violation, fuzz
from tests.audit import test_fuzz as planted

HEAD = """from __future__ import annotations

import msgspec

from judgekit.engine.events import Entry, Happened, Marked, Moved, Numbered, Vanished
from judgekit.engine.machine import Line
from judgekit.engine.state import Area, State
from judgekit.engine.table import Table

replace = msgspec.structs.replace
SOUND_MOVE, SOUND_MARK, SOUND_ENTRY = Moved.onto, Marked.onto, Line._entry
"""
COMMITS, GUILTY = 7, 4
QUICK = (1, 3, 5)  # of the faults


def found_with(at: int, monkeypatch: pytest.MonkeyPatch) -> Violation:
    """What play by chance finds of a planted fault."""
    game, where, name, fault, check = planted.FAULTS[at]
    with monkeypatch.context() as fault_there:
        planted.plant(fault_there, where, name, fault)
        found = fuzz(game, 120, seed=2, games=100, enough=lambda one: one.check.startswith(check))
    return next(one for one in found.violations if one.broken.check.startswith(check))


def repository(folder: Path, at: int) -> list[str]:
    """Copies of judgekit, one of which plants the fault; the commits, the oldest first."""
    _, where, name, fault, _ = planted.FAULTS[at]
    home = Path(judgekit.__file__).parent
    shutil.copytree(home, folder / "judgekit", ignore=shutil.ignore_patterns("__pycache__", "static"))
    git(folder, "init", "--quiet")
    git(folder, "config", "user.email", "tests@localhost")
    git(folder, "config", "user.name", "tests")
    for number in range(COMMITS):
        (folder / "notes").write_text(f"{number}\n")
        if number == GUILTY:
            sources = [inspect.getsource(one) for one in dict.fromkeys((fault, *needed(fault)))]
            planting = f"property({fault.__name__})" if planted.is_property(where, name) else fault.__name__
            told = [HEAD, *sources, f"{where.__name__}.{name} = {planting}\n"]
            (folder / "judgekit/engine/planted.py").write_text("\n\n".join(told))
            with (folder / "judgekit/engine/machine.py").open("a") as machine:
                machine.write("\nimport judgekit.engine.planted\n")
        git(folder, "add", "--all")
        git(folder, "commit", "--quiet", "--message", f"commit {number}")
    return git(folder, "log", "--reverse", "--format=%H").split()


def needed(fault: Callable[..., object]) -> list[Callable[..., object]]:
    return [planted._everywhere] if fault is planted.marks_two else []


def git(folder: Path, *words: str) -> str:
    env = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(["git", *words], cwd=folder, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def is_blamed(at: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Violation:
    monkeypatch.setenv("JUDGEKIT_HOME", str(tmp_path / "home"))
    one = found_with(at, monkeypatch)
    assert one.cards <= 8
    finding = tmp_path / "finding.json"
    finding.write_bytes(msgspec.json.encode(one))
    (tmp_path / "repository").mkdir()
    folder = tmp_path / "repository"
    commits = repository(folder, at)
    git(folder, "bisect", "start", commits[-1], commits[0])
    game = one.edition.partition("/")[0]
    again = (sys.executable, "-m", "judgekit.cli", "audit", "fuzz", game, "--again", str(finding))
    told = git(folder, "bisect", "run", *again)
    assert f"{commits[GUILTY]} is the first bad commit" in told
    return one


@pytest.mark.long
@pytest.mark.parametrize("at", range(len(planted.FAULTS)))
def test_the_commit_of_each_fault_is_named(at: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    is_blamed(at, tmp_path, monkeypatch)


def shorter(faults: tuple[int, ...], monkeypatch: pytest.MonkeyPatch) -> float:
    """By which share the ways to what was found became shorter, in the median; none became longer (B6)."""
    found = [found_with(at, monkeypatch) for at in faults]
    assert [one for one in found if not 0 < one.events <= one.events_before] == []
    return statistics.median(1 - one.events / one.events_before for one in found)


def test_the_way_to_a_finding_becomes_shorter(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of three; by three tenths in the median of all (long)."""
    assert shorter(QUICK, monkeypatch) >= 0.25


@pytest.mark.long
def test_the_ways_to_all_findings_become_a_third_shorter(monkeypatch: pytest.MonkeyPatch) -> None:
    assert shorter(tuple(range(len(planted.FAULTS))), monkeypatch) >= 0.3
