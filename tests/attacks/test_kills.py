"""kill -9 at any moment: what was acknowledged is there, what was not is not half there."""

from __future__ import annotations

import gzip
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from judgekit.cases.play.case import Archive
from judgekit.cases.play.verify import verify
from judgekit.cases.store import backup
from judgekit.cases.store.bundle import export
from tests.web.table import POSITION

DOING = {
    "running": """
        sitting = archive.case(1).sit()
        while True:
            sitting.run(300)
            print("done", sitting.branch.head, flush=True)
    """,
    "answering": """
        sitting = archive.case(2).sit()
        while sitting.question:
            sitting.answer(sitting.question.options[0].id)
            print("done", sitting.branch.head, flush=True)
    """,
    "importing": """
        from judgekit.cases.store.bundle import bring
        while True:
            bring(archive, Path(sys.argv[1]).with_name("case.judgekit"))
            print("done", len(archive.cases()), flush=True)
    """,
    "backing up": """
        from judgekit.cases.store.backup import backup
        while True:
            backup(Path(sys.argv[1]), Path(sys.argv[1]).with_name("copy.sqlite"))
            print("done 1", flush=True)
    """,
    "removing and restoring": """
        while True:
            archive.store.remove(1)
            archive.store.restore(1)
            print("done 1", flush=True)
    """,
}
BEGIN = """
import sys
from pathlib import Path
from judgekit.cases.play.case import Archive
archive = Archive(sys.argv[1])
archive.cases()
print("ready", flush=True)
"""


def killed(path: Path, doing: str, after: float) -> list[str]:
    """Do something until it is killed; what it said."""
    lines = [line[8:] for line in DOING[doing].splitlines()]
    child = subprocess.Popen(
        [sys.executable, "-c", BEGIN + "\n".join(lines), str(path)], stdout=subprocess.PIPE, text=True,
        env={**os.environ},
    )  # fmt: skip
    with child:
        assert child.stdout is not None
        child.stdout.readline()
        time.sleep(after)
        child.send_signal(signal.SIGKILL)
        said = child.stdout.read().splitlines()
    return [line for line in said if line.startswith("done")]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    with Archive(tmp_path / "cases.sqlite") as archive:
        case = archive.create("duel-60", "")
        case.sit().run(200)
        export(case, tmp_path / "case.judgekit")
        archive.create("position", POSITION).sit().run(2000)
    return tmp_path / "cases.sqlite"


@pytest.mark.parametrize("attempt", [0, pytest.param(12, marks=pytest.mark.long)])
@pytest.mark.parametrize("doing", DOING)
def test_whatever_is_killed_nothing_acknowledged_is_lost(path: Path, doing: str, attempt: int) -> None:
    for _ in range(attempt + 1):
        said = killed(path, doing, random.uniform(0.05, 0.6))
        with closing(sqlite3.connect(path)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        with Archive(path) as archive:
            assert archive.store.lost() == []
            acknowledged = int(said[-1].split()[1]) if said else 0
            assert acknowledged <= there(archive, doing)
            for row in [case.id for case in archive.cases()]:
                assert archive.store.problems(row) == []
            shown = archive.cases() or [archive.case(archive.store.restore(1))]
            assert verify(shown[-1], shown[-1].branch()).status == "verified"
        copy = path.with_name("copy.sqlite")
        if copy.exists():
            assert backup.faults(copy) == []


def there(archive: Archive, doing: str) -> int:
    """How much there is of what was said to be done."""
    if doing == "importing":
        return len(archive.cases())
    which = {"running": 1, "answering": 2}.get(doing)
    return archive.case(which).branch().head if which else 1


@pytest.mark.parametrize("many", [3, pytest.param(40, marks=pytest.mark.long)])
def test_a_migration_that_is_killed_is_finished_by_the_next(tmp_path: Path, many: int) -> None:
    packed = Path(__file__).parents[1] / "records" / "cases-2026-11.db.gz"
    for at in range(many):
        folder = tmp_path / str(at)
        folder.mkdir()
        path = folder / "cases.sqlite"
        with gzip.open(packed) as source, path.open("wb") as file:
            shutil.copyfileobj(source, file)
        code = "import sys; from judgekit.cases.store.store import Store; Store(sys.argv[1]).cases()"
        child = subprocess.Popen([sys.executable, "-c", code, str(path)])
        time.sleep(0.25 + 0.45 * at / many)
        child.kill()
        child.wait()
        with Archive(path) as archive:
            assert len(archive.cases()) == 55
            assert archive.store.problems(1) == []
