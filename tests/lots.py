"""How much of everything a check looks at.

`make test` has every kind of check at the smallest size that can tell, `make long` the same checks over all.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

import pytest

T = TypeVar("T")

# A test with `whole` in its name list looks at `lot(all, so many, whole)`.
EITHER = pytest.mark.parametrize(
    "whole", [pytest.param(False, id="lot"), pytest.param(True, id="whole", marks=pytest.mark.long)]
)


def lot(things: Iterable[T], many: int, whole: bool = False) -> list[T]:
    """So many of them, from all over; or all."""
    every = list(things)
    return every if whole or len(every) <= many else every[:: -(-len(every) // many)]


def looked_at(things: Sequence[T], many: int) -> pytest.MarkDecorator:
    """Parameters `address` and `whole`: so many with one of each row, and all with every row."""
    return pytest.mark.parametrize(
        ("address", "whole"),
        [
            *((one, False) for one in lot(things, many)),
            *(pytest.param(one, True, marks=pytest.mark.long) for one in things),
        ],
    )


def rest_is_long(things: Iterable[Any], many: int = 1) -> list[Any]:
    """Values of a parameter: so many for `make test`, from all over, and the others for `make long`."""
    every = list(things)
    now = {id(one) for one in lot(every, many)}
    return [one if id(one) in now else pytest.param(one, marks=pytest.mark.long) for one in every]
