"""Notes that a rule makes about its words."""

from __future__ import annotations

from typing import Any, NamedTuple


class Mark(NamedTuple):
    """Something a rule notes about its words without being a part: the value of the rule is then `Marked`."""

    name: str


class Marked(NamedTuple):
    value: Any
    mark: Mark
