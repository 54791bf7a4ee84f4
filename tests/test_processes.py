"""A log is the same in every process: nothing in it depends on the order in which Python keeps a set."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from judgekit import paths

WALKS = """
from tests.engine.walks import walk
lines = [walk(seed, 30) for seed in range(10)]
"""

RULING = """
from judgekit import paths
from judgekit.cases.rulings import ruling
found = ruling.load(paths.rulings() / "gate-ruler/14-12c-2-the-same-two-come-back.toml")
lines = [ruling.run(found).end.line]
"""

PRINT = """
from hashlib import blake2b
from judgekit.engine.codec import encode_entry
print(blake2b(b"".join([encode_entry(entry) for line in lines for entry in line.log])).hexdigest())
"""


@pytest.mark.parametrize("played", [WALKS, RULING], ids=["the practice game", "effects of one moment"])
def test_a_log_is_the_same_in_every_process(played: str) -> None:
    found = set()
    for seed in ("0", "1"):
        known = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(paths.PACKAGE.parent)}
        found.add(subprocess.check_output([sys.executable, "-c", played + PRINT], env=known))
    assert len(found) == 1
