"""Libraries of the invented sample cards, made once."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from judgekit.cards.library import Library
from judgekit.cards.samples import take_sample


@cache
def _sampled(game: str) -> Library:
    library = Library(":memory:")
    take_sample(library, game)
    return library


@pytest.fixture
def sampled() -> Callable[[str], Library]:
    """The sample library of a game; not to be changed."""
    return _sampled
