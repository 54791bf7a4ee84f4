"""The invented game is known to every attack."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.cases.toy_game import known


@pytest.fixture(autouse=True)
def toy() -> Iterator[None]:
    with known():
        yield
