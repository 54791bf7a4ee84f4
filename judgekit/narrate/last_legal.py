"""When a refused action was last legal, and what change would make it legal."""

from __future__ import annotations

ALLOWED = "Nothing refuses it here."
PERFORMED = "It was last due, and performed, here:"
NEVER_MET = "It was not met at any time in this branch."
LAST_MET = "It was last met here:"
MOMENT = "Nothing on the table stands against it; only the moment to do it must come."
EVENT = "It waits for an event, not for another table."
NO_CHANGE = "No single change of the turn, a number, a mark or the place of a card is enough."


def enough(when_the_moment_comes: bool) -> str:
    return f"Any of these would be enough{' when the moment comes' if when_the_moment_comes else ''}:"
