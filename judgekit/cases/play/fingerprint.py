"""Which code and which book a case was run by, as one short word."""

from __future__ import annotations

import sys
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from types import ModuleType

import msgspec

import judgekit
from judgekit.engine.registry import Rulebook

_COMMON = ("engine", "cardtext")
_SUFFIXES = {".py", ".lark"}


def fingerprint(rules: Rulebook) -> str:
    """The same for the same engine, rule code and book; different when any of them changed."""
    modules = {getattr(one.code, "__module__", None) for one in rules.registered.values()}
    folders = {
        Path(module.__file__).parent
        for name in modules
        if isinstance(module := sys.modules.get(name or ""), ModuleType) and module.__file__
    }
    package = Path(judgekit.__file__).parent
    places = (*(package / name for name in _COMMON), *sorted(folders))
    mark = blake2b(msgspec.json.encode(rules.book), digest_size=8)
    mark.update(repr(sorted((rules.local or {}).items(), key=str)).encode())
    for place in dict.fromkeys(places):
        mark.update(_code_in(place))
    return mark.hexdigest()


@lru_cache
def _code_in(folder: Path) -> bytes:
    mark = blake2b(digest_size=16)
    for path in sorted(folder.rglob("*")):
        if path.suffix in _SUFFIXES:
            mark.update(path.read_bytes())
    return mark.digest()
