"""How long the command and the web app take to start."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence

from judgekit.audit.bench.report import Figure, figure, seconds

FIRST_PAGE = """
from pathlib import Path
from judgekit.web.app import create_app
assert create_app(Path({database!r})).test_client().get("/").status_code == 200
"""


def measure(times: int) -> Iterator[Figure]:
    """Cold starts, each a new process; both sides include the bare interpreter."""
    python = _start(
        "cold start: the bare interpreter", ["-c", "pass"], times, f"Python {sys.version.split()[0]}"
    )
    yield python
    flask = _start("cold start: import flask", ["-c", "import flask"], times, "Flask")
    yield flask
    version = ["-c", "from judgekit.cli import main; main(['--version'])"]
    yield _start("cold start of the command", version, times).reaching("<= 150").against(python)
    with tempfile.TemporaryDirectory() as folder:
        page = FIRST_PAGE.format(database=f"{folder}/x.sqlite")
        web = _start("cold start of the web app to first page", ["-c", page], times)
    yield web.against(flask, "<= 2.5")


def _start(metric: str, arguments: Sequence[str], times: int, peer: str = "judgekit") -> Figure:
    def start() -> None:
        subprocess.run(
            [sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL, env={**os.environ}
        )

    start()
    return figure(metric, "ms", [one * 1000 for one in seconds(start, times)], peer)
