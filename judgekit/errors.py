"""The one kind of error that a user is meant to read."""

from __future__ import annotations


class JudgekitError(Exception):
    """Something a user can put right: the message says what is wrong, where, and what to do."""


def is_ours(problem: BaseException) -> bool:
    """Whether an exception is one that judgekit raises on purpose: its message is for the user."""
    return any(kind.__module__.partition(".")[0] == "judgekit" for kind in type(problem).__mro__)
