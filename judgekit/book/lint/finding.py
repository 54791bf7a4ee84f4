"""What a check reports."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal

import msgspec

from judgekit.book.lint.subject import Subject

Fault = Literal["publisher", "extraction"]


class Finding(msgspec.Struct, frozen=True):
    """One fault: where, which check found it, why it is one, what to read instead, and whose it is."""

    place: str  # a clause number
    check: str
    reason: str
    repair: str
    fault: Fault = "publisher"
    printed: str = ""  # the words or number in question


Check = Callable[[Subject], Iterator[Finding]]
