"""Places of a log and its depths: what an address needs to know, without the engine."""

from __future__ import annotations

Spot = tuple[int, int]  # after that many events of that entry; (0, 0) is the beginning
START: Spot = (0, 0)
DEPTHS = (1, 2, 3, 4)
