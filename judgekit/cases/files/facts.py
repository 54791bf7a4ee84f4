"""Facts (names with values) as they are written: a table, or a list of pairs where a name comes twice."""

from __future__ import annotations

from typing import Any

from judgekit.cases.files.line_finder import Path
from judgekit.cases.files.page import Page
from judgekit.engine.state import Facts, Value


def facts_of(page: Page, path: Path, written: Any) -> Facts:
    if isinstance(written, dict):
        return tuple((name, value_of(value)) for name, value in written.items())
    pairs: list[Any] = written if isinstance(written, list) else [None]
    if not all(isinstance(pair, list) and len(pair) == 2 and isinstance(pair[0], str) for pair in pairs):
        page.wrong(path, "a table of names with values, or a list of such pairs", written)
        return ()
    return tuple((name, value_of(value)) for name, value in pairs)


def written_facts(facts: Facts) -> Any:
    """What `facts_of` reads back as the same facts."""
    names = [name for name, _ in facts]
    if len(set(names)) == len(names):
        return {name: written_value(value) for name, value in facts}
    return [[name, written_value(value)] for name, value in facts]


def value_of(written: Any) -> Value:
    """TOML has no null: an empty table replaces it."""
    if isinstance(written, list):
        return tuple(value_of(part) for part in written)
    return None if written == {} else written


def written_value(value: Value) -> Any:
    if isinstance(value, tuple):
        return [written_value(part) for part in value]
    return {} if value is None else value
