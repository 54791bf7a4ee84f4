"""Two thousand case files with one value changed and every hash computed anew."""

from __future__ import annotations

from pathlib import Path
from random import Random

import msgspec
import pytest

from judgekit.cases.errors import BadBundle
from tests.cases.test_foreign_files import exported, imported, mutate, rechained, whole

__all__ = ["exported"]


@pytest.mark.parametrize("many", [80, pytest.param(2000, marks=pytest.mark.long)])
def test_a_mutated_file_is_taken_in_or_refused_and_no_list_breaks(
    exported: list[bytes],
    tmp_path: Path,
    many: int,
) -> None:
    refused = 0
    for seed in range(many):
        parts = [msgspec.json.decode(line) for line in exported]
        mutate(parts, Random(seed))
        folder = tmp_path / str(seed // 100)
        folder.mkdir(exist_ok=True)
        try:
            imported(folder, whole(rechained(parts)))
        except BadBundle:
            refused += 1
    assert refused > many / 3
