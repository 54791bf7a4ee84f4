"""What can go wrong with a case: each with its place and the way out."""

from __future__ import annotations

from judgekit.errors import JudgekitError


class CaseError(JudgekitError):
    """The base of every error about cases and their storage."""


class UnknownCase(CaseError):
    """No such case, branch, place or kind of case."""


class Damaged(CaseError):
    """What the store holds is not what was put there."""


class BadBundle(CaseError):
    """A file that is not a complete, unaltered export."""


class Unreadable(CaseError):
    """A case whose material can no longer be read by this judgekit."""


class HasDiverged(CaseError):
    """Going on past a place where today's rules no longer give what was recorded."""


class Conflict(CaseError):
    """Someone else went on from the same place first; `theirs` is their answer there."""

    def __init__(self, message: str, at: int, theirs: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.at = at
        self.theirs = theirs
