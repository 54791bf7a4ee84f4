"""Heads signed with a key of the home folder: a sheet then shows that it was printed here.

Signing is off until it is turned on; the key is never deleted, so older sheets can still be checked.
"""

from __future__ import annotations

import hmac
from hashlib import blake2b
from pathlib import Path

from judgekit.cases.store import keys

NAME, RESTING = "signing-key", "signing-key.off"
SIZE = 8  # bytes of a signature: sixteen signs, which can be typed from paper


def is_on(folder: Path) -> bool:
    return (folder / NAME).is_file()


def turn_on(folder: Path) -> None:
    """Turn it on with the earlier key, if there was one."""
    if not is_on(folder) and (folder / RESTING).is_file():
        (folder / RESTING).rename(folder / NAME)
    keys.secret(folder / NAME)


def turn_off(folder: Path) -> None:
    if is_on(folder):
        (folder / NAME).rename(folder / RESTING)


def signature(folder: Path, head: str) -> str:
    """The signature of a head; empty while signing is off."""
    return _signed(folder / NAME, head) if is_on(folder) else ""


def is_signed(folder: Path, head: str, said: str) -> bool:
    """Was this signature made here, for this head? A resting key counts too."""
    files = [path for path in (folder / NAME, folder / RESTING) if path.is_file()]
    return any(hmac.compare_digest(_signed(path, head).encode(), said.encode()) for path in files)


def _signed(path: Path, head: str) -> str:
    return blake2b(head.encode(), key=keys.secret(path), digest_size=SIZE).hexdigest()
