"""Processes that serve one folder together: what one of them writes is not foreign to the others."""

from __future__ import annotations

import os
import struct
import sys
import tempfile

if sys.platform != "win32":  # there one process serves
    import fcntl

FileState = tuple[tuple[int, int, int], tuple[int, int, int]]  # of the database and of its write-ahead log
_FORM = struct.Struct("=7q")


class Family:
    """How one of us last left the file, and how often others were found to have written to it.

    It is made before the processes split. Its lock ends with the process that holds it.
    """

    def __init__(self) -> None:
        with tempfile.TemporaryFile() as file:  # without a name: it goes with the last of us
            self._file = os.dup(file.fileno())

    def __del__(self) -> None:
        os.close(self._file)

    def begin(self, wait: bool) -> bool:
        """Take a turn in the family; without waiting, only if nobody else has it."""
        try:
            fcntl.lockf(self._file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            return False
        return True

    def end(self) -> None:
        fcntl.lockf(self._file, fcntl.LOCK_UN)

    def foreign(self, state: FileState) -> int:
        """How many foreign writes there were, now that the file is like this; asked during a turn."""
        left, foreign = self._told()
        if left != state:
            foreign += 1
            self._tell(state, foreign)
        return foreign

    def leave(self, state: FileState) -> None:
        """We have written, and the file is like this now; said during a turn."""
        self._tell(state, self._told()[1])

    def _told(self) -> tuple[FileState | None, int]:
        data = os.pread(self._file, _FORM.size, 0)
        if len(data) < _FORM.size:
            return None, 0
        one, two, three, four, five, six, foreign = _FORM.unpack(data)
        return ((one, two, three), (four, five, six)), foreign

    def _tell(self, state: FileState, foreign: int) -> None:
        os.pwrite(self._file, _FORM.pack(*state[0], *state[1], foreign), 0)
